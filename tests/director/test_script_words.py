"""The words of the console's scripts: each that is used is there, each that is there is used."""

import json
import re

import pytest
from kits.console_kit import StandIn
from kits.pseudo_kit import PSEUDO
from kits.tracked_files import tracked_files
from playwright.sync_api import Error, Page

from kiosk.catalogue.text import ENGLISH, English
from kiosk.director.app import WEB
from kiosk.director.event.words import EVENT_WORDS
from kiosk.director.ladder.words import LADDER_WORDS
from kiosk.director.pages import Pages
from kiosk.director.words import WORDS, words

USE = re.compile(r"""\bword\(\s*"(\w+)"\s*(?:,\s*\{([^}]*)\})?""")
"""A name, and the places that are filled."""
CARRIED = re.compile(r'<script type="application/json" id="words">(.*?)</script>')


def uses() -> list[tuple[str, str, set[str]]]:
    """File, name and filled places of each use in a script."""
    found = []
    for file in tracked_files("kiosk/director/web/*.js"):
        source = file.read_text("utf-8").replace("function word(", "")
        named = USE.findall(source)
        assert len(re.findall(r"\bword\(", source)) == len(named), f"{file}: write names out"
        for name, filled in named:
            parts = re.sub(r"\([^()]*\)", "", filled).split(",")
            places = {part.partition(":")[0].strip() for part in parts} - {""}
            found.append((file.name, name, places))
    return found


def test_each_name_a_script_uses_is_there_and_each_that_is_there_is_used() -> None:
    assert {name for _file, name, _places in uses()} == set(WORDS)


def test_no_name_means_two_things() -> None:
    """Words of an event and of ladders stand in files of their own, and all pages carry them."""
    assert list(EVENT_WORDS)
    source = (WEB.parent / "words.py").read_text("utf-8")
    both = (*EVENT_WORDS, *LADDER_WORDS)
    assert len(both) == len({*both})
    assert [name for name in both if f'"{name}": ' in source] == []


def test_every_place_is_filled_and_no_other() -> None:
    for file, name, places in uses():
        assert places == set(re.findall(r"\{(\w+)\}", WORDS[name].message)), (file, name)


@pytest.mark.parametrize("page", ["index.html", "table.html"])
def test_a_page_carries_them_in_its_language(page: str) -> None:
    for tag, language in (("en", ENGLISH), ("xx", PSEUDO)):
        made = Pages(WEB).render(page, tag, language, address="j")
        (carried,) = CARRIED.findall(made)
        assert json.loads(carried) == words(language)
        assert made.startswith(f'<!doctype html>\n<html lang="{tag}">')


class Hostile(English):
    """What a translator wrote stays words."""

    def gettext(self, message: str) -> str:
        return message + "</script><script>alert(1)</script>\"'&"


def test_no_translation_is_markup() -> None:
    for page in ("index.html", "table.html"):
        made = Pages(WEB).render(page, "en", Hostile(), address="j")
        (carried,) = CARRIED.findall(made)
        assert json.loads(carried) == words(Hostile())
        plain = Pages(WEB).render(page, "en", ENGLISH, address="j")
        for mark in ("<script", "</script", "<button", 'aria-label="'):
            assert made.count(mark) == plain.count(mark)


def test_words_are_filled_and_unknown_ones_are_a_fault(page: Page, service: StandIn) -> None:
    page.goto(service.url)
    said = """async ([name, places]) =>
      (await import("/static/words.js")).word(name, places)"""
    assert page.evaluate(said, ["stale", {"age": "$& {count}"}]) == (
        "STALE · no report for $& {count}"
    )
    for wrong in (["stale", {}], ["stail", {"age": "1"}], ["constructor", {}]):
        with pytest.raises(Error, match=r"no words are called|lacks its age"):
            page.evaluate(said, wrong)
