"""Words of a tap taken back at once."""

from collections.abc import Mapping

from kiosk.catalogue import (
    cube,
    dice,
    dice_claims,
    ending,
    moves,
    offers,
    reopening,
    result,
    schedule,
    times,
)
from kiosk.catalogue.key import Key, KeyPlace, Situation, Tone, in_row
from kiosk.catalogue.sentence import SCORE, Sentence, event_text
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import EACH, Verb
from kiosk.rules.take_back import TakeBackTapped, TapSettled, TapTakenBack
from kiosk.rules.tap import TapOption

# --- keys ----------------------------------------------------------------------------------------


def _taken_back(_way: TapOption, at: Situation) -> KeyPlace:
    """Place the key beside the dice, never where the roll is entered or a key for no is."""
    column = 0 if at.to_roll else 3
    return in_row(text("Undo"), (6, column), Tone.QUIET)


KEYS = (Key(TakeBackTapped, _taken_back),)

# --- facts ---------------------------------------------------------------------------------------

SETTLING = (cube, dice, dice_claims, ending, moves, offers, reopening, result, schedule, times)
SETTLED: Mapping[str, Text] = {
    key.act.__name__: key.settles for subject in SETTLING for key in subject.KEYS if key.settles
}
"""What a side settles by each tap that it may take back."""


def settled_text(tap: str) -> Text:
    """What a tap settled; a tap of a newer program may have no words here."""
    return SETTLED.get(tap, text("the last tap"))


SENTENCES = (
    Sentence(
        TapSettled,
        event_text("{side} may take back what it does now, for a few seconds."),
        SCORE,
        in_record=False,
    ),
    Sentence(
        TapTakenBack,
        event_text("{side} takes back {what}.", what=lambda event: settled_text(event.tap)),
        SCORE,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (Verb(TakeBackTapped, "takes back", "Takes back what it has just settled.", EACH),)
