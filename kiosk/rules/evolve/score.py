"""What length, result and series change."""

from dataclasses import replace
from typing import Any

from kiosk.rules import events as e
from kiosk.rules.evolve.apply import apply, in_game
from kiosk.rules.evolve.ending import settled
from kiosk.rules.match import Match
from kiosk.rules.outcome import Lengths, ScoreRecord, SeriesScore


@apply.register
def _(event: e.RecordEntered, match: Match) -> Match:
    evidence = match.evidence
    if event.record is ScoreRecord.SCOREBOARD:
        return replace(match, evidence=replace(evidence, scoreboard=event.score))
    sheets = evidence.sheets.with_(event.side, event.score)
    return replace(match, evidence=replace(evidence, sheets=sheets))


@apply.register
def _(event: e.LengthPending, match: Match) -> Match:
    return replace(match, lengths=replace(match.lengths, pending=event.points))


@apply.register
def _(event: e.LengthCorrected, match: Match) -> Match:
    """With no side one point away any more, the Crawford game is still to come."""
    corrected = replace(match, lengths=Lengths(played=event.points))
    away = corrected.away
    near = min(away.white, away.black) <= 1
    corrected = replace(
        corrected,
        crawford_played=event.crawford or (match.crawford_played and near),
        crawford_next=match.crawford_next and near,
    )
    game = match.game
    if game is None or game.crawford == event.crawford:
        return corrected
    cube = replace(game.cube, in_play=not event.crawford)
    return in_game(corrected, crawford=event.crawford, cube=cube)


@apply.register
def _(event: e.LengthKept, match: Match) -> Match:  # noqa: ARG001
    return replace(match, lengths=replace(match.lengths, pending=None))


@apply.register
def _(event: e.ResultAgreed, match: Match) -> Match:
    return _outcome(match, confirmed=match.outcome.confirmed.with_(event.side, True))


@apply.register
def _(event: e.ResultTold, match: Match) -> Match:
    return _outcome(match, reported=event.side)


@apply.register
def _(event: e.ResultEntered, match: Match) -> Match:  # noqa: ARG001
    return settled(_outcome(match, posted=True))


@apply.register
def _(event: e.ResultMadeFinal, match: Match) -> Match:  # noqa: ARG001
    return settled(_outcome(match, final=True))


@apply.register
def _(event: e.EarlierResultCorrected, match: Match) -> Match:
    """The match of now is not touched (norway §4.6)."""
    earlier = tuple(
        replace(each, winner=event.winner, score=event.score)
        if each.match_id == event.of_match
        else each
        for each in match.earlier
    )
    return replace(match, earlier=earlier)


@apply.register
def _(event: e.MatchGivenUp, match: Match) -> Match:
    return _outcome(match, conceded=event.side)


@apply.register
def _(event: e.ConcessionTakenBack, match: Match) -> Match:  # noqa: ARG001
    return _outcome(match, conceded=None)


@apply.register
def _(event: e.SeriesStands, match: Match) -> Match:
    return replace(match, series=SeriesScore(event.id, event.best_of, event.won))


def _outcome(match: Match, **changes: Any) -> Match:
    return replace(match, outcome=replace(match.outcome, **changes))
