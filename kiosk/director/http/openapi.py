"""The HTTP interface as OpenAPI 3.1: one literal table of routes, for users who are signed in.
Bodies have the types that are read, answers those in `answer_shapes.py`.

`tests/director/test_openapi.py` calls every route by this table, and checks that none is missing.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from inspect import cleandoc
from types import MappingProxyType
from typing import Any

import msgspec
from fastapi import FastAPI, Request, Response

from kiosk.catalogue.form import LAST_ROW
from kiosk.director.enrolment.routes import EnrolmentAct
from kiosk.director.event.acts import ActRequest
from kiosk.director.http import answer_shapes as shapes
from kiosk.director.http.answers import answer_json
from kiosk.director.http.page_faults import PageFault
from kiosk.director.ladder.final import Final
from kiosk.director.ladder.shapes import LadderDone, LaddersView, LadderView
from kiosk.director.orders.orders import OrderPreview
from kiosk.director.orders.schema import Schema, order_schemas
from kiosk.director.people import routes as people_requests
from kiosk.director.people.auth import CSRF_HEADER, Auth, cookie_name
from kiosk.director.people.roles import MAY, ROUTES, Permission
from kiosk.director.public.of_table import Public
from kiosk.director.report.federation import Report
from kiosk.director.tables.cards import OrderView
from kiosk.record.form import Record
from kiosk.wire import enrolment
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.sent_picture import KEY_HEADER, SIGNATURE_HEADER
from kiosk.wire.sync import Rejected, Signed

PAGE = "text/html"
JPEG = "image/jpeg"
EVENTS = "text/event-stream"
PLAIN = "text/plain"
CSV = "text/csv"
ORDER = "order"
"""A body described by one of the catalogue's forms."""

AnswersByStatus = Mapping[int, tuple[Any, ...]]
"""Possible answers by status: types of ours, in JSON, or media types; empty: no body."""


@dataclass(frozen=True, slots=True)
class RouteDoc:
    """Purpose of a route, the body it takes, its answers on success; `refuses` has further refusals
    beside the usual ones. `asks` are the parameters outside the path: their place and schema.
    """

    what: str
    answers: AnswersByStatus
    takes: Any = None
    refuses: AnswersByStatus = field(default_factory=dict)
    asks: Mapping[str, tuple[str, Schema]] = field(default_factory=dict)


TEXT: Schema = {"type": "string"}
SEQ: Schema = {"type": "integer", "minimum": 0, "maximum": LAST_ROW}
IN_WORDS = (shapes.Failed,)
TO_TABLE = (Signed, Rejected, shapes.Failed)
"""Signed if the request carried a nonce."""

