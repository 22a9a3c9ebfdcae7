"""`kiosk rulebook`: show a profile, compare two, list the keys, check a custom book or format."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from kiosk.books.format_loader import read_format
from kiosk.books.profile_loader import load, read_document, read_file
from kiosk.books.profile_text import diff, show
from kiosk.books.writing import key_list, new_file
from kiosk.rules.rulebook import Part, RuleBookError
from kiosk.tournament.format_rules import OfferedFormat

OK = 0
WRONG = 2


def run(options: argparse.Namespace) -> int:
    """Do the action; returns its exit code. Raises RuleBookError."""
    match options.action:
        case "show":
            book = load(options.profile)
            _print_lines(show(book) if options.as_id is None else new_file(book, options.as_id))
        case "diff":
            _print_lines(diff(load(options.one), load(options.other)))
        case "keys":
            _print_lines(key_list())
        case _:
            return _check(options.file)
    return OK


def _check(file: Path) -> int:
    """Print one line if the book or format is right; else a line for each mistake."""
    try:
        if "format" in read_document(file):
            summary = _format_summary(read_format(file))
        else:
            summary = _summary(read_file(file))
    except RuleBookError as error:
        sys.stderr.write("".join(f"kiosk: {fault}\n" for fault in error.faults))
        return WRONG
    _print_lines([f"OK {file}: {summary}"])
    return OK


def _summary(part: Part) -> str:
    entries = part.entries.values()
    confirm = sum(entry.source.director_confirms for entry in entries)
    left = sum(entry.value is None for entry in entries)
    return (
        f"{part.kind.value} {part.profile}, {len(part.entries)} values, {confirm} for the director "
        f"to confirm, {left} left to the event"
    )


def _format_summary(offered: OfferedFormat) -> str:
    brackets = ", ".join(bracket.name for bracket in offered.format.shape.brackets) or "none"
    return (
        f"format {offered.format_id}, brackets: {brackets}, {len(offered.to_confirm())} values for "
        "the director to confirm"
    )


def _print_lines(lines: Iterable[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
