"""Rolls drawn for measuring: what ends they have, and that a run goes on where it stopped."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.lab import rendered, resumed, thrown
from vision.lab.figures import Shot
from vision.lab.natural import rolls
from vision.scene import Rig

TRAINED = (*range(200_000, 201_200), *range(301_000, 301_120))


def test_no_rig_of_training_is_ever_drawn() -> None:
    drawn = {thrown.rig_seed(seed, number) for seed in range(40) for number in range(200)}
    assert len(drawn) == 40 * 200
    assert not drawn & set(TRAINED)
    assert min(drawn) > 1_000_000


def test_a_second_lamp_takes_its_light_from_the_first_and_has_another_colour() -> None:
    rng = np.random.default_rng(4)
    for number in range(20):
        alone = Rig.draw(number)
        both = thrown.with_second_lamp(alone, rng)
        first, second = both.light, *both.more
        for whole, parts in (
            (alone.light.lamp[1], (first.lamp[1], second.lamp[1])),
            (alone.light.ambient[1], (first.ambient[1], second.ambient[1])),
        ):
            assert sum(parts) == pytest.approx(whole)
        own, warmth, other = (
            light.lamp[2] / light.lamp[0] for light in (alone.light, first, second)
        )
        assert (warmth - own) * (other - own) < 0
        assert np.linalg.norm(first.position_mm - second.position_mm) > 1


def test_a_rig_gives_the_same_rolls_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thrown, "SIZES", ((640, 360),))
    monkeypatch.setattr(rolls, "MOST_THROWS", 1)
    seed = thrown.rig_seed(3, 1)
    once, again = (list(islice(thrown.rolls(seed), 3)) for _ in range(2))
    other = next(thrown.rolls(thrown.rig_seed(3, 2)))
    for a, b in zip(once, again, strict=True):
        assert (a.file, a.facts) == (b.file, b.facts)
        assert np.array_equal(a.image, b.image)
    assert len({roll.file for roll in once}) == 3
    assert not np.array_equal(once[0].image, other.image)


class Reader:
    """Takes no time: says valid and the truth's values of all but every third roll."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def __call__(self, file: str, _image: Any, facts: Any, *_rest: Any) -> Shot:
        self.read.append(file)
        asked = len(self.read) % 3 == 0
        values = None if asked else tuple(facts["values"] or (6, 6))
        said = "unsure" if asked else "valid"
        return Shot(
            *(file, facts["roll_status"], facts["values"] and tuple(facts["values"])),
            *(said, values, "", 1.0, "felt", facts["light"], "grey", facts["kind"]),
            *(30.0, 0.0, False, (0.1, 0.2), "", (6, 6), 0.5),
        )


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Reader:
    monkeypatch.setattr(thrown, "SIZES", ((320, 180),))
    for name, count in (("POSITIONS", 1), ("DICE_SETS", 2), ("ROLLS", 2), ("ROLLS_A_RIG", 4)):
        monkeypatch.setattr(thrown, name, count)
    monkeypatch.setattr(rendered, "ROLLS_A_RIG", 4)
    monkeypatch.setattr(rolls, "MOST_THROWS", 1)
    stand_in = Reader()
    monkeypatch.setattr(rendered, "read_shot", stand_in)
    return stand_in


def asked(out: Path, rolls: int, seed: int = 1) -> rendered.Run:
    return rendered.Run(rolls, seed, "file", False, False, out)


def test_a_stopped_run_goes_on(reader: Reader, tmp_path: Path) -> None:
    whole = dict(rendered.run(asked(tmp_path / "whole", 10)))
    assert [len(shots) for shots in whole.values()] == [4, 4, 2]
    assert reader.read == [one.file for shots in whole.values() for one in shots]
    reader.read.clear()
    run = rendered.run(asked(tmp_path / "torn", 10))
    next(run)
    run.close()
    with (tmp_path / "torn" / rendered.LINES).open("a") as lines:
        lines.write('{"rig": 1, "rolls": [{"fi')
    later = dict(rendered.run(asked(tmp_path / "torn", 10)))
    assert later == whole
    assert len(reader.read) == 10
    reader.read.clear()
    assert dict(rendered.run(asked(tmp_path / "torn", 10))) == whole
    assert reader.read == []


@pytest.mark.parametrize("left", ["", '{"seed": 1, "cal'])
def test_a_run_that_was_stopped_before_its_first_line_starts_anew(
    reader: Reader, tmp_path: Path, left: str
) -> None:
    (tmp_path / rendered.LINES).write_text(left)
    first = dict(rendered.run(asked(tmp_path, 4)))
    assert [len(shots) for shots in first.values()] == [4]
    assert dict(rendered.run(asked(tmp_path, 4))) == first
    assert len(reader.read) == 4


@pytest.mark.usefixtures("reader")
def test_rolls_of_another_run_are_not_mixed_in(tmp_path: Path) -> None:
    list(rendered.run(asked(tmp_path, 4)))
    shown = replace(asked(tmp_path, 4), before=True)
    filmed = replace(asked(tmp_path, 4), film=True)
    for other in (asked(tmp_path, 4, seed=2), shown, filmed):
        with pytest.raises(
            resumed.OtherRun, match=r"seed, calibration, --before, --film .* another --out"
        ):
            list(rendered.run(other))
    head = json.loads((tmp_path / rendered.LINES).read_text().splitlines()[0])
    assert head["seed"] == 1


@pytest.mark.usefixtures("reader")
def test_what_was_not_told_as_it_is_leaves_a_picture(tmp_path: Path) -> None:
    shots = [shot for _, some in rendered.run(asked(tmp_path, 12)) for shot in some]
    names = [path.name for path in (tmp_path / rendered.PICTURES).glob("*.png")]
    missed = [shot for shot in shots if shot.wrong or shot.answer != shot.truth]
    assert {name.split("_")[-1] for name in names if "whole" not in name} == {
        f"{shot.file}.png" for shot in missed
    }
    wrong = [shot for shot in shots if shot.wrong]
    assert sum("whole" in name for name in names) == len(wrong)


@pytest.mark.usefixtures("reader")
def test_every_roll_is_counted_once_in_each_slice(tmp_path: Path) -> None:
    shots = [shot for _, some in rendered.run(asked(tmp_path, 12)) for shot in some]
    sums: Counter[str] = Counter()
    name = ""
    for line in rendered.slices(shots):
        if line.startswith("by "):
            name = line.split(":")[0]
            continue
        right, wondered, other, wrong, of = map(int, line.split()[-5:])
        assert right + wondered + other + wrong == of
        sums[name] += of
        sums["wrong " + name] += wrong
    assert len(sums) == 12
    for name in [name for name in sums if not name.startswith("wrong")]:
        assert sums[name] == 12
        assert sums["wrong " + name] == sum(shot.wrong for shot in shots)
