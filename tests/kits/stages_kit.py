"""Every format brought through every stage of an event by its acts, at the real service behind a
real port of this process: a stage can be copied, pressed on and thrown away.
"""

import asyncio
import json
import random
import shutil
import threading
import time
from collections.abc import Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import uvicorn

from kiosk.books.format_loader import formats
from kiosk.director.app import create_app
from kiosk.director.clocks import DirectorClocks
from kiosk.director.public.of_table import EVERYTHING
from kiosk.director.service import Service
from kiosk.director.store.sqlite import SqliteStore
from kiosk.rules.units import SECOND_NS, require
from kiosk.wire import pinned
from kiosk.wire.sync import Orders
from kits import commands as c
from kits.event_kit import Runner
from kits.hall_kit import (
    DIRECTORS_KEY,
    PASSWORD,
    PaperTable,
    cheap_passwords,
    newest_challenge,
    settings,
    settled,
    words,
)
from kits.ladder_kit import LadderRunner
from kits.languages_kit import load as load_languages
from kits.rules_kit import setup
from kits.served_kit import entered

T = TypeVar("T")

ALL_FORMATS = tuple(each.format_id for each in formats())
TABLES = 4
ENTRIES = 6
"""So many enter a division: enough for a bye, a second group and a last round."""

STAGES = (
    "nothing",
    "no division",
    "entered",
    "drawn",
    "published",
    "called",
    "playing",
    "put off",
    "partly over",
    "over",
)
"""Of an event, in their order."""

WITHIN_S = 20.0
"""Far more than anything takes; only a broken promise waits so long."""

CHIPS = {"level": 3, "cube": 8}
"""A game of a Swing that takes most of what anybody has."""


