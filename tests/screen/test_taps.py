"""Few taps lead to each act; `kiosk/screen/TAPS.md` counts them."""

from kits.taps_kit import PAGE, acts, reached, written
from kits.tracked_files import ROOT

from kiosk.catalogue.tables import KEYS
from kiosk.screen.controls import MOST_KEYS

MOST, MOST_OFTEN = 3, 2
OFTEN = frozenset(
    {
        *("ReadyTapped", "DoubleTapped", "TakeTapped", "PassTapped", "TakeBackTapped"),
        *("RollEntered", "RollConfirmed", "RollAgreed", "RollDisputeTapped", "RollDisputeDenied"),
        *("WinDeclared", "WinAgreed", "WinDisputed", "ExpiryDeclared"),
        *("OfferTapped", "OfferAccepted", "OfferRejected", "OfferContested"),
        *("ClockStopTapped", "ResumeTapped", "DirectorCallTapped", "PresentTapped"),
        *("ResultConfirmed", "ResultReported", "ResultDisputed", "RulingTapped", "MessageTapped"),
    }
)
"""What every match or evening has; all else is rare."""


SETS_UP = {"AidTapped"}

WINS = {"WinDeclared", "OfferTapped"}

PLACES = {"OfferTapped": 1, "WinDeclared": 2, "RollDisputeTapped": 3}
"""The columns of the row in which their keys stand, and never in another."""


def test_every_act_has_been_counted() -> None:
    """But the seats, which stand behind the director's PIN."""
    assert set(acts()) == set(KEYS) - {"SeatsSwapTapped"}


def test_the_page_is_what_make_regenerate_writes() -> None:
    text = (ROOT / PAGE).read_text("utf-8")
    assert written(text) == text, "run `make regenerate`"


def test_no_act_takes_more_than_three_taps() -> None:
    """But what sets up a half, which is no act of a match: what makes it easier to use lies behind
    the languages.
    """
    assert {each.control.action.kind for each in reached() if each.taps > MOST} == SETS_UP


def test_what_every_match_has_takes_two_but_where_its_place_is_taken() -> None:
    """Or where it is no act of that moment: to win before the own move, to enter a roll again."""
    long = [
        each for each in reached() if each.control.action.kind in OFTEN and each.taps > MOST_OFTEN
    ]
    assert long
    unexplained = {
        (each.control.action.kind, each.keys)
        for each in long
        if not ((each.to_roll or each.waits) and each.control.action.kind in WINS)
        and not (each.control.action.kind == "RollEntered" and (each.said or 1 in each.columns))
        and PLACES.get(each.control.action.kind) not in each.columns
        and each.keys < MOST_KEYS
    }
    assert unexplained == set()
