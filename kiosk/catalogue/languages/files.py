"""Languages read from gettext's po files, one file per language.

A file may be faulty: unusable entries are shown in English, and logged once.
"""

import gettext
import io
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from string import Formatter
from types import MappingProxyType

import polib

from kiosk.catalogue.languages.choice import ENGLISH_TAG, Languages
from kiosk.catalogue.languages.terms import Misuse
from kiosk.catalogue.text import ENGLISH, Language

FOLDER = Path(__file__).parent
WORDS = FOLDER.parent / "words.pot"
"""All texts, as extracted by `make words`."""

_TAG = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})*", re.IGNORECASE)
_LONGEST_QUOTED = 60
_COUNTED = range(1001)
"""Numbers for trying a plural rule."""

_log = logging.getLogger(__name__)


EnglishTexts = Mapping[tuple[str, str], None]
"""Messages with their plurals, in the order of the file; empty: a message has none."""


class LanguageFileInvalid(Exception):
    """Nothing of the file can be used; the message gives the reason and the remedy."""


class FaultKind(Enum):
    MISTAKE = auto()
    ABSENT = auto()
    """Not translated yet, or fuzzy."""
    EXTRA = auto()
    """For a text that does not exist."""


@dataclass(frozen=True, slots=True)
class LanguageFault:
    """A text shown in English, or superfluous; `line` 0: it is not in the file."""

    line: int
    message: str
    why: str
    kind: FaultKind


@dataclass(frozen=True, slots=True)
class Translation:
    """A language as in its file, with all its faults.

    `name` is the language's own. `reviewed`: by a native speaker, by its header, and `reviewed_by`
    its name. `every_text`: it should have every text. `complete`: it should, and a native speaker
    has reviewed it. `translated` of `texts` are translated.
    """

    name: str
    reviewed: bool
    reviewed_by: str
    every_text: bool
    translated: int
    texts: int
    faults: tuple[LanguageFault, ...]
    words: gettext.GNUTranslations

    @property
    def complete(self) -> bool:
        """Whether nothing is missing and a native speaker has reviewed it."""
        return self.every_text and self.reviewed

    def gettext(self, message: str, /) -> str:
        return self.words.gettext(message)

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        return self.words.ngettext(one, many, count)


def load(folder: Path = FOLDER, words: Path = WORDS) -> Languages:
    """English, and every readable language of the folder; all faults are logged."""
    found: dict[str, Language] = {ENGLISH_TAG: ENGLISH}
    wanted: EnglishTexts | None = None
    for file in translations(folder):
        try:
            wanted = wanted or english_texts(words)
            language = read(file, wanted)
        except LanguageFileInvalid as error:
            _log.warning("%s", error)
            continue
        found[file.stem] = language
        _log_faults(file, language)
    return MappingProxyType(found)


def translations(folder: Path = FOLDER) -> list[Path]:
    """The files in the order of their tags."""
    return sorted(folder.glob("*.po"))


def _log_faults(file: Path, language: Translation) -> None:
    """Log each mistake, and one line each for all untranslated and all unused texts: as warnings if
    the file should have every text.
    """
    of: dict[FaultKind, list[LanguageFault]] = {kind: [] for kind in FaultKind}
    for fault in language.faults:
        of[fault.kind].append(fault)
    for fault in of[FaultKind.MISTAKE]:
        _log.warning("%s; it is shown in English until that is mended", describe_fault(file, fault))
    level = logging.WARNING if language.every_text else logging.INFO
    names = f"kiosk languages check {file} names them"
    absent, extra = len(of[FaultKind.ABSENT]), len(of[FaultKind.EXTRA])
    if absent:
        message = "%s: %d of %d texts are not translated and shown in English: %s"
        _log.log(level, message, file, absent, language.texts, names)
    if extra:
        _log.log(level, "%s: %d entries are never used, take them out: %s", file, extra, names)


def describe_fault(file: Path, fault: LanguageFault | Misuse) -> str:
    """The fault in one clause."""
    at = f"{file}:{fault.line}" if fault.line else f"{file}"
    return f"{at}: {quote(fault.message)} {fault.why}"


def quote(message: str) -> str:
    short = message if len(message) <= _LONGEST_QUOTED else f"{message[:_LONGEST_QUOTED]}…"
    return f"“{short}”"


def english_texts(words: Path = WORDS) -> EnglishTexts:
    """All texts, with their plurals. Raises LanguageFileInvalid."""
    return dict.fromkeys(
        (entry.msgid, entry.msgid_plural) for entry in _entries(words) if entry.msgid
    )


