"""A loop on a real journal with the clocks in the test's hand, and a simulated table's settings."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from kiosk.journal import Journal, fold_rows, read
from kiosk.rules.command import Command
from kiosk.rules.fact import Event
from kiosk.rules.match import Phase
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.start import OpenMatch, SetUpTable
from kiosk.rules.table import (
    ClockButton,
    DicePairs,
    FormatKind,
    Half,
    MatchFormat,
    Member,
    PictureSeat,
    Seat,
    SetUp,
    Team,
)
from kiosk.rules.units import SECOND_NS, BySide, Instant, Side
from kiosk.table.inbox import Inbox, PostedCommand
from kiosk.table.loop import Loop, TableClocks
from kiosk.table.settings import load_book
from kiosk.wire.messages import ClientAnswer
from kiosk.wire.replay import Replay
from kiosk.wire.snapshot import Snapshot
from kits import commands as c

ROOT = Path(__file__).parents[2]
BOOT = "boot-1"
WALL_NS = 1_778_335_387_123_000_000

CONFIG = """
[table]
number = 1
event_id = "tests"

[match]
match_id = "m-1"
points = 3
rulebook = "norway"
white = "Ada"
black = "Bo"

[seats]
white = { picture = "bottom", home = "picture_right", clock = "right", checkers = "white" }
black = { picture = "top", home = "picture_right", clock = "left", checkers = "black" }
mixer = "picture_left"
tower = true

[devices]
kind = "simulated"
[devices.buttons]
left_pin = 17
right_pin = 27
[devices.tower]
port = "simulated"
[devices.control]
socket = "control.sock"
"""


class Table:
    """A loop on a journal, with the machine's clocks in the test's hand. Steps never wait."""

    def __init__(
        self,
        journal: Journal,
        replay: Replay | None = None,
        *,
        show: Callable[[Snapshot], None] | None = None,
        act: Callable[[Any, str | None], None] = lambda _match, _halted: None,
        blink: Callable[[frozenset[Side]], None] = lambda _sides: None,
        between: Callable[[], None] = lambda: None,
        halting: Callable[[str], None] = lambda _why: None,
        then: Callable[[Sequence[Event], Instant], Iterable[Command]] = lambda _events, _at: (),
    ) -> None:
        self.journal = journal
        self.now_ns = 1_000 * SECOND_NS
        self.inbox = StillInbox()
        self.shown: list[Snapshot] = []
        self.answers: list[ClientAnswer] = []
        replay = replay or Replay()
        self.loop = Loop(
            journal,
            replay.match,
            replay.match_id,
            self.inbox,
            show=show or self.shown.append,
            act=act,
            blink=blink,
            between=between,
            halting=halting,
            then=then,
            clocks=TableClocks(lambda: self.now_ns, lambda: WALL_NS),
        )

    @property
    def now(self) -> Instant:
        return Instant(self.now_ns)

    def later(self, seconds: float) -> Instant:
        self.now_ns += round(seconds * SECOND_NS)
        return self.now

    def do(
        self, command: Command, by: str = "table", command_id: str | None = None
    ) -> ClientAnswer:
        """Post a command and step until it is answered."""
        self.answers.clear()
        if command_id is None:
            self.inbox.post(PostedCommand(command, by, answer=self.answers.append))
        else:
            self.inbox.post(PostedCommand(command, by, command_id, self.answers.append))
        self.loop.step()
        return self.answers[-1]

    def open(self, book: RuleBook, points: int = 3, setup: SetUp | None = None) -> None:
        self.do(opening(self.now, book, points))
        self.do(SetUpTable(self.now, setup or cups()))

    def kinds(self) -> list[str]:
        return [row.kind for row in read(self.journal.path)]


class StillInbox(Inbox):
    """Remembers how long the loop would have waited, and does not wait."""

    def __init__(self) -> None:
        super().__init__()
        self.waits_s: list[float] = []

    def take(self, timeout_s: float) -> PostedCommand | None:
        self.waits_s.append(timeout_s)
        return super().take(0.0)


def begun(table: Table, book: RuleBook) -> Table:
    """A game is on: White moves 5-2, Black's press has just started White's clock."""
    table.open(book)
    for side in Side:
        table.do(c.ReadyTapped(table.now, side), side.value)
    for side in Side:
        table.do(c.RollEntered(table.now, side, (5, 2)), side.value)
    table.do(c.ClockPressed(table.now, Side.BLACK), "buttons")
    assert table.loop.match.phase is Phase.MOVING
    assert table.loop.match.clock.running is Side.WHITE
    return table


def opening(at: Instant, book: RuleBook, points: int = 3, match_id: str = "m-1") -> OpenMatch:
    sides = BySide(*(Team(name, name, (Member(name, name),)) for name in ("Ada", "Bo")))
    form = MatchFormat(FormatKind.POINTS, points)
    return OpenMatch(at, match_id, "tests", 1, None, form, sides, book, "f" * 64)


def cups(*, mixer: Half | None = None, tower: bool = False) -> SetUp:
    white = Seat(PictureSeat.BOTTOM, Half.PICTURE_RIGHT, ClockButton.RIGHT, "white")
    black = Seat(PictureSeat.TOP, Half.PICTURE_RIGHT, ClockButton.LEFT, "black")
    return SetUp(BySide(white, black), mixer=mixer, tower=tower, dice=DicePairs.SHARED_PAIR)


def live(path: Path) -> Any:
    """What the journal's rows say the match is."""
    return fold_rows(read(path)).match


def load_norway() -> RuleBook:
    """The shipped book, with its clock."""
    return load_book("norway", "book")
