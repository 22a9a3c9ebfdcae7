"""Natural rolls: what is true of them, what they are sought for, how they are counted."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.lab import thrown
from vision.lab.answered import shot_of
from vision.lab.natural import count, rolls
from vision.lab.natural.ends import ENDS, end_of
from vision.lab.natural.status import contact_facts_of, status_of
from vision.lab.natural.throws import Tabletop, Throw, ThrownDie
from vision.lab.resumed import OtherRun
from vision.scene import DiePath, DiePose, Rig, Scene, truth
from vision.scene.die import showing
from vision.scene.pose import MOVING_MM_S, about, after

RIG = Rig.draw(3)
SIZE = RIG.style.die_mm


def lying(touches: str, tilt_deg: float = 0.0, zone: str = "picture_right") -> ThrownDie:
    turn = after(about((1.0, 0.0, 0.0), np.radians(tilt_deg)), showing(4, "ccw", 0.0))
    path = DiePath.resting(DiePose(450, 250, -SIZE / 2, turn))
    return ThrownDie(path, tilt_deg, frozenset(touches.split()), zone)


@pytest.mark.parametrize(
    ("die", "end", "flat"),
    [
        (lying("surface"), "free", True),
        (lying("surface checker"), "beside", True),
        (lying("surface die"), "beside", True),
        (lying("surface", 0.9), "free", True),
        (lying("surface", 1.1), "leans_nothing", False),
        (lying("surface checker", 30.0), "leans_checker", False),
        (lying("checker rim", 30.0), "leans_several", False),
        (lying("surface rim", 12.0), "leans_rim", False),
        (lying("checker"), "on_checker", False),
        (lying("die"), "on_die", False),
        (lying("bar", zone="bar"), "on_bar", False),
        (lying("table", zone="off"), "off_board", False),
        (lying("surface", zone="off"), "in_tray", True),
    ],
)
def test_an_end_has_one_word(die: ThrownDie, end: str, flat: bool) -> None:
    assert end_of(die) == end
    assert end in ENDS
    assert die.flat == flat
    known = contact_facts_of(die, 4)
    assert (known["top"] is None) == (not die.level)
    assert (known["support"] == "surface") == flat or end == "leans_nothing"


def test_the_rarer_end_names_a_roll() -> None:
    def kind(*dice: ThrownDie) -> str:
        return rolls.kind_of(Throw(dice, (), 500.0, False), "picture_right")

    assert kind(lying("surface"), lying("surface")) == "free"
    assert kind(lying("checker"), lying("surface")) == "on_checker"
    assert kind(lying("surface"), lying("surface", zone="picture_left")) == "wrong_half"
    assert kind(lying("checker"), lying("surface", zone="picture_left")) == "on_checker"


def a_die(**facts: Any) -> dict[str, Any]:
    lying = {"in_motion": False, "zone": "picture_right", "top": 4, "support": "surface"}
    return {**lying, **facts}


@pytest.mark.parametrize(
    ("first", "second", "status"),
    [
        ({}, {}, "valid"),
        ({}, {"top": None}, "cocked"),
        ({}, {"support": "checker"}, "cocked"),
        ({"zone": "bar", "support": "bar"}, {}, "cocked"),
        ({"zone": "picture_left"}, {"top": None}, "wrong_side"),
        ({"zone": "picture_left"}, {"zone": "off"}, "off_board"),
        ({"zone": "off"}, {"in_motion": True}, "in_motion"),
    ],
)
def test_the_first_word_that_applies(
    first: dict[str, Any], second: dict[str, Any], status: str
) -> None:
    assert status_of([a_die(**first), a_die(**second)], "picture_right") == status
    assert status_of([a_die(**second), a_die(**first)], "picture_right") == status
    assert status_of([a_die(**first)], "picture_right") in {"missing", "in_motion"}


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thrown, "SIZES", ((640, 360),))
    for name, number in (("POSITIONS", 2), ("DICE_SETS", 2), ("ROLLS", 3)):
        monkeypatch.setattr(thrown, name, number)
    monkeypatch.setattr(rolls, "MOST_THROWS", 20)


@pytest.fixture
def as_they_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ONE_DIE", "MOVING"):
        monkeypatch.setattr(rolls, name, 0.0)


@pytest.mark.usefixtures("few", "as_they_lie")
def test_what_contacts_tell_agrees_with_what_the_picture_is_drawn_from() -> None:
    """The truth by the engine against the truth by poses, which takes a gap of 0.7 mm for none."""
    seen = Counter[str]()
    for number in range(2):
        for roll in thrown.rolls(thrown.rig_seed(5, number)):
            facts = roll.facts
            seen[facts["roll_status"]] += 1
            flat = [die["support"] == "surface" for die in facts["dice"]]
            assert (facts["roll_status"] == "valid") == (
                len(flat) == 2
                and all(flat)
                and all(die["zone"] == (facts["mixer"] or own(facts)) for die in facts["dice"])
            )
            for die in facts["dice"]:
                assert not die["in_motion"]
                assert die["top"] in {None, die["nearest_top"]}
                assert (die["top"] is None) == (die["tilt_deg"] >= 1)
                if die["support"] == "surface":
                    assert die["height_mm"] == pytest.approx(die["size_mm"] / 2, abs=0.1)
                else:
                    assert die["height_mm"] > die["size_mm"] / 2 + 0.3 or die["zone"] == "off"
    assert seen["valid"] >= 10
    assert seen["cocked"] >= 1


def own(facts: dict) -> str:
    return "picture_right" if facts["roller"] == "bottom" else "picture_left"


@pytest.mark.usefixtures("few")
def test_a_film_shows_dice_fly_in_as_they_were_thrown() -> None:
    """Frames change while they fly, and no more once they lie."""
    roll = next(
        roll for roll in thrown.rolls(thrown.rig_seed(5, 0)) if roll.facts["roll_status"] == "valid"
    )
    frames = [frame.main.astype(int) for frame in roll.film()]
    change = [int((np.abs(b - a) > 60).sum()) for a, b in pairwise(frames)]
    assert max(change[:6]) <= 2
    assert sum(changed > 20 for changed in change[8:24]) >= 5
    assert max(change[-6:]) <= 2


@pytest.mark.usefixtures("as_they_lie")
def test_what_is_sought_is_found_or_not_called_so() -> None:
    rig = Rig.draw(5)
    rng = np.random.default_rng(3)
    checkers, cube = rolls.position(rig, rng)
    bare = Scene(checkers, (), cube)
    sought = Counter[str]()
    for _ in range(25):
        end = rolls.ended(rig, bare, "picture_right", rng)
        drawn, cocked, leaning = end.facts["drawn"]
        dice = truth(rig, replace(bare, dice=end.dice, checkers=end.checkers), 0.0)["dice"]
        for die, contact_facts in zip(dice, end.contact_facts, strict=True):
            die.update(contact_facts)
        word = end.facts["sought"]
        sought[word] += 1
        status = status_of(dice, "picture_right")
        assert drawn >= cocked >= leaning
        if word:
            assert status == "cocked"
        if word == "leaning":
            assert leaning == 1
            assert any(die["top"] is None for die in dice)
        if word == "cocked":
            assert cocked == 1
    assert sought[""] > 10
    assert sum(sought.values()) > sought[""]


def test_a_few_are_seen_too_early_or_without_a_die(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("ONE_DIE", 0.3), ("MOVING", 0.7), ("MOST_THROWS", 5)):
        monkeypatch.setattr(rolls, name, value)
    rng = np.random.default_rng(3)
    kinds = Counter[tuple[str, str]]()
    for rig in (Rig.draw(5), Rig.draw(5, mixer="picture_right")):
        checkers, cube = rolls.position(rig, rng)
        bare = Scene(checkers, (), cube)
        for _ in range(15):
            end = rolls.ended(rig, bare, "picture_right", rng)
            dice = truth(rig, replace(bare, dice=end.dice), 0.0)["dice"]
            if end.kind == "moving":
                fastest = max(die["speed_mm_s"] for die in dice)
                assert rig.mixer is None
                assert end.checkers == bare.checkers
                assert MOVING_MM_S < fastest < rolls.SLOW_MM_S
            if end.facts["sought"] in {"moving", "one_die"}:
                kinds[end.kind, status_of(dice, "picture_right")] += 1
    assert kinds.keys() == {("moving", "in_motion"), ("one_die", "missing")}
    assert min(kinds.values()) >= 3


def test_sought_rolls_stand_for_what_nature_makes() -> None:
    """One roll in ten cocked, and two sought beside 90 as they came: each stands for 4.5."""
    facts = {
        **{"roll_status": "cocked", "values": None, "board": {"style": ""}, "light": ""},
        "camera": {"width": 640, "height": 360},
        **{"dice": [], "sub": None, "kind": ""},
    }

    def shot(sought: str, drawn: list[int]):
        told = facts | {"sought": sought, "drawn": drawn}
        return shot_of("", told, "unsure", None, "", (), 1.0)

    some = [shot("", [1, 0, 0]) for _ in range(81)] + [shot("", [1, 1, 0]) for _ in range(9)]
    some += [shot("cocked", [5, 1, 1]), shot("cocked", [25, 2, 0])]
    some += [shot("", [0, 0, 0]) for _ in range(50)]
    first, second, third = rolls.lines(some)
    assert first.startswith("cocked: 12/120 10.0 %")
    assert "stands for 4.500 of 90 rolls" in second
    assert third.startswith("leaning: 1/120 0.8 %")


def test_batches_go_through_all_there_is() -> None:
    some = [count.ThrowBatch.by_number(number) for number in range(200)]
    assert Counter(batch.by for batch in some) == {"cup": 100, "box": 100}
    assert {batch.size_mm for batch in some} == set(count.SIZES_MM)
    positions = Counter(batch.position for batch in some)
    assert set(positions) == set(count.POSITIONS)
    assert 60 <= positions["opening"] <= 75
    assert len({(b.by, b.size_mm, b.position == "opening") for b in some}) == 12


def test_a_count_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thrown_batches: list[int] = []
    real = count.thrown

    def noted(batch: count.ThrowBatch, *_how: object) -> list[count.Counted]:
        thrown_batches.append(batch.number)
        return real(batch, "felt", 1, 2)

    monkeypatch.setattr(count, "thrown", noted)
    whole = list(count.run(300, "felt", 1, tmp_path))
    assert thrown_batches == [0, 1, 2]
    assert list(count.run(300, "felt", 1, tmp_path)) == whole
    assert list(count.run(400, "felt", 1, tmp_path))[:3] == whole
    assert thrown_batches == [0, 1, 2, 3]
    head = json.loads((tmp_path / "rests.jsonl").read_text().splitlines()[0])
    assert head["surface"] == "felt"
    with pytest.raises(OtherRun, match="another surface"):
        list(count.run(300, "cork", 1, tmp_path))


def test_a_table_counts_each_die_once() -> None:
    batch = count.ThrowBatch.by_number(0)
    free, carried = (
        count.DieAtRest(end, 0.0, "picture_right", 3) for end in ("free", "on_checker")
    )
    steep = count.DieAtRest("leans_checker", 33.0, "picture_right", 3)
    some = [
        count.Counted(batch, "picture_right", (free, free), True, 500.0, 0, False),
        count.Counted(batch, "picture_right", (free, carried), False, 700.0, 1, False),
        count.Counted(batch, "picture_left", (free, steep), False, None, 0, False),
        count.Counted(batch, "picture_right", (free, free), True, 600.0, 0, False),
    ]
    rows = {line.split("|")[1].strip(): line.split("|")[2].strip() for line in count.table(some)}
    assert rows["throws"] == "4"
    assert rows["both dice valid"].startswith("50.00")
    assert rows["a checker pushed"].startswith("25.00")
    assert rows["still moving after 4 s"].startswith("25.00")
    assert rows["free"].startswith("75.00")
    assert rows["on checker"].startswith("12.50")
    assert rows["leans checker"].startswith("12.50")
    assert rows["leans nothing"].startswith("0.00")
    assert rows["in the wrong half"].startswith("25.00")
    assert rows["askew by 30 to 35°"].startswith("12.50")
    assert len(list(count.notable(some))) == 1


def test_a_throw_is_counted_as_it_ended() -> None:
    batch = count.ThrowBatch(7, "cup", 14.0, "primes")
    once, again = (count.thrown(batch, "felt", 3, 6) for _ in range(2))
    assert once == again
    for one in once:
        flat = all(d.end in {"free", "beside"} and d.zone == one.area for d in one.dice)
        assert one.valid == flat
        assert all(1 <= die.value <= 6 for die in one.dice)


def test_a_tabletop_knows_the_cube() -> None:
    """Dice dropped onto where it lies do not lie in it."""
    rig = Rig.draw(3)
    rng = np.random.default_rng(4)
    _, cube = rolls.position(rig, rng)
    board = rig.board
    in_the_way = replace(cube, x_mm=board.width_mm * 0.75, y_mm=board.height_mm * 0.5)
    table = Tabletop(rig, "felt", (), in_the_way)
    reach = board.cube_mm / 2 + rig.style.die_mm / 2 - 1.0
    for _ in range(40):
        for die in table.throw("picture_right", rng).dice:
            away = die.path.rest.centre_mm[:2] - (in_the_way.x_mm, in_the_way.y_mm)
            turned = np.radians(in_the_way.turn_deg)
            c, s = np.cos(turned), np.sin(turned)
            along = np.abs(np.array([[c, s], [-s, c]]) @ away)
            assert (along > reach - 1).any() or die.path.rest.z_mm < -board.cube_mm
