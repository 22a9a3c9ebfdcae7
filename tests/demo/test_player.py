"""The script player: sane decisions, and whole matches that look like matches."""

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import product
from random import Random

import pytest

from kiosk.demo import player as mind
from kiosk.demo.player import ScriptPlayer, winning_chance
from kiosk.rules.board import Position
from kiosk.rules.match.doubling import Cube
from kiosk.rules.plays import Dice, legal_plays, notation
from kiosk.rules.units import SIDES, BySide, Side


@dataclass
class Tally:
    """What happened over some matches."""

    rolls: list[int] = field(default_factory=list)
    """Rolls of each game, the opening included."""
    count: Counter[str] = field(default_factory=Counter)
    forecasts: list[tuple[float, bool]] = field(default_factory=list)
    """The chance before each roll of a side on roll, and whether it won the game."""


def opening(rng: Random) -> tuple[Side, Dice]:
    while (white := rng.randint(1, 6)) == (black := rng.randint(1, 6)):
        pass
    return (Side.WHITE if white > black else Side.BLACK), (white, black)


def play_game(
    players: BySide[ScriptPlayer], away: BySide[int], cube: Cube, rng: Random, tally: Tally
) -> tuple[Side, int]:
    """Play one game; the winner and its points."""
    board, rolls = Position.start(), 0
    seen: list[tuple[Side, float]] = []
    side, dice = opening(rng)
    while True:
        rolls += 1
        board = players.of_side(side).choose_play(board, side, dice).board
        if board.winner is not None:
            level = players.of_side(side).claim_level(board, side)
            tally.count[f"level {level}"] += 1
            winner, points = side, level * cube.level
            break
        side = side.other
        seen.append((side, winning_chance(board, side)))
        if players.of_side(side).wants_double(board, side, cube, away):
            tally.count["doubles"] += 1
            if not players.of_side(side.other).takes(board, side.other, cube, away):
                tally.count["passes"] += 1
                winner, points = side, cube.level
                break
            tally.count["takes"] += 1
            cube = replace(cube, level=2 * cube.level, owner=side.other)
        dice = (rng.randint(1, 6), rng.randint(1, 6))
    tally.rolls.append(rolls)
    tally.count["cubed games"] += cube.level > 1 or board.winner is None
    tally.forecasts += [(chance, who is winner) for who, chance in seen]
    return winner, points


def play_match(length: int, seed: int, tally: Tally) -> BySide[int]:
    """Play a match to `length` points under the Crawford rule; the final score."""
    rng = Random(seed)
    players = BySide(ScriptPlayer(Random(seed + 1)), ScriptPlayer(Random(seed + 2)))
    score, crawford_played = BySide(0, 0), False
    while max(score.white, score.black) < length:
        away = BySide(length - score.white, length - score.black)
        crawford = not crawford_played and 1 in (away.white, away.black)
        crawford_played |= crawford
        winner, points = play_game(players, away, Cube(in_play=not crawford), rng, tally)
        score = score.with_(winner, score.of_side(winner) + points)
    tally.count["matches"] += 1
    return score


def someone(seed: int = 7) -> ScriptPlayer:
    return ScriptPlayer(Random(seed))


def chosen(board: Position, dice: Dice) -> str:
    return notation(someone().choose_play(board, Side.WHITE, dice))


FAR = BySide(7, 7)
RACE_100, RACE_112 = {6: 7, 7: 6, 8: 2}, {7: 8, 8: 7}
AHEAD = Position.from_points(RACE_100, RACE_112)
HOPELESS = Position.from_points({1: 2}, {23: 1, 6: 12})


def test_shots_are_the_rolls_that_reach() -> None:
    """Counted over the 36 rolls: direct, by the sum, by two to four times a double."""
    for distance in range(25):
        hits = 0
        for a, b in product(range(1, 7), repeat=2):
            reached = {a, 2 * a, 3 * a, 4 * a} if a == b else {a, b, a + b}
            hits += distance in reached
        assert mind.SHOTS[distance] == hits


