"""A press by mistake, given back until the other side has rolled: both sides agree, or the director
says so. The clocks are as they were when it was made.

No book speaks of it: it is a convention, which the director confirms. What stood before the press
is kept until the other side has thrown or doubled, or anything else has happened
in the game.
"""

from dataclasses import dataclass, replace

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.clock import Clock, read
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision
from kiosk.rules.fact import Event, Fact
from kiosk.rules.match import Match, Phase, Pressed
from kiosk.rules.match.rulings import Ruled
from kiosk.rules.play import ClockStarted, TurnEnded, not_before
from kiosk.rules.reasons import Reason
from kiosk.rules.rulings import hear, ruling_of
from kiosk.rules.tap import plain
from kiosk.rules.turn import PressedUnrolled
from kiosk.rules.units import Side, require

# --- what is asked --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PressBackTapped(Command):
    """A side wants the last press given back, or agrees to that."""

    side: Side


@dataclass(frozen=True, slots=True)
class PressBackDenied(Command):
    """A side lets the press stand; or who wanted it back withdraws that."""

    side: Side


@dataclass(frozen=True, slots=True)
class PressBackOrdered(Order):
    """The director gives the last press back."""


# --- what happened --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PressBackAsked(Event):
    """`side` says that the last press was made by mistake; the other agrees or not."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PressStands(Event):
    """`side` lets the press stand, or withdraws that it was made by mistake."""

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


# --- what speaks against it, and what follows -----------------------------------------------------


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
    """The other side gets back what ran of its time; who pressed goes on from there."""
    pressed, stopped = require(decision.match.pressed), decision.match.stop is not None
    was = pressed.clock
    then = was if pressed.at is None else read(was, pressed.at)
    running = None if stopped else was.running
    clock = replace(then, running=running, since=not_before(decision, require(command.at)))
    decision.emit(PressGivenBack(pressed.side, clock, by, why, _convention(decision)))


def _convention(decision: Decision) -> tuple[str, ...]:
    """No book speaks of it: the director confirms it."""
    return (f"convention: {decision.book.profile} silent, the director confirms",)


# --- what the facts change ------------------------------------------------------------------------


def remembering_press(match: Match, after: Match, event: Event) -> Match:
    """`after` is the match after `event`, with what it still knows of the press before."""
    pressed = match.pressed
    if isinstance(event, PressedUnrolled):
        return replace(after, pressed=_pressed(match, event.side))
    if isinstance(event, TurnEnded) and match.clocked:
        begun = pressed is not None and pressed.at is None and pressed.side is event.side
        return after if begun else replace(after, pressed=_pressed(match, event.side))
    still = _played(after) == _played(match)
    return after if pressed is None or still else replace(after, pressed=None)


def _played(match: Match) -> tuple[object, ...]:
    """What the other side goes on by, or what is ruled of the game."""
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
    """The press is as old as the clock that it started."""
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
    """The turn as it was. What has been said, stopped and reported since holds for it, too."""
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


# --- the tables -----------------------------------------------------------------------------------

ACTS = (
    Act(
        PressBackTapped,
        (Phase.TO_ROLL,),
        refuse_asking,
        ask_or_agree,
        while_called=False,
        tap=plain(PressBackTapped),
    ),
    Act(
        PressBackDenied,
        (Phase.TO_ROLL,),
        refuse_denying,
        let_stand,
        while_called=False,
        tap=plain(PressBackDenied),
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
