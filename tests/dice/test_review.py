"""`kiosk review`: one key a roll, kept at once, taken up where it was left, taken back."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from kiosk import cli
from kiosk.dice.errors import EvidenceError, LabelsInvalid
from kiosk.dice.labels import FILE, Labels, LabelVerdict
from kiosk.dice.review import review, to_review
from kiosk.dice.terminal import Easel, in_blocks
from kiosk.rules.table import Half
from vision.lab import measure
from vision.lab.labelled import labelled_shots

LEFT = Half.PICTURE_LEFT


def three_rolls(evening: Any) -> list[str]:
    """A camera on trial read 6-4, 5-3 and 2-1; both said 6-4, 5-2 and 2-1."""
    names = []
    for read, said in (((6, 4), (6, 4)), ((5, 3), (5, 2)), ((2, 1), (2, 1))):
        names.append(evening.roll(*read, shadow=True))
        evening.say(*said)
        evening.press()
    return names


ALL_KEYS = "r right · w wrong, then its values · c cocked · n not a roll · s skip · u undo · q quit"


class Sitting:
    """One sitting of a person who presses these keys."""

    def __init__(self, evening: Any, keys: str) -> None:
        self.said: list[str] = []
        self.shown: list[Any] = []
        labels = Labels(evening.folder)
        looks = evening.looks()
        self.count = review(
            looks, evening.folder, labels, iter(keys), self.said.append, self.shown.append
        )

    def heard(self, words: str) -> bool:
        return any(words in line for line in self.said)


def verdicts(evening: Any) -> list[tuple[str, LabelVerdict | None, Any]]:
    return [(one.picture, one.verdict, one.values) for one in Labels(evening.folder)]


def test_one_key_labels_a_roll(evening: Any) -> None:
    first, second, third = three_rolls(evening)
    sitting = Sitting(evening, "rcn")
    assert verdicts(evening) == [
        (first, LabelVerdict.RIGHT, (6, 4)),
        (second, LabelVerdict.COCKED, None),
        (third, LabelVerdict.NOT_A_ROLL, None),
    ]
    assert (sitting.count, len(sitting.shown)) == (3, 3)
    assert sitting.heard("camera 6, 4 · players 6-4")


def test_a_wrong_one_is_told_what_lies_there(evening: Any) -> None:
    first, *_ = three_rolls(evening)
    Sitting(evening, "w36")
    assert verdicts(evening) == [(first, LabelVerdict.WRONG, (6, 3))]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("wr", ["what lies there: 2 keys, 1 to 6", "taken back"]),
        ("w3x", ["what lies there: 2 keys, 1 to 6", "taken back"]),
        ("w46", ["what lies there: 2 keys, 1 to 6", "that is what the camera read; press r"]),
        ("u", ["nothing to undo"]),
        ("x", [ALL_KEYS]),
        ("R", [ALL_KEYS]),
        ("", []),
    ],
)
def test_other_keys_label_nothing(evening: Any, keys: str, said: list[str]) -> None:
    three_rolls(evening)
    sitting = Sitting(evening, f"{keys}q")
    assert sitting.count == 0
    assert verdicts(evening) == []
    rolls, _first, *answers, last = sitting.said
    assert rolls == f"3 rolls, 3 without a label. {ALL_KEYS}"
    assert [line for line in answers if not line.startswith("1/3  ")] == said
    assert last == f"0 labels in {evening.folder / FILE}, 0 before"


def test_a_roll_the_camera_could_not_read_is_said_not_confirmed(evening: Any) -> None:
    evening.roll(6, shadow=True)
    evening.say(6, 4)
    sitting = Sitting(evening, "rq")
    assert sitting.said[2] == "the camera read no values; type them with w"
    assert verdicts(evening) == []


def test_it_goes_on_where_it_was_left(evening: Any) -> None:
    first, second, third = three_rolls(evening)
    Sitting(evening, "rq")
    assert Sitting(evening, "sn").heard("3 rolls, 2 without a label")
    assert [one[0] for one in verdicts(evening)] == [first, third]
    Sitting(evening, "c")
    assert [one[0] for one in verdicts(evening)] == [first, third, second]


def test_undo_goes_back_and_takes_the_label_back(evening: Any) -> None:
    first, second, third = three_rolls(evening)
    sitting = Sitting(evening, "rcuunsr")
    assert verdicts(evening) == [
        (first, LabelVerdict.NOT_A_ROLL, None),
        (third, LabelVerdict.RIGHT, (2, 1)),
    ]
    assert sitting.count == 2
    lines = (evening.folder / FILE).read_text().splitlines()
    told = [(json.loads(line)["picture"], json.loads(line)["verdict"]) for line in lines]
    assert told == [
        (first, "right"),
        (second, "cocked"),
        (second, None),
        (first, None),
        (first, "not_a_roll"),
        (third, "right"),
    ]


def test_undo_reaches_the_sitting_before(evening: Any) -> None:
    first, second, _third = three_rolls(evening)
    Sitting(evening, "rrq")
    Sitting(evening, "ucq")
    assert verdicts(evening) == [
        (first, LabelVerdict.RIGHT, (6, 4)),
        (second, LabelVerdict.COCKED, None),
    ]
    assert Sitting(evening, "uuuq").heard("nothing to undo")
    assert verdicts(evening) == []


def test_a_label_is_on_the_disk_before_the_next_roll_is_shown(
    evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    three_rolls(evening)
    synced: list[int] = []
    monkeypatch.setattr(
        os,
        "fsync",
        lambda handle: synced.append(Path(f"/proc/self/fd/{handle}").read_bytes().count(b"\n")),
    )
    Sitting(evening, "rcq")
    assert synced == [1, 2]


def test_a_label_holds_what_a_measurement_needs(evening: Any) -> None:
    three_rolls(evening)
    Sitting(evening, "rr")
    one, other = Labels(evening.folder)
    assert (one.roller, one.area, one.thrown, one.reader) == ("top", "picture_left", 2, "then")
    assert (other.roller, other.area) == ("bottom", "picture_right")
    assert one.seq < other.seq


def test_what_the_camera_took_by_itself_is_reviewed_only_when_asked_for(evening: Any) -> None:
    taken = evening.roll(6, 4)
    evening.press()
    asked = evening.roll(None, 2)
    evening.say(5, 2)
    looks = evening.looks()
    assert [look.picture for look in to_review(looks, everything=False)] == [asked]
    assert [look.picture for look in to_review(looks, everything=True)] == [taken, asked]


def test_a_roll_whose_picture_is_gone_or_changed_is_passed_over(evening: Any) -> None:
    first, second, third = three_rolls(evening)
    (evening.folder / f"{first}.jpg").unlink()
    (evening.folder / f"{second}.jpg").write_bytes(b"x")
    sitting = Sitting(evening, "r")
    assert verdicts(evening) == [(third, LabelVerdict.RIGHT, (2, 1))]
    assert sitting.heard("its picture is not there")
    assert sitting.heard("is not the picture that was kept")


def test_the_crop_shows_the_dice_with_room(evening: Any) -> None:
    three_rolls(evening)
    (crop,) = Sitting(evening, "q").shown
    # Boxes 20 to 62 across and 20 to 28 down, two dice of 12 px around them: 0-86 by 0-52.
    assert crop.shape[1] == 900
    assert crop.shape[0] == pytest.approx(900 * 52 / 86, abs=2)


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        '{"picture": "a"}',
        '{"picture":"a","verdict":"right","values":null,"roller":"top","area":null,"thrown":2,'
        '"seq":1,"match":null,"reader":null}',
        '{"picture":"a","verdict":"wrong","values":[7,1],"roller":"top","area":null,"thrown":2,'
        '"seq":1,"match":null,"reader":null}',
        '{"picture":"a","verdict":"wrong","values":[true,3],"roller":"top","area":null,"thrown":2,'
        '"seq":1,"match":null,"reader":null}',
        '{"picture":"a","verdict":"cocked","values":null,"roller":"top","area":null,"thrown":2,'
        '"seq":Infinity,"match":null,"reader":null}',
        "[" * 100_000,
    ],
    ids=lambda line: line[:60],
)
def test_a_line_nobody_wrote_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / FILE).write_text(f"{line}\n")
    with pytest.raises(LabelsInvalid, match="line 1"):
        Labels(tmp_path)


def test_a_line_that_a_power_cut_tore_is_none_and_the_next_is_whole(evening: Any) -> None:
    three_rolls(evening)
    Sitting(evening, "r")
    file = evening.folder / FILE
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"picture": "a')
    assert len(Labels(evening.folder)) == 1
    Sitting(evening, "c")
    assert file.read_bytes().startswith(whole)
    assert [label.verdict for label in Labels(evening.folder)] == [
        LabelVerdict.RIGHT,
        LabelVerdict.COCKED,
    ]


# --- the terminal --------------------------------------------------------------------------------


def test_keys_come_from_a_terminal_without_enter(evening: Any) -> None:
    first, second, _third = three_rolls(evening)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "kiosk", "review", str(evening.journal)]
    with subprocess.Popen(command, stdin=theirs, stdout=subprocess.PIPE, text=True) as child:
        os.close(theirs)
        assert child.stdout is not None
        for key, wanted in (
            (b"r", "1/3"),
            (b"w", "2/3"),
            (b"5", "2 keys"),
            (b"2", ""),
            (b"q", "3/3"),
        ):
            while wanted and wanted not in (line := child.stdout.readline()):
                assert line, f"it ended before {wanted!r}"
            os.write(ours, key)
        last = child.stdout.read()
        assert child.wait(30) == 0
    os.close(ours)
    assert "2 labels in" in last
    assert verdicts(evening) == [
        (first, LabelVerdict.RIGHT, (6, 4)),
        (second, LabelVerdict.WRONG, (5, 2)),
    ]
    assert cv2.imread(str(evening.folder / "review.png")) is not None


def test_keys_may_come_from_a_pipe(evening: Any) -> None:
    first, *_ = three_rolls(evening)
    command = [sys.executable, "-m", "kiosk", "review", str(evening.journal)]
    done = subprocess.run(command, input="r\n", capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"Each roll is drawn in {evening.folder / 'review.png'}\n")
    assert "1 labels in" in done.stdout
    assert verdicts(evening) == [(first, LabelVerdict.RIGHT, (6, 4))]


def test_what_no_key_can_be_is_passed_over_in_a_pipe(evening: Any) -> None:
    first, *_ = three_rolls(evening)
    command = [sys.executable, "-m", "kiosk", "review", str(evening.journal)]
    done = subprocess.run(command, input=b"\xff\nr\n", capture_output=True, check=True)
    assert b"1 labels in" in done.stdout
    assert verdicts(evening) == [(first, LabelVerdict.RIGHT, (6, 4))]


def test_without_anything_to_read_keys_from_it_says_so(
    evening: Any, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Python has it under `<&-`."""
    three_rolls(evening)
    monkeypatch.setattr(sys, "stdin", None)
    assert cli.main(["review", str(evening.journal)]) == cli.WRONG
    assert capsys.readouterr().err.startswith("kiosk: standard input is closed; ")


