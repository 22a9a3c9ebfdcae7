"""Swing: chips from the first game until one player has them all (000, Swing)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kits.divisions_kit import NO_BRACKETS, begun, made
from kits.formats_kit import FormatDesk

from kiosk.rules.table import FormatKind, MatchFormat
from kiosk.tournament.act import Against
from kiosk.tournament.bracket import Cause, PairingResult
from kiosk.tournament.draws import DrawDivision
from kiosk.tournament.entries import LeavingReason, TakeOut
from kiosk.tournament.formats import SWING
from kiosk.tournament.setting_up import MakeDivision
from kiosk.tournament.swing import (
    NO_SWING,
    GamesPaired,
    PairFree,
    Swing,
    SwingOpened,
    SwingPlayer,
    SwingRules,
    VoidGame,
    cpp_now,
    free_players,
    match_format,
    refuse_game_result,
    running,
    swing_winner,
    with_results,
)
from kiosk.tournament.tournament import DivisionFormat, Round


class Desk(FormatDesk[Swing]):
    """Over a Swing, with the results of its games."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.results: dict[int, PairingResult] = {}

    def against(self, number: int, result: PairingResult) -> Against:
        return refuse_game_result(self.state, self.state.games[number], result)

    def takes(self, number: int, winner: str, level: int = 1, cube: int = 1) -> None:
        """A game ends so, or did."""
        result = ended(winner, level, cube)
        assert self.against(number, result) == ()
        self.results[number] = result
        self.state = with_results(self.state, self.results)


def ended(winner: str | None, level: int = 1, cube: int = 1) -> PairingResult:
    return PairingResult(winner, Cause.PLAYED, (level * cube, 0), "", level, cube)


def played_by(rules: SwingRules) -> DivisionFormat:
    return DivisionFormat("Swing", NO_BRACKETS, (Round("swing", 1, "norway"),), swing=rules)


def opened(names: str = "abcd", vp: int = 1000, cpp: tuple[int, ...] = (300,), **more: int) -> Desk:
    """A Swing of these players; the CPP rises by 1 unless told."""
    rules = SwingRules(vp, cpp, **{"cpp_then": 1, **more})
    players = tuple(SwingPlayer(name, f"Player {name}") for name in names)
    event = SwingOpened(1, "Kari", "s", "Swing", rules, players)
    return Desk(SWING, SWING.evolve(NO_SWING, event))


def paired(desk: Desk, order: str) -> GamesPaired:
    event = desk.did(PairFree, order=tuple(order))
    assert isinstance(event, GamesPaired)
    return event


def vp(desk: Desk) -> dict[str, int]:
    return dict(desk.state.vp)


# --- worked by hand


def test_a_gammon_with_the_cube_at_four_and_300_a_point_is_2400() -> None:
    desk = opened("ab", 5000)
    paired(desk, "ab")
    desk.takes(1, "a", 2, 4)  # 2 x 4 x 300 (000 L179, S290)
    assert vp(desk) == {"a": 7400, "b": 2600}


@pytest.mark.parametrize(
    ("level", "cube", "after"),
    [(1, 1, 360), (2, 2, 900)],  # 180 + 180 (S292); 180 + 2 x 2 x 180 (S293)
)
def test_who_has_less_than_the_cpp_is_all_in(level: int, cube: int, after: int) -> None:
    desk = opened("ab", 1180, (1000, 1001), cpp_then=1)
    paired(desk, "ab")
    desk.takes(1, "b")  # a has 180 left, b 2180; the CPP is 1001 now
    (game,) = paired(desk, "ba").games
    assert (game.cpp, game.stake) == (1001, 180)
    desk.takes(2, "a", level, cube)
    assert vp(desk) == {"a": after, "b": 2360 - after}


