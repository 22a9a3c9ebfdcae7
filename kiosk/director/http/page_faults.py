"""Errors of pages, sent by the page itself, in the service's log. A flood does not fill the log."""

import logging
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec

from kiosk.catalogue.text import text
from kiosk.director.errors import NotAllowed, OrderInvalid
from kiosk.director.http.answer_shapes import Done
from kiosk.director.http.coalesced import RepeatCounter
from kiosk.director.http.route import Route, RouteRequest, json_body
from kiosk.director.people.auth import Auth, Person
from kiosk.director.people.roles import STRANGER, Permission

LONGEST_FAULT = 24 * 1024
"""Most bytes in a request: an escaped letter may take twelve."""

MOST_LETTERS = 1500
"""Most letters of an error; a script's error with its stack is shorter."""

SECRET = "{token}"
"""The part of a route whose value opens a page: it stays out of the log."""

_log = logging.getLogger(__name__)


class PageFault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`page` is the path of a page, `what` the error as its browser reports it."""

    page: Annotated[str, msgspec.Meta(max_length=200)]
    what: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_LETTERS)]


class PageFaults:
    """Logs errors of each page and account once a minute, also those of all visitors together,
    apart from users who are signed in.
    """

    def __init__(self, monotonic_ns: Callable[[], int]) -> None:
        self._monotonic_ns = monotonic_ns
        self._known: RepeatCounter[tuple[str, str]] = RepeatCounter()
        self._strangers: RepeatCounter[str] = RepeatCounter()

    def note(self, route: str, fault: PageFault, person: Person | None) -> None:
        """Log a fault. `route` is the path of the page's route, which limits their number."""
        now_ns = self._monotonic_ns()
        if person is None:
            times = self._strangers.count(route, now_ns)
        else:
            times = self._known.count((route, person.name), now_ns)
        if times:
            who = "a visitor" if person is None else person.name
            more = f", {times} times since the last such line" if times > 1 else ""
            named = route if SECRET in route else fault.page
            page, what = printable(named), printable(fault.what)
            _log.warning("the page %s of %s failed%s: %s", page, printable(who), more, what)


class PageFaultRoutes:
    """Accepted from viewers who may see the page, signed in where it requires that."""

    def __init__(
        self, auth: Auth, monotonic_ns: Callable[[], int], routes: Mapping[str, Route[Any]]
    ) -> None:
        self._auth, self._routes = auth, routes
        self._faults = PageFaults(monotonic_ns)

    @Route(
        "POST /page-faults",
        Permission.LIVE,
        "What failed on a page, for the service's log.",
        {200: (Done,)},
        json_body(PageFault, LONGEST_FAULT),
    )
    async def page_fault(self, request: RouteRequest[PageFault]) -> object:
        fault = await request.read_body()
        route = self._route_of_page(fault.page)
        if route.permission not in STRANGER and self._auth.known(request) is None:
            raise NotAllowed(text("Players who are not signed in have not seen this page"))
        self._faults.note(route.path, fault, self._auth.admit(request, route.permission))
        return Done()

    def _route_of_page(self, path: str) -> Route[Any]:
        """The route that serves a path. Raises OrderInvalid if there is none."""
        for route in self._routes.values():
            pattern = "[^/]+".join(map(re.escape, re.split(r"\{\w+\}", route.path)))
            if route.method == "GET" and re.fullmatch(pattern, path):
                return route
        raise OrderInvalid(text("This director has no page {page}", page=path))


def printable(came: str) -> str:
    """Text that a terminal shows as one line: without control or direction characters."""
    return "".join(letter if letter.isprintable() else " " for letter in came)
