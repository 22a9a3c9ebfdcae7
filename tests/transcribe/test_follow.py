"""`kiosk transcribe --follow`: a transcript once a match is over, as pictures and answers come."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from kits.pictured_match import Pictured, pictured_match
from kits.transcript_kit import Flaws

from kiosk.director.errors import StoreError
from kiosk.director.store.kept import MatchKey, MatchNews
from kiosk.director.store.sqlite import SqliteStore
from kiosk.record.form import Record
from kiosk.record.transcripts import PlayAnswer, Transcript, read_transcript, transcript_file
from kiosk.rules.rulebook import RuleBook
from kiosk.transcribe import pictures
from kiosk.transcribe.follow import AGAIN_S, MatchesFollowed
from kiosk.transcribe.inferred import pictures_named
from kiosk.transcript import Orientation, PictureCells
from kiosk.transcript.orientation import Corner
from vision.calibration import Calibration
from vision.view import Picture

ROOT = Path(__file__).parents[2]
WAY = Orientation(Corner.FAR_RIGHT, 1)
HAND = Flaws(cell=0.03, hand=0.6)


@dataclass
class PaperSource:
    """A director's database of one match."""

    record_now: Record
    news: list[dict[MatchKey, MatchNews]] = field(default_factory=list)
    given: list[PlayAnswer] = field(default_factory=list)
    asked_for: int = 0

    @property
    def key(self) -> MatchKey:
        return self.record_now.journal_id, self.record_now.match_id

    def read_news(self) -> dict[MatchKey, MatchNews]:
        return self.news.pop(0) if self.news else {}

    def record(self, _key: MatchKey) -> Record:
        self.asked_for += 1
        return self.record_now

    def answers(self, _key: MatchKey) -> tuple[PlayAnswer, ...]:
        return tuple(self.given)


@dataclass
class Shelf:
    """Pictures by name, each a number; the reader finds its cells by that."""

    cells: dict[str, PictureCells]
    there: set[str] = field(default_factory=set)
    read_so_far: list[str] = field(default_factory=list)

    def picture_of(self, _folder: Path, name: str) -> Picture | None:
        if name not in self.there:
            return None
        return np.array([[[list(self.cells).index(name)]]], np.uint16).astype(np.uint8)

    def learn(self, _pictures: Sequence[Picture], _calibration: Calibration) -> None:
        pass

    def read(self, picture: Picture, _calibration: Calibration) -> PictureCells:
        name = list(self.cells)[int(picture[0, 0, 0])]
        self.read_so_far.append(name)
        return self.cells[name]


@pytest.fixture(scope="module")
def pictured(norway: RuleBook, tmp_path_factory: pytest.TempPathFactory) -> Pictured:
    return pictured_match(tmp_path_factory.mktemp("match") / "j", norway)


