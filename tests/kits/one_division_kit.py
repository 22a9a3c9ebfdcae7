"""An event of one division in a format of its own, whose entries have names of one letter."""

from typing import Any

from kiosk.tournament.act import Refused, TournamentCommand, TournamentEvent
from kiosk.tournament.decide import replayed
from kiosk.tournament.draws import DrawDivision, PublishDraw
from kiosk.tournament.entries import Enter, LeavingReason, TakeOut
from kiosk.tournament.in_division import DivisionFact, InDivision, in_format
from kiosk.tournament.results import Correct, TakeMatch
from kiosk.tournament.setting_up import MakeDivision, OpenEvent
from kiosk.tournament.sheet import division_stands, stand_of
from kiosk.tournament.tournament import DivisionFormat, Entry, PairingKey, Player
from kits.tournament_kit import Desk

NAME = "s"


def lettered(name: str) -> Entry:
    return Entry(name, f"Player {name}", (Player(name, f"Player {name}"),))


class OneDivision:
    """A director's desk over this division."""

    def __init__(self, form: DivisionFormat, order: str) -> None:
        self.desk = Desk()
        self.desk.does(OpenEvent, event_id="e", name="Saturday")
        self.desk.does(MakeDivision, division_id=NAME, name=NAME, format=form)
        self.desk.does(Enter, division_id=NAME, entries=tuple(map(lettered, sorted(order))))
        first = self.desk.does(DrawDivision, division_id=NAME, order=tuple(order))[0]
        assert not isinstance(first, Refused), first.against
        self.publishes()

    @property
    def state(self) -> Any:
        """The format's own state."""
        found = in_format(self.desk.division(NAME))
        assert found is not None
        return found[1]

    def publishes(self) -> None:
        self.desk.does(PublishDraw, division_id=NAME)

    def does(self, act: type[TournamentCommand], /, **what: Any) -> tuple[TournamentEvent, ...]:
        """The events of an act of the event, none of which is a refusal."""
        events = self.desk.does(act, **what)
        assert not isinstance(events[0], Refused), events[0]
        return events

    def did(self, act: type[TournamentCommand], /, **what: Any) -> TournamentEvent:
        """The one event of an act of the format."""
        (event,) = self.does(InDivision, division_id=NAME, act=act(1, "Kari", **what))
        assert isinstance(event, DivisionFact)
        return event.fact

    def refused(self, act: type[TournamentCommand], /, **what: Any) -> set[tuple[str, str]]:
        """Every reason against an act of the format, and what it is about."""
        return self.desk.refused(InDivision, division_id=NAME, act=act(1, "Kari", **what))

    def key(self, number: int) -> PairingKey:
        """The pairing of a match, by its number."""
        here = division_stands(self.desk.tournament, self.desk.division(NAME))
        return next(PairingKey(NAME, each) for each in here if each.endswith(f"-{number}"))

    def ended(self, number: int, winner: str, won: int, lost: int = 0) -> dict[str, Any]:
        """A result in the order of the places."""
        here = stand_of(self.desk.tournament, self.key(number))
        assert here is not None
        first = here.players is not None and here.players[0] == winner
        score = (won, lost) if first else (lost, won)
        return {"key": self.key(number), "winner": winner, "score": score}

    def takes(self, number: int, winner: str, won: int = 5, lost: int = 0) -> None:
        self.does(TakeMatch, **self.ended(number, winner, won, lost))

    def corrects(self, number: int, winner: str, won: int = 5, lost: int = 0) -> None:
        self.does(Correct, **self.ended(number, winner, won, lost), why="misread")

    def leaves(self, name: str) -> tuple[TournamentEvent, ...]:
        return self.does(TakeOut, entry_id=name, leaving=LeavingReason.WITHDRAWN, why="ill")

    def as_replayed(self) -> bool:
        """Whether the facts alone give the same event."""
        return replayed(self.desk.kept) == self.desk.tournament
