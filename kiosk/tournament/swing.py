"""Swing: single games for chips until one player has them all (000, Swing, from line 175).

A victory point (VP) is a chip. Chips per point (CPP) say what a point of a game is worth; a game
keeps the CPP it began with while others raise it by ending. Results may come in any order.

Conventions where the text is silent, which the director confirms (D0-18): the chips at the start
and the amounts of the CPP; the lesser of two stakes, if both have less than the CPP; nobody pays
more than he has, so that no chip is lost or made; a backgammon counts three; of an odd number one
who has waited least often waits; who leaves keeps his chips, which nobody can win any more.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from kiosk.rules.table import Format, FormatKind
from kiosk.tournament.act import Act, Against, Command, Event, Fact, Objection, Reason, objections

MOST_LEVEL = 3
"""A backgammon."""
MOST_CHIPS = 1_000_000
UNIT = "VP"


@dataclass(frozen=True, slots=True)
class SwingRules:
    """What the director sets (D0-18).

    `cpp` has the chips per point of each step, rising; beyond its end every step adds `cpp_then`.
    A step comes at the end of every `games_a_step` games: 1 is the text (000 L181).
    """

    start_vp: int
    cpp: tuple[int, ...]
    cpp_then: int
    games_a_step: int = 1


@dataclass(frozen=True, slots=True)
class SwingGame:
    """`number` counts them from 1; `stake` is what a point is worth in this one. No `winner`: it is
    played, or was `voided`. `paid` in VP.
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
    """A Swing, whole. No `rules`: none is open. `waited` has how often each was left over."""

    swing_id: str = ""
    name: str = ""
    rules: SwingRules | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    vp: Mapping[str, int] = field(default_factory=dict)
    games: Mapping[int, SwingGame] = field(default_factory=dict)
    waited: Mapping[str, int] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()

    def book(self) -> SwingRules:
        """Its rules. AssertionError: it is not open."""
        if self.rules is None:
            raise AssertionError("no Swing is open; refuse the act before asking for its rules")
        return self.rules


NO_SWING = Swing()
"""Before a Swing is opened."""


# --- what can be asked of a Swing


def running(swing: Swing) -> tuple[SwingGame, ...]:
    return tuple(each for each in swing.games.values() if each.winner is None and not each.voided)


def free(swing: Swing) -> tuple[str, ...]:
    """Who has chips and plays no game now: he must play on (000 L177)."""
    playing = {who for game in running(swing) for who in game.pair}
    return tuple(who for who in _with_chips(swing) if who not in playing)


def _with_chips(swing: Swing) -> tuple[str, ...]:
    """Who is still in it."""
    return tuple(who for who, vp in swing.vp.items() if vp > 0 and who not in swing.gone)


def out(swing: Swing) -> tuple[str, ...]:
    """Who has no chips left."""
    return tuple(who for who, vp in swing.vp.items() if vp == 0)


def won_by(swing: Swing) -> str | None:
    """Who has all the chips, but for those that were taken away."""
    left = _with_chips(swing)
    return left[0] if len(left) == 1 else None


def cpp_now(swing: Swing) -> int:
    """The chips per point of a game that begins now."""
    rules = swing.book()
    ended = sum(game.winner is not None for game in swing.games.values())
    step = ended // rules.games_a_step
    beyond = max(0, step - len(rules.cpp) + 1)
    return rules.cpp[min(step, len(rules.cpp) - 1)] + beyond * rules.cpp_then


def all_in(swing: Swing, game: SwingGame) -> tuple[str, ...]:
    """Who plays this running game with fewer chips than its CPP (000 L180)."""
    return tuple(who for who in game.pair if game in running(swing) and swing.vp[who] < game.cpp)


def match_format(swing: Swing, game: SwingGame) -> Format:
    """How a table plays it: no game can be worth more than the greater of the two has."""
    most = max(swing.vp[who] for who in game.pair)
    return Format(FormatKind.SINGLE_GAME, unit=UNIT, stake=game.stake, cap=most)


# --- acts


@dataclass(frozen=True, slots=True)
class SwingPlayer:
    """Who plays a Swing."""

    player_id: str
    name: str


@dataclass(frozen=True, slots=True)
class OpenSwing(Command):
    """All start with equally many chips (000 L175)."""

    swing_id: str
    name: str
    rules: SwingRules
    players: tuple[SwingPlayer, ...]


@dataclass(frozen=True, slots=True)
class PairFree(Command):
    """These are free, in random order: the first two meet, then the next two (000 L178)."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakeGame(Command):
    """A game is over: `level` 1, 2, 3 for single, gammon, backgammon; `cube` as it stood."""

    number: int
    winner: str
    level: int
    cube: int


@dataclass(frozen=True, slots=True)
class CorrectGame(Command):
    """What was taken was wrong; until one of them begins another game."""

    number: int
    winner: str
    level: int
    cube: int
    why: str


@dataclass(frozen=True, slots=True)
class VoidGame(Command):
    """A game that is not played out: nobody pays, both are free again."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class LeaveSwing(Command):
    """He plays no more; the game he plays is void."""

    player_id: str
    why: str


