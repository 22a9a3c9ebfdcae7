"""Words that tell the core one command as it is: written from the command's own fields.

A word's `notes` say what each field means. A note that begins with `?` is of a field that may be
left out: then it is None, or false. A field without a note is always so. `kinds` replaces the
kind that follows from a field's type.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_type_hints

from kiosk.rules import commands as c
from kiosk.scenario.kinds import TEXT, Kind
from kiosk.scenario.play import DIRECTOR, Play
from kiosk.scenario.typed import kind_of
from kiosk.scenario.word import PLAYERS, Field, Said, Word

WHY = Field("why", TEXT, "the director's reason", '"as the rules say"')
_OF_ORDERS = {"at", "match_id", "by", "why"}
_OF_SIDES = {"at", "side", "by"}
_NO_KINDS: Mapping[str, Kind] = {}


def spoken(
    does: str,
    kind: type[c.Command],
    note: str,
    by: tuple[str, ...] = PLAYERS,
    kinds: Mapping[str, Kind] = _NO_KINDS,
    **notes: str,
) -> Word:
    """A side's word for one command; `by` or `side` of the command is who says it."""
    speaker = {field.name for field in fields(kind)} & {"side", "by"}

    def run(play: Play, said: Said) -> None:
        """What the note says."""
        who = dict.fromkeys(speaker, said.side)
        play.do(kind(play.at, **who, **_values(kind, _OF_SIDES, said)))

    return Word(does, by, run, _fields(kind, kinds, notes), (kind,), note)


def ordered(
    does: str, kind: type[c.Order], note: str, kinds: Mapping[str, Kind] = _NO_KINDS, **notes: str
) -> Word:
    """The director's word for one order of his."""

    def run(play: Play, said: Said) -> None:
        """What the note says."""
        why = said.get("why", "as the rules say")
        values = _values(kind, _OF_ORDERS, said)
        play.do(kind(play.at, play.match.match_id, DIRECTOR, why, **values))

    return Word(does, ("director",), run, (*_fields(kind, kinds, notes), WHY), (kind,), note)


def _fields(
    kind: type[c.Command], kinds: Mapping[str, Kind], notes: Mapping[str, str]
) -> tuple[Field, ...]:
    hints = get_type_hints(kind)
    return tuple(
        Field(
            name,
            kinds.get(name) or kind_of(hints[name]),
            note.removeprefix("?"),
            "nothing said" if note.startswith("?") else None,
        )
        for name, note in notes.items()
    )


def _values(kind: type[c.Command], implied: set[str], said: Said) -> dict[str, Any]:
    hints = get_type_hints(kind)
    left_out = {name: False if hint is bool else None for name, hint in hints.items()}
    return {name: said.get(name, left_out[name]) for name in hints if name not in implied}
