"""`kiosk table` with a director that is not there, comes, orders, goes away."""

import signal
import socket
import stat
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from kits import commands as c
from kits import events as e
from kits.director_kit import DIRECTOR, Server, pin_of
from kits.process_kit import TableProcess
from kits.table_kit import CONFIG

from kiosk.catalogue.devices import format_lost
from kiosk.catalogue.text import format_text
from kiosk.director.http.certificate import make_certificate
from kiosk.rules.match import Phase
from kiosk.rules.reasons import StopReason
from kiosk.rules.units import BySide, Instant, Side
from kiosk.wire.signing import DeviceKey
from kiosk.wire.snapshot import StopView
from kiosk.wire.sync import (
    FromDirector,
    Orders,
    Receipt,
    order_message,
)

WHITE, BLACK = Side
KARI = ("m-1", "director:Kari", "the hall closes")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def now() -> Instant:
    return Instant(time.monotonic_ns())


class Evening(TableProcess):
    """A table with a director's address, and whoever is there. `tls`: his certificate."""

    def __init__(self, folder: Path, tls: Path | None = None) -> None:
        self.port = free_port()
        self.tls = tls
        http, pinned = "http", ""
        if tls is not None:
            http, pinned = "https", f'certificate = "{pin_of(tls)}"\n'
        at = f'[director]\nurl = "{http}://127.0.0.1:{self.port}"\nkey = "{DIRECTOR.public}"\n'
        super().__init__(folder, CONFIG + at + pinned)
        self.servers: list[Server] = []

    def director(self, tls: Path | None = None) -> Server:
        """`tls`: he shows another certificate."""
        key = DeviceKey.load(self.folder / "device.key")
        self.servers.append(Server(key.public, self.port, tls or self.tls))
        return self.servers[-1]

    def director_before_the_first_start(self) -> Server:
        DeviceKey.load_or_make(self.folder / "device.key")
        return self.director()

    def end(self) -> None:
        super().end()
        for server in self.servers:
            server.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    made.end()


def test_a_director_comes_late_orders_and_goes(table: Evening) -> None:
    screen = table.start().screen()
    screen.until(lambda shown: shown.phase is Phase.BETWEEN_GAMES)

    screen.until(lambda shown: shown.lost_devices == ("director",))
    assert screen.tap(c.ReadyTapped(now(), WHITE)).refused == ()  # it plays on
    (lost,) = [row for row in table.rows() if row.kind == "DeviceLost"]
    assert lost.by == "table"
    event = lost.event()
    assert isinstance(event, e.DeviceLost)
    assert event.device == "director"
    said = {"Connection refused", "it did not answer"}  # the second, if not even tried by then
    assert event.why.removeprefix("no receipt for 3 s: ") in said
    assert stat.S_IMODE((table.folder / "device.key").stat().st_mode) == 0o600

    server = table.director()
    screen.until(lambda shown: shown.lost_devices == ())
    server.until(lambda paper: paper.rows == table.rows())
    assert server.paper.heads[-1].screens == 1

    server.order(c.StopOrdered(Instant(0), *KARI), "order-1")
    server.until(lambda paper: "order-1" not in paper.orders)
    stopped = screen.until(lambda shown: shown.stop is not None)
    assert stopped.stop == StopView(StopReason.DIRECTOR_ORDERED, "director:Kari", KARI[2])
    (row,) = [row for row in server.paper.rows if row.command_id == "order-1"]
    assert row.by == "director:Kari"

    with server.changed:
        tea = order_message(c.StopOrdered(Instant(0), *KARI), command_id="order-2", wall_utc="")
        server.paper.orders["order-2"] = type(tea)("order-2", "TeaOrdered", tea.body, "")
        server.changed.notify_all()
    server.until(lambda paper: "TeaOrdered" in paper.undecided.get("order-2", ""))

    server.until(lambda paper: paper.polls)  # a poll hangs
    server.until(lambda paper: paper.rows == table.rows())
    assert table.stop(signal.SIGTERM) == 0
    assert "Traceback" not in table.errors
    assert server.paper.rows == table.rows()


