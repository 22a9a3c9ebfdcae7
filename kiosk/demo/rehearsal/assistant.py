"""The scripted assistant of a rehearsal: sets the event up, and then does only what the console
asks. All acts are counted.
"""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kiosk.demo.console import Console
from kiosk.demo.errors import OrderFailed, OutOfDate
from kiosk.demo.event import own_value

PATIENCE_S = 6.0
"""Silence of a table in play after which its match is moved to another table."""

OVER = {"over", "unplayed"}
_STEPS = ("DrawGroupLot", "PairFree", "PairSwissRound", "CloseSwiss", "CloseRoundRobin")
"""Acts a format may ask for, in the order they are tried."""


@dataclass(frozen=True, slots=True)
class DivisionSetUp:
    """A division to set up: its name, the format sent to the console, and its list of players."""

    name: str
    form: dict[str, Any]
    listed: str


@dataclass
class Assistant:
    """`console` is signed in. `acts` counts acts by kind."""

    console: Console
    acts: Counter[str] = field(default_factory=Counter)
    _seq: int = 0
    _silent: dict[int, float] = field(default_factory=dict)
    _waiting: dict[tuple[str, str], float] = field(default_factory=dict)
    _answered: set[tuple[str, str]] = field(default_factory=set)
    _ruled: set[str] = field(default_factory=set)

    # --- before --------------------------------------------------------------------------------

    def set_up(self, event: str, tables: Sequence[int], divisions: Sequence[DivisionSetUp]) -> None:
        """Open an event, and draw and publish its divisions. Raises OrderFailed."""
        self._act("OpenEvent", name=event)
        self._act("SetTables", tables=list(tables))
        for precedence, each in enumerate(divisions, 1):
            self._act("MakeDivision", name=each.name, format=each.form, precedence=precedence)
            name = self.console.event()["divisions"][-1]["division_id"]
            self._seq = self.console.enter(name, each.listed, self._seq)
            self.acts["Enter"] += 1
            self.set_values()
            self._act("DrawDivision", division_id=name)
            self._act("PublishDraw", division_id=name)

    def set_values(self) -> None:
        """Set what the rule books leave to the event. Raises DemoMisused for a timetable."""
        wanted: dict[str, list[tuple[str, str]]] = {}
        for each in self.console.to_set():
            if not each["value"]:
                wanted.setdefault(each["book"], []).append((each["key"], own_value(each["key"])))
        for book, values in wanted.items():
            self._act("SetValues", book=book, values=values)

    # --- during --------------------------------------------------------------------------------

    def attend(self) -> bool:
        """Do what the console asks now; return whether the event goes on."""
        event = self.console.event()
        self._seq = event["seq"]
        try:
            self._do_next(event)
        except OutOfDate:
            return True
        self._answer()
        return any(map(_goes_on, event["divisions"]))

    def _do_next(self, event: Any) -> None:
        """Do one act, chosen from this state of the event."""
        if event["proposals"]:
            found = [[each["key"], each["table"]] for each in event["proposals"]]
            self._act("Call", at_tables=found, starts_in_min=0)
        elif not self._go_on_in_a_format(event):
            self._move_from_the_dead(event)

    def _go_on_in_a_format(self, event: Any) -> bool:
        """Publish a paired round, or do the next act of a division's format."""
        for division in event["divisions"]:
            named = {"division_id": division["division_id"]}
            asked = _find_next_act(division)
            if not division["draw"]["published"]:
                self._act("PublishDraw", **named)
                return True
            if asked and not _plays(division):
                own = {
                    "PairSwissRound": {"absent": []},
                    "DrawGroupLot": {"group": asked["group"], "entries": asked["entries"]},
                }
                self._act(asked["kind"], **named, **own.get(asked["kind"], {}))
                return True
        return False

    def _move_from_the_dead(self, event: Any) -> None:
        """Move a match from a table that has been silent for PATIENCE_S to a free one."""
        now_s = time.monotonic()
        free = [each["table"] for each in event["tables"] if not each["key"] and not each["silent"]]
        for each in event["tables"]:
            table = each["table"]
            if not each["key"] or not each["silent"]:
                self._silent.pop(table, None)
            elif now_s - self._silent.setdefault(table, now_s) > PATIENCE_S and free:
                self._act("Move", key=each["key"], table=free[0], why="its table is silent")
                return

    def _answer(self) -> None:
        """Answer what waits for the director at any table: accept the book's proposals, and post
        the result where he ruled and no player is there to sign.
        """
        now_s = time.monotonic()
        for card in self.console.cards():
            for wait in card["waits"]:
                match_id, known = card["match_id"], (card["match_id"], wait["key"])
                if known in self._answered:
                    continue
                since_s = self._waiting.setdefault(known, now_s)
                if "accept" in wait["orders"]:
                    self._give_order("accept", card, wait)
                    self._ruled.add(match_id)
                elif "result" in wait["orders"] and self._is_left(match_id, now_s - since_s):
                    self._give_order("result", card, wait)

    def _is_left(self, match_id: str, waited_s: float) -> bool:
        """True if he ruled in the match and no player has signed it in time."""
        return match_id in self._ruled and waited_s > PATIENCE_S

    def _give_order(self, kind: str, card: Any, wait: Any) -> None:
        form = {"journal_id": card["journal_id"], "match_id": card["match_id"]}
        try:
            answer, _ms = self.console.give(
                {**form, "kind": kind, "why": "by the book", **wait["fill"]}
            )
        except OrderFailed:
            self.acts[f"{kind}, not answered"] += 1
            return  # tried again if it still waits
        self._answered.add((card["match_id"], wait["key"]))
        self.acts[kind if answer["status"] == "accepted" else f"{kind}, {answer['status']}"] += 1

    def _act(self, kind: str, **fields: object) -> None:
        self._seq = self.console.act(kind, self._seq, **fields)
        self.acts[kind] += 1


def _goes_on(division: Any) -> bool:
    return _plays(division) or _find_next_act(division) is not None


def _plays(division: Any) -> bool:
    return any(each["state"] not in OVER for each in division["pairings"])


def _find_next_act(division: Any) -> Any:
    """The act its format asks for; None if there is none, or only one that goes a step back."""
    kinds = {each["kind"]: each for each in reversed(division["next"])}
    return next((kinds[kind] for kind in _STEPS if kind in kinds), None)
