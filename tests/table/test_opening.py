"""What a table does first: take up what its journal left, and open the match it is to play."""

import hashlib
import tomllib
from dataclasses import fields, replace
from functools import partial
from pathlib import Path

import msgspec
import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import TEAMS
from kits.rules_kit import Table as RulesTable
from kits.table_kit import BOOT, CONFIG, Table, cups, load_norway

from kiosk.journal import Journal, fold_rows, read
from kiosk.journal.errors import JournalError
from kiosk.rules.match import Phase
from kiosk.rules.reasons import StopReason
from kiosk.rules.table import FormatKind, Half, MatchFormat, Member, Team
from kiosk.rules.units import SECOND_NS, BySide, Instant, Nanos, Side
from kiosk.table.errors import TableSettingsError
from kiosk.table.inbox import PostedCommand
from kiosk.table.opening import first_commands, lead_players, rows_of, seat_sides
from kiosk.table.settings import TableSettings
from kiosk.wire.codec import canonical_json

WHITE, BLACK = Side
SETTINGS = msgspec.convert(tomllib.loads(CONFIG), TableSettings)


class Started:
    """One run of the table's loop on a journal, begun as `run` begins it."""

    def __init__(
        self,
        path: Path,
        settings: TableSettings = SETTINGS,
        *,
        boot: str = BOOT,
        halted: str | None = None,
    ) -> None:
        self.journal = Journal.open(path, boot_id=boot)
        try:
            rows = rows_of(path)
            replay = fold_rows(rows)
            self.first = first_commands(settings, replay, rows, self.journal, halted)
            self.table = Table(self.journal, replay, then=partial(seat_sides, settings))
            for command in self.first:
                self.table.now_ns = max(self.table.now_ns, command.at)
                self.table.loop.take(PostedCommand(command, "table"))
        except BaseException:
            self.journal.close()
            raise

    def kinds(self) -> list[str]:
        return [type(command).__name__ for command in self.first]

    def __enter__(self) -> "Started":
        return self

    def __exit__(self, *_: object) -> None:
        self.journal.close()


def play(started: Started) -> None:
    """A game is on, White's clock running."""
    table = started.table
    for side in Side:
        table.do(c.ReadyTapped(table.now, side), side.value)
    for value, thrower in ((5, WHITE), (2, BLACK)):
        for side in (thrower, thrower.other):
            table.do(c.RollEntered(table.now, side, (value,)), side.value)
    table.do(c.ClockPressed(table.now, BLACK), "buttons")
    assert table.loop.match.clock.running is WHITE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


def test_a_new_journal_opens_the_configured_match(path: Path) -> None:
    with Started(path) as started:
        assert started.kinds() == ["OpenMatch"]
        match = started.table.loop.match
    assert match.phase is Phase.BETWEEN_GAMES
    assert match.opened is not None
    assert (match.opened.match_id, match.opened.format.points) == ("m-1", 3)
    assert [team.name for team in (match.opened.sides.white, match.opened.sides.black)] == [
        "Ada",
        "Bo",
    ]
    assert match.setup is not None
    assert match.setup.tower


def test_the_match_is_opened_as_the_configuration_says(path: Path) -> None:
    text = CONFIG.replace("number = 1", "number = 7").replace('"tests"', '"Oslo Open"')
    book = load_norway()
    with Started(path, msgspec.convert(tomllib.loads(text), TableSettings)) as started:
        (opened,) = started.first
        assert opened == c.OpenMatch(
            opened.at,
            match_id="m-1",
            event_id="Oslo Open",
            table=7,
            series=None,
            format=MatchFormat(FormatKind.POINTS, 3),
            sides=BySide(
                Team("white", "Ada", (Member("white", "Ada"),)),
                Team("black", "Bo", (Member("black", "Bo"),)),
            ),
            profile=book,
            profile_hash=hashlib.sha256(canonical_json(book)).hexdigest(),
        )
        assert started.table.loop.match.setup == replace(
            cups(mixer=Half.PICTURE_LEFT, tower=True), camera=False
        )


