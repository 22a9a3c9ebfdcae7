"""The settings a camera is fixed to, and their limits."""

import json
from dataclasses import dataclass
from typing import Any

from vision.errors import CannotAdjust

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class CameraSetting:
    """exposure_us; gain of the sensor, 1 at least; focus_dioptres, 1 / distance in metres, `None`
    for a lens without a motor; colour_gains of red and blue, `None` for a camera without them."""

    exposure_us: int
    gain: float
    focus_dioptres: float | None
    colour_gains: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """Least and most of each field of `CameraSetting`, and the current setting."""

    exposure_us: Span
    gain: Span
    focus_dioptres: Span | None
    now: CameraSetting
    colour_gains: Span | None = None


KEYS = {
    "exposure_us": (1.0, 1e7),
    "analogue_gain": (0.1, 1000.0),
    "focus_dioptres": (0.0, 100.0),
    "colour_red": (0.01, 100.0),
    "colour_blue": (0.01, 100.0),
}
"""No camera is set beyond these."""


def setting_keys(setting: CameraSetting) -> dict[str, Any]:
    """As a calibration file holds it."""
    red, blue = setting.colour_gains or (None, None)
    return {
        "exposure_us": setting.exposure_us,
        "analogue_gain": setting.gain,
        "focus_dioptres": setting.focus_dioptres,
        "colour_red": red,
        "colour_blue": blue,
    }


def read_setting(text: str) -> CameraSetting | None:
    """The camera's setting in a calibration file; None where the file holds none.

    Raises CannotAdjust, naming the key, on what no camera can be set to.
    """
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CannotAdjust(f"The calibration is no JSON ({error}); calibrate again.") from error
    if not isinstance(plain, dict) or plain.get("exposure_us") is None:
        return None
    numbers = {key: _number(plain, key, span) for key, span in KEYS.items()}
    exposure, gain = numbers["exposure_us"], numbers["analogue_gain"]
    if exposure is None or gain is None:
        raise CannotAdjust("analogue_gain is not in the calibration; calibrate again.")
    red, blue = numbers["colour_red"], numbers["colour_blue"]
    gains = None if red is None or blue is None else (red, blue)
    return CameraSetting(round(exposure), gain, numbers["focus_dioptres"], gains)


def _number(plain: dict[str, Any], key: str, span: Span) -> float | None:
    value = plain.get(key)
    if value is None:
        return None
    if type(value) not in {int, float} or not span[0] <= value <= span[1]:
        raise CannotAdjust(
            f"{key} in the calibration is {value!r}; a camera takes {span[0]:g} to {span[1]:g}."
        )
    return float(value)
