"""Writes down one match, row by row."""

from copy import deepcopy
from dataclasses import dataclass
from functools import singledispatchmethod

from kiosk.catalogue.named_sides import NamedSides, distinct_names
from kiosk.catalogue.tables import SENTENCES, sentence
from kiosk.catalogue.text import ENGLISH, format_text
from kiosk.record import form
from kiosk.rules.assignment import TableTakenOver
from kiosk.rules.cube.facts import Doubled, DoublesUndone, GameRescored, Passed, Taken
from kiosk.rules.dice.facts import (
    OpeningDieRolled,
    OpeningWon,
    PastRollCorrected,
    RollAccepted,
    RollCorrected,
    RollQuestioned,
    RollRefused,
    RollVoided,
)
from kiosk.rules.ending import GameEnded, MatchEnded
from kiosk.rules.expiry import FlagReached
from kiosk.rules.fact import Event, Refused
from kiosk.rules.length import MatchResumed
from kiosk.rules.match import Opening
from kiosk.rules.mix import MixerChanged
from kiosk.rules.penalties import NobodyWon, PenaltyAwarded
from kiosk.rules.play import ClockStopped, TurnEnded
from kiosk.rules.press_back import PressGivenBack
from kiosk.rules.reasons import EndCause
from kiosk.rules.reopening import GameReopened
from kiosk.rules.result import EarlierResultCorrected
from kiosk.rules.roll import high_first
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.score import ScoreChanged
from kiosk.rules.start import GameStarted, MatchOpened, TableSetUp
from kiosk.rules.take_back import TapSettled, TapTakenBack
from kiosk.rules.times.facts import TimeAllotted
from kiosk.rules.units import BySide, Side, require
from kiosk.wire.row import Row


@dataclass(frozen=True, slots=True)
class _OpenPage:
    """The part of the record that a tap may change before it is taken back."""

    games: list[form.RecordedGame]
    score: BySide[int]
    result: form.MatchResult | None
    turn: int


