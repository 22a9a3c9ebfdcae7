"""Every error of the director's process.

DirectorError
├── DirectorSettingsError(ValueError) a configuration that can't be used: file, key, range
├── PortTaken                  another program listens there, or the address is not this machine's
├── StoreError                 a database that is not ours, newer, damaged, or owned by another
│   └── StoreFailed            a commit failed: what came since is not kept
└── Complaint                  an error shown at the console, in the user's language
    ├── OrderInvalid(ValueError)   an order that makes no sense
    ├── TableUnknown(LookupError)  no table has sent this journal
    ├── DivisionUnknown(LookupError) the event has no such division
    ├── LadderUnknown(LookupError) there is no ladder of this id
    ├── NotPublic(LookupError)     not shown to visitors without an account
    ├── EventRefused               an act that can't be done in the event now, and every reason
    ├── ListRefused(ValueError)    a list of players with faults, each with its line
    ├── PersonInvalid(ValueError)  an invalid name, password or role
    ├── NotSignedIn                the sender is not signed in
    ├── NotAllowed                 the account may not do this
    │   └── RoleTooLow             its role does not allow it
    ├── LinkVoid                   a link that was used, withdrawn, or is too old
    └── TooBusy                    too many tries, or too many at once
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

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
    """An error shown at the console: `words` are formatted in the user's language."""

    def __init__(self, words: Text) -> None:
        super().__init__(format_text(words))
        self.words = words


class OrderInvalid(Complaint, ValueError):
    """An order that makes no sense; the message names the value and what to write."""


class TableUnknown(Complaint, LookupError):
    """No table has sent this journal."""


class DivisionUnknown(Complaint, LookupError):
    """The event has no such division."""


class LadderUnknown(Complaint, LookupError):
    """There is no ladder of this id."""


class NotPublic(Complaint, LookupError):
    """The event does not show this to visitors without an account."""


class EventRefused(Complaint):
    """An act that can't be done in the event as it is: each reason's code and subject, and each in
    words.
    """

    def __init__(
        self, words: Text, against: tuple[tuple[str, str], ...], each: tuple[Text, ...] = ()
    ) -> None:
        super().__init__(words)
        self.against = against
        self.each = each or (words,)


class ListRefused(Complaint, ValueError):
    """A refused list of players; `faults` name line and field. `code_pages`: those it may have
    been saved in, each with names as they read in it; one must be chosen. `twins`: lines whose
    players may be somebody else who is there."""

    def __init__(
        self,
        faults: Sequence[EntryFault],
        code_pages: Mapping[str, Sequence[str]] = MappingProxyType({}),
        twins: Collection[int] = (),
    ) -> None:
        super().__init__(faults[0].words)
        self.faults = tuple(faults)
        self.code_pages = code_pages
        self.twins = tuple(sorted(twins))


class PersonInvalid(Complaint, ValueError):
    """An invalid name, password or role; the message names what to write."""


class NotSignedIn(Complaint):
    """The sender is not signed in, or name and password do not match."""


class NotAllowed(Complaint):
    """The account may not do this."""


class RoleTooLow(NotAllowed):
    """The account's role does not allow it. `name` is the account's; `kind` is the order's, if it
    is one.
    """

    def __init__(self, words: Text, name: str, kind: str | None = None) -> None:
        super().__init__(words)
        self.name = name
        self.kind = kind


class LinkVoid(Complaint):
    """A link that was used, withdrawn, or is too old."""


class TooBusy(Complaint):
    """Too many tries, or too many at once; the message names when to try again."""
