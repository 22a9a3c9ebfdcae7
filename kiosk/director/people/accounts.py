"""Who has an account, who is invited, who is signed in: what was noted, folded. Pure."""

from dataclasses import dataclass, replace

from kiosk.director.people.account_names import folded
from kiosk.director.people.notes import (
    AccountMade,
    InvitationMade,
    InvitationUsed,
    InvitationWithdrawn,
    Noted,
    PasswordSet,
    PicturesRemoved,
    PublicSet,
    RoleChanged,
    RoleRefused,
    SessionOpened,
    SessionsClosed,
    SignInFailed,
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


class Accounts:
    """What holds now."""

    def __init__(self) -> None:
        self.accounts: dict[str, Account] = {}
        self.sessions: dict[str, Session] = {}
        """By the sha256 of their tokens."""
        self.invitations: dict[str, InvitationMade] = {}
        """Those nobody has used, by their id; some may have expired."""
        self.public = Public()
        """What who has no account sees."""

    def take(self, noted: Noted) -> None:
        """Fold the next note."""
        match noted.note:
            case AccountMade() as made:
                self.accounts[made.name] = Account(made.name, made.role, made.password)
            case PasswordSet() as changed:
                old = self.accounts[changed.name]
                self.accounts[changed.name] = replace(old, password=changed.password)
            case RoleChanged() as changed:
                old = self.accounts[changed.name]
                self.accounts[changed.name] = replace(old, role=changed.role)
            case InvitationMade() as made:
                self.invitations[made.invitation] = made
            case InvitationUsed(invitation=invitation) | InvitationWithdrawn(invitation=invitation):
                self.invitations.pop(invitation, None)
            case SessionOpened() as opened:
                self.sessions[opened.token_sha256] = Session(
                    opened.session, opened.name, opened.address, noted.utc, opened.until_utc
                )
            case SessionsClosed() as closed:
                self._close(closed)
            case PublicSet(public=public):
                self.public = public
            case SignInFailed() | RoleRefused() | PicturesRemoved():
                pass

    def _close(self, closed: SessionsClosed) -> None:
        gone = [
            token
            for token, session in self.sessions.items()
            if session.name == closed.name and closed.session in {None, session.session}
        ]
        for token in gone:
            del self.sessions[token]

    def account(self, typed: str) -> Account | None:
        """The account that somebody means by this name."""
        same = folded(typed)
        return next((each for name, each in self.accounts.items() if folded(name) == same), None)

    def invitation(self, token_sha256: str, utc: str) -> InvitationMade | None:
        """One that can still be used."""
        return next(
            (
                each
                for each in self.invitations.values()
                if each.token_sha256 == token_sha256 and utc < each.expires_utc
            ),
            None,
        )

    def session(self, token_sha256: str, utc: str) -> Session | None:
        """One that is open."""
        found = self.sessions.get(token_sha256)
        return found if found and utc < found.until_utc else None

    def directors(self) -> tuple[str, ...]:
        """Who can let others in."""
        return tuple(each.name for each in self.accounts.values() if each.role is Role.DIRECTOR)
