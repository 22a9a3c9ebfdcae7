"""Authentication and permissions: checked before a route does anything for a browser.

A session is identified by its cookie. A request that changes anything must also carry the session's
CSRF token, which only our own pages have: it is derived from the cookie's token, and not stored.
"""

import hmac
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from kiosk.catalogue.text import Text, text
from kiosk.director.errors import NotAllowed, NotSignedIn, RoleTooLow
from kiosk.director.people.people import BROWSER_DAYS, ROLES, SESSION_HOURS, People
from kiosk.director.people.roles import STRANGER, Permission, Role, may, may_act, may_order

CSRF_HEADER = "x-csrf"
MOST_OF_BROWSER = 8
"""Most accounts for which one browser is known."""

_BETWEEN = "."
_READS = frozenset({"GET", "HEAD"})


@dataclass(frozen=True)
class Person:
    """The user of a session: the account's name and role, the session, the address."""

    name: str
    role: Role
    session: str
    address: str


class Auth:
    """Authenticates requests."""

    def __init__(self, people: People) -> None:
        self._people = people

    def admit(self, request: Request, permission: Permission) -> Person | None:
        """The user of a request that needs this permission; None: it needs no account. Raises
        NotSignedIn, NotAllowed, RoleTooLow.
        """
        if permission in STRANGER:
            return None
        found = self.known(request)
        if found is None:
            raise NotSignedIn(text("You are not signed in: sign in first"))
        if request.method not in _READS:
            token = request.headers.get(CSRF_HEADER, "").encode()
            if not hmac.compare_digest(token, self.csrf(request).encode()):
                raise NotAllowed(text("This page is older than your session: load it again"))
        if not may(found.role, permission):
            raise _too_low(found)
        return found

    def known(self, request: Request) -> Person | None:
        """The user of a request, if signed in."""
        token = request.cookies.get(cookie_name(request))
        found = self._people.session(token) if token else None
        if found is None:
            return None
        session, account, role = found
        return Person(account.name, role, session.session, address_of(request))

    def csrf(self, request: Request) -> str:
        """CSRF token of the session, which its pages send with every change."""
        token = request.cookies.get(cookie_name(request), "")
        return hmac.new(token.encode(), b"csrf", "sha256").hexdigest()

    def is_here(self, person: Person) -> bool:
        """Whether the user is still signed in; marks the session as used."""
        self._people.use(person.session)
        return self._people.is_open(person.session)


def check_order(person: Person, kind: str, title: Text | str) -> None:
    """Check that the user may give orders of this kind. Raises RoleTooLow."""
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
    """Check that the user may do this in the event, or on a ladder. Raises RoleTooLow."""
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
    """Name of the session's cookie. Under TLS the browser itself binds it to this host (RFC
    6265bis, 4.1.3.2).
    """
    return "__Host-session" if _is_tls(request) else "session"


def _browser_cookie(request: Request) -> str:
    return "__Host-browser" if _is_tls(request) else "browser"


def browsers_of(request: Request) -> tuple[str, ...]:
    """The browser's tokens, one for each account under which it signed in."""
    cookie = request.cookies.get(_browser_cookie(request), "")
    return tuple(cookie.split(_BETWEEN)[:MOST_OF_BROWSER]) if cookie else ()


def set_session_cookies(
    request: Request, answer: Response, token: str, browsers: tuple[str, ...]
) -> None:
    """Set the cookies of a session and of the known browser; `browsers` stay when the session ends.

    The session's cookie is both first and last: scripts that read one cookie of an answer get that.
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


def clear_session(request: Request, answer: Response) -> None:
    """Clear the session's cookie, and the browser's cache of our pages and pictures (W3C, Clear
    Site Data), which it does only under TLS.
    """
    answer.headers["Clear-Site-Data"] = '"cache", "storage"'
    answer.delete_cookie(
        cookie_name(request), path="/", secure=_is_tls(request), httponly=True, samesite="strict"
    )


def _is_tls(request: Request) -> bool:
    return bool(request.scope["scheme"] == "https")
