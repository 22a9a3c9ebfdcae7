"""Words and forms of the pictures that lead a first-time player through a turn."""

from collections.abc import Mapping

from kiosk.catalogue.form import FormDrawer, OrderContext, OrderForm, Values, side, why
from kiosk.catalogue.key import Key, KeyPlace, KeySheet, Situation, Tone
from kiosk.catalogue.sentence import DIRECTOR, Sentence, event_text
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import EACH, Verb, order_verb
from kiosk.rules.guide import PICTURES, GuideOffered, GuideOrdered, GuideSeen, GuideTapped
from kiosk.rules.tap import TapOption

# --- keys ----------------------------------------------------------------------------------------

WAY_ON: Mapping[int, tuple[KeySheet, ...]] = {
    1: (),
    2: (KeySheet.SECOND_PICTURE,),
    3: (KeySheet.SECOND_PICTURE, KeySheet.THIRD_PICTURE),
}
"""The sheets opened before each picture; the first picture is on the half as it rests."""


def _leave(way: TapOption, at: Situation) -> KeyPlace:
    """Place a key under each picture that leaves them all, beside the key to the next picture."""
    picture = int(way.choice)
    if picture == PICTURES:
        asks = None if at.clocked else text("More: claim, director")
        return KeyPlace(text("Done"), WAY_ON[picture], Tone.NEXT, place=(0, 2), asks=asks)
    return KeyPlace(text("Skip"), WAY_ON[picture], place=(1, 3))


KEYS = (Key(GuideTapped, _leave),)

# --- facts ---------------------------------------------------------------------------------------

SENTENCES = (
    Sentence(
        GuideOffered,
        event_text("{side} is shown a turn in pictures."),
        DIRECTOR,
        in_record=False,
    ),
    Sentence(
        GuideSeen,
        event_text("{side} has closed the pictures of a turn."),
        DIRECTOR,
        in_record=False,
    ),
)

# --- the director's orders -----------------------------------------------------------------------


def _will_be(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    return (text("{side} is shown a turn in pictures.", side=seen.names.of_side(values["side"])),)


FORMS = (
    OrderForm(
        "guide",
        GuideOrdered,
        text("Lead through a turn"),
        text("Show the pictures"),
        (side(text("Whose half")), why(text("the player asks for it"))),
        _will_be,
        FormDrawer.PLAYERS,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(
        GuideTapped,
        "leaves pictures",
        "Leaves the pictures that lead a first-time player through a turn.",
        EACH,
        {"pictures": "how many it has seen"},
    ),
    order_verb(
        GuideOrdered,
        "leads through turn",
        "Has a side led through a turn in pictures, before the first game.",
        side="which side",
    ),
)
