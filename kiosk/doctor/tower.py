"""Checks that the dice tower is there and answers, by its link's public interface only."""

import threading

from hardware.errors import (
    DeviceMissing,
    HardwareError,
    PortBusy,
    TowerProtocolError,
    TowerStranger,
    TowerTimeout,
    TowerVersionError,
)
from hardware.tower.link import TowerLink, TowerState, TowerStatus
from hardware.tower.protocol import TowerHello
from hardware.tower.trouble import STANDING, SelfTest, TowerTrouble, TroubleKind
from kiosk.doctor.facts import TowerFacts, TowerLinkTrouble

ANSWER_S = 6.0
"""More than the link's own limits: 3 s for a silent tower, 4 s for a self-test."""

_TROUBLES: tuple[tuple[type[HardwareError], TowerLinkTrouble], ...] = (
    (DeviceMissing, TowerLinkTrouble.MISSING),
    (PortBusy, TowerLinkTrouble.BUSY),
    (TowerTimeout, TowerLinkTrouble.SILENT),
    (TowerStranger, TowerLinkTrouble.OTHER),
    (TowerVersionError, TowerLinkTrouble.VERSION),
    (TowerProtocolError, TowerLinkTrouble.STRANGER),
    (HardwareError, TowerLinkTrouble.REFUSED),
)
"""The first match counts, as a version error is also a protocol error."""


def examine_tower(port: str, answer_s: float = ANSWER_S) -> TowerFacts:
    """Open the port, greet and test the tower, and release the port."""
    settled = threading.Event()
    states: list[TowerState] = []

    def note_state(state: TowerState) -> None:
        if state.status is not TowerStatus.OPENING:
            states.append(state)
            settled.set()

    standing: dict[TroubleKind, str] = {}

    def note_trouble(trouble: TowerTrouble) -> None:
        if trouble.over:
            standing.pop(trouble.kind, None)
        elif trouble.kind in STANDING.values():
            standing[trouble.kind] = trouble.why

    tests: list[SelfTest] = []
    tried = threading.Event()

    def note_result(result: SelfTest) -> None:
        tests.append(result)
        tried.set()

    with TowerLink(port, lambda _report: None, note_state, on_trouble=note_trouble) as link:
        if not settled.wait(answer_s):
            words = f"dice tower on {port} reported nothing within {answer_s:g} s"
            return TowerFacts(port, TowerLinkTrouble.SILENT, words)
        first = states[0]
        if first.status is not TowerStatus.READY and first.error is not None:
            return TowerFacts(port, trouble_of(first.error), str(first.error))
        link.self_test(note_result)
        tried.wait(answer_s)
        hello = link.hello
    result = tests[0] if tests else SelfTest({}, f"no result came within {answer_s:g} s")
    return TowerFacts(
        port,
        firmware="" if hello is None else hello.firmware,
        serial_number="" if hello is None else hello.serial_number or "",
        standing=tuple(standing.items()),
        tested=tuple(result.results.items()),
        passed=result.passed or not result.results,
        untested=why_untested(hello, result),
    )


def why_untested(hello: TowerHello | None, result: SelfTest) -> str | None:
    """Why a self-test did not end; None for firmware that has none."""
    able = hello is not None and "selftest" in hello.parts
    return result.why if able else None


def trouble_of(error: HardwareError) -> TowerLinkTrouble:
    """The trouble of a link's error."""
    return next(trouble for kind, trouble in _TROUBLES if isinstance(error, kind))
