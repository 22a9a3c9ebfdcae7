"""The numbers by which the tracker decides, each with its unit and what it was set by.

How something is computed is no decision: such numbers stand where they are used.
`python -m vision.lab.thresholds` prints the table.
"""

from __future__ import annotations

from vision.threshold import Count, Threshold

EYE = "eye"
FILMS = "270 natural films of seed 62"
"""Of nine rigs of `vision.lab.thrown`, thirty rolls each, at 30 frames a second. 255 come to rest:
254 are reported as thrown, none wrongly, and one not at all, since a pushed checker looks like two
more dice. No hand lays any: they show what a bar costs, not what it keeps out."""
AGAIN_45 = "45 natural films"
"""Five of each of those rigs, tracked again with the number halved and doubled. Compared: the event
of a roll, not its time, nor other events beside it."""
AGAIN = f"{AGAIN_45}: none reported otherwise by half or twice of it"
PAINTED = "painted films"
"""Of tests/vision/test_flight.py and test_tracker_*.py: hands, cups, lamps, nudges, and what was
reported wrongly before. Figures count comparisons; those films were made to lie on both sides."""
MS = 1_000_000

# --- rest or motion -------------------------------------------------------------------------------

MOTION_NOISE = Threshold(
    4.5,
    "of the noise",
    "more change than so many times the mean of still frames is motion",
    f"{FILMS}: decides none, noise 0.59 and less; {AGAIN}",
)
MOTION_LEAST = Threshold(
    3.0, "grey levels", "less is none, however little the noise", f"{FILMS}: decides all; {AGAIN}"
)
MOTION_PX = Count(3, "px", "so many of them move: a rocking die changes along an edge", AGAIN)
NOISE_MOST = Threshold(
    2.0,
    "grey levels",
    "more change than that is never all noise",
    f"{FILMS}: 0.59 and less; {PAINTED}: 40 pictures beyond",
)
FLICKER = Threshold(
    0.08,
    "of the light",
    "more from frame to frame is no flicker but another light",
    f"{FILMS}: no light changes; {PAINTED}: 0.077 and less or 0.081 and more",
)
SAME_LIGHT = Threshold(
    0.01,
    "of the light",
    "less spoils no comparison",
    f"{FILMS}: 0.000; {PAINTED}: 0.0099 and less or 0.0101 and more",
)
BUSY_FRAMES = Count(2, "frames", "something moves, and not for a moment", EYE)
LOOK_AFTER_NS = Count(
    80 * MS,
    "ns",
    "a first look, so long after the last motion",
    f"{EYE}; {AGAIN_45}: by twice of it 1 is asked for another reason",
)
HOLD_NS = Count(
    200 * MS, "ns", "a rest: a die that rocks on its edge turns back sooner", f"{EYE}; {AGAIN}"
)
LOOKS = Count(
    3,
    "looks",
    "looks at a rest: most must agree, none contradict",
    f"{AGAIN_45}: one look calls 1 cocked that three ask about, six look no better",
)

# --- what changed since the last rest -------------------------------------------------------------

CHANGED = Threshold(9.0, "grey levels", "more than noise or the soft end of a shadow", AGAIN)
CHANGED_NOISE = Threshold(
    8.0,
    "of the noise",
    "the same, where that is more",
    f"{FILMS}: decides none; {PAINTED}: 820 of 5,693 pictures",
)
SPECK = Threshold(
    0.15, "of a die", "what is smaller is no thing", f"{FILMS}: 724 of 10,810 things less; {AGAIN}"
)
WHOLE = Threshold(
    0.5,
    "of the board",
    "the light, the camera or a cloth over the lens",
    f"{FILMS}: 0.008 and less; {PAINTED}: 0.497 and less or 0.513 and more",
)
STEADY = Threshold(
    0.3,
    "of the board",
    "no patch of it can be judged",
    f"{FILMS}: 0.008 and less; {PAINTED}: 0.286 and less or 0.309 and more",
)
BESIDE_DIE = Threshold(0.5, "of its side", "what is no nearer to a die is not its doing", AGAIN)
CHECKER_MOVED = Threshold(
    0.4,
    "of a checker",
    "a checker came or went",
    f"{FILMS}: 251 rests 0.37 and less, 4 reported 0.43 and more",
)

# --- a die or a hand ------------------------------------------------------------------------------

