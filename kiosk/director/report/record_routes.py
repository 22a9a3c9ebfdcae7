"""Download of the record of any match at any table, built from the director's rows."""

import asyncio

from starlette.responses import Response

from kiosk.catalogue.text import text
from kiosk.director.console import ConsoleFeed
from kiosk.director.errors import TableUnknown
from kiosk.director.http.answers import answer_file
from kiosk.director.http.route import CSV, TEXT, Route, RouteRequest
from kiosk.director.orders.forms import quote_value
from kiosk.director.people.roles import Permission
from kiosk.record import MatchMissing, RowsMakeNoSense, fill_record, format_record
from kiosk.record.form import Record
from kiosk.record.spreadsheet import MEDIA_TYPE
from kiosk.wire.errors import WireError
from kiosk.wire.journal_name import journal_at

JSON = "application/json"
_ABREAST = 2
"""Records built at once; further requests wait."""


class RecordRoutes:
    """Without `match_id` the table's last match."""

    def __init__(self, console: ConsoleFeed) -> None:
        self._console = console
        self._turns = asyncio.Semaphore(_ABREAST)

    @Route(
        "GET /tables/{journal_id}/record.json",
        Permission.WATCH,
        "The record of a match at a table; of the last that came there if none is named.",
        {200: (Record,)},
        asks={"match_id": ("query", TEXT)},
    )
    async def record_as_json(self, request: RouteRequest[None]) -> Response:
        return await self._answer_record(request, "json", JSON)

    @Route(
        "GET /tables/{journal_id}/record.csv",
        Permission.WATCH,
        "The same line by line.",
        {200: (CSV,)},
        asks={"match_id": ("query", TEXT)},
    )
    async def record_as_csv(self, request: RouteRequest[None]) -> Response:
        return await self._answer_record(request, "csv", MEDIA_TYPE)

    async def _answer_record(
        self, request: RouteRequest[None], form: str, media_type: str
    ) -> Response:
        journal_id = request.path_params["journal_id"]
        wanted_id = request.query_params.get("match_id")
        async with self._turns:
            try:
                match_id, rows = await self._console.match_rows(journal_at(journal_id), wanted_id)
                found = await asyncio.to_thread(fill_record, rows, match_id)
                content = await asyncio.to_thread(format_record, found, form)
            except MatchMissing:
                named = quote_value(match_id)
                raise TableUnknown(
                    text("this table has no match {match}: look at its page", match=named)
                ) from None
            except (WireError, RowsMakeNoSense) as error:
                raise TableUnknown(
                    text("a row of this match can't be read here: {why}", why=str(error))
                ) from error
        return answer_file(content, media_type, f"{match_id}.{form}")
