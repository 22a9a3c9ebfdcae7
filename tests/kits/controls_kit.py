"""What can be tapped in a half, walked through by tests."""

from collections.abc import Iterator

from kiosk.catalogue.key import Corner
from kiosk.catalogue.text import ENGLISH
from kiosk.rules.units import Side
from kiosk.screen.controls import Give, NumberDone, Pad, Pick, apply_tap, row
from kiosk.screen.view import HalfView, view
from kiosk.wire.snapshot import Snapshot
from kits.pseudo_kit import PSEUDO
from kits.screen_kit import UP, pads

THERE = {"en": ENGLISH, "xx": PSEUDO}
"""A half that is in English may choose the other."""


def half(snapshot: Snapshot, side: Side) -> HalfView:
    found = view(snapshot, snapshot.at_ns, UP, there=THERE).half(side)
    assert found is not None
    return found


def reachable(one: HalfView) -> list[Give]:
    """Everything that can be given by tapping: each die a one, each number as it starts. The
    director, who can be called whatever stands open, is counted in the row.
    """
    gifts = []
    for pad in (None, *pads(one)):
        keys = row(one.controls, pad)
        taps = [key.tap for key in keys if pad is None or key.at is not Corner.DIRECTOR]
        gifts += [tap for tap in taps if isinstance(tap, Give)]
        if pad is not None and pad.entering is not None:
            gifts.append(entered(one, pad))
    return gifts


def entered(one: HalfView, pad: Pad) -> Give:
    """What a pad gives, by the first key of each number."""
    while True:
        taps = [key.tap for key in row(one.controls, pad)]
        chosen = (
            NumberDone()
            if NumberDone() in taps
            else next(tap for tap in taps if isinstance(tap, Pick))
        )
        after, gift = apply_tap(one.controls, one.occasion, pad, chosen)
        if gift is not None:
            assert after is None
            return gift
        assert after is not None
        pad = after


def roll_pad(one: HalfView, *values: int) -> Pad:
    """The die pad with so much tapped into it."""
    action = next(
        each.action
        for each in one.controls
        if each.action.kind == "RollEntered" and each.action.dice
    )
    return Pad((), one.occasion, action, values)


def walked(one: HalfView) -> Iterator[Pad]:
    """Everything that can stand open, and each further number of it."""
    for pad in pads(one):
        each: Pad | None = pad
        while each is not None:
            yield each
            each = _next_number(one, each)


def _next_number(one: HalfView, pad: Pad) -> Pad | None:
    taps = [key.tap for key in row(one.controls, pad)]
    chosen = next((tap for tap in taps if isinstance(tap, NumberDone | Pick)), None)
    return apply_tap(one.controls, one.occasion, pad, chosen)[0] if chosen else None
