"""What goes in, a game's rolls with the pictures taken at them, and what comes out, its plays."""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.rules.board import OFF, Position
from kiosk.rules.plays import Dice, Move
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import Side
from kiosk.transcript.reading import BoardReading


@dataclass(frozen=True, slots=True)
class RolledTurn:
    """A roll that counts, as the record has it after all corrections, undone passes and rulings.

    `reading`: the picture at this roll, which shows the position *before* it is played; None:
    there is no picture.
    """

    side: Side
    dice: Dice
    reading: BoardReading | None


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a game ended: only a game played to its end says where the last checkers went."""

    cause: EndCause
    winner: Side | None
    level: int

    @property
    def leaves_turn_open(self) -> bool:
        """Whether the last roll may not have been played: a pass answers a double, made between
        two turns; all else that ends a game may come at any time.
        """
        return self.cause not in (EndCause.PLAYED, EndCause.PASS)


@dataclass(frozen=True, slots=True)
class RolledGame:
    """One game from its opening roll on.

    `last`: a picture taken after the last play, at the last press or lift. `ending`: None while
    the game goes on. `start`: where the checkers stood first.
    """

    turns: tuple[RolledTurn, ...]
    last: BoardReading | None = None
    ending: GameEnd | None = None
    start: Position = Position.start()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person says a turn's play was: its moves, in the mover's own points, or, where moves
    cannot express it, the position after it. Moves that land on a blot hit it.
    """

    moves: tuple[Move, ...] = ()
    after: Position | None = None


class PlayKind(StrEnum):
    """What became of a roll."""

    LEGAL = "legal"
    """Played by the laws; without moves: it could not be played."""
    ILLEGAL = "illegal"
    """Played as it stands, though the laws forbid it; the roll is as recorded."""
    NOT_PLAYED = "not_played"
    """The game ended before it was played."""
    SET_ANEW = "set_anew"
    """No play leads to what the pictures show; the position is taken from them."""


@dataclass(frozen=True, slots=True)
class PlayCandidate:
    """One way in which a turn may have been played.

    `behind`: nats by which the likeliest account of the game with this play is worse than the
    likeliest of all, 0 for that one.
    """

    kind: PlayKind
    moves: tuple[Move, ...]
    hits: tuple[int, ...]
    before: Position
    after: Position
    behind: float

    @property
    def change(self) -> tuple[object, ...]:
        """What tells this play from another: which checkers moved where, whatever stood beside."""
        if self.kind is PlayKind.NOT_PLAYED:
            return (self.kind,)
        if self.kind is PlayKind.SET_ANEW:
            return (self.kind, self.after)
        return tuple(
            tuple(now - was for was, now in zip(old, new, strict=True))
            for old, new in (
                (self.before.checkers.white, self.after.checkers.white),
                (self.before.checkers.black, self.after.checkers.black),
            )
        )


class Certainty(StrEnum):
    """How sure a play is."""

    CERTAIN = "certain"
    ASKED = "asked"
    """Two or three plays are about as likely."""
    UNKNOWN = "unknown"
    """More than three, or none that leads to what the pictures show."""
    ANSWERED = "answered"
    """A person has said what it was."""


@dataclass(frozen=True, slots=True)
class InferredTurn:
    """A turn's play as inferred: `candidates`, the likeliest first, at most three."""

    side: Side
    dice: Dice
    certainty: Certainty
    candidates: tuple[PlayCandidate, ...]

    @property
    def play(self) -> PlayCandidate | None:
        """The play, where it is certain or answered."""
        known = self.certainty in (Certainty.CERTAIN, Certainty.ANSWERED)
        return self.candidates[0] if known else None

    @property
    def after(self) -> Position:
        """The position after this turn, by the likeliest account of the game."""
        return self.candidates[0].after


def is_over(board: Position, side: Side) -> bool:
    """Whether the side has borne off all its checkers."""
    return not any(board.checkers.of_side(side)[OFF + 1 :])
