"""A record line by line, in the order of the journal: for spreadsheets, and for people to read."""

from collections.abc import Iterator

import msgspec

from kiosk.catalogue.named_sides import NamedSides, distinct_names
from kiosk.catalogue.reasons import CAUSES, because
from kiosk.catalogue.tables import sentence
from kiosk.catalogue.terms import person
from kiosk.catalogue.text import ENGLISH, Language, format_text
from kiosk.record import form
from kiosk.rules.fact import Refused
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.table import FormatKind
from kiosk.rules.units import SECOND_NS, BySide, Side


class RecordLine(msgspec.Struct, frozen=True):
    """One thing that happened. `what` is its kind, `value` its result: dice, a cube's level,
    seconds, a score (white-black); `game` 0: before the first.
    """

    seq: int
    utc: str
    game: int
    turn: int | None
    side: Side | None
    what: str
    value: str
    by: str = ""
    why: str = ""
    cites: str = ""
    picture: str = ""


_WITNESSES = ("players", "camera")
_TIMED = frozenset({"turn_ends", "clock_stops"})
_REASONED = frozenset({"question", "refused_roll"})
_ENDS = frozenset({"game_ends", "match_ended"})

COLUMNS = RecordLine.__struct_fields__


def lines(record: form.Record) -> tuple[RecordLine, ...]:
    """All lines; a game's end comes last of its row."""
    found = [*_beside(record), *(each for game in record.games for each in _of_game(game))]
    return tuple(sorted(found, key=lambda line: line.seq))


def _beside(record: form.Record) -> Iterator[RecordLine]:
    for setup in record.setups:
        mixer = setup.setup.mixer
        yield RecordLine(
            setup.seq, setup.utc, 0, None, None, "set_up", mixer.value if mixer else ""
        )
    for change in record.score_changes:
        yield _line(
            change,
            _game_at(record, change.seq),
            "score_change",
            _score(change.score),
            by=change.by,
            why=change.why,
            cites=change.section or "",
        )
    for refused in record.refused_commands:
        why = " ".join(refused.reasons)
        yield RecordLine(
            refused.seq,
            refused.utc,
            refused.game,
            refused.turn,
            refused.side,
            "refused",
            refused.command,
            why=why,
        )
    for interruption in record.interruptions:
        yield _line(interruption, interruption.game, interruption.kind, "", why=interruption.words)
    if record.result is not None:
        ended = record.result
        yield _line(
            ended,
            len(record.games),
            "match_ended",
            _score(ended.score),
            side=ended.winner,
            why=ended.cause,
            cites="; ".join(ended.cites),
        )


def _of_game(game: form.RecordedGame) -> Iterator[RecordLine]:
    nth = game.number
    kind = "game_begins crawford" if game.crawford else "game_begins"
    yield _line(game, nth, kind, _score(game.score_before))
    for die in game.opening:
        seen = die.picture or ""
        yield _line(
            die,
            nth,
            "opening_die",
            str(die.value),
            turn=0,
            side=die.side,
            by=_by(die.by_touch),
            picture=seen,
        )
    for roll in game.rolls:
        yield _line(
            roll,
            nth,
            "roll",
            _dice(roll.values),
            turn=roll.turn,
            side=roll.side,
            by=_by(roll.by_touch),
            cites="; ".join(roll.cites),
            picture=roll.picture or "",
        )
    for bad in game.refused_rolls:
        yield _line(
            bad,
            nth,
            "refused_roll",
            "",
            turn=bad.turn,
            side=bad.side,
            why=" ".join(bad.reasons),
            cites="; ".join(bad.cites),
            picture=bad.picture or "",
        )
    for new in game.corrected_rolls:
        was, now = _dice(new.was), _dice(new.values) if new.values else "none"
        yield _line(
            new,
            nth,
            "corrected_roll",
            f"{was} is {now}",
            turn=new.turn,
            side=new.side,
            by=new.by or "",
            why=new.why or "",
            picture=new.picture or "",
        )
    for asked in game.questions:
        yield _line(
            asked,
            nth,
            "question",
            _dice(asked.proposal or ()),
            turn=asked.turn,
            side=asked.side,
            why=" ".join(asked.reasons),
            picture=asked.picture or "",
        )
    for cube in game.cube:
        yield _line(
            cube,
            nth,
            cube.action,
            str(cube.level),
            turn=cube.turn,
            side=cube.side,
            cites="; ".join(cube.cites),
        )
    for use in game.clock:
        kind = "turn_ends" if use.ends_turn else "clock_stops"
        yield _line(use, nth, kind, _seconds(use.used_ns), turn=use.turn, side=use.side)
    for flag in game.flags:
        yield _line(
            flag, nth, "flag", "", turn=flag.turn, side=flag.side, cites="; ".join(flag.cites)
        )
    for moment in game.reopened:
        yield _line(moment, nth, "played_on", "")
    if game.result is not None:
        end = game.result
        yield _line(
            end,
            nth,
            "game_ends",
            f"{end.points} points, {_score(end.score)}",
            side=end.winner,
            why=f"{end.cause}, cube {end.cube}, level {end.level}",
            cites="; ".join(end.cites),
        )


