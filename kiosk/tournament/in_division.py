"""Acts and facts of the format in which a division is played, unless it is a knock-out."""

from collections.abc import Iterable, Iterator
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
from kiosk.tournament.bracket import PairingState
from kiosk.tournament.played import ActOrigin, FormatPlay
from kiosk.tournament.swiss_rounds import TakeSwissRoundBack
from kiosk.tournament.tournament import Division, Draw, Play, Tournament
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


def objections_to_all(
    format_play: FormatPlay, play: Play, acts: Iterable[TournamentCommand | None]
) -> Against:
    """Objections to these acts, one after the other: those of the first that is refused."""
    for act in acts:
        if act is None:
            return (Objection(TournamentReason.NOT_IN_FORMAT, format_play.name),)
        against = format_play.core.why_not(play, act)
        if against:
            return against
        for fact in format_play.core.decide(play, act):
            play = format_play.core.evolve(play, fact)
    return ()


def follow_all(
    division_id: str, format_play: FormatPlay, play: Play, acts: Iterable[TournamentCommand | None]
) -> tuple[TournamentEvent, ...]:
    """Events that follow from acts without objections."""
    found: list[TournamentEvent] = []
    for act in acts:
        if act is None:
            raise AssertionError("the format knows no such act: refuse it before")
        for fact in format_play.core.decide(play, act):
            play = format_play.core.evolve(play, fact)
            found.append(DivisionFact(act.at_ms, act.by, division_id, fact))
    return tuple(found)


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
    return follow_all(command.division_id, *found, (command.act,))


def leaving(
    tournament: Tournament, entry_id: str, done: ActOrigin, *, back: bool
) -> Iterator[TournamentEvent]:
    """An entry leaves, or is `back`, in each division whose format has such an act; a format that
    refuses, because it is closed, is skipped.
    """
    for division in tournament.divisions.values():
        found = in_format(division)
        if found is None or entry_id not in division.entries:
            continue
        format_play, play = found
        act = format_play.back(entry_id, done) if back else format_play.left(entry_id, done)
        if not format_play.core.why_not(play, act):
            yield from follow_all(division.division_id, format_play, play, (act,))


def apply_fact(tournament: Tournament, event: DivisionFact) -> Tournament:
    """A pairing that is over or void leaves its table."""
    division = tournament.divisions[event.division_id]
    format_play = format_play_of(division.format)
    draw = division.draw
    if format_play is None or draw is None:
        raise LookupError(f"{division.name} is played in no format that knows this")
    before = format_play.empty if draw.play is None else draw.play
    play = format_play.core.evolve(before, event.fact)
    published = draw.published and type(event.fact) not in format_play.looked_at
    changed: Draw = replace(draw, play=play, published=published)
    after = tournament.with_division(event.division_id, draw=changed)
    here = format_play.stands(play)
    called = {
        key: where
        for key, where in tournament.called.items()
        if key.division_id != event.division_id
        or (key.pairing_id in here and here[key.pairing_id].state is PairingState.READY)
    }
    return replace(after, called=called)


ACTS = (TournamentAct(InDivision, refuse_in_division, in_division),)
FACTS = (TournamentFact(DivisionFact, apply_fact),)
