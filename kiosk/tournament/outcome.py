"""How a match, a series or a single game can end: the points its winner and its loser can have.

Every result is checked here. A match to a length ends as soon as a player has it: the winner is at
the length or beyond it, the loser below. Beyond it lies only what the last game gives: before it
the winner was below the length, and a game is worth its level, 1 to 3, times the cube, a power of
two. A cube that is already worth the match is not turned, so it shows at most the smallest power of
two that is the length or more; the first turn is always allowed. A table knows the last game,
whatever the cube.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kiosk.tournament.act import Against, Objection, TournamentReason
from kiosk.tournament.bracket import Cause

LEVELS = (1, 2, 3)
"""Single, gammon, backgammon."""
MOST_POINTS = 999
"""More than any match brings; a higher score is a typing error."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played: a match to `length` points; a whole series of at most `best_of` matches; or a
    single game of which a point is worth `stake` chips.
    """

    length: int = 1
    best_of: int = 1
    stake: int | None = None


@dataclass(frozen=True, slots=True)
class MatchEnding:
    """A reported ending: `score` in the order of the places; the winner is place `nth`, 0 or 1, or
    None for neither. `level` and `cube` are the last game's; 0: not known.
    """

    score: tuple[int, int]
    nth: int | None
    cause: Cause = Cause.PLAYED
    level: int = 0
    cube: int = 0

    @property
    def won(self) -> int:
        """The winner's points; without a winner the first place's."""
        return self.score[self.nth or 0]

    @property
    def lost(self) -> int:
        return self.score[1 - (self.nth or 0)]


def unfit_ending(contest: Contest, ending: MatchEnding, *, overruled: bool = False) -> Against:
    """Every reason why it can't end like this; none if it can. Overruled, it only has to be a
    score.
    """
    if not all(0 <= each <= MOST_POINTS for each in ending.score):
        return (Objection(TournamentReason.BAD_VALUE, f"score {ending.score} (0–{MOST_POINTS})"),)
    return () if overruled else tuple(_unfit(contest, ending))


def _unfit(contest: Contest, ending: MatchEnding) -> Iterator[Objection]:
    if ending.nth is None:
        yield _against(TournamentReason.SCORE_OF_NEITHER, ending)
    elif contest.stake is not None:
        yield from _unfit_game(contest.stake, ending)
    elif contest.best_of > 1:
        yield from _unfit_series(contest.best_of, ending)
    elif ending.cause is Cause.PLAYED:
        yield from _unfit_match(contest.length, ending)
    else:
        yield from _unfit_stopped(contest.length, ending)


def can_reach(length: int, points: int, level: int = 0, cube: int = 0) -> bool:
    """Whether a winner can end a match with this many points: one game takes him there from below
    the length. `level` and `cube` are that game's; 0: any.
    """
    games = ((level, cube),) if level and cube else _games(length)
    return points >= length and any(0 <= points - one * two < length for one, two in games)


def _games(length: int) -> Iterator[tuple[int, int]]:
    """Each level with each cube that can have been turned."""
    cube = 1
    while cube <= 2 or cube // 2 < length:
        yield from ((level, cube) for level in LEVELS)
        cube *= 2


def _unfit_match(length: int, ending: MatchEnding) -> Iterator[Objection]:
    if ending.won < length:
        yield _against(TournamentReason.WINNER_BELOW, ending, length, ending.won)
    elif not can_reach(length, ending.won, ending.level, ending.cube):
        yield _against(TournamentReason.WINNER_BEYOND, ending, length, ending.won)
    elif ending.lost >= length:
        yield _against(TournamentReason.LOSER_NOT_BELOW, ending, length, ending.lost)


def _unfit_stopped(length: int, ending: MatchEnding) -> Iterator[Objection]:
    """Objections to a match that was stopped: both players are below the length; by a ruling, such
    as penalty points, the winner may have reached it.
    """
    ruled = ending.cause is Cause.RULING and can_reach(length, ending.won)
    if ending.won >= length and not ruled:
        yield _against(TournamentReason.STOPPED_AT_LENGTH, ending, length, ending.won)
    if ending.lost >= length:
        yield _against(TournamentReason.STOPPED_AT_LENGTH, ending, length, ending.lost)


def _unfit_series(best_of: int, ending: MatchEnding) -> Iterator[Objection]:
    """Objections to matches won; a series that was stopped may be decided by as many, or
    by fewer.
    """
    need = (best_of + 1) // 2
    enough = ending.won == need or (ending.cause is not Cause.PLAYED and ending.won < need)
    if not enough or ending.lost >= need:
        yield _against(TournamentReason.SERIES_SCORE, ending, best_of, need)


def _unfit_game(stake: int, ending: MatchEnding) -> Iterator[Objection]:
    """Objections to the points of the game, or the chips they come to; none if it was not played
    out.
    """
    points = ending.level * ending.cube
    if ending.cause is not Cause.PLAYED:
        if ending.score != (0, 0):
            yield _against(TournamentReason.STOPPED_AT_LENGTH, ending, 1, max(ending.score))
    elif points and (ending.won not in {points, points * stake} or ending.lost):
        yield _against(TournamentReason.GAME_SCORE, ending, ending.level, ending.cube, points)


def _against(reason: TournamentReason, ending: MatchEnding, *numbers: int) -> Objection:
    one, two = ending.score
    return Objection(reason, f"{one}–{two}", numbers)
