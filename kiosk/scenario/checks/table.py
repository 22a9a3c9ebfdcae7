"""Checks of the match at the table: score, phase, game, turn, dice."""

from dataclasses import replace
from typing import Annotated, Any

from kiosk.rules.match import Phase
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.units import BySide, Side
from kiosk.scenario.play import Misfit, ScenarioRun
from kiosk.scenario.values import form_of
from kiosk.scenario.word import Check, same

_ROLLED = form_of(tuple[int, ...] | None)


def _high_first(value: Any) -> Any:
    roll = _ROLLED.read(value)
    if roll is not None and roll[0] < roll[-1]:
        raise Misfit(f"the higher die first: [{roll[-1]}, {roll[0]}]")
    return roll


_Roll = Annotated[tuple[int, ...] | None, replace(_ROLLED, read=_high_first)]


def _on_turn(play: ScenarioRun) -> Side | None:
    return play.match.game.on_turn if play.match.game else None


def _game_number(play: ScenarioRun) -> int | None:
    return play.match.game.number if play.match.game else None


def _crawford(play: ScenarioRun) -> bool:
    return play.match.game is not None and play.match.game.crawford


def _roll(play: ScenarioRun) -> tuple[int, ...] | None:
    """The roll being played; None between turns."""
    moving = play.match.phase in {Phase.MOVING, Phase.PRESS_TO_START}
    return play.match.game.roll if play.match.game and moving else None


def _void(play: ScenarioRun) -> tuple[Reason, ...]:
    return play.match.game.refused_for if play.match.game else ()


def _question_reasons(play: ScenarioRun) -> tuple[Reason, ...]:
    question = play.match.game.question if play.match.game else None
    return question.reasons if question else ()


def _stopped(play: ScenarioRun) -> StopReason | None:
    """Why play stands still; between games only a break stops play."""
    stop, pause = play.match.stop, play.match.schedule.pause
    if stop is None:
        return StopReason.BREAK if pause is not None else None
    return stop.reason


def _game_winner(play: ScenarioRun) -> Side | None:
    return play.match.last_result.winner if play.match.last_result else None


def _game_points(play: ScenarioRun) -> int | None:
    return play.match.last_result.points if play.match.last_result else None


def _game_cause(play: ScenarioRun) -> EndCause | None:
    return play.match.last_result.cause if play.match.last_result else None


CHECKS: tuple[Check, ...] = (
    Check("score", BySide[int], "the score", lambda play: play.match.score),
    Check("phase", Phase, "what the table waits for", lambda play: play.match.phase),
    Check("winner", Side | None, "who won the match", lambda play: play.match.winner),
    Check("length", int | None, "points to win", lambda play: play.match.length),
    Check("turn", Side | None, "who is on turn", _on_turn),
    Check("game", int | None, "number of the game in progress", _game_number),
    Check("games_played", int, "games over", lambda play: play.match.games_played),
    Check("crawford", bool, "the game in progress is the Crawford game", _crawford),
    Check("roll", _Roll, "the roll being played, high to low", _roll),
    Check("void", tuple[Reason, ...], "why the last roll did not count", _void, same),
    Check("asked", tuple[Reason, ...], "why the table asks about a roll", _question_reasons, same),
    Check("stopped", StopReason | None, "why both clocks stand still", _stopped),
    Check("game_winner", Side | None, "who won the last game", _game_winner),
    Check("game_points", int | None, "what it brought", _game_points),
    Check("game_cause", EndCause | None, "how it ended", _game_cause),
)
