"""Reasons for which the installer refuses before changing anything, one sentence each."""

import os
import platform
import shutil
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kiosk_install import places
from kiosk_install.system import InstallRefused, System

PYTHON = "/usr/bin/python3"
"""The system's Python; only it sees Raspberry Pi OS's packages for camera and pins."""

PIP_WHEELS = Path("/usr/share/python-wheels")
"""Where Debian's python3-venv installs pip."""

ARCHITECTURES = ("aarch64", "x86_64")
OLDEST_DEBIAN = 13
OLDEST_PYTHON = (3, 11)


@dataclass(frozen=True)
class InstallHost:
    """Facts about a machine that the installer checks first."""

    root: bool
    linux: bool
    systemd: bool
    name: str
    """Name of the operating system, for people."""
    debian: int | None
    """Release of Debian or Raspberry Pi OS (13 is Trixie); None for other systems."""
    architecture: str
    bits: int
    python: tuple[int, int]
    venv: bool
    """True if environments can be made."""
    apt: bool
    route: bool
    """True if there is a default route."""
    pi_camera: bool
    """True if the table's configuration uses the Pi's camera."""


def check(machine: InstallHost, roles: Sequence[str], *, offline: bool) -> None:
    """Raise InstallRefused if the machine does not fit. `offline`: packages come from a folder."""
    for wrong, sentence in _sentences(machine, roles, offline=offline):
        if wrong:
            raise InstallRefused(sentence)


def _sentences(
    machine: InstallHost, roles: Sequence[str], *, offline: bool
) -> tuple[tuple[bool, str], ...]:
    old = machine.debian is not None and machine.debian < OLDEST_DEBIAN
    fetches = not offline and machine.apt
    python = ".".join(map(str, machine.python))
    return (
        (not machine.linux, f"this is {machine.name}: a table or a director runs on Linux only"),
        (not machine.root, "you are not root: run it with sudo"),
        (
            not machine.systemd,
            f"{machine.name} has no systemd, which starts and watches everything: "
            "use Raspberry Pi OS or Debian 13",
        ),
        (
            "table" in roles and old and machine.pi_camera,
            f"{machine.name} can't run the Pi's camera with what a table needs: "
            "install Raspberry Pi OS 13 (Trixie)",
        ),
        (
            machine.architecture not in ARCHITECTURES or machine.bits != 64,
            f"this machine is {machine.architecture} with {machine.bits} bits, for which there "
            f"are no packages: use a 64-bit system, {' or '.join(ARCHITECTURES)}",
        ),
        (
            machine.python < OLDEST_PYTHON,
            f"{PYTHON} is Python {python}; 3.11 or newer is needed: "
            "install Raspberry Pi OS 13 (Trixie)",
        ),
        (
            not offline and not machine.route,
            "there is no network and no folder of wheels: connect it, or name one with --wheels",
        ),
        (
            not machine.venv and not fetches,
            "python3-venv is missing: as root run apt-get install python3-venv",
        ),
    )


def inspect_host(system: System) -> InstallHost:
    """Facts of this machine."""
    release = _os_release(system.path_of("etc/os-release"))
    version = release.get("VERSION_ID", "").partition(".")[0]
    ours = {release.get("ID"), *release.get("ID_LIKE", "").split()} & {"debian", "raspbian"}
    return InstallHost(
        root=os.geteuid() == 0 or not system.real,
        linux=sys.platform == "linux",
        systemd=not system.real or shutil.which("systemctl") is not None,
        name=release.get("PRETTY_NAME", platform.system()),
        debian=int(version) if ours and version.isdecimal() else None,
        architecture=platform.machine(),
        bits=64 if sys.maxsize > 2**32 else 32,
        python=sys.version_info[:2],
        venv=any(PIP_WHEELS.glob("pip-*.whl")),
        apt=system.real and shutil.which("apt-get") is not None,
        route=_has_route(Path("/proc/net")),
        pi_camera=_pi_camera(system.path_of(f"{places.SETTINGS}/table.toml")),
    )


def _os_release(path: Path) -> dict[str, str]:
    """Parse os-release(5)."""
    if not path.exists():
        return {}
    lines = (line.partition("=") for line in path.read_text("utf-8").splitlines())
    return {name: value.strip("\"'") for name, _is, value in lines if value}


def _has_route(net: Path) -> bool:
    """True if the kernel has a default route (proc_net(5))."""
    route, route6 = net / "route", net / "ipv6_route"
    found = route.exists() and any(
        line.split()[1:2] == ["00000000"] for line in route.read_text("ascii").splitlines()[1:]
    )
    return found or (
        route6.exists()
        and any(
            line.startswith("0" * 32 + " 00 ") and not line.rstrip().endswith(" lo")
            for line in route6.read_text("ascii").splitlines()
        )
    )


def _pi_camera(table: Path) -> bool:
    """True if the configuration uses the Pi's camera; without a file, our example applies, which
    does.
    """
    if not table.exists():
        return True
    try:
        devices = tomllib.loads(table.read_text("utf-8")).get("devices", {})
        camera = devices.get("camera")
    except (tomllib.TOMLDecodeError, AttributeError, UnicodeDecodeError):
        return True  # the table itself reports the error
    if not isinstance(camera, dict) or devices.get("kind") != "real":
        return False
    return bool(camera.get("kind", "pi") == "pi")
