"""The visitors' view of the event: calls at once, results with the configured delay.

Lives on the event loop; it is notified of each change, and of passing time. A call stays as long as
its result is held back, because removing it would reveal the result; but not once another pairing
is called to its table.
"""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from kiosk.director.hub import Hub, Push
from kiosk.director.public import of_event
from kiosk.director.public.later import LONGEST_NS, DelayLine
from kiosk.director.public.of_table import Public
from kiosk.tournament.tournament import NONE, PairingKey, Tournament

HALL = "hall"
"""The hub's topic for viewers of the event and the tables."""

PHONE = "phone"
"""The hub's topic for viewers of the event only."""


@dataclass(frozen=True, slots=True)
class _EndedCall:
    """A call that came to its result, and when."""

    call: of_event.PublicCall
    at_ns: int


@dataclass(frozen=True, slots=True)
class _Basis:
    """The data that the visitors' event is built from."""

    public: Public
    now: Tournament
    then: of_event.EventResults
    ended: tuple[PairingKey, ...]

    def is_same(self, other: "_Basis") -> bool:
        """Compares by identity: a changed tournament is a new object."""
        return (
            self.now is other.now
            and self.then is other.then
            and (self.public, self.ended) == (other.public, other.ended)
        )


class PublicHall:
    """`public` gives what the event makes public now; `hub` pushes it to visitors."""

    def __init__(
        self, hub: Hub, public: Callable[[], Public], monotonic_ns: Callable[[], int]
    ) -> None:
        self._hub = hub
        self._public = public
        self._monotonic_ns = monotonic_ns
        self._now = NONE
        self._called: dict[PairingKey, of_event.PublicCall] = {}
        self._outcomes: DelayLine[of_event.EventResults] = DelayLine()
        self._ended: dict[PairingKey, _EndedCall] = {}
        self._made_of: _Basis | None = None
        self._event = self.published = of_event.PublicEvent(Public(), "", None, None)
        """The present view, and the view last pushed."""
        self._all: Push | None = None

    def note_change(self, now: Tournament, at_ns: int) -> None:
        """The event is like this since `at_ns`; values shown with a delay held later."""
        before, self._called, self._now = self._called, of_event.public_calls(now), now
        for key, call in before.items():
            if key not in now.called and key in now.results:
                self._ended[key] = _EndedCall(call, at_ns)
        self._forget(at_ns - LONGEST_NS, of_event.outcome(now))
        self._keep(at_ns)

    @property
    def tournament(self) -> Tournament:
        """The event as it is."""
        return self._now

    def tick(self) -> None:
        """Push what has changed since the last tick: some pairings, the calls, or everything."""
        self._make()
        before, after = self.published, self._event
        if after is before:
            return
        self.published = after
        topics = (HALL, PHONE)
        if _whole(before) != _whole(after):
            self._hub.publish(self.whole_view(), *topics)
            return
        if before.places != after.places:
            self._hub.publish(Push("places", _json(after.places)), *topics)
        for nth, (one, other) in enumerate(
            zip(before.divisions or (), after.divisions or (), strict=True)
        ):
            pairs = zip(one.pairings, other.pairings, strict=True)
            pairings = tuple(new for old, new in pairs if new != old)
            parts = {"standings": other.standings, "winners": other.winners}
            if pairings or parts != {"standings": one.standings, "winners": one.winners}:
                values = {"nth": nth, "pairings": pairings, **parts}
                self._hub.publish(Push("pairings", _json(values)), *topics)

    def whole_view(self) -> Push:
        """The whole view, for a new viewer; built once for all until it changes."""
        self._make()
        if self._all is None:
            self._all = Push("event", _json(self._event))
        return self._all

    def _keep(self, at_ns: int) -> None:
        newest, outcome = self._outcomes.newest, of_event.outcome(self._now)
        if newest is None or newest.value != outcome:
            self._outcomes.add(outcome, at_ns)

    def _forget(self, upto_ns: int, then: of_event.EventResults) -> None:
        """Forget calls whose results are visible by now, or are gone."""
        self._ended = {
            key: each
            for key, each in self._ended.items()
            if key in self._now.results and (each.at_ns > upto_ns or key not in then.results)
        }

    def _make(self) -> None:
        """Build it again only if its data has changed."""
        public, now_ns = self._public(), self._monotonic_ns()
        self._keep(now_ns)
        moment = self._outcomes.value_at(now_ns, public.delay_ns)
        then = moment.value if moment else of_event.NO_OUTCOME
        self._forget(now_ns - public.delay_ns, then)
        made_of = _Basis(public, self._now, then, tuple(self._ended))
        if self._made_of is not None and made_of.is_same(self._made_of):
            return
        self._made_of, self._all = made_of, None
        seen = of_event.event_as_of(self._now, then)
        self._event = of_event.PublicEvent(
            public,
            self._now.name if public.is_any else "",
            self._places(seen) if public.shows_places else None,
            of_event.public_divisions(seen) if public.shows_draws else None,
        )

    def _places(self, seen: Tournament) -> of_event.PublicPlaces:
        taken = {call.table for call in self._called.values()}
        held = [each.call for each in self._ended.values() if each.call.table not in taken]
        every = sorted((*self._called.values(), *held), key=lambda call: call.table)
        every.sort(key=lambda call: call.called_ms, reverse=True)
        waiting = (
            one
            for key, one in of_event.ready_pairings(seen)
            if key not in self._called and key not in self._ended
        )
        some = [one for one, _nth in zip(waiting, range(of_event.MOST_NEXT), strict=False)]
        return of_event.PublicPlaces(tuple(every), tuple(some))


def _whole(event: of_event.PublicEvent) -> tuple[object, ...]:
    """Parts that are pushed only with everything else."""
    draws = tuple((each.name, len(each.pairings)) for each in event.divisions or ())
    return (event.public, event.name, draws, event.places is None, event.divisions is None)


def _json(values: object) -> str:
    return msgspec.json.encode(values).decode()
