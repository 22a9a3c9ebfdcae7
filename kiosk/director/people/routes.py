"""Routes for signing in and out, for invitations and accounts, and for the audit."""

from collections.abc import Callable, Iterable
from typing import Annotated, TypeVar
from urllib.parse import quote

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse

from kiosk.catalogue.text import Language, format_text, text
from kiosk.director.errors import Complaint, NotSignedIn, PersonInvalid
from kiosk.director.http.answers import answer_json, read_body, wants_page
from kiosk.director.http.connections import is_loopback
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
from kiosk.wire.bounds import complaint, too_deep

T = TypeVar("T")

LONGEST_ASKED = 8 * 1024
"""Most bytes in a request."""

Page = Callable[..., Response]
"""Renders a template for a user: `page(name, request, person, …)`."""

LanguageOf = Callable[[Request], Language]
"""The language of the request's viewer."""


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


def add_sign_in(
    app: FastAPI, people: People, auth: Auth, page: Page, language_of: LanguageOf
) -> None:
    """Signing in and out."""

    def inside(request: Request, opened: OpenedSession) -> Response:
        answer = answer_json({"name": opened.session.name})
        known = people.known_browsers(browsers_of(request))
        set_session_cookies(
            request, answer, opened.token, (opened.browser, *known) if opened.browser else ()
        )
        return answer

    @app.get("/sign-in")
    async def sign_in_page(request: Request) -> Response:
        if auth.known(request) is not None:
            return RedirectResponse(_back(request), 303)
        return page("sign_in.html", request, None, public=people.accounts.public)

    @app.post("/sign-in")
    async def sign_in(request: Request) -> Response:
        body = await _read_request(request, SignIn)
        opened = await people.sign_in(
            body.name, body.password, address_of(request), browsers_of(request)
        )
        return inside(request, opened)

    @app.get("/join")
    async def join_page(request: Request) -> Response:
        return page("join.html", request, None)

    @app.post("/join/look")
    async def join_look(request: Request) -> Response:
        invited = people.invited((await _read_request(request, LinkRequest)).token)
        role = format_text(ROLES[invited.role], language_of(request))
        return answer_json({"role": role, "name": invited.name})

    @app.post("/join")
    async def join(request: Request) -> Response:
        body = await _read_request(request, JoinRequest)
        address = address_of(request)
        return inside(request, await people.join(body.token, body.name, body.password, address))

    @app.get("/own")
    async def own_page(request: Request) -> Response:
        person = auth.person(request, Permission.OWN)
        return page(
            "own.html",
            request,
            person,
            sessions=people.sessions_of(person.name),
            here=person.session,
        )

    @app.post("/own/password")
    async def password(request: Request) -> Response:
        person = auth.person(request, Permission.OWN)
        body = await _read_request(request, NewPassword)
        opened = await people.set_password(
            person.name, person.session, body.old, body.new, person.address
        )
        return inside(request, opened)

    @app.post("/own/sign-out")
    async def sign_out(request: Request) -> Response:
        person = auth.person(request, Permission.OWN)
        await people.sign_out(person.name, person.session, person.name, person.address)
        return _outside(request)

    @app.post("/own/sign-out-one")
    async def sign_out_one(request: Request) -> Response:
        person = auth.person(request, Permission.OWN)
        session = (await _read_request(request, OneSession)).session
        people.check_session(person.name, session)
        await people.sign_out(person.name, session, person.name, person.address)
        return _outside(request) if session == person.session else answer_json({})

    @app.post("/own/sign-out-everywhere")
    async def sign_out_everywhere(request: Request) -> Response:
        person = auth.person(request, Permission.OWN)
        await people.sign_out(person.name, None, person.name, person.address)
        return _outside(request)

    @app.exception_handler(NotSignedIn)
    async def ask_in(request: Request, error: Exception) -> Response:
        """Redirect a page to the sign-in; answer all else with the reason."""
        if wants_page(request):
            return RedirectResponse(f"/sign-in?to={quote(request.url.path)}", 303)
        words = error.words if isinstance(error, Complaint) else str(error)
        return answer_json({"error": format_text(words, language_of(request))}, 401)


