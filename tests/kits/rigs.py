"""Rigs and their renderers, made once for all tests of a file: painting a board takes long."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import cache, lru_cache

from vision.scene import Renderer, Rig
from vision.scene.backdrop import Backdrop, draw_backdrop
from vision.scene.style import Style

DRAWN = 4
"""So many renderers are kept; one of 1920x1080 holds some 200 MB."""
OF_THE_BOARD = ("board", "field", "point_a", "point_b", "wood", "table", "table_grain")
OF_CHECKERS = ("checkers", "checker_dish")
OF_DICE = tuple({each.name for each in fields(Style)} - {*OF_THE_BOARD, *OF_CHECKERS})


@cache
def rig_of(seed: int, width: int = 1280, height: int = 720) -> Rig:
    """The rig of a seed and picture size, px; the same object each time."""
    return Rig.draw(seed, width, height)


@cache
def exposed(rig: Rig, exposure_ms: float) -> Rig:
    """The rig with another exposure; the same object each time."""
    return replace(rig, sensor=replace(rig.sensor, exposure_ms=exposure_ms))


def renderer_of(rig: Rig, most_poses: int | None = None) -> Renderer:
    """A renderer of this rig; where one was kept that differs in its dice alone, it in these."""
    kept = _renderer(_Kept(_without_dice(rig), rig), most_poses)
    return kept if kept.rig is rig else kept.wearing(rig.style)


@dataclass(frozen=True, slots=True)
class _Kept:
    """A rig as far as `told` tells it: two that are told alike are one."""

    told: tuple[object, ...]
    rig: Rig = field(compare=False)


@lru_cache(maxsize=DRAWN)
def _renderer(kept: _Kept, most_poses: int | None) -> Renderer:
    more = {} if most_poses is None else {"most_poses": most_poses}
    return Renderer(kept.rig, back=_backdrop(_Kept(_board(kept.rig), kept.rig)), **more)


@lru_cache(maxsize=1)
def _backdrop(kept: _Kept) -> Backdrop:
    return draw_backdrop(kept.rig)


def _board(rig: Rig) -> tuple[object, ...]:
    """What the empty board's picture depends on."""
    camera = rig.camera
    seen = tuple(each.tobytes() for each in (camera.K, camera.dist, camera.R, camera.t_mm))
    colours = tuple(getattr(rig.style, name) for name in OF_THE_BOARD)
    return (rig.seed, camera.width, camera.height, *seen, rig.board, *colours)


def _without_dice(rig: Rig) -> tuple[object, ...]:
    checkers = tuple(getattr(rig.style, name) for name in OF_CHECKERS)
    return (*_board(rig), *checkers, rig.light, rig.more, rig.sensor, rig.mixer)