class Stood:
    """A service on a database in `folder`, listening, until it is closed."""

    def __init__(self, folder: Path, *tables: PaperTable) -> None:
        self.now_ns = 50 * SECOND_NS
        self.folder, self.tables = folder, tables
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.service = self.runs(self._made())
        for table in tables:
            table.challenge = lambda: newest_challenge(self.service, self.now_ns)
        self._server = uvicorn.Server(
            uvicorn.Config(
                create_app(self.service, DIRECTORS_KEY, languages=load_languages()),
                host="127.0.0.1",
                port=0,
                lifespan="off",
                ws="none",
                access_log=False,
                log_config=None,
                timeout_graceful_shutdown=0,
            )
        )
        self._serving = asyncio.run_coroutine_threadsafe(self._server.serve(), self._loop)
        self._task = asyncio.run_coroutine_threadsafe(self.service.lifecycle.run(), self._loop)
        late = time.monotonic() + WITHIN_S
        while not self._server.started:
            assert time.monotonic() < late
            self.runs(asyncio.sleep(0.002))
        (socket,) = self._server.servers[0].sockets
        self.url = f"http://127.0.0.1:{socket.getsockname()[1]}"
        self.session: Mapping[str, str] = {}

    async def _made(self) -> Service:
        return Service(
            settings(*self.tables),
            self.folder,
            SqliteStore.open(self.folder / "d.db"),
            DirectorClocks(lambda: self.now_ns),
            passwords=cheap_passwords(),
            chance=random.Random(7),
        )

    def runs(self, what: Coroutine[Any, Any, T]) -> T:
        """On the service's loop."""
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(WITHIN_S)

    def enters(self) -> None:
        """The first account is made; its headers."""
        token = require(self.runs(self.service.people.start_link()))
        asked = {"token": token, "name": "Kari", "password": PASSWORD}
        self.session = entered(pinned.connect_to(self.url, None, WITHIN_S), "/join", asked)
        self.posts("/people/public", msgspec.json.encode(EVERYTHING))

    def asks(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        link = pinned.connect_to(self.url, None, WITHIN_S)
        link.request(method, path, body, dict(self.session))
        answer = link.getresponse()
        came = answer.read()
        link.close()
        return answer.status, came

    def posts(self, path: str, body: bytes) -> tuple[int, Any]:
        status, came = self.asks("POST", path, body)
        return status, json.loads(came)

    def runner(self) -> Runner:
        return Runner(self.posts, lambda path: json.loads(self.asks("GET", path)[1]))

    def spoken(self) -> None:
        """Every table has been heard."""
        for table in self.tables:
            self.runs(self.service.traffic.batch(table.beat() if table.rows else table.batch()))

    def obeys(self, table: PaperTable) -> None:
        """A table does what it is ordered, is set up and begins."""
        self.runs(self.service.traffic.batch(table.batch()))
        self.runs(settled(self.service))
        ordered = words(self.runs(self.service.traffic.poll(table.poll(), wait_s=0)))
        assert isinstance(ordered, Orders)
        before = len(table.rows)
        for sent in ordered.orders:
            order = sent.order()
            if isinstance(order, c.MatchAssigned):
                table.keeper.match_id = order.opens
            table.obey(sent)
            if isinstance(order, c.MatchAssigned):
                table.keeper.do(c.SetUpTable, setup())
        self.runs(self.service.traffic.batch(table.batch(after=before)))
        self.runs(settled(self.service))

    def close(self) -> None:
        self.service.lifecycle.close()
        self._server.should_exit = True
        self._serving.result(WITHIN_S)
        self._task.cancel()
        self.service.lifecycle.finish()
        self.service.lifecycle.thread.store.close()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(WITHIN_S)
        self._loop.close()


@contextmanager
def stood(folder: Path, *tables: PaperTable) -> Iterator[Stood]:
    service = Stood(folder, *tables)
    try:
        yield service
    finally:
        service.close()


@contextmanager
def copied(of: Stood, folder: Path) -> Iterator[Stood]:
    """The same service once more, on a copy that may be thrown away."""
    shutil.copytree(of.folder, folder)
    with stood(folder, *of.tables) as copy:
        copy.session = of.session
        yield copy


# --- the stages -----------------------------------------------------------------------------------


def couples(numbers: Iterable[int], pairs: bool) -> list[dict[str, Any]]:
    """An entry of each number, of two players if they play in pairs."""
    return [
        {"players": [{"name": f"Ana {n}"}, *([{"name": f"Bo {n}"}] if pairs else [])]}
        for n in numbers
    ]


class Walk:
    """An event of a division for each format, stage by stage."""

    def __init__(self, own: Stood, format_ids: Sequence[str]) -> None:
        self.own, self.kari = own, own.runner()
        self.format_ids = {f"division-{nth}": each for nth, each in enumerate(format_ids, 1)}

    def stages(self) -> Iterator[str]:
        """Each by its name, once the event has come so far."""
        self.own.spoken()
        yield "nothing"
        self.kari.does("OpenEvent", name="Malmö Open")
        self.kari.does("SetTables", tables=list(range(1, TABLES + 1)))
        yield "no division"
        for nth, (name, format_id) in enumerate(self.format_ids.items()):
            self._makes(name, format_id, nth)
        yield "entered"
        self._each("DrawDivision")
        yield "drawn"
        self._each("PublishDraw")
        self._sets_values()
        yield "published"
        self._calls(2)
        yield "called"
        self._begins()
        yield "playing"
        (first, *_rest) = self.called()
        self.kari.does("PutOff", key=first, why="a dentist")
        yield "put off"
        while len(self.over()) < 2:
            self._ends(self.ready()[0])
        yield "partly over"
        self._plays_out()
        yield "over"

    def _makes(self, name: str, format_id: str, nth: int) -> None:
        offered = {each["format_id"]: each for each in self.kari.get("/event/formats")["formats"]}
        form = offered[format_id]["format"]
        form = {**form, "rounds": [{**each, "profile": "norway"} for each in form["rounds"]]}
        of = {"division_id": name}
        first = 1 + nth * ENTRIES
        pairs = bool(form["groups"]) and form["groups"]["doubles"] != "no"
        self.kari.does("MakeDivision", **of, name=f"Open {nth}", format=form, precedence=nth)
        self.kari.does("Enter", **of, entries=couples(range(first, first + ENTRIES), pairs))
        if form["by_date"]:
            last = self.kari.event["today"] + 5
            dates = [{"bracket": "main", "round": n + 1, "last_day": last + n} for n in range(3)]
            self.kari.does("SetRoundDates", **of, dates=dates)

    def _each(self, kind: str) -> None:
        for name in self.format_ids:
            self.kari.does(kind, division_id=name)

    def _sets_values(self) -> None:
        """What the rule books leave to the event, as long as any is left."""
        left = [each for each in self.kari.get("/event/confirm")["to_set"] if not each["value"]]
        for book in {each["book"] for each in left}:
            values = [[each["key"], "12"] for each in left if each["book"] == book]
            self.kari.does("SetValues", book=book, values=values)

    # --- pairings ---

    def pairings(self) -> list[tuple[dict[str, str], Any]]:
        return [
            ({"division_id": name, "pairing_id": each["pairing_id"]}, each)
            for name in self.format_ids
            for each in self.kari.division(name)["pairings"]
        ]

    def ready(self) -> list[dict[str, str]]:
        return [key for key, each in self.pairings() if each["state"] == "ready"]

    def called(self) -> list[dict[str, str]]:
        return [key for key, each in self.pairings() if each["table"] is not None]

    def over(self) -> list[dict[str, str]]:
        return [key for key, each in self.pairings() if each["result"] is not None]

    def _calls(self, count: int) -> None:
        """So many of each division, at the tables that are free."""
        tables = iter(range(1, TABLES + 1))
        busy: set[str] = set()
        for name in self.format_ids:
            left = count
            for key, each in self.pairings():
                who = {place["entry_id"] for place in each["places"]}
                fits = key["division_id"] == name and each["state"] == "ready"
                if fits and left and not who & busy and (table := next(tables, 0)):
                    self.kari.does("Call", at_tables=[[key, table]])
                    busy |= who
                    left -= 1

    def _begins(self) -> None:
        """The tables that are there obey, and their first games are on."""
        for table in self.own.tables:
            self.own.obeys(table)
            before = len(table.rows)
            table.keeper.begin_game(white=5, black=2)
            self.own.runs(self.own.service.traffic.batch(table.batch(after=before)))

    def _ends(self, key: dict[str, str]) -> None:
        """Who stands first wins."""
        (pairing,) = (each for at, each in self.pairings() if at == key)
        form = self.kari.division(key["division_id"])["format"]
        (one, two) = (place["entry_id"] for place in pairing["places"])
        played, more = pairing["played"], dict[str, int]()
        points = [played["length"], 0]
        if form["swing"]:
            points, more = [CHIPS["level"] * CHIPS["cube"], 0], CHIPS
        assert one
        assert two
        self.kari.does("TakeMatch", key=key, winner=one, score=points, **more)

    def _plays_out(self) -> None:
        """Until nothing can be played, and nothing is asked of a person."""
        for _act in range(2000):
            if any(self._publishes(name) for name in self.format_ids):
                continue
            if ready := self.ready():
                self._ends(ready[0])
            elif not any(self._goes_on(name) for name in self.format_ids):
                return
        raise AssertionError(f"{self.format_ids} does not end")

    def _publishes(self, name: str) -> bool:
        if self.kari.division(name)["draw"]["published"]:
            return False
        self.kari.does("PublishDraw", division_id=name)
        return True

    def _goes_on(self, name: str) -> bool:
        """What a division's format asks of a person, if anything."""
        of = {"division_id": name}
        for each in self.kari.division(name)["next"]:
            if each["kind"] == "TakeSwissRoundBack":
                continue
            lot = {"group": each["group"], "entries": each["entries"]}
            self.kari.does(each["kind"], **of, **(lot if each["kind"] == "DrawGroupLot" else {}))
            return True
        return False


# --- a ladder -------------------------------------------------------------------------------------


def ladder_stages(own: Stood) -> Iterator[str]:
    """Each stage of a ladder by its name, once it has come so far."""
    yield "none"
    club = LadderRunner(own.posts, lambda path: json.loads(own.asks("GET", path)[1]))
    club.opens()
    yield "a season is open"
    first = club.challenges("ba")
    yield "challenged"
    club.result(first, "b")
    yield "played"
    club.does("DisputeLadderResult", number=club.challenges("dc"), why="another score")
    yield "disputed"
    club.challenges("fe")
    club.does("LeaveLadder", member_id="j")
    yield "one has left"
