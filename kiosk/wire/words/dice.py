"""Facts about dice, in words."""

from kiosk.rules.dice.facts import (
    DicePickedUp,
    OpeningDieRolled,
    OpeningTied,
    OpeningWon,
    RollAccepted,
    RollHeld,
    RollQuestioned,
    RollRefused,
    RollStated,
    TowerCounted,
)
from kiosk.wire.phrases import because, dice, side
from kiosk.wire.words.said import said


@said.register
def _(event: TowerCounted) -> str:
    return f"The baffle box took {event.dropped} dice and gave {event.came_out}."


@said.register
def _(_event: DicePickedUp) -> str:
    return "The dice were lifted."


@said.register
def _(_event: RollHeld) -> str:
    return "Dice were read; the table waits for the baffle box's count."


@said.register
def _(event: RollQuestioned) -> str:
    guess = f"; the table would say {dice(event.proposal)}" if event.proposal else ""
    return (
        f"Both sides are asked what {side(event.side, 'they')} rolled, "
        f"because {because(event.reasons)}{guess}."
    )


@said.register
def _(event: RollStated) -> str:
    return f"{side(event.side)} says: {dice(event.values)}."


@said.register
def _(event: RollRefused) -> str:
    whose = f"{side(event.side)}'s" if event.side else "The opening"
    return f"{whose} roll does not count, because {because(event.reasons)}."


@said.register
def _(event: OpeningDieRolled) -> str:
    how = "camera" if event.facts else "by touch"
    return f"{side(event.side)}'s opening die is {event.value} ({how})."


@said.register
def _(event: OpeningTied) -> str:
    return f"Both opening dice are {event.value}: they are rolled again."


@said.register
def _(event: OpeningWon) -> str:
    presses = f"; {side(event.presses)} starts the clock" if event.presses else ""
    return f"{side(event.side)} begins with {dice(event.values)}{presses}."


@said.register
def _(event: RollAccepted) -> str:
    how = "by touch" if event.by_touch else "camera"
    return f"{side(event.side)} rolled {dice(event.values)} ({how})."
