"""The transcript of a match: what was played, as the transcriber writes it and the director reads.

One file a match, beside the director's database. It holds nothing that the rolls' pictures and the
people's answers do not, so that a lost one is made again.
"""

import hashlib
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from kiosk.record.transcription import BAR, Move, Plays, TranscribedPlay
from kiosk.rules.units import BySide, Side

CHECKERS = 15

Count = Annotated[int, msgspec.Meta(ge=0, le=CHECKERS)]
Point = Annotated[int, msgspec.Meta(ge=0, le=BAR)]

Board = dict[Side, Annotated[tuple[Count, ...], msgspec.Meta(min_length=BAR, max_length=BAR)]]
"""A position: each side's checkers by its own points 1 to 24, the bar last."""


class PlayAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a person says was played at a roll, by the roll's journal row `seq`.

    Either its moves, in the mover's own points, or the position after it where moves cannot say it;
    neither: an earlier answer is withdrawn.
    """

    seq: int
    moves: Annotated[tuple[tuple[Point, Point], ...], msgspec.Meta(max_length=4)] | None = None
    after: Board | None = None


class PlayWay(msgspec.Struct, frozen=True):
    """A way in which a roll may have been played; `moves` None where none lead to `after`.

    `behind`: nats by which the likeliest account of the game with it is worse than the best.
    """

    kind: Literal["legal", "illegal", "not_played", "set_anew"]
    moves: tuple[Move, ...] | None
    hits: tuple[int, ...]
    after: Board
    behind: float


class TurnPlayed(msgspec.Struct, frozen=True):
    """A roll that counts, and what is known of its play; `ways`: the likeliest first.

    `before`: the position it was played from, by the likeliest account of the game.
    """

    seq: int
    game: int
    side: Side
    dice: tuple[int, int]
    picture: str | None
    certainty: Literal["certain", "asked", "unknown", "answered"]
    before: Board
    ways: tuple[PlayWay, ...]

    @property
    def play(self) -> TranscribedPlay | None:
        """The play where it is certain or answered, as files take it."""
        if self.certainty in ("asked", "unknown") or not self.ways:
            return None
        return play_of(self.ways[0])


class Transcript(msgspec.Struct, frozen=True):
    """A match that was over at row `last_seq`, with so many `answers` of people to it.

    `lacks`: what is not known, and why, a sentence each; `waits_for`: pictures not there yet.
    """

    journal_id: str
    match_id: str
    last_seq: int
    answers: int
    turns: tuple[TurnPlayed, ...]
    summary: str
    lacks: tuple[str, ...] = ()
    waits_for: int = 0

    @property
    def plays(self) -> Plays:
        """The plays that are known, by the rows of their rolls."""
        found = {turn.seq: turn.play for turn in self.turns}
        return {seq: play for seq, play in found.items() if play is not None}


def play_of(way: PlayWay) -> TranscribedPlay:
    """A way of playing as files take it."""
    return TranscribedPlay(
        moves=way.moves or (),
        hits=way.hits,
        illegal=_checkers(way.after) if way.kind == "illegal" else None,
        unplayed=way.kind == "not_played",
    )


def _checkers(board: Board) -> BySide[bytes]:
    white, black = (bytes((CHECKERS - sum(board[side]), *board[side])) for side in Side)
    return BySide(white, black)


def transcripts_beside(database: Path) -> Path:
    """The folder of the transcripts of a director's database."""
    return database.with_name(f"{database.name}.transcripts")


def transcript_file(folder: Path, journal_id: str, match_id: str) -> Path:
    """Where the transcript of a match lies; ids hold what file names may not."""
    name = hashlib.sha256(msgspec.json.encode((journal_id, match_id))).hexdigest()[:32]
    return folder / f"{name}.json"


def read_transcript(folder: Path, journal_id: str, match_id: str) -> Transcript | None:
    """The transcript of a match; None if there is none yet, or none that can be read."""
    try:
        content = transcript_file(folder, journal_id, match_id).read_bytes()
        found = msgspec.json.decode(content, type=Transcript)
    except (OSError, msgspec.MsgspecError):
        return None
    return found if (found.journal_id, found.match_id) == (journal_id, match_id) else None