ROUTE_DOCS: Mapping[str, RouteDoc] = MappingProxyType(
    {
        "POST /table/batch": RouteDoc(
            "Keep a table's rows; it signs a Head.",
            {200: (Signed,)},
            Signed,
            {400: TO_TABLE, 403: TO_TABLE, 409: TO_TABLE},
        ),
        "POST /table/orders": RouteDoc(
            "What the director wants done at a table; it signs a Poll and waits up to 10 s.",
            {200: (Signed,)},
            Signed,
            {400: TO_TABLE, 403: TO_TABLE, 409: TO_TABLE},
        ),
        "POST /table/rows": RouteDoc(
            "Rows that a table lost; it signs a RowsWanted.",
            {200: (Signed,)},
            Signed,
            {400: TO_TABLE, 403: TO_TABLE, 409: TO_TABLE},
        ),
        "POST /table/enrol": RouteDoc(
            "A device that has a card or a code asks to be a table's.",
            {200: (enrolment.Begun, enrolment.Proved, enrolment.Decided)},
            enrolment.ToDirector,
            {403: (enrolment.Denied, shapes.Failed)},
        ),
        "PUT /table/pictures/{sha256}": RouteDoc(
            "Keep a roll's picture; its table signs its name.",
            {204: ()},
            JPEG,
            asks={KEY_HEADER: ("header", TEXT), SIGNATURE_HEADER: ("header", TEXT)},
        ),
        "GET /": RouteDoc("All tables.", {200: (PAGE,)}),
        "GET /tables/{journal_id}": RouteDoc("One table.", {200: (PAGE,)}),
        "GET /events": RouteDoc("Cards of all tables, and what becomes of them.", {200: (EVENTS,)}),
        "GET /tables/{journal_id}/events": RouteDoc(
            "A table's card, its orders, its lines after a row, and what comes.",
            {200: (EVENTS,)},
            asks={"after": ("query", SEQ), "last-event-id": ("header", TEXT)},
        ),
        "GET /tables/{journal_id}/record.json": RouteDoc(
            "The record of a match at a table; of the last that came there if none is named.",
            {200: (Record,)},
            asks={"match_id": ("query", TEXT)},
        ),
        "GET /tables/{journal_id}/record.csv": RouteDoc(
            "The same line by line.", {200: (CSV,)}, asks={"match_id": ("query", TEXT)}
        ),
        "GET /forms": RouteDoc(
            "What each order asks for that one's role gives.", {200: (shapes.FormsView,)}
        ),
        "GET /orders/{command_id}": RouteDoc("What became of an order.", {200: (OrderView,)}),
        "GET /pictures/{sha256}.jpg": RouteDoc(
            "A roll's picture, or a part of it.",
            {200: (JPEG,), 206: (JPEG,)},
            refuses={400: (shapes.Failed, PAGE, PLAIN), 410: (shapes.Failed, PAGE), 416: (PLAIN,)},
        ),
        "POST /orders": RouteDoc(
            "Give an order.", {202: (shapes.OrderGiven,)}, ORDER, {404: IN_WORDS}
        ),
        "POST /orders/look": RouteDoc(
            "What an order will do if it is sent now.",
            {200: (OrderPreview,)},
            ORDER,
            {404: IN_WORDS},
        ),
        "GET /event": RouteDoc("The whole event.", {200: (shapes.EventView,)}),
        "GET /event/alarms": RouteDoc(
            "What tables report that does not count in the event, and what can be done.",
            {200: (shapes.EventAlarms,)},
        ),
        "GET /event/set-up": RouteDoc("The page where an event is set up.", {200: (PAGE,)}),
        "GET /event/run": RouteDoc("The page where an event is run.", {200: (PAGE,)}),
        "GET /event/formats": RouteDoc(
            "What a division can be played as.", {200: (shapes.FormatsOffered,)}
        ),
        "GET /event/confirm": RouteDoc(
            "What rule books leave to the director of this event to confirm.",
            {200: (shapes.ToConfirm,)},
        ),
        "GET /event/entries.json": RouteDoc(
            "Who is entered, where.", {200: (shapes.EntriesListed,)}
        ),
        "GET /event/entries.csv": RouteDoc("The same for spreadsheets.", {200: (CSV,)}),
        "GET /event/results.json": RouteDoc(
            "Pairings that are over.", {200: (shapes.ResultsListed,)}
        ),
        "GET /event/results.csv": RouteDoc("The same for spreadsheets.", {200: (CSV,)}),
        "GET /event/standings.json": RouteDoc(
            "Places in each bracket, as ranges.", {200: (shapes.StandingsListed,)}
        ),
        "GET /event/standings.csv": RouteDoc("The same for spreadsheets.", {200: (CSV,)}),
        "GET /event/ratings.json": RouteDoc(
            "Ratings by the event's formula.", {200: (shapes.RatingsListed,)}
        ),
        "GET /event/ratings.csv": RouteDoc("The same for spreadsheets.", {200: (CSV,)}),
        "GET /event/sheet/{division_id}": RouteDoc("A division's result sheet.", {200: (PAGE,)}),
        "GET /event/report": RouteDoc("What the federation is told.", {200: (PAGE,)}),
        "GET /event/report.json": RouteDoc("The same for programs.", {200: (Report,)}),
        "POST /event/acts": RouteDoc(
            "Do something in the event.",
            {201: (shapes.EventDone,)},
            ActRequest,
            {409: (shapes.EventNotNow,)},
        ),
        "POST /event/acts/look": RouteDoc(
            "What an act in the event will take away if it is done now.",
            {200: (shapes.EventLook,)},
            ActRequest,
            {409: (shapes.EventNotNow,)},
        ),
        "GET /event/undo": RouteDoc(
            "Acts that took something away, and whether each can be undone.",
            {200: (shapes.UndoableActs,)},
        ),
        "POST /event/entries.csv": RouteDoc(
            "Enter a list of players into a division, all of them or nobody.",
            {201: (shapes.EntriesTaken,)},
            CSV,
            {400: (shapes.ListFaults, shapes.Failed), 409: (shapes.EventNotNow,)},
            {"division_id": ("query", TEXT), "seen_seq": ("query", SEQ)},
        ),
        "GET /club/ladder": RouteDoc("The page where ladders are run.", {200: (PAGE,)}),
        "GET /ladders": RouteDoc(
            "The ladders here, and by which rules one can be opened.", {200: (LaddersView,)}
        ),
        "POST /ladders": RouteDoc(
            "Open a ladder.", {201: (LadderDone,)}, ActRequest, {409: (shapes.EventNotNow,)}
        ),
        "GET /ladder/{ladder_id}": RouteDoc("A whole ladder.", {200: (LadderView,)}),
        "POST /ladder/{ladder_id}/acts": RouteDoc(
            "Do something on a ladder.",
            {201: (LadderDone,)},
            ActRequest,
            {409: (shapes.EventNotNow,)},
        ),
        "POST /ladder/{ladder_id}/acts/look": RouteDoc(
            "What an act on a ladder will take away if it is done now.",
            {200: (shapes.EventLook,)},
            ActRequest,
            {409: (shapes.EventNotNow,)},
        ),
        "POST /ladder/{ladder_id}/final": RouteDoc(
            "Make a season's final a division of the event, drawn.",
            {201: (shapes.EventDone,)},
            Final,
            {409: (shapes.EventNotNow,)},
        ),
        "GET /healthz": RouteDoc(
            "Whether it runs.",
            {200: (shapes.Pulse, shapes.Health)},
            refuses={503: (shapes.Pulse, shapes.Health, shapes.Failed)},
        ),
        "GET /openapi.json": RouteDoc("This.", {200: (dict[str, Any],)}),
        "GET /sign-in": RouteDoc(
            "Sign in; who is in already is led where he wanted to go.",
            {200: (PAGE,), 303: ()},
            asks={"to": ("query", TEXT)},
        ),
        "POST /sign-in": RouteDoc(
            "Begin a session.",
            {200: (shapes.SignedIn,)},
            people_requests.SignIn,
            {401: IN_WORDS, 429: IN_WORDS},
        ),
        "GET /join": RouteDoc("Use a link.", {200: (PAGE,)}),
        "POST /join": RouteDoc(
            "Make an account by a link, or set a password; begin a session.",
            {200: (shapes.SignedIn,)},
            people_requests.JoinRequest,
            {410: IN_WORDS, 429: IN_WORDS},
        ),
        "POST /join/look": RouteDoc(
            "What a link is for.",
            {200: (shapes.Invited,)},
            people_requests.LinkRequest,
            {410: IN_WORDS},
        ),
        "GET /own": RouteDoc("One's own account.", {200: (PAGE,)}),
        "POST /own/password": RouteDoc(
            "Set another password; every session ends, and one begins anew.",
            {200: (shapes.SignedIn,)},
            people_requests.NewPassword,
            {429: IN_WORDS},
        ),
        "POST /own/sign-out": RouteDoc("End this session.", {200: (shapes.Done,)}),
        "POST /own/sign-out-everywhere": RouteDoc(
            "End every session of one's own.", {200: (shapes.Done,)}
        ),
        "POST /own/sign-out-one": RouteDoc(
            "End one session of one's own.", {200: (shapes.Done,)}, people_requests.OneSession
        ),
        "GET /people": RouteDoc("Who is let in, as what.", {200: (PAGE,)}),
        "POST /people/invite": RouteDoc(
            "Make a link.", {201: (shapes.LinkMade,)}, people_requests.Invite
        ),
        "POST /people/withdraw": RouteDoc(
            "Take a link back.", {200: (shapes.Done,)}, people_requests.Withdraw
        ),
        "POST /people/role": RouteDoc(
            "Give another role.", {200: (shapes.Done,)}, people_requests.SetRole
        ),
        "POST /people/sign-out": RouteDoc(
            "End every session of somebody.", {200: (shapes.Done,)}, people_requests.Named
        ),
        "POST /people/public": RouteDoc("Say what strangers see.", {200: (shapes.Done,)}, Public),
        "GET /live": RouteDoc("What the event makes public.", {200: (PAGE,)}),
        "GET /live/events": RouteDoc(
            "All tables as strangers see them, and what changes.",
            {200: (EVENTS,)},
            refuses={404: (shapes.Failed, PAGE)},
        ),
        "GET /live/pictures/{sha256}.jpg": RouteDoc(
            "A roll's picture that is public, or a part of it.",
            {200: (JPEG,), 206: (JPEG,)},
            refuses={400: (shapes.Failed, PAGE, PLAIN), 416: (PLAIN,)},
        ),
        "GET /hall": RouteDoc(
            "For a screen in the hall: who plays where, draws, what is played.",
            {200: (PAGE,)},
            asks={"language": ("query", TEXT)},
        ),
        "GET /hall/events": RouteDoc(
            "The event and its tables as strangers see them, and what changes.",
            {200: (EVENTS,)},
            asks={"language": ("query", TEXT)},
            refuses={404: (shapes.Failed, PAGE)},
        ),
        "GET /phone": RouteDoc("For one player: where and when he plays.", {200: (PAGE,)}),
        "GET /phone/events": RouteDoc(
            "The event as strangers see it, and what changes.",
            {200: (EVENTS,)},
            refuses={404: (shapes.Failed, PAGE)},
        ),
        "GET /overlay/{table}": RouteDoc("A table's score, to lie over a video.", {200: (PAGE,)}),
        "POST /page-faults": RouteDoc(
            "What failed on a page, for the service's log.", {200: (shapes.Done,)}, PageFault
        ),
        "GET /audit": RouteDoc(
            "Who did what; what is no number is the first page.",
            {200: (PAGE,)},
            asks={"page": ("query", TEXT)},
        ),
        "GET /enrol": RouteDoc("The desk at which tables are enrolled.", {200: (PAGE,)}),
        "GET /enrol/state": RouteDoc(
            "Who asks to be enrolled, who is.", {200: (shapes.DeskState,)}
        ),
        "POST /enrol": RouteDoc(
            "Accept, refuse, move, swap or revoke a device; make a card or a code, void a card.",
            {200: (shapes.Done, shapes.CardNamed, shapes.CodeAnswer)},
            EnrolmentAct,
        ),
        "POST /enrol/look": RouteDoc(
            "What an act about a device will take away if it is done now.",
            {200: (shapes.EnrolLook,)},
            EnrolmentAct,
        ),
        "GET /enrol/cards/{name}": RouteDoc("A card to print.", {200: (PAGE,)}),
    }
)
"""By method and path."""