@dataclass(frozen=True, slots=True)
class ReturnToSwing(Command):
    """It was a mistake."""

    player_id: str
    why: str


@dataclass(frozen=True, slots=True)
class SwingOpened(Event):
    swing_id: str
    name: str
    rules: SwingRules
    players: tuple[SwingPlayer, ...]


@dataclass(frozen=True, slots=True)
class GamesPaired(Event):
    games: tuple[SwingGame, ...]
    waits: str | None


@dataclass(frozen=True, slots=True)
class GameTaken(Event):
    """`vp` have both after it."""

    game: SwingGame
    vp: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class GameCorrected(Event):
    game: SwingGame
    vp: tuple[tuple[str, int], ...]
    why: str


@dataclass(frozen=True, slots=True)
class GameVoided(Event):
    number: int
    why: str


@dataclass(frozen=True, slots=True)
class SwingLeft(Event):
    player_id: str
    why: str


@dataclass(frozen=True, slots=True)
class SwingReturned(Event):
    player_id: str
    why: str


def refuse_opening(swing: Swing, command: OpenSwing) -> Against:
    ids = Counter(each.player_id for each in command.players)
    return objections(
        (swing.rules is not None, Reason.EVENT_IS_OPEN, swing.swing_id),
        (not command.swing_id.strip(), Reason.EMPTY, "swing_id"),
        (not command.name.strip(), Reason.EMPTY, "name"),
        (len(ids) < 2, Reason.EMPTY, "players"),
        *((not each.player_id.strip(), Reason.EMPTY, "player_id") for each in command.players),
        *((not each.name.strip(), Reason.EMPTY, "player") for each in command.players),
        *((count > 1, Reason.TAKEN, who) for who, count in ids.items()),
    ) + unfit_rules(command.rules)


def unfit_rules(rules: SwingRules) -> Against:
    """What is wrong with them."""
    rising = all(low < high for low, high in pairwise((0, *rules.cpp)))
    return objections(
        (not 1 <= rules.start_vp <= MOST_CHIPS, Reason.BAD_VALUE, f"start_vp {rules.start_vp}"),
        (not rules.cpp or not rising, Reason.BAD_VALUE, "cpp"),
        (rules.cpp_then < 1, Reason.BAD_VALUE, f"cpp_then {rules.cpp_then}"),
        (rules.games_a_step < 1, Reason.BAD_VALUE, f"games_a_step {rules.games_a_step}"),
    )


def open_swing(_swing: Swing, command: OpenSwing) -> tuple[Event, ...]:
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
    counts, here, may = Counter(command.order), {*_with_chips(swing)}, {*free(swing)}
    return objections(
        *((who not in swing.players, Reason.UNKNOWN, who) for who in counts),
        *((count > 1, Reason.TAKEN, who) for who, count in counts.items()),
        *((who in swing.vp and who not in here, Reason.GONE, who) for who in counts),
        *((who in here and who not in may, Reason.PLAYING, who) for who in counts),
        (len(counts) < 2, Reason.EMPTY, "order"),
    )


def pair(swing: Swing, command: PairFree) -> tuple[Event, ...]:
    """The last in order of those who waited least often waits, if their number is odd."""
    order, waits = list(command.order), None
    if len(order) % 2:
        waits = min(reversed(order), key=lambda who: swing.waited.get(who, 0))
        order.remove(waits)
    cpp = cpp_now(swing)
    games = tuple(
        SwingGame(number, one, two, cpp, min(cpp, swing.vp[one], swing.vp[two]))
        for number, (one, two) in enumerate(
            zip(order[::2], order[1::2], strict=True), len(swing.games) + 1
        )
    )
    return (GamesPaired(command.at_ms, command.by, games, waits),)


def refuse_game(swing: Swing, command: TakeGame) -> Against:
    game = swing.games.get(command.number)
    if game is None or game not in running(swing):
        return (Objection(Reason.UNKNOWN if game is None else Reason.OVER, str(command.number)),)
    return _unfit(game, command)


def _unfit(game: SwingGame, command: TakeGame | CorrectGame) -> Against:
    cube = command.cube
    return objections(
        (command.winner not in game.pair, Reason.UNKNOWN, command.winner),
        (not 1 <= command.level <= MOST_LEVEL, Reason.BAD_VALUE, f"level {command.level}"),
        (cube < 1 or cube & (cube - 1) != 0, Reason.BAD_VALUE, f"cube {cube}"),
    )


