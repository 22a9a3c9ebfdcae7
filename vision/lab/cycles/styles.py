"""Boards, checkers, dice, tables and lights that our own renderer does not have.

Two lists, with nothing in common: from TRAINING nets may learn, MEASURING they never see. A colour
is written as the web writes it, `#rrggbb`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Spec = dict[str, Any]
"""A material: its kind, its colours, how rough it is (0 mirrors, 1 is chalk), coat
(how sharply varnish on it mirrors), grain_mm (how large its pattern is), deep_mm and rough_mm (how
high and how wide its bumps are)."""
Points = Literal["straight", "round", "slim"]
Shape = Literal["flat", "dished", "ringed", "rimmed", "domed"]


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """points: their shape and two colours; seam: the colour of stitches around them, if any; logo:
    what is printed on the field, if anything; hinges: of which metal, if they are seen."""

    name: str
    field: Spec
    points: Points
    point_a: str
    point_b: str
    wood: Spec
    seam: str = ""
    logo: str = ""
    hinges: str = ""


@dataclass(frozen=True, slots=True)
class CheckerStyle:
    """Two players' checkers; rim: the metal around them, if any."""

    name: str
    shape: Shape
    one: Spec
    other: Spec
    rim: str = ""


@dataclass(frozen=True, slots=True)
class DiceStyle:
    """side_mm, edge (its radius, in sides), pip and offset (a pip's radius, and how far from the
    middle the outer ones are, in sides): from the least to the most. second: the body of the other
    die, in sets of two colours."""

    name: str
    body: Spec
    ink: str
    side_mm: tuple[float, float] = (13.0, 16.0)
    edge: tuple[float, float] = (0.05, 0.11)
    pip: tuple[float, float] = (0.08, 0.1)
    offset: tuple[float, float] = (0.24, 0.265)
    second: Spec | None = None
    second_ink: str = ""


@dataclass(frozen=True, slots=True)
class Styles:
    """What a run draws from, and the first seed of its boards."""

    name: str
    first_seed: int
    boards: tuple[BoardStyle, ...]
    checkers: tuple[CheckerStyle, ...]
    dice: tuple[DiceStyle, ...]
    tables: dict[str, Spec]


def felt(colour: str, second: str, **more: Any) -> Spec:
    spec = {"kind": "cloth", "colour": colour, "second": second, "rough": 1.0, "grain_mm": 1.2}
    return spec | more


def leather(colour: str, second: str, **more: Any) -> Spec:
    spec = {"kind": "leather", "colour": colour, "second": second, "rough": 0.45}
    return spec | {"deep_mm": 0.25, "rough_mm": 1.6} | more


def cork(colour: str, second: str, **more: Any) -> Spec:
    spec = {"kind": "cork", "colour": colour, "second": second, "rough": 0.9, "grain_mm": 2.2}
    return spec | more


def wood(colour: str, second: str, **more: Any) -> Spec:
    spec = {"kind": "wood", "colour": colour, "second": second, "rough": 0.5, "grain_mm": 6.0}
    return spec | more


def plastic(colour: str, **more: Any) -> Spec:
    return {"kind": "plastic", "colour": colour, "rough": 0.22} | more


def marble(colour: str, second: str, **more: Any) -> Spec:
    spec = {"kind": "marble", "colour": colour, "second": second, "rough": 0.3, "grain_mm": 9.0}
    return spec | {"coat": 0.97} | more


def clear(colour: str, **more: Any) -> Spec:
    """murk: the part of its faces that does not let light through."""
    return {"kind": "clear", "colour": colour, "rough": 0.02} | more


BRASS = "#c9a24a"
STEEL = "#b8b8bc"


def precision(name: str, body: Spec, ink: str) -> DiceStyle:
    """Large, with edges as sharp as a knife's."""
    return DiceStyle(name, body, ink, side_mm=(14.0, 18.0), edge=(0.012, 0.03))


