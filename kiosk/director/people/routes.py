"""Routes for signing in and out, for invitations and accounts, and for the audit."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kiosk.catalogue.text import format_text
from kiosk.director.http import answer_shapes as shapes
from kiosk.director.http.answers import answer_json
from kiosk.director.http.connections import is_loopback
from kiosk.director.http.route import PAGE, TEXT, RequestBody, Route, RouteRequest, json_body
from kiosk.director.people import audit
from kiosk.director.people.auth import (
    Auth,
    address_of,
    browsers_of,
    clear_session,
    set_session_cookies,
)
from kiosk.director.people.people import MOST_LINK_HOURS, ROLES, OpenedSession, People
from kiosk.director.people.qr import qr_path
from kiosk.director.people.roles import Permission, Role
from kiosk.director.places import network_address
from kiosk.director.public.later import LONGEST_MIN
from kiosk.director.public.of_table import Public
from kiosk.director.store.store import StoredOrder

T = TypeVar("T")

LONGEST_ASKED = 8 * 1024
"""Most bytes in a request."""

_IN_WORDS = (shapes.Failed,)
_DONE = {200: (shapes.Done,)}

Hours = Annotated[int, msgspec.Meta(extra_json_schema={"minimum": 1, "maximum": MOST_LINK_HOURS})]
"""Part of the schema only; `people.invite` checks it with a message of its own."""


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    password: str


class LinkRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token: str


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token: str
    name: str
    password: str


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    old: str
    new: str


class Invite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """With a name, for that account's password; the role counts only without one."""

    role: Role = Role.VIEWER
    name: str | None = None
    hours: Hours = 24


