"""The HTTP face of the service: routes, limits, headers. No state of its own."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from fastapi import FastAPI, Header, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse
from fastapi.sse import EventSourceResponse, format_sse_event
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kiosk.catalogue.languages import ENGLISH_ONLY, Languages, chosen
from kiosk.catalogue.text import Language, say
from kiosk.director.errors import Complaint, OrderInvalid, StoreError, TableUnknown
from kiosk.director.hub import Push
from kiosk.director.pages import Pages
from kiosk.director.service import Service
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import InReply, Rejected, Rejection, sign, to_json

LONGEST_BODY = 1 << 20
"""Bytes in a request."""

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
    service: Service, key: DeviceKey, web: Path = WEB, languages: Languages = ENGLISH_ONLY
) -> FastAPI:
    """The application; tables are replied to under `key`. `web` has index.html, table.html and the
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
    app.add_middleware(_Guard)
    _complain_in_words(app, viewers)
    _add_tables(app, service, key)
    _add_console(app, service, viewers)
    _add_streams(app, service, viewers)
    _add_pages(app, Pages(web), viewers)
    app.mount("/static", _Fresh(directory=web, check_dir=False))
    return app


def _complain_in_words(app: FastAPI, viewers: _Viewers) -> None:
    words: dict[type[Exception], int] = {
        OrderInvalid: 400,
        TableUnknown: 404,
        StoreError: 503,
        _TooLong: 413,
    }
    for kind, status in words.items():
        app.add_exception_handler(kind, _answering(status, viewers))
    app.add_exception_handler(HTTPException, _no_such_thing)
    app.add_exception_handler(RequestValidationError, _ill_asked)


def _answering(
    status: int, viewers: _Viewers
) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def answer(request: Request, error: Exception) -> Response:
        words = error.words if isinstance(error, Complaint) else str(error)
        return _error(status, say(words, viewers.language(request)))

    return answer


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
        view = await service.order(await _body(request))
        return _json({"command_id": view.command_id}, 202)

    @app.post("/orders/look")
    async def look(request: Request) -> Response:
        return _json(await service.look(await _body(request), viewers.language(request)))

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


def _add_streams(app: FastAPI, service: Service, viewers: _Viewers) -> None:
    """Server-sent events. Each is formatted here: models and buffers of its own cost more time
    than all the rest of a push.
    """

    @app.get("/events")
    async def grid(request: Request) -> Response:
        return _stream(service.grid(viewers.language(request)))

    @app.get("/tables/{journal_id}/events")
    async def timeline(
        journal_id: str,
        request: Request,
        after: Annotated[int, Query(ge=0, le=2**53)] = 0,
        last_event_id: Annotated[str | None, Header()] = None,
    ) -> Response:
        service.card(journal_id)  # while there still is a status to answer
        if last_event_id is not None and last_event_id.isdecimal():
            after = max(after, int(last_event_id[:15]))
        return _stream(service.timeline(journal_id, after, viewers.language(request)))


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
    """Writes from other sites' pages are refused; every answer gets our headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        if scope["method"] not in {"GET", "HEAD"} and _is_foreign(scope):
            refusal = _error(403, "this came from another site's page; use the console's own")
            await refusal(scope, receive, send_on)
            return
        await self._app(scope, receive, send_on)


def _is_foreign(scope: Scope) -> bool:
    """A browser says in Origin whose page it was; tables and scripts say nothing."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    origin = headers.get(b"origin")
    return origin is not None and urlsplit(origin).netloc != headers.get(b"host")


async def _body(request: Request) -> bytes:
    """Raises _TooLong as soon as more comes than we read."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_BODY:
            raise _TooLong(f"more than {LONGEST_BODY} bytes came; send less at once")
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


def _stream(pushes: AsyncGenerator[Push, None]) -> Response:
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return EventSourceResponse(_formatted(pushes), headers=headers)


async def _formatted(pushes: AsyncGenerator[Push, None]) -> AsyncIterator[bytes]:
    async with aclosing(pushes):
        async for push in pushes:
            yield format_sse_event(data_str=push.json, event=push.event, id=push.id)
