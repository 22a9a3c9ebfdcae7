"""What a scenario calls a command."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kiosk.rules.command import Command

PLAYERS = ("A", "B", "both")
EACH = ("A", "B")
DIRECTOR = ("director",)


@dataclass(frozen=True, slots=True)
class Verb:
    """`does` is what a step says, `note` what the README says of it, `by` who may.

    `notes` say what each of the command's fields means. A note that begins with `?` is of a field
    that may be left out: then it is None, or false, or no time; what that means may follow a second
    `?`. A field without a note is always left out. `types` replaces the type of a field.
    """

    command: type[Command]
    does: str
    note: str
    by: tuple[str, ...] = PLAYERS
    notes: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, Any] = field(default_factory=dict)


def ordered(
    command: type[Command],
    does: str,
    note: str,
    types: Mapping[str, Any] | None = None,
    **notes: str,
) -> Verb:
    """The director's verb for one of his orders."""
    return Verb(command, does, note, DIRECTOR, notes, types or {})
