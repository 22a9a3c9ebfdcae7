"""Stops of both clocks by a player or the director, calls of the director, and resumed play."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision
from kiosk.rules.fact import Event, Fact, in_hearing
from kiosk.rules.match import IN_GAME, Match, Phase, Question, Statement
from kiosk.rules.match.call import CHOSEN, CallAbout, DirectorCall
from kiosk.rules.match.outcome import Matter
from kiosk.rules.match.proposal import ProposalCause
from kiosk.rules.match.rulings import Contested
from kiosk.rules.phases import LIVE, OPENED
from kiosk.rules.play import PlayStopped, resume_play, stop_clock
from kiosk.rules.reasons import DIRECTORS_STOPS, Reason, StopReason
from kiosk.rules.rulebook import CockedClock, FallenDie, RuleBook, StopFor, UnlistedStop
from kiosk.rules.schedule.late import arrive
from kiosk.rules.tap import Tap, TapOption, Try, Values, choice_tap, plain_tap
from kiosk.rules.units import SIDES, BySide, Instant, Side, require

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClockStopTapped(Command):
    """A side stops both clocks for a purpose.

    `on_table`: the die to be fetched has left the board, but not the table.
    """

    side: Side
    purpose: StopFor
    on_table: bool = False


@dataclass(frozen=True, slots=True)
class DirectorCallTapped(Command):
    """A side calls the director; by a second tap it may add what it is `about`."""

    side: Side
    about: CallAbout | None = None


@dataclass(frozen=True, slots=True)
class ResumeTapped(Command):
    """A side agrees to resume the clocks."""

    side: Side


@dataclass(frozen=True, slots=True)
class StopOrdered(Order):
    """Stop both clocks until the director starts them."""


@dataclass(frozen=True, slots=True)
class StartOrdered(Order):
    """Start play, regardless of what stopped it."""


@dataclass(frozen=True, slots=True)
class ComingOrdered(Order):
    """The called director is on the way."""


@dataclass(frozen=True, slots=True)
class CallAnswered(Order):
    """The director has dealt with a call made after the match; no play resumes to show it."""


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DirectorCalled(Event):
    """`about` is the subject, if the side named one; it may follow the call."""

    side: Side
    about: CallAbout | None


@dataclass(frozen=True, slots=True)
class DirectorComing(Event):
    """A director is on his way to the table."""

    by: str


@dataclass(frozen=True, slots=True)
class CallSettled(Event):
    """The matter of a call made after the match is settled."""

    by: str
    why: str


@dataclass(frozen=True, slots=True)
class ResumeAgreed(Event):
    """One side agrees to go on. `side` None is the director, who decides alone: `by` and `why`."""

    side: Side | None
    by: str | None
    why: str | None


@dataclass(frozen=True, slots=True)
class Referred(Event):
    """A matter that only the director decides was referred to him."""

    matter: Matter
    side: Side
    cites: tuple[str, ...]


# --- refusals and decisions -----------------------------------------------------------------------


def refuse_stop(match: Match, command: ClockStopTapped) -> Against:
    book = require(match.book)
    if not match.clocked:
        return (Reason.NO_CLOCK,)
    if match.stop is not None or match.clock.running is None:
        return (Reason.ALREADY_DONE,)
    if command.purpose is StopFor.INVALID_ROLL and book.stop.on_cocked_roll is CockedClock.NEVER:
        return (Reason.CLOCK_RUNS_ON,)
    allowed = _listed(book, command) or book.stop.unlisted is UnlistedStop.NOTED
    return NOTHING if allowed else (Reason.STOP_NOT_LISTED,)


def _listed(book: RuleBook, command: ClockStopTapped) -> bool:
    """Whether the book lists the purpose. A die that left the board is a roll that does not count
    where the book provides (norway §4.1(iv), §4.3(v)).
    """
    rules, fell = book.stop, command.purpose is StopFor.FALLEN_DIE
    off_board = rules.fallen_die is FallenDie.OFF_BOARD
    if fell and off_board and StopFor.INVALID_ROLL in rules.reasons:
        return True
    return command.purpose in rules.reasons and not (fell and command.on_table and not off_board)


def stop(decision: Decision, command: ClockStopTapped) -> None:
    """Stop for the book's reasons; other stops, where allowed, are noted for the director."""
    listed, reason = _listed(decision.book, command), StopReason.PLAYER_STOPPED
    cites = (decision.book.cite("stop.reasons" if listed else "stop.unlisted"),)
    if command.purpose is StopFor.DIRECTOR:
        decision.emit(DirectorCalled(command.side, None))
        reason = StopReason.DIRECTOR_CALLED
    resumes = stop_clock(decision, command.at)
    stopped = PlayStopped(reason, resumes, cites, None, None, command.side, command.purpose, listed)
    decision.emit(stopped)


