"""A match in the one shape in which every reading of our files is compared."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kiosk.record.transcription import CubeTurn, Transcription
from kiosk.rules.board import BAR, OFF, Position
from kiosk.rules.units import BySide, Side

Moves = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class ReadStep:
    """A roll with the position after it, or a cube action by its name.

    `after` None: the game ended before the roll was played. GNU Backgammon plays such a roll where
    there is one way alone, so that no position is compared.
    """

    side: Side
    what: str
    after: Position | None


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game: the score before it, what happened, who won how much; `crawford` None: not said."""

    score: tuple[int, int]
    steps: tuple[ReadStep, ...]
    winner: Side | None
    points: int
    crawford: bool | None = None


@dataclass(frozen=True, slots=True)
class ReadMatch:
    length: int
    names: tuple[str, str]
    games: tuple[ReadGame, ...]


def truth(match: Transcription) -> ReadMatch:
    """The match itself, its positions by our own board."""
    games = []
    for game in match.games:
        board, steps = Position.start(), []
        for action in game.actions:
            if isinstance(action, CubeTurn):
                steps.append(ReadStep(action.side, action.action.value, board))
                continue
            assert action.play is not None
            board = played(board, action.side, action.play.moves)
            after = None if action.play.unplayed else board
            steps.append(ReadStep(action.side, "".join(map(str, action.dice)), after))
        ending, score = game.ending, (game.score_before.white, game.score_before.black)
        assert ending is not None
        games.append(
            ReadGame(score, tuple(steps), ending.winner, ending.points, crawford=game.crawford)
        )
    return ReadMatch(match.length, (match.names.white, match.names.black), tuple(games))


def played(board: Position, side: Side, moves: Moves) -> Position:
    """The position after these moves, legal or not, in their order."""
    own, other = (bytearray(board.checkers.of_side(each)) for each in (side, side.other))
    for start, end in moves:
        assert own[start], (str(board), side, moves)
        own[start] -= 1
        own[end] += 1
        if end != OFF and other[BAR - end]:
            assert other[BAR - end] == 1, (str(board), side, moves)
            other[BAR - end] = 0
            other[BAR] += 1
    pair = (bytes(own), bytes(other))
    return Position(BySide(*(pair if side is Side.WHITE else pair[::-1])))


def turned(match: ReadMatch) -> ReadMatch:
    """The same match with White and Black exchanged."""

    def turn(step: ReadStep) -> ReadStep:
        board = step.after
        sides = None if board is None else BySide(board.checkers.black, board.checkers.white)
        return ReadStep(step.side.other, step.what, None if sides is None else Position(sides))

    games = (
        replace(
            game,
            score=game.score[::-1],
            steps=tuple(map(turn, game.steps)),
            winner=None if game.winner is None else game.winner.other,
        )
        for game in match.games
    )
    return ReadMatch(match.length, match.names[::-1], tuple(games))
