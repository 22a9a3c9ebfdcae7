"""Who came where: everybody has one place in each bracket he was in, and the places add up."""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kits.divisions_kit import FORMS, begun, by_itself, goes_on, plays
from kits.tournament_kit import PROGRESSIVE, Desk, drawn, key, opened, won

from kiosk.tournament import swiss
from kiosk.tournament.bracket import Cause, PairingState
from kiosk.tournament.entries import LeavingReason, TakeOut
from kiosk.tournament.formats import SWISS
from kiosk.tournament.knock_out import BracketShape, KnockOutShape
from kiosk.tournament.results import Award, Correct, TakeMatch
from kiosk.tournament.sheet import division_stands, ready_pairings
from kiosk.tournament.standings import (
    BracketWinners,
    PlaceRange,
    division_places,
    shared_places,
    winners,
)
from kiosk.tournament.swiss_rounds import PairSwissRound
from kiosk.tournament.tournament import DivisionFormat, Round

THIRD = DivisionFormat(
    "Knock-out with a third place",
    KnockOutShape((BracketShape("main", third_place=True),)),
    (Round("main", 7, "norway"),),
)


def places(desk: Desk) -> dict[tuple[str, str], tuple[int, int, bool]]:
    found = division_places(desk.tournament, desk.division())
    told = {(each.bracket, each.entry_id): (each.first, each.last, each.still_in) for each in found}
    assert len(told) == len(found), "somebody is placed twice"
    return told


def play(desk: Desk, chance: random.Random, most: int = 10_000, odd: bool = False) -> None:
    """Whatever can be played; now and then somebody withdraws, or neither is through."""
    for _match in range(most):
        can = [each for each, _stand in ready_pairings(desk.tournament)]
        if not can:
            return
        one = chance.choice(can)
        here = division_stands(desk.tournament, desk.division())[one.pairing_id].players or ("", "")
        what = chance.randrange(8) if odd else 7
        if what == 0:
            desk.does(TakeOut, entry_id=here[0], leaving=LeavingReason.WITHDRAWN, why="ill")
        elif what == 1:
            desk.does(Award, key=one, winner=None, cause=Cause.WALK_OVER, why="neither came")
        elif what == 2:
            desk.does(Award, key=one, winner=here[1], cause=Cause.DISQUALIFIED, why="phone")
        else:
            winner = chance.choice(here)
            desk.does(TakeMatch, key=one, winner=winner, score=won(desk, one, winner))


def who_was_in(desk: Desk) -> dict[str, set[str]]:
    """Everybody who had a place in a bracket."""
    found: dict[str, set[str]] = {}
    for each in division_stands(desk.tournament, desk.division()).values():
        here = {seen.entry_id for seen in each.places if seen and seen.entry_id}
        found.setdefault(each.pairing.bracket, set()).update(here)
    return found


def check_ranges(found: Iterable[tuple[int, int]]) -> None:
    """They follow each other without a gap, each as wide as there are people in it."""
    counted = Counter(found)
    last = 0
    for (first, end), people in sorted(counted.items()):
        assert (first, end) == (last + 1, last + people)
        last = end


@given(st.integers(2, 40), st.booleans(), st.booleans(), st.randoms(use_true_random=False))
def test_at_the_end_everybody_has_a_place_and_the_ranges_add_up(
    entries: int, odd: bool, third: bool, chance: random.Random
) -> None:
    desk = drawn(entries, form=THIRD if third else PROGRESSIVE)
    play(desk, chance, odd=odd)
    told = places(desk)
    assert not any(still_in for _first, _last, still_in in told.values())
    for bracket, everybody in who_was_in(desk).items():
        assert {who for name, who in told if name == bracket} == everybody
        check_ranges(place[:2] for (name, _who), place in told.items() if name == bracket)


@given(st.integers(2, 40), st.integers(0, 60), st.booleans(), st.randoms(use_true_random=False))
def test_what_is_told_on_the_way_holds_at_the_end(
    entries: int, matches: int, third: bool, chance: random.Random
) -> None:
    desk = drawn(entries, form=THIRD if third else PROGRESSIVE)
    play(desk, chance, matches)
    early = places(desk)
    assert {who for name, who in early if name == "main"} == set(desk.division().entries)
    play(desk, chance)
    late = places(desk)
    for of, (first, last, still_in) in early.items():
        assert first <= late[of][0] <= late[of][1] <= last
        assert still_in or (first, last) == late[of][:2]


def win(desk: Desk, pairing_id: str, winner: str) -> None:
    where = key(pairing_id)
    desk.does(TakeMatch, key=where, winner=winner, score=won(desk, where, winner))


def test_a_knock_out_of_eight_by_hand() -> None:
    """Winner, runner-up, 3 to 4, 5 to 8; a consolation has places of its own."""
    desk = drawn(8)
    told = places(desk)
    assert told == {("main", f"e{number}"): (1, 8, True) for number in range(1, 9)}
    win(desk, "main-1-1", "e1")
    told = places(desk)
    assert told["main", "e1"] == (1, 4, True)
    assert told["main", "e2"] == (5, 8, False)
    assert told["consolation", "e2"] == (1, 6, True)
    for pairing_id, winner in (("1-2", "e4"), ("1-3", "e5"), ("1-4", "e8"), ("2-1", "e4")):
        win(desk, f"main-{pairing_id}", winner)
    win(desk, "main-2-2", "e5")
    told = places(desk)
    assert [told["main", f"e{number}"] for number in (4, 5)] == [(1, 2, True)] * 2
    assert [told["main", f"e{number}"] for number in (1, 8)] == [(3, 4, False)] * 2
    win(desk, "main-3-1", "e4")
    told = places(desk)
    assert (told["main", "e4"], told["main", "e5"]) == ((1, 1, False), (2, 2, False))
    desk.does(Correct, key=key("main-3-1"), winner="e5", score=(6, 11), why="misread")
    assert places(desk)["main", "e5"] == (1, 1, False)


