"""The accounts of a game that its pictures allow, followed turn by turn.

A layer holds the positions in which the game may stand after a turn, each with the cost of the
likeliest account that leads there; plays lead from layer to layer. Where pictures are missing the
layers widen, and the next good picture narrows them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from kiosk.rules.board import CHECKERS, POINTS, Position
from kiosk.rules.plays import Dice, Move, legal_plays
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import SIDES, Side
from kiosk.transcript.anchor import anchor
from kiosk.transcript.evidence import (
    CELL_CAP,
    PICTURE_CAP,
    BoardEvidence,
    SeenCell,
    merge,
    own_counts,
)
from kiosk.transcript.game import Answer, GameEnd, PlayKind, RolledTurn, is_over
from kiosk.transcript.illegal import ILLEGAL, MovedCheckers, illegal_plays, move_checkers

WINDOW = 16.0
"""Nats by which an account may be behind the likeliest and still be followed."""

WIDTH = 300
"""The most positions followed after one turn."""

WORK_PER_TURN = 400
"""Positions weighed a turn that a game is allowed; one with good pictures needs 20 to 400."""

MOST_WORK = 12_000
"""What a game may have saved up for the turns that need more: two or three without a picture."""

PLAYS_OF_A_ROLL = 40
"""What following a position costs: most rolls can be played in fewer ways, few in more."""

NOT_PLAYED = 3.0
"""Nats that a roll left unplayed at a game's end is less likely than a play."""

SET_ANEW = 27.0
"""Nats of a position taken from its picture alone: more than one bad picture, less than two."""

BAD_END = 12.0
"""Nats of a position that is not what the game's end says."""

STRANGE = 3 * CELL_CAP
"""Nats from which on a picture shows something else than an account says."""

MOST_COVERED = 6
"""Points of a picture that may be hidden where it proves what it shows: a quadrant."""

_UNEXPLAINED = 0.75 * CELL_CAP
_LOST = 2.5 * CELL_CAP
_FROM_STATES = 3
_SEARCHED_WITHIN = 6.0
_LOOKED_BACK = 3
_SEARCH_WORK = 400


class Edge(NamedTuple):
    """A play that leads from a position of one layer to one of the next; `cost` in nats."""

    before: Position
    after: Position
    kind: PlayKind
    moves: tuple[Move, ...]
    hits: tuple[int, ...]
    cost: float


Layer = dict[Position, float]


@dataclass(slots=True)
class Coming:
    """The next picture that shows something, and what each side may still move until then."""

    read: dict[Side, tuple[int | None, ...]]
    moves: dict[Side, int]


@dataclass(slots=True)
class Work:
    """What may still be spent on a game, in positions weighed: pictures of no board allow so many
    accounts that none would be found, however long they were sought.
    """

    left: int = MOST_WORK

    def begin_turn(self) -> None:
        """Allow what a turn adds."""
        self.left = min(MOST_WORK, max(0, self.left) + WORK_PER_TURN)


@dataclass(slots=True)
class TurnStep:
    """One turn with its pictures: `before` as at its roll, `after` as at the next."""

    turn: RolledTurn
    before: BoardEvidence | None
    after: BoardEvidence | None
    answer: Answer | None = None
    ending: GameEnd | None = None
    """Of the last turn of a game that has ended."""
    is_last: bool = False
    crowded: bool = False
    """Whether positions as likely as those followed were left: what is left proves nothing."""
    coming: Coming | None = None
    work: Work = field(default_factory=Work)
    edges: list[Edge] = field(default_factory=list)
    answered: bool = False
    """Whether the answer can be made from a position that the pictures allow."""


def follow(start: Layer, steps: list[TurnStep]) -> list[Layer]:
    """Every layer from the first on; fills the edges of each step.

    Where a picture is not explained, the play that it contradicts may be the one before, whose own
    picture was missing, covered or misread: that turn is searched again by what is seen now.
    """
    layers = [start]
    for index, step in enumerate(steps):
        step.work.begin_turn()
        edges = list(_answered(layers[-1], step)) or list(_all_edges(layers[-1], step))
        if step.after is not None and not step.answered:
            best = _likeliest(layers[-1], edges)
            unconfirmed = step.is_last and step.after.hides_change(best.before, best.after)
            if unconfirmed or _unexplained(layers[-1], best, step.after) >= _UNEXPLAINED:
                first = _first_in_doubt(steps, index, best)
                if first < index and step.work.left > 0:
                    del layers[first + 1 :]
                    for earlier in steps[first:index]:
                        layers.append(_searched_again(layers[-1], earlier, step.after))
                    edges = list(_all_edges(layers[-1], step))
                edges = _explained(layers[-1], step, edges, step.after)
        layers.append(_next_layer(layers[-1], step, edges))
    return layers


