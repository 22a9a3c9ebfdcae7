"""Dice thrown by the side that is not on turn yet."""

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
"""Dice shaken because the half said so come to rest within this."""


def early_dice(match: Match, facts: RollFacts, at: Instant) -> tuple[DieFact, ...] | None:
    """The dice of this look that the side not on turn has thrown; None: it has thrown none.

    With a clock the mover's dice lie there until the press, so a shared pair that was lifted and
    rolled again is the other's roll. Without one each side has its own pair in its own half.
    """
    settled = match.dicing.early is not None or require(match.game).doubles.early is not None
    if settled or not facts.rolled or _still_its_turn(match, at):
        return None
    side = _waiting(match)
    return _shared_pair(match, facts, side) if match.clocked else second_pair(match, facts, side)


def _still_its_turn(match: Match, at: Instant) -> bool:
    """The move before was taken back while these dice were in the air, or hardly before."""
    return require(match.game).moves.again and at < match.clock.since + IN_THE_AIR_NS


def _waiting(match: Match) -> Side:
    return require(require(match.game).on_turn).other


def _shared_pair(match: Match, facts: RollFacts, side: Side) -> tuple[DieFact, ...] | None:
    """Dice that show the mover's own roll may be his, put down elsewhere."""
    dice, setup = facts.dice, require(match.setup)
    shown = [die.guess for die in dice if die.guess is not None]
    mine = high_first(tuple(shown)) == require(match.game).roll
    half = setup.mixer or setup.seats.of(side).right_half
    there = len(dice) == 2 and all(die.half is half for die in dice)
    return dice if there and not match.dice_down and not mine else None


def second_pair(match: Match, facts: RollFacts, side: Side) -> tuple[DieFact, ...] | None:
    setup = require(match.setup)
    if setup.mixer is not None or setup.dice is not DicePairs.PAIR_EACH or len(facts.dice) != 4:
        return None
    half = setup.seats.of(side).right_half
    own = tuple(die for die in facts.dice if die.half is half)
    return own if len(own) == 2 else None


def note_early(decision: Decision, dice: tuple[DieFact, ...], facts: RollFacts) -> None:
    """What the book makes of them: void and thrown again, or kept until the turn is over."""
    side, own = _waiting(decision.match), replace(facts, dice=dice)
    cites = (decision.book.cite("roll.premature"),)
    if decision.book.roll.premature is PrematureRoll.THROWN_AGAIN:
        decision.emit(RollRefused(side, (Reason.PREMATURE,), own, cites))
    else:
        decision.emit(RolledEarly(side, own, cites))


def early_doubts(match: Match) -> Against:
    """Dice that came through an uncounted baffle box might have been laid there."""
    sure = require(match.setup).mixer is None or match.counts_dice
    return NOTHING if sure else (Reason.PREMATURE,)


def begin_in_wait(decision: Decision, at: Instant) -> None:
    """Who took dice early waits out the delay (norway §4.1(v)(b)); if it begins, the delay is gone.

    It is the delay of its turn that it forfeited, so its reserve runs from then.
    """
    match, side = decision.match, decision.game.on_turn
    waits = side is not None and match.dicing.forfeits is side and match.clock.running is side
    if side is not None and waits and read(match.clock, at).delay_left > 0:
        stop_clock(decision, at)
        decision.emit(ClockStarted(side, not_before(decision, at), Nanos(0)))
