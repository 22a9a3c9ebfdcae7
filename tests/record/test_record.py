"""The match record: what it says of a match we know."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kits import commands as c

from kiosk.journal import Journal, fold_rows, read
from kiosk.record import MatchMissing, record_document, write
from kiosk.rules.assignment import TableTakenOver
from kiosk.rules.decide import evolve
from kiosk.rules.roll import DieFact, RollFacts
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import Half
from kiosk.rules.units import SECOND_NS, BySide, Side

DIRECTOR = "director:Kari"
PICTURES = [digit * 64 for digit in "abc"]


@pytest.fixture
def document(kept: Path) -> dict[str, Any]:
    return record_document(read(kept), "match-1")


def test_it_says_which_match_and_from_which_rows(kept: Path, document: dict[str, Any]) -> None:
    rows = list(read(kept))
    assert document["journal_id"] == rows[0].journal_id
    assert (document["first_seq"], document["last_seq"]) == (1, len(rows))
    assert document["last_hash"] == rows[-1].hash
    assert (document["match_id"], document["table"]) == ("match-1", 7)
    assert document["match_format"]["points"] == 3
    assert document["sides"]["black"]["members"] == [{"player_id": "id-Bo", "name": "Bo"}]
    assert document["profile"]["id"] == "norway"
    keys = [value["key"] for value in document["profile"]["director_confirms"]]
    assert "turn.without_clock" in keys
    assert document["setups"][0]["setup"]["mixer"] is None


def test_a_roll_typed_beside_a_camera_on_trial_keeps_its_picture(
    tmp_path: Path, make_keeper: Callable[[Journal], Any], norway: RuleBook
) -> None:
    with Journal.open(tmp_path / "j", boot_id="b") as journal:
        keeper = make_keeper(journal)
        keeper.open("match-1", 3, norway)
        keeper.begin_game(white=3, black=1)
        keeper.do(c.ClockPressed, Side.WHITE, by="buttons")
        keeper.do(c.DiceLifted, by="camera")
        die = DieFact(6, 6, Half.PICTURE_LEFT, True, "surface", 0.9, None)
        facts = RollFacts((die, die), True, keeper.now, keeper.now, PICTURES[0])
        keeper.do(c.RollRead, facts, True, by="camera")
        for side in Side:
            keeper.tap(c.RollEntered, side, (5, 2))
    told = record_document(read(tmp_path / "j"), "match-1")
    roll = told["games"][0]["rolls"][-1]
    assert (roll["values"], roll["by_touch"], roll["picture"]) == ([5, 2], True, PICTURES[0])
    assert told["games"][0]["questions"][-1]["reasons"] == ["only_logged"]


def test_games_and_score(document: dict[str, Any]) -> None:
    """Bo wins 2 with the cube, Anna a gammon in the Crawford game, Bo's flag falls."""
    games = document["games"]
    assert [game["number"] for game in games] == [1, 2, 3]
    assert [game["crawford"] for game in games] == [False, True, False]
    assert [game["starts"] for game in games] == ["white", "black", "black"]
    before = [{"white": 0, "black": 0}, {"white": 0, "black": 2}, {"white": 2, "black": 2}]
    assert [game["score_before"] for game in games] == before
    results = [game["result"] for game in games]
    told = [(r["winner"], r["level"], r["cube"], r["points"], r["cause"]) for r in results]
    assert told == [
        ("black", 1, 2, 2, "played"),
        ("white", 2, 1, 2, "played"),
        ("white", 1, 1, 0, "flag"),
    ]
    assert document["result"]["winner"] == "white"
    assert document["result"]["cause"] == "flag"
    assert document["score"] == {"white": 3, "black": 2}


def test_rolls_refusals_and_evidence(document: dict[str, Any]) -> None:
    first = document["games"][0]
    assert [(die["side"], die["value"]) for die in first["opening"]] == [("white", 3), ("black", 1)]
    rolls = [(r["turn"], r["side"], r["values"], r["by_touch"]) for r in first["rolls"]]
    assert rolls == [(1, "white", [3, 1], True), (2, "black", [5, 4], False)]
    assert [roll["picture"] for roll in first["rolls"]] == [None, PICTURES[1]]
    (refused,) = first["refused_rolls"]
    assert (refused["turn"], refused["side"], refused["reasons"]) == (2, "black", ["cocked"])
    assert (refused["picture"], refused["cites"]) == (PICTURES[0], ["norway §4.1(iv)"])
    assert document["pictures"] == PICTURES


