"""What was played in a match: hidden until it is over, asked, answered by account, in the files."""

import asyncio
import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from kits import commands as c
from kits.hall_kit import Client, HandClocks, PaperTable, service
from kits.played_turns import board, transcript_of

from kiosk.director.errors import OrderInvalid
from kiosk.director.people.roles import Role
from kiosk.director.plays import process
from kiosk.director.plays.analysis import AnalysisJobs, AnalysisState
from kiosk.director.plays.process import TranscriberState, keep_transcribing
from kiosk.director.plays.routes import check_answer
from kiosk.director.service import Service
from kiosk.director.store.kept import DatabaseFollower
from kiosk.director.store.sqlite import SqliteStore
from kiosk.director.store.store import StoredPlayAnswer
from kiosk.record.analysis import MatchAnalysis, SideAnalysis, analysis_file
from kiosk.record.transcripts import (
    PlayAnswer,
    Transcript,
    TurnPlayed,
    read_transcript,
    transcript_file,
)
from kiosk.rules.units import Side

PLAYS = "/tables/journal-1/plays"


@pytest.fixture
def director(tmp_path: Path, hand: HandClocks, table: PaperTable) -> Iterator[Service]:
    started = service(tmp_path, hand, table)
    yield started
    started.lifecycle.close()
    started.lifecycle.finish()
    started.lifecycle.thread.store.close()


@pytest.fixture
def over(client: Client, director: Service, table: PaperTable) -> Transcript:
    """White played 5-2 one of two ways, and Black left; the transcriber has asked."""
    order = (c.ForfeitOrdered, "match-1", "director:Kari", "left", Side.BLACK)
    table.keeper.do(*order, False, "§2.2", by="director:Kari")
    assert client.post("/table/batch", table.batch()).status == 200
    return transcribed(director, table)


def transcribed(director: Service, table: PaperTable, **changes: object) -> Transcript:
    made = transcript_of(table.rows, "match-1")
    made = msgspec.structs.replace(made, **changes)
    file = transcript_file(director.transcripts, "journal-1", "match-1")
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(msgspec.json.encode(made))
    return made


def shown(client: Client) -> dict[str, object]:
    answer = client.get(f"{PLAYS}.json?match_id=match-1")
    assert answer.status == 200, answer.body
    found = json.loads(answer.body)
    assert isinstance(found, dict)
    return found


def answered(client: Client, **answer: object) -> int:
    return client.post(f"{PLAYS}?match_id=match-1", json.dumps(answer).encode()).status


def test_nothing_is_shown_or_written_before_the_match_is_over(
    client: Client, director: Service, table: PaperTable
) -> None:
    """Even if there is a transcript, as of a match that was opened again."""
    assert client.post("/table/batch", table.batch()).status == 200
    made = transcribed(director, table)
    known = msgspec.structs.replace(made.turns[0], certainty="certain")
    transcribed(director, table, turns=(known,))
    found = shown(client)
    assert (found["over"], found["transcript"]) == (False, None)
    assert answered(client, seq=made.turns[0].seq, moves=[]) == 400
    mat = client.get("/tables/journal-1/record.mat?match_id=match-1").body.decode()
    assert "52: ???" in mat


def test_a_question_is_shown_with_its_ways_and_the_answer_is_kept_with_its_giver(
    client: Client, director: Service, over: Transcript
) -> None:
    seq = over.turns[0].seq
    found = shown(client)
    assert found["over"]
    assert found["transcript"]["turns"][0]["ways"][1]["moves"] == [[13, 8], [13, 11]]  # type: ignore[index]
    assert answered(client, seq=seq, moves=[[13, 8], [13, 11]]) == 202
    assert answered(client, seq=seq) == 202
    again = shown(client)
    assert again["answers"] == 2
    assert again["said"] == {str(seq): {"by": "Kari", "at_utc": again["said"][str(seq)]["at_utc"]}}  # type: ignore[index]
    (first, second) = director.lifecycle.thread.store.play_answers("journal-1", "match-1")
    assert (first.account, second.account) == ("Kari", "Kari")
    assert first.session
    assert (json.loads(first.body)["moves"], json.loads(second.body)["moves"]) == (
        [[13, 8], [13, 11]],
        None,
    )


