"""When pictures are taken, of what; and the browser that takes those of the console."""

import http.server
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from kits import commands as c

from kiosk.demo.browser import HEIGHT_PX, WIDTH_PX, find_browser, photograph
from kiosk.demo.core_match import CoreTable
from kiosk.demo.director_process import DirectorProcess
from kiosk.demo.errors import BrowserFailed
from kiosk.demo.plan import MatchPlan
from kiosk.demo.players import Players
from kiosk.demo.shots import (
    MOVING_HEIGHT_PX,
    MOVING_MS,
    BoardPictures,
    ConsoleShots,
    ScreenShots,
    frame_of,
    situation,
    write_moving_picture,
)
from kiosk.rules.match import Phase
from kiosk.rules.units import Instant
from kiosk.table.settings import load_book
from kiosk.wire.snapshot import Snapshot, snapshot
from vision.scene import Rig, Scene, opening

PHASES = {phase.value for phase in Phase if phase is not Phase.VACANT}


class Camera:
    """A screen that notes what it is asked. `ahead`: how many rows it is before the players."""

    def __init__(self, ahead: int = 0) -> None:
        self.asked: list[tuple[str, object]] = []
        self.ahead = ahead

    def wait(self, seq: int) -> int:
        self.asked.append(("wait", seq))
        return seq + self.ahead

    def shot(self, path: Path) -> None:
        self.asked.append(("shot", path.name))


def shown_in_match(seed: int, points: int) -> Iterator[Snapshot]:
    table = CoreTable()
    table.open(points, load_book("norway", "book"))
    players = Players(MatchPlan(seed), table, lambda: table.now_ns / 1e9)
    yield table.shown()
    while table.match.phase is not Phase.MATCH_OVER:
        players.attend(table.shown())
        yield table.shown()


def test_each_situation_is_taken_once_when_it_is_drawn(tmp_path: Path) -> None:
    camera = Camera()
    shots = ScreenShots(tmp_path / "shots", lambda: camera, Scene)  # type: ignore[arg-type, return-value]
    for shown in shown_in_match(6, 3):
        before = len(camera.asked)
        shots.take_if_new(shown)
        if len(camera.asked) > before:
            waited, shot = camera.asked[before:]
            assert waited == ("wait", shown.seq)
            assert shot == ("shot", f"{len(shots.taken):02}-{situation(shown)}.png")
    assert len(shots.taken) == len(set(shots.taken.values())) == len(camera.asked) / 2
    assert set(shots.taken) >= PHASES - {"press_to_start", "confirming", "offered", "challenged"}
    assert (tmp_path / "shots").is_dir()


def test_what_a_director_or_a_device_does_is_a_situation_of_its_own() -> None:
    table = CoreTable()
    table.open(1, load_book("norway", "book"))
    players = Players(MatchPlan(1), table, lambda: table.now_ns / 1e9)
    while table.shown().phase is not Phase.TO_ROLL:
        players.attend(table.shown())
    at, match_id = Instant(0), table.match.match_id
    assert situation(table.shown()) == "to_roll_crawford"
    table.take(c.DeviceFailed(at, "camera", "no frame"))
    assert situation(table.shown()) == "without_camera"
    table.take(c.StopOrdered(at, match_id, "director:Dag", "noise"))
    assert situation(table.shown()) == "stopped_director_ordered"
    table.take(c.MessageOrdered(at, match_id, "director:Dag", "", "hello"))
    assert situation(table.shown()) == "message"
    assert situation(snapshot(table.match, 1, at, "disk full")) == "halted"


def test_a_screen_that_shows_something_newer_is_taken_later(tmp_path: Path) -> None:
    camera = Camera(ahead=1)
    shots = ScreenShots(tmp_path, lambda: camera, Scene)  # type: ignore[arg-type, return-value]
    shown = next(shown_in_match(1, 1))
    shots.take_if_new(shown)
    assert (shots.taken, [asked for asked, _ in camera.asked]) == ({}, ["wait"])
    camera.ahead = 0
    shots.take_if_new(shown)
    assert list(shots.taken) == ["between_games"]


def test_no_screen_no_picture(tmp_path: Path) -> None:
    shots = ScreenShots(tmp_path, lambda: None, Scene)
    shots.take_if_new(next(shown_in_match(1, 1)))
    assert shots.taken == {}


PAGE = b"""<!doctype html><body style="margin:0;background:#00f">
<script>
  const stream = new EventSource("/stream");
  stream.onmessage = () => { document.body.style.background = "#f00"; document.body.append("x"); };
</script>"""