def test_what_both_sides_confirm_keeps_the_picture_they_saw(
    tmp_path: Path, make_keeper: Callable[[Journal], Any], norway: Any
) -> None:
    from kits import commands as c  # noqa: PLC0415

    from kiosk.rules.units import Side  # noqa: PLC0415

    with Journal.open(tmp_path / "j", boot_id="b") as journal:
        keeper = make_keeper(journal)
        keeper.open("m", 3, norway)
        keeper.begin_game(white=3, black=1)
        keeper.do(c.ClockPressed, Side.WHITE, by="buttons")
        keeper.doubtful_roll((6, 2), PICTURES[0])
        keeper.tap(c.RollConfirmed, Side.BLACK)
        keeper.tap(c.RollConfirmed, Side.WHITE)
    told = record_document(read(tmp_path / "j"), "m")
    assert told["pictures"] == [PICTURES[0]], "once, though two rows name it"
    game = told["games"][0]
    (asked,) = [question for question in game["questions"] if question["turn"] == 2]
    assert (asked["proposal"], asked["picture"]) == ([6, 2], PICTURES[0])
    roll = game["rolls"][-1]
    assert (roll["values"], roll["by_touch"], roll["picture"]) == ([6, 2], True, PICTURES[0])
    assert game["result"] is None


def last_game(path: Path) -> dict[str, Any]:
    game: dict[str, Any] = record_document(read(path), "m")["games"][-1]
    return game


@pytest.fixture
def begun(tmp_path: Path, make_keeper: Callable[[Journal], Any], norway: RuleBook) -> Iterator[Any]:
    """Black is to roll; its last roll, in picture a, was cocked."""
    with Journal.open(tmp_path / "j", boot_id="b") as journal:
        keeper = make_keeper(journal)
        keeper.open("m", 3, norway)
        keeper.begin_game(white=3, black=1)
        keeper.do(c.ClockPressed, Side.WHITE, by="buttons")
        keeper.roll((6, 2), PICTURES[0], flat=False)
        yield keeper


def test_a_roll_whose_picture_could_not_be_kept_has_none(begun: Any) -> None:
    """Not that of the roll before it, which did not count."""
    begun.roll((5, 4), None)
    game = last_game(begun.journal.path)
    assert [roll["picture"] for roll in game["refused_rolls"]] == [PICTURES[0]]
    rolls = [(roll["values"], roll["by_touch"], roll["picture"]) for roll in game["rolls"]]
    assert rolls == [([3, 1], True, None), ([5, 4], False, None)]
    assert record_document(read(begun.journal.path), "m")["pictures"] == [PICTURES[0]]


def test_a_corrected_roll_says_what_counts_and_what_it_was(begun: Any) -> None:
    begun.roll((5, 4), PICTURES[1])
    begun.tap(c.RollDisputeTapped, Side.WHITE, (5, 2))
    begun.tap(c.RollAgreed, Side.BLACK, (5, 2))
    game = last_game(begun.journal.path)
    rolled = game["rolls"][-1]
    assert (rolled["values"], rolled["picture"]) == ([5, 2], PICTURES[1])
    (corrected,) = game["corrected_rolls"]
    assert (corrected["was"], corrected["values"], corrected["by"]) == ([5, 4], [5, 2], None)
    assert (corrected["corrects_seq"], corrected["turn"]) == (rolled["seq"], 2)
    begun.do(c.ClockPressed, Side.BLACK, by="buttons")
    order = ("m", "director:Kari", "the picture shows it", (5, 1), rolled["seq"])
    begun.do(c.PastRollOrdered, *order, by="director:Kari")
    game = last_game(begun.journal.path)
    assert game["rolls"][-1]["values"] == [5, 1]
    last = game["corrected_rolls"][-1]
    assert (last["was"], last["by"]) == ([5, 2], "director:Kari")