def test_the_transcriber_reads_answers_and_what_ended_from_the_database(
    client: Client, over: Transcript, tmp_path: Path
) -> None:
    key = ("journal-1", "match-1")
    follower = DatabaseFollower(tmp_path / "d.db")
    news = follower.read_news()[key]
    assert news.ended
    assert news.last_seq >= over.last_seq
    assert follower.read_news() == {}
    assert answered(client, seq=over.turns[0].seq, moves=[[13, 8], [24, 22]]) == 202
    assert follower.read_news()[key].answered
    assert follower.answers(key) == (PlayAnswer(over.turns[0].seq, ((13, 8), (24, 22))),)
    assert follower.record(key).result is not None


def test_a_play_that_is_known_goes_into_the_files(
    client: Client, director: Service, table: PaperTable, over: Transcript
) -> None:
    mat = "/tables/journal-1/record.mat?match_id=match-1"
    assert "52: ???" in client.get(mat).body.decode()
    known = msgspec.structs.replace(
        over.turns[0], certainty="answered", ways=over.turns[0].ways[1:]
    )
    transcribed(director, table, turns=(known,))
    assert "52: 13/11 13/8" in client.get(mat).body.decode()


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"moves": ((12, 7),)}, "point 12"),
        ({"moves": ((24, 22), (24, 22), (24, 22))}, "point 24"),
        ({"moves": ((13, 8),), "after": board()}, "not both"),
        ({"after": {Side.WHITE: (15,) * 25, Side.BLACK: (0,) * 25}}, "375"),
        ({"after": {Side.WHITE: (0,) * 25}}, "15 checkers"),
    ],
)
def test_what_cannot_have_been_played_is_refused_in_words(
    answer: dict[str, object], why: str
) -> None:
    turn = TurnPlayed(7, 1, Side.WHITE, (5, 2), None, "asked", board(), ())
    with pytest.raises(OrderInvalid, match=why):
        check_answer(PlayAnswer(7, **answer), turn)  # type: ignore[arg-type]
    check_answer(PlayAnswer(7, ((24, 22), (22, 17))), turn)


def test_a_roll_that_is_none_of_the_match_and_nonsense_are_refused(
    client: Client, over: Transcript
) -> None:
    assert answered(client, seq=over.turns[0].seq + 1, moves=[]) == 400
    assert answered(client, seq=over.turns[0].seq, moves=[[13, 30]]) == 400
    assert answered(client, seq=over.turns[0].seq, moves=[[13, 8]] * 5) == 400
    assert answered(client, moves=[]) == 400
    assert client.get(f"{PLAYS}.json?match_id=nowhere").status == 404


def test_the_desk_answers_and_a_viewer_does_not(
    client: Client, director: Service, over: Transcript
) -> None:
    client.join(director, Role.VIEWER, "Vera")
    assert client.get(f"{PLAYS}.json?match_id=match-1").status == 403
    assert answered(client, seq=over.turns[0].seq, moves=[]) == 403
    client.join(director, Role.SCORER, "Sam")
    assert answered(client, seq=over.turns[0].seq, moves=[[13, 8], [24, 22]]) == 202
    assert "Sam" in str(shown(client)["said"])


def test_a_torn_transcript_is_none(tmp_path: Path) -> None:
    file = transcript_file(tmp_path, "j", "m")
    file.write_text("{")
    assert read_transcript(tmp_path, "j", "m") is None
    file.write_bytes(msgspec.json.encode(Transcript("j", "other", 1, 0, (), "")))
    assert read_transcript(tmp_path, "j", "m") is None


def test_answers_only_grow(store: SqliteStore) -> None:
    connection = store._connection
    store.admit("journal-1", "key", "2026-01-01T00:00:00Z")
    store.answer_play(StoredPlayAnswer("journal-1", "m", "{}", "", "", "", "", ""))
    for change in ("DELETE FROM play_answer", "UPDATE play_answer SET body = ''"):
        with pytest.raises(Exception, match="kept"):
            connection.execute(change)


