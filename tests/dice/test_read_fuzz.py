"""Files nobody vouches for, through `kiosk read` and `kiosk track`: a line each, never a crash."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from kiosk import cli
from vision.learned import find
from vision.scene import Rig, Scene, lay_out, render

RNG = np.random.default_rng(11)
NOISE = RNG.integers(0, 256, (120, 160, 3), np.uint8)


def encoded(image: np.ndarray, kind: str = ".png") -> bytes:
    return bytes(cv2.imencode(kind, image)[1])


def png_claiming(width: int, height: int) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        check = zlib.crc32(kind + body)
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check)

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    rows = chunk(b"IDAT", zlib.compress(bytes(1000)))
    return b"\x89PNG\r\n\x1a\n" + head + rows + chunk(b"IEND", b"")


REFUSED = {
    "empty": b"",
    "text": b"hello\n",
    "zeros": bytes(1000),
    "half a png": encoded(NOISE)[:9000],
    "half a jpeg": encoded(NOISE, ".jpg")[:3000],
    "a jpeg without its end": encoded(NOISE, ".jpg")[:-300],
    "huge": png_claiming(60_000, 60_000),
    "no pixels": png_claiming(0, 100),
    "a thread": encoded(np.zeros((8, 30_000, 3), np.uint8)),
    "rows missing": png_claiming(3000, 2000),
    "a giant in five lines": b"P5\n100000 100000\n255\n" + bytes(100),
    "a gif of nothing": b"GIF89a" + bytes(30),
    "not a number": b"PF\n20 20\n-1.0\n" + struct.pack("<f", float("nan")) * 1200,
}
READ = {
    "grey": encoded(NOISE[..., 0]),
    "one channel": encoded(NOISE[..., :1]),
    "four channels": encoded(np.dstack([NOISE, NOISE[..., 0]])),
    "16 bits": encoded(NOISE.astype(np.uint16) * 257),
    "16 bits of grey": encoded(NOISE[..., 0].astype(np.uint16) * 257),
    "webp": encoded(NOISE, ".webp"),
}


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A picture of a board without dice."""
    rig = Rig.draw(10, 1280, 720)
    path = tmp_path_factory.mktemp("board") / "board.png"
    scene = Scene(lay_out(rig.board, {0: (0, 2)}))
    cv2.imwrite(str(path), render(rig, scene, 0.0, np.random.default_rng(1)))
    return path


def lines(capfd: pytest.CaptureFixture[str], *arguments: str | Path) -> list[dict[str, Any]]:
    assert cli.main(["read", "--json", *map(str, arguments)]) == cli.DONE
    return [json.loads(line) for line in capfd.readouterr().out.splitlines()]


def said_by_us(error: str) -> list[str]:
    """libpng writes there by itself."""
    return [line for line in error.splitlines() if not line.startswith("libpng")]


def sentence(said: str) -> bool:
    return said.count("\n") == 0 and said.endswith(".") and "Traceback" not in said


@pytest.mark.parametrize("how", [[], ["--bare"]], ids=["on a board", "bare"])
def test_every_file_has_its_line(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, how: list[str]
) -> None:
    for name, raw in (REFUSED | READ).items():
        (tmp_path / f"{name}.png").write_bytes(raw)
    (tmp_path / "folder.png").mkdir()
    os.symlink(tmp_path / "loop.png", tmp_path / "loop.png")
    os.mkfifo(tmp_path / "pipe.png")
    refused = [*REFUSED, "folder", "loop", "pipe", "missing", "x" * 300]
    names = [str(tmp_path / f"{name}.png") for name in (*refused, *READ)]
    found = lines(capfd, *how, *names, "/dev/zero", "")
    assert [line["image"] for line in found] == [*names, "/dev/zero", ""]
    for line in (*found[: len(refused)], *found[-2:]):
        assert set(line) == {"image", "error"}, line
        assert sentence(line["error"]), line
    for line in found[len(refused) : -2]:
        assert "error" not in line, line
        assert line["values"] is None


