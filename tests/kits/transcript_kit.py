"""Games with pictures for the transcriber: played by the script player, read with planted errors.

A reader counts to five; a cell that it misreads looks as sure as any other in half of the cases.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import log
from random import Random

from kiosk.demo.player import ScriptPlayer, winning_chance
from kiosk.rules.board import BAR, CHECKERS, OFF, POINTS, Position
from kiosk.rules.match.doubling import Cube
from kiosk.rules.plays import Dice, Move, Play, legal_plays
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import BySide, Side
from kiosk.transcript import (
    HIDDEN,
    Answer,
    BoardCell,
    BoardReading,
    GameEnd,
    PlayCandidate,
    PlayKind,
    RolledGame,
    RolledTurn,
)

COUNTS_TO = 5
SURE = 0.004
"""What a reader leaves for every other count of a cell."""


@dataclass(frozen=True, slots=True)
class Flaws:
    """How often the reader errs, of cells and of pictures, and players, of turns."""

    cell: float = 0.0
    """A cell read one checker off, or as empty."""
    neighbour: float = 0.0
    """Pictures in which one checker is read on the point beside its own."""
    lying: float = 0.0
    """Turns after which a checker moved lies half on the point beside, until it is moved."""
    short: float = 0.0
    """Pictures in which a stack is read one short."""
    hand: float = 0.0
    """Pictures with a quadrant hidden, and marked so."""
    glove: float = 0.0
    """Pictures with a quadrant hidden and read as empty."""
    hidden: float = 0.0
    """Cells hidden, and marked so."""
    missing: float = 0.0
    """Rolls without a picture."""
    illegal: float = 0.0
    counts_to: int = COUNTS_TO
    trays: float = 0.0
    """Pictures in which the trays are seen."""
    last: float = 1.0
    """Games with a picture at the last press or lift."""


@dataclass(frozen=True, slots=True)
class Played:
    """What was played in truth."""

    kind: PlayKind
    moves: tuple[Move, ...]
    before: Position
    after: Position
    slip: str = ""

    @property
    def answer(self) -> Answer:
        """What a scorer who looks at the pictures answers."""
        return Answer(self.moves, self.after if self.slip == "left off" else None)

    def is_as(self, play: PlayCandidate) -> bool:
        """Whether a play inferred is this one: the same checkers moved, and legal or not as here.

        An earlier turn's question may leave open what else stands on the board.
        """
        true = PlayCandidate(self.kind, self.moves, (), self.before, self.after, 0.0)
        if self.kind is PlayKind.NOT_PLAYED:
            return play.kind is PlayKind.NOT_PLAYED or not play.moves  # as it could not be played
        return (play.kind, play.change) == (true.kind, true.change)


@dataclass(slots=True)
class Sample:
    """A game as it is transcribed, and its truth."""

    game: RolledGame
    truth: list[Played] = field(default_factory=list)


def sample_games(seed: int, flaws: Flaws) -> Iterator[Sample]:
    """Games without end, each with its own dice."""
    rng = Random(seed)
    while True:
        yield sample_game(Random(rng.getrandbits(64)), flaws)


def sample_game(rng: Random, flaws: Flaws) -> Sample:
    """One game: about half end by a pass, one in twenty by a resignation within a turn."""
    player = ScriptPlayer(rng)
    side, dice = _opening(rng)
    board, cube, away = Position.start(), Cube(), BySide(7, 7)
    turns: list[tuple[Side, Dice, Position]] = []
    truth: list[Played] = []
    while True:
        turns.append((side, dice, board))
        if len(turns) > 8 and rng.random() < 0.001:
            truth.append(Played(PlayKind.NOT_PLAYED, (), board, board))
            ending = GameEnd(EndCause.OFFER, side.other, 1)
            break
        played = _play(board, side, dice, player, rng, flaws)
        truth.append(played)
        board = played.after
        if board.checkers_on(side, OFF) == CHECKERS:
            ending = GameEnd(EndCause.PLAYED, side, board.level_lost(side.other))
            break
        side = side.other
        if player.wants_double(board, side, cube, away):
            if not player.takes(board, side.other, cube, away):
                ending = GameEnd(EndCause.PASS, side, 1)
                break
            cube = replace(cube, level=2 * cube.level, owner=side.other)
        elif winning_chance(board, side) < 0.005:
            ending = GameEnd(EndCause.OFFER, side.other, 1)
            break
        dice = (rng.randint(1, 6), rng.randint(1, 6))
    return Sample(_pictured(turns, truth, ending, rng, flaws), truth)


def _pictured(
    turns: list[tuple[Side, Dice, Position]],
    truth: list[Played],
    ending: GameEnd,
    rng: Random,
    flaws: Flaws,
) -> RolledGame:
    lying: dict[int, int] = {}
    readings = []
    boards = [board for _side, _dice, board in turns] + [truth[-1].after]
    for before, board in zip([Position.start(), *boards], boards, strict=False):
        was, now = signed(before), signed(board)
        lying = {p: q for p, q in lying.items() if was[p] == now[p] and was[q] == now[q]}
        if rng.random() < flaws.lying:
            came = [p for p in range(24) if abs(now[p]) == 1 and now[p] != was[p]]
            pairs = [(p, q) for p in came for q in _beside(p) if now[q] * now[p] >= 0]
            if pairs:
                lying |= [rng.choice(pairs)]
        missing = rng.random() < flaws.missing
        readings.append(None if missing else read(board, rng, flaws, lying))
    last = readings.pop() if rng.random() < flaws.last else (readings.pop(), None)[1]
    return RolledGame(
        tuple(
            RolledTurn(side, dice, reading)
            for (side, dice, _board), reading in zip(turns, readings, strict=True)
        ),
        last,
        ending,
    )


def _opening(rng: Random) -> tuple[Side, Dice]:
    while (white := rng.randint(1, 6)) == (black := rng.randint(1, 6)):
        pass
    return (Side.WHITE if white > black else Side.BLACK), (white, black)


# --- plays that are not legal


def _play(
    board: Position, side: Side, dice: Dice, player: ScriptPlayer, rng: Random, flaws: Flaws
) -> Played:
    chosen = player.choose_play(board, side, dice)
    if rng.random() < flaws.illegal:
        for _ in range(20):
            slip = _slip(board, side, dice, chosen, rng)
            if slip is not None:
                return slip
    return Played(PlayKind.LEGAL, chosen.moves, board, chosen.board)


SLIPS = ("short die", "one pip off", "one die", "other roll", "past the bar", "left off", "fifth")


def _slip(board: Position, side: Side, dice: Dice, chosen: Play, rng: Random) -> Played | None:
    """A play as people err, and not a legal one."""
    what = rng.choice(SLIPS)
    moves = _slip_moves(what, board, side, dice, chosen, rng) if chosen.moves else None
    return None if moves is None else _made(board, side, dice, moves, what, chosen)


def _slip_moves(
    what: str, board: Position, side: Side, dice: Dice, chosen: Play, rng: Random
) -> tuple[Move, ...] | None:
    moves: tuple[Move, ...] | None = chosen.moves
    match what:
        case "one pip off":
            moves = _one_elsewhere(chosen.moves, rng.choice((-1, 1)), rng)
        case "short die":
            moves = _one_elsewhere(chosen.moves, rng.randint(-5, 5), rng)
        case "one die":
            moves = chosen.moves[:-1]
        case "other roll":
            plays = legal_plays(board, side, (rng.randint(1, 6), rng.randint(1, 6)))
            moves = rng.choice(plays).moves if plays else None
        case "past the bar":
            starts = [point for point in POINTS if board.checkers_on(side, point)]
            start = rng.choice(starts)
            on_bar = board.checkers_on(side, BAR)
            moves = ((start, max(start - dice[0], OFF)),) if on_bar else None
        case "fifth":
            further = legal_plays(chosen.board, side, dice) if dice[0] == dice[1] else ()
            moves = (*chosen.moves, *rng.choice(further).moves[:1]) if further else None
    return moves


def _one_elsewhere(moves: tuple[Move, ...], by: int, rng: Random) -> tuple[Move, ...] | None:
    """The last move of one checker, so many points farther or less far."""
    at = rng.randrange(len(moves))
    start, end = moves[at]
    goes_on = any(end == later for later, _end in moves[at + 1 :])
    if goes_on or not 0 < end + by < start:
        return None
    return (*moves[:at], (start, end + by), *moves[at + 1 :])


def _made(
    board: Position, side: Side, dice: Dice, moves: tuple[Move, ...], what: str, chosen: Play
) -> Played | None:
    own = bytearray(board.checkers.of_side(side))
    other = bytearray(board.checkers.of_side(side.other))
    for start, end in moves:
        if not own[start] or (end and other[BAR - end] > 1):
            return None
        own[start] -= 1
        own[end] += 1
        if end and other[BAR - end]:
            other[BAR - end] = 0
            other[BAR] += 1
    if what == "left off":
        if not chosen.hits:
            return None
        other[BAR] -= 1
        other[OFF] += 1
    mine, theirs = bytes(own), bytes(other)
    after = Position(BySide(mine, theirs) if side is Side.WHITE else BySide(theirs, mine))
    legal = {play.board for play in legal_plays(board, side, dice)} or {board}
    return None if after in legal else Played(PlayKind.ILLEGAL, moves, board, after, what)


# --- readings


def signed(board: Position) -> list[int]:
    """White's checkers on White's points 1 to 24, Black's as negative numbers."""
    white, black = board.checkers.white, board.checkers.black
    return [white[point] - black[BAR - point] for point in POINTS]


