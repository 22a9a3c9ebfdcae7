"""Acts and facts of an event (`kiosk.tournament`) as bytes, as strict as those of a match.

Kinds are class names. An act and a fact may have the same field names, never the same kind. An act
or a fact of a division's format is written as itself, with its `division_id` beside.
"""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from kiosk.tournament import decide
from kiosk.tournament.act import Refused, TournamentCommand, TournamentEvent
from kiosk.tournament.in_division import DivisionFact, InDivision
from kiosk.tournament.ways import FORMAT_PLAYS
from kiosk.wire import codec
from kiosk.wire.bounds import (
    LONGEST_BODY,
    LONGEST_DRAW,
    LONGEST_ENTERED,
    LONGEST_ORDER,
    LONGEST_TEXT,
)
from kiosk.wire.errors import BodyInvalid
from kiosk.wire.upcasts import UPCASTS, Body, Upcasts

FACTS: Mapping[str, type[TournamentEvent]] = MappingProxyType(
    {kind.__name__: kind for kind in decide.FACTS if kind is not DivisionFact}
)
ACTS: Mapping[str, type[TournamentCommand]] = MappingProxyType(
    {kind.__name__: kind for kind in decide.ACTS if kind is not InDivision}
)
FORMAT_FACTS: Mapping[str, type[TournamentEvent]] = MappingProxyType(
    {
        kind.__name__: kind
        for way in FORMAT_PLAYS.values()
        for kind in way.core.facts
        if kind is not Refused
    }
)
"""Facts of the formats that a division can be played in."""
FORMAT_ACTS: Mapping[str, type[TournamentCommand]] = MappingProxyType(
    {kind.__name__: kind for way in FORMAT_PLAYS.values() for kind in way.own}
)
"""Acts on a division's format; its other acts follow from the event's."""
for _kinds in (FACTS, ACTS, FORMAT_FACTS, FORMAT_ACTS):
    codec.learn(_kinds.values())

_DIVISION = "division_id"

LONGEST: Mapping[str, int] = MappingProxyType(
    {
        "Drawn": LONGEST_DRAW,
        "Entered": LONGEST_ENTERED,
        "Enter": LONGEST_ENTERED,
        "RoundRobinOpened": LONGEST_DRAW,
    }
)
"""In bytes, for kinds that may be longer than others."""


def version_of(kind: str, upcasts: Upcasts = UPCASTS) -> int:
    """The version this program writes for a fact's kind."""
    return codec.version_of(kind, upcasts)


def kind_of(value: TournamentEvent | TournamentCommand) -> str:
    """The kind's name; for facts of a division's format, the format's own name."""
    return type(_inner(value)).__name__


def _inner(value: TournamentEvent | TournamentCommand) -> TournamentEvent | TournamentCommand:
    match value:
        case DivisionFact(fact=inner) | InDivision(act=inner):
            return inner
    return value


def encode(value: TournamentEvent | TournamentCommand) -> bytes:
    """Canonical JSON. Raises ValueUnfit for a value that its own bytes would not give back."""
    kind, inner = kind_of(value), _inner(value)
    usual = LONGEST_BODY if isinstance(value, TournamentEvent) else LONGEST_ORDER
    body = codec.encode_bounded(inner, LONGEST.get(kind, usual))
    if isinstance(value, DivisionFact | InDivision):
        return codec.canonical_json({**msgspec.json.decode(body), _DIVISION: value.division_id})
    return body


def decode_fact(kind: str, v: int, body: bytes, upcasts: Upcasts = UPCASTS) -> TournamentEvent:
    """The fact in a body of version `v`, lifted to today's shape.

    Raises KindUnknown, VersionUnknown, BodyInvalid.
    """
    target = codec.lookup({**FACTS, **FORMAT_FACTS}, kind, "fact of an event")
    codec.check_version(kind, v, upcasts)
    plain = codec.parse_object(kind, body, LONGEST.get(kind, LONGEST_BODY))
    division_id = _division(kind, plain) if kind in FORMAT_FACTS else None
    fact = codec.convert_whole(kind, target, codec.lift(kind, v, plain, upcasts))
    return fact if division_id is None else DivisionFact(fact.at_ms, fact.by, division_id, fact)


def decode_act(kind: str, body: bytes) -> TournamentCommand:
    """The act in a body. Raises KindUnknown, BodyInvalid."""
    target = codec.lookup({**ACTS, **FORMAT_ACTS}, kind, "act of an event")
    plain = codec.parse_object(kind, body, LONGEST.get(kind, LONGEST_ORDER))
    division_id = _division(kind, plain) if kind in FORMAT_ACTS else None
    act = codec.convert_whole(kind, target, plain)
    return act if division_id is None else InDivision(act.at_ms, act.by, division_id, act)


def _division(kind: str, plain: Body) -> str:
    """Take the division out of a body. Raises BodyInvalid."""
    division_id = plain.pop(_DIVISION, None)
    if not isinstance(division_id, str) or len(division_id) > LONGEST_TEXT:
        raise BodyInvalid(f"{kind}: {_DIVISION} is {division_id!r:.80}: name a division")
    return division_id
