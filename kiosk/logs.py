"""Logging of a process: one line on stderr for each message."""

import logging
import os
import re
import sys

LEVELS = ("debug", "info", "warning", "error")

_PRIORITIES = {
    logging.DEBUG: 7,
    logging.INFO: 6,
    logging.WARNING: 4,
    logging.ERROR: 3,
    logging.CRITICAL: 2,
}

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
"""Characters that end a line, move a cursor, change the text's direction or are invisible."""


class _OneLine(logging.Formatter):
    """Escapes control characters, as messages may contain text from outside."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's name)
        return _CONTROL.sub(lambda found: ascii(found[0])[1:-1], super().formatMessage(record))


class _ForJournald(_OneLine):
    """Adds the level before each line, in journald's format (sd-daemon(3))."""

    def format(self, record: logging.LogRecord) -> str:
        priority = _PRIORITIES.get(record.levelno, 6)
        return "\n".join(f"<{priority}>{line}" for line in super().format(record).split("\n"))


def to_stderr(level: str) -> None:
    """Log to stderr from `level` up, one of LEVELS; with priorities if journald reads it."""
    handler = logging.StreamHandler(sys.stderr)
    journald = "JOURNAL_STREAM" in os.environ  # systemd.exec(5)
    form = _ForJournald if journald else _OneLine
    handler.setFormatter(form("%(name)s: %(message)s"))
    logging.basicConfig(level=level.upper(), handlers=[handler])
