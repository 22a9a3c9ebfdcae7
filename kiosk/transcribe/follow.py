"""`kiosk transcribe --follow`: the transcript of each match at a director's, as pictures come.

A process of its own at the lowest priority. It reads the database and the folder of pictures, and
writes transcripts alone: whatever becomes of it, the director goes on, and what it did not write it
writes when it is started again.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import cv2
import msgspec

from kiosk.director.errors import StoreError
from kiosk.director.store.kept import DatabaseFollower, MatchKey, MatchNews
from kiosk.record import RecordError
from kiosk.record.form import Record
from kiosk.record.transcripts import (
    CHECKERS,
    Board,
    PlayAnswer,
    read_transcript,
    transcript_file,
)
from kiosk.rules.board import Position
from kiosk.rules.units import BySide, Side
from kiosk.transcribe.board_reader import BoardReader, CheckerReader
from kiosk.transcribe.document import to_transcript
from kiosk.transcribe.inferred import infer_match, pictures_named
from kiosk.transcribe.pictures import MatchPictures
from kiosk.transcript import Answer
from kiosk.wire.errors import WireError
from kiosk.wire.secret_file import make_private_folder, write_whole

POLL_S = 1.0
"""Between two looks at the database when there is nothing to do."""

AGAIN_S = 30.0
"""Until missing pictures are looked for again, and a file is tried again that failed."""

MOST_KEPT = 40
"""Finished matches whose readings stay in memory, for answers to them."""

NICE = 19
"""The lowest priority: tables and director come first."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _FollowedMatch:
    """`names`: its pictures so far; `stale`: its transcript lacks something that is known."""

    pictures: MatchPictures
    names: list[str] = field(default_factory=list)
    ended: bool = False
    stale: bool = False
    not_before_s: float = 0.0


class MatchSource(Protocol):
    """Where matches come from: `DatabaseFollower`. Each of them raises StoreError."""

    def read_news(self) -> dict[MatchKey, MatchNews]: ...
    def record(self, key: MatchKey) -> Record: ...
    def answers(self, key: MatchKey) -> tuple[PlayAnswer, ...]: ...


class MatchesFollowed:
    """The matches of one source, and the transcripts in `folder`."""

    def __init__(
        self,
        source: MatchSource,
        pictures: Path,
        folder: Path,
        make_reader: Callable[[], BoardReader] = CheckerReader,
    ) -> None:
        self._source = source
        self._pictures = pictures
        self._folder = folder
        self._make_reader = make_reader
        self._matches: dict[MatchKey, _FollowedMatch] = {}

    def step(self, now_s: float) -> bool:
        """Read one picture, or write one transcript; False: there is nothing to do now.

        Finished matches come first. Raises StoreError, NetMissing.
        """
        for key, news in self._source.read_news().items():
            self._take(key, news)
        finished = [key for key, match in self._matches.items() if match.ended]
        for key in finished:
            match = self._matches[key]
            if now_s < match.not_before_s:
                continue
            if match.pictures.read_next(match.names, whole=True):
                match.stale = True
                return True
            match.not_before_s = now_s + AGAIN_S
            if match.stale:
                match.stale = not self._write(key, match)
                return True
        self._let_go(finished)
        return any(
            match.pictures.read_next(match.names, whole=False)
            for match in self._matches.values()
            if not match.ended
        )

    def _take(self, key: MatchKey, news: MatchNews) -> None:
        match = self._matches.get(key)
        if match is None:
            if news.ended and self._is_written(key, news):
                return
            pictures = MatchPictures(self._pictures, self._make_reader())
            match = self._matches[key] = _FollowedMatch(pictures)
            known = read_transcript(self._folder, *key)
            if known is not None:
                match.names = [turn.picture for turn in known.turns if turn.picture is not None]
                match.ended = True
        match.names += [name for name in news.pictures if name not in match.names]
        match.ended = match.ended or news.ended
        match.stale, match.not_before_s = True, 0.0

    def _is_written(self, key: MatchKey, news: MatchNews) -> bool:
        """Whether the transcript holds all there is, as after a restart."""
        known = read_transcript(self._folder, *key)
        if known is None or known.last_seq < news.last_seq:
            return False
        missing = sum(not (self._pictures / f"{name}.jpg").is_file() for name in news.pictures)
        return known.waits_for <= missing and known.answers == len(self._source.answers(key))

    def _let_go(self, finished: list[MatchKey]) -> None:
        """Forget the readings of the matches that ended first."""
        done = [key for key in finished if not self._matches[key].stale]
        for key in done[: max(0, len(done) - MOST_KEPT)]:
            del self._matches[key]

    def _write(self, key: MatchKey, match: _FollowedMatch) -> bool:
        """Write a transcript if the match is over; False: it could not be written."""
        try:
            record = self._source.record(key)
        except (RecordError, WireError) as error:
            _log.error("match %s has no transcript: %s", key[1], error)
            return True
        if record.result is None:
            match.ended = False
            return True
        names = pictures_named(record)
        match.names += [name for name in names if name not in match.names]
        answers = self._source.answers(key)
        given = {answer.seq: _answer(answer) for answer in answers}
        found = infer_match(
            record,
            match.pictures.seen,
            match.pictures.lacks(names),
            {seq: answer for seq, answer in given.items() if answer is not None},
        )
        document = to_transcript(found, answers=len(answers), waits_for=match.pictures.waits_for)
        try:
            make_private_folder(self._folder)
            write_whole(transcript_file(self._folder, *key), msgspec.json.encode(document))
        except OSError as error:
            _log.error("%s can't be written: %s", self._folder, error.strerror)
            return False
        _log.info("match %s: %s", key[1], document.summary)
        return True


def _answer(answer: PlayAnswer) -> Answer | None:
    if answer.after is not None:
        return Answer(after=_position(answer.after))
    return None if answer.moves is None else Answer(answer.moves)


def _position(board: Board) -> Position:
    white, black = (bytes((CHECKERS - sum(board[side]), *board[side])) for side in Side)
    return Position(BySide(white, black))


def follow(database: Path, pictures: Path, folder: Path, starter: int | None = None) -> None:
    """Write transcripts until SIGTERM, SIGINT or, if it is given, the end of the process that
    started this one, `starter`. Raises NetMissing, and StoreError for a file that is no director's
    database.
    """
    source = DatabaseFollower(database)
    source.check()
    os.nice(NICE)
    cv2.setNumThreads(1)
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: stop.set())
    matches = MatchesFollowed(source, pictures, folder)
    complaint = ""
    while not stop.is_set() and starter in {None, os.getppid()}:
        try:
            busy = matches.step(time.monotonic())
            complaint = ""
        except StoreError as error:
            busy = False
            if str(error) != complaint:
                complaint = str(error)
                _log.error("no transcript is made meanwhile: %s", error)
        if not busy:
            stop.wait(POLL_S)
