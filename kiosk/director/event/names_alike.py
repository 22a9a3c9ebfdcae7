"""Names that may be one person's, written in two ways. Pure.

Marks, case, the order of given and family names, hyphens, apostrophes, initials, and the spellings
ue, oe, ae and aa do not tell two people apart; nor do zeros before a member's number.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Generic, NamedTuple, TypeVar

Who = TypeVar("Who")

_LETTERS = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ß": "ss",
        "æ": "ae",
        "œ": "oe",
        "ı": "i",
        "ħ": "h",
        "ŋ": "n",
        "'": None,
        "’": None,
        "`": None,
        "´": None,
    }
)
"""Letters that no mark makes of another, and signs inside a word."""
_SPELLINGS = (("ae", "a"), ("oe", "o"), ("ue", "u"), ("aa", "a"))


def name_words(name: str) -> tuple[str, ...]:
    """The words of a name without marks and case, each in one spelling, sorted."""
    small = name.casefold().translate(_LETTERS)
    plain = "".join(
        sign for sign in unicodedata.normalize("NFKD", small) if not unicodedata.combining(sign)
    )
    letters = "".join(sign if sign.isalnum() else " " for sign in plain)
    for long, short in _SPELLINGS:
        letters = letters.replace(long, short)
    return tuple(sorted(letters.split()))


def are_alike(one: str, other: str) -> bool:
    """Whether two names may be one person's; an initial stands for any word that begins so."""
    words, others = name_words(one), name_words(other)
    if not words or not others:
        return False
    if "".join(words) == "".join(others) or _joined(one) == _joined(other):
        return True
    return len(words) == len(others) and _pair_up(list(words), list(others))


def _joined(name: str) -> str:
    """All its letters in the order in which they are written."""
    return "".join(word for part in name.split() for word in name_words(part))


def _pair_up(words: list[str], others: list[str]) -> bool:
    """Whether each word has one of its own among the others, at least one of them whole."""
    same = [word for word in words if len(word) > 1 and word in others]
    if not same:
        return False
    for word in same:
        words.remove(word)
        if word not in others:
            return False
        others.remove(word)
    return all(_has_initial(word, others) for word in words)


def _has_initial(word: str, others: list[str]) -> bool:
    for other in others:
        if word[0] == other[0] and word[0].isalpha() and 1 in {len(word), len(other)}:
            others.remove(other)
            return True
    return False


def plain_number(number: str) -> str:
    """A member's number without spaces and the zeros before it, in one case."""
    return "".join(number.split()).casefold().lstrip("0")


class Known(NamedTuple, Generic[Who]):
    """Somebody who may be meant by another name, and the words it is found by."""

    name: str
    number: str
    who: Who


class PeopleAlike(Generic[Who]):
    """People by what their names have in common, so that a long list is compared quickly."""

    def __init__(self, people: Iterable[Known[Who]] = ()) -> None:
        self._same: dict[object, list[Known[Who]]] = {}
        self._shortened: dict[object, list[Known[Who]]] = {}
        self._all: dict[object, list[Known[Who]]] = {}
        for each in people:
            self.add(each)

    def add(self, one: Known[Who]) -> None:
        words = name_words(one.name)
        for key in _keys(words, one.name, one.number):
            self._same.setdefault(key, []).append(one)
        for key in _initial_keys(words):
            self._all.setdefault(key, []).append(one)
            if _is_shortened(words):
                self._shortened.setdefault(key, []).append(one)

    def find(self, name: str, number: str) -> Iterator[Known[Who]]:
        """Those who may be this person, each once: by a name alike, if not both have numbers of
        their own; or by the number."""
        words = name_words(name)
        # Names that are alike and not the same differ by an initial, in one of them at least.
        by_initials = self._all if _is_shortened(words) else self._shortened
        near = [self._same.get(key, ()) for key in _keys(words, name, number)]
        near += [by_initials.get(key, ()) for key in _initial_keys(words)]
        seen = set[int]()
        for each in chain.from_iterable(near):
            if id(each) not in seen and _may_be(name, number, each):
                seen.add(id(each))
                yield each


def _may_be(name: str, number: str, other: Known[Who]) -> bool:
    mine, others = plain_number(number), plain_number(other.number)
    if mine and others:
        return mine == others
    return are_alike(name, other.name)


def _keys(words: Sequence[str], name: str, number: str) -> set[object]:
    """What a name has in common with each that is the same apart from order and signs, and a number
    with the same one."""
    keys: set[object] = {"".join(words), _joined(name)}
    return keys | ({("number", plain_number(number))} if plain_number(number) else set())


def _initial_keys(words: Sequence[str]) -> set[object]:
    """What a name has in common with each that is alike: a whole word, and all initials."""
    initials = tuple(sorted(word[0] for word in words))
    return {(word, initials) for word in words if len(word) > 1}


def _is_shortened(words: Sequence[str]) -> bool:
    return any(len(word) == 1 and word.isalpha() for word in words)
