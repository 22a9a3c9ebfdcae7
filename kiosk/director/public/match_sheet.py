"""What a finished match's page shows, and its record as its files hold it. Pure.

Both are made of one reduced record, so that no file has more of a person than the page. Who did
what counts is there; words of directors, refused acts and conduct are not.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from types import MappingProxyType

import msgspec

from kiosk.catalogue.tables import SENTENCES
from kiosk.catalogue.terms import SIDES
from kiosk.catalogue.text import Text, format_text, text
from kiosk.director.plays.words import play_words
from kiosk.record.form import (
    CubeAction,
    GameResult,
    MatchResult,
    Record,
    RecordedGame,
    RecordedRoll,
    RollCorrection,
    ScoreChange,
)
from kiosk.record.transcription import Plays
from kiosk.rules.cube.facts import Doubled, Passed, Taken
from kiosk.rules.ending import GameEnded, MatchEnded
from kiosk.rules.table import FormatKind, Team
from kiosk.rules.units import SIDES as BOTH
from kiosk.rules.units import BySide, Nanos, Side

FACES = range(1, 7)

NO_PLAYS: Plays = MappingProxyType({})

RULED = "ruling"
"""In files, in place of a director's own words."""

_CUBE = {"double": Doubled, "take": Taken, "pass": Passed}

_PLAYERS = frozenset({*map(str, Side), "table"})
"""Whose own words no record has."""


def public_record(record: Record, *, names: bool) -> Record:
    """The record without what visitors may not know; without `names` the sides are White and
    Black.
    """
    games = [
        msgspec.structs.replace(
            game, corrected_rolls=[_roll(each) for each in game.corrected_rolls]
        )
        for game in record.games
    ]
    return msgspec.structs.replace(
        record,
        sides=BySide(*(_team(record, side, names=names) for side in BOTH)),
        games=games,
        score_changes=[_score(each) for each in record.score_changes],
        refused_commands=[],
        interruptions=[],
    )


def _team(record: Record, side: Side, *, names: bool) -> Team:
    """One side by its name alone: ids, and who a couple's members are, stay here."""
    name = record.sides.of_side(side).name if names else format_text(SIDES[side])
    return Team(str(side), name, ())


def _roll(change: RollCorrection) -> RollCorrection:
    by, why = _by(change.by), change.why and _why(change.by, change.why)
    return msgspec.structs.replace(change, by=by, why=why)


def _score(change: ScoreChange) -> ScoreChange:
    by, why = _by(change.by) or "", _why(change.by, change.why)
    return msgspec.structs.replace(change, by=by, why=why, section=None)


def _by(by: str | None) -> str | None:
    return by if by is None or by in _PLAYERS else "director"


