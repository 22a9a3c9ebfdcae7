"""Before play: open a match, set up the table, begin a game."""

from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from kiosk.rules.act import NOTHING, Act, Against, unopposed
from kiosk.rules.command import Command
from kiosk.rules.decision import Decision
from kiosk.rules.dice.left import end_with_game
from kiosk.rules.fact import Event, Fact
from kiosk.rules.guide import pass_guide
from kiosk.rules.length import LengthDefaulted, series_begins
from kiosk.rules.match import IN_GAME, Game, Match, Opening, Phase
from kiosk.rules.match.doubling import Cube
from kiosk.rules.match.outcome import EarlierMatch, ScoreRecords
from kiosk.rules.mix import refuse_box
from kiosk.rules.phases import ANY, IDLE, LIVE
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.schedule.late import arrive
from kiosk.rules.table import FormatKind, Half, MatchFormat, Series, SetUp, Team
from kiosk.rules.tap import plain_tap
from kiosk.rules.times.acts import allot, credit_first_turns, times_due
from kiosk.rules.units import BySide, Side, require

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AssignTable(Command):
    """The director gives this device a table number. An assignment, not an identity."""

    table: int
    event_id: str


@dataclass(frozen=True, slots=True)
class OpenMatch(Command):
    """Play a match here under a whole resolved profile."""

    match_id: str
    event_id: str
    table: int
    series: Series | None
    format: MatchFormat
    sides: BySide[Team]
    profile: RuleBook
    profile_hash: str


@dataclass(frozen=True, slots=True)
class SetUpTable(Command):
    """Seats, clock sides, mixer and dice; may change between games, and after a restart."""

    setup: SetUp


@dataclass(frozen=True, slots=True)
class SeatsSwapTapped(Command):
    """The players have changed seats between games, with clock and checkers. A screen offers it
    only behind the director's PIN.
    """

    side: Side


@dataclass(frozen=True, slots=True)
class ReadyTapped(Command):
    """A side accepts the score shown and is ready for the next game."""

    side: Side


# --- events ---------------------------------------------------------------------------------------


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
    format: MatchFormat
    sides: BySide[Team]
    profile: RuleBook
    profile_hash: str


@dataclass(frozen=True, slots=True)
class TableSetUp(Event):
    setup: SetUp


@dataclass(frozen=True, slots=True)
class ReadyGiven(Event):
    side: Side


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """`cube_in_play` is false in the Crawford game."""

    plays_on: ClassVar[bool] = True
    number: int
    crawford: bool
    cube_in_play: bool
    cites: tuple[str, ...]


# --- refusals and decisions -----------------------------------------------------------------------


def assign_table(decision: Decision, command: AssignTable) -> None:
    decision.emit(TableAssigned(command.table, command.event_id))


class Opens(Protocol):
    """The fields a match is opened with."""

    @property
    def event_id(self) -> str: ...
    @property
    def table(self) -> int: ...
    @property
    def series(self) -> Series | None: ...
    @property
    def format(self) -> MatchFormat: ...
    @property
    def sides(self) -> BySide[Team]: ...
    @property
    def profile(self) -> RuleBook: ...
    @property
    def profile_hash(self) -> str: ...


def refuse_opening(match: Match, command: Opens) -> Against:
    going_on = match.opened is not None and match.phase is not Phase.MATCH_OVER
    if going_on and not _replays(match, command):
        return (Reason.MATCH_IS_OPEN,)
    fit = _playable(command.format, command.profile) and command.profile.complete()
    return NOTHING if fit else (Reason.BAD_VALUE,)


def _replays(match: Match, command: Opens) -> bool:
    """Whether a match with an unsettled dispute is replayed, to the book's number of points
    (london-club TR15).
    """
    points = require(match.book).dispute.replay_points
    return match.hearing.dispute is not None and command.format.points == points


def _playable(form: MatchFormat, book: RuleBook) -> bool:
    if form.kind is FormatKind.SINGLE_GAME:
        return form.points is None
    points = book.length.default_points if form.points is None else form.points
    return points >= 1


def open_match(decision: Decision, command: OpenMatch) -> None:
    open_as(decision, command.match_id, command)


def open_as(decision: Decision, match_id: str, command: Opens) -> None:
    """Open the match; a length that the event does not state is the book's own."""
    before, form = decision.match.series, command.format
    defaulted = form.kind is FormatKind.POINTS and form.points is None
    if defaulted:
        form = replace(form, points=command.profile.length.default_points)
    decision.emit(
        MatchOpened(
            match_id,
            command.event_id,
            command.table,
            command.series,
            form,
            command.sides,
            command.profile,
            command.profile_hash,
        )
    )
    if defaulted:
        points, cite = require(form.points), decision.book.cite("length.default_points")
        decision.emit(LengthDefaulted(points, (cite,)))
    series_begins(decision, command.series, before)
    allot(decision)


def refuse_set_up(match: Match, command: SetUpTable) -> Against:
    if match.opened is None:
        return (Reason.NO_MATCH,)
    if match.phase in IN_GAME and not _starts_again(match):
        return (Reason.NOT_NOW,)
    white, black = command.setup.seats.white, command.setup.seats.black
    on_board = {Half.PICTURE_LEFT, Half.PICTURE_RIGHT}
    apart = white.picture is not black.picture and white.clock is not black.clock
    halves = {white.home, black.home} <= on_board and command.setup.mixer in {None, *on_board}
    counted = command.setup.mixer is not None or not command.setup.tower
    fits = NOTHING if apart and halves and counted else (Reason.BAD_VALUE,)
    return (*fits, *refuse_box(match, command.setup.mixer))


