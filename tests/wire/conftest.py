"""Random values of everything that travels."""

import pytest
from hypothesis import strategies as st
from kits import strategies

from kiosk.rules.command import Command
from kiosk.rules.fact import Event


@pytest.fixture(scope="session")
def any_event() -> st.SearchStrategy[Event]:
    return strategies.any_event()


@pytest.fixture(scope="session")
def any_command() -> st.SearchStrategy[Command]:
    return strategies.any_command()
