"""Accounts, invitations and sessions, folded from notes. Pure."""

from dataclasses import dataclass, replace

from kiosk.director.people.account_names import folded
from kiosk.director.people.notes import (
    AccountMade,
    BrowserKnown,
    InvitationMade,
    InvitationUsed,
    InvitationWithdrawn,
    PasswordSet,
    PicturesRemoved,
    PublicSet,
    RoleChanged,
    RoleRefused,
    SessionOpened,
    SessionsClosed,
    SignInFailed,
    StoredNote,
)
from kiosk.director.people.roles import Role
from kiosk.director.public.of_table import Public


@dataclass(frozen=True)
class Account:
    """`role` None: closed."""

    name: str
    role: Role | None
    password: str


@dataclass(frozen=True)
class Session:
    """`session` is its public id."""

    session: str
    name: str
    address: str
    opened_utc: str
    until_utc: str


MOST_BROWSERS = 20
"""Most browsers known for an account; the oldest makes room."""


class Accounts:
    """The present state."""

    def __init__(self) -> None:
        self.accounts: dict[str, Account] = {}
        self.sessions: dict[str, Session] = {}
        """Sessions by the sha256 of their tokens."""
        self.invitations: dict[str, InvitationMade] = {}
        """Unused invitations, by id; some may have expired. An account's invitations end when its
        password or role changes, and when it is closed.
        """
        self.browsers: dict[str, BrowserKnown] = {}
        """Browsers that signed in before, by the sha256 of their tokens."""
        self.public = Public()
        """What visitors without an account see."""

    def fold(self, noted: StoredNote) -> None:
        """Fold the next note."""
        match noted.note:
            case AccountMade() as made:
                self.accounts[made.name] = Account(made.name, made.role, made.password)
            case PasswordSet() as changed:
                old = self.accounts[changed.name]
                self.accounts[changed.name] = replace(old, password=changed.password)
                self._end_links(changed.name)
                self._forget_browsers(changed.name)
            case RoleChanged() as changed:
                old = self.accounts[changed.name]
                self.accounts[changed.name] = replace(old, role=changed.role)
                if changed.role is not old.role:
                    self._end_links(changed.name)
                if changed.role is None:
                    self._forget_browsers(changed.name)
            case InvitationMade() as made:
                self.invitations[made.invitation] = made
            case InvitationUsed(invitation=invitation) | InvitationWithdrawn(invitation=invitation):
                self.invitations.pop(invitation, None)
            case SessionOpened() as opened:
                self.sessions[opened.token_sha256] = Session(
                    opened.session, opened.name, opened.address, noted.utc, opened.until_utc
                )
            case BrowserKnown() as known:
                self._forget_browsers(known.name, MOST_BROWSERS - 1)
                self.browsers[known.token_sha256] = known
            case SessionsClosed() as closed:
                self._close(closed)
            case PublicSet(public=public):
                self.public = public
            case SignInFailed() | RoleRefused() | PicturesRemoved():
                pass

    def _end_links(self, name: str) -> None:
        """Void the links that a changed account made, and links to it."""
        self.invitations = {
            invitation: made
            for invitation, made in self.invitations.items()
            if name not in {made.by, made.name}
        }

    def _forget_browsers(self, name: str, keep: int = 0) -> None:
        """Forget the browsers of an account except the `keep` newest."""
        known = [token for token, each in self.browsers.items() if each.name == name]
        for token in known[: max(len(known) - keep, 0)]:
            del self.browsers[token]

    def _close(self, closed: SessionsClosed) -> None:
        gone = [
            token
            for token, session in self.sessions.items()
            if session.name == closed.name and closed.session in {None, session.session}
        ]
        for token in gone:
            del self.sessions[token]

    def account(self, typed: str) -> Account | None:
        """The account with this typed name."""
        same = folded(typed)
        return next((each for name, each in self.accounts.items() if folded(name) == same), None)

    def invitation(self, token_sha256: str, utc: str) -> InvitationMade | None:
        """An invitation that can still be used."""
        return next(
            (
                each
                for each in self.invitations.values()
                if each.token_sha256 == token_sha256 and utc < each.expires_utc
            ),
            None,
        )

    def session(self, token_sha256: str, utc: str) -> Session | None:
        """An open session."""
        found = self.sessions.get(token_sha256)
        return found if found and utc < found.until_utc else None

    def browser(self, token_sha256: str, utc: str) -> BrowserKnown | None:
        """A browser that signed in before, and is not forgotten."""
        found = self.browsers.get(token_sha256)
        return found if found and utc < found.until_utc else None

    def directors(self) -> tuple[str, ...]:
        """Accounts that can invite others."""
        return tuple(each.name for each in self.accounts.values() if each.role is Role.DIRECTOR)
