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

MOST_CHIPS = 1_000_000
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
    over.
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
    """Players still in it."""
    return tuple(
        player_id for player_id, vp in swing.vp.items() if vp > 0 and player_id not in swing.gone
    )


def swing_winner(swing: Swing) -> str | None:
    """The player with all the chips, except those that were taken away."""
    left = _with_chips(swing)
    return left[0] if len(left) == 1 else None


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
class OpenSwing(TournamentCommand):
    """All start with equally many chips (000 L175)."""

    swing_id: str
    name: str
    rules: SwingRules
    players: tuple[SwingPlayer, ...]


@dataclass(frozen=True, slots=True)
class PairFree(TournamentCommand):
    """The free players in random order: the first two meet, then the next two (000 L178)."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SwingOpened(TournamentEvent):
    swing_id: str
    name: str
    rules: SwingRules
    players: tuple[SwingPlayer, ...]


@dataclass(frozen=True, slots=True)
class GamesPaired(TournamentEvent):
    games: tuple[SwingGame, ...]
    waits: str | None


def refuse_opening(swing: Swing, command: OpenSwing) -> Against:
    ids = Counter(each.player_id for each in command.players)
    return objections(
        (swing.rules is not None, TournamentReason.EVENT_IS_OPEN, swing.swing_id),
        (not command.swing_id.strip(), TournamentReason.EMPTY, "swing_id"),
        (not command.name.strip(), TournamentReason.EMPTY, "name"),
        (len(ids) < 2, TournamentReason.EMPTY, "players"),
        *(
            (not each.player_id.strip(), TournamentReason.EMPTY, "player_id")
            for each in command.players
        ),
        *((not each.name.strip(), TournamentReason.EMPTY, "player") for each in command.players),
        *((count > 1, TournamentReason.TAKEN, player_id) for player_id, count in ids.items()),
    ) + unfit_rules(command.rules)


def unfit_rules(rules: SwingRules) -> Against:
    """What is wrong with the rules."""
    rising = all(low < high for low, high in pairwise((0, *rules.cpp)))
    return objections(
        out_of_range("start_vp", rules.start_vp, 1, MOST_CHIPS),
        (not rules.cpp or not rising, TournamentReason.BAD_VALUE, "cpp"),
        (rules.cpp_then < 1, TournamentReason.BAD_VALUE, f"cpp_then {rules.cpp_then}"),
        (rules.games_a_step < 1, TournamentReason.BAD_VALUE, f"games_a_step {rules.games_a_step}"),
    )


def open_swing(_swing: Swing, command: OpenSwing) -> tuple[TournamentEvent, ...]:
    return (
        SwingOpened(
            command.at_ms,
            command.by,
            command.swing_id,
            command.name,
            command.rules,
            command.players,
        ),
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


ACTS = (
    TournamentAct(OpenSwing, refuse_opening, open_swing, before_opening=True),
    TournamentAct(PairFree, refuse_pairing, pair),
)
FACTS = (
    TournamentFact(SwingOpened, apply_opened),
    TournamentFact(GamesPaired, apply_paired),
)
