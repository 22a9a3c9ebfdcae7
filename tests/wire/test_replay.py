"""Rows fold back into matches, those of older programs too."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from kits.tracked_files import tracked_files
from kits.words import sentence

from kiosk.rules.dice.facts import RollCorrected
from kiosk.rules.fact import Event
from kiosk.rules.match import Phase
from kiosk.rules.play import PlayStopped
from kiosk.rules.score import ScoreChanged
from kiosk.rules.start import MatchOpened
from kiosk.rules.stops import ResumeAgreed
from kiosk.rules.units import BySide, Side
from kiosk.wire.errors import EventMisplaced, VersionUnknown
from kiosk.wire.replay import Replay, fold_rows, follow
from kiosk.wire.row import NO_HASH, Row, chain_row, row_fault

GOLDEN = tracked_files("tests/wire/golden/*.jsonl")
"""Journals of the first release, a row a line. From then on they are never written anew; each
release adds one."""
FIRST_LIGHT, DIRECTOR = (
    Path(__file__).with_name("golden") / name for name in ("first-light.jsonl", "director.jsonl")
)


def rows_in(file: Path) -> list[Row]:
    return [msgspec.json.decode(line, type=Row) for line in file.read_bytes().splitlines()]


def test_every_row_has_the_first_version() -> None:
    assert {row.v for file in GOLDEN for row in rows_in(file)} == {1}


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_an_old_journal_is_read_for_ever(file: Path) -> None:
    rows = rows_in(file)
    previous = NO_HASH
    for seq, row in enumerate(rows, start=1):
        assert row_fault(row, journal_id=rows[0].journal_id, seq=seq, prev_hash=previous) is None
        assert sentence(row.event())
        previous = row.hash
    assert fold_rows(rows).last_hash == previous


def test_the_first_light_journal_still_means_what_it_meant() -> None:
    """Three games to 3 points, a correction at the end; see `three_games` in tests/conftest.py."""
    rows = rows_in(FIRST_LIGHT)
    match = fold_rows(rows).match
    assert (match.phase, match.winner, match.score) == (
        Phase.MATCH_OVER,
        Side.WHITE,
        BySide(3, 2),
    )
    assert match.games_played == 3
    assert match.book is not None
    assert match.book.complete()
    stopped = next(event for row in rows if isinstance(event := row.event(), PlayStopped))
    assert (stopped.by, stopped.why) == (None, None)
    resumed = next(event for row in rows if isinstance(event := row.event(), ResumeAgreed))
    assert resumed == ResumeAgreed(None, "director:Kari", "all is clear")


def test_the_directors_journal_still_means_what_it_meant() -> None:
    """Two games to 5 points with every order the console could give, ended by a penalty point."""
    rows = rows_in(DIRECTOR)
    match = fold_rows(rows).match
    assert (match.phase, match.winner, match.score) == (
        Phase.MATCH_OVER,
        Side.BLACK,
        BySide(0, 5),
    )
    assert match.book is not None
    assert match.book.complete()
    assert not match.clocked
    assert match.book.cite("clock.system") == "event setting"
    ordered = {row.kind for row in rows if row.by == "director:Kari"}
    assert {"PlayStopped", "ResumeAgreed", "MessagePosted", "ScoreChanged"} <= ordered
    assert {"ProfileChanged", "PenaltyAwarded", "MatchEnded"} <= ordered


def test_following_row_by_row_is_replaying() -> None:
    rows = rows_in(FIRST_LIGHT)
    replay = Replay()
    for count, row in enumerate(rows, start=1):
        replay = follow(replay, row)
        assert replay == fold_rows(rows[:count])
    assert replay.matches == {"golden-1": replay.match}


def test_a_row_of_a_newer_program_is_no_fact_to_guess_at() -> None:
    first = rows_in(FIRST_LIGHT)[0]
    newer = "MatchOpened has version 99, this program knows 1 to 1: use a newer program"
    with pytest.raises(VersionUnknown, match=newer):
        follow(Replay(), replace(first, v=99))


def test_a_fact_that_can_not_follow_is_an_error_in_words() -> None:
    """Two dice of an opening that nobody rolled."""
    rows = rows_in(FIRST_LIGHT)[:12]
    odd = RollCorrected(None, (), (6, 5, 4), None, None)
    with pytest.raises(EventMisplaced, match="RollCorrected can't follow the rows before it"):
        follow(fold_rows(rows), _after(rows[-1], odd, rows[-1].match_id or ""))


def test_a_match_the_table_had_before_is_corrected_without_touching_todays() -> None:
    rows = rows_in(FIRST_LIGHT)
    opened = rows[0].event()
    assert isinstance(opened, MatchOpened)
    again = replace(opened, match_id="later")
    events = [
        (again, "later"),
        (ScoreChanged(BySide(1, 3), "director:Kari", "a slip", None, None), "golden-1"),
    ]
    for event, match_id in events:
        rows.append(_after(rows[-1], event, match_id))
    replay = fold_rows(rows)
    assert replay.match_id == "later"
    assert replay.match.score == BySide(0, 0)
    assert replay.matches["golden-1"].score == BySide(1, 3)
    assert replay.matches["later"] == replay.match


def _after(row: Row, event: Event, match_id: str) -> Row:
    return chain_row(
        event,
        journal_id=row.journal_id,
        seq=row.seq + 1,
        match_id=match_id,
        at_ns=row.at_ns,
        boot_id=row.boot_id,
        wall_utc=row.wall_utc,
        by="table",
        command_id="later",
        prev_hash=row.hash,
    )
