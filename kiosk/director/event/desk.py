"""Desk of the event that this director runs: acts one after another, each stored before it counts.

Owned by the event loop. A refused act changes nothing and is not stored; its sender gets every
reason. Several people may work at once: each sends the log's `seq` that he has seen, and an act
that undoes something is refused if the page is stale, so that nobody undoes what he has not seen.
"""

import random
from collections.abc import Awaitable, Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import NamedTuple

import msgspec

from kiosk.catalogue.terms import isolated
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.tournament import against_words
from kiosk.director.errors import EntryFault, EventRefused, ListRefused, OrderInvalid
from kiosk.director.event.acts import ActRequest, build_act, needs_today
from kiosk.director.event.alarms import NOTHING_HELD, HeldForDecision
from kiosk.director.event.books import refuse_unset_values, value_fault
from kiosk.director.event.confirming import unknown_values
from kiosk.director.event.drawn_acts import Stamp, automatic_pairings
from kiosk.director.event.entrants import (
    EntryMaker,
    entered_again,
    meet_at_once,
    people_alike,
)
from kiosk.director.event.entries_csv import CsvEntry
from kiosk.director.event.list_taken import SortedList, make_entries, sort_list
from kiosk.director.event.log import EVENT_LOG
from kiosk.director.event.view import event_view
from kiosk.director.http.answers import GzippedJson, packed
from kiosk.director.local_days import local_slot
from kiosk.director.people.auth import Person, check_event_act
from kiosk.director.people.roles import Role
from kiosk.director.store.fact_log import LogState
from kiosk.director.store.group import GroupCommit
from kiosk.director.store.store import EventRow
from kiosk.tournament.act import Objection, TournamentCommand, TournamentEvent, TournamentReason
from kiosk.tournament.calls import Call
from kiosk.tournament.confirming import Confirm, SetValues
from kiosk.tournament.consequences import Consequence, consequences
from kiosk.tournament.decide import decide, evolve, why_not
from kiosk.tournament.entries import Enter, TakeOut
from kiosk.tournament.lengths import SetRounds
from kiosk.tournament.next_event import BeginNextEvent
from kiosk.tournament.results import TakeMatch
from kiosk.tournament.setting_up import MakeDivision
from kiosk.tournament.taking_up import TakeUp
from kiosk.tournament.tournament import Tournament
from kiosk.tournament.undoing import Undo
from kiosk.wire.errors import ValueUnfit
from kiosk.wire.event_facts import kind_of

A_SECOND_MS = 1000

Make = Callable[[Tournament, Stamp], TournamentCommand | None]
"""Builds an act from the event at the time of its turn; None: nothing is to be done. Raises a
Complaint."""


_Seen = tuple[int, frozenset[int], int, HeldForDecision, frozenset[str]]
"""What the view shows beside the event: the log's seq, tables that are silent, the day, what waits
for a decision, matches that have begun."""


class ActDone(msgspec.Struct, frozen=True):
    """The seqs of the facts that followed; the last is the log's last row."""

    seq: int
    kinds: tuple[str, ...]


class ListTaken(NamedTuple):
    """A list that was entered: how many entries are new, how many were there already, what it
    writes otherwise of these."""

    done: ActDone
    new: int
    there: int
    changes: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class _QueuedAct:
    """One act, or several that are done together or not at all."""

    makes: tuple[Make, ...]
    seen_seq: int
    person: Person
    looked: bool = False


class ActPreview(msgspec.Struct, frozen=True):
    """What an act takes away if done at row `seq`, and the `event` after it, which also has the
    names of the entries it adds; `alike` says who may be somebody else here.
    """

    seq: int
    event: Tournament
    found: tuple[Consequence, ...]
    alike: tuple[Text, ...]


