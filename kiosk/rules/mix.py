"""Dice mixed before a game, and who picks them in what order."""

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.match import Match
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import DiceInPlay, FirstPick, MixWhen
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import Side, promised


def against_demanding(match: Match, _command: c.MixDemanded) -> Against:
    reasons: list[Reason] = []
    if promised(match.book).dice.mix_when is MixWhen.BEFORE_MATCH and match.games_played:
        reasons.append(Reason.MIX_BEFORE_MATCH)
    if match.dicing.mix is not None:
        reasons.append(Reason.MIXED_ALREADY)
    return tuple(reasons)


def demand(story: Story, command: c.MixDemanded) -> None:
    """Where the book names who picks first, the order follows; else the players draw or agree."""
    key = _pick_key(story.match)
    first_pick: FirstPick = story.book.value(key)
    cites = (story.book.cite("dice.mix_when"), story.book.cite(key))
    story.tell(e.DiceMixDemanded(command.side, first_pick, cites))
    if first_pick is FirstPick.OPPONENT:
        _order(story, command.side.other)


def against_picking(match: Match, _command: c.FirstPickTapped) -> Against:
    mix = match.dicing.mix
    if mix is None:
        return (Reason.NOT_NOW,)
    return (Reason.ALREADY_DONE,) if mix.picks else NOTHING


def pick_first(story: Story, command: c.FirstPickTapped) -> None:
    _order(story, command.side)


def _order(story: Story, first: Side) -> None:
    each = (first, first.other)
    shared = _in_play(story.match) is DiceInPlay.SHARED_PAIR
    cites = (story.book.cite(_pick_key(story.match)), story.book.cite(_in_play_key(story.match)))
    story.tell(e.PicksOrdered(each if shared else each * 2, cites))


def _pick_key(match: Match) -> str:
    if match.games_played == 0:
        return "dice.pick_at_start"
    return "dice.pick_later_with_clock" if match.clocked else "dice.pick_later"


def _in_play_key(match: Match) -> str:
    return "dice.with_clock" if match.clocked else "dice.without_clock"


def _in_play(match: Match) -> DiceInPlay:
    in_play: DiceInPlay = promised(match.book).value(_in_play_key(match))
    return in_play
