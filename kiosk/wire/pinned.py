"""HTTP to a director: over TLS 1.3 to the holder of the pinned certificate, or on this machine.

No authority vouches for the certificate, and its names and dates are not checked: it is the one
whose hash was recorded, or another machine's. So a table needs no authority and no clock for it.
"""

import hashlib
import http.client
import ipaddress
import re
import socket
import ssl
from urllib.parse import urlsplit

from kiosk.wire.errors import NotTheDirector

_PIN = re.compile(r"sha256:[0-9a-f]{64}")


def certificate_pin(der: bytes) -> str:
    """The pin of a certificate: `sha256:` and the hash of its DER in hex."""
    return f"sha256:{hashlib.sha256(der).hexdigest()}"


def is_pin(text: str) -> bool:
    return _PIN.fullmatch(text) is not None


def is_loopback(host: str) -> bool:
    """Whether traffic to this name or address never leaves the machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def connect_to(url: str, certificate: str | None, timeout_s: float) -> http.client.HTTPConnection:
    """A connection to `url`, http://HOST:PORT or https://HOST:PORT. `certificate` is its pin, None
    for http.

    For https, `connect` raises NotTheDirector if the other end has another certificate, or no TLS.
    """
    where = urlsplit(url)
    host = where.hostname or ""
    if where.scheme == "https":
        return _Pinned(host, where.port, timeout_s, certificate or "")
    return http.client.HTTPConnection(host, where.port, timeout=timeout_s)


def seen_pin(url: str, timeout_s: float) -> str:
    """The pin of the certificate at an https `url`, trusted or not. Raises OSError."""
    where = urlsplit(url)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    reached = (where.hostname or "", where.port or 443)
    with socket.create_connection(reached, timeout_s) as plain, context.wrap_socket(plain) as tls:
        return certificate_pin(tls.getpeercert(binary_form=True) or b"")


class _Pinned(http.client.HTTPSConnection):
    """Compares the pin on each connection, before a byte of a request is sent."""

    def __init__(self, host: str, port: int | None, timeout_s: float, certificate: str) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE  # the pin is checked instead of authorities
        super().__init__(host, port, timeout=timeout_s, context=context)
        self._certificate = certificate

    def connect(self) -> None:
        try:
            super().connect()
        except (ssl.SSLEOFError, ssl.SSLZeroReturnError):
            self.close()
            raise  # hung up in the middle, as a stopping server does
        except ssl.SSLError as error:
            self.close()
            why = (error.reason or "no TLS").replace("_", " ").lower()
            raise NotTheDirector(f"its answer is not TLS 1.3 ({why})") from error
        shown = self.sock.getpeercert(binary_form=True) or b""
        if certificate_pin(shown) != self._certificate:
            self.close()
            raise NotTheDirector("its certificate is another than director.certificate")
