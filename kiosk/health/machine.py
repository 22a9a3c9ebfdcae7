"""The machine as it is looked at: a tree of files and the programs of the system.

Tests and the simulated doctor give another root and programs of their own.
"""

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kiosk.health.commits import timed_commits
from kiosk.health.errors import CommandHung, CommandMissing

COMMAND_S = 5.0


@dataclass(frozen=True, slots=True)
class Ran:
    """How a program ended, and what it said on stdout and stderr."""

    code: int
    out: str


@dataclass(frozen=True, slots=True)
class Space:
    """A file system: what a user may still write, and whether it may be written at all."""

    free_bytes: int
    read_only: bool


Run = Callable[[Sequence[str], float], Ran]
"""Run a command line within so many seconds. Raises CommandMissing, CommandHung."""


def run_command(line: Sequence[str], limit_s: float) -> Ran:
    """Run it without a shell and in plain English; killed when the time is over."""
    try:
        done = subprocess.run(
            line,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=limit_s,
            check=False,
            env=os.environ | {"LC_ALL": "C"},
        )
    except (FileNotFoundError, PermissionError) as error:
        raise CommandMissing(f"{line[0]} is not on this machine") from error
    except subprocess.TimeoutExpired as error:
        raise CommandHung(f"{line[0]} did not answer within {limit_s:g} s") from error
    return Ran(done.returncode, done.stdout.decode(errors="replace"))


def space_of(folder: Path) -> Space:
    """Raises OSError for a folder that is not there."""
    told = os.statvfs(folder)
    return Space(told.f_bavail * told.f_frsize, bool(told.f_flag & os.ST_RDONLY))


@dataclass(frozen=True, slots=True)
class Machine:
    """`commits` times so many commits in a folder, in ms. `may_read`: whether this user may."""

    root: Path = Path("/")
    run: Run = run_command
    space: Callable[[Path], Space] = space_of
    commits: Callable[[Path, int], tuple[float, ...]] = timed_commits
    may_read: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK)
    env: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))

    def content(self, path: str | Path) -> str | None:
        """What a file holds, stripped; None if it is not there or does not let itself be read."""
        file = path if isinstance(path, Path) else self.root / path
        try:
            return file.read_text(encoding="utf-8", errors="replace").strip("\0 \n")
        except OSError:
            return None

    def found(self, pattern: str) -> list[Path]:
        """The files that match, in order."""
        return sorted(self.root.glob(pattern))

    def run_program(self, *line: str) -> Ran:
        """What a program said. Raises CommandMissing, CommandHung."""
        return self.run(line, COMMAND_S)
