"""Checks whether a match is open here; if so, nothing is restarted."""

import ipaddress
import json
import ssl
import subprocess
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterable, Sequence
from typing import Any

from kiosk_install import places
from kiosk_install.environments import ALONE
from kiosk_install.system import InstallRefused, System, require_typed

ANSWER_S = 10
OVER = "match_over"

WORD = "interrupt"


def refuse_while_open(system: System, roles: Sequence[str], *, force: bool) -> None:
    """Raise InstallRefused while a match is open; with `force`, ask for a typed word instead."""
    found = [why for role in roles if (why := _OPEN[role](system)) is not None]
    if not found:
        return
    reasons = "; ".join(found)
    if not force:
        raise InstallRefused(f"{reasons}: wait until it is over, or give --force")
    require_typed(WORD, f"{reasons}. The clocks would stop.")


def _at_table(system: System) -> str | None:
    """Why the table must not be restarted, from its journal; None if no match is open."""
    journal, kiosk = system.path_of(places.JOURNAL), system.path_of(f"{places.CURRENT}/bin/kiosk")
    if not journal.exists() or not kiosk.exists():
        return None
    done = subprocess.run(
        [str(kiosk), "replay", "--json", str(journal)],
        env=ALONE,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    last = done.stdout.strip().rpartition("\n")[2]
    try:
        match = json.loads(last)["state"]
        phase, opened = match["phase"], match["opened"]
    except (ValueError, KeyError, TypeError):
        complaint = done.stderr.strip().rpartition("\n")[2] or "it prints nothing"
        return f"whether a match is open can't be read from {journal} ({complaint})"
    if done.returncode != 0 or opened is None or phase == OVER:
        return None if done.returncode == 0 else f"{journal} can't be read whole"
    return f"a match is open at this table ({phase.replace('_', ' ')})"


def _at_director(system: System) -> str | None:
    """Why the director must not be restarted, from its own pages; None if it does not run or no
    match is open.
    """
    if not system.is_up("kiosk-director.service"):
        return None
    host, tls = _listens(system)
    url = f"http{'s' if tls else ''}://{host}:{_port(system)}/events"
    try:
        context = _pinned(system) if tls else None
        with urllib.request.urlopen(url, timeout=ANSWER_S, context=context) as stream:
            cards = _cards(stream)
    except (OSError, urllib.error.URLError, ValueError, KeyError) as error:
        return f"the director does not report which matches are open ({error})"
    playing = sorted(
        {card["table"] or 0 for card in cards if card["match_id"] and card["phase"] != OVER}
    )
    if not playing:
        return None
    return f"matches are open at this director's tables ({', '.join(map(str, playing))})"


def _cards(stream: Iterable[bytes]) -> list[dict[str, Any]]:
    """All cards, from the first event of the stream."""
    event = ""
    for raw in stream:
        line = raw.decode("utf-8").rstrip("\n")
        if line.startswith("event:"):
            event = line.partition(":")[2].strip()
        elif line.startswith("data:") and event == "cards":
            data = json.loads(line.partition(":")[2])
            return list(data["cards"] if isinstance(data, dict) else data)
    raise ValueError("its stream ends at once")


def _pinned(system: System) -> ssl.SSLContext:
    """A context that accepts only the director's own certificate, whatever names are in it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.load_verify_locations(system.path_of(places.CERTIFICATE))
    return context


def _listens(system: System) -> tuple[str, bool]:
    """Host to connect to, and whether by TLS. Addresses beyond this machine always use TLS, except
    in versions before the first that made a certificate.
    """
    settings = system.path_of(f"{places.SETTINGS}/director.toml")
    try:
        section = tomllib.loads(settings.read_text("utf-8")).get("director", {})
        host, tls = str(section.get("host", "127.0.0.1")), bool(section.get("tls", False))
    except (OSError, ValueError, AttributeError) as error:
        raise InstallRefused(f"{settings} can't be read ({error}): mend it") from error
    tls = (tls or not _is_loopback(host)) and system.path_of(places.CERTIFICATE).exists()
    if host in {"0.0.0.0", "::"}:
        return "127.0.0.1", tls
    return (f"[{host}]" if ":" in host else host), tls


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _port(system: System) -> int:
    file = system.path_of(f"{places.SETTINGS}/director.env")
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    ports = [line.partition("=")[2].strip() for line in lines if line.startswith("KIOSK_PORT=")]
    return int(ports[-1]) if ports and ports[-1].isdecimal() else places.PORT


_OPEN = {"table": _at_table, "director": _at_director}
