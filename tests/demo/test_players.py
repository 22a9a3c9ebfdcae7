"""Whole matches against the rules core, without devices and without waiting.

The troubled table doubts, refuses and misses good rolls and dies at any moment; the match must
end all the same, and be the same.
"""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from kits import commands as c
from kits import events as e
from kits.players_kit import BOX, attend, book

from kiosk.demo.core_match import WANTED, CoreTable, count_kinds, dice_of, play_on_core
from kiosk.demo.errors import TableProcessGone
from kiosk.demo.moves import Entry
from kiosk.demo.plan import MatchPlan, PlannedThrow, flaws_under
from kiosk.demo.players import PATIENCE_S, Players
from kiosk.demo.seats import set_up
from kiosk.rules.board import Position
from kiosk.rules.decide import evolve
from kiosk.rules.match import EMPTY, IN_GAME, Phase
from kiosk.rules.roll import DieFact
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import SECOND_NS, Instant, Side, require

MAKEFILE = Path(__file__).resolve().parents[2] / "Makefile"

SEEDS = range(5)
MATCHES = [0, 1, *(pytest.param(seed, marks=pytest.mark.night) for seed in (2, 3, 4))]
"""Seeds of matches in trouble; the most by night."""


class Troubled(CoreTable):
    """A table whose reader errs and whose process dies, as `rng` has it."""

    def __init__(self, rng: Random, *, doubts: float = 0.0, deaths: float = 0.0) -> None:
        super().__init__()
        self._rng = rng
        self._doubts = doubts
        self._deaths = deaths
        self._missed = False
        self.died = 0
        self.waited_s = 0

    def take(self, command: c.Command) -> None:
        drawn = self._rng.random()
        if drawn < self._deaths:
            raise TableProcessGone("before the commit")
        super().take(command)
        if drawn > 1 - self._deaths:
            raise TableProcessGone("after the commit")

    def see(self, dice: tuple[DieFact, ...], *, rolled: bool) -> None:
        missed, self._missed = self._missed, False
        match self._rng.choice(("unsure", "cocked", "missed", "unseen", "hidden")):
            case _ if self._rng.random() >= self._doubts:
                pass
            case "unsure":
                dice = (*dice[:-1], replace(dice[-1], value=None, guess=self._rng.randint(1, 6)))
            case "cocked":
                dice = (*dice[:-1], replace(dice[-1], flat=False))
            case "unseen":
                rolled = False
            case "hidden":
                dice = dice[:-1]
            case "missed" if not missed:
                self._missed = True
                return
        super().see(dice, rolled=rolled)

    def restart(self) -> None:
        """The journal is what is left; the camera finds the board as it was left."""
        self.died += 1
        self.match = EMPTY
        for event in self.events:
            self.match = evolve(self.match, event)
        doubts, deaths = self._doubts, self._deaths
        self._doubts = self._deaths = 0.0
        self.take(c.TableRestarted(Instant(0), Instant(self.now_ns), None))
        if self.dice:
            self.see(self.dice, rolled=False)
        elif self.match.dice_down:
            self.take(c.DiceLifted(Instant(0)))
        self._doubts, self._deaths = doubts, deaths


def play(table: Troubled, seed: int) -> list[Entry]:
    profile = require(table.match.book)
    plan = MatchPlan(seed, flaws_under(profile, set_up(profile)))
    players = Players(plan, table, lambda: table.now_ns / 1e9)
    for _ in range(20_000):
        before = len(table.events)
        try:
            players.attend(table.shown())
            if len(table.events) == before:
                table.wait(SECOND_NS)
                table.waited_s += 1
        except TableProcessGone:
            table.restart()
            assert table.match.stop is not None or table.match.phase not in IN_GAME
            assert table.match.clock.running is None
            players.reconnected()
        if table.match.phase is Phase.MATCH_OVER:
            players.finish(table.shown())
            return players.log
    raise AssertionError(f"seed {seed} does not end; phase {table.match.phase}")


def opened(table: Troubled, points: int, profile: RuleBook) -> Troubled:
    """Open the match before any trouble begins."""
    calm = CoreTable()
    calm.open(points, profile)
    table.match, table.events, table.now_ns = calm.match, calm.events, calm.now_ns
    return table


