"""What `measure` says of clear dice close up and of markers, on pictures whose truth is known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.lab import closeup, measure
from vision.lab.clear import take
from vision.lab.corners import corner_lines
from vision.reading import DieSeen
from vision.scene import Rig, Scene, render, truth

FIRST = 3 * closeup.SEEDS


def test_clear_dice_are_counted_by_what_was_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    taken = [take(FIRST + n) for n in range(3)]
    assert taken[0].value != 6
    pictures = iter(taken)

    def reader(picture: np.ndarray) -> tuple[DieSeen, ...]:
        """A 6 whatever lies there, asked about, right."""
        one = next(pictures)
        assert (picture == one.picture).all()
        said = {0: 6, 1: None, 2: one.value}[taken.index(one)]
        return (DieSeen(said, 6, "off", None, None, 0.5, one.center_px, None, (0, 0, 1, 1)),)

    monkeypatch.setattr(closeup, "read_bare", reader)
    measure.main(["--clear", "3", "--seed", "3"])
    said = capsys.readouterr().out
    assert "== 3 clear dice close up, seed 3" in said
    assert "answered 2/3 66.7 %, wrong among them 1/2" in said
    assert f"WRONG picture {FIRST} " in said
    by_value = dict(part.split(": ") for part in said.split("by value: ")[1].strip().split(", "))
    assert sum(int(part.split("/")[1]) for part in by_value.values()) == 3


def test_markers_are_counted_and_their_worst_corner_measured(tmp_path: Path) -> None:
    rig = Rig.draw(31, 1280, 720)
    facts = truth(rig, Scene(), 0.0)
    cv2.imwrite(str(tmp_path / "1.jpg"), render(rig, Scene(), 0.0, np.random.default_rng(1)))
    at = tmp_path / "1.json"
    at.write_text(json.dumps(facts))
    found, worst = corner_lines([at])
    assert found.split(", ")[1] == "markers found 4/4 100.0 %"
    assert float(worst.split()[-2]) < 1.5
    marker = facts["markers"][2]
    marker["corners_px"][1] = list(np.add(marker["corners_px"][1], (30.0, 40.0)))
    at.write_text(json.dumps(facts))
    _, worst = corner_lines([at])
    assert float(worst.split()[-2]) == pytest.approx(50, abs=2)
