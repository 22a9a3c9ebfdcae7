"""The text of a list from its bytes: certain, or in which code pages it may be. Pure.

UTF-8 and UTF-16 show by themselves. Other bytes are letters in any code page, and nobody but a
reader of the names can choose: `LikelyCodePage` shows what they would be.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from charset_normalizer import from_bytes

CODE_PAGES = (
    "cp1252",
    "cp1250",
    "cp1254",
    "cp1253",
    "cp1257",
    "cp1251",
    "cp1258",
    "mac_roman",
    "mac_latin2",
    "cp850",
    "cp852",
    "cp932",
)
"""What spreadsheets save in: Windows' for Western, Central European, Turkish, Greek, Baltic,
Cyrillic and Vietnamese letters, the Mac's, those of DOS, and Japanese."""

MOST_NAMES = 6
"""Names shown of each code page."""
MOST_CODE_PAGES = 6
"""Most code pages offered."""

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_CELL_ENDS = re.compile(r"[,;\t\r\n]")
_WORD = re.compile(r"[^\W\d_]+")
_PUNCTUATION = frozenset("\u00a0\u2018\u2019\u201a\u201c\u201d\u201e\u2013\u2014\u20ac\u00ba\u00aa")


@dataclass(frozen=True)
class LikelyCodePage:
    """code_page: Python's name of it; names: cells of the list as they read in it."""

    code_page: str
    names: tuple[str, ...]


def decode_list(content: bytes, code_page: str = "") -> str | tuple[LikelyCodePage, ...]:
    """The text of a list, or the code pages it may be in, the likeliest first.

    code_page: the one that somebody chose, used where the bytes do not show theirs. Raises
    UnicodeError where they are no text in it, or in any; LookupError for another than
    `CODE_PAGES`."""
    for mark, name in _BOMS:
        if content.startswith(mark):
            return content[len(mark) :].decode(name)
    if content[1:2] == b"\0" != content[:1]:
        return content.decode("utf-16-le")
    if content[:1] == b"\0" != content[1:2]:
        return content.decode("utf-16-be")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        if code_page:
            if code_page not in CODE_PAGES:
                raise LookupError(code_page) from None
            return content.decode(code_page)
        return tuple(_likely(content))


def _likely(content: bytes) -> Iterator[LikelyCodePage]:
    """Raises UnicodeDecodeError: it is no text in any code page."""
    texts: dict[str, str] = {}
    for code_page in CODE_PAGES:
        words = _decoded(content, code_page)
        if words is not None and words not in texts.values():
            texts[code_page] = words
    if not texts:
        content.decode("utf-8")
    odd = {code_page: _count_oddities(words) for code_page, words in texts.items()}
    detected = [match.encoding for match in from_bytes(content, cp_isolation=list(texts))]
    ranked = sorted(
        texts,
        key=lambda one: (odd[one], detected.index(one) if one in detected else len(detected)),
    )
    plain = [code_page for code_page in ranked if not odd[code_page]]
    for code_page in (plain or ranked)[:MOST_CODE_PAGES]:
        yield LikelyCodePage(code_page, _names(texts[code_page]))


def _decoded(content: bytes, code_page: str) -> str | None:
    """None: these bytes are no text in it."""
    try:
        words = content.decode(code_page)
    except UnicodeDecodeError:
        return None
    controls = any(unicodedata.category(sign) == "Cc" and sign not in "\r\n\t" for sign in words)
    return None if controls else words


def _count_oddities(words: str) -> int:
    """How many signs names do not have: symbols, letters of two scripts in a word, a capital with
    a mark after a small letter."""
    symbols = sum(
        sign > "\x7f" and sign not in _PUNCTUATION and unicodedata.category(sign)[0] not in "LM"
        for sign in words
    )
    found = _WORD.findall(words)
    mixed = sum(len({_script(letter) for letter in word} - {""}) > 1 for word in found)
    capitals = sum(
        one.islower() and other.isupper() and other > "\x7f"
        for word in found
        for one, other in pairwise(word)
    )
    return int(symbols + mixed + capitals)


def _script(letter: str) -> str:
    """LATIN, GREEK, CYRILLIC… ; kana and Chinese signs stand in one word, and are one script."""
    first = unicodedata.name(letter, "").split(" ")[0]
    return "CJK" if first in {"CJK", "HIRAGANA", "KATAKANA"} else first


def _names(words: str) -> tuple[str, ...]:
    """The first cells in which a letter is in question."""
    cells = (" ".join(cell.strip(' "').split()) for cell in _CELL_ENDS.split(words))
    asked = dict.fromkeys(cell for cell in cells if not cell.isascii())
    return tuple(asked)[:MOST_NAMES]
