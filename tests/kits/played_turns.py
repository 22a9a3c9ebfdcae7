"""A transcript by hand: the first roll of a match was played one of two ways."""

from collections.abc import Sequence

from kiosk.record import fill_record
from kiosk.record.transcripts import Board, PlayWay, Transcript, TurnPlayed
from kiosk.rules.units import Side
from kiosk.wire.row import Row

START = {24: 2, 13: 5, 8: 3, 6: 5}


def board(*moves: tuple[int, int]) -> Board:
    """The opening position after these moves of White."""
    white = dict(START)
    for start, end in moves:
        white[start] -= 1
        white[end] = white.get(end, 0) + 1
    return {
        Side.WHITE: tuple(white.get(point, 0) for point in range(1, 26)),
        Side.BLACK: tuple(START.get(point, 0) for point in range(1, 26)),
    }


def way(*moves: tuple[int, int], behind: float = 0.0) -> PlayWay:
    """White's play from the opening position."""
    return PlayWay("legal", moves, (), board(*moves), behind)


def transcript_of(rows: Sequence[Row], match_id: str) -> Transcript:
    """White's first roll is asked about: 24 down by the higher number, or 13."""
    record = fill_record(rows, match_id)
    roll = record.games[0].rolls[0]
    high, low = roll.values
    turn = TurnPlayed(
        seq=roll.seq,
        game=1,
        side=Side.WHITE,
        dice=(high, low),
        picture=None,
        certainty="asked",
        before=board(),
        ways=(way((24, 24 - high), (13, 13 - low)), way((13, 13 - high), (13, 13 - low))),
    )
    return Transcript(record.journal_id, match_id, record.last_seq, 0, (turn,), "1 turn")
