"""The whole event as the console shows it: codes, names and numbers; the words are the page's."""

from typing import Any

from kiosk.tournament.bracket import Stand
from kiosk.tournament.calls import proposals
from kiosk.tournament.draws import late_places
from kiosk.tournament.sheet import round_of, stands
from kiosk.tournament.tournament import Division, Key, Round, Tournament


def whole(tournament: Tournament, seq: int) -> dict[str, Any]:
    """As JSON will have it; `seq` is what acts on this picture name as `seen_seq`."""
    at = {called.table: key for key, called in tournament.called.items()}
    return {
        "seq": seq,
        "event_id": tournament.event_id,
        "name": tournament.name,
        "tables": [{"table": table, "key": at.get(table)} for table in tournament.tables],
        "entries": [
            {
                "entry_id": each.entry_id,
                "name": each.name,
                "players": each.players,
                "gone": each.entry_id in tournament.gone,
            }
            for each in tournament.entries.values()
        ],
        "divisions": [_division(tournament, each) for each in tournament.divisions.values()],
        "proposals": proposals(tournament),
    }


def _division(tournament: Tournament, division: Division) -> dict[str, Any]:
    draw = division.draw
    here = stands(tournament, division).values()
    some = {(each.pairing.bracket, each.pairing.round): each.pairing.pairing_id for each in here}
    rounds = {where: _round(division, pairing_id) for where, pairing_id in some.items()}
    return {
        "division_id": division.division_id,
        "name": division.name,
        "precedence": division.precedence,
        "format": division.format,
        "entries": division.entries,
        "draw": draw
        and {
            "number": draw.number,
            "published": draw.published,
            "late_places": draw.late_places,
            "late_left": len(late_places(division)),
        },
        "pairings": [
            _pairing(tournament, division, each)
            | {"played": rounds[each.pairing.bracket, each.pairing.round]}
            for each in here
        ],
    }


def _pairing(tournament: Tournament, division: Division, here: Stand) -> dict[str, Any]:
    pairing = here.pairing
    key = Key(division.division_id, pairing.pairing_id)
    called, result = tournament.called.get(key), tournament.results.get(key)
    return {
        "pairing_id": pairing.pairing_id,
        "bracket": pairing.bracket,
        "round": pairing.round,
        "state": here.state,
        "places": [
            {"comes": place.comes, "of": place.of, "known": seen is not None}
            | {"entry_id": seen and seen.entry_id}
            for place, seen in zip(pairing.places, here.places, strict=True)
        ],
        "winner": here.winner and here.winner.entry_id,
        "table": called and called.table,
        "called_ms": called and called.at_ms,
        "waits_ms": None if called else tournament.ready_ms.get(key),
        "sets": tournament.sets.get(key, ()),
        "result": result,
    }


def _round(division: Division, pairing_id: str) -> Round | None:
    """None: the format says nothing of it, and the draw can't be published."""
    try:
        return round_of(division, pairing_id)
    except LookupError:
        return None
