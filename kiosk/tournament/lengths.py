"""Change how the rounds of a division are played after it was made: for lack of time, or for clocks
(002 §1.1).
"""

from dataclasses import dataclass, replace

from kiosk.tournament.act import (
    Against,
    Objection,
    TournamentAct,
    TournamentCommand,
    TournamentEvent,
    TournamentFact,
    TournamentReason,
    objections,
)
from kiosk.tournament.setting_up import unfit_format
from kiosk.tournament.sheet import pairings, rounds_of
from kiosk.tournament.tournament import Division, PairingKey, Round, Tournament


@dataclass(frozen=True, slots=True)
class SetRounds(TournamentCommand):
    """Change length, number of matches, rule book or clock notice of pairings that have not begun;
    with a reason once it is drawn.
    """

    division_id: str
    rounds: tuple[Round, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class RoundsSet(TournamentEvent):
    division_id: str
    rounds: tuple[Round, ...]
    why: str


def refuse_rounds(tournament: Tournament, command: SetRounds) -> Against:
    division = tournament.divisions.get(command.division_id)
    if division is None:
        return (Objection(TournamentReason.UNKNOWN, command.division_id),)
    form = replace(division.format, rounds=command.rounds)
    unfit = unfit_format(form)
    if unfit or division.draw is None:
        return unfit
    return (
        *objections((not command.why.strip(), TournamentReason.WHY_MISSING, "why")),
        *_begun(tournament, division, replace(division, format=form)),
    )


def _begun(tournament: Tournament, before: Division, after: Division) -> Against:
    """Pairings that have begun keep their terms; in groups, all matches keep their points."""
    every = {each.pairing_id: each for each in pairings(before)}
    was, now = (rounds_of(each, every.values()) for each in (before, after))
    here = {
        key.pairing_id
        for key in (*tournament.called, *tournament.sets)
        if key.division_id == before.division_id and key not in tournament.results
    }
    of_groups = before.format.groups is not None
    found = []
    for name, pairing in every.items():
        about, where = str(PairingKey(before.division_id, name)), (pairing.bracket, pairing.round)
        one, other = was[where], now[where]
        if other is None:
            found.append(Objection(TournamentReason.NOT_SAID, about))
        elif name in here and one != other:
            found.append(Objection(TournamentReason.BEGUN, about))
        elif of_groups and one is not None and _points(one) != _points(other):
            found.append(Objection(TournamentReason.DRAWN, about))
    return tuple(found[:1]) if of_groups else tuple(found)


def _points(played: Round) -> tuple[int, int]:
    return played.length, played.best_of


def set_rounds(_tournament: Tournament, command: SetRounds) -> tuple[TournamentEvent, ...]:
    at = command.at_ms, command.by
    return (RoundsSet(*at, command.division_id, command.rounds, command.why),)


def apply_rounds(tournament: Tournament, event: RoundsSet) -> Tournament:
    form = replace(tournament.divisions[event.division_id].format, rounds=event.rounds)
    return tournament.with_division(event.division_id, format=form)


ACTS = (TournamentAct(SetRounds, refuse_rounds, set_rounds),)
FACTS = (TournamentFact(RoundsSet, apply_rounds),)
