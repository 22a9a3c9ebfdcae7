"""A director's real process, spoken to through its port; its streams as a browser hears them."""

import contextlib
import http.client
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from kiosk.wire import pinned
from kiosk.wire.sync import InReply, Orders, read_signed
from kits.hall_kit import PASSWORD, PaperTable, csrf, words

WITHIN_S = 30.0
"""Far more than anything takes; only a broken promise waits so long."""

NAME = "Kari"

RUN = """
import json
import resource
import sys
from pathlib import Path
import kiosk.director.run as module
from kiosk.director.http.connections import ConnectionLimits
from kiosk.director.errors import DirectorError
from kiosk.director.run import run
from kiosk.wire.errors import WireError
module.GRACE_S = 20  # a stall while it ends cuts nothing off
if sys.argv[4] != "{}":
    module.LIMITS, module.LOOK_S = ConnectionLimits(**json.loads(sys.argv[4])), 0.02
if len(sys.argv) > 5:
    resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[5]),) * 2)
try:
    code = run(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
except (DirectorError, WireError) as error:
    print(f"{type(error).__name__}: {error}", file=sys.stderr)
    code = 2
sys.exit(code)
"""


class Director:
    """A director's process on a folder's director.toml and database."""

    def __init__(
        self,
        folder: Path,
        port: int = 0,
        limits: Mapping[str, float] | None = None,
        descriptors: int | None = None,
    ) -> None:
        """`limits` other than the usual; `descriptors` it may have open, its own files included."""
        command = [sys.executable, "-c", RUN, "director.toml", "director.db", str(port)]
        command.append(json.dumps(limits or {}))
        command += [] if descriptors is None else [str(descriptors)]
        self.process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()
        self.key_line = self.process.stdout.readline()
        self.certificate_line = self.process.stdout.readline()
        self.door_line = self.process.stdout.readline()
        self.session: Mapping[str, str] = {}
        """The headers of who is signed in here, once somebody is."""
        self.challenge = ""
        self.alive = False
        """Whether the last batch was a sign of life."""
        self.port = int(self.line.rstrip("/\n").rpartition(":")[2]) if self.line else 0

    @property
    def tls(self) -> bool:
        return "https:" in self.line

    @property
    def certificate(self) -> str:
        """Its pin."""
        return self.certificate_line.split()[-1]

    def connection(self) -> http.client.HTTPConnection:
        url = f"{'https' if self.tls else 'http'}://127.0.0.1:{self.port}"
        return pinned.connect_to(url, self.certificate, WITHIN_S)

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        """As a table, or as the director, who signs in first."""
        return self.ask_as_nobody(method, path, body, **{**self._known(path), **headers})

    def _known(self, path: str) -> Mapping[str, str]:
        if path.startswith("/table/"):
            return {}
        self.session = self.session or self.enter()
        return self.session

    def enter(self, name: str = NAME, token: str | None = None) -> dict[str, str]:
        """The headers of who signs in, or joins by a link: the printed one as long as it holds."""
        token = token or self.door_line.partition("/join#")[2].strip()
        asked = {"name": name, "password": PASSWORD} | ({"token": token} if token else {})
        return entered(self.connection(), "/join" if token else "/sign-in", asked)

    def ask_as_nobody(
        self, method: str, path: str, body: bytes = b"", **headers: str
    ) -> tuple[int, bytes]:
        connection = self.connection()
        with contextlib.closing(connection):
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()

    def batch(self, body: bytes) -> Any:
        reply = self.ask("POST", "/table/batch", body)[1]
        said = msgspec.json.decode(read_signed(reply).signed, type=InReply)
        self.challenge, self.alive = said.challenge, said.alive
        return said.message

    def replay(self, body: bytes) -> bool:
        """What somebody recorded is sent again, and the answer is lost on the table; whether it was
        believed.
        """
        reply = self.ask("POST", "/table/batch", body)[1]
        return msgspec.json.decode(read_signed(reply).signed, type=InReply).alive

    def polled(self, body: bytes) -> list[Any]:
        said = words(self.ask("POST", "/table/orders", body)[1])
        assert isinstance(said, Orders)
        return list(said.orders)

    @contextlib.contextmanager
    def stream(self, path: str, **headers: str) -> Iterator["Stream"]:
        known = self._known(path)
        connection = self.connection()
        with contextlib.closing(connection):
            connection.request("GET", path, headers={**known, **headers})
            yield Stream(connection.getresponse())

    def end(self, number: int) -> tuple[int, str]:
        """Send a signal; the exit code and what was said on stderr."""
        self.process.send_signal(number)
        _out, err = self.process.communicate(timeout=WITHIN_S)
        return self.process.returncode, err


def entered(
    connection: http.client.HTTPConnection, path: str, asked: Mapping[str, str]
) -> dict[str, str]:
    """The headers of a session that begins with this."""
    with contextlib.closing(connection):
        connection.request("POST", path, json.dumps(asked))
        answer = connection.getresponse()
        said = answer.read()
    assert answer.status == 200, said
    cookie = str(answer.headers["set-cookie"]).partition(";")[0]
    return {"cookie": cookie, "x-csrf": csrf(cookie)}


@contextlib.contextmanager
def starts(folder: Path, table: PaperTable) -> Iterator[Callable[..., Director]]:
    """Starts directors on `folder`, the table hearing the newest; all are gone at the end."""
    started: list[Director] = []

    def start(**how: Any) -> Director:
        started.append(Director(folder, **how))
        table.challenge = lambda: started[-1].challenge
        return started[-1]

    try:
        yield start
    finally:
        for director in started:
            director.process.kill()
            director.process.communicate()


class Stream:
    """Server-sent events, read as a browser would."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.response = response

    def next(self, *kinds: str) -> Any:
        """The JSON of the next event of one of these kinds; None when the stream ends.

        Cards come for ever, whatever else is missing.
        """
        until = time.monotonic() + WITHIN_S
        fields: dict[str, str] = {}
        for line in self.response:
            assert time.monotonic() < until, f"no {' or '.join(kinds)} came"
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                fields[name] = value
            elif fields.get("event") in kinds:
                return json.loads(fields["data"])
            else:
                fields = {}
        return None


def settings_of(folder: Path, *keys: str, more: str = "") -> None:
    """Write the director's file: these devices are enrolled at tables 1, 2 … `more`: lines of its
    own section.
    """
    tables = (
        f'[[table]]\nnumber = {number}\nkey = "{key}"\n' for number, key in enumerate(keys, 1)
    )
    (folder / "director.toml").write_text(
        f'[director]\nevent_id = "open"\nguide = false\n{more}' + "".join(tables)
    )
