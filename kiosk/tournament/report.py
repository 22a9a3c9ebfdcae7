"""Parts of the federation's report that no result contains: notes by hand, and the rating
formula.
"""

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
from kiosk.tournament.ratings import FORMULAS
from kiosk.tournament.tournament import ReportMatter, ReportNote, Tournament

LONGEST_NOTE = 2000
MOST_NOTES = 1000


@dataclass(frozen=True, slots=True)
class NoteForReport(TournamentCommand):
    """A note of the director on what happened away from the tables; `about` names the person."""

    matter: ReportMatter
    about: str
    words: str


@dataclass(frozen=True, slots=True)
class StrikeNote(TournamentCommand):
    """Remove a note that was a mistake or is rewritten."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class RateBy(TournamentCommand):
    """Rate players by this formula; "": not at all."""

    formula: str


@dataclass(frozen=True, slots=True)
class NotedForReport(TournamentEvent):
    """`number` counts notes from 1, including struck ones."""

    number: int
    matter: ReportMatter
    about: str
    words: str


@dataclass(frozen=True, slots=True)
class NoteStruck(TournamentEvent):
    number: int
    why: str


@dataclass(frozen=True, slots=True)
class FormulaNamed(TournamentEvent):
    formula: str


def refuse_note(tournament: Tournament, command: NoteForReport) -> Against:
    about, words = command.about, command.words
    return objections(
        (not words.strip(), TournamentReason.EMPTY, "words"),
        out_of_range("letters", len(words), 0, LONGEST_NOTE),
        out_of_range("letters", len(about), 0, LONGEST_NOTE),
        (len(tournament.notes) >= MOST_NOTES, TournamentReason.BAD_VALUE, f"{MOST_NOTES} notes"),
    )


def note(tournament: Tournament, command: NoteForReport) -> tuple[TournamentEvent, ...]:
    number = len(tournament.notes) + 1
    what = (command.matter, command.about, command.words)
    return (NotedForReport(command.at_ms, command.by, number, *what),)


def refuse_striking(tournament: Tournament, command: StrikeNote) -> Against:
    here = tournament.notes.get(command.number)
    if here is None or here.struck:
        return (Objection(TournamentReason.UNKNOWN, f"note {command.number}"),)
    return objections((not command.why.strip(), TournamentReason.WHY_MISSING, "why"))


def strike(_tournament: Tournament, command: StrikeNote) -> tuple[TournamentEvent, ...]:
    return (NoteStruck(command.at_ms, command.by, command.number, command.why),)


def refuse_formula(_tournament: Tournament, command: RateBy) -> Against:
    known = command.formula in {"", *FORMULAS}
    return objections((not known, TournamentReason.UNKNOWN, command.formula))


def name_formula(_tournament: Tournament, command: RateBy) -> tuple[TournamentEvent, ...]:
    return (FormulaNamed(command.at_ms, command.by, command.formula),)


def apply_note(tournament: Tournament, event: NotedForReport) -> Tournament:
    new = ReportNote(event.matter, event.about, event.words, event.by, event.at_ms)
    return replace(tournament, notes={**tournament.notes, event.number: new})


def apply_struck(tournament: Tournament, event: NoteStruck) -> Tournament:
    struck = replace(tournament.notes[event.number], struck=True)
    return replace(tournament, notes={**tournament.notes, event.number: struck})


def apply_formula(tournament: Tournament, event: FormulaNamed) -> Tournament:
    return replace(tournament, formula=event.formula)


ACTS = (
    TournamentAct(NoteForReport, refuse_note, note),
    TournamentAct(StrikeNote, refuse_striking, strike),
    TournamentAct(RateBy, refuse_formula, name_formula),
)
FACTS = (
    TournamentFact(NotedForReport, apply_note),
    TournamentFact(NoteStruck, apply_struck),
    TournamentFact(FormulaNamed, apply_formula),
)