def test_a_roll_that_counts_no_more_is_no_roll(begun: Any) -> None:
    begun.roll((5, 4), PICTURES[1])
    before = len(last_game(begun.journal.path)["rolls"])
    begun.tap(c.RollDisputeTapped, Side.WHITE, None)
    begun.tap(c.RollAgreed, Side.BLACK, None)
    game = last_game(begun.journal.path)
    assert len(game["rolls"]) == before - 1
    assert game["corrected_rolls"][0]["values"] is None
    begun.roll((3, 3), PICTURES[1])
    assert last_game(begun.journal.path)["rolls"][-1]["values"] == [3, 3]


def test_a_corrected_opening_die_is_corrected_in_the_opening(
    tmp_path: Path, make_keeper: Callable[[Journal], Any], norway: RuleBook
) -> None:
    with Journal.open(tmp_path / "j", boot_id="b") as journal:
        keeper = make_keeper(journal)
        keeper.open("m", 3, norway)
        keeper.begin_game(white=3, black=1)
        keeper.tap(c.RollDisputeTapped, Side.WHITE, (3, 2))
        keeper.tap(c.RollAgreed, Side.BLACK, (3, 2))
    game = last_game(tmp_path / "j")
    assert [die["value"] for die in game["opening"]] == [3, 2]
    assert game["rolls"][0]["values"] == [3, 2]
    assert game["corrected_rolls"][0]["was"] == [3, 1]


def test_a_second_refused_roll_has_its_own_picture_or_none(begun: Any) -> None:
    begun.roll((5, 4), None, flat=False)
    begun.roll((5, 4), PICTURES[1], flat=False)
    refused = last_game(begun.journal.path)["refused_rolls"]
    assert [roll["picture"] for roll in refused] == [PICTURES[0], None, PICTURES[1]]


def test_a_question_about_a_roll_without_a_picture_has_none(begun: Any) -> None:
    begun.doubtful_roll((5, 4), None)
    for side in Side:
        begun.tap(c.RollConfirmed, side)
    game = last_game(begun.journal.path)
    assert [each["picture"] for each in game["questions"] if each["proposal"] == [5, 4]] == [None]
    assert (game["rolls"][-1]["by_touch"], game["rolls"][-1]["picture"]) == (True, None)


def test_a_roll_typed_in_after_one_that_did_not_count_has_no_picture(begun: Any) -> None:
    begun.do(c.DeviceFailed, "camera", "no frame for 3 s")
    begun.do(c.DiceLifted, by="camera")
    for side in (Side.BLACK, Side.WHITE):
        begun.tap(c.RollEntered, side, (5, 4))
    roll = last_game(begun.journal.path)["rolls"][-1]
    assert (roll["values"], roll["by_touch"], roll["picture"]) == ([5, 4], True, None)


def test_the_picture_of_one_roll_is_not_that_of_the_next(begun: Any) -> None:
    begun.roll((5, 4), PICTURES[1])
    begun.do(c.ClockPressed, Side.BLACK, by="buttons")
    begun.do(c.DeviceFailed, "camera", "no frame for 3 s")
    begun.do(c.DiceLifted, by="camera")
    for side in Side:
        begun.tap(c.RollEntered, side, (2, 1))
    rolls = last_game(begun.journal.path)["rolls"]
    told = [(roll["values"], roll["by_touch"], roll["picture"]) for roll in rolls[1:]]
    assert told == [([5, 4], False, PICTURES[1]), ([2, 1], True, None)]


def test_a_roll_that_waited_for_the_baffle_box_has_one_picture(
    tmp_path: Path, make_keeper: Callable[[Journal], Any], norway: RuleBook
) -> None:
    with Journal.open(tmp_path / "j", boot_id="b") as journal:
        keeper = make_keeper(journal)
        keeper.open("m", 3, norway, mixer=Half.PICTURE_LEFT, tower=True)
        for side in Side:
            keeper.tap(c.ReadyTapped, side)
        keeper.opening_die(6, PICTURES[0])
        keeper.do(c.TowerReported, 1, 1, by="tower")
        keeper.opening_die(4, None)
        keeper.do(c.TowerReported, 1, 1, by="tower")
    kinds = [row.kind for row in read(tmp_path / "j")]
    assert kinds.count("RollHeld") == 2
    document = record_document(read(tmp_path / "j"), "m")
    assert document["pictures"] == [PICTURES[0]]
    opening = document["games"][0]["opening"]
    assert [(die["value"], die["picture"]) for die in opening] == [(6, PICTURES[0]), (4, None)]
    (roll,) = document["games"][0]["rolls"]
    assert (roll["by_touch"], roll["picture"]) == (False, None)


