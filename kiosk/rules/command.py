"""The base classes of all commands and orders."""

from dataclasses import dataclass

from kiosk.rules.units import Instant


@dataclass(frozen=True, slots=True)
class Command:
    """A report or request. It carries no authority and no outcome.

    `at` is the instant it was observed, as near the edge as possible.
    """

    at: Instant


@dataclass(frozen=True, slots=True)
class Order(Command):
    """An order of the director: for which match, by whom (`director:NAME`), and why.

    An order for another match than the table's is refused: it was given on an outdated picture.
    """

    match_id: str | None
    by: str
    why: str