def read(file: Path, wanted: EnglishTexts | None = None) -> Translation:
    """The language in a po file; `wanted` are all texts. Raises LanguageFileInvalid."""
    if _TAG.fullmatch(file.stem) is None:
        raise LanguageFileInvalid(
            f"{file} is no language: name it by its tag, as nb.po or pt-BR.po"
        )
    wanted = wanted or english_texts()
    there = _entries(file)
    header = {name.lower(): value for name, value in there.metadata.items()}
    plurals, no_plurals = _plurals(header.get("plural-forms"))
    faults, good = [], polib.POFile()
    good.metadata = _header(header.get("plural-forms") if plurals else None)
    missing = dict(wanted)
    for entry in there:
        key = entry.msgid, entry.msgid_plural
        if entry.obsolete:
            continue
        if key not in wanted:
            why, kind = "is no text of this version: take it out", FaultKind.EXTRA
        elif key not in missing:
            why, kind = "stands twice: leave one", FaultKind.EXTRA
        else:
            del missing[key]
            why, kind = _against(entry, plurals, no_plurals)
        if why:
            faults.append(LanguageFault(entry.linenum, entry.msgid, why, kind))
        else:
            good.append(entry)
    faults += [
        LanguageFault(0, message, "is not in it", FaultKind.ABSENT) for message, _plural in missing
    ]
    return Translation(
        name=header.get("x-name", "").strip() or file.stem,
        reviewed=_yes(header.get("x-reviewed")),
        reviewed_by=header.get("x-reviewed-by", "").strip(),
        every_text=_yes(header.get("x-every-text")),
        translated=len(good),
        texts=len(wanted),
        faults=tuple(faults),
        words=_compiled(good),
    )


def _yes(value: str | None) -> bool:
    return (value or "").strip().lower() == "yes"


def _entries(file: Path) -> polib.POFile:
    try:
        if not file.is_file():
            raise LanguageFileInvalid(f"{file} is not there")
        _check_quotes(file)
        entries = polib.pofile(str(file), encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise LanguageFileInvalid(f"{file} is not in UTF-8: save it so") from error
    except OSError as error:
        why = error.strerror or "it is no po file, or broken: msgfmt --check shows where"
        raise LanguageFileInvalid(f"{file} can't be read: {why} ({error})") from error
    if not entries:
        raise LanguageFileInvalid(f"{file} has no entry: begin with a copy of words.pot")
    return entries


def _check_quotes(file: Path) -> None:
    """Refuse lines without their last quotation mark; polib shortens them. Raises OSError."""
    for number, line in enumerate(file.read_text("utf-8-sig").split("\n"), 1):
        words = line.rstrip()
        if words[:1] not in {"", "#"} and not re.fullmatch(r'[^"]*".*"', words):
            raise OSError(f"line {number} ends without a quotation mark")


def _against(entry: polib.POEntry, plurals: int, no_plurals: str) -> tuple[str, FaultKind]:
    """Why an entry can't be used, and the remedy; empty if nothing is wrong."""
    forms = [entry.msgstr]
    if entry.msgid_plural:
        forms = [entry.msgstr_plural[number] for number in sorted(entry.msgstr_plural)]
    if not any(forms):
        return "is not translated", FaultKind.ABSENT
    if entry.fuzzy:
        return "is marked fuzzy: look at it and take the mark away", FaultKind.ABSENT
    why = _against_places(entry, forms)
    if entry.msgid_plural:
        if not plurals:
            why = no_plurals
        elif sorted(entry.msgstr_plural) != list(range(plurals)) or not all(forms):
            why = f"needs {plurals} plural forms, msgstr[0] to msgstr[{plurals - 1}]"
    return why, FaultKind.MISTAKE


def _against_places(entry: polib.POEntry, forms: Sequence[str]) -> str:
    """A count may be left out of a plural form: `one point`."""
    wanted = _places(entry.msgid) | _places(entry.msgid_plural)
    free = {"count"} if entry.msgid_plural else set[str]()
    for form in forms:
        try:
            there = _places(form)
        except ValueError:
            return "has a brace too many or too few: braces stand around places alone"
        if there - wanted or wanted - there - free:
            shown = ", ".join(f"{{{place}}}" for place in sorted(wanted)) or "none"
            return f"has other places than the English: they are {shown}"
    return ""


def _places(message: str) -> set[str]:
    """The places of a message. ValueError: braces don't match, or hold more than a name."""
    found = set()
    for _words, name, form, conversion in Formatter().parse(message or ""):
        if name is not None:
            if form or conversion or not name.isidentifier():
                raise ValueError(name)
            found.add(name)
    return found


def _plurals(rule: str | None) -> tuple[int, str]:
    """How many plural forms the language has; 0 and the reason, if that can't be determined."""
    if rule is None:
        return 0, "needs the header Plural-Forms"
    counted = re.match(r"\s*nplurals\s*=\s*([1-9])\s*;\s*plural\s*=", rule)
    if counted is None:
        return 0, f"needs a header Plural-Forms that can be read, not {rule!r}"
    forms = int(counted[1])
    tried = polib.POFile()
    tried.metadata = _header(rule)
    named = {number: f"{number}" for number in range(forms)}
    tried.append(polib.POEntry(msgid="?", msgid_plural="?", msgstr_plural=named))
    try:
        words = _compiled(tried)
        fits = all(words.ngettext("?", "?", count) != "?" for count in _COUNTED)
    except (ValueError, ArithmeticError):
        fits = False
    return (forms, "") if fits else (0, f"needs a header Plural-Forms that is right, not {rule!r}")


def _header(plural_forms: str | None) -> dict[str, str]:
    charset = {"Content-Type": "text/plain; charset=UTF-8"}
    return charset if plural_forms is None else charset | {"Plural-Forms": plural_forms}


def _compiled(entries: polib.POFile) -> gettext.GNUTranslations:
    return gettext.GNUTranslations(io.BytesIO(entries.to_binary()))
