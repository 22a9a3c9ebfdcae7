"""Which match tables play of a pairing: one id for as long as it is the same match."""

import pytest
from kits.tournament_kit import Desk, drawn, key, won

from kiosk.tournament.bracket import Cause
from kiosk.tournament.calls import LONGEST_CALL_MIN, Call, Move, Uncall, free_tables, proposals
from kiosk.tournament.decide import replayed
from kiosk.tournament.entries import LeavingReason, TakeOut
from kiosk.tournament.results import Award, Correct, Reopen, TakeMatch
from kiosk.tournament.tournament import PairingKey, key_of

FIRST, SECOND, FINAL = key("main-1-1"), key("main-1-2"), key("main-2-1")


def called(*keys: PairingKey) -> Desk:
    desk = drawn(4)
    for table, each in enumerate(keys or (FIRST,), 1):
        desk.does(Call, at_tables=((each, table),))
    return desk


def match(desk: Desk, which: PairingKey = FIRST) -> str:
    return desk.tournament.matches[which].match_id


def test_a_match_is_named_by_its_pairing_and_its_first_call() -> None:
    desk = called()
    assert match(desk) == f"main/main-1-1/{desk.at_ms}"
    assert key_of(match(desk)) == FIRST
    assert desk.tournament.matches[FIRST].sides == ("e1", "e2")


@pytest.mark.parametrize("name", ["", "m1", "main/main-1-1", "main/main-1-1/x", "club-night"])
def test_another_match_was_called_for_none(name: str) -> None:
    assert key_of(name) is None


def test_it_stays_the_same_wherever_it_is_played() -> None:
    desk = called()
    before = match(desk)
    desk.does(Move, key=FIRST, table=3, why="a draught")
    assert match(desk) == before
    desk.does(Uncall, key=FIRST, why="put off")
    assert match(desk) == before
    desk.does(Call, at_tables=((FIRST, 2),))
    assert match(desk) == before


def test_one_that_was_played_is_another_when_it_is_opened_again() -> None:
    desk = called()
    before = match(desk)
    desk.does(TakeMatch, key=FIRST, winner="e1", score=(7, 3))
    assert FIRST not in desk.tournament.matches
    desk.does(Reopen, key=FIRST, why="the wrong clock")
    desk.does(Call, at_tables=((FIRST, 1),))
    assert match(desk) != before


def test_one_that_was_decided_goes_on_when_it_is_opened_again() -> None:
    desk = called()
    before = match(desk)
    desk.does(Award, key=FIRST, winner="e1", cause=Cause.WALK_OVER, why="nobody came")
    desk.does(Reopen, key=FIRST, why="he was at the wrong table")
    assert match(desk) == before


def test_with_somebody_else_in_it_it_is_another() -> None:
    desk = called(FIRST, SECOND)
    for each, winner in ((FIRST, "e1"), (SECOND, "e3")):
        desk.does(TakeMatch, key=each, winner=winner, score=won(desk, each, winner))
    desk.does(Call, at_tables=((FINAL, 1),))
    before = match(desk, FINAL)
    desk.does(Correct, key=FIRST, winner="e2", score=None, why="the sheet says so")
    desk.does(Call, at_tables=((FINAL, 1),))
    assert match(desk, FINAL) != before
    assert desk.tournament.matches[FINAL].sides == ("e2", "e3")


# --- called and moved -----------------------------------------------------------------------------


def test_a_call_says_when_it_begins_and_who_called() -> None:
    desk = drawn(4)
    desk.does(Call, at_tables=((FIRST, 1),), starts_in_min=10)
    called = desk.tournament.called[FIRST]
    assert (called.at_ms, called.by) == (desk.at_ms, "Kari")
    assert called.starts_ms == desk.at_ms + 10 * 60_000
    wrong = {("bad_value", f"starts_in_min {LONGEST_CALL_MIN + 1} (0–{LONGEST_CALL_MIN})")}
    more = LONGEST_CALL_MIN + 1
    assert desk.refused(Call, at_tables=((SECOND, 2),), starts_in_min=more) == wrong


def test_a_match_moves_only_to_a_table_that_is_free() -> None:
    desk = called(FIRST, SECOND)
    moved = {"key": FIRST, "why": "a draught"}
    assert desk.refused(Move, **moved, table=2) == {("table_busy", "table 2")}
    assert desk.refused(Move, **moved, table=99) == {("unknown", "table 99")}
    assert desk.refused(Move, key=FINAL, table=3, why="x") == {("not_called", "main main-2-1")}
    assert desk.refused(Move, key=FIRST, table=3, why=" ") == {("why_missing", "why")}
    desk.does(Move, **moved, table=3)
    assert desk.tournament.called[FIRST].table == 3
    assert 1 in free_tables(desk.tournament)


def test_who_plays_no_more_leaves_a_free_table() -> None:
    desk = called()
    desk.does(TakeOut, entry_id="e1", leaving=LeavingReason.WITHDRAWN, why="ill")
    assert FIRST not in desk.tournament.called
    assert FIRST not in desk.tournament.matches
    assert free_tables(desk.tournament) == desk.tournament.tables
    assert replayed(desk.kept) == desk.tournament


def test_nobody_is_proposed_a_table_that_is_silent() -> None:
    desk = drawn(4, tables=2)
    assert [each.table for each in proposals(desk.tournament)] == [1, 2]
    assert [each.table for each in proposals(desk.tournament, {1})] == [2]
    assert proposals(desk.tournament, {1, 2}) == ()
