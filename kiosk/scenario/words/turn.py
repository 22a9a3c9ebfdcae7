"""Turns, clocks, flags, calls, and time itself."""

from kiosk.rules import commands as c
from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.units import Nanos
from kiosk.scenario.play import NotHere, Play
from kiosk.scenario.values import Roll
from kiosk.scenario.word import EVERYBODY, NOBODY, PLAYERS, Field, Said, Word
from kiosk.scenario.words.dice import rolls
from kiosk.scenario.words.spoken import spoken


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
        play.do(c.ClockPressed(play.at, said.by_side))
    else:
        play.do(c.DiceLifted(play.at))


WORDS = (
    spoken("presses", c.ClockPressed, "Presses the clock button."),
    Word(
        "waits",
        NOBODY,
        waits,
        (Field("for", Nanos, "how long", "no time"),),
        (c.DeadlineReached,),
    ),
    Word(
        "plays turn",
        PLAYERS[:2],
        plays_turn,
        (
            Field("thinks", Nanos, "from the roll to the end of the turn", "no time"),
            Field("values", Roll, "the roll", "[6, 5]"),
        ),
        (c.RollRead, c.DiceLifted, c.ClockPressed),
    ),
    spoken("declares expiry", c.ExpiryDeclared, "States that a side's time is used up.", EVERYBODY),
    spoken("calls director", c.DirectorCallTapped, "Calls the director, which stops play."),
    spoken("resumes", c.ResumeTapped, "Agrees that play goes on."),
)
