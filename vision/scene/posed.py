"""What lies on the board at a moment: the message a driver sends to pose the simulated camera."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from vision.errors import SceneInvalid
from vision.scene.board import Board, Half
from vision.scene.pose import DiePath, DiePose

CUBE_VALUES = (1, 2, 4, 8, 16, 32, 64)
_FAR_MM = 5000.0
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class CheckerAt:
    """A checker's centre; player 0 sits at the picture's bottom, 1 at its top."""

    player: int
    x_mm: float
    y_mm: float
    z_mm: float


@dataclass(frozen=True, slots=True)
class CubeAt:
    """The doubling cube, lying on what is under it. Value 1 shows 64: no player owns it yet."""

    value: int
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Scene:
    """Checkers, dice and doubling cube. Hashable, so what was drawn from it can be kept."""

    checkers: tuple[CheckerAt, ...] = ()
    dice: tuple[DiePath, ...] = ()
    cube: CubeAt | None = None

    def to_json(self) -> dict[str, Any]:
        """The scene in plain JSON types: a die is a list of [t_ms, x, y, z, w, i, j, k]."""
        return {
            "checkers": [[c.player, c.x_mm, c.y_mm, c.z_mm] for c in self.checkers],
            "dice": [
                [[t, p.x_mm, p.y_mm, p.z_mm, *p.quaternion] for t, p in path.keyframes]
                for path in self.dice
            ],
            "cube": asdict(self.cube) if self.cube else None,
        }

    @classmethod
    def from_json(cls, message: object) -> Scene:
        """Read what `to_json` wrote. Raises SceneInvalid naming the place and the value."""
        if not isinstance(message, dict):
            raise SceneInvalid(f"a scene is an object, not {message!r}")
        unknown = sorted(set(message) - {"checkers", "dice", "cube"})
        if unknown:
            raise SceneInvalid(f"a scene has no field {unknown[0]!r}; it has checkers, dice, cube")
        cube = message.get("cube")
        return cls(
            checkers=_each(message, "checkers", _checker),
            dice=_each(message, "dice", _path),
            cube=None if cube is None else _cube(cube),
        )


def lay_out(
    board: Board,
    points: Mapping[int, tuple[int, int]],
    bar: tuple[int, int] = (0, 0),
    off: tuple[int, int] = (0, 0),
    off_side: Half = "picture_right",
) -> tuple[CheckerAt, ...]:
    """Checkers for a position: picture point -> (player, count); bar and off as (player 0, 1)."""
    laid = [
        CheckerAt(player, *board.point_xyz(point, level))
        for point, (player, count) in points.items()
        for level in range(count)
    ]
    for player in (0, 1):
        laid += [CheckerAt(player, *board.bar_xyz(player, n)) for n in range(bar[player])]
        laid += [CheckerAt(player, *board.off_xyz(player, n, off_side)) for n in range(off[player])]
    return tuple(laid)


def opening(board: Board) -> tuple[CheckerAt, ...]:
    """The opening position, both home boards at the picture's right."""
    return lay_out(
        board,
        {
            0: (0, 5),
            4: (1, 3),
            6: (1, 5),
            11: (0, 2),
            12: (1, 5),
            16: (0, 3),
            18: (0, 5),
            23: (1, 2),
        },
    )


def _each(message: dict[str, Any], name: str, read: Callable[[object, str], _T]) -> tuple[_T, ...]:
    items = message.get(name, [])
    if not isinstance(items, list):
        raise SceneInvalid(f"{name} is a list, not {items!r}")
    return tuple(read(item, f"{name}[{i}]") for i, item in enumerate(items))


def _checker(item: object, where: str) -> CheckerAt:
    player, x, y, z = _numbers(item, 4, where)
    if player not in (0, 1):
        raise SceneInvalid(f"{where}: player is 0 (bottom) or 1 (top), not {player:g}")
    return CheckerAt(int(player), x, y, z)


def _path(item: object, where: str) -> DiePath:
    if not isinstance(item, list):
        raise SceneInvalid(f"{where} is a list of keyframes, not {item!r}")
    keyframes = []
    for i, key in enumerate(item):
        t, x, y, z, *turn = _numbers(key, 8, f"{where}[{i}]")
        if abs(math.hypot(*turn) - 1) > 1e-3:
            raise SceneInvalid(f"{where}[{i}]: quaternion {turn} is not of length 1")
        keyframes.append((t, DiePose(x, y, z, (turn[0], turn[1], turn[2], turn[3]))))
    try:
        return DiePath(tuple(keyframes))
    except ValueError as error:
        raise SceneInvalid(f"{where}: {error}") from error


def _cube(item: object) -> CubeAt:
    if not isinstance(item, dict) or set(item) != {"value", "x_mm", "y_mm", "turn_deg"}:
        raise SceneInvalid(f"cube is an object of value, x_mm, y_mm, turn_deg, not {item!r}")
    value = item["value"]
    if type(value) is not int or value not in CUBE_VALUES:
        raise SceneInvalid(f"cube: value is one of {CUBE_VALUES}, not {value!r}")
    x, y, turn = _numbers([item["x_mm"], item["y_mm"], item["turn_deg"]], 3, "cube")
    return CubeAt(value, x, y, turn)


def _numbers(item: object, count: int, where: str) -> Sequence[float]:
    if not isinstance(item, list) or len(item) != count:
        raise SceneInvalid(f"{where} is a list of {count} numbers, not {item!r}")
    for value in item:
        if type(value) not in (int, float) or not abs(value) <= _FAR_MM * 20:
            raise SceneInvalid(f"{where}: {value!r} is not a number within reach")
    return [float(value) for value in item]
