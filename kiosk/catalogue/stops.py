"""Words and forms of stopped clocks, calls of the director, and resumed play."""

from collections.abc import Iterator, Mapping

from kiosk.catalogue.form import FormDrawer, OrderContext, OrderForm, Values, why
from kiosk.catalogue.key import Corner, Key, KeyPlace, KeySheet, Situation, Tone, in_row
from kiosk.catalogue.matter import DirectorNeed, OpenMatter, Wait
from kiosk.catalogue.play import STOPPED
from kiosk.catalogue.reasons import STOPS
from kiosk.catalogue.sentence import (
    CLOCK_DIRECTOR,
    DIRECTOR,
    DirectorAsk,
    LineStyle,
    Sentence,
    either,
    event_text,
)
from kiosk.catalogue.terms import clause, person
from kiosk.catalogue.terms import side as side_name
from kiosk.catalogue.text import Text, format_text, text
from kiosk.catalogue.verb import EACH, Verb, order_verb
from kiosk.rules.match import IN_GAME, Match, Phase
from kiosk.rules.match.call import CallAbout
from kiosk.rules.match.outcome import Matter
from kiosk.rules.reasons import StopReason
from kiosk.rules.rulebook import StopFor
from kiosk.rules.stops import (
    CallAnswered,
    CallSettled,
    ClockStopTapped,
    ComingOrdered,
    DirectorCalled,
    DirectorCallTapped,
    DirectorComing,
    Referred,
    ResumeAgreed,
    ResumeTapped,
    StartOrdered,
    StopOrdered,
)
from kiosk.rules.tap import TapOption

# --- keys ----------------------------------------------------------------------------------------

PURPOSES: Mapping[str, Text] = {
    StopFor.FALLEN_DIE: text("Fallen die"),
    StopFor.FALLEN_CHECKER: text("Fallen checker"),
    StopFor.INVALID_ROLL: text("Roll does not count"),
    StopFor.DICE_TAKEN: text("Dice taken up"),
    StopFor.DISCREPANCY: text("Score or cube differs"),
    StopFor.CONTEST: text("We disagree"),
}
"""A player's purposes for stopping both clocks, on keys."""

PURPOSES_TO_PLAYERS: Mapping[StopFor, Text] = {
    **STOPPED,
    StopFor.FALLEN_DIE: text("fallen die"),
    StopFor.FALLEN_CHECKER: text("fallen checker"),
    StopFor.INVALID_ROLL: text("roll does not count"),
    StopFor.DICE_TAKEN: text("dice taken up"),
    StopFor.DISCREPANCY: text("score or cube differs"),
    StopFor.CONTEST: text("to object"),
}
"""The same after a colon."""


def _stop_key(way: TapOption, _at: Situation) -> KeyPlace:
    order = list(PURPOSES).index(way.choice)
    return KeyPlace(PURPOSES[way.choice], (KeySheet.STOP,), place=(order, 0))


ABOUT: Mapping[CallAbout, Text] = {
    CallAbout.DICE: text("Dice"),
    CallAbout.MOVE: text("Move"),
    CallAbout.CUBE: text("Cube"),
    CallAbout.CLOCK: text("Clock"),
    CallAbout.SCORE: text("Score"),
    CallAbout.OTHER_PLAYER: text("Other player"),
}
"""The subjects of a player's call, on keys."""


DIRECTOR_KEY = text("Director")


def _call_key(way: TapOption, _at: Situation) -> KeyPlace:
    if not way.choice:
        return KeyPlace(DIRECTOR_KEY, tone=Tone.QUIET, corner=Corner.DIRECTOR)
    order = list(ABOUT).index(CallAbout(way.choice))
    return KeyPlace(ABOUT[CallAbout(way.choice)], (KeySheet.WHY,), place=(order, 0))


KEYS = (
    Key(ClockStopTapped, _stop_key),
    Key(DirectorCallTapped, _call_key),
    Key(ResumeTapped, in_row(text("Go on"), (2, 2), Tone.NEXT)),
)

