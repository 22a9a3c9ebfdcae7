"""A browser, and a stand-in for the director's service.

The stand-in speaks the console's routes from the structs of `kiosk.director.tables.cards`: every
state of a card can be shown, whatever it takes to bring a real table there. The forms are the real
ones, and an order is looked at as the service looks at it.
"""

import json
import os
import queue
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from kiosk.books import profiles
from kiosk.catalogue.form import OrderContext
from kiosk.catalogue.matter import DirectorNeed
from kiosk.catalogue.tables import FORMS
from kiosk.catalogue.text import ENGLISH, Language, format_text
from kiosk.director.errors import OrderInvalid
from kiosk.director.orders import forms
from kiosk.director.orders.orders import outcome, preview_order
from kiosk.director.pages import Pages, PageUser
from kiosk.director.people.roles import Role, may_order
from kiosk.director.tables.card_words import WORDLESS, describe_card
from kiosk.director.tables.cards import (
    CardSide,
    OrderStatus,
    OrderView,
    TableCard,
    TimelineLine,
    WaitView,
)
from kiosk.rules.decide import decide
from kiosk.rules.match import EMPTY, Match, Phase
from kiosk.rules.match.proposal import Numbered, Proposals
from kiosk.rules.table import FormatKind, MatchFormat, Member, Team
from kiosk.rules.units import SECOND_NS, BySide, Instant, Side
from kiosk.wire.snapshot import CubeView
from kits import commands as c
from kits.books import load