def test_killed_at_the_worst_moment_an_order_is_decided_once(table: Evening) -> None:
    """Committed, not shown, not answered: the director gives the order again."""
    screen, control = table.start().screen(), table.control()
    screen.until(lambda shown: shown.lost_devices == ("director",))
    control.do("die", when="now")
    table.wait()
    server = table.director()
    screen, control = table.start().screen(), table.control()
    screen.until(lambda shown: shown.lost_devices == ())  # as the journal told it was lost
    server.until(lambda paper: paper.polls and paper.rows == table.rows())
    seen = len(server.paper.rows)
    control.do("die", when="between_commit_and_show", after=1)
    server.order(c.MessageOrdered(Instant(0), *KARI, "Finish this game."), "order-1")
    assert table.wait() == -signal.SIGKILL
    assert len(server.paper.rows) == seen
    assert "order-1" in server.paper.orders

    table.start()
    server.until(lambda paper: "order-1" not in paper.orders)
    server.until(lambda paper: paper.rows == table.rows())
    assert [row.kind for row in table.rows() if row.command_id == "order-1"] == ["MessagePosted"]
    assert table.stop() == 0


class Impostor(NamedTuple):
    """What answers in the director's place, and what the journal then says of it."""

    batch: Callable[[], tuple[int, bytes | FromDirector]]
    orders: Callable[[], tuple[int, bytes | FromDirector]]
    why: str
    key: DeviceKey = DIRECTOR


WON = c.ScoreOrdered(Instant(0), "m-1", "director:Eve", "so", BySide(3, 0), "§4.6", None)
THREE_NIL = Orders((order_message(WON, command_id="eve-1", wall_utc=""),))

IMPOSTORS = {
    "keyless": Impostor(
        lambda: (200, b'{"type":"receipt","protocol":1,"seq":0,"pictures":[]}'),
        lambda: (200, msgspec.json.encode(THREE_NIL)),
        "its answer is not signed",
    ),
    "with a key of his own": Impostor(
        lambda: (200, Receipt(0, ())),
        lambda: (200, THREE_NIL),
        "its answer is signed by another key than director.key",
        DeviceKey(bytes([66]) * 32),
    ),
}


@pytest.mark.parametrize("name", IMPOSTORS)
def test_who_is_not_the_director_orders_nothing_and_is_told_on_the_screen(
    table: Evening, name: str
) -> None:
    """Even where he lets the director's own answers to the rows through, and orders beside them."""
    impostor = IMPOSTORS[name]
    server = table.director_before_the_first_start()
    server.key = impostor.key
    polled: list[str] = []

    def said(path: str) -> tuple[int, bytes | FromDirector]:
        if path == "/table/orders":
            polled.append(path)
        return (impostor.orders if path == "/table/orders" else impostor.batch)()

    server.said = said
    screen = table.start().screen()
    shown = screen.until(lambda shown: "director_stranger" in shown.lost_devices)
    assert shown.lost_devices == ("director", "director_stranger")
    (words,) = format_lost(shown.lost_devices)
    assert format_text(words).startswith("This is not your director: ")
    server.until(lambda _paper: len(polled) > 1)  # what the first brought was taken, or not
    lost = [row.event() for row in table.rows() if row.kind == "DeviceLost"]
    assert set(lost) >= {
        e.DeviceLost("director", impostor.why),
        e.DeviceLost("director_stranger", impostor.why),
    }
    assert not any(row.by.startswith("director:") for row in table.rows())

    server.said = lambda _path: None
    server.key = DIRECTOR
    screen.until(lambda shown: shown.lost_devices == ())
    assert screen.newest is not None
    assert screen.newest.sides is not None
    assert screen.newest.sides.white.score == 0


def test_orders_that_were_given_to_another_table_are_not_played_back(table: Evening) -> None:
    """On the way somebody has recorded the director's signed orders."""
    server = table.director_before_the_first_start()
    recorded: list[bytes] = []
    reply = server.reply

    def recording(request: bytes, message: FromDirector) -> bytes:
        recorded.append(reply(request, message))
        return recorded[-1]

    server.reply = recording  # type: ignore[method-assign]
    screen = table.start().screen()
    server.order(c.StopOrdered(Instant(0), *KARI), "order-1")
    screen.until(lambda shown: shown.stop is not None)
    assert table.stop() == 0
    order = next(body for body in recorded if b"order-1" in body)
    for file in table.folder.glob("table.journal*"):
        file.unlink()
    server.paper.rows.clear()
    server.said = lambda path: (200, order) if path == "/table/orders" else None
    screen = table.start().screen()
    shown = screen.until(lambda shown: "director_stranger" in shown.lost_devices)
    assert shown.stop is None
    (why,) = {row.event().why for row in table.rows() if row.kind == "DeviceLost"}
    assert why == "its answer belongs to another request, as one played back does"
    assert not any(row.by.startswith("director:") for row in table.rows())


