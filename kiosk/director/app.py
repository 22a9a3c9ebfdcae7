"""HTTP interface of the service: routes, limits, headers. It keeps no state of its own."""

import re
import secrets
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from fastapi.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kiosk.catalogue.form import LAST_ROW
from kiosk.catalogue.languages import ENGLISH_ONLY, Languages, choose_tag
from kiosk.catalogue.text import Language, format_text
from kiosk.director.complaints import add_complaints
from kiosk.director.enrolment.handshakes import Handshakes
from kiosk.director.enrolment.routes import MOST_RECKONED, add_enrolment
from kiosk.director.errors import (
    OrderInvalid,
)
from kiosk.director.event.list_routes import add_lists
from kiosk.director.event.pages import add_event_pages
from kiosk.director.event.routes import add_event
from kiosk.director.http.answers import (
    answer_error,
    answer_json,
    no_store,
    read_body,
)
from kiosk.director.http.bounded_worker import BoundedWorker
from kiosk.director.http.connections import ConnectionLimits
from kiosk.director.http.names import HostNames, own_names
from kiosk.director.http.openapi import add_openapi
from kiosk.director.http.page_faults import add_page_faults
from kiosk.director.http.stream_limits import StreamLimits
from kiosk.director.ladder.routes import add_ladders
from kiosk.director.pages import Pages, PageUser
from kiosk.director.people.auth import Auth, Person
from kiosk.director.people.roles import Permission
from kiosk.director.people.routes import Page, add_audit, add_people, add_sign_in
from kiosk.director.public.routes import add_public
from kiosk.director.report.record_routes import add_records
from kiosk.director.report.routes import add_reports
from kiosk.director.service import Service
from kiosk.director.store.picture_routes import add_pictures
from kiosk.wire.front import reply_refused
from kiosk.wire.journal_name import journal_address, journal_at
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import InReply, Rejected, Rejection, sign, to_json

LONGEST_BODY = 1 << 20
"""Most bytes in a request of a table."""

LONGEST_FORM = 64 * 1024
"""Most bytes in a request of the console."""

WEB = Path(__file__).parent / "web"

COOKIE = "language"
"""Cookie with the language tag a viewer chose; as a query parameter, the language of a page."""

REFUSED = "kiosk.refused"
"""Key in the scope of a table's request: the reason why it is refused."""

_STATUS = {Rejection.GAP: 409, Rejection.FORK: 409, Rejection.UNKNOWN_TABLE: 403}
"""Status of a rejection; 400 for the others. Tables use the code inside, not the status."""

_HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        b"object-src 'none'",
    ),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)

_TLS_ONLY = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")
"""A browser that only clicked through our certificate's warning ignores it (RFC 6797, 8.1)."""


