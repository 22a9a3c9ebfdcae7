"""Dice thrown by the side that is not yet on turn."""

from dataclasses import replace

from kiosk.rules.act import NOTHING, Against
from kiosk.rules.clock import read
from kiosk.rules.decision import Decision
from kiosk.rules.dice.facts import RolledEarly, RollRefused
from kiosk.rules.match import Match
from kiosk.rules.play import ClockStarted, not_before, stop_clock
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import DieFact, RollFacts, high_first
from kiosk.rules.rulebook import PrematureRoll
from kiosk.rules.table import DicePairs
from kiosk.rules.units import SECOND_NS, Instant, Nanos, Side, require

IN_THE_AIR_NS = 3 * SECOND_NS
"""Dice shaken in response to the half's prompt come to rest within this time."""


def early_dice(match: Match, facts: RollFacts, at: Instant) -> tuple[DieFact, ...] | None:
    """The dice of this look thrown by the side not on turn; None if it has thrown none.

    With a clock the mover's dice lie there until the press, so a shared pair that was lifted and
    rolled again is the other's roll. Without one each side has its own pair in its own half.
    """
    settled = match.dicing.early is not None or require(match.game).doubles.early is not None
    if settled or not facts.rolled or _still_its_turn(match, at):
        return None
    side = _waiting(match)
    return _shared_pair(match, facts, side) if match.clocked else second_pair(match, facts, side)


def _still_its_turn(match: Match, at: Instant) -> bool:
    """Whether the move before was taken back while these dice were in the air, or just before."""
    return require(match.game).moves.again and at < match.clock.since + IN_THE_AIR_NS


def _waiting(match: Match) -> Side:
    return require(require(match.game).on_turn).other


def _shared_pair(match: Match, facts: RollFacts, side: Side) -> tuple[DieFact, ...] | None:
    """Dice that show the mover's own roll may be his, moved elsewhere."""
    dice, setup = facts.dice, require(match.setup)
    shown = [die.guess for die in dice if die.guess is not None]
    mine = high_first(tuple(shown)) == require(match.game).roll
    half = setup.mixer or setup.seats.of_side(side).right_half
    there = len(dice) == 2 and all(die.half is half for die in dice)
    return dice if there and not match.dice_down and not mine else None


def second_pair(match: Match, facts: RollFacts, side: Side) -> tuple[DieFact, ...] | None:
    setup = require(match.setup)
    if setup.mixer is not None or setup.dice is not DicePairs.PAIR_EACH or len(facts.dice) != 4:
        return None
    half = setup.seats.of_side(side).right_half
    own = tuple(die for die in facts.dice if die.half is half)
    return own if len(own) == 2 else None


def note_early(decision: Decision, dice: tuple[DieFact, ...], facts: RollFacts) -> None:
    """Void the dice and have them thrown again, or keep them for the turn, by the book."""
    side, own = _waiting(decision.match), replace(facts, dice=dice)
    cites = (decision.book.cite("roll.premature"),)
    if decision.book.roll.premature is PrematureRoll.THROWN_AGAIN:
        decision.emit(RollRefused(side, (Reason.PREMATURE,), own, cites))
    else:
        decision.emit(RolledEarly(side, own, cites))


def early_doubts(match: Match) -> Against:
    """Dice through a baffle box without a count might have been placed by hand."""
    sure = require(match.setup).mixer is None or match.counts_dice
    return NOTHING if sure else (Reason.PREMATURE,)


def begin_in_wait(decision: Decision, at: Instant) -> None:
    """Begin a turn during the wait for a forfeited delay (norway §4.1(v)(b)); the delay is then
    gone.

    It is the delay of its turn that the side forfeited, so its reserve runs from then.
    """
    match, side = decision.match, decision.game.on_turn
    waits = side is not None and match.dicing.forfeits is side and match.clock.running is side
    if side is not None and waits and read(match.clock, at).delay_left > 0:
        stop_clock(decision, at)
        decision.emit(ClockStarted(side, not_before(decision, at), Nanos(0)))
