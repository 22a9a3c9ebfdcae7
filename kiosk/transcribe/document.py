"""A transcribed match as the director keeps it, and as JSON."""

from typing import Any

import msgspec

from kiosk.record.record import json_bytes
from kiosk.record.transcripts import Board, PlayWay, Transcript, TurnPlayed
from kiosk.rules.board import BAR, POINTS, Position
from kiosk.rules.units import Side
from kiosk.transcribe.inferred import InferredMatch, summary
from kiosk.transcript import InferredTurn, PlayCandidate, PlayKind, RollPlayed


def to_transcript(match: InferredMatch, *, answers: int = 0, waits_for: int = 0) -> Transcript:
    """The match as a transcript: each turn with its likeliest plays."""
    turns = tuple(
        _turn_played(game.number, roll, turn)
        for game in match.games
        for roll, turn in zip(game.rolls, game.turns, strict=True)
    )
    record = match.record
    return Transcript(
        journal_id=record.journal_id,
        match_id=record.match_id,
        last_seq=record.last_seq,
        answers=answers,
        turns=turns,
        summary=summary(match),
        lacks=match.lacks,
        waits_for=waits_for,
    )


def transcript_json(match: InferredMatch) -> bytes:
    """The record, and beside it each turn's play by the journal row of its roll."""
    document = msgspec.json.decode(msgspec.json.encode(match.record), type=dict[str, Any])
    plays = to_transcript(match).turns
    return json_bytes({**document, "plays": plays, "plays_lack": list(match.lacks)})


def _turn_played(game: int, roll: RollPlayed, turn: InferredTurn) -> TurnPlayed:
    high, low = sorted(turn.dice, reverse=True)
    return TurnPlayed(
        seq=roll.seq,
        game=game,
        side=turn.side,
        dice=(high, low),
        picture=roll.picture,
        certainty=turn.certainty.value,
        before=_board(turn.candidates[0].before),
        ways=tuple(map(_play_way, turn.candidates)),
    )


def _play_way(way: PlayCandidate) -> PlayWay:
    return PlayWay(
        kind=way.kind.value,
        moves=way.moves if way.kind is not PlayKind.SET_ANEW else None,
        hits=way.hits,
        after=_board(way.after),
        behind=round(way.behind, 2),
    )


def _board(board: Position) -> Board:
    return {
        side: tuple(board.checkers_on(side, point) for point in (*POINTS, BAR)) for side in Side
    }
