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
        else:
            self._move_from_the_dead(event)
        self._answer()
        pairings = [each for one in event["divisions"] for each in one["pairings"]]
        return any(each["state"] not in _OVER for each in pairings)

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
