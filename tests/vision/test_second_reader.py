"""The second reader, asked about each pose once, and never left out."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from kits.second_reader import Says

from vision.calibration import Floats
from vision.errors import NetMissing
from vision.lab.train.rendered import calibration_of
from vision.learned import cover, face, find, kind, lean, smear
from vision.learned.lean import Lies
from vision.reader import read, see
from vision.reader.second_reader import Nets, OnceEach, installed_nets
from vision.scene import Rig

PICTURE = np.zeros((48, 64, 3), np.uint8)
POSES = np.array([(10.0, 20.0, 3.0), (30.0, 40.0, 5.0), (50.0, 60.0, 7.0)])
SIDES = np.array([15.0, 15.0, 15.5])
WORLD = calibration_of(Rig.draw(700))


def where(pose: Floats) -> tuple[float, ...]:
    return (float(pose[0]),) * 7


def how(pose: Floats) -> Lies:
    return Lies(float(pose[0]) / 100, float(pose[1]) / 100)


@pytest.mark.parametrize("order", [[0, 1], [1, 0], [2, 1, 0], [1], []])
@pytest.mark.parametrize("question", ["face", "lies"])
def test_what_was_asked_is_not_asked_again_and_the_answer_is_the_same(
    order: list[int], question: str
) -> None:
    says = Says(where, how)
    once = OnceEach(says)
    ask, plain = (
        getattr(one, {"face": "faces", "lies": "lies"}[question])
        for one in (once, Says(where, how))
    )
    ask(PICTURE, WORLD, POSES[:2], SIDES[:2])
    assert ask(PICTURE, WORLD, POSES[order], SIDES[order]) == plain(
        PICTURE, WORLD, POSES[order], SIDES[order]
    )
    asked = [10.0, 30.0] + [50.0] * (2 in order)
    assert sorted(says.asked) == [(question, x) for x in asked]


def test_another_size_is_another_question() -> None:
    says = Says(where, how)
    once = OnceEach(says)
    for side in (15.0, 16.0, 15.0):
        once.lies(PICTURE, WORLD, POSES[:1], np.array([side]))
    assert says.asked == [("lies", 10.0)] * 2


NETS = [
    *((module, "MODEL") for module in (face, lean, find, kind, smear, cover)),
    *((face, "CLOSE_UP"), (lean, "OTHERS")),
]


@pytest.mark.parametrize(("module", "name"), NETS)
def test_without_one_of_its_nets_nothing_is_read(
    module: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lost = tmp_path / "lost.onnx"
    monkeypatch.setattr(module, name, (*lean.OTHERS[:1], lost) if name == "OTHERS" else lost)
    for ask in (read, see):
        with pytest.raises(NetMissing, match=r"lost\.onnx is not there"):
            ask(PICTURE, WORLD)


def test_the_nets_come_with_the_package() -> None:
    assert isinstance(installed_nets(), Nets)
    folder = Path(face.__file__).parent
    assert {file.name for file in folder.glob("*.onnx")} == {
        net.name
        for module, name in NETS
        for net in (lean.OTHERS if name == "OTHERS" else (getattr(module, name),))
    }