def test_nobody_pays_more_than_he_has() -> None:
    desk = opened("ab")
    paired(desk, "ab")
    desk.takes(1, "a", 2, 4)  # 2400 of 1000 (S295)
    assert vp(desk) == {"a": 2000, "b": 0}
    assert {who for who, vp in desk.state.vp.items() if vp == 0} == {"b"}
    assert swing_winner(desk.state) == "a"
    assert desk.state.games[1].paid == 1000


def test_of_two_who_are_all_in_the_lesser_stake_counts() -> None:
    desk = opened("abcd", 105, (15, 300))
    paired(desk, "abcd")
    desk.takes(1, "a")  # a 120, b 90; the CPP is 300 (S296)
    (game,) = paired(desk, "ab").games
    assert game.stake == 90
    desk.takes(3, "a")
    assert (vp(desk)["a"], vp(desk)["b"]) == (210, 0)


def test_a_table_plays_a_single_game_for_the_stake() -> None:
    desk = opened("ab", 1000)
    (game,) = paired(desk, "ab").games
    assert match_format(desk.state, game) == MatchFormat(
        FormatKind.SINGLE_GAME, unit="VP", stake=300, cap=1000
    )


# --- the CPP


def test_the_cpp_rises_at_the_end_of_every_game_and_a_game_keeps_its_own() -> None:
    desk = opened("abcd", 10_000, (100, 200, 400), cpp_then=1000)
    first = paired(desk, "abcd").games
    assert [game.cpp for game in first] == [100, 100]
    desk.takes(2, "c")
    assert cpp_now(desk.state) == 200
    assert desk.state.games[1].stake == 100  # S298
    paired(desk, "cd")
    desk.takes(1, "a")
    assert vp(desk)["a"] == 10_100
    desk.takes(3, "c")
    assert [vp(desk)["c"], cpp_now(desk.state)] == [10_300, 1400]
    slow = opened("abcd", 1000, (100, 200), games_a_step=2)
    paired(slow, "abcd")
    slow.takes(1, "a")
    assert cpp_now(slow.state) == 100
    slow.takes(2, "c")
    assert cpp_now(slow.state) == 200


# --- who meets


def test_of_an_odd_number_the_last_who_waited_least_waits() -> None:
    desk = opened("abc", 1000)
    first = paired(desk, "abc")
    assert ([game.pair for game in first.games], first.waits) == ([("a", "b")], "c")
    assert free_players(desk.state) == ("c",)
    desk.takes(1, "a")
    second = paired(desk, "bac")
    assert ([game.pair for game in second.games], second.waits) == ([("b", "c")], "a")


def test_only_who_is_free_and_has_chips_is_paired() -> None:
    desk = opened("abcd", 100)
    paired(desk, "ab")
    assert desk.refused(PairFree, order=("a", "c", "c", "x")) == {
        ("playing", "a"),
        ("taken", "c"),
        ("unknown", "x"),
    }
    desk.takes(1, "a")  # all of b's 100
    assert desk.refused(PairFree, order=("b",)) == {("gone", "b"), ("empty", "order")}


# --- refusals, corrections


def about(against: Against) -> set[tuple[str, str]]:
    return {(each.reason.value, each.about) for each in against}


def test_a_swing_that_can_not_be_played_is_refused() -> None:
    desk, asked = made("swing"), {"division_id": "s", "name": "S"}
    assert desk.refused(MakeDivision, **asked, format=played_by(SwingRules(0, (3, 3), 0, 0))) == {
        ("bad_value", "start_vp 0 (1–1000000)"),
        ("bad_value", "cpp"),
        ("bad_value", "cpp_then 0"),
        ("bad_value", "games_a_step 0"),
    }
    order = desk.division("swing").entries
    for each in order[1:]:
        desk.does(TakeOut, entry_id=each, leaving=LeavingReason.NO_SHOW, why="x")
    assert desk.refused(DrawDivision, division_id="swing", order=order) == {("empty", "players")}