class OneSession(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    session: str


class Withdraw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    invitation: str


class SetRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`role` None: no access."""

    name: str
    role: Role | None


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


def _form_body(kind: type[T]) -> RequestBody[T]:
    return json_body(kind, LONGEST_ASKED)


class SignInRoutes:
    """Signing in and out, and one's own account."""

    def __init__(self, people: People, auth: Auth) -> None:
        self._people, self._auth = people, auth

    def _inside(self, request: Request, opened: OpenedSession) -> Response:
        answer = answer_json({"name": opened.session.name})
        known = self._people.known_browsers(browsers_of(request))
        set_session_cookies(
            request, answer, opened.token, (opened.browser, *known) if opened.browser else ()
        )
        return answer

    @Route(
        "GET /sign-in",
        Permission.ENTER,
        "Sign in; a user who is signed in already is led on.",
        {200: (PAGE,), 303: ()},
        asks={"to": ("query", TEXT)},
    )
    async def sign_in_page(self, request: RouteRequest[None]) -> Response:
        if self._auth.known(request) is not None:
            return RedirectResponse(_back(request), 303)
        return request.page("sign_in.html", public=self._people.accounts.public)

    @Route(
        "POST /sign-in",
        Permission.ENTER,
        "Begin a session.",
        {200: (shapes.SignedIn,)},
        _form_body(SignIn),
        {401: _IN_WORDS, 429: _IN_WORDS},
    )
    async def sign_in(self, request: RouteRequest[SignIn]) -> Response:
        body = await request.read_body()
        opened = await self._people.sign_in(
            body.name, body.password, address_of(request), browsers_of(request)
        )
        return self._inside(request, opened)

    @Route("GET /join", Permission.ENTER, "Use a link.", {200: (PAGE,)})
    async def join_page(self, request: RouteRequest[None]) -> Response:
        return request.page("join.html")

    @Route(
        "POST /join/look",
        Permission.ENTER,
        "What a link is for.",
        {200: (shapes.Invited,)},
        _form_body(LinkRequest),
        {410: _IN_WORDS},
    )
    async def look_at_link(self, request: RouteRequest[LinkRequest]) -> object:
        invited = self._people.invited((await request.read_body()).token)
        return shapes.Invited(format_text(ROLES[invited.role], request.language), invited.name)

    @Route(
        "POST /join",
        Permission.ENTER,
        "Make an account by a link, or set a password; begin a session.",
        {200: (shapes.SignedIn,)},
        _form_body(JoinRequest),
        {410: _IN_WORDS, 429: _IN_WORDS},
    )
    async def join(self, request: RouteRequest[JoinRequest]) -> Response:
        body = await request.read_body()
        opened = await self._people.join(body.token, body.name, body.password, address_of(request))
        return self._inside(request, opened)

    @Route("GET /own", Permission.OWN, "One's own account.", {200: (PAGE,)})
    async def own_page(self, request: RouteRequest[None]) -> Response:
        person = request.person
        sessions = self._people.sessions_of(person.name)
        return request.page("own.html", sessions=sessions, here=person.session)

    @Route(
        "POST /own/password",
        Permission.OWN,
        "Set another password; every session ends, and one begins anew.",
        {200: (shapes.SignedIn,)},
        _form_body(NewPassword),
        {429: _IN_WORDS},
    )
    async def set_password(self, request: RouteRequest[NewPassword]) -> Response:
        person, body = request.person, await request.read_body()
        opened = await self._people.set_password(
            person.name, person.session, body.old, body.new, person.address
        )
        return self._inside(request, opened)

    @Route("POST /own/sign-out", Permission.OWN, "End this session.", _DONE)
    async def sign_out(self, request: RouteRequest[None]) -> Response:
        return await self._sign_out(request, request.person.session)

    @Route(
        "POST /own/sign-out-one",
        Permission.OWN,
        "End one session of one's own.",
        _DONE,
        _form_body(OneSession),
    )
    async def sign_out_one(self, request: RouteRequest[OneSession]) -> object:
        person, session = request.person, (await request.read_body()).session
        self._people.check_session(person.name, session)
        left = await self._sign_out(request, session)
        return left if session == person.session else shapes.Done()

    @Route(
        "POST /own/sign-out-everywhere", Permission.OWN, "End every session of one's own.", _DONE
    )
    async def sign_out_everywhere(self, request: RouteRequest[None]) -> Response:
        return await self._sign_out(request, None)

    async def _sign_out(self, request: RouteRequest[Any], session: str | None) -> Response:
        """End a session of the user's, or all, and answer a browser that is signed out."""
        person = request.person
        await self._people.sign_out(person.name, session, person.name, person.address)
        answer = answer_json(shapes.Done())
        clear_session(request, answer)
        return answer


class PeopleRoutes:
    """Accounts and their roles."""

    def __init__(self, people: People) -> None:
        self._people = people

    @Route("GET /people", Permission.PEOPLE, "Who is let in, as what.", {200: (PAGE,)})
    async def people_page(self, request: RouteRequest[None]) -> Response:
        people = self._people
        accounts = sorted(people.accounts.accounts.values(), key=lambda each: each.name.casefold())
        return request.page(
            "people.html",
            accounts=[(each, people.open_sessions(each.name)) for each in accounts],
            invitations=people.open_invitations(),
            roles=ROLES,
            hours=MOST_LINK_HOURS,
            public=people.accounts.public,
            shown=audit.PUBLIC,
            latest=LONGEST_MIN,
        )

    @Route(
        "POST /people/invite",
        Permission.PEOPLE,
        "Make a link.",
        {201: (shapes.LinkMade,)},
        _form_body(Invite),
    )
    async def invite(self, request: RouteRequest[Invite]) -> object:
        person, body = request.person, await request.read_body()
        invitation, token = await self._people.invite(
            body.role, body.name, body.hours, person.name, person.address
        )
        link = f"{origin(request)}/join#{token}"
        return shapes.LinkMade(invitation, link, *qr_path(link), is_alone(request))

    @Route(
        "POST /people/withdraw", Permission.PEOPLE, "Take a link back.", _DONE, _form_body(Withdraw)
    )
    async def withdraw(self, request: RouteRequest[Withdraw]) -> object:
        person, body = request.person, await request.read_body()
        await self._people.withdraw(body.invitation, person.name, person.address)
        return shapes.Done()

    @Route("POST /people/role", Permission.PEOPLE, "Give another role.", _DONE, _form_body(SetRole))
    async def change_role(self, request: RouteRequest[SetRole]) -> object:
        person, body = request.person, await request.read_body()
        await self._people.change_role(body.name, body.role, person.name, person.address)
        return shapes.Done()

    @Route(
        "POST /people/public",
        Permission.PEOPLE,
        "Say what strangers see.",
        _DONE,
        _form_body(Public),
    )
    async def set_public(self, request: RouteRequest[Public]) -> object:
        person, body = request.person, await request.read_body()
        await self._people.set_public(body, person.name, person.address)
        return shapes.Done()

    @Route(
        "POST /people/sign-out",
        Permission.PEOPLE,
        "End every session of somebody.",
        _DONE,
        _form_body(Named),
    )
    async def sign_out_all(self, request: RouteRequest[Named]) -> object:
        person, body = request.person, await request.read_body()
        await self._people.sign_out_all(body.name, person.name, person.address)
        return shapes.Done()


class AuditRoutes:
    """The audit. `orders`: all orders given, the oldest first; `acts`: all other acts."""

    def __init__(
        self,
        people: People,
        orders: Callable[[], tuple[StoredOrder, ...]],
        acts: Callable[[], Iterable[audit.AuditLine]],
    ) -> None:
        self._people, self._orders, self._acts = people, orders, acts

    @Route(
        "GET /audit",
        Permission.AUDIT,
        "Who did what; what is no number is the first page.",
        {200: (PAGE,)},
        asks={"page": ("query", TEXT)},
    )
    async def audit_page(self, request: RouteRequest[None]) -> Response:
        typed = request.query_params.get("page", "1")
        number = max(1, int(typed[:6])) if typed.isdecimal() else 1
        noted = self._people.noted
        lines, pages = audit.audit_page(noted, self._orders(), number, self._acts())
        return request.page("audit.html", lines=lines, number=number, pages=pages)


def _back(request: Request) -> str:
    """Where the user wanted to go before the sign-in; never another site."""
    to = request.query_params.get("to", "/")
    return to if to.startswith("/") and not to.startswith(("//", "/\\")) else "/"


def is_alone(request: Request) -> bool:
    """Whether the director listens on this machine's own address, which no phone reaches."""
    host, _port = request.scope.get("server") or ("", 0)
    return is_loopback(str(host))


def origin(request: Request) -> str:
    """The director's address for a phone; not one that means the phone itself."""
    host = request.url.hostname or ""
    server = request.scope.get("server") or ("", 0)
    if host == "localhost" or is_loopback(host):
        found = network_address()
        if not is_loopback(str(server[0])) and found is not None:
            return f"{request.url.scheme}://{found}:{server[1]}"
    return f"{request.url.scheme}://{request.url.netloc}"
