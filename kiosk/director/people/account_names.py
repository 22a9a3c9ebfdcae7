"""What an account may be called, and which names people would take for each other. Pure.

A name stands in every order and every journal. So it holds nothing unseen, and no two accounts have
names that look alike: their skeletons (Unicode Technical Standard #39, section 4) differ. The table
here is the part of its confusables.txt that has to do with Latin, Cyrillic and Greek letters.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from kiosk.catalogue.text import text
from kiosk.director.errors import PersonInvalid

LONGEST_NAME = 40
"""Characters, composed (NFC)."""

MOST_MARKS = 2
"""Marks above and below one letter."""

_SPOKEN = ("L", "M", "N", "P")
"""The first letters of the categories a name is made of: letters, marks, numbers, punctuation."""

UNSEEN = frozenset(
    map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x3164, 0xFFA0))
) | frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Letters and marks that show nothing (Default_Ignorable_Code_Point)."""

_PAIRS = (
    # Cyrillic, capitals and small letters
    ("АВЕЅІЈКМНОРСТУХҮԚԜҺԌӀ", "ABESIJKMHOPCTYXYQWhGI"),
    ("аеѕіјорсухһԁԛԝѵӏгкт", "aesijopcyxhdqwvlrkt"),
    # Greek
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺ", "ABEZHIKMNOPTYXCM"),
    ("αγεικνορτυχϲϳωσ", "ayeikvoptuxcjwo"),
    # Latin letters like others, and digits like letters
    ("ıɑɡɩʋꞵƖǀ|01", "iagivblllol"),
    ("’‘ʼʹ′‐‑‒–—", "'''''-----"),
)
_LIKE: Mapping[str, str] = MappingProxyType(
    {one: other for ones, others in _PAIRS for one, other in zip(ones, others, strict=True)}
)
_TWO: Mapping[str, str] = MappingProxyType({"rn": "m", "vv": "w"})


def account_name(typed: str) -> str:
    """The name as it is kept: composed, its ends trimmed, single spaces. Raises PersonInvalid."""
    name = " ".join(unicodedata.normalize("NFC", typed).split(" ")).strip()
    while "  " in name:
        name = name.replace("  ", " ")
    if not 1 <= len(name) <= LONGEST_NAME:
        raise PersonInvalid(
            text("The name is empty or too long: write 1 to {most} characters", most=LONGEST_NAME)
        )
    for place, letter in enumerate(name):
        if not _is_seen(letter):
            raise PersonInvalid(
                text(
                    "The name has {code} as character {place}: write letters, digits and spaces",
                    code=f"U+{ord(letter):04X}",
                    place=place + 1,
                )
            )
    if not any(unicodedata.category(letter)[0] in {"L", "N"} for letter in name):
        raise PersonInvalid(text("The name has no letter: write how people call you"))
    if _most_marks(name) > MOST_MARKS:
        raise PersonInvalid(
            text("A letter of the name has more than {most} marks", most=MOST_MARKS)
        )
    return name


def twin(name: str, others: Iterable[str]) -> str | None:
    """The first of the others that people would take for this name."""
    like, same = skeletons(name), folded(name)
    return next(
        (other for other in others if skeletons(other) & like or folded(other) == same), None
    )


def skeletons(name: str) -> frozenset[str]:
    """Names that look alike share one, whatever the case of their letters; a capital I is read as
    an i and as an l.
    """
    shown = _alike(unicodedata.normalize("NFKD", name))
    return frozenset(_skeleton(shown.replace("I", read)) for read in "il")


def _skeleton(shown: str) -> str:
    small = _alike(shown.casefold())
    for two, one in _TWO.items():
        small = small.replace(two, one)
    return "".join(small.split())


def _alike(letters: str) -> str:
    return "".join(_LIKE.get(letter, letter) for letter in letters)


def folded(name: str) -> str:
    """The same for names that differ by the case of their letters alone."""
    return unicodedata.normalize("NFKC", name).casefold()


def _is_seen(letter: str) -> bool:
    if letter == " ":
        return True
    return unicodedata.category(letter)[0] in _SPOKEN and letter not in UNSEEN


def _most_marks(name: str) -> int:
    most = marks = 0
    for letter in name:
        marks = marks + 1 if unicodedata.category(letter) in {"Mn", "Me"} else 0
        most = max(most, marks)
    return most
