"""Acts on a round robin: enter and correct results, withdraw, draw lots, close."""

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
from kiosk.tournament.round_robin import (
    GroupGame,
    GroupTie,
    RoundRobin,
    Withdrawal,
    open_games,
    players_through,
    rank_tied,
)


@dataclass(frozen=True, slots=True)
class TakeGroupResult(TournamentCommand):
    """The winner has the points of a match."""

    number: int
    winner: str
    loser_points: int


@dataclass(frozen=True, slots=True)
class AwardGroupMatch(TournamentCommand):
    """Won without being played out."""

    number: int
    winner: str
    why: str


@dataclass(frozen=True, slots=True)
class CorrectGroupResult(TournamentCommand):
    """Correct a result or an award, until the round robin is closed; the group's lots are void."""

    number: int
    winner: str
    loser_points: int
    why: str
    awarded: bool = False


@dataclass(frozen=True, slots=True)
class WithdrawFromGroup(TournamentCommand):
    player_id: str
    why: str


@dataclass(frozen=True, slots=True)
class ReopenGroupMatch(TournamentCommand):
    """Remove a result: the match is played on, or again; the group's lots are void."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class ReturnToGroup(TournamentCommand):
    """A withdrawal was a mistake; matches awarded meanwhile stand until corrected."""

    player_id: str
    why: str


@dataclass(frozen=True, slots=True)
class DrawGroupLot(TournamentCommand):
    """Rank players who are equal in everything else in this random `order`."""

    group: str
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CloseRoundRobin(TournamentCommand):
    """Close it: the players who go through are known."""


@dataclass(frozen=True, slots=True)
class GroupResultTaken(TournamentEvent):
    game: GroupGame


@dataclass(frozen=True, slots=True)
class GroupMatchAwarded(TournamentEvent):
    game: GroupGame
    why: str


@dataclass(frozen=True, slots=True)
class GroupResultCorrected(TournamentEvent):
    game: GroupGame
    why: str


@dataclass(frozen=True, slots=True)
class GroupWithdrawn(TournamentEvent):
    """`counts`: whether the matches of the player count."""

    player_id: str
    why: str
    counts: bool


@dataclass(frozen=True, slots=True)
class GroupMatchReopened(TournamentEvent):
    game: GroupGame
    why: str


@dataclass(frozen=True, slots=True)
class GroupReturned(TournamentEvent):
    player_id: str
    why: str


@dataclass(frozen=True, slots=True)
class GroupLotDrawn(TournamentEvent):
    group: str
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundRobinClosed(TournamentEvent):
    """The players who go `through`, the first first, group by group."""

    through: tuple[tuple[str, tuple[str, ...]], ...]


def _closed(rr: RoundRobin) -> Against:
    return objections((rr.closed, TournamentReason.OVER, rr.round_robin_id))


def _not_running(rr: RoundRobin, number: int, winner: str) -> Against:
    game = rr.games.get(number)
    if game is None or game not in open_games(rr, game.group):
        return (
            Objection(
                TournamentReason.UNKNOWN if game is None else TournamentReason.OVER, f"{number}"
            ),
        )
    return objections((winner not in game.both, TournamentReason.UNKNOWN, winner))


def _bad_points(rr: RoundRobin, points: int) -> Against:
    fits = 0 <= points < rr.book().match_points
    return objections((not fits, TournamentReason.BAD_VALUE, f"loser_points {points}"))


def refuse_result(rr: RoundRobin, command: TakeGroupResult) -> Against:
    return _not_running(rr, command.number, command.winner) + _bad_points(rr, command.loser_points)


def take_result(rr: RoundRobin, command: TakeGroupResult) -> tuple[TournamentEvent, ...]:
    game = rr.games[command.number]
    over = replace(game, winner=command.winner, loser_points=command.loser_points)
    return (GroupResultTaken(command.at_ms, command.by, over),)


def refuse_award(rr: RoundRobin, command: AwardGroupMatch) -> Against:
    return _not_running(rr, command.number, command.winner) + objections(
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why")
    )


def award(rr: RoundRobin, command: AwardGroupMatch) -> tuple[TournamentEvent, ...]:
    game = replace(rr.games[command.number], winner=command.winner, awarded=True)
    return (GroupMatchAwarded(command.at_ms, command.by, game, command.why),)


def refuse_correction(rr: RoundRobin, command: CorrectGroupResult) -> Against:
    game = rr.games.get(command.number)
    if game is None or game.winner is None:
        reason = TournamentReason.UNKNOWN if game is None else TournamentReason.NOT_OVER
        return (Objection(reason, f"{command.number}"),)
    return (
        *_closed(rr),
        *objections(
            (command.winner not in game.both, TournamentReason.UNKNOWN, command.winner),
            (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
        ),
        *_bad_points(rr, command.loser_points),
    )


def correct(rr: RoundRobin, command: CorrectGroupResult) -> tuple[TournamentEvent, ...]:
    game = rr.games[command.number]
    right = replace(
        game,
        winner=command.winner,
        loser_points=command.loser_points,
        awarded=command.awarded,
    )
    return (GroupResultCorrected(command.at_ms, command.by, right, command.why),)


def refuse_withdrawal(rr: RoundRobin, command: WithdrawFromGroup) -> Against:
    player_id = command.player_id
    return _closed(rr) + objections(
        (player_id not in rr.players, TournamentReason.UNKNOWN, player_id),
        (player_id in rr.gone, TournamentReason.GONE, player_id),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def withdraw(rr: RoundRobin, command: WithdrawFromGroup) -> tuple[TournamentEvent, ...]:
    at, by, player_id, why = command.at_ms, command.by, command.player_id, command.why
    mine = [game for game in rr.games.values() if player_id in game.both]
    over = sum(game.winner is not None for game in mine)
    least = {Withdrawal.COUNTS: 0, Withdrawal.HALF: len(mine) / 2, Withdrawal.STRUCK: len(mine)}
    counts = over >= least[rr.book().withdrawal]
    to_play = [game for game in mine if counts and game in open_games(rr, game.group)]
    return (
        GroupWithdrawn(at, by, player_id, why, counts),
        *(
            GroupMatchAwarded(
                at, by, replace(game, winner=game.other(player_id), awarded=True), why
            )
            for game in to_play
        ),
    )


def refuse_reopening(rr: RoundRobin, command: ReopenGroupMatch) -> Against:
    game = rr.games.get(command.number)
    if game is None or game.winner is None:
        reason = TournamentReason.UNKNOWN if game is None else TournamentReason.NOT_OVER
        return (Objection(reason, f"{command.number}"),)
    return _closed(rr) + objections(
        *((player_id in rr.gone, TournamentReason.GONE, player_id) for player_id in game.both),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def reopen(rr: RoundRobin, command: ReopenGroupMatch) -> tuple[TournamentEvent, ...]:
    game = replace(rr.games[command.number], winner=None, loser_points=0, awarded=False)
    return (GroupMatchReopened(command.at_ms, command.by, game, command.why),)


def refuse_return(rr: RoundRobin, command: ReturnToGroup) -> Against:
    return _closed(rr) + objections(
        (command.player_id not in rr.gone, TournamentReason.UNKNOWN, command.player_id),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def come_back(_rr: RoundRobin, command: ReturnToGroup) -> tuple[TournamentEvent, ...]:
    return (GroupReturned(command.at_ms, command.by, command.player_id, command.why),)


def refuse_lot(rr: RoundRobin, command: DrawGroupLot) -> Against:
    if command.group not in rr.groups:
        return (Objection(TournamentReason.UNKNOWN, command.group),)
    equal = [sorted(tied) for tied in rank_tied(rr, command.group) if len(tied) > 1]
    return _closed(rr) + objections(
        (GroupTie.LOT not in rr.book().tie_breaks, TournamentReason.BAD_VALUE, GroupTie.LOT),
        *(
            (True, TournamentReason.NOT_OVER, f"{game.number}")
            for game in open_games(rr, command.group)
        ),
        (sorted(command.order) not in equal, TournamentReason.BAD_VALUE, "order"),
    )


def draw_lot(_rr: RoundRobin, command: DrawGroupLot) -> tuple[TournamentEvent, ...]:
    return (GroupLotDrawn(command.at_ms, command.by, command.group, command.order),)


def refuse_closing(rr: RoundRobin, _command: CloseRoundRobin) -> Against:
    return _closed(rr) + objections(
        *(
            (players_through(rr, group) is None, TournamentReason.NOT_OVER, group)
            for group in rr.groups
        )
    )


def close(rr: RoundRobin, command: CloseRoundRobin) -> tuple[TournamentEvent, ...]:
    first = tuple((group, players_through(rr, group) or ()) for group in rr.groups)
    return (RoundRobinClosed(command.at_ms, command.by, first),)


def apply_game(rr: RoundRobin, event: GroupResultTaken | GroupMatchAwarded) -> RoundRobin:
    return rr.with_game(event.game)


def apply_corrected(rr: RoundRobin, event: GroupResultCorrected | GroupMatchReopened) -> RoundRobin:
    here = rr.groups[event.game.group].players
    lot = {player_id: place for player_id, place in rr.lot.items() if player_id not in here}
    return replace(rr.with_game(event.game), lot=lot)


def apply_withdrawn(rr: RoundRobin, event: GroupWithdrawn) -> RoundRobin:
    return replace(rr, gone={**rr.gone, event.player_id: event.counts})


def apply_returned(rr: RoundRobin, event: GroupReturned) -> RoundRobin:
    gone = {
        player_id: counts for player_id, counts in rr.gone.items() if player_id != event.player_id
    }
    return replace(rr, gone=gone)


def apply_lot(rr: RoundRobin, event: GroupLotDrawn) -> RoundRobin:
    places = {player_id: place for place, player_id in enumerate(event.order, 1)}
    return replace(rr, lot={**rr.lot, **places})


def apply_closed(rr: RoundRobin, _event: RoundRobinClosed) -> RoundRobin:
    return replace(rr, closed=True)


ACTS = (
    TournamentAct(TakeGroupResult, refuse_result, take_result),
    TournamentAct(AwardGroupMatch, refuse_award, award),
    TournamentAct(CorrectGroupResult, refuse_correction, correct),
    TournamentAct(WithdrawFromGroup, refuse_withdrawal, withdraw),
    TournamentAct(ReturnToGroup, refuse_return, come_back),
    TournamentAct(ReopenGroupMatch, refuse_reopening, reopen),
    TournamentAct(DrawGroupLot, refuse_lot, draw_lot),
    TournamentAct(CloseRoundRobin, refuse_closing, close),
)
FACTS = (
    TournamentFact(GroupResultTaken, apply_game),
    TournamentFact(GroupMatchAwarded, apply_game),
    TournamentFact(GroupResultCorrected, apply_corrected),
    TournamentFact(GroupWithdrawn, apply_withdrawn),
    TournamentFact(GroupReturned, apply_returned),
    TournamentFact(GroupMatchReopened, apply_corrected),
    TournamentFact(GroupLotDrawn, apply_lot),
    TournamentFact(RoundRobinClosed, apply_closed),
)
