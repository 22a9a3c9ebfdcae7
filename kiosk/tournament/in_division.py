"""Acts and facts of the format in which a division is played, unless it is a knock-out."""

from collections.abc import Iterable
from dataclasses import dataclass

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
from kiosk.tournament.played import FormatPlay, number_of
from kiosk.tournament.swiss_rounds import TakeSwissRoundBack
from kiosk.tournament.tournament import Division, Play, Tournament
from kiosk.tournament.ways import format_play_of


@dataclass(frozen=True, slots=True)
class InDivision(TournamentCommand):
    """An act that only the division's format has, such as pairing its next round."""

    division_id: str
    act: TournamentCommand


@dataclass(frozen=True, slots=True)
class DivisionFact(TournamentEvent):
    """An event of a division's format."""

    division_id: str
    fact: TournamentEvent


def in_format(division: Division) -> tuple[FormatPlay, Play] | None:
    """The division's format and its state; None: a knock-out, or not drawn."""
    format_play = format_play_of(division.format)
    play = division.draw.play if division.draw is not None else None
    return None if format_play is None or play is None else (format_play, play)


def with_results(tournament: Tournament) -> Tournament:
    """The event once its formats have its results, and the entries that play no more."""
    for division in tournament.divisions.values():
        found = in_format(division)
        if found is not None:
            format_play, play = found
            results = {
                number_of(key.pairing_id): result
                for key, result in tournament.results.items()
                if key.division_id == division.division_id
            }
            now = format_play.played(play, results, tournament.gone)
            if now != play:
                tournament = tournament.with_draw(division.division_id, play=now)
    return tournament


def facts_in(division_id: str, facts: Iterable[TournamentEvent]) -> tuple[TournamentEvent, ...]:
    """Events of a division's format as the event's."""
    return tuple(DivisionFact(fact.at_ms, fact.by, division_id, fact) for fact in facts)


def refuse_in_division(tournament: Tournament, command: InDivision) -> Against:
    division = tournament.divisions.get(command.division_id)
    if division is None:
        return (Objection(TournamentReason.UNKNOWN, command.division_id),)
    if division.draw is None:
        return (Objection(TournamentReason.NO_DRAW, division.name),)
    found = in_format(division)
    if found is None or type(command.act) not in found[0].own:
        return (Objection(TournamentReason.NOT_IN_FORMAT, division.name),)
    format_play, play = found
    begun = any(
        key.division_id == command.division_id and key not in tournament.results
        for key in (*tournament.called, *tournament.sets)
    )
    back = isinstance(command.act, TakeSwissRoundBack)
    return (
        *objections((back and begun, TournamentReason.BEGUN, division.name)),
        *format_play.core.why_not(play, command.act),
    )


def in_division(tournament: Tournament, command: InDivision) -> tuple[TournamentEvent, ...]:
    found = in_format(tournament.divisions[command.division_id])
    if found is None:
        raise AssertionError("the division is not played so: refuse the act before")
    format_play, play = found
    return facts_in(command.division_id, format_play.core.decide(play, command.act))


def apply_fact(tournament: Tournament, event: DivisionFact) -> Tournament:
    division = tournament.divisions[event.division_id]
    format_play = format_play_of(division.format)
    draw = division.draw
    if format_play is None or draw is None:
        raise LookupError(f"{division.name} is played in no format that knows this")
    before = format_play.empty if draw.play is None else draw.play
    play = format_play.core.evolve(before, event.fact)
    published = draw.published and type(event.fact) not in format_play.looked_at
    return tournament.with_draw(event.division_id, play=play, published=published)


ACTS = (TournamentAct(InDivision, refuse_in_division, in_division),)
FACTS = (TournamentFact(DivisionFact, apply_fact),)
