"""Books are found by their ids and put together to profiles; what can't be used is named."""

import os
import shutil
from pathlib import Path

import pytest
from kits.tracked_files import tracked_files

from kiosk.books import load, profiles
from kiosk.books.profile_loader import SHIPPED, book_folders, read_file
from kiosk.rules.rulebook import EVENT, KEYS, RuleBookError

OWN = """profile = "own"
title = "Our own"
kind = "overlay"

[clock]
delay_s = { value = 8, source = "§1" }
"""
PROFILES = [
    base + overlay
    for base in ("italian-international", "london-club", "norway")
    for overlay in ("", "+unified-2001", "+michigan-2002")
]


@pytest.fixture(autouse=True)
def no_own_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KIOSK_RULEBOOKS", raising=False)


def test_the_profiles_there_are_have_titles(own: Path) -> None:
    (own / "broken.toml").write_text("profile = 3", encoding="utf-8")
    found = profiles()
    assert found.keys() == {
        *PROFILES,
        *(f"{base}+own" for base in ("italian-international", "london-club", "norway")),
    }
    assert found["norway"] == load("norway").title


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of our own books."""
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / "own.toml").write_text(OWN, encoding="utf-8")
    monkeypatch.setenv("KIOSK_RULEBOOKS", str(folder))
    return folder


def complaint(profile: str, *folders: Path) -> str:
    with pytest.raises(RuleBookError) as caught:
        load(profile, None, folders or None)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("profile", PROFILES)
def test_every_shipped_profile_is_whole(profile: str) -> None:
    book = load(profile)
    assert book.profile == profile
    assert book.complete()


def test_the_event_sets_what_it_decides() -> None:
    book = load("norway", {"clock": {"delay_s": 8}})
    assert (book.clock.delay_s, book.cite("clock.delay_s")) == (8, EVENT)


def test_a_book_of_ones_own_joins_the_shipped_ones(own: Path) -> None:
    assert book_folders() == (SHIPPED, own)
    book = load("norway+own")
    assert (book.profile, book.clock.delay_s) == ("norway+own", 8)
    assert book.cite("clock.delay_s") == "own §1"
    assert book.title == "Norwegian federation tournament rules with Our own"


def test_without_the_variable_there_are_only_the_shipped_ones(own: Path) -> None:
    del os.environ["KIOSK_RULEBOOKS"]
    assert own.exists()
    assert book_folders() == (SHIPPED,)
    assert "no rule book 'own' in" in complaint("norway+own")


def test_a_folder_that_is_none_is_named(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = own / "own.toml"
    monkeypatch.setenv("KIOSK_RULEBOOKS", str(file))
    assert complaint("norway") == (
        f"KIOSK_RULEBOOKS is {str(file)!r}; name a folder with rule books"
    )


def test_an_unknown_book_is_named_with_those_there_are(own: Path) -> None:
    there = sorted(file.stem for folder in (SHIPPED, own) for file in folder.glob("*.toml"))
    assert {"norway", "unified-2001", "own"} <= {*there}
    assert complaint("norge") == (
        f"no rule book 'norge' in {SHIPPED} and {own}; one of {', '.join(there)}"
    )
    assert complaint("norway+norge", own).startswith("no rule book 'norway' in ")
    for odd in ("", "norway+", "+own", "../norway", "*"):
        assert complaint(odd).startswith("no rule book '")


def test_two_overlays_are_one_too_many() -> None:
    assert complaint("norway+unified-2001+michigan-2002") == (
        "'norway+unified-2001+michigan-2002' names 3 books; write BASE or BASE+OVERLAY"
    )


def test_an_overlay_needs_a_base_and_a_base_is_no_overlay() -> None:
    assert complaint("unified-2001") == ("unified-2001 is a clock overlay; write BASE+unified-2001")
    assert complaint("unified-2001+norway") == (
        "unified-2001 is a clock overlay; write BASE+unified-2001"
    )
    assert complaint("norway+london-club") == (
        "london-club is a base; only a clock overlay follows a +"
    )


def test_one_id_is_one_book(own: Path) -> None:
    twin = own / "norway.toml"
    shutil.copy(SHIPPED / "norway.toml", twin)
    assert complaint("norway") == (
        f"'norway' is both {SHIPPED / 'norway.toml'} and {twin}; rename one"
    )


def test_a_books_id_is_the_name_of_its_file(own: Path) -> None:
    (own / "own.toml").rename(own / "blitz.toml")
    assert complaint("norway+blitz") == (
        f"{own / 'blitz.toml'}: profile is 'own'; call it 'blitz', as the file is"
    )


def test_a_mistake_in_a_file_is_named_with_the_file(own: Path) -> None:
    file = own / "own.toml"
    file.write_text(OWN.replace("8", "-8").replace("overlay", "base"), encoding="utf-8")
    with pytest.raises(RuleBookError) as caught:
        read_file(file)
    assert caught.value.faults == (f"{file}: clock.delay_s is -8; a whole number from 0 to 600",)


def test_a_file_that_can_not_be_read_is_named(own: Path) -> None:
    absent = own / "absent.toml"
    with pytest.raises(RuleBookError, match=r"absent\.toml can't be read: No such file"):
        read_file(absent)
    for content in (b"profile = ", b"\xff\xfe"):
        absent.write_bytes(content)
        with pytest.raises(RuleBookError, match=r"absent\.toml is no TOML: .*; mend it"):
            read_file(absent)


def test_every_shipped_file_is_a_book() -> None:
    files = tracked_files("config/rulebooks/*.toml")
    assert [read_file(file).profile for file in files] == [file.stem for file in files]
    assert len(files) == 5
    assert len(KEYS) > 150
