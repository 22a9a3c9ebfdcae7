"""Random values of everything that travels."""

import pytest
from hypothesis import strategies as st

from kiosk.rules.command import Command
from kiosk.rules.fact import Event
from kiosk.wire import codec


@pytest.fixture(scope="session")
def any_event() -> st.SearchStrategy[Event]:
    return st.one_of([st.from_type(kind) for kind in codec.EVENTS.values()])


@pytest.fixture(scope="session")
def any_command() -> st.SearchStrategy[Command]:
    return st.one_of([st.from_type(kind) for kind in codec.COMMANDS.values()])
