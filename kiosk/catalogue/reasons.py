"""Why the table refuses, doubts, stops or ends, in words: for the director, shorter for players."""

from collections.abc import Iterable, Mapping

from kiosk.catalogue.text import Text, join_with_and, text
from kiosk.rules.reasons import EndCause, Reason, StopReason

REASONS: Mapping[Reason, Text] = {
    Reason.NO_MATCH: text("no match is open at this table"),
    Reason.MATCH_IS_OPEN: text("another match is still being played here"),
    Reason.MATCH_IS_OVER: text("the match is over"),
    Reason.NOT_NOW: text("the game is not at that point"),
    Reason.NOT_YOUR_TURN: text("the other side is to act"),
    Reason.ALREADY_DONE: text("it was done before"),
    Reason.CLOCK_STOPPED: text("the clocks are stopped until both players or the director resume"),
    Reason.CLOCK_RUNNING: text("the clocks are running"),
    Reason.NO_CLOCK: text("this match is played without a clock"),
    Reason.BAD_VALUE: text("the value is outside what the rules know"),
    Reason.TIME_NOT_SET: text("the director has not set a time that the book leaves to the event"),
    Reason.NEXT_GAME_ONLY: text("this book brings a clock in only when a game starts"),
    Reason.ONLY_IF_EXTREME: text("this book brings a clock into a game only in an extreme case"),
    Reason.ASKER_MAY_NOT: text("by this book, the player who asks may not have a clock brought in"),
    Reason.STOP_NOT_LISTED: text(
        "this book does not let a player stop the clocks for that; the director may be called"
    ),
    Reason.CLOCK_RUNS_ON: text("by this book, the clock runs on while the dice are rolled again"),
    Reason.TIME_NOT_RESTORED: text(
        "by this book, each side minds its own clock, and time so lost stays lost"
    ),
    Reason.NOTHING_TO_TAKE_BACK: text("there is nothing to take back"),
    Reason.TAKE_BACK_TOO_LATE: text("the time to take it back is over"),
    Reason.NO_PRESS_TO_GIVE_BACK: text("there is no press to give back"),
    Reason.NOTHING_DUE: text("no time the table was waiting for has come"),
    Reason.DICE_NOT_ROLLED: text("the dice were not lifted and rolled again"),
    Reason.ONE_DIE_SO_FAR: text("the other opening die has not come to rest"),
    Reason.OFF_BOARD: text("a die lies off the playing surface"),
    Reason.WRONG_SIDE: text("a die lies outside the half where this roll must lie"),
    Reason.COCKED: text("a die does not lie flat on the playing surface"),
    Reason.ONLY_LOGGED: text("the camera only logs at this table"),
    Reason.ENTERED_BY_TOUCH: text("a side entered the roll by touch"),
    Reason.SAID_OTHERWISE: text("a side says that the dice show something else"),
    Reason.RULED_INVALID: text("the director says that it does not count"),
    Reason.PLAYERS_CALL_INVALID: text("both players say it does not count"),
    Reason.DICE_MISSING: text("fewer dice are seen than were rolled"),
    Reason.DICE_TOO_MANY: text("more dice are seen than were rolled"),
    Reason.VALUE_UNSURE: text("the camera is not certain of a die's value"),
    Reason.FLAT_UNSURE: text("the camera is not certain that a die lies flat"),
    Reason.ROLL_NOT_SEEN: text("the camera did not see these dice rolling"),
    Reason.DIE_WAS_MOVED: text("the first opening die was moved"),
    Reason.DIE_IN_BOX: text("the baffle box let out fewer dice than went in"),
    Reason.DIE_PAST_BOX: text("fewer dice went into the baffle box than the camera sees"),
    Reason.MORE_IN_BOX: text("the baffle box counted more dice than are rolled"),
    Reason.BOX_JAMMED: text("a die is jammed in the baffle box"),
    Reason.BOX_OPEN: text("the baffle box was open"),
    Reason.TOWER_SILENT: text("the baffle box reported no roll"),
    Reason.PREMATURE: text("the dice were thrown before the other side's turn was over"),
    Reason.THROWN_MEANWHILE: text("the dice were thrown before the last roll was settled"),
    Reason.THROWN_AFTER_PRESS: text("the dice were thrown after the clock was pressed"),
    Reason.HOME_CROWDED_UNSURE: text("no camera sees whether the home board is crowded"),
    Reason.UNEVEN_SURFACE: text("a side says that only the board tilts the dice"),
    Reason.NO_CONSENT: text("the other side has not consented to another roll"),
    Reason.NOT_IN_BOOK: text("the rule book of this match has no such rule"),
    Reason.LEFT_BARRED: text("this book does not allow that decision about the left half"),
    Reason.TILTED_IS_COCKED: text("a tilted die is cocked under this book, whatever tilts it"),
    Reason.PRESS_ENDS_TURN: text("with a clock the press ends a turn, and no die"),
    Reason.DELAY_STAYS: text("this book takes no delay for dice taken too early"),
    Reason.MIXER_NOT_ASKED: text("this book lets no player ask for a baffle box"),
    Reason.MIXER_IN_USE: text("a baffle box is in use, which fixes the half"),
    Reason.CUP_ONLY: text("dice are rolled from a cup unless the event allows a baffle box"),
    Reason.BOTH_DICE: text("a turn ends only when both dice are lifted"),
    Reason.MUST_ROLL: text("every turn is rolled"),
    Reason.ROLL_IN_DOUBT: text("the last roll is not settled yet"),
    Reason.MIX_BEFORE_MATCH: text("dice are mixed before the match only"),
    Reason.MIXED_ALREADY: text("the dice have been mixed before this game"),
    Reason.ROLLED_EARLY: text("those dice were thrown already"),
    Reason.CRAWFORD_GAME: text("there is no cube in the Crawford game"),
    Reason.NOT_YOUR_CUBE: text("the other side owns the cube"),
    Reason.INVALID_ROLL_THIS_TURN: text(
        "there is no double after an invalid roll of the same turn"
    ),
    Reason.CUBE_FROZEN: text("penalty points froze the cube for the rest of this game"),
    Reason.DEAD_CUBE: text("the cube is already high enough to win the match"),
    Reason.WRONG_LEVEL: text("the cube shows another level than the next one"),
    Reason.IMPROPER_DOUBLE: text("only the complete procedure counts"),
    Reason.PREMATURE_DOUBLE: text("the other side's turn is not over"),
    Reason.AUTOMATIC_DOUBLE: text("equal opening dice do not double the cube"),
    Reason.BEAVER: text("the player who is doubled may not redouble at once"),
    Reason.NOTHING_TO_UNDO: text("no double was made that is not allowed"),
    Reason.UNDO_TOO_LATE: text("the time for undoing such a double is over"),
    Reason.NOT_AFTER_OWN_TURN: text("it is offered only at the end of one's own turn"),
    Reason.CONTACT: text("it is allowed only without contact"),
    Reason.NOT_CERTAIN: text("a loss is offered only where the result is certain"),
    Reason.NO_CLAIMS: text("games are not claimed here, they are rolled to their end"),
    Reason.THROUGH_DIRECTOR: text("without a clock the director records it"),
    Reason.MAY_NOT_REJECT: text("this offer may not be rejected"),
    Reason.OUTCOME_NOT_REPEATED: text("the player who accepts repeats the outcome offered"),
    Reason.NOT_REOPENED: text("no game can be played on any more"),
    Reason.NO_SETTLEMENT: text(
        "the match may not be drawn, split, cancelled, replayed or given away"
    ),
    Reason.NO_RECORDS: text("no sheet or scoreboard was shown yet"),
    Reason.NOT_THE_REPORTER: text("somebody else reports the result"),
    Reason.MATCH_GIVEN_UP: text("the match was given up"),
    Reason.RESULT_DISPUTED: text("a side says that the result is wrong"),
    Reason.RESULT_FINAL: text("the result is posted and stands"),
    Reason.SETUP_STANDS: text("the time for putting the set-up right is over"),
    Reason.MOVE_STANDS: text("the time for challenging a move is over"),
    Reason.MAY_NOT_ACCUSE: text("the book lets others point out an illegal move"),
    Reason.NO_OBSERVER: text("no observer was named"),
    Reason.CLAIMANT_PRESSES: text("the player who challenged the move presses first"),
    Reason.DELAY_RUNS: text("the delay has to run out first"),
    Reason.RULING_AWAITED: text("everything stays as it is until the director has ruled"),
    Reason.DIRECTOR_CALLED: text(
        "the director is called: both go on first, or the director decides"
    ),
    Reason.NOBODY_CALLED: text("nobody called the director"),
    Reason.NO_DISPUTE: text("nothing is disputed"),
    Reason.NO_APPEAL: text("rulings are final"),
    Reason.NOTHING_RULED: text("the director has not ruled"),
    Reason.APPEAL_TOO_LATE: text("a ruling is appealed at once"),
    Reason.NO_SUCH_APPEAL: text("no appeal is at that point"),
    Reason.PANEL_SIZE: text("the book wants another number of members"),
    Reason.DIRECTOR_ON_PANEL: text("no director of the event may sit on the panel"),
    Reason.PANEL_NEEDS_DIRECTOR: text("the director sits with the members"),
    Reason.NO_EARLIER_MATCH: text("no match of this name was finished here before"),
    Reason.NO_FEE: text("the book knows no fee for an observer"),
    Reason.NOT_LATE_ENOUGH: text("the other side is not so late"),
    Reason.LATE_ALREADY: text("a side that is late takes no break"),
    Reason.BETWEEN_GAMES_ONLY: text("breaks are taken between games only"),
    Reason.BETWEEN_MATCHES_ONLY: text("in a series breaks are taken between matches only"),
    Reason.NO_BREAK_LEFT: text("no break is left"),
    Reason.NO_BREAK_TAKEN: text("no break was taken"),
    Reason.BREAK_COUNTS: text("by this book, a break that was taken is used"),
    Reason.NO_POOLING: text("breaks may not follow each other"),
    Reason.NO_FLAG: text("nobody's time is used up"),
    Reason.TIME_WAIVED: text(
        "there is no time limit in a game that ends the match whoever wins it"
    ),
    Reason.NOT_LOST_BY_TIME: text("time used up does not lose the match here"),
    Reason.ONLY_DIRECTOR_DECLARES: text("only the director establishes that time is used up"),
    Reason.GIN_DOES_NOT_COUNT: text("by this book, a certain win of the match does not help here"),
    Reason.PROPOSAL_WAITS: text("the director has a proposal to answer first"),
    Reason.BOTH_FLAGS: text("both sides' time is used up, and only the director may declare"),
    Reason.NO_SUCH_PROPOSAL: text("no proposal with this number waits for an answer"),
    Reason.PROPOSAL_CHANGED: text("the proposal has changed: look at it again"),
    Reason.OTHER_MATCH: text("the order is for another match than the one at this table"),
    Reason.DIRECTOR_STOPPED: text("the director stopped the clocks and starts them"),
    Reason.NOBODY_WON: text("nobody has won this match"),
    Reason.TAKEN_OVER: text("another table continues this match"),
}

