"""The second reader, asked about each pose once, and never left out."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from vision.calibration import Calibration, Floats
from vision.errors import NetMissing
from vision.lab.train.rendered import calibration_of
from vision.learned import cover, face, find, kind, lean, smear
from vision.reader import read, see
from vision.reader.opinion import Opinion, at_hand, learned, once_each
from vision.scene import Rig
from vision.view import Picture

PICTURE = np.zeros((48, 64, 3), np.uint8)
POSES = np.array([(10.0, 20.0, 3.0), (30.0, 40.0, 5.0), (50.0, 60.0, 7.0)])
WORLD = calibration_of(Rig.draw(700))


class Counting:
    """Its opinion of a die is where that lies."""

    def __init__(self) -> None:
        self.asked: list[tuple[float, float]] = []

    def __call__(
        self, _image: Picture, _calibration: Calibration, poses: Floats, die_mm: float
    ) -> list[Opinion]:
        self.asked += [(float(x), die_mm) for x, _, _ in poses]
        return [Opinion((0.0,) * 7, askew=float(x) / 100, on_die=die_mm) for x, _, _ in poses]


@pytest.mark.parametrize("order", [[0, 1], [1, 0], [2, 1, 0], [1], []])
def test_what_was_asked_is_not_asked_again_and_the_answer_is_the_same(order: list[int]) -> None:
    counting = Counting()
    once = once_each(counting)
    once(PICTURE, WORLD, POSES[:2], 15.0)
    said = once(PICTURE, WORLD, POSES[order], 15.0)
    assert said == Counting()(PICTURE, WORLD, POSES[order], 15.0)
    assert sorted(counting.asked) == [(10.0, 15.0), (30.0, 15.0)] + [(50.0, 15.0)] * (2 in order)


def test_another_size_is_another_question() -> None:
    counting = Counting()
    once = once_each(counting)
    said = [once(PICTURE, WORLD, POSES[:1], side)[0].on_die for side in (15.0, 16.0, 15.0)]
    assert said == [15.0, 16.0, 15.0]
    assert counting.asked == [(10.0, 15.0), (10.0, 16.0)]


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
    assert at_hand() is learned
    folder = Path(face.__file__).parent
    assert {file.name for file in folder.glob("*.onnx")} == {
        net.name
        for module, name in NETS
        for net in (lean.OTHERS if name == "OTHERS" else (getattr(module, name),))
    }