class _LanguageChooser:
    """Chooses the language of each answer, by the viewer's request."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages
        self.names = {tag: language.name for tag, language in languages.items()}

    def tag(self, request: Request) -> str:
        """The request's language tag. An unattended screen gets its language in its address,
        `?language=`.
        """
        tag = request.query_params.get(COOKIE) or request.cookies.get(COOKIE)
        accepted = ",".join(request.headers.getlist("accept-language"))
        return choose_tag(self._languages, tag, accepted)

    def language(self, request: Request) -> Language:
        return self._languages[self.tag(request)]


def create_app(
    service: Service,
    key: DeviceKey,
    web: Path = WEB,
    languages: Languages = ENGLISH_ONLY,
    limits: ConnectionLimits = ConnectionLimits(),  # noqa: B008 (it is frozen)
    certificate: str = "",
) -> FastAPI:
    """The application. `key` signs the replies to tables; `certificate` is the pin by which they
    know it, empty without TLS. `web` has index.html, table.html and the files they name.
    """
    viewers = _LanguageChooser(languages)
    app = FastAPI(
        title="Table Kiosk director",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
    )
    _add_tables(app, service, key)
    auth = Auth(service.people)
    page = _PageRenderer(Pages(web), viewers, auth).page
    add_complaints(app, service.people, auth, page, viewers.language)
    section = service.settings.director
    app.add_middleware(
        _RequestGuard, HostNames((*own_names(), section.host, *(section.names or ())))
    )
    _add_console(app, service, viewers, auth)
    streams = StreamLimits(limits)
    _add_streams(app, service, viewers, auth, streams)
    add_public(app, service, auth, page, streams)
    _add_pages(app, auth, page)
    add_pictures(
        app,
        service.album,
        service.devices,
        auth,
        viewers.language,
        lambda request: request.scope.get(REFUSED),
    )
    add_records(app, service, auth)
    add_lists(app, service.chronicles, auth)
    add_reports(app, service, auth, page, viewers.language)
    add_sign_in(app, service.people, auth, page, viewers.language)
    add_people(app, service.people, auth, page)
    add_event(app, service.event, lambda: service.alarms, service.scores, auth, viewers.language)
    add_event_pages(app, auth, page, service.books)
    add_ladders(app, service.ladders, service.event, auth, page, viewers.language)
    add_audit(app, service.people, service.orders.given, service.acts, auth, page)
    handshakes = Handshakes(
        key,
        certificate,
        card=service.devices.card,
        clock_s=time.monotonic,
        wall_s=time.time,
    )
    worker = BoundedWorker("enrolment", MOST_RECKONED)
    add_enrolment(
        app,
        service,
        handshakes,
        auth,
        certificate,
        page,
        worker,
        viewers.language,
        wall_s=time.time,
        chance=secrets.token_bytes,
    )
    add_page_faults(app, auth, time.monotonic_ns)
    add_openapi(app, auth, service.books)
    app.mount("/static", _RevalidatedFiles(directory=web, check_dir=False))
    return app


def _add_tables(app: FastAPI, service: Service, key: DeviceKey) -> None:
    """Routes for tables."""

    async def answered(
        request: Request, act: Callable[[bytes], Awaitable[InReply | Rejected]]
    ) -> Response:
        body, why = await _body(request), request.scope.get(REFUSED)
        if why is None:
            return _to_table(await act(body), key)
        return _to_table(reply_refused(body, Rejected(Rejection.MESSAGE, why, None)), key, 403)

    async def batch(request: Request) -> Response:
        return await answered(request, service.batch)

    async def orders(request: Request) -> Response:
        return await answered(request, service.poll)

    async def rows(request: Request) -> Response:
        return await answered(request, service.rows)

    # Starlette's own routes: FastAPI's raise the cost of a table's message by half.
    app.add_route("/table/batch", batch, methods=["POST"])
    app.add_route("/table/orders", orders, methods=["POST"])
    app.add_route("/table/rows", rows, methods=["POST"])


def _add_console(app: FastAPI, service: Service, viewers: _LanguageChooser, auth: Auth) -> None:
    """Routes for the console, except its streams."""

    @app.post("/orders")
    async def order(request: Request) -> Response:
        person = auth.person(request, Permission.ORDER)
        view = await service.orders.give(await _body(request, LONGEST_FORM), person)
        return answer_json({"command_id": view.command_id}, 202)

    @app.post("/orders/look")
    async def preview_order(request: Request) -> Response:
        person = auth.person(request, Permission.ORDER)
        body = await _body(request, LONGEST_FORM)
        return answer_json(await service.orders.preview(body, person, viewers.language(request)))

    @app.get("/forms")
    async def forms(request: Request) -> Response:
        person = auth.person(request, Permission.WATCH)
        return answer_json(service.orders.forms(person.role, viewers.language(request)))

    @app.get("/orders/{command_id}")
    async def order_view(command_id: str, request: Request) -> Response:
        auth.person(request, Permission.WATCH)
        language = viewers.language(request)
        try:
            return answer_json(service.orders.view(command_id, language))
        except OrderInvalid as error:
            return answer_error(404, format_text(error.words, language))

    @app.get("/healthz")
    async def healthz(request: Request) -> Response:
        """Visitors and tables learn only whether the service runs, and for which event."""
        sound = service.is_sound
        event = {"event_id": service.settings.director.event_id}
        more = service.health() if auth.known(request) else event
        return answer_json({"ok": sound, "protocol": PROTOCOL} | more, 200 if sound else 503)


def _add_streams(
    app: FastAPI, service: Service, viewers: _LanguageChooser, auth: Auth, streams: StreamLimits
) -> None:
    """Server-sent events. They are formatted here, because models and buffers would cost more time
    than the rest of a push.
    """

    @app.get("/events")
    async def grid(request: Request) -> Response:
        person = auth.person(request, Permission.WATCH)
        cards = service.grid(viewers.language(request))
        return streams.answer(request, cards, lambda: auth.is_here(person))

    @app.get("/tables/{journal_id}/events")
    async def timeline(journal_id: str, request: Request) -> Response:
        person = auth.person(request, Permission.WATCH)
        journal_id = journal_at(journal_id)
        service.tables.card(journal_id)  # while a status can still be sent
        after = _seq(request.query_params.get("after", "0"))
        if after is None:
            address = f"{request.url.path}?{request.url.query}"
            return answer_error(400, f"{address} makes no sense: after is a seq")
        after = max(after, _seq(request.headers.get("last-event-id", "0")) or 0)
        lines = service.timeline(journal_id, after, viewers.language(request))
        return streams.answer(request, lines, lambda: auth.is_here(person))


def _seq(typed: str) -> int | None:
    """Number of a row; None for text that is no such number."""
    return int(typed) if re.fullmatch(r"[0-9]{1,16}", typed) and int(typed) <= LAST_ROW else None


class _PageRenderer:
    """Renders the pages, each in the viewer's language and with the user's name."""

    def __init__(self, pages: Pages, viewers: _LanguageChooser, auth: Auth) -> None:
        self._pages = pages
        self._viewers = viewers
        self._doors = auth

    def page(self, name: str, request: Request, person: Person | None, **more: object) -> Response:
        """`more` are the template's other values. Only the browser may cache the page."""
        viewers = self._viewers
        csrf = self._doors.csrf(request)
        signed_in = PageUser(person.name, person.role, csrf) if person else None
        made = self._pages.render(
            name, viewers.tag(request), viewers.language(request), viewers.names, signed_in, **more
        )
        keeping = "no-cache" if person is None else "no-store"
        headers = {"Cache-Control": keeping, "Vary": "Cookie, Accept-Language"}
        return HTMLResponse(made, headers=headers)


