"""What someone or something reports or asks. Each is stamped `at` by whoever saw it.

Commands carry no authority and no outcome: `decide` says what follows.
"""

from dataclasses import dataclass

from kiosk.rules.roll import RollFacts
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import Format, Series, SetUp, Team
from kiosk.rules.units import BySide, Instant, Side


@dataclass(frozen=True, slots=True)
class Command:
    """`at` is the instant it was seen, as near the edge as possible."""

    at: Instant


# --- before play -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AssignTable(Command):
    """The director gives this device a table number. An assignment, not an identity."""

    table: int
    event_id: str


@dataclass(frozen=True, slots=True)
class OpenMatch(Command):
    """A match is to be played here under a whole resolved profile."""

    match_id: str
    event_id: str
    table: int
    series: Series | None
    format: Format
    sides: BySide[Team]
    profile: RuleBook
    profile_hash: str


@dataclass(frozen=True, slots=True)
class SetUpTable(Command):
    """Seats, clock sides, mixer and dice; may change between games."""

    setup: SetUp


@dataclass(frozen=True, slots=True)
class ReadyTapped(Command):
    """A side agrees to the score shown and is ready for the next game."""

    side: Side


# --- dice --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TowerReported(Command):
    """The baffle box counted dice dropped in and dice that came out."""

    dropped: int
    came_out: int


@dataclass(frozen=True, slots=True)
class RollRead(Command):
    """The camera saw dice come to rest."""

    facts: RollFacts


@dataclass(frozen=True, slots=True)
class DiceLifted(Command):
    """The camera saw the dice leave the board."""


@dataclass(frozen=True, slots=True)
class RollConfirmed(Command):
    """A side agrees with the roll the table proposes."""

    side: Side


@dataclass(frozen=True, slots=True)
class RollEntered(Command):
    """A side says by touch what was rolled; None: the roll does not count."""

    side: Side
    values: tuple[int, ...] | None


# --- clock, cube, end of game ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClockPressed(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class DeadlineReached(Command):
    """The shell's own alarm for the instant `deadline` named."""


@dataclass(frozen=True, slots=True)
class DoubleTapped(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class TakeTapped(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class PassTapped(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class WinDeclared(Command):
    """A side says it won the game: level 1 single, 2 gammon, 3 backgammon."""

    side: Side
    level: int


@dataclass(frozen=True, slots=True)
class WinAgreed(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class WinDisputed(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class ExpiryDeclared(Command):
    """Somebody states that a side's time is used up; `by` None is the director."""

    by: Side | None


# --- director, devices, the table itself -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DirectorCallTapped(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class ResumeTapped(Command):
    """A side agrees that the clocks go on."""

    side: Side


@dataclass(frozen=True, slots=True)
class MessageTapped(Command):
    """A side has read the director's message."""

    side: Side


@dataclass(frozen=True, slots=True)
class Order(Command):
    """What the director orders: for which match, who (`director:NAME`), and why.

    An order for another match than the table's is refused: it was given on an old picture.
    """

    match_id: str | None
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class StopOrdered(Order):
    """Both clocks stop until the director says."""


@dataclass(frozen=True, slots=True)
class StartOrdered(Order):
    """Play goes on, whatever had stopped it."""


@dataclass(frozen=True, slots=True)
class MessageOrdered(Order):
    """Words for both players, shown until both have read them."""

    text: str


@dataclass(frozen=True, slots=True)
class PenaltyOrdered(Order):
    """Penalty points for a side; `section` is what they are awarded under."""

    side: Side
    points: int
    section: str | None


@dataclass(frozen=True, slots=True)
class ScoreOrdered(Order):
    """The score is set, under a section and correcting an event where one can be named."""

    score: BySide[int]
    section: str | None
    corrects_seq: int | None


@dataclass(frozen=True, slots=True)
class ProfileOrdered(Order):
    """Other rules from the next game on."""

    profile: RuleBook
    profile_hash: str


@dataclass(frozen=True, slots=True)
class DeviceFailed(Command):
    """A device stopped answering: camera, tower, buttons."""

    device: str
    why: str


@dataclass(frozen=True, slots=True)
class DeviceRecovered(Command):
    device: str


@dataclass(frozen=True, slots=True)
class TableRestarted(Command):
    """The table's process started again on a journal with this match in it.

    `mark_at` is the last instant, on the clock of the boot that stopped, at which the table was
    surely alive; `halted` says why it had stopped itself, if it had.
    """

    mark_at: Instant | None
    halted: str | None
