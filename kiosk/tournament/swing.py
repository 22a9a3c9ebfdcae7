"""Swing: single games for chips until one player has them all (000, Swing, from line 175).

A victory point (VP) is a chip. Chips per point (CPP) is the worth of a point of a game; a game
keeps the CPP it began with while others raise it by ending. Results may come in any order.

Conventions where the text is silent, which the director confirms (D0-18): the chips at the start
and the amounts of the CPP; the lesser of two stakes, if both have less than the CPP; nobody pays
more than he has, so that no chip is lost or made; a backgammon counts three; if the number is odd,
a player who has waited least often waits; a player who leaves keeps his chips, which can't be won
any more.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from kiosk.rules.table import FormatKind, MatchFormat
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
from kiosk.tournament.bracket import PairingResult

NAME = "swing"
MOST_CHIPS = 1_000_000
MOST_LEVEL = 3
"""A backgammon."""
UNIT = "VP"


@dataclass(frozen=True, slots=True)
class SwingRules:
    """Rules set by the director (D0-18).

    `cpp` has the chips per point of each step, rising; beyond its end every step adds `cpp_then`. A
    step comes at the end of every `games_a_step` games: 1 is the text (000 L181).
    """

    start_vp: int
    cpp: tuple[int, ...]
    cpp_then: int
    games_a_step: int = 1


@dataclass(frozen=True, slots=True)
class SwingGame:
    """`number` counts from 1; `stake` is the worth of a point in this game. Without a `winner` it
    is being played, or was `voided`. `paid` in VP.
    """

    number: int
    one: str
    two: str
    cpp: int
    stake: int
    winner: str | None = None
    level: int = 0
    cube: int = 0
    paid: int = 0
    voided: bool = False

    @property
    def pair(self) -> tuple[str, str]:
        return self.one, self.two

    def loser(self, winner: str) -> str:
        return self.two if winner == self.one else self.one


@dataclass(frozen=True, slots=True)
class Swing:
    """A whole Swing. Without `rules` none is open. `waited` has how often each player was left
    over. `gone`, and how its `games` ended, are the event's; the `vp` follow from the games.
    """

    swing_id: str = ""
    name: str = ""
    rules: SwingRules | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    vp: Mapping[str, int] = field(default_factory=dict)
    games: Mapping[int, SwingGame] = field(default_factory=dict)
    waited: Mapping[str, int] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()

    def book(self) -> SwingRules:
        """Its rules. Raises AssertionError if none is open."""
        if self.rules is None:
            raise AssertionError("no Swing is open; refuse the act before asking for its rules")
        return self.rules


NO_SWING = Swing()
"""Before a Swing is opened."""


# --- queries


def running(swing: Swing) -> tuple[SwingGame, ...]:
    return tuple(each for each in swing.games.values() if each.winner is None and not each.voided)


def free_players(swing: Swing) -> tuple[str, ...]:
    """Players with chips and without a game, who must play on (000 L177)."""
    playing = {player_id for game in running(swing) for player_id in game.pair}
    return tuple(player_id for player_id in _with_chips(swing) if player_id not in playing)


def _with_chips(swing: Swing) -> tuple[str, ...]:
    """Players with chips left."""
    return tuple(
        player_id for player_id, vp in swing.vp.items() if vp > 0 and player_id not in swing.gone
    )


def swing_winner(swing: Swing) -> str | None:
    """The player with all the chips, except those that were taken away."""
    left = _with_chips(swing)
    return left[0] if len(left) == 1 else None


def with_results(swing: Swing, results: Mapping[int, PairingResult]) -> Swing:
    """Its games as they ended, and the chips after them: the loser pays level times cube times
    stake, or all he has (000 L179; D0-18). An awarded game is a plain one; one that nobody wins is
    void. A player ends each game before he begins the next, so that their numbers are in order.
    """
    vp = dict.fromkeys(swing.players, swing.book().start_vp)
    games = {}
    for number, game in swing.games.items():
        result, ended = results.get(number), replace(game, winner=None, level=0, cube=0, paid=0)
        if result is not None and result.winner is None:
            ended = replace(ended, voided=True)
        elif result is not None and result.winner is not None:
            winner, loser = result.winner, game.loser(result.winner)
            level, cube = result.level or 1, result.cube or 1
            paid = min(level * cube * game.stake, vp[loser])
            vp[winner], vp[loser] = vp[winner] + paid, vp[loser] - paid
            ended = replace(ended, winner=winner, level=level, cube=cube, paid=paid)
        games[number] = game if ended == game else ended
    return replace(swing, games=games, vp=vp)


def refuse_game_result(swing: Swing, game: SwingGame, result: PairingResult | None) -> Against:
    """Objections to a result of a game, and to correcting one when a player has begun another."""
    over = game.winner is not None
    if result is None or (over and result.winner is None):
        return objections((True, TournamentReason.NOT_IN_FORMAT, NAME))
    later = [each for each in swing.games.values() if each.number > game.number and not each.voided]
    begun = {player_id for each in later for player_id in each.pair} if over else set()
    level, cube = result.level, result.cube
    scored = over or result.score is not None
    power = cube >= 1 and cube & (cube - 1) == 0
    level_fits = out_of_range("level", level, 1, MOST_LEVEL)
    return objections(
        *((player_id in begun, TournamentReason.LATER_GAME, player_id) for player_id in game.pair),
        *((level_fits, (not power, TournamentReason.BAD_VALUE, f"cube {cube}")) if scored else ()),
    )


def cpp_now(swing: Swing) -> int:
    """The chips per point of a game that begins now."""
    rules = swing.book()
    ended = sum(game.winner is not None for game in swing.games.values())
    step = ended // rules.games_a_step
    beyond = max(0, step - len(rules.cpp) + 1)
    return rules.cpp[min(step, len(rules.cpp) - 1)] + beyond * rules.cpp_then


def match_format(swing: Swing, game: SwingGame) -> MatchFormat:
    """How a table plays it: a game can't be worth more than the richer player has."""
    most = max(swing.vp[player_id] for player_id in game.pair)
    return MatchFormat(FormatKind.SINGLE_GAME, unit=UNIT, stake=game.stake, cap=most)


