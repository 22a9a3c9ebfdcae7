"""Facts about time used up, in words."""

from kiosk.rules.expiry import ExpiryCounted, SecondControlStarted
from kiosk.rules.penalties import CrawfordOrdered, CubeFrozen
from kiosk.wire.phrases import clause, side, times, who
from kiosk.wire.words.said import said


@said.register
def _(event: ExpiryCounted) -> str:
    return f"{side(event.side)}'s time used up in game {event.game} counts as an offence."


@said.register
def _(event: SecondControlStarted) -> str:
    return (
        f"{who(event.by)} starts the second time control, because {clause(event.why)}: "
        f"{times(event.reserve)}."
    )


@said.register
def _(_event: CubeFrozen) -> str:
    return "The cube is frozen for the rest of this game."


@said.register
def _(_event: CrawfordOrdered) -> str:
    return "The next game is the Crawford game."
