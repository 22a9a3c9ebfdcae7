"""Round robin in groups: each player meets each of his group once; standings. Couples meet in five
matches (000 L184 to L188).

Conventions, which the director confirms: a tie-break compares the players equal so far, and is not
restarted once it has separated some of them; an award changes no points; a player who withdraws is
last and does not go through, and if he has played all his matches, they count.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kiosk.rules.rulebook.key import Strategy
from kiosk.tournament.format_row import FormatStanding

FEWEST = 3
MOST = 20
"""Most players in a group."""


class GroupTie(Strategy):
    """Tie-break between players with equal wins; more is better."""

    HEAD_TO_HEAD = "head_to_head", "wins in the matches among those who are equal"
    SONNEBORN_BERGER = "sonneborn_berger", "the wins of those he beat"
    POINTS_DIFFERENCE = "points_difference", "points won less points lost"
    LOT = "lot", "drawn by the director"


class Withdrawal(Strategy):
    """What becomes of the matches of a player who withdraws."""

    COUNTS = "counts", "what he played counts; the rest is won by the others"
    STRUCK = "struck", "none of his matches counts"
    HALF = "half", "they count, and the others win the rest, if half of them or more are over"


class CoupleScoring(Strategy):
    """What counts where couples meet, in five matches (000 L184 to L188, D0-19)."""

    NO = "no", "each entry meets each once"
    ENCOUNTERS = "encounters", "who wins more of the five matches has won the encounter"
    MATCHES = "matches", "each of the five matches counts"


Seats = tuple[int, int]
"""Which player of each couple plays, 1 or 2; 0: the whole entry."""

ALL: Seats = (0, 0)
PHASES: tuple[tuple[Seats, ...], ...] = (((1, 2), (2, 1)), (ALL,), ((1, 1), (2, 2)))
"""The matches of an encounter: those of a phase at the same time, one phase after the other (000
L186 to L188); in the second phase both partners consult.
"""


@dataclass(frozen=True, slots=True)
class RoundRobinRules:
    """Rules set by the director: the first `through` of each group go through. `doubles`: scoring
    of couples.
    """

    through: int
    match_points: int
    tie_breaks: tuple[GroupTie, ...] = tuple(GroupTie)
    withdrawal: Withdrawal = Withdrawal.COUNTS
    doubles: CoupleScoring = CoupleScoring.NO


@dataclass(frozen=True, slots=True)
class GroupRules:
    """The same before the entries and the points of a match are known: groups of at most `size`."""

    size: int
    through: int
    tie_breaks: tuple[GroupTie, ...] = tuple(GroupTie)
    withdrawal: Withdrawal = Withdrawal.COUNTS
    doubles: CoupleScoring = CoupleScoring.NO


@dataclass(frozen=True, slots=True)
class RoundRobinGroup:
    """A group with its `players` as drawn. `round_order` has the rounds in playing order, each
    once, from 1; empty: as the circle gives them.
    """

    name: str
    players: tuple[str, ...]
    round_order: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GroupRound:
    """The pairings of a round, and the player who `waits`, if the group is odd."""

    pairs: tuple[tuple[str, str], ...]
    waits: str | None


@dataclass(frozen=True, slots=True)
class GroupGame:
    """A match; `number` counts those of all groups from 1. In doubles `seats` name the players."""

    number: int
    group: str
    round: int
    one: str
    two: str
    winner: str | None = None
    loser_points: int = 0
    awarded: bool = False
    seats: Seats = ALL

    @property
    def both(self) -> tuple[str, str]:
        return self.one, self.two

    def other(self, player_id: str) -> str:
        return self.two if player_id == self.one else self.one


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """A whole round robin. Without `rules` none is open. `gone` has whether the matches of each
    player who left count; `lot` has the places drawn. The results of its `games` are the event's.
    """

    round_robin_id: str = ""
    name: str = ""
    rules: RoundRobinRules | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, RoundRobinGroup] = field(default_factory=dict)
    games: Mapping[int, GroupGame] = field(default_factory=dict)
    gone: Mapping[str, bool] = field(default_factory=dict)
    lot: Mapping[str, int] = field(default_factory=dict)
    closed: bool = False

    def book(self) -> RoundRobinRules:
        """Its rules. Raises AssertionError if none is open."""
        if self.rules is None:
            raise AssertionError("no round robin is open; refuse the act before asking for rules")
        return self.rules


NO_ROUND_ROBIN = RoundRobin()
"""Before a round robin is opened."""


def rounds_of(group: RoundRobinGroup) -> tuple[GroupRound, ...]:
    """Rounds by the circle method: the first stays, the others move on by one place a round."""
    seats: list[str | None] = list(group.players)
    if len(seats) % 2:
        seats.append(None)
    fixed, *turning = seats
    rounds = []
    for turn in range(len(turning)):
        circle = [fixed, *turning[-turn:], *turning[:-turn]] if turn else seats
        half = len(circle) // 2
        pairs = list(zip(circle[:half], reversed(circle[half:]), strict=True))
        met = tuple((one, two) for one, two in pairs if one is not None and two is not None)
        waits = next((one or two for one, two in pairs if one is None or two is None), None)
        rounds.append(GroupRound(met, waits))
    return tuple(rounds[number - 1] for number in group.round_order) or tuple(rounds)


def counted_games(rr: RoundRobin, group: str) -> tuple[GroupGame, ...]:
    """The matches of a group without those that are struck; some are not over."""
    return tuple(
        game
        for game in rr.games.values()
        if game.group == group and all(rr.gone.get(player_id, True) for player_id in game.both)
    )


def phase_of(game: GroupGame) -> int:
    """Phase in its encounter, from 1."""
    return next(nth for nth, seats in enumerate(PHASES, 1) if game.seats in seats)


def open_games(rr: RoundRobin, group: str) -> tuple[GroupGame, ...]:
    """Matches still to be played."""
    return tuple(game for game in counted_games(rr, group) if game.winner is None)


def standings(rr: RoundRobin, group: str) -> tuple[FormatStanding, ...]:
    """All players of a group, the best first."""
    table = _table(rr, group)
    stood: list[FormatStanding] = []
    for tied in rank_tied(rr, group):
        place = len(stood) + 1
        stood += [
            FormatStanding(
                group,
                place,
                player_id,
                table.wins(player_id),
                table.losses(player_id),
                (("points_difference", table.points(player_id)),),
                player_id not in rr.gone,
            )
            for player_id in tied
        ]
    return tuple(stood)


def rank_tied(rr: RoundRobin, group: str) -> tuple[tuple[str, ...], ...]:
    """The best first; players in one tuple are equal in everything."""
    table = _table(rr, group)
    everybody = rr.groups[group].players
    here = [player_id for player_id in everybody if player_id not in rr.gone]
    gone = [player_id for player_id in everybody if player_id in rr.gone]
    criteria = [table.measure_of(each) for each in rr.book().tie_breaks]
    return tuple(
        tuple(tied)
        for players in (here, gone)
        for equal in _split(players, table.wins)
        for tied in _parted(equal, criteria)
    )


def counts_of(rr: RoundRobin, player_id: str) -> bool:
    """Whether the matches of a player who leaves count."""
    mine = [game for game in rr.games.values() if player_id in game.both]
    over = sum(game.winner is not None for game in mine)
    least = {Withdrawal.COUNTS: 0, Withdrawal.HALF: len(mine) / 2, Withdrawal.STRUCK: len(mine)}
    return over >= least[rr.book().withdrawal]


def players_through(rr: RoundRobin, group: str) -> tuple[str, ...] | None:
    """Players who go through; None: matches are still to be played, or equal players to be
    separated by lot.
    """
    first: tuple[str, ...] = ()
    for tied in rank_tied(rr, group):
        here = tuple(player_id for player_id in tied if player_id not in rr.gone)
        if len(first) == rr.book().through or not here:
            break
        first += here
    return None if open_games(rr, group) or len(first) > rr.book().through else first


Measure = Callable[[Sequence[str]], Callable[[str], int]]
"""A tie-break's value for each of the players who are equal."""


