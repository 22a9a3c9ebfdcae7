"""The state of a match at one table: frozen, replaced, never mutated."""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.rules import clock as clocks
from kiosk.rules.clock import Clock, ClockPace, TimeControl
from kiosk.rules.device_names import BUTTON_NAMES, DeviceName
from kiosk.rules.match.aid import Aid
from kiosk.rules.match.call import DirectorCall
from kiosk.rules.match.dicing import Dicing
from kiosk.rules.match.doubling import Cube, CubeHistory
from kiosk.rules.match.moves import Moves
from kiosk.rules.match.outcome import (
    EarlierMatch,
    LastGame,
    Lengths,
    MatchOutcome,
    ScoreRecords,
    SeriesScore,
)
from kiosk.rules.match.proposal import Numbered, Proposals
from kiosk.rules.match.rulings import Hearing
from kiosk.rules.match.schedule import Schedule
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.roll import JudgedDie, RollFacts, TowerCount
from kiosk.rules.rulebook import ClockSystem, RuleBook, StopFor
from kiosk.rules.table import FormatKind, MatchFormat, Series, SetUp, Team
from kiosk.rules.units import BySide, Instant, Nanos, Side


class Phase(StrEnum):
    """What the table waits for."""

    VACANT = "vacant"
    """No match, or one whose table is not set up."""
    BETWEEN_GAMES = "between_games"
    """Both sides check the score and declare that they are ready."""
    OPENING = "opening"
    """One die from each side."""
    PRESS_TO_START = "press_to_start"
    """The lower roller starts the winner's clock."""
    TO_ROLL = "to_roll"
    """The side on turn doubles or rolls."""
    CONFIRMING = "confirming"
    """The table asks both sides what the dice show."""
    DOUBLED = "doubled"
    """The other side takes or passes."""
    MOVING = "moving"
    """The roll counts; the side on turn moves and ends its turn."""
    CLAIMED = "claimed"
    """A side claimed a win; the other agrees or not."""
    OFFERED = "offered"
    """A side offered to end the game; the other accepts or rejects."""
    CHALLENGED = "challenged"
    """The last move was challenged as illegal; the side that moved agrees or not."""
    MATCH_OVER = "match_over"


IN_GAME = frozenset(Phase) - {Phase.VACANT, Phase.BETWEEN_GAMES, Phase.MATCH_OVER}


