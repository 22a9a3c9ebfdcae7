"""Notes about people, kept for ever: time, account, address and act.

Of tokens and passwords they hold only hashes.
"""

from typing import TypeAlias

import msgspec

from kiosk.director.people.roles import Role
from kiosk.director.public.of_table import Public


class _Note(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """`by` is the acting account, empty for the person who started the director; `address` is its
    address.
    """

    by: str = ""
    address: str = ""


class AccountMade(_Note, frozen=True, tag=True, kw_only=True):
    """An account was made by its owner; `invited_by` is empty for the first."""

    invited_by: str
    name: str
    role: Role
    password: str


class PasswordSet(_Note, frozen=True, tag=True, kw_only=True):
    name: str
    password: str


class RoleChanged(_Note, frozen=True, tag=True, kw_only=True):
    """`role` None: the account is closed."""

    name: str
    role: Role | None


class InvitationMade(_Note, frozen=True, tag=True, kw_only=True):
    """An invitation to make an account of this role, or, with a `name`, to set that account's
    password.
    """

    invitation: str
    token_sha256: str
    role: Role
    name: str | None
    expires_utc: str


class InvitationUsed(_Note, frozen=True, tag=True, kw_only=True):
    invitation: str


class InvitationWithdrawn(_Note, frozen=True, tag=True, kw_only=True):
    invitation: str


class SessionOpened(_Note, frozen=True, tag=True, kw_only=True):
    session: str
    token_sha256: str
    name: str
    until_utc: str


class BrowserKnown(_Note, frozen=True, tag=True, kw_only=True):
    """A browser signed in under this name and keeps a token: its password tries count apart from
    those of strangers.
    """

    name: str
    token_sha256: str
    until_utc: str


class SessionsClosed(_Note, frozen=True, tag=True, kw_only=True):
    """One session of an account was closed, or all."""

    name: str
    session: str | None


class SignInFailed(_Note, frozen=True, tag=True, kw_only=True):
    """Failed sign-ins under a name, or under names without an account, with their number."""

    name: str | None
    times: int


class RoleRefused(_Note, frozen=True, tag=True, kw_only=True):
    """Requests refused for the role of `by`, with their number; `what` was the last: a route, or
    the kind of an order.
    """

    what: str
    times: int


class PublicSet(_Note, frozen=True, tag=True, kw_only=True):
    """What visitors see from here on."""

    public: Public


class PicturesRemoved(_Note, frozen=True, tag=True, kw_only=True):
    """`count` pictures older than `days` days were removed."""

    days: int
    count: int


Note: TypeAlias = (
    AccountMade
    | PasswordSet
    | RoleChanged
    | InvitationMade
    | InvitationUsed
    | InvitationWithdrawn
    | SessionOpened
    | BrowserKnown
    | SessionsClosed
    | SignInFailed
    | RoleRefused
    | PublicSet
    | PicturesRemoved
)


class StoredNote(msgspec.Struct, frozen=True):
    """A note, and the time it was stored."""

    utc: str
    note: Note