@pytest.mark.parametrize(
    ("dice", "play"),
    [
        ((3, 1), "8/5 6/5"),
        ((4, 2), "8/4 6/4"),
        ((6, 1), "13/7 8/7"),
        ((6, 5), "24/13"),
        ((5, 3), "8/3 6/3"),
    ],
)
def test_openings_every_book_agrees_on(dice: Dice, play: str) -> None:
    assert chosen(Position.start(), dice) == play


def test_it_hits_a_blot_that_bears_in() -> None:
    board = Position.from_points({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 9: 1, 8: 2, 6: 5})
    assert someone().choose_play(board, Side.WHITE, (5, 3)).hits == (16,)


def test_a_checker_on_the_bar_weighs_more_against_a_strong_home() -> None:
    def gained(home: dict[int, int]) -> float:
        there, on_bar = ({**home, 13: 5}, {8: 3, 24: 1}), ({**home, 13: 5}, {8: 3, 25: 1})
        before, after = Position.from_points(*there), Position.from_points(*on_bar)
        return mind.position_pips(after, Side.WHITE) - mind.position_pips(before, Side.WHITE)

    assert gained({6: 2, 5: 2, 4: 2, 3: 2}) > gained({6: 2}) + 3


def test_a_prime_counts_only_in_front_of_a_trapped_checker() -> None:
    prime = dict.fromkeys(range(4, 9), 2)

    def structure(theirs: dict[int, int]) -> float:
        return mind.structure_pips(Position.from_points(prime, theirs), Side.WHITE)

    assert structure({23: 1, 13: 2}) > structure({16: 1, 13: 2})
    assert structure({16: 1, 13: 2}) == structure({13: 2})


def test_it_bears_off_rather_than_shuffle() -> None:
    assert chosen(Position.from_points({6: 2, 3: 2, 1: 2}, {4: 5}), (6, 3)) == "6/off 3/off"


def test_it_stays_put_when_closed_out() -> None:
    board = Position.from_points({25: 1, 6: 14}, dict.fromkeys(range(1, 7), 2))
    play = someone().choose_play(board, Side.WHITE, (6, 5))
    assert (play.moves, play.board) == ((), board)


def test_the_same_position_gets_the_same_answer_in_any_order() -> None:
    rng = Random("order")
    asked = [(rng.randint(1, 6), rng.randint(1, 6)) for _ in range(40)]
    one, other = someone(3), someone(3)
    first = [one.choose_play(Position.start(), Side.BLACK, dice) for dice in asked]
    again = [other.choose_play(Position.start(), Side.BLACK, dice) for dice in reversed(asked)]
    assert first == again[::-1]
    assert all(
        play in legal_plays(Position.start(), Side.BLACK, d)
        for play, d in zip(first, asked, strict=True)
    )


def test_thinking_draws_nothing_from_the_source() -> None:
    rng = Random(5)
    player = ScriptPlayer(rng)
    before = rng.getstate()
    player.choose_play(Position.start(), Side.WHITE, (3, 1))
    player.wants_double(AHEAD, Side.WHITE, Cube(), FAR)
    player.takes(AHEAD, Side.BLACK, Cube(), FAR)
    assert rng.getstate() == before


def test_a_race_of_100_with_12_ahead_is_the_last_take() -> None:
    """The 8-9-12 rule: 12 % behind, the trailer has its 22 %, give or take."""
    assert winning_chance(AHEAD, Side.WHITE) == pytest.approx(0.78, abs=0.04)


def test_a_race_is_even_when_who_rolls_trails_by_half_a_roll() -> None:
    """A roll is 49/6 pips: four behind is a little better than even, five a little worse."""
    ahead = {6: 5, 5: 5, 4: 5}
    four, five = {7: 4, 6: 1, 5: 5, 4: 5}, {8: 1, 7: 3, 6: 1, 5: 5, 4: 5}
    chances = [
        winning_chance(Position.from_points(behind, ahead), Side.WHITE) for behind in (four, five)
    ]
    assert chances[0] > 0.5 > chances[1]
    assert sum(chances) == pytest.approx(1, abs=0.05)


