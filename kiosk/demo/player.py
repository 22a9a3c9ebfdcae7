"""A script player's decisions: plays, doubles and takes. Sensible and quick, no expert.

It knows the board and its own roll, never a later one. All is valued in pips, so that one scale
serves plays and cube.
"""

from math import erf, sqrt
from random import Random

from kiosk.rules.board import BAR, CHECKERS, HOME, OFF, POINTS, Position
from kiosk.rules.match.doubling import Cube
from kiosk.rules.plays import Dice, Play, legal_plays
from kiosk.rules.units import BySide, Side

SHOTS = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1)
"""Rolls of 36 that hit a blot by its distance in pips, with nothing between."""

PIPS_PER_ROLL = 49 / 6
ON_ROLL_PIPS = PIPS_PER_ROLL / 2

# What a made point is worth to its owner, in pips, by own point number.
_POINT_PIPS = {
    7: 6, 6: 6, 5: 9, 4: 8, 3: 5, 2: 3, 1: 1,
    8: 3, 9: 2, 18: 4, 20: 7, 21: 6, 22: 3,
}  # fmt: skip
_PRIME_PIPS = (0, 0, 0, 2, 6, 12, 20)
_STACKED_PIPS = 1.5
_DANCE_PIPS = 2.0
_CONTACT_SPREAD = 2.0  # over 800 games without the cube, forecasts then come true within 0.04


class ScriptPlayer:
    """One player. The random source is used once, for a temperament.

    After that the same position always gets the same answer.
    """

    def __init__(self, rng: Random) -> None:
        self._doubles_at = rng.uniform(0.66, 0.74)
        self._takes_at = rng.uniform(0.19, 0.27)

    def choose_play(self, board: Position, side: Side, dice: Dice) -> Play:
        """The best-looking legal play; one without moves if nothing can be played."""
        plays = legal_plays(board, side, dice) or (Play((), (), board),)
        return max(plays, key=lambda play: position_value(play.board, side))

    def wants_double(self, board: Position, side: Side, cube: Cube, away: BySide[int]) -> bool:
        """True if `side`, about to roll, doubles. `away`: points each side still needs."""
        if not cube.in_play or cube.owner is side.other or cube.level >= away.of_side(side):
            return False
        if cube.level >= away.of_side(side.other):
            return True  # losing the game loses the match anyway: a double costs nothing
        chance = winning_chance(board, side)
        return chance >= self._doubles_at and not (chance > 0.9 and gammon_in_sight(board, side))

    def takes(self, board: Position, side: Side, cube: Cube, away: BySide[int]) -> bool:
        """True if `side`, doubled by the other, takes and plays on for twice `cube.level`."""
        if cube.level >= away.of_side(side.other):
            return True  # passing loses the match
        return 1 - winning_chance(board, side.other) >= self._takes_at

    def claim_level(self, board: Position, winner: Side) -> int:
        """Level that `winner` claims with its last checker off: 1 single, 2 gammon, 3 backgammon.

        Raises ValueError if it has checkers left.
        """
        if board.winner is not winner:
            left = CHECKERS - board.checkers_on(winner, OFF)
            raise ValueError(f"{winner} has {left} checkers left; it claims with the last one off.")
        return board.level_lost(winner.other)


def position_value(board: Position, side: Side) -> float:
    """Value of the board for `side` when the other rolls next, in pips."""
    if not board.has_contact:
        return -race_pips(board, side)
    return position_pips(board, side) - risk_pips(board, side)


def winning_chance(board: Position, side: Side) -> float:
    """Chance that `side`, about to roll, wins, 0 to 1.

    A race is modelled as two random walks with a roll each in turn: the lead plus half a roll,
    against the spread of the pips still to go. Contact has a wider spread.
    """
    if board.winner is not None:
        return float(board.winner is side)
    if board.has_contact:
        to_go = float(board.pips(side) + board.pips(side.other))
        lead = position_pips(board, side) + risk_pips(board, side.other) / 2
        spread = _CONTACT_SPREAD
    else:
        own, other = race_pips(board, side), race_pips(board, side.other)
        to_go, lead, spread = own + other, other - own, 1.0
    deviation = spread * sqrt(2.3 * to_go)  # a roll's variance, 18.8, a roll's pips, 8.17
    return 0.5 + 0.5 * erf((lead + ON_ROLL_PIPS) / deviation / sqrt(2))


def position_pips(board: Position, side: Side) -> float:
    """Race and structure of both sides, in pips in favour of `side`."""
    race = board.pips(side.other) - board.pips(side)
    return race + structure_pips(board, side) - structure_pips(board, side.other)


def structure_pips(board: Position, side: Side) -> float:
    """Value of the side's points, primes and trapped checkers, less the cost of stacks, in pips."""
    own = board.checkers.of_side(side)
    made = [own[point] >= 2 for point in range(BAR + 1)]
    worth_pips = float(sum(pips for point, pips in _POINT_PIPS.items() if made[point]))
    worth_pips -= _STACKED_PIPS * sum(max(0, own[point] - 3) for point in POINTS)
    home_points = sum(made[point] for point in HOME)
    worth_pips += _DANCE_PIPS * home_points * min(2, board.checkers_on(side.other, BAR))
    trapped = BAR - board.farthest(side.other)
    return worth_pips + _PRIME_PIPS[longest_prime(made, trapped)]


def longest_prime(made: list[bool], beyond: int) -> int:
    """The longest run of made points above own point `beyond`, up to six."""
    best = run = 0
    for point in range(beyond + 1, 19):
        run = run + 1 if made[point] else 0
        best = max(best, run)
    return min(best, 6)


def risk_pips(board: Position, side: Side) -> float:
    """Expected loss by hits on the side's blots when the other rolls, in pips."""
    own, other = board.checkers.of_side(side), board.checkers.of_side(side.other)
    home_points = sum(other[point] >= 2 for point in HOME)
    risk = 0.0
    for point in POINTS:
        if own[point] == 1:
            missed = 1.0
            for start in range(BAR - point + 1, BAR + 1):
                if other[start]:
                    missed *= 1 - SHOTS[point - BAR + start] / 36
            risk += (1 - missed) * (BAR - point + 3 * home_points)
    return risk


def race_pips(board: Position, side: Side) -> float:
    """Pip count plus expected waste in bearing off: checkers left, deep stacks, gaps."""
    own = board.checkers.of_side(side)
    left = sum(own[1:])
    deep = 2 * max(0, own[1] - 1) + max(0, own[2] - 1)
    gaps = sum(own[point] == 0 for point in (4, 5, 6)) if left > 6 else 0
    return board.pips(side) + left + deep + gaps


def gammon_in_sight(board: Position, side: Side) -> bool:
    """True if `side`, about to roll, would bear off before the other's first checker."""
    other = board.checkers.of_side(side.other)
    if other[OFF]:
        return False
    homeward = sum((point - HOME[-1]) * other[point] for point in range(HOME[-1] + 1, BAR + 1))
    return race_pips(board, side) <= homeward + HOME[-1]
