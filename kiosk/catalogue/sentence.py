"""The words of an event, its place on the timeline, and the matter it leaves open."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from string import Formatter
from typing import Any

from kiosk.catalogue.reasons import because
from kiosk.catalogue.terms import clause, dice, duration, person, points, rolled, side, times
from kiosk.catalogue.text import Place, Text, plural, text
from kiosk.rules.fact import Event
from kiosk.rules.match.doubling import Cube
from kiosk.rules.reasons import Reason
from kiosk.rules.units import BySide, Nanos, Side


class TimelineFilter(StrEnum):
    """The filters of the timeline."""

    ROLLS = "rolls"
    SCORE = "score"
    CLOCK = "clock"
    DIRECTOR = "director"


ROLLS = (TimelineFilter.ROLLS,)
SCORE = (TimelineFilter.SCORE,)
CLOCK = (TimelineFilter.CLOCK,)
DIRECTOR = (TimelineFilter.DIRECTOR,)
ROLLS_DIRECTOR = (TimelineFilter.ROLLS, TimelineFilter.DIRECTOR)
SCORE_DIRECTOR = (TimelineFilter.SCORE, TimelineFilter.DIRECTOR)
CLOCK_DIRECTOR = (TimelineFilter.CLOCK, TimelineFilter.DIRECTOR)


class LineStyle(StrEnum):
    """How a line of the timeline stands out."""

    PLAIN = "plain"
    GRAVE = "grave"
    BEGINS = "begins"
    """The following lines belong to it."""
    ENDS = "ends"


@dataclass(frozen=True, slots=True)
class DirectorAsk:
    """A matter that an event refers to the director.

    `orders` are the kinds that answer it. It waits until play goes on; a `wish` is independent of
    that and waits until one of `settled_by`.
    """

    orders: Callable[[Any], tuple[str, ...]]
    wish: bool = False
    settled_by: tuple[type[Event], ...] = ()


EventText = Callable[[Any], Text]
"""Formats an event of one kind as a whole sentence, without its sections."""

Found = Mapping[Any, Text] | Callable[[Any], object]
"""The words of a place: by the event's field of that name, or a function of the event."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """`in_record`: the record lists it beside the games, as it does most. `goes_on`: play goes on
    with it, and earlier matters are settled, wishes excepted; `begins`: another match begins, with
    no open matters.
    """

    event: type[Event]
    format: EventText
    groups: tuple[TimelineFilter, ...]
    in_record: bool = True
    asks: DirectorAsk | None = None
    goes_on: bool = False
    begins: bool = False
    look: LineStyle = LineStyle.PLAIN


def event_text(message: str, **found: Found) -> EventText:
    """A sentence whose places are the event's fields of the same names in words, or what `found`
    gives for them: `event_text("{side} calls {other}.", other=other_side)`.
    """
    return lambda event: text(message, **_places(event, message, found))


def event_plural(one: str, many: str, field: str, **found: Found) -> EventText:
    """The same as `plural`, for the number in an event's field, at `{count}`."""
    return lambda event: plural(
        one, many, getattr(event, field), **_places(event, one + many, found)
    )


def either(test: Callable[[Any], object], yes: EventText, no: EventText) -> EventText:
    """`yes` for the events that pass `test`, `no` for the others."""
    return lambda event: yes(event) if test(event) else no(event)


def other_side(event: Any) -> object:
    return event.side.other


def _places(event: Event, message: str, found: Mapping[str, Found]) -> dict[str, Place]:
    """The words of the places, in the order of the message; `plural` fills in the count itself."""
    names = (name for _before, name, _format, _conversion in Formatter().parse(message) if name)
    return {name: _place(event, name, found.get(name)) for name in names if name != "count"}


def _place(event: Event, name: str, found: Found | None) -> Place:
    if isinstance(found, Mapping):
        return found[getattr(event, name)]
    if found is not None:
        value = found(event)
        return _in_words(type(value), value)
    value = getattr(event, name)
    if name in _NAMED:
        return _NAMED[name](value)
    return _in_words({field.name: field.type for field in fields(event)}[name], value)


def _in_words(kind: Any, value: Any) -> Place:
    """A value in words. TypeError: such a value has no words of its own."""
    if kind not in _WORDS:
        raise TypeError(f"{value!r} has no words of its own: give its place a table or a function")
    return _WORDS[kind](value)


def _as_it_is(value: Any) -> Any:
    return value


def _level(cube: Cube) -> int:
    return cube.level


_NAMED: Mapping[str, Callable[[Any], Place]] = {"by": person, "why": clause}

_WORDS: Mapping[Any, Callable[[Any], Place]] = {
    Text: _as_it_is,
    str: _as_it_is,
    int: _as_it_is,
    str | None: _as_it_is,
    int | None: _as_it_is,
    Side: side,
    Side | None: side,
    Nanos: duration,
    Cube: _level,
    BySide[Nanos]: times,
    BySide[int]: points,
    tuple[int, ...]: dice,
    tuple[int, ...] | None: rolled,
    tuple[Reason, ...]: because,
}
"""By the type of a field, or of a function's value."""
