"""`kiosk screen` as a process: a game played by touches, killed and started again."""

import json
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from kits import commands as c
from kits.live_kit import BLACK, WHITE, WITHIN_S, Hands, LiveTable, ScreenProcess, babble, now

from kiosk.rules.match import Phase
from kiosk.rules.units import BySide, Side
from kiosk.wire.messages import PROTOCOL, Hello, to_line


def test_a_whole_match_is_played_by_touch(
    table: LiveTable, start: Callable[..., ScreenProcess]
) -> None:
    table.open(points=3)
    screen = start(table.socket)
    hands = Hands(table, screen)
    hands.begin()
    assert hands.phase() is Phase.MOVING
    hands.press(WHITE)
    hands.tap(BLACK, "DoubleTapped")
    hands.press(BLACK)
    hands.tap(WHITE, "TakeTapped")
    hands.press(WHITE)
    hands.enter(BLACK, 4, 3)
    hands.press(BLACK)
    hands.enter(WHITE, 6, 6)
    hands.tap(WHITE, "WinDeclared", level=3)
    hands.tap(BLACK, "WinDisputed")
    hands.tap(WHITE, "WinDeclared", level=2)
    hands.tap(BLACK, "WinAgreed")
    assert hands.phase() is Phase.MATCH_OVER
    screen.drawn(table.newest.seq)
    assert screen.do("shown")["phase"] == "match_over"
    for side in Side:
        hands.tap(side, "ResultConfirmed")
    hands.tap(WHITE, "ResultReported")
    screen.drawn(table.newest.seq)
    left = {each["kind"] for side in Side for each in screen.do("shown")["controls"][side]}
    rare = {"RecordShown", "ScoreQuestioned", "LengthNoticed", "ReopenTapped"}
    rare |= {"ResultDisputed", "DirectorCallTapped", "LanguageTapped", "AidTapped"}
    assert left - {"TakeBackTapped"} == rare
    kinds = [row.kind for row in table.rows()]
    assert "Refused" not in kinds
    assert kinds.count("RollStated") == 6
    assert screen.end() == (0, "", "")


def test_rare_acts_are_done_and_answered_by_touch(
    table: LiveTable, start: Callable[..., ScreenProcess]
) -> None:
    """Through sheets, steps and levels; each answer is a key of the row."""
    table.open(points=5)
    screen = start(table.socket)
    hands = Hands(table, screen)
    hands.tap(WHITE, "RecordShown", 3, 1, choices=["sheet"])
    hands.tap(BLACK, "LengthNoticed", 11)
    hands.begin()
    hands.press(WHITE)
    hands.tap(WHITE, "ClockStopTapped", choices=["fallen_die"])
    for side in Side:
        hands.tap(side, "ResumeTapped")
    hands.tap(BLACK, "IllegalMoveTapped")
    assert hands.phase() is Phase.CHALLENGED
    hands.tap(WHITE, "IllegalMoveAgreed")
    hands.tap(BLACK, "OfferTapped", 2, side="white", choices=["certain_no_contact"])
    hands.tap(WHITE, "OfferRejected")
    hands.tap(BLACK, "OfferTapped", 1, side="white", choices=["certain_no_contact"])
    hands.tap(WHITE, "OfferAccepted", side="white", level=1)
    hands.tap(BLACK, "BreakTapped", level=1)
    hands.tap(BLACK, "PresentTapped")
    newest = table.newest
    assert newest.sides is not None
    assert newest.sides.map(lambda side: side.score) == BySide(1, 0)
    assert newest.waiting.proposals[0].length == 11
    shown = next(row for row in table.rows() if row.kind == "RecordEntered")
    assert json.loads(shown.body)["score"] == {"white": 3, "black": 1}
    assert "Refused" not in {row.kind for row in table.rows()}
    assert screen.end() == (0, "", "")


def test_a_pass_a_call_and_going_on_by_touch(
    table: LiveTable, start: Callable[..., ScreenProcess]
) -> None:
    table.open(points=3)
    hands = Hands(table, start(table.socket, size="720x1280"))
    hands.begin()
    hands.tap(BLACK, "DirectorCallTapped")
    for side in Side:
        hands.tap(side, "ResumeTapped")
    hands.press(WHITE)
    table.do(c.MessageOrdered(now(), "m-1", "director:Kari", "news", "Hurry"), "director:Kari")
    for side in Side:
        hands.tap(side, "MessageTapped")
    hands.tap(BLACK, "RollEntered", 2, 1)
    for side in Side:
        hands.tap(side, "RollEntered", dice=0)
    assert not shows(hands, BLACK, "DoubleTapped")  # that roll did not count
    hands.enter(BLACK, 5, 3)
    hands.press(BLACK)
    hands.tap(WHITE, "DoubleTapped")
    hands.tap(BLACK, "PassTapped")
    assert hands.phase() is Phase.BETWEEN_GAMES