TRAINING = Styles(
    "training",
    810_000_000,
    boards=(
        BoardStyle(
            "green felt, walnut",
            felt("#1f6b3f", "#185a34"),
            "straight",
            "#e4d6b0",
            "#8a1f1f",
            wood("#5b3820", "#3a2214", coat=0.95),
            hinges=BRASS,
        ),
        BoardStyle(
            "natural cork, oak",
            cork("#c79a63", "#a87a46"),
            "straight",
            "#2a2522",
            "#9c2f22",
            wood("#b98a55", "#94683a"),
        ),
        BoardStyle(
            "navy leather, black",
            leather("#22345c", "#1a2848"),
            "slim",
            "#d9d6cc",
            "#b4924c",
            leather("#17171a", "#101013"),
            seam="#e8e2cf",
            hinges=BRASS,
        ),
        BoardStyle(
            "burgundy suede, mahogany",
            felt("#6e1f2e", "#5a1825"),
            "straight",
            "#bdb6ac",
            "#e6d9bd",
            wood("#6b2c1a", "#4a1c10", coat=0.98),
            logo="GAMMON",
            hinges=STEEL,
        ),
        BoardStyle(
            "grey felt, aluminium",
            felt("#7b7f84", "#6d7176"),
            "round",
            "#2f5f9a",
            "#d7772a",
            {"kind": "metal", "colour": "#a9abaf", "rough": 0.35},
            logo="OPEN",
        ),
        BoardStyle(
            "tan leather, saddle",
            leather("#b07a45", "#a06d3a"),
            "round",
            "#4a2c18",
            "#e9dcc0",
            leather("#7a4a26", "#6a3f1f"),
            seam="#f0e2c2",
        ),
        BoardStyle(
            "varnished maple, cherry",
            wood("#d8b17c", "#c59a62", coat=0.99),
            "straight",
            "#5c2e1c",
            "#8f5a2e",
            wood("#6d3a20", "#522a16", coat=0.99),
        ),
        BoardStyle(
            "black felt, black",
            felt("#232325", "#1b1b1d"),
            "straight",
            "#b42626",
            "#e5e3de",
            plastic("#151517", rough=0.4),
            logo="WBF",
            hinges=STEEL,
        ),
        BoardStyle(
            "white field, black frame",
            felt("#dedacd", "#d2cdbf"),
            "slim",
            "#1d1d1f",
            "#b01c24",
            leather("#1c1c1e", "#141416"),
            hinges=STEEL,
        ),
    ),
    checkers=(
        CheckerStyle("ivory and black", "flat", plastic("#e6dcc4"), plastic("#1c1b1c")),
        CheckerStyle(
            "red and white marble",
            "dished",
            marble("#a0201f", "#d4554a"),
            marble("#e9e6df", "#c9c5be"),
        ),
        CheckerStyle(
            "blue and clear",
            "flat",
            clear("#3f6fd8", murk=0.22),
            clear("#f2f4f5", murk=0.22),
        ),
        CheckerStyle(
            "walnut and maple",
            "ringed",
            wood("#5a3a22", "#46301c"),
            wood("#d9b98a", "#caa673"),
        ),
        CheckerStyle(
            "black and white, steel rims",
            "rimmed",
            plastic("#161617", rough=0.5),
            plastic("#ecebe8", rough=0.5),
            rim=STEEL,
        ),
        CheckerStyle(
            "green and white pearl",
            "dished",
            marble("#1f7a52", "#7cc7a0"),
            marble("#f1efe9", "#dcd6c8", clear_part=0.25),
        ),
        CheckerStyle(
            "orange and brown",
            "domed",
            plastic("#d9762b"),
            plastic("#4b2a1b"),
        ),
        CheckerStyle(
            "red and blue clear", "ringed", clear("#d43a3a", murk=0.22), clear("#2f55c8", murk=0.22)
        ),
    ),
    dice=(
        DiceStyle("white", plastic("#efeeea"), "#17171a"),
        DiceStyle("ivory, red pips", plastic("#e5d9bb"), "#a51d22", (12.5, 14.5)),
        precision("red precision", clear("#d8202c", murk=0.22), "#f4f2ee"),
        precision("blue precision", clear("#2c4fd0", murk=0.22), "#f4f2ee"),
        DiceStyle("green clear", clear("#22a35a", murk=0.22), "#f4f2ee"),
        DiceStyle("black", plastic("#19191b"), "#eeece6"),
        DiceStyle("white, tiny pips", plastic("#e9e8e4"), "#202024", pip=(0.052, 0.062)),
        DiceStyle(
            "grey, huge pips",
            plastic("#8d9096"),
            "#141416",
            pip=(0.115, 0.13),
            offset=(0.265, 0.285),
        ),
        DiceStyle("red marble", marble("#8f1a22", "#d0606a", grain_mm=5.0), "#f2ede2"),
        precision("violet clear", clear("#8a3ec2", murk=0.22), "#f4f2ee"),
        DiceStyle(
            "green and red clear",
            clear("#1e9a55", murk=0.22),
            "#f4f2ee",
            second=clear("#d02a3a", murk=0.22),
            second_ink="#f4f2ee",
        ),
        DiceStyle(
            "black and white",
            plastic("#1d1d20"),
            "#efeeea",
            second=plastic("#ecebe6"),
            second_ink="#1a1a1c",
        ),
        DiceStyle("wooden", wood("#c79a5f", "#a97a42", grain_mm=2.0), "#2a1a10"),
        DiceStyle("navy", plastic("#23346e"), "#e9e6da", (14.0, 16.5)),
    ),
    tables={
        "oak": wood("#b08350", "#8f6638", grain_mm=14.0),
        "laminate": plastic("#cfd0ce", rough=0.35),
        "green baize": felt("#2d5f41", "#244f36"),
        "concrete": {"kind": "leather", "colour": "#8b8b88", "second": "#77777a", "rough": 0.8},
        "red cloth": felt("#8c2a2a", "#6f1f22", grain_mm=4.0),
        "walnut, varnished": wood("#54351f", "#3c2514", grain_mm=12.0, coat=0.97),
    },
)

