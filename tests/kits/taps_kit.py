"""How many taps each act of a player takes, wherever it may be done."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from kiosk.catalogue.tables import SUBJECTS
from kiosk.rules.match import Match, Phase
from kiosk.rules.units import SIDES, Instant, require
from kiosk.screen.controls import Column, Give, Open, ScreenControl, row, taps_to
from kiosk.wire.snapshot import Snapshot, snapshot
from kits import commands as c
from kits.controls_kit import half
from kits.match_corpus import corpus
from kits.rules_kit import BLACK, NORWAY, Table
from kits.screen_kit import moving, states

PAGE = Path("kiosk/screen/TAPS.md")
BEGIN, END = "<!-- taps -->\n", "<!-- end of taps -->\n"
AT = Instant(5_000 * 10**9)


@dataclass(frozen=True)
class Reached:
    """One control of one half as it is: the taps to it, and the numbers that are tapped in after.

    `keys` stand in the half's row beside the corners, in these `columns`; `to_roll`: it is the
    side's turn to roll; `waits`: the other side moves; `said`: it has said what was rolled.
    """

    control: ScreenControl
    taps: int
    numbers: int
    keys: int
    columns: frozenset[int]
    to_roll: bool
    waits: bool
    said: bool


@dataclass
class Act:
    labels: dict[str, None] = field(default_factory=dict)
    taps: set[int] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)


@cache
def reached() -> tuple[Reached, ...]:
    """Every control of every state and of every match of the corpus."""
    shown = [each for _name, each in states()]
    shown += [snapshot(match, 7, AT) for match in (*corpus(), *_permissive())]
    return tuple(control for each in shown for control in _of(each))


def _permissive() -> Iterator[Match]:
    """Matches by a book that allows what none of ours does."""
    book = NORWAY.with_value("offer.settlement", True)
    book = book.with_value("cube.automatic_doubles", True).with_value("cube.beavers", True)
    table = moving(book=book).wait(20).end_turn().lift()
    yield table.match
    table.ok(c.DoubleTapped(table.at, BLACK))
    yield table.match
    yield Table().open(book=book).start().match


def _of(shown: Snapshot) -> Iterator[Reached]:
    for side in SIDES if shown.sides else ():
        one = half(shown, side)
        spots = [key.at for key in row(one.controls, None)]
        columns = [spot.slot for spot in spots if isinstance(spot, Column)]
        game, sides = shown.game, require(shown.sides)
        to_roll = shown.phase is Phase.TO_ROLL and game is not None and game.on_turn is side
        waits = shown.phase is Phase.MOVING and game is not None and game.on_turn is side.other
        said = sides.of_side(side).said is not None
        for control in one.controls:
            numbers = _first_numbers(control)
            way = taps_to(one.controls, Give(control.action, numbers), None)
            assert way is not None
            spread = control.entry is None or control.entry.spread
            entered = 0 if spread else len(control.entry.starts) if control.entry else 0
            to_it = sum(isinstance(tap, Open) for tap in way) + 1
            yield Reached(
                control,
                to_it,
                entered,
                len(columns),
                frozenset(columns),
                to_roll,
                waits,
                said,
            )


def _first_numbers(control: ScreenControl) -> tuple[int, ...] | None:
    if control.entry is None:
        return None
    if control.entry.keys:
        return (control.entry.keys[0][0],)
    return control.entry.starts


def acts() -> Mapping[str, Act]:
    """By kind."""
    found: defaultdict[str, Act] = defaultdict(Act)
    for each in reached():
        act = found[each.control.action.kind]
        act.labels[each.control.label] = None
        act.taps.add(each.taps)
        act.numbers.add(each.numbers)
    return found


def table() -> str:
    """The page's: acts by the taps they take, as a scenario says them."""
    found = acts()
    rows: defaultdict[tuple[tuple[int, ...], tuple[int, ...]], list[str]] = defaultdict(list)
    for kind, act in found.items():
        rows[tuple(sorted(act.taps)), tuple(sorted(act.numbers))].append(SAID[kind])
    lines = ["| taps | numbers after | what |", "|---|---|---|"]
    for (taps, numbers), said in sorted(rows.items()):
        after = "" if numbers == (0,) else _either(numbers)
        lines.append(f"| {_either(taps)} | {after} | {', '.join(sorted(said))} |")
    return "\n".join(lines) + "\n"


def _either(numbers: tuple[int, ...]) -> str:
    return " or ".join(map(str, numbers))


SAID = {
    "DoubleTapped": "doubles",
    "BoardDoubleTapped": "tells of a double on the board",
    "BreakTapped": "takes a break",
    "DiceClaimAgreed": "agrees about the dice",
    "OfferTapped": "gives up a game or claims it",
} | {
    verb.command.__name__: verb.does
    for subject in SUBJECTS
    for verb in getattr(subject, "VERBS", ())
}


def written(text: str) -> str:
    """The page with the table as it is now."""
    before, rest = text.split(BEGIN)
    _old, after = rest.split(END)
    return f"{before}{BEGIN}{table()}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text()))
