"""Materials: felts, points, woods, checkers, dice. Colours are sRGB, blue first, 0..255."""

import math
from dataclasses import dataclass

import numpy as np

from vision.scene.die import Chirality
from vision.scene.lettering import Lettering

Colour = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Cast:
    """Resin of a clear die. purity: part of its faces that does not scatter; index: of refraction;
    depth: of its dye; far: how bright pips are from within; murk: what scatters in a half side, as
    the exponent of the loss; glow: how bright that is, of the body's colour."""

    purity: float
    index: float
    depth: float
    far: float
    murk: float
    glow: float


@dataclass(frozen=True, slots=True)
class Finish:
    """How dice are ground. edge: half sides over which an edge is round; gleam: Blinn's exponent of
    what they mirror of the lamp, from satin (20) to glass (1000); mirror: the part of light that
    falls straight on them."""

    edge: float
    gleam: float
    mirror: float = 0.04


@dataclass(frozen=True, slots=True)
class Style:
    """One set of materials. `pip_radius` and `pip_offset` are parts of the die's side."""

    board: str
    field: Colour
    point_a: Colour
    point_b: Colour
    wood: Colour
    table: Colour
    table_grain: bool
    checkers: tuple[Colour, Colour]
    checker_dish: float
    dice: str
    body: Colour
    pip: Colour
    clear: bool
    die_mm: float
    chirality: Chirality
    rounding: float
    """Radius of the ball the cube is cut with, in half sides: 1.73 is sharp, 1.4 tumbled round."""
    pip_radius: float
    pip_offset: float
    pip_turns: tuple[bool, bool, bool]
    """Whether the patterns of 2, 3 and 6 lie turned by a quarter."""
    polish: float = 0.0
    """Part of what a polished die's sides mirror of the ground: 1 is glass, 0 satin."""
    cast: Cast | None = None
    """The inside of a clear die, as light meets it; None only tints it."""
    finish: Finish | None = None
    """None: dull, with edges that hardly shine."""
    lettering: Lettering | None = None
    """What the maker printed between the pips."""


@dataclass(frozen=True, slots=True)
class BoardColours:
    """Felt, two kinds of points and the wood of one board."""

    field: Colour
    point_a: Colour
    point_b: Colour
    wood: Colour


@dataclass(frozen=True, slots=True)
class DieColours:
    """Body and pips; `clear` dice let the light through."""

    body: Colour
    pip: Colour
    clear: bool = False


BOARDS = {
    "green_felt": BoardColours((62, 92, 28), (176, 204, 218), (38, 28, 128), (34, 44, 78)),
    "burgundy": BoardColours((40, 26, 100), (150, 196, 226), (32, 30, 34), (44, 50, 66)),
    "navy_leather": BoardColours((92, 52, 30), (208, 214, 220), (150, 128, 98), (30, 32, 40)),
    "brown_leather": BoardColours((52, 80, 128), (26, 38, 62), (150, 196, 220), (28, 42, 76)),
    "tan_cork": BoardColours((112, 164, 204), (40, 60, 116), (70, 110, 84), (48, 76, 122)),
    "black_grey": BoardColours((44, 42, 42), (206, 208, 210), (124, 122, 120), (34, 32, 32)),
    "cream_club": BoardColours((188, 212, 226), (44, 40, 140), (88, 104, 52), (54, 78, 108)),
    "sand_blue": BoardColours((150, 190, 206), (142, 92, 44), (76, 64, 58), (82, 112, 150)),
}
DICE = {
    "white": DieColours((232, 236, 238), (24, 22, 22)),
    "ivory": DieColours((188, 220, 234), (28, 24, 26)),
    "white_red_pips": DieColours((230, 234, 236), (40, 34, 178)),
    "red": DieColours((36, 26, 176), (232, 236, 238)),
    "blue": DieColours((140, 62, 26), (232, 236, 236)),
    "green": DieColours((66, 108, 30), (228, 234, 234)),
    "black": DieColours((30, 28, 28), (226, 230, 232)),
    "grey": DieColours((138, 134, 132), (30, 28, 28)),
    "clear_red": DieColours((44, 24, 168), (236, 238, 240), clear=True),
    "clear_blue": DieColours((162, 48, 22), (236, 238, 238), clear=True),
    "clear_green": DieColours((70, 126, 26), (234, 238, 236), clear=True),
}
CHECKERS: tuple[tuple[Colour, Colour], ...] = (
    ((200, 222, 230), (34, 32, 32)),
    ((38, 30, 172), (214, 226, 230)),
    ((118, 58, 34), (206, 220, 226)),
    ((36, 30, 160), (38, 36, 36)),
    ((60, 92, 40), (190, 214, 226)),
    ((52, 74, 116), (180, 208, 222)),
)
TABLES: tuple[tuple[Colour, bool], ...] = (
    ((92, 136, 176), True),
    ((52, 78, 116), True),
    ((64, 60, 58), False),
    ((78, 92, 60), False),
    ((168, 172, 176), False),
)


Span = tuple[float, float]


def draw_finish(rng: np.random.Generator, edge: Span, gleam: Span, mirror: Span) -> Finish:
    """Each from its least to its most; gleams of every order are equally likely."""
    exponent = math.exp(float(rng.uniform(math.log(gleam[0]), math.log(gleam[1]))))
    return Finish(float(rng.uniform(*edge)), exponent, float(rng.uniform(*mirror)))


def draw_style(rng: np.random.Generator) -> Style:
    """Draw one set of materials: every board, die and checker set equally often."""
    board = str(rng.choice(list(BOARDS)))
    dice = str(rng.choice(list(DICE)))
    table, grain = TABLES[int(rng.integers(len(TABLES)))]
    pair = CHECKERS[int(rng.integers(len(CHECKERS)))]
    turns = [bool(t) for t in rng.integers(0, 2, 3)]
    wood = BOARDS[board]
    return Style(
        board=board,
        field=_near(wood.field, rng),
        point_a=_near(wood.point_a, rng),
        point_b=_near(wood.point_b, rng),
        wood=_near(wood.wood, rng),
        table=_near(table, rng),
        table_grain=grain,
        checkers=(pair[0], pair[1]) if rng.random() < 0.5 else (pair[1], pair[0]),
        checker_dish=float(rng.uniform(0.0, 1.0)),
        dice=dice,
        body=_near(DICE[dice].body, rng),
        pip=DICE[dice].pip,
        clear=DICE[dice].clear,
        die_mm=round(float(rng.uniform(13.0, 16.0)), 2),
        chirality="ccw" if rng.random() < 0.6 else "cw",
        rounding=float(rng.uniform(1.42, 1.68)),
        pip_radius=float(rng.uniform(0.078, 0.104)),
        pip_offset=float(rng.uniform(0.235, 0.265)),
        pip_turns=(turns[0], turns[1], turns[2]),
    )


def _near(colour: Colour, rng: np.random.Generator) -> Colour:
    """The same paint from another batch."""
    drift = rng.uniform(0.9, 1.1) * rng.uniform(0.96, 1.04, 3)
    b, g, r = (float(np.clip(c * d, 4, 244)) for c, d in zip(colour, drift, strict=True))
    return (b, g, r)
