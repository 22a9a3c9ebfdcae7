"""What may be skipped, and why: a test that skips without being listed here fails the gate.

Loaded by tests/conftest.py. A line says where tests may skip, the reason they must give and how
many may. Where what they need is present they run, and less is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import pytest


@dataclass(frozen=True, slots=True)
class Allowed:
    """where: how the test's file begins; reason: a pattern its reason begins with; most: so many
    at most."""

    where: str
    reason: str
    most: int


ALLOWED = (
    Allowed("tests/vision/test_light.py", "no dice pictures at ", 1),
    Allowed("tests/vision/lab/test_scenes.py", "no dice pictures at ", 4),
    Allowed("tests/vision/lab/test_cycles.py", "Blender's package is not there", 1),
    Allowed("tests/vision/test_boardless.py", "no photographs at ", 2),
    Allowed("tests/hardware/tower/", "needs a real tower: set ", 5),
    Allowed("tests/demo/test_faults.py", "needs root and a loop device", 1),
    Allowed("tests/rules/", "the books' texts are not kept in this repository", 5),
)


def unlisted(skipped: Sequence[tuple[str, str]], allowed: Sequence[Allowed] = ALLOWED) -> list[str]:
    """What speaks against the (test, reason) pairs that were skipped; a sentence each."""
    left = list(skipped)
    against = []
    for line in allowed:
        here = [s for s in left if s[0].startswith(line.where) and re.match(line.reason, s[1])]
        left = [s for s in left if s not in here]
        if len(here) > line.most:
            against.append(
                f"{len(here)} tests below {line.where} skipped since {line.reason!r}; "
                f"tests/kits/skips.py lists {line.most}."
            )
    return against + [
        f"{test} skipped, and tests/kits/skips.py does not say why: {why}" for test, why in left
    ]


class SkipsCounted:
    """Fails a run in which more was skipped than is listed; tells of it at the end."""

    def __init__(self) -> None:
        self.skipped: list[tuple[str, str]] = []
        self.against: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            self._note(report.nodeid, report.longrepr)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self._note(report.nodeid, report.longrepr)

    def _note(self, test: str, why: object) -> None:
        reason = why[2] if isinstance(why, tuple) else str(why)
        self.skipped.append((test, reason.removeprefix("Skipped: ")))

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        self.against = unlisted(self.skipped)
        if self.against and exitstatus in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.against:
            terminalreporter.section("skipped and not listed", red=True)
            for line in self.against:
                terminalreporter.write_line(line)
