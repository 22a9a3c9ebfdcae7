"""The page of a finished match, its files and pictures, by an address that nobody can guess."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime

from starlette.responses import FileResponse, Response

from kiosk.catalogue.named_sides import NamedSides
from kiosk.catalogue.terms import SIDES, isolated
from kiosk.catalogue.text import Language, Text, format_text, text
from kiosk.director.errors import NotPublic
from kiosk.director.http.answer_shapes import Failed
from kiosk.director.http.answers import answer_file
from kiosk.director.http.route import CSV, JPEG, PAGE, PLAIN, Route, RouteRequest
from kiosk.director.people.roles import Permission
from kiosk.director.public.match_pages import FoundMatch
from kiosk.director.public.match_sheet import (
    FACES,
    MatchSheet,
    SheetLine,
    length_words,
    match_sheet,
    public_record,
)
from kiosk.director.report.record_routes import JSON, OGXM, SGF, heading_of, place_of
from kiosk.director.report.result_sheet import bracket_words
from kiosk.director.report.round_name import round_words
from kiosk.director.service import Service
from kiosk.record import (
    MatchMissing,
    NothingRolled,
    RowsMakeNoSense,
    Supplement,
    fill_record,
    format_record,
)
from kiosk.record.form import Record
from kiosk.record.spreadsheet import MEDIA_TYPE
from kiosk.record.transcription import Plays
from kiosk.record.transcripts import read_transcript
from kiosk.rules.match import Match
from kiosk.rules.match.outcome import EarlierMatch
from kiosk.rules.units import SECOND_NS, BySide, Side
from kiosk.tournament.tournament import Tournament
from kiosk.wire.errors import WireError

FILES = {"mat": PLAIN, "sgf": SGF, "ogxm": OGXM, "csv": MEDIA_TYPE, "json": JSON}
"""Media types of a match's files, by their endings."""

KEPT = 16
"""Records kept at once, of those asked for last."""

_ABREAST = 2
"""Records read at once; further requests wait."""

_REFUSES = {404: (Failed, PAGE)}


@dataclass(frozen=True, slots=True)
class _KeptRecord:
    """A record as it was read when its match stood so, its result corrected or not."""

    match: Match
    later: EarlierMatch | None
    record: Record

    def holds_for(self, found: FoundMatch) -> bool:
        return self.match is found.match and self.later == found.later


@dataclass(frozen=True, slots=True)
class _ShownMatch:
    """A match that is shown, by the names that the event makes public."""

    found: FoundMatch
    record: Record
    named: bool


