"""One voice: ten words that no function's name or no docstring and comment of the product uses.

`python tests/voice.py`; `make check` runs it. Texts for people are the catalogue's.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator

from kits.tracked_files import ROOT, tracked_files

ROOMS = ("kiosk", "vision", "hardware", "systemd")
NAMES = ("tell", "tells", "told", "say", "says", "said")
"""A fact is emitted, a player claims, a device reports, words are formatted."""
PROSE = ("told", "anew", "whoever", "but for")
"""What is reported, shown or measured; again; any player who; except."""

_NAMES = re.compile(rf"(?:^|_)(?:{'|'.join(NAMES)})(?:_|$)")
_QUOTED = re.compile(r"`[^`]*`")
_PROSE = re.compile(rf"\b(?:{'|'.join(PROSE)})\b", re.IGNORECASE)


def faults_in(source: str) -> Iterator[tuple[int, str]]:
    """The line and the word of each fault."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _NAMES.search(node.name):
            yield node.lineno, f"the name {node.name}"
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield from _in_prose(node.lineno, node.value.value)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield from _in_prose(token.start[0], token.string)


def _in_prose(line: int, prose: object) -> Iterator[tuple[int, str]]:
    if not isinstance(prose, str):
        return
    for number, text in enumerate(prose.splitlines(), line):
        for match in _PROSE.finditer(_QUOTED.sub("", text)):
            yield number, f"the word “{match.group(0)}”"


def main() -> int:
    found = [
        f"{file.relative_to(ROOT)}:{line}: {what}: say it plainly (CONTRIBUTING.md)"
        for room in ROOMS
        for file in tracked_files(f"{room}/**/*.py")
        if "vendor" not in file.parts
        for line, what in sorted(faults_in(file.read_text("utf-8")))
    ]
    sys.stdout.writelines(f"{fault}\n" for fault in found)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
