"""A word for a single command, made from the catalogue's verb and the command's fields."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_type_hints

from kiosk.catalogue.verb import Verb
from kiosk.rules.command import Command, Order
from kiosk.rules.units import Nanos
from kiosk.scenario.play import DIRECTOR, ScenarioRun
from kiosk.scenario.values import Owner, Result
from kiosk.scenario.word import ScenarioField, ScenarioWord, StepInput

WHY = ScenarioField("why", str, "the director's reason", '"by the rules"')
_OF_ORDERS = {"at", "match_id", "by", "why"}
_OF_SIDES = {"at", "side", "by"}
_LEFT_OUT: Mapping[Any, Any] = {bool: False, Nanos: Nanos(0)}
_WRITTEN: Mapping[tuple[str, str], Any] = {
    ("claims", "level"): Result,
    ("accepts", "level"): Result,
    ("ends game", "level"): Result,
    ("disputes cube", "owner"): Owner,
    ("sets cube", "owner"): Owner,
}
"""How a field is written that is a plain number or name to the rules, by verb."""


def word_of(verb: Verb) -> ScenarioWord:
    """A side's verb for a command, whose `by` or `side` is the doer; or the director's."""
    return _order(verb) if issubclass(verb.command, Order) else _spoken(verb)


def _spoken(verb: Verb) -> ScenarioWord:
    speaker = {field.name for field in fields(verb.command)} & {"side", "by"}

    def run(play: ScenarioRun, step: StepInput) -> None:
        """See the note."""
        doer = dict.fromkeys(speaker, step.side)
        play.do(verb.command(play.at, **doer, **_values(verb.command, _OF_SIDES, step)))

    return ScenarioWord(verb.does, verb.by, run, _fields(verb), (verb.command,), verb.note)


def _order(verb: Verb) -> ScenarioWord:
    def run(play: ScenarioRun, step: StepInput) -> None:
        """See the note."""
        why = step.get("why", "by the rules")
        values = _values(verb.command, _OF_ORDERS, step)
        order: Any = verb.command
        play.do(order(play.at, play.match.match_id, DIRECTOR, why, **values))

    return ScenarioWord(verb.does, verb.by, run, (*_fields(verb), WHY), (verb.command,), verb.note)


def _fields(verb: Verb) -> tuple[ScenarioField, ...]:
    hints = {**get_type_hints(verb.command), **verb.types}
    return tuple(
        _field(name, _WRITTEN.get((verb.does, name), hints[name]), note)
        for name, note in verb.notes.items()
    )


def _field(name: str, hint: Any, note: str) -> ScenarioField:
    if not note.startswith("?"):
        return ScenarioField(name, hint, note)
    means, _, left_out = note[1:].partition("?")
    return ScenarioField(name, hint, means, left_out or "nothing claimed")


def _values(kind: type[Command], implied: set[str], step: StepInput) -> dict[str, Any]:
    hints = get_type_hints(kind)
    left_out = {name: _LEFT_OUT.get(hint) for name, hint in hints.items() if name not in implied}
    return {name: step.get(name, usual) for name, usual in left_out.items()}
