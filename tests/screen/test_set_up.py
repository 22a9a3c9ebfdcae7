"""How the screen stands, changed at the table behind the director's PIN."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from kits import commands as c
from kits.glass_checks import faults
from kits.glass_kit import Bench
from kits.rules_kit import BLACK, WHITE, Table
from kits.screen_kit import PANELS, STATES, UP, moving, seen

from kiosk.catalogue.key import KeySheet
from kiosk.health.codes import CODES
from kiosk.rules.units import SECOND_NS
from kiosk.screen import glass
from kiosk.screen.arrangement import Arrangement
from kiosk.screen.asking import asking
from kiosk.screen.backlight import PanelBacklight, backlight
from kiosk.screen.controls import SET_UP, Give, Open, Pad, Pick, Shut
from kiosk.screen.errors import ScreenMisused
from kiosk.screen.keeper import SetUpKeeper
from kiosk.screen.set_up import (
    BRIGHTEST,
    DIMMEST,
    MOST_AILMENTS,
    SHEET,
    SHUT_NS,
    Gate,
    Lock,
    ScreenSetUp,
    SetUpChange,
    check_pin,
    load_set_up,
    read_pin,
    store_set_up,
)
from kiosk.screen.theme import DARK, THEMES
from kiosk.screen.view import view
from kiosk.wire.taps import Action

PIN = "2468"
DIGITS = [Pick(int(digit)) for digit in PIN]
WAY = [Open(drawer) for drawer in SHEET]
DIM = Give(Action(SET_UP, choices=("dimmer",)))


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Bench]:
    """A glass that has a PIN."""
    made = Bench(tmp_path, pin=PIN)
    made.resize((1280, 720))
    yield made
    made.close()


def asked(bench: Bench) -> str:
    pane = bench.pane(WHITE)
    assert pane.half is not None
    assert pane.pad is not None
    return asking(pane.half, pane.pad)


def labels(bench: Bench) -> list[str]:
    return [cap.key.label for cap in bench.pane(WHITE).caps()]


# --- the PIN -------------------------------------------------------------------------------------


def test_behind_the_pin_lies_what_the_director_sets_while_the_match_runs(locked: Bench) -> None:
    locked.show(seen(moving()))
    locked.tap(WHITE, *WAY)
    assert asked(locked) == "The director's PIN: "
    assert labels(locked) == [*"12345678", "Director", "Back"]
    locked.tap(WHITE, *DIGITS[:3])
    assert asked(locked) == "The director's PIN: •••"
    locked.tap(WHITE, DIGITS[3])
    assert labels(locked) == [
        *("Less bright", "Light colours", "At the board's left", "At the board's right"),
        *("Director", "Back"),
    ]
    locked.tap(WHITE, DIM, DIM)
    assert locked.changed == [SetUpChange.DIMMER, SetUpChange.DIMMER]
    assert locked.given == []


def test_behind_the_pin_stands_what_is_wrong_with_the_machine(locked: Bench) -> None:
    ill = msgspec.structs.replace(seen(moving()), ailments=("power.low", "disk.low", "a.b", "c.d"))
    locked.show(ill)
    locked.tap(WHITE, *WAY)
    assert asked(locked) == "The director's PIN: "
    locked.tap(WHITE, *DIGITS)
    assert asked(locked) == "The table's machine: power.low, disk.low, a.b"
    locked.show(seen(moving()))
    assert asked(locked) == "Set this screen up:"


WATCHED = ("disk", "power", "temperature", "clock")
"""The parts whose codes a running table puts into its snapshot."""


@pytest.mark.parametrize(("size", "arrangement"), PANELS)
def test_the_longest_codes_have_room_on_every_panel(
    locked: Bench, size: tuple[int, int], arrangement: Arrangement
) -> None:
    codes = sorted((c for c in CODES if c.partition(".")[0] in WATCHED), key=len)[-MOST_AILMENTS:]
    locked.resize(size, arrangement)
    locked.show(msgspec.structs.replace(seen(moving()), ailments=tuple(codes)))
    locked.tap(WHITE, *WAY, *DIGITS)
    assert codes[-1] in asked(locked)
    assert faults(locked, size) == []


def test_without_a_pin_there_is_nothing_to_set_up(bench: Bench) -> None:
    bench.show(seen(STATES["between games"]()))
    bench.tap(WHITE, Open(KeySheet.MORE))
    assert "Language" not in labels(bench)  # English alone, and no set-up
    kinds = {each.action.kind for each in bench.pane(WHITE).half.controls}  # type: ignore[union-attr]
    assert "SeatsSwapTapped" not in kinds
    assert SET_UP not in kinds


def test_a_wrong_pin_opens_nothing_and_three_shut_it_for_a_minute(
    locked: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [10**12]
    monkeypatch.setattr(glass, "_instant_ns", lambda _touch: now[0])
    locked.show(seen(moving()))
    wrong = [Pick(1)] * 4
    locked.tap(WHITE, *WAY, *wrong)
    assert asked(locked) == "That was not the PIN. Once more: "
    locked.tap(WHITE, *wrong)
    locked.tap(WHITE, *wrong)
    assert asked(locked) == "Not the PIN, three times. Wait a minute "
    locked.tap(WHITE, *DIGITS)
    assert asked(locked) == "Not the PIN, three times. Wait a minute "
    assert labels(locked)[:8] == [*"12345678"]
    now[0] += SHUT_NS
    locked.tap(WHITE, *DIGITS)
    assert "Less bright" in labels(locked)


def test_the_wrong_ones_are_counted_over_both_halves(locked: Bench) -> None:
    locked.show(seen(moving()))
    for side, way in ((WHITE, WAY), (BLACK, WAY), (WHITE, [])):
        locked.tap(side, *way, *[Pick(1)] * 4)
    assert asked(locked).startswith("Not the PIN, three times.")


def test_a_right_one_forgives_the_wrong_ones() -> None:
    pad = Pad(SHEET, ())
    gate, _pad = check_pin(Gate(PIN), replace(pad, code="1111"), 0)
    assert gate.wrong == 1
    gate, opened = check_pin(gate, replace(pad, code=PIN), 0)
    assert (gate, opened) == (Gate(PIN), replace(pad, code=None))
    assert check_pin(gate, None, 0) == (gate, None)
    _gate, waits = check_pin(Gate(PIN, 0, 5), replace(pad, code="2"), 4)
    assert waits == replace(pad, code="", lock=Lock.SHUT)


def test_the_sheet_outlives_a_move_and_not_a_minute(
    locked: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [10**12]
    monkeypatch.setattr(glass, "_instant_ns", lambda _touch: now[0])
    monkeypatch.setattr(
        glass, "time", SimpleNamespace(monotonic_ns=lambda: now[0], time=lambda: 0.0)
    )
    table = moving().wait(20)
    locked.show(seen(table))
    locked.tap(WHITE, *WAY, *DIGITS)
    locked.show(seen(table.end_turn()))
    assert "Less bright" in labels(locked)
    now[0] += 59 * SECOND_NS
    locked.show(seen(table))
    assert "Less bright" in labels(locked)
    now[0] += 2 * SECOND_NS
    locked.show(seen(table))
    assert "Less bright" not in labels(locked)


def test_back_leaves_the_set_up_and_the_pin_is_asked_for_again(locked: Bench) -> None:
    locked.show(seen(moving()))
    locked.tap(WHITE, *WAY, *DIGITS, Shut())
    locked.tap(WHITE, WAY[-1])
    assert asked(locked) == "The director's PIN: "


@pytest.mark.parametrize("words", ["", "123", "123456789", "12a4", "1290", "24 68"])
def test_what_is_no_pin_is_told(tmp_path: Path, words: str) -> None:
    file = tmp_path / "pin"
    file.write_text(words)
    with pytest.raises(ScreenMisused, match="4 to 8 digits from 1 to 8"):
        read_pin(file)
    with pytest.raises(ScreenMisused, match="can't be read"):
        read_pin(tmp_path / "none")
    file.write_text(f"{PIN}\n")
    assert read_pin(file) == PIN


# --- seats ---------------------------------------------------------------------------------------


def test_players_who_changed_seats_are_turned_about_between_games(locked: Bench) -> None:
    table: Table = STATES["between games"]()
    locked.show(seen(table))
    assert locked.glass.near.half is not None
    assert locked.glass.near.half.side is WHITE
    swap = Give(Action("SeatsSwapTapped"))
    locked.tap(WHITE, *WAY, *DIGITS, swap)
    ((side, gift, _at),) = locked.given
    assert (side, gift) == (WHITE, swap)
    table.ok(c.SeatsSwapTapped(table.at, side))
    locked.show(seen(table))
    assert locked.glass.near.half.side is BLACK


# --- carried out and remembered ------------------------------------------------------------------


@pytest.mark.parametrize("change", list(SetUpChange))
def test_each_change_changes_one_thing_and_what_changes_nothing_has_no_key(
    change: SetUpChange,
) -> None:
    start = ScreenSetUp(Arrangement.FACING, "dark", 60)
    after = start.changed(change)
    differing = sum(
        getattr(start, name) != getattr(after, name) for name in ("layout", "theme", "brightness")
    )
    shown = view(seen(moving()), moving().at, UP, set_up=start).half(WHITE)
    assert shown is not None
    keys = [each for each in shown.controls if each.action == Action(SET_UP, choices=(change,))]
    assert differing == len(keys)
    assert differing == (change.value not in ("dark", "facing"))


def test_it_is_never_darker_than_can_be_read_nor_brighter_than_can_be() -> None:
    standing = ScreenSetUp()
    for change, end in ((SetUpChange.DIMMER, DIMMEST), (SetUpChange.BRIGHTER, BRIGHTEST)):
        for _ in range(9):
            standing = standing.changed(change)
        assert standing.brightness == end


def test_the_glass_stands_as_it_is_told(bench: Bench) -> None:
    bench.show(seen(moving()))
    plain = bench.pixels().mean()
    bench.glass.stand(Arrangement.FACING, DARK, 0.5)
    assert bench.pixels().mean() < 0.6 * plain
    bench.glass.stand(Arrangement.BESIDE_LEFT, THEMES["light"], 0.0)
    for pane in (bench.glass.near, bench.glass.far):
        assert (pane.place.box.w, pane.place.box.h) == (1280 / 2, 720)
    assert bench.glass.near.theme is THEMES["light"]
    assert bench.glass.far.place.turned is False


def test_what_was_set_is_there_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "screen.json"
    assert load_set_up(file, ScreenSetUp(theme="light")) == ScreenSetUp(theme="light")
    keeper = SetUpKeeper(ScreenSetUp(), PIN, file)
    for change in (SetUpChange.LIGHT, SetUpChange.BESIDE_RIGHT, SetUpChange.DIMMER):
        keeper.change(change)
    assert load_set_up(file, ScreenSetUp()) == ScreenSetUp(Arrangement.BESIDE_RIGHT, "light", 80)
    assert [each.name for each in tmp_path.iterdir()] == [file.name]


@pytest.mark.parametrize(
    "words",
    [
        *("", "[]", "{}", "nonsense", '{"layout": "round", "theme": "dark", "brightness": 60}'),
        '{"layout": "facing", "theme": "pink", "brightness": 60}',
        '{"layout": "facing", "theme": "dark", "brightness": 0}',
        '{"layout": "facing", "theme": "dark", "brightness": "x"}',
    ],
)
def test_a_broken_memory_is_told_with_its_file(tmp_path: Path, words: str) -> None:
    file = tmp_path / "screen.json"
    file.write_text(words)
    with pytest.raises(ScreenMisused, match=r"screen\.json: .* remove it"):
        load_set_up(file, ScreenSetUp())


def test_a_memory_that_cannot_be_written_costs_no_change(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    keeper = SetUpKeeper(ScreenSetUp(), PIN, tmp_path / "gone" / "screen.json")
    with caplog.at_level(logging.WARNING):
        keeper.change(SetUpChange.LIGHT)
    assert keeper.now.theme == "light"
    assert "can't be remembered" in caplog.text
    with pytest.raises(OSError, match="gone"):
        store_set_up(tmp_path / "gone" / "screen.json", keeper.now)


# --- the panel's own light -----------------------------------------------------------------------


def test_a_backlight_is_set_within_what_it_can_do(tmp_path: Path) -> None:
    panel = tmp_path / "10-0045"
    panel.mkdir()
    (panel / "max_brightness").write_text("31\n")
    (panel / "brightness").write_text("31\n")
    light = backlight(tmp_path)
    assert light == PanelBacklight(panel)
    keeper = SetUpKeeper(ScreenSetUp(brightness=60), backlight=light)
    assert keeper.shine() == 0.0
    assert (panel / "brightness").read_text() == "19\n"
    light.shine(1)
    assert (panel / "brightness").read_text() == "1\n"


def test_without_one_or_if_it_does_not_obey_a_veil_darkens(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert backlight(tmp_path) is None
    assert backlight(tmp_path / "none") is None
    assert SetUpKeeper(ScreenSetUp(brightness=60)).shine() == pytest.approx(0.3)
    assert SetUpKeeper(ScreenSetUp()).shine() == 0.0
    broken = SetUpKeeper(ScreenSetUp(brightness=60), backlight=PanelBacklight(tmp_path))
    with caplog.at_level(logging.WARNING):
        assert broken.shine() == pytest.approx(0.3)
    assert "does not obey" in caplog.text
