"""Clocks that run and stop, play that stands still and goes on, turns that end."""

from collections.abc import Mapping

from kiosk.catalogue.reasons import STOPS
from kiosk.catalogue.sentence import Group, Sentence
from kiosk.catalogue.terms import clause, duration, person, times
from kiosk.catalogue.terms import side as side_name
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

"""The clock has a button."""

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
"""What a player stops both clocks for."""


def clock_started_sentence(event: ClockStarted) -> Text:
    return text(
        "{side}'s clock runs, with {delay} of delay.",
        side=side_name(event.side),
        delay=duration(event.delay),
    )


def clock_stopped_sentence(event: ClockStopped) -> Text:
    return text(
        "{side}'s clock is stopped: {times}.",
        side=side_name(event.side),
        times=times(event.reserve),
    )


def play_stopped_sentence(event: PlayStopped) -> Text:
    if event.by is not None:
        return text(
            "{by} stops the clocks, because {why}.", by=person(event.by), why=clause(event.why)
        )
    if event.side is None or event.purpose is None:
        return text("Play is stopped, because {why}.", why=STOPS[event.reason])
    who, purpose = side_name(event.side), STOPPED[event.purpose]
    if event.listed:
        return text("{side} stops the clocks {purpose}.", side=who, purpose=purpose)
    return text(
        "{side} stops the clocks {purpose}, which is noted for the director.",
        side=who,
        purpose=purpose,
    )


def play_resumed_sentence(event: PlayResumed) -> Text:
    if event.side is None:
        return text("Play goes on.")
    return text("Play goes on on {side}'s clock.", side=side_name(event.side))


def turn_ended_sentence(event: TurnEnded) -> Text:
    who = side_name(event.side)
    if not event.used:
        return text("{side}'s turn ended.", side=who)
    return text(
        "{side}'s turn ended after {used}: {times}.",
        side=who,
        used=duration(event.used),
        times=times(event.reserve),
    )


BY_CLOCK = (Group.CLOCK,)

SENTENCES = (
    Sentence(ClockStarted, clock_started_sentence, BY_CLOCK),
    Sentence(ClockStopped, clock_stopped_sentence, BY_CLOCK),
    Sentence(PlayStopped, play_stopped_sentence, (Group.CLOCK, Group.DIRECTOR), in_record=True),
    Sentence(PlayResumed, play_resumed_sentence, BY_CLOCK, in_record=True, goes_on=True),
    Sentence(TurnEnded, turn_ended_sentence, BY_CLOCK),
)
