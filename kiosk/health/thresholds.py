"""All limits of the doctor, with unit and reason, in one table.

A value at its limit is still good; only values beyond it are reported.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """`value` in `unit`; `why` is the reason for it."""

    value: float
    unit: str
    why: str


DISK_LOW_MB = Limit(1000.0, "MB", "a day of roll pictures, some 20 matches of 50 MB each")
DISK_FULL_MB = Limit(200.0, "MB", "a match: 40 MB of journal and 50 MB of pictures, twice over")
COMMIT_MEDIAN_MS = Limit(30.0, "ms", "with what the screen takes a press is seen within 100 ms")
COMMIT_P99_MS = Limit(100.0, "ms", "one press in a hundred: later is felt as a dead button")
COMMIT_HOPELESS_MS = Limit(1000.0, "ms", "so slow is only a card that is about to die")
WARM_C = Limit(70.0, "°C", "10 degrees below where a Pi slows down")
HOT_C = Limit(80.0, "°C", "a Raspberry Pi's firmware slows its processor from here on")
SLEW_PPM = Limit(100.0, "ppm", "a running clock is wrong by 0.36 s in an hour at most")
SLEW_LOOSE_PPM = Limit(1000.0, "ppm", "3.6 s in an hour: beyond, it decides matches")
OFFSET_S = Limit(1.0, "s", "wall times order events of two tables, by the second")
DIRECTOR_APART_S = Limit(2.0, "s", "a web server gives whole seconds, and the way takes some")
CAMERA_SLOW = Limit(0.9, "of the rate asked for", "fewer frames than set: the light or the bus")
CAMERA_TOO_SLOW = Limit(0.5, "of the rate asked for", "a rolling die is no longer followed")
DISPLAY_WIDTH_PX = Limit(800.0, "px", "the smallest panel the screen is laid out for, 800x480")
DISPLAY_HEIGHT_PX = Limit(480.0, "px", "the smallest panel the screen is laid out for, 800x480")

LIMITS: dict[str, Limit] = {
    name: each for name, each in list(globals().items()) if isinstance(each, Limit)
}
"""All limits by name."""
