"""Words and forms of the director's messages and of the rules he orders."""

from kiosk.catalogue.form import (
    FormDrawer,
    FormField,
    OrderContext,
    OrderForm,
    Sort,
    Values,
    rule_book,
    why,
)
from kiosk.catalogue.key import Key, Tone, in_row
from kiosk.catalogue.sentence import DIRECTOR, Sentence, event_text
from kiosk.catalogue.terms import quoted
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import Verb, order_verb
from kiosk.rules.director_orders import (
    LONGEST_MESSAGE,
    MessageOrdered,
    MessagePosted,
    MessageSeen,
    MessageTapped,
    ProfileChanged,
    ProfileOrdered,
)

# --- keys ----------------------------------------------------------------------------------------

KEYS = (Key(MessageTapped, in_row(text("OK"), (0, 0), Tone.NEXT)),)

# --- facts ---------------------------------------------------------------------------------------

SENTENCES = (
    Sentence(
        MessagePosted,
        event_text("{by} writes to the table: “{text}”.", text=lambda event: quoted(event.text)),
        DIRECTOR,
    ),
    Sentence(MessageSeen, event_text("{side} has read the message."), DIRECTOR, in_record=False),
    Sentence(
        ProfileChanged,
        event_text(
            "{by} ordered {title} from the next game on, because {why}.",
            title=lambda event: event.profile.title,
        ),
        DIRECTOR,
    ),
)

# --- the director's orders -----------------------------------------------------------------------


def _profile(values: Values, _seen: OrderContext) -> tuple[Text, ...]:
    return (text("From the next game on the match is played by {book}.", book=values["profile"]),)


FORMS = (
    OrderForm(
        "message",
        MessageOrdered,
        text("Message"),
        text("Send to the table"),
        (FormField(Sort.WORDS, "text", text("Words for both players"), longest=LONGEST_MESSAGE),),
        drawer=FormDrawer.PLAYERS,
        often=True,
        at_once=True,
        needs_match=False,
        many=True,
    ),
    OrderForm(
        "profile",
        ProfileOrdered,
        text("Rule book"),
        text("Change the rules"),
        (
            *rule_book("rules"),
            why(),
        ),
        _profile,
        FormDrawer.EQUIPMENT,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    order_verb(MessageOrdered, "sends message", "Shows both players words.", text="the words"),
    Verb(MessageTapped, "reads message", "Has read the director's message."),
)
