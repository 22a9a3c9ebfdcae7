"""Normalises typed text: composed (NFC), without invisible characters. Pure."""

import unicodedata
from typing import Any

from kiosk.catalogue.text import Text, text
from kiosk.director.errors import OrderInvalid
from kiosk.director.people.account_names import UNSEEN


def find_odd_letter(words: str) -> Text | None:
    """The first invisible or direction-changing character, described; None if there is none."""
    for letter in words:
        category = unicodedata.category(letter)
        if category[0] == "C" or category in {"Zl", "Zp"} or letter in UNSEEN:
            return text("{code} is an invisible character: delete it", code=f"U+{ord(letter):04X}")
    return None


def normalize_text(words: str) -> str:
    """NFC, trimmed, with single spaces."""
    return " ".join(unicodedata.normalize("NFC", words).split())


def plain_name(name: str) -> str:
    """The name with case folded, for comparison."""
    return normalize_text(name).casefold()


def normalize_texts(plain: Any) -> Any:
    """A JSON value with every text in it composed. Raises OrderInvalid for an odd character."""
    if isinstance(plain, str):
        odd = find_odd_letter(plain)
        if odd is not None:
            raise OrderInvalid(odd)
        return unicodedata.normalize("NFC", plain)
    if isinstance(plain, list):
        return [normalize_texts(each) for each in plain]
    if isinstance(plain, dict):
        return {normalize_texts(name): normalize_texts(each) for name, each in plain.items()}
    return plain