def test_a_picture_in_blocks_has_two_pixels_a_character() -> None:
    picture = np.zeros((4, 4, 3), np.uint8)
    picture[0, 0] = (1, 2, 3)
    picture[1, 0] = (4, 5, 6)
    rows = in_blocks(picture, 4).split("\n")
    assert len(rows) == 2
    assert rows[0].startswith("\x1b[38;2;3;2;1m\x1b[48;2;6;5;4m▀")
    assert all(row.count("▀") == 4 for row in rows)


def test_a_viewer_is_started_on_the_crop_and_ended_by_the_next(tmp_path: Path) -> None:
    told = tmp_path / "told"
    os.mkfifo(told)
    heard = os.open(told, os.O_RDWR | os.O_NONBLOCK)
    easel = Easel(tmp_path / "crop.png", f'sh -c "echo $0 >{told}; exec sleep 600"')
    for _ in range(2):
        easel.show(np.zeros((8, 8, 3), np.uint8))
        assert select.select([heard], [], [], 30)[0]
        assert os.read(heard, 999).decode().strip() == str(tmp_path / "crop.png")
    first = easel._open
    easel.close()
    assert first is not None
    assert first.returncode is not None
    os.close(heard)


def test_a_viewer_that_is_not_installed_is_told(tmp_path: Path) -> None:
    easel = Easel(tmp_path / "crop.png", "no-such-viewer -x")
    with pytest.raises(EvidenceError, match=r"'no-such-viewer' does not start: No such .*--viewer"):
        easel.show(np.zeros((8, 8, 3), np.uint8))


