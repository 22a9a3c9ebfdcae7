"""One table of routes: what is served is declared, with who may call it, and nothing else is."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from kits.hall_kit import DIRECTORS_KEY, Client
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Mount
from starlette.routing import Route as ServedRoute

from kiosk.catalogue.text import ENGLISH
from kiosk.director.app import ROUTES, create_app
from kiosk.director.complaints import add_complaints
from kiosk.director.http.route import (
    RequestContext,
    Route,
    RouteRequest,
    json_body,
    route_table,
    serve_routes,
)
from kiosk.director.people.auth import Auth
from kiosk.director.people.roles import MAY, STRANGER, Permission, Role
from kiosk.director.service import Service


def test_what_is_served_is_what_is_declared(director: Service) -> None:
    served: dict[str, Any] = {}
    for route in create_app(director, DIRECTORS_KEY).routes:
        if isinstance(route, Mount):
            served[route.path] = "files"
        else:
            assert isinstance(route, ServedRoute)
            for method in route.methods or ():
                served[f"{method} {route.path}"] = getattr(route.endpoint, "route", "undeclared")
    assert served == {"/static": "files", **ROUTES}


@pytest.mark.parametrize("permission", [None, "watch", Role.DIRECTOR, frozenset(Role)])
def test_a_route_without_a_permission_is_refused(permission: Any) -> None:
    with pytest.raises(TypeError, match=r"GET /open has .* for a permission: name the member"):
        Route("GET /open", permission, "An open door.", {200: ()})


def test_a_route_that_is_declared_twice_is_refused() -> None:
    class Twins:
        @Route("GET /twin", Permission.WATCH, "One.", {200: ()})
        @Route("GET /twin", Permission.ENTER, "The other.", {200: ()})
        async def twin(self, _request: RouteRequest[None]) -> object:
            return {}

    with pytest.raises(ValueError, match="GET /twin is declared twice"):
        route_table(Twins)


# --- what a declaration does ---------------------------------------------------------------------


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: str


class Rooms:
    """A route for each permission, one that changes something, and one with a status of its own."""

    def __init__(self) -> None:
        self.done: list[str] = []

    @Route("POST /note", Permission.WATCH, "Note it.", {201: (Note,)}, json_body(Note, 40))
    async def note(self, request: RouteRequest[Note]) -> object:
        self.done.append(f"{request.person.name}: {(await request.read_body()).words}")
        return {"words": self.done[-1]}

    @Route("GET /tea", Permission.ENTER, "Tea.", {200: ()})
    async def tea(self, _request: RouteRequest[None]) -> object:
        return Response("a teapot", 418)

    async def open_it(self, request: RouteRequest[None]) -> object:
        self.done.append(request.route.path)
        return {}

    for permission in Permission:
        Route(f"GET /{permission}", permission, "Open it.", {200: ()})(open_it)


@pytest.fixture
def rooms() -> Rooms:
    return Rooms()


@pytest.fixture
def caller(director: Service, client: Client, rooms: Rooms) -> Iterator[Client]:
    """Calls these routes as whoever `client` has signed in."""

    def page(*_asked: object, **_more: object) -> Response:
        raise AssertionError("no page is asked for")

    auth = Auth(director.people)
    app = Starlette(
        routes=serve_routes(RequestContext(auth, lambda _request: ENGLISH, page), rooms)
    )
    add_complaints(app, director.people, auth, page, lambda _request: ENGLISH)
    opened = Client(app, "hall:8000")
    opened.session = client.session
    yield opened
    opened.close()


@pytest.mark.parametrize("role", [None, *Role])
def test_nothing_is_done_for_callers_without_the_permission(
    caller: Client, client: Client, director: Service, rooms: Rooms, role: Role | None
) -> None:
    if role is not Role.DIRECTOR:
        client.join(director, role or Role.VIEWER, "Ola")
    caller.session = client.session if role else {}
    for permission in Permission:
        rooms.done.clear()
        may = permission in STRANGER or role in MAY[permission]
        refused = 401 if role is None else 403
        assert caller.get(f"/{permission}").status == (200 if may else refused), permission
        assert rooms.done == [f"/{permission}"] * may


def test_what_changes_something_needs_the_token_of_its_page(caller: Client, rooms: Rooms) -> None:
    body = b'{"words":"hello"}'
    del caller.session["x-csrf"]
    assert caller.post("/note", body).status == 403
    assert rooms.done == []


def test_a_body_is_read_as_declared_and_answered_with_the_declared_status(caller: Client) -> None:
    answer = caller.post("/note", json.dumps({"words": "hello"}).encode())
    assert (answer.status, answer.json()) == (201, {"words": "Kari: hello"})
    assert answer.headers["cache-control"] == "no-store"
    for body, status in (
        (b"{}", 400),
        (b'{"words":"x","more":1}', 400),
        (b"[" * 41, 413),
        (b'{"words":' + b"[" * 20, 400),
    ):
        assert caller.post("/note", body).status == status, body
    assert caller.get("/tea").status == 418


def test_a_stream_is_not_begun_for_its_headers_alone(caller: Client, rooms: Rooms) -> None:
    """A HEAD of it would never end."""
    assert caller.call("HEAD", "/watch").status == 405
    assert rooms.done == []