@pytest.mark.parametrize(
    ("touched", "told"),
    [((False, False), False), ((True, False), True), ((False, True), True), ((True, True), True)],
)
def test_the_first_roll_is_by_touch_when_either_of_its_dice_was(
    tmp_path: Path,
    make_keeper: Callable[[Journal], Any],
    norway: RuleBook,
    touched: tuple[bool, bool],
    told: bool,
) -> None:
    """Beside a baffle box each die comes alone; those of an opening that was even don't count."""
    with Journal.open(tmp_path / "j", boot_id="b") as journal:
        keeper = make_keeper(journal)
        keeper.open("m", 3, norway, mixer=Half.PICTURE_LEFT)
        for side in Side:
            keeper.tap(c.ReadyTapped, side)
        dice = [(2, True), (2, False), (6, touched[0]), (4, touched[1])]
        for number, (value, by_touch) in enumerate(dice):
            if by_touch:
                keeper.do(c.DiceLifted, by="camera")
                thrower = list(Side)[number % 2]
                for side in (thrower, thrower.other):
                    keeper.tap(c.RollEntered, side, (value,))
            else:
                keeper.opening_die(value, str(number) * 64)
    game = last_game(tmp_path / "j")
    opening = [(die["side"], die["value"], die["by_touch"]) for die in game["opening"]]
    assert opening == [
        (side, value, by_touch)
        for side, (value, by_touch) in zip(["white", "black"] * 2, dice, strict=True)
    ]
    pictures = [None if by_touch else str(number) * 64 for number, (_, by_touch) in enumerate(dice)]
    assert [die["picture"] for die in game["opening"]] == pictures
    (roll,) = game["rolls"]
    assert (roll["values"], roll["by_touch"]) == ([6, 4], told)


def test_cube_clock_and_flags(document: dict[str, Any]) -> None:
    first, _second, third = document["games"]
    cube = [(c["turn"], c["action"], c["side"], c["level"]) for c in first["cube"]]
    assert cube == [(2, "double", "black", 2), (2, "take", "white", 2)]
    turns = [(c["turn"], c["side"], c["used_ns"]) for c in first["clock"] if c["ends_turn"]]
    assert turns == [(1, "white", SECOND_NS)]
    full = 3 * 120 * SECOND_NS  # norway §3.5: two minutes a point
    assert first["clock"][0]["reserve_ns"] == {"white": full, "black": full}
    (flag,) = third["flags"]
    assert (flag["side"], flag["cites"]) == ("black", ["norway §4.3(iii)"])
    assert third["clock"][-1]["reserve_ns"]["black"] == 0


def test_a_passed_double_and_a_roll_whose_picture_could_not_be_kept(
    tmp_path: Path, make_keeper: Callable[[Journal], Any], norway: RuleBook
) -> None:
    with Journal.open(tmp_path / "j", boot_id="b") as journal:
        keeper = make_keeper(journal)
        keeper.open("m", 3, norway)
        keeper.begin_game(white=3, black=1)
        keeper.do(c.ClockPressed, Side.WHITE, by="buttons")
        keeper.roll((6, 2), None)
        keeper.do(c.ClockPressed, Side.BLACK, by="buttons")
        keeper.tap(c.DoubleTapped, Side.WHITE)
        keeper.tap(c.PassTapped, Side.BLACK)
    told = record_document(read(tmp_path / "j"), "m")
    (game,) = told["games"]
    cube = [(a["turn"], a["action"], a["side"], a["level"]) for a in game["cube"]]
    assert cube == [(3, "double", "white", 2), (3, "pass", "black", 2)]
    assert game["result"]["cause"] == "pass"
    assert (game["rolls"][-1]["values"], game["rolls"][-1]["picture"]) == ([6, 2], None)
    assert told["pictures"] == []


