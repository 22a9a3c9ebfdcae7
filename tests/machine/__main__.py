"""`make machine-test`: every step, or those named; goes on after a failure; exit 1 if one failed.

`--keep` boots the disk as the last run left it, so that single steps can be tried again.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

from kiosk.journal.errors import JournalError
from machine.emulator import Machine, MachineError
from machine.guest_table import UNITS, GuestTable
from machine.results import Outcome, Result, as_json, as_markdown, line, merged, read
from machine.steps import STEPS

HERE = Path(__file__).parent


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(prog="machine-test", description=__doc__)
    parser.add_argument("steps", nargs="*", metavar="STEP", help=", ".join(STEPS))
    parser.add_argument("--keep", action="store_true", help="the disk as it was left")
    asked = parser.parse_args()
    unknown = [name for name in asked.steps if name not in STEPS]
    if unknown:
        parser.error(f"no step {unknown[0]!r}; there are {', '.join(STEPS)}")
    subprocess.run([HERE / "root.sh"], check=True)
    machine = Machine()
    if not asked.keep:
        machine.fresh_disk()
    results: list[Result] = []
    try:
        print(f"booted in {machine.power_on():.0f} s", flush=True)
        up = GuestTable(machine).wait_up(*UNITS)
        print(f"all units up {up:.0f} s later", flush=True)
        for name in asked.steps or STEPS:
            results.append(tried(machine, name))
            print(line(results[-1]), flush=True)
            keep(machine, results[-1])
    finally:
        machine.cut_power()
    return int(any(each.outcome is Outcome.FAILED for each in results))


def keep(machine: Machine, result: Result) -> None:
    """Beside the newest results of the other steps."""
    kept = machine.out / "results.json"
    old = read(kept.read_text(encoding="utf-8")) if kept.exists() else []
    results = merged(old, [result], STEPS)
    kept.write_text(as_json(results), encoding="utf-8")
    told = as_markdown(machine.kernel, results, STEPS)
    (HERE / "RESULTS.md").write_text(told, encoding="utf-8")


def tried(machine: Machine, name: str) -> Result:
    """One step; a machine that no longer answers is switched off and on first."""
    begun = time.monotonic()
    try:
        _revive(machine)
        said, outcome = STEPS[name](GuestTable(machine)), Outcome.OK
    except (MachineError, JournalError, KeyError, ValueError, IndexError, OSError) as error:
        said, outcome = f"{type(error).__name__}: {error}", Outcome.FAILED
    return Result(name, outcome, said, time.monotonic() - begun, time.strftime("%Y-%m-%d"))


def _revive(machine: Machine) -> None:
    try:
        machine.run("true", 30)
    except (MachineError, OSError):
        machine.cut_power()
        machine.power_on()


if __name__ == "__main__":
    sys.exit(main())
