"""Acts and facts of an event (`kiosk.tournament`) as bytes, as strict as those of a match.

Kinds are class names. An act and a fact may have the same names of fields, never the same kind.
"""

from collections.abc import Mapping
from types import MappingProxyType

from kiosk.tournament import decide
from kiosk.tournament.act import Command, Event
from kiosk.wire import codec
from kiosk.wire.bounds import LONGEST_BODY, LONGEST_DRAW, LONGEST_ENTERED, LONGEST_ORDER
from kiosk.wire.upcasts import Body, Upcast

FACTS: Mapping[str, type[Event]] = MappingProxyType({kind.__name__: kind for kind in decide.FACTS})
ACTS: Mapping[str, type[Command]] = MappingProxyType({kind.__name__: kind for kind in decide.ACTS})


def _at_once(body: Body) -> Body:
    """Until then a match began with its call."""
    return body | {"starts_in_min": 0}


UPCASTS: Mapping[str, tuple[Upcast, ...]] = MappingProxyType({"PairingsCalled": (_at_once,)})
"""Steps that lift a fact's body by one version each."""

LONGEST: Mapping[str, int] = MappingProxyType(
    {"Drawn": LONGEST_DRAW, "Entered": LONGEST_ENTERED, "Enter": LONGEST_ENTERED}
)
"""Bytes of those that may have more than others."""


def version_of(kind: str, upcasts: Mapping[str, tuple[Upcast, ...]] = UPCASTS) -> int:
    """The version this program writes for a fact's kind."""
    return codec.version_of(kind, upcasts)


def encode(value: Event | Command) -> bytes:
    """Canonical JSON. Raises ValueUnfit for a value that its own bytes would not give back."""
    kind = type(value).__name__
    usual = LONGEST_BODY if isinstance(value, Event) else LONGEST_ORDER
    return codec.encoded(value, LONGEST.get(kind, usual))


def decode_fact(
    kind: str, v: int, body: bytes, upcasts: Mapping[str, tuple[Upcast, ...]] = UPCASTS
) -> Event:
    """The fact in a body of version `v`, lifted to today's shape.

    Raises KindUnknown, VersionUnknown, BodyInvalid.
    """
    target = codec.lookup(FACTS, kind, "fact of an event")
    codec.check_version(kind, v, upcasts)
    plain = codec.parsed(kind, body, LONGEST.get(kind, LONGEST_BODY))
    return codec.whole(kind, target, codec.lifted(kind, v, plain, upcasts))


def decode_act(kind: str, body: bytes) -> Command:
    """The act in a body. Raises KindUnknown, BodyInvalid."""
    target = codec.lookup(ACTS, kind, "act of an event")
    return codec.whole(kind, target, codec.parsed(kind, body, LONGEST.get(kind, LONGEST_ORDER)))
