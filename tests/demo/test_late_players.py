"""Players who come late to a table of a rehearsal: what they and the other do, by which book."""

from dataclasses import replace
from math import inf
from pathlib import Path

import pytest
from kits.books import load

from kiosk.demo.rehearsal import late_players
from kiosk.demo.rehearsal.late_players import LatePlayers
from kiosk.demo.rehearsal.light_table import LightTable, Reached
from kiosk.demo.rehearsal.pairs import Pairs
from kiosk.demo.seats import NAMES, set_up
from kiosk.rules.assignment import MatchAssigned
from kiosk.rules.command import Command
from kiosk.rules.decide import deadline, decide
from kiosk.rules.fact import Event
from kiosk.rules.match import EMPTY, Match
from kiosk.rules.proposals import ProposalAccepted
from kiosk.rules.result import ResultAgreed
from kiosk.rules.start import SetUpTable
from kiosk.rules.table import FormatKind, MatchFormat, Member, Team
from kiosk.rules.turn import DeadlineReached
from kiosk.rules.units import MINUTE_NS, BySide, Nanos, Side
from kiosk.table.inbox import PostedCommand

POINTS = MatchFormat(FormatKind.POINTS, 3)
GAME = MatchFormat(FormatKind.SINGLE_GAME, unit="VP", stake=100, cap=300)


class Decided:
    """A table's loop, without a journal."""

    def __init__(self) -> None:
        self.match: Match = EMPTY
        self.events: list[Event] = []

    def take(self, posted: PostedCommand) -> None:
        decision = decide(self.match, posted.command)
        self.match = decision.match
        self.events += decision.events


class Bench:
    """A table to which a match was just assigned; whoever comes late comes `minutes` late."""

    def __init__(
        self, book: str, minutes: float, form: MatchFormat, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(late_players, "ONE_IN", 1)
        monkeypatch.setattr(late_players, "LATE_MIN", (3, minutes))
        monkeypatch.setattr(late_players.Random, "choice", lambda _self, of: of[-1])
        self.loop = Decided()
        reached = Reached("", "", None)
        self.late = LatePlayers(1)
        self.table = LightTable(1, Path("nowhere"), Pairs(1), lambda: reached, late=self.late)
        self.table._loop = self.loop  # type: ignore[assignment]
        teams = (
            Team(side, NAMES.of_side(side), (Member(side, NAMES.of_side(side)),)) for side in Side
        )
        sides = BySide(*teams)
        rules = load(book)
        order = "m", "e", 1, None, form, sides, rules, "", Nanos(0)
        self.take(MatchAssigned(self.table.instant, None, "director:Kari", "called", *order))
        self.take(SetUpTable(self.table.instant, set_up(rules)))

    def take(self, command: Command) -> None:
        self.loop.take(PostedCommand(replace(command, at=self.table.instant), "table"))

    def turns(self, count: int = 12) -> list[str]:
        """What comes of it: the kinds of events."""
        before = len(self.loop.events)
        for _each in range(count):
            self.table._awaits(self.loop.match)
            due = deadline(self.loop.match)
            if due is not None and due <= self.table.instant:
                self.loop.take(PostedCommand(DeadlineReached(due), "table"))
        return [type(event).__name__ for event in self.loop.events[before:]]

    def accepts(self) -> None:
        (pending,) = self.loop.match.proposals.pending
        order = self.loop.match.match_id, "director:Kari", "by the book", pending.number
        self.take(ProposalAccepted(self.table.instant, *order))


def test_who_is_a_little_late_costs_a_point_and_both_wait_for_the_director(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench = Bench("norway", 6, POINTS, monkeypatch)
    assert bench.turns() == ["SidePresent", "LatenessCounted", "Proposed"]
    assert bench.table._awaits(bench.loop.match)  # nobody begins before he has answered
    bench.accepts()
    bench.turns()
    assert bench.loop.match.schedule.late == BySide(None, None)
    assert bench.loop.match.score == BySide(1, 0)
    assert not bench.table._awaits(bench.loop.match)
    assert bench.late.format_lateness() == ("1 by 6 min",)


def test_who_never_comes_loses_and_signs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench("norway", inf, POINTS, monkeypatch)
    bench.turns()
    bench.accepts()
    bench.turns()
    bench.accepts()
    assert bench.loop.match.winner is Side.WHITE
    bench.table._sign()
    signed = [event for event in bench.loop.events if isinstance(event, ResultAgreed)]
    assert [event.side for event in signed] == [Side.WHITE]
    assert bench.late.format_lateness() == ("1 not there",)


def test_who_waits_claims_the_match_where_the_book_lets_him(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """London Club TR4: thirty minutes of grace."""
    bench = Bench("london-club", 11, POINTS, monkeypatch)
    began = bench.table.instant
    told = bench.turns()
    assert told[0] == "SidePresent"
    assert {"LateMatchClaimed", "Proposed"} <= set(told)
    assert bench.table.instant - began >= 30 * MINUTE_NS


def test_a_single_game_is_never_lost_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench("norway", inf, GAME, monkeypatch)
    bench.turns()
    assert bench.loop.match.schedule.late == BySide(None, None)
    assert bench.late.format_lateness() == ("1 by 3 min",)


def test_without_a_seed_nobody_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench("norway", 6, POINTS, monkeypatch)
    nobody = LatePlayers(None)
    assert all(nobody.late_ns(bench.loop.match, side) == -inf for side in Side)
    assert nobody.format_lateness() == ()
