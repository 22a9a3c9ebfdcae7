"""Words that tell the core one command as it is: written from the command's own fields.

A word's `notes` say what each field means. A note that begins with `?` is of a field that may be
left out: then it is None, or false, or no time; what that means may follow a second `?`. A field
without a note is always left out. `types` replaces the type of a command's field.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_type_hints

from kiosk.rules.command import Command, Order
from kiosk.rules.units import Nanos
from kiosk.scenario.play import DIRECTOR, Play
from kiosk.scenario.word import PLAYERS, Field, Said, Word

WHY = Field("why", str, "the director's reason", '"as the rules say"')
_OF_ORDERS = {"at", "match_id", "by", "why"}
_OF_SIDES = {"at", "side", "by"}
_AS_THEY_ARE: Mapping[str, Any] = {}
_LEFT_OUT: Mapping[Any, Any] = {bool: False, Nanos: Nanos(0)}


def spoken(
    does: str,
    kind: type[Command],
    note: str,
    by: tuple[str, ...] = PLAYERS,
    types: Mapping[str, Any] = _AS_THEY_ARE,
    **notes: str,
) -> Word:
    """A side's word for one command; `by` or `side` of the command is who says it."""
    speaker = {field.name for field in fields(kind)} & {"side", "by"}

    def run(play: Play, said: Said) -> None:
        """What the note says."""
        who = dict.fromkeys(speaker, said.side)
        play.do(kind(play.at, **who, **_values(kind, _OF_SIDES, said)))

    return Word(does, by, run, _fields(kind, types, notes), (kind,), note)


def ordered(
    does: str, kind: type[Order], note: str, types: Mapping[str, Any] = _AS_THEY_ARE, **notes: str
) -> Word:
    """The director's word for one order of his."""

    def run(play: Play, said: Said) -> None:
        """What the note says."""
        why = said.get("why", "as the rules say")
        values = _values(kind, _OF_ORDERS, said)
        play.do(kind(play.at, play.match.match_id, DIRECTOR, why, **values))

    return Word(does, ("director",), run, (*_fields(kind, types, notes), WHY), (kind,), note)


def _fields(
    kind: type[Command], types: Mapping[str, Any], notes: Mapping[str, str]
) -> tuple[Field, ...]:
    hints = {**get_type_hints(kind), **types}
    return tuple(_field(name, hints[name], note) for name, note in notes.items())


def _field(name: str, hint: Any, note: str) -> Field:
    if not note.startswith("?"):
        return Field(name, hint, note)
    means, _, left_out = note[1:].partition("?")
    return Field(name, hint, means, left_out or "nothing said")


def _values(kind: type[Command], implied: set[str], said: Said) -> dict[str, Any]:
    hints = get_type_hints(kind)
    left_out = {name: _LEFT_OUT.get(hint) for name, hint in hints.items() if name not in implied}
    return {name: said.get(name, usual) for name, usual in left_out.items()}