def add_people(app: FastAPI, people: People, auth: Auth, page: Page) -> None:
    """Accounts and their roles."""

    @app.get("/people")
    async def people_page(request: Request) -> Response:
        person = auth.person(request, Permission.PEOPLE)
        accounts = sorted(people.accounts.accounts.values(), key=lambda each: each.name.casefold())
        return page(
            "people.html",
            request,
            person,
            accounts=[(each, people.open_sessions(each.name)) for each in accounts],
            invitations=people.open_invitations(),
            roles=ROLES,
            hours=MOST_LINK_HOURS,
            public=people.accounts.public,
            shown=audit.PUBLIC,
            latest=LONGEST_MIN,
        )

    @app.post("/people/invite")
    async def invite(request: Request) -> Response:
        person = auth.person(request, Permission.PEOPLE)
        body = await _read_request(request, Invite)
        invitation, token = await people.invite(
            body.role, body.name, body.hours, person.name, person.address
        )
        link = f"{origin(request)}/join#{token}"
        size, path = qr_path(link)
        return answer_json(
            {"invitation": invitation, "link": link, "size": size, "dark": path}, 201
        )

    @app.post("/people/withdraw")
    async def withdraw(request: Request) -> Response:
        person = auth.person(request, Permission.PEOPLE)
        body = await _read_request(request, Withdraw)
        await people.withdraw(body.invitation, person.name, person.address)
        return answer_json({})

    @app.post("/people/role")
    async def role(request: Request) -> Response:
        person = auth.person(request, Permission.PEOPLE)
        body = await _read_request(request, SetRole)
        await people.change_role(body.name, body.role, person.name, person.address)
        return answer_json({})

    @app.post("/people/public")
    async def public(request: Request) -> Response:
        person = auth.person(request, Permission.PEOPLE)
        body = await _read_request(request, Public)
        await people.set_public(body, person.name, person.address)
        return answer_json({})

    @app.post("/people/sign-out")
    async def sign_out(request: Request) -> Response:
        person = auth.person(request, Permission.PEOPLE)
        body = await _read_request(request, Named)
        await people.sign_out_all(body.name, person.name, person.address)
        return answer_json({})


def add_audit(
    app: FastAPI,
    people: People,
    orders: Callable[[], tuple[StoredOrder, ...]],
    acts: Callable[[], Iterable[audit.AuditLine]],
    auth: Auth,
    page: Page,
) -> None:
    """The audit. `orders`: all orders given, the oldest first; `acts`: all other acts."""

    @app.get("/audit")
    async def audit_page(request: Request) -> Response:
        person = auth.person(request, Permission.AUDIT)
        page_number = request.query_params.get("page", "1")
        number = max(1, int(page_number[:6])) if page_number.isdecimal() else 1
        lines, pages = audit.audit_page(people.noted, orders(), number, acts())
        return page("audit.html", request, person, lines=lines, number=number, pages=pages)


def _outside(request: Request) -> Response:
    answer = answer_json({})
    clear_session(request, answer)
    return answer


async def _read_request(request: Request, kind: type[T]) -> T:
    """A page's request. Raises PersonInvalid, without its contents."""
    body = await read_body(request, LONGEST_ASKED)
    why = too_deep(body)
    try:
        if why is None:
            return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, ValueError) as error:
        why = complaint(body, error)
    raise PersonInvalid(text("This is not valid: {why}", why=why))


def _back(request: Request) -> str:
    """Where the user wanted to go before the sign-in; never another site."""
    to = request.query_params.get("to", "/")
    return to if to.startswith("/") and not to.startswith(("//", "/\\")) else "/"


def origin(request: Request) -> str:
    """The director's address for a phone; not one that means the phone itself."""
    host = request.url.hostname or ""
    server = request.scope.get("server") or ("", 0)
    if host == "localhost" or is_loopback(host):
        found = network_address()
        if not is_loopback(str(server[0])) and found is not None:
            return f"{request.url.scheme}://{found}:{server[1]}"
    return f"{request.url.scheme}://{request.url.netloc}"
