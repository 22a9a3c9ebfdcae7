"""Give texts for people a better wording, everywhere at once.

`PYTHONPATH=.:tests python tests/reword.py OLD NEW`, or `--list FILE` with one OLD, a tab and its
NEW a line. The text changes in the source, in tests that quote it whole, and as the key of every
language file, so that no translation is lost. Then `make regenerate`.
"""

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import polib

ROOT = Path(__file__).parents[1]
LANGUAGES = ROOT / "kiosk" / "catalogue" / "languages"
WIDEST = 80
_PLACES = re.compile(r"\{\w*\}")
_KEY = re.compile(r'^(msgid|msgid_plural) "(?:[^"\\]|\\.)*"(?:\n"(?:[^"\\]|\\.)*")*', re.MULTILINE)


def source_files() -> Iterator[Path]:
    for top in ("kiosk", "tests"):
        yield from sorted((ROOT / top).rglob("*.py"))
    yield from sorted((ROOT / "kiosk").rglob("*.html"))
    yield from sorted((ROOT / "config" / "formats").glob("*.toml"))


def reworded_source(source: str, new: Mapping[str, str]) -> str:
    """The source with each string constant that is one of these texts replaced by its new one."""
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    out = source.encode()
    found = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in new
    ]
    for node in sorted(found, key=lambda node: (-node.lineno, -node.col_offset)):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        out = out[:start] + _literal(new[str(node.value)]).encode() + out[end:]
    return out.decode()


def _literal(text: str) -> str:
    """A Python literal, in several lines if it is long: calls hold them."""
    parts = [""]
    for word in re.findall(r"\S+\s*|\s+", text):
        if len(parts[-1]) + len(word) > WIDEST:
            parts.append("")
        parts[-1] += word
    return "\n".join(json.dumps(part, ensure_ascii=False) for part in parts)


def reworded_page(page: str, new: Mapping[str, str]) -> str:
    """A page of the console with these texts replaced: they stand there in double quotes."""
    for old, text in new.items():
        page = page.replace(f'gettext("{old}"', f'gettext("{text}"')
    return page


def reworded_keys(entries: str, new: Mapping[str, str]) -> str:
    """A language file with these keys replaced; its translations stay."""

    def replaced(match: re.Match[str]) -> str:
        quoted = re.findall(r'"((?:[^"\\]|\\.)*)"', match.group(0))
        text = polib.unescape("".join(quoted))
        if text not in new:
            return match.group(0)
        return f'{match.group(1)} "{polib.escape(new[text])}"'

    return _KEY.sub(replaced, entries)


def faults(new: Mapping[str, str], known: set[str]) -> Iterator[str]:
    """What speaks against these rewordings, a sentence each."""
    for old, text in new.items():
        if old not in known:
            yield f"“{old}” is no text of the catalogue: look for it in kiosk/catalogue/words.pot."
        if text in known:
            yield f"“{text}” is a text already, with translations of its own: choose another."
        if sorted(_PLACES.findall(old)) != sorted(_PLACES.findall(text)):
            yield f"“{text}” has other places than “{old}”: keep them."


def known_texts() -> set[str]:
    entries = polib.pofile(str(ROOT / "kiosk" / "catalogue" / "words.pot"))
    return {text for entry in entries for text in (entry.msgid, entry.msgid_plural) if text}


def reworded_format(config: str, new: Mapping[str, str]) -> str:
    """A tournament format with these texts replaced."""
    for old, text in new.items():
        config = config.replace(f'"{old}"', f'"{text}"')
    return config


CHANGE = {
    ".toml": reworded_format,
    ".py": reworded_source,
    ".html": reworded_page,
    ".po": reworded_keys,
}


def reword(new: Mapping[str, str]) -> list[Path]:
    """The files that changed."""
    changed = []
    for file in (*source_files(), *sorted(LANGUAGES.glob("*.po"))):
        before = file.read_text("utf-8")
        after = CHANGE[file.suffix](before, new)
        if after != before:
            file.write_text(after, "utf-8")
            changed.append(file)
    return changed


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("old", nargs="?")
    parser.add_argument("new", nargs="?")
    parser.add_argument("--list", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    pairs = [(options.old, options.new)] if options.new else []
    if options.list is not None:
        lines = options.list.read_text("utf-8").splitlines()
        pairs += [tuple(line.split("\t")) for line in lines if line]
    new = dict(pairs)
    if problems := list(faults(new, known_texts())):
        sys.stderr.write("\n".join(problems) + "\n")
        return 2
    for file in reword(new):
        sys.stdout.write(f"{file.relative_to(ROOT)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
