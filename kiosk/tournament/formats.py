"""The formats beside the knock-out: the acts of each, and its facts."""

from kiosk.tournament import (
    ladder_challenges,
    ladder_confirming,
    ladder_season,
    ladder_undoing,
    round_robin,
    round_robin_acts,
    swing,
    swiss,
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
SWING: Core[swing.Swing] = core(swing.ACTS, swing.FACTS, lambda each: each.rules is not None)
SWISS: Core[swiss.Swiss] = core(
    swiss_rounds.ACTS, swiss_rounds.FACTS, lambda each: each.rules is not None
)
ROUND_ROBIN: Core[round_robin.RoundRobin] = core(
    round_robin_acts.ACTS, round_robin_acts.FACTS, lambda each: each.rules is not None
)
