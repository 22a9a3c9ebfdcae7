"""What is noted of people, one after the other and for ever: who did what, from where.

Of tokens and passwords notes hold hashes only.
"""

from typing import TypeAlias

import msgspec

from kiosk.director.people.roles import Role
from kiosk.director.public.of_table import Public


class _Note(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """`by` is the account that did it, empty for who started the director; `address` his."""

    by: str = ""
    address: str = ""


class AccountMade(_Note, frozen=True, tag=True, kw_only=True):
    """By himself; `invited_by` is empty for the first."""

    invited_by: str
    name: str
    role: Role
    password: str


class PasswordSet(_Note, frozen=True, tag=True, kw_only=True):
    name: str
    password: str


class RoleChanged(_Note, frozen=True, tag=True, kw_only=True):
    """None: the account is closed."""

    name: str
    role: Role | None


class InvitationMade(_Note, frozen=True, tag=True, kw_only=True):
    """To make an account of this role, or, with a `name`, to set that account's password."""

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
    """A browser was let in under this name and keeps a token: it may try passwords apart from
    strangers.
    """

    name: str
    token_sha256: str
    until_utc: str


class SessionsClosed(_Note, frozen=True, tag=True, kw_only=True):
    """One session of an account, or all of them."""

    name: str
    session: str | None


class SignInFailed(_Note, frozen=True, tag=True, kw_only=True):
    """So often under a name, or under names that nobody has."""

    name: str | None
    times: int


class RoleRefused(_Note, frozen=True, tag=True, kw_only=True):
    """Who it is by asked so often for what his role does not allow, `what` the last time: a route,
    or the kind of an order.
    """

    what: str
    times: int


class PublicSet(_Note, frozen=True, tag=True, kw_only=True):
    """What strangers see from here on."""

    public: Public


class PicturesRemoved(_Note, frozen=True, tag=True, kw_only=True):
    """So many were older than so many days."""

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


class Noted(msgspec.Struct, frozen=True):
    """A note, and when it was kept."""

    utc: str
    note: Note
