"""What who has no account is told: made here, through a hub in which nothing else is ever said.

Lives on the event loop. What has changed goes out together, at each tick; an event that shows its
tables later than they play holds it back here.
"""

from collections.abc import AsyncGenerator, Callable, Iterable
from dataclasses import dataclass

import msgspec

from kiosk.director.cards import Card
from kiosk.director.hub import Hub, Push
from kiosk.director.public import Public, PublicTable, public_table
from kiosk.rules.units import SECOND_NS

AGAIN_NS = 5 * SECOND_NS
"""A table is told again after this, so that a browser's clocks stay true."""

_BEAT = Push("beat", "null")


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as the service has it: the same as long as its `outline` is, and its card."""

    outline: tuple[object, ...]
    card: Callable[[], Card]


class Strangers:
    """`public` is what the event makes public now, `tables` are all, each always in its place."""

    def __init__(
        self,
        public: Callable[[], Public],
        tables: Callable[[], Iterable[Kept]],
        monotonic_ns: Callable[[], int],
    ) -> None:
        self.hub = Hub()
        self._public = public
        self._tables = tables
        self._monotonic_ns = monotonic_ns
        self._set = public()
        self._told: dict[int, tuple[tuple[object, ...], int]] = {}
        """What was told of the table in a place, and when."""

    async def stream(self) -> AsyncGenerator[tuple[Push, ...], None]:
        """The whole picture, then every change."""
        with self.hub.listening(None) as listener:
            yield (self._all(),)
            async for pushes in listener.handfuls():
                yield pushes

    def tick(self) -> None:
        """Tell what has changed since the last."""
        public = self._public()
        if not public.is_any or not self.hub.watched(None):
            self._told = {}
        elif public != self._set:
            self._told = {}
            self.hub.tell(self._all())
        elif changed := tuple(self._changed(public)):
            self.hub.tell(Push("some", _json(changed)))
        self._set = public
        self.hub.tell(_BEAT)

    def shows(self, picture: str) -> bool:
        """Whether strangers may look at it: it is public, and of the last roll of a table."""
        return self._public().shows_pictures and any(
            table.picture == picture for table in self._now(self._public())
        )

    def _all(self) -> Push:
        public = self._public()
        said = {"public": public, "tables": tuple(self._now(public)) if public.is_any else ()}
        return Push("all", _json(said))

    def _now(self, public: Public) -> Iterable[PublicTable]:
        for place, kept in enumerate(self._tables()):
            yield public_table(place, kept.card(), public)

    def _changed(self, public: Public) -> Iterable[PublicTable]:
        now_ns = self._monotonic_ns()
        for place, kept in enumerate(self._tables()):
            outline, told_ns = self._told.get(place, (None, 0))
            if kept.outline != outline or now_ns - told_ns >= AGAIN_NS:
                self._told[place] = kept.outline, now_ns
                yield public_table(place, kept.card(), public)


def _json(said: object) -> str:
    return msgspec.json.encode(said).decode()
