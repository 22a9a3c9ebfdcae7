"""The formats beside the knock-out: the acts of each, and its facts."""

from kiosk.tournament import (
    ladder_challenges,
    ladder_confirming,
    ladder_season,
    ladder_undoing,
    round_robin,
    round_robin_opening,
    round_robin_results,
    swing,
    swing_games,
    swiss,
    swiss_results,
    swiss_rounds,
)
from kiosk.tournament.core import Core, core
from kiosk.tournament.ladder import Ladder

_OF_LADDER = (ladder_season, ladder_confirming, ladder_challenges, ladder_undoing)
LADDER: Core[Ladder] = core(
    (act for subject in _OF_LADDER for act in subject.ACTS),
    ladder_undoing.remember_undoable(fact for subject in _OF_LADDER for fact in subject.FACTS),
    lambda ladder: ladder.rules is not None,
)
SWING: Core[swing.Swing] = core(
    (*swing.ACTS, *swing_games.ACTS),
    (*swing.FACTS, *swing_games.FACTS),
    lambda each: each.rules is not None,
)
SWISS: Core[swiss.Swiss] = core(
    (*swiss_results.ACTS, *swiss_rounds.ACTS),
    (*swiss_results.FACTS, *swiss_rounds.FACTS),
    lambda each: each.rules is not None,
)
ROUND_ROBIN: Core[round_robin.RoundRobin] = core(
    (*round_robin_opening.ACTS, *round_robin_results.ACTS),
    (*round_robin_opening.FACTS, *round_robin_results.FACTS),
    lambda each: each.rules is not None,
)
