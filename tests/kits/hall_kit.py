"""A hall on paper: tables that decide, sign and answer without a process, clocks in hand."""

import asyncio
import hmac
import json
import random
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote

import msgspec
from argon2 import PasswordHasher

from kiosk.director.clocks import DirectorClocks
from kiosk.director.people.auth import Person
from kiosk.director.people.passwords import Passwords
from kiosk.director.people.roles import Role
from kiosk.director.service import Service
from kiosk.director.settings import DirectorSettings, EnrolledTableSection, ServiceSection
from kiosk.director.store.sqlite import SqliteStore
from kiosk.rules.decide import decide, evolve
from kiosk.rules.fact import Event
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import SECOND_NS, Instant, require
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.row import NO_HASH, Row, chain_row, row_hash
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import (
    FromDirector,
    InReply,
    Poll,
    Rejected,
    RowsWanted,
    SentOrder,
    TableHead,
    read_signed,
    sign,
)

T = TypeVar("T")

PASSWORD = "correct horse battery"

DIRECTORS_KEY = DeviceKey(bytes([200]) * 32)
UTC = "2026-05-09T14:03:07.123Z"
WALL_NS = 1_778_335_387_123_000_000


class PaperJournal:
    """Rows as a journal would chain them, kept in a list."""

    def __init__(self, journal_id: str = "journal-1", boot_id: str = "boot-1") -> None:
        self.journal_id = journal_id
        self.boot_id = boot_id
        self.rows: list[Row] = []

    def append(
        self,
        *,
        command_id: str,
        by: str,
        at_ns: int,
        wall_utc: str,
        match_id: str | None,
        events: Sequence[Event],
    ) -> tuple[Row, ...]:
        before = len(self.rows)
        for event in events:
            row = chain_row(
                event,
                journal_id=self.journal_id,
                seq=len(self.rows) + 1,
                match_id=match_id,
                at_ns=at_ns,
                boot_id=self.boot_id,
                wall_utc=wall_utc,
                by=by,
                command_id=command_id,
                prev_hash=self.rows[-1].hash if self.rows else NO_HASH,
            )
            self.rows.append(row)
        return tuple(self.rows[before:])


