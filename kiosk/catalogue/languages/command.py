"""`kiosk languages`: list the languages there are, name what a file lacks."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from kiosk.catalogue.languages.choice import ENGLISH_TAG
from kiosk.catalogue.languages.files import (
    LanguageFileInvalid,
    Translation,
    read,
    translations,
    where,
)
from kiosk.catalogue.text import ENGLISH

OK = 0
FAULTY = 1
WRONG = 2


def run(options: argparse.Namespace) -> int:
    """Do the action; its exit code."""
    if options.action == "check":
        return _check(options.files or translations())
    sys.stdout.write(f"{ENGLISH_TAG:<8}{ENGLISH.name}\n")
    return max((_list(file) for file in translations()), default=OK)


def _list(file: Path) -> int:
    language = _read(file)
    if language is None:
        return WRONG
    reviewed = "reviewed" if language.reviewed else "not reviewed by a native speaker"
    complete = "" if language.complete else ", not marked complete"
    sys.stdout.write(
        f"{file.stem:<8}{language.name}: {language.translated} of {language.texts} texts, "
        f"{reviewed}{complete}\n"
    )
    return OK


def _check(files: Sequence[Path]) -> int:
    return max((_checked(file) for file in files), default=OK)


def _checked(file: Path) -> int:
    """One line if every text is there and right; else a line for each that is not."""
    language = _read(file)
    if language is None:
        return WRONG
    if not language.faults:
        sys.stdout.write(f"OK {file}: {language.name}, {language.texts} texts\n")
        return OK
    sys.stdout.writelines(f"{where(file, fault)}\n" for fault in language.faults)
    return FAULTY


def _read(file: Path) -> Translation | None:
    try:
        return read(file)
    except LanguageFileInvalid as error:
        sys.stderr.write(f"kiosk: {error}\n")
        return None