# --- facts ---------------------------------------------------------------------------------------

QUESTIONS: Mapping[Matter, Text] = {
    Matter.BOARD_DOUBLE: text("whether there was a double"),
    Matter.WORD_AND_ACT: text("which counts when a word and an act contradict each other"),
    Matter.CUBE: text("where the cube lies and what it shows"),
    Matter.DROPPED_DOUBLE: text("what happens to a passed double that was not allowed"),
    Matter.OFFER: text("whether the outcome offered is certain"),
    Matter.SETTLEMENT: text("to record what the players agreed on"),
    Matter.ROLL: text("what the dice show"),
    Matter.ILLEGAL_MOVE: text("whether the last move was illegal"),
    Matter.SCORE: text("which score is right"),
    Matter.FROZEN_DOUBLE: text("what happens to a double not answered before the cube was frozen"),
}
"""The questions referred to the director."""

ANSWERS: Mapping[Matter, tuple[str, ...]] = {
    Matter.FROZEN_DOUBLE: ("game", "start"),
    Matter.BOARD_DOUBLE: ("cube", "start"),
    Matter.WORD_AND_ACT: ("start",),
    Matter.CUBE: ("cube", "start"),
    Matter.DROPPED_DOUBLE: ("score", "start"),
    Matter.OFFER: ("gin",),
    Matter.SETTLEMENT: ("game", "score", "start"),
    Matter.ROLL: ("roll",),
    Matter.ILLEGAL_MOVE: ("move",),
    Matter.SCORE: ("score", "start"),
}
"""The orders that answer them."""

CALLED_ABOUT: Mapping[CallAbout, Text] = {
    CallAbout.DICE: text("the dice"),
    CallAbout.MOVE: text("a move"),
    CallAbout.CUBE: text("the cube"),
    CallAbout.CLOCK: text("the clock"),
    CallAbout.SCORE: text("the score"),
    CallAbout.OTHER_PLAYER: text("the other player"),
}
"""The same after a colon."""

SENTENCES = (
    Sentence(
        DirectorCalled,
        either(
            lambda event: event.about in CALLED_ABOUT,
            event_text("{side} calls the director: {about}.", about=CALLED_ABOUT),
            event_text("{side} calls the director."),
        ),
        DIRECTOR,
        look=LineStyle.GRAVE,
    ),
    Sentence(DirectorComing, event_text("{by} is coming to the table."), DIRECTOR, in_record=False),
    Sentence(
        CallSettled,
        event_text("{by} has settled the director's call: {why}."),
        DIRECTOR,
    ),
    Sentence(
        ResumeAgreed,
        either(
            lambda event: event.by is not None,
            event_text("{by} starts play again, because {why}."),
            either(
                lambda event: event.side is None,
                event_text("The director agrees to go on."),
                event_text("{side} agrees to go on."),
            ),
        ),
        CLOCK_DIRECTOR,
        in_record=False,
    ),
    Sentence(
        Referred,
        event_text("{side} puts it to the director {matter}.", matter=QUESTIONS),
        DIRECTOR,
        asks=DirectorAsk(lambda event: ANSWERS[event.matter]),
    ),
)

# --- what waits for the director -----------------------------------------------------------------


def asked_waits(match: Match, asked: tuple[OpenMatter, ...]) -> Iterator[Wait]:
    """The matters referred to the director in words."""
    for each in asked:
        need = DirectorNeed.WISH if each.wish else DirectorNeed.CALLED
        orders = each.orders if each.wish else with_coming(match, *each.orders)
        yield Wait(f"ask {format_text(each.text)}", need, each.text, each.cites, orders)


def with_coming(match: Match, *orders: str) -> tuple[str, ...]:
    """Add the order "coming" first, until a director is on the way."""
    if match.call is None:
        return orders
    return ("coming", *orders) if match.call.coming is None else (*orders, "coming")


