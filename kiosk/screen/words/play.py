"""Texts of play: prompts, standing facts, notes."""

from collections.abc import Mapping, Sequence

from kiosk.catalogue.reasons import CAUSES_TO_PLAYERS, because_to_players
from kiosk.catalogue.stops import ABOUT
from kiosk.catalogue.terms import WINS, dice, person
from kiosk.catalogue.text import Text, capitalised, plural, text
from kiosk.rules.match.call import CallAbout
from kiosk.rules.reasons import EndCause, Reason

# --- the one next thing --------------------------------------------------------------------------

NO_TABLE = text("No table")
NO_MATCH = text("No match at this table")
BEING_SET_UP = text("This table is being set up")

OUT_OF_ORDER = text("Please call the director")
DIRECTOR_SETS_CLOCKS = text("Wait: the director sets the clocks first")
CHECK_SCORE = text("Score right? Tap Ready")
ROLL_MOVE_PRESS = text("Roll, move, press")
ROLL_MOVE_LIFT = text("Roll, move, lift the dice")
ROLL_ONE_EACH = text("Each roll one die")
ROLL_YOUR_DIE = text("Roll your opening die")
PRESS_TO_START = text("Press your clock to start")
PRESS_BUTTON_TO_START = text("Press your button to start")
PRESS_CLOCK = text("Press your clock")
REJECTED_PRESS = text("Not accepted: press your clock")
ROLL = text("Roll the dice")
ROLL_OR_DOUBLE = text("Roll or double")
ROLL_AGAIN = text("Roll again")
ROLL_AND_ENTER = text("Roll, then enter the roll")
WHAT_ROLLED = text("What was rolled?")
MOVE_AFTER_DELAY = text("Wait for the delay, then move again")
MOVE_AND_PRESS = text("Move, then press your clock")
MOVE_AND_PRESS_BUTTON = text("Move, then press your button")
TIME_UP = text("Your time is up. The match may be ended")
MOVE_AND_LIFT = text("Move, then lift your dice")
GO_ON_WHEN_SETTLED = text("Settled? Both tap Go on")
GO_ON_WHEN_CALLED = text("Wait for the director. Settled? Both tap Go on")
CHECK_AND_GO_ON = text("Check the board, then tap Go on")
PUT_BACK_AND_GO_ON = text("Put the position back, then tap Go on")
RIGHT_AND_GO_ON = text("Set up right? Tap Go on")
GO_ON_WHEN_DONE = text("When it is done, tap Go on")
GO_ON_WHEN_READY = text("Ready? Tap Go on, both of you")
GO_ON_AFTER_BREAK = text("When both are back, tap Go on")
WAIT_FOR_DIRECTOR = text("Wait for the director")


def clock_brought_in(left: str) -> Text:
    return text("You play with a clock now: {left} each. Tap Go on", left=left)


CALL_ALOUD = text("No connection. Call the director aloud")
DIRECTOR_IS_COMING = text("The director is coming")


def waits_for(name: str) -> Text:
    return text("Waiting for {name}", name=name)


def to_roll_opening(name: str) -> Text:
    return text("{name} rolls an opening die", name=name)


def starts_the_clock(name: str) -> Text:
    return text("{name} starts the clock", name=name)


def starts_by_button(name: str) -> Text:
    return text("{name} presses the button to start", name=name)


def you_start(name: str) -> Text:
    return text("You start. {name} presses the clock", name=name)


def presses_first(name: str) -> Text:
    return text("{name} presses first, then you roll", name=name)


def to_roll(name: str) -> Text:
    return text("{name} rolls", name=name)


def time_up(name: str) -> Text:
    return text("{name}'s time is up. End the match, or play on", name=name)


def moves(name: str) -> Text:
    return text("{name} moves", name=name)


def decides(name: str) -> Text:
    return text("{name} takes or passes", name=name)


def take_at(level: int) -> Text:
    return text("Take at {level}, or pass?", level=level)


def is_it(values: Sequence[int]) -> Text:
    return text("Is it {roll}?", roll=dice(values))


def both_claims(mine: Sequence[int] | None, name: str, theirs: Sequence[int] | None) -> Text:
    if not mine:
        return text("You: does not count. {name}: {theirs}", name=name, theirs=dice(theirs or ()))
    if not theirs:
        return text("You: {mine}. {name}: does not count", mine=dice(mine), name=name)
    return text("You: {mine}. {name}: {theirs}", mine=dice(mine), name=name, theirs=dice(theirs))


HOW_TO_AGREE = text("One says yes to the other, or both enter again, or call the director")


def claims_roll(name: str, values: Sequence[int] | None) -> Text:
    if not values:
        return text("{name} says: “It does not count.” Is that right?", name=name)
    return text("{name} says {roll}. Is that right?", name=name, roll=dice(values))


def claims_one_die(name: str, thrower: str, value: int) -> Text:
    return text(
        "{name} says: the die of {thrower} is {value}. Is that right?",
        name=name,
        thrower=thrower,
        value=value,
    )


def claims_otherwise(name: str, values: Sequence[int] | None) -> Text:
    if not values:
        return text("{name} says: “The roll does not count.” Is that right?", name=name)
    return text("{name} says: the roll is {roll}. Is that right?", name=name, roll=dice(values))


def answers_otherwise(name: str, values: Sequence[int] | None) -> Text:
    if not values:
        return text("Does the roll count? {name} says yes or no", name=name)
    return text("Is it {roll}? {name} says yes or no", name=name, roll=dice(values))


DICE_CONTESTED = text("You do not agree. Leave the dice, the director comes")


def claims_opening(name: str, first: str, second: str, values: Sequence[int]) -> Text:
    """`values`: the opening dice of `first` and of `second`."""
    one, two = values
    return text(
        "{name} says: {first} {one}, {second} {two}. Is that right?",
        name=name,
        first=first,
        one=one,
        second=second,
        two=two,
    )


