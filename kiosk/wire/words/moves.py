"""Errors on the board, in words."""

from kiosk.rules.moves.facts import (
    DieLiftTold,
    MoveChallenged,
    MoveStands,
    MoveTakenBack,
    SetUpErrorFound,
)
from kiosk.wire.phrases import clause, dice, side, who
from kiosk.wire.words.said import said


@said.register
def _(event: MoveChallenged) -> str:
    return f"{who(event.by)} says that the last move of {side(event.side)} was illegal."


@said.register
def _(event: MoveTakenBack) -> str:
    if event.roll is None:
        return f"{side(event.side)} takes its turn back and rolls."
    after = ", once the delay has run out" if event.after_delay else ""
    return f"{side(event.side)} moves again with {dice(event.roll)}{after}."


@said.register
def _(event: MoveStands) -> str:
    told = f"{who(event.by)} rules, because {clause(event.why)}: " if event.by else ""
    return f"{told}The move of {side(event.side)} stands."


@said.register
def _(event: DieLiftTold) -> str:
    return f"{side(event.side)} says that {side(event.side.other)} has picked up a die."


@said.register
def _(event: SetUpErrorFound) -> str:
    must = "must be" if event.must else "is"
    return f"{side(event.side)} finds the checkers set up wrong; it {must} put right."
