"""How bright the panel is: its backlight where Linux has one, else a veil over what is drawn.

Kernel documentation, ABI/stable/sysfs-class-backlight: `brightness` is 0 to `max_brightness`.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

CLASS = Path("/sys/class/backlight")


class Backlight(Protocol):
    def shine(self, percent: int) -> None:
        """Be so bright, 1 to 100. Raises OSError."""


@dataclass(frozen=True, slots=True)
class PanelBacklight:
    """A backlight of the kernel, as that of the Pi's own touch displays."""

    folder: Path

    def shine(self, percent: int) -> None:
        whole = int((self.folder / "max_brightness").read_text("ascii"))
        level = max(round(whole * percent / 100), 1)
        (self.folder / "brightness").write_text(f"{level}\n", "ascii")


def backlight(folder: Path = CLASS) -> PanelBacklight | None:
    """The first there is. None for a panel that has none of its own, as one by HDMI."""
    found = sorted(folder.iterdir()) if folder.is_dir() else []
    return PanelBacklight(found[0]) if found else None


def veil(percent: int) -> float:
    """How much black lies over all where there is no backlight, 0 to 1."""
    return 0.75 * (100 - percent) / 100