@pytest.fixture
def site() -> Iterator[str]:
    """A blue page that turns red and has text only by what a stream without end brings."""
    closing = threading.Event()

    class Requests(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            stream = self.path == "/stream"
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream" if stream else "text/html")
            self.end_headers()
            if stream:
                closing.wait(0.3)
                self.wfile.write(b"data: red\n\n")
                self.wfile.flush()
                closing.wait(30)
            else:
                self.wfile.write(PAGE)

        def log_message(self, *_arguments: object) -> None:
            """Say nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Requests)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    closing.set()
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_page_is_taken_with_what_its_stream_brought(site: str, tmp_path: Path) -> None:
    shots = ConsoleShots(tmp_path)
    shots.take(one=site, two=site)
    assert shots.lacks is None
    assert shots.taken == [tmp_path / "one.png", tmp_path / "two.png"]
    for path in shots.taken:
        picture = cv2.imread(str(path))
        assert picture is not None
        assert picture.shape == (HEIGHT_PX, WIDTH_PX, 3)
        assert np.array_equal(picture[-1, -1], (0, 0, 255))


def test_without_a_browser_there_is_no_picture_and_it_says_so(
    site: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_browser() is None
    shots = ConsoleShots(tmp_path)
    shots.take(one=site)
    assert (shots.taken, shots.lacks) == ([], "no chromium on PATH")


@pytest.mark.parametrize("script", ["exit 1", "cat <&3 >/dev/null; exit 0"])
def test_a_browser_that_fails_fails_no_demo(
    script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = tmp_path / "chromium"
    browser.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    browser.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr("kiosk.demo.browser.PATIENCE_S", 0.5)
    with pytest.raises(BrowserFailed, match="made no picture"):
        photograph(str(browser), [("http://127.0.0.1:9/", tmp_path / "one.png")])
    shots = ConsoleShots(tmp_path)
    shots.take(one="http://127.0.0.1:9/")
    assert shots.taken == []
    assert shots.lacks is not None


DEVTOOLS = """#!{python}
import base64, json, os, pathlib, sys
here = pathlib.Path({folder!r})
(here / "started").open("a").write("x")
first, rest, looks = len((here / "started").read_text()) == 1, b"", 0
while received := os.read(3, 1 << 16):
    *lines, rest = (rest + received).split(b"\\0")
    for asked in map(json.loads, lines):
        said = {{"targetId": "t", "sessionId": "s", "data": base64.b64encode(b"png").decode()}}
        answer = {{"id": asked["id"], "result": said | {{"result": {{"value": "full"}}}}}}
        if asked["method"] == "Runtime.evaluate":
            looks += 1
            if looks == 2 and {fault!r} == "replaced":
                answer = {{"id": asked["id"], "error": {{"message": "navigated or closed"}}}}
        if asked["method"] == "Page.captureScreenshot" and first and {fault!r} == "ends":
            sys.exit(1)
        (here / "looks").write_text(str(looks))
        os.write(4, json.dumps(answer).encode() + b"\\0")
"""


@pytest.mark.parametrize(("fault", "started", "looks"), [("replaced", "x", 6), ("ends", "xx", 4)])
def test_a_page_replaced_while_it_is_looked_at_and_a_browser_that_ends_cost_no_picture(
    fault: str, started: str, looks: int, tmp_path: Path
) -> None:
    browser, picture = tmp_path / "chromium", tmp_path / "one.png"
    script = DEVTOOLS.format(python=sys.executable, folder=str(tmp_path), fault=fault)
    browser.write_text(script, encoding="utf-8")
    browser.chmod(0o700)
    photograph(str(browser), [("http://127.0.0.1:9/", picture)])
    assert picture.read_bytes() == b"png"
    assert (tmp_path / "started").read_text() == started
    assert int((tmp_path / "looks").read_text()) == looks


def test_a_page_under_tls_is_taken_from_the_trusted_key_alone(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    director = DirectorProcess(one, one / "device.key")
    stranger = DirectorProcess(other, other / "device.key")
    try:
        url = director.start()
        trusting, wrong = tmp_path / "trusting", tmp_path / "wrong"
        shots = ConsoleShots(trusting, director.trusted), ConsoleShots(wrong, stranger.trusted)
        for each in shots:
            each.take(grid=f"{url}/")
    finally:
        assert director.stop() == 0
    assert [each.lacks for each in shots] == [None, None]
    pictures = (cv2.imread(str(folder / "grid.png")) for folder in (trusting, wrong))
    grid, warning = (picture[-1, -1].tolist() for picture in pictures if picture is not None)
    assert grid == [241, 238, 236]  # the console's ground
    assert warning == [255, 255, 255]


def test_the_pictures_of_a_match_become_one_that_moves(tmp_path: Path) -> None:
    greys = (40, 120, 200)
    frames = [np.full((400, 800, 3), grey, np.uint8) for grey in greys]
    write_moving_picture(frames, tmp_path / "match.webp")
    _whole, moving = cv2.imreadanimation(str(tmp_path / "match.webp"))
    assert [round(float(frame[..., :3].mean()), -1) for frame in moving.frames] == list(greys)
    assert sum(moving.durations.ravel()) == pytest.approx(MOVING_MS, abs=len(greys))


class PaintedCamera(Camera):
    """A screen of one grey, a lighter one each time."""

    def shot(self, path: Path) -> None:
        super().shot(path)
        cv2.imwrite(str(path), np.full((72, 128, 3), 20 * len(self.asked), np.uint8))


def test_each_screen_moves_with_the_board_as_it_lay(tmp_path: Path) -> None:
    rig = Rig.draw(6, 128, 72)
    camera, checkers = PaintedCamera(), opening(rig.board)
    lying = iter([Scene(), Scene(checkers)])
    shots = ScreenShots(tmp_path, lambda: camera, lambda: next(lying))  # type: ignore[arg-type, return-value]
    match = shown_in_match(6, 3)
    while len(shots.taken) < 2:
        shots.take_if_new(next(match))
    board = BoardPictures(rig)
    shots.write_moving(tmp_path / "match.webp", board)
    _whole, moving = cv2.imreadanimation(str(tmp_path / "match.webp"))
    screens = [cv2.imread(str(picture)) for picture in shots.taken.values()]
    scenes = [Scene(), Scene(checkers)]
    assert len(moving.frames) == len(scenes)
    for frame, screen, scene in zip(moving.frames, screens, scenes, strict=True):
        assert screen is not None
        wanted = frame_of(screen, board.draw(scene))
        assert wanted.shape[0] == MOVING_HEIGHT_PX
        assert np.abs(frame[..., :3].astype(int) - wanted).mean() < 3


def test_of_no_pictures_there_is_none_that_moves(tmp_path: Path) -> None:
    write_moving_picture([], tmp_path / "match.webp")
    assert not (tmp_path / "match.webp").exists()
