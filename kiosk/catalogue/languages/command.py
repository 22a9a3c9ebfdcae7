"""`kiosk languages`: list the available languages, name what a file lacks."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from kiosk.catalogue.languages.choice import ENGLISH_TAG
from kiosk.catalogue.languages.files import (
    LanguageFileInvalid,
    Translation,
    describe_fault,
    read,
    translations,
)
from kiosk.catalogue.languages.terms import find_misused
from kiosk.catalogue.text import ENGLISH

OK = 0
FAULTY = 1
WRONG = 2


def run(options: argparse.Namespace) -> int:
    """Do the action; returns its exit code."""
    if options.action == "check":
        return _check(options.files or translations())
    sys.stdout.write(f"{ENGLISH_TAG:<8}{ENGLISH.name}\n")
    return max((_list(file) for file in translations()), default=OK)


def _list(file: Path) -> int:
    language = _read(file)
    if language is None:
        return WRONG
    sys.stdout.write(
        f"{file.stem:<8}{language.name}: {language.translated} of {language.texts} texts, "
        f"{_describe_review(language)}\n"
    )
    return OK


def _describe_review(language: Translation) -> str:
    """Who reviewed a file. Without a native speaker's review it is not called complete."""
    if not language.reviewed:
        return "not yet reviewed by a native speaker"
    reviewed = f"reviewed by {language.reviewed_by or 'a native speaker without a name'}"
    return f"{reviewed}, complete" if language.complete else reviewed


def _check(files: Sequence[Path]) -> int:
    return max((_checked(file) for file in files), default=OK)


def _checked(file: Path) -> int:
    """One line if every text is there and right; else a line for each that is not, and for each
    that uses another word than the table of terms.
    """
    language = _read(file)
    if language is None:
        return WRONG
    misused = [*find_misused(file, file.stem)]
    if not language.faults and not misused:
        sys.stdout.write(f"OK {file}: {language.name}, {language.texts} texts\n")
        return OK
    sys.stdout.writelines(f"{describe_fault(file, fault)}\n" for fault in language.faults)
    sys.stdout.writelines(f"{describe_fault(file, misuse)}\n" for misuse in misused)
    return FAULTY


def _read(file: Path) -> Translation | None:
    try:
        return read(file)
    except LanguageFileInvalid as error:
        sys.stderr.write(f"kiosk: {error}\n")
        return None