def refuse_call(match: Match, command: DirectorCallTapped) -> Against:
    if command.about is CallAbout.STATED:
        return (Reason.BAD_VALUE,)
    call = match.call
    if call is None:
        return NOTHING
    explains = command.about is not None and (call.side, call.about) == (command.side, None)
    return NOTHING if explains else (Reason.ALREADY_DONE,)


def call_director(decision: Decision, command: DirectorCallTapped) -> None:
    """Call the director; during a match that stops play (norway §4.3(ii)(c))."""
    called = decision.match.call is not None
    decision.emit(DirectorCalled(command.side, command.about))
    if called:
        return
    resumes = stop_clock(decision, command.at)
    if decision.match.stop is None and decision.match.phase is not Phase.MATCH_OVER:
        decision.emit(PlayStopped(StopReason.DIRECTOR_CALLED, resumes, (), None, None))


def awaits_director(match: Match) -> bool:
    """Whether play stands still for a call until both resume or the director decides."""
    return match.call is not None and match.stop is not None


def refuse_resuming(match: Match, command: ResumeTapped) -> Against:
    if match.stop is None:
        return (Reason.CLOCK_RUNNING,)
    if match.stop.reason in DIRECTORS_STOPS or match.outcome.conceded is not None:
        return (Reason.DIRECTOR_STOPPED,)
    question = match.game.question if match.game else None
    if question is not None and question.counted is not None and None not in _statements(question):
        return (Reason.ROLL_IN_DOUBT,)
    due = [each.proposal.cause for each in match.proposals.pending]
    if match.stop.reason is StopReason.TIME_USED_UP and ProposalCause.TIME_USED_UP in due:
        return (Reason.PROPOSAL_WAITS,)
    return (Reason.ALREADY_DONE,) if match.stop.agreed.of_side(command.side) else NOTHING


def _statements(question: Question) -> tuple[Statement | None, Statement | None]:
    return question.said.white, question.said.black


def resume(decision: Decision, command: ResumeTapped) -> None:
    arrive(decision, command.side, command.at)
    decision.emit(ResumeAgreed(command.side, None, None))
    if require(decision.match.stop).agreed == BySide(True, True):
        resume_play(decision, command.at)


def refuse_stop_order(match: Match, _command: StopOrdered) -> Against:
    """The director may hold play regardless of any other stop."""
    held = match.stop is not None and match.stop.reason is StopReason.DIRECTOR_ORDERED
    return (Reason.ALREADY_DONE,) if held else NOTHING


def order_stop(decision: Decision, command: StopOrdered) -> None:
    stop = decision.match.stop
    resumes = stop.resumes if stop is not None else stop_clock(decision, command.at)
    ordered = StopReason.DIRECTOR_ORDERED
    decision.emit(PlayStopped(ordered, resumes, (), command.by, command.why))


def refuse_start_order(match: Match, _command: StartOrdered) -> Against:
    return (Reason.CLOCK_RUNNING,) if match.stop is None else NOTHING


def order_start(decision: Decision, command: StartOrdered) -> None:
    """Start play; in a game both sides then count as present."""
    if decision.match.phase in IN_GAME:
        for side in SIDES:
            arrive(decision, side, command.at)
    decision.emit(ResumeAgreed(None, command.by, command.why))
    resume_play(decision, command.at)


def refuse_coming(match: Match, command: ComingOrdered) -> Against:
    if match.call is None:
        return (Reason.NOBODY_CALLED,)
    return (Reason.ALREADY_DONE,) if match.call.coming == command.by else NOTHING


