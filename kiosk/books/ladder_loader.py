"""Ladders on disk: a club's rules for its ladder, read like rule books; the days of a season."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

from kiosk.books.profile_loader import SHIPPED, book_folders, read_document
from kiosk.rules.rulebook import RuleBookError
from kiosk.rules.rulebook.reading import missing_values, odd_sections, read_entries, text_of
from kiosk.tournament.ladder_rules import KEYS, SECTIONS, LadderRules

LADDERS = Path(__file__).resolve().parent / "ladders"

HEAD = ("profile", "title")
COMMON_YEAR = 2001
"""Not a leap year: a day in it exists in every year."""


def load_ladder(ladder_id: str) -> LadderRules:
    """The rules of a ladder by the name of its file, shipped or custom.

    Custom ones are in `ladders` in the folder KIOSK_RULEBOOKS. Raises RuleBookError.
    """
    files = list(_files())
    found = [file for file in files if file.stem == ladder_id]
    if not found:
        known = ", ".join(sorted({file.stem for file in files}))
        where = " and ".join(map(str, _folders()))
        raise RuleBookError(f"no ladder '{ladder_id}' in {where}; one of {known}")
    if len(found) > 1:
        raise RuleBookError(f"'{ladder_id}' is both {found[0]} and {found[1]}; rename one")
    return read_ladder(found[0])


def ladders() -> tuple[LadderRules, ...]:
    """Every club's rules, by id, without invalid files: `load_ladder` gives the reason."""
    found = []
    for ladder_id in sorted({file.stem for file in _files()}):
        with suppress(RuleBookError):
            found.append(load_ladder(ladder_id))
    return tuple(found)


def _folders() -> tuple[Path, ...]:
    return (LADDERS, *(shelf / "ladders" for shelf in book_folders() if shelf != SHIPPED))


def _files() -> Iterator[Path]:
    for folder in _folders():
        yield from sorted(folder.glob("*.toml"))


def read_ladder(file: Path) -> LadderRules:
    """The ladder in a TOML file. Raises RuleBookError with all faults."""
    toml = read_document(file)
    faults = [*odd_sections(toml, KEYS, HEAD)]
    profile, title = (text_of(toml, word, faults) for word in HEAD)
    entries = read_entries(toml, KEYS, profile, faults)
    faults += missing_values(entries, KEYS) if not faults else ()
    faults += _no_days(entries) if not faults else ()
    if profile and profile != file.stem:
        faults.append(f"profile is {profile!r}; call it {file.stem!r}, as the file is")
    if faults:
        raise RuleBookError(*(f"{file}: {fault}" for fault in faults))
    parts = {
        name: kind(**{key.name: entries[key.where].value for key in KEYS if key.section == name})
        for name, kind in SECTIONS.items()
    }
    sources = tuple(entries[key.where].source for key in KEYS)
    return LadderRules(profile=profile, title=title, sources=sources, **parts)


def _no_days(entries: Mapping[str, Any]) -> list[str]:
    faults = []
    for edge in ("start", "end"):
        month, day = (entries[f"season.{edge}_{part}"].value for part in ("month", "day"))
        try:
            date(COMMON_YEAR, month, day)
        except ValueError:
            faults.append(f"season.{edge}_day is {day}; a day that month {month} has every year")
    return faults


def season_days(rules: LadderRules, year: int) -> tuple[int, int]:
    """First and last day (`date.toordinal`) of the season that starts in this year."""
    season = rules.season
    first = date(year, season.start_month, season.start_day)
    last = date(year, season.end_month, season.end_day)
    if last < first:
        last = last.replace(year=year + 1)
    return first.toordinal(), last.toordinal()


def season_at(rules: LadderRules, day: int, after: int = 0) -> tuple[int, int]:
    """First and last day of the first season with or after `day` that begins after `after`."""
    year = date.fromordinal(max(day, after, 366)).year - 1
    while True:
        first, last = season_days(rules, year)
        if last >= day and first > after:
            return first, last
        year += 1