def test_a_table_without_a_match_opens_none(path: Path) -> None:
    with Started(path, msgspec.structs.replace(SETTINGS, match=None, seats=None)) as started:
        assert started.kinds() == []


def test_a_journal_that_holds_the_match_is_taken_up(path: Path) -> None:
    with Started(path):
        pass
    with Started(path) as started:
        assert started.kinds() == ["TableRestarted"]
        assert started.table.loop.match.phase is Phase.BETWEEN_GAMES
        assert started.table.loop.match.stop is None


def test_a_match_opened_but_not_set_up_is_set_up_by_the_next_start(path: Path) -> None:
    with Started(path, msgspec.structs.replace(SETTINGS, seats=None)) as started:
        assert started.table.loop.match.setup is None
    with Started(path) as started:
        assert started.kinds() == ["TableRestarted", "SetUpTable"]
        assert started.table.loop.match.phase is Phase.BETWEEN_GAMES


def test_another_match_is_not_opened_over_one_that_is_open(path: Path) -> None:
    with Started(path):
        pass
    assert SETTINGS.match is not None
    other = msgspec.structs.replace(SETTINGS.match, match_id="m-2")
    kept = rows_of(path)
    with pytest.raises(TableSettingsError, match=r"open match 'm-1'.*has 'm-2'.*another journal"):
        Started(path, msgspec.structs.replace(SETTINGS, match=other))
    assert rows_of(path) == kept


def test_another_match_is_opened_after_one_that_is_over(path: Path) -> None:
    with Started(path) as started:
        play(started)
        started.table.do(c.WinDeclared(started.table.now, WHITE, 3), "white")
        started.table.do(c.WinAgreed(started.table.now, BLACK), "black")
    assert SETTINGS.match is not None
    other = msgspec.structs.replace(SETTINGS.match, match_id="m-2")
    with Started(path, msgspec.structs.replace(SETTINGS, match=other)) as started:
        assert started.table.loop.match_id == "m-2"
        assert started.table.loop.match.phase is Phase.BETWEEN_GAMES
    with Started(path) as started:  # m-1 again: it is in the journal and over
        assert started.kinds() == ["TableRestarted"]


def test_an_unknown_profile_opens_nothing(path: Path) -> None:
    assert SETTINGS.match is not None
    odd = msgspec.structs.replace(SETTINGS.match, rulebook="noway")
    with pytest.raises(TableSettingsError, match="no rule book 'noway'"):
        Started(path, msgspec.structs.replace(SETTINGS, match=odd))
    assert rows_of(path) == []


def test_the_match_is_opened_with_what_the_event_sets_itself(path: Path) -> None:
    text = CONFIG.replace("[seats", "[match.rules.clock]\ndelay_s = 8\n\n[seats", 1)
    settings = msgspec.convert(tomllib.loads(text), TableSettings)
    with Started(path, settings) as started:
        book = started.table.loop.match.book
        assert book is not None
        assert (book.clock.delay_s, book.cite("clock.delay_s")) == (8, "event setting")
        assert book.clock.reserve_s_per_point == 120


def test_a_wrong_value_of_the_event_opens_nothing(path: Path) -> None:
    assert SETTINGS.match is not None
    odd = msgspec.structs.replace(SETTINGS.match, rules={"clock": {"delay_s": -8}})
    with pytest.raises(
        TableSettingsError, match=r"clock\.delay_s is -8; a whole number from 0 to 600"
    ):
        Started(path, msgspec.structs.replace(SETTINGS, match=odd))
    assert rows_of(path) == []


# --- clocks over a restart ---------------------------------------------------------------------


