"""Download of the record of any match at any table, built from the director's rows."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from starlette.responses import Response

from kiosk.catalogue.text import ENGLISH, format_text, text
from kiosk.director.console import ConsoleFeed
from kiosk.director.errors import TableUnknown
from kiosk.director.http.answers import answer_file
from kiosk.director.http.route import CSV, PLAIN, TEXT, Route, RouteRequest
from kiosk.director.orders.forms import quote_value
from kiosk.director.people.roles import Permission
from kiosk.director.report.result_sheet import bracket_words
from kiosk.director.report.round_name import round_words
from kiosk.director.store.album import Album
from kiosk.director.store.thread import StoreThread
from kiosk.record import (
    MatchMissing,
    NothingRolled,
    RowsMakeNoSense,
    Supplement,
    fill_record,
    format_record,
)
from kiosk.record.bundle import BundledMatch, SignedHead, bundle_bytes
from kiosk.record.form import Record
from kiosk.record.spreadsheet import MEDIA_TYPE
from kiosk.record.transcription import Heading, Plays
from kiosk.record.transcripts import read_transcript
from kiosk.tournament.bracket import Pairing
from kiosk.tournament.sheet import pairings
from kiosk.tournament.tournament import Division, Tournament, key_of
from kiosk.wire.errors import WireError
from kiosk.wire.journal_name import journal_at

JSON = "application/json"
SGF = "application/x-go-sgf"
OGXM = "application/octet-stream"
ZIP = "application/zip"
_ABREAST = 2
"""Records built at once; further requests wait."""


class RecordRoutes:
    """Without `match_id` the table's last match. Once it is over, files for other programs hold
    what was played, as far as its transcript knows it.
    """

    def __init__(
        self, console: ConsoleFeed, transcripts: Path, thread: StoreThread, album: Album
    ) -> None:
        self._console = console
        self._transcripts = transcripts
        self._thread = thread
        self._album = album
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

    @Route(
        "GET /tables/{journal_id}/record.mat",
        Permission.WATCH,
        "The same for other programs, as Jellyfish's text.",
        {200: (PLAIN,)},
        asks={"match_id": ("query", TEXT)},
    )
    async def record_as_mat(self, request: RouteRequest[None]) -> Response:
        return await self._answer_record(request, "mat", PLAIN)

    @Route(
        "GET /tables/{journal_id}/record.sgf",
        Permission.WATCH,
        "The same for other programs, as SGF.",
        {200: (SGF,)},
        asks={"match_id": ("query", TEXT)},
    )
    async def record_as_sgf(self, request: RouteRequest[None]) -> Response:
        return await self._answer_record(request, "sgf", SGF)

    @Route(
        "GET /tables/{journal_id}/record.ogxm",
        Permission.WATCH,
        "The same for other programs, as OGXM.",
        {200: (OGXM,)},
        asks={"match_id": ("query", TEXT)},
    )
    async def record_as_ogxm(self, request: RouteRequest[None]) -> Response:
        return await self._answer_record(request, "ogxm", OGXM)

    @Route(
        "GET /tables/{journal_id}/bundle.zip",
        Permission.WATCH,
        "The match to send away: a page that opens anywhere, its files, pictures, rows, and how to "
        "verify them.",
        {200: (ZIP,)},
        asks={"match_id": ("query", TEXT)},
    )
    async def bundle(self, request: RouteRequest[None]) -> Response:
        """From the match's first row to the first that the device signed after its last."""
        journal_id = journal_at(request.path_params["journal_id"])
        run, store = self._thread.run, self._thread.store
        async with self._turns:
            found, given = await self._read(journal_id, request.query_params.get("match_id"))
            head = await run(store.head_after, journal_id, found.last_seq)
            last = found.last_seq if head is None else head.last_seq
            rows = await self._console.rows_between(journal_id, found.first_seq, last)
            known = await run(store.journal, journal_id)
            signed = head and known and SignedHead(head.signed, head.signature, known.key)
            match = BundledMatch(found, rows, given, signed or None, self._picture)
            with _words_for_people(found.match_id):
                content = await asyncio.to_thread(bundle_bytes, match)
        return answer_file(content, ZIP, f"{found.match_id}.zip")

    async def _answer_record(
        self, request: RouteRequest[None], form: str, media_type: str
    ) -> Response:
        journal_id = journal_at(request.path_params["journal_id"])
        async with self._turns:
            found, given = await self._read(journal_id, request.query_params.get("match_id"))
            with _words_for_people(found.match_id):
                content = await asyncio.to_thread(format_record, found, form, given)
        return answer_file(content, media_type, f"{found.match_id}.{form}")

    async def _read(self, journal_id: str, wanted: str | None) -> tuple[Record, Supplement]:
        """A match's record, and what its files hold beside it."""
        match_id, rows = await self._console.match_rows(journal_id, wanted)
        with _words_for_people(match_id):
            found = await asyncio.to_thread(fill_record, rows, match_id)
        now = await self._console.chronicles.read_current()
        plays = await asyncio.to_thread(self._plays, found)
        return found, Supplement(plays, heading_of(now.tournament, match_id))

    def _picture(self, name: str) -> bytes | None:
        file = self._album.file(name)
        return None if file is None else file.read_bytes()

    def _plays(self, record: Record) -> Plays:
        """What is known to have been played in a match that is over."""
        if record.result is None:
            return {}
        found = read_transcript(self._transcripts, record.journal_id, record.match_id)
        return {} if found is None else found.plays


@contextmanager
def _words_for_people(match_id: str) -> Iterator[None]:
    """Raises TableUnknown where a match can't be written, and why."""
    try:
        yield
    except NothingRolled:
        raise TableUnknown(
            text("no roll of this match counts yet: take it as JSON or CSV")
        ) from None
    except MatchMissing:
        named = quote_value(match_id)
        raise TableUnknown(
            text("this table has no match {match}: look at its page", match=named)
        ) from None
    except (WireError, RowsMakeNoSense) as error:
        raise TableUnknown(
            text("a row of this match can't be read here: {why}", why=str(error))
        ) from error


def heading_of(tournament: Tournament, match_id: str) -> Heading | None:
    """The event's name, and division, bracket and round of a match called here; None for another
    event's. In English, as all that stands in files.
    """
    found = place_of(tournament, match_id)
    if found is None:
        return None
    division, pairing = found
    if pairing is None:
        return Heading(tournament.name, division.name)
    words = (bracket_words(pairing.bracket), round_words(division, pairing))
    bracket, number = (format_text(each, ENGLISH) for each in words)
    return Heading(tournament.name, f"{division.name}, {bracket}, {number}")


def place_of(tournament: Tournament, match_id: str) -> tuple[Division, Pairing | None] | None:
    """The division of a match called here, and its pairing as long as that is drawn; None for
    another event's.
    """
    key = key_of(match_id)
    division = None if key is None else tournament.divisions.get(key.division_id)
    if key is None or division is None or not tournament.name:
        return None
    drawn = (each for each in pairings(division) if each.pairing_id == key.pairing_id)
    return division, next(drawn, None)
