"""The event over HTTP: acts, lists of players, and the whole event."""

import asyncio
import re
from collections.abc import Callable, Sequence

from fastapi import FastAPI, Request, Response

from kiosk.books.format_loader import formats
from kiosk.catalogue.consequences import Scores
from kiosk.catalogue.text import Language, Text, format_text, text
from kiosk.director.errors import EventRefused, ListRefused, OrderInvalid
from kiosk.director.event.acts import read_act
from kiosk.director.event.alarms import EventAlarm
from kiosk.director.event.confirming import to_confirm
from kiosk.director.event.desk import EventDesk
from kiosk.director.event.entries_csv import LONGEST_CSV, read_entries
from kiosk.director.event.undo import looked_words, undoable_acts
from kiosk.director.http import answer_shapes as shapes
from kiosk.director.http.answers import answer_json, answer_packed, read_body
from kiosk.director.people.auth import Auth
from kiosk.director.people.roles import Permission
from kiosk.tournament.format_rules import OfferedFormat

LONGEST_ACT = 64 * 1024
"""Most bytes in a request, except for a list of players."""

LanguageOf = Callable[[Request], Language]
"""The language of the request's viewer."""


def add_event(
    app: FastAPI,
    desk: EventDesk,
    alarms: Callable[[], Sequence[EventAlarm]],
    scores: Callable[[], Scores],
    auth: Auth,
    language_of: LanguageOf,
) -> None:
    """Routes of the event for the console; `alarms` lists what needs a decision, `scores` those of
    matches that have begun.
    """
    offered = formats()

    @app.get("/event")
    async def event(request: Request) -> Response:
        auth.person(request, Permission.WATCH)
        return answer_packed(request, desk.packed_view())

    @app.get("/event/alarms")
    async def event_alarms(request: Request) -> Response:
        auth.person(request, Permission.WATCH)
        language = language_of(request)
        return answer_json(shapes.EventAlarms(tuple(_alarm(each, language) for each in alarms())))

    @app.get("/event/formats")
    async def event_formats(request: Request) -> Response:
        auth.person(request, Permission.WATCH)
        language = language_of(request)
        return answer_json(shapes.FormatsOffered(tuple(_offer(each, language) for each in offered)))

    @app.get("/event/confirm")
    async def event_confirm(request: Request) -> Response:
        auth.person(request, Permission.WATCH)
        return answer_json(to_confirm(desk.tournament))

    @app.post("/event/acts")
    async def act(request: Request) -> Response:
        person = auth.person(request, Permission.RUN)
        act_request = read_act(await read_body(request, LONGEST_ACT))
        return answer_json(await desk.act(act_request, person), 201)

    @app.post("/event/acts/look")
    async def preview_act(request: Request) -> Response:
        person = auth.person(request, Permission.RUN)
        act_request = read_act(await read_body(request, LONGEST_ACT))
        looked = desk.preview(act_request, person)
        words = looked_words(act_request.kind, looked, scores())
        language = language_of(request)
        sentences = tuple(format_text(each, language) for each in words)
        return answer_json(shapes.EventLook(looked.seq, sentences))

    @app.get("/event/undo")
    async def undo(request: Request) -> Response:
        person = auth.person(request, Permission.WATCH)
        now, language = desk.tournament, language_of(request)
        acts = await asyncio.to_thread(undoable_acts, now, desk.now_ms, person.role, language)
        return answer_json(shapes.UndoableActs(desk.seq, acts))

    @app.post("/event/entries.csv")
    async def entries(request: Request) -> Response:
        person = auth.person(request, Permission.ENTRIES)
        division_id = request.query_params.get("division_id", "")
        seen = request.query_params.get("seen_seq", "")
        if not re.fullmatch("[0-9]{1,15}", seen):
            raise OrderInvalid(text("seen_seq is no number: load this page again"))
        content = await read_body(request, LONGEST_CSV)
        listed = await asyncio.to_thread(read_entries, content)
        done = await desk.enter(listed, division_id, int(seen), person)
        counts = {"entered": len(listed.lines), "passed_over": listed.passed_over}
        return answer_json({"seq": done.seq, **counts}, 201)

    @app.exception_handler(EventRefused)
    async def refuse(request: Request, error: Exception) -> Response:
        if not isinstance(error, EventRefused):
            raise error
        language = language_of(request)
        reasons = [
            {"reason": reason, "about": about, "words": format_text(words, language)}
            for (reason, about), words in zip(error.against, error.each, strict=True)
        ]
        return answer_json({"error": format_text(error.words, language), "reasons": reasons}, 409)

    @app.exception_handler(ListRefused)
    async def refuse_list(request: Request, error: Exception) -> Response:
        if not isinstance(error, ListRefused):
            raise error
        language = language_of(request)
        faults = [
            {"line": each.line, "field": each.field, "words": format_text(each.words, language)}
            for each in error.faults
        ]
        first = text(
            "No players entered: line {line}: {why}",
            line=error.faults[0].line,
            why=error.faults[0].words,
        )
        return answer_json({"error": format_text(first, language), "faults": faults}, 400)


def _alarm(alarm: EventAlarm, language: Language) -> shapes.EventAlarmShown:
    acts = tuple(shapes.EventAlarmAct(each.kind, dict(each.fields)) for each in alarm.acts)
    return shapes.EventAlarmShown(
        format_text(alarm.words, language), alarm.table, alarm.journal_id, acts
    )


def _offer(offered: OfferedFormat, language: Language) -> shapes.FormatOffered:
    """Title and meaning are translated by the file's own words."""
    title, means = (
        format_text(Text(words), language) for words in (offered.format.title, offered.means)
    )
    sources = tuple(
        shapes.FormatSource(each.key, each.cite, each.director_confirms) for each in offered.sources
    )
    return shapes.FormatOffered(offered.format_id, title, means, offered.format, sources)
