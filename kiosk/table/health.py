"""Periodic check of the machine under the table, for the director.

Only cheap checks that disturb nothing: free space, power, temperature, clock service. `kiosk
doctor` checks everything.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from kiosk.health import judge, look
from kiosk.health.errors import HealthError
from kiosk.health.finding import Finding, PartState
from kiosk.health.machine import Machine
from kiosk.wire.sync import Ailment

EVERY_S = 15.0
SIMULATED_EVERY_S = 1.0
"""Shorter in simulation: a test that lowers the voltage waits for it, and a check costs nothing
there.
"""
STOP_S = 0.3
"""How long the end of the table waits for a check."""

_log = logging.getLogger(__name__)


class MachineHealth:
    """Checks every `every_s` on its own thread; `folder` is the journal's. `lasting`: findings that
    hold as long as the table runs.
    """

    def __init__(
        self,
        folder: Path,
        machine: Machine,
        every_s: float = EVERY_S,
        lasting: tuple[Finding, ...] = (),
    ) -> None:
        self._folder = folder
        self._lasting = lasting
        self._machine = machine
        self._every_s = every_s
        self._wrong: tuple[Finding, ...] = ()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="health", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stopping.set()
        self._thread.join(STOP_S)

    def ailments(self) -> tuple[Ailment, ...]:
        """What the last check found wrong, faults first. Any thread."""
        return tuple(map(_ailment, self._wrong))

    def take_a_look(self) -> None:
        """Check once; log new findings and those that are over."""
        found = [
            each for each in self._findings() if each.state in {PartState.FAULT, PartState.WARNING}
        ]
        before, now = {each.code for each in self._wrong}, {each.code for each in found}
        for each in found:
            if each.code not in before:
                level = logging.ERROR if each.state is PartState.FAULT else logging.WARNING
                _log.log(level, "%s: %s To do: %s.", each.code, each.words, each.todo)
        for code in sorted(before - now):
            _log.info("%s is over", code)
        self._wrong = tuple(sorted(found, key=lambda each: each.state is not PartState.FAULT))

    def _run(self) -> None:
        while not self._stopping.is_set():
            self.take_a_look()
            self._stopping.wait(self._every_s)

    def _findings(self) -> Iterator[Finding]:
        yield from self._lasting
        machine = self._machine
        looks: tuple[Callable[[], tuple[Finding, ...]], ...] = (
            lambda: judge.disk(look.disk(machine, self._folder, 0)),
            lambda: judge.power(look.power(machine)),
            lambda: judge.temperature(look.temperature_c(machine)),
            lambda: judge.clock(look.clock(machine)),
        )
        for each in looks:
            try:
                yield from each()
            except HealthError as error:
                _log.debug("could not be looked at: %s", error)


def _ailment(found: Finding) -> Ailment:
    figures = ", ".join(
        f"{of.name} {of.value} {of.unit}".strip() for of in found.measures if of.value is not None
    )
    return Ailment(found.code, figures, grave=found.state is PartState.FAULT)
