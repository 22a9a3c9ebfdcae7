"""What was played in a match that is over: its page, its questions, and people's answers."""

import asyncio
from collections import Counter
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
from starlette.responses import Response

from kiosk.catalogue.text import text
from kiosk.director.console import ConsoleFeed
from kiosk.director.errors import OrderInvalid, TableUnknown
from kiosk.director.http.route import PAGE, TEXT, Parameters, Route, RouteRequest, json_body
from kiosk.director.orders.forms import quote_value
from kiosk.director.people.roles import Permission
from kiosk.director.plays.analysis import AnalysisJobs, AnalysisState
from kiosk.director.plays.answers import PlayAnswers
from kiosk.director.plays.process import TranscriberState
from kiosk.record import RecordError, fill_record
from kiosk.record.analysis import MatchAnalysis, read_analysis
from kiosk.record.form import Record
from kiosk.record.transcripts import (
    CHECKERS,
    PlayAnswer,
    Transcript,
    TurnPlayed,
    read_transcript,
)
from kiosk.rules.units import Side
from kiosk.wire.errors import WireError
from kiosk.wire.journal_name import journal_address, journal_at

LONGEST_ANSWER = 4096
"""Most bytes of an answer."""

_MATCH: Parameters = MappingProxyType({"match_id": ("query", TEXT)})


class AnsweredBy(msgspec.Struct, frozen=True):
    """Who said last what was played at a roll, and when."""

    by: str
    at_utc: str


class PlaysView(msgspec.Struct, frozen=True):
    """A match's plays. `over` False: it is still played, and nothing of it is shown.

    `transcript` None: there is none yet. `answers` counts what people said; the transcript holds
    the first so many of them (its own `answers`). `said`: by the journal row of the roll.
    `transcribing` False: nothing more will come. `analysis` is of this transcript.
    """

    match_id: str
    over: bool
    names: dict[Side, str]
    transcribing: bool = True
    answers: int = 0
    said: dict[str, AnsweredBy] = {}
    transcript: Transcript | None = None
    analysis: MatchAnalysis | None = None
    analysing: AnalysisState = AnalysisState.NONE


class PlayKept(msgspec.Struct, frozen=True):
    """An answer was kept as the match's so-and-so-many-th."""

    answers: int


class AnalysisBegun(msgspec.Struct, frozen=True):
    """What becomes of the analysis."""

    analysing: AnalysisState


