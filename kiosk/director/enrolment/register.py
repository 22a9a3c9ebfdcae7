"""Which devices are enrolled, at which tables, by whom: what was noted of it, folded. Pure.

The file's tables come first, what was noted since goes over them. Nothing is taken back: a device
that was revoked is enrolled again by another note.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Annotated

import msgspec

from kiosk.wire.bounds import Id

Number = Annotated[int, msgspec.Meta(ge=1, le=9999)]


class CardMade(msgspec.Struct, frozen=True, tag="card_made"):
    """An event card was printed. `salt` in hex, of which the director's key makes its secret, so
    that who reads the database has none; `expires_s` in seconds since 1970.
    """

    name: str
    expires_s: int
    salt: str = ""
    """Empty: an older program kept the secret itself. Nobody enrols by that card any more."""


class CardVoided(msgspec.Struct, frozen=True, tag="card_voided"):
    """No device enrols by this card any more."""

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
    """A device is not listened to any more."""

    key: Id


class PutBack(msgspec.Struct, frozen=True, tag="put_back"):
    """A device that was revoked or replaced stands at its table again: that was undone. A spare
    that took its place goes back to where it stood.
    """

    key: Id


class CodeMade(msgspec.Struct, frozen=True, tag="code_made"):
    """A short code was shown; the code itself is kept nowhere."""


class DeviceTurnedAway(msgspec.Struct, frozen=True, tag="turned_away"):
    """A device that asked showed other digits."""


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
    """A fact as it is kept: by whose account, and when."""

    fact: Fact
    by: str
    utc: str


_FACT: msgspec.json.Decoder[Fact] = msgspec.json.Decoder(Fact)


def to_text(fact: Fact) -> str:
    return msgspec.json.encode(fact).decode()


def from_text(body: str) -> Fact:
    """Raises msgspec.MsgspecError for what no `to_text` wrote."""
    return _FACT.decode(body)


@dataclass(frozen=True, slots=True)
class EnrolledDevice:
    """A device that was enrolled. `way`: file, card or code; `gone` says why it no longer is."""

    key: str
    number: int
    way: str
    by: str = ""
    since_utc: str = ""
    is_assigned: bool = False
    """Its number was given here and not in a file: its table is to take it."""
    gone: str | None = None
    revoked: bool = False
    """It is gone because the director took its enrolment back: nothing it has counts by itself."""
    spare: str = ""
    """The device that took its place, and the number at which that stood before."""
    spare_number: int = 0


@dataclass(frozen=True, slots=True)
class EnrolmentCard:
    """A card that was made, by the account `by`. `salt` as in CardMade."""

    name: str
    salt: bytes
    expires_s: int
    by: str


@dataclass(frozen=True)
class Register:
    """All that is known now. `devices` by key, `cards` by name."""

    devices: Mapping[str, EnrolledDevice] = field(default_factory=lambda: MappingProxyType({}))
    cards: Mapping[str, EnrolmentCard] = field(default_factory=lambda: MappingProxyType({}))

    def __contains__(self, key: object) -> bool:
        """Whether the device with this public key is listened to."""
        found = self.devices.get(key) if isinstance(key, str) else None
        return found is not None and found.gone is None

    def devices_at(self, number: int) -> frozenset[str]:
        """The devices that are listened to as this table's."""
        return frozenset(
            key for key, each in self.devices.items() if each.number == number and each.gone is None
        )

    def number(self, key: str) -> int | None:
        """At which table a device stands; None once it is gone: its number is another's."""
        found = self.devices.get(key)
        return None if found is None or found.gone is not None else found.number

    def assigned_number(self, key: str) -> int | None:
        """The number its table is to take; None where only a file says one."""
        found = self.devices.get(key)
        return found.number if found is not None and found.is_assigned else None

    def is_revoked(self, key: str) -> bool:
        """Whether a device's enrolment was taken back; one that a spare replaced is only gone."""
        found = self.devices.get(key)
        return found is not None and found.revoked

    def gone(self, key: str) -> str | None:
        """Why a device that was enrolled no longer is."""
        found = self.devices.get(key)
        return None if found is None else found.gone


def register(tables: Mapping[str, int], notes: Iterable[EnrolmentNote] = ()) -> Register:
    """What the file's `tables`, numbers by key, and what was noted since come to."""
    known = Register({key: EnrolledDevice(key, number, "file") for key, number in tables.items()})
    for note in notes:
        known = with_note(known, note)
    return known


def with_note(known: Register, note: EnrolmentNote) -> Register:
    """A fact about a device that is not known changes nothing."""
    match note.fact:
        case CardMade(salt=""):
            return known
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
    """A spare that has gone elsewhere since stays there."""
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