def _line(
    moment: form.RecordedMoment,
    game: int,
    what: str,
    value: str,
    *,
    turn: int | None = None,
    side: Side | None = None,
    by: str = "",
    why: str = "",
    cites: str = "",
    picture: str = "",
) -> RecordLine:
    return RecordLine(
        moment.seq, moment.utc, game, turn, side, what, value, by, why, cites, picture
    )


def _game_at(record: form.Record, seq: int) -> int:
    return max((game.number for game in record.games if game.seq <= seq), default=0)


def _by(by_touch: bool) -> str:
    return _WITNESSES[0] if by_touch else _WITNESSES[1]


def _dice(values: tuple[int, ...]) -> str:
    """As a person writes them, e.g. `31`."""
    return "".join(map(str, values))


def _score(score: BySide[int]) -> str:
    return f"{score.white} to {score.black}"


def _seconds(used_ns: int) -> str:
    return f"{used_ns / SECOND_NS:.1f}"


def plain_text(record: form.Record) -> str:
    """The record as people read it: players, rules, then line by line, in English."""
    white, black = record.sides.white.name, record.sides.black.name
    kind = record.match_format
    length = f"to {kind.points} points" if kind.kind is FormatKind.POINTS else "a single game"
    named = NamedSides(ENGLISH, distinct_names(BySide(white, black)))
    words = [
        f"{white} (White) and {black} (Black), {length}",
        f"Match {record.match_id} of event {record.event_id} at table {record.table}",
        f"Rules: {record.profile.title} ({record.profile.id})",
        f"Journal {record.journal_id}, rows {record.first_seq} to {record.last_seq}, "
        f"hash {record.last_hash}",
        f"Score: {record.score.white} to {record.score.black}"
        + ("" if record.result else ", not over"),
    ]
    at = None
    for line in lines(record):
        if line.game != at:
            at = line.game
            words += ["", f"Game {at}" if at else "Before the first game"]
        words.append(
            f"  {line.seq:>5}  {line.utc[:19].replace('T', ' ')}  {_format_line(line, named)}"
        )
    return "\n".join(words) + "\n"


def _format_line(line: RecordLine, named: Language) -> str:
    """A line in words; an interruption and a refusal are their sentences alone."""
    if line.what[:1].isupper():
        return line.why
    if line.what == "refused":
        return format_text(sentence(Refused(line.value, line.side, _reasons(line))), named)
    player = format_text(person(line.side), named) if line.side else ""
    unit = "s" if line.what in _TIMED else ""
    parts = (player, line.what.replace("_", " "), line.value, unit)
    by = line.by if line.by in _WITNESSES else format_text(person(line.by), named)
    more = [each for each in (by, _why(line), line.cites) if each]
    return " ".join(filter(None, parts)) + (f" ({'; '.join(more)})" if more else "")


def _reasons(line: RecordLine) -> tuple[Reason, ...]:
    return tuple(map(Reason, line.why.split()))


def _why(line: RecordLine) -> str:
    """A line's reasons or the cause of an end in words; any other reason as it was given."""
    if line.what in _REASONED:
        return format_text(because(_reasons(line)))
    if line.what in _ENDS:
        cause, comma, more = line.why.partition(",")
        return format_text(CAUSES[EndCause(cause)]) + comma + more
    return line.why
