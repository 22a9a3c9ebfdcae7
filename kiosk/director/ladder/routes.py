"""Ladders over HTTP: the list, one whole ladder, acts on it, and its page."""

from starlette.responses import Response

from kiosk.catalogue.ladder_consequences import ladder_consequence_words
from kiosk.catalogue.text import format_text
from kiosk.director.event.acts import ActRequest
from kiosk.director.event.desk import EventDesk
from kiosk.director.http import answer_shapes as shapes
from kiosk.director.http.answers import answer_packed
from kiosk.director.http.route import PAGE, RequestBody, Route, RouteRequest, json_body
from kiosk.director.ladder.acts import LADDER_TAKES
from kiosk.director.ladder.desk import LadderDesk
from kiosk.director.ladder.final import Final, read_final
from kiosk.director.ladder.shapes import LadderDone, LaddersView, LadderView
from kiosk.director.people.roles import LADDER_ACTS, Permission, may_act

LONGEST_ACT = 256 * 1024
"""Most bytes in a request: a ladder is opened with all its members."""

_ACT = json_body(ActRequest, LONGEST_ACT)
_NOT_NOW = {409: (shapes.EventNotNow,)}


class LadderRoutes:
    """Routes of the ladders for the console, in the viewer's language. Refusals are answered as for
    the event.
    """

    def __init__(self, desk: LadderDesk, event: EventDesk) -> None:
        self._desk, self._event = desk, event

    @Route("GET /club/ladder", Permission.WATCH, "The page where ladders are run.", {200: (PAGE,)})
    async def ladder_page(self, request: RouteRequest[None]) -> Response:
        role = request.person.role
        acts = [act for act in (*LADDER_ACTS, "MakeDivision") if may_act(role, act)]
        return request.page("ladder.html", here={"acts": acts, "takes": sorted(LADDER_TAKES)})

    @Route(
        "GET /ladders",
        Permission.WATCH,
        "The ladders here, and by which rules one can be opened.",
        {200: (LaddersView,)},
    )
    async def ladders(self, _request: RouteRequest[None]) -> object:
        return self._desk.ladders()

    @Route("POST /ladders", Permission.RUN, "Open a ladder.", {201: (LadderDone,)}, _ACT, _NOT_NOW)
    async def open_ladder(self, request: RouteRequest[ActRequest]) -> object:
        return await self._desk.open(await request.read_body(), request.person)

    @Route("GET /ladder/{ladder_id}", Permission.WATCH, "A whole ladder.", {200: (LadderView,)})
    async def ladder(self, request: RouteRequest[None]) -> Response:
        return answer_packed(request, self._desk.packed_view(request.path_params["ladder_id"]))

    @Route(
        "POST /ladder/{ladder_id}/acts",
        Permission.RUN,
        "Do something on a ladder.",
        {201: (LadderDone,)},
        _ACT,
        _NOT_NOW,
    )
    async def act(self, request: RouteRequest[ActRequest]) -> object:
        ladder_id = request.path_params["ladder_id"]
        return await self._desk.act(ladder_id, await request.read_body(), request.person)

    @Route(
        "POST /ladder/{ladder_id}/acts/look",
        Permission.RUN,
        "What an act on a ladder will take away if it is done now.",
        {200: (shapes.EventLook,)},
        _ACT,
        _NOT_NOW,
    )
    async def preview_act(self, request: RouteRequest[ActRequest]) -> object:
        ladder_id = request.path_params["ladder_id"]
        looked = self._desk.preview(ladder_id, await request.read_body(), request.person)
        words = ladder_consequence_words(looked.ladder, looked.found)
        language = request.language
        return shapes.EventLook(looked.seq, tuple(format_text(each, language) for each in words))

    @Route(
        "POST /ladder/{ladder_id}/final",
        Permission.ENTRIES,
        "Make a season's final a division of the event, drawn.",
        {201: (shapes.EventDone,)},
        RequestBody(Final, LONGEST_ACT, read_final),
        _NOT_NOW,
    )
    async def make_final(self, request: RouteRequest[Final]) -> object:
        final = self._desk.final(request.path_params["ladder_id"], await request.read_body())
        return await self._event.act_all(final, request.person)
