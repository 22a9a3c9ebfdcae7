"""The book, the baffle box and the pace of matches on paper."""

from kiosk.demo.core_match import CoreTable
from kiosk.demo.players import Players
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import Half
from kiosk.rules.units import SECOND_NS
from kiosk.table.settings import load_book

BOX = (Half.PICTURE_LEFT, Half.PICTURE_LEFT)


def book(clock: str = "book", profile: str = "norway") -> RuleBook:
    return load_book(profile, clock)


def attend(players: Players, table: CoreTable) -> None:
    """They do what there is to do; else a second passes."""
    before = len(table.events)
    players.attend(table.shown())
    if len(table.events) == before:
        table.wait(SECOND_NS)
