"""The scripted assistant of a rehearsal: he sets the event up, and from then on does only what the
console asks. Every act is counted.
"""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kiosk.demo.console import Console
from kiosk.demo.errors import OrderFailed

PATIENCE_S = 6.0
"""How long a table at which somebody plays may be silent before its match goes on elsewhere."""

_OVER = {"over", "unplayed"}
_STEPS = ("DrawGroupLot", "PairFree", "PairSwissRound", "CloseSwiss", "CloseRoundRobin")
"""What a format may ask for, what comes first first."""


@dataclass(frozen=True, slots=True)
class Entrants:
    """A division as its assistant sets it up: the format as the console is told it, and a list."""

    name: str
    form: dict[str, Any]
    listed: str


@dataclass
class Assistant:
    """`console` is signed in. `acts` counts what he did, by kind."""

    console: Console
    acts: Counter[str] = field(default_factory=Counter)
    _seq: int = 0
    _silent: dict[int, float] = field(default_factory=dict)
    _answered: set[tuple[str, str]] = field(default_factory=set)

    # --- before --------------------------------------------------------------------------------

    def set_up(self, event: str, tables: Sequence[int], divisions: Sequence[Entrants]) -> None:
        """An event, drawn and published. Raises OrderFailed."""
        self._does("OpenEvent", name=event)
        self._does("SetTables", tables=list(tables))
        for precedence, each in enumerate(divisions, 1):
            self._does("MakeDivision", name=each.name, format=each.form, precedence=precedence)
            name = self.console.event()["divisions"][-1]["division_id"]
            self._seq = self.console.enter(name, each.listed, self._seq)
            self.acts["Enter"] += 1
            self._does("DrawDivision", division_id=name)
            self._does("PublishDraw", division_id=name)

    # --- during --------------------------------------------------------------------------------

    def attend(self) -> bool:
        """Do what the console asks now; whether the event goes on."""
        event = self.console.event()
        self._seq = event["seq"]
        if event["proposals"]:
            found = [[each["key"], each["table"]] for each in event["proposals"]]
            self._does("Call", at_tables=found, starts_in_min=0)
        elif not self._go_on_in_a_format(event):
            self._move_from_the_dead(event)
        self._answer()
        return any(map(_goes_on, event["divisions"]))

    def _go_on_in_a_format(self, event: Any) -> bool:
        """Publish a round that was paired, or do what a division's format asks for next."""
        for division in event["divisions"]:
            named = {"division_id": division["division_id"]}
            asked = _asked(division)
            if not division["draw"]["published"]:
                self._does("PublishDraw", **named)
                return True
            if asked and not _plays(division):
                own = {
                    "PairSwissRound": {"absent": []},
                    "DrawGroupLot": {"group": asked["group"], "entries": asked["entries"]},
                }
                self._does(asked["kind"], **named, **own.get(asked["kind"], {}))
                return True
        return False

    def _move_from_the_dead(self, event: Any) -> None:
        """A match whose table has been silent for a while goes on at one that is free."""
        now_s = time.monotonic()
        free = [each["table"] for each in event["tables"] if not each["key"] and not each["silent"]]
        for each in event["tables"]:
            table = each["table"]
            if not each["key"] or not each["silent"]:
                self._silent.pop(table, None)
            elif now_s - self._silent.setdefault(table, now_s) > PATIENCE_S and free:
                self._does("Move", key=each["key"], table=free[0], why="its table is silent")
                return

    def _answer(self) -> None:
        """What waits for the director at any table: he accepts what the book proposes."""
        for card in self.console.cards():
            for wait in card["waits"]:
                known = (card["journal_id"], wait["key"])
                if "accept" not in wait["orders"] or known in self._answered:
                    continue
                self._answered.add(known)
                form = {"journal_id": card["journal_id"], "match_id": card["match_id"]}
                form |= {"kind": "accept", "why": "by the book", **wait["fill"]}
                try:
                    self.console.give(form)
                except OrderFailed:
                    self.acts["accept, refused"] += 1
                self.acts["accept"] += 1

    def _does(self, kind: str, **fields: object) -> None:
        self._seq = self.console.act(kind, self._seq, **fields)
        self.acts[kind] += 1


def _goes_on(division: Any) -> bool:
    return _plays(division) or _asked(division) is not None


def _plays(division: Any) -> bool:
    return any(each["state"] not in _OVER for each in division["pairings"])


def _asked(division: Any) -> Any:
    """The act that its format asks for; None: none, or only one that would take a step back."""
    kinds = {each["kind"]: each for each in reversed(division["next"])}
    return next((kinds[kind] for kind in _STEPS if kind in kinds), None)
