"""[match]: the score, and the game in progress."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from msgspec import Meta

from kiosk.rules.decide import begin, evolve
from kiosk.rules.match import Match, Phase
from kiosk.rules.play import start_clock
from kiosk.rules.start import GameStarted
from kiosk.rules.times.acts import allot
from kiosk.rules.units import BySide, Side, require
from kiosk.scenario.play import BOOT, Misfit
from kiosk.scenario.values import Level, Owner, Roll
from kiosk.scenario.word import GivenKey


@dataclass(frozen=True, slots=True)
class CubeGiven:
    """The parts of the cube that a scenario may set."""

    value: Level
    owner: Owner
    frozen: bool


CUBE = Annotated[
    Level | CubeGiven,
    Meta(
        description="a level (1, 2, 4, …), or "
        '{value = 2, owner = "A", "B" or "centred", frozen = true}'
    ),
]


def _score(match: Match, score: BySide[int]) -> Match:
    if match.length is not None and max(score.white, score.black) >= match.length:
        raise Misfit(f"the match to {match.length} would be over")
    decision = begin(replace(match, score=score))
    allot(decision)
    return decision.match


def _crawford(match: Match, played: bool) -> Match:
    return replace(match, crawford_played=played)


def _games(match: Match, played: int) -> Match:
    return replace(match, games_played=played)


def _phase(match: Match, phase: str) -> Match:
    return _started(match) if phase == "opening" else match


def _turn(match: Match, side: Side) -> Match:
    match = _started(match)
    on_turn = replace(match, phase=Phase.TO_ROLL, game=replace(require(match.game), on_turn=side))
    decision = begin(on_turn)
    start_clock(decision, side, BOOT)
    return decision.match


def _started(match: Match) -> Match:
    """The match in a game; the Crawford game, if a side is one point away and it was not played."""
    if match.game is not None:
        return match
    away, book = match.away, match.book
    due = book is not None and book.cube.crawford and match.length is not None
    crawford = due and not match.crawford_played and 1 in (away.white, away.black)
    return evolve(match, GameStarted(match.games_played + 1, crawford, not crawford, ()))


def _placed(match: Match, given: int | Mapping[str, Any]) -> Match:
    cube: Mapping[str, Any] = {"value": given} if isinstance(given, int) else given
    match = _started(match)
    game = require(match.game)
    placed = replace(
        game.cube,
        level=cube.get("value", 1),
        owner=cube.get("owner"),
        frozen=cube.get("frozen", False),
    )
    return replace(match, game=replace(game, cube=placed))


def _rolled(match: Match, dice: tuple[int, ...]) -> Match:
    if match.game is None or match.game.on_turn is None:
        raise Misfit("no side is on turn; give turn")
    roll = tuple(sorted(dice, reverse=True))
    return replace(match, phase=Phase.MOVING, dice_down=True, game=replace(match.game, roll=roll))


GIVEN: tuple[GivenKey, ...] = (
    GivenKey("score", BySide[int], "the score so far", '"0-0"', _score),
    GivenKey("games_played", int, "games before this one", "0", _games),
    GivenKey("crawford_played", bool, "the Crawford game was played before", "false", _crawford),
    GivenKey(
        "phase",
        Literal["unopened", "between_games", "opening"],
        "where the match stands when nobody is on turn; unopened: a step opens it",
        '"between_games"',
        _phase,
    ),
    GivenKey(
        "turn", Side, "a game is in progress; this side is to roll, its clock runs", "", _turn
    ),
    GivenKey("cube", CUBE, "the cube", "1, centred", _placed),
    GivenKey("roll", Roll, "the side on turn has rolled this and moves", "not yet", _rolled),
)
