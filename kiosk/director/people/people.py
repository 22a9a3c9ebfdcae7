"""The people of a director: joining by links, signing in and out, roles.

Lives on the event loop. Each change is checked, stored and folded, one after the other; passwords
are hashed before, in threads of their own. Tokens leave this module once; only their hashes stay.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256

from kiosk.catalogue.text import Text, text
from kiosk.director.errors import LinkVoid, NotAllowed, NotSignedIn, PersonInvalid
from kiosk.director.people import passwords
from kiosk.director.people.account_names import account_name, find_look_alike, folded
from kiosk.director.people.accounts import Account, Accounts, Session
from kiosk.director.people.attempts import Attempts, SignInSource
from kiosk.director.people.notes import (
    AccountMade,
    BrowserKnown,
    InvitationMade,
    InvitationUsed,
    InvitationWithdrawn,
    Note,
    PasswordSet,
    PicturesRemoved,
    PublicSet,
    RoleChanged,
    SessionOpened,
    SessionsClosed,
    StoredNote,
)
from kiosk.director.people.passwords import Passwords
from kiosk.director.people.refusals import Refusals
from kiosk.director.people.roles import Permission, Role, may
from kiosk.director.people.tries import SignInTries
from kiosk.director.public.of_table import Public
from kiosk.rules.units import SECOND_NS
from kiosk.wire.row import utc_text

HOUR_NS = 3600 * SECOND_NS

SESSION_HOURS = 18
"""A session ends after this time in any case: an event's day."""

IDLE_HOURS = 4
"""It also ends when its browser had no page open for this long."""

BROWSER_DAYS = 180
"""How long a browser that signed in is known under the name."""

START_LINK_HOURS = 24
MOST_LINK_HOURS = 24 * 14


@dataclass(frozen=True)
class OpenedSession:
    """A session just opened, with its token, which is not stored, and the new token of the browser,
    empty if it had one.
    """

    token: str
    session: Session
    browser: str


