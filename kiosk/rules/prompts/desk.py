"""Prompts about lateness, breaks, errors on the board and disputes."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType

from kiosk.rules.match import Match, Phase
from kiosk.rules.rulebook import BreakTimes, IllegalMoveCost, LateSanction, RepeatedMoves
from kiosk.rules.times.acts import times_due
from kiosk.rules.units import SIDES, require


class DeskPrompt(StrEnum):
    """What both players, or the one whose turn it is, should do now."""

    WAIT_FOR_LATE_SIDE = "wait_for_late_side"
    """A side is missing; it taps when it is at the table."""
    MATCH_MAY_BE_CLAIMED = "match_may_be_claimed"
    """The missing side is too late: the other may claim the match."""
    WAIT_FOR_CLOCK_TIMES = "wait_for_clock_times"
    """The book leaves a time to the event: the director sets it before a game can start."""
    ANSWER_CLOCK_WISH = "answer_clock_wish"
    """A side asks for a clock: the other answers."""
    COME_BACK = "come_back"
    """The break is over; the absent side comes back."""
    MAY_NOTE_CLOCK_TIMES = "may_note_clock_times"
    """Both sides are advised to write down their time."""
    NOTE_CLOCK_TIMES = "note_clock_times"
    """Both write down the times of the clocks."""
    CROSS_CHECK_CLOCK_TIMES = "cross_check_clock_times"
    """Each writes down both times and checks the other's record; both check again afterwards."""
    CORRECT_SET_UP = "correct_set_up"
    """Put the checkers where they belong; then both go on."""
    ANSWER_ILLEGAL_MOVE = "answer_illegal_move"
    """The side that moved agrees or not that the move was illegal."""
    TELL_AND_PRESS = "tell_and_press"
    """The claimant explains why the move is illegal, and presses."""
    MOVE_AGAIN = "move_again"
    """Show the dice as they were, and make a legal move."""
    MOVE_AGAIN_AFTER_DELAY = "move_again_after_delay"
    """Show the dice as they were, wait until the delay has run out, then make a legal move."""
    MOVES_ILLEGAL_AGAIN = "moves_illegal_again"
    """It was not this side's first illegal move: the director may warn it, and then penalise it."""
    LEAVE_TABLE_AS_IT_IS = "leave_table_as_it_is"
    """Nobody touches dice, cube, checkers or score until the director has ruled."""
    MATCH_MAY_BE_REPLAYED = "match_may_be_replayed"
    """If the dispute can't be settled, the director opens the match again, to the book's points."""
    WAIT_FOR_PANEL = "wait_for_panel"
    """Wait for those who hear the appeal; the director names them."""
    WAIT_FOR_NEW_RULING = "wait_for_new_ruling"
    """The ruling fell: the director orders what the panel decided, and starts play."""


def desk_prompts(match: Match) -> tuple[DeskPrompt, ...]:
    """The current prompts; none before a match is open."""
    if match.book is None or match.phase is Phase.MATCH_OVER:
        return ()
    waits = (*_missing(match), *_clock_times(match), *_clock_wish(match))
    return (*waits, *_break(match), *_board(match), *_dispute(match))


Asked = Iterator[DeskPrompt]


def _missing(match: Match) -> Asked:
    claimable = require(match.book).late.sanction is LateSanction.OPPONENT_MAY_CLAIM
    for side in SIDES:
        late = match.schedule.late.of_side(side)
        if late is not None:
            yield DeskPrompt.WAIT_FOR_LATE_SIDE
            if claimable and late.counted:
                yield DeskPrompt.MATCH_MAY_BE_CLAIMED


def _clock_times(match: Match) -> Asked:
    book = match.next_book or require(match.book)
    if match.phase is Phase.BETWEEN_GAMES and times_due(match, book):
        yield DeskPrompt.WAIT_FOR_CLOCK_TIMES


def _clock_wish(match: Match) -> Asked:
    wish = match.control.wish
    if wish is not None and wish.agreed is None:
        yield DeskPrompt.ANSWER_CLOCK_WISH


def _break(match: Match) -> Asked:
    pause = match.schedule.pause
    if pause is None:
        return
    if match.clocked:
        yield from _TIMES[require(match.book).stop.break_times]
    if pause.overrun:
        yield DeskPrompt.COME_BACK


def _board(match: Match) -> Asked:
    game, book = match.game, require(match.book)
    if game is None:
        return
    if match.phase is Phase.CHALLENGED:
        runs = book.stop.illegal_move_cost is IllegalMoveCost.CLAIMANT_RUNS
        presses = runs and match.clock.running is not None
        yield DeskPrompt.TELL_AND_PRESS if presses else DeskPrompt.ANSWER_ILLEGAL_MOVE
    if game.moves.again:
        after = game.moves.after_delay
        yield DeskPrompt.MOVE_AGAIN_AFTER_DELAY if after else DeskPrompt.MOVE_AGAIN
        times = match.hearing.illegal_moves.of_side(require(game.on_turn))
        if times > 1 and book.illegal_move.repeated is RepeatedMoves.WARNING_THEN_PENALTY:
            yield DeskPrompt.MOVES_ILLEGAL_AGAIN
    if game.moves.setup_error:
        yield DeskPrompt.CORRECT_SET_UP


def _dispute(match: Match) -> Asked:
    rules = require(match.book).dispute
    if match.hearing.dispute is not None and rules.table_frozen:
        yield DeskPrompt.LEAVE_TABLE_AS_IT_IS
    if match.hearing.dispute is not None and rules.replay_points:
        yield DeskPrompt.MATCH_MAY_BE_REPLAYED
    if match.hearing.appeal is not None:
        yield DeskPrompt.WAIT_FOR_PANEL
    if match.hearing.overturned:
        yield DeskPrompt.WAIT_FOR_NEW_RULING


_TIMES: Mapping[BreakTimes, tuple[DeskPrompt, ...]] = MappingProxyType(
    {
        BreakTimes.NOT_ASKED: (),
        BreakTimes.COUNSELLED: (DeskPrompt.MAY_NOTE_CLOCK_TIMES,),
        BreakTimes.REQUIRED: (DeskPrompt.NOTE_CLOCK_TIMES,),
        BreakTimes.CROSS_CHECKED: (DeskPrompt.CROSS_CHECK_CLOCK_TIMES,),
    }
)
