"""`systemd/install`: install a table, a director or both, from the release around it."""

import argparse
import grp
import os
import pwd
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from kiosk_install import environments, places, refusals, switching
from kiosk_install.open_match import refuse_while_open
from kiosk_install.release import of_checkout
from kiosk_install.system import InstallRefused, System, exit_code, require_typed

HERE = Path(__file__).resolve().parents[1]
"""The folder systemd/ of the release."""

NEEDED = {
    "table": (
        *("python3-venv", "chrony", "libgl1", "libegl1", "libgles2", "libgl1-mesa-dri"),
        *("libgbm1", "libmtdev1", "fonts-wqy-microhei", "iw"),
    ),
    "director": ("python3-venv", "chrony"),
}
"""System packages by role."""

OF_THE_PI = ("python3-picamera2", "python3-lgpio", "espeak-ng")
"""Installed if the system's archive has them; camera and pins are packages of Raspberry Pi OS."""

ALWAYS = {
    "etc/udev/rules.d/70-table-kiosk.rules": "70-table-kiosk.rules",
    "etc/modules-load.d/table-kiosk.conf": "modules.conf",
    "etc/systemd/journald.conf.d/table-kiosk.conf": "journald.conf",
    "etc/NetworkManager/conf.d/table-kiosk.conf": "networkmanager.conf",
}
CHRONY = "etc/chrony/conf.d/table-kiosk.conf"
TTY = (f"{places.UNITS}/getty@tty1.service", f"{places.UNITS}/autovt@tty1.service")
"""Masked, so that the players' screen has no login prompt; Ctrl-Alt-F2 has one."""

PURGE = "delete"


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)

    def work(system: System) -> None:
        if options.uninstall:
            _uninstall(system, purge=options.purge, force=options.force)
        else:
            roles = places.ROLES if options.role == "both" else (options.role,)
            _install(system, roles, options)

    return exit_code("install", options.root, work)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="install",
        description="Install Table Kiosk on this machine: user, devices, units, and an environment "
        "of its own. Run again, it changes only what is not as it should be.",
        epilog="example: sudo systemd/install table --wheels wheels",
    )
    parser.add_argument(
        "role", nargs="?", default="table", choices=("table", "director", "both"), help="(table)"
    )
    parser.add_argument(
        "--wheels", type=_folder, metavar="DIR", help="take every package from there, no network"
    )
    parser.add_argument("--uninstall", action="store_true", help="keeps journals and settings")
    parser.add_argument(
        "--purge", action="store_true", help="with --uninstall: journals, pictures, settings, too"
    )
    parser.add_argument(
        "--force", action="store_true", help="while a match is open; a word must be typed"
    )
    parser.add_argument(
        "--root",
        type=Path,
        default=Path("/"),
        metavar="DIR",
        help="put files below DIR instead: no user, no package, no service",
    )
    return parser


def _folder(text: str) -> Path:
    folder = Path(text).resolve()
    if not folder.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is no folder")
    return folder


# --- in ----------------------------------------------------------------------------------


def _install(system: System, asked: Sequence[str], options: argparse.Namespace) -> None:
    roles = tuple(role for role in places.ROLES if role in {*asked, *_installed_roles(system)})
    machine = refusals.inspect_host(system)
    refusals.check(machine, roles, offline=options.wheels is not None)
    with system.alone():
        if system.real:
            _packages(system, roles, offline=options.wheels is not None)
        release = of_checkout(HERE.parent, options.wheels)
        made = environments.make(system, release, roles)
        before = environments.linked_version(system, places.CURRENT)
        another = before is None or before.folder != made.folder
        stale = _stale(system, roles)
        if another or stale:
            refuse_while_open(system, roles, force=options.force)
        if system.real:
            _user(system)
        new = _files(system, roles)
        units = [unit for role in roles for unit in places.UNITS_OF[role]]
        if system.changed:
            system.systemctl("daemon-reload")
        if another:
            switching.go_to(system, made, units)
        else:
            switching.start(system, [unit for unit in units if unit in stale])
        environments.prune(system)
        _print_outcome(system, roles, new)


def _installed_roles(system: System) -> list[str]:
    """Roles already installed."""
    return [
        role
        for role, units in places.UNITS_OF.items()
        if system.path_of(f"{places.UNITS}/{units[0]}").exists()
    ]


