"""Chance is keyed by (seed, game, turn): nothing else moves it, and it is fair."""

from collections import Counter

from kiosk.demo.plan import Flaw, MatchPlan
from kiosk.rules.units import Side


def test_the_same_key_brings_the_same_dice_in_any_order() -> None:
    forward, backward = MatchPlan(7), MatchPlan(7)
    keys = [(game, turn) for game in range(1, 4) for turn in range(1, 30)]
    there = {key: forward.throws(*key) for key in keys}
    back = {key: backward.throws(*key) for key in reversed(keys)}
    assert there == back
    assert forward.opening(1, 0) == backward.opening(1, 0)


def test_seeds_games_and_turns_differ() -> None:
    rolls = {
        tuple(MatchPlan(seed).throws(game, turn)[-1].values for turn in range(12))
        for seed in range(5)
        for game in range(5)
    }
    assert len(rolls) == 25


def test_a_turn_ends_with_the_one_throw_that_counts() -> None:
    for turn in range(2000):
        throws = MatchPlan(1).throws(1, turn)
        assert [throw.counts for throw in throws] == [False] * (len(throws) - 1) + [True]


def test_what_counts_is_decided_by_where_the_dice_lie_not_by_the_beams() -> None:
    flaws = {
        throw.flaw: throw.counts for turn in range(5000) for throw in MatchPlan(2).throws(1, turn)
    }
    assert flaws == {
        None: True,
        Flaw.MISCOUNTED: True,
        Flaw.COCKED: False,
        Flaw.WRONG_HALF: False,
        Flaw.OFF_BOARD: False,
    }


def test_dice_are_fair() -> None:
    """Chi-squared over 12000 dice, five degrees of freedom: 20.5 is passed once in a thousand."""
    dice = [value for turn in range(6000) for value in MatchPlan(3).throws(1, turn)[-1].values]
    expected = len(dice) / 6
    counts = Counter(dice)
    assert sum((counts[v] - expected) ** 2 / expected for v in range(1, 7)) < 20.5
    doubles = sum(dice[i] == dice[i + 1] for i in range(0, len(dice), 2))
    assert 900 < doubles < 1100


def test_the_two_players_are_two() -> None:
    minds = [MatchPlan(4).mind(side) for side in Side]
    assert vars(minds[0]) != vars(minds[1])
    assert vars(MatchPlan(4).mind(Side.WHITE)) == vars(minds[0])