STOPS: Mapping[StopReason, Text] = {
    StopReason.DIRECTOR_CALLED: text("the director was called"),
    StopReason.GAME_CLAIMED: text("a side claims the game"),
    StopReason.RESTARTED: text("the table started again"),
    StopReason.BREAK: text("a side takes a break"),
    StopReason.SETUP_ERROR: text("the checkers were set up wrong"),
    StopReason.GAME_REOPENED: text("a game that was over is played on"),
    StopReason.CLOCK_BROUGHT_IN: text("a clock was brought in, and both sides look at it first"),
    StopReason.BOTH_GO_ON: text("both players tap Go on first"),
    StopReason.DISPUTE: text("something is disputed"),
    StopReason.ADJOURNED: text("the match is put off"),
    StopReason.PLAYER_STOPPED: text("a player stopped the clocks"),
    StopReason.TIME_USED_UP: text("a side's time is used up"),
    StopReason.DIRECTOR_ORDERED: text("the director ordered it"),
    StopReason.CONCEDED: text("a side gave up the match"),
}

CAUSES: Mapping[EndCause, Text] = {
    EndCause.PLAYED: text("the last checker was borne off"),
    EndCause.PASS: text("the double was passed"),
    EndCause.OFFER: text("both sides agreed to it"),
    EndCause.CONCEDED: text("the match was given up"),
    EndCause.CLAIM: text("the claim was agreed"),
    EndCause.FLAG: text("the time was used up"),
    EndCause.PENALTY: text("a penalty decided it"),
    EndCause.RULING: text("the director ruled"),
}

