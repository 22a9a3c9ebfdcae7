"""The transcriber beside the director: a process of its own, started again if it dies.

It reads the database and writes transcripts; the director imports nothing of it, and goes on
without it.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

LACKING = 3
"""Exit code of a command on a machine that lacks what it needs (`kiosk/COMMANDS.md`)."""

LOOK_S = 5.0
"""Between two looks whether there are pictures yet."""

FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 60.0
"""Before it is started again: twice as long each time, up to this."""

_log = logging.getLogger(__name__)


class TranscriberState:
    """Whether a transcriber runs, or will as soon as there are pictures."""

    runs: bool = True


def transcriber_command(database: Path, pictures: Path, folder: Path) -> list[str]:
    """The command that writes the transcripts of this database into the folder."""
    start = [sys.executable, "-m", "kiosk", "transcribe", str(database), "--follow"]
    return [*start, "--pictures", str(pictures), "--out", str(folder), "--with", str(os.getpid())]


async def keep_transcribing(
    command: Sequence[str],
    has_pictures: Callable[[], bool],
    state: TranscriberState,
    look_s: float = LOOK_S,
) -> None:
    """Run the transcriber from the first picture on until cancelled."""
    while not has_pictures():
        await asyncio.sleep(look_s)
    pause_s = FIRST_PAUSE_S
    while True:
        code = await _run(command)
        if code == LACKING:
            state.runs = False
            _log.warning("no play is transcribed: this machine lacks what it needs, as said above")
            await asyncio.Event().wait()
        _log.warning("the transcriber ended with %s and is started again in %d s", code, pause_s)
        await asyncio.sleep(pause_s)
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)


async def _run(command: Sequence[str]) -> int | str:
    """Its exit code, or why it could not be started; ends it when cancelled."""
    try:
        process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL
        )
    except OSError as error:
        return error.strerror or str(error)
    try:
        return await process.wait()
    finally:
        if process.returncode is None:
            process.kill()  # a transcript is written whole or not at all
            await process.wait()
