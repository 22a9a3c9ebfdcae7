"""Checks of the cube."""

from typing import Any

from kiosk.rules.doubling import Cube
from kiosk.rules.units import SIDES, Side
from kiosk.scenario.given.game import LEVELS
from kiosk.scenario.kinds import NAMES, Kind, Misfit
from kiosk.scenario.play import Play
from kiosk.scenario.word import Check, part

_KEYS = {
    "value": LEVELS,
    "owner": (*NAMES.values(), "centred"),
    "state": ("in_play", "frozen", "out", "no_game"),
}


def _read(value: Any) -> dict[str, Any]:
    table = value if isinstance(value, dict) else {"value": value}
    if not table or any(key not in _KEYS or each not in _KEYS[key] for key, each in table.items()):
        raise Misfit
    return dict(table)


def _show(cube: dict[str, Any]) -> str:
    return " ".join(str(cube[key]) for key in _KEYS if key in cube)


def _cube(play: Play) -> dict[str, Any]:
    if play.match.game is None:
        return {"state": "no_game"}
    cube = play.match.game.cube
    return {"value": cube.level, "owner": _owner(cube.owner), "state": _state(cube)}


def _state(cube: Cube) -> str:
    if cube.frozen:
        return "frozen"
    return "in_play" if cube.in_play else "out"


def _owner(owner: Side | None) -> str:
    return NAMES[owner] if owner in SIDES else "centred"


CUBE = Kind(
    'a level (1, 2, 4, …), or what is asked of {value = 2, owner = "A", "B" or "centred", '
    'state = "in_play", "frozen", "out" or "no_game"}',
    _read,
    _show,
)

CHECKS: tuple[Check, ...] = (Check("cube", CUBE, "the cube as it stands", _cube, part),)
