"""The keys of the rarer acts, and what the sheets ask that they lie on."""

from collections.abc import Mapping

from kiosk.rules import offers
from kiosk.rules.cube import by_hand
from kiosk.rules.match.outcome import Ground, ScoreRecord, Settlement
from kiosk.rules.rulebook import DoubleGesture, StopFor

# --- answers -------------------------------------------------------------------------------------

SO_IT_IS = "So it is"
NOT_SO = "Not so"
REJECT = "Reject"
ROLL_IT_AGAIN = "Roll again"
CONTEST = "Contest"
HERE = "I am here"
BACK_AGAIN = "I am back"
CLAIM_MATCH = "Claim the match"
I_PICK_FIRST = "I pick first"
CONFIRM_RESULT = "Result is right"
REPORT_RESULT = "Report it"
GROUNDS: Mapping[str, str] = {
    Ground.CONTACT: "Still contact",
    Ground.NOT_CERTAIN: "Not certain",
}


def accept(level: int) -> str:
    return f"Accept {OUTCOMES[level]}"


OUTCOMES: Mapping[int, str] = {1: "single", 2: "gammon", 3: "backgammon"}

# --- groups --------------------------------------------------------------------------------------

END_GAME = "End the game"
DICE_GROUP = "Dice"
CUBE_GROUP = "Cube"
CLOCK_GROUP = "Clock, break"
SCORE_GROUP = "Score, length"
OBJECT_GROUP = "Object"
STOP_CLOCKS = "Stop clocks"
MIXER_GROUP = "Baffle box"
I_DOUBLED = "I doubled on the board"
THEY_DOUBLED = "I was doubled on the board"
ANSWERED_OTHERWISE = "Answered on the board"
EXTRA_DOUBLE = "Extra double"
CUBE_LIES = "Cube is wrong"
SETTLE = "Settle"

WHAT_OBJECTION = "What do you object to?"
WHAT_DICE = "What about the dice?"
WHAT_CUBE = "What about the cube?"
WHAT_CLOCK = "Clock or break?"
WHAT_SCORE = "What about score or length?"
HOW_END = "How does the game end?"
STOP_FOR = "Stop both clocks: what for?"
WHERE_BOX = "A baffle box: on which side?"
HOW_DOUBLED = "You doubled on the board: how?"
HOW_WAS_DOUBLED = "You were doubled on the board: how?"
HOW_ANSWERED = "How did you answer on the board?"
WHICH_EXTRA = "Which extra double?"
WHOSE_CUBE = "Whose is the cube on the board?"
WHICH_SETTLEMENT = "What do you both want?"

# --- acts ----------------------------------------------------------------------------------------

ACTS: Mapping[str, str] = {
    "LeftGranted": "Other may roll left",
    "LeftWithdrawn": "Not left any more",
    "HomeCrowded": "Home is full: roll left",
    "ClosedOutDeclared": "I am closed out",
    "EarlyPickupClaimed": "Dice taken too early",
    "OneDieLiftedClaimed": "A die was lifted",
    "UnevenSurfaceClaimed": "Only the board tilts",
    "MixDemanded": "Mix the dice",
    "IllegalMoveTapped": "Illegal move",
    "DieLiftedTapped": "A die was picked up",
    "SetUpErrorTapped": "Wrong set-up",
    "DisputeTapped": "Dispute",
    "DisturbanceTapped": "Table was touched",
    "AppealTapped": "Appeal the ruling",
    "ObserverWanted": "I want an observer",
    "SlowPlayTapped": "Play is too slow",
    "ClockWishTapped": "I want a clock",
    "ClockWishAgreed": "A clock: I agree",
    "ClockWishDenied": "I want no clock",
    "UndoTapped": "Double not allowed",
    "ScoreQuestioned": "Records differ",
    "LengthNoticed": "Wrong match length",
    "DelayRestartTapped": "Delay anew",
    "LostTimeClaimed": "Clock ran by mistake",
    "MatchConceded": "Give up the match",
    "ConcessionWithdrawn": "I go on after all",
}

BREAKS: Mapping[int, str] = {1: "One break", 2: "Two breaks"}

CONCEDE: Mapping[str, str] = {
    offers.OPEN: "I give up",
    offers.NO_CONTACT: "I give up",
    offers.CERTAIN: "I give up for sure",
    offers.CERTAIN_NO_CONTACT: "I give up for sure",
}
CLAIM: Mapping[str, str] = {
    offers.OPEN: "I claim",
    offers.NO_CONTACT: "I claim",
    offers.CERTAIN: "I claim for sure",
    offers.CERTAIN_NO_CONTACT: "I claim for sure",
}
SAYS: Mapping[str, str] = {
    offers.OPEN: "",
    offers.NO_CONTACT: "No contact any more. ",
    offers.CERTAIN: "Nothing else is possible. ",
    offers.CERTAIN_NO_CONTACT: "No contact, and nothing else is possible. ",
}
YOU_GIVE_UP = "You give up:"
YOU_CLAIM = "You claim:"

PURPOSES: Mapping[str, str] = {
    StopFor.FALLEN_DIE: "Fallen die",
    StopFor.FALLEN_CHECKER: "Fallen checker",
    StopFor.INVALID_ROLL: "Roll does not count",
    StopFor.DICE_TAKEN: "Dice taken up",
    StopFor.DISCREPANCY: "Score or cube differs",
    StopFor.CONTEST: "To object",
}

DOUBLES: Mapping[str, str] = {
    DoubleGesture.FULL_FORM: "Said and turned",
    DoubleGesture.WORD_OR_ACT: "Only said or turned",
    DoubleGesture.INTENT: "Only meant to",
    "take": "And I took",
    "pass": "And I passed",
    by_hand.SHOWN: "To a wrong level",
}
ANSWERS: Mapping[str, str] = {
    by_hand.TAKE_PASS: "Said take, did pass",
    by_hand.PASS_TAKE: "Said pass, did take",
    by_hand.SHOWN: "Took at a wrong level",
}
EXTRAS: Mapping[str, str] = {
    "automatic": "Equal dice",
    "beaver": "Beaver",
    "raccoon": "Raccoon",
}
RECORDS: Mapping[str, str] = {
    ScoreRecord.SHEET: "Show my sheet",
    ScoreRecord.SCOREBOARD: "Show the board's score",
}
SETTLEMENTS: Mapping[str, str] = {
    Settlement.DRAW: "A draw",
    Settlement.SPLIT: "Split",
    Settlement.CANCEL: "Cancel",
    Settlement.REPLAY: "Replay",
}
BOX_LEFT = "On my left"
BOX_RIGHT = "On my right"
CUBE_IS_MINE = "Mine"
CUBE_IS_THEIRS = "The other's"
CUBE_IS_NOBODYS = "In the middle"

# --- numbers -------------------------------------------------------------------------------------

OK = "That's it"
WHAT_SHOWED = "What did the cube show?"
WHAT_SHOWS = "What does the cube show?"
WHAT_TILTED = "Tap the die that counts"


def own_points(points: int) -> str:
    return f"Your points there: {points}"


def other_points(points: int) -> str:
    return f"The other's points there: {points}"


def right_length(points: int) -> str:
    return f"The match should be to {points}"


def step(by: int) -> str:
    return f"+{by}" if by > 0 else f"−{-by}"
