"""The games of a match record, with what was read in its pictures, as the transcriber takes them.

The record has every correction, reopened game, undone pass and ruling in its place already: its
rolls are those that count. It is described here by what is needed of it, as the record imports
nothing that knows the checkers and this nothing that knows bytes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from kiosk.rules.plays import Dice
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import Side
from kiosk.transcript.game import GameEnd, RolledGame, RolledTurn
from kiosk.transcript.reading import BoardReading


class RollRecorded(Protocol):
    """`kiosk.record.form.RecordedRoll`: `picture` is the name of the picture's file, or None."""

    @property
    def seq(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def side(self) -> Side: ...
    @property
    def values(self) -> tuple[int, ...]: ...
    @property
    def picture(self) -> str | None: ...


class ResultRecorded(Protocol):
    """`kiosk.record.form.GameResult`."""

    @property
    def cause(self) -> EndCause: ...
    @property
    def winner(self) -> Side | None: ...
    @property
    def level(self) -> int: ...


class GameRecorded(Protocol):
    """`kiosk.record.form.RecordedGame`."""

    @property
    def rolls(self) -> Sequence[RollRecorded]: ...
    @property
    def result(self) -> ResultRecorded | None: ...


def game_from_record(
    game: GameRecorded, readings: Mapping[str, BoardReading], last: BoardReading | None = None
) -> RolledGame:
    """A recorded game with the readings of its pictures, by the pictures' names.

    Raises as `rolls_played`.
    """
    turns = tuple(
        RolledTurn(
            rolled.side, rolled.dice, readings.get(rolled.picture) if rolled.picture else None
        )
        for rolled in rolls_played(game)
    )
    result = game.result
    ending = None if result is None else GameEnd(result.cause, result.winner, result.level)
    return RolledGame(turns, last, ending)


@dataclass(frozen=True, slots=True)
class RollPlayed:
    """A roll that was played: `seq`, its row in the journal; `picture`, the name of its own."""

    seq: int
    side: Side
    dice: Dice
    picture: str | None


def rolls_played(game: GameRecorded) -> tuple[RollPlayed, ...]:
    """A recorded game's rolls, one a turn.

    A picture that an earlier roll has already shows that roll: the later has none. Of two rolls of
    one turn the later counts. Raises ValueError for a roll that is not two numbers from 1 to 6.
    """
    turns: dict[int, RollPlayed] = {}
    used: set[str] = set()
    for roll in game.rolls:
        picture = roll.picture if roll.picture not in used else None
        if picture is not None:
            used.add(picture)
        turns[roll.turn] = RollPlayed(roll.seq, roll.side, _two_numbers(roll.values), picture)
    return tuple(turns.values())


def _two_numbers(values: tuple[int, ...]) -> tuple[int, int]:
    if len(values) != 2 or not all(value in range(1, 7) for value in values):
        raise ValueError(f"A roll is two numbers from 1 to 6, not {values}.")
    return values[0], values[1]
