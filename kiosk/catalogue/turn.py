"""The press that ends a turn, as people see and say it."""

from kiosk.catalogue.sentence import ROLLS, Sentence, says
from kiosk.catalogue.verb import Verb
from kiosk.rules.turn import ClockPressed, PressedUnrolled

# --- facts ---------------------------------------------------------------------------------------

SENTENCES = (
    Sentence(
        PressedUnrolled, says("{side} ended the turn without a roll: an illegal move."), ROLLS
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

PRESSES = Verb(ClockPressed, "presses", "Presses the clock button.")
VERBS = (PRESSES,)
