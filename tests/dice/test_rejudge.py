"""`kiosk rejudge`: what today's reader says of stored rolls, beside what was read and said then."""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kiosk import cli
from kiosk.dice.labels import Labels, LabelVerdict, PictureLabel
from kiosk.rules.table import Half, PictureSeat
from vision.calibration import CalibrationError
from vision.lab.truth import calibration_of
from vision.scene import Rig, Scene, lay_out, render, truth
from vision.scene.die import showing as facing
from vision.scene.pose import DiePath, DiePose


def judged(
    evening: Any, capsys: pytest.CaptureFixture[str], code: int = cli.DONE
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Every roll and the sum."""
    assert cli.main(["rejudge", str(evening.journal), "--json"]) == code
    *rolls, total = map(json.loads, capsys.readouterr().out.splitlines())
    return rolls, total


def words(evening: Any, capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert cli.main(["rejudge", str(evening.journal)]) == cli.DONE
    return capsys.readouterr().out.splitlines()


def bound(n: int) -> float:
    """No failure in n trials: the rate at which that has probability 0.05."""
    return 1 - 0.05 ** (1 / n)


def label(evening: Any, name: str, verdict: LabelVerdict, values: tuple[int, ...] | None) -> None:
    told = PictureLabel(
        name, verdict, values, PictureSeat.TOP, Half.PICTURE_LEFT, 2, 9, "m-1", "then"
    )
    Labels(evening.folder).put(told)


LEFT = Half.PICTURE_LEFT


def test_a_roll_read_as_then_does_not_differ(
    evening: Any, reader: Any, die: Any, showing: Any, capsys: Any
) -> None:
    name = evening.roll(6, 4)
    reader.says[0] = showing(die(6, LEFT), die(4, LEFT, n=1))
    (roll,), total = judged(evening, capsys)
    assert (roll["picture"], roll["side"], roll["players"]) == (name, "black", None)
    for when in ("then", "now"):
        assert (roll[when]["status"], roll[when]["values"]) == ("valid", [6, 4])
    assert (roll["differs"], roll["wrong"], roll["trouble"]) == (False, None, None)
    assert roll["then"]["reader"] == "then"
    assert (total["rolls"], total["read"], total["differ"], total["known"]) == (1, 1, 0, 0)
    assert total["accepted"] == {"then": 1, "now": 1}
    assert total["wrong_now"] == {"wrong": 0, "of": 0, "bound_95": None}


def test_the_reader_gets_the_calibration_and_the_board_that_held_then(
    evening: Any, reader: Any, die: Any, showing: Any, capsys: Any
) -> None:
    evening.roll(6, 4)
    reader.says[0] = showing(die(6, LEFT), die(4, LEFT, n=1))
    judged(evening, capsys)
    ((world, had_before),) = reader.asked
    assert (world.width, world.board.checker_mm, had_before) == (96, 40.0, True)


@pytest.mark.parametrize(
    ("now", "status", "told"),
    [
        ([(6, True), (3, True)], "valid", "6-3"),
        (
            [(6, True), (None, True)],
            "unsure",
            "unsure (the camera is not certain of a die's value)",
        ),
        (
            [(6, True), (4, False)],
            "cocked",
            "cocked (a die does not lie flat on the playing surface)",
        ),
        ([(6, True)], "unsure", "unsure (fewer dice are seen than were rolled)"),
        ([], "unsure", "unsure (fewer dice are seen than were rolled)"),
    ],
)
def test_a_difference_is_shown_with_both_readings(
    evening: Any, reader: Any, die: Any, showing: Any, capsys: Any, now: Any, status: str, told: str
) -> None:
    evening.roll(6, 4)
    dice = [die(value, LEFT, flat=flat, n=n) for n, (value, flat) in enumerate(now)]
    reader.says[0] = showing(*dice)
    (roll,), total = judged(evening, capsys)
    assert roll["differs"]
    assert roll["now"]["status"] == status
    assert [d["value"] for d in roll["now"]["dice"]] == [value for value, _ in now]
    assert total["differ"] == 1
    line, _sum = words(evening, capsys)
    assert line.endswith(f"black  DIFFERS then 6-4 · now {told}")


def test_the_players_word_tells_a_wrong_value_and_its_bound_stands_beside_a_zero(
    evening: Any, reader: Any, die: Any, showing: Any, capsys: Any
) -> None:
    """Three rolls of a camera on trial: 6-4 read well, 5-2 read as 5-3, a void one read as 4-1."""
    for n, (read, said) in enumerate((((6, 4), (6, 4)), ((5, 3), (5, 2)), ((4, 1), ()))):
        half = evening.half
        evening.roll(*read, shadow=True)
        evening.say(*said)
        now = (5, 2) if n == 1 else read
        reader.says[n] = showing(*(die(v, half, n=i) for i, v in enumerate(now)))
        if said:
            evening.press()
    reader.says[2] = showing(die(4, half), die(None, half, guess=1, n=1))
    rolls, total = judged(evening, capsys)
    assert [roll["players"] for roll in rolls] == [
        {"values": [6, 4]},
        {"values": [5, 2]},
        {"values": None},
    ]
    assert [roll["wrong"] for roll in rolls] == [False, False, False]
    assert total["known"] == 3
    assert (total["wrong_then"]["wrong"], total["wrong_then"]["of"]) == (2, 3)
    now = total["wrong_now"]
    assert (now["wrong"], now["of"]) == (0, 2)
    assert now["bound_95"] == pytest.approx(bound(2), abs=1e-5)
    *_, last = words(evening, capsys)
    assert "then 2/3 (95 % bound 98.30 %); now 0/2 (95 % bound 77.64 %)" in last
    assert last.startswith("3 rolls, 3 read again by ")


def test_a_wrong_roll_accepted_today_is_marked(
    evening: Any, reader: Any, die: Any, showing: Any, capsys: Any
) -> None:
    evening.roll(6, 4, shadow=True)
    evening.say(6, 3)
    reader.says[0] = showing(die(6, LEFT), die(4, LEFT, n=1))
    (roll,), total = judged(evening, capsys)
    assert (roll["differs"], roll["wrong"], total["wrong_now"]["wrong"]) == (False, True, 1)
    line, _sum = words(evening, capsys)
    assert "WRONG then 6-4 · now 6-4 · players 6-3" in line


@pytest.mark.parametrize(
    ("verdict", "values", "wrong"),
    [
        (LabelVerdict.RIGHT, (6, 4), False),
        (LabelVerdict.WRONG, (6, 3), True),
        (LabelVerdict.COCKED, None, True),
        (LabelVerdict.NOT_A_ROLL, None, None),
    ],
)
def test_who_looked_at_the_picture_counts_more_than_the_players(
    evening: Any,
    reader: Any,
    die: Any,
    showing: Any,
    capsys: Any,
    verdict: LabelVerdict,
    values: Any,
    wrong: Any,
) -> None:
    name = evening.roll(6, 4, shadow=True)
    evening.say(5, 5)
    label(evening, name, verdict, values)
    reader.says[0] = showing(die(6, LEFT), die(4, LEFT, n=1))
    (roll,), total = judged(evening, capsys)
    assert roll["wrong"] is wrong
    assert total["known"] == (wrong is not None)
    line, _sum = words(evening, capsys)
    said = "-".join(map(str, values)) if values else verdict.value.replace("_", " ")
    assert line.endswith(f" · players 5-5 · review {said}")


@pytest.mark.parametrize(
    ("moving", "covered", "status"),
    [(True, False, "in_motion"), (False, True, "occluded"), (None, None, "valid")],
)
def test_what_moves_or_is_covered_after_all_is_not_accepted(
    evening: Any,
    reader: Any,
    die: Any,
    showing: Any,
    capsys: Any,
    moving: Any,
    covered: Any,
    status: str,
) -> None:
    evening.roll(6, 4)
    reader.says[0] = showing(die(6, LEFT), die(4, LEFT, n=1), moving=moving, covered=covered)
    (roll,), _total = judged(evening, capsys)
    assert roll["now"]["status"] == status
    line, _sum = words(evening, capsys)
    now = "6-4" if status == "valid" else status.replace("_", " ")
    assert line.endswith(f"then 6-4 · now {now}")


def test_a_picture_that_is_gone_is_told_and_costs_nothing(
    evening: Any, reader: Any, capsys: Any
) -> None:
    name = evening.roll(6, 4)
    (evening.folder / f"{name}.jpg").unlink()
    (roll,), total = judged(evening, capsys)
    assert (roll["now"], roll["trouble"]) == (None, "its picture is not there")
    assert (total["rolls"], total["read"], total["damaged"]) == (1, 0, 0)
    assert not reader.asked


def test_a_board_before_that_is_gone_is_told_and_no_difference_is_made_of_it(
    evening: Any, reader: Any, capsys: Any
) -> None:
    name = evening.roll(6, 4)
    kept = json.loads((evening.folder / f"{name}.reading.json").read_text())
    (evening.folder / f"{kept['before']}.jpg").unlink()
    (roll,), total = judged(evening, capsys)
    assert roll["trouble"].endswith("the board before the roll, is not there; put it back.")
    assert (roll["now"], roll["differs"]) == (None, False)
    assert (total["rolls"], total["read"], total["damaged"]) == (1, 0, 0)
    assert not reader.asked


def test_a_picture_that_was_changed_is_no_evidence(evening: Any, reader: Any, capsys: Any) -> None:
    name = evening.roll(6, 4)
    file = evening.folder / f"{name}.jpg"
    file.write_bytes(file.read_bytes() + b"!")
    (roll,), total = judged(evening, capsys, cli.BROKEN)
    assert "is not the picture that was kept" in roll["trouble"]
    assert total["damaged"] == 1
    assert not reader.asked


@pytest.mark.parametrize(
    "change",
    [
        ('"value": 6', '"value": 5'),
        ('"v": 1', '"v": 9'),
        ('"first_at_ns": 1', '"first_at_ns": Infinity'),
        ('"checker_mm": 40.0', '"checker_mm": null'),
        ('"v": 1', '"v": ' + "[" * 100_000),
    ],
)
def test_a_reading_that_was_changed_is_no_evidence(
    evening: Any, reader: Any, capsys: Any, change: tuple[str, str]
) -> None:
    name = evening.roll(6, 4)
    file = evening.folder / f"{name}.reading.json"
    text = file.read_text()
    assert change[0] in text
    file.write_text(text.replace(*change))
    (roll,), _total = judged(evening, capsys, cli.BROKEN)
    assert file.name in roll["trouble"]
    assert not reader.asked


@pytest.mark.parametrize(("suffix", "read"), [("jpg", "read_bytes"), ("reading.json", "read_text")])
def test_what_may_not_be_read_is_told_and_the_next_roll_is_read(
    evening: Any,
    reader: Any,
    die: Any,
    showing: Any,
    capsys: Any,
    monkeypatch: pytest.MonkeyPatch,
    suffix: str,
    read: str,
) -> None:
    locked = evening.folder / f"{evening.roll(6, 4)}.{suffix}"
    evening.press()
    half = evening.half
    evening.roll(5, 2)
    reader.says[1] = showing(die(5, half), die(2, half, n=1))
    whole = getattr(Path, read)

    def unlocked(file: Path, **how: Any) -> Any:
        if file == locked:
            raise PermissionError(errno.EACCES, "Permission denied", str(file))
        return whole(file, **how)

    monkeypatch.setattr(Path, read, unlocked)
    (first, second), total = judged(evening, capsys)
    assert first["trouble"].startswith(f"{locked} cannot be read: Permission denied")
    assert (first["now"], second["now"]["values"]) == (None, [5, 2])
    assert (total["read"], total["damaged"]) == (1, 0)


def test_without_a_kept_reading_the_board_is_measured_in_the_picture(
    evening: Any,
    reader: Any,
    die: Any,
    showing: Any,
    capsys: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening.roll(6, 4, kept=False)
    (roll,), total = judged(evening, capsys)
    assert "markers" in roll["trouble"]
    assert total["damaged"] == 0
    measured = object()
    monkeypatch.setattr("kiosk.dice.evidence.estimate", lambda _picture: measured)
    reader.says[0] = showing(die(6, LEFT), die(4, LEFT, n=1))
    (roll,), total = judged(evening, capsys)
    assert reader.asked == [(measured, False)]
    assert (roll["then"]["reader"], total["estimated"]) == (None, 1)


def test_a_reader_that_gives_up_on_one_picture_reads_the_next(
    evening: Any, reader: Any, die: Any, showing: Any, capsys: Any
) -> None:
    evening.roll(6, 4)
    evening.press()
    half = evening.half
    evening.roll(3, 1)
    reader.says[0] = CalibrationError("no markers")
    reader.says[1] = showing(die(3, half), die(1, half, n=1))
    (first, second), total = judged(evening, capsys)
    assert (first["now"], first["trouble"]) == (None, "no markers")
    assert second["now"]["values"] == [3, 1]
    assert (total["rolls"], total["read"]) == (2, 1)


def test_the_reader_itself_reads_a_kept_picture_again(evening: Any, capsys: Any) -> None:
    """A drawn roll, 5 and 3 flat on the right half: read, kept with its calibration, read again."""
    rig = Rig.draw(10, 1536, 864)
    x0, y0, x1, y1 = rig.board.halves["picture_right"]
    size = rig.style.die_mm
    dice = tuple(
        DiePath.resting(
            DiePose(
                x0 + share * (x1 - x0),
                (y0 + y1) / 2,
                -size / 2,
                facing(value, rig.style.chirality, yaw),
            )
        )
        for value, share, yaw in ((5, 0.3, 20.0), (3, 0.7, 50.0))
    )
    scene = Scene(lay_out(rig.board, {0: (0, 2)}), dice)
    image = render(rig, scene, 0.0, np.random.default_rng(3))
    world = calibration_of(json.loads(json.dumps(truth(rig, scene, 0.0))))
    evening.say(2, 1)
    evening.press()
    name = evening.photograph(image, world)
    (roll,), total = judged(evening, capsys)
    assert (roll["picture"], roll["side"]) == (name, "white")
    assert (roll["now"]["status"], roll["now"]["values"]) == ("valid", [5, 3])
    assert (roll["differs"], total["differ"], total["estimated"]) == (False, 0, 0)


def test_pictures_may_lie_elsewhere(
    evening: Any, reader: Any, die: Any, showing: Any, capsys: Any, tmp_path: Path
) -> None:
    evening.roll(6, 4)
    reader.says[0] = showing(die(6, LEFT), die(4, LEFT, n=1))
    elsewhere = tmp_path / "elsewhere"
    evening.folder.rename(elsewhere)
    line = ["rejudge", str(evening.journal)]
    assert cli.main(line) == cli.WRONG
    assert "name it with --pictures" in capsys.readouterr().err
    assert cli.main([*line, "--pictures", str(elsewhere)]) == cli.DONE
    assert "now 6-4" in capsys.readouterr().out


def test_a_journal_that_is_not_there_is_wrong_use(tmp_path: Path, capsys: Any) -> None:
    for command in ("rejudge", "review", "statistics"):
        assert cli.main([command, str(tmp_path / "none.db")]) == cli.WRONG
        assert "none.db is not there" in capsys.readouterr().err
