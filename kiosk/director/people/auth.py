"""Who asks, and whether he may: what each route asks before it does anything for a browser.

A session is known by its cookie. What changes anything must name the session's CSRF token, too,
which only a page of ours has: it follows from the cookie's, and is kept nowhere.
"""

import hmac
from dataclasses import dataclass

from fastapi import Request, Response

from kiosk.catalogue.text import Text, text
from kiosk.director.errors import NotAllowed, NotSignedIn, RoleTooLow
from kiosk.director.people.people import BROWSER_DAYS, ROLES, SESSION_HOURS, People
from kiosk.director.people.roles import STRANGER, Permission, Role, may, may_act, may_order

CSRF_HEADER = "x-csrf"
MOST_OF_BROWSER = 8
"""Accounts that one browser is known by."""

_BETWEEN = "."
_READS = frozenset({"GET", "HEAD"})


@dataclass(frozen=True)
class Person:
    """Who is signed in: the account's name and role, his session, the address he is at."""

    name: str
    role: Role
    session: str
    address: str


class Auth:
    """Knows who a request is from."""

    def __init__(self, people: People) -> None:
        self._people = people

    def person(self, request: Request, act: Permission) -> Person:
        """Who asks for it. Raises NotSignedIn, NotAllowed, RoleTooLow."""
        found = self.known(request)
        if found is None:
            raise NotSignedIn(text("You are not signed in: sign in first"))
        if request.method not in _READS:
            token = request.headers.get(CSRF_HEADER, "").encode()
            if not hmac.compare_digest(token, self.csrf(request).encode()):
                raise NotAllowed(text("This page is older than your session: load it again"))
        if not may(found.role, act):
            raise _too_low(found)
        return found

    def anybody(self, act: Permission) -> None:
        """That nobody needs an account for it. Raises NotSignedIn."""
        if act not in STRANGER:
            raise NotSignedIn(text("You are not signed in: sign in first"))

    def known(self, request: Request) -> Person | None:
        """Who asks, if he is signed in."""
        token = request.cookies.get(cookie_name(request))
        found = self._people.session(token) if token else None
        if found is None:
            return None
        session, account, role = found
        return Person(account.name, role, session.session, address_of(request))

    def csrf(self, request: Request) -> str:
        """What pages of this session name, beside its cookie, when they change anything."""
        token = request.cookies.get(cookie_name(request), "")
        return hmac.new(token.encode(), b"csrf", "sha256").hexdigest()

    def is_here(self, person: Person) -> bool:
        """Whether he is signed in still; he has a page open now."""
        self._people.use(person.session)
        return self._people.is_open(person.session)


def check_order(person: Person, kind: str, title: Text | str) -> None:
    """That he may give such orders. Raises RoleTooLow."""
    if not may_order(person.role, kind):
        raise RoleTooLow(
            text(
                "Your role, {role}, gives no order “{title}”: ask the director",
                role=ROLES[person.role],
                title=title,
            ),
            person.name,
            kind,
        )


def check_event_act(person: Person, name: str) -> None:
    """That he may do this in the event, or on a ladder. Raises RoleTooLow."""
    if not may_act(person.role, name):
        raise _too_low(person, name)


def _too_low(person: Person, kind: str | None = None) -> RoleTooLow:
    words = text(
        "Your role, {role}, does not allow this: ask the director", role=ROLES[person.role]
    )
    return RoleTooLow(words, person.name, kind)


def address_of(request: Request) -> str:
    return request.client.host if request.client else ""


def cookie_name(request: Request) -> str:
    """Under TLS the browser itself holds it to this very host (RFC 6265bis, 4.1.3.2)."""
    return "__Host-session" if _is_tls(request) else "session"


def _browser_cookie(request: Request) -> str:
    return "__Host-browser" if _is_tls(request) else "browser"


def browsers_of(request: Request) -> tuple[str, ...]:
    """The tokens by which a browser says it is known, one for each account it was let in by."""
    cookie = request.cookies.get(_browser_cookie(request), "")
    return tuple(cookie.split(_BETWEEN)[:MOST_OF_BROWSER]) if cookie else ()


def let_in(request: Request, answer: Response, token: str, browsers: tuple[str, ...]) -> None:
    """From here on the browser is known by its cookies; `browsers` stay when its session ends.

    The session's stands first and last: scripts that take one cookie of an answer take that.
    """
    _set(request, answer, cookie_name(request), token, SESSION_HOURS * 3600)
    if browsers:
        kept = _BETWEEN.join(browsers[:MOST_OF_BROWSER])
        _set(request, answer, _browser_cookie(request), kept, BROWSER_DAYS * 24 * 3600)
        _set(request, answer, cookie_name(request), token, SESSION_HOURS * 3600)


def _set(request: Request, answer: Response, name: str, value: str, seconds: int) -> None:
    answer.set_cookie(
        name,
        value,
        max_age=seconds,
        path="/",
        secure=_is_tls(request),
        httponly=True,
        samesite="strict",
    )


def let_out(request: Request, answer: Response) -> None:
    """The browser forgets its cookie, and what it has kept of our pages and pictures (W3C, Clear
    Site Data). It heeds that only under TLS.
    """
    answer.headers["Clear-Site-Data"] = '"cache", "storage"'
    answer.delete_cookie(
        cookie_name(request), path="/", secure=_is_tls(request), httponly=True, samesite="strict"
    )


def _is_tls(request: Request) -> bool:
    return bool(request.scope["scheme"] == "https")
