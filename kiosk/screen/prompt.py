"""The next thing a side has to do, in a few words: one row per situation.

`SCREENS` is read from the top, most important first; the first row whose condition holds is what a
half shows.
"""

from collections.abc import Callable
from dataclasses import dataclass

from kiosk.catalogue.text import Text
from kiosk.rules.match import Phase
from kiosk.rules.match.dicing import DiceMatter
from kiosk.rules.prompts.desk import DeskPrompt
from kiosk.rules.prompts.game import GamePrompt
from kiosk.rules.reasons import DIRECTORS_STOPS, StopReason
from kiosk.rules.units import BySide, Side, require
from kiosk.screen import words
from kiosk.screen.answers import (
    ANSWERS,
    ASKING,
    BOARD_DOUBLE,
    DICE,
    GO_ON,
    NOBODY_LEFT,
    PRESS_BACK,
    YIELDS,
    Kinds,
)
from kiosk.screen.seen import Perspective, Screen, unreached
from kiosk.screen.timing import minutes


@dataclass(frozen=True, slots=True)
class PromptRow:
    screen: Screen
    when: Callable[[Perspective], bool]
    sentence: Callable[[Perspective], Text | str]

    @property
    def answers(self) -> Kinds:
        """Kinds of the acts that answer it, which are its keys. Empty if it asks nothing."""
        return ANSWERS.get(self.screen, frozenset())


def always(words_: Text | str) -> Callable[[Perspective], Text | str]:
    return lambda _seen: words_


def in_phase(
    phase: Phase, when: Callable[[Perspective], bool] = lambda _seen: True
) -> Callable[[Perspective], bool]:
    return lambda seen: seen.phase is phase and when(seen)


def director(seen: Perspective) -> Text:
    if seen.waiting.coming:
        return words.DIRECTOR_IS_COMING
    return words.CALL_ALOUD if unreached(seen.snapshot) else words.WAIT_FOR_DIRECTOR


def _starts(seen: Perspective) -> Text:
    """The other side starts the clock or, without a clock, play."""
    if not seen.snapshot.clocked:
        return words.starts_by_button(seen.name)
    return words.you_start(seen.name) if seen.on_turn else words.starts_the_clock(seen.name)


def _settled(seen: Perspective) -> Text:
    """Wait for the director only if he was called and the call reaches him."""
    called = seen.stopped(StopReason.DIRECTOR_CALLED) and not unreached(seen.snapshot)
    return words.GO_ON_WHEN_CALLED if called else words.GO_ON_WHEN_SETTLED


