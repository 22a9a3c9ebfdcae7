"""What the federation's report needs and no result tells: notes by hand, and by which formula
players are rated.
"""

from dataclasses import dataclass, replace

from kiosk.tournament.act import (
    Act,
    Against,
    Command,
    Event,
    Fact,
    Objection,
    Reason,
    objections,
    outside,
)
from kiosk.tournament.ratings import FORMULAS
from kiosk.tournament.tournament import Matter, Note, Tournament

LONGEST_NOTE = 2000
MOST_NOTES = 1000


@dataclass(frozen=True, slots=True)
class NoteForReport(Command):
    """The director writes down what happened away from the tables; `about` names whom."""

    matter: Matter
    about: str
    words: str


@dataclass(frozen=True, slots=True)
class StrikeNote(Command):
    """It was a mistake, or is written anew: the report has it no more."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class RateBy(Command):
    """Players are rated by this formula; "": not at all."""

    formula: str


@dataclass(frozen=True, slots=True)
class NotedForReport(Event):
    """`number` counts notes from 1, struck ones among them."""

    number: int
    matter: Matter
    about: str
    words: str


@dataclass(frozen=True, slots=True)
class NoteStruck(Event):
    number: int
    why: str


@dataclass(frozen=True, slots=True)
class FormulaNamed(Event):
    formula: str


def refuse_note(tournament: Tournament, command: NoteForReport) -> Against:
    about, words = command.about, command.words
    return objections(
        (not words.strip(), Reason.EMPTY, "words"),
        outside("letters", len(words), 0, LONGEST_NOTE),
        outside("letters", len(about), 0, LONGEST_NOTE),
        (len(tournament.notes) >= MOST_NOTES, Reason.BAD_VALUE, f"{MOST_NOTES} notes"),
    )


def note(tournament: Tournament, command: NoteForReport) -> tuple[Event, ...]:
    number = len(tournament.notes) + 1
    what = (command.matter, command.about, command.words)
    return (NotedForReport(command.at_ms, command.by, number, *what),)


def refuse_striking(tournament: Tournament, command: StrikeNote) -> Against:
    here = tournament.notes.get(command.number)
    if here is None or here.struck:
        return (Objection(Reason.UNKNOWN, f"note {command.number}"),)
    return objections((not command.why.strip(), Reason.WHY_MISSING, "why"))


def strike(_tournament: Tournament, command: StrikeNote) -> tuple[Event, ...]:
    return (NoteStruck(command.at_ms, command.by, command.number, command.why),)


def refuse_formula(_tournament: Tournament, command: RateBy) -> Against:
    known = command.formula in {"", *FORMULAS}
    return objections((not known, Reason.UNKNOWN, command.formula))


def name_formula(_tournament: Tournament, command: RateBy) -> tuple[Event, ...]:
    return (FormulaNamed(command.at_ms, command.by, command.formula),)


def apply_note(tournament: Tournament, event: NotedForReport) -> Tournament:
    new = Note(event.matter, event.about, event.words, event.by, event.at_ms)
    return replace(tournament, notes={**tournament.notes, event.number: new})


def apply_struck(tournament: Tournament, event: NoteStruck) -> Tournament:
    struck = replace(tournament.notes[event.number], struck=True)
    return replace(tournament, notes={**tournament.notes, event.number: struck})


def apply_formula(tournament: Tournament, event: FormulaNamed) -> Tournament:
    return replace(tournament, formula=event.formula)


ACTS = (
    Act(NoteForReport, refuse_note, note),
    Act(StrikeNote, refuse_striking, strike),
    Act(RateBy, refuse_formula, name_formula),
)
FACTS = (
    Fact(NotedForReport, apply_note),
    Fact(NoteStruck, apply_struck),
    Fact(FormulaNamed, apply_formula),
)
