"""The numbers by which the tracker decides what to tell, each with its unit and what it was set by.

How something is computed is no decision: such numbers stand where they are used.
`python -m vision.lab.thresholds` prints the table.
"""

from __future__ import annotations

from vision.threshold import Count, Threshold

EYE = "by eye"
MS = 1_000_000

# --- rest or motion -------------------------------------------------------------------------------

MOTION_NOISE = Threshold(
    4.5, "of the noise", "more change than so many times the mean of still frames is motion", EYE
)
MOTION_LEAST = Threshold(3.0, "grey levels", "less is none, however little the noise", EYE)
MOTION_MOST = Threshold(9.0, "grey levels", "more is motion, however much the noise", EYE)
MOTION_PX = Count(3, "px", "so many of them move: a rocking die changes along an edge", EYE)
NOISE_MOST = Threshold(2.0, "grey levels", "more change than that is never all noise", EYE)
FLICKER = Threshold(
    0.08, "of the light", "more from frame to frame is no flicker but another light", EYE
)
SAME_LIGHT = Threshold(0.01, "of the light", "less spoils no comparison", EYE)
BUSY_FRAMES = Count(2, "frames", "something moves, and not for a moment", EYE)
LOOK_AFTER_NS = Count(80 * MS, "ns", "a first look, so long after the last motion", EYE)
HOLD_NS = Count(200 * MS, "ns", "a rest: a die that rocks on its edge turns back sooner", EYE)
LOOKS = Count(3, "looks", "most of so many tell, and none denies", EYE)

# --- what changed since the last rest -------------------------------------------------------------

CHANGED = Threshold(9.0, "grey levels", "more than noise or the soft end of a shadow", EYE)
CHANGED_NOISE = Threshold(8.0, "of the noise", "the same, where that is more", EYE)
SPECK = Threshold(0.15, "of a die", "what is smaller is no thing", EYE)
SPECK_PX = Threshold(2.0, "px", "the same, where that is more", EYE)
WHOLE = Threshold(0.5, "of the board", "the light, the camera or a cloth over the lens", EYE)
STEADY = Threshold(0.3, "of the board", "no patch of it tells anything", EYE)
BESIDE_DIE = Threshold(0.5, "of its side", "what is no nearer to a die is not its doing", EYE)
CHECKER_MOVED = Threshold(0.4, "of a checker", "a checker came or went", EYE)

# --- a die or a hand ------------------------------------------------------------------------------

HAND_DICE = Threshold(3.0, "dice", "what reaches in and is larger is a hand, a sleeve", EYE)
HAND_CHECKERS = Threshold(6.0, "checkers", "what lies free and is larger is no stack put down", EYE)
MANY = Count(24, "things", "more are the edges of everything: the camera shakes", EYE)
DARK = Threshold(0.5, "of the light", "less is left under a palm over the lens", EYE)
LOOSE_LEAST = Threshold(0.3, "of a die", "as large as a die, blurred", EYE)
LOOSE_MOST = Threshold(2.0, "dice", "larger than a die with its shadow", EYE)
LOOSE_LONG = Threshold(4.5, "of LOOSE_MOST", "longer than any, as a square of that side", EYE)
JOINED = Threshold(5.0, "dice", "larger than two side by side, blurred, their shadows long", EYE)

# --- thrown or laid -------------------------------------------------------------------------------

FLYING_FRAMES = Count(
    2, "frames", "so many show something fly: what a hand uncovers comes but once", EYE
)
FLYING_PART = Threshold(0.25, "of it, or of a die", "so much of it moves just now", EYE)
STAYED = Threshold(0.15, "of its side", "what moved less stays where it is", EYE)
FLEW = Threshold(12.0, "of its side", "what is further off is another thing", EYE)
OFF_EDGE = Threshold(0.3, "of its side", "the edge of an arm is seen no further off", EYE)
AWAY = Threshold(1.0, "of its side", "it is in no hand that takes dice from here", EYE)
FOLLOWED_NS = Count(
    110 * MS, "ns", "between frames further apart what flew may have been put there", EYE
)
HAND_SEEN_NS = Count(250 * MS, "ns", "between those a hand may have come and gone", EYE)

# --- the same die ---------------------------------------------------------------------------------

