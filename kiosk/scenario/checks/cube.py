"""Checks of the cube."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from kiosk.rules.match.doubling import Cube
from kiosk.scenario.play import ScenarioRun
from kiosk.scenario.values import Level, Owner, ValueForm, form_of
from kiosk.scenario.word import Check, part


@dataclass(frozen=True, slots=True)
class CubeSeen:
    """The parts of the cube that a scenario may check."""

    value: Level
    owner: Owner
    state: Literal["in_play", "frozen", "out", "no_game"]


def _read(value: Any) -> Any:
    return form_of(CubeSeen).read(value if isinstance(value, dict) else {"value": value})


def _cube(play: ScenarioRun) -> dict[str, Any]:
    if play.match.game is None:
        return {"state": "no_game"}
    cube = play.match.game.cube
    return {"value": cube.level, "owner": cube.owner, "state": _state(cube)}


def _state(cube: Cube) -> str:
    if cube.frozen:
        return "frozen"
    return "in_play" if cube.in_play else "out"


_Cube = Annotated[
    dict[str, Any],
    ValueForm(
        'a level (1, 2, 4, …), or what is asked of {value = 2, owner = "A", "B" or "centred", '
        'state = "in_play", "frozen", "out" or "no_game"}',
        _read,
        form_of(CubeSeen).show,
    ),
]

CHECKS: tuple[Check, ...] = (Check("cube", _Cube, "the cube as it stands", _cube, part),)
