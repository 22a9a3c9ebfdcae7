"""Ladders over HTTP: the list, one whole ladder, acts on it, and its page."""

from collections.abc import Callable

from fastapi import FastAPI, Request, Response

from kiosk.catalogue.ladder_consequences import ladder_consequence_words
from kiosk.catalogue.text import Language, format_text
from kiosk.director.event.acts import read_act
from kiosk.director.event.desk import EventDesk
from kiosk.director.http.answer_shapes import EventLook
from kiosk.director.http.answers import answer_json, answer_packed, read_body
from kiosk.director.ladder.acts import LADDER_TAKES
from kiosk.director.ladder.desk import LadderDesk
from kiosk.director.ladder.final import read_final
from kiosk.director.people.auth import Auth
from kiosk.director.people.roles import LADDER_ACTS, Permission, may_act
from kiosk.director.people.routes import Page

LONGEST_ACT = 256 * 1024
"""Most bytes in a request: a ladder is opened with all its members."""


def add_ladders(
    app: FastAPI,
    desk: LadderDesk,
    event: EventDesk,
    auth: Auth,
    page: Page,
    language_of: Callable[[Request], Language],
) -> None:
    """Routes of the ladders for the console, in the viewer's language. Refusals are answered as for
    the event.
    """

    @app.get("/club/ladder")
    async def ladder_page(request: Request) -> Response:
        person = auth.person(request, Permission.WATCH)
        acts = [act for act in (*LADDER_ACTS, "MakeDivision") if may_act(person.role, act)]
        here = {"acts": acts, "takes": sorted(LADDER_TAKES)}
        return page("ladder.html", request, person, here=here)

    @app.get("/ladders")
    async def ladders(request: Request) -> Response:
        auth.person(request, Permission.WATCH)
        return answer_json(desk.ladders())

    @app.post("/ladders")
    async def open_ladder(request: Request) -> Response:
        person = auth.person(request, Permission.RUN)
        act_request = read_act(await read_body(request, LONGEST_ACT))
        return answer_json(await desk.open(act_request, person), 201)

    @app.get("/ladder/{ladder_id}")
    async def ladder(ladder_id: str, request: Request) -> Response:
        auth.person(request, Permission.WATCH)
        return answer_packed(request, desk.packed_view(ladder_id))

    @app.post("/ladder/{ladder_id}/acts")
    async def act(ladder_id: str, request: Request) -> Response:
        person = auth.person(request, Permission.RUN)
        act_request = read_act(await read_body(request, LONGEST_ACT))
        return answer_json(await desk.act(ladder_id, act_request, person), 201)

    @app.post("/ladder/{ladder_id}/acts/look")
    async def preview_act(ladder_id: str, request: Request) -> Response:
        person = auth.person(request, Permission.RUN)
        act_request = read_act(await read_body(request, LONGEST_ACT))
        looked = desk.preview(ladder_id, act_request, person)
        words = ladder_consequence_words(looked.ladder, looked.found)
        language = language_of(request)
        return answer_json(
            EventLook(looked.seq, tuple(format_text(each, language) for each in words))
        )

    @app.post("/ladder/{ladder_id}/final")
    async def final(ladder_id: str, request: Request) -> Response:
        person = auth.person(request, Permission.ENTRIES)
        act_request = read_final(await read_body(request, LONGEST_ACT))
        return answer_json(await event.act_all(desk.final(ladder_id, act_request), person), 201)
