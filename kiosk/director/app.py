"""HTTP interface of the service: routes, limits, headers. It keeps no state of its own."""

import re
import secrets
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kiosk.catalogue.form import LAST_ROW
from kiosk.catalogue.languages import ENGLISH_ONLY, Languages, choose_tag
from kiosk.catalogue.text import Language, format_text
from kiosk.director.complaints import add_complaints
from kiosk.director.enrolment.handshakes import Handshakes
from kiosk.director.enrolment.routes import MOST_RECKONED, EnrolmentRoutes
from kiosk.director.errors import OrderInvalid
from kiosk.director.event.entry_routes import EntryRoutes
from kiosk.director.event.list_routes import ListRoutes
from kiosk.director.event.pages import EventPageRoutes
from kiosk.director.event.routes import EventRoutes
from kiosk.director.http import answer_shapes as shapes
from kiosk.director.http.answers import answer_error, answer_json, no_store
from kiosk.director.http.bounded_worker import BoundedWorker
from kiosk.director.http.connections import ConnectionLimits
from kiosk.director.http.names import HostNames, own_names
from kiosk.director.http.openapi import ORDER, OpenApiRoutes
from kiosk.director.http.page_faults import PageFaultRoutes
from kiosk.director.http.route import (
    EVENTS,
    PAGE,
    SEQ,
    TEXT,
    RequestBody,
    RequestContext,
    Route,
    RouteRequest,
    route_table,
    serve_routes,
)
from kiosk.director.http.stream_limits import StreamLimits
from kiosk.director.hub import Push
from kiosk.director.ladder.routes import LadderRoutes
from kiosk.director.orders.orders import OrderPreview
from kiosk.director.pages import Pages, PageUser
from kiosk.director.people.auth import Auth, Person
from kiosk.director.people.roles import Permission
from kiosk.director.people.routes import AuditRoutes, PeopleRoutes, SignInRoutes
from kiosk.director.plays.routes import PlaysRoutes
from kiosk.director.public.match_routes import MatchRoutes
from kiosk.director.public.routes import PublicRoutes
from kiosk.director.report.record_routes import RecordRoutes
from kiosk.director.report.routes import ReportRoutes
from kiosk.director.service import Service
from kiosk.director.store.picture_routes import PictureRoutes
from kiosk.director.tables.cards import OrderView
from kiosk.wire.front import reply_refused
from kiosk.wire.journal_name import journal_address, journal_at
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import InReply, Rejected, Rejection, Signed, sign, to_json

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

_ORDER = RequestBody(ORDER, LONGEST_FORM, bytes)

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


def _table_route(name: str, summary: str) -> Route[bytes]:
    """The table signs its message, and gets a signed answer if its request carried a nonce."""
    body, rejected = RequestBody(Signed, LONGEST_BODY, bytes), (Signed, Rejected, shapes.Failed)
    refuses = dict.fromkeys((400, 403, 409), rejected)
    return Route(name, Permission.TABLE, summary, {200: (Signed,)}, body, refuses)


class TableRoutes:
    """What tables send. `key` signs the replies."""

    def __init__(self, service: Service, key: DeviceKey) -> None:
        self._service, self._key = service, key

    @_table_route("POST /table/batch", "Keep a table's rows; it signs a Head.")
    async def batch(self, request: RouteRequest[bytes]) -> Response:
        return await self._answer(request, self._service.traffic.batch)

    @_table_route(
        "POST /table/orders",
        "What the director wants done at a table; it signs a Poll and waits up to 10 s.",
    )
    async def orders(self, request: RouteRequest[bytes]) -> Response:
        return await self._answer(request, self._service.traffic.poll)

    @_table_route("POST /table/rows", "Rows that a table lost; it signs a RowsWanted.")
    async def rows(self, request: RouteRequest[bytes]) -> Response:
        return await self._answer(request, self._service.traffic.rows)

    async def _answer(
        self,
        request: RouteRequest[bytes],
        act: Callable[[bytes], Awaitable[InReply | Rejected]],
    ) -> Response:
        body, why = await request.read_body(), request.scope.get(REFUSED)
        if why is None:
            return _to_table(await act(body), self._key)
        rejected = Rejected(Rejection.MESSAGE, why, None)
        return _to_table(reply_refused(body, rejected), self._key, 403)


