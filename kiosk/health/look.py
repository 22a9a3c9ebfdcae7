"""Examines the machine: files below /sys, /proc and /etc, and output of the system's programs.

Each function is independent and changes nothing. Raises Unlookable for what this machine lacks.
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from kiosk.health.errors import CommandHung, CommandMissing, Unlookable
from kiosk.health.facts import (
    ClockFacts,
    DiskFacts,
    DisplayFacts,
    Interface,
    PowerFacts,
    TouchFacts,
    Unit,
)
from kiosk.health.machine import Machine

CHRONY_SLEW_PPM = 83_333.333
"""chrony's limit without a maxslewrate (chrony.conf(5))."""
KERNEL_SLEW_PPM = 500.0
"""The kernel's rate for systemd-timesyncd (adjtimex(2))."""

_THROTTLED = ("sys/devices/platform/soc*/**/get_throttled", "sys/devices/platform/*/get_throttled")
_DIRECT_INPUT = 1 << 1
"""INPUT_PROP_DIRECT (linux/input-event-codes.h): a touchscreen."""


def power(machine: Machine) -> PowerFacts:
    """Undervoltage and throttling, from the firmware's program, its file, or the kernel's alarm.

    Raspberry Pi OS has the program (raspi-utils); newer kernels lack the file. Raises Unlookable,
    CommandHung.
    """
    try:
        ran = machine.run_program("vcgencmd", "get_throttled")
    except CommandMissing:
        ran = None
    if ran is not None and (found := re.search(r"throttled=(0x[0-9a-fA-F]+)", ran.out)):
        return PowerFacts(int(found[1], 16))
    for file in (file for pattern in _THROTTLED for file in machine.find_files(pattern)):
        if re.fullmatch(r"(0x)?[0-9a-fA-F]{1,8}", text := machine.read_content(file) or ""):
            return PowerFacts(int(text, 16))
    for file in machine.find_files("sys/class/hwmon/hwmon*/in0_lcrit_alarm"):
        if machine.read_content(file.with_name("name")) == "rpi_volt":
            return PowerFacts(low_now=machine.read_content(file) != "0")
    raise Unlookable("no firmware of a Raspberry Pi reports its power here")


def temperature_c(machine: Machine) -> float:
    """Temperature of the hottest zone in degrees Celsius. Raises Unlookable."""
    found = [
        machine.read_content(file)
        for file in machine.find_files("sys/class/thermal/thermal_zone*/temp")
    ]
    degrees = [int(each) / 1000 for each in found if each and re.fullmatch(r"-?\d+", each)]
    if not degrees:
        raise Unlookable("no zone below /sys/class/thermal has a temperature")
    return max(degrees)


def disk(machine: Machine, folder: Path, commits: int) -> DiskFacts:
    """Free space, and `commits` timed commits unless the disk is read-only.

    Raises Unlookable if the folder is missing.
    """
    try:
        space = machine.space(folder)
    except OSError as error:
        raise Unlookable(f"{folder}: {error.strerror}") from error
    facts = DiskFacts(str(folder), space.free_bytes, space.read_only)
    if space.read_only or not commits:
        return facts
    try:
        took = machine.commits(folder, commits)
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or str(error)
        return DiskFacts(str(folder), space.free_bytes, space.read_only, why=why)
    return DiskFacts(str(folder), space.free_bytes, space.read_only, took)


def clock(machine: Machine) -> ClockFacts:
    """The clock service: chrony if it answers, else systemd's. Raises Unlookable, CommandHung."""
    try:
        ran = machine.run_program("chronyc", "-n", "tracking")
    except CommandMissing:
        ran = None
    if ran is not None and ran.code == 0:
        return _chrony(machine, ran.out)
    try:
        ran = machine.run_program("timedatectl", "show")
    except CommandMissing as error:
        raise Unlookable("neither chronyc nor timedatectl is on this machine") from error
    if ran.code != 0:
        raise Unlookable(f"timedatectl prints nothing: {_line(ran.out)}")
    found = dict(line.partition("=")[::2] for line in ran.out.splitlines())
    running = found.get("NTP") == "yes"
    return ClockFacts(
        "systemd-timesyncd" if running else None,
        found.get("NTPSynchronized") == "yes",
        slew_ppm=KERNEL_SLEW_PPM if running else None,
    )


def _chrony(machine: Machine, out: str) -> ClockFacts:
    found = {key.strip(): value.strip() for key, _, value in map(_colon, out.splitlines())}
    system = re.match(r"([\d.]+) seconds (slow|fast)", found.get("System time", ""))
    offset = None if system is None else float(system[1]) * (1 if system[2] == "fast" else -1)
    slew = CHRONY_SLEW_PPM
    files = ["etc/chrony/chrony.conf", "etc/chrony.conf"]
    for file in [
        *(machine.root / f for f in files),
        *machine.find_files("etc/chrony/conf.d/*.conf"),
    ]:
        for set_to in re.findall(
            r"(?m)^\s*maxslewrate\s+([\d.]+)", machine.read_content(file) or ""
        ):
            slew = float(set_to)
    leap = found.get("Leap status", "Not synchronised")
    return ClockFacts("chrony", leap != "Not synchronised", offset, slew)


