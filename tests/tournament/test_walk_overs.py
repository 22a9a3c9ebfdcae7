"""A walk-over is a fact, and a result belongs to its two players: in any order of whoever leaves,
comes back, is corrected, awarded or played, in every format.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kits.divisions_kit import DOUBLES, FORMS, by_itself, goes_on, made
from kits.tournament_kit import BY_DATE, LAST_DAY, PROGRESSIVE, Desk, drawn, entry, key, won

from kiosk.tournament.act import TournamentCommand
from kiosk.tournament.bracket import Cause, PairingResult, PairingState
from kiosk.tournament.calls import Call, proposals
from kiosk.tournament.club_claims import PlayAgain
from kiosk.tournament.club_rounds import RoundDate
from kiosk.tournament.decide import replayed
from kiosk.tournament.draws import (
    CloseLatePlaces,
    DrawDivision,
    PublishDraw,
    TakeDrawBack,
    TakeLate,
)
from kiosk.tournament.entries import Enter, LeavingReason, Scratch, TakeBackIn, TakenOut, TakeOut
from kiosk.tournament.giving_place import GivePlace
from kiosk.tournament.history import read_history
from kiosk.tournament.in_division import InDivision, in_format
from kiosk.tournament.knock_out import BracketShape, KnockOutShape
from kiosk.tournament.played import ActOrigin
from kiosk.tournament.ratings import ratings
from kiosk.tournament.results import Award, Correct, Reopen, TakeMatch
from kiosk.tournament.round_dates import SetRoundDates
from kiosk.tournament.round_robin import CoupleScoring, GroupRules
from kiosk.tournament.setting_up import MakeDivision
from kiosk.tournament.sheet import division_stands, round_of, stand_of, to_play
from kiosk.tournament.standings import division_places
from kiosk.tournament.swiss_rounds import CloseSwiss, PairSwissRound, TakeSwissRoundBack
from kiosk.tournament.tournament import DivisionFormat, Entry, PairingKey, Player, Round
from kiosk.tournament.walk_overs import WalkedOver, WalkOverTakenBack

AT = (1, "Kari")


def takes_out(desk: Desk, *who: str) -> None:
    for each in who:
        desk.does(TakeOut, entry_id=each, leaving=LeavingReason.WITHDRAWN, why="ill")


def wins(desk: Desk, pairing_id: str, winner: str) -> None:
    where = key(pairing_id)
    desk.does(TakeMatch, key=where, winner=winner, score=won(desk, where, winner))


def players(desk: Desk, where: PairingKey) -> tuple[str, str] | None:
    here = stand_of(desk.tournament, where)
    return here.players if here else None


def places(desk: Desk) -> dict[str, tuple[int, int]]:
    """In the main bracket."""
    found = division_places(desk.tournament, desk.division())
    return {each.entry_id: (each.first, each.last) for each in found if each.bracket == "main"}


# --- a knock-out ---------------------------------------------------------------------------------


def through_without_play() -> Desk:
    """e1 has gone, e2 is in the final through that, and has lost it to e3."""
    desk = drawn(4)
    takes_out(desk, "e1")
    wins(desk, "main-1-2", "e3")
    wins(desk, "main-2-1", "e3")
    return desk


def test_a_walk_over_is_a_fact_with_whoever_was_gone() -> None:
    desk = drawn(4)
    out, walked = desk.does(TakeOut, entry_id="e1", leaving=LeavingReason.NO_SHOW, why="not here")
    assert isinstance(out, TakenOut)
    assert isinstance(walked, WalkedOver)
    assert (walked.key, walked.gone) == (key("main-1-1"), ("e1",))
    assert desk.tournament.results[key("main-1-1")] == PairingResult("e2", Cause.WITHDRAWN)
    assert read_history(desk.kept).decided_ms[key("main-1-1")] == walked.at_ms
    both = drawn(4)
    both.does(Call, at_tables=((key("main-1-1"), 1),))
    takes_out(both, "e4", "e3")
    assert both.tournament.results[key("main-1-2")].winner == "e3", "e4 left first"
    assert key("main-1-1") in both.tournament.called


def test_a_finalist_who_leaves_after_the_final_keeps_his_place() -> None:
    desk = through_without_play()
    takes_out(desk, "e2")
    assert places(desk) == {"e3": (1, 1), "e2": (2, 2), "e1": (3, 4), "e4": (3, 4)}
    takes_out(desk, "e3")
    assert places(desk)["e3"] == (1, 1)


@pytest.mark.parametrize("back", ["e1", "e2"])
def test_who_comes_back_changes_nothing_that_was_played(back: str) -> None:
    desk = through_without_play()
    takes_out(desk, *{"e2"} - {back})
    before = division_stands(desk.tournament, desk.division())
    if back == "e2":
        takes_out(desk, "e2")
    desk.does(TakeBackIn, entry_id=back, why="it was another")
    assert division_stands(desk.tournament, desk.division()) == before
    assert players(desk, key("main-2-1")) == ("e2", "e3")
    assert desk.tournament.results[key("main-2-1")].winner == "e3"


def test_nobody_is_rated_for_a_match_he_did_not_play() -> None:
    desk = through_without_play()
    before = {
        each.player.player_id: each.matches
        for each in ratings(desk.tournament, read_history(desk.kept).matches, "fibs")
    }
    assert before == {"p1": 0, "p2": 1, "p3": 2, "p4": 1}
    for act in (
        lambda: takes_out(desk, "e2"),
        lambda: desk.does(TakeBackIn, entry_id="e1", why="x"),
        lambda: takes_out(desk, "e3", "e4"),
        lambda: desk.does(TakeBackIn, entry_id="e2", why="x"),
    ):
        act()
        after = ratings(desk.tournament, read_history(desk.kept).matches, "fibs")
        assert {each.player.player_id: each.matches for each in after} == before


def test_what_was_not_played_is_played_after_all_once_he_is_back() -> None:
    desk = drawn(8)
    takes_out(desk, "e1", "e3", "e4")
    assert desk.tournament.results[key("main-1-2")].winner == "e4", "e3 left first"
    assert desk.tournament.results[key("main-2-1")] == PairingResult("e2", Cause.WITHDRAWN)
    facts = desk.does(TakeBackIn, entry_id="e1", why="he is here")
    back = [each.key for each in facts if isinstance(each, WalkOverTakenBack)]
    assert back == [key("main-1-1"), key("main-2-1")]
    here = stand_of(desk.tournament, key("main-1-1"))
    assert here is not None
    assert here.state is PairingState.READY
    wins(desk, "main-1-1", "e1")
    assert players(desk, key("main-2-1")) == ("e1", "e4")
    assert desk.tournament.results[key("main-2-1")].winner == "e1"
    assert replayed(desk.kept) == desk.tournament


def test_a_series_goes_on_only_between_the_two_who_began_it() -> None:
    rounds = tuple(replace(each, best_of=3) for each in PROGRESSIVE.rounds)
    desk = drawn(4, form=replace(PROGRESSIVE, rounds=rounds))
    takes_out(desk, "e1")
    for winner in ("e3", "e3"):
        wins(desk, "main-1-2", winner)
    for winner in ("e2", "e3"):
        wins(desk, "main-2-1", winner)
    desk.does(TakeBackIn, entry_id="e1", why="it was another")
    told = to_play(desk.tournament, key("main-2-1"))
    assert told is not None
    assert (told.sides, told.number) == (("e2", "e3"), 3)
    desk.does(Reopen, key=key("main-1-1"), why="the director's ruling")
    assert key("main-2-1") not in desk.tournament.sets, "what they played is void, by a fact"


def test_who_was_walked_over_is_not_played_on_with_until_he_is_back() -> None:
    desk = through_without_play()
    assert desk.refused(Reopen, key=key("main-1-1"), why="x") == {("gone", "e1")}
    desk.does(Correct, key=key("main-1-1"), winner="e1", score=None, why="he was here, and won")
    assert players(desk, key("main-2-1")) == ("e1", "e3")
    assert desk.tournament.results[key("main-2-1")] == PairingResult("e3", Cause.WITHDRAWN)


def test_a_draw_with_walk_overs_alone_is_drawn_again_and_none_is_left() -> None:
    desk = drawn(4)
    takes_out(desk, "e1")
    desk.does(TakeDrawBack, division_id="main", why="the wrong list")
    assert desk.tournament.results == desk.tournament.walked_over == {}
    desk.does(DrawDivision, division_id="main", order=("e1", "e3", "e2", "e4"))
    assert desk.tournament.results == {}, "nobody has to play before it is published"
    desk.does(PublishDraw, division_id="main")
    assert desk.tournament.results[key("main-1-1")].winner == "e3"
    again = {"order": ("e2", "e1", "e3", "e4"), "why": "again"}
    desk.does(DrawDivision, division_id="main", **again)
    assert desk.tournament.results == {}


# --- a Swiss -------------------------------------------------------------------------------------


def test_who_enters_late_loses_no_life_for_a_round_that_was_taken_back() -> None:
    desk = made("lives", entries=4)
    desk.does(DrawDivision, division_id="lives", order=desk.division("lives").entries)
    desk.does(PublishDraw, division_id="lives")
    desk.does(TakeLate, division_id="lives", entry=entry(9))
    found = in_format(desk.division("lives"))
    assert found is not None
    assert found[1].missed["e9"] == 1
    back = TakeSwissRoundBack(*AT, "one more is here")
    desk.does(InDivision, division_id="lives", act=back)
    found = in_format(desk.division("lives"))
    assert found is not None
    assert found[1].missed == dict.fromkeys(("e1", "e2", "e3", "e4", "e9"), 0)


@pytest.mark.parametrize("name", ["swiss", "lives"])
@pytest.mark.parametrize("stay", [(), ("e1",)])
def test_a_swiss_that_everybody_left_before_its_first_round_can_be_closed(
    name: str, stay: tuple[str, ...]
) -> None:
    desk = made(name, entries=4)
    desk.does(DrawDivision, division_id=name, order=desk.division(name).entries)
    desk.does(InDivision, division_id=name, act=TakeSwissRoundBack(*AT, "rain"))
    closed = InDivision(*AT, name, CloseSwiss(*AT))
    assert desk.refused(InDivision, division_id=name, act=closed.act) == {("not_over", "round 0")}
    takes_out(desk, *(each for each in ("e1", "e2", "e3", "e4") if each not in stay))
    desk.does(InDivision, division_id=name, act=closed.act)
    assert in_format(desk.division(name))[1].closed  # type: ignore[index]


# --- any order, every format ---------------------------------------------------------------------


def couple(number: int) -> Entry:
    both = tuple(Player(f"p{number}{each}", f"{number} {each}") for each in (1, 2))
    return Entry(f"e{number}", f"Couple {number}", both)


ENDS = {
    "knock-out": PROGRESSIVE,
    "series": replace(
        PROGRESSIVE, rounds=tuple(replace(each, best_of=3) for each in PROGRESSIVE.rounds)
    ),
    "third place": DivisionFormat(
        "Knock-out",
        KnockOutShape((BracketShape("main", third_place=True),)),
        (Round("main", 7, "norway"),),
    ),
    "by a date": BY_DATE,
    "doubles": replace(DOUBLES, groups=GroupRules(4, 1, doubles=CoupleScoring.ENCOUNTERS)),
    **{name: form for name, form in FORMS.items() if name != "main"},
}


def begins(name: str, entries: int, late: int) -> Desk:
    """A division of this format, drawn as it is numbered and published."""
    desk = made(tables=4)
    form = ENDS[name]
    desk.does(MakeDivision, division_id="d", name="D", format=form)
    who = tuple((couple if name == "doubles" else entry)(n) for n in range(1, entries + 1))
    desk.does(Enter, division_id="d", entries=who)
    if form.by_date is not None:
        dates = tuple(RoundDate("main", n, LAST_DAY + 30 * n) for n in range(1, 6))
        desk.does(SetRoundDates, division_id="d", dates=dates)
    order: tuple[str | int, ...] = desk.division("d").entries
    if any(bracket.name == "main" for bracket in form.shape.brackets):
        order = (*order, *range(1, late + 1))
    desk.does(DrawDivision, division_id="d", order=order)
    desk.does(PublishDraw, division_id="d")
    return desk


Odd = Callable[[Desk, random.Random], tuple[type[TournamentCommand], dict[str, Any]] | None]


def keys_of(desk: Desk) -> list[PairingKey]:
    return [PairingKey("d", name) for name in division_stands(desk.tournament, desk.division("d"))]


def asked(
    desk: Desk, chance: random.Random, what: int
) -> tuple[type[TournamentCommand], dict[str, Any]]:
    """An act of some kind, about somebody or some pairing; it may be refused."""
    entries = desk.division("d").entries
    who = chance.choice(entries)
    where = chance.choice(keys_of(desk) or [PairingKey("d", "none")])
    both = players(desk, where) or (who, who)
    winner = chance.choice(both)
    score = won(desk, where, winner, 1) if where in keys_of(desk) else (7, 0)
    game = {"level": 1, "cube": 1, "score": (1, 0) if winner == both[0] else (0, 1)}
    single = {} if desk.division("d").format.swing is None else game
    if round_of_best(desk, where) > 1:
        score = (2, 0) if winner == both[0] else (0, 2)
    why = {"why": "x"}
    anew = entry(chance.randint(50, 60))
    acts: tuple[tuple[type[TournamentCommand], dict[str, Any]], ...] = (
        (TakeOut, {"entry_id": who, "leaving": chance.choice(list(LeavingReason)), **why}),
        (TakeBackIn, {"entry_id": chance.choice(sorted(desk.tournament.gone) or [who]), **why}),
        (Correct, {"key": where, "winner": winner, "score": score, **single, **why}),
        (Correct, {"key": where, "winner": None, "score": None, **why}),
        (Award, {"key": where, "winner": winner, "cause": Cause.WALK_OVER, **why}),
        (Award, {"key": where, "winner": None, "cause": Cause.RULING, **why}),
        (Reopen, {"key": where, **why}),
        (Scratch, {"division_id": "d", "entry_id": who}),
        (GivePlace, {"division_id": "d", "of": who, "entry": anew, **why}),
        (TakeLate, {"division_id": "d", "entry": anew}),
        (CloseLatePlaces, {"division_id": "d"}),
        (PlayAgain, {"key": where, **why}),
        (InDivision, {"division_id": "d", "act": TakeSwissRoundBack(*AT, "x")}),
        (InDivision, {"division_id": "d", "act": PairSwissRound(*AT, entries)}),
        (PublishDraw, {"division_id": "d"}),
    )
    return acts[what % len(acts)]


def round_of_best(desk: Desk, where: PairingKey) -> int:
    here = where in keys_of(desk)
    return round_of(desk.division("d"), where.pairing_id).best_of if here else 1


def ready(desk: Desk) -> list[PairingKey]:
    here = division_stands(desk.tournament, desk.division("d"))
    draw = desk.division("d").draw
    return [
        PairingKey("d", name)
        for name, each in here.items()
        if each.state is PairingState.READY and draw is not None and draw.published
    ]


def plays(desk: Desk, where: PairingKey, winner: str) -> None:
    both = players(desk, where) or ("", "")
    told: dict[str, Any] = {"key": where, "winner": winner, "score": won(desk, where, winner)}
    if desk.division("d").format.swing is not None:
        told |= {"level": 3, "cube": 4, "score": (12, 0) if winner == both[0] else (0, 12)}
    desk.does(TakeMatch, **told)


Played = dict[PairingKey, tuple[frozenset[str], object]]


def played(desk: Desk) -> Played:
    """Of each pairing in which a match was played: the two, and what they have of it."""
    found: Played = {}
    for where in desk.tournament.sets:
        walked = where in desk.tournament.walked_over  # the match that was to come of a series
        result = None if walked else desk.tournament.results.get(where)
        found[where] = frozenset(players(desk, where) or ()), result
    return found


PLAYS, GOES_ON = -1, -2
STEPS = (*[PLAYS] * 8, *[GOES_ON] * 2, *[0] * 3, *[1] * 5, *range(15))
"""What is done next: a match is played, the format goes on, or an act of `asked`."""


@pytest.mark.parametrize("name", ENDS)
@settings(max_examples=25, deadline=None)
@given(
    st.integers(3, 9),
    st.integers(0, 1),
    st.lists(st.sampled_from(STEPS), min_size=10, max_size=40),
    st.integers(0, 2**32),
)
def test_no_played_result_changes_hands_and_every_event_can_be_ended(
    name: str, entries: int, late: int, steps: list[int], seed: int
) -> None:
    chance = random.Random(seed)
    desk = begins(name, entries, late)
    for step in steps:
        before = played(desk)
        by_itself(desk, chance)
        can = ready(desk)
        corrected: set[PairingKey] = set()
        if step == PLAYS and can:
            where = chance.choice(can)
            plays(desk, where, chance.choice(players(desk, where) or ("",)))
            corrected = {where}
        elif step in {PLAYS, GOES_ON}:
            goes_on(desk, chance)
        else:
            act, what = asked(desk, chance, step)
            corrected = {what["key"]} if "key" in what else set()
            for fact in desk.does(act, **what):
                corrected |= {*getattr(fact, "dropped", ())}
        after = played(desk)
        for where in before.keys() - corrected:
            over = before[where][1] is not None  # a series that goes on may be walked over
            assert where in after, (where, desk.asked[-1])
            assert not over or after[where] == before[where], (where, desk.asked[-1])
        for where in after.keys() & before.keys():
            assert after[where][0] == before[where][0], (where, desk.asked[-1])
    ended(desk, chance)
    assert replayed(desk.kept) == desk.tournament


def ended(desk: Desk, chance: random.Random) -> None:
    """It is played, and whatever the format asks is done, until it is over."""
    desk.does(CloseLatePlaces, division_id="d")
    for _step in range(600):
        desk.does(PublishDraw, division_id="d")  # a round that waits to be looked at
        by_itself(desk, chance)
        can = ready(desk)
        if can:
            assert not {*(players(desk, can[0]) or ())} & desk.tournament.gone
            plays(desk, can[0], chance.choice(players(desk, can[0]) or ("",)))
        elif not goes_on(desk, chance):
            break
    here = division_stands(desk.tournament, desk.division("d")).values()
    assert {each.state for each in here} <= {PairingState.OVER, PairingState.UNPLAYED}
    assert not proposals(desk.tournament)
    found = in_format(desk.division("d"))
    if found is not None:
        way, play = found
        assert getattr(play, "closed", True)
        assert way.next_acts(play, ActOrigin(0, "")) == ()
