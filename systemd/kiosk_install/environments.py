"""A virtual environment for each version, and the link to the current one."""

import json
import os
import subprocess
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from kiosk_install import places
from kiosk_install.refusals import PYTHON
from kiosk_install.release import Release, packages_from, pip_of
from kiosk_install.system import InstallFailed, InstallRefused, System

STAMP = "installed.json"
"""Written last: an environment without it is incomplete."""

KEPT = 3
"""Versions kept, including the current one."""

ALONE = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"}
"""Environment variables for running a version's programs; none leads to other code."""

CHECKED = {"table": ("kiosk.table.run", "kiosk.screen.run"), "director": ("kiosk.director.run",)}
"""Modules that each role must be able to import."""


@dataclass(frozen=True)
class Made:
    """One installed version. `digest`: of its content. `made_ns`: wall time when it was made."""

    folder: Path
    version: str
    digest: str
    roles: tuple[str, ...]
    made_ns: int


def all_made(system: System) -> list[Made]:
    """Complete versions, newest last."""
    stamps = system.path_of(places.VERSIONS).glob(f"*/{STAMP}")
    made = [_read_stamp(stamp) for stamp in stamps if not stamp.parent.is_symlink()]
    return sorted(made, key=lambda each: each.made_ns)


def _read_stamp(stamp: Path) -> Made:
    content = json.loads(stamp.read_text("utf-8"))
    return Made(
        stamp.parent,
        content["version"],
        content["digest"],
        tuple(content["roles"]),
        content["made_ns"],
    )


def linked_version(system: System, link: str) -> Made | None:
    """The version linked as `current` or `previous`."""
    stamp = system.path_of(link) / STAMP
    if not stamp.exists():
        return None
    return _read_stamp(stamp.parent.resolve() / STAMP)


def make(system: System, release: Release, roles: Sequence[str]) -> Made:
    """Return the environment of this release, made and checked if it is missing.

    Raises InstallFailed, and then leaves nothing behind.
    """
    digest = release.digest(roles)
    for made in all_made(system):
        if made.digest == digest:
            return made
    folder = _folder(system, release.version, digest)
    system.print_line(f"Making {folder}...")
    try:
        with release.built(system) as wheel:
            _fill(system, release, roles, wheel, folder)
        check(folder, release.version, roles)
    except BaseException:
        system.remove(str(folder.relative_to(system.root)))
        raise
    made = Made(folder, release.version, digest, tuple(sorted(roles)), time.time_ns())
    content = asdict(made) | {"folder": folder.name}
    system.put(str((folder / STAMP).relative_to(system.root)), f"{json.dumps(content)}\n".encode())
    return made


def _folder(system: System, version: str, digest: str) -> Path:
    """Folder of a version; other content of the same version gets a name of its own."""
    folder = system.path_of(places.VERSIONS) / version
    if (folder / STAMP).exists():
        return folder.with_name(f"{version}-{digest[:8]}")
    return folder


def _fill(
    system: System, release: Release, roles: Sequence[str], wheel: Path, folder: Path
) -> None:
    """Make the environment and install its packages. A table also sees the system's packages, such
    as those of Raspberry Pi OS for camera and pins.
    """
    sees = ("--system-site-packages",) if "table" in roles else ()
    system.run(
        *(PYTHON, "-m", "venv", "--clear", "--without-pip", *sees, folder),
        why=f"{folder} can't be made",
    )
    pip = (*pip_of(folder), "install")
    where = packages_from(release.wheels)
    kept = folder / "locks"
    kept.mkdir()
    for role in sorted(roles):
        lock = release.lock(role)
        (kept / lock.name).write_bytes(lock.read_bytes())
        if "==" not in lock.read_text("utf-8"):
            continue  # it needs nothing
        system.run(
            *pip,
            *("--no-deps", "--ignore-installed", "--only-binary", ":all:"),
            *("--require-hashes", "-r", lock, *where),
            why=f"the packages of {lock.name} can't be installed",
        )
    system.run(
        *(*pip, "--no-deps", "--no-index", "--ignore-installed", wheel),
        why=f"{wheel.name} can't be installed",
    )


def check(folder: Path, version: str, roles: Sequence[str]) -> None:
    """Check a version's number, one rule book and its imports. Raises InstallFailed."""
    output = _run_program(folder, "kiosk", "--version")
    if version not in output.split():
        raise InstallFailed(f"version {version} calls itself {output.strip()!r}")
    _run_program(folder, "kiosk", "rulebook", "show", "norway")
    modules = [module for role in sorted(roles) for module in CHECKED[role]]
    _run_program(folder, "python", "-c", "".join(f"import {module}\n" for module in modules))


def _run_program(folder: Path, program: str, *arguments: str) -> str:
    """Run a program of the environment, outside any checkout; return its output. Raises
    InstallFailed.
    """
    done = subprocess.run(
        [str(folder / "bin" / program), *arguments],
        cwd="/",
        env=ALONE,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        last = done.stderr.strip().rpartition("\n")[2] or f"exit {done.returncode}"
        raise InstallFailed(
            f"{program} {' '.join(arguments).split(chr(10))[0]} fails in {folder}: {last}"
        )
    return done.stdout


def make_current(system: System, made: Made) -> bool:
    """Make this version the current one, and the old one the previous; return False if it already
    is.
    """
    before = linked_version(system, places.CURRENT)
    if before is not None and before.folder == made.folder:
        return False
    if before is not None:
        system.link(places.PREVIOUS, before.folder.name)
    system.link(places.CURRENT, made.folder.name)
    return True


def previous_version(system: System) -> Made:
    """The previous version. Raises InstallRefused."""
    made = linked_version(system, places.PREVIOUS)
    if made is None:
        raise InstallRefused("there is no version before this one: nothing to go back to")
    return made


def prune(system: System) -> list[Made]:
    """Remove all but the newest KEPT versions, never a linked one, and return those removed.
    Incomplete environments are removed, too.
    """
    versions = system.path_of(places.VERSIONS)
    linked_now = {linked_version(system, link) for link in (places.CURRENT, places.PREVIOUS)}
    spare = [made for made in all_made(system) if made not in linked_now]
    room = max(KEPT - len(linked_now - {None}), 0)
    gone = spare[: len(spare) - room] if len(spare) > room else []
    for made in gone:
        system.remove(str(made.folder.relative_to(system.root)))
    for folder in sorted(versions.iterdir()):
        if folder.is_dir() and not folder.is_symlink() and not (folder / STAMP).exists():
            system.remove(os.path.relpath(folder, system.root))
    return gone
