"""The book and the baffle box of matches on paper."""

from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import Half
from kiosk.table.settings import load_book

BOX = (Half.PICTURE_LEFT, Half.PICTURE_LEFT)


def book(clock: str = "book", profile: str = "norway") -> RuleBook:
    return load_book(profile, clock)
