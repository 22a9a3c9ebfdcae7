"""Pushes to visitors without an account, built here and sent through a hub of their own.

Lives on the event loop. Changes are sent together at each tick, with the event's delay; `hall.py`
sends the event itself.
"""

from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from dataclasses import dataclass

import msgspec

from kiosk.director.hub import Hub, Push
from kiosk.director.public.hall import HALL, PHONE, PublicHall
from kiosk.director.public.later import APART_NS, DelayedValue, DelayLine
from kiosk.director.public.of_event import is_called
from kiosk.director.public.of_table import (
    EVERYTHING,
    Public,
    PublicTable,
    advance_clocks,
    public_table,
    reduce_to_public,
)
from kiosk.director.tables.cards import TableCard
from kiosk.rules.units import SECOND_NS

AGAIN_NS = 5 * SECOND_NS
"""A table is sent again after this, so that a browser's clocks stay true."""

TABLES = 60
"""With more tables, the waiting values of each are further apart, so that the total stays that of
this many.
"""

LIVE = None
"""The hub's topic for viewers of the tables only."""

_BEAT = Push("beat", "null")


@dataclass(frozen=True, slots=True)
class TableSource:
    """A table as the service has it: unchanged as long as its `outline` is; its card, its open
    match, and its number.
    """

    outline: tuple[object, ...]
    card: Callable[[], TableCard]
    match_id: str | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class _Written:
    """A table with EVERYTHING, and the outline it was written from."""

    outline: tuple[object, ...]
    table: PublicTable


class VisitorFeed:
    """`public` gives what the event makes public now; `tables` are all, each always in its
    place.
    """

    def __init__(
        self,
        public: Callable[[], Public],
        tables: Callable[[], Sequence[TableSource]],
        monotonic_ns: Callable[[], int],
    ) -> None:
        self.hub = Hub()
        self.hall = PublicHall(self.hub, public, monotonic_ns)
        self._public = public
        self._tables = tables
        self._monotonic_ns = monotonic_ns
        self._set = public()
        self._later: dict[int, DelayLine[_Written]] = {}
        """By the table's place."""
        self._sent: dict[int, tuple[DelayedValue[_Written], int]] = {}
        """What was last sent of each table, and when, by place."""

    async def stream(self) -> AsyncGenerator[tuple[Push, ...], None]:
        """All tables, then every change of them."""
        with self.hub.listen(LIVE) as listener:
            yield (self._whole_view(),)
            async for pushes in listener.pushes():
                yield pushes

    async def hall_stream(self) -> AsyncGenerator[tuple[Push, ...], None]:
        """The event and all tables, then every change."""
        with self.hub.listen(HALL) as listener:
            yield (self.hall.whole_view(), self._whole_view())
            async for pushes in listener.pushes():
                yield pushes

    async def phone_stream(self) -> AsyncGenerator[tuple[Push, ...], None]:
        """The event without its tables, then every change of it."""
        with self.hub.listen(PHONE) as listener:
            yield (self.hall.whole_view(),)
            async for pushes in listener.pushes():
                yield pushes

    def tick(self) -> None:
        """Push what has changed since the last tick."""
        public = self._public()
        watched = self.hub.is_watched(LIVE) or self.hub.is_watched(HALL)
        if not public.shows_scores or not (watched or public.delay_ns):
            self._later = {}
        if _tables_of(public) != _tables_of(self._set):
            self._sent = {}
            self.hub.publish(self._whole_view(), LIVE, HALL)
        elif not public.shows_scores or not watched:
            self._sent = {}
            if public.delay_ns:
                self._visible_tables(public)
        elif changed := tuple(self._changed(public)):
            self.hub.publish(Push("some", _json(changed)), LIVE, HALL)
        self._set = public
        self.hall.tick()
        self.hub.publish(_BEAT)

    def shows_picture(self, picture: str) -> bool:
        """Whether visitors may see the picture: pictures are public, and it is of a table's last
        roll.
        """
        public = self._public()
        return public.shows_pictures and any(
            moment.value.table.picture == picture for _place, moment in self._visible_tables(public)
        )

    def _whole_view(self) -> Push:
        public = self._public()
        tables = tuple(
            self._reduced(moment, public) for _place, moment in self._visible_tables(public)
        )
        return Push("all", _json({"public": public, "tables": tables}))

    def _changed(self, public: Public) -> Iterable[PublicTable]:
        now_ns = self._monotonic_ns()
        for place, moment in self._visible_tables(public):
            sent, sent_ns = self._sent.get(place, (None, 0))
            if moment is not sent or now_ns - sent_ns >= AGAIN_NS:
                self._sent[place] = moment, now_ns
                yield self._reduced(moment, public)

    def _reduced(self, moment: DelayedValue[_Written], public: Public) -> PublicTable:
        """The table in the form in which it is sent now."""
        since_ns = self._monotonic_ns() - public.delay_ns - moment.at_ns
        return advance_clocks(reduce_to_public(moment.value.table, public), since_ns)

    def _visible_tables(self, public: Public) -> list[tuple[int, DelayedValue[_Written]]]:
        """Every table visible by now, as of the delay. Records their present state."""
        if not public.shows_scores:
            return []
        now_ns, found = self._monotonic_ns(), list[tuple[int, DelayedValue[_Written]]]()
        every = self._tables()
        apart_ns = APART_NS * max(TABLES, len(every)) // TABLES
        for place, kept in enumerate(every):
            moments = self._later.setdefault(place, DelayLine())
            newest = moments.newest
            called = is_called(self.hall.tournament, kept.match_id, kept.number)
            outline = (kept.outline, called)
            if newest is None or _is_old(newest, outline, now_ns):
                written = public_table(place, kept.card(), EVERYTHING, called)
                moments.add(_Written(outline, written), now_ns, apart_ns)
            moment = moments.value_at(now_ns, public.delay_ns)
            if moment is not None:
                found.append((place, moment))
        return found


def _is_old(newest: DelayedValue[_Written], outline: tuple[object, ...], now_ns: int) -> bool:
    """Whether it has changed, or its clocks ran so long that they should be read again."""
    written = newest.value
    sides = written.table.sides
    runs = sides is not None and (sides.white.running or sides.black.running)
    return written.outline != outline or (runs and now_ns - newest.at_ns >= AGAIN_NS)


def _tables_of(public: Public) -> tuple[object, ...]:
    """The settings that affect tables."""
    return (public.shown, public.names, public.pictures, public.delay_min)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
