"""`kiosk statistics`: how often each value and doubles came up, by table and set of dice."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kiosk.dice.intervals import wilson
from kiosk.rules.dice.facts import OpeningDieRolled, RollAccepted, RollCorrected, RollVoided
from kiosk.rules.match import Match
from kiosk.rules.table import DicePairs
from kiosk.rules.units import Side
from kiosk.wire.replay import Replay, follow
from kiosk.wire.row import Row

FACES = range(1, 7)
NOTE = (
    "Counts are no proof of anything: of the seven intervals of a set of fair dice about one in "
    "three times one misses a sixth by chance alone, and who threw, how, and which rolls were "
    "read or typed are not in them."
)


@dataclass(frozen=True, slots=True, order=True)
class DiceSet:
    """A set of dice: one pair at the table, or a side's own, named by its checkers."""

    event_id: str
    table: int
    pair: str

    def __str__(self) -> str:
        return f"{self.event_id}, table {self.table}, {self.pair}"


@dataclass
class DiceCount:
    """values: dice by their values, opening dice included; rolls: of two dice; typed: rolls and
    opening dice that the players entered.
    """

    values: Counter[int] = field(default_factory=Counter)
    rolls: int = 0
    doubles: int = 0
    typed: int = 0

    def take_back(self, values: tuple[int, ...]) -> None:
        """Remove dice that had counted, as a roll if they are two."""
        self.values.subtract(values)
        self.rolls -= len(values) == 2
        self.doubles -= len(values) == 2 and len(set(values)) == 1

    @property
    def dice(self) -> int:
        return self.values.total()


def count_dice(journals: Iterable[Iterable[Row]]) -> dict[DiceSet, DiceCount]:
    """Every roll that counted in the journals' rows, each row once even if repeated.

    Raises as reading rows.
    """
    found: dict[DiceSet, DiceCount] = {}
    seen: set[tuple[str, int]] = set()
    for rows in journals:
        replay = Replay()
        for row in rows:
            event, before = row.event(), replay.match
            replay = follow(replay, row)
            if (row.journal_id, row.seq) in seen:
                continue
            seen.add((row.journal_id, row.seq))
            match event:
                case RollAccepted():
                    count = found.setdefault(_set(before, event.side), DiceCount())
                    count.values.update(event.values)
                    count.rolls += 1
                    count.doubles += len(set(event.values)) == 1
                    count.typed += event.by_touch
                case OpeningDieRolled():
                    count = found.setdefault(_set(before, event.side), DiceCount())
                    count.values[event.value] += 1
                    count.typed += event.facts is None
                case RollCorrected() | RollVoided():
                    for side, was, values in _corrected(event):
                        count = found.setdefault(_set(before, side), DiceCount())
                        count.take_back(was)
                        count.values.update(values)
                        count.rolls += len(values) == 2
                        count.doubles += len(values) == 2 and len(set(values)) == 1
    return dict(sorted(found.items()))


Change = tuple[Side, tuple[int, ...], tuple[int, ...]]


def _corrected(event: RollCorrected | RollVoided) -> Iterator[Change]:
    """The dice's side, old and new values; of both opening dice White's is first."""
    was = event.was or ()
    values = event.values if isinstance(event, RollCorrected) else ()
    if event.side is not None:
        yield event.side, was, values
        return
    for index, side in enumerate(Side):
        yield side, was[index : index + 1], values[index : index + 1]


def _set(match: Match, side: Side) -> DiceSet:
    opened, setup = match.opened, match.setup
    assert opened is not None
    assert setup is not None
    pair = "the table's pair"
    if setup.dice is DicePairs.PAIR_EACH:
        pair = f"the pair of {setup.seats.of_side(side).checkers}"
    return DiceSet(opened.event_id, opened.table, pair)


def in_words(found: dict[DiceSet, DiceCount]) -> Iterator[str]:
    for dice, count in found.items():
        yield f"{dice}: {count.dice} dice, {count.rolls} rolls, {count.typed} typed"
        for face in FACES:
            yield f"  {face}        {_share(count.values[face], count.dice)}"
        yield f"  doubles  {_share(count.doubles, count.rolls)}"
    if not found:
        yield "No roll is in these journals."
    yield NOTE


def in_json(found: dict[DiceSet, DiceCount]) -> Iterator[str]:
    """An object for each set, then the note."""
    for dice, count in found.items():
        faces = {str(face): _plain(count.values[face], count.dice) for face in FACES}
        yield json.dumps(
            {
                "event": dice.event_id,
                "table": dice.table,
                "dice_set": dice.pair,
                "dice": count.dice,
                "rolls": count.rolls,
                "typed": count.typed,
                "values": faces,
                "doubles": _plain(count.doubles, count.rolls),
            }
        )
    yield json.dumps({"note": NOTE})


def _share(part: int, of: int) -> str:
    low, high = wilson(part, of)
    rate = f"{100 * part / of:5.1f} %" if of else "    - %"
    return f"{part:>5} of {of}  {rate}  (95 % interval {100 * low:.1f} to {100 * high:.1f} %)"


def _plain(part: int, of: int) -> dict[str, float | int | list[float]]:
    return {"count": part, "of": of, "interval_95": [round(end, 6) for end in wilson(part, of)]}
