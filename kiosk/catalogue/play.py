"""Words of clocks that run and stop, play that stands still and goes on, turns that end."""

from collections.abc import Mapping

from kiosk.catalogue.reasons import STOPS
from kiosk.catalogue.sentence import CLOCK, CLOCK_DIRECTOR, Sentence, either, event_text
from kiosk.catalogue.text import Text, text
from kiosk.rules.play import (
    ClockStarted,
    ClockStopped,
    PlayResumed,
    PlayStopped,
    TurnEnded,
)
from kiosk.rules.rulebook import StopFor

# --- keys ----------------------------------------------------------------------------------------

"""No keys: the clock has a button."""

# --- facts ---------------------------------------------------------------------------------------

STOPPED: Mapping[StopFor, Text] = {
    StopFor.GAME_START: text("to roll for the opening of a game"),
    StopFor.GAME_OVER: text("because the game is over"),
    StopFor.PASS: text("because a double is passed"),
    StopFor.CONCESSION: text("to offer to lose the game at some level"),
    StopFor.CLAIM: text("to say that the game is won or decided"),
    StopFor.FALLEN_DIE: text("to fetch a fallen die"),
    StopFor.FALLEN_CHECKER: text("to fetch a fallen checker"),
    StopFor.CONTEST: text("to contest what the opponent did"),
    StopFor.ILLEGAL_MOVE: text("to have an illegal move played again"),
    StopFor.INVALID_ROLL: text("because a roll did not count"),
    StopFor.EARLY_PICKUP: text("because the opponent took the dice before the turn was over"),
    StopFor.DICE_TAKEN: text("because a player took up the dice and started the opponent's time"),
    StopFor.DISCREPANCY: text("because score or cube do not agree"),
    StopFor.DISPUTE: text("until a dispute is ruled on"),
    StopFor.DIRECTOR: text("to call the director"),
    StopFor.BREAK: text("to take a break"),
}
"""A player's purposes for stopping both clocks."""

PLAY_STOPPED = either(
    lambda event: event.by is not None,
    either(
        lambda event: event.resumes is None,
        event_text("{by} stops play, because {why}."),
        event_text("{by} stops the clocks, because {why}."),
    ),
    either(
        lambda event: event.side is None or event.purpose is None,
        event_text("Play is stopped, because {reason}.", reason=STOPS),
        either(
            lambda event: event.listed,
            event_text("{side} stops the clocks {purpose}.", purpose=STOPPED),
            event_text(
                "{side} stops the clocks {purpose}, which is noted for the director.",
                purpose=STOPPED,
            ),
        ),
    ),
)

SENTENCES = (
    Sentence(
        ClockStarted,
        event_text("{side}'s clock runs, with {delay} of delay."),
        CLOCK,
        in_record=False,
    ),
    Sentence(
        ClockStopped, event_text("{side}'s clock is stopped: {reserve}."), CLOCK, in_record=False
    ),
    Sentence(PlayStopped, PLAY_STOPPED, CLOCK_DIRECTOR),
    Sentence(
        PlayResumed,
        either(
            lambda event: event.side is None,
            event_text("Play goes on."),
            event_text("Play goes on on {side}'s clock."),
        ),
        CLOCK,
        goes_on=True,
    ),
    Sentence(
        TurnEnded,
        either(
            lambda event: event.used,
            event_text("{side}'s turn ended after {used}: {reserve}."),
            event_text("{side}'s turn ended."),
        ),
        CLOCK,
        in_record=False,
    ),
)
