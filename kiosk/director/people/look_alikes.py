"""Maps letters that people confuse to one sign. Pure.

Unicode's confusables (Technical Standard #39, section 4), from the package confusable-homoglyphs,
which has the whole table; additions for names are here.
"""

import unicodedata
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from confusable_homoglyphs.confusables import confusables_data

EITHER = "|"
"""Read both as i and as l: a capital I, a one, a bar."""

_MORE = (
    # small capitals, and letters that the table separates
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"),
    ("ʍĸɛτχωꞵԚҺԜ", "mketxwbqhw"),
    # digits that replace letters
    ("23456789", "zeasgtbq"),
)
_AS_ONE: Mapping[str, str] = MappingProxyType(
    {"rn": "m", "vv": "w", "i\u0307": "i", "j\u0307": "j", f"{EITHER}\u0307": EITHER}
)
"""Pairs that look like one sign; a dot on an i is there already."""

_FIRST_MARK = 0x0300
_LAST_MARK = 0x036F
"""Combining marks of any alphabet, as opposed to those that a script spells with."""

_QUOTES = frozenset("'`\"´ˊˋˆˇ˙˚˝˜ˮ")
"""Results of the table that stand beside a letter and are not read."""


def skeleton(name: str) -> str:
    """The skeleton, shared by names that look alike, regardless of case; EITHER in it is read as i
    and as l.
    """
    shown = unicodedata.normalize("NFKD", _without_lone_marks(unicodedata.normalize("NFC", name)))
    for _case in range(3):  # a capital's lower-case letter may look like another letter
        shown = _alike(shown).casefold()
    for shapes, one in _AS_ONE.items():
        shown = shown.replace(shapes, one)
    return "".join(sign for sign in shown if sign not in _QUOTES and not sign.isspace())


def _without_lone_marks(composed: str) -> str:
    """Remove marks that do not combine with the letter before: they are hardly visible."""
    return "".join(sign for sign in composed if not _FIRST_MARK <= ord(sign) <= _LAST_MARK)


def _alike(letters: str) -> str:
    table = _table()
    return "".join(table.get(letter, letter) for letter in letters)


@cache
def _table() -> Mapping[str, str]:
    """What each letter is confused with: one letter for each class, lower-case ASCII if it has any;
    some stand for two or three letters.
    """
    of: dict[str, str] = {}
    several: dict[str, str] = {}

    def first(letter: str) -> str:
        while of.setdefault(letter, letter) != letter:
            letter = of[letter]
        return letter

    for letter, others in confusables_data.items():
        for other in (each["c"].replace("\u200e", "") for each in others):
            if len(letter) == len(other) == 1:
                of[first(other)] = first(letter)
            elif len(letter) == 1 and not letter.isascii():
                several[letter] = other
    for ones, others in _MORE:
        for one, other in zip(ones, others, strict=True):
            of[first(one)] = first(other)
    classes: dict[str, list[str]] = {}
    for letter in of:
        classes.setdefault(first(letter), []).append(letter)
    signs = {letter: _sign(each) for each in classes.values() for letter in each}
    return MappingProxyType(several | signs | {"l": "l"})


def _sign(letters: list[str]) -> str:
    plain = sorted(letter for letter in letters if letter.isascii())
    if EITHER in plain:
        return EITHER
    return plain[-1] if plain else min(letters)
