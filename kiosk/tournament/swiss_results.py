"""Results of a Swiss: entered, awarded, corrected, reopened.

After a correction the pairings already made stand (003 §4.6), including those of players who would
not have been in that round.
"""

from dataclasses import dataclass, replace

from kiosk.tournament.act import (
    Against,
    Objection,
    TournamentAct,
    TournamentCommand,
    TournamentEvent,
    TournamentFact,
    TournamentReason,
    objections,
)
from kiosk.tournament.swiss import Swiss, SwissGame


@dataclass(frozen=True, slots=True)
class TakeSwissResult(TournamentCommand):
    number: int
    winner: str


@dataclass(frozen=True, slots=True)
class AwardSwissMatch(TournamentCommand):
    """Won without being played out."""

    number: int
    winner: str
    why: str


@dataclass(frozen=True, slots=True)
class CorrectSwissResult(TournamentCommand):
    """Correct a result or an award; in earlier rounds, too, until the Swiss is closed."""

    number: int
    winner: str
    why: str


@dataclass(frozen=True, slots=True)
class ReopenSwissMatch(TournamentCommand):
    """Remove a result: the match is played on, or again."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class SwissResultTaken(TournamentEvent):
    game: SwissGame


@dataclass(frozen=True, slots=True)
class SwissMatchAwarded(TournamentEvent):
    game: SwissGame
    why: str


@dataclass(frozen=True, slots=True)
class SwissResultCorrected(TournamentEvent):
    game: SwissGame
    why: str


@dataclass(frozen=True, slots=True)
class SwissMatchReopened(TournamentEvent):
    game: SwissGame
    why: str


def against_closed(swiss: Swiss) -> Against:
    """Objection that it is closed."""
    return objections((swiss.closed, TournamentReason.OVER, swiss.swiss_id))


def refuse_result(swiss: Swiss, command: TakeSwissResult) -> Against:
    game = swiss.games.get(command.number)
    if game is None or not game.open:
        return (
            Objection(
                TournamentReason.UNKNOWN if game is None else TournamentReason.OVER,
                f"{command.number}",
            ),
        )
    return objections((command.winner not in game.both, TournamentReason.UNKNOWN, command.winner))


def take_result(swiss: Swiss, command: TakeSwissResult) -> tuple[TournamentEvent, ...]:
    game = replace(swiss.games[command.number], winner=command.winner)
    return (SwissResultTaken(command.at_ms, command.by, game),)


def refuse_award(swiss: Swiss, command: AwardSwissMatch) -> Against:
    result = TakeSwissResult(command.at_ms, command.by, command.number, command.winner)
    return refuse_result(swiss, result) + objections(
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why")
    )


def award(swiss: Swiss, command: AwardSwissMatch) -> tuple[TournamentEvent, ...]:
    game = replace(swiss.games[command.number], winner=command.winner, awarded=True)
    return (SwissMatchAwarded(command.at_ms, command.by, game, command.why),)


def refuse_correction(swiss: Swiss, command: CorrectSwissResult) -> Against:
    game = swiss.games.get(command.number)
    if game is None or game.open:
        return (
            Objection(
                TournamentReason.UNKNOWN if game is None else TournamentReason.NOT_OVER,
                f"{command.number}",
            ),
        )
    return against_closed(swiss) + objections(
        (command.winner not in game.both, TournamentReason.UNKNOWN, command.winner),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def correct(swiss: Swiss, command: CorrectSwissResult) -> tuple[TournamentEvent, ...]:
    game = replace(swiss.games[command.number], winner=command.winner)
    return (SwissResultCorrected(command.at_ms, command.by, game, command.why),)


def refuse_reopening(swiss: Swiss, command: ReopenSwissMatch) -> Against:
    game = swiss.games.get(command.number)
    if game is None or game.open or game.two is None:
        unknown = game is None or game.two is None
        return (
            Objection(
                TournamentReason.UNKNOWN if unknown else TournamentReason.NOT_OVER,
                f"{command.number}",
            ),
        )
    return against_closed(swiss) + objections(
        *((player_id in swiss.gone, TournamentReason.GONE, player_id) for player_id in game.both),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def reopen(swiss: Swiss, command: ReopenSwissMatch) -> tuple[TournamentEvent, ...]:
    game = replace(swiss.games[command.number], winner=None, awarded=False)
    return (SwissMatchReopened(command.at_ms, command.by, game, command.why),)


def apply_game(
    swiss: Swiss,
    event: SwissResultTaken | SwissMatchAwarded | SwissResultCorrected | SwissMatchReopened,
) -> Swiss:
    return swiss.with_games((event.game,))


ACTS = (
    TournamentAct(TakeSwissResult, refuse_result, take_result),
    TournamentAct(AwardSwissMatch, refuse_award, award),
    TournamentAct(CorrectSwissResult, refuse_correction, correct),
    TournamentAct(ReopenSwissMatch, refuse_reopening, reopen),
)
FACTS = (
    TournamentFact(SwissResultTaken, apply_game),
    TournamentFact(SwissMatchAwarded, apply_game),
    TournamentFact(SwissResultCorrected, apply_game),
    TournamentFact(SwissMatchReopened, apply_game),
)