def test_each_head_echoes_the_newest_challenge_and_the_first_is_followed_at_once(
    table: Evening,
) -> None:
    server = table.director_before_the_first_start()
    table.start()
    server.until(lambda paper: len(paper.heads) > 4)
    with server.changed:
        heads, lives = list(server.paper.heads), list(server.lives)
    assert heads[0].echo == ""
    assert lives[0] is False
    assert all(lives[1:])
    assert [head.beat for head in heads] == list(range(1, len(heads) + 1))
    assert len({head.nonce for head in heads}) == len(heads)
    assert {head.key for head in heads} == {server.paper.public}
    boots = [heads[0].boot]
    for _again in range(2):
        assert table.stop() == 0
        known = len(server.paper.heads)
        table.start()
        server.until(lambda paper, known=known: len(paper.heads) > known)
        boots.append(server.paper.heads[known].boot)
    assert boots == sorted(set(boots))


def test_a_key_that_is_none_stops_the_start(table: Evening) -> None:
    (table.folder / "device.key").write_text("secret")
    assert table.start().wait() == 2
    (line,) = table.errors.splitlines()
    assert "director.device_key" in line


# --- under TLS ---------------------------------------------------------------------------------


@pytest.fixture
def secret(tmp_path: Path) -> Iterator[Evening]:
    """A table that knows its director's certificate."""
    file = tmp_path / "director.pem"
    file.write_bytes(make_certificate(["127.0.0.1"], datetime.now(UTC)))
    evening = Evening(tmp_path, file)
    yield evening
    evening.end()


def test_rows_and_orders_pass_under_the_pinned_certificate(secret: Evening) -> None:
    server = secret.director_before_the_first_start()
    screen = secret.start().screen()
    screen.until(lambda shown: shown.phase is Phase.BETWEEN_GAMES)
    server.order(c.StopOrdered(Instant(0), *KARI), "order-1")
    stopped = screen.until(lambda shown: shown.stop is not None)
    assert stopped.stop == StopView(StopReason.DIRECTOR_ORDERED, "director:Kari", KARI[2])
    server.until(lambda paper: paper.polls and paper.rows == secret.rows())
    assert secret.stop(signal.SIGTERM) == 0
    assert "Traceback" not in secret.errors


def test_another_certificate_is_told_as_a_strangers_and_hears_nothing(
    secret: Evening, tmp_path: Path
) -> None:
    """Even of one who has the director's key: whoever has it has not his address."""
    DeviceKey.load_or_make(tmp_path / "device.key")
    other = tmp_path / "other.pem"
    other.write_bytes(make_certificate(["127.0.0.1"], datetime.now(UTC)))
    stranger = secret.director(other)
    heard: list[str] = []
    stranger.said = lambda path: (200, heard.append(path) or b"")
    screen = secret.start().screen()
    screen.until(lambda shown: "director_stranger" in shown.lost_devices)
    lost = [row.event() for row in secret.rows() if row.kind == "DeviceLost"]
    why = "its certificate is another than director.certificate"
    assert [(each.device, each.why) for each in lost] == [
        ("director", why),
        ("director_stranger", why),
    ]
    assert heard == []
    stranger.close()
    secret.servers.remove(stranger)
    server = secret.director()
    screen.until(lambda shown: shown.lost_devices == ())
    server.until(lambda paper: paper.rows == secret.rows())


def test_a_director_elsewhere_without_tls_is_refused_at_the_start(tmp_path: Path) -> None:
    at = f'[director]\nurl = "http://10.0.0.7:8000"\nkey = "{DIRECTOR.public}"\n'
    table = TableProcess(tmp_path, CONFIG + at)
    table.start()
    assert table.wait() == 2
    assert "http:// is for a director on this machine alone" in table.errors
    table.end()
