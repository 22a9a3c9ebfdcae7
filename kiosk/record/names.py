"""Players' names as older formats can hold them, changed where they can be seen to be."""

import re
import unicodedata

from kiosk.rules.units import BySide

NAME_BYTES = 31
"""The longest name GNU Backgammon keeps, in UTF-8."""

_CUT = "~"
"""Ends a name that was cut."""


def one_line(text: str) -> str:
    """A text without line breaks and signs that are not seen, each run of spaces one."""
    seen = "".join(" " if unicodedata.category(sign)[0] in "ZC" else sign for sign in text)
    return " ".join(seen.split())


def show_hidden(text: str) -> str:
    """A text whose line breaks and signs that are not seen are written as escapes."""
    return "".join(
        sign if sign == " " or unicodedata.category(sign)[0] not in "ZC" else ascii(sign)[1:-1]
        for sign in text
    )


def short_names(names: BySide[str]) -> BySide[str]:
    """Both names as `.mat` holds them, never the same twice.

    No colon, no comma before a number (readers take a rating for it), no word that begins a game
    and at most 31 bytes.
    """
    white, black = _short(names.white, "White"), _short(names.black, "Black")
    if white == black:
        return BySide(f"{_cut(white, NAME_BYTES - 2)}~1", f"{_cut(black, NAME_BYTES - 2)}~2")
    return BySide(white, black)


def _short(name: str, unnamed: str) -> str:
    plain = re.sub(r"([Gg]ame) ", r"\1_", one_line(name).replace(":", ";"))
    plain = re.sub(r",(?= *[-+]?\d)", ";", plain)
    if len(plain.encode()) > NAME_BYTES:
        plain = _cut(plain, NAME_BYTES - len(_CUT)) + _CUT
    return plain or unnamed


def _cut(text: str, size: int) -> str:
    """The first signs of `text` that fit into `size` bytes, whole ones with their accents."""
    kept = text.encode()[:size].decode(errors="ignore")
    rest = text[len(kept) :]
    while kept and rest and unicodedata.combining(rest[0]):
        kept, rest = kept[:-1], kept[-1]
    return kept.rstrip()