class PlaysRoutes:
    """For the desk. Without `match_id` the table's last match; `folder` holds the transcripts."""

    def __init__(
        self,
        console: ConsoleFeed,
        answers: PlayAnswers,
        folder: Path,
        transcriber: TranscriberState,
        analyses: AnalysisJobs,
    ) -> None:
        self._console = console
        self._answers = answers
        self._folder = folder
        self._transcriber = transcriber
        self._analyses = analyses

    @Route(
        "GET /tables/{journal_id}/plays",
        Permission.TRANSCRIBE,
        "What was played in a match that is over, and what is not sure.",
        {200: (PAGE,)},
        asks=_MATCH,
    )
    async def plays_page(self, request: RouteRequest[None]) -> Response:
        address = journal_address(journal_at(request.path_params["journal_id"]))
        return request.page("plays.html", address=address)

    @Route(
        "GET /tables/{journal_id}/plays.json",
        Permission.TRANSCRIBE,
        "The same for programs.",
        {200: (PlaysView,)},
        asks=_MATCH,
    )
    async def plays_as_json(self, request: RouteRequest[None]) -> object:
        record = await self._record(request)
        names = {side: record.sides.of_side(side).name for side in Side}
        if record.result is None:
            return PlaysView(record.match_id, over=False, names=names)
        key = record.journal_id, record.match_id
        found = await asyncio.to_thread(read_transcript, self._folder, *key)
        given = await self._answers.of_match(*key)
        said = {str(each.answer.seq): AnsweredBy(each.by, each.at_utc) for each in given}
        return PlaysView(
            record.match_id,
            over=True,
            names=names,
            transcribing=self._transcriber.runs,
            answers=len(given),
            said=said,
            transcript=found,
            analysis=await asyncio.to_thread(self._analysis_of, found),
            analysing=self._analyses.state(key),
        )

    @Route(
        "POST /tables/{journal_id}/plays",
        Permission.TRANSCRIBE,
        "Say what was played at a roll of a match that is over.",
        {202: (PlayKept,)},
        json_body(PlayAnswer, LONGEST_ANSWER),
        asks=_MATCH,
    )
    async def answer_play(self, request: RouteRequest[PlayAnswer]) -> object:
        answer = await request.read_body()
        record = await self._record(request)
        if record.result is None:
            raise OrderInvalid(text("This match is not over: what was played is asked afterwards"))
        found = await asyncio.to_thread(
            read_transcript, self._folder, record.journal_id, record.match_id
        )
        turns = () if found is None else found.turns
        turn = next((each for each in turns if each.seq == answer.seq), None)
        if turn is None:
            seq = quote_value(str(answer.seq))
            raise OrderInvalid(text("No roll of this match is in row {seq}", seq=seq))
        check_answer(answer, turn)
        return PlayKept(
            await self._answers.keep(record.journal_id, record.match_id, answer, request.person)
        )

    @Route(
        "POST /tables/{journal_id}/analysis",
        Permission.TRANSCRIBE,
        "Have GNU Backgammon analyse a match all of whose plays are known.",
        {202: (AnalysisBegun,)},
        asks=_MATCH,
    )
    async def analyse(self, request: RouteRequest[None]) -> object:
        record = await self._record(request)
        key = record.journal_id, record.match_id
        found = await asyncio.to_thread(read_transcript, self._folder, *key)
        if record.result is None or found is None or any(turn.play is None for turn in found.turns):
            raise OrderInvalid(
                text("Not all plays of this match are known: answer its questions first")
            )
        self._analyses.start(key)
        return AnalysisBegun(self._analyses.state(key))

    def _analysis_of(self, found: Transcript | None) -> MatchAnalysis | None:
        """The analysis, if it is of this very transcript."""
        if found is None:
            return None
        analysis = read_analysis(self._folder, found.journal_id, found.match_id)
        if analysis is None:
            return None
        made_of = analysis.last_seq, analysis.answers
        return analysis if made_of == (found.last_seq, found.answers) else None

    async def _record(self, request: RouteRequest[Any]) -> Record:
        journal_id = journal_at(request.path_params["journal_id"])
        wanted = request.query_params.get("match_id")
        match_id, rows = await self._console.match_rows(journal_id, wanted)
        try:
            return await asyncio.to_thread(fill_record, rows, match_id)
        except (RecordError, WireError):
            named = quote_value(match_id)
            raise TableUnknown(
                text("this table has no match {match}: look at its page", match=named)
            ) from None


def check_answer(answer: PlayAnswer, turn: TurnPlayed) -> None:
    """Raise OrderInvalid for a play that cannot have been made at this turn: moves from where no
    checker is, or a position in which somebody's checkers are too many.
    """
    if answer.moves is not None and answer.after is not None:
        raise OrderInvalid(text("Give the moves or the position after them, not both"))
    if answer.after is not None:
        for side in Side:
            count = sum(answer.after.get(side, ()))
            if count > CHECKERS or side not in answer.after:
                raise OrderInvalid(
                    text("A side has at most 15 checkers, not {count}", count=str(count))
                )
        return
    left = Counter(dict(enumerate(turn.before[turn.side], 1)))
    for start, end in answer.moves or ():
        if left[start] == 0:
            raise OrderInvalid(
                text("No checker is on point {point} for this move", point=str(start))
            )
        left[start] -= 1
        left[end] += 1
