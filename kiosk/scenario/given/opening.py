"""[match]: how the match is opened."""

from collections.abc import Mapping
from typing import Annotated, Any

from kiosk.rules.rulebook import ClockSystem, RuleBook
from kiosk.rules.start import OpenMatch, SetUpTable
from kiosk.rules.table import (
    ClockButton,
    DicePairs,
    FormatKind,
    Half,
    MatchFormat,
    Member,
    PictureSeat,
    Seat,
    Series,
    SetUp,
    Team,
)
from kiosk.rules.units import SIDES, BySide, Side
from kiosk.scenario.play import BOOT, Misfit
from kiosk.scenario.values import NAMES, Count, ValueForm, words
from kiosk.scenario.word import GivenKey

SEATS = BySide(
    Seat(PictureSeat.BOTTOM, Half.PICTURE_RIGHT, ClockButton.RIGHT, "ivory"),
    Seat(PictureSeat.TOP, Half.PICTURE_RIGHT, ClockButton.LEFT, "green"),
)


def flat(value: Any) -> dict[str, Any]:
    """`section.key` of each setting; TOML reads an unquoted dot as a nested table."""
    if not isinstance(value, dict) or not value:
        raise Misfit
    flat: dict[str, Any] = {}
    for section, keys in value.items():
        if isinstance(keys, dict):
            flat |= {f"{section}.{key}": each for key, each in keys.items()}
        else:
            flat[section] = keys
    return flat


Settings = Annotated[
    dict[str, Any],
    ValueForm("a table of a rule book's keys, such as event.clock.delay_s = 10", flat),
]
Points = Count | Annotated[None, words({"unstated": None})]
"""None: the book's own."""

GIVEN: tuple[GivenKey, ...] = (
    GivenKey("event", Settings, "the event's own settings of the rule book", "none"),
    GivenKey("points", Points, "the length of the match; unstated: the book's own", "7"),
    GivenKey("format", FormatKind, "what is played for", '"points"'),
    GivenKey("best_of", Count, "the match is one of a series of so many", "no series"),
    GivenKey("match_number", Count, "which match of the series", "1"),
    GivenKey("pairs", bool, "each side is a pair, in consultation", "false"),
    GivenKey(
        "mixer", Half | None, "the half nearest the baffle box, as A sees the board", '"none"'
    ),
    GivenKey("tower", bool, "the baffle box counts its dice", "false"),
    GivenKey(
        "dice",
        DicePairs,
        "whose dice are on the board",
        "a shared pair with a clock or a baffle box, else each",
    ),
)


def opening(values: Mapping[str, Any], book: RuleBook) -> OpenMatch:
    kind = values.get("format", FormatKind.POINTS)
    points = values.get("points", 7) if kind is FormatKind.POINTS else None
    best_of = values.get("best_of")
    series = Series("s1", values.get("match_number", 1), best_of) if best_of else None
    teams = BySide(*(_team(side, pair=values.get("pairs", False)) for side in SIDES))
    form = MatchFormat(kind, points)
    return OpenMatch(BOOT, "m1", "e1", 1, series, form, teams, book, "h" * 64)


def _team(side: Side, *, pair: bool) -> Team:
    names = [f"{NAMES[side]}{n}" for n in (1, 2)] if pair else [NAMES[side]]
    return Team(side, " and ".join(names), tuple(Member(f"id-{name}", name) for name in names))


def set_up(values: Mapping[str, Any], book: RuleBook) -> SetUpTable:
    mixer = values.get("mixer")
    shared = mixer is not None or book.clock.system is not ClockSystem.NONE
    usual = DicePairs.SHARED_PAIR if shared else DicePairs.PAIR_EACH
    table = SetUp(SEATS, mixer, values.get("tower", False), values.get("dice", usual))
    return SetUpTable(BOOT, table)
