"""Materials of boards, checkers, dice and boxes: friction and bounce.

Figures without a source are by eye: set so that dice bounce, slide and stop as on a board.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

SurfaceName = Literal["felt", "cork"]


@dataclass(frozen=True, slots=True)
class Stuff:
    """slide: friction along it; spin_mm, roll_mm: friction against turning on the spot and against
    rolling, as lever arms; bounce: part of its speed that a die which meets it at 1 m/s leaves
    with; give_ms: how long it yields."""

    slide: float
    spin_mm: float
    roll_mm: float
    bounce: float
    give_ms: float

    @property
    def attributes(self) -> str:
        """As MuJoCo's XML has it. A spring whose impedance grows with depth lets dice come to rest:
        a stiff one throws them up by micrometres for ever."""
        log = math.log(self.bounce)
        damping = -log / math.hypot(math.pi, log)
        return (
            f'friction="{self.slide} {self.spin_mm} {self.roll_mm}" '
            f'solref="{self.give_ms / 1000} {damping:.4f}" solimp="0.6 0.99 0.5"'
        )


SURFACES: dict[SurfaceName, Stuff] = {
    "felt": Stuff(slide=0.45, spin_mm=1.0, roll_mm=0.3, bounce=0.35, give_ms=6.0),
    "cork": Stuff(slide=0.55, spin_mm=1.0, roll_mm=0.2, bounce=0.45, give_ms=4.0),
}
WOOD = Stuff(slide=0.35, spin_mm=0.5, roll_mm=0.1, bounce=0.5, give_ms=4.0)
CHECKER = Stuff(slide=0.3, spin_mm=0.5, roll_mm=0.1, bounce=0.5, give_ms=4.0)
DIE = Stuff(slide=0.3, spin_mm=0.5, roll_mm=0.1, bounce=0.5, give_ms=4.0)
BOX = Stuff(slide=0.2, spin_mm=0.5, roll_mm=0.1, bounce=0.4, give_ms=4.0)

ACRYLIC_G_MM3 = 1.19e-3
"""Density of cast PMMA, 1.19 g/cm3 (ISO 7823-1)."""
CHECKER_G_MM3 = 1.5e-3
"""Urea and phenol resin, of which tournament checkers are pressed: 1.4 to 1.6 g/cm3."""
CHECKER_EDGE_MM = 1.2
WOOD_EDGE_MM = 1.0
SHARP_EDGE_MM = 0.5
"""Edge radius of dice that are not ground round."""