STATUSES = {
    200: "It is done, or here it is",
    201: "It is made",
    202: "It is kept, and goes to its table",
    204: "It is kept",
    206: "The part that was asked for",
    303: "A browser is led to another page",
    400: "It makes no sense",
    401: "Nobody is signed in, or name and password do not fit",
    403: "Not his to do, another site's page, or not our name",
    404: "It is not known here",
    408: "It took too long",
    409: "Rows are missing before these, others are kept under their numbers; or the event is "
    "not so that it can be done",
    410: "The link holds no more, or the picture was removed",
    413: "It is too long",
    416: "It has no such part",
    429: "Too many tries",
    503: "It can't be kept, or too much is open here",
}


def add_openapi(app: FastAPI, auth: Auth, books: Iterable[str]) -> None:
    """`books` are the available rule profiles."""
    profiles = tuple(books)

    @app.get("/openapi.json")
    async def openapi(request: Request) -> Response:
        auth.person(request, Permission.WATCH)
        return answer_json(document(profiles, cookie_name(request)))


@cache
def document(books: tuple[str, ...], cookie: str) -> dict[str, Any]:
    """The whole document; `cookie` is the session's."""
    types = [each for doc in ROUTE_DOCS.values() for each in _types(doc)]
    found, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    schemas = dict(zip(map(repr, types), found, strict=True))
    forms = order_schemas(books)
    schemas[repr(ORDER)] = {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in forms]}
    for each in components.values():
        if "description" in each:
            each["description"] = cleandoc(each["description"])
    paths: dict[str, dict[str, Any]] = {}
    for route, doc in ROUTE_DOCS.items():
        method, path = route.split(" ")
        paths.setdefault(path, {})[method.lower()] = _operation(route, doc, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Table Kiosk director",
            "version": str(PROTOCOL),
            "description": "Pages and words come in the language of the cookie `language`, else of "
            "Accept-Language. What a table says, its device signs inside the body.",
        },
        "paths": paths,
        "components": {
            "schemas": components | forms,
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": cookie},
                "csrf": {"type": "apiKey", "in": "header", "name": CSRF_HEADER},
            },
        },
    }


