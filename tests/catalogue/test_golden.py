"""The field's terms and the rulings, as they were read and found right; every other text has only
to stand somewhere. After a change write them anew (write_golden.py) and read what changed.
"""

from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from kits.printed import KEPT, PAGES, printed
from kits.tracked_files import tracked_files
from kits.words import KEYS

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).with_name("golden")


@pytest.mark.parametrize("name", KEPT)
def test_the_catalogue_says_what_was_read(name: str) -> None:
    assert printed(name)[0].splitlines() == (GOLDEN / f"{name}.txt").read_text("utf-8").splitlines()


def test_no_page_is_left_over() -> None:
    assert {file.name for file in tracked_files("tests/catalogue/golden/*")} == {
        f"{name}.txt" for name in KEPT
    }


def test_every_wording_is_on_some_page() -> None:
    keys = {
        key
        for _, _, message, _, _ in extract_from_dir(ROOT / "kiosk/catalogue", keywords=KEYS)
        for key in ([message] if isinstance(message, str) else message)
    }
    said = frozenset[str]().union(*(printed(name)[1] for name in PAGES))
    assert said == keys