def _starts_again(match: Match) -> bool:
    """Whether play stands still after a restart: the match may have come from another table."""
    return match.stop is not None and match.stop.reason is StopReason.RESTARTED


def set_up(decision: Decision, command: SetUpTable) -> None:
    decision.emit(TableSetUp(command.setup))


def refuse_swapping(match: Match, _command: SeatsSwapTapped) -> Against:
    return NOTHING if match.setup is not None else (Reason.NOT_NOW,)


def swap_seats(decision: Decision, _command: SeatsSwapTapped) -> None:
    before = require(decision.match.setup)
    seats = BySide(white=before.seats.black, black=before.seats.white)
    decision.emit(TableSetUp(replace(before, seats=seats)))


def refuse_ready(match: Match, command: ReadyTapped) -> Against:
    if match.ready.of_side(command.side):
        return (Reason.ALREADY_DONE,)
    book = match.next_book or require(match.book)
    return (Reason.TIME_NOT_SET,) if times_due(match, book) else NOTHING


def ready(decision: Decision, command: ReadyTapped) -> None:
    arrive(decision, command.side, command.at)
    pass_guide(decision, command.side)
    decision.emit(ReadyGiven(command.side))
    if decision.match.ready == BySide(True, True):
        start_game(decision)


def crawford_due(match: Match) -> bool:
    """Whether the next game is the first in which a side needs exactly one point."""
    book, away = require(match.next_book or match.book), match.away
    return match.crawford_next or (
        book.cube.crawford
        and match.length is not None
        and not match.crawford_played
        and 1 in (away.white, away.black)
    )


def start_game(decision: Decision) -> None:
    end_with_game(decision)
    before = decision.match
    book = before.next_book or decision.book
    crawford = crawford_due(before)
    cites = (book.cite("cube.crawford"),) if crawford else ()
    decision.emit(GameStarted(before.games_played + 1, crawford, not crawford, cites))
    if not (before.clocked and before.control.allotted):
        allot(decision)
    credit_first_turns(decision)


# --- state changes --------------------------------------------------------------------------------


def apply_match_opened(match: Match, event: MatchOpened) -> Match:
    opening = Opening(
        event.match_id,
        event.event_id,
        event.table,
        event.series,
        event.format,
        event.sides,
        event.profile_hash,
    )
    return Match(
        opened=opening,
        book=event.profile,
        earlier=(*match.earlier, *finished_match(match)),
        message=match.message,
        lost_devices=match.lost_devices,
        guided=match.guided,
    )


def finished_match(match: Match) -> tuple[EarlierMatch, ...]:
    """The previous match, if it was played to its end."""
    opened, book, winner = match.opened, match.book, match.winner
    if opened is None or book is None or winner is None:
        return ()
    earlier = EarlierMatch(
        match_id=opened.match_id,
        series_id=opened.series.id if opened.series else None,
        length=match.length,
        winner=winner,
        score=match.score,
        outcome=match.outcome,
        correctable=book.result.correctable,
        cite=book.cite("result.correctable"),
    )
    return (earlier,)


def apply_table_set_up(match: Match, event: TableSetUp) -> Match:
    phase = Phase.BETWEEN_GAMES if match.phase is Phase.VACANT else match.phase
    return replace(match, setup=event.setup, phase=phase)


def apply_ready_given(match: Match, event: ReadyGiven) -> Match:
    return replace(match, ready=match.ready.with_(event.side, True))


def apply_game_started(match: Match, event: GameStarted) -> Match:
    return replace(
        match,
        phase=Phase.OPENING,
        book=match.next_book or match.book,
        next_book=None,
        ready=BySide(False, False),
        crawford_played=match.crawford_played or event.crawford,
        crawford_next=False,
        game=Game(
            number=event.number,
            crawford=event.crawford,
            cube=Cube(in_play=event.cube_in_play),
            opening=BySide(None, None),
        ),
        dicing=match.dicing.after_game(),
        schedule=match.schedule.played_on(),
        tower=None,
        held=None,
        last_result=None,
        evidence=ScoreRecords(),
    )


# --- tables ---------------------------------------------------------------------------------------


ACTS = (
    Act(AssignTable, IDLE, unopposed, assign_table, while_disputed=True),
    Act(OpenMatch, ANY, refuse_opening, open_match, while_disputed=True),
    Act(SetUpTable, {Phase.VACANT, *LIVE}, refuse_set_up, set_up),
    Act(
        SeatsSwapTapped,
        (Phase.BETWEEN_GAMES,),
        refuse_swapping,
        swap_seats,
        tap=plain_tap(SeatsSwapTapped),
    ),
    Act(
        ReadyTapped,
        (Phase.BETWEEN_GAMES,),
        refuse_ready,
        ready,
        while_stopped=False,
        tap=plain_tap(ReadyTapped),
    ),
)


FACTS = (
    Fact(TableAssigned),
    Fact(MatchOpened, apply_match_opened),
    Fact(TableSetUp, apply_table_set_up),
    Fact(ReadyGiven, apply_ready_given),
    Fact(GameStarted, apply_game_started),
)
