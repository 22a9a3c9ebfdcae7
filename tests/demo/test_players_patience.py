"""Players at a table that does not hear, see or allow: they try again, and say what they missed."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits.players_kit import BOX, attend, book

from kiosk.demo.core_match import CoreTable, count_kinds, dice_of, play_on_core
from kiosk.demo.errors import Stuck
from kiosk.demo.moves import Entry
from kiosk.demo.plan import MatchPlan, PlannedThrow
from kiosk.demo.players import PATIENCE_S, Players
from kiosk.rules.board import Position
from kiosk.rules.match import Phase
from kiosk.rules.roll import DieFact
from kiosk.rules.table import Half
from kiosk.rules.units import SECOND_NS, Instant, Side


class Numb(CoreTable):
    """A screen that takes no taps."""

    def tap(self, command: c.Command) -> None:
        """Nothing comes of it."""


def test_players_try_once_more_and_then_say_what_they_waited_for() -> None:
    table = Numb()
    table.open(1, book())
    players = Players(MatchPlan(1), table, lambda: table.now_ns / 1e9)
    with pytest.raises(Stuck, match="waited twice 15 s for ReadyTapped to be taken"):
        _attend_for_ever(players, table)
    assert table.now_ns < 2 * (PATIENCE_S + 3) * SECOND_NS


class Slow(CoreTable):
    """Never sees the second opening die of a game beside the first; tells of a lift late."""

    def __init__(self) -> None:
        super().__init__()
        self.thrown = 0
        self._late_s = 0

    def throw(
        self, throw: PlannedThrow, after: Position, where: Entry, *, by: Side | None, beside: bool
    ) -> None:
        self.thrown += 1
        super().throw(throw, after, where, by=by, beside=beside)

    def see(self, dice: tuple[DieFact, ...], *, rolled: bool) -> None:
        if not (self.match.phase is Phase.OPENING and self.match.dice_down):
            super().see(dice, rolled=rolled)

    def lift(self, *, show_first: bool) -> None:  # noqa: ARG002
        self._dice, self._late_s = (), 3

    def wait(self, duration_ns: int) -> None:
        self._late_s -= 1
        if self._late_s == 0:
            self.take(c.DiceLifted(Instant(0)))
            super().see(self._dice, rolled=True)
        super().wait(duration_ns)


def test_a_die_thrown_again_is_not_taken_for_refused_before_the_lift_is_seen() -> None:
    table = Slow()
    table.open(1, book())
    players = Players(MatchPlan(1), table, lambda: table.now_ns / 1e9)
    while table.match.phase in {Phase.BETWEEN_GAMES, Phase.OPENING}:
        players.attend(table.shown())
        table.wait(SECOND_NS)
    assert table.thrown == 3


def _attend_for_ever(players: Players, table: CoreTable) -> None:
    while True:
        attend(players, table)


class Haunted(CoreTable):
    """Takes something for a die that nobody threw and nobody can lift, once the turn is over."""

    def press(self, side: Side) -> None:
        super().press(side)
        if self.match.phase is Phase.TO_ROLL and len(self.events) % 4 == 0:
            super().lift(show_first=False)
            nothing = dice_of(PlannedThrow((1,)), ("phantom",), BOX)[0]
            self.see((replace(nothing, half=Half.OFF, value=None, guess=None),), rolled=True)

    def lift(self, *, show_first: bool) -> None:
        if not self.match.game or not self.match.game.refused_for:
            super().lift(show_first=show_first)


def test_players_throw_on_when_the_table_sees_dice_that_are_not_there() -> None:
    table = Haunted()
    table.open(1, book())
    players = Players(MatchPlan(1), table, lambda: table.now_ns / 1e9)
    while table.match.phase is not Phase.MATCH_OVER:
        attend(players, table)
    players.finish(table.shown())
    assert count_kinds(table.events)["off_board"] > 3
    assert players.log == play_on_core(1, 1, book())[0]


class Strict(CoreTable):
    """A reader that calls every die cocked."""

    def see(self, dice: tuple[DieFact, ...], *, rolled: bool) -> None:
        super().see(tuple(replace(die, flat=False) for die in dice), rolled=rolled)


def test_players_do_again_what_the_table_had_moved_on_from() -> None:
    table = Numb()
    table.open(1, book())
    players = Players(MatchPlan(1), table, lambda: table.now_ns / 1e9)
    taps: list[c.Command] = []
    table.tap = taps.append  # type: ignore[method-assign]
    players.attend(table.shown())
    players.attend(table.shown())
    assert len(taps) == 1
    players.interrupted()
    players.attend(table.shown())
    assert [type(tap) for tap in taps] == [c.ReadyTapped] * 2


def test_players_give_up_a_good_roll_that_is_refused_again_and_again() -> None:
    table = Strict()
    table.open(1, book())
    players = Players(MatchPlan(1), table, lambda: table.now_ns / 1e9)
    with pytest.raises(Stuck, match="refused 6 times"):
        _attend_for_ever(players, table)