def test_opencv_says_nothing_beside_the_line(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in ("half a jpeg", "a gif of nothing", "no pixels", "a giant in five lines"):
        path = tmp_path / f"{name}.png"
        path.write_bytes(REFUSED[name])
        assert cli.main(["read", "--json", str(path)]) == cli.WRONG
        (line,) = capfd.readouterr().err.splitlines()
        assert line.startswith("kiosk: none of 1 pictures could be opened")


@pytest.mark.parametrize("name", [*REFUSED, "missing"])
def test_a_board_before_that_is_none_is_told(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, board: Path, name: str
) -> None:
    before = tmp_path / "before.png"
    if name in REFUSED:
        before.write_bytes(REFUSED[name])
    assert cli.main(["read", "--json", "--before", str(before), str(board)]) == cli.WRONG
    said = capfd.readouterr()
    assert said.out == ""
    assert len(said_by_us(said.err)) == 1


@pytest.mark.parametrize("name", READ)
def test_a_board_before_of_another_size_is_told(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, board: Path, name: str
) -> None:
    (tmp_path / "before.png").write_bytes(READ[name])
    (line,) = lines(capfd, "--before", tmp_path / "before.png", board)
    assert set(line) == {"image", "error"}
    assert "one camera" in line["error"]


K = [[1000, 0, 640], [0, 1000, 360], [0, 0, 1]]
NO_CALIBRATION: tuple[object, ...] = (
    *("", "{", "null", "3", "[]", '"K"', "[" * 100_000, '{"K": 1e999}', '{"t_mm": [NaN, 0, 0]}'),
    *({"other": 1}, {"K": "x"}, {"K": [[1, 2], [3, 4]]}, {"K": {}}, {"K": [[0] * 3] * 3}),
    *({"K": [[1e-300, 0, 0], [0, 1e-300, 0], [0, 0, 1]]}, {"K": [[1, 2, 3], [4, 5, 6], [7, 8, 9]]}),
    *({"R": [[1, 0, 0], [0, 1, 0], [0, 0, -1]]}, {"R": [[1] * 3] * 3}, {"t_mm": [1e300, 0, 0]}),
    *({"size_mm": [0, 0]}, {"size_mm": [1e9, 1e9]}, {"size_mm": [1e308, 1e308]}, {"size_mm": {}}),
    *({"rim_height_mm": 1e6}, {"rim_height_mm": "a"}, {"rim_height_mm": -3}),
    *({"bar_mm": [5, 5, 1, 1]}, {"bar_mm": [1, 2, 3]}, {"bar_mm": [-1e30, 0, 1e30, 1]}),
    *({"dist": [1e9, 0, 0, 0, 0]}, {"dist": []}, {"dist": [[1, 2], [3]]}, {"dist": [0] * 20}),
    *({"size_mm": ["700", "600"]}, {"dist": "0"}, {"dist": [0, None]}, {"rim_height_mm": True}),
    *({"rim_height_mm": 10**400}, {"t_mm": [0, 10**400, 0]}, {"bar_mm": [1, 2, 3, True]}),
    *({"K": K, "width": 1280}, {"K": K, "height": 720}, {"size_mm": [700, 600], "width": "1280"}),
)


@pytest.mark.parametrize("what", NO_CALIBRATION, ids=lambda what: str(what)[:30])
@pytest.mark.parametrize("command", ["read", "track"])
def test_what_is_no_calibration_is_told(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, board: Path, command: str, what: object
) -> None:
    file = tmp_path / "camera.json"
    file.write_text(what if isinstance(what, str) else json.dumps(what))
    where = board if command == "read" else board.parent
    assert cli.main([command, "--json", "--calibration", str(file), str(where)]) == cli.WRONG
    said = capfd.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert "calibration" in said.err


@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"dist": 5},
        {"dist": [900, 900, 900, 900, 900]},
        {"K": K, "dist": [0] * 5, "R": np.eye(3).tolist(), "t_mm": [0, 0, -700]},
        {"K": K, "dist": [0] * 5, "R": np.eye(3).tolist(), "t_mm": [0, 0, 0.001]},
        {"size_mm": [620, 520], "rim_height_mm": 17, "bar_mm": [-500, -10, -400, -5]},
        {"size_mm": [201, 3000], "rim_height_mm": 199},
        {"size_mm": [3000, 3000]},
    ],
)
def test_an_odd_calibration_never_crashes(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, board: Path, odd: dict[str, object]
) -> None:
    (tmp_path / "camera.json").write_text(json.dumps(odd))
    (line,) = lines(capfd, "--calibration", tmp_path / "camera.json", board)
    assert line.get("values") is None


@pytest.mark.parametrize("name", [*REFUSED, "folder"])
def test_a_film_with_such_a_picture_ends_with_a_sentence(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, board: Path, name: str
) -> None:
    small = cv2.resize(cv2.imread(str(board)), (640, 360))
    (tmp_path / "0.png").write_bytes(encoded(small))
    if name == "folder":
        (tmp_path / "1.png").mkdir()
    else:
        (tmp_path / "1.png").write_bytes(REFUSED[name])
    (tmp_path / "times.json").write_text("[0, 0.033]")
    assert cli.main(["track", "--json", str(tmp_path)]) == cli.WRONG
    said = capfd.readouterr()
    assert len(said_by_us(said.err)) == 1
    assert "1.png" in said.err


def test_a_name_that_is_no_text_is_told(tmp_path: Path) -> None:
    """Under a locale whose output is strict; the next picture is read, too."""
    command = [sys.executable, "-m", "kiosk", "read", "--json", b"w\xfcrfel.jpg", "none.jpg"]
    env = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, check=False)
    assert done.returncode == cli.WRONG  # neither could be opened
    first, second = map(json.loads, done.stdout.splitlines())
    assert os.fsencode(first["image"]) == b"w\xfcrfel.jpg"
    assert second["image"] == "none.jpg"


def test_a_film_of_two_sizes_ends_with_a_sentence(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, board: Path
) -> None:
    picture = cv2.imread(str(board))
    for number, size in enumerate(((640, 360), (640, 360), (480, 270))):
        (tmp_path / f"{number}.png").write_bytes(encoded(cv2.resize(picture, size)))
    assert cli.main(["track", "--json", str(tmp_path)]) == cli.WRONG
    assert "2.png is 480 x 270 pixels" in capfd.readouterr().err


@pytest.mark.parametrize(
    "times", ["{", "[1]", '"x"', "[" * 100_000, "[0, NaN]", "[1, 0]", "[0, {}]", "[0, 1e300]"]
)
def test_times_that_are_none_are_told(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, times: str
) -> None:
    for name in ("0.png", "1.png"):
        (tmp_path / name).write_bytes(encoded(NOISE))
    (tmp_path / "times.json").write_text(times)
    assert cli.main(["track", "--json", str(tmp_path)]) == cli.WRONG
    said = capfd.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1


def test_without_one_of_its_nets_it_lacks_something(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, board: Path, tmp_path: Path
) -> None:
    monkeypatch.setattr(find, "MODEL", tmp_path / "lost.onnx")
    assert cli.main(["read", str(board)]) == cli.LACKING
    said = capfd.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"kiosk: {tmp_path / 'lost.onnx'} is not there")
