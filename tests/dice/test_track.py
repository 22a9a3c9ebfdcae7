"""`kiosk track`, from the command line to its lines, on a film of our own renderer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from kiosk import cli
from kiosk.dice.track import in_words, name_of, timed_frames
from vision.scene import Rig, Scene, lay_out, truth
from vision.scene.render import Renderer
from vision.scene.throw import plan_throw
from vision.tracker import AtRest, CameraNudged, CheckersMoved, Empty
from vision.tracker import events as every

FIRST_S = 12.5
STEP_S = 1 / 30


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder: a bare board, a throw of 6 and 3, their rest; times.json, camera.json."""
    place = tmp_path_factory.mktemp("film")
    rig, rng = Rig.draw(23), np.random.default_rng(23)
    checkers = lay_out(rig.board, {0: (0, 3), 12: (1, 4)})
    bare = Scene(checkers)
    dice = plan_throw(rig, bare, values=(6, 3), half="picture_right", outcome="flat", rng=rng)
    renderer, times = Renderer(rig), {}
    moments = [(bare, 0.0)] * 10 + [(Scene(checkers, dice), k * 1000 * STEP_S) for k in range(38)]
    for number, (scene, t_ms) in enumerate(moments):
        name = f"f{number:03d}.jpg"
        cv2.imwrite(str(place / name), renderer.frame(scene, t_ms, rng))
        times[name] = FIRST_S + number * STEP_S
    (place / "times.json").write_text(json.dumps(times))
    facts = truth(rig, Scene(checkers, dice), 0.0)
    whole = facts["camera"] | facts["board"] | {"bar_mm": facts["board"]["rects_mm"]["bar"]}
    (place.parent / "camera.json").write_text(json.dumps(whole))
    return place


def lines(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> list[dict[str, Any]]:
    assert cli.main(["track", "--json", *map(str, arguments)]) == cli.DONE
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_film_is_told_event_by_event(film: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = lines(capsys, "--calibration", film.parent / "camera.json", film)
    assert all({"t", "event", "values", "frame"} <= set(line) for line in told)
    assert [line["event"] for line in told if line["event"] != "busy"] == [
        "empty",
        "rolling",
        "at_rest",
    ]
    for line in told:
        assert line["t"] == pytest.approx(FIRST_S + line["frame"] * STEP_S, abs=1e-3)
    assert (told[-1]["values"], told[-1]["status"]) == ([6, 3], "valid")


def test_who_rolls_is_told_by_the_caller(film: Path, capsys: pytest.CaptureFixture[str]) -> None:
    camera = film.parent / "camera.json"
    *_others, rest = lines(capsys, "--roller", "top", "--calibration", camera, film)
    assert (rest["event"], rest["values"], rest["status"]) == ("at_rest", None, "wrong_side")


def test_a_person_reads_words(film: Path, capsys: pytest.CaptureFixture[str]) -> None:
    camera = str(film.parent / "camera.json")
    assert cli.main(["track", "--calibration", camera, str(film)]) == cli.DONE
    assert capsys.readouterr().out.splitlines()[-1].endswith("at rest 6-3")


def test_why_a_roll_does_not_count_is_told() -> None:
    told = {"t": 3.456, "event": "at_rest", "values": None, "reason": "a die is cocked"}
    assert in_words(told) == "3.46 s: at rest: a die is cocked"
    assert in_words({"t": 0.0, "event": "camera_nudged", "values": None}) == "0.00 s: camera nudged"


def test_a_film_that_is_none_is_an_error_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    (tmp_path / "video.mp4").write_text("no video")
    for wrong in (empty, tmp_path / "video.mp4", tmp_path / "nothing"):
        assert cli.main(["track", str(wrong)]) == cli.WRONG
        assert str(wrong) in capsys.readouterr().err


def test_a_film_may_pause_for_hours(film: Path, tmp_path: Path) -> None:
    """A player thinks: the frames after it count as those before."""
    pictures = sorted(film.glob("*.jpg"))[:3]
    for name, picture in zip("abc", pictures, strict=True):
        (tmp_path / f"{name}.jpg").write_bytes(picture.read_bytes())
    (tmp_path / "times.json").write_text("[0, 0.1, 9000]")
    assert [t_s for t_s, _ in timed_frames(tmp_path)] == [0.0, 0.1, 9000.0]


def test_a_film_without_a_frame_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "cut.avi"
    cv2.VideoWriter(str(empty), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (64, 64)).release()
    for command in (["track", str(empty)], ["calibrate", "--source", str(empty)]):
        assert cli.main(command) == cli.WRONG
        assert "holds no frame" in capsys.readouterr().err


def test_events_have_the_names_they_are_known_by() -> None:
    names = {kind: name_of(object.__new__(kind)) for kind in (AtRest, CameraNudged, CheckersMoved)}
    assert list(names.values()) == ["at_rest", "camera_nudged", "checkers_moved"]
    assert name_of(object.__new__(Empty)) == "empty"
    assert len(every.Event.__args__) == 12
