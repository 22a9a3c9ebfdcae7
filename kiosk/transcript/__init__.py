"""The plays of a match, inferred from positions read in its roll pictures."""

from kiosk.transcript.from_record import game_from_record
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
from kiosk.transcript.reading import HIDDEN, BoardCell, BoardReading

__all__ = [
    "HIDDEN",
    "Answer",
    "BoardCell",
    "BoardReading",
    "Certainty",
    "GameEnd",
    "InferredTurn",
    "PlayCandidate",
    "PlayKind",
    "RolledGame",
    "RolledTurn",
    "changed_turns",
    "game_from_record",
    "infer",
]