class PaperTable:
    """A table whose match a keeper plays, and what it would send to a director."""

    def __init__(
        self, make_keeper: Callable[..., Any], number: int = 1, journal_id: str | None = None
    ) -> None:
        self.key = DeviceKey(bytes([number]) * 32)
        self.number = number
        self.journal = PaperJournal(journal_id or f"journal-{number}")
        self.keeper = make_keeper(self.journal)
        self.challenge: Callable[[], str] = lambda: ""
        """What its heads echo: the newest its director gave."""
        self._instants = count(2_000 * SECOND_NS, SECOND_NS)
        self._beats, self._nonces = count(1), count(1)

    def hears(self, director: Service, hand: "HandClocks") -> None:
        """As if it had just had a reply."""
        self.challenge = lambda: newest_challenge(director, hand.now_ns)

    @property
    def journal_id(self) -> str:
        return self.journal.journal_id

    @property
    def rows(self) -> list[Row]:
        return self.journal.rows

    def open(self, book: RuleBook, points: int = 3, match_id: str = "match-1") -> None:
        self.keeper.open(match_id, points, book)

    def head(self, upto: int | None = None, **changed: Any) -> TableHead:
        """How it stands; each head is a second later than the one before."""
        last = len(self.rows) if upto is None else upto
        head = TableHead(
            protocol=PROTOCOL,
            app="paper 1.0",
            journal_id=self.journal_id,
            key=self.key.public,
            nonce=f"nonce-{next(self._nonces)}",
            boot_id=self.journal.boot_id,
            boot=1,
            beat=next(self._beats),
            echo=self.challenge(),
            at_ns=next(self._instants),
            turned_ms=0,
            wall_utc=UTC,
            last_seq=last,
            last_hash=self.rows[last - 1].hash if last else NO_HASH,
            head_seq=len(self.rows),
            halted=None,
            screens=2,
            undecided=(),
        )
        return msgspec.structs.replace(head, **changed)

    def batch(self, after: int = 0, upto: int | None = None, **changed: Any) -> bytes:
        """The rows after `after` up to `upto`, signed."""
        head = self.head(upto, **changed)
        last = len(self.rows) if upto is None else upto
        return sign(head, self.key, self.rows[after:last])

    def beat(self, **changed: Any) -> bytes:
        return self.batch(len(self.rows), **changed)

    def poll(self, *have: str, **changed: Any) -> bytes:
        poll = Poll(
            protocol=PROTOCOL,
            app="paper 1.0",
            journal_id=self.journal_id,
            key=self.key.public,
            nonce=f"nonce-{next(self._nonces)}",
            boot_id=self.journal.boot_id,
            at_ns=next(self._instants),
            have=have,
        )
        return sign(msgspec.structs.replace(poll, **changed), self.key)

    def rows_wanted(self, after: int, **changed: Any) -> bytes:
        """As a table that lost its rows after `after`."""
        wanted = RowsWanted(
            PROTOCOL,
            "paper 1.0",
            self.journal_id,
            self.key.public,
            f"nonce-{next(self._nonces)}",
            self.journal.boot_id,
            next(self._instants),
            after,
        )
        return sign(msgspec.structs.replace(wanted, **changed), self.key)

    def obey(self, sent: SentOrder) -> None:
        """Decide an order and journal what follows under its command_id, as a table does."""
        self.keeper.now = Instant(self.keeper.now + SECOND_NS)
        order: Any = replace(sent.order(), at=self.keeper.now)
        events = tuple(decide(self.keeper.match, order).events)
        self.journal.append(
            command_id=sent.command_id,
            by=order.by,
            at_ns=self.keeper.now,
            wall_utc=UTC,
            match_id=self.keeper.match_id,
            events=events,
        )
        for event in events:
            self.keeper.match = evolve(self.keeper.match, event)

    def fork(self, seq: int) -> "list[Row]":
        """Another past: rows from `seq` on say they were decided a moment later."""
        return rechained(self.rows, seq, at_ns=self.rows[seq - 1].at_ns + 1)

    def spoil(self, seq: int, **changed: Any) -> None:
        """Row `seq` says something else, and the chain and every signature vouch for it."""
        self.journal.rows = rechained(self.rows, seq, **changed)


def rechained(rows: Sequence[Row], seq: int, **changed: Any) -> list[Row]:
    """The rows with row `seq` changed, and those after it chained to that."""
    chain = [*rows[: seq - 1], rehashed(rows[seq - 1], **changed)]
    for row in rows[seq:]:
        chain.append(rehashed(row, prev_hash=chain[-1].hash))
    return chain


def rehashed(row: Row, **changed: Any) -> Row:
    """A row that says something else, its hash in order."""
    other = replace(row, **changed)
    return replace(other, hash=row_hash(other))


class HandClocks:
    """The director's clocks in the test's hand."""

    def __init__(self) -> None:
        self.now_ns = 50 * SECOND_NS
        self.clocks = DirectorClocks(lambda: self.now_ns, lambda: WALL_NS + self.now_ns)

    def later(self, seconds: float) -> None:
        self.now_ns += round(seconds * SECOND_NS)


def settings(*tables: PaperTable) -> DirectorSettings:
    enrolled = tuple(EnrolledTableSection(table.number, table.key.public) for table in tables)
    return DirectorSettings(ServiceSection("open-2026", names=("hall",)), enrolled)


def cheap_passwords() -> Passwords:
    """Kept as usual, at the least it can cost."""
    return Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


KARI = Person("Kari", Role.DIRECTOR, "session-1", "10.0.0.7")
"""Who gives orders where no door is."""


def service(
    folder: Path, hand: HandClocks, *tables: PaperTable, chance: random.Random | None = None
) -> Service:
    """A director on a database in `folder`, started (again); the tables have its challenges."""
    store = SqliteStore.open(folder / "d.db")
    started = Service(
        settings(*tables), folder, store, hand.clocks, passwords=cheap_passwords(), chance=chance
    )
    for table in tables:
        table.hears(started, hand)
    return started


def newest_challenge(director: Service, now_ns: int) -> str:
    """What a reply at `now_ns` would ask the table to echo."""
    return director.traffic._believed._challenges.newest(now_ns)


