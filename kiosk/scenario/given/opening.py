"""[match]: what the match is opened with."""

from collections.abc import Mapping
from typing import Any

from kiosk.rules import commands as c
from kiosk.rules.rulebook import ClockSystem, RuleBook
from kiosk.rules.table import (
    ClockButton,
    DicePairs,
    Format,
    FormatKind,
    Half,
    Member,
    PictureSeat,
    Seat,
    Series,
    SetUp,
    Team,
)
from kiosk.rules.units import SIDES, BySide, Side
from kiosk.scenario.kinds import NAMES, YES_NO, Kind, Misfit, one_of, whole
from kiosk.scenario.play import BOOT
from kiosk.scenario.word import Given

MIXERS: Mapping[str, Half | None] = {
    "none": None,
    "left": Half.PICTURE_LEFT,
    "right": Half.PICTURE_RIGHT,
}
MIXER = one_of(MIXERS)
HALF = Kind(MIXER.allowed, lambda value: MIXERS[MIXER.read(value)])
DICE = one_of(DicePairs)

SEATS = BySide(
    Seat(PictureSeat.BOTTOM, Half.PICTURE_RIGHT, ClockButton.RIGHT, "ivory"),
    Seat(PictureSeat.TOP, Half.PICTURE_RIGHT, ClockButton.LEFT, "green"),
)


def flat(value: Any) -> dict[str, Any]:
    """`section.key` of each setting; TOML reads an unquoted dot as a table in a table."""
    if not isinstance(value, dict) or not value:
        raise Misfit
    flat: dict[str, Any] = {}
    for section, keys in value.items():
        if isinstance(keys, dict):
            flat |= {f"{section}.{key}": each for key, each in keys.items()}
        else:
            flat[section] = keys
    return flat


SETTINGS = Kind("a table of a rule book's keys, such as event.clock.delay_s = 10", flat)

_LENGTH = whole(1, 99)
POINTS = Kind(
    f'{_LENGTH.allowed}, or "unstated" for the book\'s own',
    lambda value: None if value == "unstated" else _LENGTH.read(value),
    lambda value: "unstated" if value is None else str(value),
)

GIVEN: tuple[Given, ...] = (
    Given("event", SETTINGS, "the event's own settings of the rule book", "none"),
    Given("points", POINTS, "the length of the match", "7"),
    Given("format", one_of(FormatKind), "what is played for", '"points"'),
    Given("best_of", whole(1, 9), "the match is one of a series of so many", "no series"),
    Given("match_number", whole(1, 9), "which match of the series", "1"),
    Given("pairs", YES_NO, "each side is a pair, in consultation", "false"),
    Given("mixer", MIXER, "the half nearest the baffle box, as A sees the board", '"none"'),
    Given("tower", YES_NO, "the baffle box counts its dice", "false"),
    Given(
        "dice",
        DICE,
        "whose dice are on the board",
        "a shared pair with a clock or a baffle box, else each",
    ),
)


def opening(values: Mapping[str, Any], book: RuleBook) -> c.OpenMatch:
    kind = values.get("format", FormatKind.POINTS)
    points = values.get("points", 7) if kind is FormatKind.POINTS else None
    best_of = values.get("best_of")
    series = Series("s1", values.get("match_number", 1), best_of) if best_of else None
    teams = BySide(*(_team(side, pair=values.get("pairs", False)) for side in SIDES))
    form = Format(kind, points)
    return c.OpenMatch(BOOT, "m1", "e1", 1, series, form, teams, book, "h" * 64)


def _team(side: Side, *, pair: bool) -> Team:
    names = [f"{NAMES[side]}{n}" for n in (1, 2)] if pair else [NAMES[side]]
    return Team(side, " and ".join(names), tuple(Member(f"id-{name}", name) for name in names))


def set_up(values: Mapping[str, Any], book: RuleBook) -> c.SetUpTable:
    mixer = MIXERS[values.get("mixer", "none")]
    shared = mixer is not None or book.clock.system is not ClockSystem.NONE
    usual = DicePairs.SHARED_PAIR if shared else DicePairs.PAIR_EACH
    table = SetUp(SEATS, mixer, values.get("tower", False), values.get("dice", usual))
    return c.SetUpTable(BOOT, table)
