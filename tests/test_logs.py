"""What a process tells on stderr, and how journald is told how grave it is."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import logging, sys
from kiosk.logs import to_stderr
to_stderr(sys.argv[1])
log = logging.getLogger("kiosk.table.loop")
log.debug("a detail")
log.info("up")
log.warning("camera lost")
log.error("two\\nlines")
if len(sys.argv) > 2:
    log.error("a table said %s", sys.argv[2])
    try:
        raise OSError("disk")
    except OSError:
        log.exception("it failed")
"""


def told(level: str, *words: str, **environment: str) -> list[str]:
    usual = {name: value for name, value in os.environ.items() if name != "JOURNAL_STREAM"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, level, *words],
        env=usual | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr.splitlines()


@pytest.mark.parametrize(
    ("level", "count"), [("debug", 4), ("info", 3), ("warning", 2), ("error", 1)]
)
def test_what_is_less_grave_is_not_told(level: str, count: int) -> None:
    everything = ["a detail", "up", "camera lost", r"two\nlines"]
    lines = [f"kiosk.table.loop: {words}" for words in everything]
    assert told(level) == lines[-count:]


def test_journald_reads_how_grave_each_line_is() -> None:
    """sd-daemon(3): 6 informational, 4 a warning, 3 an error."""
    assert told("info", JOURNAL_STREAM="8:1") == [
        "<6>kiosk.table.loop: up",
        "<4>kiosk.table.loop: camera lost",
        r"<3>kiosk.table.loop: two\nlines",
    ]


def test_what_others_said_is_no_line_of_ours_and_moves_no_cursor() -> None:
    said = "x\n<2>kiosk.director: all is lost\x1b[2J\x9b2J\u2028é\u202e\u2066\u200b"
    for environment in ({}, {"JOURNAL_STREAM": "8:1"}):
        lines = told("error", said, **environment)
        (line,) = (each for each in lines if "a table said" in each)
        assert line.endswith(
            r"said x\n<2>kiosk.director: all is lost\x1b[2J\x9b2J\u2028é\u202e\u2066\u200b"
        )
        assert "OSError: disk" in lines[-1]  # what failed is told line by line
        assert len(lines) > 4