def _split(players: Iterable[str], value: Callable[[str], int]) -> list[list[str]]:
    by_value: dict[int, list[str]] = {}
    for player_id in players:
        by_value.setdefault(value(player_id), []).append(player_id)
    return [by_value[key] for key in sorted(by_value, reverse=True)]


def _parted(players: list[str], criteria: Sequence[Measure]) -> list[list[str]]:
    if len(players) < 2 or not criteria:
        return [players]
    first, *others = criteria
    return [part for equal in _split(players, first(players)) for part in _parted(equal, others)]


def _table(rr: RoundRobin, group: str) -> "_GroupTotals":
    games = counted_games(rr, group)
    return _GroupTotals(
        rr, games, _encounters(games) if rr.book().doubles is CoupleScoring.ENCOUNTERS else games
    )


def _encounters(games: Iterable[GroupGame]) -> tuple[GroupGame, ...]:
    """One match for each encounter: the one that decided it, if it is decided."""
    of_pair: dict[tuple[str, str], list[GroupGame]] = {}
    for game in games:
        of_pair.setdefault(game.both, []).append(game)
    found = []
    for (one, two), five in of_pair.items():
        won = Counter(game.winner for game in five)
        most = next((player_id for player_id in (one, two) if won[player_id] * 2 > len(five)), None)
        found.append(replace(five[0], winner=most, awarded=True))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _GroupTotals:
    """Totals of a group's counted matches: `games` give points, `meetings` wins."""

    rr: RoundRobin
    games: tuple[GroupGame, ...]
    meetings: tuple[GroupGame, ...]

    def beaten(self, player_id: str) -> list[str]:
        return [game.other(player_id) for game in self.meetings if game.winner == player_id]

    def wins(self, player_id: str) -> int:
        return len(self.beaten(player_id))

    def losses(self, player_id: str) -> int:
        mine = [game for game in self.meetings if player_id in game.both]
        return sum(game.winner not in {None, player_id} for game in mine)

    def points(self, player_id: str) -> int:
        of_match = self.rr.book().match_points
        return sum(
            (of_match - game.loser_points) * (1 if game.winner == player_id else -1)
            for game in self.games
            if player_id in game.both and game.winner is not None and not game.awarded
        )

    def measure_of(self, tie: GroupTie) -> Measure:
        match tie:
            case GroupTie.HEAD_TO_HEAD:
                return lambda tied: (
                    lambda player_id: sum(other in tied for other in self.beaten(player_id))
                )
            case GroupTie.SONNEBORN_BERGER:
                return lambda _tied: lambda player_id: sum(map(self.wins, self.beaten(player_id)))
            case GroupTie.POINTS_DIFFERENCE:
                return lambda _tied: self.points
            case GroupTie.LOT:
                return lambda _tied: lambda player_id: -self.rr.lot.get(player_id, 0)
