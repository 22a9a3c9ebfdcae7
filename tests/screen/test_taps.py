"""Few taps lead to each act; the README counts them."""

from kits.taps_kit import README, acts, reached, written

from kiosk.catalogue.tables import KEYS
from kiosk.screen.controls import MOST_KEYS, ROW_COLUMNS

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


SETS_UP = {"LanguageTapped", "AidTapped"}


def test_every_act_has_been_counted() -> None:
    """But the seats, which stand behind the director's PIN."""
    assert set(acts()) == set(KEYS) - {"SeatsSwapTapped"}


def test_no_act_takes_more_than_three_taps() -> None:
    """But what sets up a half, which is no act of a match: what makes it easier to use lies behind
    the languages; and by a book of settlements, which none of ours is, More is full.
    """
    assert {each.control.action.kind for each in reached() if each.taps > MOST} == SETS_UP


def test_what_every_match_has_takes_two_but_where_the_row_is_full() -> None:
    """Or where it is no act of that moment: to win before the roll, to enter a roll again."""
    long = [
        each for each in reached() if each.control.action.kind in OFTEN and each.taps > MOST_OFTEN
    ]
    assert long
    unexplained = {
        (each.control.action.kind, each.keys)
        for each in long
        if not (each.to_roll and each.control.action.kind == "WinDeclared")
        and not (each.control.action.kind == "RollEntered" and each.said)
        and each.keys < (ROW_COLUMNS if each.control.action.kind == "OfferTapped" else MOST_KEYS)
    }
    assert unexplained == set()


def test_the_readme_counts_the_same() -> None:
    text = README.read_text("utf-8")
    assert written(text) == text, "write it anew: PYTHONPATH=.:tests python -m kits.taps_kit"
