"""Rolls on our own renderer with rigs, dice and lights not used in training; a physics engine
throws the dice.

Rigs are drawn from seeds above every training seed, and their materials are replaced: felts, woods
and checkers of any colour, dice from clear to black, satin or polished, sharp or ground round,
lamps harder, softer, warmer, dimmer and lower than rigs are drawn with, and two at once.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import cv2
import numpy as np

from vision.frame import Frame
from vision.lab.film import film
from vision.lab.natural.rolls import ended, position
from vision.lab.natural.status import status_of
from vision.scene import Renderer, Rig, Scene, truth
from vision.scene.board import Half
from vision.scene.rig import Light, Sensor
from vision.scene.style import Colour, Finish, Style, draw_finish
from vision.view import Picture

FIRST_RIG = 900_000_000
"""Training draws rigs below a million."""
RIGS_A_SEED = 10_000
SIZES = ((2304, 1296), (2304, 1296), (2304, 1296), (1920, 1080), (1536, 864))
POSITIONS = 4
DICE_SETS = 3
ROLLS = 5
ROLLS_A_RIG = POSITIONS * DICE_SETS * ROLLS
"""A rig's background is drawn once, a position's shadows once: the rest costs half a second."""
POLISHED = 0.7
"""Share of dice sets whose sides mirror the field: from satin to glass."""
GROUND = 0.7
"""Share of dice sets with round edges that, like their faces, mirror lamp and sky."""
LIGHTS = ("as_drawn", "hard", "soft", "warm", "cold", "dim", "low")
TWO_LAMPS = 0.25
"""Share of rigs with a second lamp of another colour; their light is called `two`."""


@dataclass(frozen=True, slots=True, eq=False)
class DrawnRoll:
    """file: rig and number; image (h, w, 3) uint8 BGR; before: the board without the dice;
    facts: `truth` and what the pictures' README adds to it; film: how the dice came there, drawn
    as it is asked for and before the next roll is."""

    file: str
    image: Picture
    before: Picture
    facts: dict[str, Any]
    film: Callable[[], Iterator[Frame]]


def rig_seed(seed: int, number: int) -> int:
    return FIRST_RIG + seed * RIGS_A_SEED + number


def rolls(seed: int, size_px: tuple[int, int] | None = None) -> Iterator[DrawnRoll]:
    """The rolls of one rig, ROLLS_A_RIG of them, the same for the same seed.

    size_px: width and height of its pictures; drawn from SIZES where None.
    """
    rng = np.random.default_rng([seed, 1])
    size = SIZES[int(rng.integers(len(SIZES)))]
    width, height = size_px or size
    mixer: Half | None = None
    if rng.random() < 0.2:
        mixer = "picture_left" if rng.random() < 0.5 else "picture_right"
    rig, light = redressed(Rig.draw(seed, width, height, mixer), rng)
    lamps = np.random.default_rng([seed, 4])
    if lamps.random() < TWO_LAMPS:
        rig, light = with_second_lamp(rig, lamps), "two"
    renderer = Renderer(rig)
    finish, grind = np.random.default_rng([seed, 2]), np.random.default_rng([seed, 3])
    number = 0
    for _ in range(POSITIONS):
        checkers, cube = position(rig, rng)
        renderer.clean(Scene(checkers, (), cube), 0.0)  # kept, and shared by all dice on it
        for _ in range(DICE_SETS):
            polish = float(finish.uniform()) if finish.random() < POLISHED else 0.0
            style = replace(new_dice(rig.style, rng), polish=polish, finish=ground(grind))
            worn = renderer.wearing(style)
            for _ in range(ROLLS):
                bare = Scene(checkers, (), cube)
                yield _roll(worn, bare, light, rng, f"{seed}-{number:02}")
                number += 1


def _roll(
    renderer: Renderer, bare: Scene, light: str, rng: np.random.Generator, file: str
) -> DrawnRoll:
    rig = renderer.rig
    roller = "bottom" if rng.random() < 0.5 else "top"
    own: Half = "picture_right" if roller == "bottom" else "picture_left"
    area = rig.mixer or own
    end = ended(rig, bare, area, rng)
    scene = Scene(end.checkers, end.dice, bare.cube)
    facts = truth(rig, scene, 0.0)
    for die, contact_facts in zip(facts["dice"], end.contact_facts, strict=False):
        die.update(contact_facts)
    status = status_of(facts["dice"], area)
    high_first = sorted((die["top"] or 0 for die in facts["dice"]), reverse=True)
    facts |= {
        "roll_status": status,
        "values": high_first if status == "valid" else None,
        "roller": roller,
        "mixer": rig.mixer,
        "kind": end.kind,
        "sub": None,
        "exposure_s": rig.sensor.exposure_ms / 1000,
        "light": light,
        **end.facts,
    }
    before = packed(renderer.frame(bare, 0.0, rng))
    if end.checkers != bare.checkers:
        renderer = copy.copy(renderer)  # what it keeps of the position stays as it is
    image = packed(renderer.frame(scene, 0.0, rng))
    show = partial(film, renderer, scene, rng.spawn(1)[0], bare.checkers, end.pushed_ms)
    return DrawnRoll(file, image, before, facts, show)


def packed(picture: Picture) -> Picture:
    """The picture as a camera's file leaves it."""
    raw = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 93])[1]
    return np.asarray(cv2.imdecode(raw, cv2.IMREAD_COLOR), np.uint8)