@pytest.fixture
def hall(pictured: Pictured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> "Hall":
    shelf = Shelf(pictured.seen(WAY, flaws=HAND))
    monkeypatch.setattr(pictures, "picture_of", shelf.picture_of)
    monkeypatch.setattr(pictures, "world_of", lambda *_given: object())
    source = PaperSource(pictured.record)
    return Hall(shelf, source, tmp_path / "transcripts", tmp_path)


@dataclass
class Hall:
    shelf: Shelf
    source: PaperSource
    folder: Path
    pictures: Path

    def followed(self) -> MatchesFollowed:
        return MatchesFollowed(self.source, self.pictures, self.folder, lambda: self.shelf)

    def bring(self, names: Sequence[str], **news: Any) -> None:
        last = self.source.record_now.last_seq
        self.source.news.append(
            {self.source.key: MatchNews(last_seq=last, pictures=tuple(names), **news)}
        )

    @property
    def transcript(self) -> Transcript | None:
        return read_transcript(self.folder, *self.source.key)


def work(followed: MatchesFollowed, now_s: float = 0.0) -> int:
    """Steps until there is nothing to do."""
    steps = 0
    while followed.step(now_s):
        steps += 1
    return steps


def test_pictures_are_read_as_they_come_and_nothing_is_written_before_the_end(hall: Hall) -> None:
    names = pictures_named(hall.source.record_now)
    followed = hall.followed()
    hall.shelf.there.update(names)
    hall.bring(names[:3])
    assert work(followed) == 0  # colours are learned from more
    hall.bring(names[3:])
    assert work(followed) == len(names)
    assert hall.transcript is None
    assert hall.source.asked_for == 0
    hall.bring((), ended=True)
    assert work(followed) == 1
    assert hall.transcript is not None
    assert len(hall.transcript.turns) == sum(len(g.rolls) for g in hall.source.record_now.games)
    assert hall.shelf.read_so_far == list(names)


def test_a_transcript_gives_the_plays_that_were_made(hall: Hall, pictured: Pictured) -> None:
    names = pictures_named(hall.source.record_now)
    hall.shelf.there.update(names)
    hall.bring(names, ended=True)
    work(hall.followed())
    assert hall.transcript is not None
    assert len(hall.transcript.plays) > len(names) / 2
    for seq, play in hall.transcript.plays.items():
        assert sorted(play.hits) == sorted(pictured.plays[seq].hits)
    asked = [turn for turn in hall.transcript.turns if turn.certainty == "asked"]
    assert asked
    assert all(2 <= len(turn.ways) <= 3 for turn in asked)


def test_a_match_that_was_opened_again_has_none_until_it_is_over(hall: Hall) -> None:
    names = pictures_named(hall.source.record_now)
    hall.shelf.there.update(names)
    over = hall.source.record_now
    hall.source.record_now = msgspec.structs.replace(over, result=None)
    followed = hall.followed()
    hall.bring(names, ended=True)
    work(followed)
    assert hall.transcript is None
    hall.source.record_now = over
    hall.bring((), ended=True)
    work(followed)
    assert hall.transcript is not None


def test_a_picture_that_comes_late_is_read_and_the_transcript_made_again(hall: Hall) -> None:
    names = pictures_named(hall.source.record_now)
    hall.shelf.there.update(names[:-5])
    followed = hall.followed()
    hall.bring(names, ended=True)
    work(followed)
    assert hall.transcript is not None
    assert hall.transcript.waits_for == 5
    assert any("5 of" in words for words in hall.transcript.lacks)
    hall.shelf.there.update(names)
    assert work(followed, AGAIN_S / 2) == 0
    assert work(followed, AGAIN_S + 1) == 5 + 1
    assert hall.transcript.waits_for == 0
    assert not hall.transcript.lacks


def test_an_answer_of_people_carries_on_into_the_transcript(hall: Hall, pictured: Pictured) -> None:
    names = pictures_named(hall.source.record_now)
    hall.shelf.there.update(names)
    hall.bring(names, ended=True)
    followed = hall.followed()
    work(followed)
    assert hall.transcript is not None
    turn = next(turn for turn in hall.transcript.turns if turn.certainty == "asked")
    hall.source.given.append(PlayAnswer(turn.seq, moves=pictured.plays[turn.seq].moves))
    hall.source.news.append({hall.source.key: MatchNews(answered=True)})
    assert work(followed) == 1
    answered = next(each for each in hall.transcript.turns if each.seq == turn.seq)
    assert answered.certainty == "answered"
    assert hall.transcript.plays[turn.seq].moves
    hall.source.given.append(PlayAnswer(turn.seq))
    hall.source.news.append({hall.source.key: MatchNews(answered=True)})
    work(hall.followed())  # after a restart
    again = next(each for each in hall.transcript.turns if each.seq == turn.seq)
    assert again == turn
    assert hall.transcript.answers == 2


def test_a_restart_does_only_what_is_not_done(hall: Hall) -> None:
    names = pictures_named(hall.source.record_now)
    hall.shelf.there.update(names)
    hall.bring(names, ended=True)
    assert work(hall.followed()) == len(names) + 1
    hall.bring(names, ended=True)
    assert work(hall.followed()) == 0
    transcript_file(hall.folder, *hall.source.key).write_text("torn")
    assert hall.transcript is None
    hall.bring(names, ended=True)
    assert work(hall.followed()) == len(names) + 1
    assert hall.transcript is not None


def test_a_full_disk_is_tried_again_and_stops_nothing(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_given: object) -> None:
        raise OSError(28, "No space left on device")

    names = pictures_named(hall.source.record_now)
    hall.shelf.there.update(names)
    hall.bring(names, ended=True)
    followed = hall.followed()
    with monkeypatch.context() as patched:
        patched.setattr("kiosk.transcribe.follow.write_whole", full)
        work(followed)
    assert "No space left on device" in caplog.text
    assert hall.transcript is None
    assert work(followed, AGAIN_S + 1) == 1
    assert hall.transcript is not None


def test_a_database_that_is_away_is_an_error_of_its_own(hall: Hall) -> None:
    def away() -> dict[MatchKey, MatchNews]:
        raise StoreError("director.db can't be read: try again")

    hall.source.read_news = away  # type: ignore[method-assign]
    with pytest.raises(StoreError, match="can't be read"):
        hall.followed().step(0.0)


def test_it_ends_with_the_process_that_started_it_however_that_ended(tmp_path: Path) -> None:
    """Also where that ended before this one looked for the first time."""
    SqliteStore.open(tmp_path / "d.db").close()
    command = [sys.executable, "-m", "kiosk", "transcribe", str(tmp_path / "d.db"), "--follow"]
    gone = subprocess.run(
        [*command, "--with", str(os.getppid())], cwd=ROOT, capture_output=True, check=False
    )
    assert gone.returncode == 0, gone.stderr
    starts = f"import subprocess, os; subprocess.Popen({command!r} + ['--with', str(os.getpid())])"
    run = subprocess.run(
        [sys.executable, "-c", starts], cwd=ROOT, capture_output=True, timeout=60, check=False
    )
    assert run.returncode == 0
