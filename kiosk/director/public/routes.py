"""Public pages, their streams, and pictures. They need no account, and show no more to users who
have one.
"""

import re
from collections.abc import AsyncGenerator, Callable

from fastapi import FastAPI, Request, Response
from fastapi.responses import FileResponse

from kiosk.catalogue.text import text
from kiosk.director.errors import NotPublic
from kiosk.director.http.stream_limits import StreamLimits
from kiosk.director.hub import Push
from kiosk.director.people.auth import Auth
from kiosk.director.people.qr import qr_path
from kiosk.director.people.roles import Permission
from kiosk.director.people.routes import Page, origin
from kiosk.director.public.of_table import Public
from kiosk.director.service import Service

Handfuls = Callable[[], AsyncGenerator[tuple[Push, ...], None]]


def add_public(
    app: FastAPI, service: Service, auth: Auth, page: Page, streams: StreamLimits
) -> None:
    """What is not public is removed here and not in the browser."""
    accounts, strangers = service.people.accounts, service.strangers

    def answer_stream(
        request: Request, handfuls: Handfuls, is_public: Callable[[Public], bool]
    ) -> Response:
        """The stream, as long as it is public."""
        auth.anybody(Permission.LIVE)
        if not is_public(accounts.public):
            raise NotPublic(text("This event shows nothing to visitors"))
        here = handfuls()
        return streams.answer(request, here, lambda: is_public(accounts.public), stranger=True)

    @app.get("/live")
    async def live(request: Request) -> Response:
        auth.anybody(Permission.LIVE)
        return page("live.html", request, None)

    @app.get("/live/events")
    async def events(request: Request) -> Response:
        return answer_stream(request, strangers.stream, lambda public: public.shows_scores)

    @app.get("/hall")
    async def hall(request: Request) -> Response:
        auth.anybody(Permission.LIVE)
        link = f"{origin(request)}/phone"
        size, path = qr_path(link)
        return page("hall.html", request, None, link=link, size=size, dark=path)

    @app.get("/hall/events")
    async def hall_events(request: Request) -> Response:
        return answer_stream(request, strangers.hall_stream, lambda public: public.is_any)

    @app.get("/phone")
    async def phone(request: Request) -> Response:
        auth.anybody(Permission.LIVE)
        return page("phone.html", request, None)

    @app.get("/phone/events")
    async def phone_events(request: Request) -> Response:
        return answer_stream(request, strangers.phone_stream, lambda public: public.shows_event)

    @app.get("/overlay/{table}")
    async def overlay(table: str, request: Request) -> Response:
        auth.anybody(Permission.LIVE)
        if not re.fullmatch("[1-9][0-9]{0,3}", table):
            raise NotPublic(text("An overlay names a table by its number, such as /overlay/5"))
        return page("overlay.html", request, None, table=int(table))

    @app.get("/live/pictures/{sha256}.jpg")
    async def picture(sha256: str) -> Response:
        auth.anybody(Permission.LIVE)
        file = service.album.file(sha256) if strangers.shows_picture(sha256) else None
        if file is None:
            raise NotPublic(text("No picture of this name is public now"))
        return FileResponse(file, media_type="image/jpeg", headers={"Cache-Control": "no-store"})
