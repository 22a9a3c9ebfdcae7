"""The small words: reasons, causes, sides, dice, times."""

from collections.abc import Iterable, Mapping

from kiosk.rules.match.proposal import ProposalCause
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.units import BySide, Nanos, Side

REASONS: Mapping[Reason, str] = {
    Reason.NO_MATCH: "no match is open at this table",
    Reason.MATCH_IS_OPEN: "another match is still being played here",
    Reason.MATCH_IS_OVER: "the match is over",
    Reason.NOT_NOW: "the game is not at that point",
    Reason.NOT_YOUR_TURN: "the other side is to act",
    Reason.ALREADY_DONE: "it was done before",
    Reason.CLOCK_STOPPED: "the clocks are stopped until both players or the director resume",
    Reason.CLOCK_RUNNING: "the clocks are running",
    Reason.NO_CLOCK: "this match is played without a clock",
    Reason.BAD_VALUE: "the value is outside what the rules know",
    Reason.TIME_NOT_SET: "the director has not set a time that the book leaves to the event",
    Reason.NEXT_GAME_ONLY: "this book brings a clock in only when a game starts",
    Reason.ONLY_IF_EXTREME: "this book brings a clock into a game only in an extreme case",
    Reason.ASKER_MAY_NOT: "by this book, who asks may not have a clock brought in",
    Reason.STOP_NOT_LISTED: "this book does not let a player stop the clocks for that; "
    "the director may be called",
    Reason.CLOCK_RUNS_ON: "by this book, the clock runs on while the dice are rolled again",
    Reason.TIME_NOT_RESTORED: "by this book, each side minds its own clock, and time so lost "
    "stays lost",
    Reason.NOTHING_DUE: "no time the table was waiting for has come",
    Reason.DICE_NOT_ROLLED: "the dice were not lifted and rolled again",
    Reason.ONE_DIE_SO_FAR: "the other opening die has not come to rest",
    Reason.OFF_BOARD: "a die lies off the playing surface",
    Reason.WRONG_SIDE: "a die lies outside the half where this roll must lie",
    Reason.COCKED: "a die does not lie flat on the playing surface",
    Reason.ONLY_LOGGED: "the camera only logs at this table",
    Reason.ENTERED_BY_TOUCH: "a side entered the roll by touch",
    Reason.PLAYERS_CALL_INVALID: "both players say it does not count",
    Reason.DICE_MISSING: "fewer dice are seen than were rolled",
    Reason.DICE_TOO_MANY: "more dice are seen than were rolled",
    Reason.VALUE_UNSURE: "the camera is not certain of a die's value",
    Reason.FLAT_UNSURE: "the camera is not certain that a die lies flat",
    Reason.ROLL_NOT_SEEN: "the camera did not see these dice rolling",
    Reason.DIE_WAS_MOVED: "the first opening die was moved",
    Reason.TOWER_DISAGREES: "the baffle box counted other dice than the camera sees",
    Reason.TOWER_SILENT: "the baffle box reported no roll",
    Reason.PREMATURE: "the dice were thrown before the other side's turn was over",
    Reason.HOME_CROWDED_UNSURE: "no camera sees whether the home board is crowded",
    Reason.UNEVEN_SURFACE: "a side says that only the board tilts the dice",
    Reason.NO_CONSENT: "the other side has not consented to another roll",
    Reason.NOT_IN_BOOK: "the rule book of this match knows no such thing",
    Reason.LEFT_BARRED: "this book lets nobody decide so about the left half",
    Reason.TILTED_IS_COCKED: "a tilted die is cocked under this book, whatever tilts it",
    Reason.PRESS_ENDS_TURN: "with a clock the press ends a turn, and no die",
    Reason.DELAY_STAYS: "this book takes no delay for dice taken too early",
    Reason.MIXER_NOT_ASKED: "this book lets no player ask for a baffle box",
    Reason.MIXER_IN_USE: "a baffle box is in use, which fixes the half",
    Reason.CUP_ONLY: "dice are rolled from a cup unless the event allows a baffle box",
    Reason.BOTH_DICE: "a turn ends only when both dice are lifted",
    Reason.MUST_ROLL: "every turn is rolled",
    Reason.ROLL_IN_DOUBT: "the last roll is not settled yet",
    Reason.MIX_BEFORE_MATCH: "dice are mixed before the match only",
    Reason.MIXED_ALREADY: "the dice have been mixed before this game",
    Reason.ROLLED_EARLY: "it has thrown its dice already",
    Reason.CRAWFORD_GAME: "there is no cube in the Crawford game",
    Reason.NOT_YOUR_CUBE: "the other side owns the cube",
    Reason.INVALID_ROLL_THIS_TURN: "there is no double after an invalid roll of the same turn",
    Reason.CUBE_FROZEN: "penalty points froze the cube for the rest of this game",
    Reason.DEAD_CUBE: "the cube is already high enough to win the match",
    Reason.WRONG_LEVEL: "the cube shows another level than the next one",
    Reason.IMPROPER_DOUBLE: "only the whole procedure counts",
    Reason.PREMATURE_DOUBLE: "the other side's turn is not over",
    Reason.AUTOMATIC_DOUBLE: "equal opening dice do not double the cube",
    Reason.BEAVER: "who is doubled may not double back at once",
    Reason.NOTHING_TO_UNDO: "no double was made that is not allowed",
    Reason.UNDO_TOO_LATE: "the time for undoing such a double is over",
    Reason.NOT_AFTER_OWN_TURN: "it is offered only as the own turn ends",
    Reason.CONTACT: "it is allowed only without contact",
    Reason.NOT_CERTAIN: "a loss is offered only where the result is certain",
    Reason.NO_CLAIMS: "nobody may claim a game, it is rolled to its end",
    Reason.THROUGH_DIRECTOR: "without a clock the director records it",
    Reason.MAY_NOT_REJECT: "this offer may not be rejected",
    Reason.OUTCOME_NOT_REPEATED: "who accepts repeats the outcome offered",
    Reason.NO_SETTLEMENT: "nothing may be drawn, split, cancelled, replayed or given away",
    Reason.NO_RECORDS: "no sheet or scoreboard was shown yet",
    Reason.NOT_THE_REPORTER: "somebody else reports the result",
    Reason.NO_EARLIER_MATCH: "no match of this name was finished here before",
    Reason.RESULT_FINAL: "the result is posted and stands",
    Reason.SETUP_STANDS: "the time for putting the set-up right is over",
    Reason.MOVE_STANDS: "the time for challenging a move is over",
    Reason.MAY_NOT_ACCUSE: "the book lets others point out an illegal move",
    Reason.NO_OBSERVER: "no observer was named",
    Reason.CLAIMANT_PRESSES: "who challenged the move presses first",
    Reason.DELAY_RUNS: "the delay has to run out first",
    Reason.NO_DISPUTE: "nothing is disputed",
    Reason.NO_APPEAL: "rulings are final",
    Reason.NOTHING_RULED: "the director has not ruled",
    Reason.APPEAL_TOO_LATE: "a ruling is appealed at once",
    Reason.NO_SUCH_APPEAL: "no appeal is at that point",
    Reason.PANEL_SIZE: "the book wants another number of members",
    Reason.DIRECTOR_ON_PANEL: "no director of the event may sit on the panel",
    Reason.PANEL_NEEDS_DIRECTOR: "the director sits with the members",
    Reason.NO_FEE: "the book knows no fee for an observer",
    Reason.NOT_LATE_ENOUGH: "the other side is not so late",
    Reason.LATE_ALREADY: "a side that is late takes no break",
    Reason.BETWEEN_GAMES_ONLY: "breaks are taken between games only",
    Reason.BETWEEN_MATCHES_ONLY: "in a series breaks are taken between matches only",
    Reason.NO_BREAK_LEFT: "it has taken all its breaks",
    Reason.NO_POOLING: "breaks may not follow each other",
    Reason.NO_FLAG: "nobody's time is used up",
    Reason.TIME_WAIVED: "there is no time limit in a game that ends the match whoever wins it",
    Reason.NOT_LOST_BY_TIME: "time used up does not lose the match here",
    Reason.ONLY_DIRECTOR_DECLARES: "only the director establishes that time is used up",
    Reason.GIN_DOES_NOT_COUNT: "by this book, a certain win of the match does not help here",
    Reason.PROPOSAL_WAITS: "the director has a proposal to answer first",
    Reason.BOTH_FLAGS: "both sides' time is used up, and only the director may declare",
    Reason.NO_SUCH_PROPOSAL: "no proposal with this number waits for an answer",
    Reason.PROPOSAL_CHANGED: "other points are proposed by now",
    Reason.OTHER_MATCH: "the order is for another match than the one at this table",
    Reason.DIRECTOR_STOPPED: "the director stopped the clocks and starts them",
    Reason.TAKEN_OVER: "another table continues this match",
}