def _searched_again(layer: Layer, step: TurnStep, later: BoardEvidence) -> Layer:
    """The layer after a turn, with what a later picture lets suppose that was played in it."""
    kept = [edge for edge in step.edges if edge.before in layer and edge.kind is not PlayKind.LEGAL]
    edges = list(_answered(layer, step))
    if not edges:
        searched = _searched(layer, step, merge(step.after, later))
        edges = [*_all_edges(layer, step), *searched, *kept]
    return _next_layer(layer, step, edges)


def _explained(
    layer: Layer, step: TurnStep, legal: list[Edge], evidence: BoardEvidence
) -> list[Edge]:
    """All that may have been played, legal or not; a position from the picture if nothing fits."""
    edges = [*legal, *_searched(layer, step, evidence)]
    if _unexplained(layer, _likeliest(layer, edges), evidence) >= _LOST:
        likeliest = min(layer, key=layer.__getitem__)
        anew = anchor(likeliest, evidence)
        edges.append(_edge(step, likeliest, anew, PlayKind.SET_ANEW, SET_ANEW))
    return edges


def _first_in_doubt(steps: list[TurnStep], index: int, edge: Edge) -> int:
    """The first turn to search again, given the likeliest play, which does not fit its picture.

    The turn before is in doubt if its picture is missing, hides what is now read otherwise or read
    it otherwise, too; those before it as long as pictures are missing or covered.
    """
    after, before = steps[index].after, steps[index].before
    if not index or after is None:
        return index
    if before is not None:
        points = after.mistaken_points(edge.after)
        if points and not any(before.doubts(point, edge.before) for point in points):
            return index
    first = index - 1
    while first and index - first < _LOOKED_BACK and _is_covered(steps[first].before):
        first -= 1
    return first


def _is_covered(evidence: BoardEvidence | None) -> bool:
    return evidence is None or None in evidence.best


def _next_layer(layer: Layer, step: TurnStep, edges: list[Edge]) -> Layer:
    following: Layer = {}
    for edge in edges:
        cost = layer.get(edge.before, inf) + edge.cost
        if cost < following.get(edge.after, inf):
            following[edge.after] = cost
    kept = _pruned(following, step)
    step.edges = [edge for edge in edges if edge.after in kept and edge.before in layer]
    return kept


def _all_edges(layer: Layer, step: TurnStep) -> Iterator[Edge]:
    for board in layer:
        yield from _legal(board, step)
        if step.ending is not None and step.ending.leaves_turn_open:
            yield _edge(step, board, board, PlayKind.NOT_PLAYED, NOT_PLAYED)


def _searched(layer: Layer, step: TurnStep, guide: BoardEvidence) -> list[Edge]:
    """Illegal plays towards what `guide` shows, from the likeliest positions; none if answered."""
    if step.answered:
        return []
    least = min(layer.values()) + _SEARCHED_WITHIN
    states = sorted((board for board in layer if layer[board] <= least), key=layer.__getitem__)
    found: list[Edge] = []
    for board in states[:_FROM_STATES]:
        if step.work.left > 0:
            step.work.left -= _SEARCH_WORK
            found += _illegal(board, step, guide)
    return found


def _likeliest(layer: Layer, edges: list[Edge]) -> Edge:
    return min(edges, key=lambda edge: layer[edge.before] + edge.cost)


def _unexplained(layer: Layer, edge: Edge, evidence: BoardEvidence) -> float:
    """Nats that an account pays for this turn, each misread cell of it counted."""
    played = edge.cost - evidence.cost(edge.after)
    behind = layer[edge.before] - min(layer.values())
    return behind + max(0.0, played) + evidence.raw_cost(edge.after)


def _legal(board: Position, step: TurnStep) -> Iterator[Edge]:
    plays = legal_plays(board, step.turn.side, step.turn.dice)
    for play in plays:
        yield _edge(step, board, play.board, PlayKind.LEGAL, 0.0, play.moves, play.hits)
    if not plays:
        yield _edge(step, board, board, PlayKind.LEGAL, 0.0)


def _illegal(board: Position, step: TurnStep, guide: BoardEvidence) -> Iterator[Edge]:
    side, dice = step.turn.side, step.turn.dice
    legal = {play.board for play in legal_plays(board, side, dice)} or {board}
    if step.ending is not None and step.ending.leaves_turn_open:
        legal.add(board)  # the roll was not played, and need not be
    for moved in illegal_plays(board, side, dice, guide, WINDOW):
        if moved.board not in legal:
            cost = ILLEGAL + moved.oddness
            yield _edge(step, board, moved.board, PlayKind.ILLEGAL, cost, moved.moves, moved.hits)


