"""Formats on disk: the ways a division can be played, read like rule books."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kiosk.books.profile_loader import SHIPPED, book_folders, read_document
from kiosk.rules.rulebook import RuleBookError
from kiosk.rules.rulebook.book import Source
from kiosk.rules.rulebook.key import Strategy
from kiosk.rules.rulebook.reading import CONVENTION, missing_values, read_entries, text_of
from kiosk.tournament.act import Objection, TournamentReason
from kiosk.tournament.club_rounds import ClubRoundRules
from kiosk.tournament.format_rules import KEYS, MOST_ROUNDS_DEEP, SECTIONS, OfferedFormat
from kiosk.tournament.knock_out import BracketFeed, BracketShape, KnockOutShape
from kiosk.tournament.round_robin import GroupRules, GroupTie
from kiosk.tournament.setting_up import unfit_format
from kiosk.tournament.swing import MOST_CHIPS, SwingRules
from kiosk.tournament.swiss import SwissRules, TieBreak
from kiosk.tournament.tournament import DivisionFormat, Round

FORMATS = Path(__file__).resolve().parent / "formats"

_HEAD = ("format", "title", "means", "rules")
_WORDS = ("value", "source", "convention")
_FEEDS = (
    'a list of ["bracket", first round, last round], rounds from '
    f"{-MOST_ROUNDS_DEEP} to {MOST_ROUNDS_DEEP}"
)
_CHIPS = f"a list of whole numbers from 1 to {MOST_CHIPS}"
_WHY = {
    TournamentReason.TAKEN: "it is listed twice; use another name",
    TournamentReason.UNKNOWN: "no bracket before it is called so; name one, or the format itself",
    TournamentReason.EMPTY: "there are none; write them",
    TournamentReason.BAD_VALUE: "that can't be; one bracket without drops, rounds from 1, "
    "odd best of, or the rules of one other format",
}
"""Why a format can't be played, for its author."""


def load_format(format_id: str) -> OfferedFormat:
    """The format in the file of this name, shipped or custom.

    Custom ones are in `formats` in the folder KIOSK_RULEBOOKS. Raises RuleBookError.
    """
    files = list(_files())
    found = [file for file in files if file.stem == format_id]
    if not found:
        known = ", ".join(sorted({file.stem for file in files}))
        raise RuleBookError(f"no format '{format_id}'; one of {known}")
    if len(found) > 1:
        raise RuleBookError(f"'{format_id}' is both {found[0]} and {found[1]}; rename one")
    return read_format(found[0])


LIKELIEST = (
    *("progressive-consolation", "last-chance", "knock-out", "swiss", "round-robin", "swiss-lives"),
    *("knock-out-best-of-three", "knock-out-third-place", "doubles", "swing", "club-rounds"),
)
"""Our formats as events choose them, the likeliest first."""


def formats() -> tuple[OfferedFormat, ...]:
    """Every format: a club's own by their ids, then ours, the likeliest first. An invalid file is
    left out: `load_format` gives the reason."""
    found = []
    place = {format_id: nth for nth, format_id in enumerate(LIKELIEST, 1)}
    for format_id in sorted(
        {file.stem for file in _files()}, key=lambda one: (place.get(one, 0), one)
    ):
        with suppress(RuleBookError):
            found.append(load_format(format_id))
    return tuple(found)


def _files() -> Iterator[Path]:
    folders = (FORMATS, *(shelf / "formats" for shelf in book_folders() if shelf != SHIPPED))
    for folder in folders:
        yield from sorted(folder.glob("*.toml"))


def read_format(file: Path) -> OfferedFormat:
    """The format in a TOML file. Raises RuleBookError with all faults."""
    reader = _Reader(read_document(file))
    offered = reader.read(file.stem)
    if reader.faults:
        raise RuleBookError(*(f"{file}: {fault}" for fault in reader.faults))
    return offered


