"""What an act on a ladder takes away is known before it is done."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from kits.ladder_facts_kit import FIRST, LAST
from kits.ladder_walk import any_act, challenged, opened, played, preview

from kiosk.tournament.act import Refused
from kiosk.tournament.ladder import ChallengeState, Ladder
from kiosk.tournament.ladder_challenges import (
    CorrectLadderResult,
    DisputeLadderResult,
    EndUnplayed,
    MakeChallenge,
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
    OpenSeason,
)


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
    assert (first.was.winner, first.now.state) == ("d", ChallengeState.DISPUTED)
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
    assert first.was.state is ChallengeState.UNPLAYED


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
        if was.is_open and now.state is ChallengeState.UNPLAYED:
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
        act, what = any_act(desk, chance)
        before = desk.state
        shown = preview(desk, act, **what)
        (event,) = desk.does(act, **what)
        if isinstance(event, Refused):
            assert shown == ()
        else:
            assert shown == ladder_consequences(before, desk.state)
        assert taken_by_hand(before, desk.state) == as_by_hand(before, desk.state)
