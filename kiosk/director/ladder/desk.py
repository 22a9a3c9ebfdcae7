"""Desk of this director's ladders: acts one after another, each stored before it counts.

Owned by the event loop. As in the event (`event.py`) a refused act changes nothing and is not
stored, and an act that undoes something is refused if the page is stale.
"""

import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

import msgspec

from kiosk.books.ladder_loader import ladders as offered_ladders
from kiosk.catalogue.ladder import against_words
from kiosk.catalogue.terms import isolated
from kiosk.catalogue.text import text
from kiosk.director.errors import EventRefused, LadderUnknown, OrderInvalid
from kiosk.director.event.acts import ActRequest
from kiosk.director.event.desk import Make, event_refusal
from kiosk.director.http.answers import GzippedJson, packed
from kiosk.director.hub import Hub, Push
from kiosk.director.ladder import shapes
from kiosk.director.ladder.acts import LadderStamp, build_ladder_act, needs_today, opening
from kiosk.director.ladder.final import Final, final_acts
from kiosk.director.ladder.log import LADDER_LOG
from kiosk.director.ladder.view import RecentFacts, ladder_summary, ladder_view
from kiosk.director.local_days import local_slot
from kiosk.director.people.auth import Person, check_event_act
from kiosk.director.store.fact_log import LogState
from kiosk.director.store.group import GroupCommit
from kiosk.director.store.store import EventRow
from kiosk.director.text_input import plain_name
from kiosk.rules.units import MILLISECOND_NS
from kiosk.tournament.act import TournamentCommand, TournamentEvent, TournamentReason
from kiosk.tournament.formats import LADDER
from kiosk.tournament.ladder import Ladder
from kiosk.tournament.ladder_consequences import LadderConsequence, ladder_consequences
from kiosk.tournament.ladder_season import OpenLadder
from kiosk.tournament.ladder_undoing import UndoOnLadder, undoable_act
from kiosk.wire.errors import ValueUnfit
from kiosk.wire.ladder_facts import kind_of

MOST_LADDERS = 50


@dataclass(frozen=True, slots=True)
class _QueuedAct:
    """`ladder_id` None: a new ladder."""

    ladder_id: str | None
    request: ActRequest
    person: Person


class LadderPreview(msgspec.Struct, frozen=True):
    """What an act takes away if done at row `seq`, and the `ladder` at that row."""

    seq: int
    ladder: Ladder
    found: tuple[LadderConsequence, ...]


