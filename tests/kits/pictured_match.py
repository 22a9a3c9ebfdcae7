"""A match of several games with what is seen in the picture of each roll."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

from kiosk.record.form import Record
from kiosk.record.transcription import TranscribedPlay
from kiosk.rules.board import Position
from kiosk.rules.rulebook import RuleBook
from kiosk.transcript import Orientation, PictureCells
from kits.core_matches_kit import played_record
from kits.picture_cells_kit import seen_as
from kits.read_games import played
from kits.transcript_kit import Flaws, read

USUAL = Flaws(cell=0.005)


@dataclass
class Pictured:
    """A match of several games with its plays, and what is seen in the picture of each roll."""

    record: Record
    plays: dict[int, TranscribedPlay]
    boards: dict[str, Position]

    def seen(self, *ways: Orientation, flaws: Flaws = USUAL) -> dict[str, PictureCells]:
        """By picture; each game the next way round."""
        rng, found = Random(1), {}
        for game in self.record.games:
            way = ways[game.number % len(ways)]
            for roll in game.rolls:
                assert roll.picture is not None
                found[roll.picture] = seen_as(read(self.boards[roll.picture], rng, flaws), way)
        return found


def pictured_match(journal: Path, book: RuleBook) -> Pictured:
    """Played at this journal, which is made."""
    record, plays = played_record(journal, 6, 3, book)
    boards = {}
    for game in record.games:
        board = Position.start()
        for roll in game.rolls:
            roll.picture = f"{roll.seq:064x}"
            boards[roll.picture] = board
            board = played(board, roll.side, plays[roll.seq].moves)
    return Pictured(record, plays, boards)
