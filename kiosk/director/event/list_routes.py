"""Entries, results, places and ratings of the event for download, as JSON and CSV."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from fastapi import FastAPI, Request, Response

from kiosk.director.event.chronicle import Chronicle, Chronicles
from kiosk.director.event.lists import (
    EntryLine,
    RatingLine,
    ResultLine,
    StandingLine,
    list_entries,
    list_places,
    list_ratings,
    list_results,
    to_csv,
)
from kiosk.director.http.answers import answer_file, answer_json
from kiosk.director.people.auth import Auth
from kiosk.director.people.roles import Permission
from kiosk.record.spreadsheet import MEDIA_TYPE

Lines = Sequence[msgspec.Struct]
Listed = tuple[type[msgspec.Struct], Callable[[Chronicle], Lines]]

LISTS: dict[str, Listed] = {
    "entries": (EntryLine, lambda now: list_entries(now.tournament)),
    "results": (ResultLine, lambda now: list_results(now.tournament, now.history)),
    "standings": (StandingLine, lambda now: list_places(now.tournament)),
    "ratings": (RatingLine, lambda now: list_ratings(now.tournament, now.history)),
}
"""By the last part of the path: the type of a line, and the function that lists them."""


def add_lists(app: FastAPI, chronicles: Chronicles, auth: Auth) -> None:
    """`GET /event/NAME.json` and `.csv` for each of LISTS."""
    for name, listed in LISTS.items():
        app.add_api_route(f"/event/{name}.json", _as_json(*listed, chronicles, auth))
        app.add_api_route(f"/event/{name}.csv", _as_csv(name, *listed, chronicles, auth))


def _as_json(
    _kind: type[msgspec.Struct],
    lines: Callable[[Chronicle], Lines],
    chronicles: Chronicles,
    auth: Auth,
) -> Callable[[Request], Any]:
    async def answered(request: Request) -> Response:
        auth.person(request, Permission.WATCH)
        now = await chronicles.read_current()
        event = now.tournament
        heading = {"event_id": event.event_id, "event": event.name, "seq": now.seq}
        return answer_json(heading | {"formula": event.formula, "lines": lines(now)})

    return answered


def _as_csv(
    name: str,
    kind: type[msgspec.Struct],
    lines: Callable[[Chronicle], Lines],
    chronicles: Chronicles,
    auth: Auth,
) -> Callable[[Request], Any]:
    async def answered(request: Request) -> Response:
        auth.person(request, Permission.WATCH)
        now = await chronicles.read_current()
        title = f"{now.tournament.event_id or 'event'} {name}.csv"
        return answer_file(to_csv(kind, lines(now)), MEDIA_TYPE, title)

    return answered
