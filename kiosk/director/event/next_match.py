"""Next matches of the players who have finished one."""

from kiosk.director.local_days import local_slot
from kiosk.rules.match import Match, Phase
from kiosk.tournament.sheet import stand_of
from kiosk.tournament.tournament import PairingCall, PairingKey, Tournament, key_of
from kiosk.wire.next_match import NextMatch, NextMatches


def find_next(tournament: Tournament, match: Match) -> NextMatches | None:
    """The next match of both sides, by the tables their pairings are called to; None: the match is
    not over, or not the event's.
    """
    if match.opened is None or match.phase is not Phase.MATCH_OVER:
        return None
    here = key_of(match.opened.match_id)
    if here is None:
        return None
    sides = match.opened.sides.map(lambda team: _find_of(tournament, here, team.side_id))
    return NextMatches(match.opened.match_id, sides.white, sides.black)


def _find_of(tournament: Tournament, here: PairingKey, entry_id: str) -> NextMatch | None:
    """The earliest match that an entry is called to."""
    calls = [
        called
        for key, called in tournament.called.items()
        if key != here and key not in tournament.results and _plays(tournament, key, entry_id)
    ]
    return _format_call(min(calls, key=_find_start)) if calls else None


def _plays(tournament: Tournament, key: PairingKey, entry_id: str) -> bool:
    stand = stand_of(tournament, key)
    return stand is not None and stand.players is not None and entry_id in stand.players


def _find_start(called: PairingCall) -> int:
    return called.starts_ms or called.at_ms


def _format_call(called: PairingCall) -> NextMatch:
    minute = local_slot(_find_start(called)).minute
    return NextMatch(called.table, f"{minute // 60:02d}:{minute % 60:02d}")
