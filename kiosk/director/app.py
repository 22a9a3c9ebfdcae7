"""The HTTP face of the service: routes, limits, headers. No state of its own."""

import time
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from pathlib import Path
from typing import Annotated, Any

import msgspec
from fastapi import FastAPI, Header, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse
from fastapi.sse import EventSourceResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kiosk.catalogue.languages import ENGLISH_ONLY, Languages, chosen
from kiosk.catalogue.text import Language, say
from kiosk.director.connections import Limits, is_loopback
from kiosk.director.doors import Doors
from kiosk.director.enrolment_routes import Face, add_enrolment
from kiosk.director.errors import Complaint, OrderInvalid, StoreError, TableUnknown
from kiosk.director.handshakes import Handshakes
from kiosk.director.hub import Push
from kiosk.director.names import Names, own_names
from kiosk.director.pages import Pages
from kiosk.director.service import Service
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import InReply, Rejected, Rejection, sign, to_json

LONGEST_BODY = 1 << 20
"""Bytes in a request of a table."""

LONGEST_FORM = 64 * 1024
"""Bytes in a request of the console."""

WEB = Path(__file__).parent / "web"

COOKIE = "language"
"""Holds the tag of the language that a viewer chose."""

_STATUS = {Rejection.GAP: 409, Rejection.FORK: 409, Rejection.UNKNOWN_TABLE: 403}
"""Of a rejection; 400 for the others. A table goes by the code inside, not by this."""

