"""The formats beside the knock-out, as a division is played in them."""

from collections.abc import Mapping
from types import MappingProxyType

from kiosk.tournament import played_groups, played_swing, played_swiss
from kiosk.tournament.played import FormatPlay
from kiosk.tournament.tournament import DivisionFormat

FORMAT_PLAYS: Mapping[str, FormatPlay] = MappingProxyType(
    {way.name: way for way in (played_swiss.WAY, played_groups.WAY, played_swing.WAY)}
)
"""By the name of the rules in a division's format."""


def format_play_of(form: DivisionFormat) -> FormatPlay | None:
    """The division's format; None: a knock-out."""
    return next(
        (way for name, way in FORMAT_PLAYS.items() if getattr(form, name) is not None), None
    )
