"""The plays of a match, inferred from positions read in its roll pictures."""

from kiosk.transcript.from_record import game_from_record
from kiosk.transcript.game import (
    Answer,
    Candidate,
    Certainty,
    Ending,
    Game,
    InferredTurn,
    Kind,
    Turn,
)
from kiosk.transcript.infer import changed_turns, infer
from kiosk.transcript.reading import HIDDEN, Cell, Reading

__all__ = [
    "HIDDEN",
    "Answer",
    "Candidate",
    "Cell",
    "Certainty",
    "Ending",
    "Game",
    "InferredTurn",
    "Kind",
    "Reading",
    "Turn",
    "changed_turns",
    "game_from_record",
    "infer",
]
