"""Entries from the rows of a list of players, each fault with line and field. Pure.

Columns may stand in any order: their headings say what they are, or somebody who matched them by
hand. What can't be read is reported and never guessed.
"""

import re
from collections.abc import Container, Mapping, Sequence
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
from kiosk.director.event.list_heads import find_name_parts, match_fields
from kiosk.director.event.list_rows import ListRow, read_rows
from kiosk.director.event.list_text import LikelyCodePage
from kiosk.director.text_input import find_odd_letter, normalize_text, plain_name
from kiosk.tournament.entries import MOST_ENTRIES
from kiosk.tournament.setting_up import LONGEST_NAME

MOST_FAULTS = 100
"""Most faults reported at once."""

_FIELDS = ("player", "number", "rating", "experience", "language", "team")
_NUMBER = re.compile(r"[\w./ -]*")
_RATING = re.compile(r"\d{1,5}([.,]\d{1,17})?", re.ASCII)
_THOUSANDS = re.compile(r"(\d{1,2})([. '’\u00a0\u202f])(\d{3})(?:([.,])(\d{1,17}))?")
"""1 601 or 1.543,5; with a point or comma alone it is no thousand's: 1.543 is a number near 2."""
_NO_NUMBER = frozenset({"-", "–", "—", "n/a", "na", "none", "unrated", "nr"})
"""What people write for no rating."""
_EXPERIENCE = re.compile(r"\d{1,7}", re.ASCII)
_NO_ENTRYS = frozenset({"", "division", "pair"})
"""Fields that say nothing of an entry in one division."""
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*", re.ASCII)


@dataclass(frozen=True)
class CsvEntry:
    """An entry, and its line. division: what the list writes there; second_line: of the other
    player, where a pair has two lines; open_pair: division, pair and its name while it has one.
    """

    line: int
    entry: NewEntry
    division: str = ""
    second_line: int = 0
    open_pair: tuple[str, ...] = ()


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


def read_entries(
    content: bytes, code_page: str = "", without: Container[int] = frozenset()
) -> EntryList:
    """The entries of a list for one division, or its faults. code_page: the one chosen for it
    (`list_text.py`); without: lines left out."""
    found = read_rows(content, code_page)
    if found.heads is None:
        return EntryList(faults=list(found.faults), code_pages=found.code_pages)
    line, heads = found.heads
    listed = EntryList()
    fields = match_fields(heads)
    unused = [each for each, name in zip(heads, fields, strict=True) if name in _NO_ENTRYS]
    listed.passed_over = tuple(
        normalize_text(each)[:LONGEST_FIELD] for each in unused if each.strip()
    )
    columns = _columns(line, fields, heads, listed)
    if not listed.faults and not _has_names(columns, listed):
        missing = "player1" if "player2" in columns else "name"
        words = text("unknown column: the first line must name the columns")
        listed.fault(line, missing, words)
    rows = [row for row in found.rows if row.line not in without]
    _read_lines(rows, columns, len(heads), listed, spread=False)
    if not listed.lines and not listed.faults:
        listed.fault(1, "", text("no players below the header row"))
    _find_twins(listed, spread=False)
    return listed


def read_matched(rows: Sequence[ListRow], fields: Sequence[str], heads: Sequence[str]) -> EntryList:
    """The entries of rows whose columns somebody has matched to fields (`list_heads.py`), `heads`
    their headings, empty without any; a line may be of any division."""
    listed = EntryList()
    width = len(fields)
    columns = _columns(0, fields, [*heads, *[""] * width][:width], listed)
    spread = "division" in columns
    if not listed.faults and not _has_names(columns, listed):
        listed.fault(0, "", text("choose the column that has the names"))
    _read_lines(rows, columns, width, listed, spread=spread)
    _find_twins(listed, spread=spread)
    return listed


def _columns(
    line: int, fields: Sequence[str], heads: Sequence[str], listed: EntryList
) -> dict[str, int]:
    """The column of each field: `name`, and `player1`, `rating2`… of each player."""
    found: dict[str, int] = {}
    for column, name in enumerate(fields):
        if name and name in found:
            listed.fault(line, name, text("two columns have this name: remove one"))
        elif name:
            found[name] = column
    listed.name_parts = find_name_parts(heads, found)
    if (
        "player1" not in found
        and "name" in found
        and "player2" not in found
        and not listed.name_parts
    ):
        found["player1"] = found.pop("name")
    return found


def _has_names(columns: Mapping[str, int], listed: EntryList) -> bool:
    return "player1" in columns or bool(listed.name_parts)


def _read_lines(
    rows: Sequence[ListRow],
    columns: dict[str, int],
    width: int,
    listed: EntryList,
    *,
    spread: bool,
) -> None:
    """spread: lines enter the divisions that they name, an entry perhaps several."""
    if listed.faults:
        return
    of_entry: dict[str, int] = {}
    for name in {"division", "pair"} & columns.keys():
        of_entry[name] = columns.pop(name)
    if "pair" in of_entry and "name" in columns:
        of_entry["name"] = columns.pop("name")
    if "pair" not in of_entry and len(rows) > MOST_ENTRIES:
        words = text("the list has more than {most} entries", most=MOST_ENTRIES)
        listed.fault(rows[MOST_ENTRIES].line, "", words)
        return
    pairs: dict[str, str] = {}
    for line, cells in rows:
        division, pair, title = (
            normalize_text(cells[of_entry[name]])
            if of_entry.get(name, len(cells)) < len(cells)
            else ""
            for name in ("division", "pair", "name")
        )
        _entry(line, cells, columns, width, division, listed)
        if pair and listed.lines and listed.lines[-1].line == line:
            if spread or pairs.setdefault(pair, division) == division:
                _join_pair((division, pair, title), listed)
            else:  # it is in two divisions, and one entry
                listed.lines.pop()


def _entry(
    line: int,
    cells: Sequence[str],
    columns: Mapping[str, int],
    width: int,
    division: str,
    listed: EntryList,
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
        listed.lines.append(CsvEntry(line, new, division))


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


def _join_pair(pair: tuple[str, ...], listed: EntryList) -> None:
    """Merge a pair's two lines into one entry; a single player has one, by his own name."""
    last = listed.lines.pop()
    before = listed.lines.pop() if listed.lines else None
    division, _key, title = pair
    if before and before.open_pair == pair and title != before.entry.title:
        both = NewEntry(before.entry.players + last.entry.players)
        named = both if both.title == title else NewEntry(both.players, title)
        listed.lines.append(CsvEntry(before.line, named, division, last.line))
    else:
        alone = CsvEntry(last.line, last.entry, division, open_pair=pair)
        listed.lines += [each for each in (before, alone) if each]


def _find_twins(listed: EntryList, *, spread: bool) -> None:
    """Report players listed twice, by name or by number; spread: twice in one division."""
    seen: dict[tuple[str, str, str], int] = {}
    for each in listed.lines:
        division = each.division if spread else ""
        for nth, player in enumerate(each.entry.players, 1):
            # namesakes have numbers of their own
            labels = [(f"player{nth}", f"{plain_name(player.name)}\n{player.number}")]
            labels += [(f"number{nth}", player.number)] if player.number else []
            for name, words in labels:
                first = seen.setdefault((division, name[:-1], words), each.line)
                if first != each.line or (nth == 2 and _is_same(each.entry, name)):
                    listed.fault(each.line, name, text("already in line {line}", line=first))


def _is_same(pair: NewEntry, name: str) -> bool:
    one, two = pair.players
    if name.startswith("player"):
        return plain_name(one.name) == plain_name(two.name)
    return one.number == two.number