def test_refusals_changes_and_interruptions(document: dict[str, Any]) -> None:
    (refused,) = document["refused_commands"]
    assert (refused["command"], refused["game"], refused["turn"]) == ("DoubleTapped", 1, 2)
    assert refused["reasons"] == ["not_your_cube", "invalid_roll_this_turn"]
    (change,) = document["score_changes"]
    assert (change["by"], change["section"]) == ("director:Kari", "4.3")
    kinds = [event["kind"] for event in document["interruptions"]]
    assert kinds[:3] == ["DirectorCalled", "PlayStopped", "PlayResumed"]
    assert "WinContested" in kinds
    assert all(event["words"].endswith((".", "]")) for event in document["interruptions"])


def _objects(plain: Any) -> Iterator[dict[str, Any]]:
    if isinstance(plain, dict):
        yield plain
    inner = plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else ()
    for item in inner:
        yield from _objects(item)


def test_every_row_is_told_or_told_by_another(kept: Path, document: dict[str, Any]) -> None:
    """The rows whose seq the record does not name are of kinds that others imply."""
    named = {item["seq"] for item in _objects(document) if "seq" in item} | {1}
    implied = {"TimeAllotted", "ReadyGiven", "DicePickedUp", "RollStated", "ClockStarted"}
    implied |= {"TapSettled"}
    implied |= {"WinClaimed", "ResumeAgreed"}
    assert {row.kind for row in read(kept) if row.seq not in named} <= implied


def test_each_match_has_its_own_record(tmp_path: Path, keep: Callable[..., Any]) -> None:
    with Journal.open(tmp_path / "j", boot_id="b") as journal:
        keep(journal, "one", "two")
    rows = list(read(tmp_path / "j"))
    one, two = record_document(rows, "one"), record_document(rows, "two")
    assert one["last_seq"] < two["first_seq"]
    assert [game["number"] for game in two["games"]] == [1, 2, 3]
    with pytest.raises(MatchMissing, match="'three'"):
        record_document(rows, "three")


def test_a_result_corrected_later_stands_in_its_own_record(
    tmp_path: Path, keep: Callable[..., Any]
) -> None:
    """norway §4.6: not in that of the match at the table by then."""
    with Journal.open(tmp_path / "j", boot_id="b") as journal:
        keeper = keep(journal, "one", "two")
        untouched = record_document(read(tmp_path / "j"), "two")
        order = (c.EarlierResultOrdered, "two", DIRECTOR, "misread", "one", Side.BLACK)
        keeper.do(*order, BySide(1, 3), by=DIRECTOR)
    rows = list(read(tmp_path / "j"))
    one = record_document(rows, "one")
    assert one["result"] | {"utc": ""} == {
        **{"seq": rows[-1].seq, "utc": "", "winner": "black", "score": {"white": 1, "black": 3}},
        **{"cause": untouched["result"]["cause"], "cites": ["norway §4.6"]},
    }
    assert (one["last_seq"], one["score_changes"][-1]["why"]) == (rows[-1].seq, "misread")
    assert one["interruptions"][-1]["words"].startswith("Director Kari corrects the result of")
    assert record_document(rows, "two") == untouched


def test_a_match_taken_over_in_its_middle(
    tmp_path: Path, make_keeper: Callable[[Journal], Any], norway: Any
) -> None:
    from kits import commands as c  # noqa: PLC0415

    from kiosk.rules.units import Side  # noqa: PLC0415

    with Journal.open(tmp_path / "old", boot_id="b") as old:
        keeper = make_keeper(old)
        keeper.open("m", 3, norway)
        keeper.begin_game(white=3, black=1)
        head_seq, head_hash = old.head
        name = old.journal_id
    with Journal.open(tmp_path / "new", boot_id="c") as new:
        taken = TableTakenOver(name, head_seq, head_hash, new.journal_id, keeper.match, keeper.now)
        new.append(
            command_id="take-over",
            by="director:Kari",
            at_ns=1,
            wall_utc="2026-05-09T14:03:07.123Z",
            match_id="m",
            events=[taken],
        )
        keeper.journal, keeper.match_id = new, "m"
        keeper.match = evolve(keeper.match, taken)
        keeper.do(c.ClockPressed, Side.WHITE, by="buttons")
    assert fold_rows(read(tmp_path / "new")).match == keeper.match
    document = record_document(read(tmp_path / "new"), "m")
    assert document["match_id"] == "m"
    (game,) = document["games"]
    assert (game["number"], len(game["clock"])) == (1, 1)
    assert document["interruptions"][0]["kind"] == "TableTakenOver"


