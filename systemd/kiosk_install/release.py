"""A release: a wheel, and the lock files with what it needs."""

import hashlib
import os
import re
import shutil
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kiosk_install.refusals import PIP_WHEELS, PYTHON
from kiosk_install.system import InstallRefused, System

WHEEL = re.compile(r"table_kiosk-([^-]+)-.*\.whl")
SOURCES = ("kiosk", "vision", "hardware", "config", "pyproject.toml")


@dataclass(frozen=True)
class Release:
    """`wheel`: None if it is built from `sources`. `wheels`: folder of packages; None: the network.
    `locks`: the folder with `table.lock` and `director.lock`.
    """

    version: str
    wheel: Path | None
    sources: Path | None
    locks: Path
    wheels: Path | None

    def lock(self, role: str) -> Path:
        return self.locks / f"{role}.lock"

    def digest(self, roles: Sequence[str]) -> str:
        """Digest of everything that would be installed; independent of how the wheel was zipped."""
        digest = hashlib.sha256(" ".join(sorted(roles)).encode())
        for role in sorted(roles):
            digest.update(self.lock(role).read_bytes())
        for name, content in self._content():
            digest.update(f"{name}\0{content}\n".encode())
        return digest.hexdigest()

    def _content(self) -> Iterator[tuple[str, str]]:
        if self.wheel is not None:
            with zipfile.ZipFile(self.wheel) as held:
                for name in sorted(held.namelist()):
                    yield name, hashlib.sha256(held.read(name)).hexdigest()
        elif self.sources is not None:
            for path in _files(self.sources):
                yield (
                    str(path.relative_to(self.sources)),
                    hashlib.sha256(path.read_bytes()).hexdigest(),
                )

    @contextmanager
    def built(self, system: System) -> Iterator[Path]:
        """The wheel, built if needed. Raises InstallFailed."""
        if self.wheel is not None:
            yield self.wheel
            return
        if self.sources is None:
            raise AssertionError("a release has a wheel or sources")
        with tempfile.TemporaryDirectory(prefix="kiosk-build-") as place:
            yield self._build(system, Path(place), self.sources)

    def _build(self, system: System, place: Path, sources: Path) -> Path:
        """Build from a copy, as building leaves files behind."""
        copy, out, env = place / "copy", place / "out", place / "env"
        copy.mkdir()
        for name in (*SOURCES, "README.md", "LICENSE"):
            there = sources / name
            if there.is_dir():
                ignored = shutil.ignore_patterns("__pycache__", "*.pyc")
                shutil.copytree(there, copy / name, symlinks=True, ignore=ignored)
            elif there.exists():
                shutil.copy(there, copy / name)
        system.print_line(f"Building version {self.version}...")
        venv = (PYTHON, "-m", "venv", "--without-pip", env)
        system.run(*venv, why="no environment to build in can be made")
        pip = pip_of(env)
        lock = self.locks / "build.lock"
        where = packages_from(self.wheels)
        system.run(
            *pip,
            *("install", "--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", lock),
            *where,
            why="what builds the wheel can't be fetched",
        )
        system.run(
            *pip,
            *("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", out, copy),
            why="the wheel can't be built",
        )
        (wheel,) = out.glob("*.whl")
        return wheel


def pip_of(environment: Path) -> tuple[str | Path, ...]:
    """Debian's pip, run on an environment that has none of its own. Raises InstallRefused."""
    wheels = sorted(PIP_WHEELS.glob("pip-*.whl"))
    if not wheels:
        raise InstallRefused("python3-venv is missing: as root run apt-get install python3-venv")
    options = ("--disable-pip-version-check", "--no-input")
    return (environment / "bin/python", wheels[-1] / "pip", *options)


def packages_from(wheels: Path | None) -> tuple[str | Path, ...]:
    """pip's options for the source of packages."""
    return () if wheels is None else ("--no-index", "--find-links", wheels)


def _files(folder: Path) -> Iterator[Path]:
    for name in SOURCES:
        top = folder / name
        if top.is_file():
            yield top
        for where, folders, files in os.walk(top, followlinks=True):
            folders[:] = sorted(each for each in folders if each != "__pycache__")
            yield from (Path(where) / file for file in sorted(files))


def of_checkout(checkout: Path, wheels: Path | None) -> Release:
    """The release unpacked at `checkout`, with its wheel from `wheels` or the checkout, else built.

    Raises InstallRefused.
    """
    locks = checkout / "requirements"
    places: list[Path] = [checkout, checkout / "dist"] if wheels is None else [wheels]
    wheel = newest(path for place in places for path in place.glob("*.whl"))
    if wheel is not None:
        return Release(version_of(wheel), wheel, None, locks, wheels)
    project = checkout / "pyproject.toml"
    if wheels is not None and not any(wheels.glob("*.whl")):
        raise InstallRefused(
            f"{wheels} holds no wheels: name the folder that pip wheel or download filled"
        )
    if not project.is_file():
        raise InstallRefused(
            f"no table_kiosk-VERSION-py3-none-any.whl lies in {places[0]}: put it there"
        )
    version = tomllib.loads(project.read_text("utf-8"))["project"]["version"]
    return Release(version, None, checkout, locks, wheels)


def release_of(what: Path, wheels: Path | None, locks_here: Path) -> Release:
    """The release of a wheel, or of a folder with one. `locks_here`: lock files of the current
    version, for a wheel without any. Raises InstallRefused.
    """
    if not what.exists():
        raise InstallRefused(f"{what} is not there: name a wheel, or a folder with one")
    if what.is_dir() and (what / "pyproject.toml").is_file():
        return of_checkout(what, wheels)
    folder = what if what.is_dir() else what.parent
    wheel = newest(folder.glob("*.whl")) if what.is_dir() else what
    if wheel is None or WHEEL.fullmatch(wheel.name) is None:
        raise InstallRefused(f"{what} is no table_kiosk-VERSION-py3-none-any.whl, nor holds one")
    others = any(WHEEL.fullmatch(path.name) is None for path in folder.glob("*.whl"))
    places = (folder / "requirements", folder)
    locks = next((place for place in places if any(place.glob("*.lock"))), locks_here)
    return Release(version_of(wheel), wheel, None, locks, wheels or (folder if others else None))


def newest(wheels: Iterable[Path]) -> Path | None:
    ours = [path for path in wheels if WHEEL.fullmatch(path.name)]
    return max(ours, key=lambda path: _version_key(version_of(path)), default=None)


def version_of(wheel: Path) -> str:
    found = WHEEL.fullmatch(wheel.name)
    if found is None:
        raise InstallRefused(f"{wheel} is no table_kiosk-VERSION-py3-none-any.whl")
    return found[1]


def _version_key(version: str) -> tuple[tuple[int, int, str], ...]:
    parts = re.findall(r"\d+|[a-z]+", version)
    return tuple((1, int(part), "") if part.isdecimal() else (0, 0, part) for part in parts)
