"""The director's self-signed certificate; tables know it by its hash (`wire/pinned`).

A key on P-256, because browsers do not accept an Ed25519 certificate.
"""

import contextlib
import fcntl
import ipaddress
import socket
import ssl
import struct
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from kiosk.director.errors import DirectorSettingsError
from kiosk.wire import pinned, secret_file

VALID = timedelta(days=20 * 365)
"""Long, because it is not renewed: tables would have to learn another hash."""

BEFORE = timedelta(days=2)
"""A browser's clock may be behind this one."""

_SIOCGIFADDR = 0x8915
"""An interface's IPv4 address (netdevice(7))."""


def make_certificate(names: Sequence[str], now: datetime) -> bytes:
    """A new key and its certificate for these names and addresses, both in PEM. `now` is UTC."""
    key = ec.generate_private_key(ec.SECP256R1())
    himself = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Table Kiosk director")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(himself)
        .issuer_name(himself)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - BEFORE)
        .not_valid_after(now + VALID)
        .add_extension(x509.SubjectAlternativeName([_named(name) for name in names]), False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return secret + certificate.public_bytes(serialization.Encoding.PEM)


def load_or_make_context(
    path: Path, names: Sequence[str], now: datetime
) -> tuple[ssl.SSLContext, str]:
    """TLS 1.3 context with the key and certificate in a file, and its pin; a missing file is made,
    whole or not at all. Raises DirectorSettingsError.
    """
    try:
        content = secret_file.read_or_make(path, lambda: make_certificate(names, now))
        certificate = x509.load_pem_x509_certificate(content)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.load_cert_chain(path)
    except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
        raise DirectorSettingsError(
            f"{path} can't be used as key and certificate: {error}; put a copy in its place, or "
            "take it away for a new one, whose hash every table must be given"
        ) from error
    return context, pinned.certificate_pin(certificate.public_bytes(serialization.Encoding.DER))


def names_of(host: str) -> list[str]:
    """Names under which others may reach this machine, which listens at `host`."""
    name = socket.gethostname()
    here = [host, name, f"{name.partition('.')[0]}.local", *own_addresses()]
    names = dict.fromkeys([*here, "localhost", "127.0.0.1", "::1"])
    return [each for each in names if each not in {"", "0.0.0.0", "::"} and each.isascii()]


def own_addresses() -> list[str]:
    """The IPv4 address of each interface that has one."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _index, interface in socket.if_nameindex():
            with contextlib.suppress(OSError):  # it has none
                answer = fcntl.ioctl(asking, _SIOCGIFADDR, struct.pack("256s", interface.encode()))
                found.append(socket.inet_ntoa(answer[20:24]))
    return found


def _named(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
