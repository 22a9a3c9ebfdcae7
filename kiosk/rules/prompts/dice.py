"""Prompts about the dice; derived from the match, never stored in it."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType

from kiosk.rules.match import Match, Phase
from kiosk.rules.match.dicing import Mix
from kiosk.rules.rulebook import CupRule, FirstPick, Reposition
from kiosk.rules.units import require


class DicePrompt(StrEnum):
    """What both players, or the one whose turn it is, should do now."""

    LIPPED_CUPS = "lipped_cups"
    """Take cups with a lip."""
    SHAKE_OFTEN_ENOUGH = "shake_often_enough"
    """Shake the cup as often as the book requires before each roll."""
    PICK_DICE_IN_TURN = "pick_dice_in_turn"
    """The dice are mixed; pick them one after the other in the order shown."""
    DRAW_FIRST_PICK = "draw_first_pick"
    """Draw lots for the first pick, and enter who it is."""
    ROLL_FOR_FIRST_PICK = "roll_for_first_pick"
    """Roll for the first pick, or agree, and enter who it is."""
    ROLL_BOTH_AGAIN = "roll_both_again"
    """The roll does not count: roll both dice again."""
    CONSENT_TO_REROLL = "consent_to_reroll"
    """The opponent first consents to a new roll."""
    WAIT_OUT_DELAY = "wait_out_delay"
    """The side that took the dice early begins only when the delay has run out."""
    END_TURN_UNROLLED = "end_turn_unrolled"
    """A side that can't move ends its turn by the button, without a roll."""
    HAVE_TURN_ROLLED = "have_turn_rolled"
    """The last turn ended without a roll: the opponent may have that corrected."""
    FINISH_TURN_KNOWING_ROLL = "finish_turn_knowing_roll"
    """Finish the turn; the roll that was made too early counts after it."""
    ANSWER_DICE_CLAIM = "answer_dice_claim"
    """Agree or not with the other's claim about the dice."""
    LIFT_BOTH_DICE = "lift_both_dice"
    """Lift both dice to end the turn."""
    TELL_BEFORE_MOVING_DICE = "tell_before_moving_dice"
    """Tell the opponent before dice are moved to make room."""


Asked = Iterator[DicePrompt]


def dice_prompts(match: Match) -> tuple[DicePrompt, ...]:
    """The current prompts; none before a match is open."""
    if match.book is None or match.phase not in _ASKED:
        return ()
    claim = [DicePrompt.ANSWER_DICE_CLAIM] if match.dicing.claim is not None else []
    return (*_ASKED[match.phase](match), *claim)


def _between_games(match: Match) -> Asked:
    rules = require(match.book).roll
    if match.games_played == 0 and rules.cup is CupRule.LIPPED:
        yield DicePrompt.LIPPED_CUPS
    if match.games_played == 0 and rules.shakes:
        yield DicePrompt.SHAKE_OFTEN_ENOUGH
    if match.dicing.mix is not None:
        yield _mixed(match.dicing.mix)


def _mixed(mix: Mix) -> DicePrompt:
    if mix.picks:
        return DicePrompt.PICK_DICE_IN_TURN
    drawn = mix.first_pick is FirstPick.RANDOM_DRAW
    return DicePrompt.DRAW_FIRST_PICK if drawn else DicePrompt.ROLL_FOR_FIRST_PICK


def _to_roll(match: Match) -> Asked:
    dicing, game = match.dicing, require(match.game)
    if dicing.consents is not None:
        yield DicePrompt.CONSENT_TO_REROLL
    elif game.refused_for:
        yield DicePrompt.ROLL_BOTH_AGAIN
    if dicing.forfeits is game.on_turn:
        yield DicePrompt.WAIT_OUT_DELAY
    if dicing.closed_out:
        yield DicePrompt.END_TURN_UNROLLED
    if dicing.unrolled is not None:
        yield DicePrompt.HAVE_TURN_ROLLED


def _moving(match: Match) -> Asked:
    if match.dicing.early is not None:
        yield DicePrompt.FINISH_TURN_KNOWING_ROLL
    if require(match.book).dice.reposition is Reposition.WITH_NOTICE:
        yield DicePrompt.TELL_BEFORE_MOVING_DICE
    if not match.clocked:
        yield DicePrompt.LIFT_BOTH_DICE


_ASKED: Mapping[Phase, Callable[[Match], Asked]] = MappingProxyType(
    {Phase.BETWEEN_GAMES: _between_games, Phase.TO_ROLL: _to_roll, Phase.MOVING: _moving}
)
