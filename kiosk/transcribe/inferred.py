"""The plays of a recorded match, from what its pictures show: game by game, for its files."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter

from kiosk.record.form import Record
from kiosk.record.transcription import Plays, TranscribedPlay
from kiosk.transcript import (
    Answer,
    Certainty,
    InferredTurn,
    PictureCells,
    PlayCandidate,
    PlayKind,
    RollPlayed,
    SeenGame,
    find_orientation,
    game_from_record,
    infer,
    rolls_played,
)
from kiosk.transcript.orientation import Orientation

MOST_ILLEGAL = 4
MOST_ILLEGAL_SHARE = 0.1
"""From so many illegal plays on, and so large a part of all, the reading itself is in doubt."""

MOST_UNKNOWN = 5
"""So many turns running with pictures, and none of them known: the pictures show something else."""


@dataclass(frozen=True, slots=True)
class InferredGame:
    """A recorded game's turns: each roll that was played, and what is known of its play."""

    number: int
    rolls: tuple[RollPlayed, ...]
    turns: tuple[InferredTurn, ...]


@dataclass(frozen=True, slots=True)
class InferredMatch:
    """A match with what is known of its plays. `lacks`: what is not, and why, a sentence each."""

    record: Record
    games: tuple[InferredGame, ...]
    lacks: tuple[str, ...]

    @property
    def turns(self) -> dict[int, InferredTurn]:
        """Each turn by the journal row of its roll."""
        return {
            roll.seq: turn
            for game in self.games
            for roll, turn in zip(game.rolls, game.turns, strict=True)
        }

    @property
    def plays(self) -> Plays:
        """The plays that are known, as files take them."""
        found = {seq: turn.play for seq, turn in self.turns.items()}
        return {seq: recorded_play(play) for seq, play in found.items() if play is not None}


def recorded_play(play: PlayCandidate) -> TranscribedPlay:
    """An inferred play as files take it."""
    return TranscribedPlay(
        moves=play.moves,
        hits=play.hits,
        illegal=play.after.checkers if play.kind is PlayKind.ILLEGAL else None,
        unplayed=play.kind is PlayKind.NOT_PLAYED,
    )


def pictures_named(record: Record) -> tuple[str, ...]:
    """The pictures of the rolls that count, in their order, each once."""
    names = (roll.picture for game in record.games for roll in game.rolls)
    return tuple(dict.fromkeys(name for name in names if name is not None))


def infer_match(
    record: Record,
    seen: Mapping[str, PictureCells],
    lacks: tuple[str, ...] = (),
    answers: Mapping[int, Answer] | None = None,
) -> InferredMatch:
    """The plays of a match from the pictures of its rolls, by their names, and from what people
    say was played, by the journal row of the roll.

    Players may change seats or colours between games: each game finds its own way round, and takes
    that of the game before where its pictures leave it open.
    """
    games, words = [], [*lacks]
    answers = answers or {}
    usual: Orientation | None = None
    for recorded in record.games:
        try:
            rolls = rolls_played(recorded)
        except ValueError as error:
            words.append(f"Game {recorded.number} is left out: {error}")
            continue
        shown = tuple(seen.get(roll.picture) if roll.picture else None for roll in rolls)
        game = SeenGame(game_from_record(recorded, {}), shown)
        way = find_orientation(game, usual)
        usual = way or usual
        if way is None and any(shown):
            words.append(
                f"Game {recorded.number}: its pictures do not show this game; they may be of "
                "another board, or of none."
            )
        given = {turn: answers[roll.seq] for turn, roll in enumerate(rolls) if roll.seq in answers}
        turns = infer(game.game if way is None else game.turned(way), given)
        games.append(InferredGame(recorded.number, rolls, turns))
        if way is not None:
            words += _strange_turns(games[-1], shown)
    return _with_doubts(InferredMatch(record, tuple(games), tuple(words)))


def _with_doubts(match: InferredMatch) -> InferredMatch:
    """The match, with a sentence where more plays would be illegal than anybody makes."""
    plays = match.plays.values()
    illegal = sum(play.illegal is not None for play in plays)
    if illegal < MOST_ILLEGAL or illegal < MOST_ILLEGAL_SHARE * len(plays):
        return match
    words = (
        f"{illegal} of {len(plays)} plays would be illegal, which is more than anybody makes: the "
        "checkers may be read wrong; look at the pictures before you believe it."
    )
    return replace(match, lacks=(*match.lacks, words))


def _strange_turns(game: InferredGame, shown: tuple[PictureCells | None, ...]) -> Iterator[str]:
    """Runs of turns whose pictures are there and fit no play, in words."""
    unknown = [
        turn.certainty is Certainty.UNKNOWN and cells is not None
        for turn, cells in zip(game.turns, shown, strict=True)
    ]
    for are_strange, run in groupby(enumerate(unknown, 1), key=itemgetter(1)):
        numbers = [number for number, _unknown in run]
        if are_strange and len(numbers) >= MOST_UNKNOWN:
            yield (
                f"Game {game.number}, turns {numbers[0]} to {numbers[-1]}: their pictures fit no "
                "plays; the camera or the board may have been moved, or something lay over it."
            )


def summary(match: InferredMatch) -> str:
    """How many turns are known, in one sentence."""
    turns = [*match.turns.values()]
    count = Counter(turn.certainty for turn in turns)
    illegal = sum(play.illegal is not None for play in match.plays.values())
    return (
        f"{len(turns)} turns: {count[Certainty.CERTAIN]} certain, {count[Certainty.ASKED]} to be "
        f"asked about, {count[Certainty.UNKNOWN]} unknown; {illegal} illegal."
    )
