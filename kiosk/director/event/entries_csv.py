"""Reads a list of players from a spreadsheet or a federation: bytes to entries, or every fault.

Pure. Columns may stand in any order, separated by commas, semicolons or tabs. Nothing is guessed:
what can't be read is reported with line and field, and where the bytes do not show how the list was
saved, the code pages it may be in are (`list_text.py`).
"""

import csv
import io
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kiosk.catalogue.text import Text, text
from kiosk.director.errors import EntryFault
from kiosk.director.event.entrants import (
    HIGHEST_RATING,
    LONGEST_FIELD,
    MOST_EXPERIENCE,
    NewEntry,
    NewPlayer,
)
from kiosk.director.event.list_heads import MOST_TITLES, count_fields, find_field, find_name_parts
from kiosk.director.event.list_text import LikelyCodePage, decode_list
from kiosk.director.event.list_workbook import is_workbook, workbook_rows
from kiosk.director.text_input import find_odd_letter, normalize_text, plain_name
from kiosk.record.spreadsheet import read_cell
from kiosk.tournament.entries import MOST_ENTRIES
from kiosk.tournament.setting_up import LONGEST_NAME

LONGEST_CSV = 4 * 1024 * 1024
"""Bytes. 10 000 lines with every field have 1 MB, twice that in UTF-16."""

MOST_FAULTS = 100
"""Most faults reported at once."""

_FIELDS = ("player", "number", "rating", "experience", "language", "team")
_OWN = ("division_id", "entry_id", "entry")
"""Columns of our own list (`lists.py`), in which a pair has two lines."""
_MARKS = ",;\t"
_NUMBER = re.compile(r"[\w./ -]*")
_RATING = re.compile(r"\d{1,5}([.,]\d{1,17})?", re.ASCII)
_THOUSANDS = re.compile(r"(\d{1,2})([. '’\u00a0\u202f])(\d{3})(?:([.,])(\d{1,17}))?")
"""1 601 or 1.543,5; with a point or comma alone it is no thousand's: 1.543 is a number near 2."""
_NO_NUMBER = frozenset({"-", "–", "—", "n/a", "na", "none", "unrated", "nr"})
"""What people write for no rating."""
_EXPERIENCE = re.compile(r"\d{1,7}", re.ASCII)
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*", re.ASCII)


@dataclass(frozen=True)
class CsvEntry:
    """An entry, and its line; `own`: division, entry and its name in a list of ours whose pair is
    incomplete so far.
    """

    line: int
    entry: NewEntry
    own: tuple[str, ...] = ()


@dataclass
class EntryList:
    """Contents of a list. With faults nothing of it counts. `passed_over` are headings that an
    event does not use. `code_pages`: one of these must be chosen first. `name_parts`: the columns
    that make up a name, if there are two.
    """

    lines: list[CsvEntry] = field(default_factory=list)
    faults: list[EntryFault] = field(default_factory=list)
    passed_over: tuple[str, ...] = ()
    code_pages: tuple[LikelyCodePage, ...] = ()
    name_parts: tuple[str, ...] = ()

    def fault(self, line: int, name: str, words: Text) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(EntryFault(line, name, words))


