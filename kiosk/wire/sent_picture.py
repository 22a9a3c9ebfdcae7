"""A roll picture on its way to the director: its table signs its name, the sha256 of its bytes.

Key and signature are headers of the request, so that the sender is known before a byte of it is
read. The name is part of the address, and the bytes are checked against it.
"""

from collections.abc import Mapping

from kiosk.wire.errors import KeyInvalid, SignatureInvalid
from kiosk.wire.signing import DeviceKey, verify

KEY_HEADER = "kiosk-key"
SIGNATURE_HEADER = "kiosk-signature"

_ABOUT = "table-kiosk picture 1\n"
"""Prefix of the name in what is signed: no request of another kind has these words."""


def picture_headers(sha256: str, key: DeviceKey) -> Mapping[str, str]:
    """The headers with which the table of this key sends a picture."""
    return {KEY_HEADER: key.public, SIGNATURE_HEADER: key.sign(_signed(sha256))}


def is_signed(sha256: str, key: str, signature: str) -> bool:
    """Whether the device with this public key signed the picture's name."""
    try:
        verify(key, _signed(sha256), signature)
    except (SignatureInvalid, KeyInvalid):
        return False
    return True


def _signed(sha256: str) -> bytes:
    return f"{_ABOUT}{sha256}".encode()