class ConsoleRoutes:
    """The grid of tables, each table's page, their streams, and orders to them."""

    def __init__(self, service: Service, auth: Auth, streams: StreamLimits) -> None:
        self._service, self._auth, self._streams = service, auth, streams

    @Route("GET /", Permission.WATCH, "All tables.", {200: (PAGE,)})
    async def grid_page(self, request: RouteRequest[None]) -> Response:
        return request.page("index.html")

    @Route("GET /tables/{journal_id}", Permission.WATCH, "One table.", {200: (PAGE,)})
    async def table_page(self, request: RouteRequest[None]) -> Response:
        address = journal_address(journal_at(request.path_params["journal_id"]))
        return request.page("table.html", address=address)

    @Route(
        "GET /events",
        Permission.WATCH,
        "Cards of all tables, and what becomes of them.",
        {200: (EVENTS,)},
    )
    async def grid_events(self, request: RouteRequest[None]) -> Response:
        return self._stream(request, self._service.console.grid(request.language))

    @Route(
        "GET /tables/{journal_id}/events",
        Permission.WATCH,
        "A table's card, its orders, its lines after a row, and what comes.",
        {200: (EVENTS,)},
        asks={"after": ("query", SEQ), "last-event-id": ("header", TEXT)},
    )
    async def table_events(self, request: RouteRequest[None]) -> Response:
        journal_id = journal_at(request.path_params["journal_id"])
        self._service.tables.card(journal_id)  # while a status can still be sent
        after = _seq(request.query_params.get("after", "0"))
        if after is None:
            address = f"{request.url.path}?{request.url.query}"
            return answer_error(400, f"{address} makes no sense: after is a seq")
        after = max(after, _seq(request.headers.get("last-event-id", "0")) or 0)
        return self._stream(
            request, self._service.console.timeline(journal_id, after, request.language)
        )

    def _stream(
        self, request: RouteRequest[None], pushes: AsyncGenerator[tuple[Push, ...], None]
    ) -> Response:
        """Server-sent events, as long as the user is signed in."""
        person = request.person
        return self._streams.answer(request, pushes, lambda: self._auth.is_here(person))

    @Route(
        "GET /forms",
        Permission.WATCH,
        "What each order asks for that one's role gives.",
        {200: (shapes.FormsView,)},
    )
    async def forms(self, request: RouteRequest[None]) -> object:
        return self._service.orders.forms(request.person.role, request.language)

    @Route(
        "GET /orders/{command_id}",
        Permission.WATCH,
        "What became of an order.",
        {200: (OrderView,)},
    )
    async def order_view(self, request: RouteRequest[None]) -> object:
        command_id = request.path_params["command_id"]
        try:
            return self._service.orders.view(command_id, request.language)
        except OrderInvalid as error:
            return answer_error(404, format_text(error.words, request.language))

    @Route(
        "POST /orders",
        Permission.ORDER,
        "Give an order.",
        {202: (shapes.OrderGiven,)},
        _ORDER,
        {404: (shapes.Failed,)},
    )
    async def give_order(self, request: RouteRequest[bytes]) -> object:
        view = await self._service.orders.give(await request.read_body(), request.person)
        return shapes.OrderGiven(view.command_id)

    @Route(
        "POST /orders/look",
        Permission.ORDER,
        "What an order will do if it is sent now.",
        {200: (OrderPreview,)},
        _ORDER,
        {404: (shapes.Failed,)},
    )
    async def preview_order(self, request: RouteRequest[bytes]) -> object:
        body = await request.read_body()
        return await self._service.orders.preview(body, request.person, request.language)

    @Route(
        "GET /healthz",
        Permission.ENTER,
        "Whether it runs.",
        {200: (shapes.Pulse, shapes.Health)},
        refuses={503: (shapes.Pulse, shapes.Health, shapes.Failed)},
    )
    async def healthz(self, request: RouteRequest[None]) -> Response:
        """Visitors and tables learn only whether the service runs, and for which event."""
        sound = self._service.console.health.is_sound
        event = {"event_id": self._service.settings.director.event_id}
        more = self._service.console.health.view() if self._auth.known(request) else event
        return answer_json({"ok": sound, "protocol": PROTOCOL} | more, 200 if sound else 503)


