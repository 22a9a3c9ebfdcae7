"""Questions to one side, and what the other side is waiting for."""

from collections.abc import Iterable

from kiosk.catalogue.terms import WINS
from kiosk.catalogue.text import Text, join_with_commas, text
from kiosk.rules.match.dicing import DiceMatter
from kiosk.rules.match.doubling import CubeAnswer
from kiosk.rules.match.rulings import Wrong

# --- an offer ------------------------------------------------------------------------------------


def gives_up(name: str, level: int, certain: bool) -> Text:
    if certain:
        return text("{name} gives up {win} for certain. Accept?", name=name, win=WINS[level])
    return text("{name} gives up {win}. Accept?", name=name, win=WINS[level])


def claims_game(name: str, level: int, certain: bool) -> Text:
    if certain:
        return text("{name} claims {win} for certain. Accept?", name=name, win=WINS[level])
    return text("{name} claims {win}. Accept?", name=name, win=WINS[level])


def answers_offer(name: str) -> Text:
    return text("{name} accepts or rejects", name=name)


# --- a break nobody left for, a game that was not over -----------------------------------------


def claims_nobody_left(name: str) -> Text:
    return text("{name} says: “Nobody left for the break.” Is that right?", name=name)


def answers_nobody_left(name: str) -> Text:
    return text("{name} says yes or no", name=name)


def wants_reopened(name: str) -> Text:
    return text("{name} says: “The last game was not over.” Play it on?", name=name)


def answers_reopening(name: str) -> Text:
    return text("{name} says yes or no", name=name)


# --- a move, a double, dice ----------------------------------------------------------------------


def claims_press_back(name: str, *, own: bool) -> Text:
    """`own`: the press was the asking side's; else it was this side's."""
    if own:
        return text("{name} says: “I pressed by mistake.” Undo the press?", name=name)
    return text("{name} says: “You pressed by mistake.” Undo the press?", name=name)


def answers_press_back(name: str) -> Text:
    return text("{name} says yes or no", name=name)


def claims_illegal(name: str) -> Text:
    return text("{name} says: “Your last move was illegal.” Is that right?", name=name)


MOVE_MAY_BE_ILLEGAL = text("Your last move may be illegal. Was it?")
EXPLAIN_AND_PRESS = text("Say why the move is illegal, then press your clock")


def explains_and_presses(name: str) -> Text:
    return text("{name} says why the move is illegal, then presses", name=name)


def answers_illegal(name: str) -> Text:
    return text("{name} says yes or no", name=name)


def claims_you_doubled(name: str, answer: CubeAnswer | None) -> Text:
    match answer:
        case None:
            return text("{name} says: “You doubled on the board.” Is that right?", name=name)
        case CubeAnswer.TAKE:
            return text("{name} says: “You doubled, I took.” Is that right?", name=name)
        case CubeAnswer.PASS:
            return text("{name} says: “You doubled, I passed.” Is that right?", name=name)


def claims_doubled(name: str, answer: CubeAnswer | None) -> Text:
    match answer:
        case None:
            return text("{name} says: “I doubled on the board.” Is that right?", name=name)
        case CubeAnswer.TAKE:
            return text("{name} says: “I doubled, you took.” Is that right?", name=name)
        case CubeAnswer.PASS:
            return text("{name} says: “I doubled, you passed.” Is that right?", name=name)


def answers_double(name: str) -> Text:
    return text("{name} says yes or no", name=name)


def claims_of_dice(name: str, matter: DiceMatter) -> Text:
    match matter:
        case DiceMatter.EARLY_PICKUP:
            return text("{name} says: “You took the dice too early.” Is that right?", name=name)
        case DiceMatter.ONE_DIE_LIFTED:
            return text("{name} says: “Only one die was lifted.” Is that right?", name=name)
        case DiceMatter.CLOSED_OUT:
            return text("{name} says: “I can't move, whatever I roll.” Is that right?", name=name)
        case DiceMatter.CROWDED:
            return text(
                "{name} says: “My home board is full, I roll left.” Is that right?", name=name
            )
        case DiceMatter.REROLL:
            return text("May {name} roll again?", name=name)


