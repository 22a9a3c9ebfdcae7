"""A demo's journal compared with the simulator's truth."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from kiosk.demo.board_scene import Lay
from kiosk.journal import Row
from kiosk.rules.cube.facts import Doubled, Passed, Taken
from kiosk.rules.dice.facts import OpeningDieRolled, RollAccepted, RollQuestioned, RollRefused
from kiosk.rules.ending import GameEnded, MatchEnded
from kiosk.rules.units import BySide

_CUBE_ACTIONS = {Doubled: "double", Taken: "take", Passed: "pass"}


@dataclass(slots=True)
class MatchVerdict:
    """Counts of one match. `wrong`: a line for each accepted roll that was not on the board."""

    winner: str | None = None
    score: BySide[int] = BySide(0, 0)
    games: int = 0
    rolls_read: int = 0
    rolls_refused: Counter[str] = field(default_factory=Counter)
    unsure: int = 0
    wrong: list[str] = field(default_factory=list)
    cube_actions: list[dict[str, Any]] = field(default_factory=list)
    events: int = 0

    def take(self, row: Row, lays: Sequence[Lay]) -> None:
        """Count one row."""
        self.events += 1
        event = row.event()
        match event:
            case RollAccepted() | OpeningDieRolled():
                self.rolls_read += event.facts is not None
                self._check(row, event, lays)
            case RollRefused():
                self.rolls_refused.update(reason.value for reason in event.reasons)
            case RollQuestioned():
                self.unsure += 1
            case Doubled() | Taken() | Passed():
                action = _CUBE_ACTIONS[type(event)]
                self.cube_actions.append(
                    {"side": event.side.value, "action": action, "level": event.level}
                )
            case GameEnded():
                self.games += 1
                self.score = event.score
            case MatchEnded():
                self.winner, self.score = event.winner.value, event.score

    def _check(self, row: Row, event: RollAccepted | OpeningDieRolled, lays: Sequence[Lay]) -> None:
        """Check that an accepted roll was on the board when it was seen or stated."""
        at_ns = event.facts.last_frame_at if event.facts else row.at_ns
        lay = next(dice_at(lays, at_ns), None)
        values = event.values if isinstance(event, RollAccepted) else (event.value,)
        if lay is None or not lay.counts or lay.thrown_by(event.side) != values:
            there = "no dice" if lay is None else f"{lay.values}{'' if lay.counts else ', void'}"
            self.wrong.append(f"row {row.seq}: {values} was accepted, {there} lay there")


def dice_at(lays: Sequence[Lay], at_ns: int) -> Iterator[Lay]:
    """Dice on the board at an instant."""
    return (
        lay
        for lay in reversed(lays)
        if lay.from_ns <= at_ns and (lay.until_ns is None or at_ns < lay.until_ns)
    )
