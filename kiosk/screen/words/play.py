"""The words of play itself: keys, the one next thing, standing facts, notes."""

from collections.abc import Mapping, Sequence

from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.wire import phrases

# --- keys ----------------------------------------------------------------------------------------

READY = "Ready"
DOUBLE = "Double"
TAKE = "Take"
PASS = "Pass"
YES = "Yes"
ENTER_ROLL = "Enter roll"
ENTER_OTHER = "Enter another"
DOES_NOT_COUNT = "Does not count"
I_HAVE_WON = "I have won"
WINS: Mapping[int, str] = {1: "Single", 2: "Gammon", 3: "Backgammon"}
AGREE = "Agree"
DISAGREE = "Disagree"
WITHDRAW = "Withdraw"
CALL_DIRECTOR = "Call the director"
TIME_IS_UP = "Time is up"
DECLARE_TIME = "Declare it"
MORE = "More"
GO_ON = "Go on"
HAVE_READ = "Noted"
BACK = "Back"

# --- what an open drawer asks --------------------------------------------------------------------

HOW_WON = "You won: how?"
END_ON_TIME = "End the match on time?"
WHAT_ELSE = "What do you want to do?"
ONE_DIE = "Tap the die"
FIRST_DIE = "Tap the first die"
FLAG = "time up"


def second_die(first: int) -> str:
    return f"{first} and? Tap the second die"


def die_of(name: str) -> str:
    return f"Tap the die of {name}"


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

STOPS: Mapping[StopReason, str] = {
    **{stop: f"{words[0].upper()}{words[1:]}" for stop, words in phrases.STOPS.items()},
    StopReason.DIRECTOR_CALLED: "The director was called",
    StopReason.GAME_CLAIMED: "A win is claimed",
    StopReason.RESTARTED: "The table started again",
    StopReason.BREAK: "A break",
    StopReason.SETUP_ERROR: "The checkers are set up anew",
    StopReason.DISPUTE: "A dispute: leave everything as it is",
    StopReason.ADJOURNED: "The match is put off",
    StopReason.DIRECTOR_ORDERED: "The director stopped the clocks",
}


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
    return ", and ".join(REASONS[reason] for reason in reasons)


CAUSES: Mapping[EndCause, str] = {
    EndCause.PLAYED: "the last checker was borne off",
    EndCause.PASS: "the double was passed",
    EndCause.OFFER: "an offer was accepted",
    EndCause.CLAIM: "the win was agreed",
    EndCause.FLAG: "the time was used up",
    EndCause.PENALTY: "a penalty decided it",
    EndCause.RULING: "the director ruled",
}

REASONS: Mapping[Reason, str] = {
    **phrases.REASONS,  # what players can't tap yet is said as the timeline says it
    Reason.NO_MATCH: "no match is open here",
    Reason.MATCH_IS_OPEN: "another match is being played here",
    Reason.MATCH_IS_OVER: "the match is over",
    Reason.NOT_NOW: "not at this moment",
    Reason.NOT_YOUR_TURN: "the other side is to act",
    Reason.ALREADY_DONE: "it was done before",
    Reason.CLOCK_STOPPED: "the clocks are stopped",
    Reason.CLOCK_RUNNING: "the clocks are running",
    Reason.NO_CLOCK: "there is no clock",
    Reason.BAD_VALUE: "that value can't be",
    Reason.NOTHING_DUE: "nothing is due",
    Reason.DICE_NOT_ROLLED: "the dice were not lifted and rolled again",
    Reason.ONE_DIE_SO_FAR: "the other opening die is missing",
    Reason.OFF_BOARD: "a die is off the board",
    Reason.WRONG_SIDE: "a die is in the wrong half",
    Reason.COCKED: "a die is cocked",
    Reason.ONLY_LOGGED: "the camera only logs",
    Reason.ENTERED_BY_TOUCH: "entered by touch",
    Reason.PLAYERS_CALL_INVALID: "both players say so",
    Reason.DICE_MISSING: "a die is not seen",
    Reason.DICE_TOO_MANY: "too many dice are seen",
    Reason.VALUE_UNSURE: "the camera can't read a die",
    Reason.FLAT_UNSURE: "a die may be cocked",
    Reason.ROLL_NOT_SEEN: "the camera did not see the roll",
    Reason.DIE_WAS_MOVED: "the first opening die was moved",
    Reason.TOWER_DISAGREES: "the baffle box counted other dice",
    Reason.TOWER_SILENT: "the baffle box counted no dice",
    Reason.CRAWFORD_GAME: "no cube in the Crawford game",
    Reason.NOT_YOUR_CUBE: "the other side owns the cube",
    Reason.INVALID_ROLL_THIS_TURN: "no double after an invalid roll",
    Reason.DEAD_CUBE: "the cube is high enough already",
    Reason.OTHER_MATCH: "that is about another match",
    Reason.DIRECTOR_STOPPED: "only the director goes on",
    Reason.NO_FLAG: "nobody's time is used up",
    Reason.BOTH_FLAGS: "both flags fell: only the director may declare",
    Reason.TAKEN_OVER: "another table continues this match",
}