def answers_roll(name: str) -> Text:
    return text("{name} says yes, or enters the dice", name=name)


def roll_one_each_and_enter(first: str) -> Text:
    return text("Each roll one die. Then tap the die of {name}", name=first)


def claims(name: str, level: int) -> Text:
    return text("{name} says: “I won {win}.” Do you agree?", name=name, win=WINS[level])


def agrees(name: str) -> Text:
    return text("Waiting for {name} to agree", name=name)


# --- standing facts ------------------------------------------------------------------------------


def length(points: int | None) -> Text:
    return text("to {points}", points=points) if points is not None else text("1 game")


def games_so_far(figures: str) -> Text:
    """`figures`: the points of each game, own first."""
    return text("Games: {games}", games=figures)


FLAG = text("time up")
CRAWFORD = text("Crawford")
CRAWFORD_NEXT = text("Crawford game next")
SHORT_CRAWFORD_NEXT = text("Next: Crawford")
"""Used where the longer text has no room."""
CUBE_MINE = text("yours")
CUBE_OFFERED = text("offered")
CUBE_THEIRS = text("theirs")

# --- notes ---------------------------------------------------------------------------------------

NOT_ANSWERING = text("The table does not answer")
NOT_ANSWERING_CLOCKS_RUN = text("The table does not answer; the clock runs on")
GONE = text("Table lost; trying again")
GONE_CLOCKS_STAND = text("Table lost; trying again. The clocks stand still")
LOOKING = text("Looking for the table")
ROLL_CONTESTED = text("You disagree on the roll: the director is called")
TAKEN_OVER = text("Another table continues this match")


def called(name: str, about: CallAbout | None) -> Text:
    if about is None or about not in ABOUT:
        return text("{name} called the director", name=name)
    return text("{name} called the director: {about}", name=name, about=ABOUT[about])


def stopped_by(by: str, why: str, *, clocked: bool) -> Text:
    who = person(by)
    if not clocked:
        held = text("{by} stopped play: {why}", by=who, why=why)
        return held if why else text("{by} stopped play", by=who)
    if not why:
        return text("{by} stopped the clocks", by=who)
    return text("{by} stopped the clocks: {why}", by=who, why=why)


def message_from(by: str) -> Text:
    return text("From {by}", by=person(by))


def ruled_by(by: str) -> Text:
    return text("{by} has decided", by=person(by))


def because(why: str, section: str | None) -> Text:
    if section:
        return text("Why: {why} ({section})", why=why, section=section)
    return text("Why: {why}", why=why)


def halted(why: str) -> Text:
    return text("The table stopped itself: {why}", why=why)


def refused_by_table(why: str) -> Text:
    return text("The table refuses this screen: {why}", why=why)


def not_counted(reasons: Sequence[Reason]) -> Text:
    return text("That roll does not count: {why}", why=because_to_players(reasons))


def took_back(name: str, settled: Text) -> Text:
    return text("{name} took back {settled}", name=name, settled=settled)


def you_took_back(settled: Text) -> Text:
    return text("You took back {settled}", settled=settled)


AGAINST_DIE: Mapping[Reason, Text] = {
    Reason.OFF_BOARD: text("off the board"),
    Reason.WRONG_SIDE: text("wrong half"),
    Reason.COCKED: text("not flat"),
}
DIE_LIES_WELL = text("good")


def against_die(reasons: Sequence[Reason]) -> Text:
    """The most serious reason against one die."""
    return AGAINST_DIE[reasons[0]] if reasons else DIE_LIES_WELL


def doubtful(reasons: Sequence[Reason]) -> Text | str:
    return capitalised(because_to_players(reasons))


def refused(reasons: Sequence[Reason], *, clocked: bool = True) -> Text:
    return text("Not done: {why}", why=because_to_players(reasons, clocked=clocked))


def press_refused(why: Text | str) -> Text:
    return text("Your press did not count: {why}", why=why)


SETTLE_FIRST = text("No press yet: settle the roll first")
ROLL_FIRST = text("No press yet: roll or enter it first")
OTHERS_TURN = text("No press: it is not your turn")
DICE_WAIT = text("Dice thrown early: they count after this")


THROWN_IN_VAIN = text("Thrown while play stands: it does not count")


def declines(name: str, *, in_game: bool) -> Text:
    if not in_game:
        return text("{name} says no", name=name)
    return text("{name} says no: play on", name=name)


def agreed_alone(values: Sequence[int]) -> Text:
    return text("{roll} counts. Wrong? Tap Contest", roll=dice(values))


def gave_up_the_match(name: str) -> Text:
    return text("{name} gave up the match", name=name)


def result(points: int, cause: EndCause, *, won: bool | None) -> Text | str:
    """`won` None: neither side won points."""
    why = CAUSES_TO_PLAYERS[cause]
    match won:
        case None:
            return capitalised(why)
        case True:
            return plural(
                "You won {count} point: {why}", "You won {count} points: {why}", points, why=why
            )
        case False:
            return plural(
                "You lose {count} point: {why}", "You lose {count} points: {why}", points, why=why
            )


def pass_loses(points: int) -> Text:
    return plural(
        "If you pass you lose {count} point", "If you pass you lose {count} points", points
    )


def you_entered(values: Sequence[int] | None) -> Text:
    if not values:
        return text("You entered: does not count")
    return text("You entered {roll}", roll=dice(values))


YOU_REPORTED = text("You reported the result")
TAKE_IT_HOME = text("Your match: scan it")
SLOW_PLAY = text("Slow play was reported to the director")


def reported(name: str) -> Text:
    return text("{name} reported the result", name=name)
