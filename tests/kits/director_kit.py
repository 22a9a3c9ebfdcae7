"""A director of a few lines: it keeps what chains, on paper or behind a real port."""

import socket
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from kiosk.rules.command import Order
from kiosk.wire.match_page import MatchPage
from kiosk.wire.pinned import certificate_pin
from kiosk.wire.row import NO_HASH, Row, row_fault
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import (
    FromDirector,
    Orders,
    Poll,
    Receipt,
    Rejected,
    Rejection,
    SentOrder,
    TableHead,
    check_signature,
    head_of,
    in_reply,
    order_message,
    poll_of,
    read_signed,
    request_header,
    sign,
)
from kits.process_kit import WITHIN_S

DIRECTOR = DeviceKey(bytes([201]) * 32)
"""Whose word it is that tables take."""

UTC = "2026-05-09T14:03:07.123Z"


def pin_of(file: Path) -> str:
    """Of the certificate in a file that holds its key, too."""
    _key, begin, rest = file.read_text().partition("-----BEGIN CERTIFICATE-----")
    return certificate_pin(ssl.PEM_cert_to_DER_cert(begin + rest))


class PaperDirector:
    """Keeps one journal's rows, in order and once. `public` is the key it belongs to.

    Rows it lacks before a beat are a gap to it, or for it to tell in the receipt: both are right.
    """

    def __init__(self, public: str, *, gaps_in_beats: bool = True) -> None:
        self.public = public
        self.gaps_in_beats = gaps_in_beats
        self.rows: list[Row] = []
        self.heads: list[TableHead] = []
        self.polls: list[Poll] = []
        self.orders: dict[str, SentOrder] = {}
        self.undecided: dict[str, str] = {}
        self.wants: list[str] = []
        self.pictures: dict[str, bytes] = {}

    def batch(self, body: bytes) -> FromDirector:
        message = read_signed(body)
        check_signature(message, self.public)
        head = head_of(message)
        self.heads.append(head)
        rows = list(message.rows)
        why = self._fault(head, rows)
        if why is not None:
            return Rejected(*why, len(self.rows))
        self.rows += [row for row in rows if row.seq > len(self.rows)]
        self.undecided |= {one.command_id: one.why for one in head.undecided}
        for row in self.rows:
            self.orders.pop(row.command_id, None)
        wants = tuple(name for name in self.wants if name not in self.pictures)
        return Receipt(len(self.rows), wants)

    def _fault(self, head: TableHead, rows: list[Row]) -> tuple[Rejection, str] | None:
        first = rows[0].seq if rows else head.last_seq + 1
        if first > len(self.rows) + 1:
            if not rows and not self.gaps_in_beats:
                return None
            return Rejection.GAP, f"rows after {len(self.rows)} are missing"
        for number, row in enumerate(rows, first):
            before = rows[number - first - 1].hash if number > first else row.prev_hash
            if row_fault(row, journal_id=head.journal_id, seq=number, prev_hash=before):
                return Rejection.ROW, f"row {number} is damaged"
        last = rows[-1].hash if rows else self.hash_at(head.last_seq)
        if last != head.last_hash:
            return (Rejection.ROW if rows else Rejection.FORK), "another last row"
        other = [row.seq for row in rows if self._is_another(row)]
        return (Rejection.FORK, f"another row {other[0]} was kept") if other else None

    def _is_another(self, row: Row) -> bool:
        """It does not go with what was kept: not the same, or not the next."""
        if row.seq <= len(self.rows):
            return self.rows[row.seq - 1].hash != row.hash
        return row.seq == len(self.rows) + 1 and row.prev_hash != self.hash_at(row.seq - 1)

    def hash_at(self, seq: int) -> str:
        return self.rows[seq - 1].hash if seq else NO_HASH

    def polled(self, body: bytes) -> Poll:
        message = read_signed(body)
        check_signature(message, self.public)
        self.polls.append(poll_of(message))
        return self.polls[-1]

    def due(self, poll: Poll) -> Orders:
        """What is to be done and was not given yet."""
        known = {*poll.have, *self.undecided}
        return Orders(tuple(one for name, one in self.orders.items() if name not in known))


