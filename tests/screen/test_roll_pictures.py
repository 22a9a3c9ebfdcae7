"""A roll's picture is not looked for again and again."""

from pathlib import Path

from kiosk.screen.roll_pictures import CLOSE_UP, CLOSE_UPS, RollPictures


def keep(path: Path) -> Path:
    path.write_bytes(b"a picture")
    return path


def test_without_a_folder_there_are_none() -> None:
    assert RollPictures().file("a") is None


def test_a_close_up_is_not_looked_for_again_and_all_else_is(tmp_path: Path) -> None:
    pictures = RollPictures(tmp_path)
    assert pictures.file("a") is None
    whole = keep(tmp_path / "a.jpg")
    assert pictures.file("a") == whole
    close_up = keep(tmp_path / f"a{CLOSE_UP}")
    assert pictures.file("a") == close_up
    close_up.unlink()
    assert pictures.file("a") == close_up


def test_of_a_long_day_only_the_last_close_ups_are_remembered(tmp_path: Path) -> None:
    pictures = RollPictures(tmp_path)
    files = [keep(tmp_path / f"{n}{CLOSE_UP}") for n in range(CLOSE_UPS + 1)]
    assert [pictures.file(f"{n}") for n in range(CLOSE_UPS + 1)] == files
    for each in files:
        each.unlink()
    assert [pictures.file("0"), pictures.file("1")] == [None, files[1]]
