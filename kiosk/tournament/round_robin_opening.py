"""Open a round robin: its groups are drawn, and all its matches exist."""

from collections import Counter
from dataclasses import dataclass, replace

from kiosk.tournament.act import (
    Against,
    TournamentAct,
    TournamentCommand,
    TournamentEvent,
    TournamentFact,
    TournamentReason,
    objections,
    out_of_range,
)
from kiosk.tournament.round_robin import (
    ALL,
    FEWEST,
    MOST,
    PHASES,
    CoupleScoring,
    GroupGame,
    RoundRobin,
    RoundRobinGroup,
    RoundRobinRules,
    rounds_of,
)

LONGEST_MATCH = 99


@dataclass(frozen=True, slots=True)
class RoundRobinPlayer:
    player_id: str
    name: str


@dataclass(frozen=True, slots=True)
class OpenRoundRobin(TournamentCommand):
    """The groups as drawn: their players in random order."""

    round_robin_id: str
    name: str
    rules: RoundRobinRules
    players: tuple[RoundRobinPlayer, ...]
    groups: tuple[RoundRobinGroup, ...]


@dataclass(frozen=True, slots=True)
class RoundRobinOpened(TournamentEvent):
    round_robin_id: str
    name: str
    rules: RoundRobinRules
    players: tuple[RoundRobinPlayer, ...]
    groups: tuple[RoundRobinGroup, ...]
    games: tuple[GroupGame, ...]


def refuse_opening(rr: RoundRobin, command: OpenRoundRobin) -> Against:
    rules = command.rules
    ids = Counter(each.player_id for each in command.players)
    placed = Counter(player_id for group in command.groups for player_id in group.players)
    names = Counter(group.name for group in command.groups)
    ties = Counter(rules.tie_breaks)
    points = rules.match_points
    return objections(
        (rr.rules is not None, TournamentReason.EVENT_IS_OPEN, rr.round_robin_id),
        (not command.round_robin_id.strip(), TournamentReason.EMPTY, "round_robin_id"),
        (not command.name.strip(), TournamentReason.EMPTY, "name"),
        (not names, TournamentReason.EMPTY, "groups"),
        *(
            (not each.player_id.strip(), TournamentReason.EMPTY, "player_id")
            for each in command.players
        ),
        *((not each.name.strip(), TournamentReason.EMPTY, "player") for each in command.players),
        *((not name.strip(), TournamentReason.EMPTY, "group") for name in names),
        *((count > 1, TournamentReason.TAKEN, name) for name, count in names.items()),
        *(
            (count > 1, TournamentReason.TAKEN, player_id)
            for player_id, count in (ids | placed).items()
        ),
        *((player_id not in ids, TournamentReason.UNKNOWN, player_id) for player_id in placed),
        *((player_id not in placed, TournamentReason.NOT_READY, player_id) for player_id in ids),
        *((count > 1, TournamentReason.TAKEN, tie) for tie, count in ties.items()),
        out_of_range("match_points", points, 1, LONGEST_MATCH),
        *(each for group in command.groups for each in _unfit(group, rules)),
    )


def _unfit(
    group: RoundRobinGroup, rules: RoundRobinRules
) -> tuple[tuple[bool, TournamentReason, str], ...]:
    size = len(group.players)
    rounds = sorted(group.round_order)
    all_rounds = list(range(1, size + size % 2))
    return (
        out_of_range(group.name, size, FEWEST, MOST),
        (not 1 <= rules.through <= size, TournamentReason.BAD_VALUE, f"through {rules.through}"),
        (rounds not in ([], all_rounds), TournamentReason.BAD_VALUE, f"round_order {group.name}"),
    )


def open_round_robin(_rr: RoundRobin, command: OpenRoundRobin) -> tuple[TournamentEvent, ...]:
    meet = (
        [seats for phase in PHASES for seats in phase]
        if command.rules.doubles is not CoupleScoring.NO
        else [ALL]
    )
    games = [
        GroupGame(0, group.name, number, one, two, seats=seats)
        for group in command.groups
        for number, each in enumerate(rounds_of(group), 1)
        for one, two in each.pairs
        for seats in meet
    ]
    return (
        RoundRobinOpened(
            command.at_ms,
            command.by,
            command.round_robin_id,
            command.name,
            command.rules,
            command.players,
            command.groups,
            tuple(replace(game, number=number) for number, game in enumerate(games, 1)),
        ),
    )


def apply_opened(_rr: RoundRobin, event: RoundRobinOpened) -> RoundRobin:
    return RoundRobin(
        event.round_robin_id,
        event.name,
        event.rules,
        {each.player_id: each.name for each in event.players},
        {group.name: group for group in event.groups},
        {game.number: game for game in event.games},
    )


ACTS = (TournamentAct(OpenRoundRobin, refuse_opening, open_round_robin, before_opening=True),)
FACTS = (TournamentFact(RoundRobinOpened, apply_opened),)
