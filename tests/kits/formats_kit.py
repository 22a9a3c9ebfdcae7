"""A ladder or a Swing to be played in tests: what is done on it is kept."""

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from kiosk.tournament.act import Refused, TournamentCommand, TournamentEvent
from kiosk.tournament.core import Core

S = TypeVar("S")


@dataclass
class FormatDesk(Generic[S]):
    """One director's desk over one format."""

    core: Core[S]
    state: S
    start: S = field(init=False)
    kept: list[TournamentEvent] = field(default_factory=list)
    asked: list[TournamentCommand] = field(default_factory=list)
    at_ms: int = 1_700_000_000_000

    def __post_init__(self) -> None:
        self.start = self.state

    def does(self, act: type[TournamentCommand], **what: Any) -> tuple[TournamentEvent, ...]:
        """The events; they have happened."""
        self.at_ms += 60_000
        command = act(at_ms=self.at_ms, by="Kari", **what)
        events = self.core.decide(self.state, command)
        self.asked.append(command)
        for event in events:
            self.state = self.core.evolve(self.state, event)
        self.kept += events
        return events

    def did(self, act: type[TournamentCommand], **what: Any) -> TournamentEvent:
        """The same, with one event, which is no refusal."""
        (event,) = self.does(act, **what)
        assert not isinstance(event, Refused), event.against
        return event

    def refused(self, act: type[TournamentCommand], **what: Any) -> set[tuple[str, str]]:
        """Every reason, and what it is about; nothing has changed."""
        before = self.state
        (event,) = self.does(act, **what)
        assert isinstance(event, Refused), event
        assert self.state is before
        return {(each.reason.value, each.about) for each in event.against}
