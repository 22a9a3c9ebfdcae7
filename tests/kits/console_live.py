"""The director's service in a process of its own, and tables that play real matches to it."""

import http.client
import json
import re
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from dataclasses import replace
from itertools import count
from pathlib import Path

import msgspec
from playwright.sync_api import Locator, Page, expect

from kiosk.rules.decide import decide, evolve
from kiosk.rules.fact import Event
from kiosk.rules.match import EMPTY, Phase
from kiosk.rules.roll import DieFact, RollFacts
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import (
    ClockButton,
    DicePairs,
    FormatKind,
    Half,
    MatchFormat,
    Member,
    PictureSeat,
    Seat,
    SetUp,
    Team,
)
from kiosk.rules.units import SECOND_NS, BySide, Instant, Side, require
from kiosk.screen.state import LinkState, LinkStatus
from kiosk.screen.view import view
from kiosk.wire import pinned, sync
from kiosk.wire.match_page import MatchPage
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.row import NO_HASH, Row, chain_row
from kiosk.wire.signing import DeviceKey
from kiosk.wire.snapshot import snapshot
from kits import commands as c
from kits.console_kit import ROOT, WALL
from kits.hall_kit import PASSWORD
from kits.pictures_kit import sent_by
from kits.served_kit import entered

WHITE, BLACK = Side
UP = LinkStatus(LinkState.UP, 0)


class Revoked(Exception):
    """The director hears this device no more."""


class Director:
    """The real service, in its own process, which can be killed and started again."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._process: subprocess.Popen[str] | None = None
        self._port = 0
        self._keys: list[str] = []
        self.url = ""
        self.session: dict[str, str] = {}
        """The headers of the director who is signed in."""

    def enrol(self, number: int, key: str) -> None:
        """Before the start."""
        self._keys.append(f'[[table]]\nnumber = {number}\nkey = "{key}"\n')

    def start(self) -> None:
        """It listens when this returns; a second time on the same port."""
        config = self.home / "director.toml"
        config.write_text('[director]\nevent_id = "tests"\n' + "".join(self._keys))
        command = [sys.executable, "-m", "kiosk", "director", "--config", str(config)]
        command += ["--db", str(self.home / "director.db"), "--port", str(self._port)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        found = re.search(r"http://[^/]+:(\d+)", said)
        assert found, f"the director did not start: {said!r}"
        self.url, self._port = found[0], int(found[1])
        lines = [said, *(self._process.stdout.readline() for _ in range(3))]
        token = lines[-1].partition("/join#")[2].strip()
        if token:
            self.join(token)

    def join(self, token: str, name: str = "Kari") -> dict[str, str]:
        """The headers of who makes an account by a link; the first is the director's own."""
        asked = {"token": token, "name": name, "password": PASSWORD}
        session = entered(pinned.connect_to(self.url, None, 10.0), "/join", asked)
        self.session = self.session or session
        return session

    def invite(self, role: str) -> str:
        """The token of a link to join as it."""
        link = pinned.connect_to(self.url, None, 10.0)
        link.request("POST", "/people/invite", json.dumps({"role": role}), self.session)
        said = json.loads(link.getresponse().read())
        link.close()
        return str(said["link"].partition("#")[2])

    def let_in(self, page: Page, session: dict[str, str] | None = None) -> None:
        """The page's browser is signed in."""
        cookie, _, value = (session or self.session)["cookie"].partition("=")
        page.context.add_cookies([{"name": cookie, "value": value, "url": self.url}])

    def kill(self) -> None:
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None


