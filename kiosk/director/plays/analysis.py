"""Analyses by GNU Backgammon as jobs: one at a time, in processes of their own."""

import asyncio
import logging
import sys
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path

from kiosk.director.plays.process import LACKING
from kiosk.director.store.kept import MatchKey

_log = logging.getLogger(__name__)


class AnalysisState(StrEnum):
    """What becomes of a match's analysis; NONE: nobody asked for it, or it is there."""

    NONE = "none"
    RUNNING = "running"
    LACKING = "lacking"
    """GNU Backgammon is not on this machine."""
    FAILED = "failed"


def analysis_command(database: Path, pictures: Path, key: MatchKey) -> list[str]:
    """The command that analyses a match and keeps what it says beside its transcript."""
    journal_id, match_id = key
    start = ["nice", "-n", "19", sys.executable, "-m", "kiosk", "analyse", str(database)]
    match = [f"--match={match_id}", f"--journal-id={journal_id}"]
    return [*start, *match, "--pictures", str(pictures), "--keep"]


class AnalysisJobs:
    """Used on the event loop. `command` is of a match."""

    def __init__(self, command: Callable[[MatchKey], Sequence[str]]) -> None:
        self._command = command
        self._states: dict[MatchKey, AnalysisState] = {}
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def state(self, key: MatchKey) -> AnalysisState:
        """How far the analysis of a match is."""
        return self._states.get(key, AnalysisState.NONE)

    def start(self, key: MatchKey) -> None:
        """Have a match analysed, after those before it; once at a time."""
        if self.state(key) is AnalysisState.RUNNING:
            return
        self._states[key] = AnalysisState.RUNNING
        task = asyncio.create_task(self._analyse(key))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _analyse(self, key: MatchKey) -> None:
        async with self._turn:
            self._states[key] = await self._run(key)

    async def _run(self, key: MatchKey) -> AnalysisState:
        quiet, pipe = asyncio.subprocess.DEVNULL, asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command(key), stdin=quiet, stdout=quiet, stderr=pipe
            )
        except OSError as error:
            _log.error("match %s can't be analysed: %s", key[1], error)
            return AnalysisState.FAILED
        try:
            _none, words = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode == 0:
            return AnalysisState.NONE
        _log.error("match %s was not analysed: %s", key[1], words.decode(errors="replace").strip())
        return AnalysisState.LACKING if process.returncode == LACKING else AnalysisState.FAILED
