"""Prompts about cube, offers, score and result; derived from the match, never stored in it."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType

from kiosk.rules.cube.undo import can_undo
from kiosk.rules.match import Match, Phase
from kiosk.rules.rulebook import (
    Accepting,
    Claiming,
    GinDispute,
    OfferPlace,
    Reporter,
    ScoreCheck,
    SeriesDirection,
    StartFace,
    UndoneBy,
)
from kiosk.rules.start import crawford_due
from kiosk.rules.units import BySide, require


class GamePrompt(StrEnum):
    """What both players, or the one whose turn it is, should do now."""

    CENTRE_CUBE = "centre_cube"
    """Put the cube in the middle; it counts as 1, whatever it shows."""
    CENTRE_CUBE_AT_64 = "centre_cube_at_64"
    """Put the cube in the middle, 64 up."""
    CENTRE_CUBE_AT_1_OR_64 = "centre_cube_at_1_or_64"
    """Put the cube in the middle, 1 or 64 up."""
    REMOVE_CUBE = "remove_cube"
    """Take the cube off the board: it is the Crawford game."""
    ANNOUNCE_CRAWFORD_GAME = "announce_crawford_game"
    """Tell each other that it is the Crawford game."""
    CUBE_ON_BOARD = "cube_on_board"
    """The doubler puts the cube on the board."""
    CUBE_ON_RIGHT_HALF = "cube_on_right_half"
    """The doubler puts the cube on the opponent's right half."""
    CUBE_IN_MIDDLE = "cube_in_middle"
    """The doubler puts the cube in the middle of the board."""
    PRESS_AFTER_DOUBLE = "press_after_double"
    """The doubler presses: the other thinks in its own time."""
    PRESS_AFTER_TAKE = "press_after_take"
    """The side that took presses: the doubler is to roll."""
    PRESS_AFTER_REJECTION = "press_after_rejection"
    """The side whose offer was rejected presses: the other plays on."""
    FINISH_TURN_KNOWING_DOUBLE = "finish_turn_knowing_double"
    """Finish the turn; the double waits for its answer."""
    ANSWER_BOARD_DOUBLE = "answer_board_double"
    """Agree or not that there was that double on the board."""
    POINT_OUT_DOUBLES = "point_out_doubles"
    """A double was made that is not allowed: point it out, or tell the director."""
    VERIFY_CLAIM = "verify_claim"
    """Verify the outcome that is claimed."""
    SAY_ACCEPT_OR_REJECT = "say_accept_or_reject"
    """Say accept or reject."""
    REPEAT_OUTCOME = "repeat_outcome"
    """To accept, say the outcome again; else say that you reject."""
    RECORD_POSITION = "record_position"
    """Write the position down before it is played on; the side that denies it calls all rolls."""
    ALTERNATE_DIRECTION = "alternate_direction"
    """The players may alternate the direction of play from match to match."""
    DRAW_DIRECTION = "draw_direction"
    """The direction of play is drawn for the last match of the series."""
    SAY_SCORE = "say_score"
    """Say the score aloud before the game."""
    COMPARE_SHEETS = "compare_sheets"
    """Compare the score sheets before the game."""
    CONFIRM_RESULT = "confirm_result"
    """Confirm the result of the match."""
    WINNER_REPORTS = "winner_reports"
    """The winner reports the result to the director."""
    CHALLENGER_REPORTS = "challenger_reports"
    """The second one listed writes the result on the board."""
    LOSER_OR_WINNER_REPORTS = "loser_or_winner_reports"
    """The loser reports the result, or the winner with the score sheet."""


def game_prompts(match: Match) -> tuple[GamePrompt, ...]:
    """The current prompts; none before a match is open."""
    if match.book is None:
        return ()
    ask = _ASKED.get(match.phase)
    undo = [GamePrompt.POINT_OUT_DOUBLES] if _must_be_undone(match) else []
    return (*(ask(match) if ask else ()), *undo)


Asked = Iterator[GamePrompt]


def _between_games(match: Match) -> Asked:
    rules = require(match.book).score
    if rules.check is not ScoreCheck.NOT_ASKED:
        yield _CHECK[rules.check]
    if crawford_due(match):
        yield from _crawford(match)


def _vacant(match: Match) -> Asked:
    """The prompts before the table is set up for a later match of a series."""
    series = require(match.opened).series
    if series is None or series.number == 1:
        return
    if require(match.book).series.direction is SeriesDirection.MAY_ALTERNATE:
        last = series.number == series.best_of
        yield GamePrompt.DRAW_DIRECTION if last else GamePrompt.ALTERNATE_DIRECTION


