"""A short match to write in each format, with what a test changes of it."""

from dataclasses import replace
from typing import Any

from kiosk.record.transcription import (
    CubeAction,
    CubeTurn,
    Heading,
    JournalSource,
    Moment,
    Move,
    TranscribedEnding,
    TranscribedGame,
    TranscribedPlay,
    TranscribedTurn,
    Transcription,
)
from kiosk.rules.board import Position
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import BySide, Side
from kits.read_games import played

WHITE, BLACK = Side
AT = Moment("2026-05-09T14:03:07.123Z")


def turn(side: Side, dice: tuple[int, int], *moves: Move, **given: Any) -> TranscribedTurn:
    return TranscribedTurn(side, dice, TranscribedPlay(moves), AT, **given)


ACTIONS = (
    turn(WHITE, (3, 1), (8, 5), (6, 5)),
    CubeTurn(BLACK, CubeAction.DOUBLE, 2, AT),
    CubeTurn(WHITE, CubeAction.TAKE, 2, AT),
    turn(BLACK, (6, 2), (24, 18), (13, 11)),
    turn(WHITE, (6, 1), (13, 7), (8, 7)),
)
"""Book plays; the fifth hits Black's checker on White's 7 point."""

ILLEGAL = (
    turn(WHITE, (6, 2), (6, 5), (6, 4)),
    turn(BLACK, (5, 1), (13, 8), (8, 7)),
    turn(WHITE, (3, 1), (8, 5), (24, 23)),
)
"""White plays 6/5 6/4 with a 62; what follows is legal from there."""


def game(*actions: TranscribedTurn | CubeTurn, **given: Any) -> TranscribedGame:
    ending = given.pop("ending", TranscribedEnding(WHITE, 1, 2, 2, EndCause.OFFER))
    score = given.pop("score", BySide(0, 0))
    hit = tuple(_with_hits(action) for action in actions or ACTIONS)
    return TranscribedGame(given.pop("number", 1), False, score, hit, ending, **given)


def _with_hits(action: TranscribedTurn | CubeTurn) -> TranscribedTurn | CubeTurn:
    if action == ACTIONS[-1]:
        return replace(ACTIONS[-1], play=TranscribedPlay(((13, 7), (8, 7)), hits=(7,)))
    return action


def illegal_game() -> TranscribedGame:
    """A game whose first play is not legal."""
    first, *rest = ILLEGAL
    assert first.play is not None
    after = played(Position.start(), WHITE, first.play.moves).checkers
    return game(replace(first, play=replace(first.play, illegal=after)), *rest)


def match(*games: TranscribedGame, **given: Any) -> Transcription:
    said = {
        "match_id": "match-1",
        "heading": Heading("Nordic Open", "5"),
        "place": "Table 7",
        "began": AT.utc,
        "length": 7,
        "crawford": True,
        "names": BySide("Anna", "Bo"),
        "games": games or (game(),),
        "score": BySide(2, 0),
        "winner": None,
        "source": JournalSource("journal-1", 1, 99, "f" * 64),
    }
    return Transcription(**{**said, **given})