MEASURING = Styles(
    "measuring",
    820_000_000,
    boards=(
        BoardStyle(
            "sand suede, wenge",
            felt("#c8c0b2", "#bdb4a5"),
            "round",
            "#211d1b",
            "#a9713a",
            wood("#38251b", "#261811", coat=0.9),
            logo="fm",
            hinges="#bfa15a",
        ),
        BoardStyle(
            "teal felt, ash",
            felt("#1f6a70", "#185b61"),
            "straight",
            "#e9e0cb",
            "#b5532d",
            wood("#cdb08a", "#b8976c", coat=0.6),
            hinges="#c4c4c8",
        ),
        BoardStyle(
            "dark cork, teak",
            cork("#7d5535", "#5f3e25"),
            "slim",
            "#ece3d0",
            "#701f2c",
            wood("#8f5b30", "#704421", coat=0.97),
        ),
        BoardStyle(
            "olive leather",
            leather("#5d6137", "#4f532e"),
            "slim",
            "#1b1b1a",
            "#d8c9a4",
            leather("#33351f", "#2a2c19"),
            seam="#d9c88f",
            hinges="#bfa15a",
        ),
        BoardStyle(
            "plum velvet, silver",
            felt("#54304f", "#452641"),
            "round",
            "#97979d",
            "#ece8ee",
            {"kind": "metal", "colour": "#c5c6cb", "rough": 0.25},
            logo="CUP",
        ),
        BoardStyle(
            "varnished olive wood",
            wood("#b58d55", "#7d5a30", coat=0.99, grain_mm=9.0),
            "straight",
            "#3a2418",
            "#e0c592",
            wood("#7b5330", "#54371f", coat=0.99),
        ),
        BoardStyle(
            "royal blue, white frame",
            felt("#2547a0", "#1e3c8b"),
            "straight",
            "#f0f0f2",
            "#7fb2e0",
            plastic("#e3e3e1", rough=0.15),
            logo="MASTERS",
            hinges="#c4c4c8",
        ),
        BoardStyle(
            "chocolate leather, turquoise",
            leather("#4a3024", "#3d271d"),
            "round",
            "#e6d8bd",
            "#2f9a99",
            leather("#2b1b14", "#21140f"),
            seam="#caa77c",
        ),
    ),
    checkers=(
        CheckerStyle(
            "gold and pearl",
            "dished",
            marble("#b5762a", "#e0b367"),
            marble("#eceae6", "#bdb9b4", clear_part=0.3),
        ),
        CheckerStyle(
            "amber and smoke clear",
            "flat",
            clear("#e39a2e", murk=0.22),
            clear("#7d8084", murk=0.22),
        ),
        CheckerStyle(
            "navy and cream, brass rims",
            "rimmed",
            plastic("#1e2b52", rough=0.45),
            plastic("#eadfc6", rough=0.45),
            rim="#bfa15a",
        ),
        CheckerStyle(
            "purple and grey marble",
            "ringed",
            marble("#5b2a78", "#9a6cb8"),
            marble("#b9b9bd", "#8a8a90"),
        ),
        CheckerStyle("red and yellow", "domed", plastic("#bf2b28"), plastic("#e2b83a")),
        CheckerStyle(
            "horn and bone",
            "dished",
            marble("#3b2a1e", "#7a5a3c", grain_mm=14.0),
            marble("#e4d8bd", "#d0c19f"),
        ),
        CheckerStyle(
            "teal clear and white", "ringed", clear("#22a0a0", murk=0.22), plastic("#f0efeb")
        ),
    ),
    dice=(
        precision("amber precision", clear("#f0a020", murk=0.22), "#f7f5f0"),
        DiceStyle("smoke clear", clear("#6b6f74", murk=0.3), "#f2f2f0"),
        precision("teal precision", clear("#12a0a8", murk=0.22), "#f7f5f0"),
        DiceStyle("pink", plastic("#e06a94"), "#f6f3f0"),
        DiceStyle("yellow", plastic("#e4c22e"), "#1a1a18", (13.0, 15.0)),
        DiceStyle("blue marble, gold pips", marble("#1f3f86", "#6d92cf", grain_mm=5.0), "#dcc27a"),
        DiceStyle(
            "white, huge blue pips",
            plastic("#f2f1ee"),
            "#1f3fa8",
            pip=(0.115, 0.128),
            offset=(0.265, 0.285),
        ),
        DiceStyle("bone, tiny pips", plastic("#ddd2b8"), "#241d18", pip=(0.054, 0.064)),
        DiceStyle("maroon", plastic("#6a1a26"), "#efeae2", (14.0, 17.0)),
        DiceStyle("mint pearl", marble("#a9d8c2", "#d7efe4", grain_mm=4.0), "#1d2a26"),
        precision("crystal", clear("#eef3f4", murk=0.4), "#16181c"),
        DiceStyle(
            "emerald and ruby",
            clear("#0f8f63", murk=0.22),
            "#f7f5f0",
            second=clear("#c2183c", murk=0.22),
            second_ink="#f7f5f0",
        ),
        DiceStyle(
            "orange and slate",
            plastic("#dd6a22"),
            "#f4f1ea",
            second=plastic("#454b57"),
            second_ink="#eceae4",
        ),
    ),
    tables={
        "blue cloth": felt("#31466f", "#283a5e", grain_mm=3.0),
        "grey stone": marble("#c4c2be", "#8f8d8a", grain_mm=60.0),
        "black glass": plastic("#121316", rough=0.06),
        "pine": wood("#d6ae74", "#bd8f55", grain_mm=20.0),
        "white linen": felt("#dedbd3", "#cfcbc0", grain_mm=2.0),
        "brown carpet": felt("#5b4535", "#45342a", grain_mm=9.0, deep_mm=0.8, rough_mm=3.0),
    },
)

ALL = {styles.name: styles for styles in (TRAINING, MEASURING)}
