"""From the table to other programs: matches played at the rules core, kept in a journal, recorded,
given the plays that were made, written, and read back.
"""

from dataclasses import dataclass
from pathlib import Path

import pytest
from kits.gnubg_files import ask_gnubg, read_mat, read_sgf
from kits.read_games import truth

from kiosk.demo.core_match import CoreTable, play
from kiosk.demo.moves import Entry
from kiosk.journal import Journal, read
from kiosk.record import Supplement, fill_record, format_record
from kiosk.record.form import Record
from kiosk.record.transcription import Heading, TranscribedPlay
from kiosk.record.turns import transcribe_record
from kiosk.rules import plays as legal
from kiosk.rules.board import Position
from kiosk.rules.command import Command
from kiosk.rules.rulebook import RuleBook


@dataclass
class KeptTable(CoreTable):
    """A table at the rules core that keeps a journal."""

    journal: Journal | None = None

    def take(self, command: Command) -> None:
        before = len(self.events)
        super().take(command)
        assert self.journal is not None
        self.journal.append(
            command_id=f"command-{before}-{self.now_ns}",
            by="table",
            at_ns=self.now_ns,
            wall_utc=f"2026-05-09T{10 + self.now_ns // 10**9 // 3600:02}:00:00.000Z",
            match_id="rehearsal",
            events=self.events[before:],
        )


def made(record: Record, log: list[Entry]) -> dict[int, TranscribedPlay]:
    """The play of each roll, from the players' log in which each is written as players write it."""
    written = iter(entry for entry in log if entry[0] == "play")
    found = {}
    for game in record.games:
        board = Position.start()
        for roll in game.rolls:
            high, low = roll.values
            _, side, words = next(written)
            assert side is roll.side
            ways = legal.legal_plays(board, roll.side, (high, low)) or (legal.Play((), (), board),)
            (way,) = (each for each in ways if legal.notation(each) == words)
            found[roll.seq], board = TranscribedPlay(way.moves, way.hits), way.board
    assert next(written, None) is None
    return found


@pytest.mark.parametrize("seed", [6, 7, 8])
def test_a_match_at_the_table_is_what_gnubg_reads(
    seed: int, tmp_path: Path, norway: RuleBook
) -> None:
    with Journal.open(tmp_path / "j", boot_id="b") as journal:
        log = play(KeptTable(journal=journal), seed, 5, norway)
    record = fill_record(read(tmp_path / "j"), "rehearsal")
    plays = made(record, log)
    given = Supplement(plays, Heading("Nordic Open", "5"))
    for form in ("mat", "sgf"):
        (tmp_path / f"m.{form}").write_bytes(format_record(record, form, given))
    said = ask_gnubg(tmp_path, ["m"])
    assert "WARNING" not in said
    assert record.result is not None
    true = truth(transcribe_record(record, plays))
    assert true.games[-1].winner is record.result.winner
    for source in ("mat", "sgf"):
        saved = read_sgf((tmp_path / f"m.{source}.sgf").read_text())
        exported = read_mat((tmp_path / f"m.{source}.mat").read_text())
        assert [game.steps for game in saved.games] == [game.steps for game in true.games]
        assert [game.steps for game in exported.games] == [game.steps for game in true.games]
        scores = [(game.score, game.winner, game.points) for game in true.games]
        assert [(game.score, game.winner, game.points) for game in saved.games] == scores
