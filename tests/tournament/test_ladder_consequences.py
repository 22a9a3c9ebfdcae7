"""What an act on a ladder takes away is known before it is done."""

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from kits.formats_kit import FormatDesk
from kits.ladder_facts_kit import FIRST, LAST, RULES

from kiosk.tournament.act import Command, Refused
from kiosk.tournament.formats import LADDER
from kiosk.tournament.ladder import NO_LADDER, Ladder, State
from kiosk.tournament.ladder_challenges import (
    CorrectLadderResult,
    DisputeLadderResult,
    EndUnplayed,
    MakeChallenge,
    TakeLadderResult,
)
from kiosk.tournament.ladder_consequences import (
    ChallengeEndChanges,
    ChallengeGone,
    FallsOnLadder,
    FinalGone,
    LeavesLadder,
    SeasonEnds,
    ladder_consequences,
)
from kiosk.tournament.ladder_season import (
    CloseSeason,
    JoinLadder,
    LeaveLadder,
    OnLadder,
    OpenLadder,
    OpenSeason,
)

Desk = FormatDesk[Ladder]


def opened(members: str = "abcdefgh") -> Desk:
    """A ladder of these in its first season."""
    desk = FormatDesk(LADDER, NO_LADDER)
    on = tuple(OnLadder(who, f"Member {who}") for who in members)
    desk.did(OpenLadder, ladder_id="l", name="The Ladder", rules=RULES, members=on)
    desk.did(OpenSeason, first_day=FIRST, last_day=LAST)
    return desk


def challenged(desk: Desk, pair: str, day: int = FIRST) -> int:
    desk.did(MakeChallenge, challenger=pair[0], challenged=pair[1], day=day, for_day=day)
    return len(desk.state.challenges)


def played(desk: Desk, pair: str, winner: str) -> int:
    number = challenged(desk, pair)
    score = (7, 3) if winner == pair[0] else (3, 7)
    what = {"number": number, "winner": winner, "score": score}
    desk.did(TakeLadderResult, **what, played_day=FIRST, day=FIRST)
    return number


def preview(desk: Desk, act: type[Command], /, **what: Any) -> tuple[object, ...]:
    """What the act would take away, nothing being done."""
    facts = LADDER.decide(desk.state, act(at_ms=desk.at_ms, by="Kari", **what))
    return ladder_consequences(desk.state, LADDER.replayed(facts, desk.state))


def test_who_leaves_is_named_with_his_place() -> None:
    desk = opened()
    assert preview(desk, LeaveLadder, member_id="c") == (LeavesLadder("c", 3),)


def test_a_correction_names_who_has_won_and_who_falls_from_which_place() -> None:
    desk = opened()
    number = played(desk, "db", "d")
    before = desk.state.order
    found = preview(desk, CorrectLadderResult, number=number, winner="b", score=(3, 7), why="so")
    desk.did(CorrectLadderResult, number=number, winner="b", score=(3, 7), why="so")
    places = [(who, before.index(who) + 1, desk.state.order.index(who) + 1) for who in before]
    first, *falls = found
    assert isinstance(first, ChallengeEndChanges)
    assert first.now is not None
    assert (first.was.winner, first.now.winner) == ("d", "b")
    assert falls == [FallsOnLadder(who, was, now) for who, was, now in places if now > was]
    assert FallsOnLadder("d", 2, 6) in falls


def test_a_result_that_is_disputed_after_all_is_void_by_name() -> None:
    desk = opened()
    number = played(desk, "db", "d")
    asked = {"number": number, "winner": None, "score": None, "why": "so"}
    (first, *falls) = preview(desk, CorrectLadderResult, **asked)
    assert isinstance(first, ChallengeEndChanges)
    assert first.now is not None
    assert (first.was.winner, first.now.state) == ("d", State.DISPUTED)
    assert FallsOnLadder("d", 2, 4) in falls


def test_a_challenge_that_ends_unplayed_is_named_with_who_falls_by_it() -> None:
    desk = opened()
    number = challenged(desk, "ec")
    found = preview(desk, EndUnplayed, number=number, absent="c", day=FIRST, why="ill")
    assert found[0] == ChallengeGone(("e", "c"))
    assert any(isinstance(each, FallsOnLadder) and each.member_id == "c" for each in found)
    found = preview(desk, EndUnplayed, number=number, absent="e", day=FIRST, why="ill")
    assert found == (ChallengeGone(("e", "c")),)
    desk.did(EndUnplayed, number=number, absent="c", day=FIRST, why="ill")
    asked = {"number": number, "winner": "e", "score": (7, 2), "why": "it was played"}
    (first, *_falls) = preview(desk, CorrectLadderResult, **asked)
    assert isinstance(first, ChallengeEndChanges)
    assert first.was.state is State.UNPLAYED


