"""Random values of the types of events and commands."""

from typing import Any, TypeVar, get_args

from hypothesis import strategies as st

from kiosk.rules.command import Command
from kiosk.rules.fact import Event
from kiosk.rules.units import BySide
from kiosk.wire import codec


def _by_side(kind: Any) -> st.SearchStrategy[BySide[Any]]:
    """Hypothesis does not look inside our generic pair by itself."""
    value = st.from_type(get_args(kind)[0])
    return st.builds(BySide, white=value, black=value)


st.register_type_strategy(BySide, _by_side)
st.register_type_strategy(float, st.floats(allow_nan=False, allow_infinity=False))
st.register_type_strategy(int, st.integers(-(2**63), 2**63 - 1))


Kind = TypeVar("Kind")


def of_kind(kind: type[Kind]) -> st.SearchStrategy[Kind]:
    """Any value of one type."""
    return st.from_type(kind)


def any_event() -> st.SearchStrategy[Event]:
    """Any event, with any value in every field."""
    return st.one_of(map(of_kind, codec.EVENTS.values()))


def any_command() -> st.SearchStrategy[Command]:
    """Any command, with any value in every field."""
    return st.one_of(map(of_kind, codec.COMMANDS.values()))
