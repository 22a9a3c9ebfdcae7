"""Undo the last act on a ladder that took something away, unless something new rests on it.

The order follows from everything that moved members since the season began, in sequence: so any
later move rests on it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from kiosk.tournament.act import (
    Against,
    Objection,
    TournamentAct,
    TournamentCommand,
    TournamentEvent,
    TournamentFact,
    TournamentReason,
)
from kiosk.tournament.ladder import ClubChallenge, Ladder, LadderUndoable, open_challenges
from kiosk.tournament.ladder_challenges import ChallengeUnplayed, LadderResultCorrected
from kiosk.tournament.ladder_season import LadderLeft, SeasonClosed, SeasonOpened


@dataclass(frozen=True, slots=True)
class UndoOnLadder(TournamentCommand):
    """Undo the act whose fact is row `first` of the ladder's log, if no later act took anything
    away.
    """

    first: int


@dataclass(frozen=True, slots=True)
class LadderActUndone(TournamentEvent):
    """What row `first` of the log took away is restored."""

    first: int


_TAKE: Mapping[type[TournamentEvent], str] = MappingProxyType(
    {
        LadderLeft: "LeaveLadder",
        LadderResultCorrected: "CorrectLadderResult",
        ChallengeUnplayed: "EndUnplayed",
        SeasonOpened: "OpenSeason",
        SeasonClosed: "CloseSeason",
        LadderActUndone: UndoOnLadder.__name__,
    }
)
"""The act's name, by its fact, for each act that may take something away."""


def remember_undoable(facts: Iterable[TournamentFact]) -> tuple[TournamentFact, ...]:
    """The same facts, each of which also records what can be undone."""
    return tuple(_remembered(each) for each in facts)


def _remembered(fact: TournamentFact) -> TournamentFact:
    def apply(before: Ladder, event: TournamentEvent) -> Ladder:
        after: Ladder = replace(fact.apply(before, event), facts=before.facts + 1)
        if fact.event not in _TAKE:
            return after
        was, then = replace(before, undoable=None), replace(after, undoable=None)
        new = LadderUndoable(_TAKE[fact.event], after.facts, event, was, then)
        return replace(after, undoable=new)

    return TournamentFact(fact.event, apply)


def undoable_act(ladder: Ladder, first: int) -> LadderUndoable | None:
    """The act of that row, if it is the last that took something away."""
    act = ladder.undoable
    return act if act is not None and act.first == first else None


def _changed(act: LadderUndoable) -> dict[int, ClubChallenge]:
    """Challenges that the act changed, as they were before it."""
    then = act.after.challenges
    return {n: each for n, each in act.before.challenges.items() if then[n] != each}


def _back(ladder: Ladder, act: LadderUndoable) -> Ladder:
    """The ladder without the act; challenges made since and values confirmed since stay."""
    return replace(
        act.before,
        members=ladder.members,
        confirmed=ladder.confirmed,
        challenges={**ladder.challenges, **_changed(act)},
        facts=ladder.facts,
    )


def ladder_rests_on(ladder: Ladder, act: LadderUndoable) -> Against:
    """What was done since and prevents undoing the act."""
    then, back = act.after, _back(ladder, act)
    return (
        *(
            Objection(TournamentReason.RESTS_ON_IT, each.member_id or str(each.number))
            for each in ladder.changes
            if each not in then.changes
        ),
        *(
            Objection(TournamentReason.CHANGED_SINCE, str(n))
            for n in _changed(act)
            if ladder.challenges[n] != then.challenges[n]
        ),
        *_unsound(back, act.before),
    )


def _unsound(back: Ladder, before: Ladder) -> Iterator[Objection]:
    """Open challenges that could not have been made on the ladder without the act."""
    for each in open_challenges(back):
        gone = any(member_id not in back.order for member_id in each.pair)
        if gone or not back.season_open or each.season != back.season:
            yield Objection(TournamentReason.RESTS_ON_IT, str(each.number))
    for member_id in back.order:
        most = max(back.book().challenge.open_at_once, len(open_challenges(before, member_id)))
        if len(open_challenges(back, member_id)) > most:
            yield Objection(TournamentReason.CHALLENGE_OPEN, member_id)


def refuse_undoing(ladder: Ladder, command: UndoOnLadder) -> Against:
    act = undoable_act(ladder, command.first)
    return (
        (Objection(TournamentReason.NOT_UNDOABLE),) if act is None else ladder_rests_on(ladder, act)
    )


def undo_on_ladder(_ladder: Ladder, command: UndoOnLadder) -> tuple[TournamentEvent, ...]:
    return (LadderActUndone(command.at_ms, command.by, command.first),)


def apply_undone(ladder: Ladder, event: LadderActUndone) -> Ladder:
    act = undoable_act(ladder, event.first)
    if act is None:
        raise LookupError(f"the act of row {event.first} can't be undone here")
    return _back(ladder, act)


ACTS = (TournamentAct(UndoOnLadder, refuse_undoing, undo_on_ladder),)
FACTS = (TournamentFact(LadderActUndone, apply_undone),)
