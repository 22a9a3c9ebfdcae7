"""The players' fingers on the screen: every tap they make is one that the screen shows."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kits import commands as c

from kiosk.demo.core_match import CoreTable
from kiosk.demo.errors import DemoError, NotShown, ScreenProcessGone
from kiosk.demo.plan import MatchPlan
from kiosk.demo.players import Players
from kiosk.demo.screen_process import ScreenFingers, touch_of
from kiosk.rules.command import Command
from kiosk.rules.match import Phase
from kiosk.rules.roll import DieFact
from kiosk.rules.units import Instant, Side
from kiosk.table.settings import load_book

NOW = Instant(0)


class Shown(CoreTable):
    """A table whose taps are held against what it offers; its reader doubts now and then."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.tapped: list[str] = []
        self._rng = Random(seed)

    def tap(self, command: Command) -> None:
        side, action, values = touch_of(command)
        sides = self.shown().sides
        assert sides is not None
        assert action in sides.of_side(Side(side)).actions
        assert len(values or ()) == (action.dice or 0)
        self.tapped.append(action.kind)
        super().tap(command)

    def see(self, dice: tuple[DieFact, ...], *, rolled: bool) -> None:
        if self._rng.random() < 0.3:
            guess = self._rng.choice((dice[-1].value, None))
            dice = (*dice[:-1], replace(dice[-1], value=None, guess=guess))
        super().see(dice, rolled=rolled)


@pytest.mark.parametrize("seed", range(6))
def test_players_tap_only_what_is_offered(seed: int) -> None:
    table = Shown(seed)
    table.open(3, load_book("norway", "book"))
    players = Players(MatchPlan(seed), table, lambda: table.now_ns / 1e9)
    while table.match.phase is not Phase.MATCH_OVER:
        players.attend(table.shown())
    assert {"ReadyTapped", "RollEntered", "RollConfirmed"} <= set(table.tapped)


@pytest.mark.parametrize(
    ("command", "touch"),
    [
        (c.ReadyTapped(NOW, Side.WHITE), ("white", "ReadyTapped", None, None, None)),
        (c.WinDeclared(NOW, Side.BLACK, 2), ("black", "WinDeclared", 2, None, None)),
        (c.RollEntered(NOW, Side.BLACK, (6, 5)), ("black", "RollEntered", None, 2, (6, 5))),
        (c.RollEntered(NOW, Side.WHITE, (3,)), ("white", "RollEntered", None, 1, (3,))),
        (c.RollEntered(NOW, Side.WHITE, None), ("white", "RollEntered", None, 0, None)),
    ],
)
def test_a_command_is_a_touch_of_its_sides_half(command: Command, touch: tuple[Any, ...]) -> None:
    side, action, values = touch_of(command)
    assert (side, action.kind, action.level, action.dice, values) == touch


Reply = Callable[[dict[str, Any]], dict[str, Any] | None]


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Callable[[Reply], tuple[ScreenFingers, list[Any]]]]:
    """Fingers at a screen that replies as told, and all it was asked; None hangs up."""
    threads: list[threading.Thread] = []

    def serve(reply: Reply) -> tuple[ScreenFingers, list[Any]]:
        path = tmp_path / "s"
        server = socket.socket(socket.AF_UNIX)
        server.bind(str(path))
        server.listen()
        asked: list[Any] = []

        def run() -> None:
            with server, server.accept()[0] as link, link.makefile("rwb") as lines:
                for line in lines:
                    asked.append(json.loads(line))
                    if (answer := reply(asked[-1])) is None:
                        return
                    lines.write(json.dumps(answer).encode() + b"\n")
                    lines.flush()

        threads.append(threading.Thread(target=run))
        threads[-1].start()
        return ScreenFingers(path), asked

    yield serve
    for thread in threads:
        thread.join()


TAP = c.RollEntered(NOW, Side.BLACK, (6, 5))


def test_a_tap_waits_for_the_picture_the_player_looks_at(screen: Any) -> None:
    fingers, asked = screen(lambda _asked: {"ok": True, "seq": 7, "refused": [], "seqs": [8]})
    fingers.tap(TAP, 7)
    fingers.close()
    wait, tap = asked
    assert (wait["do"], wait["seq"]) == ("wait", 7)
    action = {"kind": "RollEntered", "level": None, "dice": 2}
    assert tap == {"do": "tap", "side": "black", "action": action, "values": [6, 5]}


@pytest.mark.parametrize("fails", ["wait", "tap"])
def test_what_the_screen_does_not_show_is_not_tapped(screen: Any, fails: str) -> None:
    def reply(asked: dict[str, Any]) -> dict[str, Any]:
        return {"error": "it shows nothing"} if asked["do"] == fails else {"ok": True, "seq": 7}

    fingers, asked = screen(reply)
    with pytest.raises(NotShown, match=f"the screen did not do {fails}: it shows nothing"):
        fingers.tap(TAP, 7)
    fingers.close()
    assert asked[-1]["do"] == fails


def test_a_screen_that_hangs_up_is_gone(screen: Any) -> None:
    fingers, _asked = screen(
        lambda asked: {"ok": True, "seq": 7} if asked["do"] == "wait" else None
    )
    with pytest.raises(ScreenProcessGone, match=r"the screen on .* hung up"):
        fingers.tap(TAP, 7)
    fingers.close()


def test_a_screen_that_never_was_is_gone(tmp_path: Path) -> None:
    with pytest.raises(ScreenProcessGone, match="no screen listens"):
        ScreenFingers(tmp_path / "nobody")


def test_frames_and_pictures_are_asked_for(screen: Any, tmp_path: Path) -> None:
    def reply(asked: dict[str, Any]) -> dict[str, Any]:
        if asked["do"] == "shot":
            return {"error": "no folder"} if "away" in asked["path"] else {"ok": True}
        return {"ok": True, "drawn": [[3, 100, True], [5, 200, False]]}

    fingers, asked = screen(reply)
    assert fingers.drawn() == {3: (100, True), 5: (200, False)}
    fingers.shot(tmp_path / "one.png")
    with pytest.raises(DemoError, match="no folder"):
        fingers.shot(tmp_path / "away.png")
    fingers.close()
    assert asked[1]["path"] == str(tmp_path.resolve() / "one.png")
