"""What the director was called about: one sentence, the same on both halves."""

from collections.abc import Callable, Mapping

from kiosk.catalogue.stops import CALLED_ABOUT
from kiosk.catalogue.text import Text
from kiosk.rules.match import Phase
from kiosk.rules.match.outcome import Matter
from kiosk.rules.units import SIDES, Side, require
from kiosk.screen import words
from kiosk.screen.prompt import SCREENS
from kiosk.screen.seen import Perspective, Screen
from kiosk.wire.waiting import ContestedView


def describe_contested(seen: Perspective) -> Text | None:
    """Describe what is contested, else the question that was open when the director was called.

    None if he was not called, or neither is known.
    """
    waiting, caller = seen.waiting, seen.snapshot.director_called
    if seen.snapshot.stop is None or caller is None:
        return None
    if waiting.disputed is not None:
        claim = waiting.disputed
        by, other = seen.called(claim.side), seen.called(claim.side.other)
        return words.dice_contested(by, other, claim.matter)
    if waiting.contested is not None:
        return MATTERS[waiting.contested.matter](seen, waiting.contested)
    if waiting.about in CALLED_ABOUT:
        return words.asked_about(seen.called(caller), require(waiting.about))
    return _find_open_question(seen)


def _find_open_question(seen: Perspective) -> Text | None:
    """The question that was open as the director was called; the game's own goes first."""
    claims = require(seen.snapshot.sides).map(lambda each: each.said)
    if seen.phase is Phase.CONFIRMING and None not in (claims.white, claims.black):
        return _roll(seen, None)
    for screen, asks in _askers(seen).items():
        if asks is not None:
            asked = Perspective(seen.snapshot, asks.other, seen.at)
            question = next(row for row in SCREENS if row.screen is screen).sentence(asked)
            return words.is_asked(seen.called(asks.other), question)
    return None


def _askers(seen: Perspective) -> Mapping[Screen, Side | None]:
    """The side that asks each of these questions, if it is open."""
    shown, waiting, phase = seen.snapshot, seen.waiting, seen.phase
    sides = require(shown.sides)
    challenge, dice = waiting.challenge, waiting.dice
    claimant = next((side for side in SIDES if sides.of_side(side).said is not None), None)
    return {
        Screen.OFFER: waiting.offer.side if waiting.offer else None,
        Screen.CLAIM: shown.claim.side if shown.claim else None,
        Screen.MOVE_CHALLENGED: challenge.by if challenge else None,
        Screen.DOUBLED: seen.game.on_turn if phase is Phase.DOUBLED else None,
        Screen.OTHER_CLAIMS_ROLL: claimant if phase is Phase.CONFIRMING else None,
        Screen.PRESS_BACK: waiting.press_back,
        Screen.BOARD_DOUBLE: waiting.double.by if waiting.double else None,
        Screen.DICE_CLAIM: dice.side if dice is not None and dice.waits else None,
    }


def _double(seen: Perspective, contested: ContestedView) -> Text:
    double = contested.double
    by, other = contested.side.other, contested.side
    doubler = double.doubler if double else by
    answer = double.answer if double else None
    return words.double_contested(seen.called(by), seen.called(doubler), seen.called(other), answer)


def _cube(seen: Perspective, contested: ContestedView) -> Text:
    if contested.level is None:
        return words.CUBE_IN_QUESTION
    owner = seen.called(contested.owner) if contested.owner else None
    return words.cube_contested(seen.called(contested.side), contested.level, owner)


def _offer(seen: Perspective, _contested: ContestedView) -> Text | None:
    offer = seen.waiting.offer
    if offer is None:
        return None
    by, other = seen.called(offer.side), seen.called(offer.side.other)
    if offer.winner is offer.side:
        return words.claim_contested(by, offer.level, other)
    return words.giving_up_contested(by, offer.level, other)


def _roll(seen: Perspective, _contested: ContestedView | None) -> Text | None:
    first, second = Side
    claims = require(seen.snapshot.sides).map(lambda each: each.said)
    if claims.white is None or claims.black is None:
        return None
    return words.roll_contested(
        seen.called(first), claims.white.values, seen.called(second), claims.black.values
    )


def _move(seen: Perspective, _contested: ContestedView) -> Text | None:
    challenge = seen.waiting.challenge
    if challenge is None:
        return None
    mover = seen.called(challenge.mover)
    if challenge.by is None:
        return words.move_questioned(mover)
    return words.move_contested(seen.called(challenge.by), mover)


MATTERS: Mapping[Matter, Callable[[Perspective, ContestedView], Text | None]] = {
    Matter.BOARD_DOUBLE: _double,
    Matter.WORD_AND_ACT: lambda seen, put: words.word_and_act(seen.called(put.side)),
    Matter.CUBE: _cube,
    Matter.DROPPED_DOUBLE: lambda _seen, _put: words.DROPPED_DOUBLE,
    Matter.FROZEN_DOUBLE: lambda _seen, _put: words.FROZEN_DOUBLE,
    Matter.SCORE: lambda _seen, _put: words.SCORE_IN_QUESTION,
    Matter.OFFER: _offer,
    Matter.SETTLEMENT: lambda seen, put: words.settlement(seen.called(put.side)),
    Matter.ROLL: _roll,
    Matter.ILLEGAL_MOVE: _move,
}
