"""A language that nobody speaks: what is left in plain letters was never looked up."""

import re
from string import ascii_letters, ascii_lowercase

ACCENTED = "áƀçđéƒğĥíĵķļɱñóƥɋŕšţúṽŵẋýž"
PLAIN = re.compile(r"[A-Za-z]+")

_PLACES = re.compile(r"(\{\w*\})")
_LETTERS = str.maketrans(ascii_letters, ACCENTED + ACCENTED.upper())
assert len(ACCENTED) == len(ascii_lowercase)


class Pseudo:
    """Every letter accented, every third one twice; places stay as they are."""

    def __init__(self, name: str = "Þšéúđó") -> None:
        self.name = name

    def gettext(self, message: str) -> str:
        """A key is English: what was said already is not said again."""
        if set(message) & {*ACCENTED, *ACCENTED.upper()}:
            raise ValueError(f"said twice: {message!r}")
        parts = _PLACES.split(message)
        return "".join(part if _PLACES.fullmatch(part) else _longer(part) for part in parts)

    def ngettext(self, one: str, many: str, count: int) -> str:
        return self.gettext(one if count == 1 else many)


def _longer(words: str) -> str:
    return re.sub(r"([^\W\d_]{2})([^\W\d_])", r"\1\2\2", words).translate(_LETTERS)


PSEUDO = Pseudo()
