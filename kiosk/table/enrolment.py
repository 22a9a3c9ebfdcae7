"""Enrolment of a table by an event card or a short code, kept beside the journal.

`kiosk enrol` and the thread `enrol` of a running table (`enroller.py`) call `enrol`. A running
table looks each second whether `<journal>.director` has changed, and uses it if its configuration
names no director.
"""

import ssl
import threading
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from kiosk.journal.file import beside
from kiosk.table.director import device_key
from kiosk.table.errors import TableSettingsError
from kiosk.table.line import DirectorConnection, LineDown
from kiosk.table.settings import DirectorSection, load
from kiosk.wire.enrolment import CODE_NAME, TableSide, Way, code_of
from kiosk.wire.errors import EnrolmentRefused, NotTheDirector
from kiosk.wire.event_card import EventCard, read_card
from kiosk.wire.joining import JoinRefusal
from kiosk.wire.pinned import is_loopback, seen_pin
from kiosk.wire.secret_file import write_whole
from kiosk.wire.signing import DeviceKey

TIMEOUT_S = 5.0
PORT = 8000
"""Port of a director whose address is typed without one."""

ASK_S = 1.0
"""Interval of asking whether the director has accepted."""

LONGEST_WAIT_S = 330.0
"""A little longer than a director lets a device wait."""


class EnrollingDirector(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The director who enrolled this table: address, public key, certificate, and the table's
    number at that time.
    """

    url: str
    key: str
    certificate: str | None
    number: int

    def section(self, device_key: str) -> DirectorSection:
        """The director as a section of the table's configuration."""
        return DirectorSection(self.url, self.key, self.certificate, device_key)


class EnrolmentMeans(msgspec.Struct, frozen=True):
    """How and where a table asks; the likeliest address first. `certificate` None: not yet
    known.
    """

    way: Way
    name: str
    password: bytes
    urls: tuple[str, ...]
    certificate: str | None = None


def by_card(text: str) -> EnrolmentMeans:
    """Means from the text of an event card's QR code. Raises CardInvalid."""
    card: EventCard = read_card(text)
    return EnrolmentMeans("card", card.name, card.secret, card.urls, card.certificate)


def by_code(address: str, typed: str) -> EnrolmentMeans:
    """Means from a code typed at the table, for the director at HOST or HOST:PORT. Raises
    EnrolmentRefused.
    """
    code = code_of(typed)
    try:
        where = urlsplit(f"//{address}")
        host, port = where.hostname, where.port or PORT
        plain = where.netloc == address and "@" not in address
    except ValueError:  # no port is so high
        host, port, plain = None, 0, False
    if not host or not plain:
        raise EnrolmentRefused(
            f"{address!r:.80} is no address: type what the console shows, as 192.168.1.20:8000",
            JoinRefusal.NO_ADDRESS,
        )
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    schemes = ("https", "http") if is_loopback(host) else ("https",)
    urls = tuple(f"{scheme}://{address}" for scheme in schemes)
    return EnrolmentMeans("code", code[:CODE_NAME], code.encode(), urls)


def stored_enrolment(journal: Path) -> EnrollingDirector | None:
    """The director who enrolled the table of this journal. Raises TableSettingsError."""
    path = beside(journal, ".director")
    try:
        return msgspec.json.decode(path.read_bytes(), type=EnrollingDirector)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError, ValueError) as error:
        raise TableSettingsError(
            f"{path} can't be read: {error}; take it away and enrol the table again"
        ) from error


def keep(journal: Path, joined: EnrollingDirector) -> None:
    """Write it whole or not at all, synced before this returns. Raises OSError."""
    path = beside(journal, ".director")
    write_whole(path, msgspec.json.encode(joined) + b"\n")


def enrol(
    means: EnrolmentMeans,
    key: DeviceKey,
    app: str,
    show: Callable[[str], None],
    stopping: threading.Event | None = None,
) -> EnrollingDirector:
    """Ask until somebody accepts at the console; `show` receives the four digits that the console
    shows, too.

    Raises WireError (EnrolmentRefused, NotTheDirector …) and LineDown, worded for the person at the
    table.
    """
    stopped = stopping or threading.Event()
    url, certificate, line = _reached(means)
    try:
        side = TableSide(key, app, means.way, means.name, means.password, certificate or "")
        begun = _enrol_reply(line, side.begin())
        proved = _enrol_reply(line, side.prove(begun))
        show(side.proved(proved))
        for _second in range(round(LONGEST_WAIT_S / ASK_S)):
            decided = side.decided(_enrol_reply(line, side.ask()))
            if decided.why is not None:
                raise EnrolmentRefused(decided.why, JoinRefusal.OTHER_DIGITS)
            if decided.number is not None:
                return EnrollingDirector(url, side.director, certificate, decided.number)
            if stopped.wait(ASK_S):
                raise EnrolmentRefused("the table stops")
        raise EnrolmentRefused(
            "it was not accepted at the console: begin again", JoinRefusal.UNTAPPED
        )
    finally:
        line.close()


def _reached(means: EnrolmentMeans) -> tuple[str, str | None, DirectorConnection]:
    """Connect to the first address at which the director answers. Raises LineDown with each
    address's fault if none answers, and NotTheDirector if only others answer.
    """
    whys, stranger = [], None
    for url in means.urls:
        try:
            certificate = means.certificate
            if url.startswith("https:") and certificate is None:
                certificate = seen_pin(url, TIMEOUT_S)  # the handshake proves whose it is
            line = DirectorConnection(url, TIMEOUT_S, certificate)
            line.ask("GET", "/healthz", b"")
        except (LineDown, OSError, ssl.SSLError) as error:
            whys.append(f"{url}: {error}")
        except NotTheDirector as error:
            stranger = NotTheDirector(f"{url}: {error}")
        else:
            return url, certificate, line
    if stranger is not None:
        raise stranger
    raise LineDown(f"no director answers ({'; '.join(whys)}): look at the network")


def _enrol_reply(line: DirectorConnection, body: bytes) -> bytes:
    return line.ask("POST", "/table/enrol", body).body


def run(
    config: Path, journal: Path, means: EnrolmentMeans, app: str, write: Callable[[str], None]
) -> None:
    """Run `kiosk enrol`. Raises TableSettingsError, WireError, EnrolmentRefused."""
    settings = load(config)
    if settings.director is not None:
        raise TableSettingsError(f"{config} names its director in [director]; take that out first")
    key = device_key(config.resolve().parent / DEVICE_KEY)
    try:
        joined = enrol(means, key, app, lambda digits: write(f"The console shows {digits}, too\n"))
    except LineDown as error:
        raise EnrolmentRefused(str(error)) from error
    keep(journal, joined)
    write(f"Enrolled as table {joined.number} at {joined.url}\n")


DEVICE_KEY = "device.key"
"""File of the device's key if the configuration has no [director]."""