_HEADERS = (
    (b"content-security-policy", b"default-src 'self'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)


class _TooLong(Exception):
    """A request with a longer body than we read."""


class _TooMany(Exception):
    """More streams of events than there is room for."""


class _Viewers:
    """Each request is answered in the language of who reads the answer."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages
        self.names = {tag: language.name for tag, language in languages.items()}

    def tag(self, request: Request) -> str:
        accepted = ",".join(request.headers.getlist("accept-language"))
        return chosen(self._languages, request.cookies.get(COOKIE), accepted)

    def language(self, request: Request) -> Language:
        return self._languages[self.tag(request)]


def create_app(
    service: Service,
    key: DeviceKey,
    web: Path = WEB,
    languages: Languages = ENGLISH_ONLY,
    limits: Limits = Limits(),  # noqa: B008 (it is frozen)
    certificate: str = "",
) -> FastAPI:
    """The application; tables are replied to under `key`, and know it by the pin `certificate`,
    empty without TLS. `web` has index.html, table.html and the
    files they name.
    """
    viewers = _Viewers(languages)
    app = FastAPI(
        title="Table Kiosk director",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
    )
    section = service.settings.director
    app.add_middleware(_Guard, Names((*own_names(), section.host, *(section.names or ()))))
    _complain_in_words(app, viewers)
    _add_tables(app, service, key)
    _add_console(app, service, viewers)
    _add_streams(app, service, viewers, _Crowd(limits))
    pages = Pages(web)
    _add_pages(app, pages, viewers)

    def page(name: str, request: Request, shown: dict[str, object]) -> str:
        tag, language = viewers.tag(request), viewers.language(request)
        return pages.made(name, tag, language, viewers.names, **shown)

    handshakes = Handshakes(
        key,
        certificate,
        card=service.card_made,
        clock_s=time.monotonic,
        wall_s=time.time,
    )
    face = Face(_body, page, LONGEST_FORM)
    add_enrolment(app, service, handshakes, Doors(), certificate, face)
    app.mount("/static", _Fresh(directory=web, check_dir=False))
    return app


def _complain_in_words(app: FastAPI, viewers: _Viewers) -> None:
    words: dict[type[Exception], int] = {
        OrderInvalid: 400,
        TableUnknown: 404,
        StoreError: 503,
        _TooLong: 413,
        _TooMany: 503,
    }
    for kind, status in words.items():
        app.add_exception_handler(kind, _answering(status, viewers))
    app.add_exception_handler(ClientDisconnect, _nobody_there)
    app.add_exception_handler(HTTPException, _no_such_thing)
    app.add_exception_handler(RequestValidationError, _ill_asked)


def _answering(
    status: int, viewers: _Viewers
) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def answer(request: Request, error: Exception) -> Response:
        words = error.words if isinstance(error, Complaint) else str(error)
        return _error(status, say(words, viewers.language(request)))

    return answer


async def _nobody_there(_request: Request, _error_found: Exception) -> Response:
    """Nobody hears this answer."""
    return Response(status_code=400)


async def _no_such_thing(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return _error(status, f"{request.method} {request.url.path} is nothing we serve")


async def _ill_asked(request: Request, _error_found: Exception) -> Response:
    return _error(400, f"{request.url.path}?{request.url.query} makes no sense: after is a seq")


def _add_tables(app: FastAPI, service: Service, key: DeviceKey) -> None:
    """What tables call."""

    @app.post("/table/batch")
    async def batch(request: Request) -> Response:
        return _to_table(await service.batch(await _body(request)), key)

    @app.post("/table/orders")
    async def orders(request: Request) -> Response:
        return _to_table(await service.poll(await _body(request)), key)

    @app.post("/table/rows")
    async def rows(request: Request) -> Response:
        return _to_table(await service.rows(await _body(request)), key)

    @app.put("/table/pictures/{sha256}")
    async def picture(sha256: str, request: Request) -> Response:
        if await service.picture(sha256, await _body(request)):
            return Response(status_code=204)
        return _error(400, f"{sha256} is not these bytes' sha256, or no row names it: keep it")


def _add_console(app: FastAPI, service: Service, viewers: _Viewers) -> None:
    """What the console calls, apart from its streams."""

    @app.post("/orders")
    async def order(request: Request) -> Response:
        view = await service.order(await _body(request, LONGEST_FORM))
        return _json({"command_id": view.command_id}, 202)

    @app.post("/orders/look")
    async def look(request: Request) -> Response:
        body = await _body(request, LONGEST_FORM)
        return _json(await service.look(body, viewers.language(request)))

    @app.get("/forms")
    async def forms(request: Request) -> Response:
        return _json(service.forms(viewers.language(request)))

    @app.get("/orders/{command_id}")
    async def order_view(command_id: str, request: Request) -> Response:
        language = viewers.language(request)
        try:
            return _json(service.order_view(command_id, language))
        except OrderInvalid as error:
            return _error(404, say(error.words, language))

    @app.get("/pictures/{sha256}.jpg")
    async def picture(sha256: str) -> Response:
        file = service.picture_file(sha256)
        if file is None:
            return _error(404, f"no picture {sha256} is here; its table may still send it")
        forever = {"Cache-Control": "public, max-age=31536000, immutable"}
        return FileResponse(file, media_type="image/jpeg", headers=forever)

    @app.get("/healthz")
    async def healthz() -> Response:
        sound = service.failure is None
        return _json({"ok": sound, "protocol": PROTOCOL} | service.health(), 200 if sound else 503)


class _Crowd:
    """Who has streams of events open, by address."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: Counter[str] = Counter()

    def check(self, request: Request) -> None:
        """Raises _TooMany."""
        address, limits = _address(request), self._limits
        many = self._open[address] >= limits.streams_at_address and not is_loopback(address)
        if many or self._open.total() >= limits.streams_in_all:
            raise _TooMany("too many pages are open here: close some, or look again later")

    async def stream(
        self, request: Request, handfuls: AsyncGenerator[tuple[Push, ...], None]
    ) -> AsyncIterator[bytes]:
        """The stream, counted while somebody reads it."""
        address = _address(request)
        self._open[address] += 1
        try:
            async with aclosing(handfuls):
                async for pushes in handfuls:
                    yield b"".join([push.wire for push in pushes])
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _add_streams(app: FastAPI, service: Service, viewers: _Viewers, crowd: _Crowd) -> None:
    """Server-sent events. Each is formatted here: models and buffers of its own cost more time
    than all the rest of a push.
    """

    @app.get("/events")
    async def grid(request: Request) -> Response:
        crowd.check(request)
        return _stream(crowd.stream(request, service.grid(viewers.language(request))))

    @app.get("/tables/{journal_id}/events")
    async def timeline(
        journal_id: str,
        request: Request,
        after: Annotated[int, Query(ge=0, le=2**53)] = 0,
        last_event_id: Annotated[str | None, Header()] = None,
    ) -> Response:
        service.card(journal_id)  # while there still is a status to answer
        crowd.check(request)
        if last_event_id is not None and last_event_id.isdecimal():
            after = max(after, int(last_event_id[:15]))
        lines = service.timeline(journal_id, after, viewers.language(request))
        return _stream(crowd.stream(request, lines))


def _add_pages(app: FastAPI, pages: Pages, viewers: _Viewers) -> None:
    headers = {"Cache-Control": "no-cache", "Vary": "Cookie, Accept-Language"}

    def page(name: str, request: Request) -> Response:
        made = pages.made(name, viewers.tag(request), viewers.language(request), viewers.names)
        return HTMLResponse(made, headers=headers)

    @app.get("/")
    async def index(request: Request) -> Response:
        return page("index.html", request)

    @app.get("/tables/{journal_id}")
    async def table(journal_id: str, request: Request) -> Response:  # noqa: ARG001 (the page asks)
        return page("table.html", request)


class _Fresh(StaticFiles):
    """Asked for again each time, so that no page runs with another version's script."""

    def file_response(self, *arguments: Any, **named: Any) -> Response:
        answer = super().file_response(*arguments, **named)
        answer.headers["Cache-Control"] = "no-cache"
        return answer


class _Guard:
    """What is not for this director, or from another site's page, is refused; every answer gets our
    headers.
    """

    def __init__(self, app: ASGIApp, names: Names) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        why = self._fault(scope)
        if why is None:
            await self._app(scope, receive, send_on)
        elif scope["path"].startswith("/table/"):
            refused = _no_store(to_json(Rejected(Rejection.MESSAGE, why, None)), 403)
            await refused(scope, receive, send_on)
        else:
            await _error(403, why)(scope, receive, send_on)

    def _fault(self, scope: Scope) -> str | None:
        said: dict[bytes, list[str]] = {b"host": [], b"origin": []}
        for name, value in scope["headers"]:
            if name in said:
                said[name].append(value.decode("latin-1"))
        server = scope.get("server")
        address = server[0] if server else None
        return self._names.fault(said[b"host"], said[b"origin"], address, scope["scheme"])


async def _body(request: Request, longest: int = LONGEST_BODY) -> bytes:
    """Raises _TooLong as soon as more comes than we read. `Caller` sees to the time it takes."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > longest:
            raise _TooLong(f"more than {longest} bytes came; send less at once")
    return bytes(body)


def _json(value: Any, status: int = 200) -> Response:
    return _no_store(msgspec.json.encode(value), status)


def _error(status: int, words: str) -> Response:
    return _json({"error": words}, status)


def _to_table(reply: InReply | Rejected, key: DeviceKey) -> Response:
    message = reply.message if isinstance(reply, InReply) else reply
    status = _STATUS.get(message.code, 400) if isinstance(message, Rejected) else 200
    return _no_store(sign(reply, key) if isinstance(reply, InReply) else to_json(reply), status)


def _no_store(content: bytes, status: int) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(content, status, headers, "application/json")


def _stream(events: AsyncIterator[bytes]) -> Response:
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return EventSourceResponse(events, headers=headers)