def _add_pages(app: FastAPI, auth: Auth, page: Page) -> None:
    @app.get("/")
    async def index(request: Request) -> Response:
        return page("index.html", request, auth.person(request, Permission.WATCH))

    @app.get("/tables/{journal_id}")
    async def table(journal_id: str, request: Request) -> Response:
        person = auth.person(request, Permission.WATCH)
        address = journal_address(journal_at(journal_id))
        return page("table.html", request, person, address=address)


class _RevalidatedFiles(StaticFiles):
    """Static files that a browser revalidates each time, so that no page runs another version's
    script.
    """

    def file_response(self, *arguments: Any, **named: Any) -> Response:
        answer = super().file_response(*arguments, **named)
        answer.headers["Cache-Control"] = "no-cache"
        return answer


class _RequestGuard:
    """Refuses requests for another host or from another site's page; adds our headers to every
    answer.
    """

    def __init__(self, app: ASGIApp, names: HostNames) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        ours = (*_HEADERS, _TLS_ONLY) if scope["scheme"] == "https" else _HEADERS

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *ours]
            await send(message)

        why = self._fault(scope)
        if why is None:
            await self._app(scope, receive, send_on)
        elif scope["path"].startswith("/table/"):
            await self._app({**scope, REFUSED: why}, receive, send_on)  # the reason is signed
        else:
            await answer_error(403, why)(scope, receive, send_on)

    def _fault(self, scope: Scope) -> str | None:
        headers: dict[bytes, list[str]] = {b"host": [], b"origin": []}
        for name, value in scope["headers"]:
            if name in headers:
                headers[name].append(value.decode("latin-1"))
        server = scope.get("server")
        address = server[0] if server else None
        return self._names.fault(headers[b"host"], headers[b"origin"], address, scope["scheme"])


async def _body(request: Request, longest: int = LONGEST_BODY) -> bytes:
    """The request's body. Raises BodyTooLong."""
    return await read_body(request, longest)


def _to_table(reply: InReply | Rejected, key: DeviceKey, status: int | None = None) -> Response:
    message = reply.message if isinstance(reply, InReply) else reply
    if status is None:
        status = _STATUS.get(message.code, 400) if isinstance(message, Rejected) else 200
    return no_store(sign(reply, key) if isinstance(reply, InReply) else to_json(reply), status)