class FakeTable:
    """A table as its director sees it: signed rows of a real match, and a beat twice a second.

    Its own clock goes on with the real one, so that what the console shows of it does too.
    """

    def __init__(self, director: Director, number: int = 1) -> None:
        self.number = number
        self.journal_id = f"journal-{number}"
        self.rows: list[Row] = []
        self.match = EMPTY
        self.match_id: str | None = None
        self.director = director
        self._key = DeviceKey.generate()
        self._now_ns, self._set_at_ns = 1_000 * SECOND_NS, time.monotonic_ns()
        self._turn = threading.Lock()
        self._quiet = threading.Event()
        self._beaten = count(1)
        self._kept = 0
        self.match_page: MatchPage | None = None
        """What the director last said of the match that is over here."""
        self._challenge = ""
        self._beats = threading.Thread(target=self._beat, daemon=True)
        director.enrol(number, self._key.public)

    @property
    def now(self) -> Instant:
        return Instant(self._now_ns + time.monotonic_ns() - self._set_at_ns)

    def later(self, seconds: float) -> None:
        """The table's clock is set on, as if so much time had passed."""
        self._now_ns += round(seconds * SECOND_NS)

    def start(self) -> None:
        """From here on it is heard."""
        self._beats.start()

    def fall_silent(self) -> None:
        self._quiet.set()
        if self._beats.is_alive():
            self._beats.join()

    def do(self, kind: type[c.Command], *rest: object, by: str = "table") -> None:
        """Decide a command and send what follows."""
        with self._turn:
            self._decide(kind(self.now, *rest), by, f"{self.journal_id}-{len(self.rows)}")
            self._send()

    def tap(self, kind: type[c.Command], side: str, *rest: object) -> None:
        self.do(kind, side, *rest, by=str(side))

    def obey(self) -> None:
        """Ask for orders, decide them, send what follows."""
        with self._turn:
            poll = sync.Poll(
                protocol=PROTOCOL,
                app="fake",
                journal_id=self.journal_id,
                key=self._key.public,
                nonce=sync.fresh_nonce(),
                boot_id="boot-1",
                at_ns=self.now,
                have=(),
            )
            orders = self._reply("orders", sync.sign(poll, self._key)).message
            assert isinstance(orders, sync.Orders)
            for sent in orders.orders:
                order = sent.order()
                self._decide(replace(order, at=self.now), order.by, sent.command_id)
            self._send()

    def reads(self, side: Side) -> str:
        """What stands on a side's half: what it is asked to do, the director's words, its notes."""
        shown = snapshot(self.match, len(self.rows), self.now)
        half = require(view(shown, shown.at_ns, UP).half(side))
        told = (half.message.title, half.message.text) if half.message else ()
        roll = half.roll.values if half.roll else ()
        return "\n".join([half.prompt, *half.quiet, *told, *half.notes, f"{roll}"])

    def open(
        self,
        book: RuleBook,
        points: int = 5,
        white: str = "Ada",
        black: str = "Bo",
        match_id: str = "",
    ) -> None:
        teams = BySide(*(Team(n, n, (Member(n, n),)) for n in (white, black)))
        form = MatchFormat(FormatKind.POINTS, points)
        match = match_id or f"match-{self.number}"
        self.do(c.OpenMatch, match, "open-2026", self.number, None, form, teams, book, "f" * 64)
        seats = BySide(
            Seat(PictureSeat.BOTTOM, Half.PICTURE_RIGHT, ClockButton.RIGHT, "white"),
            Seat(PictureSeat.TOP, Half.PICTURE_RIGHT, ClockButton.LEFT, "black"),
        )
        self.do(c.SetUpTable, SetUp(seats, mixer=None, tower=False, dice=DicePairs.SHARED_PAIR))

    def begin_game(self) -> None:
        """Both are ready; White wins the opening with 6-5 by touch, and Black presses."""
        for side in Side:
            self.tap(c.ReadyTapped, side)
        for side in Side:
            self.tap(c.RollEntered, side, (6, 5))
        self.do(c.ClockPressed, Side.BLACK, by="buttons")

    def press(self, side: Side) -> None:
        self.do(c.ClockPressed, side, by="buttons")

    def roll(self, values: tuple[int, ...], picture: str) -> None:
        """The dice are lifted; the camera reads a roll in the half of the side on turn."""
        self.do(c.DiceLifted, by="camera")
        game, setup = self.match.game, self.match.setup
        half = require(setup).seats.of_side(require(require(game).on_turn)).right_half
        dice = tuple(
            DieFact(value, value, half, True, "board", 0.99, (100.0 + 40 * index, 50.5))
            for index, value in enumerate(values)
        )
        self.do(c.RollRead, RollFacts(dice, True, self.now, self.now, picture), by="camera")

    def _decide(self, command: c.Command, by: str, command_id: str) -> None:
        for event in decide(self.match, command).events:
            self._keep(event, command, by, command_id)

    def _keep(self, event: Event, command: c.Command, by: str, command_id: str) -> None:
        self.match = evolve(self.match, event)
        self.match_id = self.match.match_id or self.match_id  # what is put away has its own
        row = chain_row(
            event,
            journal_id=self.journal_id,
            seq=len(self.rows) + 1,
            match_id=self.match_id,
            at_ns=command.at,
            boot_id="boot-1",
            wall_utc=WALL,
            by=by,
            command_id=command_id,
            prev_hash=self.rows[-1].hash if self.rows else NO_HASH,
        )
        self.rows.append(row)

    def _beat(self) -> None:
        while not self._quiet.wait(0.5):
            with self._turn:
                try:
                    self._send()
                except (OSError, http.client.HTTPException, Revoked):
                    continue  # the director is away, or does not know us; the next beat may do

    def _send(self) -> None:
        rows = self.rows[self._kept :]
        last = self.rows[-1] if self.rows else None
        head = sync.TableHead(
            protocol=PROTOCOL,
            app="fake",
            journal_id=self.journal_id,
            key=self._key.public,
            nonce=sync.fresh_nonce(),
            boot_id="boot-1",
            boot=1,
            beat=next(self._beaten),
            echo=self._challenge,
            at_ns=self.now,
            turned_ms=0,
            wall_utc=WALL,
            last_seq=last.seq if last else 0,
            last_hash=last.hash if last else NO_HASH,
            head_seq=len(self.rows),
            halted=None,
            screens=1,
            undecided=(),
            over=self.match_id or "" if self.match.phase is Phase.MATCH_OVER else "",
        )
        reply = self._reply("batch", sync.sign(head, self._key, rows))
        if isinstance(reply.message, sync.Rejected) and "revoked" in reply.message.why:
            raise Revoked(reply.message.why)
        assert isinstance(reply.message, sync.Receipt), reply
        self._kept, self._challenge = reply.message.seq, reply.challenge
        self.match_page = reply.match_page
        if not reply.alive:
            self._send()  # what a table does once, too

    def send_picture(self, name: str, jpeg: bytes) -> None:
        asked = urllib.request.Request(
            f"{self.director.url}/table/pictures/{name}",
            data=jpeg,
            method="PUT",
            headers=sent_by(self._key, name),
        )
        with urllib.request.urlopen(asked, timeout=10) as answer:
            assert answer.status == 204

    def _reply(self, what: str, body: bytes) -> sync.InReply:
        message = sync.read_signed(self._post(what, body))
        return msgspec.json.decode(message.signed, type=sync.InReply)

    def _post(self, what: str, body: bytes) -> bytes:
        asked = urllib.request.Request(f"{self.director.url}/table/{what}", data=body)
        try:
            with urllib.request.urlopen(asked, timeout=10) as answer:
                return bytes(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return error.read()


def send_to_all(page: Page, words: str) -> Locator:
    """A message to every table by the form for many; what the page says came of it."""
    page.get_by_role("button", name="Message or stop…").click()
    page.get_by_role("button", name="Tick all").click()
    page.locator("#batch-kinds").get_by_role("button", name="Message").click()
    page.get_by_label("Words for both players").fill(words)
    page.get_by_role("button", name="To the tables…").click()
    page.get_by_role("button", name="Send to all of them").click()
    return page.locator("#batch-outcomes li")


def card_of(page: Page, number: int) -> Locator:
    return page.locator(".card").filter(has=page.get_by_role("link", name=f"Table {number}"))


def visit(page: Page, table: FakeTable) -> None:
    """The table's page, as the director."""
    table.director.let_in(page)
    page.goto(f"{table.director.url}/tables/{table.journal_id}")
    expect(page.locator("#lines li")).not_to_have_count(0)
