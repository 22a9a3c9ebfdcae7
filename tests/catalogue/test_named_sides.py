"""At the director's the sides of a match are its players, by name, in every language."""

import re

import polib
import pytest
from kits.languages_kit import load
from kits.rules_kit import ROOT

from kiosk.catalogue.named_sides import NamedSides, by_name, distinct_names, names_of
from kiosk.catalogue.terms import of_both, person
from kiosk.catalogue.text import ENGLISH, Language, format_text, text
from kiosk.rules.match import EMPTY
from kiosk.rules.units import BySide

NAMES = distinct_names(BySide("Anna", "Bo"))
OWN_SIDES = {
    *("White", "Black", "White's points", "Black's points"),
    *("{name} (White)", "{name} (Black)"),
}
"""Texts with sides of their own: the sides, the points of a match whose players are not known where
they are typed, and players of one name.
"""


@pytest.mark.parametrize("language", list(load().values()), ids=lambda each: each.name)
def test_both_sides_are_called_by_name_in_every_language(language: Language) -> None:
    shown = format_text(of_both(2, 0), NamedSides(language, NAMES))
    assert ("Anna 2" in shown, "Bo 0" in shown) == (True, True)
    assert format_text(person("white"), NamedSides(language, NAMES)) == "Anna"
    assert NamedSides(language, NAMES).name == language.name


def test_no_text_writes_a_side_out() -> None:
    """One that did would show a colour where all others show a name."""
    entries = polib.pofile(str(ROOT / "kiosk/catalogue/words.pot"))
    texts = {each for entry in entries for each in (entry.msgid, entry.msgid_plural)}
    assert {each for each in texts if re.search(r"\b(White|Black)\b", each)} == OWN_SIDES


def test_other_texts_are_as_they_were() -> None:
    named = NamedSides(ENGLISH, NAMES)
    assert format_text(text("{name} rolls", name="White"), named) == "White rolls"
    assert format_text(person("director:White"), named) == "Director White"


def test_players_of_one_name_are_told_apart_by_their_sides() -> None:
    named = NamedSides(ENGLISH, distinct_names(BySide("Jo", "Jo")))
    assert format_text(of_both(2, 0), named) == "Jo (White) 2, Jo (Black) 0"


def test_a_name_from_right_to_left_stays_within_itself() -> None:
    named = NamedSides(ENGLISH, distinct_names(BySide("נועה", "Bo")))
    assert format_text(of_both(2, 0), named) == "\u2068נועה\u2069 2, Bo 0"


def test_without_a_match_the_sides_are_white_and_black() -> None:
    assert by_name(ENGLISH, None) is ENGLISH
    assert by_name(ENGLISH, EMPTY) is ENGLISH
    assert [format_text(each) for each in (names_of(EMPTY).white, names_of(EMPTY).black)] == [
        "White",
        "Black",
    ]
