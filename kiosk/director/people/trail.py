"""Audit lines of acts in the event and on ladders, from the facts in their logs. Pure."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from kiosk.catalogue.text import Text
from kiosk.director.people.audit import AuditLine, by_service
from kiosk.director.store.store import EventRow
from kiosk.rules.units import MILLISECOND_NS
from kiosk.tournament.act import TournamentEvent
from kiosk.wire.row import utc_text

S = TypeVar("S")


@dataclass
class ActTrail(Generic[S]):
    """`words` describe a fact, given the state before it; a fact that `follows` another of the same
    act has no line.
    """

    words: Callable[[S, Any], Text]
    follows: Callable[[TournamentEvent], bool] = lambda _fact: False
    lines: list[AuditLine] = field(default_factory=list)
    _last: tuple[int, str, str] | None = None

    def learn(self, before: S, fact: TournamentEvent, row: EventRow) -> None:
        """Record a fact of the log, with its row and the state before it."""
        act = row.at_ms, row.by, row.session
        if act == self._last and self.follows(fact):
            return
        self._last = act
        self.lines.append(
            AuditLine(
                utc_text(row.at_ms * MILLISECOND_NS),
                row.account if row.session else by_service(row.by),
                row.address,
                row.session,
                self.words(before, fact),
                _why(fact),
                None,
            )
        )


def _why(fact: TournamentEvent) -> str:
    why = getattr(getattr(fact, "fact", fact), "why", "")
    return why if isinstance(why, str) else ""
