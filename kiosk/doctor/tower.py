"""The dice tower: whether it is there and answers. Its link's public face is all that is used."""

import threading

from hardware.errors import (
    DeviceMissing,
    HardwareError,
    PortBusy,
    TowerProtocolError,
    TowerTimeout,
    TowerVersionError,
)
from hardware.tower.link import TowerLink, TowerState, TowerStatus
from kiosk.doctor.facts import TowerFacts, TowerTrouble

ANSWER_S = 6.0
"""The link itself gives a silent tower up after 3 s."""

_TROUBLES: tuple[tuple[type[HardwareError], TowerTrouble], ...] = (
    (DeviceMissing, TowerTrouble.MISSING),
    (PortBusy, TowerTrouble.BUSY),
    (TowerTimeout, TowerTrouble.SILENT),
    (TowerVersionError, TowerTrouble.VERSION),
    (TowerProtocolError, TowerTrouble.STRANGER),
    (HardwareError, TowerTrouble.REFUSED),
)
"""The first that fits: a version is a protocol error, too."""


def tower(port: str, answer_s: float = ANSWER_S) -> TowerFacts:
    """Open the port, greet the tower, and give the port back."""
    settled = threading.Event()
    states: list[TowerState] = []

    def heard(state: TowerState) -> None:
        if state.status is not TowerStatus.OPENING:
            states.append(state)
            settled.set()

    with TowerLink(port, lambda _report: None, heard):
        if not settled.wait(answer_s):
            words = f"dice tower on {port} told nothing within {answer_s:g} s"
            return TowerFacts(port, TowerTrouble.SILENT, words)
    first = states[0]
    if first.status is TowerStatus.READY or first.error is None:
        return TowerFacts(port)
    return TowerFacts(port, trouble_of(first.error), str(first.error))


def trouble_of(error: HardwareError) -> TowerTrouble:
    """What a link's error is called here."""
    return next(trouble for kind, trouble in _TROUBLES if isinstance(error, kind))
