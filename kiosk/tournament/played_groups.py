"""A round robin in groups inside an event: all its pairings exist once it is drawn.

Conventions, which the director confirms: as many groups as the format's size requires, but at least
three entries in each; entries are dealt out as drawn, back and forth, so that seeds are apart.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from string import ascii_uppercase

from kiosk.tournament.act import (
    Against,
    TournamentEvent,
    TournamentReason,
    objections,
    out_of_range,
)
from kiosk.tournament.bracket import PairingResult, PairingState, PairingStatus
from kiosk.tournament.format_row import FormatStanding
from kiosk.tournament.formats import ROUND_ROBIN
from kiosk.tournament.played import (
    ActOrigin,
    FormatPlay,
    NextAct,
    pairing_stand,
    refuse_ending,
    void_stand,
)
from kiosk.tournament.round_robin import (
    ALL,
    FEWEST,
    MOST,
    NO_ROUND_ROBIN,
    PHASES,
    CoupleScoring,
    GroupGame,
    GroupRules,
    GroupTie,
    RoundRobin,
    RoundRobinGroup,
    RoundRobinRules,
    counts_of,
    open_games,
    phase_of,
    rank_tied,
    rounds_of,
    standings,
)
from kiosk.tournament.round_robin_acts import (
    CloseRoundRobin,
    DrawGroupLot,
    RoundRobinOpened,
    RoundRobinPlayer,
)
from kiosk.tournament.tournament import Division, DivisionFormat, Round

NAME = "groups"


def _unfit(form: DivisionFormat) -> Against:
    """The points of a match separate equal players, so they must be the same in every round."""
    rules = form.groups
    if rules is None:
        return ()
    ties = [tie for tie in GroupTie if rules.tie_breaks.count(tie) > 1]
    points = {_points(each) for each in form.rounds}
    return objections(
        out_of_range("size", rules.size, FEWEST, MOST),
        out_of_range("through", rules.through, 1, FEWEST),
        (len(points) > 1, TournamentReason.BAD_VALUE, f"lengths {sorted(points)}"),
        *((True, TournamentReason.TAKEN, tie) for tie in ties),
    )


def _unfit_order(division: Division, order: Sequence[str]) -> Against:
    groups = _dealt(order, _rules(division).size)
    return objections(*(out_of_range(one.name, len(one.players), FEWEST, MOST) for one in groups))


def _rules(division: Division) -> GroupRules:
    if division.format.groups is None:
        raise AssertionError(f"{division.name} has no groups; report this")
    return division.format.groups


def _opening(
    division: Division, order: Sequence[str], done: ActOrigin
) -> tuple[TournamentEvent, ...]:
    rules = _rules(division)
    opened_rules = RoundRobinRules(
        rules.through,
        _points(division.format.rounds[0]),
        rules.tie_breaks,
        rules.withdrawal,
        rules.doubles,
    )
    players = tuple(RoundRobinPlayer(player_id, player_id) for player_id in order)
    groups = _dealt(order, rules.size)
    at = done.at_ms, done.by
    name = division.division_id, division.name
    games = tuple(games_of(groups, rules.doubles))
    return (RoundRobinOpened(*at, *name, opened_rules, players, groups, games),)


def games_of(groups: Iterable[RoundRobinGroup], doubles: CoupleScoring) -> Iterator[GroupGame]:
    """All matches of these groups, round by round; five of each encounter in doubles."""
    single = doubles is CoupleScoring.NO
    meet = (ALL,) if single else [seats for phase in PHASES for seats in phase]
    number = count(1)
    for group in groups:
        for round_, each in enumerate(rounds_of(group), 1):
            for one, two in each.pairs:
                for seats in meet:
                    yield GroupGame(next(number), group.name, round_, one, two, seats=seats)


def _played(
    play: RoundRobin, results: Mapping[int, PairingResult], gone: frozenset[str]
) -> RoundRobin:
    """A result that changes voids the group's lots. Once it is closed, nobody leaves or returns."""
    games = {
        number: _ended(game, results.get(number), play.book().match_points)
        for number, game in play.games.items()
    }
    void = {
        game.group
        for number, game in play.games.items()
        if game.winner is not None and games[number] != game
    }
    drawn = {player_id for group in void for player_id in play.groups[group].players}
    lot = {player_id: place for player_id, place in play.lot.items() if player_id not in drawn}
    now = replace(play, games=games, lot=lot)
    if play.closed:
        return now
    left = (player_id for player_id in play.players if player_id in gone)
    return replace(now, gone={player_id: counts_of(now, player_id) for player_id in left})