# --- as players are shown it ----------------------------------------------------------------------

TO_PLAYERS: Mapping[Reason, Text] = {
    **REASONS,
    Reason.NO_MATCH: text("no match is open here"),
    Reason.MATCH_IS_OPEN: text("another match is being played here"),
    Reason.NOT_NOW: text("not at this moment"),
    Reason.CLOCK_STOPPED: text("the clocks are stopped"),
    Reason.NO_CLOCK: text("there is no clock"),
    Reason.BAD_VALUE: text("that value can't be"),
    Reason.NOTHING_DUE: text("nothing is due"),
    Reason.ONE_DIE_SO_FAR: text("the other opening die is missing"),
    Reason.OFF_BOARD: text("a die is off the board"),
    Reason.WRONG_SIDE: text("a die is in the wrong half"),
    Reason.COCKED: text("a die is cocked"),
    Reason.ONLY_LOGGED: text("the camera only logs"),
    Reason.ENTERED_BY_TOUCH: text("entered by touch"),
    Reason.SAID_OTHERWISE: text("the roll is disputed"),
    Reason.RULED_INVALID: text("the director says so"),
    Reason.PLAYERS_CALL_INVALID: text("both players say so"),
    Reason.DICE_MISSING: text("a die is not seen"),
    Reason.DICE_TOO_MANY: text("too many dice are seen"),
    Reason.VALUE_UNSURE: text("the camera can't read a die"),
    Reason.FLAT_UNSURE: text("a die may be cocked"),
    Reason.ROLL_NOT_SEEN: text("the camera did not see the roll"),
    Reason.DIE_IN_BOX: text("a die is still in the baffle box"),
    Reason.DIE_PAST_BOX: text("a die missed the baffle box"),
    Reason.MORE_IN_BOX: text("too many dice in the baffle box"),
    Reason.TOWER_SILENT: text("the baffle box counted no dice"),
    Reason.CRAWFORD_GAME: text("no cube in the Crawford game"),
    Reason.INVALID_ROLL_THIS_TURN: text("no double after an invalid roll"),
    Reason.DEAD_CUBE: text("the cube is high enough already"),
    Reason.OTHER_MATCH: text("that is about another match"),
    Reason.DIRECTOR_STOPPED: text("only the director goes on"),
    Reason.BOTH_FLAGS: text("both flags fell: only the director may declare"),
}

