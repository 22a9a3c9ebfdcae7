"""Acts on a round robin, which opens with all its matches: draw lots, close."""

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
    RoundRobinGroup,
    RoundRobinRules,
    open_games,
    players_through,
    rank_tied,
)


@dataclass(frozen=True, slots=True)
class RoundRobinPlayer:
    player_id: str
    name: str


@dataclass(frozen=True, slots=True)
class DrawGroupLot(TournamentCommand):
    """Rank players who are equal in everything else in this random `order`."""

    group: str
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CloseRoundRobin(TournamentCommand):
    """Close it: the players who go through are known."""


@dataclass(frozen=True, slots=True)
class RoundRobinOpened(TournamentEvent):
    round_robin_id: str
    name: str
    rules: RoundRobinRules
    players: tuple[RoundRobinPlayer, ...]
    groups: tuple[RoundRobinGroup, ...]
    games: tuple[GroupGame, ...]


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


def apply_opened(_rr: RoundRobin, event: RoundRobinOpened) -> RoundRobin:
    return RoundRobin(
        event.round_robin_id,
        event.name,
        event.rules,
        {each.player_id: each.name for each in event.players},
        {group.name: group for group in event.groups},
        {game.number: game for game in event.games},
    )


def apply_lot(rr: RoundRobin, event: GroupLotDrawn) -> RoundRobin:
    places = {player_id: place for place, player_id in enumerate(event.order, 1)}
    return replace(rr, lot={**rr.lot, **places})


def apply_closed(rr: RoundRobin, _event: RoundRobinClosed) -> RoundRobin:
    return replace(rr, closed=True)


ACTS = (
    TournamentAct(DrawGroupLot, refuse_lot, draw_lot),
    TournamentAct(CloseRoundRobin, refuse_closing, close),
)
FACTS = (
    TournamentFact(RoundRobinOpened, apply_opened),
    TournamentFact(GroupLotDrawn, apply_lot),
    TournamentFact(RoundRobinClosed, apply_closed),
)
