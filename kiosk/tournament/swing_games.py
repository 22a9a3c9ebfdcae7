"""How games of a Swing end: won, corrected, void; players who leave."""

from collections.abc import Mapping
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
    out_of_range,
)
from kiosk.tournament.swing import Swing, SwingGame, running

MOST_LEVEL = 3
"""A backgammon."""


@dataclass(frozen=True, slots=True)
class TakeGame(TournamentCommand):
    """A game is over: `level` 1, 2, 3 for single, gammon, backgammon; `cube` its final value."""

    number: int
    winner: str
    level: int
    cube: int


@dataclass(frozen=True, slots=True)
class CorrectGame(TournamentCommand):
    """Correct a result, until one of the players begins another game."""

    number: int
    winner: str
    level: int
    cube: int
    why: str


@dataclass(frozen=True, slots=True)
class VoidGame(TournamentCommand):
    """Void a game that is not played out: nobody pays, both are free again."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class LeaveSwing(TournamentCommand):
    """A player leaves; his current game is void."""

    player_id: str
    why: str


@dataclass(frozen=True, slots=True)
class ReturnToSwing(TournamentCommand):
    """The player's leaving was a mistake."""

    player_id: str
    why: str


@dataclass(frozen=True, slots=True)
class GameTaken(TournamentEvent):
    """`vp`: the chips of both after it."""

    game: SwingGame
    vp: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class GameCorrected(TournamentEvent):
    game: SwingGame
    vp: tuple[tuple[str, int], ...]
    why: str


@dataclass(frozen=True, slots=True)
class GameVoided(TournamentEvent):
    number: int
    why: str


@dataclass(frozen=True, slots=True)
class SwingLeft(TournamentEvent):
    player_id: str
    why: str


@dataclass(frozen=True, slots=True)
class SwingReturned(TournamentEvent):
    player_id: str
    why: str


def refuse_game(swing: Swing, command: TakeGame) -> Against:
    game = swing.games.get(command.number)
    if game is None or game not in running(swing):
        return (
            Objection(
                TournamentReason.UNKNOWN if game is None else TournamentReason.OVER,
                str(command.number),
            ),
        )
    return _unfit(game, command)


def _unfit(game: SwingGame, command: TakeGame | CorrectGame) -> Against:
    cube = command.cube
    return objections(
        (command.winner not in game.pair, TournamentReason.UNKNOWN, command.winner),
        out_of_range("level", command.level, 1, MOST_LEVEL),
        (cube < 1 or cube & (cube - 1) != 0, TournamentReason.BAD_VALUE, f"cube {cube}"),
    )


def take_game(swing: Swing, command: TakeGame) -> tuple[TournamentEvent, ...]:
    game, vp = _settled(swing.games[command.number], swing.vp, command)
    return (GameTaken(command.at_ms, command.by, game, vp),)


def _settled(
    game: SwingGame, vp: Mapping[str, int], command: TakeGame | CorrectGame
) -> tuple[SwingGame, tuple[tuple[str, int], ...]]:
    """The loser pays level times cube times stake, or all he has (000 L179; D0-18)."""
    winner, loser = command.winner, game.loser(command.winner)
    paid = min(command.level * command.cube * game.stake, vp[loser])
    settled = replace(game, winner=winner, level=command.level, cube=command.cube, paid=paid)
    return settled, ((winner, vp[winner] + paid), (loser, vp[loser] - paid))


def refuse_correction(swing: Swing, command: CorrectGame) -> Against:
    game = swing.games.get(command.number)
    if game is None or game.winner is None:
        reason = TournamentReason.UNKNOWN if game is None else TournamentReason.NOT_OVER
        return (Objection(reason, str(command.number)),)
    later = [each for each in swing.games.values() if each.number > game.number and not each.voided]
    again = [player_id for player_id in game.pair if any(player_id in each.pair for each in later)]
    return (
        *objections(
            (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
            *((True, TournamentReason.LATER_GAME, player_id) for player_id in again),
        ),
        *_unfit(game, command),
    )


def correct_game(swing: Swing, command: CorrectGame) -> tuple[TournamentEvent, ...]:
    game = swing.games[command.number]
    winner = game.winner or ""
    loser = game.loser(winner)
    before = {winner: swing.vp[winner] - game.paid, loser: swing.vp[loser] + game.paid}
    right, vp = _settled(game, before, command)
    return (GameCorrected(command.at_ms, command.by, right, vp, command.why),)


def refuse_voiding(swing: Swing, command: VoidGame) -> Against:
    game = swing.games.get(command.number)
    return objections(
        (game is None, TournamentReason.UNKNOWN, str(command.number)),
        (
            game is not None and game not in running(swing),
            TournamentReason.OVER,
            str(command.number),
        ),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def void_game(_swing: Swing, command: VoidGame) -> tuple[TournamentEvent, ...]:
    return (GameVoided(command.at_ms, command.by, command.number, command.why),)


def refuse_leaving(swing: Swing, command: LeaveSwing) -> Against:
    player_id = command.player_id
    return objections(
        (player_id not in swing.players, TournamentReason.UNKNOWN, player_id),
        (player_id in swing.gone, TournamentReason.GONE, player_id),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def leave(swing: Swing, command: LeaveSwing) -> tuple[TournamentEvent, ...]:
    at, by, player_id, why = command.at_ms, command.by, command.player_id, command.why
    void = [game.number for game in running(swing) if player_id in game.pair]
    return SwingLeft(at, by, player_id, why), *(GameVoided(at, by, number, why) for number in void)


def refuse_return(swing: Swing, command: ReturnToSwing) -> Against:
    return objections(
        (command.player_id not in swing.gone, TournamentReason.UNKNOWN, command.player_id),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def come_back(_swing: Swing, command: ReturnToSwing) -> tuple[TournamentEvent, ...]:
    return (SwingReturned(command.at_ms, command.by, command.player_id, command.why),)


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
    TournamentAct(TakeGame, refuse_game, take_game),
    TournamentAct(CorrectGame, refuse_correction, correct_game),
    TournamentAct(VoidGame, refuse_voiding, void_game),
    TournamentAct(LeaveSwing, refuse_leaving, leave),
    TournamentAct(ReturnToSwing, refuse_return, come_back),
)
FACTS = (
    TournamentFact(GameTaken, apply_game),
    TournamentFact(GameCorrected, apply_game),
    TournamentFact(GameVoided, apply_voided),
    TournamentFact(SwingLeft, apply_left),
    TournamentFact(SwingReturned, apply_returned),
)
