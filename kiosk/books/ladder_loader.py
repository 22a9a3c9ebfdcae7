"""Ladders on disk: a club's rules for its ladder, read as a rule book is; the days of a season."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from kiosk.books.profile_loader import document
from kiosk.rules.rulebook import RuleBookError
from kiosk.rules.rulebook.reading import gaps, odd_sections, read_entries, text_of
from kiosk.tournament.ladder_rules import KEYS, SECTIONS, LadderRules

LADDERS = Path(__file__).resolve().parent / "ladders"

HEAD = ("profile", "title")
COMMON_YEAR = 2001
"""Not a leap year: a day that it has, every year has."""


def load_ladder(ladder_id: str, folder: Path = LADDERS) -> LadderRules:
    """The rules of a ladder, by the name of its file. Raises RuleBookError."""
    files = {file.stem: file for file in sorted(folder.glob("*.toml"))}
    if ladder_id not in files:
        raise RuleBookError(f"no ladder '{ladder_id}' in {folder}; one of {', '.join(files)}")
    return read_ladder(files[ladder_id])


def read_ladder(file: Path) -> LadderRules:
    """The ladder in a TOML file. Raises RuleBookError with all that is wrong."""
    said = document(file)
    faults = [*odd_sections(said, KEYS, HEAD)]
    profile, title = (text_of(said, word, faults) for word in HEAD)
    entries = read_entries(said, KEYS, profile, faults)
    faults += gaps(entries, KEYS) if not faults else ()
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
    """First and last day, as `date.toordinal` counts, of the season that starts in this year."""
    season = rules.season
    first = date(year, season.start_month, season.start_day)
    last = date(year, season.end_month, season.end_day)
    if last < first:
        last = last.replace(year=year + 1)
    return first.toordinal(), last.toordinal()
