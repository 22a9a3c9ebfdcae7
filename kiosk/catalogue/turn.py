"""Words of the press that ends a turn."""

from kiosk.catalogue.key import Key, KeyPlace, Situation, Tone, in_row
from kiosk.catalogue.sentence import ROLLS, Sentence, event_text
from kiosk.catalogue.text import text
from kiosk.catalogue.verb import Verb
from kiosk.rules.tap import TapOption
from kiosk.rules.turn import ClockPressed, PressedUnrolled

# --- keys ----------------------------------------------------------------------------------------


def _press(_way: TapOption, at: Situation) -> KeyPlace:
    """Place the key; only while the button does not answer."""
    tone = Tone.PLAIN if at.to_roll else Tone.NEXT
    label = text("Press your clock") if at.clocked else text("Press your button")
    return in_row(label, (2, 0), tone)


KEYS = (Key(ClockPressed, _press),)

# --- facts ---------------------------------------------------------------------------------------

SENTENCES = (
    Sentence(
        PressedUnrolled, event_text("{side} ended the turn without a roll: an illegal move."), ROLLS
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

PRESSES = Verb(ClockPressed, "presses", "Presses the clock button.")
VERBS = (PRESSES,)
