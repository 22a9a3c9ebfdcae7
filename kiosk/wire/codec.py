"""Events and commands as bytes: kinds, versions, canonical form, digest.

The bytes are canonical: one value has one byte string, however a program built it (members sorted
by name, sets sorted, shortest decimal that gives the float back, no spaces). So a digest names the
value, two machines with the same value have the same digest, and moving a field in the source
changes nothing.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

import msgspec

from kiosk.rules import decide
from kiosk.rules.command import Command
from kiosk.rules.fact import Event
from kiosk.rules.match import Match
from kiosk.wire.bounds import LARGEST, LONGEST_BODY, LONGEST_ORDER, LONGEST_TEXT, too_deep
from kiosk.wire.errors import BodyInvalid, KindUnknown, ValueUnfit, VersionUnknown
from kiosk.wire.upcasts import UPCASTS, Body, Upcasts

T = TypeVar("T")
_ENCODER = msgspec.json.Encoder(order="sorted")
_LONGEST_WHY = 300
_DIGITS = bytes.maketrans(b"123456789", b"0" * 9)
_LONG_NUMBER = b"0" * 19
"""LARGEST has this many digits."""


EVENTS: Mapping[str, type[Event]] = {kind.__name__: kind for kind in decide.EVENTS}
COMMANDS: Mapping[str, type[Command]] = {kind.__name__: kind for kind in decide.COMMANDS}
_CARRY_MATCHES = frozenset(
    name for name, kind in COMMANDS.items() if Match in {each.type for each in fields(kind)}
)


def learn(kinds: Iterable[type]) -> None:
    """Prepare the decoders of these types; call it before there are threads. msgspec learns a
    dataclass in place when it first meets it; a second thread that meets it meanwhile reads it
    half-built, and the process dies.
    """
    for kind in kinds:
        msgspec.json.Decoder(kind)


learn((*EVENTS.values(), *COMMANDS.values(), Match))


def kind_of(value: Event | Command) -> str:
    """The kind's name on the wire: its class name."""
    return type(value).__name__


def version_of(kind: str, upcasts: Upcasts = UPCASTS) -> int:
    """The version this program writes for an event kind."""
    return 1 + len(upcasts.get(kind, ()))


def encode(value: Event | Command | Match) -> bytes:
    """Canonical JSON. Raises ValueUnfit for a value that its own bytes would not give back.

    Values that can't be read back must not enter a journal: NaN, a wrong type, half a character, a
    text that is too long.
    """
    if isinstance(value, Command):
        return encode_bounded(value, longest_command(kind_of(value)))
    return encode_bounded(value, None if isinstance(value, Match) else LONGEST_BODY)


def encode_bounded(value: object, longest: int | None) -> bytes:
    """Canonical JSON of at most `longest` bytes; None: of any length. Raises as `encode`."""
    kind = type(value).__name__
    try:
        again = msgspec.json.decode(_ENCODER.encode(value), type=type(value))
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError) as error:
        raise ValueUnfit(f"{kind} can't be kept: {error}; report this") from error
    if again != value:
        raise ValueUnfit(f"{value!r} would come back as {again!r}; report this")
    body = _ENCODER.encode(again)
    plain = msgspec.to_builtins(again)
    odd = _unbounded(body, len(body) if longest is None else longest) or _difference(
        plain, plain, "$"
    )
    if odd is not None:
        raise ValueUnfit(f"{kind} can't be kept: {odd}; shorten it")
    return body


def canonical_json(plain: Any) -> bytes:
    """Canonical JSON of plain lists, objects, strings and numbers."""
    return _ENCODER.encode(plain)


def check_version(kind: str, v: int, upcasts: Upcasts) -> None:
    """Check that this program can lift the version. Raises VersionUnknown."""
    newest = version_of(kind, upcasts)
    if not 1 <= v <= newest:
        raise VersionUnknown(
            f"{kind} has version {v}, this program knows 1 to {newest}: use a newer program"
        )


def decode_event(kind: str, v: int, body: bytes, upcasts: Upcasts = UPCASTS) -> Event:
    """The event in a body of version `v`, lifted to today's shape.

    Raises KindUnknown, VersionUnknown, BodyInvalid.
    """
    target = lookup(EVENTS, kind, "event")
    check_version(kind, v, upcasts)
    if v == version_of(kind, upcasts) and (found := _canonical(target, body)) is not None:
        return found
    plain = lift(kind, v, parse_object(kind, body, LONGEST_BODY), upcasts)
    return convert_whole(kind, target, plain)


def lift(kind: str, v: int, plain: Body, upcasts: Upcasts) -> Body:
    """A body of version `v` in today's shape. Raises BodyInvalid."""
    try:
        for step in upcasts.get(kind, ())[v - 1 :]:
            plain = step(plain)
    except (LookupError, TypeError, AttributeError) as error:
        raise BodyInvalid(f"{kind}: the body is none of version {v}: {plain!r:.80}") from error
    return plain


