"""A route, declared once, at the function that serves it.

Who may call it, the body it takes, OpenAPI and `ROUTES.md` are all read from its declaration.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, TypeVar

import msgspec
from starlette import routing
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from kiosk.catalogue.form import LAST_ROW
from kiosk.catalogue.text import Language, text
from kiosk.director.errors import OrderInvalid
from kiosk.director.http.answers import answer_json, read_body
from kiosk.director.people.auth import Auth, Person
from kiosk.director.people.roles import Permission
from kiosk.wire.bounds import complaint, too_deep

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Group = TypeVar("Group")

PAGE = "text/html"
JPEG = "image/jpeg"
EVENTS = "text/event-stream"
PLAIN = "text/plain"
CSV = "text/csv"
TEXT: dict[str, Any] = {"type": "string"}
"""The schema of a parameter that may be any text."""
SEQ: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": LAST_ROW}

AnswersByStatus = Mapping[int, tuple[Any, ...]]
"""Possible answers by status: types of ours, in JSON, or media types; empty: no body."""

Parameters = Mapping[str, tuple[str, dict[str, Any]]]
"""Parameters outside the path, by name: their place and schema."""

LanguageOf = Callable[[Request], Language]
"""The language of the request's viewer."""

Page = Callable[..., Response]
"""Renders a template for a user: `page(name, request, person, …)`."""

_DECLARED = "declared_routes"


@dataclass(frozen=True, slots=True)
class RequestBody(Generic[T_co]):
    """A request's body: its type or media type, its most bytes, the function that parses it."""

    kind: Any
    longest: int
    parse: Callable[[bytes], T_co]


def json_body(kind: type[T], longest: int) -> RequestBody[T]:
    """A body of this type in JSON; parsing it raises OrderInvalid."""

    def parse(content: bytes) -> T:
        why = too_deep(content)
        try:
            if why is None:
                return msgspec.json.decode(content, type=kind)
        except (msgspec.MsgspecError, ValueError) as error:
            why = complaint(content, error)
        raise OrderInvalid(text("This is not valid: {why}", why=why))

    return RequestBody(kind, longest, parse)


@dataclass(frozen=True, slots=True)
class RequestContext:
    """What every request passes: authentication, its viewer's language, the pages."""

    auth: Auth
    language_of: LanguageOf
    page: Page


@dataclass(frozen=True, slots=True)
class Route(Generic[T]):
    """The decorator of a function that serves a route; `name` is its method and path. What the
    function returns is sent as JSON with the lowest status of `answers`, unless it is a Response.

    `refuses` has further refusals beside the usual ones. Raises TypeError for a route without a
    permission.
    """

    name: str
    permission: Permission
    summary: str
    answers: AnswersByStatus
    body: RequestBody[T] | None = None
    refuses: AnswersByStatus = field(default_factory=dict)
    asks: Parameters = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.permission, Permission):
            raise TypeError(
                f"{self.name} has {self.permission!r} for a permission: "
                "name the member of Permission that callers need"
            )

    @property
    def method(self) -> str:
        return self.name.partition(" ")[0]

    @property
    def path(self) -> str:
        return self.name.partition(" ")[2]

    def __call__(
        self, act: Callable[[Group, "RouteRequest[T]"], Awaitable[object]]
    ) -> Callable[[Group, "RouteRequest[T]"], Awaitable[object]]:
        vars(act).setdefault(_DECLARED, []).insert(0, self)
        return act


class RouteRequest(Request, Generic[T_co]):
    """A request whose sender has the permission of its route."""

    def __init__(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        route: Route[T_co],
        context: RequestContext,
    ) -> None:
        """Raises NotSignedIn, NotAllowed."""
        super().__init__(scope, receive, send)
        self.route, self._context = route, context
        self._person = context.auth.admit(self, route.permission)

    @property
    def person(self) -> Person:
        """The user, on a route that needs an account."""
        if self._person is None:
            raise AssertionError(f"{self.route.name} needs no account: it can't know its caller")
        return self._person

    @property
    def language(self) -> Language:
        return self._context.language_of(self)

    def page(self, name: str, **more: object) -> Response:
        """The template as this user's page; `more` are its other values."""
        return self._context.page(name, self, self._person, **more)

    async def read_body(self) -> T_co:
        """The body that the route declares. Raises BodyTooLong and what its `parse` raises."""
        declared = self.route.body
        if declared is None:
            raise AssertionError(f"{self.route.name} declares no body: add it to the route")
        return declared.parse(await read_body(self, declared.longest))


def route_table(*kinds: type) -> Mapping[str, Route[Any]]:
    """The routes that these classes declare, by method and path. Raises ValueError if two are the
    same.
    """
    found: dict[str, Route[Any]] = {}
    for kind in kinds:
        for _name, route in _declared(kind):
            if route.name in found:
                raise ValueError(f"{route.name} is declared twice: remove one of the two")
            found[route.name] = route
    return MappingProxyType(found)


def serve_routes(context: RequestContext, *groups: object) -> list[routing.Route]:
    """Starlette's routes for all that the classes of these objects declare."""
    return [
        _starlette_route(_GuardedRoute(route, getattr(group, name), context))
        for group in groups
        for name, route in _declared(type(group))
    ]


def _declared(kind: type) -> Iterator[tuple[str, Route[Any]]]:
    for name, act in vars(kind).items():
        for route in getattr(act, _DECLARED, ()):
            yield name, route


@dataclass(frozen=True, slots=True)
class _GuardedRoute:
    """The ASGI application of one route: its permission is checked before anything is done."""

    route: Route[Any]
    act: Callable[[RouteRequest[Any]], Awaitable[object]]
    context: RequestContext

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        made = await self.act(RouteRequest(scope, receive, send, self.route, self.context))
        answer = made if isinstance(made, Response) else answer_json(made, min(self.route.answers))
        await answer(scope, receive, send)


def _starlette_route(guarded: _GuardedRoute) -> routing.Route:
    route = guarded.route
    made = routing.Route(route.path, guarded, methods=[route.method])
    made.methods = {route.method}  # without HEAD, for which a stream of events would never end
    return made
