"""The press that ends a turn, as people see and say it."""

from kiosk.catalogue.sentence import Group, Sentence
from kiosk.catalogue.terms import side as side_name
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import Verb
from kiosk.rules.turn import ClockPressed, PressedUnrolled

# --- facts ---------------------------------------------------------------------------------------


def pressed_unrolled_sentence(event: PressedUnrolled) -> Text:
    return text(
        "{side} ended its turn without a roll: an illegal move.", side=side_name(event.side)
    )


SENTENCES = (Sentence(PressedUnrolled, pressed_unrolled_sentence, (Group.ROLLS,), in_record=True),)

# --- in scenarios --------------------------------------------------------------------------------

PRESSES = Verb(ClockPressed, "presses", "Presses the clock button.")
VERBS = (PRESSES,)
