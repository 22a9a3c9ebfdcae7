"""Dates by which the rounds of a division are played, and the pairings that have one (001,
Tournament Rules 4).
"""

from collections.abc import Iterator
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
    out_of_range,
)
from kiosk.tournament.bracket import PairingState
from kiosk.tournament.club_rounds import LAST_DAY, ClubRoundRules, PairingDates, RoundDate
from kiosk.tournament.sheet import division_stands, pairings, stand_of
from kiosk.tournament.tournament import Division, Draw, PairingKey, Tournament

MOST_DEEP = 99
"""Most rounds of a bracket that can have a date."""


@dataclass(frozen=True, slots=True)
class SetRoundDates(TournamentCommand):
    """Play these rounds by these days, the others as before; a date already set is moved only with
    a reason.
    """

    division_id: str
    dates: tuple[RoundDate, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class RoundDatesSet(TournamentEvent):
    division_id: str
    dates: tuple[RoundDate, ...]
    why: str


def refuse_dates(tournament: Tournament, command: SetRoundDates) -> Against:
    division = tournament.divisions.get(command.division_id)
    if division is None:
        return (Objection(TournamentReason.UNKNOWN, command.division_id),)
    if division.format.by_date is None:
        return (Objection(TournamentReason.NOT_IN_FORMAT, division.name),)
    brackets = {each.name for each in division.format.shape.brackets}
    rounds = [(each.bracket, each.round) for each in command.dates]
    then = {**division.last_days, **_by_round(command.dates)}
    moved = any(division.last_days.get(at, then[at]) != then[at] for at in rounds)
    return (
        *objections(
            (not rounds, TournamentReason.EMPTY, "dates"),
            (moved and not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
        ),
        *(
            objection
            for each in command.dates
            for at in [(each.bracket, each.round)]
            for objection in objections(
                (each.bracket not in brackets, TournamentReason.UNKNOWN, each.bracket),
                out_of_range("round", each.round, 1, MOST_DEEP),
                (
                    not 1 <= each.last_day <= LAST_DAY,
                    TournamentReason.BAD_VALUE,
                    f"day {each.last_day}",
                ),
                (rounds.count(at) > 1, TournamentReason.TAKEN, _named(at)),
            )
        ),
        *(Objection(TournamentReason.BEFORE_ROUND, _named(at)) for at in _too_early(then)),
    )


def _by_round(dates: tuple[RoundDate, ...]) -> dict[tuple[str, int], int]:
    return {(each.bracket, each.round): each.last_day for each in dates}


def _named(at: tuple[str, int]) -> str:
    return f"{at[0]} {at[1]}"


def _too_early(last_days: dict[tuple[str, int], int]) -> Iterator[tuple[str, int]]:
    """Rounds that would end before the round they come from."""
    latest: dict[str, int] = {}
    for at in sorted(last_days):
        if last_days[at] < latest.get(at[0], 0):
            yield at
        latest[at[0]] = max(last_days[at], latest.get(at[0], 0))


def set_dates(_tournament: Tournament, command: SetRoundDates) -> tuple[TournamentEvent, ...]:
    at = command.at_ms, command.by
    return (RoundDatesSet(*at, command.division_id, command.dates, command.why),)


def apply_dates(tournament: Tournament, event: RoundDatesSet) -> Tournament:
    before = tournament.divisions[event.division_id].last_days
    last_days = {**before, **_by_round(event.dates)}
    return tournament.with_division(event.division_id, last_days=last_days)


def without_date(division: Division) -> Against:
    """Rounds of its draw that lack a required date."""
    if division.format.by_date is None:
        return ()
    rounds = dict.fromkeys((each.bracket, each.round) for each in pairings(division))
    return tuple(
        Objection(TournamentReason.NO_DATE, _named(at))
        for at in rounds
        if at not in division.last_days
    )


# --- pairings with a date


def dated(tournament: Tournament) -> Tournament:
    """The event with the arrangements of each pairing that has a date brought up to date with draw,
    results and dates; a pairing with other players loses its former arrangements.
    """
    for division in tournament.divisions.values():
        draw = division.draw
        if division.format.by_date is not None and draw is not None and draw.published:
            now = _pairings(tournament, division, draw)
            if now != draw.dated:
                tournament = tournament.with_draw(division.division_id, dated=now)
    return tournament


def _pairings(tournament: Tournament, division: Division, draw: Draw) -> dict[str, PairingDates]:
    found: dict[str, PairingDates] = {}
    for name, stand in division_stands(tournament, division).items():
        pair = stand.players
        last_day = division.last_days.get((stand.pairing.bracket, stand.pairing.round))
        if pair is None or last_day is None:
            continue
        here = draw.dated.get(name)
        if here is None or here.pair != pair:
            here = PairingDates(*pair, last_day)
        if here.last_day != last_day:
            kept = here.arranged if here.arranged and here.arranged.day <= last_day else None
            here = replace(here, last_day=last_day, arranged=kept, chairman_notified=False)
        over = stand.state is PairingState.OVER
        if here.over and not over and here.claim is not None and here.claim.granted:
            here = replace(here, claim=None)  # the result it led to was taken back
        found[name] = replace(here, over=over)
    return found


def dated_of(tournament: Tournament, key: PairingKey) -> tuple[ClubRoundRules, PairingDates] | None:
    """The club rules and arrangements of a pairing played by a date; None: it has no date."""
    division = tournament.divisions.get(key.division_id)
    if division is None or division.draw is None or division.format.by_date is None:
        return None
    here = division.draw.dated.get(key.pairing_id)
    return None if here is None else (division.format.by_date, here)


def not_dated(tournament: Tournament, key: PairingKey) -> Against:
    """Why a pairing has no arrangements: it does not exist, its players are not known, or its
    division is not played by dates.
    """
    division = tournament.divisions.get(key.division_id)
    if division is None:
        return (Objection(TournamentReason.UNKNOWN, key.division_id),)
    if division.format.by_date is None:
        return (Objection(TournamentReason.NOT_IN_FORMAT, division.name),)
    if division.draw is None or not division.draw.published:
        return (Objection(TournamentReason.NOT_PUBLISHED, division.name),)
    known = stand_of(tournament, key) is not None
    reason = TournamentReason.NOT_READY if known else TournamentReason.UNKNOWN
    here = dated_of(tournament, key)
    return objections((here is None, reason, str(key)))


def not_open(tournament: Tournament, key: PairingKey) -> Against:
    """The same, or the pairing is over."""
    found = dated_of(tournament, key)
    over = found is not None and found[1].over
    return not_dated(tournament, key) or objections((over, TournamentReason.OVER, str(key)))


def require_dated(tournament: Tournament, key: PairingKey) -> tuple[ClubRoundRules, PairingDates]:
    """As `dated_of`. Raises AssertionError if the pairing has no date."""
    found = dated_of(tournament, key)
    if found is None:
        raise AssertionError(f"{key.pairing_id} has no date: refuse the act before")
    return found


def with_dated(tournament: Tournament, key: PairingKey, here: PairingDates) -> Tournament:
    draw = tournament.divisions[key.division_id].draw
    there = draw.dated if draw is not None else {}
    return tournament.with_draw(key.division_id, dated={**there, key.pairing_id: here})


ACTS = (TournamentAct(SetRoundDates, refuse_dates, set_dates),)
FACTS = (TournamentFact(RoundDatesSet, apply_dates),)
