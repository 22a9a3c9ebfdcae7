"""Drawing primitives of the wiring diagrams: SVG of one A4 landscape page, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.sax.saxutils import escape

WIDE_MM = 297.0
HIGH_MM = 210.0

INK = "#222222"
SOFT = "#666666"
FILLS = {
    "3V3": "#ffd9a8",
    "5V": "#ffb3ad",
    "GND": "#d5d5d5",
    "button": "#bfe3c8",
    "light": "#bcd7f2",
    "status": "#e2d0f0",
    "buzzer": "#f3e3a3",
    "": "#ffffff",
}


def block(page: Drawing, x: float, y: float, high: float, title: str) -> None:
    """A frame for one circuit, 94 mm wide."""
    page.box(x, y, 94, high, "none", SOFT, 0.2)
    page.text(x + 2.5, y + 4.8, title, 3.4, bold=True)


def terminal(page: Drawing, x: float, y: float, position: int, name: str, kind: str) -> None:
    """A pin by position and name, 24 mm wide, its wire leaving at (x + 24, y)."""
    page.box(x, y - 3, 24, 6, FILLS[kind])
    page.text(x + 1.5, y + 1, f"pin {position}", 2.9, bold=True)
    page.text(x + 22.5, y + 1, name, 2.7, anchor="end")


@dataclass(slots=True)
class Drawing:
    """SVG of one page; all lengths in millimetres."""

    _parts: list[str] = field(default_factory=list)

    def svg(self) -> str:
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE_MM:g}mm" height="{HIGH_MM:g}mm" '
            f'viewBox="0 0 {WIDE_MM:g} {HIGH_MM:g}" font-family="Helvetica, Arial, sans-serif">\n'
            f'<rect width="{WIDE_MM:g}" height="{HIGH_MM:g}" fill="#ffffff"/>\n'
        )
        return head + "\n".join(self._parts) + "\n</svg>\n"

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        *,
        bold: bool = False,
        anchor: str = "start",
        ink: str = INK,
    ) -> None:
        weight = ' font-weight="bold"' if bold else ""
        where = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self._parts.append(
            f'<text x="{_n(x)}" y="{_n(y)}" font-size="{size:g}" fill="{ink}"{weight}{where}>'
            f"{escape(words)}</text>"
        )

    def box(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        fill: str,
        stroke: str = INK,
        line: float = 0.25,
    ) -> None:
        self._parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(wide)}" height="{_n(high)}" rx="0.8" '
            f'fill="{fill}" stroke="{stroke}" stroke-width="{line:g}"/>'
        )

    def circle(self, x: float, y: float, radius: float, fill: str) -> None:
        self._parts.append(
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}" stroke="{INK}" '
            'stroke-width="0.25"/>'
        )

    def dot(self, x: float, y: float) -> None:
        self.circle(x, y, 0.6, INK)

    def path(
        self, way: str, fill: str = "none", line: float = 0.35, *, dashed: bool = False
    ) -> None:
        dashes = ' stroke-dasharray="1.6 1"' if dashed else ""
        self._parts.append(
            f'<path d="{way}" fill="{fill}" stroke="{INK}" stroke-width="{line:g}"{dashes}/>'
        )

    def wire(
        self, start: tuple[float, float], end: tuple[float, float], *, dashed: bool = False
    ) -> None:
        self.path(f"M{_n(start[0])} {_n(start[1])}L{_n(end[0])} {_n(end[1])}", dashed=dashed)

    def resistor(self, x: float, to_x: float, y: float, value: str) -> None:
        middle = (x + to_x) / 2
        self.wire((x, y), (middle - 4, y))
        self.wire((middle + 4, y), (to_x, y))
        self.box(middle - 4, y - 1.4, 8, 2.8, "#ffffff", line=0.35)
        self.text(middle, y - 2.4, value, 2.9, anchor="middle")

    def resistor_down(self, x: float, y: float, to_y: float, value: str) -> None:
        middle = (y + to_y) / 2
        self.wire((x, y), (x, middle - 3.2))
        self.wire((x, middle + 3.2), (x, to_y))
        self.box(x - 1.4, middle - 3.2, 2.8, 6.4, "#ffffff", line=0.35)
        self.text(x + 2.6, middle + 1, value, 2.9)

    def capacitor(self, x: float, y: float, to_y: float, value: str) -> None:
        middle = (y + to_y) / 2
        self.wire((x, y), (x, middle - 0.7))
        self.wire((x, middle + 0.7), (x, to_y))
        for plate in (middle - 0.7, middle + 0.7):
            self.path(f"M{_n(x - 2.6)} {_n(plate)}h5.2", line=0.6)
        self.text(x + 3.6, middle + 1, value, 2.9)

    def switch(self, x: float, y: float, to_y: float) -> None:
        self.wire((x, y), (x, y + 4))
        self.wire((x, to_y - 4), (x, to_y))
        self.circle(x, y + 4, 0.6, "#ffffff")
        self.circle(x, to_y - 4, 0.6, "#ffffff")
        self.wire((x + 0.4, to_y - 4.6), (x + 4.2, y + 4.6))

    def led(self, x: float, y: float, to_y: float) -> None:
        """Its anode up."""
        middle = (y + to_y) / 2
        self.wire((x, y), (x, middle - 1.8))
        self.wire((x, middle + 1.8), (x, to_y))
        self.path(f"M{_n(x - 2.2)} {_n(middle - 1.8)}h4.4L{_n(x)} {_n(middle + 1.8)}Z", "#ffffff")
        self.path(f"M{_n(x - 2.2)} {_n(middle + 1.8)}h4.4")
        for shift in (-0.9, 0.9):
            self.path(
                f"M{_n(x + 2.6)} {_n(middle + shift)}l2 -1.2m-0.9 0l0.9 0l-0.3 0.9", line=0.25
            )

    def diode(self, x: float, y: float, to_y: float) -> None:
        """Its cathode, the ring, up."""
        middle = (y + to_y) / 2
        self.wire((x, y), (x, middle - 1.6))
        self.wire((x, middle + 1.6), (x, to_y))
        self.path(f"M{_n(x - 1.9)} {_n(middle + 1.6)}h3.8L{_n(x)} {_n(middle - 1.6)}Z", "#ffffff")
        self.path(f"M{_n(x - 1.9)} {_n(middle - 1.6)}h3.8")

    def load(self, x: float, y: float, to_y: float, sign: str) -> None:
        middle = (y + to_y) / 2
        self.wire((x, y), (x, to_y))
        self.circle(x, middle, 2.4, "#ffffff")
        if sign:
            self.text(x, middle + 1, sign, 3, anchor="middle")
        else:
            self.path(f"M{_n(x - 1.7)} {_n(middle - 1.7)}l3.4 3.4m0 -3.4l-3.4 3.4", line=0.25)

    def transistor(self, x: float, y: float) -> None:
        """NPN, its base at (x, y), collector at (x + 5, y - 6), emitter at (x + 5, y + 6)."""
        self.circle(x + 3.2, y, 4.6, "#ffffff")
        self.wire((x - 1.4, y), (x + 1.6, y))
        self.path(f"M{_n(x + 1.6)} {_n(y - 2.8)}v5.6", line=0.6)
        self.path(f"M{_n(x + 1.6)} {_n(y - 1.2)}L{_n(x + 5)} {_n(y - 3.4)}V{_n(y - 6)}")
        self.path(f"M{_n(x + 1.6)} {_n(y + 1.2)}L{_n(x + 5)} {_n(y + 3.4)}V{_n(y + 6)}")
        self.path(f"M{_n(x + 4.6)} {_n(y + 3.1)}l-1.7 -0.1l0.9 -1.4Z", INK, 0.1)

    def receiver(self, x: float, y: float, to_y: float) -> None:
        """A phototransistor, its collector up."""
        middle = (y + to_y) / 2
        self.circle(x - 1, middle, 3.6, "#ffffff")
        self.path(f"M{_n(x - 2.4)} {_n(middle - 2.2)}v4.4", line=0.6)
        self.path(f"M{_n(x)} {_n(y)}V{_n(middle - 2.4)}L{_n(x - 2.4)} {_n(middle - 0.8)}")
        self.path(f"M{_n(x)} {_n(to_y)}V{_n(middle + 2.4)}L{_n(x - 2.4)} {_n(middle + 0.8)}")
        self.path(f"M{_n(x - 0.4)} {_n(middle + 2.1)}l-1.5 -0.1l0.8 -1.2Z", INK, 0.1)
        for shift in (-0.9, 0.9):
            self.path(
                f"M{_n(x - 7.4)} {_n(middle + shift - 1)}l2.4 1m-0.9 0.3l0.9 -0.3l-0.4 -0.8",
                line=0.25,
            )


def _n(value: float) -> str:
    return f"{round(value, 2):g}"
