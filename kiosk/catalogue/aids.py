"""Words and forms of the aids that make a half easier to use."""

from collections.abc import Mapping

from kiosk.catalogue.form import (
    FormDrawer,
    OrderContext,
    OrderForm,
    Values,
    choice,
    side,
    why,
    yes_no,
)
from kiosk.catalogue.key import Key, KeyPlace, KeySheet, Situation
from kiosk.catalogue.sentence import DIRECTOR, Sentence, either, event_text
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import EACH, Verb, order_verb
from kiosk.rules.aids import CHANGES, Aid, AidChosen, AidOrdered, AidTapped
from kiosk.rules.tap import TapOption

AIDS: Mapping[Aid, Text] = {
    Aid.BIG_TYPE: text("big type"),
    Aid.LEFT_HANDED: text("keys for the left hand"),
    Aid.HOLD: text("keys that are held"),
    Aid.SPOKEN: text("a voice that says what to do"),
}

# --- keys ----------------------------------------------------------------------------------------

_LABELS: Mapping[tuple[Aid, bool], Text] = {
    (Aid.BIG_TYPE, True): text("Big type"),
    (Aid.BIG_TYPE, False): text("Normal type"),
    (Aid.LEFT_HANDED, True): text("Left-handed"),
    (Aid.LEFT_HANDED, False): text("Right-handed"),
    (Aid.HOLD, True): text("Hold keys"),
    (Aid.HOLD, False): text("Tap keys"),
    (Aid.SPOKEN, False): text("Stop announcing"),
}
"""The labels of the keys; only the director switches on the voice."""


def _aid(way: TapOption, _at: Situation) -> KeyPlace:
    """Place a key; an aid has the same place whether it is switched on or off."""
    aid, on = CHANGES[way.choice]
    path = (KeySheet.MORE, KeySheet.LANGUAGE, KeySheet.AIDS)
    return KeyPlace(_LABELS[aid, on], path, place=(list(Aid).index(aid), 0))


KEYS = (Key(AidTapped, _aid),)

# --- facts ---------------------------------------------------------------------------------------

SENTENCES = (
    Sentence(
        AidChosen,
        either(
            lambda event: event.on,
            event_text("The half of {side} now has {aid}.", aid=AIDS),
            event_text("The half of {side} no longer has {aid}.", aid=AIDS),
        ),
        DIRECTOR,
        in_record=False,
    ),
)

# --- the director's orders -----------------------------------------------------------------------


def _will_be(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    name, aid = seen.names.of_side(values["side"]), AIDS[values["aid"]]
    if values["on"]:
        return (text("The half of {side} now has {aid}.", side=name, aid=aid),)
    return (text("The half of {side} no longer has {aid}.", side=name, aid=aid),)


FORMS = (
    OrderForm(
        "aid",
        AidOrdered,
        text("Easier to use"),
        text("Change the half"),
        (
            side(text("Whose half")),
            choice("aid", text("What"), *AIDS.items()),
            yes_no("on", text("Should the half have it"), text("Yes"), text("No")),
            why(text("the player asks for it")),
        ),
        _will_be,
        FormDrawer.PLAYERS,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(
        AidTapped,
        "changes aid",
        "Switches an aid of its half on or off.",
        EACH,
        {"aid": "which", "on": "whether it is switched on"},
    ),
    order_verb(
        AidOrdered,
        "sets aid",
        "Switches an aid of a half on or off.",
        side="whose half",
        aid="which",
        on="whether it is switched on",
    ),
)