def redressed(rig: Rig, rng: np.random.Generator) -> tuple[Rig, str]:
    """The rig with other materials, lamp and sensor, and the light's name."""
    felt = colour(rng, (0.05, 0.85), (30, 200))
    wood = colour(rng, (0.15, 0.7), (35, 170))
    points = (colour(rng, (0.0, 0.9), (20, 80)), colour(rng, (0.0, 0.6), (130, 235)))
    dark, pale = colour(rng, (0.0, 0.9), (20, 100)), colour(rng, (0.0, 0.5), (150, 240))
    style = replace(
        rig.style,
        board=f"{tone(felt)}_felt",
        field=felt,
        point_a=points[0],
        point_b=points[1],
        wood=wood,
        table=colour(rng, (0.0, 0.6), (40, 200)),
        checkers=(dark, pale) if rng.random() < 0.5 else (pale, dark),
    )
    name = LIGHTS[int(rng.integers(len(LIGHTS)))]
    light, sensor = lit(name, rig, rng)
    return replace(rig, style=style, light=light, sensor=sensor), name


def lit(name: str, rig: Rig, rng: np.random.Generator) -> tuple[Light, Sensor]:
    light, sensor = rig.light, rig.sensor
    u = float(rng.random())
    if name == "hard":
        light = replace(light.shared(0.75 + 0.13 * u), radius_mm=4.0 + 16.0 * u)
    elif name == "soft":
        light = replace(light.shared(0.12 + 0.2 * u), radius_mm=200.0 + 150.0 * u)
    elif name in {"warm", "cold"}:
        cast = (0.12 + 0.15 * u) * (1 if name == "warm" else -1)
        b, g, r = sensor.gain
        sensor = replace(sensor, gain=(b * (1 - cast), g, r * (1 + cast)))
    elif name == "dim":
        b, g, r = ((0.4 + 0.25 * u) * gain for gain in sensor.gain)
        sensor = replace(sensor, gain=(b, g, r), noise=3.0 + 2.5 * u)
    elif name == "low":
        light = replace(light, z_mm=-(480.0 + 250.0 * u))
    return light, sensor


def with_second_lamp(rig: Rig, rng: np.random.Generator) -> Rig:
    """A third to a half of the light from elsewhere, one lamp warmer and one colder."""
    angle, reach = rng.uniform(0, 2 * math.pi), rng.uniform(200, 1100)
    part, cast = float(rng.uniform(0.33, 0.5)), float(rng.uniform(-0.3, 0.3))
    first, second = rig.light.dimmed(1 - part), rig.light.dimmed(part)
    (b, g, r), (blue, green, red) = first.lamp, second.lamp
    second = replace(
        second,
        x_mm=rig.board.width_mm / 2 + float(reach * math.cos(angle)),
        y_mm=rig.board.height_mm / 2 + float(reach * math.sin(angle)),
        z_mm=-float(rng.uniform(700, 1600)),
        radius_mm=float(rng.uniform(10, 200)),
        lamp=(blue * (1 - cast), green, red * (1 + cast)),
    )
    first = replace(first, lamp=(b * (1 + cast), g, r * (1 - cast)))
    return replace(rig, light=first, more=(second,))


def new_dice(style: Style, rng: np.random.Generator) -> Style:
    """Dice as makers might sell them, in any colour; the name gives the rough colour."""
    clear = bool(rng.random() < 0.35)
    body = colour(rng, (0.5, 0.95) if clear else (0.0, 0.9), (90, 220) if clear else (20, 245))
    light = 0.114 * body[0] + 0.587 * body[1] + 0.299 * body[2]
    white = light < 140
    pip = colour(rng, (0.0, 0.08), (225, 250)) if white else colour(rng, (0.0, 0.3), (10, 45))
    turns = rng.integers(0, 2, 3).astype(bool).tolist()
    return replace(
        style,
        dice=f"{'clear_' if clear else ''}{tone(body)}",
        body=body,
        pip=pip,
        clear=clear,
        die_mm=round(float(rng.uniform(12.2, 16.0)), 2),
        chirality="ccw" if rng.random() < 0.5 else "cw",
        rounding=float(rng.uniform(1.4, 1.72)),
        pip_radius=float(rng.uniform(0.075, 0.108)),
        pip_offset=float(rng.uniform(0.225, 0.275)),
        pip_turns=(turns[0], turns[1], turns[2]),
    )


def ground(rng: np.random.Generator) -> Finish | None:
    """Edges of a quarter of a millimetre to one and a half, satin to glass; or none of it."""
    if rng.random() >= GROUND:
        return None
    return draw_finish(rng, edge=(0.04, 0.2), gleam=(20, 500), mirror=(0.035, 0.06))


def colour(
    rng: np.random.Generator, saturation: tuple[float, float], value: tuple[int, int]
) -> Colour:
    hsv = (rng.uniform(0, 180), 255 * rng.uniform(*saturation), rng.uniform(*value))
    b, g, r = cv2.cvtColor(np.array([[hsv]], np.float64).astype(np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return float(b), float(g), float(r)


def tone(paint: Colour) -> str:
    """One word for a colour: black, grey, white, or a hue."""
    hue, saturation, value = cv2.cvtColor(np.array([[paint]], np.uint8), cv2.COLOR_BGR2HSV)[0, 0]
    if value < 55:
        return "black"
    if saturation < 60:
        return "white" if value > 185 else "grey"
    hues = ("red", "yellow", "green", "cyan", "blue", "magenta")
    return hues[int((int(hue) + 15) % 180 // 30)]
