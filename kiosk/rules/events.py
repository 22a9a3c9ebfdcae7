"""Facts, in the past tense, with their outcome resolved: what the journal keeps for ever.

`evolve` only sets what an event says. An event that applies a rule names its section in `cites`.
"""

from dataclasses import dataclass

from kiosk.rules.match import Match
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.roll import RollFacts
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import Format, Series, SetUp, Team
from kiosk.rules.units import BySide, Instant, Nanos, Side


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at this table."""


@dataclass(frozen=True, slots=True)
class Refused(Event):
    """A command that changed nothing, and all the reasons why."""

    command: str
    side: Side | None
    reasons: tuple[Reason, ...]
    cites: tuple[str, ...] = ()


# --- before play -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableAssigned(Event):
    table: int
    event_id: str


@dataclass(frozen=True, slots=True)
class MatchOpened(Event):
    """Everything needed to replay the match without any other file."""

    match_id: str
    event_id: str
    table: int
    series: Series | None
    format: Format
    sides: BySide[Team]
    profile: RuleBook
    profile_hash: str


@dataclass(frozen=True, slots=True)
class TableSetUp(Event):
    setup: SetUp


@dataclass(frozen=True, slots=True)
class TimeAllotted(Event):
    """Each side's reserve was set from the score."""

    reserve: BySide[Nanos]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadyGiven(Event):
    side: Side


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """`cube_in_play` is false in the Crawford game."""

    number: int
    crawford: bool
    cube_in_play: bool
    cites: tuple[str, ...]


# --- dice --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TowerCounted(Event):
    dropped: int
    came_out: int


@dataclass(frozen=True, slots=True)
class DicePickedUp(Event):
    """The dice left the board."""


@dataclass(frozen=True, slots=True)
class RollHeld(Event):
    """Dice were read, and wait until `until` for the baffle box's own count."""

    facts: RollFacts
    until: Instant


@dataclass(frozen=True, slots=True)
class RollQuestioned(Event):
    """The table is not certain; both sides say what lies there.

    `side` is who threw, None when both did (an opening without mixer); `thrown` how many dice
    count; `proposal` the values the camera would guess. In an opening without mixer values stand
    in the order White, Black; otherwise high to low.
    """

    side: Side | None
    thrown: int
    reasons: tuple[Reason, ...]
    proposal: tuple[int, ...] | None
    facts: RollFacts | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RollStated(Event):
    """A side said what was rolled; None: the roll does not count."""

    side: Side
    values: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class RollRefused(Event):
    """An invalid roll: it is rolled again. `facts` is None when the players called it by touch."""

    side: Side | None
    reasons: tuple[Reason, ...]
    facts: RollFacts | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpeningDieRolled(Event):
    """One side's opening die."""

    side: Side
    value: int
    center_mm: tuple[float, float] | None
    facts: RollFacts | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpeningTied(Event):
    value: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpeningWon(Event):
    """The higher die starts and plays both values, high to low."""

    side: Side
    values: tuple[int, ...]
    presses: Side | None
    """Who presses to start the winner's clock; None without a clock."""
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RollAccepted(Event):
    """The roll counts. `by_touch` when both sides stated it; `facts` is None without a camera."""

    side: Side
    values: tuple[int, ...]
    by_touch: bool
    facts: RollFacts | None
    cites: tuple[str, ...]


# --- clock and turn ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClockStarted(Event):
    """A side's clock runs from `at` with `delay` before its reserve."""

    side: Side
    at: Instant
    delay: Nanos


@dataclass(frozen=True, slots=True)
class ClockStopped(Event):
    """A clock stopped; both reserves, the delay left and the turn's time so far are after it."""

    side: Side
    at: Instant
    reserve: BySide[Nanos]
    delay_left: Nanos
    used: Nanos


