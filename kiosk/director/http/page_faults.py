"""Errors of pages, sent by the page itself, in the service's log. A flood does not fill the log."""

import logging
import re
from collections.abc import Callable
from typing import Annotated

import msgspec
from fastapi import FastAPI, Request, Response

from kiosk.catalogue.text import text
from kiosk.director.errors import NotAllowed, OrderInvalid
from kiosk.director.http.answers import answer_json, read_body
from kiosk.director.http.coalesced import RepeatCounter
from kiosk.director.people.auth import Auth, Person
from kiosk.director.people.roles import ROUTES, STRANGER, Permission
from kiosk.wire.bounds import complaint, too_deep

LONGEST_FAULT = 24 * 1024
"""Most bytes in a request: an escaped letter may take twelve."""

MOST_LETTERS = 1500
"""Most letters of an error; a script's error with its stack is shorter."""

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
        """Log it. `route` is the page's in ROUTES, which limits their number."""
        now_ns = self._monotonic_ns()
        if person is None:
            times = self._strangers.count(route, now_ns)
        else:
            times = self._known.count((route, person.name), now_ns)
        if times:
            who = "a visitor" if person is None else person.name
            more = f", {times} times since the last such line" if times > 1 else ""
            page, what = printable(fault.page), printable(fault.what)
            _log.warning("the page %s of %s failed%s: %s", page, printable(who), more, what)


def add_page_faults(app: FastAPI, auth: Auth, monotonic_ns: Callable[[], int]) -> None:
    """Accepted from viewers who may see the page, signed in where it requires that."""
    faults = PageFaults(monotonic_ns)

    @app.post("/page-faults")
    async def page_fault(request: Request) -> Response:
        fault = read_fault(await read_body(request, LONGEST_FAULT))
        route, act = route_of_page(fault.page)
        person = None
        if act not in STRANGER:
            if auth.known(request) is None:
                raise NotAllowed(text("Players who are not signed in have not seen this page"))
            person = auth.person(request, act)
        faults.note(route, fault, person)
        return answer_json({})


def read_fault(body: bytes) -> PageFault:
    """The report in a body. Raises OrderInvalid."""
    why = too_deep(body)
    try:
        if why is None:
            return msgspec.json.decode(body, type=PageFault)
    except (msgspec.MsgspecError, ValueError) as error:
        why = complaint(body, error)
    raise OrderInvalid(text("This is not valid: {why}", why=why))


def route_of_page(path: str) -> tuple[str, Permission]:
    """The route that serves a path, and its permission. Raises OrderInvalid if there is none."""
    for route, act in ROUTES.items():
        method, _, template = route.partition(" ")
        pattern = "[^/]+".join(map(re.escape, re.split(r"\{\w+\}", template)))
        if method == "GET" and re.fullmatch(pattern, path):
            return template, act
    raise OrderInvalid(text("This director has no page {page}", page=path))


def printable(came: str) -> str:
    """Text that a terminal shows as one line: without control or direction characters."""
    return "".join(letter if letter.isprintable() else " " for letter in came)