def cell(count: int, counts_to: int = CHECKERS, doubt: int | None = None) -> BoardCell:
    """A cell read as `count` checkers, up to `counts_to`; `doubt`: a count nearly as likely."""

    def likely(other: int) -> float:
        if _capped(other, counts_to) == _capped(count, counts_to):
            return 0.0
        if doubt is not None and _capped(other, counts_to) == _capped(doubt, counts_to):
            return log(0.2)
        return log(SURE if abs(other - count) == 1 else SURE / 10)

    return BoardCell(tuple(likely(other) for other in (*range(16), *range(-15, 0))))


def _capped(count: int, counts_to: int) -> int:
    return max(-counts_to, min(counts_to, count))


def _beside(point: int) -> list[int]:
    return [q for q in (point - 1, point + 1) if q // 6 == point // 6 and 0 <= q < 24]


def read(
    board: Position, rng: Random, flaws: Flaws, lying: dict[int, int] | None = None
) -> BoardReading:
    """A reading of a picture of this position, with the flaws drawn."""
    true = signed(board)
    seen = list(true)
    moved = list((lying or {}).items())
    singles = [p for p in range(24) if true[p]]
    if rng.random() < flaws.neighbour:
        point = rng.choice(singles)
        moved += [(point, q) for q in _beside(point) if true[q] * true[point] >= 0][:1]
    for point, beside in moved:
        one = 1 if true[point] > 0 else -1
        if seen[point] * one > 0 and seen[beside] * one >= 0:
            seen[point] -= one
            seen[beside] += one
    stacks = [p for p in range(24) if abs(seen[p]) > 1]
    if stacks and rng.random() < flaws.short:
        point = rng.choice(stacks)
        seen[point] -= 1 if seen[point] > 0 else -1
    white, black = board.checkers_on(Side.WHITE, BAR), board.checkers_on(Side.BLACK, BAR)
    halves = [white, -black]
    rng.shuffle(halves)
    cells = [_read_cell(count, rng, flaws) for count in (*seen, *halves)]
    covered = rng.randrange(4) if rng.random() < flaws.hand else None
    gloved = rng.randrange(4) if rng.random() < flaws.glove else None
    for point in range(24):
        if point // 6 == covered:
            cells[point] = HIDDEN
        if point // 6 == gloved:
            cells[point] = cell(0)
    trays = BySide(HIDDEN, HIDDEN)
    if rng.random() < flaws.trays:
        off = BySide(board.checkers_on(Side.WHITE, OFF), -board.checkers_on(Side.BLACK, OFF))
        trays = off.map(lambda count: _read_cell(count, rng, flaws))
    return BoardReading(tuple(cells[:24]), (cells[24], cells[25]), trays)


def _read_cell(count: int, rng: Random, flaws: Flaws) -> BoardCell:
    if rng.random() < flaws.hidden:
        return HIDDEN
    if rng.random() >= flaws.cell:
        return cell(count, flaws.counts_to)
    wrong = rng.choice([count - 1, count + 1, 0 if count else rng.choice((-1, 1))])
    if _capped(wrong, flaws.counts_to) == _capped(count, flaws.counts_to):
        wrong = 0 if count else 1
    return cell(wrong, flaws.counts_to, count if rng.random() < 0.5 else None)
