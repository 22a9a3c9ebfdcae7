"""The commands about the rolls a table has stored: rejudge, review, statistics."""

import sys
from collections.abc import Sequence
from pathlib import Path

from kiosk.dice import counts
from kiosk.dice.evidence import folder_of
from kiosk.dice.labels import Labels
from kiosk.dice.rejudge import RejudgeTotals, lines, rejudge_rolls
from kiosk.dice.review import review as put_before
from kiosk.dice.review import to_review
from kiosk.dice.rolls import dice_looks
from kiosk.dice.terminal import Easel, terminal_keys
from kiosk.journal import read

CROP = "review.png"


def rejudge(journal: Path, pictures: Path | None, *, as_json: bool) -> bool:
    """Print a line for each roll and their sum; returns whether all evidence is unchanged.

    Raises EvidenceError, JournalError.
    """
    rows = read(journal)
    folder = folder_of(journal, pictures)
    total = RejudgeTotals()
    for line in lines(
        rejudge_rolls(dice_looks(rows), folder, Labels(folder)), total, as_json=as_json
    ):
        _print_line(line)
    return not total.damaged


def review(journal: Path, pictures: Path | None, *, everything: bool, viewer: str | None) -> None:
    """Label roll pictures at a terminal. Raises EvidenceError, JournalError."""
    rows = read(journal)
    folder = folder_of(journal, pictures)
    rolls = to_review(list(dice_looks(rows)), everything=everything)
    easel = Easel(folder / CROP, viewer)
    _print_line(f"Each roll is drawn in {folder / CROP}")
    try:
        with terminal_keys() as keys:
            put_before(rolls, folder, Labels(folder), keys, _print_line, easel.show)
    finally:
        easel.close()


def statistics(journals: Sequence[Path], *, as_json: bool) -> None:
    """Print how often each value came up. Raises JournalError."""
    found = counts.count_dice(read(journal) for journal in journals)
    for line in counts.in_json(found) if as_json else counts.in_words(found):
        _print_line(line)


def _print_line(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