STOPS: Mapping[StopReason, str] = {
    StopReason.DIRECTOR_CALLED: "the director was called",
    StopReason.GAME_CLAIMED: "a side claims the game",
    StopReason.RESTARTED: "the table started again",
    StopReason.BREAK: "a side takes a break",
    StopReason.SETUP_ERROR: "the checkers were set up wrong",
    StopReason.DISPUTE: "something is disputed",
    StopReason.ADJOURNED: "the match is put off",
    StopReason.PLAYER_STOPPED: "a player stopped the clocks",
    StopReason.TIME_USED_UP: "a side's time is used up",
    StopReason.DIRECTOR_ORDERED: "the director ordered it",
}

CAUSES: Mapping[EndCause, str] = {
    EndCause.PLAYED: "the last checker was borne off",
    EndCause.PASS: "the double was passed",
    EndCause.OFFER: "an offer was accepted",
    EndCause.CLAIM: "the claim was agreed",
    EndCause.FLAG: "the time was used up",
    EndCause.PENALTY: "a penalty decided it",
    EndCause.RULING: "the director ruled",
}

PROPOSED_BECAUSE: Mapping[ProposalCause, str] = {
    ProposalCause.TIME_USED_UP: "its time is used up",
    ProposalCause.LATE: "it is late",
    ProposalCause.BREAK_OVERRUN: "it is late after a break",
    ProposalCause.CAMERA_REFUSED: "it refuses the camera",
    ProposalCause.RECORDS_DIFFER: "the records of the score differ",
    ProposalCause.WRONG_LENGTH: "another length was stated",
}

