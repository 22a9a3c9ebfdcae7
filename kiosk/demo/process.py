"""One `kiosk` command in a process of its own, which can be restarted."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from kiosk.demo.child import child_command
from kiosk.demo.errors import ProcessGone

T = TypeVar("T")

START_S = 60.0
STOP_S = 15.0
LOOK_S = 0.05


class Process:
    """`kiosk NAME …`; its output goes to NAME.log in `folder`. `gone` is raised if it ends."""

    def __init__(self, name: str, folder: Path, gone: type[ProcessGone]) -> None:
        self.name = name
        self.folder = folder
        self.log = folder / f"{name}.log"
        self.gone = gone
        self._scratch = folder.resolve() / f"{name}.tmp"
        self._process: subprocess.Popen[bytes] | None = None
        self._log_before = 0

    @property
    def program(self) -> tuple[str, ...]:
        """The module it runs, and its first arguments."""
        return "kiosk", self.name

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def begin(self, *arguments: object) -> None:
        """Start it without waiting."""
        command = [sys.executable, "-m", *self.program, *map(str, arguments)]
        with self.log.open("ab") as log:
            self._log_before = log.tell()
            self._process = subprocess.Popen(
                child_command(os.getpid(), command),
                env=os.environ | {"TMPDIR": str(self._scratched())},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def wait_until_up(self, connect: Callable[[], T]) -> T:
        """Return the result of `connect` once the process is up. Raises `gone`."""
        until = time.monotonic() + START_S
        while True:
            try:
                return connect()
            except self.gone:
                self._check()
                if time.monotonic() > until:
                    raise
            time.sleep(LOOK_S)

    def output(self) -> str:
        """Its output since it was started."""
        with self.log.open("rb") as log:
            log.seek(self._log_before)
            return log.read().decode(errors="replace")

    def wait(self, timeout_s: float = STOP_S) -> int | None:
        """Wait for its end; return the exit code, or None if it still runs."""
        if self._process is None:
            return None
        try:
            return self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            return None

    def stop(self) -> int | None:
        """End it as systemd would; return its exit code, None if it never ran."""
        if self._process is None:
            return None
        self._process.terminate()
        if self.wait() is None:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self._scratch, ignore_errors=True)
        return self._process.returncode

    def kill(self) -> None:
        """End it as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _scratched(self) -> Path:
        """Its folder for temporary files, emptied, as a killed process leaves them behind."""
        shutil.rmtree(self._scratch, ignore_errors=True)
        self._scratch.mkdir(exist_ok=True)
        return self._scratch

    def _check(self) -> None:
        """Raise `gone`, with its last line of output, if it has ended."""
        if self._process is None or (code := self._process.poll()) is None:
            return
        words = (self.output().splitlines() or ["nothing"])[-1]
        raise self.gone(
            f"the {self.name} ended with exit code {code}; {self.log.name} ends with: {words}"
        )
