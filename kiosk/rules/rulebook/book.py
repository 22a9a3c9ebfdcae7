"""A whole rule book: all its sections, and the source of each value."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kiosk.rules.rulebook import vocabulary
from kiosk.rules.rulebook.clock import (
    ClockRules,
    ClockSystem,
    ConsultationTimes,
    SecondControlRules,
    StopRules,
)
from kiosk.rules.rulebook.cube import CubeRules
from kiosk.rules.rulebook.dice import DiceRules, OpeningRules, RollRules, TurnRules
from kiosk.rules.rulebook.ending import (
    EndingRules,
    LengthRules,
    OfferRules,
    ResultRules,
    ScoreRules,
    SeriesRules,
)
from kiosk.rules.rulebook.expiry import ExpiryRules, PenaltyRules
from kiosk.rules.rulebook.moves import IllegalMoveRules, SetUpErrorRules
from kiosk.rules.rulebook.people import (
    AppealRules,
    DisputeRules,
    EquipmentRules,
    ObserverRules,
    PeopleRules,
)
from kiosk.rules.rulebook.schedule import BreakRules, LateRules, SlowPlayRules
from kiosk.rules.rulebook.vocabulary import BookKey

EVENT = "event setting"
"""The source of a value that the event chose itself."""


@dataclass(frozen=True, slots=True)
class Source:
    """The source of a value: book and section, or the convention we chose where the book is silent.

    `director_confirms` marks a value that is not printed in the book, or one of several readings of
    the text; `defect` then names the passage by its number in the matrix of defects.
    """

    key: str
    cite: str
    director_confirms: bool
    defect: str | None = None


@dataclass(frozen=True, slots=True)
class RuleBook:
    """A whole resolved profile, as journaled in MatchOpened.

    A value is None where the book leaves it to the event, or where another value makes it
    irrelevant.
    """

    profile: str
    title: str
    clock: ClockRules
    second_control: SecondControlRules
    expiry: ExpiryRules
    penalty: PenaltyRules
    stop: StopRules
    late: LateRules
    breaks: BreakRules
    slow_play: SlowPlayRules
    opening: OpeningRules
    roll: RollRules
    dice: DiceRules
    turn: TurnRules
    setup_error: SetUpErrorRules
    illegal_move: IllegalMoveRules
    cube: CubeRules
    offer: OfferRules
    ending: EndingRules
    score: ScoreRules
    length: LengthRules
    result: ResultRules
    series: SeriesRules
    dispute: DisputeRules
    appeal: AppealRules
    observer: ObserverRules
    people: PeopleRules
    equipment: EquipmentRules
    sources: tuple[Source, ...]

    def value(self, where: str) -> Any:
        """The value of `section.key`."""
        section, _, name = where.partition(".")
        return getattr(getattr(self, section), name)

    def source(self, where: str) -> Source | None:
        """The source of the value `section.key`; None for one left out as irrelevant."""
        return next((source for source in self.sources if source.key == where), None)

    def cite(self, where: str) -> str:
        """Book and section of the value `section.key`, e.g. `norway §4.4(iv)`. Or KeyError."""
        source = self.source(where)
        if source is None:
            raise KeyError(where)
        return source.cite

    def to_confirm(self) -> tuple[Source, ...]:
        """The values that the book does not print, or not clearly: the director confirms them."""
        return tuple(
            source
            for source in self.sources
            if source.director_confirms and self.value(source.key) is not None
        )

    def missing(self, *, consultation: bool = False) -> tuple[str, ...]:
        """The keys that only the event can set and has not; a clock is not armed without them.

        `consultation`: a side is a pair, or the match is otherwise not an ordinary one.
        """
        unset = [
            key.where for key in KEYS if self.value(key.where) is None and key.matters(self.value)
        ]
        if consultation:
            unset += [where for where in self._times() if where not in unset]
        return tuple(unset)

    def _times(self) -> Iterator[str]:
        """The times that the event must state for a consultation match, and has not."""
        if self.clock.consultation_times is ConsultationTimes.STATED_BY_EVENT:
            for where in ("clock.reserve_s_per_point", "clock.delay_s"):
                source = self.source(where)
                stated = source is not None and source.cite == EVENT
                if vocabulary.key_at(KEYS, where).matters(self.value) and not stated:
                    yield where

    def complete(self) -> bool:
        """Whether every value has its source and is in range; another machine's may not."""
        cited = {source.key for source in self.sources}
        return all(
            key.optional
            if self.value(key.where) is None
            else key.where in cited and key.fits(self.value(key.where))
            for key in KEYS
        )

    def with_value(self, where: str, value: Any, cite: str = EVENT) -> "RuleBook":
        """This book with another value of `section.key`; `cite` names who chose it."""
        section, _, name = where.partition(".")
        others = tuple(source for source in self.sources if source.key != where)
        chosen = {
            section: replace(getattr(self, section), **{name: value}),
            "sources": (*others, Source(where, cite, False)),
        }
        book: RuleBook = replace(self, **chosen)
        return replace(book, sources=in_order(book.sources))

    def with_clock(self, system: ClockSystem, cite: str) -> "RuleBook":
        """This book with the event's own choice of clock; `cite` names who chose it."""
        return self.with_value("clock.system", system, cite)


def in_order(sources: tuple[Source, ...]) -> tuple[Source, ...]:
    """In the order of the vocabulary."""
    place = {key.where: number for number, key in enumerate(KEYS)}
    return tuple(sorted(sources, key=lambda source: place.get(source.key, len(place))))


SECTIONS: Mapping[str, type] = vocabulary.sections(RuleBook)
KEYS: tuple[BookKey, ...] = vocabulary.keys(SECTIONS)
"""Every value a book may set, in the order of its sections."""