def _why(by: str | None, why: str) -> str:
    return why if by is None or by in _PLAYERS else RULED


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A roll, or a word about the cube. `used_ns` is the time of its side in that turn, at the last
    line of that side in it; None: no clock ran. `words` only of the cube, `played` only of a roll
    whose play is known.
    """

    turn: int
    side: Side
    dice: tuple[int, ...]
    words: Text | None
    played: Text | str | None
    used_ns: Nanos | None
    picture: str | None


@dataclass(frozen=True, slots=True)
class SheetGame:
    """`score` is after it; `ended` None: it was not ended."""

    number: int
    crawford: bool
    score: BySide[int] | None
    ended: Text | None
    lines: tuple[SheetLine, ...]


@dataclass(frozen=True, slots=True)
class DiceCount:
    """How often each number came up, from 1 to 6, and how many rolls were doubles."""

    faces: tuple[int, ...]
    doubles: int


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """`length` None: a single game; `used_ns` None: no clock ran."""

    length: int | None
    score: BySide[int]
    ended: Text | None
    games: tuple[SheetGame, ...]
    dice: BySide[DiceCount]
    used_ns: BySide[Nanos] | None

    @property
    def pictures(self) -> frozenset[str]:
        """Names of all pictures that it shows."""
        every = (line.picture for game in self.games for line in game.lines)
        return frozenset(name for name in every if name is not None)


def match_sheet(record: Record, plays: Plays = NO_PLAYS) -> MatchSheet:
    """The sheet of a record that `public_record` made, with what was played, as far as known."""
    terms, used = record.match_format, [_used(game) for game in record.games]
    return MatchSheet(
        length=terms.points if terms.kind is FormatKind.POINTS else None,
        score=record.score,
        ended=None if record.result is None else _match_ended(record.result),
        games=tuple(
            _game(game, times, plays) for game, times in zip(record.games, used, strict=True)
        ),
        dice=BySide(*(_dice(record.games, side) for side in BOTH)),
        used_ns=_sum(used) if any(used) else None,
    )


def _game(game: RecordedGame, used: dict[tuple[int, Side], Nanos], plays: Plays) -> SheetGame:
    result = game.result
    return SheetGame(
        number=game.number,
        crawford=game.crawford,
        score=None if result is None else result.score,
        ended=None if result is None else _game_ended(result),
        lines=tuple(reversed([*_lines(game, used, plays)])),
    )


def _lines(
    game: RecordedGame, used: dict[tuple[int, Side], Nanos], plays: Plays
) -> Iterator[SheetLine]:
    """The last first, as a side's time in a turn stands at its last line there."""
    left = dict(used)
    actions: list[RecordedRoll | CubeAction] = [*game.rolls, *game.cube]
    for each in sorted(actions, key=lambda action: -action.seq):
        took = left.pop((each.turn, each.side), None)
        if isinstance(each, RecordedRoll):
            play = plays.get(each.seq)
            played = None if play is None else play_words(play)
            yield SheetLine(each.turn, each.side, each.values, None, played, took, each.picture)
        else:
            words = SENTENCES[_CUBE[each.action]].format(
                _CUBE[each.action](each.side, each.level, ())
            )
            yield SheetLine(each.turn, each.side, (), words, None, took, None)


def _used(game: RecordedGame) -> dict[tuple[int, Side], Nanos]:
    """The time of each side in each turn.

    A clock that is stopped and goes on counts from where it was; one that is started after the
    other side's, such as after an answer to a double, starts from zero.
    """
    found: Counter[tuple[int, Side]] = Counter()
    running: dict[tuple[int, Side], Nanos] = {}
    for each in game.clock:
        at, other = (each.turn, each.side), (each.turn, each.side.other)
        found[other] += running.pop(other, Nanos(0))
        running[at] = max(each.used_ns, running.get(at, Nanos(0)))
    found.update(running)
    return {at: Nanos(ns) for at, ns in found.items() if ns}


def _sum(used: Collection[dict[tuple[int, Side], Nanos]]) -> BySide[Nanos]:
    return BySide(
        *(
            Nanos(sum(ns for game in used for (_turn, side), ns in game.items() if side is of))
            for of in BOTH
        )
    )


def _dice(games: Collection[RecordedGame], side: Side) -> DiceCount:
    """What a side threw. Of the roll that opens a game each side threw one die."""
    faces: Counter[int] = Counter()
    doubles = 0
    for game in games:
        faces.update(die.value for die in game.opening if die.side is side)
        opened = game.opening and game.starts is not None
        for roll in game.rolls[1:] if opened else game.rolls:
            if roll.side is side:
                faces.update(roll.values)
                doubles += len(set(roll.values)) == 1
    return DiceCount(tuple(faces[face] for face in FACES), doubles)


def _game_ended(result: GameResult) -> Text:
    how = result.winner, result.level, result.cube, result.points, result.cause
    return SENTENCES[GameEnded].format(GameEnded(*how, result.score, ()))


def _match_ended(result: MatchResult) -> Text:
    event = MatchEnded(result.winner, result.score, result.cause, ())
    return SENTENCES[MatchEnded].format(event)


def length_words(length: int | None) -> Text:
    return text("1 game") if length is None else text("to {points}", points=length)
