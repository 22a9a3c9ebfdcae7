"""What is asked of one side, and what the other is told that it waits for."""

from collections.abc import Mapping, Sequence

from kiosk.rules.match.dicing import DiceMatter
from kiosk.rules.match.doubling import CubeAnswer
from kiosk.screen.words.play import CLAIMS

# --- an offer ------------------------------------------------------------------------------------


def gives_up(name: str, level: int, certain: bool) -> str:
    sure = " for certain" if certain else ""
    return f"{name} gives up {CLAIMS[level]}{sure}. Accept?"


def claims_game(name: str, level: int, certain: bool) -> str:
    sure = " for certain" if certain else ""
    return f"{name} claims {CLAIMS[level]}{sure}. Accept?"


def answers_offer(name: str) -> str:
    return f"{name} accepts or rejects"


# --- a move, a double, dice ----------------------------------------------------------------------


def says_illegal(name: str) -> str:
    return f"{name} says: your last move was illegal. Is it so?"


SAID_ILLEGAL = "Your last move is said to be illegal. Is it so?"
TELL_AND_PRESS = "Say why the move is illegal, then press your clock"


def tells_and_presses(name: str) -> str:
    return f"{name} says why the move is illegal, then presses"


def answers_illegal(name: str) -> str:
    return f"{name} says whether the last move was illegal"


def says_you_doubled(name: str, answer: CubeAnswer | None) -> str:
    return f"{name} says: you doubled{_ITS_ANSWER[answer]}. Is it so?"


def says_doubled(name: str, answer: CubeAnswer | None) -> str:
    return f"{name} says: it doubled{_YOUR_ANSWER[answer]}. Is it so?"


_ITS_ANSWER: Mapping[CubeAnswer | None, str] = {
    None: " on the board",
    CubeAnswer.TAKE: ", it took",
    CubeAnswer.PASS: ", it passed",
}
_YOUR_ANSWER: Mapping[CubeAnswer | None, str] = {
    None: " on the board",
    CubeAnswer.TAKE: ", you took",
    CubeAnswer.PASS: ", you passed",
}


def answers_double(name: str) -> str:
    return f"{name} says whether there was that double"


DICE_SAID: Mapping[DiceMatter, str] = {
    DiceMatter.EARLY_PICKUP: "you took the dice too early",
    DiceMatter.ONE_DIE_LIFTED: "a die was lifted",
    DiceMatter.CLOSED_OUT: "it can't move whatever it rolls",
    DiceMatter.CROWDED: "its home board is full, it rolls left",
    DiceMatter.REROLL: "its roll does not count",
}


def says_of_dice(name: str, matter: DiceMatter) -> str:
    if matter is DiceMatter.REROLL:
        return f"May {name} roll again?"
    return f"{name} says: {DICE_SAID[matter]}. Is it so?"


def answers_of_dice(name: str, matter: DiceMatter) -> str:
    if matter is DiceMatter.REROLL:
        return f"{name} allows your next roll"
    return f"{name} says whether it is so"


def told_of_dice(name: str, matter: DiceMatter) -> str:
    return f"{name} says: {DICE_SAID[matter]}"


END_TURN_UNROLLED = "No roll: press your clock"
PRESS_UNROLLED = "No roll: press your button"

# --- people --------------------------------------------------------------------------------------

SAY_WHEN_HERE = "You are late: tap “I am here”"


def is_missing(name: str) -> str:
    return f"Waiting for {name}, who is late"


def break_left(left: str) -> str:
    return f"Your break: {left} left"


def on_break(name: str, left: str) -> str:
    return f"{name} has a break: {left} left"


BREAK_OVER = "Your break is over: come back"


def overruns(name: str) -> str:
    return f"{name}'s break is over"


# --- the result ----------------------------------------------------------------------------------


def confirm(won: str) -> str:
    return f"{won}. Is the result right?"


def report(won: str) -> str:
    return f"{won}. Report it to the director"


def confirms(won: str, name: str) -> str:
    return f"{won}. {name} confirms it"


def gave_up(name: str) -> str:
    return f"{name} gives the match up; the director enters it"


# --- the director --------------------------------------------------------------------------------


def disputes(name: str) -> str:
    return f"{name} disputes; the director rules"


def appeals(name: str) -> str:
    return f"{name} appeals; the director names who hears it"


def stopped_for(name: str, purpose: str) -> str:
    return f"{name} stopped the clocks: {purpose}"


def from_next_game(length: int) -> str:
    return f"From the next game the match is to {length}"


# --- dice mixed, a box wished --------------------------------------------------------------------


def picks(names: Sequence[str]) -> str:
    return f"Dice are picked by {', '.join(names)}"


def wishes_box(name: str) -> str:
    return f"{name} wants a baffle box"


YOU_WISH_BOX = "You want a baffle box"
