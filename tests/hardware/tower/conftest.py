"""A simulated tower, and what is closed after the test."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from hardware.tower.twin import SimulatedTower


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


@pytest.fixture
def twin(stack: ExitStack) -> SimulatedTower:
    return stack.enter_context(SimulatedTower())
