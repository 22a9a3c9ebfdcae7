"""The result of one command: its events, and the match after them."""

from collections.abc import Callable

from kiosk.rules.command import Order
from kiosk.rules.fact import Event
from kiosk.rules.match import Game, Match
from kiosk.rules.match.proposal import Proposal
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import SetUp
from kiosk.rules.units import require

Evolve = Callable[[Match, Event], Match]
Grant = Callable[["Decision", Proposal, Order], None]
"""Carries out what the director orders by accepting a proposal."""


class Decision:
    """Events emitted one after the other, each applied before the next is decided.

    Only `decide` changes it.
    """

    def __init__(self, match: Match, evolve: Evolve, grant: Grant) -> None:
        self.match = match
        self.events: list[Event] = []
        self._evolve = evolve
        self._grant = grant

    def emit(self, event: Event) -> None:
        self.events.append(event)
        self.match = self._evolve(self.match, event)

    def tried(self) -> "Decision":
        """A copy in which to try what would follow."""
        return Decision(self.match, self._evolve, self._grant)

    def grant(self, proposal: Proposal, order: Order) -> None:
        """Carry out what accepting the proposal orders."""
        self._grant(self, proposal, order)

    def cites(self, *keys: str) -> tuple[str, ...]:
        """The sections of the book for these keys, each once."""
        return tuple(dict.fromkeys(self.book.cite(key) for key in keys))

    @property
    def game(self) -> Game:
        return require(self.match.game)

    @property
    def book(self) -> RuleBook:
        return require(self.match.book)

    @property
    def setup(self) -> SetUp:
        return require(self.match.setup)
