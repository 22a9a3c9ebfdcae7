"""A record's games as turns: what other programs' files hold of a match."""

from collections.abc import Iterator, Set
from itertools import pairwise

from kiosk.record import form
from kiosk.record.errors import NothingRolled
from kiosk.record.transcription import (
    ClockTerms,
    CubeAction,
    CubeTurn,
    Heading,
    JournalSource,
    Moment,
    Plays,
    TranscribedEnding,
    TranscribedGame,
    TranscribedTurn,
    Transcription,
)
from kiosk.rules.reasons import EndCause
from kiosk.rules.table import FormatKind
from kiosk.rules.units import SECOND_NS, Nanos

_RULED = frozenset(
    {
        *("CubeSet", "CubeLevelCorrected", "CubePutRight", "CubeFrozen", "DeadCubeTurned"),
        *("DoublesUndone", "TableTakenOver"),
    }
)
"""Interruptions that change what a reader of turns sees; a changed score stands by itself."""

_WON = {
    EndCause.FLAG: "by the time",
    EndCause.CONCEDED: "as the other side gave it up",
    EndCause.PENALTY: "by a penalty",
    EndCause.RULING: "by a ruling",
}


def transcribe_record(
    record: form.Record, plays: Plays | None = None, heading: Heading | None = None
) -> Transcription:
    """The match by what counts at its end; a roll without a play in `plays` has an unknown one.

    Without a heading the event is the journal's own name for it. Raises NothingRolled.
    """
    if not any(game.rolls for game in record.games):
        raise NothingRolled(
            f"match {record.match_id!r} has no roll, so there is no game to write: "
            "write it as json or text"
        )
    terms = record.match_format
    return Transcription(
        match_id=record.match_id,
        heading=heading or Heading(event=record.event_id),
        place=f"Table {record.table}",
        began=record.games[0].utc,
        length=terms.points or 0,
        crawford=record.profile.crawford and terms.kind is FormatKind.POINTS,
        names=record.sides.map(lambda team: team.name),
        games=tuple(_game(game, record, plays or {}) for game in record.games),
        score=record.score,
        winner=record.result.winner if record.result is not None else None,
        source=JournalSource(
            record.journal_id, record.first_seq, record.last_seq, record.last_hash
        ),
        clock=_clock(record),
        notes=tuple(_match_notes(record)),
    )


def _clock(record: form.Record) -> ClockTerms | None:
    if record.reserve_ns is None:
        return None
    return ClockTerms(record.reserve_ns, Nanos((record.profile.delay_s or 0) * SECOND_NS))


def _match_notes(record: form.Record) -> Iterator[str]:
    terms, series = record.match_format, record.series
    if terms.kind is FormatKind.SINGLE_GAME:
        yield f"A single game, {terms.stake} {terms.unit or 'chips'} a point, at most {terms.cap}"
    if series is not None:
        yield f"Match {series.number} of series {series.id}, best of {series.best_of}"
    yield from _rulings(record, 0)
    result = record.result
    if result is None:
        yield "The match was not over"
    elif result.cause in _WON:
        yield f"{record.sides.of_side(result.winner).name} won the match {_WON[result.cause]}"


def _game(game: form.RecordedGame, record: form.Record, plays: Plays) -> TranscribedGame:
    result, void = game.result, _void_doubles(game)
    return TranscribedGame(
        number=game.number,
        crawford=game.crawford,
        score_before=game.score_before,
        actions=tuple(_actions(game, plays, {double.seq for double in void})),
        ending=None
        if result is None
        else TranscribedEnding(
            result.winner, result.level, result.cube, result.points, result.cause
        ),
        notes=(
            *_game_notes(game, record),
            *(f"a double in turn {double.turn} was void" for double in void),
        ),
    )


def _in_order(game: form.RecordedGame) -> list[form.RecordedRoll | form.CubeAction]:
    actions: list[form.RecordedRoll | form.CubeAction] = [*game.rolls, *game.cube]
    return sorted(actions, key=lambda action: action.seq)


def _void_doubles(game: form.RecordedGame) -> list[form.CubeAction]:
    """Doubles after which something else came than their answer."""
    return [
        each
        for each, following in pairwise(_in_order(game))
        if isinstance(each, form.CubeAction)
        and each.action == CubeAction.DOUBLE
        and (isinstance(following, form.RecordedRoll) or following.action == CubeAction.DOUBLE)
    ]


def _actions(
    game: form.RecordedGame, plays: Plays, void: Set[int]
) -> Iterator[TranscribedTurn | CubeTurn]:
    """A game's turns; an answer to a double that another table's journal holds has it before it."""
    ended = {use.turn: use for use in game.clock if use.ends_turn}
    doubled = False
    for each in _in_order(game):
        if each.seq in void:
            continue
        if isinstance(each, form.RecordedRoll):
            yield _turn(each, game, ended.get(each.turn), plays)
            continue
        action, at = CubeAction(each.action), Moment(each.utc)
        if action is not CubeAction.DOUBLE and not doubled:
            noted = ("doubled before this journal begins",)
            yield CubeTurn(each.side.other, CubeAction.DOUBLE, each.level, at, noted)
        doubled = action is CubeAction.DOUBLE
        yield CubeTurn(each.side, action, each.level, at)


def _turn(
    roll: form.RecordedRoll, game: form.RecordedGame, end: form.ClockUse | None, plays: Plays
) -> TranscribedTurn:
    high, low = roll.values
    at = Moment(roll.utc) if end is None else Moment(end.utc, end.reserve_ns)
    changed = (each for each in game.corrected_rolls if each.corrects_seq == roll.seq)
    notes = tuple(f"the roll had counted as {_dice(each.was)}{_why(each)}" for each in changed)
    return TranscribedTurn(roll.side, (high, low), plays.get(roll.seq), at, notes)


def _game_notes(game: form.RecordedGame, record: form.Record) -> Iterator[str]:
    counts = {roll.seq for roll in game.rolls}
    for each in game.corrected_rolls:
        if each.values is None:
            yield f"a roll of {_dice(each.was)} in turn {each.turn} does not count{_why(each)}"
        elif each.corrects_seq not in counts:
            now = _dice(each.values)
            yield f"an opening die that counted as {_dice(each.was)} is {now}{_why(each)}"
    for _ in game.reopened:
        yield "it was played on after it had ended by mistake"
    for flag in game.flags:
        yield f"the time of {record.sides.of_side(flag.side).name} was used up in turn {flag.turn}"
    yield from _rulings(record, game.number)


def _rulings(record: form.Record, number: int) -> Iterator[str]:
    """What changed the cube or the score while a game was the last that had begun; 0: before it."""
    for event in record.interruptions:
        if event.kind in _RULED and event.game == number:
            yield event.words
    for change in record.score_changes:
        begun = (game.number for game in record.games if game.seq <= change.seq)
        if max(begun, default=0) == number:
            section = f", {change.section}" if change.section else ""
            score = f"{change.score.white} to {change.score.black}"
            yield f"the score became {score} ({_person(change.by)}: {change.why}{section})"


def _dice(values: tuple[int, ...]) -> str:
    return "".join(map(str, values))


def _why(change: form.RollCorrection) -> str:
    """Who corrected a roll, and why, in brackets."""
    who = _person(change.by or "both players")
    return f" ({who}: {change.why})" if change.why else f" ({who})"


def _person(by: str) -> str:
    return by.replace("director:", "director ")
