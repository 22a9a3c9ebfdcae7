"""The director's guide through a Saturday says what the console and the table say."""

import re
from pathlib import Path

from kiosk.catalogue.tables import FORMS
from kiosk.director.app import WEB
from kiosk.director.words import WORDS

KIOSK = Path(__file__).parents[2] / "kiosk"
DAY = (KIOSK / "director/SATURDAY.md").read_text("utf-8").partition("\n## ")[2]


def bare(words: str) -> str:
    """Words without their places, and without signs at either end."""
    return re.sub(r"\{\w+\}", "", words).strip(" :.…()▼◀")


def on_the_console() -> set[str]:
    pages = [page.read_text("utf-8") for page in WEB.glob("*.html")]
    said = [words for page in pages for words in re.findall(r'gettext\("([^"]+)"', page)]
    said += [words.message for words in WORDS.values()]
    said += [form.title.message for form in FORMS.values()]
    return {bare(words) for words in said} - {""}


def at_the_table() -> set[str]:
    subjects = [file.read_text("utf-8") for file in (KIOSK / "catalogue").glob("*.py")]
    return {words for source in subjects for words in re.findall(r'text\("([^"]+)"', source)}


def test_what_is_bold_stands_so_on_the_console() -> None:
    bold = re.findall(r"\*\*([^*]+)\*\*", DAY)
    assert len(bold) > 20
    there = on_the_console()
    assert [words for words in bold if bare(words) not in there] == []


def test_what_is_quoted_is_said_at_the_table() -> None:
    quoted = re.findall("“([^”]+)”", DAY)
    assert len(quoted) >= 2
    there = at_the_table()
    assert [words for words in quoted if words not in there] == []
