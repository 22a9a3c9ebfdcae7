"""Words and figures as textures, fitted to their boxes. Needs a window."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kivy.core.text import Label
from kivy.core.text.markup import MarkupLabel
from kivy.utils import escape_markup

from kiosk.screen.fonts import (
    ROBOTO,
    FontRun,
    font_runs,
    is_plain,
    join_letters,
    make_legible,
    paragraph_runs,
    phrases,
    pieces,
)
from kiosk.screen.items import Align
from kiosk.screen.reading_order import reads_from_right

CAP = 1456 / 2048
"""Height of Roboto's figures in ems."""
DEPTH = 500 / 2048
"""Depth of its line below the baseline, in ems."""
ROUND_OVER = 0.03
"""Most that round figures overshoot flat ones at either end, as a part of their height."""

STEP_PX = 1
CUT = "…"
SOFT_HYPHEN = "\u00ad"
"""Marks where a word may be broken if it is too long for a line."""
MOST_EVENED = 3
"""Texts of up to this many lines get lines of about equal length."""


@dataclass(frozen=True, slots=True)
class WordTexture:
    """A white texture of words, `px` an em; `whole` if no word was cut.

    `align` is RIGHT instead of LEFT for text that runs from right to left.
    """

    texture: Any
    whole: bool
    px: int
    align: Align

    @property
    def size(self) -> tuple[float, float]:
        wide, high = self.texture.size
        return float(wide), float(high)


@lru_cache(maxsize=128)
def fit_text(
    texts: Sequence[str],
    size: tuple[int, int],
    em_px: int,
    least_px: int,
    bold: bool,
    align: Align,
    lines: int,
) -> WordTexture:
    """Render the first text that fits `size` at `em_px`; else smaller; else with words broken at
    their soft hyphens; else cut.
    """
    broken = [
        make_legible(text.replace(SOFT_HYPHEN, "-\n")) for text in texts if SOFT_HYPHEN in text
    ]
    texts = [make_legible(text.replace(SOFT_HYPHEN, "")) for text in texts]
    for px in range(em_px, least_px - 1, -STEP_PX):
        for text in texts if px == em_px else texts[:1]:
            if _fits(text, size, px, bold, lines):
                return _letter(text, size[0], px, bold, align)
    for px in range(em_px, least_px - 1, -STEP_PX):
        for text in (*texts[1:], *broken):
            if _fits(text, size, px, bold, lines):
                return _letter(text, size[0], px, bold, align)
    short = texts[-1]
    while short and not _fits(short + CUT, size, least_px, bold, lines):
        short = short[:-1].rstrip()
    return _letter(short + CUT, size[0], least_px, bold, align, whole=False)


def _letter(
    text: str, wide: int, px: int, bold: bool, align: Align, *, whole: bool = True
) -> WordTexture:
    if align is Align.LEFT and reads_from_right(text):
        align = Align.RIGHT
    return WordTexture(
        _without_filter(_label(text, wide, px, bold, align).texture), whole, px, align
    )


def _without_filter(texture: Any) -> Any:
    """Turn filtering off for a texture drawn pixel by pixel; it is slow in a software driver."""
    texture.mag_filter = texture.min_filter = "nearest"
    return texture


@dataclass(frozen=True, slots=True)
class FigureTexture:
    """A white texture of figures, cut `low_px` above the lower edge of their line."""

    texture: Any
    low_px: int


@lru_cache(maxsize=24)
def figures(text: str, high_px: int, *, narrowed: bool = False) -> FigureTexture:
    """Render figures `high_px` high. `narrowed`: they will be drawn narrower than the texture."""
    label = Label(text=text, font_size=high_px / CAP, font_name=ROBOTO, bold=True)
    label.refresh()
    line = label.texture if narrowed else _without_filter(label.texture)
    over = math.ceil(ROUND_OVER * high_px) + 1
    low = max(0, round(DEPTH * high_px / CAP) - over)
    high = min(line.height - low, high_px + 2 * over)
    return FigureTexture(line.get_region(0, low, line.width, high), low)


def _fits(text: str, size: tuple[int, int], px: int, bold: bool, lines: int) -> bool:
    wide, high = size
    if any(_width(piece, px, bold) > wide for piece in pieces(text)):
        return False
    line = Label(text=text, font_size=px, font_name=ROBOTO, bold=bold).get_extents("Ag")[1]
    if lines == 1 or line * 2 > high:
        return _width(text, px, bold) <= wide and line <= high * 1.25
    placed = _label(text, wide, px, bold, Align.LEFT).texture
    return bool(placed.height <= min(high, lines * line + 1))


@lru_cache(maxsize=1024)
def _width(text: str, px: int, bold: bool) -> float:
    labels = (
        (Label(text=run.text, font_size=px, font_name=run.font, bold=bold), run.text)
        for run in font_runs(text)
    )
    return float(sum(label.get_extents(shown)[0] for label, shown in labels))


def _label(text: str, wide: int, px: int, bold: bool, align: Align) -> Any:
    """A rendered label. Lines of one font are broken by Kivy, those of several here."""
    if is_plain(text):
        label = Label(
            text=text,
            font_size=px,
            font_name=ROBOTO,
            bold=bold,
            text_size=(wide, None),
            halign=align.value,
        )
    else:
        lines = (
            _marked(line)
            for paragraph in join_letters(text).split("\n")
            for line in paragraph_runs(paragraph, list(break_lines(paragraph, wide, px, bold)))
        )
        label = MarkupLabel(
            text="\n".join(lines), font_size=px, font_name=ROBOTO, bold=bold, halign=align.value
        )
    label.refresh()
    return label


def _marked(line: Iterable[FontRun]) -> str:
    return "".join(f"[font={run.font}]{escape_markup(run.text)}[/font]" for run in line)


def break_lines(text: str, wide: int, px: int, bold: bool) -> Iterator[str]:
    """Break a text into the fewest lines, with words kept whole if that needs no more lines."""
    for paragraph in text.split("\n"):
        few = fill_lines(pieces(paragraph), wide, px, bold)
        whole = fill_lines(phrases(paragraph), wide, px, bold)
        kept = len(whole) == len(few) and all(_width(line, px, bold) <= wide for line in whole)
        parts, lines = (phrases, whole) if kept else (pieces, few)
        yield from _even_lines(tuple(parts(paragraph)), lines, px, bold)


def _even_lines(parts: Sequence[str], lines: list[str], px: int, bold: bool) -> list[str]:
    """Even the lines out: the same number, the longest as short as possible.

    Texts of more than MOST_EVENED lines stay as they are; evening them would take long.
    """
    while 1 < len(lines) <= MOST_EVENED:
        longest = max(_width(line, px, bold) for line in lines)
        narrower = fill_lines(parts, longest - 1, px, bold)
        if (
            len(narrower) > len(lines)
            or max(_width(line, px, bold) for line in narrower) >= longest
        ):
            break
        lines = narrower
    return lines


def fill_lines(parts: Iterable[str], wide: float, px: int, bold: bool) -> list[str]:
    """Fill lines greedily."""
    lines, line = [], ""
    for part in parts:
        if line and _width((line + part).rstrip(), px, bold) > wide:
            lines.append(line.rstrip())
            line = part.lstrip()
        else:
            line += part
    return [*lines, line.rstrip()]
