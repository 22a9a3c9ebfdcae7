"""What holds of dice whatever anybody does: permissions, consent, early rolls, closed-out turns."""

from kiosk.rules.match import IN_GAME, Match, Phase
from kiosk.rules.match.dicing import Dicing
from kiosk.rules.rulebook import LeftRoll, MixerUse
from kiosk.rules.units import BySide
from kits import commands as c
from kits import events as e


def dice_are_sound(match: Match) -> None:
    """What was said of dice holds where it can matter, and only under a book that knows it."""
    dicing, game, book = match.dicing, match.game, match.book
    if match.phase not in IN_GAME or game is None or book is None:
        assert Dicing(left=dicing.left, mixer_wished=dicing.mixer_wished, mix=dicing.mix) == dicing
        return
    assert dicing.mix is None
    if dicing.left != BySide(False, False):
        assert book.roll.left is not LeftRoll.NEVER
    if dicing.consents is not None:
        assert book.roll.cocked_needs_consent
        assert dicing.consents is not game.on_turn
        assert game.refused_for
    if dicing.early is not None:
        assert dicing.early.side is not game.on_turn
        assert match.phase not in {Phase.TO_ROLL, Phase.CONFIRMING, Phase.DOUBLED}
    if dicing.meanwhile is not None:
        assert match.phase is not Phase.TO_ROLL or dicing.pressed is not None
        assert dicing.early is None
    if dicing.alone is not None and match.phase is Phase.TO_ROLL:
        assert dicing.alone is not game.on_turn
    if dicing.closed_out:
        assert match.phase is not Phase.MOVING
    if match.setup is not None and match.setup.mixer is not None:
        assert book.roll.mixer is not MixerUse.CUP_ONLY


def rolls_count_by_the_book(before: Match, command: c.Command, events: tuple[e.Event, ...]) -> None:
    """No look at dice counts before consent, nor an early one before its turn; a turn has one.

    A roll is of the side whose turn it is as it counts: turns end by turns.
    """
    counted = [event for event in events if isinstance(event, e.RollAccepted)]
    ended = [event for event in events if isinstance(event, e.TurnEnded)]
    assert len(counted) <= 1 + len(ended)
    if isinstance(command, c.RollRead) and before.dicing.consents is not None and not ended:
        assert not counted
    on_turn = before.game.on_turn if before.game else None
    for event in events:
        if isinstance(event, e.TurnEnded):
            assert event.side is on_turn
            on_turn = event.side.other
        elif isinstance(event, e.TurnReturned):
            on_turn = event.side
        elif isinstance(event, e.RollAccepted):
            assert event.side is on_turn