def test_both_sides_are_weighed_alike() -> None:
    turned = Position.from_points(RACE_112, RACE_100)
    assert winning_chance(AHEAD, Side.WHITE) == winning_chance(turned, Side.BLACK)
    for side in SIDES:
        assert 0.5 < winning_chance(Position.start(), side) < 0.6


@pytest.mark.parametrize(
    ("cube", "away", "doubles"),
    [
        pytest.param(Cube(), FAR, True, id="centred"),
        pytest.param(Cube(2, Side.WHITE), FAR, True, id="owned"),
        pytest.param(Cube(2, Side.BLACK), FAR, False, id="theirs"),
        pytest.param(Cube(in_play=False), FAR, False, id="Crawford"),
        pytest.param(Cube(4, Side.WHITE), BySide(4, 7), False, id="dead"),
    ],
)
def test_it_doubles_a_last_take_when_it_may(cube: Cube, away: BySide[int], doubles: bool) -> None:
    assert someone().wants_double(AHEAD, Side.WHITE, cube, away) is doubles


def test_it_does_not_double_an_even_game_unless_it_has_nothing_to_lose() -> None:
    assert not someone().wants_double(Position.start(), Side.WHITE, Cube(), FAR)
    assert someone().wants_double(Position.start(), Side.WHITE, Cube(), BySide(3, 1))


def test_it_plays_on_for_a_gammon() -> None:
    stragglers = {20: 5, 13: 5, 7: 5}
    assert not someone().wants_double(
        Position.from_points({2: 2, 1: 4}, stragglers), Side.WHITE, Cube(), FAR
    )
    saved = stragglers | {7: 4}
    assert someone().wants_double(
        Position.from_points({2: 2, 1: 4}, saved), Side.WHITE, Cube(), FAR
    )


@pytest.mark.parametrize(("chance", "doubles"), [(0.9, True), (0.91, False)])
def test_with_a_gammon_in_sight_it_doubles_up_to_nine_in_ten(
    chance: float, doubles: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mind, "winning_chance", lambda _board, _side: chance)
    board = Position.from_points({2: 2, 1: 4}, {20: 5, 13: 5, 7: 5})
    assert someone().wants_double(board, Side.WHITE, Cube(), FAR) is doubles


def test_it_takes_an_even_game_and_passes_a_lost_one() -> None:
    assert someone().takes(Position.start(), Side.WHITE, Cube(), FAR)
    assert not someone().takes(HOPELESS, Side.BLACK, Cube(), FAR)
    assert someone().takes(HOPELESS, Side.BLACK, Cube(), BySide(1, 3)), "a pass loses the match"


def test_it_claims_what_the_board_says() -> None:
    won = Position.from_points({}, {6: 14, 20: 1})
    assert someone().claim_level(won, Side.WHITE) == 3
    with pytest.raises(ValueError, match="15 checkers left"):
        someone().claim_level(won, Side.BLACK)


@pytest.fixture(scope="module")
def evening() -> Tally:
    tally = Tally()
    for seed in range(40):
        score = play_match(7, seed, tally)
        assert max(score.white, score.black) >= 7 > min(score.white, score.black)
    return tally


def test_games_end_in_good_time(evening: Tally) -> None:
    assert sum(evening.rolls) / len(evening.rolls) <= 60
    assert max(evening.rolls) <= 150


def test_every_kind_of_ending_occurs(evening: Tally) -> None:
    games = len(evening.rolls)
    assert evening.count["cubed games"] > games / 2
    assert min(evening.count["takes"], evening.count["passes"]) > games / 5
    assert evening.count["level 2"] > games / 50


def test_forecasts_come_true() -> None:
    """Without the cube: of the rolls forecast at 20 to 40 percent, such a share is won."""
    tally, rng = Tally(), Random("forecasts")
    for _ in range(200):
        play_game(BySide(someone(1), someone(2)), FAR, Cube(in_play=False), rng, tally)
    for low in range(5):
        found = [f for f in tally.forecasts if low <= 5 * f[0] < low + 1]
        forecast = sum(chance for chance, _ in found) / len(found)
        won = sum(came_true for _, came_true in found) / len(found)
        assert won == pytest.approx(forecast, abs=0.1)
