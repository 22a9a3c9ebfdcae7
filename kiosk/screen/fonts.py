"""Which font has which sign, and the order in which the signs of a line are drawn.

Kivy's Roboto writes Latin, Greek and Cyrillic; what it has not is looked for in the next font.
"""

import logging
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from types import MappingProxyType

from arabic_reshaper import reshape
from fontTools.ttLib import TTFont, TTLibError
from kivy import kivy_data_dir
from kivy.core.text import LabelBase

from kiosk.screen.reading_order import order_lines

ROBOTO = "Roboto"
_KIVYS = Path(kivy_data_dir) / "fonts"
_DEBIANS = Path("/usr/share/fonts/truetype")

FONTS: Mapping[str, Path] = MappingProxyType(
    {
        ROBOTO: _KIVYS / "Roboto-Regular.ttf",
        "DejaVu Sans": _KIVYS / "DejaVuSans.ttf",
        "fonts-wqy-microhei": _DEBIANS / "wqy/wqy-microhei.ttc",
        "fonts-freefont-ttf": _DEBIANS / "freefont/FreeSans.ttf",
        "fonts-symbola": _DEBIANS / "ancient-scripts/Symbola_hint.ttf",
    }
)
"""By the name of Debian's package, if it is not Kivy's own; the first that has a sign draws it."""

NEUTRAL = "•"
"""In place of a sign that no font has."""

_JOINED = re.compile("\u200d[^\\w\\s]")
"""Emoji drawn as one with the sign before."""
_MODIFIERS = re.compile("[\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
_OPENS = "(\\[{“‘（「『【《〈"
_STOPS = ",.:;!?…、。，．・：；！？"
_BRACKETS = ")]}”’）」』】》〉"
_CLOSES = f"{_STOPS}{re.escape(_BRACKETS)}ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
_EAST = "\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_PIECE = re.compile(f"[{_OPENS}]*[{_EAST}][{_CLOSES}]*|\\s+|(?:(?![{_OPENS}]*[{_EAST}])\\S)+")

_RIGHT_TO_LEFT = {"R", "AL", "AN", "RLE", "RLO", "RLI"}

_told: set[str] = set()
"""Packages whose signs were missed: each is named once."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FontRun:
    """Signs of one font, from left to right."""

    font: str
    text: str


def plain(text: str) -> bool:
    """Roboto has it all, and it is read from left to right."""
    if not text.replace("\n", "").isprintable():
        return False
    return text.isascii() or all(
        sign in _signs(ROBOTO) for sign in map(ord, text.replace("\n", ""))
    )


def legible(text: str) -> str:
    """The text without what can't be drawn: never a box in place of a sign."""
    if plain(text):
        return text
    spaced = re.sub(r"[^\S\n]", " ", _MODIFIERS.sub("", _JOINED.sub("", text)))
    return "".join(sign if _invisible(sign) or _font(sign) else NEUTRAL for sign in spaced)


def runs(line: str) -> tuple[FontRun, ...]:
    """One line as it is drawn, Arabic letters joined and all in the order of the eye."""
    whole = shaped(line)
    return paragraph_runs(whole, [whole])[0]


def shaped(paragraph: str) -> str:
    """The paragraph with its Arabic letters joined, ready to be broken into lines."""
    return reshape(paragraph) if _has_right_to_left(paragraph) else paragraph


def paragraph_runs(paragraph: str, lines: Sequence[str]) -> list[tuple[FontRun, ...]]:
    """Each line as it is drawn. `lines` are parts of a `shaped` paragraph, in its order."""
    if plain(paragraph):
        return [(FontRun(ROBOTO, line),) for line in lines]
    if _has_right_to_left(paragraph):
        lines = order_lines(paragraph, lines)
    return [_split_by_font(line) for line in lines]


def _has_right_to_left(text: str) -> bool:
    return any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in text)


def _split_by_font(line: str) -> tuple[FontRun, ...]:
    seen = (sign for sign in line if not _invisible(sign))
    fonts = groupby(seen, key=lambda sign: _font(sign) or ROBOTO)
    return tuple(FontRun(font, "".join(signs)) for font, signs in fonts)


def _invisible(sign: str) -> bool:
    """It has a meaning for others, as for the direction, and no shape."""
    return sign != "\n" and unicodedata.category(sign) in {"Cf", "Cc"}


def _font(sign: str) -> str | None:
    if sign == "\n":
        return ROBOTO
    found = next((name for name in FONTS if ord(sign) in _signs(name)), None)
    if found is None and (package := _package(sign)) not in _told:
        _told.add(package)
        missing = f"apt-get install {package}" if not _signs(package) else f"{package} lacks it"
        name = unicodedata.name(sign, "a sign without a name")
        _log.warning("no font for %s and, maybe, others: %s instead; %s", name, NEUTRAL, missing)
    return found


def _package(sign: str) -> str:
    """Which of Debian's packages should have a sign."""
    if re.match(f"[{_EAST}]", sign):
        return "fonts-wqy-microhei"
    return "fonts-symbola" if unicodedata.category(sign) == "So" else "fonts-freefont-ttf"


@cache
def _signs(name: str) -> frozenset[int]:
    """What the font has, ready for Kivy by its name; nothing if it is not there."""
    try:
        with FONTS[name].open("rb") as file, TTFont(file, fontNumber=0, lazy=True) as font:
            signs = frozenset(font.getBestCmap() or ())
    except (OSError, TTLibError):
        return frozenset()
    if name != ROBOTO:
        LabelBase.register(name, str(FONTS[name]))
    return signs


def pieces(line: str) -> Iterator[str]:
    """Where a line may be broken: between any two. East Asian writing breaks between its signs,
    but for those that open or close something.
    """
    return (found[0] for found in _PIECE.finditer(line))


def phrases(line: str) -> Iterator[str]:
    """Where a line is rather broken: between two words, as far as their script tells. A Japanese
    word takes what is written in Hiragana after it along.
    """
    held = ""
    for piece in pieces(line):
        if held and not _one_word(held, piece):
            yield held
            held = ""
        held += piece
    if held:
        yield held


def _one_word(before: str, after: str) -> bool:
    if before[-1] in _STOPS or after[0] in _OPENS or before[-1].isspace() or after.isspace():
        return False
    was, now = _script(before[-1]), _script(after[0])
    if now == "HIRAGANA":
        return True
    return before[-1] not in _BRACKETS and (not re.match(f"[{_EAST}]", before[-1]) or was == now)


def _script(sign: str) -> str:
    """As HIRAGANA, KATAKANA, CJK or HANGUL: how the sign's name begins."""
    return re.split("[ -]", unicodedata.name(sign, ""), maxsplit=1)[0]