class MatchRoutes:
    """All that is wrong about an address is answered alike."""

    def __init__(self, service: Service) -> None:
        self._pages, self._console = service.match_pages, service.console
        self._accounts, self._album = service.people.accounts, service.traffic.album
        self._transcripts = service.transcripts
        self._turns = asyncio.Semaphore(_ABREAST)
        self._kept: OrderedDict[tuple[str, str], _KeptRecord] = OrderedDict()

    @Route(
        "GET /match/{token}",
        Permission.LIVE,
        "A finished match, for its players.",
        {200: (PAGE,)},
        refuses=_REFUSES,
    )
    async def match_page(self, request: RouteRequest[None]) -> Response:
        shown = await self._shown(request)
        now = await self._console.chronicles.read_current()
        sheet = await asyncio.to_thread(match_sheet, shown.record, await self._plays(shown))
        names = shown.record.sides.map(lambda team: team.name) if shown.named else None
        language = _by_names(request.language, names)
        answer = request.page(
            "match.html",
            sheet=self._with_pictures(sheet),
            sides=tuple(Side),
            players=_shown_names(language),
            about=[
                format_text(each, language) for each in about_match(now.tournament, shown.found)
            ],
            length=format_text(length_words(sheet.length), language),
            in_words=lambda words: format_text(words, language),
            clock=clock_words,
            score=lambda points: f"{points.white}–{points.black}",
            faces=FACES,
            address=request.url.path,
            files=tuple(FILES),
            until=local_day(shown.found.until_utc),
        )
        answer.headers["Cache-Control"] = "private, no-store"
        return answer

    @Route(
        "GET /match/{token}/match.{form}",
        Permission.LIVE,
        "Its record as a file: mat, sgf, ogxm, csv or json.",
        {200: (PLAIN, SGF, OGXM, CSV, Record)},
        refuses=_REFUSES,
    )
    async def match_file(self, request: RouteRequest[None]) -> Response:
        form = request.path_params["form"]
        shown = await self._shown(request)
        if form not in FILES:
            raise _nothing_here()
        now = await self._console.chronicles.read_current()
        heading = heading_of(now.tournament, shown.found.match_id)
        given = Supplement(await self._plays(shown), heading)
        try:
            content = await asyncio.to_thread(format_record, shown.record, form, given)
        except NothingRolled:
            raise NotPublic(text("No roll of this match counts: take it as JSON or CSV")) from None
        except RowsMakeNoSense as error:
            raise _nothing_here() from error
        return answer_file(content, FILES[form], f"match.{form}")

    @Route(
        "GET /match/{token}/pictures/{sha256}.jpg",
        Permission.LIVE,
        "A picture of one of its rolls, or a part of it.",
        {200: (JPEG,), 206: (JPEG,)},
        refuses={**_REFUSES, 400: (Failed, PAGE, PLAIN), 416: (PLAIN,)},
    )
    async def match_picture(self, request: RouteRequest[None]) -> Response:
        sha256 = request.path_params["sha256"]
        shown = await self._shown(request)
        sheet = await asyncio.to_thread(match_sheet, shown.record)
        file = self._album.file(sha256) if sha256 in sheet.pictures else None
        if file is None:
            raise _nothing_here()
        return FileResponse(file, media_type=JPEG, headers={"Cache-Control": "no-store"})

    async def _plays(self, shown: _ShownMatch) -> Plays:
        """What is known to have been played."""
        where = shown.found.journal_id, shown.found.match_id
        found = await asyncio.to_thread(read_transcript, self._transcripts, *where)
        return {} if found is None else found.plays

    async def _shown(self, request: RouteRequest[None]) -> _ShownMatch:
        """The match of the request's address. Raises NotPublic."""
        found = self._pages.find(request.path_params["token"])
        if found is None:
            raise _nothing_here()
        try:
            record = await self._record(found)
        except (MatchMissing, WireError, RowsMakeNoSense) as error:
            raise _nothing_here() from error
        named = self._accounts.public.names
        return _ShownMatch(found, public_record(record, names=named), named)

    async def _record(self, found: FoundMatch) -> Record:
        """Raises MatchMissing, RowsMakeNoSense, StoreError, WireError."""
        async with self._turns:
            place = found.journal_id, found.match_id
            kept = self._kept.get(place)
            if kept is None or not kept.holds_for(found):
                _id, rows = await self._console.match_rows(*place)
                record = await asyncio.to_thread(fill_record, rows, found.match_id)
                kept = self._kept[place] = _KeptRecord(found.match, found.later, record)
            self._kept.move_to_end(place)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return kept.record

    def _with_pictures(self, sheet: MatchSheet) -> MatchSheet:
        """The sheet without the names of pictures that are not here, or no longer."""

        def shown(line: SheetLine) -> SheetLine:
            here = line.picture is not None and self._album.file(line.picture) is not None
            return line if here else replace(line, picture=None)

        games = (replace(each, lines=tuple(map(shown, each.lines))) for each in sheet.games)
        return replace(sheet, games=tuple(games))


def clock_words(ns: int) -> str:
    """`1:04`: minutes and seconds, or `1:02:03`, never rounded up."""
    minutes, seconds = divmod(ns // SECOND_NS, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"


def local_day(utc: str) -> str:
    """`2026-11-30`: the day of a time, by this machine's time zone."""
    return datetime.fromisoformat(utc).astimezone().date().isoformat()


def _nothing_here() -> NotPublic:
    return NotPublic(
        text(
            "There is no match at this address: it may not be signed yet, or its time here is over"
        )
    )


def _by_names(language: Language, names: BySide[str] | None) -> Language:
    """The language in which the sides are called by these names, if any."""
    return language if names is None else NamedSides(language, names.map(isolated))


def _shown_names(language: Language) -> BySide[str]:
    return BySide(*(format_text(SIDES[side], language) for side in Side))


def about_match(tournament: Tournament, found: FoundMatch) -> list[Text | str]:
    """Event, division, bracket and round, as far as the match is the event's; and the day."""
    day = local_day(found.ended_utc)
    place = place_of(tournament, found.match_id)
    if place is None:
        return [day]
    division, pairing = place
    if pairing is None:
        return [tournament.name, division.name, day]
    named = round_words(division, pairing)
    return [tournament.name, division.name, bracket_words(pairing.bracket), named, day]
