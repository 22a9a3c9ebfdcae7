"""Matches played by script at the rules core, kept in a journal, and the plays that were made."""

from dataclasses import dataclass
from pathlib import Path

from kiosk.demo.core_match import CoreTable, play
from kiosk.demo.moves import Entry
from kiosk.journal import Journal, read
from kiosk.record import fill_record
from kiosk.record.form import Record
from kiosk.record.transcription import TranscribedPlay
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


def played_record(
    path: Path, seed: int, points: int, book: RuleBook
) -> tuple[Record, dict[int, TranscribedPlay]]:
    """Play a match into a new journal; its record, and the play of each roll."""
    with Journal.open(path, boot_id="b") as journal:
        log = play(KeptTable(journal=journal), seed, points, book)
    record = fill_record(read(path), "rehearsal")
    return record, made(record, log)
