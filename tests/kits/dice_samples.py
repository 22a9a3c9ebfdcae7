"""Commands about permissions, early rolls, mixed dice and baffle boxes: plausible and not."""

from typing import Any

from kiosk.rules.table import Half
from kiosk.rules.units import SIDES, Instant
from kits import commands as c


def dice_told(kind: type[c.Command], at: Instant) -> list[c.Command]:
    """What sides say of the dice."""
    fields: dict[type[c.Command], list[tuple[Any, ...]]] = {
        c.UnevenSurfaceClaimed: [((),), ((3,),), ((5, 3),), ((0, 9),)],
        c.RollDisputeTapped: [(values,) for values in (None, (3,), (5, 3), (6, 1), (0, 9))],
        c.MixerWishTapped: [(half,) for half in Half],
    }
    return [kind(at, side, *each) for each in fields.get(kind, []) for side in SIDES]


DICE_ORDERED: dict[type[c.Command], list[tuple[Any, ...]]] = {
    c.RollOrdered: [(values,) for values in (None, (3,), (5, 3), (6, 1), (0, 9))],
    c.PastRollOrdered: [((5, 3), 41), ((4,), 7), ((), 41), ((5, 7), 41), ((5, 3), 0)],
    c.DelayForfeitOrdered: [(side,) for side in SIDES],
    c.MixerOrdered: [
        (Half.PICTURE_LEFT, False),
        (Half.PICTURE_LEFT, True),
        (None, False),
        (None, True),
        (Half.BAR, False),
    ],
}
