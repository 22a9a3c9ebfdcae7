"""Colours and measures of the screen.

The colours are Okabe and Ito's, which people with any colour vision distinguish (Color Universal
Design, 2008), between near-black and near-white; no meaning rests on colour alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from kiosk.catalogue.key import Tone

Colour = tuple[float, float, float, float]
"""Red, green, blue, alpha, 0 to 1."""


def colour(code: str, alpha: float = 1.0) -> Colour:
    """Parse `rrggbb`."""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue, alpha


BLACK = colour("000000")
COAL = colour("12161b")
SLATE = colour("323c47")
ASH = colour("aeb8c2")
SNOW = colour("f4f6f8")
SKY = colour("56b4e9")
YELLOW = colour("f0e442")
ORANGE = colour("e69f00")
VERMILLION = colour("d55e00")
NIGHT = colour("0b2636")
CLEAR = colour("000000", 0.0)
VEIL = colour("000000", 0.62)


class Mood(StrEnum):
    """Look of a half, readable from across the room."""

    RUNNING = "running"
    """Filled: this side's clock runs."""
    RESTING = "resting"
    PAUSED = "paused"
    """Outlined: play is stopped."""
    REFUSED = "refused"
    """Filled in another colour for a moment: this side's press did not count."""


@dataclass(frozen=True, slots=True)
class Paint:
    """Colours of a half in one mood: `soft` for minor words, `faint` for the past."""

    ground: Colour
    ink: Colour
    soft: Colour
    faint: Colour
    frame: Colour


@dataclass(frozen=True, slots=True)
class KeyPaint:
    face: Colour
    ink: Colour
    edge: Colour


@dataclass(frozen=True, slots=True)
class Theme:
    """`plain`: face and ink of a plain key, by the half's mood."""

    moods: Mapping[Mood, Paint]
    plain: Mapping[Mood, tuple[Colour, Colour]]

    def key(self, tone: Tone, mood: Mood) -> KeyPaint:
        """The colours of a key; a quiet one is drawn in outline."""
        ink = self.moods[mood].ink
        match tone:
            case Tone.NEXT:
                return KeyPaint(YELLOW, BLACK, BLACK if ink == BLACK else YELLOW)
            case Tone.QUIET:
                return KeyPaint(CLEAR, ink, ink)
            case Tone.PLAIN:
                face, letters = self.plain[mood]
                return KeyPaint(face, letters, face)


DARK = Theme(
    {
        Mood.RUNNING: Paint(SKY, BLACK, colour("08202e"), colour("2a6f98"), SKY),
        Mood.RESTING: Paint(COAL, SNOW, ASH, colour("66727e"), COAL),
        Mood.PAUSED: Paint(COAL, SNOW, ASH, colour("66727e"), ORANGE),
        Mood.REFUSED: Paint(ORANGE, BLACK, colour("2b1f00"), colour("7a5a00"), SNOW),
    },
    {
        Mood.RUNNING: (COAL, SNOW),
        Mood.RESTING: (SLATE, SNOW),
        Mood.PAUSED: (SLATE, SNOW),
        Mood.REFUSED: (COAL, SNOW),
    },
)
LIGHT = Theme(
    {
        Mood.RUNNING: Paint(NIGHT, SNOW, colour("a9c7dc"), colour("55788f"), NIGHT),
        Mood.RESTING: Paint(SNOW, BLACK, SLATE, colour("8a949e"), SNOW),
        Mood.PAUSED: Paint(SNOW, BLACK, SLATE, colour("8a949e"), VERMILLION),
        Mood.REFUSED: Paint(ORANGE, BLACK, colour("2b1f00"), colour("7a5a00"), BLACK),
    },
    {
        Mood.RUNNING: (SKY, BLACK),
        Mood.RESTING: (SLATE, SNOW),
        Mood.PAUSED: (SLATE, SNOW),
        Mood.REFUSED: (COAL, SNOW),
    },
)
"""For a bright room; the half whose clock runs is dark."""

THEMES: Mapping[str, Theme] = {"dark": DARK, "light": LIGHT}


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(shade: Colour) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shade[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
