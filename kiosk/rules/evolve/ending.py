"""What endings and scores change."""

from dataclasses import replace

from kiosk.rules import events as e
from kiosk.rules.evolve.apply import apply, in_game
from kiosk.rules.match import Claim, Game, Match, Phase, Result
from kiosk.rules.outcome import LastGame
from kiosk.rules.reasons import EndCause


@apply.register
def _(event: e.WinClaimed, match: Match) -> Match:
    claim = Claim(event.side, event.level, match.phase, event.resumes)
    return replace(in_game(match, claim=claim), phase=Phase.CLAIMED)


@apply.register
def _(event: e.WinContested, match: Match) -> Match:  # noqa: ARG001
    if match.game is None or match.game.claim is None:
        return match
    return replace(in_game(match, claim=None), phase=match.game.claim.claimed_in)


@apply.register
def _(event: e.GameEnded, match: Match) -> Match:
    return replace(
        match,
        phase=Phase.BETWEEN_GAMES,
        score=event.score,
        games_played=match.games_played + 1,
        game=None,
        stop=None,
        director_called=None,
        dicing=match.dicing.after_game(),
        tower=None,
        held=None,
        last_result=Result(event.winner, event.points, event.cause),
        last_game=_last_game(event, match),
    )


def _last_game(event: e.GameEnded, match: Match) -> LastGame | None:
    game = match.game
    if game is None:
        return match.last_game
    return LastGame(
        number=game.number,
        winner=event.winner,
        level=event.level,
        points=event.points,
        cause=event.cause,
        right_cube=_right_cube(game, event),
    )


def _right_cube(game: Game, event: e.GameEnded) -> int | None:
    """The cube's level without doubles that were not allowed; None: all were."""
    if event.points == 0:
        return None
    if game.crawford and (game.cube.level > 1 or event.cause is EndCause.PASS):
        return 1
    return game.doubles.before_dead.level if game.doubles.before_dead else None


@apply.register
def _(event: e.MatchEnded, match: Match) -> Match:
    return replace(
        match,
        phase=Phase.MATCH_OVER,
        winner=event.winner,
        score=event.score,
        stop=None,
        director_called=None,
        proposals=replace(match.proposals, pending=()),
    )


@apply.register
def _(event: e.MatchForfeited, match: Match) -> Match:
    if not event.disqualified:
        return match
    return replace(match, disqualified=match.disqualified.with_(event.side, True))


def settled(match: Match) -> Match:
    """After a match nothing resumes play: a call then ends with what the director orders."""
    return replace(match, director_called=None) if match.phase is Phase.MATCH_OVER else match


@apply.register
def _(event: e.PenaltyAwarded, match: Match) -> Match:
    return replace(match, score=event.score)


@apply.register
def _(event: e.ScoreChanged, match: Match) -> Match:
    """With no side one point away any more, the Crawford game is still to come."""
    corrected = settled(replace(match, score=event.score, last_game=None))
    away = corrected.away
    near = min(away.white, away.black) <= 1
    return replace(
        corrected,
        crawford_played=match.crawford_played and near,
        crawford_next=match.crawford_next and near,
    )