HAND_DICE = Threshold(
    4.0,
    "dice",
    "what reaches in and is larger is a hand, a sleeve",
    f"{FILMS}: 152 things at the edge, none a hand, 31 beyond 3; {PAINTED}: 4.5 and more",
)
HAND_CHECKERS = Threshold(
    6.0,
    "checkers",
    "what lies free and is larger is no stack put down",
    f"{FILMS}: 2.7 and less; {PAINTED}: 6.0 and less or 6.2 and more",
)
MANY = Count(
    24,
    "things",
    "more are the edges of everything: the camera shakes",
    f"{FILMS}: 8 and less; {PAINTED}: 15 and less or 103",
)
DARK = Threshold(
    0.5,
    "of the light",
    "less is left under a palm over the lens",
    f"{FILMS}: 1.00; {PAINTED}: 0.10 or 0.70 and more",
)
LOOSE_LEAST = Threshold(
    0.3, "of a die", "as large as a die, blurred", f"{FILMS}: 640 of 17,918 things less; {AGAIN}"
)
LOOSE_MOST = Threshold(
    2.0,
    "dice",
    "larger than a die with its shadow",
    f"{AGAIN_45}: half of it reports 4 thrown as laid, twice none otherwise",
)
LOOSE_LONG = Threshold(
    4.5,
    "of LOOSE_MOST",
    "longer than any, as a square of that side",
    f"{FILMS}: 151 of 17,918 things beyond; {AGAIN}",
)
JOINED = Threshold(
    5.0,
    "dice",
    "larger than two side by side, blurred, their shadows long",
    f"{FILMS}: 2 of 8,551 things beyond; {AGAIN}",
)

# --- thrown or laid -------------------------------------------------------------------------------

FLYING_FRAMES = Count(
    2,
    "frames",
    "so many show something fly: what a hand uncovers comes but once",
    f"{FILMS}: of 255 at rest 253 flew 3 and more, 2 side by side 3 and more",
)
FLYING_PART = Threshold(
    0.25,
    "of it, or of a die",
    "so much of it moves just now",
    f"{AGAIN}; {PAINTED}: 0.19 and less or 0.25 and more",
)
STAYED = Threshold(0.15, "of its side", "what moved less stays where it is", AGAIN)
FLEW = Threshold(
    12.0,
    "of its side",
    "what is further off is another thing",
    f"{FILMS}: 110 of 8,277 things beyond; {AGAIN}",
)
OFF_EDGE = Threshold(0.3, "of its side", "the edge of an arm is seen no further off", AGAIN)
AWAY = Threshold(1.0, "of its side", "it is in no hand that takes dice from here", EYE)
FOLLOWED_NS = Count(
    110 * MS,
    "ns",
    "between frames further apart what flew may have been put there",
    f"{EYE}; {PAINTED}: 100 ms and less or 110 ms and more",
)
HAND_SEEN_NS = Count(
    250 * MS,
    "ns",
    "between those a hand may have come and gone",
    f"{EYE}; {PAINTED}: 240 ms and less or 250 ms and more",
)

# --- the same die ---------------------------------------------------------------------------------

SAME_PLACE = Threshold(
    4.0,
    "mm",
    "it lies elsewhere: the reader errs by 1 to 2",
    f"{FILMS}: 4,348 looks 0.9 and less, 4,180 at 5.1 and more",
)
SAME_FACELESS = Threshold(
    8.0,
    "mm",
    "the same, where one look shows no face: half a die's side more or less",
    f"{FILMS}: 277 looks 6.4 and less, 678 at 20 and more",
)
KNOCKED = Threshold(
    80.0, "mm", "a checker that hits dice pushes them less far", f"{PAINTED}: 40 or 403"
)
STILL_THERE = Threshold(
    14.0,
    "grey levels",
    "its patch no longer shows it",
    f"{FILMS}: 2.6 and less; {PAINTED}: 948 patches less, 457 beyond, no gap",
)
CAME = Threshold(
    7.0,
    "grey levels",
    "where a die came its patch changed so, grey on grey",
    f"{FILMS}: 6 patches 2.7 and less, 515 at 10.7 and more; a gleam that Cycles drew twice: 5.0",
)
FIELD_SHOWS = Threshold(
    10.0,
    "grey levels",
    "its patch is other than the bare field",
    f"{PAINTED}: 691 patches less, 1,398 beyond, no gap",
)
SAME_PATCH = Threshold(
    0.8,
    "correlation",
    "two patches show one thing in another light",
    f"{PAINTED}: 342 patches 0.65 and less, 1,362 at 0.99 and more",
)
EVEN_PATCH = Threshold(
    6.0,
    "grey levels",
    "a patch more even than that is like nothing",
    f"{PAINTED}: 128 patches 2.0 and less, 3,492 at 12.5 and more",
)
CLEAR_AROUND = Threshold(
    0.3,
    "of what surrounds it",
    "a hand is near",
    f"{PAINTED}: 1,517 places less, 420 beyond, no gap",
)
BARE_NS = Count(
    60 * MS,
    "ns",
    "its place shows the field: it is gone, whatever else moves",
    f"{EYE}; {PAINTED}: 33 ms and less or 66 ms and more",
)
LAID_BACK_NS = Count(
    5_000 * MS,
    "ns",
    "dice put back later, showing the same, are no longer the same roll",
    f"{EYE}; {PAINTED}: 4.6 s and less or 5.2 s and more",
)

# --- hidden or not --------------------------------------------------------------------------------

