"""Switches to a version, and back if it does not come up."""

import time
from collections.abc import Sequence

from kiosk_install import environments, places
from kiosk_install.environments import Made
from kiosk_install.system import InstallFailed, System

SETTLE_S = 5.0
"""Time a new version must stay up."""


def go_to(system: System, made: Made, units: Sequence[str], *, settle_s: float = SETTLE_S) -> None:
    """Switch to `made`. Units that ran must come up with it, else the version before is restored
    and InstallFailed is raised; units that did not run are only started.
    """
    before = environments.linked_version(system, places.CURRENT)
    were_up = [unit for unit in units if system.is_up(unit)]
    if not environments.make_current(system, made):
        return
    system.print_line(f"Version {made.version} from now on.")
    wrong = restart(system, were_up, settle_s)
    if wrong is None:
        start(system, [unit for unit in units if unit not in were_up])
        return
    if before is None:
        raise InstallFailed(
            f"{wrong} does not come up with version {made.version}: see {_log_of(wrong)}"
        )
    system.link(places.CURRENT, before.folder.name)
    system.link(places.PREVIOUS, made.folder.name)
    still = restart(system, were_up, settle_s)
    stands = "runs again" if still is None else f"is back, but {still} does not come up"
    raise InstallFailed(
        f"{wrong} did not come up with version {made.version}, and version {before.version} "
        f"{stands}: {_log_of(wrong)} shows why"
    )


def restart(system: System, units: Sequence[str], settle_s: float) -> str | None:
    """Restart units and check that each comes up and stays up; return the first that does not.

    A unit of Type=notify is started only once it has sent READY (systemd.service(5)).
    """
    for unit in units:
        system.systemctl("reset-failed", unit)
        if not system.systemctl("restart", unit):
            return unit
    if units and system.booted:
        time.sleep(settle_s)
    for unit in units:
        again = system.ask_systemctl("show", "--property", "NRestarts", "--value", unit)
        if system.booted and (not system.is_up(unit) or again not in {"", "0"}):
            return unit
    return None


def start(system: System, units: Sequence[str]) -> None:
    """Start units without waiting, as their devices may not be plugged in yet."""
    if units:
        system.systemctl("restart", "--no-block", *units)


def _log_of(unit: str) -> str:
    return f"journalctl -u {unit}"