def _ended(game: GroupGame, result: PairingResult | None, match_points: int) -> GroupGame:
    """The loser's points are always below the length, even where the director overruled the score.
    Without a score it is an award, which changes no points.
    """
    if result is None or result.winner is None:
        ended = replace(game, winner=None, loser_points=0, awarded=False)
    else:
        awarded, (one, two) = result.score is None, result.score or (0, 0)
        points = min(two if result.winner == game.one else one, match_points - 1)
        ended = replace(game, winner=result.winner, loser_points=points, awarded=awarded)
    return game if ended == game else ended


def _refuse_result(play: RoundRobin, number: int, result: PairingResult | None) -> Against:
    closed = play.closed and play.games[number].winner is not None
    return refuse_ending(NAME, closed, play.round_robin_id, result)


def _stands(play: RoundRobin) -> dict[str, PairingStatus]:
    """A phase of an encounter waits for the one before it."""
    games = sorted(play.games.values(), key=lambda game: game.round)
    doubles = play.book().doubles is not CoupleScoring.NO
    phases = _phases(games) if doubles else {}
    found = {}
    for game in games:
        name = f"{game.group}-{game.round}-{game.number}"
        here = pairing_stand(name, game.group, game.round, game.both, game.winner)
        if play.gone and not all(play.gone.get(player_id, True) for player_id in game.both):
            here = void_stand(here)
        elif doubles and here.state is PairingState.READY and phase_of(game) > phases[game.both]:
            here = replace(here, state=PairingState.WAITING)
        found[name] = replace(here, seats=game.seats) if doubles else here
    return found


def _phases(games: Iterable[GroupGame]) -> dict[tuple[str, str], int]:
    """The phase of each encounter: the first with a match still to be played."""
    found: dict[tuple[str, str], int] = {}
    for game in games:
        phase = phase_of(game) if game.winner is None else len(PHASES)
        found[game.both] = min(phase, found.get(game.both, len(PHASES)))
    return found


def _rounds(play: RoundRobin) -> int:
    return max((game.round for game in play.games.values()), default=0)


def _standings(play: RoundRobin) -> tuple[FormatStanding, ...]:
    return tuple(each for group, here in _apart(play).items() for each in standings(here, group))


def _next_acts(play: RoundRobin, done: ActOrigin) -> tuple[NextAct, ...]:
    lots = tuple(
        NextAct(DrawGroupLot.__name__, group, tied)
        for group, here in _apart(play).items()
        if GroupTie.LOT in play.book().tie_breaks and not open_games(here, group)
        for tied in rank_tied(here, group)
        if len(tied) > 1 and not play.closed
    )
    if any(game.winner is None for game in play.games.values()):
        return lots
    close = CloseRoundRobin(done.at_ms, done.by)
    closes = not ROUND_ROBIN.why_not(play, close)
    return (*lots, NextAct(CloseRoundRobin.__name__)) if closes else lots


def _apart(play: RoundRobin) -> dict[str, RoundRobin]:
    """Each group with its own matches only, so that one group's queries do not scan all."""
    games: dict[str, dict[int, GroupGame]] = {group: {} for group in play.groups}
    for number, game in play.games.items():
        games[game.group][number] = game
    return {group: replace(play, games=mine) for group, mine in games.items()}


def _points(played: Round) -> int:
    """Points of the winner of a pairing: points of a match, or matches of a series."""
    return played.length if played.best_of == 1 else (played.best_of + 1) // 2


def _dealt(order: Sequence[str], size: int) -> tuple[RoundRobinGroup, ...]:
    many = max(1, -(-len(order) // size))
    while many > 1 and len(order) // many < FEWEST:
        many -= 1
    groups: list[list[str]] = [[] for _each in range(many)]
    for nth, player_id in enumerate(order):
        turn, place = divmod(nth, many)
        groups[many - 1 - place if turn % 2 else place].append(player_id)
    return tuple(
        RoundRobinGroup(name, tuple(player_id))
        for name, player_id in zip(_names(), groups, strict=False)
    )


def _names() -> Iterable[str]:
    """A to Z, then AA, AB…"""
    yield from ascii_uppercase
    for first in ascii_uppercase:
        for second in ascii_uppercase:
            yield first + second


WAY = FormatPlay(
    name=NAME,
    core=ROUND_ROBIN,
    empty=NO_ROUND_ROBIN,
    own=frozenset({DrawGroupLot, CloseRoundRobin}),
    unfit=_unfit,
    unfit_order=_unfit_order,
    opening=_opening,
    played=_played,
    refuse_result=_refuse_result,
    stands=_stands,
    rounds=_rounds,
    standings=_standings,
    next_acts=_next_acts,
)
