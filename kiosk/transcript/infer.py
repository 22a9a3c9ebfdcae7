"""The plays of a game, inferred from its rolls and pictures."""

from collections.abc import Mapping
from dataclasses import replace

from kiosk.rules.units import Side
from kiosk.transcript.anchor import anchor
from kiosk.transcript.beam import (
    SET_ANEW,
    Edge,
    Layer,
    TurnStep,
    Work,
    follow,
    set_coming,
    unproven,
)
from kiosk.transcript.evidence import weigh
from kiosk.transcript.game import (
    Answer,
    Certainty,
    InferredTurn,
    PlayCandidate,
    PlayKind,
    RolledGame,
)

MARGIN = 3.0
"""Nats by which a play must lead every other to be certain: less than one misread cell."""

LAST_MARGIN = 6.0
"""The same for a game's last play, which no later picture confirms: where its own is covered, it
may have been an illegal one.
"""

MOST_ASKED = 3
"""Plays shown in a question."""


def infer(
    game: RolledGame, answers: Mapping[int, Answer] | None = None
) -> tuple[InferredTurn, ...]:
    """The play of each turn. `answers`, by the turn's index from 0, hold and carry on into all
    turns after them; one that cannot be made from any position that the pictures allow is
    disregarded, and its turn stays asked.
    """
    steps = _steps(game, answers or {})
    layers = follow(_start(game, steps), steps)
    rest = _costs_to_the_end(layers, steps)
    path = _likeliest_path(layers, steps, rest)
    turns = (
        _inferred(step, layer, after, edge)
        for step, layer, after, edge in zip(steps, layers, rest[1:], path, strict=False)
    )
    doubtful = unproven(steps, path)
    return tuple(
        replace(turn, certainty=Certainty.UNKNOWN)
        if index in doubtful and turn.certainty is not Certainty.ANSWERED
        else turn
        for index, turn in enumerate(turns)
    )


def cost_of_account(game: RolledGame) -> float:
    """Nats that the likeliest account of a game costs: how ill its pictures fit its rolls."""
    steps = _steps(game, {})
    return min(follow(_start(game, steps), steps)[-1].values())


def changed_turns(
    before: tuple[InferredTurn, ...], after: tuple[InferredTurn, ...]
) -> tuple[int, ...]:
    """The turns, from 0, whose likeliest play is another or whose certainty has changed."""
    return tuple(
        index
        for index, (old, new) in enumerate(zip(before, after, strict=True))
        if old.certainty is not new.certainty
        or old.candidates[0].change != new.candidates[0].change
    )


def _start(game: RolledGame, steps: list[TurnStep]) -> Layer:
    layer = {game.start: 0.0}
    first = steps[0].before if steps else None
    if first is not None:
        layer[game.start] = first.cost(game.start)
        layer.setdefault(anchor(game.start, first), SET_ANEW)
    return layer


def _steps(game: RolledGame, answers: Mapping[int, Answer]) -> list[TurnStep]:
    readings = [*(turn.reading for turn in game.turns), game.last]
    work = Work()
    seen = [weigh(reading) if reading is not None else None for reading in readings]
    steps = [
        TurnStep(turn, seen[index], seen[index + 1], answers.get(index), work=work)
        for index, turn in enumerate(game.turns)
    ]
    if steps:
        steps[-1].ending, steps[-1].is_last = game.ending, True
    set_coming(steps)
    return steps


def _costs_to_the_end(layers: list[Layer], steps: list[TurnStep]) -> list[Layer]:
    """For each position of each layer, the cost of the likeliest way on to the end."""
    rest: list[Layer] = [dict.fromkeys(layers[-1], 0.0)]
    for step in reversed(steps):
        layer: Layer = {}
        for edge in step.edges:
            cost = edge.cost + rest[-1].get(edge.after, float("inf"))
            if cost < layer.get(edge.before, float("inf")):
                layer[edge.before] = cost
        rest.append(layer)
    return rest[::-1]


def _likeliest_path(layers: list[Layer], steps: list[TurnStep], rest: list[Layer]) -> list[Edge]:
    if not steps:
        return []
    at = min(rest[0], key=lambda board: layers[0][board] + rest[0][board])
    path = []
    for step, after in zip(steps, rest[1:], strict=True):
        ways = (edge for edge in step.edges if edge.before == at and edge.after in after)
        edge = min(ways, key=lambda edge: edge.cost + after[edge.after])
        path.append(edge)
        at = edge.after
    return path


def _inferred(step: TurnStep, layer: Layer, rest: Layer, chosen: Edge) -> InferredTurn:
    """A turn's likeliest plays, and how sure the first is."""
    least = layer[chosen.before] + chosen.cost + rest[chosen.after]
    first = _candidate(chosen, 0.0)
    margin = LAST_MARGIN if step.is_last else MARGIN
    others: dict[tuple[object, ...], PlayCandidate] = {}
    for edge in step.edges:
        if edge.after not in rest:
            continue
        behind = layer[edge.before] + edge.cost + rest[edge.after] - least
        if behind >= margin:
            continue
        candidate = _candidate(edge, max(0.0, behind))
        known = others.get(candidate.change)
        if candidate.change != first.change and (known is None or behind < known.behind):
            others[candidate.change] = candidate
    ranked = [first, *sorted(others.values(), key=lambda candidate: candidate.behind)]
    certainty = _certainty(step, first, len(ranked))
    return InferredTurn(Side(step.turn.side), step.turn.dice, certainty, tuple(ranked[:MOST_ASKED]))


def _certainty(step: TurnStep, first: PlayCandidate, ways: int) -> Certainty:
    if step.answered:
        return Certainty.ANSWERED
    if step.answer is not None:
        return Certainty.ASKED
    if first.kind is PlayKind.SET_ANEW or ways > MOST_ASKED:
        return Certainty.UNKNOWN
    return Certainty.CERTAIN if ways == 1 else Certainty.ASKED


def _candidate(edge: Edge, behind: float) -> PlayCandidate:
    return PlayCandidate(edge.kind, edge.moves, edge.hits, edge.before, edge.after, behind)