def test_the_transcriber_starts_with_the_first_picture_and_again_when_it_dies(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """And no more once its machine lacks what it needs."""
    ends: Iterator[int | str] = iter([1, "No such file", -9, process.LACKING])
    looks = iter([False, False, True])
    gone_through = asyncio.Event()

    async def run(_command: object) -> int | str:
        end = next(ends)
        if end == process.LACKING:
            gone_through.set()
        return end

    async def watched() -> None:
        command, state = ["kiosk"], TranscriberState()
        kept = asyncio.create_task(keep_transcribing(command, lambda: next(looks), state, 0.0))
        await gone_through.wait()
        await asyncio.sleep(0)
        assert not kept.done()
        assert not state.runs
        kept.cancel()

    monkeypatch.setattr(process, "_run", run)
    monkeypatch.setattr(process, "FIRST_PAUSE_S", 0.0)
    asyncio.run(watched())
    assert list(ends) == list(looks) == []
    assert caplog.text.count("is started again") == 3
    assert "lacks what it needs" in caplog.text


def test_the_transcriber_ends_with_the_director(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: asyncio.Queue[asyncio.subprocess.Process] = asyncio.Queue()
    start = asyncio.create_subprocess_exec

    async def noted(*command: str, **options: int) -> asyncio.subprocess.Process:
        started = await start(*command, **options)
        begun.put_nowait(started)
        return started

    async def watched() -> int | None:
        waits = [sys.executable, "-c", "import signal; signal.pause()"]
        kept = asyncio.create_task(keep_transcribing(waits, lambda: True, TranscriberState()))
        child = await begun.get()
        kept.cancel()
        with pytest.raises(asyncio.CancelledError):
            await kept
        return child.returncode

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)
    assert asyncio.run(watched()) == -signal.SIGKILL


def test_a_command_that_is_not_there_is_said_and_its_exit_code_known() -> None:
    assert asyncio.run(process._run(["/nowhere/python"])) == "No such file or directory"
    assert asyncio.run(process._run([sys.executable, "-c", "raise SystemExit(7)"])) == 7


# --- analysis ------------------------------------------------------------------------------------


def analysis_of(made: Transcript) -> MatchAnalysis:
    side = SideAnalysis(-12.5, -10.0, None, 3.0, 0.5, "Advanced")
    sides = dict.fromkeys(Side, side)
    return MatchAnalysis(
        made.journal_id, made.match_id, made.last_seq, made.answers, "GNU", "2-ply", sides
    )


def test_a_match_is_analysed_once_its_plays_are_known_and_the_figures_are_of_these(
    client: Client, director: Service, table: PaperTable, over: Transcript
) -> None:
    analysis = "/tables/journal-1/analysis?match_id=match-1"
    asked: list[tuple[str, str]] = []
    file = analysis_file(director.transcripts, "journal-1", "match-1")

    async def run(key: tuple[str, str]) -> AnalysisState:
        asked.append(key)
        return AnalysisState.NONE

    director.analyses._run = run  # type: ignore[method-assign]
    assert client.post(analysis, b"{}").status == 400
    assert asked == []
    known = msgspec.structs.replace(over.turns[0], certainty="certain")
    made = transcribed(director, table, turns=(known,))
    answer = client.post(analysis, b"{}")
    assert (answer.status, json.loads(answer.body)) == (202, {"analysing": "running"})
    client.run(asyncio.sleep(0))
    assert asked == [("journal-1", "match-1")]
    assert shown(client)["analysis"] is None
    file.write_bytes(msgspec.json.encode(analysis_of(made)))
    assert shown(client)["analysis"]["sides"]["white"]["error_rate"] == -12.5  # type: ignore[index]
    transcribed(director, table, turns=(known,), answers=1)
    assert shown(client)["analysis"] is None


@pytest.mark.parametrize(
    ("script", "state"),
    [
        ("pass", AnalysisState.NONE),
        ("raise SystemExit(3)", AnalysisState.LACKING),
        ("raise SystemExit('no statistics')", AnalysisState.FAILED),
    ],
)
def test_what_becomes_of_an_analysis_is_known(
    script: str, state: AnalysisState, caplog: pytest.LogCaptureFixture
) -> None:
    key = ("journal-1", "match-1")

    async def analysed() -> list[AnalysisState]:
        jobs = AnalysisJobs(lambda _key: [sys.executable, "-c", script])
        jobs.start(key)
        begun = jobs.state(key)
        jobs.start(key)
        (task,) = jobs._tasks
        await task
        return [begun, jobs.state(key), jobs.state(("other", "match"))]

    assert asyncio.run(analysed()) == [AnalysisState.RUNNING, state, AnalysisState.NONE]
    assert ("no statistics" in caplog.text) == (state is AnalysisState.FAILED)


def test_an_analysis_that_cannot_be_started_has_failed() -> None:
    jobs = AnalysisJobs(lambda _key: ["/nowhere/nice"])
    assert asyncio.run(jobs._run(("journal-1", "match-1"))) is AnalysisState.FAILED
