"""Words and figures as textures, fitted to their boxes. Needs a window."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kivy.core.text import Label

from kiosk.screen.items import Align

FONT = "Roboto"
CAP = 1456 / 2048
"""Height of Roboto's figures in ems."""
DEPTH = 500 / 2048
"""How far its line reaches below the baseline, in ems."""

STEP_PX = 1
CUT = "…"


@dataclass(frozen=True, slots=True)
class Lettering:
    """A white texture of words; `whole` if every word is on it."""

    texture: Any
    whole: bool

    @property
    def size(self) -> tuple[float, float]:
        wide, high = self.texture.size
        return float(wide), float(high)


@lru_cache(maxsize=128)
def fitted(
    texts: Sequence[str],
    size: tuple[int, int],
    em_px: int,
    least_px: int,
    bold: bool,
    align: Align,
    lines: int,
) -> Lettering:
    """The first text that fits a box of `size` at `em_px`, else smaller, else cut short."""
    for px in range(em_px, least_px - 1, -STEP_PX):
        for text in texts if px == em_px else texts[:1]:
            if _fits(text, size, px, bold, lines):
                return Lettering(_label(text, size[0], px, bold, align).texture, whole=True)
    for px in range(em_px, least_px - 1, -STEP_PX):
        for text in texts[1:]:
            if _fits(text, size, px, bold, lines):
                return Lettering(_label(text, size[0], px, bold, align).texture, whole=True)
    short = texts[-1]
    while short and not _fits(short + CUT, size, least_px, bold, lines):
        short = short[:-1].rstrip()
    return Lettering(_label(short + CUT, size[0], least_px, bold, align).texture, whole=False)


@lru_cache(maxsize=12)
def figures(text: str, high_px: int) -> Any:
    """A texture of figures that are `high_px` high; it reaches DEPTH ems below them."""
    label = Label(text=text, font_size=high_px / CAP, font_name=FONT, bold=True)
    label.refresh()
    return label.texture


def _fits(text: str, size: tuple[int, int], px: int, bold: bool, lines: int) -> bool:
    wide, high = size
    label = Label(text=text, font_size=px, font_name=FONT, bold=bold)
    if any(label.get_extents(word)[0] > wide for word in text.split()):
        return False
    line = label.get_extents("Ag")[1]
    if lines == 1 or line * 2 > high:
        return bool(label.get_extents(text)[0] <= wide and line <= high * 1.25)
    placed = _label(text, wide, px, bold, Align.LEFT).texture
    return bool(placed.height <= min(high, lines * line + 1))


def _label(text: str, wide: int, px: int, bold: bool, align: Align) -> Any:
    label = Label(
        text=text,
        font_size=px,
        font_name=FONT,
        bold=bold,
        text_size=(wide, None),
        halign=align.value,
    )
    label.refresh()
    return label
