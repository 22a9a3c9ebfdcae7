"""Legal plays against a second generator, written here from the rules and differently.

The oracle tries the dice in every order by plain recursion over dicts, one whole sequence at a
time, and applies the rule of both numbers only at the end. It shares no code with the product.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from kits.position_ids import from_position_id, position_id

from kiosk.rules.board import Position
from kiosk.rules.plays import Dice, Play, legal_plays, notation
from kiosk.rules.units import Side

ROLLS: list[Dice] = list(combinations_with_replacement(range(1, 7), 2))
PERFT: dict[str, Any] = tomllib.loads(Path(__file__).with_name("perft.toml").read_text("utf-8"))

Points = dict[int, int]


class Standing(NamedTuple):
    """The oracle's position: checkers of the side on roll and of the other, by own point."""

    mine: Points
    theirs: Points

    @property
    def key(self) -> tuple[frozenset[tuple[int, int]], ...]:
        return tuple(frozenset((p, n) for p, n in side.items() if n and p) for side in self)

    def moved(self, point: int, die: int) -> "Standing | None":
        """The position after one checker moves one number, or None if it may not."""
        mine, theirs = dict(self.mine), dict(self.theirs)
        if not mine.get(point) or (mine.get(25) and point != 25):
            return None
        target = point - die
        if target <= 0:
            if any(n and p > 6 for p, n in mine.items()):
                return None
            if target < 0 and any(n and p > point for p, n in mine.items()):
                return None
            target = 0
        else:
            facing = theirs.get(25 - target, 0)
            if facing >= 2:
                return None
            if facing == 1:
                theirs[25 - target] = 0
                theirs[25] = theirs.get(25, 0) + 1
        mine[point] -= 1
        mine[target] = mine.get(target, 0) + 1
        return Standing(mine, theirs)


def sequences(standing: Standing, dice: tuple[int, ...]) -> Iterator[tuple[list[int], Standing]]:
    """Every way to play the dice in this order until one cannot be played."""
    nexts = [standing.moved(p, dice[0]) for p in range(1, 26)] if dice else []
    stuck = True
    for after in nexts:
        if after is not None:
            stuck = False
            for used, last in sequences(after, dice[1:]):
                yield [dice[0], *used], last
    if stuck:
        yield [], standing


def oracle(standing: Standing, dice: Dice) -> dict[object, Standing]:
    """The positions a roll may lead to by the rules, by key; empty when nothing can move."""
    numbers = dice * 2 if dice[0] == dice[1] else dice
    found = [way for order in set(permutations(numbers)) for way in sequences(standing, order)]
    most = max(len(used) for used, _ in found)
    kept = [(used, last) for used, last in found if len(used) == most]
    if most == 1:
        best = max(used[0] for used, _ in kept)
        kept = [(used, last) for used, last in kept if used[0] == best]
    return {last.key: last for _, last in kept} if most else {}


def seen_by(board: Position, side: Side) -> Standing:
    def points(of: Side) -> Points:
        return {p: board.checkers_on(of, p) for p in range(1, 26) if board.checkers_on(of, p)}

    return Standing(points(side), points(side.other))


def board_of(standing: Standing, side: Side) -> Position:
    mine, theirs = ({p: n for p, n in points.items() if p} for points in standing)
    return Position.from_points(*((mine, theirs) if side is Side.WHITE else (theirs, mine)))


def legal_keys(board: Position, side: Side, dice: Dice) -> list[object]:
    return [seen_by(play.board, side).key for play in legal_plays(board, side, dice)]


def scattered(rng: Random, family: str) -> Standing:
    """A possible position, however unlikely; families aim at the corners of the rules."""
    reach = {"bear-off": 6, "race": 14}.get(family, 24)
    mine = dict(Counter(rng.randint(1, reach) for _ in range(rng.randint(1, 12))))
    if family == "bar":
        mine[25] = rng.randint(1, 3)
    free = [point for point in range(1, 25) if 25 - point not in mine]
    if family == "race":
        free = [point for point in free if point < 25 - max(mine)]
    if family in ("blocked", "bar"):
        free = [point for point in free if point <= 12] or free
    theirs = {rng.choice(free): rng.choice((1, 2, 2)) for _ in range(rng.randint(0, 7))}
    return Standing(mine, theirs)


