"""State derived from an event's facts: since when each pairing waits for a table, the match it
plays, which matches are still interrupted.
"""

from collections.abc import Mapping
from dataclasses import replace

from kiosk.tournament.bracket import Cause
from kiosk.tournament.in_division import with_results
from kiosk.tournament.round_dates import dated
from kiosk.tournament.sheet import ready_pairings
from kiosk.tournament.tournament import PairingKey, TableMatch, Tournament, match_id


def with_derived_state(before: Tournament, after: Tournament, at_ms: int) -> Tournament:
    """`after` with everything derived from it; `before` is the event before a fact of `at_ms`."""
    after = with_results(dated(after))
    players = {key: each.players for key, each in ready_pairings(after)}
    if not after.called.keys() <= players.keys():  # an entry plays no more: the table is free
        called = {key: where for key, where in after.called.items() if key in players}
        after = replace(after, called=called)
    since = {key: before.ready_ms.get(key, at_ms) for key in players}
    matches = _matches(before, after, players, at_ms)
    put_off = after.put_off & players.keys() & matches.keys()
    return replace(after, ready_ms=since, matches=matches, put_off=put_off)


def _matches(
    before: Tournament,
    after: Tournament,
    players: Mapping[PairingKey, tuple[str, str] | None],
    at_ms: int,
) -> dict[PairingKey, TableMatch]:
    """The match of each pairing. It is a new one once the last was played, or the entries changed;
    a match decided by the director may be reopened.
    """
    kept = {}
    for key, match in after.matches.items():
        if key in players:
            played = after.sets.get(key) != before.sets.get(key)
            same = players[key] == match.sides and not played
        else:
            result = after.results.get(key)
            decided = result is not None and result.cause is not Cause.PLAYED
            same = decided and key not in after.walked_over
        if same:
            kept[key] = match
    for key in after.called:
        sides = players.get(key)
        if key not in kept and sides is not None:
            kept[key] = TableMatch(match_id(key, at_ms), sides)
    return kept
