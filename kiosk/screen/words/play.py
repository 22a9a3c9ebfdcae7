"""The words of play itself: keys, the one next thing, standing facts, notes."""

from collections.abc import Mapping, Sequence

from kiosk.catalogue.reasons import CAUSES_TO_PLAYERS, STOPS_TO_PLAYERS, because_to_players
from kiosk.catalogue.text import say
from kiosk.rules.reasons import EndCause, Reason, StopReason

# --- keys ----------------------------------------------------------------------------------------

DISAGREE = "Disagree"
WITHDRAW = "Withdraw"
HAVE_READ = "Noted"

# --- what an open drawer asks --------------------------------------------------------------------

FLAG = "time up"


# --- the one next thing --------------------------------------------------------------------------

NO_TABLE = "No table"
NO_MATCH = "No match at this table"
BEING_SET_UP = "This table is being set up"
OUT_OF_ORDER = "Please call the director"
CHECK_SCORE = "Score right? Tap Ready"
ROLL_ONE_EACH = "Each roll one die"
ROLL_YOUR_DIE = "Roll your opening die"
PRESS_TO_START = "Press your clock to start"
PRESS_CLOCK = "Press your clock"
ROLL = "Roll the dice"
ROLL_OR_DOUBLE = "Roll or double"
ROLL_AGAIN = "Roll again"
ROLL_AND_ENTER = "Roll, then enter the roll"
WHAT_ROLLED = "What was rolled?"
MOVE_AND_PRESS = "Move, then press your clock"
MOVE_AND_LIFT = "Move, then lift your dice"
GO_ON_WHEN_SETTLED = "When it is settled, tap Go on"
CHECK_AND_GO_ON = "Check the board, then tap Go on"
RIGHT_AND_GO_ON = "Set up right? Tap Go on"
GO_ON_WHEN_DONE = "When it is done, tap Go on"
GO_ON_AFTER_BREAK = "When both are back, tap Go on"
WAIT_FOR_DIRECTOR = "Wait for the director"
YOU_WON = "You won the match"


def waits_for(name: str) -> str:
    return f"Waiting for {name}"


def to_roll_opening(name: str) -> str:
    return f"{name} rolls an opening die"


def starts_the_clock(name: str) -> str:
    return f"{name} starts the clock"


def to_roll(name: str) -> str:
    return f"{name} rolls"


def moves(name: str) -> str:
    return f"{name} moves"


def decides(name: str) -> str:
    return f"{name} takes or passes"


def take_at(level: int) -> str:
    return f"Take at {level}, or pass?"


def is_it(values: Sequence[int]) -> str:
    return f"Is it {dice(values)}?"


def you_said(values: Sequence[int] | None) -> str:
    return f"You said {said(values)}"


def and_you(name: str, values: Sequence[int] | None) -> str:
    return f"{name} says {said(values)}. And you?"


def other_said(name: str, values: Sequence[int] | None) -> str:
    return f"{name} says {said(values)}"


def claims(name: str, level: int) -> str:
    return f"{name} won {CLAIMS[level]}?"


def agrees(name: str) -> str:
    return f"Does {name} agree?"


def won_the_match(name: str) -> str:
    return f"{name} won the match"


CLAIMS: Mapping[int, str] = {1: "a single game", 2: "a gammon", 3: "a backgammon"}


def said(values: Sequence[int] | None) -> str:
    return dice(values) if values else "it does not count"


def dice(values: Sequence[int]) -> str:
    return "-".join(map(str, values))


# --- standing facts ------------------------------------------------------------------------------


def length(points: int | None) -> str:
    return f"to {points}" if points is not None else "1 game"


CRAWFORD = "Crawford"
CUBE_MINE = "yours"
CUBE_OFFERED = "offered"
CUBE_THEIRS = "theirs"

# --- notes ---------------------------------------------------------------------------------------

NOT_ANSWERING = "The table does not answer"
GONE = "Table lost; trying again"
LOOKING = "Looking for the table"
TAKEN_OVER = "Another table continues this match"

STOPS: Mapping[StopReason, str] = {stop: say(told) for stop, told in STOPS_TO_PLAYERS.items()}


def called(name: str) -> str:
    return f"{name} called the director"


def stopped_by(by: str, why: str) -> str:
    return f"{person(by)} stopped the clocks: {why}" if why else f"{person(by)} stopped the clocks"


def message_from(by: str) -> str:
    return f"From {person(by)}"


def person(by: str) -> str:
    """`director:Kari` as people say it."""
    role, _colon, name = by.partition(":")
    return f"{role} {name}".strip().capitalize() if not name else f"{role.capitalize()} {name}"


def halted(why: str) -> str:
    return f"The table stopped itself: {why}"


def refused_by_table(why: str) -> str:
    return f"The table refuses this screen: {why}"


DEVICES: Mapping[str, str] = {
    "camera": "camera",
    "tower": "baffle box",
    "buttons": "buttons",
    "director": "director",
}


def lost(devices: Sequence[str]) -> str:
    """`No answer: camera, baffle box; enter rolls by touch`."""
    listed = ", ".join(DEVICES.get(device, device) for device in devices)
    hint = "; enter rolls by touch" if "camera" in devices else ""
    return f"No answer: {listed}{hint}"


def not_counted(reasons: Sequence[Reason]) -> str:
    return f"That roll does not count: {because(reasons)}"


def doubtful(reasons: Sequence[Reason]) -> str:
    text = because(reasons)
    return text[:1].upper() + text[1:]


def refused(reasons: Sequence[Reason]) -> str:
    return f"Not done: {because(reasons)}"


def result(name: str | None, points: int, cause: EndCause) -> str:
    if name is None:
        return CAUSES[cause]
    unit = "point" if points == 1 else "points"
    return f"{name} won {points} {unit}: {CAUSES[cause]}"


def because(reasons: Sequence[Reason]) -> str:
    return say(because_to_players(reasons))


CAUSES: Mapping[EndCause, str] = {cause: say(told) for cause, told in CAUSES_TO_PLAYERS.items()}
