"""Open and name an event, number its tables, make its divisions."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kiosk.tournament.act import (
    Against,
    Objection,
    TournamentAct,
    TournamentCommand,
    TournamentEvent,
    TournamentFact,
    TournamentReason,
    objections,
    out_of_range,
)
from kiosk.tournament.club_rounds import DAY_MINUTES, MOST_NOTICE_DAYS, MOST_OFFERS
from kiosk.tournament.played import FormatPlay
from kiosk.tournament.tournament import LONGEST_MATCH, Division, DivisionFormat, Tournament
from kiosk.tournament.ways import FORMAT_PLAYS, format_play_of

MOST_TABLES = 500
MOST_BRACKETS = 16
MOST_ROUNDS = 200
LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class OpenEvent(TournamentCommand):
    event_id: str
    name: str


@dataclass(frozen=True, slots=True)
class RenameEvent(TournamentCommand):
    """Change the event's name; its id, by which tables know it, stays."""

    name: str


@dataclass(frozen=True, slots=True)
class SetTables(TournamentCommand):
    """Set the numbers of the tables that exist."""

    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MakeDivision(TournamentCommand):
    """Make a division, or change format and precedence of one that is not drawn."""

    division_id: str
    name: str
    format: DivisionFormat
    precedence: int = 0


@dataclass(frozen=True, slots=True)
class EventOpened(TournamentEvent):
    event_id: str
    name: str


@dataclass(frozen=True, slots=True)
class EventRenamed(TournamentEvent):
    name: str


@dataclass(frozen=True, slots=True)
class TablesSet(TournamentEvent):
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DivisionMade(TournamentEvent):
    division_id: str
    name: str
    format: DivisionFormat
    precedence: int


def refuse_opening(tournament: Tournament, command: OpenEvent) -> Against:
    return objections(
        (bool(tournament.event_id), TournamentReason.EVENT_IS_OPEN, tournament.event_id),
        (not command.event_id.strip(), TournamentReason.EMPTY, "event_id"),
        *unfit_name(command.name),
    )


def unfit_name(name: str, about: str = "name") -> Iterator[tuple[bool, TournamentReason, str]]:
    """What is wrong with a name that people are shown."""
    yield not name.strip(), TournamentReason.EMPTY, about
    yield (
        len(name) > LONGEST_NAME,
        TournamentReason.BAD_VALUE,
        f"{about} {name[:LONGEST_NAME]}… (1–{LONGEST_NAME})",
    )


def open_event(_tournament: Tournament, command: OpenEvent) -> tuple[TournamentEvent, ...]:
    return (EventOpened(command.at_ms, command.by, command.event_id, command.name),)


def refuse_renaming(_tournament: Tournament, command: RenameEvent) -> Against:
    return objections(*unfit_name(command.name))


def rename(_tournament: Tournament, command: RenameEvent) -> tuple[TournamentEvent, ...]:
    return (EventRenamed(command.at_ms, command.by, command.name),)


def refuse_tables(tournament: Tournament, command: SetTables) -> Against:
    """A table with a match can't be removed."""
    too_many = objections(out_of_range("tables", len(command.tables), 0, MOST_TABLES))
    if too_many:
        return too_many
    busy = {called.table for called in tournament.called.values()} - set(command.tables)
    twice = sorted({n for n in command.tables if command.tables.count(n) > 1})
    return (
        *(Objection(TournamentReason.TABLE_BUSY, str(table)) for table in sorted(busy)),
        *(Objection(TournamentReason.TAKEN, str(table)) for table in twice),
        *objections(*(out_of_range("table", n, 1, MOST_TABLES) for n in command.tables)),
    )


def set_tables(_tournament: Tournament, command: SetTables) -> tuple[TournamentEvent, ...]:
    return (TablesSet(command.at_ms, command.by, tuple(sorted(command.tables))),)


def refuse_division(tournament: Tournament, command: MakeDivision) -> Against:
    here = tournament.divisions.get(command.division_id)
    named = {each.name for each in tournament.divisions.values() if each is not here}
    return (
        *objections(
            (here is not None and here.draw is not None, TournamentReason.DRAWN, command.name),
            (not command.division_id.strip(), TournamentReason.EMPTY, "division_id"),
            *unfit_name(command.name),
            (command.name in named, TournamentReason.TAKEN, command.name),
        ),
        *unfit_format(command.format),
    )


def unfit_format(form: DivisionFormat) -> Against:
    """What makes the format unplayable."""
    format_play = format_play_of(form)
    own = (
        _unfit_shape(form) + _unfit_dates(form)
        if format_play is None
        else _unfit_play(form, format_play)
    )
    return _unfit_rounds(form) + own


