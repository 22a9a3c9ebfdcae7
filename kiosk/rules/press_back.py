"""A mistaken clock press, given back until the other side has rolled: by agreement, or by order of
the director. The clocks are restored to the moment of the press.

No book has this rule: it is a convention, which the director confirms. The state before the press
is kept until the other side has thrown or doubled, or anything else has happened in the game.
"""

from dataclasses import dataclass, replace

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.clock import Clock, read, with_reserve
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision
from kiosk.rules.fact import Event, Fact
from kiosk.rules.match import Match, Phase, Pressed
from kiosk.rules.match.rulings import Ruled
from kiosk.rules.play import ClockStarted, TurnEnded, not_before
from kiosk.rules.reasons import Reason
from kiosk.rules.rulings import hear, ruling_of
from kiosk.rules.tap import plain_tap
from kiosk.rules.turn import PressedUnrolled
from kiosk.rules.units import Side, require

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PressBackTapped(Command):
    """A side asks for the last press to be given back, or agrees to it."""

    side: Side


@dataclass(frozen=True, slots=True)
class PressBackDenied(Command):
    """A side lets the press stand, or withdraws its own request."""

    side: Side


@dataclass(frozen=True, slots=True)
class PressBackOrdered(Order):
    """The director gives the last press back."""


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PressBackAsked(Event):
    """`side` claims that the last press was a mistake; the other agrees or not."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PressStands(Event):
    """`side` lets the press stand, or withdraws its claim that it was a mistake."""

    side: Side


@dataclass(frozen=True, slots=True)
class PressGivenBack(Event):
    """The turn that `side` ended by a press goes on. `clock` is both clocks after it.

    `by` and `why` are the director's, if both sides did not agree.
    """

    side: Side
    clock: Clock
    by: str | None
    why: str | None
    cites: tuple[str, ...]


# --- refusals and decisions -----------------------------------------------------------------------


def _refuse_any(match: Match) -> Against:
    if match.pressed is None or match.held is not None:
        return (Reason.NO_PRESS_TO_GIVE_BACK,)
    return NOTHING


def refuse_asking(match: Match, command: PressBackTapped) -> Against:
    pressed = match.pressed
    asked = pressed is not None and pressed.asked is command.side
    return _refuse_any(match) or ((Reason.ALREADY_DONE,) if asked else NOTHING)


def ask_or_agree(decision: Decision, command: PressBackTapped) -> None:
    if require(decision.match.pressed).asked is None:
        decision.emit(PressBackAsked(command.side, _convention(decision)))
    else:
        _give_back(decision, command, None, None)


def refuse_denying(match: Match, _command: PressBackDenied) -> Against:
    asked = match.pressed is not None and match.pressed.asked is not None
    return NOTHING if asked else (Reason.NOT_NOW,)


def let_stand(decision: Decision, command: PressBackDenied) -> None:
    decision.emit(PressStands(command.side))


def refuse_ordering(match: Match, _command: PressBackOrdered) -> Against:
    return _refuse_any(match)


def order_press_back(decision: Decision, command: PressBackOrdered) -> None:
    _give_back(decision, command, command.by, command.why)


def _give_back(decision: Decision, command: Command, by: str | None, why: str | None) -> None:
    """Give back the other side's time that ran; the side that pressed goes on from there. Its flag
    stands only if it had fallen by its press.
    """
    pressed, stopped = require(decision.match.pressed), decision.match.stop is not None
    was = pressed.clock
    then = was if pressed.at is None else read(was, pressed.at)
    running = None if stopped else was.running
    clock = replace(
        with_reserve(then, then.reserve),
        running=running,
        since=not_before(decision, require(command.at)),
    )
    decision.emit(PressGivenBack(pressed.side, clock, by, why, _convention(decision)))


def _convention(decision: Decision) -> tuple[str, ...]:
    """The citation: a convention that the director confirms, as no book has the rule."""
    return (f"convention: {decision.book.profile} silent, the director confirms",)


# --- state changes --------------------------------------------------------------------------------


def remember_press(match: Match, after: Match, event: Event) -> Match:
    """`after`, the match after `event`, with what remains known of the press before."""
    pressed = match.pressed
    if isinstance(event, PressedUnrolled):
        return replace(after, pressed=_pressed(match, event.side))
    if isinstance(event, TurnEnded) and match.clocked:
        begun = pressed is not None and pressed.at is None and pressed.side is event.side
        return after if begun else replace(after, pressed=_pressed(match, event.side))
    still = _played(after) == _played(match)
    return after if pressed is None or still else replace(after, pressed=None)


def _played(match: Match) -> tuple[object, ...]:
    """The part of the state that shows whether the other side has gone on, or a ruling was made."""
    game = match.game
    dice = (game.roll, game.refused, game.question, game.on_turn) if game else None
    last = game.moves.last.reserve if game and game.moves.last else None
    cube = (game.cube, game.doubles) if game else None
    ruled = (match.book, match.pace, match.score, last)
    return (match.phase, dice, cube, match.held, ruled)


def _pressed(match: Match, side: Side) -> Pressed | None:
    if match.game is None:
        return None
    return Pressed(side, match.phase, match.game, match.dicing, match.clock)


def apply_clock_started(match: Match, event: ClockStarted) -> Match:
    """The press is dated by the clock that it started."""
    pressed = match.pressed
    if pressed is None or pressed.at is not None or event.side is pressed.side:
        return match
    return replace(match, pressed=replace(pressed, at=event.at))


def apply_press_back_asked(match: Match, event: PressBackAsked) -> Match:
    return _with_asked(match, event.side)


def apply_press_stands(match: Match, _event: PressStands) -> Match:
    return _with_asked(match, None)


def _with_asked(match: Match, side: Side | None) -> Match:
    return replace(match, pressed=replace(match.pressed, asked=side)) if match.pressed else match


def apply_press_given_back(match: Match, event: PressGivenBack) -> Match:
    """Restore the turn. Claims, stops and reports made since stay in force."""
    pressed, stop = match.pressed, match.stop
    if pressed is None:
        return match
    return replace(
        match,
        phase=pressed.phase,
        game=pressed.game,
        dicing=pressed.dicing,
        clock=event.clock,
        stop=replace(stop, resumes=pressed.clock.running) if stop else None,
        settled=None,
        pressed=None,
    )


# --- tables ---------------------------------------------------------------------------------------

ACTS = (
    Act(
        PressBackTapped,
        (Phase.TO_ROLL,),
        refuse_asking,
        ask_or_agree,
        while_called=False,
        tap=plain_tap(PressBackTapped),
    ),
    Act(
        PressBackDenied,
        (Phase.TO_ROLL,),
        refuse_denying,
        let_stand,
        while_called=False,
        tap=plain_tap(PressBackDenied),
    ),
    Act(PressBackOrdered, (Phase.TO_ROLL,), refuse_ordering, order_press_back),
)


FACTS = (
    Fact(ClockStarted, apply_clock_started),
    Fact(PressBackAsked, apply_press_back_asked),
    Fact(PressStands, apply_press_stands),
    Fact(PressGivenBack, apply_press_given_back),
    Fact(PressGivenBack, hear(lambda event: ruling_of(event, Ruled.PRESS_BACK, side=event.side))),
)