@pytest.mark.parametrize("clock", ["book", "none"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_is_played_to_its_end_without_one_refused_command(seed: int, clock: str) -> None:
    log, events = play_on_core(seed, 3, book(clock))
    assert not [event for event in events if isinstance(event, e.Refused)]
    ended = events[-1]
    assert isinstance(ended, e.MatchEnded)
    assert log[-1] == ("score", ended.score.white, ended.score.black)
    assert ended.score.of_side(ended.winner) >= 3


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_logged_is_what_the_table_journaled(seed: int) -> None:
    """Log and journal are written by two programs; each tells the same match."""
    log, events = play_on_core(seed, 3, book())
    plan = MatchPlan(seed)
    rolls = [
        (event.side, tuple(sorted(event.values)))
        for event in events
        if isinstance(event, e.RollAccepted | e.OpeningWon)
    ]
    logged = [
        (side, tuple(sorted(values)))  # type: ignore[call-overload]
        for kind, side, values, *flaw in (entry for entry in log if entry[0] == "roll")
        if flaw[0] in (None, "miscounted")
    ]
    assert rolls == logged
    acts = {e.Doubled: "double", e.Taken: "take", e.Passed: "pass"}
    cube = [(acts[type(v)], v.side, v.level) for v in events if type(v) in acts]  # type: ignore[attr-defined]
    assert cube == [entry for entry in log if entry[0] in acts.values()]
    openings = [event for event in events if isinstance(event, e.OpeningDieRolled)]
    white, black = plan.opening(1, 0)
    assert [die.value for die in openings[:2]] == [white, black]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_clock_goes_to_and_fro_with_a_double(seed: int) -> None:
    """The doubler presses, the other answers on its own time and presses, the doubler rolls."""
    events = play_on_core(seed, 5, book())[1]
    told = [
        v for v in events if isinstance(v, e.Doubled | e.ClockStarted | e.Taken | e.RollAccepted)
    ]
    takes = [i for i, event in enumerate(told) if isinstance(event, e.Taken)]
    assert takes
    for i in takes:
        other = told[i].side  # type: ignore[union-attr]
        around = [(type(v).__name__, v.side) for v in told[i - 2 : i + 2]]
        assert around == [
            ("Doubled", other.other),
            ("ClockStarted", other),
            ("Taken", other),
            ("ClockStarted", other.other),
        ]


class Hasty(CoreTable):
    """A table without a clock that now and then takes dice for lifted before the play."""

    def see(self, dice: tuple[DieFact, ...], *, rolled: bool) -> None:
        super().see(dice, rolled=rolled)
        if self.match.phase is Phase.MOVING and len(self.events) % 3 == 0:
            self.lift(show_first=False)


def test_a_turn_taken_for_ended_is_played_all_the_same() -> None:
    table = Hasty()
    table.open(1, book("none"))
    players = Players(MatchPlan(2), table, lambda: table.now_ns / 1e9)
    while table.match.phase is not Phase.MATCH_OVER:
        before = len(table.events)
        players.attend(table.shown())
        assert len(table.events) > before
    players.finish(table.shown())
    assert players.log == play_on_core(2, 1, book("none"))[0]


def test_with_and_without_a_clock_it_is_the_same_match() -> None:
    assert play_on_core(5, 3, book("book"))[0] == play_on_core(5, 3, book("none"))[0]


@pytest.mark.parametrize("clock", ["book", "none"])
@pytest.mark.parametrize("seed", MATCHES)
def test_doubted_refused_and_missed_rolls_change_nothing(seed: int, clock: str) -> None:
    table = opened(Troubled(Random(seed), doubts=0.3), 2, book(clock))
    log = play(table, seed)
    found = count_kinds(table.events)
    assert found["RollQuestioned"] > 3
    assert found["cocked"] > 0
    assert log == play_on_core(seed, 2, book(clock))[0]


@pytest.mark.parametrize("clock", ["book", "none"])
@pytest.mark.parametrize("seed", MATCHES)
def test_a_table_that_dies_at_any_moment_changes_nothing(seed: int, clock: str) -> None:
    table = opened(Troubled(Random(seed), deaths=0.04), 2, book(clock))
    log = play(table, seed)
    assert table.died > 5
    assert table.waited_s < PATIENCE_S + table.died
    assert log == play_on_core(seed, 2, book(clock))[0]


@pytest.mark.parametrize("seed", MATCHES)
def test_all_troubles_at_once_change_nothing(seed: int) -> None:
    table = opened(Troubled(Random(seed), doubts=0.15, deaths=0.02), 2, book())
    assert play(table, seed) == play_on_core(seed, 2, book())[0]


@pytest.mark.parametrize(
    ("profile", "clock"),
    [
        ("italian-international", "none"),
        ("italian-international+unified-2001", "book"),
        ("london-club", "book"),
        ("london-club+unified-2001", "book"),
    ],
)
@pytest.mark.parametrize("seed", [3, 14, 23])
def test_no_trouble_changes_a_match_played_with_cups(seed: int, profile: str, clock: str) -> None:
    """With a tie in the opening, and in Italy the other's consent before every new throw."""
    rules = book(clock, profile)
    table = opened(Troubled(Random(seed), doubts=0.3, deaths=0.03), 1, rules)
    assert play(table, seed) == play_on_core(seed, 1, rules)[0]
    assert table.died > 2
    assert count_kinds(table.events)["RollQuestioned"] > 2


class Deaf(CoreTable):
    """A camera that sees nothing, from roll `after` on."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.looks, self._after = 0, after

    def see(self, dice: tuple[DieFact, ...], *, rolled: bool) -> None:
        self.looks += 1
        if self.looks <= self._after:
            super().see(dice, rolled=rolled)


@pytest.mark.parametrize(("profile", "after"), [("norway", 4), ("london-club+unified-2001", 0)])
def test_what_a_camera_does_not_see_is_entered_by_touch(profile: str, after: int) -> None:
    """Waited for once, thrown once more, then said by both; and so the match gets on."""
    table = Deaf(after)
    table.open(1, book(profile=profile))
    players = Players(MatchPlan(1), table, lambda: table.now_ns / 1e9)
    while sum(isinstance(event, e.TurnEnded) for event in table.events) < 6:
        attend(players, table)
    by_touch = [v.values for v in table.events if isinstance(v, e.RollAccepted) and v.by_touch]
    assert len(by_touch) >= 3
    meant = [entry[2] for entry in players.log if entry[0] == "roll" and entry[3] is None]
    assert [tuple(sorted(v)) for v in by_touch] == [
        tuple(sorted(v)) for v in meant[-len(by_touch) :]
    ]
    assert PATIENCE_S == 15


@pytest.mark.parametrize("seed", [2, 3, 4, 5])
def test_opening_dice_rolled_at_once_are_entered_each_for_its_side(seed: int) -> None:
    table = Deaf(after=0)
    table.open(1, book(profile="london-club"))
    players = Players(MatchPlan(seed), table, lambda: table.now_ns / 1e9)
    while table.match.phase in {Phase.BETWEEN_GAMES, Phase.OPENING, Phase.CONFIRMING}:
        players.attend(table.shown())
        table.wait(SECOND_NS)
    rolled = [event for event in table.events if isinstance(event, e.OpeningDieRolled)]
    assert [(die.side, die.value) for die in rolled[:2]] == list(
        zip(Side, MatchPlan(seed).opening(1, 0), strict=True)
    )


def test_the_same_throw_lands_in_the_same_place() -> None:
    throw = PlannedThrow((3, 1))
    where = ("roll", 1, 2, 0, 0)
    assert dice_of(throw, where, BOX) == dice_of(throw, where, BOX)
    assert dice_of(throw, where, BOX) != dice_of(throw, ("roll", 1, 2, 0, 1), BOX)


def test_the_seed_of_make_demo_holds_everything_worth_showing() -> None:
    line = next(line for line in MAKEFILE.read_text().splitlines() if line.startswith("SEED"))
    found = count_kinds(play_on_core(int(line.split("=")[1]), 3, book())[1])
    assert {name: bool(found[name]) for name in WANTED} == dict.fromkeys(WANTED, True)


def test_checkers_start_anew_with_every_game() -> None:
    laid: list[Position] = []

    class Watched(CoreTable):
        def lay(self, board: Position, cube: object) -> None:  # type: ignore[override]  # noqa: ARG002
            laid.append(board)

    table = Watched()
    table.open(3, book())
    players = Players(MatchPlan(6), table, lambda: table.now_ns / 1e9)
    while table.match.phase is not Phase.MATCH_OVER:
        players.attend(table.shown())
    games = count_kinds(table.events)["GameStarted"]
    assert games > 1
    starts = [i for i, board in enumerate(laid) if board == Position.start()]
    assert len([i for i in starts if i - 1 not in starts]) == games
