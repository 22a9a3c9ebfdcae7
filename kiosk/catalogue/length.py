"""A match's length, a match that goes on and its series, as people see, say and send them."""

from kiosk.catalogue.form import MOST_POINTS, Drawer, Form, Seen, Values, count, why
from kiosk.catalogue.key import Drawer as Sheet
from kiosk.catalogue.key import Entry, Key, Pads, Place, Situation
from kiosk.catalogue.sentence import Group, Sentence
from kiosk.catalogue.terms import points as score
from kiosk.catalogue.terms import side as side_name
from kiosk.catalogue.text import Text, plural, text
from kiosk.catalogue.verb import EACH, Verb, ordered
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
from kiosk.rules.tap import Way

# --- keys ----------------------------------------------------------------------------------------


def _right_length(points: int, _before: int) -> Text:
    return text("The match should be to {points}", points=points)


def _noticed(_way: Way, at: Situation) -> Place:
    entry = Entry(Pads.STEPS, (at.length or 1,), 1, LONGEST_MATCH, asks=_right_length)
    path = (Sheet.MORE, Sheet.SCORE)
    return Place(text("Wrong match length"), path, entry=entry, place=(3, 0))


KEYS = (Key(LengthNoticed, _noticed),)

# --- facts ---------------------------------------------------------------------------------------


def length_defaulted_sentence(event: LengthDefaulted) -> Text:
    return plural(
        "No length was stated; the match is to {count} point.",
        "No length was stated; the match is to {count} points.",
        event.points,
    )


def length_pending_sentence(event: LengthPending) -> Text:
    return plural(
        "From the next game the match is to {count} point.",
        "From the next game the match is to {count} points.",
        event.points,
    )


def length_corrected_sentence(event: LengthCorrected) -> Text:
    return plural("The match is to {count} point.", "The match is to {count} points.", event.points)


def length_kept_sentence(event: LengthKept) -> Text:
    if event.warned:
        return plural(
            "The match is to {count} point, though {right} was stated; both are warned.",
            "The match is to {count} points, though {right} was stated; both are warned.",
            event.length,
            right=event.right,
        )
    return plural(
        "The match is to {count} point, though {right} was stated.",
        "The match is to {count} points, though {right} was stated.",
        event.length,
        right=event.right,
    )


def match_resumed_sentence(event: MatchResumed) -> Text:
    return text("The match goes on at {score}.", score=score(event.score))


def series_stands_sentence(event: SeriesStands) -> Text:
    won = score(event.won)
    if event.decided:
        return plural(
            "Best of {count} match: {won}, the series is decided.",
            "Best of {count} matches: {won}, the series is decided.",
            event.best_of,
            won=won,
        )
    if event.leader is None:
        return plural(
            "Best of {count} match: {won}, it is level.",
            "Best of {count} matches: {won}, it is level.",
            event.best_of,
            won=won,
        )
    return plural(
        "Best of {count} match: {won}, {side} leads.",
        "Best of {count} matches: {won}, {side} leads.",
        event.best_of,
        won=won,
        side=side_name(event.leader),
    )


SCORE = (Group.SCORE,)
SCORE_BY_DIRECTOR = (Group.SCORE, Group.DIRECTOR)

SENTENCES = (
    Sentence(LengthDefaulted, length_defaulted_sentence, SCORE, in_record=True),
    Sentence(LengthPending, length_pending_sentence, SCORE, in_record=True),
    Sentence(LengthCorrected, length_corrected_sentence, SCORE_BY_DIRECTOR, in_record=True),
    Sentence(LengthKept, length_kept_sentence, SCORE_BY_DIRECTOR, in_record=True),
    Sentence(MatchResumed, match_resumed_sentence, SCORE_BY_DIRECTOR, in_record=True),
    Sentence(SeriesStands, series_stands_sentence, SCORE, in_record=True),
)

# --- the director's orders -----------------------------------------------------------------------


def _length(values: Values, _seen: Seen) -> tuple[Text, ...]:
    return (
        plural(
            "The match is to {count} point, from when the book says.",
            "The match is to {count} points, from when the book says.",
            values["points"],
        ),
    )


FORMS = (
    Form(
        "length",
        LengthOrdered,
        text("Match length"),
        text("Set the length"),
        (
            count("points", text("To how many points"), 1, MOST_POINTS, from_card="length"),
            why(),
        ),
        _length,
        Drawer.SCORE,
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
    ordered(LengthOrdered, "sets length", "The match is to so many.", points="how many"),
)