FAMILIES = ("contact", "bar", "blocked", "race", "bear-off")


@pytest.mark.parametrize("family", FAMILIES)
def test_scattered_positions_agree_with_the_oracle(family: str) -> None:
    rng = Random(f"scattered {family}")
    for turn in range(400):
        standing = scattered(rng, family)
        side = rng.choice(list(Side))
        board = board_of(standing, side)
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        keys = legal_keys(board, side, dice)
        where = f"{position_id(board, side)} {side} {dice} (turn {turn})"
        assert len(keys) == len(set(keys)), where
        assert set(keys) == set(oracle(standing, dice)), where


def test_positions_met_in_play_agree_with_the_oracle() -> None:
    rng = Random("games")
    standing, side = seen_by(Position.start(), Side.WHITE), Side.WHITE
    stuck = 0
    for _ in range(600):
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        board = board_of(standing, side)
        expected = oracle(standing, dice)
        assert set(legal_keys(board, side, dice)) == set(expected), position_id(board, side)
        stuck += not expected
        after = expected[rng.choice(sorted(expected, key=repr))] if expected else standing
        over = not any(n for p, n in after.mine.items() if p)
        standing = seen_by(Position.start(), side) if over else Standing(after.theirs, after.mine)
        side = side.other
    assert stuck > 5


def test_each_play_is_a_legal_sequence_of_its_own_moves() -> None:
    rng = Random("sequences")
    for _ in range(300):
        standing = scattered(rng, rng.choice(FAMILIES))
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        for play in legal_plays(board_of(standing, Side.BLACK), Side.BLACK, dice):
            assert (
                walks(standing, play.moves, dice, play.hits) == seen_by(play.board, Side.BLACK).key
            )


def walks(
    standing: Standing, moves: tuple[tuple[int, int], ...], dice: Dice, hits: tuple[int, ...]
) -> object:
    """Where the moves lead when some order of the dice allows them one by one."""
    numbers = dice * 2 if dice[0] == dice[1] else dice
    for order in set(permutations(numbers, len(moves))):
        at: Standing | None = standing
        hit = set()
        for (start, end), die in zip(moves, order, strict=True):
            if at is not None and end and at.theirs.get(25 - end):
                hit.add(end)
            at = at.moved(start, die) if at is not None and end == max(start - die, 0) else None
        if at is not None and hit == set(hits):
            return at.key
    return None


@pytest.mark.parametrize("roll", ROLLS, ids=str)
def test_perft_of_the_opening(roll: Dice) -> None:
    counts: dict[str, int] = PERFT["start"]["plays"]
    assert len(legal_plays(Position.start(), Side.WHITE, roll)) == counts[f"{roll[1]}-{roll[0]}"]


