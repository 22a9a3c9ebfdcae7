"""The registry of what is said of each fact."""

from functools import singledispatch

from kiosk.rules.fact import Event


@singledispatch
def said(event: Event) -> str:
    """The event in words, without its sections."""
    raise TypeError(f"no words for {type(event).__name__}")