WINS: Mapping[int, str] = {1: "a single game", 2: "a gammon", 3: "a backgammon"}


def because(reasons: Iterable[Reason]) -> str:
    """Reasons as one clause."""
    return ", and ".join(REASONS[reason] for reason in reasons) or "the book says so"


def clause(text: str | None) -> str:
    """What somebody wrote, without the stop at its end: a sentence goes on after it, or ends."""
    whole = (text or "").strip()
    return whole.rstrip(".!?… ") or whole


def quoted(text: str) -> str:
    """What somebody wrote, between quotation marks with a full stop of ours behind them."""
    whole = text.strip()
    return whole.rstrip(". ") or whole


def side(which: Side | None, nobody: str = "Nobody") -> str:
    return which.value.capitalize() if which else nobody


def who(by: str) -> str:
    """Who an event names, e.g. Director Kari for `director:Kari`."""
    role, _colon, name = by.partition(":")
    return f"{role.capitalize()} {name}".strip()


def dice(values: tuple[int, ...] | None) -> str:
    """`6-5`, or `nothing that counts`."""
    return "-".join(str(value) for value in values) if values else "nothing that counts"


def duration(nanos: int) -> str:
    """`8:03.250`: minutes, seconds, milliseconds, never rounded up."""
    minutes, rest_ms = divmod(nanos // 1_000_000, 60_000)
    return f"{minutes}:{rest_ms // 1000:02d}.{rest_ms % 1000:03d}"


def times(reserve: BySide[Nanos]) -> str:
    return f"White {duration(reserve.white)}, Black {duration(reserve.black)}"


def points(score: BySide[int]) -> str:
    return f"White {score.white}, Black {score.black}"