class _RowBroken(ValueError):
    """A row that begins in this line can't be parted into cells."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def read_entries(
    content: bytes, code_page: str = "", without: Container[int] = frozenset()
) -> EntryList:
    """The entries of a list, or its faults. code_page: the one chosen for it (`list_text.py`);
    without: lines left out."""
    listed = EntryList()
    if len(content) > LONGEST_CSV:
        listed.fault(0, "", text("the list has more than {most} bytes", most=LONGEST_CSV))
        return listed
    rows = _find_rows(content, code_page, listed)
    head = next(rows, None)
    if head is None:
        if not listed.faults:
            listed.fault(1, "", text("the list is empty"))
        return listed
    columns, width = _columns(*head, listed), len(head[1])
    if listed.faults:
        return listed
    ours = _find_own_columns(head[1])
    divisions: dict[tuple[str, ...], str] = {}
    for count, (line, cells) in enumerate(rows):
        if count == MOST_ENTRIES * (2 if ours else 1):
            listed.fault(line, "", text("the list has more than {most} entries", most=MOST_ENTRIES))
            break
        if line in without:
            continue
        _entry(line, cells, columns, width, listed)
        if ours and len(cells) > max(ours) and listed.lines and listed.lines[-1].line == line:
            division, *entry = (normalize_text(cells[column]) for column in ours)
            if divisions.setdefault(tuple(entry), division) == division:
                _join_pair((division, *entry), listed)
            else:  # it is in two divisions, and one entry
                listed.lines.pop()
    if not listed.lines and not listed.faults:
        listed.fault(1, "", text("no players below the header row"))
    _find_twins(listed)
    return listed


def _find_rows(
    content: bytes, code_page: str, listed: EntryList
) -> Iterator[tuple[int, list[str]]]:
    """The header row and each row below it that is not empty, with the line in which it starts."""
    if not is_workbook(content):
        yield from _rows(_find_text(content, code_page, listed), listed)
        return
    try:
        yield from workbook_rows(content)
    except ValueError:
        listed.fault(0, "", text("this workbook can't be read: save the list as CSV in UTF-8"))


def _find_text(content: bytes, code_page: str, listed: EntryList) -> str:
    """The list as text; empty, with the fault noted, where it is none or a choice is due."""
    try:
        words = decode_list(content, code_page)
    except UnicodeError:
        listed.fault(0, "", text("this is not text: save the list as CSV in UTF-8"))
        return ""
    except LookupError:
        listed.fault(0, "", text("{code_page} is no code page we know", code_page=code_page))
        return ""
    if isinstance(words, str):
        return words
    listed.code_pages = words
    listed.fault(0, "", text("choose how the names read right: the file does not show its letters"))
    return ""


def _rows(words: str, listed: EntryList) -> Iterator[tuple[int, list[str]]]:
    """The header row and each row below it that is not empty, with the line in which it starts."""
    try:
        mark, head_line = _find_head(words)
        for line, cells in _split_rows(words, mark, strict=True):
            if line >= head_line:
                yield line, [read_cell(cell) for cell in cells]
    except _RowBroken as broken:
        why = text("a quotation mark is not closed, or is inside a field")
        listed.fault(broken.line, "", why)


def _split_rows(words: str, mark: str, *, strict: bool) -> Iterator[tuple[int, list[str]]]:
    """Each row that is not empty, and the line in which it starts. Raises _RowBroken."""
    reader = csv.reader(io.StringIO(words, newline=""), delimiter=mark, strict=strict)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise _RowBroken(line) from error


def _find_head(words: str) -> tuple[str, int]:
    """The separator of columns and the line of the header row: among the first rows the one that
    names the most columns, or the first row. What stands above is a title, or Excel's `sep=;`."""
    found = []
    for mark in _MARKS:
        for nth, (line, cells) in enumerate(_split_rows(words, mark, strict=False)):
            if nth == MOST_TITLES:
                break
            if count := count_fields(cells):
                found.append((count, len(cells), -line, words.count(mark), mark))
    if found:
        _count, _width, line, _marks, mark = max(found)
        return mark, -line
    first = next((line for line in words.splitlines() if line.strip()), "")
    return max(_MARKS, key=first.count), 1


def _columns(line: int, heads: Sequence[str], listed: EntryList) -> Mapping[str, int]:
    """The column of each field: `name`, and `player1`, `rating2`… of each player."""
    found: dict[str, int] = {}
    passed_over = []
    for column, head in enumerate(heads):
        field_name = find_field(head)
        if field_name is None:
            if head.strip():
                passed_over.append(normalize_text(head)[:LONGEST_FIELD])
        elif field_name in found:
            listed.fault(line, field_name, text("two columns have this name: remove one"))
        else:
            found[field_name] = column
    listed.passed_over = tuple(passed_over)
    pair = "player2" in found
    listed.name_parts = find_name_parts(heads, found)
    if "player1" not in found and "name" in found and not pair and not listed.name_parts:
        found["player1"] = found.pop("name")
    if "player1" not in found and not listed.name_parts:
        missing = "player1" if pair else "name"
        listed.fault(line, missing, text("unknown column: the first line must name the columns"))
    return found