SAME_PLACE = Threshold(4.0, "mm", "it lies elsewhere: the reader errs by 1 to 2", EYE)
SAME_FACELESS = Threshold(
    8.0, "mm", "the same, where one look shows no face: half a die's side more or less", EYE
)
KNOCKED = Threshold(80.0, "mm", "a checker that hits dice pushes them less far", EYE)
STILL_THERE = Threshold(14.0, "grey levels", "its patch no longer shows it", EYE)
CAME = Threshold(5.0, "grey levels", "where a die came its patch changed so, grey on grey", EYE)
FIELD_SHOWS = Threshold(10.0, "grey levels", "its patch is other than the bare field", EYE)
SAME_PATCH = Threshold(0.8, "correlation", "two patches show one thing in another light", EYE)
EVEN_PATCH = Threshold(6.0, "grey levels", "a patch more even than that is like nothing", EYE)
CLEAR_AROUND = Threshold(0.3, "of what surrounds it", "a hand is near", EYE)
BARE_NS = Count(60 * MS, "ns", "its place shows the field: it is gone, whatever else moves", EYE)
LAID_BACK_NS = Count(
    5_000 * MS, "ns", "dice put back later, showing the same, are no longer the same roll", EYE
)

# --- hidden or not --------------------------------------------------------------------------------

NO_HAND_NS = Count(
    2_000 * MS, "ns", "no hand is held so still so long, but one that rests on the table", EYE
)
LONG_COVERED_NS = Count(
    15_000 * MS, "ns", "what lies there so long is part of the board, wherever it comes from", EYE
)
OVER_CHECKERS = Threshold(2.0, "checkers", "what came over the dice is no checker moved there", EYE)
WIDER = Threshold(1.5, "checkers", "a hand, a cup; checkers in a row are not so wide", EYE)

# --- a lamp, the sun ------------------------------------------------------------------------------

SWITCHED = Threshold(0.1, "log of the ratio", "a lamp: daylight drifts more slowly", EYE)
SWITCHED_CELLS = Threshold(0.6, "of the board", "and on so much of it", EYE)
SWITCHED_ALIKE = Threshold(0.6, "correlation", "while the board shows the same", EYE)
LAMP_NS = Count(300 * MS, "ns", "dice come to lie; a lamp is on or off sooner", EYE)
LIT_ALIKE = Threshold(0.85, "correlation", "a part of the board in sun or shade", EYE)
LIT_EVEN = Threshold(3.0, "grey levels", "what is more even shows nothing that is the same", EYE)

# --- the camera pushed ----------------------------------------------------------------------------

NUDGED = Threshold(1.2, "px of 2304", "the camera stands elsewhere, by 0.5 mm", EYE)
NUDGED_LEAST = Threshold(0.6, "px", "the same of small pictures", EYE)
MAYBE_NUDGED = Threshold(0.12, "of the board", "it is worth a look whether it does", EYE)
ANCHOR_ALIKE = Threshold(0.75, "correlation", "a corner's patch is found again", EYE)
ANCHOR_EVEN = Threshold(5.0, "grey levels", "a patch more even than that tells nothing", EYE)
ANCHORS_AGREE = Count(4, "patches", "so many move as one: hands and checkers move a few", EYE)
EXPLAINED = Threshold(0.5, "of the change", "a pose that leaves more of it is not the one", EYE)
POSE_MARKERS = Count(3, "markers", "so many tell a pose", EYE)
POSE_POINTS = Count(12, "points", "which are so many corners", EYE)
FLOW_POINTS = Count(30, "points", "or so many of anything that can be followed", EYE)
POSE_FITS = Threshold(0.5, "of the points", "so many move as one plane", EYE)
POSE_MISSED = Threshold(2.0, "px of 1280", "a point is not where the pose has it", EYE)
RAISED_LEAST = Threshold(0.7, "of its height", "no push lowers a camera more", EYE)
RAISED_MOST = Threshold(1.4, "of its height", "nor raises it more", EYE)

# --- a thing like a die without a face ------------------------------------------------------------

FACELESS_LEAST = Threshold(0.5, "of a die", "as large as a die", EYE)
FACELESS_MOST = Threshold(1.2, "dice", "larger than one with its shadow", EYE)
FACELESS_LONG = Threshold(2.0, "of its width", "too long for one", EYE)
FACELESS_FULL = Threshold(0.5, "of its box", "as square as one", EYE)


def table() -> dict[str, Threshold | Count]:
    """All of them by name, in this order."""
    return {name: one for name, one in globals().items() if isinstance(one, (Threshold, Count))}
