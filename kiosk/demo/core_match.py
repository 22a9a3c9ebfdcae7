"""A demo match without devices: the players at the bare rules core, in milliseconds.

Shows what a seed's match contains: `python -m kiosk.demo.core_match --count 500`.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kiosk.demo.event import check_armed, event_settings
from kiosk.demo.moves import Entry
from kiosk.demo.plan import Flaw, MatchPlan, PlannedThrow, flaws_under
from kiosk.demo.players import Players
from kiosk.demo.seats import NAMES, halves, set_up
from kiosk.rules.board import Position
from kiosk.rules.command import Command
from kiosk.rules.decide import deadline, decide
from kiosk.rules.dice.acts import DiceLifted, RollRead, TowerReported
from kiosk.rules.fact import Event
from kiosk.rules.match import EMPTY, Match, Phase
from kiosk.rules.match.doubling import Cube
from kiosk.rules.roll import DieFact, RollFacts
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.start import OpenMatch, SetUpTable
from kiosk.rules.table import FormatKind, Half, MatchFormat, Member, SetUp, Team
from kiosk.rules.turn import ClockPressed, DeadlineReached
from kiosk.rules.units import BySide, Instant, Side, require
from kiosk.table.settings import load_book
from kiosk.wire.snapshot import Snapshot, snapshot

STEP_NS = 50_000_000
_OTHER_HALF = {
    Half.PICTURE_LEFT: Half.PICTURE_RIGHT,
    Half.PICTURE_RIGHT: Half.PICTURE_LEFT,
}


class CoreHands:
    """Hands at a table that reacts at once and reads all dice correctly."""

    dice: tuple[DieFact, ...] = ()
    """Dice on the board."""

    @property
    def setup(self) -> SetUp:
        """The table's set-up."""
        raise NotImplementedError

    def take(self, command: Command) -> None:
        """Stamp a command with the current instant and have the table decide it."""
        raise NotImplementedError

    @property
    def instant(self) -> Instant:
        """Current instant of the table's clock."""
        raise NotImplementedError

    def tap(self, command: Command) -> None:
        self.take(command)

    def press(self, side: Side) -> None:
        self.take(ClockPressed(Instant(0), side))

    def lay(self, board: Position, cube: Cube) -> None:
        """Do nothing: the rules core does not know checkers."""

    def throw(
        self,
        throw: PlannedThrow,
        after: Position,  # noqa: ARG002
        where: Entry,
        *,
        by: Side | None,
        beside: bool,
    ) -> None:
        setup = self.setup
        thrown = dice_of(throw, where, halves(setup, by))
        self.dice = (*(self.dice if beside else ()), *thrown)
        if setup.tower:
            count = len(throw.values)
            came_out = count - 1 if throw.flaw is Flaw.MISCOUNTED else count
            self.take(TowerReported(Instant(0), count, came_out))
        self.see(self.dice, rolled=True)

    def see(self, dice: tuple[DieFact, ...], *, rolled: bool) -> None:
        """Report dice at rest, as the camera does."""
        at = self.instant
        self.take(RollRead(at, RollFacts(dice, rolled, at, at, None)))

    def lift(self, *, show_first: bool) -> None:  # noqa: ARG002
        self.dice = ()
        self.take(DiceLifted(Instant(0)))

    def think(self, of: str) -> None:
        """Do nothing: no time passes."""


