"""A match's games as OGXM holds them: entries whose points add up to the score, and their plies.

A reader replays them strictly: sides alternate, a double is by who may double, none is made in what
it takes for the Crawford game. Where play at a table was otherwise, a pass or a set cube stands
between.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kiosk.record.ogxm_bytes import record, varint
from kiosk.record.transcription import (
    BAR,
    CubeAction,
    CubeTurn,
    TranscribedGame,
    TranscribedPlay,
    TranscribedTurn,
    Transcription,
)
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import BySide, Side

_DOUBLES = (0, 6, 11, 15, 18, 20)
"""The action of each double; that of another roll is its low number's and the difference more."""

_CUBE = {CubeAction.DOUBLE: 21, CubeAction.TAKE: 22, CubeAction.PASS: 23}
_RESIGN_GAME = 27
_FORFEIT = 29
_SET_POSITION = 31
_CUBE_SET = 36
_PASS = 37

# How a game ended.
_PLAYED_OUT = 0
_DROPPED = 1
_RESIGNED = 2
_FORFEITED = 4

_EXTRAS = 0x80

Action = TranscribedTurn | CubeTurn


@dataclass(frozen=True, slots=True)
class OgxmEntry:
    """A game of the file, or points without one (`game` None); the score a reader finds."""

    game: TranscribedGame | None
    winner: Side | None
    points: int
    before: BySide[int]
    after: BySide[int]

    @property
    def ends_on_a_double(self) -> bool:
        """Whether the game ended with a double not answered."""
        last = self.game.actions[-1:] if self.game is not None else ()
        return any(isinstance(each, CubeTurn) and each.action is CubeAction.DOUBLE for each in last)


@dataclass(frozen=True, slots=True)
class Ply:
    """One ply; `action` None: it stands between, or ends the game."""

    content: bytes
    action: Action | None = None


def entries(match: Transcription) -> tuple[OgxmEntry, ...]:
    """All games and, where the score rose beside them, entries without plies that make it so."""
    return tuple(_entries(match))


def _entries(match: Transcription) -> Iterator[OgxmEntry]:
    score = BySide(0, 0)
    for game in match.games:
        for entry in _risen(score, game.score_before):
            yield entry
            score = entry.after
        ending, before = game.ending, score
        won = ending.winner if ending is not None else None
        points = ending.points if ending is not None else 0
        if won is not None:
            reached = score.of_side(won) + points
            score = score.with_(won, min(reached, match.length or reached))
        yield OgxmEntry(game, won, points, before, score)
    yield from _risen(score, match.score)


def _risen(score: BySide[int], wanted: BySide[int]) -> Iterator[OgxmEntry]:
    for side in Side:
        more = wanted.of_side(side) - score.of_side(side)
        if more > 0:
            before, score = score, score.with_(side, wanted.of_side(side))
            yield OgxmEntry(None, side, more, before, score)


def crawford_agrees(match: Transcription) -> bool:
    """Whether the Crawford game that a reader derives from the score is ours, without a double."""
    over = False
    for entry in entries(match):
        found = not over and match.length - 1 in (entry.before.white, entry.before.black)
        over = over or found
        game = entry.game
        if game is not None and game.crawford is not found:
            return False
        if found and game is not None and any(isinstance(each, CubeTurn) for each in game.actions):
            return False
    return match.crawford


def game_payload(entry: OgxmEntry) -> bytes:
    """An entry's section."""
    fields: dict[int, bytes] = {}
    if entry.winner is not None:
        fields = {0: varint(seat(entry.winner)), 1: varint(entry.points)}
    termination = _termination(entry)
    if termination is not None:
        fields[7] = varint(termination)
    return record(b"", fields) + b"".join(ply.content for ply in plies(entry.game))


def _termination(entry: OgxmEntry) -> int | None:
    ending = entry.game.ending if entry.game is not None else None
    if entry.game is None or (ending is not None and ending.forfeited):
        return _FORFEITED
    if ending is None or ending.winner is None:
        return None
    causes = {EndCause.PLAYED: _PLAYED_OUT, EndCause.PASS: _DROPPED}
    return causes.get(ending.cause, _RESIGNED)


def plies(game: TranscribedGame | None) -> tuple[Ply, ...]:
    """A game's plies: its actions, what stands between, and how it was given up or forfeited."""
    return () if game is None else tuple(_plies(game))


def _plies(game: TranscribedGame) -> Iterator[Ply]:
    to_act, level, owner = None, 1, None
    for action in game.actions:
        if isinstance(action, TranscribedTurn):
            if to_act is action.side.other:
                yield Ply(bytes([_PASS | seat(to_act) << 6]))
            yield Ply(_roll(action), action)
            to_act = action.side.other
            continue
        if action.action is CubeAction.DOUBLE:
            if to_act is not action.side:
                yield Ply(bytes([_PASS | seat(action.side.other) << 6]))
                to_act = action.side
            doubled = max(1, action.level // 2)
            if doubled != level or owner is action.side.other:
                level, owner = doubled, action.side if doubled > 1 else None
                yield Ply(_cube_set(action.side, level, owner))
        elif action.action is CubeAction.TAKE:
            level, owner = action.level, action.side
        yield Ply(bytes([_CUBE[action.action] | seat(action.side) << 6]), action)
    ending = game.ending
    if ending is not None and ending.winner is not None:
        loser = seat(ending.winner.other) << 6
        if ending.resigned:
            extras = record(b"", {1: varint(ending.level)})
            yield Ply(bytes([_RESIGN_GAME | loser | _EXTRAS]) + extras)
        elif ending.forfeited:
            yield Ply(bytes([_FORFEIT | loser]))


def _cube_set(side: Side, level: int, owner: Side | None) -> bytes:
    """The cube where a double finds it, though no double before put it there."""
    fields = {2: varint(level)}
    if owner is not None:
        fields[8] = varint(seat(owner))
    return bytes([_CUBE_SET | seat(side) << 6 | _EXTRAS]) + record(b"", fields)


def _roll(turn: TranscribedTurn) -> bytes:
    if turn.play is not None and turn.play.illegal is not None:
        return _illegal_ply(turn, turn.play.illegal)
    return _dice_ply(turn, turn.play or TranscribedPlay(()))


def _dice_ply(turn: TranscribedTurn, play: TranscribedPlay) -> bytes:
    high, low = turn.dice
    action = _DOUBLES[low - 1] + high - low
    steps = bytes((start - end) << 5 | _place(turn.side, start) for start, end in play.moves)
    most = 4 if high == low else 2
    return bytes([action | seat(turn.side) << 6]) + steps + bytes(len(steps) < most)


def _illegal_ply(turn: TranscribedTurn, after: BySide[bytes]) -> bytes:
    """The board an illegal play left, with the roll; the other side is then to act (5.4.7)."""
    board = [0] * (BAR + 1)
    for point in range(1, BAR + 1):
        board[_place(Side.WHITE, point)] += after.white[point]
        board[_place(Side.BLACK, point)] -= after.black[point]
    fields = {0: bytes(turn.dice), 3: b"", 6: bytes(count & 0xFF for count in board)}
    ply = _SET_POSITION | seat(turn.side.other) << 6 | _EXTRAS
    return bytes([ply]) + record(b"", fields)


def seat(side: Side) -> int:
    """White is seat 0, Black seat 1."""
    return 0 if side is Side.WHITE else 1


def _place(side: Side, point: int) -> int:
    """A side's own point as the format counts them, Black's own."""
    return BAR - point if side is Side.WHITE else point
