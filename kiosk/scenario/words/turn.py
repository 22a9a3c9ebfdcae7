"""Turns, clocks, flags, calls, and time itself."""

from kiosk.catalogue.turn import PRESSES
from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.units import Nanos
from kiosk.scenario.play import ALARM, NotHere, ScenarioRun
from kiosk.scenario.values import Roll
from kiosk.scenario.word import NOBODY, PLAYERS, ScenarioField, ScenarioWord, StepInput
from kiosk.scenario.words.dice import LIFTS_DICE, ROLLS
from kiosk.scenario.words.spoken import word_of


def waits(play: ScenarioRun, step: StepInput) -> None:
    """Time passes, and nothing is done."""
    play.wait(step.get("for", Nanos(0)))


def plays_turn(play: ScenarioRun, step: StepInput) -> None:
    """A whole turn: rolls where it must lie, thinks, moves and ends the turn, by the clock button
    or without a clock by lifting the dice. A side that has rolled already goes on from there.
    """
    if play.on_turn is not step.by_side:
        raise NotHere(Reason.NOT_YOUR_TURN)
    if play.match.phase is Phase.TO_ROLL:
        ROLLS.run(play, StepInput(step.by, step.side, {"values": step.get("values", (6, 5))}))
    play.wait(step.get("thinks", Nanos(0)))
    ends = _PRESSES if play.match.clocked else LIFTS_DICE
    ends.run(play, step)


_PRESSES = word_of(PRESSES)
PLAYS_TURN = ScenarioWord(
    "plays turn",
    PLAYERS[:2],
    plays_turn,
    (
        ScenarioField("thinks", Nanos, "from the roll to the end of the turn", "no time"),
        ScenarioField("values", Roll, "the roll", "[6, 5]"),
    ),
    (*ROLLS.sends, *LIFTS_DICE.sends, *_PRESSES.sends),
)
WORDS = (
    ScenarioWord(
        "waits",
        NOBODY,
        waits,
        (ScenarioField("for", Nanos, "how long", "no time"),),
        (ALARM,),
    ),
    PLAYS_TURN,
)