class EventDesk:
    """Use it on one event loop."""

    def __init__(
        self,
        log_state: LogState[Tournament],
        event_id: str,
        keep: Callable[[Sequence[EventRow]], Awaitable[None]],
        wall_ms: Callable[[], int],
        chance: random.Random,
        profiles: Container[str],
        show: Callable[[int], None],
        silent: Callable[[], frozenset[int]] = frozenset,
        held: Callable[[], HeldForDecision] = lambda: NOTHING_HELD,
        listed: Callable[[Tournament, TournamentEvent, EventRow], None] = lambda *_row: None,
        begun: Callable[[], frozenset[str]] = frozenset,
    ) -> None:
        """`keep` has synced when it returns; `show` is called with the log's new last seq. `chance`
        draws, and makes entry ids; `profiles` are the available rule profiles; `silent` the tables
        whose device does not answer, `held` what waits for a decision about an alarm; `listed` is
        called with each row, and the event before it; `begun` has the ids of matches that have
        begun at a table.
        """
        self._log_state = log_state
        self._event_id = event_id
        self._keep = keep
        self._wall_ms = wall_ms
        self._chance = chance
        self._profiles = profiles
        self._show = show
        self._silent = silent
        self._listed = listed
        self._held = held
        self._begun = begun
        self._turns: GroupCommit[_QueuedAct, ActDone] = GroupCommit(
            self._do_acts, 1, lambda _asked: False
        )
        self._whole: tuple[_Seen, GzippedJson] | None = None

    @property
    def seq(self) -> int:
        """Sequence number of the log's last row."""
        return self._log_state.seq

    @property
    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        return self._wall_ms()

    @property
    def tournament(self) -> Tournament:
        """The event as stored."""
        return self._log_state.state

    def packed_view(self) -> GzippedJson:
        """The event for the console; built once after each change, and each day."""
        today = local_slot(self._wall_ms()).day
        now = self.seq, self._silent(), today, self._held(), self._begun()
        if self._whole is None or self._whole[0] != now:
            self._whole = (now, packed(event_view(self.tournament, *now, self._event_id)))
        return self._whole[1]

    async def act(self, request: ActRequest, person: Person) -> ActDone:
        """Do an act. Raises OrderInvalid, RoleTooLow, EventRefused, StoreFailed."""
        make: Make = lambda now, stamp: build_act(request, now, self._chance, stamp)  # noqa: E731
        return await self._turns.add(_QueuedAct((make,), request.seen_seq, person, request.looked))

    def preview(self, request: ActRequest, person: Person) -> ActPreview:
        """What an act would take away if it were done now. Nothing is done, and no random result is
        revealed. Raises as `act`.
        """
        now, stamp = self.tournament, self._stamp(person)
        command = build_act(request, now, random.Random(0), stamp)
        check_event_act(person, act_name(command))
        self._check_seen(command, _QueuedAct((), request.seen_seq, person))
        after = reduce(evolve, self._follow(command, now, person), now)
        named = replace(now, entries={**after.entries, **now.entries})
        if isinstance(command, BeginNextEvent):
            words = text(
                "{name} is put away with its results: print its report first",
                name=isolated(now.name),
            )
            return ActPreview(self.seq, now, (), (words,))
        alike = (
            *people_alike(now, after),
            *entered_again(now, after),
            *meet_at_once(now, after),
        )
        return ActPreview(self.seq, named, consequences(now, after), alike)

    async def act_all(self, makes: tuple[Make, ...], person: Person) -> ActDone:
        """Do acts that only add, all of them or none. Raises as `act`."""
        return await self._turns.add(_QueuedAct(makes, self.seq, person))

    async def take_report(self, act: TakeMatch | TakeUp) -> ActDone:
        """Take a table's report: how a match ended, or that it has one. Raises as `act`."""
        person = Person(act.by, Role.DIRECTOR, "", "")

        def make(_now: Tournament, stamp: Stamp) -> TournamentCommand:
            return replace(act, at_ms=stamp.at_ms)

        return await self._turns.add(_QueuedAct((make,), self.seq, person))

    async def enter(
        self,
        parts: Mapping[str, Sequence[CsvEntry]],
        seen_seq: int,
        person: Person,
        apart: Container[int] = frozenset(),
    ) -> ListTaken:
        """Enter the entries of a list who are not in their divisions yet, all or none; `parts` has
        them by division. apart: lines whose players are other people than those their names are
        like. Raises as `act`, and ListRefused."""
        taken: list[SortedList] = []

        def make(division_id: str, now: Tournament, stamp: Stamp) -> TournamentCommand | None:
            entrants = EntryMaker(now, self._chance)
            found = sort_list(parts[division_id], entrants, now, division_id, apart)
            taken.append(found)
            if found.faults:
                raise ListRefused(found.faults)
            if found.twins:
                raise ListRefused(found.twins, twins={each.line for each in found.twins})
            if not any(each.new for each in taken) and len(taken) == len(parts):
                count = sum(each.there for each in taken)
                words = text("all of them are entered already: {count}", count=count)
                raise ListRefused([EntryFault(0, "", words)])
            if not found.new:
                return None
            entries = make_entries(found.new, entrants, now, division_id, apart)
            return Enter(stamp.at_ms, stamp.by, division_id, entries)

        makes = tuple(partial(make, division_id) for division_id in parts)
        done = await self._turns.add(_QueuedAct(makes, seen_seq, person))
        new = sum(len(each.new) for each in taken)
        there = sum(each.there for each in taken)
        return ListTaken(done, new, there, tuple(words for each in taken for words in each.changes))

    async def _do_acts(self, some: Sequence[_QueuedAct]) -> Sequence[ActDone | Exception]:
        return [await self._do_act(queued) for queued in some]

    async def _do_act(self, queued: _QueuedAct) -> ActDone:
        log_state, person = self._log_state, queued.person
        stamp = self._stamp(person)
        facts: tuple[TournamentEvent, ...] = ()
        for make in queued.makes:
            now = reduce(evolve, facts, log_state.state)
            command = make(now, stamp)
            if command is None:
                continue
            check_event_act(person, act_name(command))
            self._check_seen(command, queued)
            follows = self._follow(command, now, person)
            facts += follows + automatic_pairings(follows, now, stamp, self._chance)
        try:
            rows = EVENT_LOG.chain_rows(
                facts, log_state, person.name, person.session, person.address
            )
        except ValueUnfit as error:
            raise OrderInvalid(text("This is not valid: {why}", why=str(error))) from error
        steps = EVENT_LOG.states_after(
            log_state, facts, rows
        )  # what can't be replayed is never stored
        await self._keep(rows)
        self._log_state = steps[-1]
        for fact, row, before in zip(facts, rows, steps, strict=False):
            self._listed(before.state, fact, row)
        self._show(self.seq)
        return ActDone(self.seq, tuple(row.kind for row in rows))

    def _stamp(self, person: Person) -> Stamp:
        """A stamp with a time of its own, by which the log groups the facts of one act. A clock
        that was set back is trusted.
        """
        at_ms, last_ms = self._wall_ms(), self.tournament.moment[0]
        if 0 <= last_ms - at_ms < A_SECOND_MS:
            at_ms = last_ms + 1
        return Stamp(at_ms, person.name, self._event_id)

    def _follow(
        self, command: TournamentCommand, now: Tournament, person: Person
    ) -> tuple[TournamentEvent, ...]:
        """The facts of an act in the event as it is `now`. Raises as `act`."""
        check_event_act(person, act_name(command))
        if isinstance(command, Undo):
            for act in now.undoable:
                if act.first == command.first:
                    check_event_act(person, act.act)
        against = (*why_not(now, command), *self._unknown_profiles(command))
        if against:
            raise event_refusal(against, lambda each: against_words(each, now))
        wrong = value_fault(now, command) if isinstance(command, SetValues) else None
        if wrong is not None:
            raise OrderInvalid(text("This is not valid: {why}", why=wrong))
        return decide(now, command)

    def _check_seen(self, command: TournamentCommand, queued: _QueuedAct) -> None:
        """Raises EventRefused if the page is stale, OrderInvalid if it is of another event."""
        if queued.seen_seq > self.seq:
            raise OrderInvalid(text("This page is of another event: load it again"))
        needs = queued.looked or needs_today(self.tournament, command)
        if queued.seen_seq < self.seq and needs:
            raise EventRefused(text("The situation has changed: look again"), (("stale", ""),))

    def _unknown_profiles(self, command: TournamentCommand) -> Iterator[Objection]:
        """Objections to unknown profiles, and to confirmations of values that a profile does not
        leave open.
        """
        named: tuple[str, ...] = ()
        match command:
            case MakeDivision(format=form):
                named = tuple(each.profile for each in form.rounds)
            case SetRounds(rounds=rounds):
                named = tuple(each.profile for each in rounds)
            case Confirm(book=book) if book in self._profiles:
                yield from unknown_values(command)
            case Confirm(book=book) | SetValues(book=book):
                named = (book,)
            case Call():
                yield from refuse_unset_values(self.tournament, command)
        for profile in dict.fromkeys(named):
            if profile not in self._profiles:
                yield Objection(TournamentReason.UNKNOWN, profile)


def act_name(command: TournamentCommand) -> str:
    """Name of the act in `roles.EVENT_ACTS`."""
    kind = kind_of(command)
    match command:
        case TakeOut(leaving=leaving):
            return f"{kind} {leaving.value}"
        case TakeMatch() if command.is_ruled:
            return f"{kind} overrules"
    return kind


def event_refusal(
    against: Sequence[Objection], sentence: Callable[[Objection], Text]
) -> EventRefused:
    """Every reason in one sentence, and each by itself, worded by `sentence`."""
    words = [sentence(each) for each in against]
    return EventRefused(
        _joined(words), tuple((each.reason.value, each.about) for each in against), tuple(words)
    )


def _joined(words: Sequence[Text]) -> Text:
    sentence = words[0]
    for each in words[1:]:
        sentence = text("{one}; {other}", one=sentence, other=each)
    return sentence