@dataclass(frozen=True, slots=True)
class PlayStopped(Event):
    """Both clocks stand still until the players agree or the director says.

    `resumes` is whose clock then goes on; None when no clock ran. `by` and `why` are the
    director's, if it was an order.
    """

    reason: StopReason
    resumes: Side | None
    cites: tuple[str, ...]
    by: str | None
    why: str | None


@dataclass(frozen=True, slots=True)
class ResumeAgreed(Event):
    """One side agrees to go on. None is the director, who decides alone: `by` and `why`."""

    side: Side | None
    by: str | None
    why: str | None


@dataclass(frozen=True, slots=True)
class PlayResumed(Event):
    """Play goes on; `side`'s clock runs from `at` with what is left of its delay, if one ran."""

    side: Side | None
    at: Instant


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """`used` is the time since this clock was last started, delay included; a think before a
    double stands in ClockStopped. `reserve` is both reserves after the turn.
    """

    side: Side
    used: Nanos
    reserve: BySide[Nanos]
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FlagReached(Event):
    """A side's reserve reached zero at `at`. What follows is the book's."""

    side: Side
    at: Instant
    cites: tuple[str, ...]


# --- cube --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Doubled(Event):
    """`level` is what the cube will show if taken."""

    side: Side
    level: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Taken(Event):
    side: Side
    level: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """`level` is what was refused."""

    side: Side
    level: int
    cites: tuple[str, ...]


# --- end of game and match ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WinClaimed(Event):
    """`resumes` is whose clock goes on if the claim is contested; None when no clock ran."""

    side: Side
    level: int
    resumes: Side | None


@dataclass(frozen=True, slots=True)
class WinContested(Event):
    """The other side disagrees; the game is played on."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """`level` 1-3; `points` = level x cube under the book; `score` is after the game."""

    winner: Side | None
    level: int
    cube: int
    points: int
    cause: EndCause
    score: BySide[int]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    winner: Side
    score: BySide[int]
    cause: EndCause
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreChanged(Event):
    """The score was set without a game, by whom and why."""

    score: BySide[int]
    by: str
    why: str
    section: str | None
    corrects_seq: int | None


@dataclass(frozen=True, slots=True)
class PenaltyAwarded(Event):
    """Penalty points against `side`; `score` is after them."""

    side: Side
    points: int
    score: BySide[int]
    by: str
    why: str
    section: str | None
    cites: tuple[str, ...]


# --- director, devices, the table itself -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DirectorCalled(Event):
    side: Side


@dataclass(frozen=True, slots=True)
class MessagePosted(Event):
    """Words of the director for both players."""

    text: str
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class MessageSeen(Event):
    """A side has read the message."""

    side: Side


@dataclass(frozen=True, slots=True)
class ProfileChanged(Event):
    """Other rules from the next game on."""

    profile: RuleBook
    profile_hash: str
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class DeviceLost(Event):
    device: str
    why: str


@dataclass(frozen=True, slots=True)
class DeviceBack(Event):
    device: str


@dataclass(frozen=True, slots=True)
class Halted(Event):
    """The table had stopped itself; journaled first thing after its restart."""

    why: str


@dataclass(frozen=True, slots=True)
class Restarted(Event):
    """The table's process started again with this match open."""


@dataclass(frozen=True, slots=True)
class ClockRestored(Event):
    """The clocks after a restart: as journaled, and as restored up to the last mark.

    Time between the last mark and the stop is in doubt and goes to the side on turn.
    """

    side: Side
    journaled: BySide[Nanos]
    reserve: BySide[Nanos]
    delay_left: Nanos
    used: Nanos
    at: Instant


@dataclass(frozen=True, slots=True)
class TableTakenOver(Event):
    """A match goes on in journal `by_journal_id` from the head of the old one.

    In the new journal `state` is the match as it stood; in the old one it is None, and that table
    refuses to go on.
    """

    old_journal_id: str
    head_seq: int
    head_hash: str
    by_journal_id: str
    state: Match | None
