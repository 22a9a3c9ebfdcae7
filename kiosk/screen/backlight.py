"""Brightness of the panel: its backlight if Linux has one, else a veil over the picture.

Kernel documentation, ABI/stable/sysfs-class-backlight: `brightness` is 0 to `max_brightness`.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

CLASS = Path("/sys/class/backlight")


class Backlight(Protocol):
    def shine(self, percent: int) -> None:
        """Set the brightness, 1 to 100 per cent. Raises OSError."""


@dataclass(frozen=True, slots=True)
class PanelBacklight:
    """A backlight of the kernel, such as that of the Pi's touch displays."""

    folder: Path

    def shine(self, percent: int) -> None:
        whole = int((self.folder / "max_brightness").read_text("ascii"))
        level = max(round(whole * percent / 100), 1)
        (self.folder / "brightness").write_text(f"{level}\n", "ascii")


def backlight(folder: Path = CLASS) -> PanelBacklight | None:
    """The first backlight; None for a panel without one, such as one on HDMI."""
    found = sorted(folder.iterdir()) if folder.is_dir() else []
    return PanelBacklight(found[0]) if found else None


def veil(percent: int) -> float:
    """Opacity of black over all without a backlight, 0 to 1."""
    return 0.75 * (100 - percent) / 100
