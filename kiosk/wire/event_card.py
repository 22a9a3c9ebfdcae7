"""The contents of a printed event card: where the director is, how he is recognised, and a secret.

`TK1:` and base32, so that a QR code holds it in its alphanumeric mode. The bytes: expiry in minutes
since 1970 (4), secret (16), the certificate's SHA-256 (32), then each address: 4 for an IPv4
address (4 bytes) or 0 for a name (its length, its bytes), and the port (2). Known to anyone who
sees the card: it lets a device request enrolment, and nothing else.
"""

import base64
import hashlib
import ipaddress
import re
import struct
from urllib.parse import urlsplit

import msgspec

from kiosk.wire.errors import CardInvalid

VERSION = 1
SECRET_BYTES = 16
MOST_ADDRESSES = 4
LONGEST_NAME = 60
LONGEST_CARD = 600
"""The most characters of a card that are read."""

_CARD = re.compile(r"TK(\d{1,3}):([A-Z2-7]*)")
_HEAD = struct.Struct(">I16s32s")
_IPV4 = 4
_NAME = 0
_NO_PIN = bytes(32)


class EventCard(msgspec.Struct, frozen=True):
    """`addresses` are HOST:PORT, the likeliest first; `certificate` is the pin by which the
    director is recognised, None for plain HTTP on this machine alone. `expires_s` is in seconds
    since 1970.
    """

    addresses: tuple[str, ...]
    certificate: str | None
    secret: bytes
    expires_s: int

    @property
    def name(self) -> str:
        """The card's name for a table, which does not reveal its secret."""
        return name_of(self.secret)

    @property
    def urls(self) -> tuple[str, ...]:
        scheme = "http" if self.certificate is None else "https"
        return tuple(f"{scheme}://{address}" for address in self.addresses)


def name_of(secret: bytes) -> str:
    """The name of the card with this secret."""
    return hashlib.sha256(b"table kiosk event card\0" + secret).hexdigest()[:16]


def qr_text(card: EventCard) -> str:
    """The text of its QR code. Raises CardInvalid for an address that no card can hold."""
    pin = _NO_PIN
    if card.certificate is not None:
        pin = bytes.fromhex(card.certificate.removeprefix("sha256:"))
    content = _HEAD.pack(card.expires_s // 60, card.secret, pin)
    content += b"".join(map(_packed, card.addresses[:MOST_ADDRESSES]))
    return f"TK{VERSION}:{base64.b32encode(content).decode().rstrip('=')}"


def read_card(text: str) -> EventCard:
    """The card of a text. Raises CardInvalid, in words for the person who laid it on the board."""
    found = _CARD.fullmatch(text[:LONGEST_CARD])
    if found is None:
        raise CardInvalid(f"this is no event card ({text[:20]!r}): lay the director's on the board")
    if int(found[1]) != VERSION:
        raise CardInvalid(
            f"the card is of version {int(found[1])}, this table reads {VERSION}: update it"
        )
    letters = found[2]
    try:
        content = base64.b32decode(letters + "=" * (-len(letters) % 8))
        minutes, secret, pin = _HEAD.unpack_from(content)
        addresses = _unpacked(content[_HEAD.size :])
    except (ValueError, struct.error, IndexError) as error:
        raise CardInvalid("the card is damaged: print another") from error
    certificate = None if pin == _NO_PIN else f"sha256:{pin.hex()}"
    return EventCard(addresses, certificate, secret, minutes * 60)


def _packed(address: str) -> bytes:
    where = urlsplit(f"//{address}")
    host, port = where.hostname or "", where.port or 0
    try:
        return bytes([_IPV4]) + ipaddress.IPv4Address(host).packed + port.to_bytes(2, "big")
    except ValueError:
        name = host.encode("ascii", "replace")
    if not 1 <= len(name) <= LONGEST_NAME:
        raise CardInvalid(f"{address!r} is no HOST:PORT of {LONGEST_NAME} characters: name another")
    return bytes([_NAME, len(name)]) + name + port.to_bytes(2, "big")


def _unpacked(content: bytes) -> tuple[str, ...]:
    addresses: list[str] = []
    while content:
        kind = content[0]
        if kind not in (_IPV4, _NAME):
            raise ValueError(f"address of kind {kind}")
        start, length = (1, 4) if kind == _IPV4 else (2, content[1])
        host, rest = content[start : start + length], content[start + length :]
        if len(rest) < 2 or not host:
            raise ValueError("half an address")
        name = str(ipaddress.IPv4Address(host)) if kind == _IPV4 else host.decode("ascii")
        if re.fullmatch(r"[\w.:-]+", name, re.ASCII) is None:
            raise ValueError(f"no host: {name!r}")
        shown = f"[{name}]" if ":" in name else name
        addresses.append(f"{shown}:{int.from_bytes(rest[:2], 'big')}")
        content = rest[2:]
    if not 1 <= len(addresses) <= MOST_ADDRESSES:
        raise ValueError(f"{len(addresses)} addresses")
    return tuple(addresses)