def _answered(layer: Layer, step: TurnStep) -> Iterator[Edge]:
    """The one play that a person named, from every position in which it can be made."""
    answer = step.answer
    if answer is None:
        return
    may_be_unplayed = step.ending is not None and step.ending.leaves_turn_open
    for board in layer:
        legal = {edge.after: edge for edge in _legal(board, step)}
        if may_be_unplayed and answer.after == board and board not in legal:
            step.answered = True
            yield _edge(step, board, board, PlayKind.NOT_PLAYED, NOT_PLAYED)
            continue
        if answer.after is not None:
            moved = MovedCheckers(answer.after, answer.moves)
        else:
            made = move_checkers(board, step.turn.side, answer.moves)
            if made is None:
                continue
            moved = made
        step.answered = True
        yield legal.get(moved.board) or _edge(
            step, board, moved.board, PlayKind.ILLEGAL, ILLEGAL, moved.moves, moved.hits
        )


def _edge(
    step: TurnStep,
    before: Position,
    after: Position,
    kind: PlayKind,
    cost: float,
    moves: tuple[Move, ...] = (),
    hits: tuple[int, ...] = (),
) -> Edge:
    step.work.left -= 1
    if step.after is not None:
        seen = SeenCell(before, step.before) if step.before is not None else None
        cost += step.after.cost(after, seen)
    return Edge(before, after, kind, moves, hits, cost + _end_cost(step.ending, after))


def _end_cost(ending: GameEnd | None, board: Position) -> float:
    """What a position costs that the game's end denies."""
    if ending is None or ending.winner is None:
        return 0.0
    over = is_over(board, ending.winner)
    if over is not (ending.cause is EndCause.PLAYED):
        return BAD_END
    wrong_level = over and board.level_lost(ending.winner.other) != ending.level
    return CELL_CAP if wrong_level else 0.0


def _pruned(layer: Layer, step: TurnStep) -> Layer:
    best = min(layer.values())
    kept = {board: cost for board, cost in layer.items() if cost <= best + WINDOW}
    width = min(WIDTH, (max(0, step.work.left) + WORK_PER_TURN) // PLAYS_OF_A_ROLL)
    if len(kept) <= width:
        return kept
    coming = step.coming
    rank = {board: cost + _off_course(board, coming) for board, cost in kept.items()}
    ranked = sorted(kept, key=rank.__getitem__)
    step.crowded = rank[ranked[width]] < rank[ranked[0]] + CELL_CAP
    return {board: kept[board] for board in ranked[:width]}


def _off_course(board: Position, coming: Coming | None) -> float:
    """Nats that a position will cost at least at the next picture, and how far it is from it."""
    if coming is None:
        return 0.0
    cost = 0.0
    for side in SIDES:
        own, read = board.checkers.of_side(side), coming.read[side]
        apart = sum(max(0, (read[point] or 0) - own[point]) for point in POINTS)
        cost += min(PICTURE_CAP, CELL_CAP * max(0, apart - coming.moves[side])) + apart / CHECKERS
    return cost


def unproven(steps: list[TurnStep], path: list[Edge]) -> set[int]:
    """The turns, from 0, that their pictures do not prove: those from one whole picture to the next
    with a crowded layer between them, and those about two pictures running that show something
    else than `path`, the likeliest account.
    """
    strange = [_is_strange(step.after, edge) for step, edge in zip(steps, path, strict=True)]
    whole = [not (odd or _is_covered(step.after)) for step, odd in zip(steps, strange, strict=True)]
    shows = [
        not odd and step.after is not None and step.after.best.count(None) <= MOST_COVERED
        for step, odd in zip(steps, strange, strict=True)
    ]
    crowded = (gap for gap in _gaps(whole) if any(steps[each].crowded for each in gap))
    odd = (gap for gap in _gaps(shows) if sum(strange[each] for each in gap) > 1)
    return {index for gap in (*crowded, *odd) for index in gap}


def _gaps(closed: list[bool]) -> Iterator[list[int]]:
    """The turns, from 0, up to each that is closed; the rest at the end."""
    gap: list[int] = []
    for index, is_closed in enumerate(closed):
        gap.append(index)
        if is_closed:
            yield gap
            gap = []
    yield gap


def _is_strange(evidence: BoardEvidence | None, edge: Edge) -> bool:
    if evidence is None:
        return False
    return edge.kind is PlayKind.SET_ANEW or evidence.cost(edge.after) >= STRANGE


def set_coming(steps: list[TurnStep]) -> None:
    """Give each step the next picture that shows something."""
    coming: Coming | None = None
    for step in reversed(steps):
        if step.after is not None and any(best is not None for best in step.after.best):
            read = {side: own_counts(step.after, side) for side in SIDES}
            coming = Coming(read, dict.fromkeys(SIDES, 0))
        step.coming = coming
        if coming is not None:
            moves = coming.moves | {
                step.turn.side: coming.moves[step.turn.side] + _moves(step.turn.dice)
            }
            coming = Coming(coming.read, moves)


def _moves(dice: Dice) -> int:
    return 4 if dice[0] == dice[1] else 2