@dataclass
class _Reader:
    """Reads a document into a format; faults are collected in `faults`."""

    document: Mapping[str, Any]
    faults: list[str] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    format_id: str = ""

    def read(self, stem: str) -> OfferedFormat:
        faults = self.faults
        self.format_id, title, means, rules = (
            text_of(self.document, word, faults) for word in _HEAD
        )
        faults += (
            f"unknown section '{name}'; one of {', '.join(SECTIONS)}"
            for name in self.document
            if name not in {*_HEAD, *SECTIONS}
        )
        if self.format_id and self.format_id != stem:
            faults.append(f"format is {self.format_id!r}; call it {stem!r}, as the file is")
        brackets = tuple(self._bracket(*each) for each in self._tables("bracket"))
        rounds = tuple(self._round(*each, rules) for each in self._tables("round"))
        own = self._swiss(), self._groups(), self._swing(), self._by_date()
        made = DivisionFormat(title, KnockOutShape(brackets), rounds, *own)
        if not faults:
            faults += map(_format_objection, unfit_format(made))
        return OfferedFormat(self.format_id, means, made, tuple(self.sources))

    def _tables(self, section: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Each `[[section]]`, as "section 1", "section 2"..."""
        tables = self.document.get(section, [])
        if not isinstance(tables, list) or not all(isinstance(each, Mapping) for each in tables):
            self.faults.append(f"{section} is {tables!r}; write a section [[{section}]] for each")
            return
        for number, table in enumerate(tables, 1):
            yield f"{section} {number}", table

    def _bracket(self, where: str, table: Mapping[str, Any]) -> BracketShape:
        name = self._name(where, "name", table)
        feeds = (
            self._list(where, "drops", table["drops"], _feed, _FEEDS) if "drops" in table else ()
        )
        values = self._values("bracket", where, table, ("name", "drops"))
        return BracketShape(name, feeds, **values)

    def _round(self, where: str, table: Mapping[str, Any], profile: str) -> Round:
        bracket = self._name(where, "bracket", table)
        values = self._values("round", where, table, ("bracket",))
        return Round(bracket, profile=profile, **{"length": 1, **values})

    def _swiss(self) -> SwissRules | None:
        values = self._section("swiss", "tie_breaks", _choice(TieBreak), _choices(TieBreak))
        return None if values is None else SwissRules(**values)

    def _groups(self) -> GroupRules | None:
        values = self._section("groups", "tie_breaks", _choice(GroupTie), _choices(GroupTie))
        return None if values is None else GroupRules(**values)

    def _swing(self) -> SwingRules | None:
        values = self._section("swing", "cpp", _chips, _CHIPS)
        return None if values is None else SwingRules(**values)

    def _by_date(self) -> ClubRoundRules | None:
        values = self._section("by_date")
        return None if values is None else ClubRoundRules(**values)

    def _section(
        self, section: str, row: str = "", read: Callable[[Any], Any] | None = None, span: str = ""
    ) -> dict[str, Any] | None:
        """The values of a section that occurs once; its `row` is a list. None: missing, or
        wrong.
        """
        table = self.document.get(section)
        if table is None:
            return None
        if not isinstance(table, Mapping):
            self.faults.append(f"{section} is {table!r}; write a section [{section}]")
            return None
        before = len(self.faults)
        values = self._values(section, section, table, (row,))
        if read is not None:
            values[row] = self._list(section, row, table.get(row), read, span)
        return values if len(self.faults) == before else None

    def _name(self, where: str, word: str, table: Mapping[str, Any]) -> str:
        wrong: list[str] = []
        name = text_of(table, word, wrong)
        self._add(where, wrong)
        return name

    def _add(self, where: str, wrong: Sequence[str]) -> None:
        self.faults += (f"{where}: {fault}" for fault in wrong)

    def _values(
        self, section: str, where: str, table: Mapping[str, Any], beside: Sequence[str]
    ) -> dict[str, Any]:
        """A table's values of the keys of its section; `beside` are other allowed names."""
        keys = [key for key in KEYS if key.section == section]
        plain = {name: words for name, words in table.items() if name not in beside}
        wrong: list[str] = []
        entries = read_entries({section: plain}, keys, self.format_id, wrong)
        wrong += missing_values(entries, keys) if not wrong else ()
        self._add(where, wrong)
        for entry in entries.values():
            source = entry.source
            name = source.key.partition(".")[2]
            self.sources.append(
                Source(f"{where}.{name}", source.cite, source.director_confirms, source.defect)
            )
        return {where.partition(".")[2]: entry.value for where, entry in entries.items()}

    def _list(
        self, where: str, name: str, words: Any, read: Callable[[Any], Any], span: str
    ) -> tuple[Any, ...]:
        """A value that is a list, in order; `read` gives None for an invalid entry."""
        fit = isinstance(words, Mapping) and {"value", "source"} <= words.keys() <= {*_WORDS}
        if not fit:
            self._add(where, [f'{name} is {words!r}; write {{value = …, source = "§…"}}'])
            return ()
        value, convention = words["value"], words.get("convention", False) is not False
        items = [read(each) for each in value] if isinstance(value, list) else [None]
        if None in items:
            self._add(where, [f"{name} is {value!r}; {span}"])
            return ()
        cite = f"{CONVENTION if convention else ''}{self.format_id} {words['source']}"
        self.sources.append(Source(f"{where}.{name}", cite, convention))
        return tuple(items)


def _feed(each: Any) -> BracketFeed | None:
    """The bracket whose losers drop in."""
    if not isinstance(each, list) or len(each) != len(BracketFeed.__slots__):
        return None
    bracket, *rounds = each
    fits = isinstance(bracket, str) and all(
        type(number) is int and abs(number) <= MOST_ROUNDS_DEEP for number in rounds
    )
    return BracketFeed(bracket, *rounds) if fits else None


def _chips(each: Any) -> int | None:
    return each if type(each) is int and 1 <= each <= MOST_CHIPS else None


def _choice(kind: type[Strategy]) -> Callable[[Any], Strategy | None]:
    members = {each.value: each for each in kind}
    return lambda each: members.get(each) if isinstance(each, str) else None


def _choices(kind: type[Strategy]) -> str:
    return f"a list of any of {', '.join(kind)}"


def _format_objection(objection: Objection) -> str:
    return f"{objection.about}: {_WHY[objection.reason]}"
