"""Acts and facts of a club's ladder (`kiosk.tournament.ladder`) as bytes, as strict as an event's.

Kinds are class names. Refusals are never stored.
"""

from collections.abc import Mapping
from types import MappingProxyType

from kiosk.tournament.act import Refused, TournamentCommand, TournamentEvent
from kiosk.tournament.formats import LADDER
from kiosk.wire import codec
from kiosk.wire.bounds import LONGEST_BODY
from kiosk.wire.upcasts import UPCASTS

FACTS: Mapping[str, type[TournamentEvent]] = MappingProxyType(
    {kind.__name__: kind for kind in LADDER.facts if kind is not Refused}
)
ACTS: Mapping[str, type[TournamentCommand]] = MappingProxyType(
    {kind.__name__: kind for kind in LADDER.acts}
)
codec.learn((*FACTS.values(), *ACTS.values()))


def version_of(kind: str) -> int:
    """The version this program writes for a fact's kind."""
    return codec.version_of(kind)


def kind_of(value: TournamentEvent | TournamentCommand) -> str:
    """The kind's name."""
    return type(value).__name__


def encode(value: TournamentEvent | TournamentCommand) -> bytes:
    """Canonical JSON. Raises ValueUnfit for a value that its own bytes would not give back."""
    return codec.encode_bounded(value, LONGEST_BODY)


def decode_fact(kind: str, v: int, body: bytes) -> TournamentEvent:
    """The fact in a body of version `v`, lifted to today's shape.

    Raises KindUnknown, VersionUnknown, BodyInvalid.
    """
    target = codec.lookup(FACTS, kind, "fact of a ladder")
    codec.check_version(kind, v, UPCASTS)
    plain = codec.lift(kind, v, codec.parse_object(kind, body, LONGEST_BODY), UPCASTS)
    return codec.convert_whole(kind, target, plain)


def decode_act(kind: str, body: bytes) -> TournamentCommand:
    """The act in a body. Raises KindUnknown, BodyInvalid."""
    target = codec.lookup(ACTS, kind, "act of a ladder")
    return codec.convert_whole(kind, target, codec.parse_object(kind, body, LONGEST_BODY))
