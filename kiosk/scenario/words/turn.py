"""Turns, clocks, flags, calls, and time itself."""

from kiosk.rules.dice.acts import DiceLifted, RollRead
from kiosk.rules.match import Phase
from kiosk.rules.play import ClockPressed
from kiosk.rules.reasons import Reason
from kiosk.rules.turn import DeadlineReached
from kiosk.rules.units import Nanos
from kiosk.scenario.play import NotHere, Play
from kiosk.scenario.values import Roll
from kiosk.scenario.word import NOBODY, PLAYERS, Field, Said, Word
from kiosk.scenario.words.dice import rolls


def waits(play: Play, said: Said) -> None:
    """Time passes, and nobody does anything."""
    play.wait(said.get("for", Nanos(0)))


def plays_turn(play: Play, said: Said) -> None:
    """A whole turn: rolls where it must lie, thinks, moves and ends the turn, by the clock button
    or without a clock by lifting the dice. A side that has rolled already goes on from there.
    """
    if play.on_turn is not said.by_side:
        raise NotHere(Reason.NOT_YOUR_TURN)
    if play.match.phase is Phase.TO_ROLL:
        rolls(play, Said(said.by, said.side, {"values": said.get("values", (6, 5))}))
    play.wait(said.get("thinks", Nanos(0)))
    if play.match.clocked:
        play.do(ClockPressed(play.at, said.by_side))
    else:
        play.do(DiceLifted(play.at))


WORDS = (
    Word(
        "waits",
        NOBODY,
        waits,
        (Field("for", Nanos, "how long", "no time"),),
        (DeadlineReached,),
    ),
    Word(
        "plays turn",
        PLAYERS[:2],
        plays_turn,
        (
            Field("thinks", Nanos, "from the roll to the end of the turn", "no time"),
            Field("values", Roll, "the roll", "[6, 5]"),
        ),
        (RollRead, DiceLifted, ClockPressed),
    ),
)
