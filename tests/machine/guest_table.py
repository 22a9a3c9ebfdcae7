"""The product in the guest: its units, its journal, its players, its parts."""

import base64
import json
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kiosk.journal import read
from machine.emulator import Machine, MachineError
from machine.judged import properties

PYTHON = "/opt/table-kiosk/current/bin/python"
JOURNAL = "/var/lib/kiosk/journal.db"
TABLE, SCREEN, DIRECTOR = "kiosk-table", "kiosk-screen", "kiosk-director"
UNITS = (TABLE, SCREEN, DIRECTOR)
UP_S = 400.0
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
        """The journal's rows after row `after`, verified here by the product's reader."""
        with tempfile.TemporaryDirectory() as folder:
            for end in ("", "-wal"):
                file = f"{JOURNAL}{end}"
                told = self.machine.run(f"test ! -e {file} || base64 {file}", 120).out
                if told:
                    (Path(folder) / f"journal.db{end}").write_bytes(base64.b64decode(told))
            rows = list(read(Path(folder) / "journal.db"))
        return [asdict(row) | {"body": json.loads(row.body)} for row in rows if row.seq > after]

    def last_seq(self) -> int:
        return max((int(row["seq"]) for row in self.rows()), default=0)

    def players(self, what: str) -> Any:
        """Raises MachineError when they can't."""
        ask = f"exec 3<>/dev/tcp/127.0.0.1/7000 && echo {what} >&3 && cat <&3"
        for left in range(60, -1, -1):  # they start after the table
            done = self.machine.run(ask, 200, check=not left)
            if done.code == 0:
                break
            time.sleep(2)
        told = json.loads(done.out.strip().splitlines()[-1])
        if isinstance(told, dict) and "error" in told:
            raise MachineError(told["error"])
        return told

    def press(self, button: str, bounces: int = 0) -> dict[str, Any]:
        pressed: dict[str, Any] = self.players(f"press {button} {bounces}")
        return pressed

    def press_due(self, bounces: int = 0) -> dict[str, Any]:
        """Play on until a button is due, and press it; what was pressed."""
        pressed: dict[str, Any] = self.players(f"due {bounces}")
        return pressed

    def touch(self, kind: str) -> tuple[int, int]:
        """A finger on the lower half's key for `kind`, as it is drawn; where that was."""
        x, y = self.players(f"where {kind}")
        self.machine.run(f"echo {x} {y} >/run/finger")
        return x, y

    def until_row(
        self, told: str, after: int, kinds: Sequence[str], timeout_s: float = 60
    ) -> float:
        """Until the journal holds rows of all these kinds after row `after`."""

        def there() -> bool:
            found = {row["kind"] for row in self.rows(after)}
            return found.issuperset(kinds)

        return self.machine.until(told, there, timeout_s)

    def plug_tower(self) -> None:
        self.machine.run(GADGET)
        self.machine.until("the gadget's port", lambda: self._has("/dev/ttyGS0"), 30)
        self.machine.run(
            "systemd-run --quiet --collect --unit machine-tower "
            "--setenv PYTHONPATH=/mnt/host/source python3 /mnt/host/guest/tower.py"
        )

    def unplug_tower(self) -> None:
        self.machine.run("systemctl kill -s KILL machine-tower; sleep 0.5; modprobe -r g_serial")

    def _has(self, path: str) -> bool:
        return self.machine.run(f"test -e {path}", check=False).code == 0


def demand(is_so: object, told: str) -> None:
    """Raises MachineError with `told` unless it is so."""
    if not is_so:
        raise MachineError(told)
