"""Checks the host name and origin of requests.

Any site can point a name of its own at this machine (DNS rebinding). Its scripts then act for the
viewer, and only the name in their requests reveals it.
"""

import functools
import ipaddress
import re
import socket
from collections.abc import Iterable

_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[\w.-]+?)\.?(?::(\d{1,5}))?", re.ASCII | re.IGNORECASE)
_SITE = re.compile(r"(https?)://(.+)", re.IGNORECASE)
_PORTS = {"http": 80, "https": 443}
_LONGEST_QUOTED = 80


def own_names() -> tuple[str, ...]:
    """This machine's names, as used by itself (and so through a tunnel to it) and by others;
    further addresses are known from each connection.
    """
    name = socket.gethostname()
    return ("localhost", "127.0.0.1", "::1", name, f"{name}.local")


class HostNames:
    """Accepted host names, beside the address at which a connection came in."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(_plain(name) for name in names)

    def fault(
        self, hosts: list[str], origins: list[str], address: str | None, scheme: str
    ) -> str | None:
        """Why a request is not for us, or not from a page of ours; None: it is.

        `hosts` and `origins` are the headers, `address` is the local end of the connection.
        """
        host = _parted(hosts[0], scheme) if len(hosts) == 1 else None
        if host is None:
            return "the request names no one Host: name the director it is for"
        if not self._has(host[0], address):
            quoted = f"{hosts[0]!r:.{_LONGEST_QUOTED}}"
            return (
                f"this director is not called {quoted}: ask it by its address, "
                "or add the name to director.names"
            )
        for origin in origins:
            site = _SITE.fullmatch(origin)
            page = _parted(site[2], site[1].lower()) if site else None
            if page is None or page[1] != host[1] or not self._has(page[0], address):
                return "this came from another site's page; use the console's own"
        return None

    def _has(self, name: str, address: str | None) -> bool:
        return name in self._names or (address is not None and name == _plain(address))


def _parted(host: str, scheme: str) -> tuple[str, int] | None:
    """Name and port of a Host header."""
    found = _HOST.fullmatch(host)
    if found is None:
        return None
    return _plain(found[1]), int(found[2]) if found[2] else _PORTS[scheme]


@functools.lru_cache(256)
def _plain(name: str) -> str:
    """One spelling for each name and address."""
    bare = name.strip("[]").partition("%")[0].rstrip(".").lower()
    try:
        address = ipaddress.ip_address(bare)
    except ValueError:
        return bare
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return str(address)