class Scribe:
    """Takes the rows of one match; `record` is None until its opening row."""

    def __init__(self) -> None:
        self.record: form.Record | None = None
        self._turn = 0
        self._page: _OpenPage | None = None
        self._picture: str | None = None

    def take(self, row: Row) -> None:
        event = row.event()
        if self.record is None:
            self.record = _opened(event, row)
        if self.record is not None:
            self.record.last_seq, self.record.last_hash = row.seq, row.hash
            self._keep_picture(event)
            self._write(event, row, self.record)
            if SENTENCES[type(event)].in_record:
                games = len(self.record.games)
                self.record.interruptions.append(
                    form.Interruption(
                        row.seq, row.wall_utc, games, row.kind, _in_words(event, self.record)
                    )
                )

    def _keep_picture(self, event: Event) -> None:
        """Keep the picture of the look the next events are about, and the list of all pictures."""
        facts = getattr(event, "facts", None)
        if facts is None or self.record is None:
            return
        self._picture = facts.picture  # None: it could not be kept, and no other replaces it
        if facts.picture is not None and facts.picture not in self.record.pictures:
            self.record.pictures.append(facts.picture)

    @singledispatchmethod
    def _write(self, event: Event, row: Row, record: form.Record) -> None:
        """Write an event that has no method of its own, with a sentence or not at all."""

    # --- before play and the dice --------------------------------------------------------------

    @_write.register
    def _write_table_set_up(self, event: TableSetUp, row: Row, record: form.Record) -> None:
        record.setups.append(form.SetUpThen(row.seq, row.wall_utc, event.setup))

    @_write.register
    def _write_mixer_changed(self, event: MixerChanged, row: Row, record: form.Record) -> None:
        record.setups.append(form.SetUpThen(row.seq, row.wall_utc, event.setup))

    @_write.register
    def _write_game_started(self, event: GameStarted, row: Row, record: form.Record) -> None:
        self._turn = 0
        record.games.append(
            form.RecordedGame(
                seq=row.seq,
                utc=row.wall_utc,
                number=event.number,
                crawford=event.crawford,
                score_before=record.score,
            )
        )

    @_write.register
    def _write_roll_questioned(self, event: RollQuestioned, row: Row, record: form.Record) -> None:
        if event.facts is None:  # the players' next statement was seen by no camera
            self._picture = None
        record.games[-1].questions.append(
            form.RecordedQuestion(
                seq=row.seq,
                utc=row.wall_utc,
                turn=self._turn,
                side=event.side,
                reasons=event.reasons,
                proposal=event.proposal,
                picture=self._picture,
            )
        )

    @_write.register
    def _write_roll_refused(self, event: RollRefused, row: Row, record: form.Record) -> None:
        record.games[-1].refused_rolls.append(
            form.RollRefusal(
                seq=row.seq,
                utc=row.wall_utc,
                turn=self._turn,
                side=event.side,
                reasons=event.reasons,
                picture=self._picture,
                cites=event.cites,
            )
        )

    @_write.register
    def _write_opening_die_rolled(
        self, event: OpeningDieRolled, row: Row, record: form.Record
    ) -> None:
        record.games[-1].opening.append(
            form.RecordedOpeningDie(
                seq=row.seq,
                utc=row.wall_utc,
                side=event.side,
                value=event.value,
                by_touch=event.facts is None,
                picture=self._picture,
            )
        )

    @_write.register
    def _write_opening_won(self, event: OpeningWon, row: Row, record: form.Record) -> None:
        self._turn = 1
        game = record.games[-1]
        game.starts = event.side
        by_touch = any(die.by_touch for die in game.opening[-2:])
        self._roll(game, event.side, event.values, by_touch, event.cites, row)

    @_write.register
    def _write_roll_accepted(self, event: RollAccepted, row: Row, record: form.Record) -> None:
        game = record.games[-1]
        self._roll(game, event.side, event.values, event.by_touch, event.cites, row)

    def _roll(
        self,
        game: form.RecordedGame,
        side: Side,
        values: tuple[int, ...],
        by_touch: bool,
        cites: tuple[str, ...],
        row: Row,
    ) -> None:
        game.rolls.append(
            form.RecordedRoll(
                seq=row.seq,
                utc=row.wall_utc,
                turn=self._turn,
                side=side,
                values=values,
                by_touch=by_touch,
                picture=self._picture,
                cites=cites,
            )
        )

    @_write.register
    def _write_roll_corrected(self, event: RollCorrected, row: Row, record: form.Record) -> None:
        game = record.games[-1]
        alone = event.side is not None and game.starts is None
        rolled: list[form.RecordedRoll] | list[form.RecordedOpeningDie] = (
            game.opening if alone else game.rolls
        )
        self._correct(game, rolled[-1], event, row)
        if event.side is None:
            for die, value in zip(game.opening[-2:], event.values, strict=True):
                die.value = value

    @_write.register
    def _write_roll_voided(self, event: RollVoided, row: Row, record: form.Record) -> None:
        game = record.games[-1]
        if event.was is None:
            return
        alone = event.side is not None and game.starts is None
        rolled: list[form.RecordedRoll] | list[form.RecordedOpeningDie] = (
            game.opening if alone else game.rolls
        )
        self._correct(game, rolled.pop(), event, row)
        if event.side is None:
            game.starts = None

    @_write.register
    def _write_past_roll(self, event: PastRollCorrected, row: Row, record: form.Record) -> None:
        """Correct a roll of this match's record; the director's service lets no other through."""
        for game in record.games:
            rolls: tuple[form.RecordedRoll | form.RecordedOpeningDie, ...] = (
                *game.rolls,
                *game.opening,
            )
            for roll in rolls:
                if roll.seq == event.corrects_seq:
                    self._correct(game, roll, event, row)

    def _correct(
        self,
        game: form.RecordedGame,
        roll: form.RecordedRoll | form.RecordedOpeningDie,
        event: RollCorrected | RollVoided | PastRollCorrected,
        row: Row,
    ) -> None:
        """Set the roll to what counts from now on, and keep beside it what it was."""
        values = None if isinstance(event, RollVoided) else high_first(event.values)
        was = roll.values if isinstance(roll, form.RecordedRoll) else (roll.value,)
        game.corrected_rolls.append(
            form.RollCorrection(
                seq=row.seq,
                utc=row.wall_utc,
                turn=roll.turn if isinstance(roll, form.RecordedRoll) else 0,
                corrects_seq=roll.seq,
                side=roll.side,
                was=was,
                values=values,
                by=event.by,
                why=event.why,
                picture=roll.picture,
            )
        )
        if values is None:
            return
        if isinstance(roll, form.RecordedRoll):
            roll.values = values
        else:
            roll.value = values[0]

    # --- clock and cube ------------------------------------------------------------------------

    @_write.register
    def _write_clock_stopped(self, event: ClockStopped, row: Row, record: form.Record) -> None:
        self._clock(record.games[-1], event, row, ends_turn=False)

    @_write.register
    def _write_turn_ended(self, event: TurnEnded, row: Row, record: form.Record) -> None:
        self._clock(record.games[-1], event, row, ends_turn=True)
        self._turn += 1

    @_write.register
    def _write_press_given_back(
        self, _event: PressGivenBack, _row: Row, record: form.Record
    ) -> None:
        """The turn goes on: the clocks of its end, and since, are recorded again when it ends."""
        self._turn -= 1
        clock = record.games[-1].clock
        while clock and (clock[-1].turn > self._turn or clock[-1].ends_turn):
            clock.pop()

    @_write.register
    def _write_time_allotted(self, event: TimeAllotted, _row: Row, record: form.Record) -> None:
        record.reserve_ns = record.reserve_ns or event.reserve

    def _clock(
        self, game: form.RecordedGame, event: ClockStopped | TurnEnded, row: Row, *, ends_turn: bool
    ) -> None:
        game.clock.append(
            form.ClockUse(
                seq=row.seq,
                utc=row.wall_utc,
                turn=self._turn,
                side=event.side,
                used_ns=event.used,
                reserve_ns=event.reserve,
                ends_turn=ends_turn,
            )
        )

    @_write.register
    def _write_flag_reached(self, event: FlagReached, row: Row, record: form.Record) -> None:
        record.games[-1].flags.append(
            form.Flag(row.seq, row.wall_utc, self._turn, event.side, event.at, event.cites)
        )

    @_write.register
    def _write_doubled(self, event: Doubled, row: Row, record: form.Record) -> None:
        self._cube("double", event, row, record)

    @_write.register
    def _write_taken(self, event: Taken, row: Row, record: form.Record) -> None:
        self._cube("take", event, row, record)

    @_write.register
    def _write_passed(self, event: Passed, row: Row, record: form.Record) -> None:
        self._cube("pass", event, row, record)

    @_write.register
    def _write_doubles_undone(self, event: DoublesUndone, _row: Row, record: form.Record) -> None:
        """Doubles that were void are not among the game's, nor the pass that ended it."""
        cube = record.games[-1].cube
        while cube and _cube_after(cube) != (event.cube.level, event.cube.owner):
            cube.pop()

    def _cube(
        self, action: str, event: Doubled | Taken | Passed, row: Row, record: form.Record
    ) -> None:
        record.games[-1].cube.append(
            form.CubeAction(
                seq=row.seq,
                utc=row.wall_utc,
                turn=self._turn,
                action=action,
                side=event.side,
                level=event.level,
                cites=event.cites,
            )
        )

    # --- ends, scores, interruptions -----------------------------------------------------------

    @_write.register
    def _write_game_ended(self, event: GameEnded, row: Row, record: form.Record) -> None:
        record.score = event.score
        record.games[-1].result = form.GameResult(
            seq=row.seq,
            utc=row.wall_utc,
            winner=event.winner,
            level=event.level,
            cube=event.cube,
            points=event.points,
            cause=event.cause,
            score=event.score,
            cites=event.cites,
        )

    @_write.register
    def _write_match_resumed(self, _event: MatchResumed, _row: Row, record: form.Record) -> None:
        record.result = None

    @_write.register
    def _write_match_ended(self, event: MatchEnded, row: Row, record: form.Record) -> None:
        record.score = event.score
        record.result = form.MatchResult(
            row.seq, row.wall_utc, event.winner, event.score, event.cause, event.cites
        )

    @_write.register
    def _write_nobody_won(self, _event: NobodyWon, _row: Row, record: form.Record) -> None:
        record.result = None

    @_write.register
    def _write_score_changed(self, event: ScoreChanged, row: Row, record: form.Record) -> None:
        record.score = event.score
        record.score_changes.append(
            form.ScoreChange(
                seq=row.seq,
                utc=row.wall_utc,
                score=event.score,
                by=event.by,
                why=event.why,
                section=event.section,
                corrects_seq=event.corrects_seq,
            )
        )

    @_write.register
    def _write_refused(self, event: Refused, row: Row, record: form.Record) -> None:
        record.refused_commands.append(
            form.RecordedRefusal(
                seq=row.seq,
                utc=row.wall_utc,
                game=len(record.games),
                turn=self._turn,
                command=event.command,
                side=event.side,
                reasons=event.reasons,
            )
        )

    @_write.register
    def _write_penalty_awarded(self, event: PenaltyAwarded, row: Row, record: form.Record) -> None:
        record.score = event.score
        record.score_changes.append(
            form.ScoreChange(
                seq=row.seq,
                utc=row.wall_utc,
                score=event.score,
                by=event.by,
                why=event.why,
                section=event.section,
                corrects_seq=None,
            )
        )

    @_write.register
    def _write_earlier_result_corrected(
        self, event: EarlierResultCorrected, row: Row, record: form.Record
    ) -> None:
        """A correction of this match, recorded while a later one was played."""
        cause = record.result.cause if record.result else EndCause.RULING
        record.score = event.score
        record.result = form.MatchResult(
            row.seq, row.wall_utc, event.winner, event.score, cause, event.cites
        )
        change = (row.seq, row.wall_utc, event.score, event.by, event.why)
        record.score_changes.append(form.ScoreChange(*change, section=None, corrects_seq=None))

    # --- taken back, opened again --------------------------------------------------------------

    @_write.register
    def _write_tap_settled(self, _event: TapSettled, _row: Row, record: form.Record) -> None:
        self._page = _OpenPage(deepcopy(record.games), record.score, record.result, self._turn)

    @_write.register
    def _write_tap_taken_back(self, _event: TapTakenBack, _row: Row, record: form.Record) -> None:
        """Undo in the games what the tap caused; that it was taken back is recorded beside them."""
        page = require(self._page)
        record.games, record.score = page.games, page.score
        record.result, self._turn = page.result, page.turn

    @_write.register
    def _write_game_reopened(self, event: GameReopened, row: Row, record: form.Record) -> None:
        """Continue the game in its own place, without the pass that ended it; remove the next one,
        if it had begun.
        """
        while record.games[-1].number > event.number:
            record.games.pop()
        game = record.games[-1]
        if require(game.result).cause is EndCause.PASS:
            game.cube.pop()
        game.result, record.score = None, event.score
        game.reopened.append(form.RecordedMoment(row.seq, row.wall_utc))
        self._turn = 1 + sum(use.ends_turn for use in game.clock)

    @_write.register
    def _write_game_rescored(self, event: GameRescored, row: Row, record: form.Record) -> None:
        record.score = event.score
        record.score_changes.append(
            form.ScoreChange(
                seq=row.seq,
                utc=row.wall_utc,
                score=event.score,
                by=event.by or require(event.side).value,
                why=event.why or _in_words(event, record),
                section="; ".join(event.cites) or None,
                corrects_seq=event.corrects_seq,
            )
        )