def test_a_language_chosen_by_touch_is_there_again_when_the_screen_is(
    table: LiveTable, start: Callable[..., ScreenProcess]
) -> None:
    table.open()
    screen = start(table.socket, size="800x480")
    hands = Hands(table, screen)
    hands.begin()
    assert languages(hands, BLACK) == {"it", "nb"} == languages(hands, WHITE)
    hands.tap(BLACK, "LanguageTapped", choices=["nb"])
    assert screen.end() == (0, "", "")
    hands = Hands(table, start(table.socket))
    assert languages(hands, BLACK) == {"en", "it"}
    assert languages(hands, WHITE) == {"it", "nb"}
    chosen = next(row for row in table.rows() if row.kind == "LanguageChosen")
    assert (chosen.by, json.loads(chosen.body)["tag"]) == ("black", "nb")


def test_a_driver_holds_keys_where_its_side_does(
    table: LiveTable, start: Callable[..., ScreenProcess]
) -> None:
    table.open()
    hands = Hands(table, start(table.socket))
    for choice in ("hold_on", "big_type_on", "hold_off"):
        hands.tap(BLACK, "AidTapped", choices=[choice])
    told = [json.loads(row.body) for row in table.rows() if row.kind == "AidChosen"]
    assert [(each["aid"], each["on"]) for each in told] == [
        ("hold", True),
        ("big_type", True),
        ("hold", False),
    ]


def languages(hands: Hands, side: Side) -> set[str]:
    """Those that half may change to, of English, Italian and Norwegian."""
    hands.screen.drawn(hands.table.newest.seq)
    controls = hands.screen.do("shown")["controls"][side.value]
    offered = [each for each in controls if each["kind"] == "LanguageTapped"]
    return {each["choices"][0] for each in offered} & {"en", "it", "nb"}


def shows(hands: Hands, side: Side, kind: str) -> bool:
    hands.screen.drawn(hands.table.newest.seq)
    controls = hands.screen.do("shown")["controls"][side.value]
    return any(control["kind"] == kind for control in controls)


def test_what_is_not_shown_is_not_touched(
    table: LiveTable, start: Callable[..., ScreenProcess]
) -> None:
    table.open()
    hands = Hands(table, start(table.socket))
    hands.begin()
    hands.screen.drawn(table.newest.seq)
    rows = len(table.rows())
    for side, kind, values, action in (
        (BLACK, "DoubleTapped", (), {}),
        (WHITE, "RollEntered", (6, 5), {}),
        (WHITE, "ClockPressed", (), {}),
        (WHITE, "WinDeclared", (), {"level": 4}),
        (WHITE, "NoSuchThing", (), {}),
    ):
        answer = hands.screen.tap(side, kind, *values, **action)
        assert f"{side.value}'s half does not show {kind}" in answer["error"]
    assert len(table.rows()) == rows


def test_a_refused_tap_is_answered_with_its_reasons_and_told_on_the_glass(
    table: LiveTable, start: Callable[..., ScreenProcess], tmp_path: Path
) -> None:
    """What the table would refuse is not shown, so the refusal is staged: it was just done."""
    lines: list[bytes] = []
    table.open()
    snapshot = to_line(table.newest)
    with refusing(tmp_path / "other.sock", snapshot, lines):
        screen = start(tmp_path / "other.sock")
        screen.drawn(table.newest.seq)
        screen.until(lambda shown: bool(shown["controls"]["white"]))
        before = cv2.imread(str(screen.shot(tmp_path / "before.png")))
        answer = screen.tap_shown(WHITE, "ReadyTapped")
        assert answer == {"ok": True, "refused": ["already_done"], "seqs": [9]}
        after = cv2.imread(str(screen.shot(tmp_path / "after.png")))
        assert (before[240:] != after[240:]).any()
        assert (before[:238] == after[:238]).all()
        screen.end()
    assert json.loads(lines[0])["protocol"] == PROTOCOL


