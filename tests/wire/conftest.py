"""Random values of everything that travels."""

from typing import Any, get_args

import pytest
from hypothesis import strategies as st

from kiosk.rules.command import Command
from kiosk.rules.fact import Event
from kiosk.rules.units import BySide
from kiosk.wire import codec


def _by_side(kind: Any) -> st.SearchStrategy[BySide[Any]]:
    """Hypothesis does not look inside our generic pair by itself."""
    value = st.from_type(get_args(kind)[0])
    return st.builds(BySide, white=value, black=value)


@pytest.fixture(scope="session")
def any_event() -> st.SearchStrategy[Event]:
    return st.one_of([st.from_type(kind) for kind in codec.EVENTS.values()])


@pytest.fixture(scope="session")
def any_command() -> st.SearchStrategy[Command]:
    return st.one_of([st.from_type(kind) for kind in codec.COMMANDS.values()])


st.register_type_strategy(BySide, _by_side)
st.register_type_strategy(float, st.floats(allow_nan=False, allow_infinity=False))
st.register_type_strategy(int, st.integers(-(2**63), 2**63 - 1))
