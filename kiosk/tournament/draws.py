"""Draw a division, redraw it, publish the draw; give reserved places to late arrivals."""

from collections.abc import Mapping
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
    out_of_range,
)
from kiosk.tournament.bracket import Bracket, entrant, late_place
from kiosk.tournament.entries import Entered, refuse_again, unfit_entries
from kiosk.tournament.in_division import facts_in, in_format
from kiosk.tournament.knock_out import MOST, draw_bracket
from kiosk.tournament.played import ActOrigin, FormatPlay
from kiosk.tournament.round_dates import without_date
from kiosk.tournament.round_robin import CoupleScoring
from kiosk.tournament.sheet import pairings, rounds_of
from kiosk.tournament.tournament import Division, Draw, Entry, PairingKey, Play, Tournament
from kiosk.tournament.walk_overs import begun_pairings, without_draw
from kiosk.tournament.ways import format_play_of


@dataclass(frozen=True, slots=True)
class DrawDivision(TournamentCommand):
    """Draw a division in a random order, which is passed in: entries by name, late places by their
    number from 1. The first `seeds` are seeded, not drawn. A second draw needs a reason.
    """

    division_id: str
    order: tuple[str | int, ...]
    seeds: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class TakeDrawBack(TournamentCommand):
    """Take the draw back, so that entries and format can change."""

    division_id: str
    why: str


@dataclass(frozen=True, slots=True)
class PublishDraw(TournamentCommand):
    """Publish the draw; its matches can be called."""

    division_id: str


@dataclass(frozen=True, slots=True)
class TakeLate(TournamentCommand):
    """Give a late arrival the lowest place that is left (000, Draw)."""

    division_id: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class CloseLatePlaces(TournamentCommand):
    """Close the late places: their opponents advance."""

    division_id: str


@dataclass(frozen=True, slots=True)
class Drawn(TournamentEvent):
    """`order` and `seeds` are evidence; the bracket is what counts."""

    division_id: str
    order: tuple[str | int, ...]
    seeds: int
    bracket: Bracket
    why: str


@dataclass(frozen=True, slots=True)
class DrawTakenBack(TournamentEvent):
    division_id: str
    why: str


@dataclass(frozen=True, slots=True)
class DrawPublished(TournamentEvent):
    division_id: str


@dataclass(frozen=True, slots=True)
class LateTaken(TournamentEvent):
    division_id: str
    number: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class LatePlacesClosed(TournamentEvent):
    division_id: str
    numbers: tuple[int, ...]


