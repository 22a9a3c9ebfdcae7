"""Reads a list of players from a spreadsheet or a federation: bytes to entries, or every fault.

Pure. Columns may stand in any order, separated by commas, semicolons or tabs; the encoding is
recognised from the bytes. Nothing is guessed: what can't be read is reported with line and field.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from kiosk.catalogue.text import Text, text
from kiosk.director.errors import EntryFault
from kiosk.director.event.entrants import (
    HIGHEST_RATING,
    LONGEST_FIELD,
    MOST_EXPERIENCE,
    NewEntry,
    NewPlayer,
)
from kiosk.director.text_input import find_odd_letter, normalize_text, plain_name
from kiosk.record.spreadsheet import read_cell
from kiosk.tournament.entries import MOST_ENTRIES
from kiosk.tournament.setting_up import LONGEST_NAME

LONGEST_CSV = 4 * 1024 * 1024
"""Bytes. 10 000 lines with every field have 1 MB, twice that in UTF-16."""

MOST_FAULTS = 100
"""Most faults reported at once."""

_ALIASES: Mapping[str, str] = MappingProxyType(
    {
        alias: name
        for name, aliases in {
            "name": "name, full name, navn, namn, nom, nome, 氏名, 名前",
            "player": "player, spiller, spelare, spieler, joueur, giocatore, 選手",
            "number": "number, no, nr, id, federation number, federation no, member number, "
            "member no, medlemsnummer, mitgliedsnummer, licence, license, tessera, numero, 番号",
            "rating": "rating, elo, classement, レーティング",
            "experience": "experience, exp, erfaring, erfarenhet, erfahrung, expérience, "
            "esperienza, 経験値",
            "language": "language, lang, sprog, språk, sprache, langue, lingua, 言語",
            "team": "team, club, klub, klubb, verein, hold, lag, mannschaft, équipe, equipe, "
            "squadra, チーム",
        }.items()
        for alias in aliases.split(", ")
    }
)
"""Accepted column headings in lower case, and their fields."""

_FIELDS = ("player", "number", "rating", "experience", "language", "team")
_OWN = ("division_id", "entry_id", "entry")
"""Columns of our own list (`lists.py`), in which a pair has two lines."""
_HEAD = re.compile(r"(.*?) ?([12])?")
_NUMBER = re.compile(r"[\w./ -]*")
_RATING = re.compile(r"\d{1,5}([.,]\d{1,17})?", re.ASCII)
_EXPERIENCE = re.compile(r"\d{1,7}", re.ASCII)
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*", re.ASCII)
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


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
    event does not use.
    """

    lines: list[CsvEntry] = field(default_factory=list)
    faults: list[EntryFault] = field(default_factory=list)
    passed_over: tuple[str, ...] = ()

    def fault(self, line: int, name: str, words: Text) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(EntryFault(line, name, words))


def read_entries(content: bytes) -> EntryList:
    """The entries of a list, or its faults."""
    listed = EntryList()
    if len(content) > LONGEST_CSV:
        listed.fault(0, "", text("the list has more than {most} bytes", most=LONGEST_CSV))
        return listed
    words = _decoded(content)
    if words is None:
        listed.fault(0, "", text("this is not text: save the list as CSV in UTF-8"))
        return listed
    rows = _rows(words, listed)
    head = next(rows, None)
    if head is None:
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


def _decoded(content: bytes) -> str | None:
    for mark, name in _BOMS:
        if content.startswith(mark):
            return _text(content[len(mark) :], name)
    if content[1:2] == b"\0" != content[:1]:
        return _text(content, "utf-16-le")
    if content[:1] == b"\0" != content[1:2]:
        return _text(content, "utf-16-be")
    found = _text(content, "utf-8")
    return _text(content, "cp1252") if found is None else found


def _text(content: bytes, encoding: str) -> str | None:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return None


def _rows(words: str, listed: EntryList) -> Iterator[tuple[int, list[str]]]:
    """Each row that is not empty, and the line in which it starts."""
    first = next((line for line in words.splitlines() if line.strip()), "")
    counts = {mark: first.count(mark) for mark in ",;\t"}
    mark = max(counts, key=lambda each: counts[each])
    reader = csv.reader(io.StringIO(words, newline=""), delimiter=mark, strict=True)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, [read_cell(cell) for cell in cells]
            line = reader.line_num + 1
    except csv.Error:
        listed.fault(line, "", text("a quotation mark is not closed, or is inside a field"))


def _columns(line: int, heads: Sequence[str], listed: EntryList) -> Mapping[str, int]:
    """The column of each field: `name`, and `player1`, `rating2`… of each player."""
    found: dict[str, int] = {}
    passed_over = []
    for column, head in enumerate(heads):
        field_name = _field(head)
        if field_name is None:
            if head.strip():
                passed_over.append(normalize_text(head)[:LONGEST_FIELD])
        elif field_name in found:
            listed.fault(line, field_name, text("two columns have this name: remove one"))
        else:
            found[field_name] = column
    listed.passed_over = tuple(passed_over)
    pair = "player2" in found
    if "player1" not in found and "name" in found and not pair:
        found["player1"] = found.pop("name")
    if "player1" not in found:
        missing = "player1" if pair else "name"
        listed.fault(line, missing, text("unknown column: the first line must name the columns"))
    return found


def _field(head: str) -> str | None:
    """The field of a heading, e.g. `rating1` for `Elo`, `player2` for `Name 2`; None: not used."""
    small = normalize_text(re.sub(r"[\W_]+", " ", head)).casefold()
    matched = _HEAD.fullmatch(small)
    field_name = _ALIASES.get(matched[1]) if matched else None
    nth = matched[2] if matched else None
    if field_name is None:
        return None
    if field_name == "name":
        return f"player{nth}" if nth else "name"
    return f"{field_name}{nth or 1}"


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
    count = 2 if "player2" in columns else 1
    players = [_player(line, nth, cells_by_name, listed) for nth in ("1", "2")[:count]]
    new = NewEntry(tuple(players), cells_by_name.get("name", ""))
    if count == 2 and len(listed.faults) == before and len(new.title) > LONGEST_NAME:
        listed.fault(line, "name", text("it is longer than {most} characters", most=LONGEST_NAME))
    if len(listed.faults) == before:
        listed.lines.append(CsvEntry(line, new))


def _player(line: int, nth: str, cells_by_name: Mapping[str, str], listed: EntryList) -> NewPlayer:
    given = {name: cells_by_name.get(name + nth, "") for name in _FIELDS}
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
            labels = [(f"player{nth}", plain_name(player.name))]
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
