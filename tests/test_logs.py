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
"""


def told(level: str, **environment: str) -> list[str]:
    usual = {name: value for name, value in os.environ.items() if name != "JOURNAL_STREAM"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, level],
        env=usual | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr.splitlines()


@pytest.mark.parametrize(
    ("level", "count"), [("debug", 5), ("info", 4), ("warning", 3), ("error", 2)]
)
def test_what_is_less_grave_is_not_told(level: str, count: int) -> None:
    everything = ["a detail", "up", "camera lost", "two"]
    lines = [f"kiosk.table.loop: {words}" for words in everything] + ["lines"]
    assert told(level) == lines[-count:]


def test_journald_reads_how_grave_each_line_is() -> None:
    """sd-daemon(3): 6 informational, 4 a warning, 3 an error."""
    assert told("info", JOURNAL_STREAM="8:1") == [
        "<6>kiosk.table.loop: up",
        "<4>kiosk.table.loop: camera lost",
        "<3>kiosk.table.loop: two",
        "<3>lines",
    ]