def refuse_drawing(tournament: Tournament, command: DrawDivision) -> Against:
    division = tournament.divisions.get(command.division_id)
    if division is None:
        return (Objection(TournamentReason.UNKNOWN, command.division_id),)
    entries = [each for each in command.order if isinstance(each, str)]
    numbers = sorted(each for each in command.order if isinstance(each, int))
    again = division.draw is not None
    against = objections(
        (_begun(tournament, division), TournamentReason.BEGUN, division.name),
        (again and not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
        (sorted(entries) != sorted(division.entries), TournamentReason.BAD_VALUE, "order"),
        (numbers != list(range(1, len(numbers) + 1)), TournamentReason.BAD_VALUE, "late places"),
        out_of_range("places", len(command.order), 2, MOST),
        out_of_range("seeds", command.seeds, 0, len(entries)),
        (
            any(isinstance(each, int) for each in command.order[: max(0, command.seeds)]),
            TournamentReason.BAD_VALUE,
            "a late place is seeded",
        ),
    )
    format_play = format_play_of(division.format)
    if format_play is None or against:
        return against
    if numbers:
        return (Objection(TournamentReason.NOT_IN_FORMAT, "late places"),)
    singles = _not_couples(tournament, division)
    if singles:
        return singles
    return format_play.unfit_order(division, _here(tournament, command))


def _not_couples(tournament: Tournament, division: Division) -> Against:
    """Entries that can't play where couples meet (000 L184)."""
    if division.format.groups is None or division.format.groups.doubles is CoupleScoring.NO:
        return ()
    entries = [tournament.entries[each] for each in division.entries]
    return objections(
        *(
            (len(each.players) != 2, TournamentReason.BAD_VALUE, f"players of {each.name}")
            for each in entries
        )
    )


def _here(tournament: Tournament, command: DrawDivision) -> list[str]:
    """The entries in the order drawn, without those that play no more."""
    return [each for each in command.order if isinstance(each, str) and each not in tournament.gone]


def _begun(tournament: Tournament, division: Division) -> bool:
    """Whether a pairing was called or won: what has happened can't be drawn again."""
    return any(key.division_id == division.division_id for key in begun_pairings(tournament))


def draw_division(tournament: Tournament, command: DrawDivision) -> tuple[TournamentEvent, ...]:
    division = tournament.divisions[command.division_id]
    order = [entrant(each) if isinstance(each, str) else late_place(each) for each in command.order]
    format_play = format_play_of(division.format)
    begun: tuple[TournamentEvent, ...] = ()
    if format_play is None:
        bracket = draw_bracket(division.format.shape, order, command.seeds)
    else:
        done = ActOrigin(command.at_ms, command.by)
        opening = format_play.opening(division, _here(tournament, command), done)
        bracket, begun = Bracket(()), facts_in(division.division_id, opening)
    return (
        Drawn(
            command.at_ms,
            command.by,
            command.division_id,
            command.order,
            command.seeds,
            bracket,
            command.why,
        ),
        *begun,
    )


def refuse_taking_draw_back(tournament: Tournament, command: TakeDrawBack) -> Against:
    division = tournament.divisions.get(command.division_id)
    if division is None:
        return (Objection(TournamentReason.UNKNOWN, command.division_id),)
    return objections(
        (division.draw is None, TournamentReason.NO_DRAW, division.name),
        (_begun(tournament, division), TournamentReason.BEGUN, division.name),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def take_draw_back(_tournament: Tournament, command: TakeDrawBack) -> tuple[TournamentEvent, ...]:
    return (DrawTakenBack(command.at_ms, command.by, command.division_id, command.why),)


def refuse_publishing(tournament: Tournament, command: PublishDraw) -> Against:
    division = tournament.divisions.get(command.division_id)
    if division is None:
        return (Objection(TournamentReason.UNKNOWN, command.division_id),)
    if division.draw is None:
        return (Objection(TournamentReason.NO_DRAW, division.name),)
    return (
        *objections((division.draw.published, TournamentReason.PUBLISHED, division.name)),
        *_without_rules(division),
        *without_date(division),
    )


def _without_rules(division: Division) -> Against:
    """Rounds that the format does not define: length, profile."""
    every = pairings(division)
    played = rounds_of(division, every)
    for each in every:
        if played[each.bracket, each.round] is None:
            return (
                Objection(
                    TournamentReason.NOT_SAID,
                    str(PairingKey(division.division_id, each.pairing_id)),
                ),
            )
    return ()


def publish(_tournament: Tournament, command: PublishDraw) -> tuple[TournamentEvent, ...]:
    return (DrawPublished(command.at_ms, command.by, command.division_id),)


def late_places(division: Division) -> tuple[int, ...]:
    """Numbers of the places still reserved, the lowest first."""
    if division.draw is None:
        return ()
    kept = range(1, division.draw.late_places + 1)
    return tuple(number for number in kept if number not in division.draw.late)


def refuse_late(tournament: Tournament, command: TakeLate) -> Against:
    division = tournament.divisions.get(command.division_id)
    if division is None:
        return (Objection(TournamentReason.UNKNOWN, command.division_id),)
    here = [tournament.entries[each] for each in division.entries]
    found = in_format(division)
    none_left = found is None and not late_places(division)
    return (
        *objections(
            (division.draw is None, TournamentReason.NO_DRAW, division.name),
            (none_left, TournamentReason.NO_LATE_PLACE, division.name),
        ),
        *(_against_late(*found, command.entry.entry_id) if found else ()),
        *unfit_entries(here, (command.entry,)),
        *refuse_again(division, here, (command.entry,), command.at_ms),
        *objections(
            (
                tournament.entries.get(command.entry.entry_id, command.entry) != command.entry,
                TournamentReason.TAKEN,
                command.entry.entry_id,
            )
        ),
    )


def takes_late(division: Division) -> bool:
    """Whether a late arrival can be taken now."""
    found = in_format(division)
    if division.draw is None or found is None:
        return bool(late_places(division))
    return not _against_late(*found, "?")


def _against_late(format_play: FormatPlay, play: Play, entry_id: str) -> Against:
    if format_play.late is None:
        return (Objection(TournamentReason.NOT_IN_FORMAT, format_play.name),)
    return format_play.core.why_not(play, format_play.late(entry_id, ActOrigin(0, "")))


def take_late(tournament: Tournament, command: TakeLate) -> tuple[TournamentEvent, ...]:
    division = tournament.divisions[command.division_id]
    found = in_format(division)
    if found is not None and found[0].late is not None:
        (format_play, play), at = found, (command.at_ms, command.by)
        act = found[0].late(command.entry.entry_id, ActOrigin(*at))
        entered = Entered(*at, command.division_id, (command.entry,))
        return entered, *facts_in(command.division_id, format_play.core.decide(play, act))
    number = late_places(division)[0]
    return (LateTaken(command.at_ms, command.by, command.division_id, number, command.entry),)


def refuse_closing(tournament: Tournament, command: CloseLatePlaces) -> Against:
    division = tournament.divisions.get(command.division_id)
    if division is None:
        return (Objection(TournamentReason.UNKNOWN, command.division_id),)
    return objections((not late_places(division), TournamentReason.NO_LATE_PLACE, division.name))


def close_late_places(
    tournament: Tournament, command: CloseLatePlaces
) -> tuple[TournamentEvent, ...]:
    left = late_places(tournament.divisions[command.division_id])
    return (LatePlacesClosed(command.at_ms, command.by, command.division_id, left),)


def apply_drawn(tournament: Tournament, event: Drawn) -> Tournament:
    before = tournament.divisions[event.division_id].draw
    kept = sum(isinstance(each, int) for each in event.order)
    number = before.number + 1 if before else 1
    left = without_draw(tournament, event.division_id)
    return left.with_division(event.division_id, draw=Draw(number, event.bracket, kept))


def apply_taken_back(tournament: Tournament, event: DrawTakenBack) -> Tournament:
    left = without_draw(tournament, event.division_id)
    return left.with_division(event.division_id, draw=None)


def apply_published(tournament: Tournament, event: DrawPublished) -> Tournament:
    return tournament.with_draw(event.division_id, published=True)


def apply_late(tournament: Tournament, event: LateTaken) -> Tournament:
    division = tournament.divisions[event.division_id]
    names = (*division.entries, event.entry.entry_id)
    entered = tournament.with_division(event.division_id, entries=names)
    entered = entered.with_entry(event.entry)
    return entered.with_draw(
        event.division_id, late=_late(division) | {event.number: event.entry.entry_id}
    )


def apply_closed(tournament: Tournament, event: LatePlacesClosed) -> Tournament:
    division = tournament.divisions[event.division_id]
    closed: dict[int, str | None] = dict.fromkeys(event.numbers)
    return tournament.with_draw(event.division_id, late=_late(division) | closed)


def _late(division: Division) -> dict[int, str | None]:
    late: Mapping[int, str | None] = division.draw.late if division.draw else {}
    return dict(late)


ACTS = (
    TournamentAct(DrawDivision, refuse_drawing, draw_division),
    TournamentAct(TakeDrawBack, refuse_taking_draw_back, take_draw_back),
    TournamentAct(PublishDraw, refuse_publishing, publish),
    TournamentAct(TakeLate, refuse_late, take_late),
    TournamentAct(CloseLatePlaces, refuse_closing, close_late_places),
)
FACTS = (
    TournamentFact(Drawn, apply_drawn),
    TournamentFact(DrawTakenBack, apply_taken_back),
    TournamentFact(DrawPublished, apply_published),
    TournamentFact(LateTaken, apply_late),
    TournamentFact(LatePlacesClosed, apply_closed),
)
