"""What people type, as it is kept: composed (NFC), with nothing in it that can't be seen. Pure."""

import unicodedata
from typing import Any

from kiosk.catalogue.text import Text, text
from kiosk.director.errors import OrderInvalid
from kiosk.director.people.account_names import UNSEEN


def odd_letter(words: str) -> Text | None:
    """The first letter that nobody sees, or that turns others round; None: there is none."""
    for letter in words:
        category = unicodedata.category(letter)
        if category[0] == "C" or category in {"Zl", "Zp"} or letter in UNSEEN:
            return text("{code} can't be seen: take it out", code=f"U+{ord(letter):04X}")
    return None


def composed(words: str) -> str:
    """NFC, its ends trimmed, single spaces."""
    return " ".join(unicodedata.normalize("NFC", words).split())


def plain_name(name: str) -> str:
    """The same for names that differ by the case of their letters alone."""
    return composed(name).casefold()


def cleaned(plain: Any) -> Any:
    """A JSON value with every text in it composed. Raises OrderInvalid for an odd letter."""
    if isinstance(plain, str):
        odd = odd_letter(plain)
        if odd is not None:
            raise OrderInvalid(odd)
        return unicodedata.normalize("NFC", plain)
    if isinstance(plain, list):
        return [cleaned(each) for each in plain]
    if isinstance(plain, dict):
        return {cleaned(name): cleaned(each) for name, each in plain.items()}
    return plain
