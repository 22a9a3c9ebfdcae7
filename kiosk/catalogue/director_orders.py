"""The director's messages, the rules he orders and what was refused, as people see and say them."""

from kiosk.catalogue.form import Drawer, Field, Form, Seen, Sort, Values, why
from kiosk.catalogue.key import Key, Tone, in_row
from kiosk.catalogue.reasons import because
from kiosk.catalogue.sentence import Group, Sentence
from kiosk.catalogue.terms import clause, person, quoted
from kiosk.catalogue.terms import side as side_name
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import Verb, ordered
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

# --- keys ----------------------------------------------------------------------------------------

KEYS = (Key(MessageTapped, in_row(text("Noted"), (0, 0), Tone.NEXT)),)

# --- facts ---------------------------------------------------------------------------------------


def refused_sentence(event: Refused) -> Text:
    reasons = because(event.reasons)
    if event.side is None:
        return text("Refused: {command}, because {why}.", command=event.command, why=reasons)
    return text(
        "Refused: {command} by {side}, because {why}.",
        command=event.command,
        side=side_name(event.side),
        why=reasons,
    )


def message_posted_sentence(event: MessagePosted) -> Text:
    return text(
        "{by} writes to the table: “{words}”.", by=person(event.by), words=quoted(event.text)
    )


def message_seen_sentence(event: MessageSeen) -> Text:
    return text("{side} has read the message.", side=side_name(event.side))


def profile_changed_sentence(event: ProfileChanged) -> Text:
    return text(
        "{by} ordered {title} from the next game on, because {why}.",
        by=person(event.by),
        title=event.profile.title,
        why=clause(event.why),
    )


BY_DIRECTOR = (Group.DIRECTOR,)

SENTENCES = (
    Sentence(Refused, refused_sentence, BY_DIRECTOR),
    Sentence(MessagePosted, message_posted_sentence, BY_DIRECTOR, in_record=True),
    Sentence(MessageSeen, message_seen_sentence, BY_DIRECTOR),
    Sentence(ProfileChanged, profile_changed_sentence, BY_DIRECTOR, in_record=True),
)

# --- the director's orders -----------------------------------------------------------------------

LONGEST_PROFILE = 200
"""Characters of a rule book's id, overlay and all."""


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
    ),
    Form(
        "profile",
        ProfileOrdered,
        text("Rule book"),
        text("Change the rules"),
        (
            Field(
                Sort.LINE,
                "profile",
                text("Rule book"),
                longest=LONGEST_PROFILE,
                hint=text("such as norway or london-club+unified-2001"),
                from_card="book",
            ),
            Field(
                Sort.RULES,
                "rules",
                text("The event's own values"),
                optional=True,
                hint=text("section.key = value, one in a line"),
                from_card="rules",
            ),
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