def _stale(system: System, roles: Sequence[str]) -> list[str]:
    """Installed units that differ from this release's."""
    units = [unit for role in roles for unit in places.UNITS_OF[role]]
    there = {unit: system.path_of(f"{places.UNITS}/{unit}") for unit in units}
    return [
        unit
        for unit, path in there.items()
        if path.exists() and path.read_bytes() != (HERE / "units" / unit).read_bytes()
    ]


def _files(system: System, roles: Sequence[str]) -> list[str]:
    """Install everything except the environment; return the new settings files. Existing settings
    stay.
    """
    for place, name in ALWAYS.items():
        if not system.put(place, (HERE / "etc" / name).read_bytes()):
            continue
        _reload_service(system, place)
    if system.path_of("etc/chrony").is_dir() and system.put(
        CHRONY, (HERE / "etc/chrony.conf").read_bytes()
    ):
        system.systemctl("try-restart", "chrony.service")
    for source in (*HERE.glob("kiosk_install/*.py"), HERE / "kiosk-update", *HERE.glob("*.md")):
        place = f"{places.PROGRAMS}/{source.relative_to(HERE)}"
        system.put(place, source.read_bytes(), 0o755 if source.name == "kiosk-update" else 0o644)
    system.link(
        places.UPDATE, os.path.relpath(f"/{places.PROGRAMS}/kiosk-update", "/usr/local/sbin")
    )
    system.link(places.COMMAND, f"/{places.CURRENT}/bin/kiosk")
    for role in roles:
        for unit in places.UNITS_OF[role]:
            fresh = not system.path_of(f"{places.UNITS}/{unit}").exists()
            system.put(f"{places.UNITS}/{unit}", (HERE / "units" / unit).read_bytes())
            if fresh:  # a unit disabled later stays disabled
                system.link(f"{places.WANTS}/{unit}", f"/{places.UNITS}/{unit}")
    if "table" in roles:
        for place in TTY:
            system.link(place, "/dev/null")
    return [place for place, content in _settings(roles) if _put_if_missing(system, place, content)]


def _reload_service(system: System, place: str) -> None:
    """Have the service that reads a file reload it."""
    if place.startswith("etc/udev"):
        if system.booted and system.real and shutil.which("udevadm"):
            for act in (("control", "--reload"), ("trigger", "--action=change")):
                subprocess.run(["udevadm", *act], check=False)
    elif "modules" in place:
        system.systemctl("restart", "systemd-modules-load.service")
    elif "journald" in place:
        system.systemctl("try-restart", "systemd-journald.service")
    elif "NetworkManager" in place:
        system.systemctl("try-reload-or-restart", "NetworkManager.service")


def _settings(roles: Sequence[str]) -> list[tuple[str, bytes]]:
    """Files that the owner edits, with their initial content."""
    config = HERE.parent / "config"
    found = []
    if "table" in roles:
        found += [
            (f"{places.SETTINGS}/table.toml", (config / "table.toml").read_bytes()),
            (f"{places.SETTINGS}/screen.env", (HERE / "etc/screen.env").read_bytes()),
        ]
    if "director" in roles:
        example = (config / "director.toml").read_text("utf-8")
        pictures = f'pictures = "/{places.STATE}/director-pictures"'
        mended = example.replace('pictures = "director-pictures"', pictures)
        found += [
            (f"{places.SETTINGS}/director.toml", mended.encode()),
            (f"{places.SETTINGS}/director.env", (HERE / "etc/director.env").read_bytes()),
        ]
    return found


def _put_if_missing(system: System, place: str, content: bytes) -> bool:
    return not system.path_of(place).exists() and system.put(place, content)


def _packages(system: System, roles: Sequence[str], *, offline: bool) -> None:
    """Install missing system packages, if the network may be used."""
    wanted = sorted({package for role in roles for package in NEEDED[role]})
    missing = [package for package in wanted if not _is_installed(package)]
    if offline or shutil.which("apt-get") is None:
        if missing:
            system.print_line(f"Missing, and not fetched: {' '.join(missing)}")
        return
    extra = [package for package in OF_THE_PI if "table" in roles and not _is_installed(package)]
    if missing or extra:
        system.print_line("Looking for packages of the system...")
        system.run("apt-get", "-qq", "update", why="the system's packages can't be listed")
        missing += [package for package in extra if _in_archive(package)]
    if missing:
        system.print_line(f"Installing {' '.join(missing)}...")
        system.run(
            *("apt-get", "-qq", "--yes", "install", "--no-install-recommends", *missing),
            why="packages of the system can't be installed",
        )


