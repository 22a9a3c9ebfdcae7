"""The director's rulings on time used up."""

from dataclasses import dataclass

from kiosk.rules.commands.command import Order
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class ExpiryRuled(Order):
    """Time used up is ruled on.

    `first` is whose was used up first; None: nobody can tell. `gin` is who is sure to win the
    match on the board; None: nobody.
    """

    first: Side | None
    gin: Side | None
