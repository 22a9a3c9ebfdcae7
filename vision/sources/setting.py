"""What a camera is fixed to, and how far it can be."""

from dataclasses import dataclass

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Setting:
    """exposure_us; gain of the sensor, 1 at least; focus_dioptres, 1 / distance in metres, `None`
    for a lens without a motor."""

    exposure_us: int
    gain: float
    focus_dioptres: float | None


@dataclass(frozen=True, slots=True)
class Limits:
    """Least and most of each of `Setting`, and what holds now."""

    exposure_us: Span
    gain: Span
    focus_dioptres: Span | None
    now: Setting
