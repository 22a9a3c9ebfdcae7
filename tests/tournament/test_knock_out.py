"""Draws of any size: who meets whom, who has a bye, who drops where."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.tournament.bracket import (
    Bracket,
    BracketPlace,
    Cause,
    PairingResult,
    PairingState,
    PairingStatus,
    PlaceSource,
    affected_pairings,
    entrant,
    late_place,
    stand_of_each,
)
from kiosk.tournament.knock_out import MOST, BracketFeed, BracketShape, KnockOutShape, draw_bracket

MAIN = BracketShape("main")
CONSOLATION = BracketShape("consolation", (BracketFeed("main", 1, -1),))
LAST_CHANCE = BracketShape("last-chance", (BracketFeed("consolation", 1, 2),))
SHAPE = KnockOutShape((MAIN, CONSOLATION, LAST_CHANCE))

SIZES = st.integers(2, 70)


def entrants(count: int) -> list[BracketPlace]:
    return [entrant(f"e{number}") for number in range(count)]


def ready(bracket: Bracket, results: dict[str, PairingResult]) -> list[PairingStatus]:
    return [
        each
        for each in stand_of_each(bracket, results, {}).values()
        if each.state is PairingState.READY
    ]


def played(bracket: Bracket, chance: random.Random) -> dict[str, PairingResult]:
    """Results of everything, in some order and with some winners."""
    results: dict[str, PairingResult] = {}
    while found := ready(bracket, results):
        one = chance.choice(found)
        results[one.pairing.pairing_id] = PairingResult(chance.choice(one.players or ()))
    return results


def meetings(
    bracket: Bracket, results: dict[str, PairingResult]
) -> Iterator[tuple[str, PairingStatus]]:
    for each in stand_of_each(bracket, results, {}).values():
        for entry_id in each.players or ():
            yield entry_id, each


@given(SIZES, st.randoms())
def test_everybody_plays_until_he_has_lost_as_often_as_there_are_brackets_for_him(
    count: int, chance: random.Random
) -> None:
    bracket = draw_bracket(SHAPE, entrants(count))
    results = played(bracket, chance)
    lost = Counter(
        each.loser.entry_id
        for each in stand_of_each(bracket, results, {}).values()
        if each.pairing.bracket == "main" and each.loser
    )
    assert len(lost) == count - 1
    assert set(lost.values()) == {1}
    assert all(
        each.state is PairingState.OVER for each in stand_of_each(bracket, results, {}).values()
    )
    dropped = {who for who, each in meetings(bracket, results) if each.pairing.bracket != "main"}
    runner_up = {
        each.loser.entry_id
        for each in stand_of_each(bracket, results, {}).values()
        if each.loser and not list(affected_pairings(bracket, each.pairing.pairing_id))
        if each.pairing.bracket == "main"
    }
    winner = {f"e{number}" for number in range(count)} - set(lost)
    assert not dropped & (winner | runner_up)


@given(SIZES, st.randoms())
def test_the_order_in_which_results_come_changes_nothing(count: int, chance: random.Random) -> None:
    bracket = draw_bracket(SHAPE, entrants(count))
    results = played(bracket, chance)
    shuffled = chance.sample(list(results.items()), len(results))
    assert stand_of_each(bracket, dict(shuffled), {}) == stand_of_each(bracket, results, {})


@given(st.integers(2, MOST))
def test_only_the_first_round_of_a_main_has_byes_and_no_more_than_it_must(count: int) -> None:
    bracket = draw_bracket(KnockOutShape((MAIN,)), entrants(count))
    size = 1 << (count - 1).bit_length()
    rounds = Counter(each.round for each in bracket.pairings)
    assert rounds[1] == count - size // 2
    assert all(rounds[nth] == size >> nth for nth in range(2, size.bit_length()))


@given(st.integers(5, 70))
def test_nobody_has_a_bye_of_the_consolation_before_everybody_without_one_in_the_main(
    count: int,
) -> None:
    """000, Draw."""
    bracket = draw_bracket(KnockOutShape((MAIN, CONSOLATION)), entrants(count))
    here = {each.pairing_id: each for each in bracket.pairings}
    first = {
        each.pairing_id for each in bracket.pairings if (each.bracket, each.round) == ("main", 1)
    }

    def byes(name: str) -> int:
        """That any of those who may come out of a pairing had in the main's first round."""
        found = 0
        for place in here[name].places:
            if place.comes is PlaceSource.ENTRY:
                found += name not in first
            elif place.feeder:
                found += byes(place.of)
        return found

    dropping = [name for name, each in here.items() if each.bracket == "main" and each.round <= 2]
    meets = {
        place.of: each.round
        for each in bracket.pairings
        if each.bracket == "consolation"
        for place in each.places
        if place.feeder
    }
    earliest = Counter(meets[name] for name in dropping if name in meets)
    second = [name for name in dropping if here[name].round == 2 and name in meets]
    join = min((meets[name] for name in second), default=0)
    rested = [name for name in second if meets[name] > join]
    played = [name for name in second if meets[name] == join]
    assert not rested or not played or max(map(byes, rested)) <= min(map(byes, played))
    assert earliest


