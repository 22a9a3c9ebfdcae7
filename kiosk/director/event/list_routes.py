"""Entries, results, places and ratings of the event for download, as JSON and CSV."""

from collections.abc import Callable, Sequence
from pathlib import PurePath

import msgspec
from starlette.responses import Response

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
from kiosk.director.http import answer_shapes as shapes
from kiosk.director.http.answers import answer_file
from kiosk.director.http.route import CSV, Route, RouteRequest
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


def _json_route(name: str, summary: str, shape: type[msgspec.Struct]) -> Route[None]:
    return Route(f"GET /event/{name}.json", Permission.WATCH, summary, {200: (shape,)})


def _csv_route(name: str) -> Route[None]:
    summary = "The same for spreadsheets: with commas, or semicolons where decimals have a comma."
    return Route(f"GET /event/{name}.csv", Permission.WATCH, summary, {200: (CSV,)})


class ListRoutes:
    """Each of LISTS in both forms."""

    def __init__(self, chronicles: Chronicles) -> None:
        self._chronicles = chronicles

    @_json_route("entries", "Who is entered, where.", shapes.EntriesListed)
    @_json_route("results", "Pairings that are over.", shapes.ResultsListed)
    @_json_route("standings", "Places in each bracket, as ranges.", shapes.StandingsListed)
    @_json_route("ratings", "Ratings by the event's formula.", shapes.RatingsListed)
    async def list_as_json(self, request: RouteRequest[None]) -> object:
        _kind, lines = LISTS[_list_name(request)]
        now = await self._chronicles.read_current()
        event = now.tournament
        heading = {"event_id": event.event_id, "event": event.name, "seq": now.seq}
        return heading | {"formula": event.formula, "lines": lines(now)}

    @_csv_route("entries")
    @_csv_route("results")
    @_csv_route("standings")
    @_csv_route("ratings")
    async def list_as_csv(self, request: RouteRequest[None]) -> Response:
        name = _list_name(request)
        kind, lines = LISTS[name]
        now = await self._chronicles.read_current()
        title = f"{now.tournament.event_id or 'event'} {name}.csv"
        content = to_csv(kind, lines(now), request.language)
        return answer_file(content, MEDIA_TYPE, title)


def _list_name(request: RouteRequest[None]) -> str:
    return PurePath(request.route.path).stem