def _entry(
    line: int, cells: Sequence[str], columns: Mapping[str, int], width: int, listed: EntryList
) -> None:
    before = len(listed.faults)
    if any(cell.strip() for cell in cells[width:]):
        listed.fault(line, "", text("the line has more fields than the header row"))
    cells_by_name = {
        name: cells[column] if column < len(cells) else "" for name, column in columns.items()
    }
    for name, words in cells_by_name.items():
        odd = find_odd_letter(words)
        if odd is not None:
            listed.fault(line, name, odd)
        cells_by_name[name] = normalize_text(words)
        most = LONGEST_NAME if name.startswith(("name", "player")) else LONGEST_FIELD
        if len(cells_by_name[name]) > most:
            listed.fault(line, name, text("it is longer than {most} characters", most=most))
    if listed.name_parts:
        parts = [cells_by_name.pop(each) for each in listed.name_parts]
        cells_by_name["player1"] = normalize_text(" ".join(parts))
    count = 2 if "player2" in columns else 1
    players = [_player(line, nth, cells_by_name, listed) for nth in ("1", "2")[:count]]
    new = NewEntry(tuple(players), cells_by_name.get("name", ""))
    if count == 2 and len(listed.faults) == before and len(new.title) > LONGEST_NAME:
        listed.fault(line, "name", text("it is longer than {most} characters", most=LONGEST_NAME))
    if len(listed.faults) == before:
        listed.lines.append(CsvEntry(line, new))


def _player(line: int, nth: str, cells_by_name: Mapping[str, str], listed: EntryList) -> NewPlayer:
    given = {name: cells_by_name.get(name + nth, "") for name in _FIELDS}
    for name in ("rating", "experience"):
        given[name] = _plain_figure(given[name])
    if not given["player"]:
        listed.fault(line, f"player{nth}", text("the name is empty"))
    if not _NUMBER.fullmatch(given["number"]):
        listed.fault(line, f"number{nth}", text("a number has letters, digits, points and dashes"))
    rating = None
    if given["rating"]:
        if _RATING.fullmatch(given["rating"]):
            rating = float(given["rating"].replace(",", "."))
        if rating is None or rating > HIGHEST_RATING:
            listed.fault(
                line,
                f"rating{nth}",
                text("a rating is a number from 0 to {most}", most=HIGHEST_RATING),
            )
    experience = 0
    if given["experience"]:
        whole = _EXPERIENCE.fullmatch(given["experience"])
        experience = int(given["experience"]) if whole else MOST_EXPERIENCE + 1
        if experience > MOST_EXPERIENCE:
            words = text("experience is a whole number from 0 to {most}", most=MOST_EXPERIENCE)
            listed.fault(line, f"experience{nth}", words)
    if given["language"] and not _LANGUAGE.fullmatch(given["language"]):
        listed.fault(line, f"language{nth}", text("a language is a short tag: da, en, pt-BR"))
    return NewPlayer(
        given["player"],
        given["number"],
        rating,
        given["language"],
        given["team"],
        experience,
    )


def _plain_figure(words: str) -> str:
    """A number without a mark between its thousands; empty: there is none."""
    if words.casefold() in _NO_NUMBER:
        return ""
    grouped = _THOUSANDS.fullmatch(words)
    if grouped is None or (grouped[2] == "." and grouped[4] != ","):
        return words
    return f"{grouped[1]}{grouped[3]}" + (f".{grouped[5]}" if grouped[5] else "")


def _find_own_columns(heads: Sequence[str]) -> tuple[int, ...]:
    """Columns of division, entry and its name in our own list of entries; empty: it is another
    list.
    """
    found = tuple(heads.index(name) for name in _OWN if name in heads)
    return found if len(found) == len(_OWN) else ()


def _join_pair(own: tuple[str, ...], listed: EntryList) -> None:
    """Merge a pair's two lines into one entry; a single player has one, by his own name."""
    last = listed.lines.pop()
    before = listed.lines.pop() if listed.lines else None
    title = own[-1]
    if before and before.own == own and title != before.entry.title:
        pair = NewEntry(before.entry.players + last.entry.players)
        named = pair if pair.title == title else NewEntry(pair.players, title)
        listed.lines.append(CsvEntry(before.line, named))
    else:
        listed.lines += [each for each in (before, CsvEntry(last.line, last.entry, own)) if each]


def _find_twins(listed: EntryList) -> None:
    """Report players listed twice, by name or by number."""
    seen: dict[tuple[str, str], int] = {}
    for each in listed.lines:
        for nth, player in enumerate(each.entry.players, 1):
            # namesakes have numbers of their own
            labels = [(f"player{nth}", f"{plain_name(player.name)}\n{player.number}")]
            labels += [(f"number{nth}", player.number)] if player.number else []
            for name, words in labels:
                first = seen.setdefault((name[:-1], words), each.line)
                if first != each.line or (nth == 2 and _is_same(each.entry, name)):
                    listed.fault(each.line, name, text("already in line {line}", line=first))


def _is_same(pair: NewEntry, name: str) -> bool:
    one, two = pair.players
    if name.startswith("player"):
        return plain_name(one.name) == plain_name(two.name)
    return one.number == two.number