def _unfit_rounds(form: DivisionFormat) -> Against:
    odd = [
        f"{each.bracket} {each.length}, best of {each.best_of} (1–{LONGEST_MATCH}; 1, 3, 5…)"
        for each in form.rounds
        if not 1 <= each.length <= LONGEST_MATCH
        or each.best_of % 2 == 0
        or not 1 <= each.best_of <= LONGEST_MATCH
    ]
    return (
        *objections(out_of_range("rounds", len(form.rounds), 0, MOST_ROUNDS)),
        *(Objection(TournamentReason.BAD_VALUE, words) for words in odd),
    )


def _unfit_play(form: DivisionFormat, format_play: FormatPlay) -> Against:
    """Exactly one set of rules must be given."""
    named = [name for name in FORMAT_PLAYS if getattr(form, name) is not None]
    odd = [each.bracket for each in form.rounds if each.bracket != format_play.name]
    return (
        *objections(
            (len(named) > 1, TournamentReason.BAD_VALUE, " and ".join(named)),
            (
                bool(form.shape.brackets),
                TournamentReason.BAD_VALUE,
                f"brackets of {format_play.name}",
            ),
            (form.by_date is not None, TournamentReason.BAD_VALUE, f"dates of {format_play.name}"),
            (not form.rounds, TournamentReason.EMPTY, f"rounds of {format_play.name}"),
            *((True, TournamentReason.UNKNOWN, name) for name in odd),
        ),
        *format_play.unfit(form),
    )


def _unfit_shape(form: DivisionFormat) -> Against:
    too_many = objections(out_of_range("brackets", len(form.shape.brackets), 0, MOST_BRACKETS))
    if too_many:
        return too_many
    brackets = [each.name for each in form.shape.brackets]
    twice = sorted({name for name in brackets if brackets.count(name) > 1})
    unknown = [
        feed.bracket
        for nth, each in enumerate(form.shape.brackets)
        for feed in each.feeds
        if feed.bracket not in brackets[:nth]
    ]
    early = [
        f"round {feed.first} of {feed.bracket}"
        for each in form.shape.brackets
        for feed in each.feeds
        if feed.first < 1
    ]
    without = [name for name in brackets if name not in {each.bracket for each in form.rounds}]
    drawn = [each.name for each in form.shape.brackets if not each.feeds]
    return (
        *(Objection(TournamentReason.TAKEN, name) for name in twice),
        *(Objection(TournamentReason.UNKNOWN, name) for name in unknown),
        *(Objection(TournamentReason.EMPTY, f"rounds of {name}") for name in without),
        *(Objection(TournamentReason.BAD_VALUE, words) for words in early),
        *objections(
            (len(drawn) != 1, TournamentReason.BAD_VALUE, "brackets that entries are drawn into")
        ),
    )


def _unfit_dates(form: DivisionFormat) -> Against:
    rules = form.by_date
    if rules is None:
        return ()
    most = {
        "offers": MOST_OFFERS,
        "late_min": DAY_MINUTES,
        "notice_days": MOST_NOTICE_DAYS,
        "replay_points": LONGEST_MATCH,
    }
    least = {"replay_points": 1}
    numbers = {name: getattr(rules, name) for name in most}
    return objections(
        *(
            out_of_range(name, number, least.get(name, 0), most[name])
            for name, number in numbers.items()
        )
    )


def make_division(_tournament: Tournament, command: MakeDivision) -> tuple[TournamentEvent, ...]:
    return (
        DivisionMade(
            command.at_ms,
            command.by,
            command.division_id,
            command.name,
            command.format,
            command.precedence,
        ),
    )


def apply_opened(tournament: Tournament, event: EventOpened) -> Tournament:
    return replace(tournament, event_id=event.event_id, name=event.name)


def apply_renamed(tournament: Tournament, event: EventRenamed) -> Tournament:
    return replace(tournament, name=event.name)


def apply_tables(tournament: Tournament, event: TablesSet) -> Tournament:
    return replace(tournament, tables=event.tables)


def apply_division(tournament: Tournament, event: DivisionMade) -> Tournament:
    here = tournament.divisions.get(event.division_id)
    made = Division(
        event.division_id,
        event.name,
        event.format,
        event.precedence,
        here.entries if here else (),
        last_days=here.last_days if here and event.format.by_date else {},
        re_entry=here.re_entry if here else None,
    )
    return replace(tournament, divisions={**tournament.divisions, event.division_id: made})


ACTS = (
    TournamentAct(OpenEvent, refuse_opening, open_event, before_opening=True),
    TournamentAct(RenameEvent, refuse_renaming, rename),
    TournamentAct(SetTables, refuse_tables, set_tables),
    TournamentAct(MakeDivision, refuse_division, make_division),
)
FACTS = (
    TournamentFact(EventOpened, apply_opened),
    TournamentFact(EventRenamed, apply_renamed),
    TournamentFact(TablesSet, apply_tables),
    TournamentFact(DivisionMade, apply_division),
)