def test_it_is_written_whole_or_not_at_all(
    tmp_path: Path, document: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match-1.json"
    write(document, path)
    assert json.loads(path.read_text()) == document
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", _no_space)
        with pytest.raises(OSError, match="no space"):
            write({"other": 1}, path)
    assert json.loads(path.read_text()) == document
    assert list(tmp_path.glob("*match-1*")) == [path]


def _no_space(descriptor: int) -> None:
    raise OSError(28, f"no space for {descriptor}")


@pytest.fixture
def doubled(
    tmp_path: Path, make_keeper: Callable[[Journal], Any], norway: RuleBook
) -> Iterator[Any]:
    """White has doubled in its second turn, in a book in which nothing stands at once."""
    with Journal.open(tmp_path / "j", boot_id="b") as journal:
        keeper = make_keeper(journal)
        keeper.open("m", 3, norway.with_value("cube.stands", frozenset()))
        keeper.begin_game(white=3, black=1)
        keeper.do(c.ClockPressed, Side.WHITE, by="buttons")
        keeper.roll((6, 2), None)
        keeper.do(c.ClockPressed, Side.BLACK, by="buttons")
        keeper.tap(c.DoubleTapped, Side.WHITE)
        keeper.journal_path = tmp_path / "j"
        yield keeper


def written(keeper: Any) -> dict[str, Any]:
    return record_document(read(keeper.journal_path), "m")


def test_what_was_taken_back_is_told_beside_the_games_and_not_in_them(doubled: Any) -> None:
    before = written(doubled)
    doubled.tap(c.PassTapped, Side.BLACK)
    assert written(doubled)["score"] == {"white": 1, "black": 0}
    doubled.tap(c.TakeBackTapped, Side.BLACK)
    after = written(doubled)
    assert (after["games"], after["score"]) == (before["games"], before["score"])
    assert after["interruptions"][-1]["words"] == "Bo takes back the pass."
    doubled.tap(c.TakeTapped, Side.BLACK)
    actions = [each["action"] for each in written(doubled)["games"][0]["cube"]]
    assert actions == ["double", "take"]


def test_a_game_played_on_stands_once_and_with_all_its_rolls(doubled: Any) -> None:
    before = written(doubled)["games"][0]
    doubled.tap(c.PassTapped, Side.BLACK)
    for side in Side:
        doubled.tap(c.ReadyTapped, side)
    assert len(written(doubled)["games"]) == 2
    doubled.tap(c.ReopenTapped, Side.WHITE)
    doubled.tap(c.ReopenAgreed, Side.BLACK)
    told = written(doubled)
    (game,) = told["games"]
    assert game["result"] is None
    assert (game["number"], game["rolls"], game["cube"]) == (1, before["rolls"], before["cube"])
    assert [moment["seq"] for moment in game["reopened"]]
    assert told["score"] == {"white": 0, "black": 0}
    for side in Side:
        doubled.tap(c.ResumeTapped, side)
    doubled.tap(c.TakeTapped, Side.BLACK)
    assert written(doubled)["games"][0]["cube"][-1]["turn"] == before["cube"][-1]["turn"]


def test_to_take_back_the_yes_leaves_the_next_game_as_it_had_begun(doubled: Any) -> None:
    doubled.tap(c.PassTapped, Side.BLACK)
    for side in Side:
        doubled.tap(c.ReadyTapped, side)
    before = written(doubled)
    doubled.tap(c.ReopenTapped, Side.WHITE)
    doubled.tap(c.ReopenAgreed, Side.BLACK)
    doubled.tap(c.TakeBackTapped, Side.BLACK)
    after = written(doubled)
    assert (after["games"], after["score"]) == (before["games"], before["score"])
