"""TOML from files and forms, checked against bounds before it is parsed.

`tomllib` needs memory with the square of a dotted key's parts (1.6 GB for a key of 40 kB), recurses
with nested lists, and reads numbers of any length. A text beyond a bound is refused like any
invalid TOML.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

LONGEST_BYTES = 1024 * 1024
"""Longest file. The largest of ours, a rule book, has 30 kB."""

MOST_PARTS = 16
"""Most parts of a dotted key or a table's name. A rule book has 3."""

LONGEST_PART = 200
"""Longest unquoted word, number or key, in characters."""

DEEPEST = 32
"""Deepest nesting of lists and tables."""

_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\[^\n])*+"'
    r"|'[^'\n]*+'"
    r"|#[^\n]*+"
    r"|[\[\]{}.,=\n]"
    r"|[^\s\"'#\[\]{}.,=]++",
    re.DOTALL,
)
_ENDS_A_KEY = frozenset("[]{},=\n")
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


class TomlUnbounded(tomllib.TOMLDecodeError):
    """A text is too long, too deep, or has too long a key."""


def read_toml(file: Path) -> dict[str, Any]:
    """Read a TOML file.

    Raises OSError, and ValueError (UnicodeDecodeError, TOMLDecodeError) for invalid content.
    """
    return parse_toml(read_text(file))


def read_text(file: Path) -> str:
    """The text of a TOML file. Raises OSError, and ValueError for what is too long or no UTF-8."""
    with file.open("rb") as opened:
        content = opened.read(LONGEST_BYTES + 1)
    if len(content) > LONGEST_BYTES:
        raise TomlUnbounded(f"it has more than {LONGEST_BYTES} bytes")
    return content.decode()


def parse_toml(text: str) -> dict[str, Any]:
    """Parse a TOML text. Raises TOMLDecodeError, a ValueError."""
    if len(text) > LONGEST_BYTES:
        raise TomlUnbounded(f"it has {len(text)} characters, {LONGEST_BYTES} at most")
    check_bounds(text)
    return tomllib.loads(text)


def check_bounds(text: str) -> None:
    """Raise TomlUnbounded, naming the line, for a text that would cost too much to parse."""
    depth, dots = 0, 0
    for found in _TOKEN.finditer(text):
        token = found[0]
        depth += _STEPS.get(token, 0)
        if token == ".":
            dots += 1
        elif token in _ENDS_A_KEY:
            dots = 0
        wrong = None
        if dots >= MOST_PARTS:
            wrong = f"a key has more than {MOST_PARTS} parts"
        elif depth > DEEPEST:
            wrong = f"lists and tables nest more than {DEEPEST} deep"
        elif len(token) > LONGEST_PART and token[0] not in "\"'#":
            wrong = f"{token[:20]!r}… has {len(token)} characters, {LONGEST_PART} at most"
        if wrong is not None:
            line = text.count("\n", 0, found.start()) + 1
            raise TomlUnbounded(f"{wrong} (at line {line})")