class Server:
    """A paper director behind a port of this machine. `said` may put other words in its mouth:
    bytes as they are, or a message, which it signs by `key`. `tls`: with this certificate, PEM.

    Only `until` waits; polls without orders are answered when one comes or the server ends.
    """

    def __init__(self, public: str, port: int = 0, tls: Path | None = None) -> None:
        self.paper = PaperDirector(public)
        self.tls = tls
        self.said: Callable[[str], tuple[int, bytes | FromDirector] | None] = lambda _path: None
        self.key = DIRECTOR
        self.challenge = ""
        self.match_page: MatchPage | None = None
        """What its receipts bring of a match's page."""
        self.lives: list[bool] = []
        """Whether each head echoed the newest challenge."""
        self.changed = threading.Condition()
        self.ended = False
        self._server = ThreadingHTTPServer(("127.0.0.1", port), self._handler())
        self._server.daemon_threads = True
        if tls is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(tls)
            self._server.socket = context.wrap_socket(
                self._server.socket, server_side=True, do_handshake_on_connect=False
            )
        self.port = int(self._server.server_address[1])
        self.connections: set[Any] = set()
        self.accepted = 0
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http{'s' if self.tls else ''}://127.0.0.1:{self.port}"

    @property
    def certificate(self) -> str | None:
        """Its pin."""
        return None if self.tls is None else pin_of(self.tls)

    @property
    def section(self) -> str:
        """As a table's file names its director."""
        pinned = "" if self.tls is None else f'certificate = "{self.certificate}"\n'
        return f'[director]\nurl = "{self.url}"\nkey = "{DIRECTOR.public}"\n{pinned}'

    def order(self, order: Order, command_id: str) -> None:
        with self.changed:
            self.paper.orders[command_id] = order_message(
                order, command_id=command_id, wall_utc=UTC
            )
            self.changed.notify_all()

    def until(self, wanted: Callable[[PaperDirector], object]) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: wanted(self.paper), WITHIN_S), "never seen"

    def answer(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        with self.changed:
            try:
                odd = self.said(path)
                if odd is not None and isinstance(odd[1], bytes):
                    return odd[0], odd[1]
                if odd is not None:
                    return odd[0], self.reply(body, odd[1])
                if method == "PUT":
                    self.paper.pictures[path.rpartition("/")[2]] = body
                    return 204, b""
                if path == "/table/orders":
                    poll = self.paper.polled(body)
                    self.changed.notify_all()
                    self.changed.wait_for(lambda: self.paper.due(poll).orders or self.ended)
                    return 200, self.reply(body, self.paper.due(poll))
                reply = self.paper.batch(body)
                status = 200 if isinstance(reply, Receipt) else 409
                return status, self._challenging(body, reply)
            finally:
                self.changed.notify_all()

    def reply(self, request: bytes, message: FromDirector) -> bytes:
        return sign(in_reply(request_header(read_signed(request)), request, message), self.key)

    def _challenging(self, request: bytes, message: FromDirector) -> bytes:
        head = self.paper.heads[-1]
        self.lives.append(bool(self.challenge) and head.echo == self.challenge)
        self.challenge = f"challenge-{len(self.lives)}"
        reply = in_reply(
            head,
            request,
            message,
            self.challenge,
            alive=self.lives[-1],
            match_page=self.match_page,
        )
        return sign(reply, self.key)

    def close(self) -> None:
        """Gone like a director that was killed: every connection with it."""
        with self.changed:
            self.ended = True
            self.changed.notify_all()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        for connection in list(self.connections):
            with suppress(OSError):
                socket.socket.shutdown(connection, socket.SHUT_RDWR)  # under TLS, too

    def _handler(server: Any) -> type[BaseHTTPRequestHandler]:  # noqa: N805
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True
            wbufsize = -1

            def _answer(self) -> None:
                server.connections.add(self.connection)
                body = self.rfile.read(int(self.headers["Content-Length"] or 0))
                status, said = server.answer(self.command, self.path, body)
                self.send_response(status)
                self.send_header("Content-Length", str(len(said)))
                self.end_headers()
                self.wfile.write(said)

            do_GET = do_POST = do_PUT = _answer  # noqa: N815

            def handle(self) -> None:
                server.accepted += 1
                try:
                    super().handle()
                except OSError:
                    return  # the table hung up, or the director was killed
                finally:
                    server.connections.discard(self.connection)

            def log_message(self, *_said: object) -> None:
                return

        return Handler