# --- acts


@dataclass(frozen=True, slots=True)
class SwingPlayer:
    """A player of a Swing."""

    player_id: str
    name: str


@dataclass(frozen=True, slots=True)
class PairFree(TournamentCommand):
    """The free players in random order: the first two meet, then the next two (000 L178)."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VoidGame(TournamentCommand):
    """Void a game that is not played out: nobody pays, both are free again."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class SwingOpened(TournamentEvent):
    """All start with equally many chips (000 L175)."""

    swing_id: str
    name: str
    rules: SwingRules
    players: tuple[SwingPlayer, ...]


@dataclass(frozen=True, slots=True)
class GamesPaired(TournamentEvent):
    games: tuple[SwingGame, ...]
    waits: str | None


@dataclass(frozen=True, slots=True)
class GameVoided(TournamentEvent):
    number: int
    why: str


def unfit_rules(rules: SwingRules) -> Against:
    """What is wrong with the rules."""
    rising = all(low < high for low, high in pairwise((0, *rules.cpp)))
    return objections(
        out_of_range("start_vp", rules.start_vp, 1, MOST_CHIPS),
        (not rules.cpp or not rising, TournamentReason.BAD_VALUE, "cpp"),
        (rules.cpp_then < 1, TournamentReason.BAD_VALUE, f"cpp_then {rules.cpp_then}"),
        (rules.games_a_step < 1, TournamentReason.BAD_VALUE, f"games_a_step {rules.games_a_step}"),
    )


def refuse_pairing(swing: Swing, command: PairFree) -> Against:
    counts, here, may = Counter(command.order), {*_with_chips(swing)}, {*free_players(swing)}
    return objections(
        *(
            (player_id not in swing.players, TournamentReason.UNKNOWN, player_id)
            for player_id in counts
        ),
        *((count > 1, TournamentReason.TAKEN, player_id) for player_id, count in counts.items()),
        *(
            (player_id in swing.vp and player_id not in here, TournamentReason.GONE, player_id)
            for player_id in counts
        ),
        *(
            (player_id in here and player_id not in may, TournamentReason.PLAYING, player_id)
            for player_id in counts
        ),
        (len(counts) < 2, TournamentReason.EMPTY, "order"),
    )


def pair(swing: Swing, command: PairFree) -> tuple[TournamentEvent, ...]:
    """If the number is odd, the last in order of those who waited least often waits."""
    order, waits = list(command.order), None
    if len(order) % 2:
        waits = min(reversed(order), key=lambda player_id: swing.waited.get(player_id, 0))
        order.remove(waits)
    cpp = cpp_now(swing)
    games = tuple(
        SwingGame(number, one, two, cpp, min(cpp, swing.vp[one], swing.vp[two]))
        for number, (one, two) in enumerate(
            zip(order[::2], order[1::2], strict=True), len(swing.games) + 1
        )
    )
    return (GamesPaired(command.at_ms, command.by, games, waits),)


def refuse_voiding(swing: Swing, command: VoidGame) -> Against:
    game, number = swing.games.get(command.number), str(command.number)
    over = game is not None and game not in running(swing)
    return objections(
        (game is None, TournamentReason.UNKNOWN, number),
        (over, TournamentReason.OVER, number),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def void_game(_swing: Swing, command: VoidGame) -> tuple[TournamentEvent, ...]:
    return (GameVoided(command.at_ms, command.by, command.number, command.why),)


# --- facts


def apply_opened(_swing: Swing, event: SwingOpened) -> Swing:
    players = {each.player_id: each.name for each in event.players}
    vp = dict.fromkeys(players, event.rules.start_vp)
    return Swing(event.swing_id, event.name, event.rules, players, vp)


def apply_paired(swing: Swing, event: GamesPaired) -> Swing:
    games = {**swing.games, **{game.number: game for game in event.games}}
    waited = dict(swing.waited)
    if event.waits is not None:
        waited[event.waits] = waited.get(event.waits, 0) + 1
    return replace(swing, games=games, waited=waited)


def apply_voided(swing: Swing, event: GameVoided) -> Swing:
    voided = replace(swing.games[event.number], voided=True)
    return replace(swing, games={**swing.games, event.number: voided})


ACTS = (
    TournamentAct(PairFree, refuse_pairing, pair),
    TournamentAct(VoidGame, refuse_voiding, void_game),
)
FACTS = (
    TournamentFact(SwingOpened, apply_opened),
    TournamentFact(GamesPaired, apply_paired),
    TournamentFact(GameVoided, apply_voided),
)