@dataclass(frozen=True, slots=True)
class OpeningDie:
    value: int
    center_mm: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Statement:
    """One side's statement of what the dice show; `values` None: the roll does not count."""

    values: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Question:
    """A roll the table is not certain of, put to both sides.

    `asked_in` is the phase it came from, `thrown` how many dice count. `counted` is the roll that
    counts unless both sides state otherwise; None: none counted yet.
    """

    asked_in: Phase
    side: Side | None
    thrown: int
    reasons: tuple[Reason, ...]
    proposal: tuple[int, ...] | None
    picture: str | None
    said: BySide[Statement | None]
    counted: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class RefusedRoll:
    """A throw that did not count: the sha256 of its picture, and the dice."""

    picture: str | None
    dice: tuple[JudgedDie, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """A reading that waits until `until` for the baffle box's count."""

    facts: RollFacts
    until: Instant


@dataclass(frozen=True, slots=True)
class Claim:
    """A claimed win; `claimed_in` is the phase to go back to when it is contested."""

    side: Side
    level: int
    claimed_in: Phase
    resumes: Side | None


@dataclass(frozen=True, slots=True)
class Offer:
    """`side` offers that `winner` wins the game at `level`.

    `certain`: the claim that no more is possible, or nothing else. `offered_in` is the phase to go
    back to, `resumes` the side whose clock ran; `ended_turn`: the offer ended the turn.
    """

    side: Side
    winner: Side
    level: int
    certain: bool
    offered_in: Phase
    resumes: Side | None
    ended_turn: bool


@dataclass(frozen=True, slots=True)
class Game:
    """The game in progress. `roll` is the last that counted, high to low."""

    number: int
    crawford: bool
    cube: Cube
    opening: BySide[OpeningDie | None]
    presses: Side | None = None
    on_turn: Side | None = None
    roll: tuple[int, ...] | None = None
    roll_picture: str | None = None
    refused_for: tuple[Reason, ...] = ()
    """The reasons the last roll of this turn did not count; empty once a roll counts."""
    refused: RefusedRoll | None = None
    """The last roll that did not count; of this turn if `refused_for` is not empty."""
    question: Question | None = None
    claim: Claim | None = None
    offer: Offer | None = None
    restarts: Side | None = None
    """The side that starts the other's clock by a press, after an offer was rejected."""
    owes_press: BySide[bool] = BySide(False, False)
    """The sides that were asked to press for a double, a take or an offer, and have not yet: their
    next press is that one, regardless of what the other side has done meanwhile.
    """
    doubles: CubeHistory = CubeHistory()
    moves: Moves = Moves()


@dataclass(frozen=True, slots=True)
class Stop:
    """Why play stands still, whose clock goes on afterwards, and which sides agreed to resume.

    `by` and `why` are the director's, if it was an order; `side` and `purpose` a player's.
    """

    reason: StopReason
    resumes: Side | None
    agreed: BySide[bool]
    by: str | None = None
    why: str | None = None
    side: Side | None = None
    purpose: StopFor | None = None


@dataclass(frozen=True, slots=True)
class PostedMessage:
    """The director's words to both players, and which sides have read them."""

    text: str
    by: str
    seen: BySide[bool] = BySide(False, False)


@dataclass(frozen=True, slots=True)
class LastResult:
    """How the last game, or the match, ended."""

    winner: Side | None
    points: int
    cause: EndCause


@dataclass(frozen=True, slots=True)
class EndedGame:
    """The game that ended last as it stood before its end, until the next one is rolled.

    `book` is the one it was played under; `pending` was proposed to the director; `ran` is the side
    whose clock ran, `delay_left` and `used` are of the turn it ended in, `reserve` is of both, or
    as set since. `asked`: the side that asks to reopen it.
    """

    phase: Phase
    game: Game
    book: RuleBook | None
    dicing: Dicing
    lengths: Lengths
    crawford_played: bool
    crawford_next: bool
    pending: tuple[Numbered, ...]
    ran: Side | None
    delay_left: Nanos
    used: Nanos
    reserve: BySide[Nanos]
    asked: Side | None = None


@dataclass(frozen=True, slots=True)
class SettledTap:
    """`side` settled something by the tap `tap`, at `at`, and may take it back before `until`.

    `rows` of the events of that tap are still to come. `before` is the match before it, updated by
    device reports since; it remembers no tap itself.
    """

    side: Side
    tap: str
    at: Instant
    until: Instant
    rows: int
    before: "Match"


@dataclass(frozen=True, slots=True)
class Pressed:
    """`side` ended its turn by a press, at `at`: None until the other's clock has started.

    `phase`, `game`, `dicing` and `clock` are as they were before it. `asked`: the side that claims
    it was a mistake.
    """

    side: Side
    phase: Phase
    game: Game
    dicing: Dicing
    clock: Clock
    at: Instant | None = None
    asked: Side | None = None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """`side` has taken back what it settled by the tap `tap`; nothing has happened since."""

    side: Side
    tap: str


@dataclass(frozen=True, slots=True)
class Opening:
    """The contents of MatchOpened."""

    match_id: str
    event_id: str
    table: int
    series: Series | None
    format: MatchFormat
    sides: BySide[Team]
    profile_hash: str


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one table, from before it is opened until after its last correction."""

    phase: Phase = Phase.VACANT
    opened: Opening | None = None
    book: RuleBook | None = None
    next_book: RuleBook | None = None
    """A changed profile, in force from the next game."""
    setup: SetUp | None = None
    score: BySide[int] = BySide(0, 0)
    games_played: int = 0
    crawford_played: bool = False
    crawford_next: bool = False
    """Penalty points made the next game the Crawford game."""
    ready: BySide[bool] = BySide(False, False)
    game: Game | None = None
    clock: Clock = clocks.new_clock()
    control: TimeControl = TimeControl()
    stop: Stop | None = None
    call: DirectorCall | None = None
    proposals: Proposals = Proposals()
    schedule: Schedule = Schedule()
    hearing: Hearing = Hearing()
    message: PostedMessage | None = None
    dice_down: bool = False
    """Dice lay on the board at the last look."""
    tower: TowerCount | None = None
    """The baffle box's count since the last roll was judged."""
    held: Held | None = None
    dicing: Dicing = Dicing()
    lost_devices: frozenset[str] = frozenset()
    games: tuple[LastResult, ...] = ()
    """Finished games, in order."""
    last_result: LastResult | None = None
    last_game: LastGame | None = None
    ended_game: EndedGame | None = None
    lengths: Lengths = Lengths()
    evidence: ScoreRecords = ScoreRecords()
    outcome: MatchOutcome = MatchOutcome()
    series: SeriesScore | None = None
    winner: Side | None = None
    disqualified: BySide[bool] = BySide(False, False)
    """Sides that the director put out of the event."""
    earlier: tuple[EarlierMatch, ...] = ()
    """Matches finished at this table before, oldest first; their results may still be corrected."""
    taken_over_by: str | None = None
    left_at: Instant | None = None
    """When another table took it over, on the clock of the old table."""
    moved: int = 0
    """How often it has gone to another table."""
    settled: SettledTap | None = None
    taken_back: TakenBack | None = None
    pressed: Pressed | None = None
    """The press that ended the last turn, until the other side has rolled."""
    languages: BySide[str] = BySide("", "")
    """The tag of the language of each side's half; empty if none was chosen."""
    aids: BySide[frozenset[Aid]] = BySide(frozenset(), frozenset())
    """The aids switched on for each side's half."""
    guide: BySide[bool] = BySide(False, False)
    """Sides whose half shows the pictures for a first-time player."""
    guided: frozenset[str] = frozenset()
    """The names of those who have seen the pictures at this table, in any match."""

    @property
    def match_id(self) -> str | None:
        return self.opened.match_id if self.opened else None

    @property
    def director_called(self) -> Side | None:
        """The side that called the director; None if there is no open call."""
        return self.call.side if self.call else None

    @property
    def sees_dice(self) -> bool:
        """Whether the table has a camera that answers."""
        there = self.setup is None or self.setup.camera
        return there and DeviceName.CAMERA not in self.lost_devices

    @property
    def counts_dice(self) -> bool:
        """Whether the table has a baffle box that counts its dice and answers."""
        there = self.setup is not None and self.setup.tower
        return there and self.lost_devices.isdisjoint({DeviceName.TOWER, DeviceName.TOWER_BEAM})

    def button_fails(self, side: Side) -> bool:
        """Whether this side's clock button does not answer, or is stuck."""
        seat = self.setup.seats.of_side(side) if self.setup else None
        own = () if seat is None else (BUTTON_NAMES[seat.clock],)
        return not self.lost_devices.isdisjoint({DeviceName.BUTTONS, *own})

    @property
    def clocked(self) -> bool:
        return self.pace.system is not ClockSystem.NONE

    @property
    def pace(self) -> ClockPace:
        """How the clocks run now."""
        if self.book is None or self.control.dropped:
            return clocks.NO_PACE
        second = self.control.second
        return clocks.pace(self.book.second_control if second else self.book.clock)

    @property
    def game_number(self) -> int:
        """The number of the game in progress, or of the next one."""
        return self.game.number if self.game else self.games_played + 1

    @property
    def length(self) -> int | None:
        """Points to win; None for a single game."""
        if self.opened is None or self.opened.format.kind is not FormatKind.POINTS:
            return None
        return self.lengths.played or self.opened.format.points

    @property
    def away(self) -> BySide[int]:
        """Points each side still needs; 1 each in a single game."""
        length = self.length
        return self.score.map(lambda points: 1 if length is None else max(0, length - points))


EMPTY = Match()
