"""A calibration as text, every part of it, beside what was read with it."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import numpy as np

from vision.calibration import BoardPlan, Calibration, CalibrationError, Floats, Rect
from vision.calibration.partial_calibration import FAR_MM, read_given

PIECE_MM = (1.0, 300.0)
"""No die, checker or marker is smaller or larger."""


def to_json(calibration: Calibration) -> str:
    plain = {
        "K": calibration.K.tolist(),
        "dist": calibration.dist.tolist(),
        "R": calibration.R.tolist(),
        "t_mm": calibration.t_mm.tolist(),
        "board": asdict(calibration.board),
        "width": calibration.width,
        "height": calibration.height,
    }
    return json.dumps(plain, indent=1)


def from_json(text: str) -> Calibration:
    """Read what `to_json` wrote. Raises CalibrationError on anything else, also on numbers that no
    board or camera has."""
    try:
        plain = json.loads(text)
        board = _board(plain["board"])
        camera = {key: plain[key] for key in ("K", "dist", "R", "t_mm", "width", "height")}
        size = {"size_mm": board.size_mm, "rim_height_mm": board.rim_height_mm}
        read_given(json.dumps(camera | size))
        return Calibration(
            K=_numbers(plain["K"], 3, 3),
            dist=_numbers(plain["dist"], 5),
            R=_numbers(plain["R"], 3, 3),
            t_mm=_numbers(plain["t_mm"], 3),
            board=board,
            width=int(plain["width"]),
            height=int(plain["height"]),
        )
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise CalibrationError(
            f"The stored calibration cannot be read ({error!r}); calibrate again."
        ) from error


def _board(plain: dict[str, Any]) -> BoardPlan:
    rects = ("picture_left", "picture_right", "bar")
    width, height = plain["size_mm"]
    parts: dict[str, Any] = {name: _rect(plain[name]) for name in rects}
    parts |= {"size_mm": (_number(width), _number(height))}
    if plain.get("die_mm") is None:
        parts |= {"die_mm": None}
    board = BoardPlan(**_each({name: plain[name] for name in plain if name not in parts}), **parts)
    for piece_mm in (board.die_mm, board.checker_mm, board.checker_height_mm, board.marker_mm):
        if piece_mm is not None and not PIECE_MM[0] <= piece_mm <= PIECE_MM[1]:
            raise ValueError(f"nothing on a board measures {piece_mm!r} mm")
    if not (abs(board.marker_inset_mm) <= FAR_MM and 0 <= board.doubt_mm <= FAR_MM):
        raise ValueError(f"{board.marker_inset_mm!r} or {board.doubt_mm!r} mm is beyond any board")
    return board


def _rect(plain: dict[str, Any]) -> Rect:
    rect = Rect(**_each(plain))
    far = max(map(abs, (rect.left, rect.top, rect.right, rect.bottom))) > FAR_MM
    if far or not (rect.left < rect.right and rect.top < rect.bottom):
        raise ValueError(f"{plain!r} is no part of a board")
    return rect


def _each(plain: dict[str, Any]) -> dict[str, Any]:
    return {name: _number(value) for name, value in plain.items()}


def _number(plain: object) -> float:
    return float(_numbers(plain))


def _numbers(plain: object, *shape: int) -> Floats:
    numbers = np.array(plain, np.float64).reshape(shape)
    if not np.isfinite(numbers).all():
        raise ValueError(f"{plain!r} is not finite")
    return numbers
