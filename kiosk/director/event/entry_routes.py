"""Lists of players over HTTP: read, previewed line by line, entered."""

import asyncio
import re
from collections.abc import Iterable

from kiosk.catalogue.text import Language, format_text, text
from kiosk.director.errors import EntryFault, ListRefused, OrderInvalid
from kiosk.director.event.desk import EventDesk, ListTaken
from kiosk.director.event.entries_csv import EntryList, read_entries
from kiosk.director.event.list_heads import count_fields
from kiosk.director.event.list_rows import LONGEST_LIST, ListRows, read_rows
from kiosk.director.event.list_sheet import (
    LONGEST_SHEET,
    ListSheet,
    look_at_sheet,
    split_sheet,
    suggest_fields,
)
from kiosk.director.http import answer_shapes as shapes
from kiosk.director.http.route import CSV, SEQ, TEXT, RequestBody, Route, RouteRequest, json_body
from kiosk.director.people.roles import Permission

_LIST = RequestBody(CSV, LONGEST_LIST, bytes)
_SHEET = json_body(ListSheet, LONGEST_SHEET)
_REFUSED = {400: (shapes.ListFaults, shapes.Failed)}
_NOT_NOW = {**_REFUSED, 409: (shapes.EventNotNow,)}


class EntryRoutes:
    """Routes by which a list of players enters."""

    def __init__(self, desk: EventDesk) -> None:
        self._desk = desk

    @Route(
        "POST /event/entries/rows",
        Permission.ENTRIES,
        "The rows of a list, and which field each column may be; nothing is entered.",
        {200: (shapes.ListRead,)},
        _LIST,
        _REFUSED,
        {"code_page": ("query", TEXT)},
    )
    async def read_rows(self, request: RouteRequest[bytes]) -> object:
        content, code_page = await request.read_body(), request.query_params.get("code_page", "")
        found = await asyncio.to_thread(read_rows, content, code_page)
        if found.heads is None:
            raise _refusal(found)
        named = count_fields(found.heads.cells) > 0
        rows = found.rows if named else (found.heads, *found.rows)
        return shapes.ListRead(
            found.heads.line,
            found.heads.cells if named else (),
            suggest_fields(found),
            tuple(shapes.ListRowShown(row.line, row.cells) for row in rows),
        )

    @Route(
        "POST /event/entries/look",
        Permission.ENTRIES,
        "What would become of each line of a list; nothing is entered.",
        {200: (shapes.ListLooked,)},
        _SHEET,
    )
    async def preview_list(self, request: RouteRequest[ListSheet]) -> object:
        sheet, language = await request.read_body(), request.language
        looked = await asyncio.to_thread(look_at_sheet, sheet, self._desk.tournament)
        return shapes.ListLooked(
            tuple(
                shapes.ListLineLooked(each.line, each.becomes.value, _faults(each.why, language))
                for each in looked.lines
            ),
            _faults(looked.faults, language),
            tuple(format_text(each, language) for each in looked.changes),
            tuple(
                shapes.ListDivision(each.words, each.division_id, each.lines)
                for each in looked.divisions
            ),
        )

    @Route(
        "POST /event/entries",
        Permission.ENTRIES,
        "Enter the lines of a list whose columns were matched, all of them or nobody.",
        {201: (shapes.EntriesTaken,)},
        _SHEET,
        _NOT_NOW,
    )
    async def enter_sheet(self, request: RouteRequest[ListSheet]) -> object:
        sheet = await request.read_body()
        listed, parts, _words = await asyncio.to_thread(split_sheet, sheet, self._desk.tournament)
        if listed.faults:
            raise ListRefused(listed.faults)
        if "" in parts:
            words = text("choose the division of this line")
            raise ListRefused([EntryFault(each.line, "division", words) for each in parts[""]])
        if not listed.lines:
            raise ListRefused([EntryFault(0, "", text("the list is empty"))])
        person = request.person
        taken = await self._desk.enter(parts, sheet.seen_seq, person, frozenset(sheet.apart))
        return _taken(taken, (), request.language)

    @Route(
        "POST /event/entries.csv",
        Permission.ENTRIES,
        "Enter those of a list who are not in a division yet, all of them or nobody. without: "
        "lines left out. apart: lines whose players are other people than those of names alike.",
        {201: (shapes.EntriesTaken,)},
        _LIST,
        _NOT_NOW,
        {
            "division_id": ("query", TEXT),
            "seen_seq": ("query", SEQ),
            "code_page": ("query", TEXT),
            "without": ("query", TEXT),
            "apart": ("query", TEXT),
        },
    )
    async def enter(self, request: RouteRequest[bytes]) -> object:
        division_id = request.query_params.get("division_id", "")
        seen = request.query_params.get("seen_seq", "")
        if not re.fullmatch("[0-9]{1,15}", seen):
            raise OrderInvalid(text("this page does not know what it has shown: load it again"))
        asked = request.query_params
        without, apart = (_line_numbers(asked.get(each, "")) for each in ("without", "apart"))
        content, code_page = await request.read_body(), asked.get("code_page", "")
        listed = await asyncio.to_thread(read_entries, content, code_page, without)
        if listed.faults:
            raise _refusal(listed)
        taken = await self._desk.enter(
            {division_id: listed.lines}, int(seen), request.person, apart
        )
        return _taken(taken, listed.passed_over, request.language)


def _refusal(listed: ListRows | EntryList) -> ListRefused:
    """Why a list can't be read, and the code pages of which one must be chosen first."""
    choices = {each.code_page: each.names for each in listed.code_pages}
    return ListRefused(listed.faults, choices)


def _taken(taken: ListTaken, passed_over: tuple[str, ...], language: Language) -> object:
    changes = tuple(format_text(each, language) for each in taken.changes)
    return shapes.EntriesTaken(taken.done.seq, taken.new, taken.there, changes, passed_over)


def _faults(faults: Iterable[EntryFault], language: Language) -> tuple[shapes.ListFault, ...]:
    return tuple(
        shapes.ListFault(each.line, each.field, format_text(each.words, language))
        for each in faults
    )


def _line_numbers(words: str) -> frozenset[int]:
    """Lines of a list, as 3,17. Raises OrderInvalid."""
    if not re.fullmatch(r"([0-9]{1,7}(,[0-9]{1,7})*)?", words, re.ASCII):
        raise OrderInvalid(
            text("lines are numbers with commas between them, not {words}", words=words)
        )
    return frozenset(int(each) for each in words.split(",") if each)
