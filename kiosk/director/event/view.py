"""The whole event for the console: codes, names and numbers; the words are the page's."""

from kiosk.director.event.alarms import NOTHING_HELD, HeldForDecision
from kiosk.director.http import answer_shapes as shapes
from kiosk.tournament.bracket import BracketPlace, PairingStatus, Seen
from kiosk.tournament.calls import proposals
from kiosk.tournament.club_rounds import RoundDate, has_offered, need_of
from kiosk.tournament.draws import late_places, takes_late
from kiosk.tournament.giving_place import free_places
from kiosk.tournament.in_division import in_format
from kiosk.tournament.played import ActOrigin, NextAct
from kiosk.tournament.sheet import division_stands, played_as, rounds_of
from kiosk.tournament.standings import winners
from kiosk.tournament.tournament import Division, PairingKey, Player, Round, Tournament


def event_view(
    tournament: Tournament,
    seq: int,
    silent: frozenset[int] = frozenset(),
    today: int = 1,
    held: HeldForDecision = NOTHING_HELD,
    begun: frozenset[str] = frozenset(),
    configured_id: str = "",
) -> shapes.EventView:
    """`seq` is the `seen_seq` of acts sent from this view. Nothing is proposed for `silent` tables
    or what is `held`. `today`, a day number as of `datetime.date.toordinal`, is compared with
    dates. `begun` are the ids of matches that have begun at a table's device.
    """
    at = {called.table: key for key, called in tournament.called.items()}
    return shapes.EventView(
        seq=seq,
        event_id=tournament.event_id,
        name=tournament.name,
        tables=tuple(
            shapes.EventTable(
                table, at.get(table), table in silent, _has_begun(tournament, at.get(table), begun)
            )
            for table in tournament.tables
        ),
        entries=tuple(
            shapes.EventEntry(
                each.entry_id, each.name, each.players, each.entry_id in tournament.gone
            )
            for each in tournament.entries.values()
        ),
        divisions=tuple(
            _division(tournament, each, today) for each in tournament.divisions.values()
        ),
        removed=tuple(
            shapes.EventRemoved(name, each.division.name, len(each.entries))
            for name, each in tournament.removed.items()
        ),
        proposals=proposals(tournament, silent | held.tables, held.pairings),
        today=today,
        people=_others(tournament),
        configured_id=configured_id,
    )


def _others(tournament: Tournament) -> tuple[Player, ...]:
    entered = {one.player_id for each in tournament.entries.values() for one in each.players}
    return tuple(each for name, each in tournament.people.items() if name not in entered)


def _has_begun(tournament: Tournament, key: PairingKey | None, begun: frozenset[str]) -> bool:
    match = tournament.matches.get(key) if key is not None else None
    return match is not None and match.match_id in begun


def _division(tournament: Tournament, division: Division, today: int) -> shapes.EventDivision:
    here = division_stands(tournament, division).values()
    rounds = rounds_of(division, [each.pairing for each in here])
    return shapes.EventDivision(
        division_id=division.division_id,
        name=division.name,
        precedence=division.precedence,
        format=division.format,
        entries=division.entries,
        draw=_draw(tournament, division),
        pairings=tuple(
            _pairing(
                tournament,
                division,
                each,
                rounds[each.pairing.bracket, each.pairing.round],
                _dated(division, each.pairing.pairing_id, today),
            )
            for each in here
        ),
        last_days=tuple(RoundDate(*at, day) for at, day in sorted(division.last_days.items())),
        re_entry=division.re_entry,
        standings=_standings(division),
        winners=tuple(
            shapes.EventWon(each.bracket, each.entry_ids) for each in winners(tournament, division)
        ),
        next=_next_acts(division),
    )


def _standings(division: Division) -> tuple[shapes.EventStanding, ...]:
    found = in_format(division)
    if found is None:
        return ()
    way, play = found
    return tuple(
        shapes.EventStanding(
            each.group,
            each.place,
            each.entry_id,
            each.wins,
            each.losses,
            tuple(shapes.EventMeasure(*measure) for measure in each.measures),
            each.still_in,
        )
        for each in way.standings(play)
    )


def _next_acts(division: Division) -> tuple[NextAct, ...]:
    """Acts of the division's format that are possible now."""
    found = in_format(division)
    return () if found is None else found[0].next_acts(found[1], ActOrigin(0, ""))


def _draw(tournament: Tournament, division: Division) -> shapes.EventDraw | None:
    draw = division.draw
    if draw is None:
        return None
    left = len(late_places(division))
    return shapes.EventDraw(
        draw.number,
        draw.published,
        draw.late_places,
        left,
        takes_late(division),
        free_places(tournament, division),
    )


def _pairing(
    tournament: Tournament,
    division: Division,
    here: PairingStatus,
    played: Round | None,
    dated: shapes.EventDated | None,
) -> shapes.EventPairing:
    pairing = here.pairing
    key = PairingKey(division.division_id, pairing.pairing_id)
    called = tournament.called.get(key)
    return shapes.EventPairing(
        pairing_id=pairing.pairing_id,
        bracket=pairing.bracket,
        round=pairing.round,
        state=here.state,
        places=(
            _place(pairing.places[0], here.places[0]),
            _place(pairing.places[1], here.places[1]),
        ),
        winner=here.winner.entry_id if here.winner else None,
        table=called.table if called else None,
        called_ms=called.at_ms if called else None,
        waits_ms=None if called else tournament.ready_ms.get(key),
        put_off=key in tournament.put_off,
        sets=tournament.sets.get(key, ()),
        result=tournament.results.get(key),
        played=played and played_as(division, pairing.pairing_id, played),
        seats=here.seats,
        dated=dated,
    )


def _dated(division: Division, pairing_id: str, today: int) -> shapes.EventDated | None:
    rules, draw = division.format.by_date, division.draw
    here = None if draw is None else draw.dated.get(pairing_id)
    if rules is None or here is None:
        return None
    return shapes.EventDated(
        challenger=here.challenger,
        last_day=here.last_day,
        offered=here.offered,
        offered_enough=has_offered(rules, here),
        arranged=here.arranged,
        told_chairman=here.chairman_notified,
        claim=here.claim,
        replay_points=here.replay_points,
        need=need_of(rules, here, today),
    )


def _place(place: BracketPlace, seen: Seen) -> shapes.EventPlace:
    entry_id = seen.entry_id if seen else None
    return shapes.EventPlace(place.comes, place.of, seen is not None, entry_id)