def call_waits(match: Match, asked: tuple[OpenMatter, ...]) -> Iterator[Wait]:
    """A call without a subject, if no other matter names one."""
    call = match.call
    described = any(not each.wish for each in asked) or match.hearing.dispute is not None
    if call is None or described:
        return
    side, about = side_name(call.side), CALLED_ABOUT.get(call.about) if call.about else None
    words = text("{side} calls the director", side=side)
    if about is not None:
        words = text("{side} calls the director: {about}", side=side, about=about)
    ends = "answered" if match.phase is Phase.MATCH_OVER else "start"
    yield Wait("call", DirectorNeed.CALLED, words, orders=with_coming(match, ends))


MATTERS = (asked_waits, call_waits)

# --- the director's orders -----------------------------------------------------------------------


def _start(_values: Values, seen: OrderContext) -> tuple[Text, ...]:
    table = "?" if seen.table is None else seen.table
    stop = seen.match.stop
    if not seen.match.clocked:
        return (text("Play goes on at table {table}.", table=table),)
    if stop is None:
        return (text("Start the clocks of table {table}. They are not stopped.", table=table),)
    if stop.reason is StopReason.BOTH_GO_ON:
        return (text("Start the clocks of table {table} for who cannot tap Go on.", table=table),)
    runs = (text("They run once both players have tapped Go on."),) if _waits(seen.match) else ()
    if stop.by is None:
        return (
            text(
                "Start the clocks of table {table}. They are stopped: {why}.",
                table=table,
                why=STOPS[stop.reason],
            ),
            *runs,
        )
    return (
        text(
            "Start the clocks of table {table}. They are stopped: {by}: {why}.",
            table=table,
            by=person(stop.by),
            why=clause(stop.why),
        ),
        *runs,
    )


def _waits(match: Match) -> bool:
    """Whether a clock waits for both players once what stopped it is settled."""
    return match.phase in IN_GAME and match.stop is not None and match.stop.resumes is not None


FORMS = (
    OrderForm(
        "stop",
        StopOrdered,
        text("Stop clocks"),
        text("Stop both clocks now"),
        (
            why(
                None,
                text("the roll is disputed"),
                text("the position is disputed"),
                text("it is time for a break"),
                text("a device is being mended"),
            ),
        ),
        drawer=FormDrawer.CLOCK,
        often=True,
        at_once=True,
        many=True,
    ),
    OrderForm(
        "start",
        StartOrdered,
        text("Start clocks"),
        text("Start clocks"),
        (
            why(
                None,
                text("the dispute is decided"),
                text("the break is over"),
                text("the device is mended"),
            ),
        ),
        _start,
        FormDrawer.CLOCK,
        often=True,
        resumes=True,
        many=True,
    ),
    OrderForm(
        "answered",
        CallAnswered,
        text("Call is settled"),
        text("Call is settled"),
        (why(text("spoken with both players")),),
        lambda _values, _seen: (text("You are no longer needed at this table."),),
        FormDrawer.PLAYERS,
    ),
    OrderForm("coming", ComingOrdered, text("Coming"), text("I am coming"), (), at_once=True),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(
        ClockStopTapped,
        "stops clock",
        "Stops both clocks for a purpose.",
        EACH,
        {"purpose": "what for", "on_table": "?a fallen die is still on the table"},
    ),
    Verb(
        DirectorCallTapped,
        "calls director",
        "Calls the director, which stops play; a second time says what for.",
        notes={"about": "?what for"},
    ),
    Verb(ResumeTapped, "resumes", "Agrees that play goes on."),
    order_verb(StopOrdered, "stops play", "Stops both clocks until the director starts play."),
    order_verb(StartOrdered, "starts play", "Starts play again, whatever had stopped it."),
    order_verb(CallAnswered, "settles call", "Has seen to a call after the match."),
    order_verb(ComingOrdered, "comes", "Says that he is on his way to the caller."),
)