@pytest.mark.parametrize("boot", [BOOT, "boot-2"], ids=["same boot", "power cut"])
def test_clocks_are_as_journaled_up_to_the_mark_and_stopped(path: Path, boot: str) -> None:
    with Started(path) as started:
        play(started)
        table = started.table
        journaled = table.loop.match.clock
        table.later(20)
        table.loop.step()  # marks
        marked = journaled.since + 20 * SECOND_NS
        table.later(0.9)  # and then the power goes
    with Started(path, boot=boot) as started:
        match = started.table.loop.match
        restored = [row.event() for row in rows_of(path) if row.kind == "ClockRestored"]
        assert match.clock.running is None
        assert match.stop is not None
        assert match.stop.reason is StopReason.RESTARTED
        assert match.stop.resumes is WHITE
        charged = 20 * SECOND_NS - journaled.delay_left  # what the delay did not cover
        assert match.clock.reserve.white == journaled.reserve.white - charged
        assert match.clock.reserve.black == journaled.reserve.black
        (event,) = restored
        assert isinstance(event, e.ClockRestored)
        assert event.journaled == journaled.reserve
        assert event.at == marked

        table = started.table
        table.now_ns += 3600 * SECOND_NS
        stood = match.clock.reserve
        for side in Side:
            table.do(c.ResumeTapped(table.now, side), side.value)
        assert table.loop.match.clock.running is WHITE
        assert table.loop.match.clock.reserve == stood
        assert table.loop.match.clock.since == table.now


def test_without_a_mark_the_last_row_is_the_last_sure_instant(path: Path) -> None:
    with Started(path) as started:
        play(started)
        at = started.table.loop.match.clock.since
    with Started(path) as started:
        (restarted,) = started.first
        assert restarted == c.TableRestarted(restarted.at, at, None)


def test_a_mark_of_another_boot_is_no_measure(path: Path) -> None:
    with Started(path) as started:
        play(started)
        started.table.later(500)
        started.table.loop.step()
    with Started(path, boot="boot-2") as started:
        table = started.table
        table.now_ns = 7 * SECOND_NS  # a young boot: its clock reads less than the old mark
        for side in Side:  # decided, and the power gone before the next mark
            table.loop.take(PostedCommand(c.ResumeTapped(table.now, side), side.value))
    with Started(path, boot="boot-2") as started:
        (restarted,) = started.first
        assert isinstance(restarted, c.TableRestarted)
        assert restarted.mark_at == Instant(7 * SECOND_NS)


def test_lost_devices_survive_a_restart(path: Path) -> None:
    with Started(path) as started:
        started.table.do(c.DeviceFailed(started.table.now, "camera", "no frame"), "camera")
    with Started(path) as started:
        assert started.table.loop.match.lost_devices == {"camera"}


# --- halted ------------------------------------------------------------------------------------


def test_a_halt_is_journaled_first(path: Path) -> None:
    with Started(path):
        pass
    kept = rows_of(path)
    with Started(path, halted="the disk is full"):
        pass
    news = [row.event() for row in rows_of(path)[len(kept) :]]
    assert news[:2] == [e.Halted("the disk is full"), e.Restarted()]


def test_a_halt_of_a_journal_that_kept_nothing_yet_is_journaled_too(path: Path) -> None:
    with Started(path, halted="the disk is full") as started:
        assert started.kinds() == ["TableRestarted", "OpenMatch"]
        assert rows_of(path)[0].event() == e.Halted("the disk is full")
        assert started.table.loop.match == fold_rows(read(path)).match
        assert started.table.loop.match.phase is Phase.BETWEEN_GAMES


def test_a_log_without_its_journal_is_not_taken_for_a_new_one(path: Path) -> None:
    path.with_name("table.journal-wal").write_bytes(b"a log")
    with pytest.raises(JournalError, match="put the journal back"):
        rows_of(path)


# --- called to it by the director ----------------------------------------------------------------

FREE = msgspec.structs.replace(SETTINGS, match=None)


def call(started: Started, match_id: str = "m-9") -> None:
    """As the director's order comes in."""
    table, named = started.table, started.table.loop.match.match_id
    new = c.MatchAssigned(
        *(table.now, named, "director:Ola", "main, round 1", match_id, "tests", 1, None),
        *(MatchFormat(FormatKind.POINTS, 3), TEAMS, load_norway(), "h", Nanos(0)),
    )
    table.do(new, "director:Ola")


