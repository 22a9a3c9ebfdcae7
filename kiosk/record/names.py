"""Players' names as older formats can hold them, changed where they can be seen to be."""

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


def short_names(names: BySide[str]) -> BySide[str]:
    """Both names as `.mat` holds them: no colon, no word "Game", 31 bytes; never the same twice."""
    white, black = _short(names.white, "White"), _short(names.black, "Black")
    if white == black:
        return BySide(f"{_cut(white, NAME_BYTES - 2)}~1", f"{_cut(black, NAME_BYTES - 2)}~2")
    return BySide(white, black)


def _short(name: str, unnamed: str) -> str:
    plain = one_line(name).replace(":", ";").replace("Game ", "Game_").replace("game ", "game_")
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
