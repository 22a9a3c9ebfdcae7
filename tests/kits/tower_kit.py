"""A link to a tower and what it told, on a clock that the test turns by hand."""

import contextlib
import queue
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from hardware.tower.link import (
    SelfTest,
    TowerLink,
    TowerReport,
    TowerState,
    TowerStatus,
    TowerTrouble,
    TroubleKind,
)

MS = 1_000_000
PATIENCE_S = 20  # a bound for a broken program, not a measure: nothing here waits for time to pass


class Listener:
    """The link under test and what it told us."""

    def __init__(self, port: str, patience_s: float = PATIENCE_S, **options: Any) -> None:
        self.reports: queue.Queue[TowerReport] = queue.Queue()
        self.states: queue.Queue[TowerState] = queue.Queue()
        self._patience_s = patience_s
        self.troubles: queue.Queue[TowerTrouble] = queue.Queue()
        options.setdefault("ports", list)
        self.link = TowerLink(
            port,
            self.reports.put,
            self.states.put,
            on_trouble=self.troubles.put,
            first_retry_ns=10 * MS,
            **options,
        )

    def report(self) -> TowerReport:
        return self.reports.get(timeout=self._patience_s)

    def until(self, wanted: Callable[[TowerState], bool]) -> TowerState:
        for _ in range(6):
            state = self.states.get(timeout=self._patience_s)
            if wanted(state):
                return state
        pytest.fail("the link told six states, none of them the one waited for")

    def trouble(self) -> tuple[TroubleKind, bool]:
        told = self.troubles.get(timeout=self._patience_s)
        return told.kind, told.over

    def self_test(self) -> SelfTest:
        results: queue.Queue[SelfTest] = queue.Queue()
        self.link.self_test(results.put)
        return results.get(timeout=self._patience_s)

    def until_ready(self) -> None:
        self.until(lambda state: state.status is TowerStatus.READY)

    def until_lost(self, error: type[Exception]) -> TowerState:
        return self.until(
            lambda state: state.status is TowerStatus.LOST and isinstance(state.error, error)
        )


def listen(stack: ExitStack, tower: Any, **options: Any) -> Listener:
    patience_s = getattr(tower, "patience_s", PATIENCE_S)
    listener = Listener(tower.port, patience_s, **options)
    stack.enter_context(listener.link)
    return listener


class Minutes:
    """A clock for twin and link that the test turns by hand."""

    def __init__(self) -> None:
        self.now_ns = 500_000_000 * MS

    def __call__(self) -> int:
        return self.now_ns

    def passes(self, ms: int) -> None:
        self.now_ns += ms * MS


def until_silence_is_noticed(heard: Listener, clock: Minutes) -> TowerState:
    """What was on its way when the tower fell silent may be heard after a leap of the clock."""
    for _ in range(PATIENCE_S):
        clock.passes(3_100)
        with contextlib.suppress(queue.Empty):
            state = heard.states.get(timeout=1)
            assert state.status is TowerStatus.LOST
            return state
    pytest.fail("the link does not notice the silence")
