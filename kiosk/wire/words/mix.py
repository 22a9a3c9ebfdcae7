"""Facts about mixed dice and baffle boxes, in words."""

from collections.abc import Mapping

from kiosk.rules.mix import DiceMixDemanded, MixerChanged, MixerWished, PicksOrdered
from kiosk.rules.rulebook import FirstPick
from kiosk.rules.table import Half
from kiosk.wire.phrases import clause, side, who
from kiosk.wire.words.said import said

_HALVES: Mapping[Half, str] = {
    Half.PICTURE_LEFT: "the picture's left half",
    Half.PICTURE_RIGHT: "the picture's right half",
    Half.BAR: "the bar",
    Half.OFF: "the board",
}
_FIRST: Mapping[FirstPick, str] = {
    FirstPick.RANDOM_DRAW: "who picks first is drawn",
    FirstPick.OPPONENT: "the other picks first",
    FirstPick.ROLL_OR_AGREEMENT: "who picks first is rolled for or agreed",
}


@said.register
def _(event: DiceMixDemanded) -> str:
    return f"{side(event.side)} has the dice mixed: {_FIRST[event.first_pick]}."


@said.register
def _(event: PicksOrdered) -> str:
    return f"Dice are picked in turn by {', '.join(side(pick) for pick in event.picks)}."


@said.register
def _(event: MixerWished) -> str:
    return f"{side(event.side)} asks for a baffle box beside {_HALVES[event.mixer]}."


@said.register
def _(event: MixerChanged) -> str:
    mixer = event.setup.mixer
    how = "from cups" if mixer is None else f"through a baffle box beside {_HALVES[mixer]}"
    by = f", as {who(event.by)} orders, because {clause(event.why)}" if event.by else ""
    return f"From the next roll on the dice are thrown {how}{by}."
