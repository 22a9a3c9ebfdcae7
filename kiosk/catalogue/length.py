"""Words and forms of a match's length, of a match that goes on, and of its series."""

from kiosk.catalogue.form import FormDrawer, OrderContext, OrderForm, Values, count, why
from kiosk.catalogue.key import Key, KeyPlace, KeySheet, NumberEntry, Pads, Situation
from kiosk.catalogue.sentence import (
    SCORE,
    SCORE_DIRECTOR,
    Sentence,
    either,
    event_plural,
    event_text,
)
from kiosk.catalogue.text import Text, plural, text
from kiosk.catalogue.verb import EACH, Verb, order_verb
from kiosk.rules.length import (
    LONGEST_MATCH,
    LengthCorrected,
    LengthDefaulted,
    LengthKept,
    LengthNoticed,
    LengthOrdered,
    LengthPending,
    MatchResumed,
    SeriesStands,
)
from kiosk.rules.tap import TapOption

# --- keys ----------------------------------------------------------------------------------------


def _right_length(points: int, _before: int) -> Text:
    return text("The match should be to {points}", points=points)


def _noticed(_way: TapOption, at: Situation) -> KeyPlace:
    entry = NumberEntry(Pads.STEPS, (at.length or 1,), 1, LONGEST_MATCH, asks=_right_length)
    path = (KeySheet.MORE, KeySheet.SCORE)
    return KeyPlace(text("Wrong match length"), path, entry=entry, place=(3, 0))


KEYS = (Key(LengthNoticed, _noticed),)

# --- facts ---------------------------------------------------------------------------------------

SENTENCES = (
    Sentence(
        LengthDefaulted,
        event_plural(
            "No length was stated; the match is to {count} point.",
            "No length was stated; the match is to {count} points.",
            "points",
        ),
        SCORE,
    ),
    Sentence(
        LengthPending,
        event_plural(
            "From the next game the match is to {count} point.",
            "From the next game the match is to {count} points.",
            "points",
        ),
        SCORE,
    ),
    Sentence(
        LengthCorrected,
        event_plural("The match is to {count} point.", "The match is to {count} points.", "points"),
        SCORE_DIRECTOR,
    ),
    Sentence(
        LengthKept,
        either(
            lambda event: event.warned,
            event_plural(
                "The match is to {count} point, though {right} was stated; both are warned.",
                "The match is to {count} points, though {right} was stated; both are warned.",
                "length",
            ),
            event_plural(
                "The match is to {count} point, though {right} was stated.",
                "The match is to {count} points, though {right} was stated.",
                "length",
            ),
        ),
        SCORE_DIRECTOR,
    ),
    Sentence(MatchResumed, event_text("The match goes on at {score}."), SCORE_DIRECTOR),
    Sentence(
        SeriesStands,
        either(
            lambda event: event.decided,
            event_plural(
                "Best of {count} match: {won}, the series is decided.",
                "Best of {count} matches: {won}, the series is decided.",
                "best_of",
            ),
            either(
                lambda event: event.leader is None,
                event_plural(
                    "Best of {count} match: {won}, it is level.",
                    "Best of {count} matches: {won}, it is level.",
                    "best_of",
                ),
                event_plural(
                    "Best of {count} match: {won}, {leader} leads.",
                    "Best of {count} matches: {won}, {leader} leads.",
                    "best_of",
                ),
            ),
        ),
        SCORE,
    ),
)

# --- the director's orders -----------------------------------------------------------------------


def _length(values: Values, _seen: OrderContext) -> tuple[Text, ...]:
    return (
        plural(
            "The match is to {count} point, from the moment that the book names.",
            "The match is to {count} points, from the moment that the book names.",
            values["points"],
        ),
    )


FORMS = (
    OrderForm(
        "length",
        LengthOrdered,
        text("Match length"),
        text("Set the length"),
        (
            count("points", text("To how many points"), 1, LONGEST_MATCH, from_card="length"),
            why(),
        ),
        _length,
        FormDrawer.SCORE,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(
        LengthNoticed,
        "notices length",
        "Says that the match should be to another length. Where that can be put right, the table "
        "proposes it to the director.",
        EACH,
        {"points": "to how many"},
    ),
    order_verb(LengthOrdered, "sets length", "The match is to so many.", points="how many"),
)