def perft(board: Position, side: Side, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for roll in ROLLS:
        nexts = [play.board for play in legal_plays(board, side, roll)] or [board]
        total += sum(perft(after, side.other, depth - 1) for after in nexts)
    return total


def test_perft_two_deep_from_the_start() -> None:
    assert (
        perft(from_position_id(PERFT["start"]["id"], Side.WHITE), Side.WHITE, 1)
        == PERFT["start"]["depth_1"]
    )
    assert perft(Position.start(), Side.BLACK, 2) == PERFT["start"]["depth_2"]


@pytest.mark.parametrize("case", PERFT["position"], ids=lambda case: case["name"])
def test_perft_of_tricky_positions(case: dict[str, Any]) -> None:
    board = from_position_id(case["id"], Side.WHITE)
    standing = seen_by(board, Side.WHITE)
    assert perft(board, Side.WHITE, 1) == case["depth_1"]
    assert sum(len(oracle(standing, roll)) or 1 for roll in ROLLS) == case["depth_1"]
    if "depth_2" in case:
        assert perft(board, Side.WHITE, 2) == case["depth_2"]


def plays_of(mine: Points, theirs: Points, dice: Dice) -> set[str]:
    board = Position.from_points(mine, theirs)
    return {notation(play) for play in legal_plays(board, Side.WHITE, dice)}


CLOSED = dict.fromkeys(range(1, 7), 2)
AWAY = {1: 2}

BOTH_NUMBERS: dict[str, tuple[Points, Points, Dice, set[str]]] = {
    "closed out": ({25: 1, 6: 5}, CLOSED, (6, 4), set()),
    "both entry points held": ({25: 1, 6: 2}, {3: 2, 4: 2}, (4, 3), set()),
    "one of two enters": ({25: 2, 6: 5}, {4: 2}, (4, 3), {"bar/22"}),
    "bar before others": ({25: 1, 8: 1}, {6: 2}, (6, 3), {"bar/16", "bar/22 8/2"}),
    "enter and hit": ({25: 1, 13: 1}, {3: 1, 4: 2}, (4, 3), {"bar/22*/18", "bar/22* 13/9"}),
    "the higher, not the lower": ({24: 1}, {12: 2}, (5, 6), {"24/18"}),
    "the lower if the higher is blocked": ({24: 1}, {7: 2, 12: 2}, (6, 5), {"24/19"}),
    "one order only": ({24: 1}, {7: 2}, (6, 5), {"24/13"}),
    "no 8/2, it would kill the 5": ({20: 1, 8: 1}, {10: 2, 22: 2}, (6, 5), {"20/9"}),
    "one hit for two": ({6: 2}, {24: 1}, (5, 4), {"6/2 6/1*"}),
    "two of four": ({13: 2}, {22: 2}, (5, 5), {"13/8(2)"}),
    "three of four end the game": ({6: 1, 2: 1}, AWAY, (4, 4), {"6/off 2/off"}),
    "off only once home": ({7: 1, 1: 1}, AWAY, (1, 1), {"7/3", "7/4 1/off"}),
    "exact number or inside": ({6: 1, 3: 1}, AWAY, (6, 1), {"6/off 3/2", "6/off"}),
    "the farthest with a larger": ({4: 1, 2: 1}, AWAY, (5, 3), {"4/off 2/off", "4/1 2/off"}),
    "no larger while one is farther": ({6: 1, 3: 3}, AWAY, (4, 4), {"6/2 3/off(3)"}),
}


@pytest.mark.parametrize("name", BOTH_NUMBERS)
def test_the_rule_of_both_numbers(name: str) -> None:
    mine, theirs, dice, expected = BOTH_NUMBERS[name]
    assert plays_of(mine, theirs, dice) == expected


@pytest.mark.parametrize(
    ("moves", "hits", "text"),
    [
        ((), (), ""),
        (((13, 8), (6, 5)), (5,), "13/8 6/5*"),
        (((13, 8), (8, 5)), (), "13/5"),
        (((13, 8), (8, 5)), (8,), "13/8*/5"),
        (((8, 4), (8, 4), (6, 2), (6, 2)), (4,), "8/4*(2) 6/2(2)"),
        (((13, 11), (13, 11), (11, 9), (11, 9)), (), "13/9(2)"),
        (((25, 20), (5, 0)), (20,), "bar/20* 5/off"),
        (((10, 8), (13, 8)), (8,), "13/8* 10/8"),
    ],
)
def test_notation(moves: tuple[tuple[int, int], ...], hits: tuple[int, ...], text: str) -> None:
    assert notation(Play(moves, hits, Position.start())) == text


@pytest.mark.parametrize("dice", [(0, 3), (7, 1), (-1, -1)])
def test_a_roll_off_the_dice_is_refused(dice: Dice) -> None:
    with pytest.raises(ValueError, match="1 to 6"):
        legal_plays(Position.start(), Side.WHITE, dice)
