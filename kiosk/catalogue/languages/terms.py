"""The field's terms in every language: what a translator uses, and must not use."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import polib

TERMS = Path(__file__).parent / "terms.toml"

_PLACE = re.compile(r"\{[^}]*\}")


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the field, the texts about it, its word by language, and forbidden words.

    `about` and `unless` are matched with the English of a text, `never` with the text itself.
    """

    name: str
    about: re.Pattern[str]
    unless: re.Pattern[str] | None
    use: Mapping[str, str]
    never: Mapping[str, re.Pattern[str]] = field(default_factory=dict)

    def concerns(self, english: str) -> bool:
        """Whether a text is about this."""
        if self.about.search(english) is None:
            return False
        return self.unless is None or self.unless.search(english) is None


@dataclass(frozen=True, slots=True)
class Misuse:
    """A text that uses another word than its language's."""

    line: int
    message: str
    term: str
    wrong: str
    right: str

    @property
    def why(self) -> str:
        """The fault and the right word, to follow the text's name."""
        return f"has “{self.wrong}”: the {self.term} is “{self.right}”, as terms.toml has it"


@cache
def read_terms(file: Path = TERMS) -> tuple[Term, ...]:
    """All terms of the table, in its order."""
    table = tomllib.loads(file.read_text("utf-8"))
    return tuple(
        Term(
            name=name,
            about=re.compile(row.get("about", "")),
            unless=re.compile(row["unless"]) if "unless" in row else None,
            use=row["use"],
            never={tag: re.compile(words) for tag, words in row.get("never", {}).items()},
        )
        for name, row in table.items()
    )


def find_misused(file: Path, tag: str) -> Iterator[Misuse]:
    """Every text of a po file with a word that the table forbids in this language."""
    terms = [term for term in read_terms() if tag in term.never]
    for entry in polib.pofile(str(file), encoding="utf-8-sig"):
        english = (entry.msgid, entry.msgid_plural or entry.msgid)
        translations = (
            [entry.msgstr, *entry.msgstr_plural.values()] if entry.msgstr_plural else [entry.msgstr]
        )
        for term in terms:
            if not any(term.concerns(each) for each in english):
                continue
            for words in translations:
                wrong = term.never[tag].search(_PLACE.sub("", words))
                if wrong is not None:
                    yield Misuse(entry.linenum, entry.msgid, term.name, wrong[0], term.use[tag])