def test_a_season_that_closes_and_the_next_one_say_what_ends() -> None:
    desk = opened("abc")
    assert preview(desk, CloseSeason, day=LAST + 1) == (SeasonEnds(1),)
    desk.did(CloseSeason, day=LAST + 1)
    found = preview(desk, OpenSeason, first_day=LAST + 1, last_day=LAST + 300)
    assert found == (FinalGone(1), FallsOnLadder("a", 1, 3))


def test_what_takes_nothing_finds_nothing() -> None:
    desk = opened()
    number = challenged(desk, "fe")
    assert preview(desk, JoinLadder, member=OnLadder("z", "Zoë")) == ()
    more = {"challenger": "c", "challenged": "b", "day": FIRST, "for_day": FIRST}
    assert preview(desk, MakeChallenge, **more) == ()
    assert preview(desk, DisputeLadderResult, number=number, why="so") == ()
    assert preview(desk, LeaveLadder, member_id="e") == (), "it is refused"


# --- any ladder ----------------------------------------------------------------------------------


def asked(desk: Desk, chance: random.Random) -> tuple[type[Command], dict[str, Any]]:
    """An act of some kind; it may be refused."""
    here, now = desk.state, FIRST + len(desk.kept)
    number = chance.randint(1, max(1, len(here.challenges)))
    challenge = here.challenges.get(number)
    pair = challenge.pair if challenge is not None else ("a", "b")
    nth = chance.randint(0, 1)
    won = {"winner": pair[nth], "score": (7, 3) if nth == 0 else (3, 7), "why": "x"}
    one, other = chance.sample(here.order, 2)
    on = OnLadder(chance.choice("abcdxyz"), "x")
    last = here.last_day + 1
    acts: tuple[tuple[type[Command], dict[str, Any]], ...] = (
        *(
            (MakeChallenge, {"challenger": one, "challenged": other, "day": now, "for_day": now}),
            (TakeLadderResult, {"number": number, **won, "played_day": now, "day": now}),
        )
        * 3,
        (EndUnplayed, {"number": number, "absent": pair[nth], "day": now, "why": "x"}),
        (DisputeLadderResult, {"number": number, "why": "x"}),
        (CorrectLadderResult, {"number": number, **won}),
        (CorrectLadderResult, {"number": number, "winner": None, "score": None, "why": "x"}),
        (JoinLadder, {"member": on}),
        (LeaveLadder, {"member_id": one if len(here.order) > 3 else "-"}),
        (CloseSeason, {"day": last}),
        (OpenSeason, {"first_day": last, "last_day": last + 300}),
    )
    return chance.choice(acts)


def taken_by_hand(before: Ladder, after: Ladder) -> set[object]:
    """What was taken away, read from both without what is tested here."""
    found: set[object] = set()
    for who in before.order:
        if who not in after.order:
            found.add(("left", who))
        elif after.order.index(who) > before.order.index(who):
            found.add(("falls", who))
    for number, was in before.challenges.items():
        now = after.challenges[number]
        if was.is_open and now.state is State.UNPLAYED:
            found.add(("gone", was.pair))
        if not was.is_open and (was.winner, was.score, was.absent, was.state) != (
            now.winner,
            now.score,
            now.absent,
            now.state,
        ):
            found.add(("end", number))
    if before.season_open and not after.season_open:
        found.add("season")
    if before.final and not after.final:
        found.add("final")
    return found


def as_by_hand(before: Ladder, after: Ladder) -> set[object]:
    """The same of what is previewed."""
    found: set[object] = set()
    for each in ladder_consequences(before, after):
        match each:
            case LeavesLadder(member_id=who):
                found.add(("left", who))
            case FallsOnLadder(member_id=who):
                found.add(("falls", who))
            case ChallengeGone(pair=pair):
                found.add(("gone", pair))
            case ChallengeEndChanges(was=was):
                found.add(("end", was.number))
            case SeasonEnds():
                found.add("season")
            case FinalGone():
                found.add("final")
    return found


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 60))
def test_a_preview_is_what_the_act_does(seed: int, steps: int) -> None:
    chance = random.Random(seed)
    desk = opened()
    for _step in range(steps):
        act, what = asked(desk, chance)
        before = desk.state
        shown = preview(desk, act, **what)
        (event,) = desk.does(act, **what)
        if isinstance(event, Refused):
            assert shown == ()
        else:
            assert shown == ladder_consequences(before, desk.state)
        assert taken_by_hand(before, desk.state) == as_by_hand(before, desk.state)
