"""The last act on a ladder that took something away is undone, until something rests on it."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from kits.ladder_facts_kit import FIRST, LAST
from kits.ladder_walk import Desk, any_act, challenged, opened, played, preview

from kiosk.tournament.act import Refused
from kiosk.tournament.formats import LADDER
from kiosk.tournament.ladder import NO_LADDER, open_challenges, order_after
from kiosk.tournament.ladder_challenges import CorrectLadderResult, EndUnplayed
from kiosk.tournament.ladder_consequences import LeavesLadder
from kiosk.tournament.ladder_season import (
    CloseSeason,
    JoinLadder,
    LeaveLadder,
    OnLadder,
    OpenSeason,
)
from kiosk.tournament.ladder_undoing import LadderActUndone, UndoOnLadder


def last_act(desk: Desk) -> int:
    """Its row of the log."""
    assert desk.state.undoable is not None
    return desk.state.undoable.first


def undoes(desk: Desk) -> None:
    assert isinstance(desk.did(UndoOnLadder, first=last_act(desk)), LadderActUndone)


def test_who_left_by_mistake_has_his_place_again() -> None:
    desk = opened()
    before = desk.state
    desk.did(LeaveLadder, member_id="c")
    undoes(desk)
    assert desk.state == before
    assert preview(desk, UndoOnLadder, first=last_act(desk)) == (LeavesLadder("c", 3),)
    undoes(desk)  # the undoing itself
    assert "c" not in desk.state.order
    assert LADDER.replayed(desk.kept, NO_LADDER) == desk.state


def test_every_act_that_takes_something_is_undone_as_it_was() -> None:
    desk = opened()
    number, other = played(desk, "db", "d"), challenged(desk, "fe")
    ended = {"number": number, "score": (3, 7), "winner": "b", "why": "misread"}
    for act, what in (
        (CorrectLadderResult, ended),
        (EndUnplayed, {"number": other, "absent": "e", "day": FIRST, "why": "ill"}),
    ):
        before = desk.state
        desk.did(act, **what)
        assert desk.state != before
        undoes(desk)
        assert desk.state == before
    desk.did(EndUnplayed, number=other, absent="e", day=FIRST, why="ill")
    for act, what in (
        (CloseSeason, {"day": LAST + 1}),
        (OpenSeason, {"first_day": LAST + 1, "last_day": LAST + 300}),
    ):
        before = desk.state
        desk.did(act, **what)
        undoes(desk)
        assert desk.state == before
        undoes(desk)


def test_what_rests_on_it_is_named_and_it_is_not_undone() -> None:
    desk = opened()
    desk.did(LeaveLadder, member_id="c")
    first = last_act(desk)
    challenged(desk, "gf")
    desk.did(UndoOnLadder, first=first)
    undoes(desk)
    first = last_act(desk)
    number = played(desk, "ed", "e")
    assert desk.refused(UndoOnLadder, first=first) == {("rests_on_it", str(number))}
    desk.did(JoinLadder, member=OnLadder("z", "Zoe"))
    assert ("rests_on_it", "z") in desk.refused(UndoOnLadder, first=first)


def test_only_the_last_is_undone() -> None:
    desk = opened()
    desk.did(LeaveLadder, member_id="c")
    first = last_act(desk)
    desk.did(LeaveLadder, member_id="d")
    assert desk.refused(UndoOnLadder, first=first) == {("not_undoable", "")}
    assert desk.refused(UndoOnLadder, first=99) == {("not_undoable", "")}


def test_a_challenge_made_since_is_in_the_way_of_the_one_that_ended() -> None:
    desk = opened()
    number = challenged(desk, "ba")
    desk.did(EndUnplayed, number=number, absent="b", day=FIRST + 1, why="ill")
    challenged(desk, "ca", day=FIRST + 1)
    assert desk.refused(UndoOnLadder, first=last_act(desk)) == {("challenge_open", "a")}


def test_a_challenge_of_a_season_rests_on_its_opening() -> None:
    desk = opened()
    desk.did(CloseSeason, day=LAST + 1)
    desk.did(OpenSeason, first_day=LAST + 1, last_day=LAST + 300)
    number = challenged(desk, "ab", day=LAST + 1)
    assert desk.refused(UndoOnLadder, first=last_act(desk)) == {("rests_on_it", str(number))}


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 60))
def test_whatever_is_undone_takes_nothing_that_came_since(seed: int, steps: int) -> None:
    chance = random.Random(seed)
    desk = opened()
    for _step in range(steps):
        act = desk.state.undoable
        if act is None or chance.random() < 0.8:
            kind, what = any_act(desk, chance)
            before = desk.state
            (event,) = desk.does(kind, **what)
            newest = desk.state.undoable
            if isinstance(event, Refused) or newest is None or newest is before.undoable:
                continue
            undoes(desk)
            assert desk.state == before
            undoes(desk)
            continue
        moved, made = len(desk.state.changes), len(desk.state.challenges)
        (event,) = desk.does(UndoOnLadder, first=act.first)
        if not isinstance(event, Refused):
            assert len(act.after.changes) == moved
            assert len(desk.state.challenges) == made
            assert all({*each.pair} <= {*desk.state.order} for each in open_challenges(desk.state))
        if desk.state.season > 0:
            assert desk.state.order == order_after(desk.state, desk.state.changes)
    assert LADDER.replayed(desk.kept, NO_LADDER) == desk.state
