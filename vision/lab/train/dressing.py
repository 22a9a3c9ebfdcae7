"""Dice as they are made, drawn wider than those that are measured on."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from vision.scene.style import Cast, Finish, Style, draw_finish


def finished(style: Style, rng: np.random.Generator) -> Style:
    """Polished and ground, most of them; light goes through the body of most clear ones."""
    polish = float(rng.uniform(0.2, 1.0)) if rng.random() < 0.85 else 0.0
    style = replace(style, polish=polish)
    if rng.random() < 0.4:
        style = replace(style, rounding=float(rng.uniform(1.62, 1.73)))
    if rng.random() < 0.85:
        style = replace(style, finish=ground(rng))
    if style.clear and rng.random() < 0.75:
        style = replace(style, cast=other_cast(rng))
    return style


def ground(rng: np.random.Generator) -> Finish:
    """Edges from sharp to half a face, satin to glass."""
    return draw_finish(rng, edge=(0.03, 0.22), gleam=(15, 800), mirror=(0.03, 0.09))


def other_cast(rng: np.random.Generator) -> Cast:
    """Resin from hardly tinted to deep, from glass to fog."""
    return Cast(
        purity=float(rng.uniform(0.6, 1.0)),
        index=float(rng.uniform(1.3, 1.55)),
        depth=float(rng.uniform(0.05, 0.7)),
        far=float(rng.uniform(0.3, 1.4)),
        murk=math.exp(float(rng.uniform(-2.5, 0.2))),
        glow=float(rng.uniform(0.6, 1.6)),
    )
