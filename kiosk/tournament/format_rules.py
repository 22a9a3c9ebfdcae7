"""What a format's file may say: a closed vocabulary, each value with its bounds."""

from collections.abc import Mapping
from dataclasses import dataclass

from kiosk.rules.rulebook.book import Source
from kiosk.rules.rulebook.key import key
from kiosk.rules.rulebook.vocabulary import Key, keys
from kiosk.tournament.tournament import LONGEST_MATCH, ClockNotice, Format

MOST_ROUNDS_DEEP = 99
"""A round that a file may name."""


@dataclass(frozen=True, slots=True)
class BracketSaid:
    third_place: bool = key("who lose the semi-finals play for third place")


@dataclass(frozen=True, slots=True)
class RoundSaid:
    length: int = key("points of a match", 1, LONGEST_MATCH)
    best_of: int = key("matches of a pairing at most, an odd number", 1, LONGEST_MATCH)
    clock: ClockNotice = key("what the draw sheet says of clocks")
    first: int = key(
        "first of these rounds; 0 is the final, -1 the round before it",
        -MOST_ROUNDS_DEEP,
        MOST_ROUNDS_DEEP,
    )
    last: int = key("last of them, counted the same", -MOST_ROUNDS_DEEP, MOST_ROUNDS_DEEP)


@dataclass(frozen=True, slots=True)
class OfferedFormat:
    """A format as its file says it; who makes a division changes what he wants of it.

    `title` and `means` are English, of which the catalogue knows those of the shipped ones.
    """

    format_id: str
    means: str
    format: Format
    sources: tuple[Source, ...] = ()

    def to_confirm(self) -> tuple[Source, ...]:
        """The values no text prints, or not clearly: the director confirms them."""
        return tuple(source for source in self.sources if source.director_confirms)


SECTIONS: Mapping[str, type] = {"bracket": BracketSaid, "round": RoundSaid}
"""Tables that may stand in a file more than once, as `[[bracket]]`."""

KEYS: tuple[Key, ...] = keys(SECTIONS)
