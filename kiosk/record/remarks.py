"""What a format has no field for, in sentences: true names, ends, notes, the journal's hash."""

from collections.abc import Iterator

from kiosk.record.names import one_line, short_names
from kiosk.record.transcription import Game, Transcription, Turn, score_after
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import SIDES, BySide

_CAUSES = {
    EndCause.OFFER: "{loser} gave up the game",
    EndCause.CONCEDED: "{loser} gave up the match",
    EndCause.CLAIM: "{winner} claimed the game before its end and {loser} agreed",
    EndCause.FLAG: "{loser}'s time was used up",
    EndCause.PENALTY: "it was awarded to {winner} as a penalty",
    EndCause.RULING: "the director awarded it to {winner}",
}


def remarks(match: Transcription) -> Iterator[str]:
    """Sentences for the head of a file, each of one line."""
    for side, short in zip(SIDES, _each(short_names(match.names)), strict=True):
        if short != match.names.of_side(side):
            yield f"{short} is {one_line(match.names.of_side(side))}"
    source = match.source
    yield f"Match {one_line(match.match_id)}"
    yield (
        f"Journal {source.journal_id}, rows {source.first_seq} to {source.last_seq}, "
        f"hash {source.last_hash}"
    )
    yield from map(one_line, match.notes)
    for number, game in enumerate(match.games):
        yield from (f"Game_{game.number}: {one_line(each)}" for each in game_notes(game, match))
        for turn, action in enumerate(game.actions, 1):
            for note in action_notes(action):
                yield f"Game_{game.number}, action {turn}: {one_line(note)}"
        following = match.games[number + 1].score_before if game is not match.games[-1] else None
        yield from score_notes(score_after(game, match.length), following or match.score)


def game_notes(game: Game, match: Transcription) -> Iterator[str]:
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


def action_notes(action: object) -> Iterator[str]:
    """A turn's notes, and that its play is none of the legal ones."""
    yield from getattr(action, "notes", ())
    if isinstance(action, Turn) and action.play is not None and action.play.illegal is not None:
        yield "not a legal play, written as it was played"


def score_notes(reached: BySide[int], then: BySide[int]) -> Iterator[str]:
    """What a score says that the games before it do not."""
    if reached != then:
        yield (
            f"The score was then {then.white} to {then.black}, "
            f"not {reached.white} to {reached.black}"
        )


def _each(names: BySide[str]) -> tuple[str, str]:
    return names.white, names.black
