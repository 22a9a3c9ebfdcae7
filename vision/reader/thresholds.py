"""The numbers by which the reader accepts or asks, each with its unit and what it was set by.

Where to look and what explains a picture best is no decision: such numbers stand where they are
used. `python -m vision.lab.thresholds` prints the table.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.learned.face import DOUBTFUL
from vision.threshold import Threshold


@dataclass(frozen=True, slots=True)
class Bar:
    """What a face must reach together. fit, margin: correlation of its value's pattern, and how far
    ahead of any other; edge: grey levels of its square's weakest side, and edge_share of the pips'
    contrast."""

    fit: float
    margin: float
    edge: float
    edge_share: float
    meaning: str
    set_by: str

    @property
    def unit(self) -> str:
        return "fit, margin, grey levels, of the contrast"

    def __str__(self) -> str:
        return f"{self.fit}, {self.margin}, {self.edge}, {self.edge_share}"


TUNING = "the shared scenes' tuning part"
DRAWN = "drawn rolls, seeds up to 116, and the shared scenes' tuning part"
NATURAL = "natural stills of seeds 5 to 7"
STILLS = "stands by 300 natural stills, seeds 31 and 9001"
"""Of ten rigs, 2304x1296. 546 level dice were found in them, 93 of one pip, and 11 that lean. All
level ones were found with their own value, so they show what a bar costs, not what it keeps out.
What stands by them was first set on the pictures above."""
THROWN = "natural stills of seed 51"
"""152 of six rigs, 92 at 2304x1296 and 60 at 1536x864, each read alone and against the board
before; none was read wrongly. Rows count looks of both."""
FILMS = "240 natural films of seed 61"
"""Of four rigs, two at 2304x1296 and two at 1536x864; each rest is read three times against the
board before. 181 of 182 valid rolls were accepted, none was read wrongly."""
ROLLS = "natural stills of seed 63"
"""128 of eight rigs, 96 at 2304x1296 and 32 at 1536x864, half of them read alone and half against
the board before; none was read wrongly."""
DUSTY = "140 valid shared scenes under dust, worn pips and glare, where 7 places lay flat"
"""By their weighed odds all of them would lean, and they stand beside 14 places without a face that
lean in shared scenes as they are."""
BESIDE = "174 looks at level dice beside something, seeds 51 and 63"
LONE = "867 looks at level dice with nothing near, in lone pictures of both renderers"
"""272 of the shared scenes, 595 of our natural stills of seeds 401 to 407; beside them five that
moved, 11 to 39 degrees askew."""
NEAR = "327 looks at level dice beside something, half of shared scenes, half of small pictures"
"""161 at 1280x720 to 2304x1296 of the shared scenes, 166 of our own natural stills at 960x540 and
1280x720; 29 of the 38 at dice 8 degrees askew and more were found askew, none level."""
CIRCLES = "368 natural stills of seeds 51 and 63"
"""222 circles in them have a part of an edge that is sure of nothing, 12 of them at checkers."""
SIDES = "414 natural stills of seeds 63, 87 and 88"
"""Of 13 rigs, each read against the board before, by the true camera and by what a table knows of
it: level dice with nothing within 9 mm, and dice more than 8 degrees askew, whatever they touch."""
MORE = "137 valid shared scenes: in 3 a place is taken for one more, and 404 of 485 third dice are"
THINGS = "eye: in natural throws nothing comes but dice, and checkers they push"
GEOMETRY = "geometry, and the reader's error of a place"

# --- a value: its pips and its square -------------------------------------------------------------

SEVERAL_FINE = Bar(
    0.80,
    0.09,
    4.0,
    0.08,
    "several pips, a fine pattern in a fair square",
    f"{STILLS}: 438 of 453 level reach it, 449 this or the next",
)
SEVERAL_SQUARE = Bar(
    0.77,
    0.09,
    20.0,
    0.60,
    "several pips, a fair pattern in a clear square",
    f"{STILLS}: 355 of 453 level reach it",
)
ONE_FINE = Bar(
    0.80,
    0.20,
    7.0,
    0.30,
    "one pip, fine, in its square",
    f"{STILLS}: 82 of 93 level reach it, all this or the next two",
)
ONE_FAIR = Bar(
    0.66,
    0.20,
    20.0,
    1.00,
    "one pip, fair, in a clear square",
    f"{STILLS}: 77 of 93 level reach it",
)
ONE_FAINT = Bar(
    0.56,
    0.20,
    40.0,
    2.00,
    "one pip, faint, in a square of twice its contrast",
    f"{STILLS}: 34 of 93 level reach it",
)
PROPOSED_SEVERAL = Bar(
    0.74,
    0.09,
    4.0,
    0.08,
    "several pips where nets or the search led",
    f"{STILLS}: 452 of 453 level reach it",
)
PROPOSED_FINE = Bar(
    0.85,
    0.15,
    2.0,
    0.00,
    "there, a fine pattern in hardly any square",
    f"{THROWN}: decides none; 2 valid rolls of the shared scenes need it",
)
FAINT_FACE = Bar(
    0.66,
    0.12,
    4.0,
    0.00,
    "pips so faint count on a cube that shows whole",
    f"{STILLS}: 424 of 453 level reach it",
)
GLARE_ONE = Bar(
    0.78,
    0.20,
    15.0,
    0.60,
    "one pip on a checker, no glare",
    f"{THROWN}: 6 looks on checkers, 3 short of it; {TUNING}",
)
GLARE_SEVERAL = Bar(
    0.82,
    0.09,
    15.0,
    0.45,
    "several pips on a checker, no glare",
    f"{THROWN}: 21 of 24 looks on checkers reach it; {TUNING}",
)
READ_BY_SEVERAL = (SEVERAL_FINE, SEVERAL_SQUARE)
READ_BY_ONE = (ONE_FINE, ONE_FAIR, ONE_FAINT)
PROPOSED_BY_SEVERAL = (PROPOSED_SEVERAL, PROPOSED_FINE)
SQUARE_SIZE = Threshold(
    0.15,
    "of a side",
    "a square so much too wide is another thing's",
    f"{STILLS}: 1 of 546 level dice beyond, at 0.166",
)
SQUARE_CENTRE = Threshold(
    0.09,
    "of a side",
    "pips so far off the square's middle",
    f"{STILLS}: 546 level dice 0.074 and less",
)
WHITE = Threshold(
    250, "grey level", "where no channel is darker, light hides what is there", "eye: clipped"
)
BLACK = Threshold(5, "grey level", "where none is brighter, shadow does", "eye: clipped")
BLOWN = Threshold(
    0.6,
    "share",
    "of a pip's place that is too bright or too dark: nothing is measured there",
    "135 dice of valid shared scenes: one, where no value has a pip of its own",
)
NOT_BLOWN = Threshold(
    0.3,
    "share",
    "of the other pips: they show by more than light",
    "the same dice: bright pips 0.5 and less, and alike",
)
BLOWN_APART = Threshold(
    0.5,
    "share",
    "or so much less than of the one that may be a highlight",
    "white pips in strong light are alike; a highlight between two: 1.0 to 0.4",
)
WASHED_OUT = Threshold(
    50.0,
    "grey levels",
    "the body of a face whose pips are all blown is so near the limit itself",
    "a lamp mirrored in a whole face of 4: 36; eye",
)
PIP_LEAST = Threshold(
    0.3,
    "of the median pip",
    "each pip of a value shows",
    "788 dice of Cycles scenes: 0.54 and more; a 1 that a highlight makes a 3: 0.0",
)
FAINT_PIP = Threshold(
    0.14,
    "of the strongest",
    "a pip that is almost gone shows so much",
    "84 dice of valid shared scenes, 2 and 4: 2 show as much; worn ones accepted at 0.17: 0.16",
)
FAINT_PIP_AHEAD = Threshold(
    0.1,
    "of the strongest",
    "and so much more than where there is none",
    "the same dice: 1 of the 2, of 17 px",
)
COVERED_MIDDLE = Threshold(
    0.15,
    "of the strongest",
    "and less where something else is painted over the middle",
    "the same dice: 0.14 and less, 0.04 of 24 px and more; a logo over a 5: 0.17",
)
ODD_MIDDLE = Threshold(
    0.07,
    "of a pip's",
    "the middle of a 2 or 4 differs so much in colour from the rest of the body",
    "Cycles, valid rolls, 24 px and more: 0.06 and less; a logo of nearly the body's colour: 0.08",
)
ODD_COLOUR = Threshold(
    0.1,
    "of a pip's",
    "a bare site of it does",
    "the same: 0.08 and less; logos and worn pips: 0.12",
)
ODD_COLOUR_SMALL = Threshold(
    0.16,
    "of a pip's",
    "either does on a small die, whose pips blur into the sites beside",
    "the same, less than 24 px: 0.15 and less; a logo: 0.19",
)
ODD_COLOUR_PX = Threshold(
    24.0, "px", "a die's side in the picture, from which it is none", "the same"
)
NO_PIP = Threshold(
    -0.15,
    "of the strongest",
    "less than the body: something else is painted there",
    "clear dice of our scene whose 2 or 4 has an odd colour: -0.10 and more; a logo: -0.37",
)
FAR_PIP_AHEAD = Threshold(
    0.03,
    "of the strongest",
    "and less than the far face's middle one, seen through a clear die, by so much",
    "16 of 20 looks at clear dice of seed 92 that seem worn, and none of 60 at worn ones",
)
VALUE_AHEAD = Threshold(
    0.1,
    "correlation",
    "a larger value beside it must fit so much worse",
    f"{STILLS}: 1 of 546 level dice is less ahead, by 0.085",
)
FINE_PATTERN = Threshold(
    0.9,
    "correlation",
    "pips so fine count in any square",
    f"{THROWN}: decides none; 1 valid roll of the shared scenes needs it",
)
FINE_MARGIN = Threshold(
    0.15,
    "correlation",
    "if no other value fits within",
    f"{THROWN}: no verdict differs from 0.105 to 0.195; at 0.45 01028 is asked about",
)
CUBE_SHOWS = Threshold(
    0.6, "of its edges", "a cube of which nearly all shows", f"{THROWN}: 180 of 313 looks beyond"
)

# --- a die without a value ------------------------------------------------------------------------

DIE_SEVERAL = Bar(
    0.78,
    0.0,
    4.0,
    0.08,
    "several pips that are surely a die",
    f"{THROWN}: none of 144 differs with fit 0.06 more or less, edges half or half more",
)
DIE_SEVERAL_SQUARE = Bar(
    0.75,
    0.0,
    25.0,
    0.80,
    "or fainter ones in a clear square",
    f"{THROWN}: none of 131 differs with fit 0.06 more or less, edges half or half more",
)
DIE_ONE = Bar(
    0.78,
    0.20,
    7.0,
    0.25,
    "one pip that is surely a die",
    f"{THROWN}: none of 189 differs with fit 0.06 more or less, edges half or half more",
)
DIE_ONE_SQUARE = Bar(
    0.55,
    0.20,
    25.0,
    1.00,
    "or a fainter one in a clear square",
    f"{THROWN}: none of 148 differs with fit 0.06 more or less, edges half or half more",
)
DIE_BY_SEVERAL = (DIE_SEVERAL, DIE_SEVERAL_SQUARE)
DIE_BY_ONE = (DIE_ONE, DIE_ONE_SQUARE)
PATTERN_FIT = Threshold(
    0.82,
    "correlation",
    "several pips in order may be a leaning die",
    f"{THROWN}: 778 of 1,522 looks beyond",
)
PATTERN_EDGES = Threshold(
    0.42,
    "of its edges",
    "and so much of a cube shows",
    f"{THROWN}: 592 of 595 looks beyond; {TUNING}",
)
DIE_EDGES = Threshold(
    0.4,
    "of its edges",
    "few pips are no die where less of a cube shows",
    f"{THROWN}: 378 looks at sure faces, 0.50 and more",
)
EXPLAINED_SEVERAL = Threshold(
    1.3,
    "edges + pips",
    "a cube must explain several pips so well",
    f"{THROWN}: 64 looks, 1.12 and less or 1.36 and more",
)
EXPLAINED_FEW = Threshold(
    1.4,
    "edges + pips",
    "and few pips so well",
    f"{THROWN}: 54 looks, 1.36 and less or 1.44 and more; at 1.3 01103 is read wrongly",
)

PIP_SHOWS = Threshold(
    0.55,
    "of the strongest",
    "a pip is there",
    f"{ROLLS}: no verdict differs from 0.39 to 0.72; at 1.7 01425 is asked about",
)
PIP_ABSENT = Threshold(
    0.32,
    "of the strongest",
    "more is a pip where none should be",
    f"{ROLLS}: no verdict differs from 0.22 to 0.42; at 0.11 01002 is asked about",
)
UPRIGHT_SHOWS = Threshold(
    0.58,
    "of its edges",
    "a flat cube beside the board shows so much",
    "flat drawn dice show more in every pose that a test turns them to",
)

# --- a value: the second reader -------------------------------------------------------------------

SECOND_ALLOWS = Threshold(
    DOUBTFUL[0],
    "share",
    "the net sees no other value",
    f"{STILLS}: 546 level dice 0.78 and more, 5 of 11 that lean less",
)
SECOND_AGREES = Threshold(
    DOUBTFUL[1],
    "share",
    "the net sees that value, too",
    f"{STILLS}: 545 of 546 level dice beyond, 4 of 11 that lean 0.90 to 0.93",
)
SECOND_DENIES = Threshold(
    0.1, "share", "the net sees nothing of that value", f"{THROWN}: no look was asked; {DRAWN}"
)
SECOND_CERTAIN = Threshold(
    0.96,
    "share",
    "of a face that the search did not find",
    f"{THROWN}: 57 looks, 0.88 and less or 0.967 and more",
)
SECOND_CLEARLY = Threshold(
    0.85,
    "share",
    "of one on a cube of which much shows",
    f"{THROWN}: 140 looks, 0.64 and less or 0.969 and more",
)
SECOND_FAINTLY = Threshold(
    0.98, "share", "of one whose pips or square are faint", f"{THROWN}: 3 looks, 0.998"
)
CLEAR_CUBE = Threshold(
    0.55, "of its edges", "so much of a cube shows there", f"{THROWN}: 140 of 197 looks beyond"
)
OTHER_FACE_WORSE = Threshold(
    0.15,
    "fit + edges",
    "a larger value there is so much worse",
    "clear dice read by their own pips: only the far face of one raises no doubt",
)
NO_FACE = Threshold(
    0.9,
    "share",
    "to the second reader it is no face",
    f"{STILLS}: 546 level dice 0.20 and less",
)
NO_DIE = Threshold(
    0.05,
    "share",
    "the kind net doubts that there is a die",
    f"{THROWN}: 483 looks, 0.005 and less or 0.29 and more",
)
DENIED_DIE = Threshold(
    0.25,
    "share",
    "beyond, it denies one",
    f"{THROWN}: 483 looks, none from 0.005 to 0.29; a valid Cycles scene: 0.09",
)
MORE_LIKELY = Threshold(0.4, "share", "beside two that were read the finder sees one more", MORE)
MORE_NO_DIE = Threshold(0.05, "share", "and the kind net sees one there", MORE)
MORE_STILL = Threshold(0.35, "share", "which lies still, however it lies", MORE)
ANOTHER_NO_DIE = Threshold(
    0.06,
    "share",
    "or one of another size or half covered, smeared or not",
    "44 valid shared scenes of full size: 2 show such a place, and 298 of 307 third dice do",
)
ANOTHER_NO_DIE_SMALL = Threshold(
    0.02,
    "share",
    "the same among small dice, which glints and the doubling cube look like",
    "69 valid shared scenes: 4 show such a place; it finds 58 of 482 third dice more",
)
LARGER_NO_DIE = Threshold(
    0.01,
    "share",
    "or one somewhat larger than those sought",
    "44 valid Cycles scenes: 0.018 and more; a die 1.3 times as large: 0.006",
)
WAVERS = Threshold(
    0.5,
    "share",
    "where the net wavers",
    "Cycles: two valid ones show such a larger one at 0.69 and 0.97; a larger die: 0.21",
)
COVERED_NO_DIE = Threshold(
    0.7,
    "share",
    "and beside a body over the field, where half of it may be hidden",
    "140 valid Cycles scenes: 2 show such a place, at 0.75 and 0.79; half under a sleeve: 0.66",
)
COVERED_LIKELY = Threshold(
    0.25,
    "share",
    "there a faint look to the finder is enough",
    "Cycles: halves under a sleeve 0.26 to 0.39; no valid scene of 44 is asked about for it",
)
COVERED_FAINT_NO_DIE = Threshold(
    0.55,
    "share",
    "if the kind net sees more of a die",
    "Cycles: halves under a sleeve 0.05 to 0.53",
)
HALF_NO_DIE = Threshold(
    0.25,
    "share",
    "half a die to the kind net, if what is there has the colour of the dice",
    "Cycles: half a die under a sleeve that is taken for board, 0.07 to 0.20",
)
HALF_COLOUR = Threshold(
    16.0,
    "of 255",
    "so little off the colour of a die, lightness by half",
    "Cycles: alike from 10 to 18, at 22 one half of a die hangs together with the field",
)
HALF_LEAST = Threshold(0.25, "faces", "so much of such a colour", "Cycles: halves 0.33 to 0.59")
HALF_MOST = Threshold(0.8, "faces", "more is a whole die", "Cycles: halves 0.33 to 0.59")
HALF_LONGEST = Threshold(
    1.45, "sides", "longer is a point of the board", "Cycles: halves 0.96 to 1.35, a tip 2.8"
)
MORE_PX = Threshold(
    20.0,
    "px",
    "a die's side in the picture, from which it is none of the small ones",
    "Cycles, 140 valid: of 44 with dice of 26 px and more 2 asked about, of 96 smaller 18",
)
FACE_NO_DIE = Threshold(
    0.1,
    "share",
    "and so much more of it that no face is sought",
    f"{THROWN}: no verdict differs from 0.07 to 0.13; {ROLLS}: at 0.05 one valid is asked about",
)
SURELY_NO_DIE = Threshold(
    0.97,
    "share",
    "it is sure that there is none",
    "1,158 level drawn dice: 0.90 and less",
)
SPOT_STRONG = Threshold(
    0.6, "of the strongest", "a spot is a pip", f"{FILMS} and {THROWN}: no look was asked; {TUNING}"
)
SPOT_FAINT = Threshold(
    0.35,
    "of the strongest",
    "a weaker spot is none; between is doubt",
    f"{FILMS} and {THROWN}: no look was asked; {TUNING}",
)
SPOT_SLACK = Threshold(
    0.08,
    "of a side",
    "a pip so far off its place is none",
    f"{FILMS}: 9 looks 0.026 and less; {TUNING}",
)

# --- checkers, and what came ----------------------------------------------------------------------

CHECKER_EDGE = Threshold(
    2.0,
    "grey levels a pixel",
    "an edge, no noise",
    f"{ROLLS}: at 1.4 one valid one is asked about, at 2.6 no verdict differs",
)
CHECKER_ACROSS = Threshold(
    0.85,
    "of a slope",
    "runs along the radius: it is the circle's edge",
    f"{ROLLS}: at 0.805 a valid one is called cocked, at 0.895 no verdict differs",
)
CHECKER_SURE = Threshold(
    0.88,
    "of its edge",
    "a circle is a checker",
    f"{ROLLS}: no verdict differs from 0.84 to 0.92; at 0.29 01421 is called cocked",
)
CHECKER_SURE_SMALL = Threshold(
    0.9,
    "of its edge",
    "the same around a small die, where noise and sharpening make arcs of their own",
    "Cycles: under dice that lie on one 0.91 and more; sharpened or noisy pictures: 0.89",
)
CHECKER_MAYBE = Threshold(
    0.76,
    "of its edge",
    "one of one colour may be one: cork and tips of points reach that by chance",
    f"{ROLLS}: at 0.69 two valid ones are asked about, at 0.83 no verdict differs",
)
CHECKER_FAINT = Threshold(
    0.65,
    "of its edge",
    "or one in whose colour, and so much of its edge, it differs from what is around",
    f"{ROLLS}: no verdict differs from 0.46 to 0.85; at 2 01422 is asked about",
)
CHECKER_GOES_ON = Threshold(
    0.5,
    "of its hidden edge",
    "behind the die its colour goes on: a point's round end, no sure checker",
    "105 cocked rolls of the shared scenes and Cycles: one, 5 degrees askew, is asked about for it",
)
CHECKER_GOES_ALIKE = Threshold(
    5.0,
    "Lab",
    "and what is there differs from it by no more",
    "six looks at a point with a round end: it is up to 4 apart",
)
CHECKER_STEPS = Threshold(
    0.7,
    "of its edge",
    "the same way along so much of it: chance circles do not",
    f"{ROLLS}: at 0.49 three valid ones are asked about, at 0.91 no verdict differs",
)
CHECKER_COLOUR = Threshold(
    3.0,
    "Lab",
    "or of a sure checker's colour: black on a black point, another one beside it",
    f"{CIRCLES}: 7 checkers 2.3 and less, 1 chance circle 3.8",
)
CHECKER_UNEVEN = Threshold(
    12.0,
    "Lab",
    "a rim less alike is drawn through points and felt by chance",
    f"{ROLLS}: no verdict differs from 8.4 to 15.6; at 36 01113 is asked about",
)
CHECKER_SMALLER = Threshold(
    0.92,
    "of its edge",
    "a circle smaller than the board's checkers is one",
    "789 drawn dice on the field 0.81 and less, 91 on such checkers more",
)
CHANGED = Threshold(
    24.0,
    "grey levels",
    "more than noise and the soft end of a shadow",
    f"{ROLLS}: no verdict differs from 17 to 31",
)
CHANGED_PART = Threshold(
    0.05, "of a face", "less is noise", f"{ROLLS}: no verdict differs from 0.035 to 0.065"
)
CAME_LEAST = Threshold(
    0.35,
    "faces",
    "a patch of change is as large as a die half hidden",
    f"{ROLLS}: no verdict differs from 0.25 to 0.46",
)
CAME_MOST = Threshold(
    4.0,
    "faces",
    "and no larger than one with its sides and shadow",
    f"{ROLLS}: no verdict differs from 2.8 to 5.2",
)
CAME_LONGEST = Threshold(2.3, "sides", "and no longer", f"{ROLLS}: 2 dice 1.7 and less")
CAME_THICK = Threshold(
    0.5,
    "sides",
    "and as thick: crescents of pushed checkers are not",
    f"{ROLLS}: 7 patches that are no dice 0.43 and less, 2 dice 1.18 and more",
)
CAME_BESIDE = Threshold(
    1.6,
    "sides",
    "around a die that was read all is its own",
    f"{ROLLS}: no verdict differs from 1.1 to 2.1",
)

# --- how a die lies: contact ----------------------------------------------------------------------

OFF_RAISED = Threshold(
    8.0,
    "mm",
    "the same of one on a checker, which is seen further out",
    f"{ROLLS}: no verdict differs from 5.6 to 10.4; at 24 01028 is asked about",
)
REACH_ERROR = Threshold(2.0, "mm", "what is so much further off than a lean reaches", GEOMETRY)
PUSHED = Threshold(
    20.0,
    "mm",
    "a checker that a die lies on lay no further off before",
    "geometry: a radius; by so much a falling die pushes none from under itself",
)
ON_CHECKER = Threshold(
    2.8,
    "mm",
    "a sure checker reaches deeper under the die: it is on it",
    f"{NATURAL}: 184 level dice on checkers 5.1 and more, 2,807 on the field 1.1 and less",
)
TOUCH_CHECKER = Threshold(
    1.0,
    "mm",
    "a checker reaches deeper under it than errors explain",
    f"{NATURAL}: 7 of 2,807 level dice beyond, 5 of them beside what is no checker",
)
TOUCHES = Threshold(
    0.3,
    "mm",
    "a checker reaches under it, perhaps by an error alone",
    f"{BESIDE}: 2 level ones beyond, 0.7 and less",
)
TOUCH_WALL = Threshold(
    1.6,
    "mm",
    "it reaches further over a wall than errors explain",
    f"{NATURAL}: 1 of 2,807 level dice beyond",
)
TOUCH_DIE = Threshold(
    2.0, "mm", "two dice reach deeper into each other", f"{NATURAL}: 1 of 2,807 level dice beyond"
)
THING = Threshold(25.0, "mm2", "what came beside a die and is larger may carry it", THINGS)
SHADE_MOST = Threshold(
    1.05,
    "ratio",
    "what is brighter than the bare board is no shadow",
    THINGS,
)
SHADE_LEAST = Threshold(0.3, "ratio", "what is darker is more than a shadow", THINGS)
SHADE_UNEVEN = Threshold(0.2, "ratio", "colours that differ more are more than a shadow", THINGS)
LEVEL_SHOWS = Threshold(
    0.34,
    "score",
    "a free die below is asked about: a level cube's edges, less the gain of one that leans, less "
    "SIDES_COUNT of the body beside it",
    f"{SIDES}: 454 level free dice 0.386 and more, 17 of 26 that lean below",
)
LEVEL_SHOWS_SMALL = Threshold(
    0.25,
    "score",
    "the same of a small die",
    f"{SIDES}: 106 level free dice 0.436 and more, 1 of 6 that lean below; no higher, as "
    "in the shared scenes' softer pictures a level one has 0.258",
)
SIDES_COUNT = Threshold(
    0.5,
    "weight",
    "of the share beside a die that looks like its body",
    f"{SIDES}: at 0 8 of 32 that lean are below 0.34, at 0.5 21, at 0.8 24",
)
SIDES_GAIN = Threshold(
    0.03,
    "correlation",
    "the gain of a leaning cube beyond which the body beside a die is measured",
    f"{SIDES}: 65 of 560 level free dice beyond, and all 32 that lean",
)
ROCKS_GAIN = Threshold(
    0.03,
    "correlation",
    "a free die in a lone picture may rock",
    f"{LONE}: 4 of 5 that lean in the air beyond, and one that moves on below",
)
ROCKS = Threshold(
    -3.0,
    "log-odds",
    "if edges and net together see a lean",
    f"{LONE}: no level one beyond, -3.55 and less; 4 of 5 that lean in the air",
)
ALIKE_PX = Threshold(3.0, "px", "of two dice the smaller may be seen aslant", f"{TUNING}: 1.4 px")
BODY_UNLIKE = Threshold(
    6.0,
    "Lab",
    "a colour is none of those around",
    f"{THROWN}: no verdict differs from 4.2 to 7.8; at 18 01031 is called missing",
)
BODY_BESIDE = Threshold(
    0.015,
    "share",
    "more of a lone die's colour lies beside it",
    f"{THROWN}: 21 of 75 looks beyond, and 2 verdicts by it",
)

# --- how a die lies: its look ---------------------------------------------------------------------

GAIN_COUNTS = Threshold(
    12.0,
    "log-odds",
    "what a unit of that gain counts for a lean",
    f"{THROWN}: no verdict differs from 8.4 to 15.6; at 4 01091 is asked about",
)
ASKEW = Threshold(
    2.5,
    "log-odds",
    "edges and net together: it is askew",
    f"{NATURAL}: 91 of 96 leaning dice beyond, no level one",
)
SURELY_ASKEW = Threshold(
    3.0,
    "log-odds",
    "to the net that sees it least: it leans, though it reaches over no checker and no die",
    "the shared scenes: 18 of 22 dice that lean beyond, of level ones called askew 1.5 and less",
)
LEVEL = Threshold(
    -1.5,
    "log-odds",
    "a die beside something may lean",
    f"{NEAR}: all level ones below, -3.05 and less; a die of 14 px that leans by 36 degrees has "
    "-0.2 to 0.9, as its noise falls",
)
LEVEL_TOUCHING = Threshold(
    -2.5,
    "log-odds",
    "a die that a checker reaches under may lean",
    f"{BESIDE}: 2 level ones touch and are below, 2 that lean as little are beyond, -1.4 and 1.7",
)
ON_SOMETHING = Threshold(
    0.1,
    "share",
    "beside something, to the net it stands on it",
    f"{BESIDE}: 2 looks at level ones beyond, 1 of 8 at those that lean, and 900840030-18",
)
DOUBTED_GAIN = Threshold(
    0.15,
    "correlation",
    "edges alone forbid that it is flat",
    f"{NATURAL}: 643 level dice beside something 0.145 and less",
)
DOUBTED_NET = Threshold(
    -1.0,
    "log-odds",
    "the net alone forbids that it is flat",
    f"{NEAR}: all level ones below, -3.69 and less",
)
ON_DIE = Threshold(
    0.15,
    "share",
    "a lone die lies on another one",
    "24 dice on another, ours and Cycles': 15 beyond; 2,492 others: 3",
)
MAYBE_ON_DIE = Threshold(
    0.01, "share", "a lone die may lie on another one", f"{NATURAL}: 1 of 67 lone level dice beyond"
)

# --- a die without a readable face ----------------------------------------------------------------

FINDER_LIKELY = Threshold(
    0.2,
    "share",
    "the finder may see a die",
    f"{ROLLS}: no verdict differs from 0.14 to 0.26; at 0.6 01221 is called cocked",
)
FINDER_FAINT = Threshold(
    0.1,
    "share",
    "on the field, where long smears are as faint",
    "drawn dice in flight: at 0.2 not all of them are seen to move",
)
UNREAD_LIKELY = Threshold(
    0.45,
    "share",
    "the finder sees a die",
    f"{THROWN}: no verdict differs from 0.315 to 0.585; at 1.4 02012 is asked about",
)
UNREAD_STILL = Threshold(
    0.15,
    "share",
    "the kind net sees one at rest",
    "shared scenes: 19 that lean 0.153 and more; no level one is found to lean from 0.1 to 0.3",
)
UNREAD_SURELY = Threshold(
    0.6,
    "share",
    "the finder surely sees a die",
    f"{THROWN}: no verdict differs from 0.42 to 0.78; at 0.2 01429 is asked about",
)
UNREAD_SURELY_STILL = Threshold(
    0.9,
    "share",
    "the kind net surely sees one at rest",
    f"{FILMS}: beyond in 2 of 57 with such a place",
)
UNREAD_ASKEW = Threshold(
    5.0,
    "log-odds",
    "it surely leans",
    f"{FILMS}: beyond in 12, all cocked, below in 7; {THROWN}: at 3.5 a valid one is called cocked",
)
UNREAD_FAR = Threshold(
    0.6,
    "weight",
    "of the kind net's odds that it leans far",
    f"{THROWN}: no verdict differs from 0.42 to 0.78; at 0.2 02012 is asked about",
)
UNREAD_FAR_LEAST = Threshold(
    1.7,
    "log-odds",
    "of the kind net: less denies that a die without a face leans",
    f"{DUSTY}: below in 6 of the 7, 1.66 and less, and in 2 of 14 that lean, the others from 1.82",
)
UNREAD_LEVEL_LEAST = Threshold(
    -2.5,
    "log-odds",
    "of the lean net where a level die fits best: less denies it",
    f"{DUSTY}: below in 1 of the 7, at -5.5, and in none that leans, -1.2 and more",
)
UNREAD_NO_DIE = Threshold(
    0.018,
    "share",
    "the kind net sees no die: more denies it",
    f"{DUSTY}: above in 2 of the 7, and in none that leans, 0.0166 and less",
)
LEANS_FAR = Threshold(
    0.9,
    "share",
    "the kind net sees a die lean so far that none reads it",
    f"{FILMS}: 505 looks 0.85 and less, 3 beyond, 0.908 and more, at one that leans",
)
UNREAD_SUREST = Threshold(
    6.0,
    "log-odds",
    "one look counts for no more",
    f"{ROLLS}: no verdict differs from 4.2 to 7.8; at 2 02012 is asked about",
)
UNREAD_BORDER = Threshold(
    2.5,
    "mm",
    "a level die fits best at the border of the search",
    f"{ROLLS}: no verdict differs from 1.75 to 3.25; at 0.83 01073 is asked about",
)
UNREAD_LEVEL = Threshold(
    0.55,
    "weight",
    "of the lean net's odds where a level die fits best",
    f"{THROWN}: no verdict differs from 0.385 to 0.715; at 1.7 02012 is asked about",
)
UNREAD_ANYHOW = Threshold(
    1.25,
    "weight",
    "of its odds however the die is turned",
    f"{THROWN}: none differs at 0.875, at 1.625 a valid one is called cocked",
)
UNREAD_OVER = Threshold(
    -4.0,
    "mm",
    "further over a checker's edge it may lie flat on it",
    f"{FILMS}: further in 2, both on a checker; {THROWN}: none differs from -5.2 to -2.8",
)
UNREAD_AGAINST = Threshold(
    2.5,
    "mm",
    "further off that edge it does not lean on it",
    f"{FILMS}: nearer in 1, it leans; {THROWN}: none differs from 1.75 to 3.25",
)
SAME_DIE = Threshold(
    1.1,
    "sides",
    "what the nets see so near a die is that die",
    f"{ROLLS}: no verdict differs from 0.77 to 1.43; at 0.37 01425 is asked about",
)
SAME_FACE = Threshold(
    0.5, "of a face", "two so near in the picture are one: dice lie a side apart", GEOMETRY
)
UNREAD_PLACE = Threshold(
    3.0,
    "mm",
    "the finder may be so far off",
    "a test with the finder so far off: a coin beside the die carries it, or does not",
)
UNREAD_ROOM = Threshold(
    5.0,
    "mm",
    "nearer to a wall a level die looks amiss, too",
    f"{THROWN}: 213 looks, 4.1 and less or 6.1 and more",
)

# --- motion ---------------------------------------------------------------------------------------

SMEARED = Threshold(
    0.993,
    "share",
    "a place is a smeared die",
    "shared scenes: 5 of 13 rolls that move beyond; 2 of 40 at rest under twenty operations",
)
SMEAR_LIKELY = Threshold(
    0.4,
    "share",
    "and the finder sees a die there",
    "shared scenes in motion: 0.44 and more; moiré over 40 valid ones: 0.36 and less",
)
MAYBE_SMEARED = Threshold(
    0.93,
    "share",
    "a die that leans may be smeared",
    f"{STILLS}: 580 at rest 0.88 and less, 1 of 9 that move beyond",
)
SHARP = Threshold(
    0.75, "share", "a place may be a smeared die", f"{STILLS}: 5 of 580 dice at rest beyond"
)
PIPS_EVEN = Threshold(
    0.28,
    "of its steps",
    "a face may be smeared",
    f"{STILLS}: 491 dice read at rest 0.25 and less, 3 of 12 in pictures that move beyond",
)
DRAWN_OUT = Threshold(
    0.72,
    "share",
    "a short smear, perhaps",
    f"{STILLS}: 1 of 491 dice read at rest beyond, at 0.79; 5 of 12 in pictures that move",
)
DRAWN_OUT_SMALL = Threshold(
    0.9,
    "share",
    "the same of small dice",
    f"{THROWN}: 228 small dice 0.26 and less; {TUNING}: 0.89",
)
SMALL = Threshold(
    24.0,
    "px",
    "a die is small: of its motion and its edges less is known",
    f"{THROWN}: of motion no verdict differs from 16.8 to 31.2; at 8 01002 is asked about",
)
GRAIN = Threshold(
    3.5,
    "grey levels",
    "pixels differ so much from those around them in the median: no roll is void by such a picture",
    "75 Cycles scenes: 1.7 and less, made brighter 2.6; noise of 9 levels and stripes of 14: 4.3",
)

# --- what else may lie there ----------------------------------------------------------------------

COVER_SURE = Threshold(
    0.8, "share", "a cell surely shows a body", f"{STILLS}: bare boards show no such cell"
)
COVER_MAYBE = Threshold(
    0.5,
    "share",
    "a cell may show a body",
    f"{STILLS}: bare boards show 2.6 cm2 of such cells at most",
)
COVER_LEAST = Threshold(
    20.0,
    "cm2",
    "a body is more than fingertips at the rim",
    f"{THROWN}: boards with dice show none; {DRAWN}",
)
BESIDE_BODY = Threshold(
    30.0,
    "mm",
    "so near a body its own parts look like anything: fingers, like smeared dice",
    f"{ROLLS}: no verdict differs from 21 to 39; at 90 01133 is asked about",
)
COVER_SMALL = Threshold(
    6.0,
    "cm2",
    "a body may be one",
    f"{STILLS}: bare boards show 2.6 at most; none has a body",
)
COVER_CAME = Threshold(
    12.0, "cm2", "what changed and may be a body is one", f"{THROWN}: what came shows none; {DRAWN}"
)
FAR_LEAST = Threshold(
    0.75,
    "share",
    "far over the table the finder sees one",
    f"{THROWN}: 1 look; no verdict differs from 0.525 to 0.975; at 0.25 01429 is asked about",
)
PLAIN_DIE = Threshold(
    0.5,
    "share",
    "the finder plainly sees a die",
    f"{THROWN}: no verdict differs from 0.35 to 0.65; at 0.17 02012 is asked about",
)
FACE_LIKELY = Threshold(
    0.4,
    "share",
    "the finder sees a die whose face is sought",
    f"{THROWN}: at 0.52 one more is asked about, at 0.28 one less",
)
