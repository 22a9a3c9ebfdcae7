"""`kiosk table` with a director that is not there, comes, orders, goes away."""

import signal
import socket
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from kits import commands as c
from kits import events as e
from kits.director_kit import DIRECTOR, Server
from kits.process_kit import TableProcess
from kits.table_kit import CONFIG

from kiosk.rules.match import Phase
from kiosk.rules.reasons import StopReason
from kiosk.rules.units import Instant, Side
from kiosk.wire.signing import DeviceKey
from kiosk.wire.snapshot import StopView
from kiosk.wire.sync import sent

WHITE, BLACK = Side
KARI = ("m-1", "director:Kari", "the hall closes")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def now() -> Instant:
    return Instant(time.monotonic_ns())


class Evening(TableProcess):
    """A table with a director's address, and whoever is there."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        section = f'[director]\nurl = "http://127.0.0.1:{self.port}"\nkey = "{DIRECTOR.public}"\n'
        super().__init__(folder, CONFIG + section)
        self.servers: list[Server] = []

    def director(self) -> Server:
        key = DeviceKey.load(self.folder / "device.key")
        self.servers.append(Server(key.public, self.port))
        return self.servers[-1]

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
        tea = sent(c.StopOrdered(Instant(0), *KARI), command_id="order-2", wall_utc="")
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


def test_a_key_that_is_none_stops_the_start(table: Evening) -> None:
    (table.folder / "device.key").write_text("secret")
    assert table.start().wait() == 2
    (line,) = table.errors.splitlines()
    assert "director.device_key" in line