def _types(doc: RouteDoc) -> list[Any]:
    bodies = [
        doc.takes,
        *(
            each
            for answers in (doc.answers, doc.refuses)
            for kinds in answers.values()
            for each in kinds
        ),
    ]
    return [
        each for each in (*bodies, shapes.Failed) if each is not None and not isinstance(each, str)
    ]


def _operation(route: str, doc: RouteDoc, schemas: Mapping[str, Schema]) -> dict[str, Any]:
    method, path = route.split(" ")
    act = ROUTES.get(route)
    named = re.findall(r"\{(\w+)\}", path)
    in_words = (*IN_WORDS, PAGE) if method == "GET" else IN_WORDS
    refuses: dict[int, tuple[Any, ...]] = dict.fromkeys((400, 403, 408, 503), in_words)
    if named:
        refuses[404] = in_words
    if doc.takes is not None:
        refuses[413] = in_words
    made: dict[str, Any] = {"summary": doc.what}
    if act not in {None, Permission.ENTER, Permission.LIVE}:
        refuses |= {401: IN_WORDS, 303: ()} if method == "GET" else {401: IN_WORDS}
        made["security"] = [{"session": []} if method == "GET" else {"session": [], "csrf": []}]
        made["description"] = "For " + ", ".join(sorted(MAY[ROUTES[route]]))
    answers = {**refuses, **doc.answers, **doc.refuses}
    parameters = [_parameter(name, "path", TEXT) for name in named]
    parameters += [_parameter(name, *where) for name, where in doc.asks.items()]
    if parameters:
        made["parameters"] = parameters
    if doc.takes is not None:
        made["requestBody"] = {"required": True, "content": _content((doc.takes,), schemas)}
    made["responses"] = {
        str(status): {"description": STATUSES[status]}
        | ({"content": _content(answers[status], schemas)} if answers[status] else {})
        for status in sorted(answers)
    }
    return made


def _parameter(name: str, where: str, schema: Schema) -> Schema:
    return {"name": name, "in": where, "required": where == "path", "schema": schema}


def _content(kinds: tuple[Any, ...], schemas: Mapping[str, Schema]) -> dict[str, Any]:
    content: dict[str, Any] = {
        kind: {} for kind in kinds if isinstance(kind, str) and kind != ORDER
    }
    found = [schemas[repr(kind)] for kind in kinds if kind == ORDER or not isinstance(kind, str)]
    if found:
        content["application/json"] = {"schema": found[0] if len(found) == 1 else {"anyOf": found}}
    return content