ROUTES = route_table(
    *(TableRoutes, PictureRoutes, EnrolmentRoutes, ConsoleRoutes, RecordRoutes, PlaysRoutes),
    *(EventRoutes, EntryRoutes, EventPageRoutes, ListRoutes, ReportRoutes),
    *(LadderRoutes, PublicRoutes),
    *(MatchRoutes, SignInRoutes, PeopleRoutes, AuditRoutes, PageFaultRoutes, OpenApiRoutes),
)
"""Every route, by method and path."""


def create_app(
    service: Service,
    key: DeviceKey,
    web: Path = WEB,
    languages: Languages = ENGLISH_ONLY,
    limits: ConnectionLimits = ConnectionLimits(),  # noqa: B008 (it is frozen)
    certificate: str = "",
) -> Starlette:
    """The application. `key` signs the replies to tables; `certificate` is the pin by which they
    know it, empty without TLS. `web` has index.html, table.html and the files they name.
    """
    viewers = _LanguageChooser(languages)
    books, event_tables = service.orders.books, service.console.event_tables
    people, auth, streams = service.people, Auth(service.people), StreamLimits(limits)
    page = _PageRenderer(Pages(web), viewers, auth).page
    handshakes = Handshakes(
        key,
        certificate,
        card=service.traffic.devices.card,
        clock_s=time.monotonic,
        wall_s=time.time,
    )
    enrolment = EnrolmentRoutes(
        service,
        handshakes,
        auth,
        certificate,
        BoundedWorker("enrolment", MOST_RECKONED),
        wall_s=time.time,
        chance=secrets.token_bytes,
    )
    routes = serve_routes(
        RequestContext(auth, viewers.language, page),
        TableRoutes(service, key),
        PictureRoutes(
            service.traffic.album, service.traffic.devices, lambda asked: asked.scope.get(REFUSED)
        ),
        enrolment,
        ConsoleRoutes(service, auth, streams),
        RecordRoutes(
            service.console,
            service.transcripts,
            service.lifecycle.thread,
            service.traffic.album,
        ),
        PlaysRoutes(
            service.console,
            service.play_answers,
            service.transcripts,
            service.transcriber,
            service.analyses,
        ),
        EventRoutes(service.event, lambda: event_tables.alarms, event_tables.scores),
        EntryRoutes(service.event),
        EventPageRoutes(books),
        ListRoutes(service.console.chronicles),
        ReportRoutes(service.console),
        LadderRoutes(service.ladders, service.event),
        PublicRoutes(service, streams),
        MatchRoutes(service),
        SignInRoutes(people, auth),
        PeopleRoutes(people),
        AuditRoutes(people, service.orders.given, service.console.acts),
        PageFaultRoutes(auth, time.monotonic_ns, ROUTES),
        OpenApiRoutes(ROUTES, books),
    )
    files = Mount("/static", _RevalidatedFiles(directory=web, check_dir=False))
    app = Starlette(routes=[*routes, files])
    app.router.redirect_slashes = False
    add_complaints(app, people, auth, page, viewers.language)
    section = service.settings.director
    app.add_middleware(
        _RequestGuard, HostNames((*own_names(), section.host, *(section.names or ())))
    )
    return app


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


def _to_table(reply: InReply | Rejected, key: DeviceKey, status: int | None = None) -> Response:
    message = reply.message if isinstance(reply, InReply) else reply
    if status is None:
        status = _STATUS.get(message.code, 400) if isinstance(message, Rejected) else 200
    return no_store(sign(reply, key) if isinstance(reply, InReply) else to_json(reply), status)
