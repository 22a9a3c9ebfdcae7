"""What an act on a ladder takes away is named before it is done, and done only as it was named."""

from typing import Any

import pytest
from kits.hall_kit import Client
from kits.ladder_kit import LadderRunner, day

from kiosk.director.ladder.acts import LADDER_TAKES
from kiosk.director.people.roles import Role
from kiosk.director.service import Service
from kiosk.wire.ladder_facts import ACTS

TAKE_NOTHING = {
    *("OpenLadder", "ConfirmLadder", "JoinLadder", "MakeChallenge", "DisputeLadderResult"),
    "TakeLadderResult",  # it moves people: that is the game
}


@pytest.fixture
def kari(client: Client) -> LadderRunner:
    def post(path: str, body: bytes) -> tuple[int, Any]:
        answer = client.post(path, body)
        return answer.status, answer.json()

    return LadderRunner(post, lambda path: client.get(path).json()).opens("abcdef")


def preview(kari: LadderRunner, kind: str, **fields: Any) -> list[str]:
    """What it will take away; nothing is done."""
    before = kari.ladder
    status, answer = kari.looks(kind, **fields)
    assert status == 200, answer
    assert answer["seq"] == before["seq"]
    assert kari.ladder == before
    sentences: list[str] = answer["sentences"]
    return sentences


def test_every_act_on_a_ladder_is_decided_on() -> None:
    assert {*ACTS} == TAKE_NOTHING | LADDER_TAKES
    assert not TAKE_NOTHING & LADDER_TAKES


def test_who_leaves_is_named_with_his_place(kari: LadderRunner) -> None:
    assert preview(kari, "LeaveLadder", member_id="c") == ["c leaves the ladder, from place 3."]


def test_a_correction_names_who_has_won_and_who_falls(kari: LadderRunner) -> None:
    number = kari.plays("db", "d")
    assert kari.order == "adcbef"
    asked = {"number": number, "winner": "b", "score": [3, 7], "why": "misread"}
    sentences = preview(kari, "CorrectLadderResult", **asked)
    kari.does("CorrectLadderResult", **asked)
    assert kari.order == "abcefd"
    assert sentences == ["d – b: b has won, not d.", "d falls from place 2 to place 6."]
    again = {"number": number, "winner": "b", "score": [5, 7], "why": "misread"}
    assert preview(kari, "CorrectLadderResult", **again) == ["d – b: the score becomes 5 – 7."]
    void = {"number": number, "winner": None, "score": None, "why": "another score"}
    (first, *_falls) = preview(kari, "CorrectLadderResult", **void)
    assert first == "d – b: the result no longer counts; b had won."


def test_a_challenge_that_is_not_played_is_named_with_who_falls(kari: LadderRunner) -> None:
    number = kari.challenges("dc")
    asked = {"number": number, "absent": "c", "why": "is ill"}
    sentences = preview(kari, "EndUnplayed", **asked)
    kari.does("EndUnplayed", **asked)
    place = kari.order.index("c") + 1
    ends = "d – c: their challenge ends and is not played."
    assert sentences == [ends, f"c falls from place 3 to place {place}."]
    played = {"number": number, "winner": "d", "score": [7, 0], "why": "it was played"}
    first = preview(kari, "CorrectLadderResult", **played)[0]
    assert first == "d – c: the ruling that it was not played no longer counts."


def test_a_seasons_end_and_the_next_one_are_named(kari: LadderRunner) -> None:
    kari.opens("abc", "Last year's", first_day=day(-30), last_day=day(-1))
    ends = "Season 1 ends: no challenge can be made and no result corrected in it."
    assert preview(kari, "CloseSeason") == [ends]
    kari.does("CloseSeason")
    final = "The final and the prizes of season 1 are no longer shown."
    assert preview(kari, "OpenSeason", first_day=day(0), last_day=day(30)) == [
        final,
        "a falls from place 1 to place 3.",
    ]


def test_what_takes_nothing_is_an_empty_list(kari: LadderRunner) -> None:
    assert preview(kari, "JoinLadder", name="Zoë") == []
    assert preview(kari, "MakeChallenge", challenger="c", challenged="b") == []
    number = kari.challenges("fe")
    assert preview(kari, "DisputeLadderResult", number=number, why="so") == []


def test_a_look_is_refused_as_the_act_is(
    kari: LadderRunner, client: Client, director: Service
) -> None:
    kari.challenges("dc")
    assert kari.looks("LeaveLadder", member_id="c")[0] == 409
    assert kari.looks("LeaveLadder", seen_seq=1, member_id="f")[0] == 409
    assert kari.looks("Nonsense")[0] == 400
    assert kari.looks("LeaveLadder", seen_seq=999, member_id="f")[0] == 400
    other = LadderRunner(kari.post, kari.get, "l-none")
    assert other.looks("CloseSeason", seen_seq=0)[0] == 404
    client.join(director, Role.SCORER, "Ola")
    assert kari.looks("LeaveLadder", member_id="f")[0] == 403


def test_what_was_looked_at_is_done_only_if_nothing_happened_since(kari: LadderRunner) -> None:
    number = kari.challenges("dc")
    asked: dict[str, Any] = {"number": number, "absent": None, "why": "x"}
    assert kari.looks("EndUnplayed", **asked)[0] == 409
    asked["absent"] = "c"
    seq = kari.looks("EndUnplayed", **asked)[1]["seq"]
    kari.does("JoinLadder", name="Zoë")
    assert "stale" in kari.refused("EndUnplayed", seq, looked=True, **asked)
    seq = kari.looks("EndUnplayed", **asked)[1]["seq"]
    assert kari.does("EndUnplayed", seq, looked=True, **asked) == ["ChallengeUnplayed"]


def test_who_left_by_mistake_is_put_back_until_somebody_has_moved(kari: LadderRunner) -> None:
    kari.does("LeaveLadder", member_id="c")
    first = kari.ladder["undoable"]
    assert first == kari.ladder["seq"]
    assert preview(kari, "UndoOnLadder", first=first) == [
        "d falls from place 3 to place 4.",
        "e falls from place 4 to place 5.",
        "f falls from place 5 to place 6.",
    ]
    kari.does("UndoOnLadder", first=first)
    assert kari.order == "abcdef"
    news = kari.ladder["recent"][0]
    assert (news["kind"], news["undone"]) == ("LadderActUndone", "LadderLeft")
    assert news["moves"] == [{"member_id": kari.member("c"), "was": None, "now": 3}]
    kari.does("LeaveLadder", member_id="c")
    number = kari.plays("ba", "b")
    why = kari.refused("UndoOnLadder", first=kari.ladder["undoable"])
    assert why == {"rests_on_it": f"challenge {number}, b – a: depends on it: take that back first"}


def test_who_may_not_do_an_act_may_not_undo_it(
    kari: LadderRunner, client: Client, director: Service
) -> None:
    number = kari.plays("db", "d")
    asked = {"number": number, "winner": "b", "score": [3, 7], "why": "misread"}
    kari.does("CorrectLadderResult", **asked)
    corrected = kari.ladder["undoable"]
    client.join(director, Role.ASSISTANT, "Ola")
    assert kari.asks("UndoOnLadder", first=corrected)[0] == 403
    assert kari.looks("UndoOnLadder", first=corrected)[0] == 403
    kari.does("LeaveLadder", member_id="f")
    assert kari.does("UndoOnLadder", first=kari.ladder["undoable"]) == ["LadderActUndone"]
