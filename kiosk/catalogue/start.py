"""The table assigned and set up, a match opened, a game begun, as people see and say them."""

from kiosk.catalogue.key import Key, Tone, in_row
from kiosk.catalogue.sentence import Group, Sentence
from kiosk.catalogue.terms import side as side_name
from kiosk.catalogue.text import Place, Text, plural, text
from kiosk.catalogue.verb import Verb
from kiosk.rules.start import (
    GameStarted,
    MatchOpened,
    ReadyGiven,
    ReadyTapped,
    TableAssigned,
    TableSetUp,
)
from kiosk.rules.table import PictureSeat
from kiosk.rules.units import Side

# --- keys ----------------------------------------------------------------------------------------

KEYS = (Key(ReadyTapped, in_row(text("Ready"), (3, 0), Tone.NEXT)),)

# --- facts ---------------------------------------------------------------------------------------


def table_assigned_sentence(event: TableAssigned) -> Text:
    return text(
        "This device is table {table} of event {event}.", table=event.table, event=event.event_id
    )


def match_opened_sentence(event: MatchOpened) -> Text:
    places: dict[str, Place] = {
        "table": event.table,
        "first": event.sides.white.name,
        "white": side_name(Side.WHITE),
        "second": event.sides.black.name,
        "black": side_name(Side.BLACK),
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


def table_set_up_sentence(event: TableSetUp) -> Text:
    white, black = side_name(Side.WHITE), side_name(Side.BLACK)
    top = event.setup.seats.white.picture is PictureSeat.TOP
    if event.setup.mixer is None:
        if top:
            return text(
                "{white} sits at the picture's top, {black} at its bottom; dice cups.",
                white=white,
                black=black,
            )
        return text(
            "{white} sits at the picture's bottom, {black} at its top; dice cups.",
            white=white,
            black=black,
        )
    if top:
        return text(
            "{white} sits at the picture's top, {black} at its bottom; a baffle box.",
            white=white,
            black=black,
        )
    return text(
        "{white} sits at the picture's bottom, {black} at its top; a baffle box.",
        white=white,
        black=black,
    )


def ready_given_sentence(event: ReadyGiven) -> Text:
    return text("{side} is ready.", side=side_name(event.side))


def game_started_sentence(event: GameStarted) -> Text:
    if event.crawford:
        return text("Game {number} begins, the Crawford game.", number=event.number)
    return text("Game {number} begins.", number=event.number)


SENTENCES = (
    Sentence(TableAssigned, table_assigned_sentence, (Group.DIRECTOR,)),
    Sentence(MatchOpened, match_opened_sentence, (Group.SCORE,), begins=True),
    Sentence(TableSetUp, table_set_up_sentence, (Group.DIRECTOR,)),
    Sentence(ReadyGiven, ready_given_sentence, (Group.CLOCK,)),
    Sentence(GameStarted, game_started_sentence, (Group.SCORE,)),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (Verb(ReadyTapped, "is ready", "Agrees to the score shown; ready for the next game."),)