def come(decision: Decision, command: ComingOrdered) -> None:
    decision.emit(DirectorComing(command.by))


def refuse_answering(match: Match, _command: CallAnswered) -> Against:
    return (Reason.NOBODY_CALLED,) if match.call is None else NOTHING


def answer_call(decision: Decision, command: CallAnswered) -> None:
    decision.emit(CallSettled(command.by, command.why))


def refer(decision: Decision, matter: Matter, side: Side, at: Instant, *keys: str) -> None:
    """Call the director for a matter and stop play. `keys` are the book's keys about it."""
    cites = tuple(dict.fromkeys(decision.book.cite(key) for key in keys))
    decision.emit(Referred(matter, side, cites))
    resumes = stop_clock(decision, at)
    if decision.match.director_called is None:
        decision.emit(DirectorCalled(side, CallAbout.STATED))
    if decision.match.stop is None and decision.match.phase is not Phase.MATCH_OVER:
        decision.emit(PlayStopped(StopReason.DIRECTOR_CALLED, resumes, (), None, None))


# --- state changes --------------------------------------------------------------------------------


def apply_director_called(match: Match, event: DirectorCalled) -> Match:
    coming = match.call.coming if match.call else None
    return replace(match, call=DirectorCall(event.side, event.about, coming))


def apply_director_coming(match: Match, event: DirectorComing) -> Match:
    return replace(match, call=replace(match.call, coming=event.by)) if match.call else match


def apply_call_settled(match: Match, _event: CallSettled) -> Match:
    return replace(match, call=None)


def apply_referred(match: Match, event: Referred) -> Match:
    """Keep the earlier claims with the matter."""
    known = match.hearing.contested
    if known is not None and known.matter is event.matter:
        return match
    return in_hearing(match, contested=Contested(event.matter, event.side))


def apply_resume_agreed(match: Match, event: ResumeAgreed) -> Match:
    if match.stop is None or event.side is None:
        return match
    return replace(
        match, stop=replace(match.stop, agreed=match.stop.agreed.with_(event.side, True))
    )


PURPOSES = (
    StopFor.FALLEN_DIE,
    StopFor.FALLEN_CHECKER,
    StopFor.INVALID_ROLL,
    StopFor.DICE_TAKEN,
    StopFor.DISCREPANCY,
    StopFor.CONTEST,
)
"""The purposes a player stops both clocks for; every other purpose has a tap of its own."""


def _calls(match: Match, side: Side) -> Iterator[Try]:
    """First the call itself, then its subject."""
    if match.director_called is not side:
        yield TapOption(), ()
        return
    for about in CHOSEN:
        if match.clocked or about is not CallAbout.CLOCK:
            yield TapOption(choice=about), ()


def _call(way: TapOption, side: Side, _values: Values, at: Instant) -> DirectorCallTapped:
    return DirectorCallTapped(at, side, CallAbout(way.choice) if way.choice else None)


# --- tables ---------------------------------------------------------------------------------------


ACTS = (
    Act(ClockStopTapped, IN_GAME, refuse_stop, stop, tap=choice_tap(PURPOSES, ClockStopTapped)),
    Act(
        DirectorCallTapped,
        OPENED,
        refuse_call,
        call_director,
        tap=Tap(_calls, _call),
        while_disputed=True,
    ),
    Act(
        ResumeTapped,
        LIVE,
        refuse_resuming,
        resume,
        while_disputed=True,
        tap=plain_tap(ResumeTapped),
    ),
    Act(StopOrdered, LIVE, refuse_stop_order, order_stop),
    Act(StartOrdered, LIVE, refuse_start_order, order_start),
    Act(ComingOrdered, OPENED, refuse_coming, come),
    Act(CallAnswered, (Phase.MATCH_OVER,), refuse_answering, answer_call),
)


FACTS = (
    Fact(DirectorCalled, apply_director_called),
    Fact(DirectorComing, apply_director_coming),
    Fact(CallSettled, apply_call_settled),
    Fact(ResumeAgreed, apply_resume_agreed),
    Fact(Referred, apply_referred),
)
