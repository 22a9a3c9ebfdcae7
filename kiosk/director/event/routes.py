"""The event over HTTP: acts, lists of players, and the whole event."""

import asyncio
from collections.abc import Callable, Sequence

from starlette.responses import Response

from kiosk.books.format_loader import formats
from kiosk.catalogue.consequences import Scores
from kiosk.catalogue.text import Language, Text, format_text
from kiosk.director.event.acts import ActRequest
from kiosk.director.event.alarms import EventAlarm
from kiosk.director.event.confirming import to_confirm
from kiosk.director.event.desk import EventDesk
from kiosk.director.event.undo import looked_words, undoable_acts
from kiosk.director.http import answer_shapes as shapes
from kiosk.director.http.answers import answer_packed
from kiosk.director.http.route import Route, RouteRequest, json_body
from kiosk.director.people.roles import Permission
from kiosk.tournament.format_rules import OfferedFormat

_ACT = json_body(ActRequest, 64 * 1024)
_NOT_NOW = {409: (shapes.EventNotNow,)}


class EventRoutes:
    """Routes of the event for the console; `alarms` lists what needs a decision, `scores` those of
    matches that have begun.
    """

    def __init__(
        self,
        desk: EventDesk,
        alarms: Callable[[], Sequence[EventAlarm]],
        scores: Callable[[], Scores],
    ) -> None:
        self._desk, self._alarms, self._scores = desk, alarms, scores
        self._offered = formats()

    @Route("GET /event", Permission.WATCH, "The whole event.", {200: (shapes.EventView,)})
    async def event(self, request: RouteRequest[None]) -> Response:
        return answer_packed(request, self._desk.packed_view())

    @Route(
        "GET /event/alarms",
        Permission.WATCH,
        "What tables report that does not count in the event, and what can be done.",
        {200: (shapes.EventAlarms,)},
    )
    async def alarms(self, request: RouteRequest[None]) -> object:
        language = request.language
        return shapes.EventAlarms(tuple(_alarm(each, language) for each in self._alarms()))

    @Route(
        "GET /event/formats",
        Permission.WATCH,
        "What a division can be played as.",
        {200: (shapes.FormatsOffered,)},
    )
    async def formats(self, request: RouteRequest[None]) -> object:
        language = request.language
        return shapes.FormatsOffered(tuple(_offer(each, language) for each in self._offered))

    @Route(
        "GET /event/confirm",
        Permission.WATCH,
        "What rule books leave to the director of this event to confirm.",
        {200: (shapes.ToConfirm,)},
    )
    async def confirm(self, _request: RouteRequest[None]) -> object:
        return to_confirm(self._desk.tournament)

    @Route(
        "POST /event/acts",
        Permission.RUN,
        "Do something in the event.",
        {201: (shapes.EventDone,)},
        _ACT,
        _NOT_NOW,
    )
    async def act(self, request: RouteRequest[ActRequest]) -> object:
        return await self._desk.act(await request.read_body(), request.person)

    @Route(
        "POST /event/acts/look",
        Permission.RUN,
        "What an act in the event will take away if it is done now.",
        {200: (shapes.EventLook,)},
        _ACT,
        _NOT_NOW,
    )
    async def preview_act(self, request: RouteRequest[ActRequest]) -> object:
        wanted = await request.read_body()
        looked = self._desk.preview(wanted, request.person)
        words = looked_words(wanted.kind, looked, self._scores())
        language = request.language
        return shapes.EventLook(looked.seq, tuple(format_text(each, language) for each in words))

    @Route(
        "GET /event/undo",
        Permission.WATCH,
        "Acts that took something away, and whether each can be undone.",
        {200: (shapes.UndoableActs,)},
    )
    async def undo(self, request: RouteRequest[None]) -> object:
        desk, role = self._desk, request.person.role
        acts = await asyncio.to_thread(
            undoable_acts, desk.tournament, desk.now_ms, role, request.language
        )
        return shapes.UndoableActs(desk.seq, acts)


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