def answers_of_dice(name: str, matter: DiceMatter) -> Text:
    if matter is DiceMatter.REROLL:
        return text("{name} decides if you roll again", name=name)
    return text("{name} says yes or no", name=name)


def claims_closed_out(name: str) -> Text:
    return text("{name} says: “I can't move, whatever I roll.”", name=name)


def claims_home_is_full(name: str) -> Text:
    return text("{name} says: “My home board is full, I roll left.”", name=name)


END_TURN_UNROLLED = text("No roll: press your clock")
PRESS_UNROLLED = text("No roll: press your button")

# --- people --------------------------------------------------------------------------------------

SAY_WHEN_HERE = text("You are late: tap “I am here”")


def your_match(left: str) -> Text:
    return text("Your match: tap “I am here”, {left} left", left=left)


def is_awaited(name: str, left: str) -> Text:
    return text("Waiting for {name}: {left} left", name=name, left=left)


def is_missing(name: str) -> Text:
    return text("Waiting for {name}, who is late", name=name)


def break_left(left: str) -> Text:
    return text("Your break: {left} left", left=left)


def on_break(name: str, left: str) -> Text:
    return text("{name} has a break: {left} left", name=name, left=left)


BREAK_OVER = text("Your break is over: come back")


def overruns(name: str) -> Text:
    return text("{name}'s break is over", name=name)


# --- the result: `winner` is the other side's name, None for one's own win -----------------------


NOBODY_WON = text("Both are disqualified: nobody has won")


def won_the_match(winner: str | None) -> Text:
    if winner is None:
        return text("You won the match")
    return text("{name} won the match", name=winner)


def confirm(winner: str | None) -> Text:
    if winner is None:
        return text("You won the match. Is the result right?")
    return text("{name} won the match. Is the result right?", name=winner)


def report(winner: str | None) -> Text:
    if winner is None:
        return text("You won the match. Report it to the director")
    return text("{name} won the match. Report it to the director", name=winner)


def confirms(winner: str | None, other: str) -> Text:
    """`other` has not confirmed it yet."""
    if winner is None:
        return text("You won the match. {other} confirms it", other=other)
    return text("{name} won the match. {other} confirms it", name=winner, other=other)


def next_match(table: int, at: str) -> Text:
    """The result is with the director, who has called this side's next match."""
    return text("Reported. Next: table {table} at {time}", table=table, time=at)


def disputes_result(name: str, wrong: Wrong) -> Text:
    if wrong is Wrong.SCORE:
        return text("{name} says: the score is wrong. The director decides", name=name)
    return text("{name} says: the winner is wrong. The director decides", name=name)


def you_dispute_result(wrong: Wrong) -> Text:
    if wrong is Wrong.SCORE:
        return text("You said: the score is wrong. The director decides")
    return text("You said: the winner is wrong. The director decides")


def gave_up(name: str) -> Text:
    return text("{name} gave up the match. The director enters it", name=name)


YOU_GAVE_UP = text("You gave up the match. The director enters it")


# --- the director --------------------------------------------------------------------------------


def disputes(name: str) -> Text:
    return text("{name} wants a ruling. Wait for the director", name=name)


def appeals(name: str) -> Text:
    return text("{name} appeals. Wait for the director", name=name)


def stopped_for(name: str, purpose: Text) -> Text:
    return text("{name} stopped the clocks: {purpose}", name=name, purpose=purpose)


def from_next_game(length: int) -> Text:
    return text("From the next game the match is to {points}", points=length)


# --- dice mixed, a box wished --------------------------------------------------------------------


def picks(names: Iterable[str]) -> Text:
    return text("Dice are picked by {names}", names=join_with_commas(names))


def wishes_box(name: str) -> Text:
    return text("{name} wants a baffle box", name=name)


YOU_WISH_BOX = text("You want a baffle box")
