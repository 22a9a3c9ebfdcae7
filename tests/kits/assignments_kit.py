"""A hall on paper: tables that obey the event's orders, and the director's desk beside them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache, reduce
from typing import Any

from kiosk.books import load
from kiosk.director.event.alarms import EventAlarm, event_alarms
from kiosk.director.event.assignments import (
    DueWork,
    ResolvedProfile,
    custody_of,
    find_due,
    placing_of,
    profile,
)
from kiosk.director.event.custody import HeardJournal, MatchDoubt, Placing
from kiosk.director.orders.orders import NewOrder
from kiosk.rules.assignment import TableTakenOver
from kiosk.rules.decide import decide, evolve
from kiosk.rules.ending import MatchEnded
from kiosk.rules.fact import Event, Refused
from kiosk.rules.match import EMPTY, Match, Phase
from kiosk.rules.reasons import EndCause
from kiosk.rules.result import ResultAgreed
from kiosk.rules.score import ScoreChanged
from kiosk.rules.start import GameStarted, MatchOpened
from kiosk.rules.table import MatchFormat, Series, Team
from kiosk.rules.units import SIDES, BySide, Instant, Side
from kiosk.tournament.act import TournamentCommand
from kiosk.tournament.results import MatchTaken, TakeMatch
from kiosk.tournament.sheet import ToPlay
from kiosk.tournament.taking_up import TakeUp
from kiosk.tournament.tournament import PairingKey
from kiosk.wire.errors import WireError
from kiosk.wire.replay import Replay, follow
from kits import commands as c
from kits.hall_kit import UTC, PaperJournal
from kits.rules_kit import setup
from kits.tournament_kit import Desk


@cache
def rules(plays: ToPlay) -> ResolvedProfile:
    return profile(load(plays.round.profile))


class DutifulTable:
    """A table of the hall: what it is told it decides, and what it decided it keeps."""

    def __init__(self, number: int | None, journal_id: str = "") -> None:
        self.number = number
        self.alive = True
        self.revoked = self.unread = False
        self.relengthened: frozenset[str] = frozenset()
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
    def standing(self) -> HeardJournal:
        replay = self.replay
        kinds = {"MatchOpened", "TableTakenOver"}
        opened = [row.seq for row in self.journal.rows[: self.seen] if row.kind in kinds]
        return HeardJournal(
            *(self.journal.journal_id, self.number, not self.alive, replay),
            *(f"{self.now:020}", opened[-1] if opened else 0, self.revoked, self.unread),
            self.relengthened,
            Instant(self.now),
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
        self.begin()
        assert self.match.length is not None
        points = self.match.length
        self.scores(BySide(points, 0) if winner is Side.WHITE else BySide(0, points))
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

    def scores(self, score: BySide[int]) -> None:
        """It comes to stand so."""
        at = Instant(self.now)
        self.do(
            c.ScoreOrdered(at, self.match.match_id, "director:Ola", "played", score, None, None)
        )

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

    @property
    def placings(self) -> dict[str, list[Placing]]:
        """The orders that placed matches, the oldest first."""
        found: dict[str, list[Placing]] = {}
        for each in self.given.values():
            placing = placing_of(each.command_id, each.journal_id, each.order)
            if placing is not None:
                found.setdefault(placing.match_id, []).append(placing)
        return found

    def due(self) -> DueWork:
        standing = [table.standing for table in self.tables]
        return find_due(self.desk.tournament, standing, self.placings, rules, self.desk.at_ms)

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
            for act in found.take_ups:
                what = {name: getattr(act, name) for name in ("key", "table", "match_id")}
                self.desk.does(TakeUp, **what, journal_id=act.journal_id, after=act.after)
            for result in found.results:
                what = asdict(result) | {"key": result.key}
                del what["at_ms"], what["by"]
                (first, *_more) = self.desk.does(TakeMatch, **what)
                assert isinstance(first, MatchTaken), first
            done = [each for each in self.waiting if self._reached(each)]
            self.waiting = [each for each in self.waiting if each not in done]
            if not new and not done and not found.results and not found.take_ups:
                assert self.refused == []
                return
        raise AssertionError("the hall does not come to rest")

    def _reached(self, new: NewOrder) -> bool:
        table = self.of(new.journal_id)
        if not table.alive:
            return False
        self.refused += [each for each in table.obey(new) if isinstance(each, Refused)]
        return True

    def doubts(self) -> dict[str, MatchDoubt]:
        """What is odd about what tables report, by journal."""
        return {each.journal_id: each.doubt for each in self.due().doubts}

    def alarms(self) -> tuple[EventAlarm, ...]:
        """The same, in words, and what can be done."""
        standing = [table.standing for table in self.tables]
        custody = custody_of(self.desk.tournament, standing, self.placings)
        return event_alarms(custody, self.due(), ())

    def takes_up(self, doubt: MatchDoubt) -> None:
        """The director does what the only alarm of that kind offers."""
        self.answers(doubt, TakeUp)

    def answers(self, doubt: MatchDoubt, act: type[TournamentCommand], **more: Any) -> None:
        """The director answers the only alarm of a kind by an act it offers."""
        (journal_id,) = [name for name, each in self.doubts().items() if each is doubt]
        (alarm,) = [each for each in self.alarms() if each.journal_id == journal_id]
        (offered,) = [each for each in alarm.acts if each.kind == act.__name__]
        fields = dict(offered.fields)
        if "key" in fields:
            fields["key"] = PairingKey(**fields["key"])
        self.does(act, **fields, **more)

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


class RogueTable(DutifulTable):
    """A device that was enrolled, and signs whatever it likes about any match."""

    @property
    def replay(self) -> Replay:
        """As the director has it: up to the first row that nothing follows from."""
        while not self.unread and self._known.last_seq < self.seen:
            try:
                self._known = follow(self._known, self.journal.rows[self._known.last_seq])
            except WireError:
                self.unread = True
        return self._known

    def opens(
        self,
        match_id: str,
        sides: tuple[str, str],
        form: MatchFormat,
        series: Series | None = None,
        event_id: str = "malmo-2026",
    ) -> None:
        """It reports that this match was opened, whoever called it."""
        white, black = (Team(each, f"rogue {each}", ()) for each in sides)
        self.writes(
            match_id,
            MatchOpened(
                *(match_id, event_id, self.number or 0, series, form, BySide(white, black)),
                *(load("norway"), "no hash"),
            ),
        )

    def has(self, state: Match) -> None:
        """It reports that this match was taken over here as it stands."""
        journal_id = self.journal.journal_id
        taken = TableTakenOver("journal-1", 1, "no hash", journal_id, state, Instant(self.now))
        self.writes(state.match_id or "", taken)

    def ends(self, winner: Side, score: BySide[int]) -> None:
        """It reports that its match is over, and signed by both."""
        named = self.match.match_id or ""
        self.writes(named, GameStarted(1, crawford=False, cube_in_play=True, cites=()))
        self.writes(named, ScoreChanged(score, "director:Ola", "played", None, None))
        self.writes(named, MatchEnded(winner, score, EndCause.PLAYED, ()))
        self.writes(named, *(ResultAgreed(side, score) for side in SIDES))

    def writes(self, match_id: str, *events: Event) -> None:
        """Rows that a journal would chain, whatever they mean."""
        self.now += 10**9
        for event in events:
            self.match = evolve(self.match, event)
        self.journal.append(
            command_id="rogue",
            by="director:Ola",
            at_ns=self.now,
            wall_utc=UTC,
            match_id=match_id,
            events=events,
        )
