"""Proof of origin: Ed25519 keys and signatures (RFC 8032), one key per device, one per director."""

import base64
import hmac
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from kiosk.wire import secret_file
from kiosk.wire.errors import KeyInvalid, SignatureInvalid

_PREFIX = "ed25519:"
_BYTES = 32


class DeviceKey:
    """A device's own secret, or a director's. `public` is its public key: `ed25519:` and base64."""

    def __init__(self, secret: bytes) -> None:
        """`secret` has 32 bytes. Raises KeyInvalid."""
        if len(secret) != _BYTES:
            raise KeyInvalid(f"a secret key has {len(secret)} bytes; it has {_BYTES}")
        self._secret = secret
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = _PREFIX + base64.b64encode(self._key.public_key().public_bytes_raw()).decode()

    @classmethod
    def generate(cls) -> "DeviceKey":
        return cls(Ed25519PrivateKey.generate().private_bytes_raw())

    @classmethod
    def load(cls, path: Path) -> "DeviceKey":
        """The key in a file that `save` wrote. Raises KeyInvalid."""
        try:
            text = path.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise KeyInvalid(f"{path} can't be read as a key: {error}; name another file") from None
        return cls(_unpacked(text, str(path)))

    @classmethod
    def load_or_make(cls, path: Path) -> "DeviceKey":
        """The key in a file; made first, whole or not at all, if missing. Raises KeyInvalid."""
        try:
            secret_file.read_or_make(path, lambda: cls.generate()._text())
        except OSError as error:
            raise KeyInvalid(f"{path} can't be made: {error}; name another file") from error
        return cls.load(path)

    def save(self, path: Path) -> None:
        """Write a new file only its owner can read; it is on the disk when this returns.

        Raises KeyInvalid for an existing file: a key is never overwritten.
        """
        try:
            secret_file.write_new(path, self._text())
        except OSError as error:
            raise KeyInvalid(f"{path} can't be written: {error.strerror}; name another") from error

    def _text(self) -> bytes:
        return f"{_PREFIX}{base64.b64encode(self._secret).decode()}\n".encode()

    def derived(self, label: str, salt: bytes, length: int) -> bytes:
        """A secret of `length` bytes, at most 32, that only the holder of this key can derive."""
        return hmac.digest(self._secret, label.encode() + b"\0" + salt, "sha256")[:length]

    def sign(self, content: bytes) -> str:
        """The signature over `content`, in base64."""
        return base64.b64encode(self._key.sign(content)).decode()


def verify(public: str, content: bytes, signature: str) -> None:
    """Raises SignatureInvalid if `signature` is not this key's over `content`, KeyInvalid."""
    key = Ed25519PublicKey.from_public_bytes(_unpacked(public, "a public key"))
    try:
        key.verify(base64.b64decode(signature, validate=True), content)
    except (InvalidSignature, ValueError) as error:
        raise SignatureInvalid(
            f"the signature is not the one of key {public}: enrol the device that signed"
        ) from error


def check_public(public: str) -> None:
    """Raises KeyInvalid for a text that is no public key."""
    _unpacked(public, "a public key")


def _unpacked(text: str, what: str) -> bytes:
    """The 32 bytes of a key in text."""
    try:
        raw = base64.b64decode(text.removeprefix(_PREFIX), validate=True)
    except ValueError:
        raw = b""
    if not text.startswith(_PREFIX) or len(raw) != _BYTES:
        raise KeyInvalid(f"{what} is no key; write {_PREFIX} and {_BYTES} bytes in base64")
    return raw
