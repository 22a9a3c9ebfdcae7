"""What all commands and all orders have in common."""

from dataclasses import dataclass

from kiosk.rules.units import Instant


@dataclass(frozen=True, slots=True)
class Command:
    """What someone or something reports or asks. It carries no authority and no outcome.

    `at` is the instant it was seen, as near the edge as possible.
    """

    at: Instant


@dataclass(frozen=True, slots=True)
class Order(Command):
    """What the director orders: for which match, who (`director:NAME`), and why.

    An order for another match than the table's is refused: it was given on an old picture.
    """

    match_id: str | None
    by: str
    why: str
