"""Give every language file the texts there are: a new one comes last, empty, and is shown in
English until it is translated; one that is no text any more goes. Run by `make regenerate`.
"""

import re
import sys
from pathlib import Path

import polib

from kiosk.catalogue.languages.files import WORDS, translations

_NEXT = re.compile(r'"\n+(?=#|msgid )')
"""Between two entries."""

Entries = dict[tuple[str, str], str]


def entries_in(text: str) -> tuple[str, Entries]:
    """What stands before the first text of a po file, and each entry, by its keys, as written."""
    head: list[str] = []
    entries: Entries = {}
    for block in _NEXT.sub('"\n\n', text.strip()).split("\n\n"):
        (entry,) = polib.pofile(f"{block}\n") or [polib.POEntry()]
        if entry.msgid:
            entries.setdefault((entry.msgid, entry.msgid_plural), block)
        else:
            head.append(block)
    return "\n\n".join(head), entries


def language_file(text: str, words: str) -> str:
    """The language file with exactly the texts of `words`, new ones last; translations stay."""
    head, translated = entries_in(text)
    _, wanted = entries_in(words)
    kept = [block for key, block in translated.items() if key in wanted]
    new = [block for key, block in wanted.items() if key not in translated]
    return "\n\n".join((head, *kept, *new)) + "\n"


def give_texts(files: list[Path], words: Path = WORDS) -> None:
    for file in files:
        before = file.read_text("utf-8")
        after = language_file(before, words.read_text("utf-8"))
        if after != before:
            file.write_text(after, "utf-8")
            sys.stdout.write(f"{file.name} has the texts of {words.name}\n")


if __name__ == "__main__":
    give_texts(translations())