def _colon(line: str) -> tuple[str, str, str]:
    return line.partition(":")


def network(machine: Machine) -> tuple[Interface, ...]:
    """All network interfaces except loopback. Raises CommandHung."""
    addresses = _addresses(machine)
    return tuple(
        Interface(
            name := folder.name,
            machine.read_content(folder / "operstate") in {"up", "unknown"},
            wireless := (folder / "wireless").exists() or (folder / "phy80211").exists(),
            addresses.get(name, ()),
            _power_save(machine, name) if wireless else None,
        )
        for folder in machine.find_files("sys/class/net/*")
        if folder.name != "lo"
    )


def _addresses(machine: Machine) -> dict[str, tuple[str, ...]]:
    try:
        ran = machine.run_program("ip", "-o", "addr", "show", "scope", "global")
    except CommandMissing:
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for name, address in re.findall(r"(?m)^\d+:\s+(\S+)\s+inet6?\s+([^\s/]+)", ran.out):
        found[name] = (*found.get(name, ()), address)
    return found


def _power_save(machine: Machine, name: str) -> bool | None:
    try:
        ran = machine.run_program("iw", "dev", name, "get", "power_save")
    except CommandMissing:
        return None
    found = re.search(r"Power save: (on|off)", ran.out)
    return None if found is None else found[1] == "on"


def display(machine: Machine) -> DisplayFacts:
    """The desktop, or the panels of the kernel's display drivers."""
    desktop = next(
        (
            f"{name} {value}"
            for name in ("WAYLAND_DISPLAY", "DISPLAY")
            if (value := machine.env.get(name))
        ),
        None,
    )
    connectors = machine.find_files("sys/class/drm/card*-*/status")
    panels = tuple(
        (file.parent.name.partition("-")[2], _mode(machine.read_content(file.with_name("modes"))))
        for file in connectors
        if machine.read_content(file) == "connected"
    )
    return DisplayFacts(desktop, panels, len(connectors))


def _mode(modes: str | None) -> tuple[int, int] | None:
    first = re.match(r"(\d+)x(\d+)", modes or "")
    return None if first is None else (int(first[1]), int(first[2]))


def touch(machine: Machine) -> TouchFacts:
    """Touchscreens. Raises Unlookable."""
    text = machine.read_content("proc/bus/input/devices")
    if text is None:
        raise Unlookable("there is no /proc/bus/input/devices on this machine")
    return TouchFacts(tuple(_touchscreens(machine, text)))


def _touchscreens(machine: Machine, text: str) -> Iterator[tuple[str, str, bool]]:
    for block in re.split(r"\n\s*\n", text):
        props = re.search(r"(?m)^B: PROP=([0-9a-f]+)", block)
        absolute = re.search(r"(?m)^B: ABS=", block)
        event = re.search(r"(?m)^H: Handlers=.*?\b(event\d+)", block)
        if props and absolute and event and int(props[1], 16) & _DIRECT_INPUT:
            name = re.search(r'(?m)^N: Name="(.*)"', block)
            device = machine.root / "dev/input" / event[1]
            yield name[1] if name else "unnamed", event[1], machine.may_read(device)


def units(machine: Machine) -> tuple[Unit, ...]:
    """Our units known to systemd. Raises Unlookable, CommandHung."""
    line = ("systemctl", "list-units", "--all", "--plain", "--no-legend", "--no-pager", "kiosk*")
    try:
        ran = machine.run_program(*line)
    except CommandMissing as error:
        raise Unlookable("systemd does not run this machine") from error
    if ran.code != 0:
        raise Unlookable(f"systemctl prints nothing: {_line(ran.out)}")
    rows = [row.split(None, 4) for row in ran.out.splitlines()]
    return tuple(Unit(row[0], row[2], row[3]) for row in rows if len(row) >= 4)


def firmware(machine: Machine) -> str | None:
    """A Raspberry Pi's firmware date; None on other machines."""
    try:
        ran = machine.run_program("vcgencmd", "version")
    except (CommandMissing, CommandHung):
        return None
    return _line(ran.out) if ran.code == 0 and ran.out.strip() else None


def system(machine: Machine) -> str:
    """Name and release of the distribution."""
    found = re.search(r'(?m)^PRETTY_NAME="?([^"\n]*)', machine.read_content("etc/os-release") or "")
    return found[1] if found else "unknown"


def codename(machine: Machine) -> str:
    """Codename of the release, such as trixie; empty if there is none."""
    found = re.search(r"(?m)^VERSION_CODENAME=(\S+)", machine.read_content("etc/os-release") or "")
    return found[1] if found else ""


def model(machine: Machine) -> str:
    """Model of the Raspberry Pi; empty on another machine."""
    return machine.read_content("proc/device-tree/model") or ""


def _line(out: str) -> str:
    lines: Sequence[str] = out.split("\n")
    return lines[0].strip()[:200]
