"""Interface to the machine: a tree of files and the system's programs.

Tests and the simulated doctor use another root and programs of their own.
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
    """A program's exit code, and its output on stdout and stderr."""

    code: int
    out: str


@dataclass(frozen=True, slots=True)
class Space:
    """A file system: bytes free to users, and whether it is read-only."""

    free_bytes: int
    read_only: bool


Run = Callable[[Sequence[str], float], Ran]
"""Runs a command line with a limit in seconds. Raises CommandMissing, CommandHung."""


def run_command(line: Sequence[str], limit_s: float) -> Ran:
    """Run a command line without a shell, in the C locale; kill it at the limit."""
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
    """Space of a folder's file system. Raises OSError if the folder is missing."""
    stats = os.statvfs(folder)
    return Space(stats.f_bavail * stats.f_frsize, bool(stats.f_flag & os.ST_RDONLY))


@dataclass(frozen=True, slots=True)
class Machine:
    """`commits`: times a number of commits in a folder, in ms. `may_read`: for this user."""

    root: Path = Path("/")
    run: Run = run_command
    space: Callable[[Path], Space] = space_of
    commits: Callable[[Path, int], tuple[float, ...]] = timed_commits
    may_read: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK)
    env: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))

    def read_content(self, path: str | Path) -> str | None:
        """Content of a file, stripped; None if it is missing or unreadable."""
        file = path if isinstance(path, Path) else self.root / path
        try:
            return file.read_text(encoding="utf-8", errors="replace").strip("\0 \n")
        except OSError:
            return None

    def find_files(self, pattern: str) -> list[Path]:
        """Files that match the pattern, sorted."""
        return sorted(self.root.glob(pattern))

    def run_program(self, *line: str) -> Ran:
        """Run a program of the system. Raises CommandMissing, CommandHung."""
        return self.run(line, COMMAND_S)
