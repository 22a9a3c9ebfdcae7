"""What an account may be called, and which names people would take for each other. Pure.

A name stands in every order and every journal. So it holds nothing unseen, and no two accounts have
names that look alike: their skeletons (Unicode Technical Standard #39, section 4) differ.
"""

import unicodedata
from collections.abc import Iterable
from itertools import chain, product

from kiosk.catalogue.text import text
from kiosk.director.errors import PersonInvalid
from kiosk.director.people.look_alikes import EITHER, skeleton

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

MOST_READINGS = 10
"""Signs of a name that are read as an i and as an l, each apart; of more all are read alike."""


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
        if not _is_seen(letter) or _stands_alone(name, place):
            raise PersonInvalid(
                text(
                    "The name has {code} as character {place}: write letters, digits and spaces",
                    code=f"U+{ord(letter):04X}",
                    place=place + 1,
                )
            )
    if not any(unicodedata.category(letter)[0] in {"L", "N"} for letter in skeleton(name)):
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
    """Names that look alike share one, whatever the case of their letters; a capital I, a one and
    a bar are read as an i and as an l.
    """
    parts = skeleton(name).split(EITHER)
    either = len(parts) - 1
    if either > MOST_READINGS:
        return frozenset(read.join(parts) for read in "il")
    return frozenset(
        "".join(chain(*zip(parts, (*reads, ""), strict=True)))
        for reads in product("il", repeat=either)
    )


def folded(name: str) -> str:
    """The same for names that differ by the case of their letters alone."""
    return unicodedata.normalize("NFKC", name).casefold()


def _is_seen(letter: str) -> bool:
    if letter == " ":
        return True
    return unicodedata.category(letter)[0] in _SPOKEN and letter not in UNSEEN


def _stands_alone(name: str, place: int) -> bool:
    """Whether it is a mark on no letter, as at the beginning and after a space."""
    if unicodedata.category(name[place])[0] != "M":
        return False
    return place == 0 or unicodedata.category(name[place - 1])[0] not in {"L", "M", "N"}


def _most_marks(name: str) -> int:
    most = marks = 0
    for letter in name:
        marks = marks + 1 if unicodedata.category(letter) in {"Mn", "Me"} else 0
        most = max(most, marks)
    return most