def _opening(match: Match) -> Asked:
    rules, game = require(match.book).cube, require(match.game)
    if game.crawford:
        yield from _crawford(match)
    else:
        yield _FACE[rules.start_face]


def _crawford(match: Match) -> Asked:
    book = require(match.book)
    if book.score.crawford_announced:
        yield GamePrompt.ANNOUNCE_CRAWFORD_GAME
    if book.cube.removed_in_crawford:
        yield GamePrompt.REMOVE_CUBE


def _to_roll(match: Match) -> Asked:
    game, running = require(match.game), match.clock.running
    other = require(game.on_turn).other
    if running is other and require(match.book).cube.take_presses:
        yield GamePrompt.PRESS_AFTER_TAKE
    yield from _at_turn(match)


def _at_turn(match: Match) -> Asked:
    game = require(match.game)
    if game.restarts is not None and match.clock.running is None:
        yield GamePrompt.PRESS_AFTER_REJECTION
    if game.doubles.early is not None:
        yield GamePrompt.FINISH_TURN_KNOWING_DOUBLE
    if game.doubles.told is not None:
        yield GamePrompt.ANSWER_BOARD_DOUBLE


def _doubled(match: Match) -> Asked:
    rules = require(match.book).cube
    yield _PLACE[rules.offer_place_with_clock if match.clocked else rules.offer_place]
    if match.clock.running is require(match.game).on_turn:
        yield GamePrompt.PRESS_AFTER_DOUBLE


def _offered(match: Match) -> Asked:
    rules, offer = require(match.book).offer, require(require(match.game).offer)
    contested = match.stop is not None
    if contested and rules.gin_dispute is GinDispute.DISPUTER_CALLS_ROLLS:
        yield GamePrompt.RECORD_POSITION
    if offer.winner is offer.side and rules.claim is Claiming.VERIFIED:
        yield GamePrompt.VERIFY_CLAIM
    repeats = rules.accept_by is Accepting.REPEAT_OUTCOME
    yield GamePrompt.REPEAT_OUTCOME if repeats else GamePrompt.SAY_ACCEPT_OR_REJECT


def _match_over(match: Match) -> Asked:
    if match.hearing.wrong is not None or match.winner is None:
        return
    if match.outcome.confirmed != BySide(True, True):
        yield GamePrompt.CONFIRM_RESULT
    if match.outcome.reported is None:
        yield _REPORTS[require(match.book).result.reporter]


def _must_be_undone(match: Match) -> bool:
    """Whether pointing it out is a duty (norway §4.4(iv)); a mere right is not prompted for."""
    duty = require(match.book).cube.crawford_undone_by is UndoneBy.DIRECTORS_DUTY
    return duty and can_undo(match)


_ASKED: Mapping[Phase, Callable[[Match], Asked]] = MappingProxyType(
    {
        Phase.VACANT: _vacant,
        Phase.BETWEEN_GAMES: _between_games,
        Phase.OPENING: _opening,
        Phase.TO_ROLL: _to_roll,
        Phase.MOVING: _at_turn,
        Phase.DOUBLED: _doubled,
        Phase.OFFERED: _offered,
        Phase.MATCH_OVER: _match_over,
    }
)


_CHECK: Mapping[ScoreCheck, GamePrompt] = MappingProxyType(
    {
        ScoreCheck.SAID_ALOUD: GamePrompt.SAY_SCORE,
        ScoreCheck.COMPARED: GamePrompt.COMPARE_SHEETS,
    }
)


_FACE: Mapping[StartFace, GamePrompt] = MappingProxyType(
    {
        StartFace.COUNTS_AS_ONE: GamePrompt.CENTRE_CUBE,
        StartFace.SIXTY_FOUR: GamePrompt.CENTRE_CUBE_AT_64,
        StartFace.ONE_OR_SIXTY_FOUR: GamePrompt.CENTRE_CUBE_AT_1_OR_64,
    }
)


_PLACE: Mapping[OfferPlace, GamePrompt] = MappingProxyType(
    {
        OfferPlace.ON_BOARD: GamePrompt.CUBE_ON_BOARD,
        OfferPlace.OPPONENTS_RIGHT_HALF: GamePrompt.CUBE_ON_RIGHT_HALF,
        OfferPlace.MIDDLE: GamePrompt.CUBE_IN_MIDDLE,
    }
)


_REPORTS: Mapping[Reporter, GamePrompt] = MappingProxyType(
    {
        Reporter.WINNER: GamePrompt.WINNER_REPORTS,
        Reporter.CHALLENGER: GamePrompt.CHALLENGER_REPORTS,
        Reporter.LOSER_OR_WINNER_WITH_SHEET: GamePrompt.LOSER_OR_WINNER_REPORTS,
    }
)
