"""A list of players at the page that previews it: columns matched, lines mended there. Pure.

The page has the rows; each time somebody matches a column, mends a cell or says who is who, it asks
what would become of each line, and at last sends those that are to enter.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

import msgspec

from kiosk.catalogue.text import Text, text
from kiosk.director.errors import EntryFault
from kiosk.director.event.entrants import EntryMaker
from kiosk.director.event.entries_csv import CsvEntry, EntryList, read_matched
from kiosk.director.event.list_heads import match_fields
from kiosk.director.event.list_rows import MOST_ROWS, ListRow, ListRows
from kiosk.director.event.list_taken import sort_list
from kiosk.director.text_input import plain_name
from kiosk.tournament.tournament import Tournament
from kiosk.wire.bounds import Count

LONGEST_SHEET = 16 * 1024 * 1024
"""Bytes of a sheet in JSON: of a list's bytes each may be written as two, with marks between."""

_Line = Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
_Columns = Annotated[tuple[str, ...], msgspec.Meta(max_length=500)]


class SheetRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a list, with the line it has in the file."""

    line: _Line
    cells: _Columns


class ListSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rows for a division. fields: of each column, empty where it is not used (`list_heads.py`);
    heads: their headings. divisions: the division of each word in a column of divisions. apart:
    lines whose players are other people than those of names alike.
    """

    division_id: str
    seen_seq: Count
    fields: _Columns
    heads: _Columns
    rows: Annotated[tuple[SheetRow, ...], msgspec.Meta(max_length=MOST_ROWS)]
    divisions: dict[str, str] = {}
    apart: tuple[_Line, ...] = ()


class LineBecomes(StrEnum):
    """What becomes of a line of a list."""

    NEW = "new"
    THERE = "there"
    ASKED = "asked"
    """It may be somebody who is there already."""
    WRONG = "wrong"
    NOWHERE = "nowhere"
    """It names a division that this event does not have."""


@dataclass(frozen=True)
class SheetLine:
    line: int
    becomes: LineBecomes
    why: tuple[EntryFault, ...] = ()


@dataclass(frozen=True)
class SheetDivision:
    """A word in the column of divisions, the division it stands for ("": none), how many lines."""

    words: str
    division_id: str
    lines: int


@dataclass
class SheetLooked:
    """faults: of the whole list; changes: what of those who are there it writes otherwise."""

    lines: list[SheetLine] = field(default_factory=list)
    faults: list[EntryFault] = field(default_factory=list)
    changes: list[Text] = field(default_factory=list)
    divisions: list[SheetDivision] = field(default_factory=list)


def suggest_fields(found: ListRows) -> tuple[str, ...]:
    """The field of each column by its heading; without headings the first of letters has names."""
    if found.heads is None:
        return ()
    fields = match_fields(found.heads.cells)
    if any(fields):
        return fields
    rows = (found.heads, *found.rows)
    width = max(len(row.cells) for row in rows)
    letters = [
        sum(len(row.cells) > column and _is_name(row.cells[column]) for row in rows)
        for column in range(width)
    ]
    names = next((nth for nth, count in enumerate(letters) if 2 * count > len(rows)), None)
    return tuple("name" if nth == names else "" for nth in range(width))


def _is_name(cell: str) -> bool:
    return any(sign.isalpha() for sign in cell) and not any(sign.isdigit() for sign in cell)


def split_sheet(
    sheet: ListSheet, now: Tournament
) -> tuple[EntryList, dict[str, list[CsvEntry]], list[SheetDivision]]:
    """The entries of a sheet, by the division they enter, and the words it has for divisions;
    under "" are those whose division this event does not have."""
    rows = [ListRow(row.line, row.cells) for row in sheet.rows]
    listed = read_matched(rows, sheet.fields, sheet.heads)
    if "division" not in sheet.fields:
        return listed, {sheet.division_id: listed.lines}, []
    chosen = _find_divisions(listed.lines, sheet, now)
    parts: dict[str, list[CsvEntry]] = {}
    for each in listed.lines:
        parts.setdefault(chosen[each.division], []).append(each)
    counts = {words: sum(each.division == words for each in listed.lines) for words in chosen}
    found = [SheetDivision(words, chosen[words], count) for words, count in counts.items()]
    return listed, parts, found


def _find_divisions(
    lines: Iterable[CsvEntry], sheet: ListSheet, now: Tournament
) -> Mapping[str, str]:
    """The division of each word: chosen, or of that name; a line that names none is the form's."""
    ids = {plain_name(each.name): each.division_id for each in now.divisions.values()}
    ids |= {division_id: division_id for division_id in now.divisions} | {"": sheet.division_id}
    return {
        each.division: sheet.divisions.get(each.division, ids.get(plain_name(each.division), ""))
        for each in lines
    }


def look_at_sheet(sheet: ListSheet, now: Tournament) -> SheetLooked:
    """What would become of each line if the sheet were entered now."""
    listed, parts, divisions = split_sheet(sheet, now)
    looked = SheetLooked(divisions=divisions)
    looked.faults = [each for each in listed.faults if each.line == 0]
    found: dict[int, SheetLine] = {}
    for division_id, lines in parts.items():
        for each in _become(division_id, lines, sheet.apart, now, looked):
            found[each.line] = each
    for line, faults in _by_line(listed.faults).items():
        found[line] = SheetLine(line, LineBecomes.WRONG, faults)
    second = {each.second_line: each.line for each in listed.lines if each.second_line}
    for row in sheet.rows:
        of_line = found.get(second.get(row.line, row.line))
        becomes = LineBecomes.WRONG if of_line is None else of_line.becomes
        why = of_line.why if of_line is not None and of_line.line == row.line else ()
        looked.lines.append(SheetLine(row.line, becomes, why))
    return looked


def _become(
    division_id: str,
    lines: Sequence[CsvEntry],
    apart: Sequence[int],
    now: Tournament,
    looked: SheetLooked,
) -> Iterable[SheetLine]:
    if division_id not in now.divisions:
        words = text("choose the division of this line")
        for each in lines:
            why = EntryFault(each.line, "division", words)
            yield SheetLine(each.line, LineBecomes.NOWHERE, (why,))
        return
    entrants = EntryMaker(now, random.Random(0))  # what it makes is thrown away
    of_division = sort_list(lines, entrants, now, division_id, apart)
    looked.changes += of_division.changes
    new = {each.line for each in of_division.new}
    wrong, twins = _by_line(of_division.faults), _by_line(of_division.twins)
    for each in lines:
        if each.line in wrong:
            yield SheetLine(each.line, LineBecomes.WRONG, wrong[each.line])
        elif each.line in twins:
            yield SheetLine(each.line, LineBecomes.ASKED, twins[each.line])
        else:
            becomes = LineBecomes.NEW if each.line in new else LineBecomes.THERE
            yield SheetLine(each.line, becomes)


def _by_line(faults: Iterable[EntryFault]) -> dict[int, tuple[EntryFault, ...]]:
    found: dict[int, tuple[EntryFault, ...]] = {}
    for each in faults:
        found[each.line] = (*found.get(each.line, ()), each)
    return found