class refusing:  # noqa: N801 - reads as a verb
    """A table that shows one snapshot again and again and refuses whatever is asked."""

    def __init__(self, path: Path, snapshot: bytes, heard: list[bytes]) -> None:
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._server.bind(str(path))
        self._server.listen()
        self._snapshot, self._heard = snapshot, heard
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._server.close()
        self._thread.join(WITHIN_S)

    def _serve(self) -> None:
        end, _address = self._server.accept()
        gone, turn = threading.Event(), threading.Lock()

        def say(words: bytes) -> None:
            with turn, suppress(OSError):
                end.sendall(words)

        def show() -> None:
            while not gone.wait(0.5):
                say(self._snapshot)

        with suppress(OSError), end, end.makefile("rb") as lines:
            say(to_line(Hello(PROTOCOL, "staged", None)) + self._snapshot)
            threading.Thread(target=show, daemon=True).start()
            for line in lines:
                self._heard.append(line)
                asked = json.loads(line)
                if asked["type"] == "ask":
                    refused = {"type": "answer", "command_id": asked["command_id"]}
                    refused |= {"seqs": [9], "refused": ["already_done"]}
                    say(json.dumps(refused).encode() + b"\n")
        gone.set()


# --- killed and started again --------------------------------------------------------------------


def test_killed_in_mid_turn_it_comes_back_to_the_same_picture(
    table: LiveTable, start: Callable[..., ScreenProcess], tmp_path: Path
) -> None:
    table.open(points=3)
    screen = start(table.socket)
    hands = Hands(table, screen)
    hands.begin()
    hands.press(WHITE)
    hands.tap(BLACK, "RollEntered", 2, 1)
    hands.tap(WHITE, "DirectorCallTapped")  # both clocks stand, so two pictures can be compared
    screen.drawn(table.newest.seq)
    before, shown = screen.shot(tmp_path / "before.png"), screen.do("shown")
    rows = [row.hash for row in table.rows()]
    code, _said, _errors = screen.end(signal.SIGKILL)
    assert code == -signal.SIGKILL
    again = start(table.socket)
    again.drawn(table.newest.seq)
    assert again.do("shown") == shown
    after = again.shot(tmp_path / "after.png")
    assert (cv2.imread(str(before)) == cv2.imread(str(after))).all()
    assert [row.hash for row in table.rows()] == rows


def test_a_table_that_starts_again_is_found_again(
    tmp_path: Path, start: Callable[..., ScreenProcess]
) -> None:
    table = LiveTable(tmp_path)
    table.open()
    screen = start(table.socket)
    screen.drawn(table.newest.seq)
    live = cv2.imread(str(screen.shot(tmp_path / "live.png")))
    table.close()
    screen.until(lambda shown: shown["controls"] == {"white": [], "black": []})
    assert "does not show" in screen.tap(WHITE, "ReadyTapped")["error"]
    lost = cv2.imread(str(screen.shot(tmp_path / "lost.png")))
    assert lost.mean() < 0.7 * live.mean()
    again = LiveTable(tmp_path)
    screen.until(lambda shown: bool(shown["controls"]["white"]))
    found = cv2.imread(str(screen.shot(tmp_path / "found.png")))
    assert (found == live).all()
    assert screen.end()[0] == 0
    again.close()


def test_it_waits_for_a_table_that_is_not_there_yet(
    tmp_path: Path, start: Callable[..., ScreenProcess]
) -> None:
    screen = start(tmp_path / "table.sock")
    assert screen.do("shown") == {"ok": True, "seq": None, "phase": None, "controls": {}}
    picture = cv2.imread(str(screen.shot(tmp_path / "none.png")))
    assert picture.shape == (480, 800, 3)
    assert len(np.unique(picture)) > 20  # words stand there
    assert "no match is shown" in screen.tap(WHITE, "ReadyTapped")["error"]
    table = LiveTable(tmp_path)
    table.open()
    screen.drawn(table.newest.seq)
    assert screen.end(signal.SIGINT) == (0, "", "")
    table.close()


def test_a_later_protocol_is_told_on_the_glass(
    tmp_path: Path, start: Callable[..., ScreenProcess]
) -> None:
    screen = start(tmp_path / "table.sock")
    before = cv2.imread(str(screen.shot(tmp_path / "before.png")))
    with babble(tmp_path / "table.sock", to_line(Hello(PROTOCOL + 1, "table-kiosk 9", None))) as it:
        it.get(timeout=WITHIN_S)
        code, said, errors = look_until_changed(screen, before, tmp_path)
    assert (code, said) == (0, "")
    assert f"speaks protocol {PROTOCOL + 1}" in errors


def look_until_changed(screen: ScreenProcess, before: Any, folder: Path) -> tuple[int, str, str]:
    while (cv2.imread(str(screen.shot(folder / "after.png"))) == before).all():
        pass
    return screen.end()
