"""Public pages, their streams, and pictures. They need no account, and show no more to users who
have one.
"""

import re
from collections.abc import AsyncGenerator, Callable

from starlette.responses import FileResponse, Response

from kiosk.catalogue.text import text
from kiosk.director.errors import NotPublic
from kiosk.director.http.answer_shapes import Failed
from kiosk.director.http.route import EVENTS, JPEG, PAGE, PLAIN, TEXT, Route, RouteRequest
from kiosk.director.http.stream_limits import StreamLimits
from kiosk.director.hub import Push
from kiosk.director.people.qr import qr_path
from kiosk.director.people.roles import Permission
from kiosk.director.people.routes import origin
from kiosk.director.public.of_table import Public
from kiosk.director.service import Service

Handfuls = Callable[[], AsyncGenerator[tuple[Push, ...], None]]

_LANGUAGE = {"language": ("query", TEXT)}
_NOT_PUBLIC = {404: (Failed, PAGE)}


class PublicRoutes:
    """What is not public is removed here and not in the browser."""

    def __init__(self, service: Service, streams: StreamLimits) -> None:
        self._accounts, self._strangers = service.people.accounts, service.strangers
        self._album, self._streams = service.traffic.album, streams

    @Route("GET /live", Permission.LIVE, "What the event makes public.", {200: (PAGE,)})
    async def live_page(self, request: RouteRequest[None]) -> Response:
        return request.page("live.html")

    @Route(
        "GET /live/events",
        Permission.LIVE,
        "All tables as strangers see them, and what changes.",
        {200: (EVENTS,)},
        refuses=_NOT_PUBLIC,
    )
    async def live_events(self, request: RouteRequest[None]) -> Response:
        return self._stream(request, self._strangers.stream, lambda public: public.shows_scores)

    @Route(
        "GET /hall",
        Permission.LIVE,
        "For a screen in the hall: who plays where, draws, what is played.",
        {200: (PAGE,)},
        asks=_LANGUAGE,
    )
    async def hall_page(self, request: RouteRequest[None]) -> Response:
        link = f"{origin(request)}/phone"
        size, path = qr_path(link)
        return request.page("hall.html", link=link, size=size, dark=path)

    @Route(
        "GET /hall/events",
        Permission.LIVE,
        "The event and its tables as strangers see them, and what changes.",
        {200: (EVENTS,)},
        refuses=_NOT_PUBLIC,
        asks=_LANGUAGE,
    )
    async def hall_events(self, request: RouteRequest[None]) -> Response:
        return self._stream(request, self._strangers.hall_stream, lambda public: public.is_any)

    @Route(
        "GET /phone", Permission.LIVE, "For one player: where and when he plays.", {200: (PAGE,)}
    )
    async def phone_page(self, request: RouteRequest[None]) -> Response:
        return request.page("phone.html")

    @Route(
        "GET /phone/events",
        Permission.LIVE,
        "The event as strangers see it, and what changes.",
        {200: (EVENTS,)},
        refuses=_NOT_PUBLIC,
    )
    async def phone_events(self, request: RouteRequest[None]) -> Response:
        return self._stream(
            request, self._strangers.phone_stream, lambda public: public.shows_event
        )

    @Route(
        "GET /overlay/{table}",
        Permission.LIVE,
        "A table's score, to lie over a video.",
        {200: (PAGE,)},
    )
    async def overlay_page(self, request: RouteRequest[None]) -> Response:
        table = request.path_params["table"]
        if not re.fullmatch("[1-9][0-9]{0,3}", table):
            raise NotPublic(text("An overlay names a table by its number, such as /overlay/5"))
        return request.page("overlay.html", table=int(table))

    @Route(
        "GET /live/pictures/{sha256}.jpg",
        Permission.LIVE,
        "A roll's picture that is public, or a part of it.",
        {200: (JPEG,), 206: (JPEG,)},
        refuses={400: (Failed, PAGE, PLAIN), 416: (PLAIN,)},
    )
    async def public_picture(self, request: RouteRequest[None]) -> Response:
        sha256 = request.path_params["sha256"]
        file = self._album.file(sha256) if self._strangers.shows_picture(sha256) else None
        if file is None:
            raise NotPublic(text("No picture of this name is public now"))
        return FileResponse(file, media_type="image/jpeg", headers={"Cache-Control": "no-store"})

    def _stream(
        self, request: RouteRequest[None], handfuls: Handfuls, is_public: Callable[[Public], bool]
    ) -> Response:
        """The stream, as long as it is public."""
        accounts = self._accounts
        if not is_public(accounts.public):
            raise NotPublic(text("This event shows nothing to visitors"))
        here = handfuls()
        return self._streams.answer(
            request, here, lambda: is_public(accounts.public), stranger=True
        )
