"""The evening's loop, at a table, a screen and hands that only note what they are asked."""

from typing import Any

import msgspec
import pytest
from kits import commands as c

from kiosk.demo.core_match import CoreTable
from kiosk.demo.errors import NotShown, ScreenProcessGone, TableProcessGone
from kiosk.demo.match_driver import MatchDriver
from kiosk.demo.metrics import count_in_order
from kiosk.demo.players import Players
from kiosk.demo.table_process import MatchSettings
from kiosk.rules.command import Command
from kiosk.rules.units import Instant, Side
from kiosk.table.settings import load_book
from kiosk.wire.snapshot import Snapshot

PLAYED = MatchSettings("demo-1", 1, "norway", "book", 1)


class Table:
    """A core table behind the links of a process; it shows what it is told to, when it is asked."""

    def __init__(self) -> None:
        self.played = PLAYED
        self.core = CoreTable()
        self.core.open(1, load_book("norway", "book"))
        self.coming: list[Snapshot] = []
        self.events: list[str] = []

    def start(self) -> tuple["Table", "Table"]:
        self.events.append("start table")
        return self, self

    def newer_snapshot(self, than_seq: int, timeout_s: float) -> Snapshot | None:  # noqa: ARG002
        if than_seq < 0:
            return self.core.shown()
        return self.coming.pop(0) if self.coming else None

    def do(self, what: str, /, **_fields: object) -> dict[str, Any]:
        self.events.append(what)
        return {"ok": True}

    def close(self) -> None:
        self.events.append("close")


class Screen:
    """A screen that fails the first taps as `errors` say, then takes them."""

    def __init__(self, table: Table, *errors: Exception) -> None:
        self.errors = [*errors]
        self.tapped: list[tuple[Command, int]] = []
        self.waited: list[int] = []
        self._table = table

    def start(self) -> "Screen":
        self._table.events.append("start screen")
        return self

    def tap(self, command: Command, seq: int) -> None:
        self.tapped.append((command, seq))
        if self.errors:
            raise self.errors.pop(0)
        self._table.core.take(command)
        self._table.coming.append(self._table.core.shown())

    def wait(self, seq: int) -> int:
        self.waited.append(seq)
        return seq

    def close(self) -> None:
        self._table.events.append("close screen")


def evening(*errors: Exception) -> tuple[MatchDriver, Table, Screen]:
    table = Table()
    screen = Screen(table, *errors)
    return MatchDriver(table, 1, float("inf"), screen), table, screen  # type: ignore[arg-type]


def both_ready(shown: Snapshot) -> bool:
    return shown.game is not None


def ignore(_shown: Snapshot) -> None:
    """Nobody listens."""


def test_table_then_screen_and_a_tap_names_the_row_that_was_looked_at() -> None:
    played, table, screen = evening()
    assert table.events[:2] == ["start table", "start screen"]
    played.play(ignore, until=both_ready)
    taps = [(type(command), command.side, seq) for command, seq in screen.tapped]  # type: ignore[attr-defined]
    assert taps == [(c.ReadyTapped, Side.WHITE, 3), (c.ReadyTapped, Side.BLACK, 4)]


def test_what_is_not_shown_ends_it_unless_the_table_has_moved_on() -> None:
    played, _table, screen = evening(NotShown("no key"))
    with pytest.raises(NotShown):
        played.play(ignore, until=both_ready)
    assert len(screen.tapped) == 1

    played, table, screen = evening(NotShown("no key"))
    newer = msgspec.structs.replace(played.shown, seq=played.shown.seq + 1)
    tap = screen.tap

    def tapped(command: Command, seq: int) -> None:
        if not screen.tapped:
            table.coming.append(newer)  # it comes while the tap is on its way
        tap(command, seq)

    screen.tap = tapped  # type: ignore[method-assign]
    played.play(ignore, until=both_ready)
    assert [seq for _command, seq in screen.tapped] == [3, 4, 4]


def test_players_act_on_the_newest_only_and_after_it_was_told() -> None:
    played, table, screen = evening()
    told: list[int] = []
    newer = [msgspec.structs.replace(played.shown, seq=seq) for seq in (8, 9)]
    table.coming += newer

    def tell(shown: Snapshot) -> None:
        told.append(shown.seq)
        assert screen.tapped == [] or shown.seq < 8

    played.play(tell, until=lambda _shown: len(screen.tapped) == 1)
    assert told[:2] == [8, 9]
    assert screen.tapped[0][1] == 9


def test_players_look_again_before_they_act_on_an_order() -> None:
    played, table, screen = evening()
    given: list[int] = []

    def order(shown: Snapshot, rolling: bool) -> int | None:
        assert not rolling
        if given:
            return None
        given.append(shown.seq)
        table.core.take(
            c.MessageOrdered(Instant(0), table.core.match.match_id, "director:Dag", "", "hello")
        )
        table.coming.append(table.core.shown())
        return 4

    played.play(ignore, order=order, until=lambda shown: shown.seq >= 6)
    assert [type(command) for command, _seq in screen.tapped] == [c.MessageTapped] * 2


@pytest.mark.parametrize("error", [TableProcessGone("gone"), ScreenProcessGone("gone")])
def test_who_goes_away_is_told_and_may_come_back(
    error: TableProcessGone | ScreenProcessGone,
) -> None:
    played, table, screen = evening(error)
    heard: list[object] = []

    def again(one: MatchDriver, gone: Exception) -> None:
        heard.append(gone)
        one.table_again() if isinstance(gone, TableProcessGone) else one.screen_again()

    looks = 0

    def until(shown: Snapshot) -> bool:
        nonlocal looks
        looks += 1
        assert looks < 100, "nobody taps again"
        return both_ready(shown)

    played.players._clock_s = lambda: 0.0  # their patience never ends
    played.play(ignore, again, until=until)
    assert heard == [error]
    restarted = "start table" if isinstance(error, TableProcessGone) else "start screen"
    assert table.events.count(restarted) == 2
    if isinstance(error, ScreenProcessGone):
        assert screen.waited == [3]
        assert [seq for _command, seq in screen.tapped] == [3, 3, 4]


def test_a_table_that_came_back_finds_the_board_and_its_players_begin_afresh(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    afresh: list[Players] = []

    def reconnected(players: Players) -> None:
        afresh.append(players)

    monkeypatch.setattr(Players, "reconnected", reconnected)
    played, table, _screen = evening()
    table.events.clear()
    played.table_again()
    assert table.events == ["close", "close", "start table", "scene"]
    assert afresh == [played.players]


def test_at_its_end_every_link_is_hung_up() -> None:
    played, table, _screen = evening()
    table.events.clear()
    played.close()
    assert table.events == ["close", "close", "close screen"]


def test_a_screen_that_does_not_start_leaves_no_link_open() -> None:
    table = Table()
    screen = Screen(table)

    def fails() -> Screen:
        raise ScreenProcessGone("it ended")

    screen.start = fails  # type: ignore[method-assign]
    with pytest.raises(ScreenProcessGone):
        MatchDriver(table, 1, 1.0, screen)  # type: ignore[arg-type]
    assert table.events == ["start table", "close", "close"]


@pytest.mark.parametrize(
    ("seqs", "whole"),
    [([], 0), ([1, 2, 3], 3), ([1, 2, 2, 3], 2), ([1, 3, 2], 1), ([2, 3], 0), ([1, 2, 4], 2)],
)
def test_rows_count_once_and_in_order(seqs: list[int], whole: int) -> None:
    assert count_in_order(seqs) == whole