@pytest.mark.parametrize("viewer", ["feh '", "", "  "])
def test_what_is_no_command_is_no_viewer(tmp_path: Path, viewer: str) -> None:
    with pytest.raises(EvidenceError, match="no command"):
        Easel(tmp_path / "crop.png", viewer)


def test_a_label_that_a_bad_disk_spoilt_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b'{"verdict": "\xff"}\n')
    with pytest.raises(LabelsInvalid, match="line 1"):
        Labels(tmp_path)


# --- measured ------------------------------------------------------------------------------------


def test_reviewed_rolls_are_measured_like_scenes(
    evening: Any, reader: Any, die: Any, showing: Any, capsys: Any
) -> None:
    names = three_rolls(evening)
    evening.roll(5, 5, shadow=True)
    Sitting(evening, "rw52cn")
    right = Half.PICTURE_RIGHT
    reader.says[0] = showing(die(6, LEFT), die(4, LEFT, n=1))
    reader.says[1] = showing(die(5, right), die(3, right, n=1))
    reader.says[2] = showing(die(2, LEFT), die(1, LEFT, flat=False, n=1))
    shots, left_out = labelled_shots(evening.folder, whole=True)
    assert left_out == 1
    assert [shot.file for shot in shots] == [f"pictures/{name[:12]}" for name in names]
    assert [(s.truth, s.true_values, s.answer, s.values, s.wrong) for s in shots] == [
        ("valid", (6, 4), "valid", (6, 4), False),
        ("valid", (5, 2), "valid", (5, 3), True),
        ("cocked", None, "cocked", None, False),
    ]
    assert all(shot.die_px == 8 for shot in shots)
    measure.main(["--labels", str(evening.folder)])
    said = capsys.readouterr().out
    assert "3 reviewed rolls, 1 left out" in said
    assert "wrong accepts, all but tilts under 8° and slides under 3 px: 1/3" in said
    assert f"WRONG pictures/{names[1][:12]}" in said
