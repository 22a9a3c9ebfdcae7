"""A thread that dies ends its process, with words: a dead part is never shown alive."""

import faulthandler
import logging
import os
import sys
import threading

DEAD = 1
"""The exit code: a promise broke, and the line says which."""

_log = logging.getLogger(__name__)


def end_with_a_dead_thread() -> None:
    """From now on an exception that no thread of this process caught ends all of it, at once, as a
    power cut would: what is committed stays, whoever started the process starts it again.

    A process that systemd's watchdog kills (SIGABRT) tells first where each thread stood.
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
