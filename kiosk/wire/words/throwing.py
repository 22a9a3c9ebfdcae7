"""Facts about permissions, claims and early rolls, in words."""

from collections.abc import Mapping

from kiosk.rules.dice.facts import (
    ConsentAsked,
    LeftAllowed,
    LeftEnded,
    PresumptionNoted,
    RerollAllowed,
    RolledEarly,
)
from kiosk.rules.dice_claims import (
    ClosedOutSaid,
    DelayForfeited,
    DiceClaimed,
    DiceClaimGranted,
    DiceDisputed,
    EarlyPickupNoted,
)
from kiosk.rules.match.dicing import DiceMatter
from kiosk.rules.rulebook import LeftRoll, PermissionEnd
from kiosk.rules.turn import PressedUnrolled
from kiosk.wire.phrases import because, clause, side, who
from kiosk.wire.words.said import said

_ENDS: Mapping[PermissionEnd, str] = {
    PermissionEnd.WITHDRAWN: "it was withdrawn",
    PermissionEnd.RIGHT_ROLL: "it rolled on its right half again",
    PermissionEnd.GAME_OVER: "the game is over",
}
_MATTERS: Mapping[DiceMatter, str] = {
    DiceMatter.EARLY_PICKUP: "the dice were taken before the turn was over",
    DiceMatter.ONE_DIE_LIFTED: "one of the dice was lifted",
    DiceMatter.CLOSED_OUT: "it can't move whatever it rolls",
    DiceMatter.CROWDED: "its home board is crowded",
    DiceMatter.REROLL: "its roll does not count",
}


@said.register
def _(event: LeftAllowed) -> str:
    permitted = event.by is LeftRoll.WITH_PERMISSION
    why = "with permission" if permitted else "as it says that its home board is crowded"
    return f"{side(event.side)} may roll on its left half, {why}."


@said.register
def _(event: LeftEnded) -> str:
    return f"{side(event.side)} rolls on its right half only, because {_ENDS[event.why]}."


@said.register
def _(event: ConsentAsked) -> str:
    return f"{side(event.side)} is asked to consent before {side(event.side.other)} rolls again."


@said.register
def _(event: RerollAllowed) -> str:
    return f"{side(event.side)} consents to another roll."


@said.register
def _(event: PresumptionNoted) -> str:
    return (
        f"In a dispute the presumption is for {side(event.side)}, because {because([event.reason])}"
        "."
    )


@said.register
def _(event: ClosedOutSaid) -> str:
    return f"{side(event.side)} says that it can't move whatever it rolls."


@said.register
def _(event: PressedUnrolled) -> str:
    return f"{side(event.side)} ended its turn without a roll: an illegal move."


@said.register
def _(event: RolledEarly) -> str:
    other = side(event.side.other)
    return f"{side(event.side)} rolled before {other}'s turn was over; the roll stands."


@said.register
def _(event: DiceClaimed) -> str:
    return f"{side(event.side)} says that {_MATTERS[event.matter]}."


@said.register
def _(event: DiceClaimGranted) -> str:
    return f"{side(event.side)} agrees that {_MATTERS[event.matter]}."


@said.register
def _(event: DiceDisputed) -> str:
    other = side(event.side.other)
    return f"{side(event.side)} contests what {other} says: {_MATTERS[event.matter]}."


@said.register
def _(event: EarlyPickupNoted) -> str:
    return f"{side(event.side)} took the dice before {side(event.side.other)}'s turn was over."


@said.register
def _(event: DelayForfeited) -> str:
    ruled = f", as {who(event.by)} rules, because {clause(event.why)}" if event.by else ""
    return f"{side(event.side)} waits out the delay of its next turn before it starts{ruled}."
