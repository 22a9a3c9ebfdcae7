"""The font for each character, and the order in which a line's characters are drawn.

Kivy's Roboto has Latin, Greek and Cyrillic; other characters come from the next font that has them.
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
"""Fonts by Debian package, or by name for Kivy's own; the first that has a character draws it."""

NEUTRAL = "•"
"""Drawn for a character that no font has."""

_JOINED = re.compile("\u200d[^\\w\\s]")
"""Emoji joined to the character before."""
_MODIFIERS = re.compile("[\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
_OPENS = "(\\[{“‘（「『【《〈"
_STOPS = ",.:;!?…、。，．・：；！？"
_BRACKETS = ")]}”’）」』】》〉"
_CLOSES = f"{_STOPS}{re.escape(_BRACKETS)}ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
_EAST = "\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_PIECE = re.compile(f"[{_OPENS}]*[{_EAST}][{_CLOSES}]*|\\s+|(?:(?![{_OPENS}]*[{_EAST}])\\S)+")

_RIGHT_TO_LEFT = {"R", "AL", "AN", "RLE", "RLO", "RLI"}

_named: set[str] = set()
"""Packages already named in the log as missing."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FontRun:
    """Characters of one font, from left to right."""

    font: str
    text: str


def is_plain(text: str) -> bool:
    """True if Roboto has all of it and it reads from left to right."""
    if not text.replace("\n", "").isprintable():
        return False
    return text.isascii() or all(
        sign in code_points(ROBOTO) for sign in map(ord, text.replace("\n", ""))
    )


def make_legible(text: str) -> str:
    """Replace what can't be drawn by NEUTRAL, so that no font draws its box."""
    if is_plain(text):
        return text
    spaced = re.sub(r"[^\S\n]", " ", _MODIFIERS.sub("", _JOINED.sub("", text)))
    return "".join(sign if _invisible(sign) or _font(sign) else NEUTRAL for sign in spaced)


def font_runs(line: str) -> tuple[FontRun, ...]:
    """Font runs of one line, Arabic letters joined, in visual order."""
    whole = join_letters(line)
    return paragraph_runs(whole, [whole])[0]


def join_letters(paragraph: str) -> str:
    """Join the paragraph's Arabic letters, so that it can be broken into lines."""
    return reshape(paragraph) if _has_right_to_left(paragraph) else paragraph


def paragraph_runs(paragraph: str, lines: Sequence[str]) -> list[tuple[FontRun, ...]]:
    """Font runs of each line. `lines` are the parts of a `shaped` paragraph, in order."""
    if is_plain(paragraph):
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
    """True for a control or format character, which has no shape of its own."""
    return sign != "\n" and unicodedata.category(sign) in {"Cf", "Cc"}


def _font(sign: str) -> str | None:
    if sign == "\n":
        return ROBOTO
    found = next((name for name in FONTS if ord(sign) in code_points(name)), None)
    if found is None and (package := _package(sign)) not in _named:
        _named.add(package)
        missing = (
            f"apt-get install {package}" if not code_points(package) else f"{package} lacks it"
        )
        name = unicodedata.name(sign, "a sign without a name")
        _log.warning("no font for %s and, maybe, others: %s instead; %s", name, NEUTRAL, missing)
    return found


def _package(sign: str) -> str:
    """The Debian package expected to have a character."""
    if re.match(f"[{_EAST}]", sign):
        return "fonts-wqy-microhei"
    return "fonts-symbola" if unicodedata.category(sign) == "So" else "fonts-freefont-ttf"


@cache
def code_points(name: str) -> frozenset[int]:
    """Code points of a font, registered with Kivy by name; empty if it is not installed."""
    try:
        with FONTS[name].open("rb") as file, TTFont(file, fontNumber=0, lazy=True) as font:
            signs = frozenset(font.getBestCmap() or ())
    except (OSError, TTLibError):
        return frozenset()
    if name != ROBOTO:
        LabelBase.register(name, str(FONTS[name]))
    return signs


def pieces(line: str) -> Iterator[str]:
    """Split a line wherever it may be broken.

    East Asian text breaks between any two characters, except after an opening or before a closing
    one.
    """
    return (found[0] for found in _PIECE.finditer(line))


def phrases(line: str) -> Iterator[str]:
    """Split a line where a break is preferred: between words, as far as the script shows them.

    A Japanese word includes the Hiragana after it.
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
    """First word of the character's Unicode name: HIRAGANA, KATAKANA, CJK, HANGUL..."""
    return re.split("[ -]", unicodedata.name(sign, ""), maxsplit=1)[0]
