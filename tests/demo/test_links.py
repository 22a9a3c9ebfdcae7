"""The demo's ends of the two sockets, against a table that says what the test wants."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk.demo.board_scene import DemoStage
from kiosk.demo.errors import DemoError, TableProcessGone
from kiosk.demo.hands import TableHands
from kiosk.demo.links import ControlLink, ScreenLink
from kiosk.demo.plan import Flaw, MatchPlan, PlannedThrow
from kiosk.demo.seats import SEATS
from kiosk.rules.board import Position
from kiosk.rules.match import EMPTY
from kiosk.rules.match.doubling import Cube
from kiosk.rules.start import ReadyTapped
from kiosk.rules.table import DicePairs, Half, SetUp
from kiosk.rules.units import Instant, Side
from kiosk.wire.messages import (
    PROTOCOL,
    ClientAnswer,
    ClientAsk,
    FromTable,
    Goodbye,
    Hello,
    from_client,
    to_line,
)
from kiosk.wire.snapshot import Snapshot, snapshot
from vision.scene import Rig

Reply = Callable[[bytes], bytes]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Callable[[Reply, bytes], Path]]:
    """Serve one client at the path returned: a greeting, then a reply to each line; b"" ends it."""
    threads: list[threading.Thread] = []

    def serve(reply: Reply, greeting: bytes = b"") -> Path:
        path = tmp_path / "s"
        server = socket.socket(socket.AF_UNIX)
        server.bind(str(path))
        server.listen()

        def run() -> None:
            with server, server.accept()[0] as link, link.makefile("rwb") as lines:
                lines.write(greeting)
                lines.flush()
                for line in lines:
                    answer = reply(line)
                    if not answer:
                        return
                    lines.write(answer)
                    lines.flush()

        threads.append(threading.Thread(target=run))
        threads[-1].start()
        return path

    yield serve
    for thread in threads:
        thread.join()


def shown(seq: int) -> Snapshot:
    return snapshot(EMPTY, seq, Instant(seq))


def said(*messages: FromTable) -> bytes:
    return b"".join(to_line(message) for message in messages)


def test_the_newest_snapshot_counts(served: Callable[..., Path]) -> None:
    greeting = said(Hello(PROTOCOL, "table", "j"), shown(1), shown(2))
    link = ScreenLink(served(lambda _line: said(shown(3)), greeting))
    first = link.newer_snapshot(2, 5.0)
    assert first is not None
    assert first.seq == 3
    assert link.newer_snapshot(3, 0.0) is None
    link.close()


def test_a_tap_is_stamped_and_answered_under_its_own_id(served: Callable[..., Path]) -> None:
    asked: list[ClientAsk] = []

    def reply(line: bytes) -> bytes:
        message = from_client(line)
        if isinstance(message, ClientAsk):
            asked.append(message)
            other = ClientAnswer("another", (1,), ())
            return said(other, shown(4), ClientAnswer(message.command_id, (4,), ()))
        assert isinstance(message, Hello)
        return said(Hello(PROTOCOL, "table", "j"))

    link = ScreenLink(served(reply))
    assert link.tap(ReadyTapped(Instant(0), Side.BLACK)).seqs == (4,)
    command = asked[0].command()
    assert isinstance(command, ReadyTapped)
    assert command.side is Side.BLACK
    assert command.at > 0
    newest = link.newer_snapshot(0, 0.0)
    assert newest is not None
    assert newest.seq == 4
    link.close()


@pytest.mark.parametrize(
    ("reply", "words"), [(b"", "hung up"), (said(Goodbye("too old")), "said goodbye: too old")]
)
def test_a_table_that_leaves_is_gone(served: Callable[..., Path], reply: bytes, words: str) -> None:
    link = ScreenLink(served(lambda _line: reply))
    with pytest.raises(TableProcessGone, match=words):
        link.newer_snapshot(0, 5.0)
    link.close()


def test_a_table_that_never_was_is_gone(tmp_path: Path) -> None:
    with pytest.raises(TableProcessGone, match="no table listens on"):
        ScreenLink(tmp_path / "nobody")


def test_the_control_socket_is_asked_and_says_why_not(served: Callable[..., Path]) -> None:
    def reply(line: bytes) -> bytes:
        request = json.loads(line)
        if request == {"do": "press", "button": "left"}:
            return b'{"ok": true}\n'
        return b'{"error": "no such button"}\n' if request["do"] == "press" else b""

    link = ControlLink(served(reply))
    assert link.do("press", button="left") == {"ok": True}
    with pytest.raises(DemoError, match="did not do press: no such button"):
        link.do("press", button="middle")
    with pytest.raises(TableProcessGone):
        link.do("die", when="now")
    link.close()


class Recorded:
    """A control link that does everything and notes it."""

    def __init__(self) -> None:
        self.done: list[tuple[str, dict[str, Any]]] = []

    def do(self, what: str, /, **fields: Any) -> dict[str, Any]:
        self.done.append((what, fields))
        return {"ok": True}


def hands_at(setup: SetUp) -> TableHands:
    stage = DemoStage(Rig.draw(5), MatchPlan(1), setup)
    stage.lay(Position.start(), Cube())
    return TableHands(stage, float("inf"), None, Recorded())  # type: ignore[arg-type]


@pytest.fixture
def hands() -> TableHands:
    return hands_at(SetUp(SEATS, Half.PICTURE_LEFT, True, DicePairs.SHARED_PAIR))


def done(hands: TableHands) -> list[tuple[str, dict[str, Any]]]:
    assert isinstance(hands.control, Recorded)
    return hands.control.done


@pytest.mark.parametrize(
    ("throw", "beams"),
    [
        (PlannedThrow((3, 1)), [("drop", 2), ("come_out", 2)]),
        (PlannedThrow((3, 1), Flaw.COCKED), [("drop", 2), ("come_out", 2)]),
        (PlannedThrow((3, 1), Flaw.MISCOUNTED), [("drop", 2), ("come_out", 1)]),
        (PlannedThrow((3,)), [("drop", 1), ("come_out", 1)]),
    ],
)
def test_dice_pass_the_beams_before_they_roll(
    hands: TableHands, throw: PlannedThrow, beams: list[tuple[str, int]]
) -> None:
    hands.throw(throw, Position.start(), ("t",), by=Side.WHITE, beside=False)
    *tower, scene = done(hands)
    assert [(fields["act"], fields["count"]) for _tower, fields in tower] == beams
    assert scene[0] == "scene"
    paths = scene[1]["scene"]["dice"]
    assert len(paths) == len(throw.values)
    assert all(len(path) > 3 for path in paths)


def test_dice_from_a_cup_pass_no_beams() -> None:
    hands = hands_at(SetUp(SEATS, None, False, DicePairs.PAIR_EACH))
    hands.throw(PlannedThrow((3, 1)), Position.start(), ("t",), by=Side.BLACK, beside=False)
    assert [what for what, _fields in done(hands)] == ["scene"]


def test_white_presses_at_the_right_and_black_at_the_left(hands: TableHands) -> None:
    hands.press(Side.WHITE)
    hands.press(Side.BLACK)
    assert done(hands) == [("press", {"button": "right"}), ("press", {"button": "left"})]


def test_dice_lifted_are_gone_from_the_scene(hands: TableHands) -> None:
    hands.throw(PlannedThrow((3, 1)), Position.start(), ("t",), by=Side.WHITE, beside=False)
    hands.lift(show_first=False)
    assert done(hands)[-1][1]["scene"]["dice"] == []
    assert len(done(hands)[-1][1]["scene"]["checkers"]) == 30
