"""The director's messages, the rules he orders and what was refused, as people see and say them."""

from kiosk.catalogue.form import Drawer, Field, Form, Seen, Sort, Values, rule_book, why
from kiosk.catalogue.key import Key, Tone, in_row
from kiosk.catalogue.sentence import DIRECTOR, Sentence, either, says
from kiosk.catalogue.terms import quoted
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import Verb, ordered
from kiosk.rules.command import Order
from kiosk.rules.decide import COMMANDS
from kiosk.rules.director_orders import (
    LONGEST_MESSAGE,
    MessageOrdered,
    MessagePosted,
    MessageSeen,
    MessageTapped,
    ProfileChanged,
    ProfileOrdered,
)
from kiosk.rules.fact import Refused
from kiosk.rules.turn import ClockPressed

# --- keys ----------------------------------------------------------------------------------------

KEYS = (Key(MessageTapped, in_row(text("OK"), (0, 0), Tone.NEXT)),)

# --- facts ---------------------------------------------------------------------------------------

REPORTS = frozenset(each.__name__ for each in COMMANDS if not issubclass(each, Order))
"""What comes of itself from a device or the table, where no side has tapped it."""


def _refused(event: Refused) -> Text | str:
    """Such things are refused in every match. A tap or an order is told by its name in the code."""
    if event.command == ClockPressed.__name__:
        return text("a press of the clock")
    if event.side is None and event.command in REPORTS:
        return text("a report")
    return event.command


SENTENCES = (
    Sentence(
        Refused,
        either(
            lambda event: event.side is None,
            says("Refused: {command}, because {reasons}.", command=_refused),
            says("Refused: {command} by {side}, because {reasons}.", command=_refused),
        ),
        DIRECTOR,
        in_record=False,
    ),
    Sentence(
        MessagePosted,
        says("{by} writes to the table: “{text}”.", text=lambda event: quoted(event.text)),
        DIRECTOR,
    ),
    Sentence(MessageSeen, says("{side} has read the message."), DIRECTOR, in_record=False),
    Sentence(
        ProfileChanged,
        says(
            "{by} ordered {title} from the next game on, because {why}.",
            title=lambda event: event.profile.title,
        ),
        DIRECTOR,
    ),
)

# --- the director's orders -----------------------------------------------------------------------


def _profile(values: Values, _seen: Seen) -> tuple[Text, ...]:
    return (text("From the next game on the match is played by {book}.", book=values["profile"]),)


FORMS = (
    Form(
        "message",
        MessageOrdered,
        text("Message"),
        text("Send to the table"),
        (Field(Sort.WORDS, "text", text("Words for both players"), longest=LONGEST_MESSAGE),),
        drawer=Drawer.PLAYERS,
        often=True,
        at_once=True,
        needs_match=False,
        many=True,
    ),
    Form(
        "profile",
        ProfileOrdered,
        text("Rule book"),
        text("Change the rules"),
        (
            *rule_book("rules"),
            why(),
        ),
        _profile,
        Drawer.EQUIPMENT,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    ordered(MessageOrdered, "sends message", "Shows both players words.", text="the words"),
    Verb(MessageTapped, "reads message", "Has read the director's message."),
)