def take_game(swing: Swing, command: TakeGame) -> tuple[Event, ...]:
    game, vp = _settled(swing.games[command.number], swing.vp, command)
    return (GameTaken(command.at_ms, command.by, game, vp),)


def _settled(
    game: SwingGame, vp: Mapping[str, int], command: TakeGame | CorrectGame
) -> tuple[SwingGame, tuple[tuple[str, int], ...]]:
    """Who has lost pays level times cube times stake, or all he has (000 L179; D0-18)."""
    winner, loser = command.winner, game.loser(command.winner)
    paid = min(command.level * command.cube * game.stake, vp[loser])
    settled = replace(game, winner=winner, level=command.level, cube=command.cube, paid=paid)
    return settled, ((winner, vp[winner] + paid), (loser, vp[loser] - paid))


def refuse_correction(swing: Swing, command: CorrectGame) -> Against:
    game = swing.games.get(command.number)
    if game is None or game.winner is None:
        reason = Reason.UNKNOWN if game is None else Reason.NOT_OVER
        return (Objection(reason, str(command.number)),)
    later = [each for each in swing.games.values() if each.number > game.number and not each.voided]
    again = [who for who in game.pair if any(who in each.pair for each in later)]
    return (
        *objections(
            (not command.why.strip(), Reason.WHY_MISSING, "why"),
            *((True, Reason.LATER_GAME, who) for who in again),
        ),
        *_unfit(game, command),
    )


def correct_game(swing: Swing, command: CorrectGame) -> tuple[Event, ...]:
    game = swing.games[command.number]
    winner = game.winner or ""
    loser = game.loser(winner)
    before = {winner: swing.vp[winner] - game.paid, loser: swing.vp[loser] + game.paid}
    right, vp = _settled(game, before, command)
    return (GameCorrected(command.at_ms, command.by, right, vp, command.why),)


def refuse_voiding(swing: Swing, command: VoidGame) -> Against:
    game = swing.games.get(command.number)
    return objections(
        (game is None, Reason.UNKNOWN, str(command.number)),
        (game is not None and game not in running(swing), Reason.OVER, str(command.number)),
        (not command.why.strip(), Reason.WHY_MISSING, "why"),
    )


def void_game(_swing: Swing, command: VoidGame) -> tuple[Event, ...]:
    return (GameVoided(command.at_ms, command.by, command.number, command.why),)


def refuse_leaving(swing: Swing, command: LeaveSwing) -> Against:
    who = command.player_id
    return objections(
        (who not in swing.players, Reason.UNKNOWN, who),
        (who in swing.gone, Reason.GONE, who),
        (not command.why.strip(), Reason.WHY_MISSING, "why"),
    )


def leave(swing: Swing, command: LeaveSwing) -> tuple[Event, ...]:
    at, by, who, why = command.at_ms, command.by, command.player_id, command.why
    void = [game.number for game in running(swing) if who in game.pair]
    return SwingLeft(at, by, who, why), *(GameVoided(at, by, number, why) for number in void)


def refuse_return(swing: Swing, command: ReturnToSwing) -> Against:
    return objections(
        (command.player_id not in swing.gone, Reason.UNKNOWN, command.player_id),
        (not command.why.strip(), Reason.WHY_MISSING, "why"),
    )


def come_back(_swing: Swing, command: ReturnToSwing) -> tuple[Event, ...]:
    return (SwingReturned(command.at_ms, command.by, command.player_id, command.why),)


# --- what is set


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


def apply_game(swing: Swing, event: GameTaken | GameCorrected) -> Swing:
    games = {**swing.games, event.game.number: event.game}
    return replace(swing, games=games, vp={**swing.vp, **dict(event.vp)})


def apply_voided(swing: Swing, event: GameVoided) -> Swing:
    voided = replace(swing.games[event.number], voided=True)
    return replace(swing, games={**swing.games, event.number: voided})


def apply_left(swing: Swing, event: SwingLeft) -> Swing:
    return replace(swing, gone=swing.gone | {event.player_id})


def apply_returned(swing: Swing, event: SwingReturned) -> Swing:
    return replace(swing, gone=swing.gone - {event.player_id})


ACTS = (
    Act(OpenSwing, refuse_opening, open_swing, before_opening=True),
    Act(PairFree, refuse_pairing, pair),
    Act(TakeGame, refuse_game, take_game),
    Act(CorrectGame, refuse_correction, correct_game),
    Act(VoidGame, refuse_voiding, void_game),
    Act(LeaveSwing, refuse_leaving, leave),
    Act(ReturnToSwing, refuse_return, come_back),
)
FACTS = (
    Fact(SwingOpened, apply_opened),
    Fact(GamesPaired, apply_paired),
    Fact(GameTaken, apply_game),
    Fact(GameCorrected, apply_game),
    Fact(GameVoided, apply_voided),
    Fact(SwingLeft, apply_left),
    Fact(SwingReturned, apply_returned),
)
