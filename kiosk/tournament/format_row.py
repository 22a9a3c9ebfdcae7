"""Standing of a player in a format other than the knock-out."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FormatStanding:
    """A player's standing in a `group`, or "" for all; equal players share a `place`, from 1.

    `measures` rank players with equally many wins, in this order; more is better.
    """

    group: str
    place: int
    entry_id: str
    wins: int
    losses: int
    measures: tuple[tuple[str, int], ...]
    still_in: bool
