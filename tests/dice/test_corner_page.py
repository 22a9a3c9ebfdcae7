"""The page on which a browser clicks the board's corners, and the command that it builds."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from kits.console_kit import chromium, window
from playwright.sync_api import Browser, Page, expect

from kiosk import cli
from kiosk.dice.corner_page import page_html
from vision.calibration.corner_clicks import CORNERS, OUTER

WIDE = 1280
HIGH = 720
COMMAND = ("kiosk", "calibrate", "a board's.png")
FIELD = [
    (210, 60),
    (600, 62),
    (604, 640),
    (206, 642),
    (660, 62),
    (1050, 64),
    (1056, 644),
    (656, 641),
]
FRAME = [(150, 10), (1110, 12), (1116, 690), (146, 692)]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    shown = tmp_path / "corners.html"
    shown.write_text(page_html(np.full((HIGH, WIDE, 3), 90, np.uint8), COMMAND), encoding="utf-8")
    with window(browser, viewport={"width": 1700, "height": 1000}) as seen:
        seen.page.goto(shown.as_uri())
        yield seen.page


def click(opened: Page, points: list[tuple[int, int]]) -> None:
    box = opened.locator("#picture").bounding_box()
    assert box is not None
    for x, y in points:
        opened.mouse.click(
            box["x"] + (x + 0.5) * box["width"] / WIDE, box["y"] + (y + 0.5) * box["height"] / HIGH
        )


def command(opened: Page) -> list[str]:
    return shlex.split(opened.locator("#command").input_value())


def points_of(words: list[str]) -> list[tuple[float, float] | None]:
    told = words[words.index("--corners") + 1 :]
    each = [None if word == "-" else word.split(",") for word in told]
    return [None if one is None else (float(one[0]), float(one[1])) for one in each]


def near(words: list[str], clicked: list[tuple[int, int] | None]) -> bool:
    told = points_of(words)
    return len(told) == len(clicked) and all(
        (one is None and other is None)
        or (one is not None and other is not None and np.abs(np.subtract(one, other)).max() < 1.5)
        for one, other in zip(told, clicked, strict=True)
    )


def test_eight_clicks_give_the_command_for_the_field(opened: Page) -> None:
    ask = opened.locator("#ask")
    for point, corner in zip(FIELD, CORNERS[OUTER:], strict=True):
        expect(ask).to_have_text(f"Click {corner}.")
        click(opened, [point])
    expect(ask).to_have_text(f"Click {CORNERS[0]}, or take the command as it is.")
    words = command(opened)
    assert words[: len(COMMAND)] == list(COMMAND)
    assert near(words, list(FIELD))


def test_the_frames_corners_come_first_in_the_command(opened: Page) -> None:
    click(opened, FIELD + FRAME)
    expect(opened.locator("#ask")).to_have_text("That is all.")
    assert near(command(opened), list(FRAME + FIELD))


def test_a_hidden_corner_is_left_out_and_a_wrong_one_taken_back(opened: Page) -> None:
    click(opened, FIELD[:2])
    opened.get_by_role("button", name="It is hidden").click()
    click(opened, [(900, 300)])
    opened.get_by_role("button", name="Back").click()
    click(opened, FIELD[3:])
    assert near(command(opened), [*FIELD[:2], None, *FIELD[3:]])
    opened.get_by_role("button", name="Begin again").click()
    assert opened.locator("#command").input_value() == ""
    expect(opened.locator("#ask")).to_have_text(f"Click {CORNERS[OUTER]}.")


def test_the_frame_alone_is_four_corners(opened: Page) -> None:
    for _ in FIELD:
        opened.get_by_role("button", name="It is hidden").click()
    click(opened, FRAME)
    assert near(command(opened), list(FRAME))


def test_arrow_keys_move_the_last_corner_by_a_pixel(opened: Page) -> None:
    click(opened, FIELD)
    before = points_of(command(opened))
    for key in ("ArrowRight", "ArrowRight", "ArrowUp"):
        opened.keyboard.press(key)
    after = points_of(command(opened))
    assert after[:-1] == before[:-1]
    assert before[-1] is not None
    assert after[-1] == pytest.approx((before[-1][0] + 2.0, before[-1][1] - 1.0))


def test_before_the_fields_corners_are_answered_there_is_no_command(opened: Page) -> None:
    click(opened, FIELD[:-1])
    assert opened.locator("#command").input_value() == ""
    expect(opened.get_by_role("button", name="Copy")).to_be_disabled()
    click(opened, FIELD[-1:])
    assert near(command(opened), list(FIELD))


def test_no_name_of_a_file_ends_the_script() -> None:
    text = page_html(np.zeros((8, 8, 3), np.uint8), ("kiosk", "calibrate", "</script><b>.png"))
    assert text.count("</script>") == 1
    assert "\\u003c/script>" in text


def test_the_command_writes_the_page_and_calibrates_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No board is in this picture: that is what the page is for."""
    file, out = tmp_path / "grey.png", tmp_path / "corners.html"
    cv2.imwrite(str(file), np.full((90, 160, 3), 90, np.uint8))
    code = cli.main(["calibrate", str(file), "--out", "c.json", "--page", str(out)])
    said = capsys.readouterr()
    assert (code, said.err) == (0, "")
    assert f"{out}: open it in a browser" in said.out
    assert f"kiosk calibrate {file} --out c.json" in out.read_text()
    assert not Path("c.json").exists()
    assert cli.main(["calibrate", str(file), "--page", str(file)]) == cli.WRONG
    assert "named twice" in capsys.readouterr().err
    four = ["1,2", "3,4", "5,6", "7,8"]
    assert cli.main(["calibrate", str(file), "--page", str(out), "--corners", *four]) == cli.WRONG
    assert "--corners has them already" in capsys.readouterr().err
