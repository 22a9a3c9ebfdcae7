"""The director's service of a demo: its configuration, its process, the table's enrolment."""

import base64
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import serialization

from kiosk.demo.console import Console
from kiosk.demo.errors import DirectorProcessGone
from kiosk.demo.process import Process
from kiosk.director.http import certificate
from kiosk.table.enrolment import by_code, enrol, keep
from kiosk.wire.signing import DeviceKey

DATABASE = "director.db"
HOST = "127.0.0.1"
TABLE = 1
"""Number of the demo's table."""

_LINK = re.compile(r"/join#(\S+)\n")
_ADDRESS = re.compile(r"(https://\S+:(\d+))/")


class DirectorProcess(Process):
    """`kiosk director` in `folder`. It accepts the table by the key made at `device_key`, or,
    without one, no table until `enrol`. `guide`: each player is led through a turn by pictures.

    It speaks TLS. The table is to know it by `key`, its public one, and `certificate`; a browser by
    `trusted`, see `browser.photograph`.
    """

    def __init__(
        self, folder: Path, device_key: Path | None = None, *, guide: bool = False
    ) -> None:
        super().__init__("director", folder, DirectorProcessGone)
        self.database = folder / DATABASE
        self.key = DeviceKey.load_or_make(folder / f"{DATABASE}.key").public
        made = folder / f"{DATABASE}.pem"
        self.certificate = certificate.load_or_make_context(
            made, ["localhost", HOST], datetime.now(UTC)
        )[1]
        self.trusted = _public_sha256(made)
        self._port = 0
        self._url = ""
        self._config = folder / "director.toml"
        self._guide = str(guide).lower()
        tables = {}
        if device_key is not None:
            key = DeviceKey.generate()
            key.save(device_key)
            tables[key.public] = TABLE
        self.enrol_all(tables)

    def enrol_all(self, tables: Mapping[str, int]) -> None:
        """Assign devices, by public key, to table numbers; call before it starts."""
        sections = "".join(_TABLE.format(number, key) for key, number in tables.items())
        self._config.write_text(_CONFIG.format(HOST, self._guide) + sections, encoding="utf-8")

    def start(self) -> str:
        """Start it, on its old port if it had one; return its address.

        Raises DirectorProcessGone.
        """
        self.begin("--config", self._config, "--db", self.database, "--port", self._port)
        return self.wait_until_up(self._address)

    def join(self, name: str) -> Console:
        """Its director's console; he creates his account by the link that the service prints."""
        console = Console(self._url, self.certificate)
        console.join(self.wait_until_up(self._token), name)
        return console

    def enrol(self, console: Console, device_key: Path, journal: Path) -> None:
        """Enrol the table as `kiosk enrol` does: by a short code of the console, where the device
        that shows the same digits is then confirmed. Raises WireError, LineDown, OrderFailed,
        OSError.
        """
        code = console.enrol(type="code")["code"]
        key = DeviceKey.load_or_make(device_key)
        by = by_code(f"{HOST}:{self._port}", code)
        joined = enrol(by, key, "demo", lambda digits: console.enrol_who_shows(digits, TABLE))
        keep(journal, joined)

    def _token(self) -> str:
        found = _LINK.search(self.output())
        if found is None:
            raise DirectorProcessGone(f"the director prints no link; the reason is in {self.log}")
        return found[1]

    def _address(self) -> str:
        found = _ADDRESS.search(self.output())
        if found is None:
            raise DirectorProcessGone(f"the director names no address; the reason is in {self.log}")
        self._port = int(found[2])
        self._url = found[1]
        return found[1]


def _public_sha256(file: Path) -> str:
    """SHA-256 of a certificate's public key (RFC 5280, SubjectPublicKeyInfo), in base64."""
    public = x509.load_pem_x509_certificate(file.read_bytes()).public_key()
    der = public.public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return base64.b64encode(sha256(der).digest()).decode()


_CONFIG = """\
[director]
event_id = "demo"
host = "{}"
tls = true
pictures = "director-pictures"
guide = {}
transcribe = false
"""

_TABLE = """
[[table]]
number = {}
key = "{}"
"""