def _in_words(event: Event, record: form.Record) -> str:
    """The event's sentence in English, with the players' names."""
    names = distinct_names(record.sides.map(lambda team: team.name))
    return format_text(sentence(event), NamedSides(ENGLISH, names))


def _cube_after(actions: list[form.CubeAction]) -> tuple[int, Side | None]:
    """The cube's level and owner after a game's doubles, of which the last may be unanswered."""
    taken = [each for each in actions if each.action == "take"]
    waits = actions[-1].action == "double"
    if waits:
        return 0, None
    return (taken[-1].level, taken[-1].side) if taken else (1, None)


def _opened(event: Event, row: Row) -> form.Record | None:
    match event:
        case MatchOpened():
            return _empty(row, event, event.profile, BySide(0, 0))
        case TableTakenOver(state=state) if state and state.opened and state.book:
            record = _empty(row, state.opened, state.book, state.score)
            if state.game is not None:
                started = (state.game.number, state.game.crawford, state.score)
                record.games.append(form.RecordedGame(row.seq, row.wall_utc, *started))
            return record
    return None


def _empty(
    row: Row, opened: MatchOpened | Opening, book: RuleBook, score: BySide[int]
) -> form.Record:
    confirm = [form.Confirmation(source.key, source.cite) for source in book.to_confirm()]
    return form.Record(
        format=form.FORMAT,
        version=form.VERSION,
        journal_id=row.journal_id,
        first_seq=row.seq,
        last_seq=row.seq,
        last_hash=row.hash,
        match_id=opened.match_id,
        event_id=opened.event_id,
        table=opened.table,
        series=opened.series,
        match_format=opened.format,
        sides=opened.sides,
        profile=form.RecordedProfile(
            id=book.profile,
            title=book.title,
            hash=opened.profile_hash,
            director_confirms=confirm,
            crawford=book.cube.crawford,
            delay_s=book.clock.delay_s,
        ),
        score=score,
    )
