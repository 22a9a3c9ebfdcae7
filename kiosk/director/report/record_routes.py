"""Download of the record of any match at any table, built from the director's rows."""

import asyncio

from fastapi import FastAPI, Request, Response

from kiosk.catalogue.text import text
from kiosk.director.errors import TableUnknown
from kiosk.director.http.answers import answer_file
from kiosk.director.orders.forms import quote_value
from kiosk.director.people.auth import Auth
from kiosk.director.people.roles import Permission
from kiosk.director.service import Service
from kiosk.record import MatchMissing, RowsMakeNoSense, fill_record, format_record
from kiosk.record.spreadsheet import MEDIA_TYPE
from kiosk.wire.errors import WireError
from kiosk.wire.journal_name import journal_at

JSON = "application/json"
_ABREAST = 2
"""Records built at once; further requests wait."""


def add_records(app: FastAPI, service: Service, auth: Auth) -> None:
    """Without `match_id` the table's last match."""
    turns = asyncio.Semaphore(_ABREAST)

    async def answer_record(
        request: Request, journal_id: str, form: str, media_type: str
    ) -> Response:
        auth.person(request, Permission.WATCH)
        wanted_id = request.query_params.get("match_id")
        async with turns:
            try:
                match_id, rows = await service.match_rows(journal_at(journal_id), wanted_id)
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

    @app.get("/tables/{journal_id}/record.json")
    async def as_json(journal_id: str, request: Request) -> Response:
        return await answer_record(request, journal_id, "json", JSON)

    @app.get("/tables/{journal_id}/record.csv")
    async def as_csv(journal_id: str, request: Request) -> Response:
        return await answer_record(request, journal_id, "csv", MEDIA_TYPE)