def test_a_match_called_to_the_table_is_set_up_as_the_configuration_says(path: Path) -> None:
    with Started(path, FREE) as started:
        assert started.kinds() == []
        call(started)
        match = started.table.loop.match
        assert (match.match_id, match.phase) == ("m-9", Phase.BETWEEN_GAMES)
        assert match.setup == replace(cups(mixer=Half.PICTURE_LEFT, tower=True), camera=False)
        kinds = [row.kind for row in rows_of(path)]
        assert kinds[-1] == "TableSetUp"
        assert kinds.count("TableSetUp") == 1


def test_a_table_that_stopped_before_it_was_set_up_is_by_the_next_start(path: Path) -> None:
    with Started(path, msgspec.structs.replace(FREE, seats=None)) as started:
        call(started)
        assert started.table.loop.match.phase is Phase.VACANT
    with Started(path, FREE) as started:
        assert started.kinds() == ["TableRestarted", "SetUpTable"]
        assert started.table.loop.match.phase is Phase.BETWEEN_GAMES


def test_a_match_taken_over_is_set_up_as_this_table_stands(path: Path) -> None:
    """Its rows are that match's, not those of the one that was played here before."""
    with Started(path, FREE) as started:
        table = started.table
        state = RulesTable().open(7).start().match
        assert state.setup is not None
        assert state.setup.mixer is None
        order = c.TakeOverOrdered(
            *(table.now, None, "director:Ola", "it died", "j1", 7, "0" * 64, "j2", state)
        )
        table.do(order, "director:Ola")
        setup = table.loop.match.setup
        assert setup is not None
        assert setup.mixer is Half.PICTURE_LEFT
        assert table.loop.match.game == state.game
        assert {row.match_id for row in rows_of(path)} == {state.match_id}
        assert fold_rows(rows_of(path)).matches.keys() == {state.match_id}


def test_a_match_put_away_leaves_its_state_for_another_day(path: Path) -> None:
    with Started(path, FREE) as started:
        call(started)
        before = started.table.loop.match
        started.table.do(
            c.MatchWithdrawn(started.table.now, "m-9", "director:Ola", "put off"), "director:Ola"
        )
        assert started.table.loop.match.opened is None
        replay = fold_rows(rows_of(path))
        assert replay.match.opened is None
        assert replay.matches["m-9"] == before
        call(started, "m-10")
        assert set(fold_rows(rows_of(path)).matches) == {"m-9", "m-10"}


# --- led through a turn in pictures --------------------------------------------------------------


def leading(started: Started, settings: TableSettings) -> dict[Side, str]:
    """Who is led once the match is opened, and in which one."""
    match = started.table.loop.match
    assert match.opened is not None
    opened = e.MatchOpened(
        **{
            field: getattr(started.first[-1], field)
            for field in (each.name for each in fields(e.MatchOpened))
        }
    )
    commands = lead_players(settings, match, [opened], started.table.now)
    for command in commands:
        started.table.loop.take(PostedCommand(command, "table"))
    return {command.side: command.match_id for command in commands}


def known(how: str) -> TableSettings:
    return msgspec.convert(
        tomllib.loads(CONFIG.replace("[match]", f"[match]\n{how}")), TableSettings
    )


LEADING = known("guide = true")


def test_whoever_has_not_seen_the_pictures_at_a_table_of_its_own_is_led(path: Path) -> None:
    with Started(path) as started:
        assert leading(started, LEADING) == {WHITE: "m-1", BLACK: "m-1"}
        match = started.table.loop.match
        assert match.guide == BySide(True, True)
        started.table.do(c.GuideTapped(started.table.now, WHITE, 2), "white")
        assert leading(started, LEADING) == {BLACK: "m-1"}
        assert lead_players(LEADING, started.table.loop.match, [], started.table.now) == ()


def test_a_table_where_all_know_it_leads_no_side(path: Path) -> None:
    with Started(path) as started:
        assert leading(started, known("guide = false")) == {}


def test_players_on_simulated_devices_are_led_only_where_that_is_wanted(path: Path) -> None:
    real = msgspec.structs.replace(SETTINGS.devices, kind="real")
    with Started(path) as started:
        assert leading(started, SETTINGS) == {}
        assert len(leading(started, msgspec.structs.replace(SETTINGS, devices=real))) == 2
