"""What a format has no field for, in sentences: true names, ends, notes, the journal's hash."""

from collections.abc import Iterator

from kiosk.record.names import one_line, short_names, show_hidden
from kiosk.record.transcription import (
    BAR,
    OFF,
    CubeTurn,
    TranscribedGame,
    TranscribedTurn,
    Transcription,
    score_after,
)
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import BySide

_CAUSES = {
    EndCause.OFFER: "{loser} gave up the game",
    EndCause.CONCEDED: "{loser} gave up the match",
    EndCause.CLAIM: "{winner} claimed the game before its end and {loser} agreed",
    EndCause.FLAG: "{loser}'s time was used up",
    EndCause.PENALTY: "it was awarded to {winner} as a penalty",
    EndCause.RULING: "the director awarded it to {winner}",
}


def remarks(match: Transcription) -> Iterator[str]:
    """Sentences for the head of a file, each of one line; none has the word that begins a game."""
    for short, name in zip(_each(short_names(match.names)), _each(match.names), strict=True):
        if name and short != name:
            yield f"{short} is {show_hidden(name)}"
    source = match.source
    yield f"Match {one_line(match.match_id)}"
    yield (
        f"Journal {source.journal_id}, rows {source.first_seq} to {source.last_seq}, "
        f"hash {source.last_hash}"
    )
    yield from map(one_line, match.notes)
    reached = BySide(0, 0)
    for game in match.games:
        for note in score_notes(reached, game.score_before):
            yield f"Before game {game.number}: {note}"
        for note in game_notes(game, match):
            yield f"In game {game.number}: {one_line(note)}"
        for place, action in enumerate(game.actions, 1):
            for note in action_notes(action):
                yield f"In game {game.number}, action {place}: {one_line(note)}"
        reached = score_after(game, match.length)
    for note in score_notes(reached, match.score):
        yield f"At the end: {note}"


def game_notes(game: TranscribedGame, match: Transcription) -> Iterator[str]:
    """A game's notes, and how it ended unless by its last checker or a pass."""
    yield from game.notes
    ending = game.ending
    if ending is None:
        yield "it was not over"
    elif ending.winner is None:
        yield "nobody won it"
    elif ending.cause in _CAUSES:
        winner, loser = ending.winner, ending.winner.other
        words = {"winner": match.names.of_side(winner), "loser": match.names.of_side(loser)}
        yield _CAUSES[ending.cause].format(**words)


def action_notes(action: TranscribedTurn | CubeTurn) -> Iterator[str]:
    """A turn's notes, and what was played against the rules."""
    yield from action.notes
    if (
        isinstance(action, TranscribedTurn)
        and action.play is not None
        and action.play.illegal is not None
    ):
        words = " ".join(f"{_name(start)}/{_name(end)}" for start, end in action.play.moves)
        yield f"not a legal play: {words}" if words else "not a legal play"


def score_notes(reached: BySide[int], then: BySide[int]) -> Iterator[str]:
    """What a score says that the games before it do not."""
    if reached != then:
        yield (
            f"the score was {then.white} to {then.black}, not {reached.white} to {reached.black}"
        )


def _each(names: BySide[str]) -> tuple[str, str]:
    return names.white, names.black


def _name(point: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(point, str(point))