ROOT = Path(__file__).parents[2]
WEB = ROOT / "kiosk/director/web"
CHROMIUM = Path("/usr/bin/chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PATIENCE_MS = 20_000
"""Far more than anything takes; only a broken promise waits so long."""
WALL = "2026-05-09T14:03:07.123Z"
TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
BOOKS = profiles()
POLICY = "default-src 'self'"
SILENT = b"SILENT_MS = 3000;"
WAIT = b"WAIT_MS = 10_000;"


def card_side(name: str = "Ada", **changed: Any) -> CardSide:
    twelve = 12 * SECOND_NS
    still = CardSide(name, 0, 180 * SECOND_NS, twelve, twelve, False, False, False)
    return msgspec.structs.replace(still, **changed)


def card(table: int = 1, **changed: Any) -> TableCard:
    """A quiet table between Ada and Bo: White moves, everything is well.

    Its words are said by who shows it.
    """
    quiet = TableCard(
        journal_id=f"journal-{table}",
        table=table,
        event_id="open-2026",
        match_id=f"match-{table}",
        length=5,
        profile="Norway, with clock",
        book="norway",
        rules="",
        rules_with_clock="",
        phase=Phase.MOVING,
        doing="White moves and presses the clock",
        sides=BySide(card_side("Ada", on_turn=True, running=True), card_side("Bo")),
        game=1,
        crawford=False,
        cube=CubeView(1, None, True, None),
        roll="6-5",
        called=None,
        coming=None,
        picture=None,
        waits=(),
        choices={},
        banners=(),
        stop=None,
        message=None,
        lost_devices=(),
        halted=None,
        screens=2,
        stale=False,
        seen_utc=WALL,
        seq=40,
        behind=0,
        alarms=(),
        winner=None,
        earlier=None,
        clocked=True,
        at_ns=1_000 * SECOND_NS,
        need=0,
        words=WORDLESS,
    )
    return msgspec.structs.replace(quiet, **changed)


def line(seq: int, **changed: Any) -> TimelineLine:
    plain = TimelineLine(
        seq,
        "14:03:07",
        "White",
        "TurnEnded",
        ("clock",),
        "plain",
        None,
        f"Line {seq}.",
        (),
        None,
        "match-1",
    )
    return msgspec.structs.replace(plain, **changed)


def draw_older(page: Page) -> None:
    """All lines of the timeline that is open, which draws a screenful by itself."""
    page.evaluate("""() => {
      const older = document.getElementById("older");
      while (!older.hidden) older.click();
    }""")


def order(**changed: Any) -> OrderView:
    given = "2026-05-09T14:03:00.000Z"  # seven seconds before every beat's time
    waiting = OrderView("o-1", "journal-1", "stop", "Stop clocks", "Director Kari", "why", given,
                        OrderStatus.WAITING, "", (), ())  # fmt: skip
    return msgspec.structs.replace(waiting, **changed)


def wait(key: str, need: DirectorNeed, text: str, at: str = "14:00", **more: Any) -> WaitView:
    """A matter of some gravity, that nothing answers."""
    plain = WaitView(
        key=key,
        need=str(need.name).lower(),
        urgency=need,
        aloud=need > DirectorNeed.WISH,
        pressing=need > DirectorNeed.RESULT,
        text=text,
        cites=(),
        orders=(),
        fill={},
        advice=None,
        side=None,
        points=None,
        since_utc=f"2026-05-09T{at}:00.000Z",
    )
    return msgspec.structs.replace(plain, **more)


def just_opened() -> Match:
    """A match to 5 points between Ada and Bo."""
    teams = BySide(*(Team(name, name, (Member(name, name),)) for name in ("Ada", "Bo")))
    form = MatchFormat(FormatKind.POINTS, 5)
    command = ("match-1", "open-2026", 1, None, form, teams, load("norway"), "f" * 64)
    return decide(EMPTY, c.OpenMatch(Instant(0), *command)).match


class Listening(ThreadingHTTPServer):
    """One that keeps a page's thirty files waiting in line, where five would be the standard."""

    daemon_threads = True
    request_queue_size = 128


class StandIn:
    """The service's face to a browser, without a service behind it."""

    def __init__(self, port: int = 0) -> None:
        self.language: Language = ENGLISH
        self.person = PageUser("Kari", Role.DIRECTOR, "csrf-token")
        """Who the pages are made for."""
        self.names: dict[str, str] = {}
        """The languages there are to choose from, by tag."""
        self.cards: list[TableCard] = []
        self.lines: list[TimelineLine] = []
        self.posted: list[dict[str, Any]] = []
        """The orders that were given."""
        self.looked: list[dict[str, Any]] = []
        """And those only looked at."""
        self.kinds = {kind: kind for kind in FORMS}
        """What the browser is told that each kind of order is called."""
        self.proposals: tuple[Numbered, ...] = ()
        """What the table has proposed, as orders are looked at."""
        self.answers: list[tuple[int, dict[str, Any]]] = []
        self.page_faults: list[str] = []
        """What pages reported of themselves."""
        self.may_answer = threading.Event()
        self.may_answer.set()
        self.may_look = threading.Event()
        self.may_look.set()
        self.used: dict[str, tuple[str, ...]] = {}
        """The reasons given so far."""
        self.silent = False
        """Connections are taken, but nothing is ever said."""
        self.silent_ms = 8_000
        """A page waits so long for a beat: a stall loses no connection, and nothing said on it."""
        self.wait_ms = 10_000
        """And so long for an answer."""
        self.forms_unanswered = 0
        """So many times nothing comes back to who asks what orders there are."""
        self._streams: set[queue.Queue[bytes | None]] = set()
        self._server = Listening(("127.0.0.1", port), self._asked())
        self.stopped = threading.Event()
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        threading.Thread(target=self._beat, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def say(self, event: str, said: Any) -> None:
        """To every open stream."""
        for stream in list(self._streams):
            stream.put(self._event(event, said))

    def show(self, *cards: TableCard) -> None:
        """These cards instead of those with the same journal, on every open page too."""
        fresh = {shown.journal_id: shown for shown in cards}
        self.cards = [old for old in self.cards if old.journal_id not in fresh] + list(cards)
        for shown in cards:
            self.say("card", shown)

    def tell(self, *lines: TimelineLine) -> None:
        self.lines += lines
        self.say("lines", lines)

    def abandon(self) -> None:
        """The open connections stay open, and nothing comes through them any more."""
        self._streams.clear()

    def order(self, view: OrderView) -> None:
        became = outcome(view.status, view.reasons, self.language)
        self.say("order", msgspec.structs.replace(view, outcome=became))

    def seen(self, journal_id: str) -> OrderContext:
        """The table of a card, as far as orders say what they will do there."""
        (shown,) = [card for card in self.cards if card.journal_id == journal_id]
        assert shown.sides is not None
        score = BySide(*(shown.sides.of_side(side).score for side in Side))
        match = replace(just_opened(), score=score, winner=shown.winner)
        match = replace(match, proposals=Proposals(self.proposals))
        return OrderContext(
            match, shown.table, BySide(*(shown.sides.of_side(side).name for side in Side))
        )

    def rename(self) -> None:
        """Kinds of orders get names that no page can have heard of."""
        self.kinds = {kind: f"order{number}" for number, kind in enumerate(FORMS)}

    def told(self) -> dict[str, Any]:
        role = self.person.role
        said = forms.describe_forms(
            self.language, self.used, BOOKS, lambda kind: may_order(role, kind)
        )
        for form in said["forms"]:
            form["kind"] = self.kinds[form["kind"]]
        return said

    def look(self, order: dict[str, Any]) -> tuple[int, Any]:
        self.looked.append(order)
        try:
            return 200, preview_order(json.dumps(order).encode(), self.seen, None, self.language)
        except OrderInvalid as error:
            return 400, {"error": format_text(error.words, self.language)}

    def given(self, order: dict[str, Any]) -> tuple[int, Any]:
        self.posted.append(order)
        return 202, {"command_id": f"order-{len(self.posted)}"}

    def read_order(self, body: bytes) -> dict[str, Any]:
        order: dict[str, Any] = json.loads(body)
        kinds = {name: kind for kind, name in self.kinds.items()}
        return order | {"kind": kinds[order["kind"]]}

    def close(self) -> None:
        self.stopped.set()
        for stream in list(self._streams):
            stream.put(None)
        self._server.shutdown()
        self._server.server_close()

    def _beat(self) -> None:
        while not self.stopped.wait(0.5):
            if not self.silent:
                self.say("beat", {"utc": WALL})

    def events_of(self, path: str, after: int) -> Iterator[bytes]:
        stream: queue.Queue[bytes | None] = queue.Queue()
        self._streams.add(stream)
        if self.silent:
            pass
        elif path == "/events":
            yield self._event("cards", self.cards)
        else:
            for shown in self.cards:
                if path.split("/")[2] == shown.journal_id:
                    yield self._event("card", shown)
            yield self._event("lines", [line for line in self.lines if line.seq > after])
        try:
            while (said := stream.get()) is not None:
                yield said
        finally:
            self._streams.discard(stream)

    def _event(self, name: str, said: Any) -> bytes:
        """One event of a stream; the words of cards are said as they stand now."""
        said = [self._worded(one) for one in said] if isinstance(said, list) else self._worded(said)
        return b"event: " + name.encode() + b"\ndata: " + msgspec.json.encode(said) + b"\n\n"

    def _worded(self, said: Any) -> Any:
        if not isinstance(said, TableCard):
            return said
        return msgspec.structs.replace(said, words=describe_card(said, self.language))

    def _asked(self) -> type[BaseHTTPRequestHandler]:
        stand_in, pages = self, Pages(WEB)

        class Asked(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path, _, query = self.path.partition("?")
                if path.endswith("/events"):
                    self._stream(stand_in.events_of(path, int(query.partition("=")[2] or 0)))
                    return
                if path == "/forms" and stand_in.forms_unanswered:
                    stand_in.forms_unanswered -= 1
                    stand_in.stopped.wait()
                    return
                if path == "/forms":
                    self._answer(200, "application/json", msgspec.json.encode(stand_in.told()))
                    return
                if path == "/" or path.startswith("/tables/"):
                    page = "index.html" if path == "/" else "table.html"
                    who = stand_in.person
                    made = pages.render(
                        page, "en", stand_in.language, stand_in.names, who, address="journal-1"
                    )
                    self._answer(200, "text/html; charset=utf-8", made.encode())
                    return
                file = WEB / urlsplit(path).path.removeprefix("/static/")
                if not file.is_file() or path.startswith("/pictures/"):
                    self._answer(404, "text/plain", b"nothing here")
                    return
                content = file.read_bytes()
                if file.name == "stream.js":
                    assert SILENT in content
                    content = content.replace(SILENT, b"SILENT_MS = %d;" % stand_in.silent_ms)
                if file.name == "sending.js":
                    assert WAIT in content
                    content = content.replace(WAIT, b"WAIT_MS = %d;" % stand_in.wait_ms)
                self._answer(200, TYPES[file.suffix], content)

            def do_POST(self) -> None:
                assert self.headers["X-CSRF"] == stand_in.person.csrf
                if self.path == "/page-faults":
                    length = int(self.headers["Content-Length"])
                    stand_in.page_faults.append(self.rfile.read(length).decode())
                    self._answer(200, "application/json", b"{}")
                    return
                order = stand_in.read_order(self.rfile.read(int(self.headers["Content-Length"])))
                looks = self.path == "/orders/look"
                code, said = stand_in.look(order) if looks else stand_in.given(order)
                (stand_in.may_look if looks else stand_in.may_answer).wait()
                if stand_in.answers:
                    code, said = stand_in.answers.pop(0)
                self._answer(code, "application/json", msgspec.json.encode(said))

            def _answer(self, code: int, kind: str, body: bytes) -> None:
                self.send_response(code)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Content-Security-Policy", POLICY)
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                self.wfile.write(body)

            def _stream(self, events: Iterator[bytes]) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                try:
                    for said in events:
                        self.wfile.write(said)
                        self.wfile.flush()
                except (BrokenPipeError, ConnectionResetError):
                    pass
                finally:
                    events.close()  # type: ignore[attr-defined]

            def log_message(self, *_: object) -> None:
                """Nobody reads it."""

        return Asked


@dataclass
class Window:
    """A page, and what its browser complained of."""

    page: Page
    heard: list[str] = field(default_factory=list)
    forgiven: list[str] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        """What nobody brought about on purpose."""
        return [
            each
            for each in self.heard
            if not any(re.search(pattern, each) for pattern in self.forgiven)
        ]

    def watch(self) -> None:
        def heard(message: ConsoleMessage) -> None:
            if message.type in {"error", "warning"}:
                self.heard.append(message.text)

        self.page.on("console", heard)
        self.page.on("pageerror", lambda error: self.heard.append(str(error)))

    def forgive(self, pattern: str) -> None:
        """What a test brings about on purpose is no fault, whenever it is heard."""
        self.forgiven.append(pattern)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's browser; a test without it is skipped."""
    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is not here: make test installs it")
    expect.set_options(timeout=PATIENCE_MS)
    with TemporaryDirectory(prefix="console-", ignore_cleanup_errors=True) as folder:
        env = os.environ | {"TMPDIR": folder}  # it leaves its sockets behind
        with sync_playwright() as started:
            browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS, env=env)
            yield browser
            browser.close()


@contextmanager
def window(browser: Browser, **options: Any) -> Iterator[Window]:
    """A page in a browser of its own, in a hall in Oslo. Whatever it complained of is a failure."""
    context = browser.new_context(timezone_id="Europe/Oslo", **options)
    opened = Window(context.new_page())
    opened.watch()
    yield opened
    context.close()
    assert opened.faults == [], opened.faults


def show_table(page: Page, service: StandIn) -> None:
    page.goto(f"{service.url}/tables/journal-1")
    expect(page.locator("#card .score")).not_to_be_empty()


FILL = """(form) => {
  for (const field of form.elements) {
    const radios = field.type === "radio" ? [...form.elements[field.name]] : [];
    if (radios.length && !radios.some((one) => one.checked)) field.checked = true;
    if (field.type === "number" && field.value === "") field.value = field.min;
    if (field.pattern) field.value = field.name === "values" ? "5-2" : "2:30";
    if (field.name === "rules") field.value = "clock.delay_s = 8\\n\\nlate.grace_min=2";
    const words = ["why", "text", "name", "tag", "section", "of_match"];
    if (words.includes(field.name) && field.value === "") field.value = "so";
  }
}"""
"""Fills a form in with the first answer to everything."""
