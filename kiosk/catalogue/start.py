"""Words and forms of the table assigned and set up, a match opened, a game begun."""

from collections.abc import Mapping

from kiosk.catalogue.key import Key, KeyPlace, KeySheet, Situation, Tone, in_row
from kiosk.catalogue.sentence import (
    CLOCK,
    DIRECTOR,
    SCORE,
    Found,
    LineStyle,
    Sentence,
    either,
    event_text,
)
from kiosk.catalogue.terms import SIDES, isolated
from kiosk.catalogue.text import Place, Text, plural, text
from kiosk.catalogue.verb import Verb
from kiosk.rules.start import (
    GameStarted,
    MatchOpened,
    ReadyGiven,
    ReadyTapped,
    SeatsSwapTapped,
    TableAssigned,
    TableSetUp,
)
from kiosk.rules.table import PictureSeat
from kiosk.rules.tap import TapOption
from kiosk.rules.units import Side

# --- keys ----------------------------------------------------------------------------------------


def _ready(_way: TapOption, at: Situation) -> KeyPlace:
    """Place the key; not as the next step while an answer is awaited or the guide shown."""
    if at.guide:
        return KeyPlace(text("Ready"), (KeySheet.MORE,), place=(0, 0))
    return in_row(text("Ready"), (3, 2), Tone.PLAIN if at.own else Tone.NEXT)


READY = Key(ReadyTapped, _ready)
KEYS = (
    READY,
    Key(
        SeatsSwapTapped,
        KeyPlace(
            text("Players changed seats"),
            (KeySheet.MORE, KeySheet.LANGUAGE, KeySheet.SET_UP),
            place=(9, 0),
        ),
    ),
)

# --- facts ---------------------------------------------------------------------------------------


def match_opened_sentence(event: MatchOpened) -> Text:
    places: dict[str, Place] = {
        "table": event.table,
        "first": isolated(event.sides.white.name),
        "white": SIDES[Side.WHITE],
        "second": isolated(event.sides.black.name),
        "black": SIDES[Side.BLACK],
        "title": event.profile.title,
    }
    length = event.format.points
    if length is None:
        return text(
            "Single game at table {table}: {first} ({white}) against {second} ({black}), "
            "by {title}.",
            **places,
        )
    return plural(
        "Match to {count} point at table {table}: {first} ({white}) against {second} ({black}), "
        "by {title}.",
        "Match to {count} points at table {table}: {first} ({white}) against {second} ({black}), "
        "by {title}.",
        length,
        **places,
    )


def _white_on_top(event: TableSetUp) -> bool:
    return event.setup.seats.white.picture is PictureSeat.TOP


BOTH: Mapping[str, Found] = {
    "white": lambda _event: Side.WHITE,
    "black": lambda _event: Side.BLACK,
}

SET_UP = either(
    lambda event: event.setup.mixer is None,
    either(
        _white_on_top,
        event_text("{white} sits at the picture's top, {black} at its bottom; dice cups.", **BOTH),
        event_text("{white} sits at the picture's bottom, {black} at its top; dice cups.", **BOTH),
    ),
    either(
        _white_on_top,
        event_text(
            "{white} sits at the picture's top, {black} at its bottom; a baffle box.", **BOTH
        ),
        event_text(
            "{white} sits at the picture's bottom, {black} at its top; a baffle box.", **BOTH
        ),
    ),
)

SENTENCES = (
    Sentence(
        TableAssigned,
        event_text("This device is table {table} of event {event_id}."),
        DIRECTOR,
        in_record=False,
    ),
    Sentence(MatchOpened, match_opened_sentence, SCORE, begins=True, in_record=False),
    Sentence(TableSetUp, SET_UP, DIRECTOR, in_record=False),
    Sentence(ReadyGiven, event_text("{side} is ready."), CLOCK, in_record=False),
    Sentence(
        GameStarted,
        either(
            lambda event: event.crawford,
            event_text("Game {number} begins, the Crawford game."),
            event_text("Game {number} begins."),
        ),
        SCORE,
        in_record=False,
        look=LineStyle.BEGINS,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(ReadyTapped, "is ready", "Agrees to the score shown; ready for the next game."),
    Verb(
        SeatsSwapTapped,
        "says seats changed",
        "Says that the players sit where the other sat, with clock and checkers.",
    ),
)