SCREENS: tuple[PromptRow, ...] = (
    # No play.
    PromptRow(
        Screen.OUT_OF_ORDER,
        lambda s: s.snapshot.taken_over_by is not None or s.snapshot.halted is not None,
        always(words.OUT_OF_ORDER),
    ),
    PromptRow(
        Screen.OWN_MATCH_GIVEN_UP,
        lambda s: s.waiting.conceded is s.side and s.snapshot.winner is None,
        always(words.YOU_GAVE_UP),
    ),
    PromptRow(
        Screen.MATCH_GIVEN_UP,
        lambda s: s.waiting.conceded is s.side.other and s.snapshot.winner is None,
        lambda s: words.gave_up(s.name),
    ),
    PromptRow(
        Screen.DIRECTORS_STOP,
        lambda s: s.snapshot.stop is not None and s.snapshot.stop.reason in DIRECTORS_STOPS,
        director,
    ),
    # One side makes a claim that the other has to answer.
    PromptRow(
        Screen.OWN_UNUSED_BREAK,
        lambda s: s.awaits_answer(NOBODY_LEFT, s.waiting.stayed) and s.waiting.stayed is s.side,
        lambda s: words.answers_nobody_left(s.name),
    ),
    PromptRow(
        Screen.UNUSED_BREAK,
        lambda s: s.awaits_answer(NOBODY_LEFT, s.waiting.stayed) and s.waiting.stayed is not s.side,
        lambda s: words.claims_nobody_left(s.name),
    ),
    PromptRow(
        Screen.OWN_REOPENING,
        lambda s: s.waiting.reopen is s.side,
        lambda s: words.answers_reopening(s.name),
    ),
    PromptRow(
        Screen.REOPENING,
        lambda s: s.waiting.reopen is s.side.other,
        lambda s: words.wants_reopened(s.name),
    ),
    # A player is missing: this side first.
    PromptRow(Screen.OWN_BREAK_OVER, lambda s: s.overrun(s.side), always(words.BREAK_OVER)),
    PromptRow(
        Screen.OWN_BREAK,
        lambda s: s.away(s.side) is not None,
        lambda s: words.break_left(s.left),
    ),
    PromptRow(
        Screen.OWN_CALL,
        lambda s: s.awaited(s.side),
        lambda s: words.your_match(s.in_time(s.side)),
    ),
    PromptRow(Screen.OWN_LATENESS, lambda s: s.late(s.side), always(words.SAY_WHEN_HERE)),
    PromptRow(
        Screen.GUIDE,
        lambda s: s.guided,
        lambda s: words.ROLL_MOVE_PRESS if s.snapshot.clocked else words.ROLL_MOVE_LIFT,
    ),
    PromptRow(
        Screen.OTHER_BREAK_OVER,
        lambda s: s.overrun(s.side.other),
        lambda s: words.overruns(s.name),
    ),
    PromptRow(
        Screen.OTHER_BREAK,
        lambda s: s.away(s.side.other) is not None,
        lambda s: words.on_break(s.name, s.left),
    ),
    PromptRow(
        Screen.OTHER_CALL,
        lambda s: s.awaited(s.side.other),
        lambda s: words.is_awaited(s.name, s.in_time(s.side.other)),
    ),
    PromptRow(
        Screen.OTHER_LATENESS, lambda s: s.late(s.side.other), lambda s: words.is_missing(s.name)
    ),
    # The clocks are stopped.
    PromptRow(
        Screen.GOING_ON_AGREED,
        lambda s: s.held is not None and s.me.agreed,
        lambda s: words.waits_for(s.name),
    ),
    PromptRow(
        Screen.DIRECTOR_GOES_ON,
        lambda s: s.held is not None and not s.may_any(GO_ON),
        director,
    ),
    PromptRow(
        Screen.DIRECTOR_COMES,
        lambda s: s.stopped(StopReason.DIRECTOR_CALLED) and s.waiting.coming,
        always(words.DIRECTOR_IS_COMING),
    ),
    PromptRow(
        Screen.RESTARTED,
        lambda s: s.stopped(StopReason.RESTARTED),
        always(words.CHECK_AND_GO_ON),
    ),
    PromptRow(
        Screen.SET_UP_WRONG,
        lambda s: s.stopped(StopReason.SETUP_ERROR),
        always(words.RIGHT_AND_GO_ON),
    ),
    PromptRow(
        Screen.PLAYED_ON,
        lambda s: s.stopped(StopReason.GAME_REOPENED),
        always(words.PUT_BACK_AND_GO_ON),
    ),
    PromptRow(
        Screen.CLOCK_BROUGHT_IN,
        lambda s: s.stopped(StopReason.CLOCK_BROUGHT_IN),
        lambda s: words.clock_brought_in(minutes(s.me.reserve_ns)),
    ),
    PromptRow(
        Screen.BOTH_GO_ON,
        lambda s: s.stopped(StopReason.BOTH_GO_ON),
        always(words.GO_ON_WHEN_READY),
    ),
    PromptRow(
        Screen.CLOCKS_STOPPED,
        lambda s: s.stopped(StopReason.PLAYER_STOPPED),
        always(words.GO_ON_WHEN_DONE),
    ),
    PromptRow(Screen.BREAK, lambda s: s.stopped(StopReason.BREAK), always(words.GO_ON_AFTER_BREAK)),
    PromptRow(Screen.STOPPED, lambda s: s.held is not None, _settled),
    # A press, a double or dice that one side makes a claim about.
    PromptRow(
        Screen.OWN_PRESS_BACK,
        lambda s: (
            s.awaits_answer(PRESS_BACK, s.waiting.press_back) and s.waiting.press_back is s.side
        ),
        lambda s: words.answers_press_back(s.name),
    ),
    PromptRow(
        Screen.PRESS_BACK,
        lambda s: s.awaits_answer(PRESS_BACK, s.waiting.press_back),
        lambda s: words.claims_press_back(s.name, own=s.on_turn),
    ),
    PromptRow(
        Screen.OWN_BOARD_DOUBLE,
        lambda s: s.awaits_answer(BOARD_DOUBLE, s.waiting.double) and s.double.by is s.side,
        lambda s: words.answers_double(s.name),
    ),
    PromptRow(
        Screen.BOARD_DOUBLE,
        lambda s: s.awaits_answer(BOARD_DOUBLE, s.waiting.double),
        lambda s: (
            words.claims_you_doubled(s.name, s.double.answer)
            if s.double.doubler is s.side
            else words.claims_doubled(s.name, s.double.answer)
        ),
    ),
    PromptRow(
        Screen.DICE_CLAIM,
        lambda s: (
            s.awaits_answer(DICE, s.waiting.dice) and s.dice.waits and s.dice.side is not s.side
        ),
        lambda s: words.claims_of_dice(s.name, s.dice.matter),
    ),
    PromptRow(  # a side that claims its dice were taken too early moves on meanwhile
        Screen.OWN_DICE_CLAIM,
        lambda s: (
            s.awaits_answer(DICE, s.waiting.dice)
            and s.dice.waits
            and s.dice.matter is not DiceMatter.EARLY_PICKUP
        ),
        lambda s: words.answers_of_dice(s.name, s.dice.matter),
    ),
    # The opening.
    PromptRow(
        Screen.OPENING_ENTERED,
        in_phase(
            Phase.OPENING,
            lambda s: s.game.opening == BySide(None, None) and not s.snapshot.sees_dice,
        ),
        lambda s: words.roll_one_each_and_enter(s.called(Side.WHITE)),
    ),
    PromptRow(
        Screen.OPENING,
        in_phase(Phase.OPENING, lambda s: s.snapshot.mixer is None),
        always(words.ROLL_ONE_EACH),
    ),
    PromptRow(  # from a baffle box White rolls first
        Screen.OWN_OPENING_DIE,
        in_phase(
            Phase.OPENING,
            lambda s: s.side is (Side.WHITE if s.game.opening.white is None else Side.BLACK),
        ),
        always(words.ROLL_YOUR_DIE),
    ),
    PromptRow(
        Screen.OTHER_OPENING_DIE,
        in_phase(Phase.OPENING),
        lambda s: words.to_roll_opening(s.name),
    ),
    PromptRow(
        Screen.PRESS_TO_START,
        in_phase(Phase.PRESS_TO_START, lambda s: s.game.presses in (None, s.side)),
        lambda s: words.PRESS_TO_START if s.snapshot.clocked else words.PRESS_BUTTON_TO_START,
    ),
    PromptRow(
        Screen.OTHER_STARTS,
        in_phase(Phase.PRESS_TO_START),
        _starts,
    ),
    # A flag has fallen, and the game goes on for now.
    PromptRow(Screen.OWN_TIME_UP, lambda s: s.time_up(s.side), always(words.TIME_UP)),
    PromptRow(Screen.TIME_UP, lambda s: s.time_up(s.side.other), lambda s: words.time_up(s.name)),
    # To roll.
    PromptRow(
        Screen.OFFER_REJECTED,
        lambda s: (
            s.phase in {Phase.TO_ROLL, Phase.MOVING}
            and not s.on_turn
            and s.may_press
            and GamePrompt.PRESS_AFTER_REJECTION in s.snapshot.prompts
            and s.snapshot.running is None
        ),
        always(words.REJECTED_PRESS),
    ),
    PromptRow(
        Screen.OTHER_UNROLLED,
        in_phase(Phase.TO_ROLL, lambda s: not s.on_turn and s.unrolled and not s.may_press),
        lambda s: words.claims_closed_out(s.name),
    ),
    PromptRow(
        Screen.PRESS_AFTER_TURN,
        in_phase(Phase.TO_ROLL, lambda s: not s.on_turn and s.may_press),
        always(words.PRESS_CLOCK),
    ),
    PromptRow(
        Screen.OTHER_ROLLS,
        in_phase(Phase.TO_ROLL, lambda s: not s.on_turn),
        lambda s: words.to_roll(s.name),
    ),
    PromptRow(
        Screen.OTHER_PRESSES,
        in_phase(Phase.TO_ROLL, lambda s: s.other_may_press and not s.unrolled),
        lambda s: words.presses_first(s.name),
    ),
    PromptRow(
        Screen.UNROLLED,
        in_phase(Phase.TO_ROLL, lambda s: s.unrolled),
        lambda s: words.END_TURN_UNROLLED if s.snapshot.clocked else words.PRESS_UNROLLED,
    ),
    PromptRow(
        Screen.ROLL_AGAIN,
        in_phase(Phase.TO_ROLL, lambda s: bool(s.game.refused_for)),
        always(words.ROLL_AGAIN),
    ),
    PromptRow(
        Screen.ROLL_AND_ENTER,
        in_phase(Phase.TO_ROLL, lambda s: not s.snapshot.sees_dice),
        always(words.ROLL_AND_ENTER),
    ),
    PromptRow(
        Screen.ROLL_OR_DOUBLE,
        in_phase(Phase.TO_ROLL, lambda s: s.may("DoubleTapped")),
        always(words.ROLL_OR_DOUBLE),
    ),
    PromptRow(Screen.ROLL, in_phase(Phase.TO_ROLL), always(words.ROLL)),
    # What was rolled.
    PromptRow(
        Screen.ROLL_DISPUTED,
        in_phase(Phase.CONFIRMING, lambda s: s.disputed and s.me.said is None),
        lambda s: words.claims_otherwise(s.name, s.other.said.values if s.other.said else None),
    ),
    PromptRow(
        Screen.OWN_ROLL_DISPUTE,
        in_phase(Phase.CONFIRMING, lambda s: s.disputed and s.other.said is None),
        lambda s: words.answers_otherwise(s.name, require(s.me.said).values),
    ),
    PromptRow(
        Screen.ROLL_CONTESTED,
        in_phase(Phase.CONFIRMING, lambda s: s.disputed),
        lambda s: words.CALL_ALOUD if unreached(s.snapshot) else words.DICE_CONTESTED,
    ),
    PromptRow(
        Screen.ROLLS_CLAIMED,
        in_phase(Phase.CONFIRMING, lambda s: None not in (s.me.said, s.other.said)),
        lambda s: words.both_claims(
            require(s.me.said).values, s.name, require(s.other.said).values
        ),
    ),
    PromptRow(
        Screen.ROLL_CLAIMED,
        in_phase(Phase.CONFIRMING, lambda s: s.me.said is not None),
        lambda s: words.answers_roll(s.name),
    ),
    PromptRow(
        Screen.OTHER_CLAIMS_ROLL,
        in_phase(Phase.CONFIRMING, lambda s: s.other.said is not None),
        lambda s: _format_roll_claim(s, require(s.other.said).values),
    ),
    PromptRow(
        Screen.ROLL_PROPOSED,
        in_phase(Phase.CONFIRMING, lambda s: bool(_proposed(s))),
        lambda s: words.is_it(_proposed(s)),
    ),
    PromptRow(Screen.ROLL_ASKED, in_phase(Phase.CONFIRMING), always(words.WHAT_ROLLED)),
    # The cube, the move.
    PromptRow(
        Screen.PRESS_AFTER_DOUBLE,
        in_phase(Phase.DOUBLED, lambda s: s.on_turn and s.may_press),
        always(words.PRESS_CLOCK),
    ),
    PromptRow(
        Screen.OTHER_DECIDES,
        in_phase(Phase.DOUBLED, lambda s: s.on_turn),
        lambda s: words.decides(s.name),
    ),
    PromptRow(
        Screen.DOUBLED,
        in_phase(Phase.DOUBLED),
        lambda s: words.take_at(s.game.cube.offered or s.game.cube.level),
    ),
    PromptRow(
        Screen.PRESS_AFTER_MOVE,
        in_phase(Phase.MOVING, lambda s: not s.on_turn and s.may_press),
        always(words.PRESS_CLOCK),
    ),
    PromptRow(
        Screen.OTHER_MOVES,
        in_phase(Phase.MOVING, lambda s: not s.on_turn),
        lambda s: words.moves(s.name),
    ),
    PromptRow(
        Screen.MOVE_AFTER_DELAY,
        in_phase(
            Phase.MOVING,
            lambda s: (
                DeskPrompt.MOVE_AGAIN_AFTER_DELAY in s.snapshot.prompts
                and s.snapshot.running is s.side
                and not s.may_press
                and not s.delay_over
            ),
        ),
        always(words.MOVE_AFTER_DELAY),
    ),
    PromptRow(
        Screen.MOVE_AND_PRESS,
        in_phase(Phase.MOVING, lambda s: s.may_press or s.snapshot.clocked),
        lambda s: words.MOVE_AND_PRESS if s.snapshot.clocked else words.MOVE_AND_PRESS_BUTTON,
    ),
    PromptRow(Screen.MOVE_AND_LIFT, in_phase(Phase.MOVING), always(words.MOVE_AND_LIFT)),
    # What ends a game, or takes a move back.
    PromptRow(
        Screen.CLAIM,
        in_phase(
            Phase.CLAIMED,
            lambda s: s.snapshot.claim is not None and s.snapshot.claim.side is not s.side,
        ),
        lambda s: words.claims(s.name, require(s.snapshot.claim).level),
    ),
    PromptRow(Screen.OWN_CLAIM, in_phase(Phase.CLAIMED), lambda s: words.agrees(s.name)),
    PromptRow(
        Screen.OFFER,
        in_phase(
            Phase.OFFERED, lambda s: s.waiting.offer is not None and s.offer.side is not s.side
        ),
        lambda s: (words.claims_game if s.offer.winner is s.offer.side else words.gives_up)(
            s.name, s.offer.level, s.offer.certain
        ),
    ),
    PromptRow(Screen.OWN_OFFER, in_phase(Phase.OFFERED), lambda s: words.answers_offer(s.name)),
    PromptRow(
        Screen.EXPLAIN_AND_PRESS,
        in_phase(
            Phase.CHALLENGED,
            lambda s: s.snapshot.running is s.challenge.mover.other is s.side,
        ),
        always(words.EXPLAIN_AND_PRESS),
    ),
    PromptRow(
        Screen.OTHER_EXPLAINS,
        in_phase(Phase.CHALLENGED, lambda s: s.snapshot.running is s.challenge.mover.other),
        lambda s: words.explains_and_presses(s.name),
    ),
    PromptRow(
        Screen.OTHER_MOVE_CHALLENGED,
        in_phase(Phase.CHALLENGED, lambda s: s.side is not s.challenge.mover),
        lambda s: words.answers_illegal(s.name),
    ),
    PromptRow(
        Screen.MOVE_CHALLENGED,
        in_phase(Phase.CHALLENGED),
        lambda s: words.claims_illegal(s.name) if s.challenge.by else words.MOVE_MAY_BE_ILLEGAL,
    ),
    # Before, between and after games.
    PromptRow(
        Screen.SET_UP,
        in_phase(Phase.VACANT),
        always(words.BEING_SET_UP),
    ),
    PromptRow(
        Screen.READY,
        in_phase(Phase.BETWEEN_GAMES, lambda s: s.me.ready),
        lambda s: words.waits_for(s.name),
    ),
    PromptRow(
        Screen.CLOCKS_NOT_SET,
        in_phase(
            Phase.BETWEEN_GAMES, lambda s: DeskPrompt.WAIT_FOR_CLOCK_TIMES in s.snapshot.prompts
        ),
        always(words.DIRECTOR_SETS_CLOCKS),
    ),
    PromptRow(Screen.SCORE_CHECK, in_phase(Phase.BETWEEN_GAMES), always(words.CHECK_SCORE)),
    PromptRow(
        Screen.OWN_RESULT_DISPUTE,
        in_phase(
            Phase.MATCH_OVER,
            lambda s: s.waiting.wrong is not None and s.waiting.dispute is s.side,
        ),
        lambda s: words.you_dispute_result(require(s.waiting.wrong)),
    ),
    PromptRow(
        Screen.RESULT_DISPUTED,
        in_phase(
            Phase.MATCH_OVER,
            lambda s: s.waiting.wrong is not None and s.waiting.dispute is not None,
        ),
        lambda s: words.disputes_result(s.name, require(s.waiting.wrong)),
    ),
    PromptRow(
        Screen.NOBODY_WON,
        in_phase(Phase.MATCH_OVER, lambda s: s.snapshot.winner is None),
        always(words.NOBODY_WON),
    ),
    PromptRow(
        Screen.RESULT_TO_CONFIRM,
        in_phase(Phase.MATCH_OVER, lambda s: s.may("ResultConfirmed")),
        lambda s: words.confirm(s.winner),
    ),
    PromptRow(
        Screen.RESULT_TO_REPORT,
        in_phase(Phase.MATCH_OVER, lambda s: s.may("ResultReported")),
        lambda s: words.report(s.winner),
    ),
    PromptRow(
        Screen.RESULT_CONFIRMED,
        in_phase(Phase.MATCH_OVER, lambda s: not s.other.confirmed),
        lambda s: words.confirms(s.winner, s.name),
    ),
    PromptRow(
        Screen.NEXT_MATCH,
        in_phase(Phase.MATCH_OVER, lambda s: s.next_match is not None),
        lambda s: words.next_match(require(s.next_match).table, require(s.next_match).at),
    ),
    PromptRow(
        Screen.MATCH_OVER, in_phase(Phase.MATCH_OVER), lambda s: words.won_the_match(s.winner)
    ),
)


def rows(seen: Perspective) -> tuple[PromptRow, ...]:
    """Rows that hold, first the one to show; while the game asks, those of `YIELDS` come last."""
    held = [row for row in SCREENS if row.when(seen)]
    game_asks = seen.phase in ASKING and any(
        row.screen not in YIELDS and seen.may_any(row.answers) for row in held
    )
    return tuple(sorted(held, key=lambda row: game_asks and row.screen in YIELDS))


def _proposed(seen: Perspective) -> tuple[int, ...]:
    question = seen.snapshot.question
    return tuple(question.proposal or ()) if question is not None else ()


def _format_roll_claim(seen: Perspective, values: tuple[int, ...] | None) -> Text:
    """The other side's claim of what was rolled; for opening dice, whose die is which."""
    question = seen.snapshot.question
    if question is None or values is None:
        return words.claims_roll(seen.name, values)
    if question.side is None:
        first, second = (seen.called(each) for each in Side)
        return words.claims_opening(seen.name, first, second, values)
    if question.dice == 1:
        return words.claims_one_die(seen.name, seen.called(question.side), values[0])
    return words.claims_roll(seen.name, values)