NO_HAND_NS = Count(
    2_000 * MS, "ns", "no hand is held so still so long, but one that rests on the table", EYE
)
LONG_COVERED_NS = Count(
    15_000 * MS, "ns", "what lies there so long is part of the board, wherever it comes from", EYE
)
OVER_CHECKERS = Threshold(
    2.0,
    "checkers",
    "what came over the dice is no checker moved there",
    f"{FILMS}: 1.6 and less; {PAINTED}: 1.9 and less or 2.1 and more",
)
WIDER = Threshold(1.5, "checkers", "a hand, a cup; checkers in a row are not so wide", EYE)

# --- a lamp, the sun ------------------------------------------------------------------------------

SWITCHED = Threshold(
    0.1,
    "log of the ratio",
    "a lamp: daylight drifts more slowly",
    f"{FILMS}: 73 of 82,656 cells beyond; {PAINTED}: 8,661 of 122,726",
)
SWITCHED_CELLS = Threshold(
    0.6,
    "of the board",
    "and on so much of it",
    f"{FILMS}: 0.02 and less; {PAINTED}: 0.56 and less or 0.63 and more",
)
SWITCHED_ALIKE = Threshold(
    0.6,
    "correlation",
    "while the board shows the same",
    f"{PAINTED}: 5 boards 0.46 and less, 37 at 0.90 and more",
)
LAMP_NS = Count(
    300 * MS,
    "ns",
    "dice come to lie; a lamp is on or off sooner",
    f"{PAINTED}: 29 lamps 233 ms and less, 5 at 333 ms and more",
)
LIT_ALIKE = Threshold(
    0.85,
    "correlation",
    "a part of the board in sun or shade",
    f"{PAINTED}: 432 things 0.25 and less, 59 in sun or shade 0.98 and more",
)
LIT_EVEN = Threshold(
    3.0,
    "grey levels",
    "what is more even shows nothing that is the same",
    f"{PAINTED}: 1 at 0.6, 982 at 3.9 and more",
)

# --- the camera pushed ----------------------------------------------------------------------------

NUDGED = Threshold(
    1.2,
    "px of 2304",
    "the camera stands elsewhere, by 0.5 mm",
    f"{FILMS}: 0.08 and less; {PAINTED}: 0.9 and less or 1.3 and more",
)
NUDGED_LEAST = Threshold(0.6, "px", "the same of small pictures", EYE)
MAYBE_NUDGED = Threshold(
    0.12,
    "of the board",
    "it is worth a look whether it does",
    f"{FILMS}: 0.006 and less; {PAINTED}: 0.113 and less or 0.123 and more",
)
ANCHOR_ALIKE = Threshold(
    0.75,
    "correlation",
    "a corner's patch is found again",
    f"{FILMS}: 2 patches 0.68, 6,358 at 0.79 and more; {PAINTED}: 0.74 and less",
)
ANCHOR_EVEN = Threshold(
    5.0,
    "grey levels",
    "a patch more even than that cannot be compared",
    f"{FILMS}: 6.2 and more; {PAINTED}: 1.5 and less or 6.8 and more",
)
ANCHORS_AGREE = Count(
    4,
    "patches",
    "so many move as one: hands and checkers move a few",
    f"{FILMS}: 5 and more; {PAINTED}: 2 and less or 4 and more",
)
EXPLAINED = Threshold(
    0.5,
    "of the change",
    "a pose that leaves more of it is not the one",
    f"{PAINTED}: 12 poses leave 0.0, 102 leave 0.997 and more",
)
POSE_MARKERS = Count(3, "markers", "enough for a pose", f"geometry; {PAINTED}: 2 and less or 4")
FLOW_POINTS = Count(
    30,
    "points",
    "or so many places of anything that can be followed",
    f"{PAINTED}: 23 and less or 37 and more",
)
POSE_FITS = Threshold(
    0.5,
    "of the points",
    "so many move as one plane",
    f"{PAINTED}: 4 poses 0.30 and less, 151 at 0.51 and more",
)
POSE_MISSED = Threshold(
    2.0, "px of 1280", "a point is not where the pose has it", f"{PAINTED}: 166 poses 0.4 and less"
)
RAISED = Threshold(
    1.4,
    "ratio",
    "no push raises or lowers a camera more",
    f"{PAINTED}: 1.25 and less or 1.66 and more",
)

# --- a thing like a die without a face ------------------------------------------------------------

FACELESS_LEAST = Threshold(
    0.5,
    "of a die",
    "as large as a die",
    f"{FILMS}: 18 things 0.41 and less, 517 at 0.53 and more; {AGAIN}",
)
FACELESS_MOST = Threshold(
    1.2,
    "dice",
    "larger than one with its shadow",
    f"{FILMS}: 411 things less, 106 beyond, no gap; {AGAIN}",
)
FACELESS_LONG = Threshold(
    2.0, "of its width", "too long for one", f"{FILMS}: 517 things less, 18 beyond, no gap; {AGAIN}"
)
FACELESS_FULL = Threshold(
    0.5, "of its box", "as square as one", f"{FILMS}: 35 things less, 500 beyond, no gap; {AGAIN}"
)
