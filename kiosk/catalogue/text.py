"""Texts for people, independent of language: the English words are the key, which is looked up in
each viewer's language when a text is formatted.

A text is a whole sentence, or a whole label, with named places; a place holds a number, a name, or
another text. `make words` finds every call of `text` and `plural`, and of `event_text` and
`event_plural`, their equivalents for events.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol


class Language(Protocol):
    """The gettext functions of one language, and its own name."""

    @property
    def name(self) -> str: ...

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, one: str, many: str, count: int, /) -> str: ...


class English:
    """The keys themselves."""

    name = "English"

    def gettext(self, message: str, /) -> str:
        return message

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        return one if count == 1 else many


ENGLISH = English()


@dataclass(frozen=True, slots=True)
class Text:
    """`places` fill those of `message`; `many` is for any `count` but 1; `begins` capitalises."""

    message: str
    places: tuple[tuple[str, "Place"], ...] = ()
    many: str = ""
    count: int | None = None
    begins: bool = False


Place = str | int | Text


def text(message: str, /, **places: Place) -> Text:
    """A text with its places filled, e.g. `text("{name} rolls", name="Ann")`."""
    return Text(message, tuple(places.items()))


def plural(one: str, many: str, count: int, /, **places: Place) -> Text:
    """`one` for a count of 1, else `many`; the number itself is at `{count}`."""
    return Text(one, (("count", count), *places.items()), many, count)


def capitalised(term: Text | str) -> Text | str:
    """A term that begins a sentence: `A match to 7 points`. A name stays as it is."""
    return term if isinstance(term, str) else replace(term, begins=True)


def format_text(what: Text | str, language: Language = ENGLISH) -> str:
    """The words in a language. A plain string is a name, or someone's own words."""
    if isinstance(what, str):
        return what
    words = _format_message(what, language)
    return words[:1].upper() + words[1:] if what.begins else words


def _format_message(what: Text, language: Language) -> str:
    if what.count is None:
        message = language.gettext(what.message)
    else:
        message = language.ngettext(what.message, what.many, what.count)
    if not what.places:
        return message
    return message.format(
        **{
            name: value if isinstance(value, int) else format_text(value, language)
            for name, value in what.places
        }
    )


def join_with_and(texts: Iterable[Text | str], nothing: Text) -> Text | str:
    """All of them as one clause; `nothing` if there are none."""
    found = list(texts)
    if not found:
        return nothing
    last = found.pop()
    while found:
        last = text("{one}, and {other}", one=found.pop(), other=last)
    return last


def join_with_commas(texts: Iterable[Text | str]) -> Text | str:
    """All of them, separated by commas."""
    found = list(texts)
    last = found.pop() if found else ""
    while found:
        last = text("{one}, {other}", one=found.pop(), other=last)
    return last