@dataclass
class CoreTable(CoreHands):
    """The rules core as a table with hands. Time is counted, not waited for."""

    match: Match = EMPTY
    commands: list[Command] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    now_ns: int = 0

    @property
    def setup(self) -> SetUp:
        return require(self.match.setup)

    @property
    def instant(self) -> Instant:
        return Instant(self.now_ns)

    def open(self, points: int, book: RuleBook) -> None:
        """Open the match and set the table up."""
        teams = (
            Team(side, NAMES.of_side(side), (Member(side, NAMES.of_side(side)),)) for side in Side
        )
        form = MatchFormat(FormatKind.POINTS, points)
        at = Instant(self.now_ns)
        self.take(OpenMatch(at, "rehearsal", "demo", 1, None, form, BySide(*teams), book, ""))
        self.take(SetUpTable(at, set_up(book)))

    def shown(self) -> Snapshot:
        """The snapshot a screen would get."""
        return snapshot(self.match, len(self.events), Instant(self.now_ns))

    def take(self, command: Command) -> None:
        """Stamp, decide and store one command."""
        self.now_ns += STEP_NS
        command = replace(command, at=Instant(self.now_ns))
        decision = decide(self.match, command)
        self.commands.append(command)
        self.events += decision.events
        self.match = decision.match

    def wait(self, duration_ns: int) -> None:
        """Let time pass, and send DeadlineReached if one is due."""
        self.now_ns += duration_ns
        due = deadline(self.match)
        if due is not None and due <= self.now_ns:
            self.take(DeadlineReached(due))


def dice_of(throw: PlannedThrow, where: Entry, belong: tuple[Half, Half]) -> tuple[DieFact, ...]:
    """Facts of a perfectly read throw into the halves where the dice belong; the last die has the
    flaw.
    """
    rng = MatchPlan(0).rng("place", *where)
    seen = [
        DieFact(
            value=value,
            guess=value,
            half=half,
            flat=True,
            support="surface",
            confidence=1.0,
            center_mm=(rng.uniform(30, 300), rng.uniform(30, 500)),
        )
        for value, half in zip(throw.values, belong, strict=False)
    ]
    last = seen[-1]
    match throw.flaw:
        case Flaw.WRONG_HALF:
            last = replace(last, half=_OTHER_HALF[last.half])
        case Flaw.OFF_BOARD:
            last = replace(last, half=Half.OFF)
        case Flaw.COCKED:
            last = replace(last, flat=False, support="checker")
    return (*seen[:-1], last)


def play_on_core(seed: int, points: int, book: RuleBook) -> tuple[list[Entry], list[Event]]:
    """Play the match of a seed to its end; return the players' log and the events.

    Raises DemoMisused when the book's clock can't be armed.
    """
    table = CoreTable()
    return play(table, seed, points, book), table.events


def play(table: CoreTable, seed: int, points: int, book: RuleBook) -> list[Entry]:
    """Play the match of a seed at this table to its end; return the players' log."""
    table.open(points, book)
    check_armed(table.match)
    plan = MatchPlan(seed, flaws_under(book, set_up(book)))
    players = Players(plan, table, lambda: table.now_ns / 1e9)
    while table.match.phase is not Phase.MATCH_OVER:
        before = len(table.events)
        players.attend(table.shown())
        if len(table.events) == before:
            raise AssertionError(f"seed {seed} stands still in phase {table.match.phase}")
    players.finish(table.shown())
    return players.log


def count_kinds(events: Sequence[Event]) -> Counter[str]:
    """Count, in these events, the things a demo should show."""
    found: Counter[str] = Counter(type(event).__name__ for event in events)
    for event in events:
        for reason in getattr(event, "reasons", ()):
            found[reason.value] += 1
        if getattr(event, "crawford", False):
            found["crawford"] += 1
    return found


WANTED = ("Taken", "Passed", "crawford", "cocked", "wrong_side", "die_in_box")
"""Things a demo should show; the last needs a baffle box."""


def main() -> int:
    """List seeds whose match shows everything, shortest first."""
    parser = argparse.ArgumentParser(prog="python -m kiosk.demo.core_match", description=__doc__)
    parser.add_argument("--points", type=int, default=3)
    parser.add_argument("--rulebook", default="norway")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--count", type=int, default=100)
    options = parser.parse_args()
    rules = event_settings(options.rulebook, "book", options.set)
    book = load_book(options.rulebook, "book", rules=rules)
    wanted = WANTED if set_up(book).tower else WANTED[:-1]
    full = []
    for seed in range(options.count):
        found = count_kinds(play_on_core(seed, options.points, book)[1])
        if all(found[name] for name in wanted):
            full.append((found["RollAccepted"], seed))
    for rolls, seed in sorted(full):
        sys.stdout.write(f"seed {seed}: {rolls} rolls\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
