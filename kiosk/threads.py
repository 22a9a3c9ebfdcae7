"""A thread that dies ends its process with a log line, so that no dead part seems alive."""

import faulthandler
import logging
import os
import sys
import threading

DEAD = 1
"""Exit code of a process ended by a dead thread."""

_log = logging.getLogger(__name__)


def end_with_a_dead_thread() -> None:
    """Have an uncaught exception in any thread end the process at once, as a power cut would:
    committed data stays, and its supervisor restarts it.

    A process killed by systemd's watchdog (SIGABRT) first prints the stack of each thread.
    """
    threading.excepthook = _end
    if sys.stderr is not None:
        faulthandler.enable()


def _end(args: threading.ExceptHookArgs) -> None:
    name = args.thread.name if args.thread is not None else "of no name"
    error = args.exc_value
    words = " ".join(str(error).split()) or "no more is known"
    try:
        _log.critical(
            "thread %s died, and ends the process: %s: %s",
            name,
            args.exc_type.__name__,
            words,
            exc_info=None if error is None else (args.exc_type, error, args.exc_traceback),
        )
        logging.shutdown()
    finally:
        os._exit(DEAD)
