"""Whole matches with every play, as two script players play them, fixed by a seed."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from kiosk.demo.player import ScriptPlayer
from kiosk.record.transcription import (
    ClockTerms,
    CubeAction,
    CubeTurn,
    Heading,
    JournalSource,
    Moment,
    TranscribedEnding,
    TranscribedGame,
    TranscribedPlay,
    TranscribedTurn,
    Transcription,
)
from kiosk.rules.board import Position
from kiosk.rules.match.doubling import Cube
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import MINUTE_NS, SECOND_NS, BySide, Nanos, Side

LENGTHS = (1, 3, 5, 7, 9, 11)
RESIGNS = 0.003
"""Chance that a side gives its game up, before or after its roll."""

NAMES = ("Anna Berg", "Bo", "Åse Ødegård", "Łukasz Żak", "Iñaki", "Jean-Luc O'Neill")


@dataclass(slots=True)
class _Clock:
    """Wall clock and reserves, each turn some seconds on."""

    rng: Random
    now: datetime
    reserve: BySide[Nanos]

    def after(self, side: Side) -> Moment:
        used = self.rng.randint(500, 20_000)
        self.now += timedelta(milliseconds=used)
        left = max(0, self.reserve.of_side(side) - used * 1_000_000)
        self.reserve = self.reserve.with_(side, Nanos(left))
        return Moment(f"{self.now:%Y-%m-%dT%H:%M:%S.%f}"[:-3] + "Z", self.reserve)


def whole_match(seed: int) -> Transcription:
    """One match to 1 to 11 points: some games given up, doubles taken and passed, the clock."""
    rng = Random(f"whole match {seed}")
    length = rng.choice(LENGTHS)
    names = BySide(*rng.sample(NAMES, 2))
    reserve = BySide.both(Nanos(2 * length * MINUTE_NS))
    clock = _Clock(rng, datetime(2026, 5, 9, 14, tzinfo=UTC) + timedelta(minutes=seed), reserve)
    began = f"{clock.now:%Y-%m-%dT%H:%M:%S}.000Z"
    minds = BySide(ScriptPlayer(rng), ScriptPlayer(rng))
    score, crawford_over = BySide(0, 0), False
    games: list[TranscribedGame] = []
    while max(score.white, score.black) < length:
        crawford = not crawford_over and length - 1 in (score.white, score.black)
        crawford_over |= crawford
        game = _game(rng, minds, clock, length, (len(games) + 1, crawford, score))
        games.append(game)
        ending = game.ending
        assert ending is not None
        assert ending.winner is not None
        reached = min(length, score.of_side(ending.winner) + ending.points)
        score = score.with_(ending.winner, reached)
    return Transcription(
        match_id=f"whole-{seed}",
        heading=Heading("Nordic Open", f"{1 + seed % 9}"),
        place=f"Table {1 + seed % 40}",
        began=began,
        length=length,
        crawford=True,
        names=names,
        games=tuple(games),
        score=score,
        winner=Side.WHITE if score.white >= length else Side.BLACK,
        source=JournalSource("journal-1", 1, 1000 + seed, f"{seed:064x}"),
        clock=ClockTerms(reserve, Nanos(12 * SECOND_NS)),
    )


def _game(
    rng: Random,
    minds: BySide[ScriptPlayer],
    clock: _Clock,
    length: int,
    start: tuple[int, bool, BySide[int]],
) -> TranscribedGame:
    number, crawford, score = start
    turns: list[TranscribedTurn | CubeTurn] = []
    playing = _Playing(rng, minds, clock, score.map(lambda points: length - points))
    playing.cube = Cube(in_play=not crawford)
    ending = None
    while ending is None:
        for turn, end in playing.turn():
            turns.append(turn)
            ending = end
        ending = ending or playing.ended
    return TranscribedGame(number, crawford, score, tuple(turns), ending)


class _Playing:
    """One game in progress."""

    def __init__(
        self, rng: Random, minds: BySide[ScriptPlayer], clock: _Clock, away: BySide[int]
    ) -> None:
        self._rng, self._minds, self._clock, self._away = rng, minds, clock, away
        self.board, self.cube = Position.start(), Cube()
        first = (rng.randint(1, 6), rng.randint(1, 6))
        while first[0] == first[1]:
            first = (rng.randint(1, 6), rng.randint(1, 6))
        self.side = Side.WHITE if first[0] > first[1] else Side.BLACK
        self._opening: tuple[int, int] | None = (max(first), min(first))
        self.ended: TranscribedEnding | None = None

    def turn(self) -> Iterator[tuple[TranscribedTurn | CubeTurn, TranscribedEnding | None]]:
        side, mind = self.side, self._minds.of_side(self.side)
        if self._opening is None:
            if self._rng.random() < RESIGNS:
                self.ended = self._end(side.other, self._given_up(), EndCause.OFFER)
                return
            if mind.wants_double(self.board, side, self.cube, self._away):
                level = 2 * self.cube.level
                at = self._clock.after(side)
                yield CubeTurn(side, CubeAction.DOUBLE, level, at), None
                at = self._clock.after(side.other)
                if not self._minds.of_side(side.other).takes(
                    self.board, side.other, self.cube, self._away
                ):
                    end = self._end(side, 1, EndCause.PASS)
                    self.ended = end
                    yield CubeTurn(side.other, CubeAction.PASS, level, at), end
                    return
                self.cube = Cube(level, side.other)
                yield CubeTurn(side.other, CubeAction.TAKE, level, at), None
        may_give_up = self._opening is None
        high, low = self._opening or sorted(
            (self._rng.randint(1, 6), self._rng.randint(1, 6)), reverse=True
        )
        self._opening = None
        play = mind.choose_play(self.board, side, (high, low))
        if may_give_up and self._rng.random() < RESIGNS and play.board.winner is None:
            self.ended = self._end(side.other, self._given_up(), EndCause.OFFER)
            unplayed = TranscribedPlay((), unplayed=True)
            yield TranscribedTurn(side, (high, low), unplayed, self._clock.after(side)), self.ended
            return
        self.board = play.board
        if self.board.winner is side:
            level = self.board.level_lost(side.other)
            self.ended = self._end(side, level, EndCause.PLAYED)
        made = TranscribedPlay(play.moves, play.hits)
        yield TranscribedTurn(side, (high, low), made, self._clock.after(side)), self.ended
        self.side = side.other

    def _given_up(self) -> int:
        return self._rng.choice((1, 1, 1, 2, 3))

    def _end(self, winner: Side, level: int, cause: EndCause) -> TranscribedEnding:
        return TranscribedEnding(winner, level, self.cube.level, level * self.cube.level, cause)
