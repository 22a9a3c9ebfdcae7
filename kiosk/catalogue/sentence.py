"""What is said of a fact, where the timeline shows it, and what it leaves open."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from kiosk.catalogue.text import Text
from kiosk.rules.fact import Event


class Group(StrEnum):
    """The filters of the timeline."""

    ROLLS = "rolls"
    SCORE = "score"
    CLOCK = "clock"
    DIRECTOR = "director"


@dataclass(frozen=True, slots=True)
class Ask:
    """A matter that a fact puts to the director.

    `orders` are the kinds that answer it. It waits until play goes on; a `wish` however play goes
    on, until one of `settled_by`.
    """

    orders: Callable[[Any], tuple[str, ...]]
    wish: bool = False
    settled_by: tuple[type[Event], ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """`say` puts an event into a whole sentence, without its sections.

    `in_record`: the record tells it beside the games. `goes_on`: play goes on with it, and what was
    asked before is settled, wishes apart; `begins`: it is another match, and nothing is asked.
    """

    event: type[Event]
    say: Callable[[Any], Text]
    groups: tuple[Group, ...]
    in_record: bool = False
    asks: Ask | None = None
    goes_on: bool = False
    begins: bool = False
