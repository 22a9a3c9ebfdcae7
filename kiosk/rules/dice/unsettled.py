"""Facts of a roll that is not settled while people play on: lifted, pressed after, thrown over."""

from dataclasses import dataclass, replace

from kiosk.rules import clock as clocks
from kiosk.rules.cube.facts import Doubled
from kiosk.rules.device_names import DeviceName
from kiosk.rules.devices import DeviceLost, Restarted
from kiosk.rules.fact import Event, Fact, in_dicing, in_game
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.dicing import EarlyPress, MeanwhileThrow
from kiosk.rules.play import ClockStarted
from kiosk.rules.roll import RollFacts
from kiosk.rules.units import BySide, Instant, Nanos, Side


@dataclass(frozen=True, slots=True)
class RollSettledAlone(Event):
    """`side`'s roll counts: it agreed to the table's proposal, and the dice were lifted.

    The other side may contest it until its own roll.
    """

    side: Side
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ThrownMeanwhile(Event):
    """Dice were thrown while the roll before them was not settled; that roll is settled first.

    `side` threw them, None where nothing shows it; `pressed`: the side on turn had pressed its
    clock before. `shadow`: the camera only logs.
    """

    side: Side | None
    facts: RollFacts
    pressed: bool
    shadow: bool


@dataclass(frozen=True, slots=True)
class PressKept(Event):
    """`side` pressed at `at`, before its roll was settled: the press was refused, but is kept.

    It counts if the roll is accepted soon; dice thrown after it are not that side's roll.
    """

    side: Side
    at: Instant


@dataclass(frozen=True, slots=True)
class TurnReturned(Event):
    """`side`'s turn goes on: its last roll was not what counted, or came to rest unseen.

    `rolled`: it moves with the roll that counts now; otherwise it rolls. `reserve` is of both.
    """

    side: Side
    rolled: bool
    reserve: BySide[Nanos]


def apply_roll_settled_alone(match: Match, event: RollSettledAlone) -> Match:
    return in_dicing(match, alone=event.side)


def apply_thrown_meanwhile(match: Match, event: ThrownMeanwhile) -> Match:
    later = MeanwhileThrow(event.side, event.facts, event.pressed, event.shadow, match.tower)
    return replace(in_dicing(match, meanwhile=later), dice_down=True, tower=None, held=None)


def apply_press_kept(match: Match, event: PressKept) -> Match:
    seen = match.phase is Phase.CONFIRMING or match.held is not None
    return in_dicing(match, pressed=EarlyPress(event.side, event.at, seen))


def apply_turn_returned(match: Match, event: TurnReturned) -> Match:
    again = in_game(match, on_turn=event.side, refused_for=())
    stop, fresh = match.stop, clocks.with_reserve(match.clock, event.reserve)
    resumes = event.side if stop is not None and stop.resumes is not None else None
    return replace(
        again,
        phase=Phase.MOVING if event.rolled else Phase.TO_ROLL,
        clock=replace(fresh, running=None, delay_left=match.pace.first, used=Nanos(0)),
        stop=replace(stop, resumes=resumes) if stop is not None else None,
        dicing=replace(match.dicing, alone=None, pressed=None, meanwhile=None, unrolled=None),
    )


def forget_press(match: Match, _event: ClockStarted | Doubled) -> Match:
    return match if match.dicing.pressed is None else in_dicing(match, pressed=None)


def age_press(match: Match, _event: Restarted) -> Match:
    """Keep the side of the press but not its time: no clock of this boot can give it."""
    pressed = match.dicing.pressed
    aged = replace(pressed, at=None) if pressed is not None else None
    return in_dicing(match, pressed=aged, thrown_at=None)


def stop_watching(match: Match, event: DeviceLost) -> Match:
    unwatched = event.device == DeviceName.CAMERA and match.game is not None and match.dice_down
    return in_dicing(match, unwatched=True) if unwatched else match


FACTS = (
    Fact(RollSettledAlone, apply_roll_settled_alone),
    Fact(ThrownMeanwhile, apply_thrown_meanwhile),
    Fact(PressKept, apply_press_kept),
    Fact(TurnReturned, apply_turn_returned),
    Fact(ClockStarted, forget_press),
    Fact(Doubled, forget_press),
    Fact(Restarted, age_press),
    Fact(DeviceLost, stop_watching),
)
