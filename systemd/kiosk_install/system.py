"""The machine that is installed on: its files, its programs, its systemd."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kiosk_install import places

DONE = 0
"""Exit code of success."""

BROKEN = 1
"""Exit code of a failure."""

WRONG = 2
"""Exit code of a refusal."""

ELSEWHERE = ("PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "PIP_PREFIX", "PIP_USER", "PIP_ROOT")
"""Variables that would make a program use packages outside its environment."""


class InstallRefused(Exception):
    """Nothing was done; the message is one sentence with the reason and what to do."""


class InstallFailed(Exception):
    """It failed on the way; what was installed before still works."""


class System:
    """The machine below `root`. With a root other than `/` only files are installed, no user and no
    packages; systemd is then `usr/bin/systemctl` below that root, if it exists.
    """

    def __init__(self, root: Path = Path("/")) -> None:
        self.root = root.resolve()
        self.real = self.root == Path("/")
        self.changed: list[Path] = []
        """Paths written, linked or removed, in order."""

    def path_of(self, place: str) -> Path:
        return self.root / place

    def print_line(self, line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Allow one installer or update at a time. Raises InstallRefused."""
        folder = self.path_of(places.VERSIONS)
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / ".lock").open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise InstallRefused(
                    "another install or update is at work here: wait until it ends"
                ) from None
            yield

    # --- files -----------------------------------------------------------------------------------

    def put(self, place: str, content: bytes, mode: int = 0o644) -> bool:
        """Write a file atomically; return False if it already had this content."""
        path = self.path_of(place)
        if path.is_file() and not path.is_symlink() and path.read_bytes() == content:
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f".{path.name}.new")
        with new.open("wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        new.chmod(mode)
        os.replace(new, path)
        self.changed.append(path)
        return True

    def link(self, place: str, target: str) -> bool:
        """Set a link atomically; return False if it already had this target."""
        path = self.path_of(place)
        if path.is_symlink() and os.readlink(path) == target:
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f".{path.name}.new")
        new.unlink(missing_ok=True)
        new.symlink_to(target)
        os.replace(new, path)
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
        self.changed.append(path)
        return True

    def remove(self, place: str) -> bool:
        """Remove a file, a link or a whole folder; return False if there was none."""
        path = self.path_of(place)
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path.is_symlink() or path.exists():
            path.unlink()
        else:
            return False
        self.changed.append(path)
        return True

    # --- programs --------------------------------------------------------------------------------

    def run(self, *command: str | Path, why: str, given: Path = Path(os.devnull)) -> str:
        """Run a command with the file `given` on stdin; return its stdout.

        Raises InstallFailed with `why` and the end of its stderr.
        """
        ours = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
        theirs = {k: v for k, v in os.environ.items() if k not in ELSEWHERE}
        try:
            with given.open("rb") as stdin:
                done = subprocess.run(
                    [str(word) for word in command],
                    env=theirs | ours,
                    stdin=stdin,
                    capture_output=True,
                    text=True,
                    errors="replace",
                    check=False,
                )
        except OSError as error:
            raise InstallFailed(f"{why}: {error.strerror} ({command[0]})") from error
        if done.returncode != 0:
            last = " ".join((done.stderr.strip() or done.stdout.strip()).split("\n")[-3:])
            raise InstallFailed(f"{why}: {last or f'exit {done.returncode}'}")
        return done.stdout

    # --- systemd ---------------------------------------------------------------------------------

    @property
    def booted(self) -> bool:
        """True if systemd runs here (sd_booted(3))."""
        return self._systemctl is not None and self.path_of("run/systemd/system").is_dir()

    @property
    def _systemctl(self) -> str | None:
        if self.real:
            return shutil.which("systemctl")
        program = self.path_of("usr/bin/systemctl")
        return str(program) if program.exists() else None

    def systemctl(self, *arguments: str) -> bool:
        """Run systemctl; return whether it succeeded. Without systemd, do nothing."""
        if not self.booted or self._systemctl is None:
            return True
        asked: Sequence[str] = (self._systemctl, *arguments)
        return subprocess.run(asked, stdin=subprocess.DEVNULL, check=False).returncode == 0

    def ask_systemctl(self, *arguments: str) -> str:
        """Output of systemctl; empty without systemd."""
        if not self.booted or self._systemctl is None:
            return ""
        asked: Sequence[str] = (self._systemctl, *arguments)
        done = subprocess.run(
            asked, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    def is_up(self, unit: str) -> bool:
        return self.ask_systemctl("is-active", unit) == "active"


def exit_code(program: str, root: Path, work: Callable[[System], None]) -> int:
    """Do `work` below `root`, print a refusal or failure after `program`'s name, and return the
    exit code.
    """
    os.umask(0o022)  # the user kiosk must be able to read what root puts in place
    try:
        work(System(root))
    except (InstallRefused, InstallFailed) as error:
        sys.stderr.write(f"{program}: {error}\n")
        return WRONG if isinstance(error, InstallRefused) else BROKEN
    return DONE


def require_typed(word: str, what: str) -> None:
    """Ask for a typed word before an irreversible step. Raises InstallRefused."""
    sys.stdout.write(f"{what} Type {word} to go on: ")
    sys.stdout.flush()
    if sys.stdin.readline().strip() != word:
        raise InstallRefused(f"{word} was not typed: nothing was done")