def test_a_game_is_taken_only_as_it_can_have_ended() -> None:
    desk = opened("ab", 5000)
    paired(desk, "ab")
    assert about(desk.against(1, ended("a", 4, 3))) == {
        ("bad_value", "level 4 (1–3)"),
        ("bad_value", "cube 3"),
    }
    assert desk.against(1, PairingResult(None, Cause.RULING)) == ()
    assert desk.against(1, PairingResult("a", Cause.RULING)) == ()
    desk.takes(1, "a")
    assert about(desk.against(1, ended(None))) == {("not_in_format", "swing")}


def test_a_game_that_is_awarded_is_a_plain_one_and_one_that_nobody_wins_is_void() -> None:
    desk = opened("abcd", 1000)
    paired(desk, "abcd")
    desk.results = {1: PairingResult("b", Cause.WALK_OVER), 2: PairingResult(None, Cause.RULING)}
    desk.state = with_results(desk.state, desk.results)
    assert vp(desk) == {"a": 700, "b": 1300, "c": 1000, "d": 1000}
    assert desk.state.games[2].voided
    assert set(free_players(desk.state)) == set("abcd")


def test_who_leaves_a_swing_plays_no_more_and_nobody_pays_for_his_game() -> None:
    desk = begun("swing", entries=4)
    desk.does(TakeOut, entry_id="e1", leaving=LeavingReason.WITHDRAWN, why="ill")
    draw = desk.division("swing").draw
    assert draw is not None
    assert isinstance(draw.play, Swing)
    assert draw.play.vp == dict.fromkeys(("e1", "e2", "e3", "e4"), 600)
    assert free_players(draw.play) == ("e2",)


def test_a_result_is_corrected_until_one_of_them_plays_again() -> None:
    desk = opened("abcd", 1000)
    paired(desk, "abcd")
    desk.takes(1, "a", 3, 4)  # 3600, b pays his 1000
    desk.takes(1, "b", 1, 2)  # the cube was b's
    assert vp(desk) == {"a": 400, "b": 1600, "c": 1000, "d": 1000}
    desk.takes(2, "c")
    paired(desk, "ac")
    assert about(desk.against(1, ended("b", 1, 2))) == {("later_game", "a")}


def test_a_voided_game_costs_nothing_and_raises_nothing() -> None:
    desk = opened("abcd", 1000)
    paired(desk, "abcd")
    assert desk.refused(VoidGame, number=1, why="") == {("why_missing", "why")}
    desk.did(VoidGame, number=1, why="the lights went out")
    assert (set(free_players(desk.state)), cpp_now(desk.state)) == ({"a", "b"}, 300)
    assert desk.refused(VoidGame, number=1, why="again") == {("over", "1")}
    (game,) = paired(desk, "ba").games
    assert game.number == 3


# --- properties


@given(st.integers(2, 9), st.integers(1, 2000), st.integers(1, 700), st.randoms())
@settings(deadline=None)
def test_no_chip_is_lost_or_made_and_one_has_them_all(
    count: int, start: int, cpp: int, dice: random.Random
) -> None:
    """Games begin and end in any order; towards the end the one with more chips wins."""
    desk = opened("abcdefghi"[:count], start, (cpp,), cpp_then=cpp)
    acts = 0
    while swing_winner(desk.state) is None:
        acts += 1
        assert acts < 400
        games, waiting = running(desk.state), list(free_players(desk.state))
        if len(waiting) >= 2 and (not games or dice.random() < 0.6):
            dice.shuffle(waiting)
            paired(desk, "".join(waiting[: dice.randint(2, len(waiting))]))
            continue
        game = dice.choice(games)
        richer = max(game.pair, key=lambda who: desk.state.vp[who])
        winner = richer if acts > 60 else dice.choice(game.pair)
        desk.takes(game.number, winner, dice.randint(1, 3), 2 ** dice.randint(0, 6))
        assert min(desk.state.vp.values()) >= 0
        assert sum(desk.state.vp.values()) == count * start
    assert running(desk.state) == ()
    again = SWING.replayed(desk.kept, desk.start)
    assert with_results(again, desk.results) == desk.state
