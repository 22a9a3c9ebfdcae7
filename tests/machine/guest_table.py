"""The product in the guest: its units, its journal, its players, its parts."""

import json
import time
from collections.abc import Sequence
from typing import Any

from machine.emulator import Machine, MachineError
from machine.judged import properties

PYTHON = "/opt/kiosk/bin/python"
JOURNAL = "/var/lib/kiosk/journal.db"
SOCKET = "/run/kiosk/table.sock"
TABLE, SCREEN, DIRECTOR = "kiosk-table", "kiosk-screen", "kiosk-director"
UNITS = (TABLE, SCREEN, DIRECTOR)
UP_S = 180.0
GADGET = "modprobe g_serial iManufacturer=Emulated iProduct=Tower iSerialNumber=T1"


class GuestTable:
    """What the steps do with it."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def show(self, unit: str, *names: str) -> dict[str, str]:
        wanted = ",".join(names)
        return properties(self.machine.run(f"systemctl show {unit} --property={wanted}").out)

    def is_up(self, unit: str) -> bool:
        return self.show(unit, "ActiveState")["ActiveState"] == "active"

    def wait_up(self, *units: str) -> float:
        """Until all are active; the seconds that took."""
        begun = time.monotonic()
        for unit in units:
            self.machine.until(f"{unit} is not up", lambda u=unit: self.is_up(u), UP_S)  # type: ignore[misc]
        return time.monotonic() - begun

    def log(self, unit: str, lines: int = 12) -> str:
        """The last lines of a unit's log, without dates."""
        return self.machine.run(f"journalctl -u {unit} -n {lines} -o cat", check=False).out.strip()

    def rows(self, after: int = 0) -> list[dict[str, Any]]:
        """The journal's rows after row `after`, as the product itself reads and verifies them."""
        command = f"{PYTHON} -m kiosk replay {JOURNAL} --json >/tmp/rows && grep '\"seq\":' /tmp/rows"
        lines = self.machine.run(command, 180).out.splitlines()
        rows = [json.loads(line) for line in lines if line.startswith('{"journal_id"')]
        return [row for row in rows if row["seq"] > after]

    def last_seq(self) -> int:
        return max((int(row["seq"]) for row in self.rows()), default=0)

    def players(self, what: str) -> Any:
        return self.machine.json(f"{PYTHON} /mnt/host/guest/players.py {SOCKET} {what}", 200)

    def press(self, *buttons_and_bounces: str) -> list[dict[str, Any]]:
        """Presses on the simulated pins, by the system's Python."""
        words = " ".join(buttons_and_bounces)
        out = self.machine.run(f"python3 /mnt/host/guest/pins.py {words}", 120).out
        return [json.loads(line) for line in out.splitlines()]

    def press_due(self, bounces: int = 0) -> dict[str, Any]:
        """Play on until a button is due, and press it; what was pressed."""
        shown = self.players("roll")
        return self.press(shown["presses"], str(bounces))[0]

    def touch(self, kind: str) -> tuple[int, int]:
        """A finger on the lower half's key for `kind`, as it is drawn; where that was."""
        x, y = self.players(f"where {kind}")
        self.machine.run(f"echo {x} {y} >/run/finger")
        return x, y

    def until_row(self, told: str, after: int, kinds: Sequence[str], timeout_s: float = 60) -> float:
        """Until the journal holds rows of all these kinds after row `after`."""

        def there() -> bool:
            found = {row["kind"] for row in self.rows(after)}
            return found.issuperset(kinds)

        return self.machine.until(told, there, timeout_s)

    def plug_tower(self) -> None:
        self.machine.run(GADGET)
        self.machine.until("the gadget's port", lambda: self._has("/dev/ttyGS0"), 30)
        self.machine.run(
            "systemd-run --quiet --collect --unit machine-tower --setenv PYTHONPATH=/mnt/host/source "
            "python3 /mnt/host/guest/tower.py"
        )

    def unplug_tower(self) -> None:
        self.machine.run("systemctl kill -s KILL machine-tower; sleep 0.5; modprobe -r g_serial")

    def _has(self, path: str) -> bool:
        return self.machine.run(f"test -e {path}", check=False).code == 0


def demand(is_so: object, told: str) -> None:
    """Raises MachineError with `told` unless it is so."""
    if not is_so:
        raise MachineError(told)