class LadderDesk:
    """Use it on one event loop."""

    def __init__(
        self,
        kept: dict[str, tuple[LogState[Ladder], RecentFacts]],
        keep: Callable[[str, Sequence[EventRow]], Awaitable[None]],
        wall_ns: Callable[[], int],
        chance: random.Random,
        hub: Hub,
        listed: Callable[[Ladder, TournamentEvent, EventRow], None] = lambda *_row: None,
    ) -> None:
        """`keep` has synced when it returns; `chance` makes ids of ladders and members; `listed` is
        called with each row, and the ladder before it.
        """
        self._kept = kept
        self._keep = keep
        self._wall_ns = wall_ns
        self._chance = chance
        self._hub = hub
        self._listed = listed
        self._turns: GroupCommit[_QueuedAct, shapes.LadderDone] = GroupCommit(
            self._do_acts, 1, lambda _asked: False
        )
        self._whole: dict[str, tuple[int, int, GzippedJson]] = {}

    def _today(self) -> int:
        return local_slot(self._wall_ns() // MILLISECOND_NS).day

    def ladder(self, ladder_id: str) -> Ladder:
        """A ladder's state. Raises LadderUnknown."""
        return self._found(ladder_id)[0].state

    def ladders(self) -> shapes.LaddersView:
        """All ladders, and the clubs' rules by which one can be opened."""
        today = self._today()
        return shapes.LaddersView(
            date.fromordinal(today),
            tuple(ladder_summary(kept.state, today) for kept, _recent in self._kept.values()),
            tuple(shapes.LadderOffered(each.profile, each.title) for each in offered_ladders()),
        )

    def packed_view(self, ladder_id: str) -> GzippedJson:
        """A ladder for the console; built once after each change, and each day.

        Raises LadderUnknown.
        """
        kept, recent = self._found(ladder_id)
        made_for = (kept.seq, self._today())
        if self._whole.get(ladder_id, ())[:2] != made_for:
            shown = ladder_view(kept.state, *made_for, recent)
            self._whole[ladder_id] = (*made_for, packed(shown))
        return self._whole[ladder_id][2]

    def _found(self, ladder_id: str) -> tuple[LogState[Ladder], RecentFacts]:
        if ladder_id not in self._kept:
            raise LadderUnknown(
                text("there is no ladder {name} here", name=isolated(ladder_id[:80]))
            )
        return self._kept[ladder_id]

    def final(self, ladder_id: str, request: Final) -> tuple[Make, ...]:
        """The acts of the event that make the season's final a division of it.

        Raises LadderUnknown, OrderInvalid, EventRefused.
        """
        return final_acts(self.ladder(ladder_id), request, self._chance)

    async def open(self, request: ActRequest, person: Person) -> shapes.LadderDone:
        """Open a ladder. Raises OrderInvalid, RoleTooLow, EventRefused, StoreFailed."""
        return await self._turns.add(_QueuedAct(None, request, person))

    async def act(self, ladder_id: str, request: ActRequest, person: Person) -> shapes.LadderDone:
        """Do an act. Raises as `open`, and LadderUnknown."""
        self._found(ladder_id)
        return await self._turns.add(_QueuedAct(ladder_id, request, person))

    def preview(self, ladder_id: str, request: ActRequest, person: Person) -> LadderPreview:
        """What an act would take away if it were done now; nothing is done. Raises as `act`."""
        kept, _recent = self._found(ladder_id)
        command = self._build_act(kept, request, self._today_for(person), person, random.Random(0))
        facts = self._follow(kept, command)
        after = LADDER.replayed(facts, kept.state)
        return LadderPreview(kept.seq, kept.state, ladder_consequences(kept.state, after))

    async def _do_acts(self, some: Sequence[_QueuedAct]) -> Sequence[shapes.LadderDone | Exception]:
        return [await self._do_act(each) for each in some]

    async def _do_act(self, each: _QueuedAct) -> shapes.LadderDone:
        person = each.person
        now = self._today_for(person)
        command: TournamentCommand
        if each.ladder_id is None:
            kept, recent = LADDER_LOG.empty_state, RecentFacts()
            new = opening(each.request, now, self._chance)
            check_event_act(person, kind_of(new))
            self._check_new(new)
            ladder_id, command = new.ladder_id, new
        else:
            ladder_id = each.ladder_id
            kept, recent = self._found(ladder_id)
            command = self._build_act(kept, each.request, now, person, self._chance)
        facts = self._follow(kept, command)
        try:
            rows = LADDER_LOG.chain_rows(facts, kept, person.name, person.session, person.address)
        except ValueUnfit as error:
            raise OrderInvalid(text("This is not valid: {why}", why=str(error))) from error
        steps = LADDER_LOG.states_after(kept, facts, rows)  # what can't be replayed is never stored
        await self._keep(ladder_id, rows)
        for fact, row, (before, after) in zip(facts, rows, pairwise(steps), strict=True):
            recent.heard(before, fact, after)
            self._listed(before.state, fact, row)
        then = steps[-1]
        self._kept[ladder_id] = then, recent
        self._hub.publish(
            Push.from_value("ladder", {"ladder_id": ladder_id, "seq": then.seq}), None
        )
        return shapes.LadderDone(ladder_id, then.seq, tuple(row.kind for row in rows))

    def _today_for(self, person: Person) -> LadderStamp:
        return LadderStamp(self._wall_ns() // MILLISECOND_NS, self._today(), person.name)

    def _build_act(
        self,
        kept: LogState[Ladder],
        request: ActRequest,
        now: LadderStamp,
        person: Person,
        chance: random.Random,
    ) -> TournamentCommand:
        """Build the act. Raises as `act`."""
        command = build_ladder_act(request, kept.state, now, chance)
        check_event_act(person, kind_of(command))
        if isinstance(command, UndoOnLadder):
            act = undoable_act(kept.state, command.first)
            check_event_act(person, kind_of(command) if act is None else act.act)
        self._check_seen(kept, command, request)
        return command

    @staticmethod
    def _follow(kept: LogState[Ladder], command: TournamentCommand) -> tuple[TournamentEvent, ...]:
        """The facts of an act on the ladder as it is. Raises EventRefused."""
        against = LADDER.why_not(kept.state, command)
        if against:
            raise event_refusal(against, lambda one: against_words(one, kept.state))
        return LADDER.decide(kept.state, command)

    def _check_new(self, command: OpenLadder) -> None:
        """Raises EventRefused if a ladder has this name, OrderInvalid if there are too many."""
        same = {plain_name(kept.state.name) for kept, _recent in self._kept.values()}
        if plain_name(command.name) in same:
            name = isolated(command.name)
            words = text("a ladder called {name} exists already", name=name)
            raise EventRefused(words, ((TournamentReason.TAKEN.value, command.name),))
        if len(self._kept) >= MOST_LADDERS:
            raise OrderInvalid(
                text("There are {count} ladders: no more can be", count=MOST_LADDERS)
            )

    def _check_seen(
        self, kept: LogState[Ladder], command: TournamentCommand, request: ActRequest
    ) -> None:
        """Raises EventRefused if the page is stale, OrderInvalid if it is of another log."""
        if request.seen_seq > kept.seq:
            raise OrderInvalid(text("This page is of another ladder: load it again"))
        needs = request.looked or needs_today(kept.state, command)
        if request.seen_seq < kept.seq and needs:
            raise EventRefused(text("The situation has changed: look again"), (("stale", ""),))
