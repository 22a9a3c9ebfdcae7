"""The names of commands in scenarios."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kiosk.rules.command import Command

PLAYERS = ("A", "B", "both")
EACH = ("A", "B")
DIRECTOR = ("director",)


@dataclass(frozen=True, slots=True)
class Verb:
    """`does` is the name in a step, `note` its description in the README, `by` who may give it.

    `notes` describe the command's fields. A note that begins with `?` is of an optional field: left
    out, it is None, false, or no time; the meaning of that may follow a second `?`. A field without
    a note is always left out. `types` replaces the type of a field.
    """

    command: type[Command]
    does: str
    note: str
    by: tuple[str, ...] = PLAYERS
    notes: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, Any] = field(default_factory=dict)


def order_verb(
    command: type[Command],
    does: str,
    note: str,
    types: Mapping[str, Any] | None = None,
    **notes: str,
) -> Verb:
    """The director's verb for one of his orders."""
    return Verb(command, does, note, DIRECTOR, notes, types or {})
