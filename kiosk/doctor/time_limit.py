"""A time limit for any check: one that hangs is abandoned, and the doctor goes on."""

import threading
from collections.abc import Callable
from queue import Empty, Queue
from typing import TypeVar

from kiosk.health.errors import HealthError

T = TypeVar("T")


class LookTimedOut(HealthError):
    """A check did not end in time."""


def run_with_limit(limit_s: float, look: Callable[[], T]) -> T:
    """Run `look` on a thread of its own; return its result. Raises what it raises, and
    LookTimedOut.

    Nothing can end a thread that hangs in the kernel: it is a daemon, and goes with the process.
    """
    came: Queue[tuple[T | None, BaseException | None]] = Queue(maxsize=1)

    def run() -> None:
        try:
            came.put((look(), None))
        except BaseException as error:  # noqa: BLE001 - raised again by the caller
            came.put((None, error))

    threading.Thread(target=run, name="doctor look", daemon=True).start()
    try:
        found, error = came.get(timeout=limit_s)
    except Empty as late:
        raise LookTimedOut(f"it did not end within {limit_s:g} s") from late
    if error is not None:
        raise error
    return found  # type: ignore[return-value]