TO_PLAYERS_UNCLOCKED: Mapping[Reason, Text] = {
    **TO_PLAYERS,
    Reason.CLOCK_STOPPED: text("play is stopped"),
    Reason.CLOCK_RUNNING: text("play goes on already"),
    Reason.NO_CLOCK: text("lifting the dice ends the turn"),
    Reason.THROUGH_DIRECTOR: text("the director records it"),
}
"""Words that do not mention a clock, for matches without one."""

STOPS_TO_PLAYERS: Mapping[StopReason, Text] = {
    StopReason.DIRECTOR_CALLED: text("The director was called"),
    StopReason.GAME_CLAIMED: text("A win is claimed"),
    StopReason.RESTARTED: text("The table started again"),
    StopReason.BREAK: text("A break"),
    StopReason.SETUP_ERROR: text("The checkers are set up again"),
    StopReason.GAME_REOPENED: text("The game is played on"),
    StopReason.CLOCK_BROUGHT_IN: text("A clock is brought in"),
    StopReason.BOTH_GO_ON: text("The clocks run when both have tapped"),
    StopReason.DISPUTE: text("A dispute: leave everything as it is"),
    StopReason.ADJOURNED: text("The match is put off"),
    StopReason.PLAYER_STOPPED: text("A player stopped the clocks"),
    StopReason.TIME_USED_UP: text("A side's time is used up"),
    StopReason.DIRECTOR_ORDERED: text("The director stopped the clocks"),
    StopReason.CONCEDED: text("The match was given up"),
}

CAUSES_TO_PLAYERS: Mapping[EndCause, Text] = {
    **CAUSES,
    EndCause.CLAIM: text("the win was agreed"),
}

BY_BOOK = text("the book says so")


def because(reasons: Iterable[Reason]) -> Text | str:
    """Reasons as one clause, for the director."""
    return join_with_and([REASONS[reason] for reason in reasons], BY_BOOK)


def because_to_players(reasons: Iterable[Reason], *, clocked: bool = True) -> Text | str:
    wording = TO_PLAYERS if clocked else TO_PLAYERS_UNCLOCKED
    return join_with_and([wording[reason] for reason in reasons], BY_BOOK)
