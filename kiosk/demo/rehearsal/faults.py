"""Faults of machines and results in a rehearsal; none changes how the event ends."""

import time
from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from kiosk.demo.errors import OutOfDate
from kiosk.demo.rehearsal.hall import RehearsalHall
from kiosk.demo.rehearsal.light_table import LightTable
from kiosk.demo.rehearsal.options import Options
from kiosk.demo.rehearsal.reckoning import count_results

FEWEST_TABLES = 2
UNSENT_ROWS = 12
"""Fewest unsent rows of a table that dies while offline."""
GONE_S = 10.0
"""Shortest time it stays away; it also waits until its match has been moved."""


class HallFaults:
    """Causes one fault after another, each once a number of results is in."""

    def __init__(self, hall: RehearsalHall, options: Options) -> None:
        self._hall = hall
        self._chance = Random(options.seed)
        first = max(1, options.players // 8)
        acts = (
            self._power_cut,
            self._unplug,
            self._kill_director,
            self._wrong_result,
            self._die_unsent,
            self._die,
        )
        self._due = [(first * (1 + nth), act) for nth, act in enumerate(acts)]
        self._due = self._due if options.faults else []
        self._later: list[tuple[float, Callable[[], None]]] = []
        self._cut: tuple[LightTable, int] | None = None
        self._away: tuple[LightTable, float, Any] | None = None

    def attend(self, event: Any) -> None:
        """Cause and end the faults that are due."""
        now_s = time.monotonic()
        for soon in [each for each in self._later if each[0] <= now_s]:
            self._later.remove(soon)
            soon[1]()
        if self._away is not None:
            self._come_back(*self._away, event)
        if self._cut is not None:
            self._die_once_behind(*self._cut, event)
        elif self._due and count_results(event) >= self._due[0][0] and self._due[0][1](event):
            self._due.pop(0)

    @property
    def under_way(self) -> bool:
        """True while something is gone that will come back."""
        return bool(self._later) or self._cut is not None or self._away is not None

    def _at_play(self) -> LightTable | None:
        playing = [table for table in self._hall.tables if table.is_playing]
        return self._chance.choice(playing) if playing else None

    def _power_cut(self, _event: Any) -> bool:
        """Take a table away in a game, and bring it back before its match is moved."""
        table = self._at_play()
        if table is None:
            return False
        table.close()
        self._soon(2.0, table.start)
        return self._note_fault(f"power cut at table {table.number}")

    def _unplug(self, _event: Any) -> bool:
        table = self._at_play()
        if table is None:
            return False
        table.unplug()
        self._soon(4.0, table.plug)
        return self._note_fault(f"network of table {table.number} gone for 4 s")

    def _kill_director(self, _event: Any) -> bool:
        self._hall.kill_director()
        return self._note_fault("director killed")

    def _wrong_result(self, event: Any) -> bool:
        """Have the director reverse a result and correct it. Not in a Swing: the winner is matched
        at once, and a game counts as soon as either player begins another.
        """
        division = event["divisions"][0]
        if division["format"].get("swing"):
            return True
        first = _last_of_both(each for each in division["pairings"] if each["result"])
        key = {"division_id": division["division_id"], "pairing_id": first["pairing_id"]}
        sides = [place["entry_id"] for place in first["places"]]
        winner, score = first["result"]["winner"], first["result"]["score"]
        other = sides[1 - sides.index(winner)]
        self._correct(key, other, score[::-1], "read the wrong way round")
        self._correct(key, winner, score, "it was right")
        return self._note_fault(f"result of {first['pairing_id']} turned round and put right")

    def _correct(self, key: Any, winner: str, score: Any, why: str) -> None:
        """Correct a result, retrying if the event changed meanwhile."""
        console = self._hall.console
        while True:
            seq = console.event()["seq"]
            try:
                console.act("Correct", seq, key=key, winner=winner, score=score, why=why)
            except OutOfDate:
                continue
            return

    def _die_unsent(self, event: Any) -> bool:
        """Take a table offline; it plays on and dies later, so that its last rows are lost."""
        table = self._at_play()
        if len(self._hall.tables) < FEWEST_TABLES:
            return True
        if table is None or not self._spare(event):
            return False
        self._cut = table, table.seq
        table.unplug()
        return True

    def _die_once_behind(self, table: LightTable, seq: int, event: Any) -> None:
        if table.failure is None and table.seq < seq + UNSENT_ROWS and table.is_playing:
            return
        table.rest()
        table.close()
        self._cut = None
        self._away = table, time.monotonic() + GONE_S, _played_at(event, table)
        self._note_fault(
            f"table {table.number} died with {table.seq - seq} rows not sent, and came back"
        )

    def _come_back(self, table: LightTable, at_s: float, key: Any, event: Any) -> None:
        """Bring it back, with rows of a match that has gone on elsewhere."""
        if time.monotonic() > at_s and (key is None or _played_at(event, table) != key):
            self._away = None
            table.plug()
            table.start()

    def _die(self, event: Any) -> bool:
        """Take a table away for good in a game; another must be free."""
        table = self._at_play()
        if len(self._hall.tables) < FEWEST_TABLES:
            return True
        if table is None or not self._spare(event):
            return False
        table.rest()
        self._soon(1.5, table.close)
        return self._note_fault(f"table {table.number} died")

    def _spare(self, event: Any) -> bool:
        """True if a free table can take its match. In a Swing all others may hold games that wait
        for the dead one, so more tables than needed are required.
        """
        heard = sum(not each["silent"] for each in event["tables"])
        left = [each for one in event["divisions"] for each in one["standings"] if each["still_in"]]
        return not self._hall.swing.held or heard > 1 + len(left) // 2

    def _soon(self, seconds: float, act: Callable[[], None]) -> None:
        self._later.append((time.monotonic() + seconds, act))

    def _note_fault(self, what: str) -> bool:
        self._hall.faults.append(what)
        return True


def _played_at(event: Any, table: LightTable) -> Any:
    """The pairing called to a table; None if it is free."""
    return next(each["key"] for each in event["tables"] if each["table"] == table.number)


def _last_of_both(over: Iterable[Any]) -> Any:
    """A finished pairing whose players have played no other, if there is one: reversing a result
    voids the matches that followed from it.
    """
    known = list(over)
    played_by = Counter(place["entry_id"] for each in known for place in each["places"])
    lone = (
        each for each in known if all(played_by[one["entry_id"]] == 1 for one in each["places"])
    )
    return next(lone, known[0])