def test_a_third_place_is_played_for() -> None:
    desk = drawn(4, form=THIRD)
    win(desk, "main-1-1", "e1")
    assert places(desk)["main", "e2"] == (3, 4, True)
    win(desk, "main-1-2", "e4")
    win(desk, "main-2-third", "e3")
    win(desk, "main-2-1", "e4")
    order = [who for (_name, who), _place in sorted(places(desk).items(), key=lambda one: one[1])]
    assert order == ["e4", "e1", "e3", "e2"]


def test_who_is_not_drawn_has_no_place() -> None:
    assert places(opened(8)) == {}


def test_neither_through_share_what_one_would_have_had() -> None:
    desk = drawn(2)
    desk.does(Award, key=key("main-1-1"), winner=None, cause=Cause.RULING, why="both out")
    assert set(places(desk).values()) == {(1, 2, False)}


def test_an_order_with_ties_is_places_as_ranges() -> None:
    told = shared_places("A", [(1, "x"), (4, "w"), (2, "z"), (2, "y")])
    assert told == (
        PlaceRange("A", 1, 1, "x"),
        PlaceRange("A", 2, 3, "z"),
        PlaceRange("A", 2, 3, "y"),
        PlaceRange("A", 4, 4, "w"),
    )


@given(st.integers(2, 12), st.integers(0, 4), st.randoms(use_true_random=False))
def test_a_swiss_tells_its_own_order(players: int, rounds: int, chance: random.Random) -> None:
    names = [f"e{number}" for number in range(players)]
    rules = swiss.SwissRules(swiss.SwissGrouping.LIVES, 0)
    state = swiss.Swiss("s", "Saturday", rules, {who: who for who in names})
    for number in range(rounds):
        here = swiss.still_in(state)
        if len(here) > 1:
            order = tuple(chance.sample(sorted(here), len(here)))
            for event in SWISS.decide(state, PairSwissRound(number, "Kari", order)):
                state = SWISS.evolve(state, event)
            games = {
                game.number: replace(game, winner=chance.choice(game.both))
                for game in swiss.running(state)
            }
            state = replace(state, games={**state.games, **games})
    order_now, here = swiss.standings(state), swiss.still_in(state)
    told = shared_places(
        "Saturday", ((each.place, each.entry_id) for each in order_now), frozenset(here)
    )
    assert [each.entry_id for each in told] == [each.entry_id for each in order_now]
    assert [each.first for each in told] == [each.place for each in order_now]
    assert {each.entry_id for each in told if each.still_in} == set(here)
    check_ranges((each.first, each.last) for each in told)


def in_front(desk: Desk, name: str = "main") -> dict[str, tuple[str, ...]]:
    found = winners(desk.tournament, desk.division(name))
    return {each.bracket: each.entry_ids for each in found}


@pytest.mark.parametrize("name", FORMS)
def test_a_division_has_winners_once_nothing_of_it_is_left(name: str) -> None:
    desk, chance = begun(name, entries=4), random.Random(5)
    for _act in range(2000):
        by_itself(desk, chance)
        if can := [each for each, _stand in ready_pairings(desk.tournament)]:
            here = division_stands(desk.tournament, desk.division(name)).values()
            going = {each.pairing.bracket for each in here if each.state is PairingState.READY}
            assert going.isdisjoint(in_front(desk, name))
            assert name == "main" or in_front(desk, name) == {}
            plays(desk, can[0], chance)
        elif not goes_on(desk, chance):
            break
    first: dict[str, set[str]] = {}
    for each in division_places(desk.tournament, desk.division(name)):
        if each.first == 1:
            first.setdefault(each.bracket, set()).add(each.entry_id)
    assert first
    assert {bracket: {*who} for bracket, who in in_front(desk, name).items()} == first


def test_a_bracket_that_is_over_has_its_winner_while_another_goes_on() -> None:
    desk = drawn(4)
    (last,) = [
        each.pairing
        for each in division_stands(desk.tournament, desk.division()).values()
        if each.pairing.bracket == "main" and each.pairing.round == 2
    ]
    while last.pairing_id not in {each.pairing_id for each in desk.tournament.results}:
        can = [
            each for each, here in ready_pairings(desk.tournament) if here.pairing.bracket == "main"
        ]
        here = division_stands(desk.tournament, desk.division())[can[0].pairing_id].players or (
            "",
            "",
        )
        desk.does(TakeMatch, key=can[0], winner=here[0], score=won(desk, can[0], here[0]))
    result = desk.tournament.results[key(last.pairing_id)]
    assert winners(desk.tournament, desk.division()) == (
        BracketWinners("main", (str(result.winner),)),
    )


def test_where_neither_was_through_nobody_has_won() -> None:
    desk = drawn(2, form=THIRD)
    (final,) = [each for each, _here in ready_pairings(desk.tournament)]
    desk.does(Award, key=final, winner=None, cause=Cause.WALK_OVER, why="neither came")
    assert in_front(desk) == {}
