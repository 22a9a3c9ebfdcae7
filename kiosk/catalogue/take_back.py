"""A tap taken back at once, as people see and say it."""

from collections.abc import Mapping

from kiosk.catalogue.key import Key, Tone, in_row
from kiosk.catalogue.sentence import SCORE, Sentence, says
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import EACH, Verb
from kiosk.rules.cube.acts import DoubleTapped, PassTapped, TakeTapped
from kiosk.rules.cube.by_hand import BoardAnswerTapped, BoardDoubleAgreed, BoardDoubleTapped
from kiosk.rules.dice.consent import RerollConsented
from kiosk.rules.dice_claims import DiceClaimAgreed
from kiosk.rules.ending import WinAgreed, WinDeclared
from kiosk.rules.moves.acts import IllegalMoveAgreed
from kiosk.rules.offers import OfferAccepted, OfferRejected, OfferTapped
from kiosk.rules.reopening import ReopenAgreed
from kiosk.rules.result import ResultConfirmed
from kiosk.rules.schedule.breaks import BreakTapped, NobodyLeftAgreed
from kiosk.rules.take_back import TakeBackTapped, TapSettled, TapTakenBack
from kiosk.rules.times.acts import ClockWishAgreed

# --- keys ----------------------------------------------------------------------------------------

KEYS = (Key(TakeBackTapped, in_row(text("Take back"), (6, 2), Tone.QUIET)),)

# --- facts ---------------------------------------------------------------------------------------

SETTLED: Mapping[str, Text] = {
    DoubleTapped.__name__: text("the double"),
    TakeTapped.__name__: text("the take"),
    PassTapped.__name__: text("the pass"),
    BoardDoubleTapped.__name__: text("the double on the board"),
    BoardDoubleAgreed.__name__: text("the yes to the double on the board"),
    BoardAnswerTapped.__name__: text("the answer on the board"),
    WinDeclared.__name__: text("the win"),
    WinAgreed.__name__: text("the yes to the win"),
    OfferTapped.__name__: text("the offer"),
    OfferAccepted.__name__: text("the yes to the offer"),
    OfferRejected.__name__: text("the no to the offer"),
    RerollConsented.__name__: text("the yes to rolling again"),
    DiceClaimAgreed.__name__: text("the yes about the dice"),
    IllegalMoveAgreed.__name__: text("the yes to the illegal move"),
    BreakTapped.__name__: text("the break"),
    NobodyLeftAgreed.__name__: text("the yes to the unused break"),
    ResultConfirmed.__name__: text("the yes to the result"),
    ReopenAgreed.__name__: text("the yes to playing the game on"),
    ClockWishAgreed.__name__: text("the yes to a clock"),
}
"""What a side settles by each tap that it may take back."""


def what(tap: str) -> Text:
    """A tap of a newer program may have settled something that has no words here."""
    return SETTLED.get(tap, text("the last tap"))


SENTENCES = (
    Sentence(
        TapSettled,
        says("{side} may take back what it does now, for a few seconds."),
        (),
        in_record=False,
    ),
    Sentence(
        TapTakenBack,
        says("{side} takes back {what}.", what=lambda event: what(event.tap)),
        SCORE,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (Verb(TakeBackTapped, "takes back", "Takes back what it has just settled.", EACH),)
