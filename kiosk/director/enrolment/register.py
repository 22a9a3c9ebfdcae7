"""Register of enrolled devices: folded from notes about devices, tables and accounts. Pure.

The file's tables come first, later notes override them. Notes are never removed: a revoked device
is enrolled again by another note.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Annotated

import msgspec

from kiosk.wire.bounds import Id

Number = Annotated[int, msgspec.Meta(ge=1, le=9999)]


class CardMade(msgspec.Struct, frozen=True, tag="card_made"):
    """An event card was printed. `salt` in hex; with the director's key it gives the card's secret,
    so that the database does not reveal it. `expires_s` in seconds since 1970.
    """

    name: str
    expires_s: int
    salt: str


class CardVoided(msgspec.Struct, frozen=True, tag="card_voided"):
    """The card is no longer valid."""

    name: str


class Enrolled(msgspec.Struct, frozen=True, tag="enrolled"):
    """A device stands at table `number`. `way`: card or code."""

    key: Id
    number: Number
    way: str


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """An enrolled device stands at another table now."""

    key: Id
    number: Number


class Replaced(msgspec.Struct, frozen=True, tag="replaced"):
    """An enrolled device took the place of another, which is put away."""

    key: Id
    spare: Id


class Revoked(msgspec.Struct, frozen=True, tag="revoked"):
    """A device is no longer trusted."""

    key: Id


class PutBack(msgspec.Struct, frozen=True, tag="put_back"):
    """A revoked or replaced device stands at its table again. A spare that took its place goes back
    to its former table.
    """

    key: Id


class CodeMade(msgspec.Struct, frozen=True, tag="code_made"):
    """A short code was shown; the code itself is not stored."""


class DeviceTurnedAway(msgspec.Struct, frozen=True, tag="turned_away"):
    """A waiting device was refused because its digits differed."""


Fact = (
    CardMade
    | CardVoided
    | Enrolled
    | Moved
    | Replaced
    | Revoked
    | PutBack
    | CodeMade
    | DeviceTurnedAway
)


class EnrolmentNote(msgspec.Struct, frozen=True):
    """A fact as stored: account and time."""

    fact: Fact
    by: str
    utc: str


_FACT: msgspec.json.Decoder[Fact] = msgspec.json.Decoder(Fact)


def to_text(fact: Fact) -> str:
    return msgspec.json.encode(fact).decode()


def from_text(body: str) -> Fact:
    """Raises msgspec.MsgspecError for text that `to_text` did not write."""
    return _FACT.decode(body)


@dataclass(frozen=True, slots=True)
class EnrolledDevice:
    """A device that was enrolled. `way`: file, card or code; `gone`: why it is no longer
    enrolled.
    """

    key: str
    number: int
    way: str
    by: str = ""
    since_utc: str = ""
    is_assigned: bool = False
    """Whether its number was given here and not in a file: its table must take it."""
    gone: str | None = None
    revoked: bool = False
    """Whether the director revoked it: nothing it has counts by itself."""
    spare: str = ""
    """The device that took its place, and the number of that one's former table."""
    spare_number: int = 0


@dataclass(frozen=True, slots=True)
class EnrolmentCard:
    """A card made by the account `by`. `salt` as in CardMade."""

    name: str
    salt: bytes
    expires_s: int
    by: str


@dataclass(frozen=True)
class Register:
    """Everything known now. `devices` by key, `cards` by name."""

    devices: Mapping[str, EnrolledDevice] = field(default_factory=lambda: MappingProxyType({}))
    cards: Mapping[str, EnrolmentCard] = field(default_factory=lambda: MappingProxyType({}))

    def __contains__(self, key: object) -> bool:
        """Whether the device with this public key is enrolled."""
        found = self.devices.get(key) if isinstance(key, str) else None
        return found is not None and found.gone is None

    def devices_at(self, number: int) -> frozenset[str]:
        """Keys of the devices enrolled at this table."""
        return frozenset(
            key for key, each in self.devices.items() if each.number == number and each.gone is None
        )

    def number(self, key: str) -> int | None:
        """The table of a device; None once it is gone, because another has its number."""
        found = self.devices.get(key)
        return None if found is None or found.gone is not None else found.number

    def assigned_number(self, key: str) -> int | None:
        """The number that the device's table must take; None if only a file names one."""
        found = self.devices.get(key)
        return found.number if found is not None and found.is_assigned else None

    def is_revoked(self, key: str) -> bool:
        """Whether a device was revoked; one replaced by a spare is only gone."""
        found = self.devices.get(key)
        return found is not None and found.revoked

    def why_gone(self, key: str) -> str | None:
        """Why a device is no longer enrolled."""
        found = self.devices.get(key)
        return None if found is None else found.gone


def register(tables: Mapping[str, int], notes: Iterable[EnrolmentNote] = ()) -> Register:
    """The register from the file's `tables`, numbers by key, and later notes."""
    known = Register({key: EnrolledDevice(key, number, "file") for key, number in tables.items()})
    for note in notes:
        known = with_note(known, note)
    return known


def with_note(known: Register, note: EnrolmentNote) -> Register:
    """The register after a note; a fact about an unknown device changes nothing."""
    match note.fact:
        case CardMade(name, expires_s, salt):
            card = EnrolmentCard(name, bytes.fromhex(salt), expires_s, note.by)
            return replace(known, cards={**known.cards, name: card})
        case CardVoided(name):
            left = {each: card for each, card in known.cards.items() if each != name}
            return replace(known, cards=left)
        case CodeMade() | DeviceTurnedAway():
            return known
        case Enrolled(key, number, way):
            return _with(
                known, EnrolledDevice(key, number, way, note.by, note.utc, is_assigned=True)
            )
        case Moved() | Replaced() | Revoked() | PutBack() as fact:
            return _changed(known, fact, note) if fact.key in known.devices else known


def _changed(
    known: Register, fact: Moved | Replaced | Revoked | PutBack, note: EnrolmentNote
) -> Register:
    device = known.devices[fact.key]
    if (device.gone is None) is isinstance(fact, PutBack):
        return known
    match fact:
        case Moved(_key, number):
            return _with(known, replace(device, number=number, is_assigned=True))
        case Replaced(key, spare):
            if spare not in known:
                return known
            was = known.devices[spare]
            known = _without(known, key, "a spare took its place", note)
            gone = replace(known.devices[key], spare=spare, spare_number=was.number)
            return _with(_with(known, gone), replace(was, number=device.number, is_assigned=True))
        case Revoked(key):
            known = _without(known, key, "it was revoked", note)
            return _with(known, replace(known.devices[key], revoked=True))
        case PutBack(key):
            return _put_back(known, key)


def _put_back(known: Register, key: str) -> Register:
    """Put a device back. A spare that has moved elsewhere since stays there."""
    device = known.devices[key]
    if known.number(device.spare) == device.number:
        spare = known.devices[device.spare]
        known = _with(known, replace(spare, number=device.spare_number, is_assigned=True))
    return _with(known, replace(device, gone=None, revoked=False, spare="", is_assigned=True))


def _with(known: Register, device: EnrolledDevice) -> Register:
    return replace(known, devices={**known.devices, device.key: device})


def _without(known: Register, key: str, why: str, note: EnrolmentNote) -> Register:
    gone = f"{why} by {note.by} at {note.utc}"
    return _with(known, replace(known.devices[key], gone=gone))
