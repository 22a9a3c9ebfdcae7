"""The plays of a match, inferred from positions read in its roll pictures."""

from kiosk.transcript.from_record import RollPlayed, game_from_record, rolls_played
from kiosk.transcript.game import (
    Answer,
    Certainty,
    GameEnd,
    InferredTurn,
    PlayCandidate,
    PlayKind,
    RolledGame,
    RolledTurn,
)
from kiosk.transcript.infer import changed_turns, infer
from kiosk.transcript.orientation import (
    Orientation,
    PictureCells,
    SeenGame,
    find_orientation,
)
from kiosk.transcript.reading import HIDDEN, BoardCell, BoardReading

__all__ = [
    "HIDDEN",
    "Answer",
    "BoardCell",
    "BoardReading",
    "Certainty",
    "GameEnd",
    "InferredTurn",
    "Orientation",
    "PictureCells",
    "PlayCandidate",
    "PlayKind",
    "RollPlayed",
    "RolledGame",
    "RolledTurn",
    "SeenGame",
    "changed_turns",
    "find_orientation",
    "game_from_record",
    "infer",
    "rolls_played",
]
