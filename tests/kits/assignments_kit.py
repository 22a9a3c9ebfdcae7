"""A hall on paper: tables that obey the event's orders, and the director's desk beside them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, reduce
from typing import Any

from kiosk.books import load
from kiosk.director.event.assignments import Due, Profile, Standing, due, profile
from kiosk.director.orders.orders import NewOrder
from kiosk.rules.decide import decide, evolve
from kiosk.rules.fact import Event, Refused
from kiosk.rules.match import EMPTY, Match, Phase
from kiosk.rules.units import SIDES, BySide, Instant, Side
from kiosk.tournament.results import TakeMatch
from kiosk.tournament.sheet import ToPlay
from kiosk.wire.replay import Replay, follow
from kits import commands as c
from kits.hall_kit import UTC, PaperJournal
from kits.rules_kit import setup
from kits.tournament_kit import Desk


@cache
def rules(plays: ToPlay) -> Profile:
    return profile(load(plays.round.profile))


class DutifulTable:
    """A table of the hall: what it is told it decides, and what it decided it keeps."""

    def __init__(self, number: int | None, journal_id: str = "") -> None:
        self.number = number
        self.alive = True
        self.journal = PaperJournal(journal_id or f"journal-{number}")
        self.match: Match = EMPTY
        self.match_id: str | None = None
        self.now = 10**12
        self.seen = 0
        """Rows that the director has."""
        self._known = Replay()

    @property
    def replay(self) -> Replay:
        """What the director knows of it."""
        self._known = reduce(
            follow, self.journal.rows[self._known.last_seq : self.seen], self._known
        )
        return self._known

    @property
    def standing(self) -> Standing:
        replay = self.replay
        kinds = {"MatchOpened", "TableTakenOver"}
        opened = [row.seq for row in self.journal.rows[: self.seen] if row.kind in kinds]
        return Standing(
            *(self.journal.journal_id, self.number, not self.alive, replay),
            *(f"{self.now:020}", opened[-1] if opened else 0),
        )

    def tell(self) -> None:
        """All its rows reach the director."""
        self.seen = len(self.journal.rows)

    def do(self, command: c.Command, command_id: str = "tap") -> tuple[Event, ...]:
        self.now += 10**9
        events = tuple(decide(self.match, replace(command, at=Instant(self.now))).events)
        for event in events:
            self.match = evolve(self.match, event)
            opened = self.match.match_id
            self.match_id = opened if opened is not None else self.match_id
        self.journal.append(
            command_id=command_id,
            by="table",
            at_ns=self.now,
            wall_utc=UTC,
            match_id=self.match_id,
            events=events,
        )
        if self.match.opened is not None and self.match.setup is None:
            self.do(c.SetUpTable(Instant(self.now), setup()))
        return events

    def obey(self, new: NewOrder) -> tuple[Event, ...]:
        return self.do(new.order, new.command_id)

    def plays(self, winner: Side, *, signed: bool = True) -> None:
        """To the end, and both agree with the result."""
        at = Instant(self.now)
        self.begin()
        assert self.match.length is not None
        points = self.match.length
        score = BySide(points, 0) if winner is Side.WHITE else BySide(0, points)
        self.do(
            c.ScoreOrdered(at, self.match.match_id, "director:Ola", "played", score, None, None)
        )
        assert self.match.phase is Phase.MATCH_OVER
        if signed:
            self.sign()

    def begin(self) -> None:
        """Both are there, and the first game is on."""
        for side in SIDES:
            if self.match.stop is not None:
                self.do(c.ResumeTapped(Instant(self.now), side))
        for side in SIDES:
            if self.match.phase is Phase.BETWEEN_GAMES:
                self.do(c.ReadyTapped(Instant(self.now), side))

    def sign(self) -> None:
        for side in SIDES:
            self.do(c.ResultConfirmed(Instant(self.now), side))


@dataclass
class Hall:
    """The desk, its tables, and every order that was given."""

    desk: Desk
    tables: list[DutifulTable]
    given: dict[str, NewOrder] = field(default_factory=dict)
    waiting: list[NewOrder] = field(default_factory=list)
    refused: list[Event] = field(default_factory=list)

    def due(self) -> Due:
        standing = [table.standing for table in self.tables]
        return due(self.desk.tournament, standing, rules, self.desk.at_ms)

    def settle(self) -> None:
        """Until nothing is due: orders reach tables that live, and rows come back."""
        for _round in range(20):
            for table in self.tables:
                if table.alive:
                    table.tell()
            found = self.due()
            new = [each for each in found.orders if each.command_id not in self.given]
            self.given |= {each.command_id: each for each in new}
            self.waiting += new
            for result in found.results:
                what = {name: getattr(result, name) for name in ("key", "winner", "score")}
                self.desk.does(TakeMatch, **what)
            done = [each for each in self.waiting if self._reached(each)]
            self.waiting = [each for each in self.waiting if each not in done]
            if not new and not done and not found.results:
                assert self.refused == []
                return
        raise AssertionError("the hall does not come to rest")

    def _reached(self, new: NewOrder) -> bool:
        table = self.of(new.journal_id)
        if not table.alive:
            return False
        self.refused += [each for each in table.obey(new) if isinstance(each, Refused)]
        return True

    def of(self, journal_id: str) -> DutifulTable:
        return next(each for each in self.tables if each.journal.journal_id == journal_id)

    def at(self, number: int) -> DutifulTable:
        return next(each for each in self.tables if each.number == number)

    def does(self, act: Any, **what: Any) -> tuple[Any, ...]:
        events = self.desk.does(act, **what)
        self.settle()
        return events

    def kinds(self, table: DutifulTable) -> Sequence[str]:
        return [row.kind for row in table.journal.rows]
