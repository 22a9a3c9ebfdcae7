"""Every error of the director's process.

DirectorError
├── DirectorSettingsError(ValueError) a configuration that can't be used: file, key, range
├── PortTaken                  another program listens there, or the address is not this machine's
├── StoreError                 a database that is not ours, newer, damaged, or owned by another
│   └── StoreFailed            a commit failed: what came since is not kept
└── Complaint                  what a director is told in his own language
    ├── OrderInvalid(ValueError)   an order that makes no sense
    ├── TableUnknown(LookupError)  no table has sent this journal
    ├── DivisionUnknown(LookupError) the event has no such division
    ├── LadderUnknown(LookupError) no ladder here is called so
    ├── NotPublic(LookupError)     the event shows this to nobody without an account
    ├── EventRefused               an act that can't be done in the event now, and every reason
    ├── ListRefused(ValueError)    a list of players with faults, each with its line
    ├── PersonInvalid(ValueError)  a name, a password or a role that can't be
    ├── NotSignedIn                nobody knows who asks
    ├── NotAllowed                 it is known who asks, and he may not
    │   └── RoleTooLow             not with his role
    ├── LinkVoid                   a link that was used, withdrawn, or is too old
    └── TooBusy                    too many tries, or too many at once
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kiosk.catalogue.text import Text, format_text


@dataclass(frozen=True)
class EntryFault:
    """What is wrong in a line of a list (from 1; 0: in all of it), in which field ("": in all)."""

    line: int
    field: str
    words: Text


class DirectorError(Exception):
    """The director can't go on, or can't do what was asked."""


class DirectorSettingsError(DirectorError, ValueError):
    """A configuration that can't be used. The message names file, key and range."""


class PortTaken(DirectorError):
    """Another program listens there, or the address is not this machine's."""


class StoreError(DirectorError):
    """A database that is not ours, newer than this program, damaged, or owned by another."""


class StoreFailed(StoreError):
    """A commit failed. Nothing that came since is kept, acknowledged or shown."""


class Complaint(DirectorError):
    """What a director is told at the console: `words` are said in his language."""

    def __init__(self, words: Text) -> None:
        super().__init__(format_text(words))
        self.words = words


class OrderInvalid(Complaint, ValueError):
    """An order that makes no sense; the message says which value and what to write."""


class TableUnknown(Complaint, LookupError):
    """No table has sent this journal."""


class DivisionUnknown(Complaint, LookupError):
    """The event has no such division."""


class LadderUnknown(Complaint, LookupError):
    """No ladder here is called so."""


class NotPublic(Complaint, LookupError):
    """The event shows this to nobody without an account."""


class EventRefused(Complaint):
    """An act that can't be done in the event as it is: each reason's code and what it is about, and
    each in words.
    """

    def __init__(
        self, words: Text, against: tuple[tuple[str, str], ...], each: tuple[Text, ...] = ()
    ) -> None:
        super().__init__(words)
        self.against = against
        self.each = each or (words,)


class ListRefused(Complaint, ValueError):
    """A list of players of which nothing was taken; `faults` name line and field."""

    def __init__(self, faults: Sequence[EntryFault]) -> None:
        super().__init__(faults[0].words)
        self.faults = tuple(faults)


class PersonInvalid(Complaint, ValueError):
    """A name, a password or a role that can't be; the message says what to write."""


class NotSignedIn(Complaint):
    """Nobody knows who asks, or the name and the password do not fit."""


class NotAllowed(Complaint):
    """It is known who asks, and he may not."""


class RoleTooLow(NotAllowed):
    """His role does not allow it. `name` is the account's; `kind` the order's, where it is one."""

    def __init__(self, words: Text, name: str, kind: str | None = None) -> None:
        super().__init__(words)
        self.name = name
        self.kind = kind


class LinkVoid(Complaint):
    """A link that was used, withdrawn, or is too old."""


class TooBusy(Complaint):
    """Too many tries, or too many at once; the message says when to try again."""