async def settled(director: Service) -> None:
    """Whatever was due between the event, its tables and their settings was done."""
    await asyncio.sleep(0)
    seating, believed = director.console.event_tables._seating, director.traffic._believed
    while due := [work for work in (seating._work, *believed._giving) if work is not None]:
        await asyncio.gather(*due)


def csrf(cookie: str) -> str:
    """What a page of the session sends beside its cookie; the pages themselves say it, too."""
    token = cookie.partition("=")[2]
    return hmac.new(token.encode(), b"csrf", "sha256").hexdigest()


def words(reply: bytes | InReply | FromDirector) -> FromDirector:
    """A director's message, whoever signed it, if anybody did."""
    if isinstance(reply, bytes) and b'"type":"signed"' in reply:
        reply = msgspec.json.decode(read_signed(reply).signed, type=InReply)
    if isinstance(reply, bytes):
        reply = msgspec.json.decode(reply, type=Rejected)
    return reply.message if isinstance(reply, InReply) else reply


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Client:
    """Calls an ASGI application without a network, one whole request after the other."""

    def __init__(self, app: Callable[..., Awaitable[None]], host: str) -> None:
        self._app, self._host = app, host
        self._runner = asyncio.Runner()
        self.session: dict[str, str] = {}
        """The headers of who is signed in; sent along where a call names none of its own."""

    def close(self) -> None:
        self._runner.close()

    def run(self, what: Coroutine[Any, Any, T]) -> T:
        """On the loop that answers."""
        return self._runner.run(what)

    def join(self, director: Service, role: Role = Role.DIRECTOR, name: str = "Kari") -> None:
        """Make an account by a link, and be signed in from here on."""
        people = director.people
        if people.accounts.directors():
            _id, token = self.run(people.invite(role, None, 1, "Kari", "here"))
        else:
            token = require(self.run(people.start_link()))
        asked = {"token": token, "name": name, "password": PASSWORD}
        self.session = {}
        answer = self.post("/join", json.dumps(asked).encode())
        assert answer.status == 200, answer.body
        cookie = answer.headers["set-cookie"].partition(";")[0]
        self.session = {"cookie": cookie, "x-csrf": csrf(cookie)}

    def get(self, path: str, **headers: str) -> Answer:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: bytes, **headers: str) -> Answer:
        return self.call("POST", path, body, **headers)

    def call(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        return self._runner.run(self._call(method, path, body, headers))

    def stream(self, path: str, *kinds: str, **headers: str) -> dict[str, Any]:
        """Listen until an event of each of these kinds has come; what each first said."""
        return self._runner.run(self._stream(path, kinds, headers))

    async def _stream(
        self, path: str, kinds: tuple[str, ...], headers: dict[str, str]
    ) -> dict[str, Any]:
        found: dict[str, Any] = {}
        enough = asyncio.Event()
        requests = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Any:
            if requests:
                return requests.pop()
            await asyncio.wait_for(enough.wait(), 20)
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            for said in message.get("body", b"").decode().split("\n\n"):
                lines = dict(line.split(": ", 1) for line in said.splitlines() if ": " in line)
                if "event" in lines:
                    found.setdefault(lines["event"], json.loads(lines["data"]))
            if found.keys() >= set(kinds):
                enough.set()

        await self._app(self._scope("GET", path, headers), receive, send)
        return found

    def _scope(self, method: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
        sent = {"host": self._host} | self.session | headers
        if "cookie" in headers and "cookie" in self.session:
            sent["cookie"] = f"{self.session['cookie']}; {headers['cookie']}"
        path, _, query = path.partition("?")
        return {
            "type": "http",
            "scheme": "http",
            "client": ("10.0.0.7", 50_000),
            "method": method,
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
        }

    async def _call(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        scope = self._scope(method, path, headers)
        parts = [body[index : index + 65_536] for index in range(0, len(body) or 1, 65_536)]
        said: list[Any] = []

        async def receive() -> Any:
            if not parts:
                await asyncio.Event().wait()
            part = parts.pop(0)
            return {"type": "http.request", "body": part, "more_body": bool(parts)}

        async def send(message: Any) -> None:
            said.append(message)

        await self._app(scope, receive, send)
        answered = {name.decode(): value.decode() for name, value in said[0]["headers"]}
        whole = b"".join(message.get("body", b"") for message in said[1:])
        return Answer(said[0]["status"], answered, whole)
