"""Where the players of a finished match play next, as their event knows it."""

from typing import Annotated

import msgspec

from kiosk.rules.units import Side
from kiosk.wire.bounds import Id


class NextMatch(msgspec.Struct, frozen=True):
    """A table's number, and the time of day when the match begins, as `15:40`, at the event."""

    table: Annotated[int, msgspec.Meta(ge=1, le=9999)]
    at: Annotated[str, msgspec.Meta(pattern=r"^[0-2][0-9]:[0-5][0-9]$")]


class NextMatches(msgspec.Struct, frozen=True, omit_defaults=True):
    """Each side's next match after the match `match_id`; None: not called yet."""

    match_id: Id
    white: NextMatch | None = None
    black: NextMatch | None = None

    def of_side(self, side: Side) -> NextMatch | None:
        """The next match of a side."""
        return self.white if side is Side.WHITE else self.black