def decode_command(kind: str, body: bytes) -> Command:
    """The command in a body. Raises KindUnknown, BodyInvalid.

    Commands have no versions: both ends of a socket agree on the protocol before the first one.
    """
    target = lookup(COMMANDS, kind, "command")
    return convert_whole(kind, target, parse_object(kind, body, longest_command(kind)))


def longest_command(kind: str) -> int:
    """The most bytes of a command of this kind, at both ends; for one that carries a match as many
    as for the event that follows from it.
    """
    return LONGEST_BODY if kind in _CARRY_MATCHES else LONGEST_ORDER


def sha256(content: bytes) -> str:
    """64 lower-case hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def lookup(kinds: Mapping[str, type[T]], kind: str, what: str) -> type[T]:
    """The type of a kind. Raises KindUnknown."""
    if kind not in kinds:
        raise KindUnknown(f"no {what} is called {kind!r:.80}: use a program as new as the sender's")
    return kinds[kind]


def _unbounded(body: bytes, longest: int) -> str | None:
    """Why a body must not even be parsed."""
    if len(body) > longest:
        return f"the body has {len(body)} bytes, {longest} at most"
    return too_deep(body)


def _canonical(target: type[T], body: bytes) -> T | None:
    """The value, if the body is its canonical form without anything that might be too large.

    Most bodies are: this takes a third of the time of a full check with its complaint.
    """
    if _unbounded(body, LONGEST_BODY) is not None or _LONG_NUMBER in body.translate(_DIGITS):
        return None
    if len(body) > LONGEST_TEXT and max(map(len, body.split(b'"'))) > LONGEST_TEXT:
        return None
    try:
        value = msgspec.json.decode(body, type=target)
        return value if _ENCODER.encode(value) == body else None
    except (msgspec.MsgspecError, ValueError, OverflowError):
        return None


def parse_object(kind: str, body: bytes, longest: int) -> Body:
    """A JSON object of at most `longest` bytes, not nested too deep. Raises BodyInvalid."""
    odd = _unbounded(body, longest)
    if odd is not None:
        raise BodyInvalid(f"{kind}: {odd}: {body[:80]!r}")
    try:
        return msgspec.json.decode(body, type=Body)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BodyInvalid(f"{kind}: the body is no JSON object ({error}): {body[:80]!r}") from error


def convert_whole(kind: str, target: type[T], plain: Body) -> T:
    """The value, with every field present and no other: converting alone forgives both.

    Raises BodyInvalid.
    """
    try:
        value = msgspec.convert(plain, target)
        same = msgspec.json.decode(_ENCODER.encode(value)) == plain
    except (msgspec.ValidationError, ValueError, OverflowError) as error:
        raise BodyInvalid(f"{kind}: {error}"[:_LONGEST_WHY]) from error
    if same and not _any_beyond(plain):
        return value
    odd = _difference(plain, msgspec.to_builtins(value, order="sorted"), "$")
    if odd is not None:
        raise BodyInvalid(f"{kind}: {odd}"[:_LONGEST_WHY])
    return value


def _any_beyond(plain: Body) -> bool:
    """Whether `_difference` would find a text or a number too large. A rule book has a thousand
    places, and this checks them in a tenth of its time.
    """
    waiting: list[Any] = [plain]
    while waiting:
        some = waiting.pop()
        for one in some.values() if isinstance(some, dict) else some:
            if isinstance(one, dict | list):
                waiting.append(one)
            elif isinstance(one, str):
                if len(one) > LONGEST_TEXT:
                    return True
            elif isinstance(one, int) and not -LARGEST - 1 <= one <= LARGEST:
                return True
    return False


def _difference(given: Any, whole: Any, path: str) -> str | None:
    """Where `given` has more or less than the value made from it, or exceeds a bound."""
    if isinstance(given, dict) and isinstance(whole, dict):
        for name in sorted(given.keys() | whole.keys()):
            if name not in whole:
                return f"unknown field `{name}` at {path}"
            if name not in given:
                return f"missing field `{name}` at {path}"
            inner = _difference(given[name], whole[name], f"{path}.{name}")
            if inner is not None:
                return inner
        return None
    lists = isinstance(given, list | tuple) and isinstance(whole, list | tuple)
    if lists and len(given) == len(whole):
        parts = (
            _difference(one, other, f"{path}[{index}]")
            for index, (one, other) in enumerate(zip(given, whole, strict=True))
        )
        return next((part for part in parts if part is not None), None)
    return _beyond(given, path) if given == whole else f"{given!r} at {path} is not canonical"


def _beyond(given: Any, path: str) -> str | None:
    """Where a text or a number exceeds its bound."""
    if isinstance(given, str) and len(given) > LONGEST_TEXT:
        return f"{path} has {len(given)} characters, {LONGEST_TEXT} at most"
    if isinstance(given, int) and not -LARGEST - 1 <= given <= LARGEST:
        return f"{path} is a number of {given.bit_length()} bits, 63 at most"
    return None
