"""A Swiss: wins, players still in it, standings. Results may come in any order.

Conventions, which the director confirms: a bye is a win, or costs no life, and counts as no
opponent; a player who withdraws keeps his results; players equal in every tie-break share a place.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain

from kiosk.rules.rulebook.key import Strategy
from kiosk.tournament.format_row import FormatStanding


class SwissGrouping(Strategy):
    """What groups the players of a round."""

    WINS = "wins", "matches won, over a number of rounds"
    LIVES = "lives", "losses one may still have; a player with none left is out"


class TieBreak(Strategy):
    """Tie-break between players with equal wins; more is better."""

    BUCHHOLZ = "buchholz", "the wins of all whom he met"
    MEDIAN = "median", "the same without the best and the worst of them"
    SONNEBORN_BERGER = "sonneborn_berger", "the wins of those he beat"
    PROGRESSIVE = "progressive", "his wins after each round, added up"


@dataclass(frozen=True, slots=True)
class SwissRules:
    """Rules set by the director. By lives, `rounds` is the most; 0: until `left` or fewer are in
    it.
    """

    by: SwissGrouping
    rounds: int
    lives: int = 3
    left: int = 1
    absent_loses: bool = True
    """By lives: a missed round costs one."""
    late_rounds: int = 0
    """Most rounds that a late entrant may have missed."""
    tie_breaks: tuple[TieBreak, ...] = (TieBreak.BUCHHOLZ,)


@dataclass(frozen=True, slots=True)
class SwissGame:
    """A match; `number` counts from 1. Without `two`: a bye, won by `one`."""

    number: int
    round: int
    one: str
    two: str | None
    winner: str | None = None

    @property
    def both(self) -> tuple[str, ...]:
        return (self.one,) if self.two is None else (self.one, self.two)

    def other(self, player_id: str) -> str | None:
        return self.two if player_id == self.one else self.one

    @property
    def open(self) -> bool:
        return self.winner is None


@dataclass(frozen=True, slots=True)
class Swiss:
    """A whole Swiss. Without `rules` none is open. `absent` has the players who missed each round.
    `gone`, and the winners of its `games`, are the event's.
    """

    swiss_id: str = ""
    name: str = ""
    rules: SwissRules | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()
    absent: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    rounds: int = 0
    games: Mapping[int, SwissGame] = field(default_factory=dict)
    closed: bool = False

    def book(self) -> SwissRules:
        """Its rules. Raises AssertionError if none is open."""
        if self.rules is None:
            raise AssertionError("no Swiss is open; refuse the act before asking for its rules")
        return self.rules

    @property
    def missed(self) -> dict[str, int]:
        """How many rounds each player was absent from."""
        count = dict.fromkeys(self.players, 0)
        for player_id in chain.from_iterable(self.absent.values()):
            count[player_id] += 1
        return count


NO_SWISS = Swiss()
"""Before a Swiss is opened."""


def wins(swiss: Swiss) -> dict[str, int]:
    """Wins of each player, including byes and awards."""
    count = dict.fromkeys(swiss.players, 0)
    for game in swiss.games.values():
        if game.winner is not None:
            count[game.winner] += 1
    return count


def losses(swiss: Swiss) -> dict[str, int]:
    """Losses of each player; by lives including missed rounds, if they cost one."""
    rules = swiss.book()
    costs = rules.by is SwissGrouping.LIVES and rules.absent_loses
    count = swiss.missed if costs else dict.fromkeys(swiss.players, 0)
    for game in swiss.games.values():
        loser = game.other(game.winner) if game.winner is not None else None
        if loser is not None:
            count[loser] += 1
    return count


def still_in(swiss: Swiss) -> tuple[str, ...]:
    """Players who may be paired: not withdrawn, and with a life left."""
    rules, lost = swiss.book(), losses(swiss)
    return tuple(
        player_id
        for player_id in swiss.players
        if player_id not in swiss.gone
        and (rules.by is SwissGrouping.WINS or lost[player_id] < rules.lives)
    )


def group_scores(swiss: Swiss) -> dict[str, int]:
    """The score that groups a round: wins, or lives left."""
    rules = swiss.book()
    if rules.by is SwissGrouping.WINS:
        return wins(swiss)
    return {player_id: rules.lives - lost for player_id, lost in losses(swiss).items()}


def opponents_met(swiss: Swiss) -> dict[str, set[str]]:
    """The opponents each was paired with."""
    known: dict[str, set[str]] = {player_id: set() for player_id in swiss.players}
    for game in swiss.games.values():
        if game.two is not None:
            known[game.one].add(game.two)
            known[game.two].add(game.one)
    return known


def byes(swiss: Swiss) -> dict[str, int]:
    count = dict.fromkeys(swiss.players, 0)
    for game in swiss.games.values():
        count[game.one] += game.two is None
    return count


def running(swiss: Swiss) -> tuple[SwissGame, ...]:
    return tuple(game for game in swiss.games.values() if game.open)


def played_out(swiss: Swiss) -> bool:
    """Whether nothing is left to pair: all rounds are over, or few enough players are left; before
    the first round, or once it was taken back, fewer players than can play one.
    """
    rules, count = swiss.book(), len(still_in(swiss))
    least = rules.left if rules.by is SwissGrouping.LIVES and swiss.rounds > 0 else 1
    last = 0 < rules.rounds <= swiss.rounds
    return not running(swiss) and (last or count <= least)


def standings(swiss: Swiss) -> tuple[FormatStanding, ...]:
    """All players, the best first; by lives those still in it before those who are out."""
    rules, won, lost, here = swiss.book(), wins(swiss), losses(swiss), still_in(swiss)
    of_each: dict[str, list[SwissGame]] = {player_id: [] for player_id in swiss.players}
    for game in swiss.games.values():
        for player_id in game.both:
            of_each[player_id].append(game)
    ties = {
        player_id: tuple(
            _tie_break(each, player_id, mine, won, swiss.rounds) for each in rules.tie_breaks
        )
        for player_id, mine in of_each.items()
    }
    key = {
        player_id: (
            rules.by is SwissGrouping.LIVES and player_id in here,
            won[player_id],
            ties[player_id],
        )
        for player_id in swiss.players
    }
    order = sorted(swiss.players, key=lambda player_id: key[player_id], reverse=True)
    keys = [key[player_id] for player_id in order]
    return tuple(
        FormatStanding(
            "",
            keys.index(key[player_id]) + 1,
            player_id,
            won[player_id],
            lost[player_id],
            tuple(zip(rules.tie_breaks, ties[player_id], strict=True)),
            player_id in here,
        )
        for player_id in order
    )


def _tie_break(
    tie: TieBreak, player_id: str, mine: Iterable[SwissGame], won: Mapping[str, int], rounds: int
) -> int:
    of_others = [
        (won[other], game.winner == player_id)
        for game in mine
        for other in [game.other(player_id)]
        if other is not None and not game.open
    ]
    match tie:
        case TieBreak.BUCHHOLZ:
            return sum(points for points, _beaten in of_others)
        case TieBreak.MEDIAN:
            return sum(sorted(points for points, _beaten in of_others)[1:-1])
        case TieBreak.SONNEBORN_BERGER:
            return sum(points for points, beaten in of_others if beaten)
        case TieBreak.PROGRESSIVE:
            return sum(rounds - game.round + 1 for game in mine if game.winner == player_id)
