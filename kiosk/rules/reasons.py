"""Why the table refuses, doubts or stops. Screens translate each word by its value."""

from enum import StrEnum


class Reason(StrEnum):
    """Why a command is refused or a roll is not taken as read."""

    # A command that does not fit the moment.
    NO_MATCH = "no_match"
    """No match is open at this table."""
    MATCH_IS_OPEN = "match_is_open"
    """Another match is still being played here."""
    MATCH_IS_OVER = "match_is_over"
    """The match is over."""
    NOT_NOW = "not_now"
    """The game is not at the point where this can be done."""
    NOT_YOUR_TURN = "not_your_turn"
    """The other side is to act."""
    ALREADY_DONE = "already_done"
    """It was done before; nothing changes."""
    CLOCK_STOPPED = "clock_stopped"
    """The clocks are stopped; both players resume, or the director."""
    CLOCK_RUNNING = "clock_running"
    """The clocks are running; there is nothing to resume."""
    NO_CLOCK = "no_clock"
    """This match is played without a clock."""
    BAD_VALUE = "bad_value"
    """The value is outside what the rules know."""

    NOTHING_DUE = "nothing_due"
    """No time the table was waiting for has come."""

    # The roll.
    DICE_NOT_ROLLED = "dice_not_rolled"
    """These dice have not been lifted and rolled since the last roll."""
    ONE_DIE_SO_FAR = "one_die_so_far"
    """The other opening die has not come to rest yet."""
    OFF_BOARD = "off_board"
    """A die lies off the playing surface."""
    WRONG_SIDE = "wrong_side"
    """A die lies outside the half where this roll must lie."""
    COCKED = "cocked"
    """A die does not lie flat on the playing surface."""
    ENTERED_BY_TOUCH = "entered_by_touch"
    """A side entered the roll by touch; the other says what it sees."""
    PLAYERS_CALL_INVALID = "players_call_invalid"
    """Both players say the roll does not count."""
    DICE_MISSING = "dice_missing"
    """Fewer dice are seen than were rolled."""
    DICE_TOO_MANY = "dice_too_many"
    """More dice are seen than were rolled."""
    VALUE_UNSURE = "value_unsure"
    """The camera is not certain of a die's value."""
    FLAT_UNSURE = "flat_unsure"
    """The camera is not certain that a die lies flat."""
    ROLL_NOT_SEEN = "roll_not_seen"
    """The camera did not see these dice rolling."""
    DIE_WAS_MOVED = "die_was_moved"
    """The first opening die no longer lies where it came to rest."""
    TOWER_DISAGREES = "tower_disagrees"
    """The baffle box counted other dice than the camera sees."""
    TOWER_SILENT = "tower_silent"
    """The baffle box reported no roll."""

    # The cube.
    CRAWFORD_GAME = "crawford_game"
    """No cube in the Crawford game."""
    NOT_YOUR_CUBE = "not_your_cube"
    """The other side owns the cube."""
    INVALID_ROLL_THIS_TURN = "invalid_roll_this_turn"
    """No double after an invalid roll of the same turn."""
    DEAD_CUBE = "dead_cube"
    """The cube is already high enough to win the match."""

    # Flag and director.
    NO_SUCH_PROPOSAL = "no_such_proposal"
    """No proposal with this number waits for an answer."""
    OTHER_MATCH = "other_match"
    """The order is for another match than the one at this table."""
    DIRECTOR_STOPPED = "director_stopped"
    """The director stopped the clocks and starts them."""
    NO_FLAG = "no_flag"
    """Nobody's time is used up."""
    BOTH_FLAGS = "both_flags"
    """Both sides' time is used up; only the director may declare."""
    TAKEN_OVER = "taken_over"
    """Another table continues this match."""


class StopReason(StrEnum):
    """Why both clocks stand still during a game."""

    DIRECTOR_CALLED = "director_called"
    GAME_CLAIMED = "game_claimed"
    RESTARTED = "restarted"
    DIRECTOR_ORDERED = "director_ordered"
    """Only the director ends this one."""


class EndCause(StrEnum):
    """How a game ended."""

    PLAYED = "played"
    """Its last checker was borne off, as the winner declared and the other confirmed."""
    PASS = "pass"
    OFFER = "offer"
    CLAIM = "claim"
    """Declared decided before the end, and agreed."""
    FLAG = "flag"
    PENALTY = "penalty"
    RULING = "ruling"
