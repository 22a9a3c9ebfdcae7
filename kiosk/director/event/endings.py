"""How a match ended at its table, in the event's terms. Pure."""

from kiosk.rules.match import Match
from kiosk.rules.reasons import EndCause
from kiosk.tournament.bracket import Cause
from kiosk.tournament.outcome import can_reach

_DECIDED_AWAY = frozenset({EndCause.PENALTY, EndCause.RULING, EndCause.CONCEDED})
"""Ends of a match that may leave its winner below the length."""


def ending_of(match: Match) -> tuple[int, int, Cause, int]:
    """The last game's level and cube, the cause, and the length if it was corrected at the table,
    else 0.

    Of a single game that was not played to its end level and cube are 1. Of a match they are 0 if
    the last game did not decide the score.
    """
    last = match.last_game
    level, cube = (last.level, last.points // last.level) if last and last.points else (0, 0)
    if match.length is None:
        return max(1, level), max(1, cube), _cause(match, played=bool(level)), 0
    won = match.score.of_side(match.winner) if match.winner else 0
    played = can_reach(match.length, won, level, cube)
    return level, cube, _cause(match, played=played), match.lengths.played or 0


def _cause(match: Match, *, played: bool) -> Cause:
    """Lost on time or by a ruling, unless the points decided it anyway."""
    ended = match.last_result.cause if match.last_result else EndCause.PLAYED
    if ended is EndCause.FLAG:
        return Cause.FLAG
    return Cause.RULING if ended in _DECIDED_AWAY and not played else Cause.PLAYED
