"""A transcribed match for people, game by game."""

from collections.abc import Iterator

from kiosk.record.form import CubeAction, Record, RecordedGame, RecordedRoll
from kiosk.record.mat import format_moves
from kiosk.record.transcription import TranscribedPlay
from kiosk.transcribe.inferred import InferredMatch, recorded_play, summary
from kiosk.transcript import Certainty, InferredTurn

_DONE = {"double": "doubles to {level}", "take": "takes", "pass": "passes"}


def score_sheet(match: InferredMatch) -> str:
    """The match as people read it: each turn with its play, and what is not sure of it."""
    record = match.record
    white, black = record.sides.white.name, record.sides.black.name
    lines = [
        f"{white} (White) and {black} (Black)",
        f"Match {record.match_id} of event {record.event_id} at table {record.table}",
        f"Score: {record.score.white} to {record.score.black}"
        + ("" if record.result else ", not over"),
        summary(match),
        *match.lacks,
    ]
    turns = match.turns
    for game in record.games:
        lines += ["", f"Game {game.number}", *_game_lines(game, record, turns)]
    return "\n".join(lines) + "\n"


def _game_lines(
    game: RecordedGame, record: Record, turns: dict[int, InferredTurn]
) -> Iterator[str]:
    actions: list[RecordedRoll | CubeAction] = [*game.rolls, *game.cube]
    for action in sorted(actions, key=lambda action: action.seq):
        name = record.sides.of_side(action.side).name
        if isinstance(action, CubeAction):
            done = _DONE[action.action].format(level=action.level)
            yield f"{action.turn:>4}  {name} {done}"
        else:
            dice = "".join(map(str, action.values))
            yield f"{action.turn:>4}  {name} {dice}: {_words(turns.get(action.seq))}"
    if game.result is not None and game.result.winner is not None:
        won = record.sides.of_side(game.result.winner).name
        yield f"      {won} wins {game.result.points}"


def _words(turn: InferredTurn | None) -> str:
    if turn is None or turn.certainty is Certainty.UNKNOWN:
        return "???"
    plays = [recorded_play(each) for each in turn.candidates]
    if turn.play is None:
        return "? " + " or ".join(map(_play_words, plays))
    return _play_words(plays[0])


def _play_words(play: TranscribedPlay) -> str:
    if play.unplayed:
        return "not played"
    moves = format_moves(play)
    if play.illegal is not None:
        return f"{moves or 'nothing'} (illegal)"
    return moves or "no legal play"