class People:
    """Create it with the stored notes. `keep` stores notes, all or none, before they count."""

    def __init__(
        self,
        kept: Iterable[StoredNote],
        keep: Callable[[tuple[StoredNote, ...]], Awaitable[None]],
        wall_ns: Callable[[], int],
        monotonic_ns: Callable[[], int],
        passwords: Passwords,
        token: Callable[[], str] = secrets.token_urlsafe,
    ) -> None:
        """`token` gives 256 random bits, as text for a link."""
        self.accounts = Accounts()
        self.noted: list[StoredNote] = []
        """Every note, the oldest first."""
        for each in kept:
            self._fold(each)
        self._keep = keep
        self._wall_ns = wall_ns
        self._monotonic_ns = monotonic_ns
        self._passwords = passwords
        self._token = token
        self._turn = asyncio.Lock()
        attempts = Attempts(lambda name: self.accounts.account(name) is not None)
        self._tries = SignInTries(attempts, passwords, monotonic_ns)
        self.refusals = Refusals(self._note_in_turn, monotonic_ns)
        self._used_ns: dict[str, int] = {}

    # --- sessions -------------------------------------------------------------------------------

    def session(self, token: str) -> tuple[Session, Account, Role] | None:
        """The open session of a token, with its account and role; marks it as used."""
        found = self.accounts.session(_hash(token), self._utc())
        account = self.accounts.accounts.get(found.name) if found else None
        if found is None or account is None or account.role is None or self._is_idle(found.session):
            return None
        self.use(found.session)
        return found, account, account.role

    def use(self, session: str) -> None:
        """Mark a session as used."""
        self._used_ns[session] = self._monotonic_ns()

    def is_open(self, session: str) -> bool:
        """Whether the session is still open."""
        utc = self._utc()
        return any(
            each.session == session and utc < each.until_utc
            for each in self.accounts.sessions.values()
        )

    def _is_idle(self, session: str) -> bool:
        """Whether it was unused too long. A restart of the director starts the time again."""
        used_ns = self._used_ns.setdefault(session, self._monotonic_ns())
        return self._monotonic_ns() - used_ns >= IDLE_HOURS * HOUR_NS

    # --- signing in and out --------------------------------------------------------------------

    async def sign_in(
        self, typed: str, password: str, address: str, browsers: tuple[str, ...] = ()
    ) -> OpenedSession:
        """Open a session. `browsers`: the tokens the browser sends. Raises NotSignedIn, TooBusy."""
        typed = typed[: passwords.LONGEST]
        account = self.accounts.account(typed)
        kept = account.password if account and account.role is not None else None
        own = self._own_browser(account, browsers)
        if not await self._tries.matches(kept, password, folded(typed), SignInSource(address, own)):
            self.refusals.note_sign_in(account.name if account else None, address)
            raise NotSignedIn(text("Name and password do not fit: try again, or ask the director"))
        async with self._turn:
            now = self.accounts.accounts[account.name] if account else None
            if now is None or now.role is None or now.password != kept:
                raise NotSignedIn(text("The account has just changed: sign in again"))
            return await self._open(now.name, address, (), is_known=bool(own))

    def _own_browser(self, account: Account | None, browsers: tuple[str, ...]) -> str:
        """The token under which a browser is known for the account; empty if none."""
        for token in browsers:
            known = self.accounts.browser(_hash(token), self._utc())
            if known and account and known.name == account.name:
                return known.token_sha256
        return ""

    def known_browsers(self, browsers: tuple[str, ...]) -> tuple[str, ...]:
        """The valid ones among a browser's tokens."""
        utc = self._utc()
        return tuple(each for each in browsers if self.accounts.browser(_hash(each), utc))

    async def sign_out(self, name: str, session: str | None, by: str, address: str) -> None:
        """Close one session of an account, or all."""
        closed = SessionsClosed(name=name, session=session, by=by, address=address)
        await self._note_in_turn(closed)

    async def set_password(
        self, name: str, session: str, old: str, new: str, address: str
    ) -> OpenedSession:
        """Set one's own password; every session ends, and a new one opens. Raises PersonInvalid,
        TooBusy.
        """
        passwords.check_password(new, name)
        kept = self.accounts.accounts[name].password
        if not await self._tries.matches(kept, old, folded(name), SignInSource(address, session)):
            raise PersonInvalid(text("The current password is not correct: type it again"))
        hashed = await self._passwords.hash_password(new)
        async with self._turn:
            if not self.is_open(session):
                raise NotSignedIn(text("You are signed out: sign in again"))
            changed = PasswordSet(name=name, password=hashed, by=name, address=address)
            return await self._open(name, address, (changed, _all_of(name, name, address)))

    def check_session(self, name: str, session: str) -> None:
        """Check that it is an open session of this account. Raises PersonInvalid."""
        if all(each.session != session for each in self.sessions_of(name)):
            raise PersonInvalid(text("This session is signed out already"))

    # --- links -----------------------------------------------------------------------------------

    async def start_link(self, name: str | None = None) -> str | None:
        """Token of a link for the person who started the director: to make the first account, or to
        set the password of `name`. None if there are accounts and no name was given. Older links of
        this kind become void.

        Raises PersonInvalid for a name without a director's account.
        """
        if name is None and self.accounts.directors():
            return None
        if name is not None and name not in self.accounts.directors():
            known = ", ".join(self.accounts.directors()) or "-"
            raise PersonInvalid(
                text("There is no director {name}; known are: {known}", name=name, known=known)
            )
        async with self._turn:
            old = tuple(
                InvitationWithdrawn(invitation=each.invitation)
                for each in self.accounts.invitations.values()
                if each.by == ""
            )
            return await self._invite(Role.DIRECTOR, name, START_LINK_HOURS, "", "", old)

    async def invite(
        self, role: Role, name: str | None, hours: int, by: str, address: str
    ) -> tuple[str, str]:
        """Id and token of a link to join as `role`; with a name, to set that account's password.
        Raises PersonInvalid.
        """
        if not 1 <= hours <= MOST_LINK_HOURS:
            raise PersonInvalid(
                text(
                    "A link is valid for 1 to {most} hours, not {count}",
                    most=MOST_LINK_HOURS,
                    count=hours,
                )
            )
        async with self._turn:
            self._check_rights(by)
            if name is not None:
                account = self._account(name)
                if account.role is None:
                    raise PersonInvalid(
                        text("{name} has no access now: give a role first", name=name)
                    )
                role = account.role
            token = await self._invite(role, name, hours, by, address, ())
            return next(reversed(self.accounts.invitations)), token

    async def _invite(
        self,
        role: Role,
        name: str | None,
        hours: int,
        by: str,
        address: str,
        also: tuple[Note, ...],
    ) -> str:
        token = self._token()
        made = InvitationMade(
            invitation=self._token()[:12],
            token_sha256=_hash(token),
            role=role,
            name=name,
            expires_utc=self._utc_in(hours),
            by=by,
            address=address,
        )
        await self._note(*also, made)
        return token

    async def withdraw(self, invitation: str, by: str, address: str) -> None:
        """Void an invitation. Raises PersonInvalid."""
        async with self._turn:
            if invitation not in self.accounts.invitations:
                raise PersonInvalid(text("The link was used, or is withdrawn already"))
            gone = InvitationWithdrawn(invitation=invitation, by=by, address=address)
            await self._note(gone)

    def invited(self, token: str) -> InvitationMade:
        """The invitation of a link. Raises LinkVoid."""
        found = self.accounts.invitation(_hash(token), self._utc())
        if found is None:
            raise LinkVoid(text("This link was used, is withdrawn or too old: ask for a new one"))
        return found

    async def join(self, token: str, typed: str, password: str, address: str) -> OpenedSession:
        """Use a link: make an account, or set the password of the link's account.

        Raises LinkVoid, PersonInvalid, TooBusy.
        """
        wanted = self.invited(token)
        name = account_name(typed) if wanted.name is None else wanted.name
        self._check_free(wanted, name)
        passwords.check_password(password, name)
        hashed = await self._passwords.hash_password(password)
        async with self._turn:
            made = self.invited(token)  # another request may have used it meanwhile
            self._check_free(made, name)
            used = InvitationUsed(invitation=made.invitation, by=name, address=address)
            if made.name is None:
                account = AccountMade(
                    name=name,
                    role=made.role,
                    password=hashed,
                    invited_by=made.by,
                    by=name,
                    address=address,
                )
                return await self._open(name, address, (used, account))
            changed = PasswordSet(name=name, password=hashed, by=name, address=address)
            return await self._open(name, address, (used, changed, _all_of(name, name, address)))

    def _check_free(self, wanted: InvitationMade, name: str) -> None:
        if wanted.name is not None:
            if self._account(name).role is None:
                raise LinkVoid(text("{name} has no access now: ask the director", name=name))
            return
        other = find_look_alike(name, self.accounts.accounts)
        if other is not None:
            raise PersonInvalid(
                text(
                    "{name} looks like {other}, who is here already: take another",
                    name=name,
                    other=other,
                )
            )

    # --- roles -------------------------------------------------------------------------------

    async def change_role(self, name: str, role: Role | None, by: str, address: str) -> None:
        """Change a role; None closes the account and signs it out. Raises PersonInvalid."""
        async with self._turn:
            self._check_rights(by)
            account = self._account(name)
            last = self.accounts.directors() == (account.name,)
            if last and role is not Role.DIRECTOR:
                raise PersonInvalid(
                    text("{name} is the only director: make another one first", name=name)
                )
            changed: list[Note] = [RoleChanged(name=name, role=role, by=by, address=address)]
            if role is None:
                changed.append(_all_of(name, by, address))
            await self._note(*changed)

    async def set_public(self, public: Public, by: str, address: str) -> None:
        """Set what visitors see from here on."""
        await self._note_in_turn(PublicSet(public=public, by=by, address=address))

    async def note_pictures(self, count: int, days: int) -> None:
        """Note that `count` pictures were removed for their age."""
        await self._note_in_turn(PicturesRemoved(days=days, count=count))

    async def sign_out_all(self, name: str, by: str, address: str) -> None:
        """Close every session of an account. Raises PersonInvalid."""
        await self.sign_out(self._account(name).name, None, by, address)

    def open_invitations(self) -> tuple[InvitationMade, ...]:
        """Invitations made by people that can still be used, the newest first."""
        utc = self._utc()
        found = [
            each
            for each in self.accounts.invitations.values()
            if each.by and utc < each.expires_utc
        ]
        return tuple(reversed(found))

    def sessions_of(self, name: str) -> tuple[Session, ...]:
        """The open sessions of an account, the newest first."""
        utc = self._utc()
        opened = reversed(self.accounts.sessions.values())
        return tuple(each for each in opened if each.name == name and utc < each.until_utc)

    def open_sessions(self, name: str) -> int:
        """Number of the account's open sessions."""
        return len(self.sessions_of(name))

    def _check_rights(self, by: str) -> None:
        """Check that an account may still invite people: it may have changed since its request.
        Raises NotAllowed.
        """
        account = self.accounts.accounts.get(by)
        role = account.role if account else Role.DIRECTOR
        if role is None or not may(role, Permission.PEOPLE):
            raise NotAllowed(
                text("Your role, {role}, does not allow this: ask the director", role=ROLES[role])
            )

    def _account(self, name: str) -> Account:
        account = self.accounts.accounts.get(name)
        if account is None:
            raise PersonInvalid(
                text("No player is called {name}: check the list", name=f"{name:.80}")
            )
        return account

    # --- inside --------------------------------------------------------------------------------

    async def _open(
        self, name: str, address: str, before: tuple[Note, ...], *, is_known: bool = False
    ) -> OpenedSession:
        """Open a session. `is_known`: the browser is known under this name already."""
        token, browser = self._token(), "" if is_known else self._token()
        opened = SessionOpened(
            session=self._token()[:12],
            token_sha256=_hash(token),
            name=name,
            until_utc=self._utc_in(SESSION_HOURS),
            by=name,
            address=address,
        )
        known = BrowserKnown(
            name=name,
            token_sha256=_hash(browser),
            until_utc=self._utc_in(BROWSER_DAYS * 24),
            by=name,
            address=address,
        )
        await self._note(*before, opened, *((known,) if browser else ()))
        self.use(opened.session)
        return OpenedSession(token, self.accounts.sessions[opened.token_sha256], browser)

    async def _note(self, *notes: Note) -> None:
        utc = self._utc()
        noted = tuple(StoredNote(utc, note) for note in notes)
        await self._keep(noted)
        for each in noted:
            self._fold(each)

    async def _note_in_turn(self, note: Note) -> None:
        async with self._turn:
            await self._note(note)

    def _fold(self, noted: StoredNote) -> None:
        self.accounts.fold(noted)
        self.noted.append(noted)

    def _utc(self) -> str:
        return utc_text(self._wall_ns())

    def _utc_in(self, hours: int) -> str:
        return utc_text(self._wall_ns() + hours * HOUR_NS)


ROLES: dict[Role | None, Text] = {
    Role.DIRECTOR: text("Director"),
    Role.ASSISTANT: text("Assistant"),
    Role.SCORER: text("Scorer"),
    Role.VIEWER: text("Viewer"),
    None: text("No access"),
}
"""Names of the roles."""


def _all_of(name: str, by: str, address: str) -> SessionsClosed:
    return SessionsClosed(name=name, session=None, by=by, address=address)


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
