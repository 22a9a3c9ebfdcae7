"""Valid account names, and names that people would confuse. Pure.

A name stands in every order and every journal. So it has no invisible characters, and no two
accounts have names that look alike: their skeletons (Unicode Technical Standard #39, section 4)
differ.
"""

import unicodedata
from collections.abc import Iterable
from itertools import chain, product

from kiosk.catalogue.text import text
from kiosk.director.errors import PersonInvalid
from kiosk.director.people.look_alikes import EITHER, skeleton

LONGEST_NAME = 40
"""Most characters, composed (NFC)."""

MOST_MARKS = 2
"""Most marks above and below one letter."""

_SPOKEN = ("L", "M", "N", "P")
"""Categories allowed in a name, by their first letter: letters, marks, numbers, punctuation."""

UNSEEN = frozenset(
    map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x3164, 0xFFA0))
) | frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Invisible letters and marks (Default_Ignorable_Code_Point)."""

MOST_READINGS = 10
"""Most characters of a name that are read both as i and as l, each separately; with more all are
read alike.
"""


def account_name(typed: str) -> str:
    """The name as stored: composed, trimmed, with single spaces. Raises PersonInvalid."""
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
        raise PersonInvalid(text("The name has no letters: write the name people know you by"))
    if _most_marks(name) > MOST_MARKS:
        raise PersonInvalid(
            text("A letter of the name has more than {most} accents", most=MOST_MARKS)
        )
    return name


def find_look_alike(name: str, others: Iterable[str]) -> str | None:
    """The first of the others that people would confuse with this name."""
    like, same = skeletons(name), folded(name)
    return next(
        (other for other in others if skeletons(other) & like or folded(other) == same), None
    )


def skeletons(name: str) -> frozenset[str]:
    """Skeletons of a name: names that look alike share one, regardless of case. A capital I, a one
    and a bar are read as i and as l.
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
    """The name with case folded, for comparison."""
    return unicodedata.normalize("NFKC", name).casefold()


def _is_seen(letter: str) -> bool:
    if letter == " ":
        return True
    return unicodedata.category(letter)[0] in _SPOKEN and letter not in UNSEEN


def _stands_alone(name: str, place: int) -> bool:
    """Whether it is a mark without a letter, as at the beginning and after a space."""
    if unicodedata.category(name[place])[0] != "M":
        return False
    return place == 0 or unicodedata.category(name[place - 1])[0] not in {"L", "M", "N"}


def _most_marks(name: str) -> int:
    most = marks = 0
    for letter in name:
        marks = marks + 1 if unicodedata.category(letter) in {"Mn", "Me"} else 0
        most = max(most, marks)
    return most
