"""The sender of a long request of a table, by its front and before any of it is parsed.

Our programs write a request's signed text first and its signature next, with the key near the
beginning of that text. A request longer than LONGEST_UNPROVEN is identified by that front alone.
"""

import re

import msgspec

from kiosk.wire.errors import MessageInvalid
from kiosk.wire.sync import (
    InReply,
    Rejected,
    RequestHeader,
    Signed,
    in_reply,
    read_signed,
    request_header,
)

LONGEST_UNPROVEN = 16 * 1024
"""Bytes of a request that is parsed before its signature is checked. A beat has 1 kB."""

_KEY_WITHIN = 4096
"""Bytes from a request's beginning that contain its key: only ids come before it."""

_KEY = re.compile(rb'\\"key\\":\\"(ed25519:[A-Za-z0-9+/]{43}=)\\"')
_BEGINS = re.compile(rb'\{"type": ?"signed", ?"signed": ?"')
_FRONT = re.compile(
    _BEGINS.pattern + rb'([^"\\]*+(?:\\.[^"\\]*+)*+)", ?"signature": ?"([A-Za-z0-9+/]{86}==)"'
)


def key_in_front(request: bytes) -> str:
    """The public key at the beginning of a request. Raises MessageInvalid."""
    found = _KEY.search(request, 0, _KEY_WITHIN) if _BEGINS.match(request) else None
    if found is None:
        raise MessageInvalid(
            f"no message of ours ({len(request)} bytes that do not begin with the key of their "
            f"sender, {LONGEST_UNPROVEN} at most): {request[:80]!r}"
        )
    return found[1].decode()


def front_of(request: bytes, longest: int | None = None) -> Signed:
    """The signed text of a request and its signature without rows, if the first `longest` bytes
    contain them. Raises MessageInvalid.
    """
    found = _FRONT.match(request, 0, len(request) if longest is None else longest)
    try:
        if found is not None:
            text = msgspec.json.decode(b'"' + found[1] + b'"', type=str)
            return Signed(text, found[2].decode())
    except (msgspec.MsgspecError, ValueError):
        pass
    raise MessageInvalid(
        f"no message of ours (its signed text has no signature behind it): {request[:80]!r}"
    )


def asked_in_front(request: bytes) -> RequestHeader | None:
    """The sender of a long request, by a short front; None if that can't be read."""
    try:
        return request_header(front_of(request, LONGEST_UNPROVEN))
    except MessageInvalid:
        return None


def reply_refused(request: bytes, rejected: Rejected) -> InReply | Rejected:
    """`rejected` as a reply to the sender of `request`; alone if the sender can't be read."""
    sender = _asker(request)
    return in_reply(sender, request, rejected) if sender is not None and sender.nonce else rejected


def _asker(request: bytes) -> RequestHeader | None:
    if len(request) > LONGEST_UNPROVEN:
        return asked_in_front(request)
    try:
        return request_header(read_signed(request))
    except MessageInvalid:
        return None