@given(st.sampled_from([8, 13, 16, 24, 32, 48, 64]), st.randoms())
def test_who_drops_in_after_the_second_round_meets_nobody_he_has_met(
    count: int, chance: random.Random
) -> None:
    bracket = draw_bracket(KnockOutShape((MAIN, CONSOLATION)), entrants(count))
    second = [each for each in bracket.pairings if (each.bracket, each.round) == ("main", 2)]
    dropping = {each.pairing_id for each in second}
    first_there = [
        each
        for each in bracket.pairings
        if each.bracket == "consolation" and dropping & {place.of for place in each.places}
    ]
    stands = stand_of_each(bracket, played(bracket, chance), {})
    earlier = [each for each in stands.values() if each.pairing.round <= first_there[0].round]
    met = Counter(frozenset(each.players or ()) for each in earlier)
    assert [met[frozenset(stands[one.pairing_id].players or ())] for one in first_there] == [
        1 for _one in first_there
    ]


@given(st.integers(4, 64), st.integers(1, 4))
def test_seeds_meet_as_late_as_they_can(count: int, seeds: int) -> None:
    bracket = draw_bracket(KnockOutShape((MAIN,)), entrants(count), seeds)
    strong = {f"e{number}" for number in range(seeds)}
    results: dict[str, PairingResult] = {}
    while found := ready(bracket, results):
        for each in found:
            players = each.players or ()
            wins = sorted(players, key=lambda who: int(who[1:]))[0]
            results[each.pairing.pairing_id] = PairingResult(wins)
    rounds = max(each.round for each in bracket.pairings)
    for one, two in combinations(sorted(strong), 2):
        both = [
            each.pairing.round
            for each in stand_of_each(bracket, results, {}).values()
            if set(each.players or ()) == {one, two}
        ]
        later = max(int(one[1:]), int(two[1:]))
        assert all(nth >= rounds - later.bit_length() + 1 for nth in both)


def test_the_losers_of_the_semifinals_play_for_the_third_place() -> None:
    shape = KnockOutShape((BracketShape("main", third_place=True),))
    bracket = draw_bracket(shape, entrants(8))
    (third,) = [each for each in bracket.pairings if each.pairing_id.endswith("third")]
    assert third.round == 3
    assert {place.feeder for place in third.places} == {
        "main-2-1",
        "main-2-2",
    }


def test_a_late_place_is_taken_or_closed() -> None:
    bracket = draw_bracket(
        KnockOutShape((MAIN,)), [entrant("a"), late_place(1), entrant("b"), entrant("c")]
    )
    first = bracket.pairings[0].pairing_id
    assert stand_of_each(bracket, {}, {})[first].state is PairingState.WAITING
    assert stand_of_each(bracket, {}, {1: "d"})[first].players == ("a", "d")
    closed = stand_of_each(bracket, {}, {1: None})[first]
    assert (closed.state, closed.winner and closed.winner.entry_id) == (PairingState.UNPLAYED, "a")


def test_who_is_withdrawn_drops_into_no_other_bracket() -> None:
    bracket = draw_bracket(KnockOutShape((MAIN, CONSOLATION)), entrants(8))
    stands = stand_of_each(bracket, {"main-1-1": PairingResult("e1", Cause.WITHDRAWN)}, {})
    first = stands["main-1-1"]
    assert (first.state, first.winner and first.winner.entry_id) == (PairingState.OVER, "e1")
    assert first.loser is not None
    assert first.loser.entry_id is None


def test_a_result_of_somebody_who_is_not_there_any_more_does_not_count() -> None:
    bracket = draw_bracket(KnockOutShape((MAIN,)), entrants(4))
    results = {
        "main-1-1": PairingResult("e0"),
        "main-1-2": PairingResult("e2"),
        "main-2-1": PairingResult("e0"),
    }
    assert stand_of_each(bracket, results, {})["main-2-1"].state is PairingState.OVER
    results["main-1-1"] = PairingResult("e1")
    final = stand_of_each(bracket, results, {})["main-2-1"]
    assert (final.state, final.players) == (PairingState.READY, ("e1", "e2"))


def test_a_result_nobody_won_lets_the_next_through() -> None:
    bracket = draw_bracket(KnockOutShape((MAIN,)), entrants(4))
    results = {"main-1-1": PairingResult(None, Cause.DISQUALIFIED), "main-1-2": PairingResult("e2")}
    final = stand_of_each(bracket, results, {})["main-2-1"]
    assert (final.state, final.winner and final.winner.entry_id) == (PairingState.UNPLAYED, "e2")


@pytest.mark.parametrize("count", [0, 1, MOST + 1])
def test_a_draw_of_too_few_or_too_many_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match=f"this one {count}"):
        draw_bracket(SHAPE, entrants(count))