def _is_installed(package: str) -> bool:
    """True if a package is installed, also by its Debian 13 name, as libmtdev1t64 for libmtdev1."""
    shown = ["dpkg-query", "--show", "--showformat", "${db:Status-Status}\n"]
    done = subprocess.run(
        [*shown, package, f"{package}t64"], capture_output=True, text=True, check=False
    )
    return "installed" in done.stdout.split("\n")


def _in_archive(package: str) -> bool:
    asked = ["apt-cache", "show", "--no-all-versions", package]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


def _user(system: System) -> None:
    groups = {group.gr_name: group for group in grp.getgrall()}
    if "gpio" not in groups:  # Debian has none
        system.run("groupadd", "--system", "gpio", why="the group gpio can't be made")
        groups = {group.gr_name: group for group in grp.getgrall()}
    if places.USER not in {user.pw_name for user in pwd.getpwall()}:
        system.run(
            *("useradd", "--system", "--user-group", "--no-create-home"),
            *("--home-dir", f"/{places.STATE}", "--shell", "/usr/sbin/nologin", places.USER),
            why=f"the user {places.USER} can't be made",
        )
    lacks = [g for g in places.GROUPS if g in groups and places.USER not in groups[g].gr_mem]
    if lacks:
        system.run(
            *("usermod", "--append", "--groups", ",".join(lacks), places.USER),
            why=f"{places.USER} can't join {', '.join(lacks)}",
        )
    user = pwd.getpwnam(places.USER)
    state = system.path_of(places.STATE)
    if not state.is_dir():
        state.mkdir(mode=0o750, parents=True)
        os.chown(state, user.pw_uid, user.pw_gid)


def _print_outcome(system: System, roles: Sequence[str], new: Sequence[str]) -> None:
    if not system.changed:
        system.print_line("Nothing to change.")
        return
    system.print_line(f"Installed: {' and '.join(roles)}.")
    for place in new:
        system.print_line(f"Now fill in /{place}")
    if not system.booted:
        system.print_line("No systemd runs here: it all starts at the next boot.")


# --- out ---------------------------------------------------------------------------------


def _uninstall(system: System, *, purge: bool, force: bool) -> None:
    machine = refusals.inspect_host(system)
    if not machine.root:
        raise InstallRefused("you are not root: run it with sudo")
    roles = _installed_roles(system)
    with system.alone():
        refuse_while_open(system, roles, force=force)
        if purge:
            require_typed(PURGE, "Journals, pictures and settings will be gone for good.")
        units = [unit for each in places.UNITS_OF.values() for unit in each]
        if roles:
            system.systemctl("stop", *[u for role in roles for u in places.UNITS_OF[role]])
        links = [place for place in TTY if _masked(system, place)]
        for place in (
            *(f"{places.WANTS}/{unit}" for unit in units),
            *(f"{places.UNITS}/{unit}" for unit in units),
            *(*ALWAYS, CHRONY, *links, places.COMMAND, places.UPDATE, places.PROGRAMS),
            places.CACHE,
        ):
            system.remove(place)
        system.systemctl("daemon-reload")
        system.systemctl("try-restart", "chrony.service")
        if purge:
            for place in (places.SETTINGS, places.STATE):
                system.remove(place)
    system.remove(places.VERSIONS)
    if purge and system.real and places.USER in {user.pw_name for user in pwd.getpwall()}:
        system.run("userdel", places.USER, why=f"the user {places.USER} can't be removed")
    kept = [place for place in (places.SETTINGS, places.STATE) if system.path_of(place).exists()]
    left = f" Kept: {', '.join(f'/{place}' for place in kept)}." if kept else ""
    system.print_line(f"Table Kiosk is gone.{left}")


def _masked(system: System, place: str) -> bool:
    path = system.path_of(place)
    return path.is_symlink() and os.readlink(path) == "/dev/null"
