"""Audit, the newest first: notes about people, orders, acts in the event and on ladders, acts about
devices, for a page. Pure.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kiosk.catalogue.event_titles import ACT_TITLES
from kiosk.catalogue.tables import ANOTHER_ORDER, FORMS, ORDER_TITLES
from kiosk.catalogue.text import Text, text
from kiosk.director.event.assignments import SERVICE as BY_SERVICE
from kiosk.director.people.notes import (
    AccountMade,
    InvitationMade,
    InvitationUsed,
    InvitationWithdrawn,
    Note,
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
from kiosk.director.people.people import ROLES
from kiosk.director.public.of_table import Public, Visibility
from kiosk.director.store.store import StoredOrder

A_PAGE = 100
"""Lines on a page."""

PUBLIC: dict[Visibility, Text] = {
    Visibility.NOTHING: text("nothing"),
    Visibility.SCORES: text("tables, scores, cubes, clocks and rolls"),
}
"""Names of the visibility levels."""

SERVICE = text("the service")
_TABLE = re.compile(r"table (\d+)")


class AuditLine(NamedTuple):
    """Time, account, address and act; `journal_id` for an order to a table."""

    utc: str
    who: Text | str
    address: str
    session: str
    words: Text | str
    why: str
    journal_id: str | None


def by_service(by: str) -> Text:
    """The service as author of an automatic act, and its cause: a table's report, or a call."""
    role, _colon, name = by.rpartition(":")
    table = _TABLE.fullmatch(name)
    if table is not None:
        return text("the service, at the word of table {number}", number=int(table[1]))
    if not name or by == BY_SERVICE:
        return SERVICE
    return text("the service, for {name}", name=name if role in {"", "director"} else by)


def audit_page(
    noted: Sequence[StoredNote],
    given: Sequence[StoredOrder],
    number: int,
    done: Iterable[AuditLine] = (),
) -> tuple[list[AuditLine], int]:
    """The lines of a page, numbered from 1, and the number of pages; `done` are lines of acts that
    are neither notes nor orders.
    """
    moments: list[tuple[str, StoredNote | StoredOrder | AuditLine]] = [
        *((each.utc, each) for each in noted if _words(each.note) is not None),
        *((each.given_utc, each) for each in given),
        *((each.utc, each) for each in done),
    ]
    moments.sort(key=lambda moment: moment[0])
    moments.reverse()
    pages = max(1, -(-len(moments) // A_PAGE))
    shown = moments[(number - 1) * A_PAGE : number * A_PAGE]
    return [_line(each) for _utc, each in shown], pages


def _line(what: StoredNote | StoredOrder | AuditLine) -> AuditLine:
    if isinstance(what, AuditLine):
        return what
    if isinstance(what, StoredNote):
        note = what.note
        session = (note.session or "") if isinstance(note, SessionOpened | SessionsClosed) else ""
        who = note.by or _nameless(note)
        return AuditLine(what.utc, who, note.address, session, _words(note) or "", "", None)
    return AuditLine(
        what.given_utc,
        what.account or by_service(what.by),
        what.address,
        what.session,
        ORDER_TITLES.get(what.kind, ANOTHER_ORDER),
        what.why,
        what.journal_id,
    )


def _nameless(note: Note) -> Text:
    """Author of an act without an account."""
    if isinstance(note, PicturesRemoved):
        return SERVICE
    if isinstance(note, SignInFailed):
        return text("a visitor who is not signed in")
    return text("who started the director")


def _words(note: Note) -> Text | None:  # noqa: PLR0911, PLR0912 (a table of notes)
    """None if another note of the same moment covers it."""
    match note:
        case AccountMade(name=name, role=role):
            return text("New account: {name}, {role}", name=name, role=ROLES[role])
        case PasswordSet(name=name):
            return text("New password: {name}", name=name)
        case RoleChanged(name=name, role=role):
            return text("New role: {name}, {role}", name=name, role=ROLES[role])
        case InvitationMade(name=None, role=role):
            return text("New link to join: {role}", role=ROLES[role])
        case InvitationMade(name=str() as name):
            return text("New link for a password: {name}", name=name)
        case InvitationWithdrawn():
            return text("Link withdrawn")
        case InvitationUsed():
            return text("Link used")
        case SessionOpened(name=name):
            return text("Signed in: {name}", name=name)
        case SessionsClosed(name=name, session=None):
            return text("Signed out everywhere: {name}", name=name)
        case SessionsClosed(name=name):
            return text("Signed out: {name}", name=name)
        case SignInFailed(name=None, times=times):
            return text("Sign-in failed, unknown name: {count} ×", count=times)
        case SignInFailed(name=str() as name, times=times):
            return text("Sign-in failed: {name}, {count} ×", name=name, count=times)
        case RoleRefused(what=what, times=times):
            title = FORMS[what].title if what in FORMS else ACT_TITLES.get(what, what)
            return text("Refused by role: {what}, {count} ×", what=title, count=times)
        case PublicSet(public=public):
            return _public_words(public)
        case PicturesRemoved(days=days, count=count):
            return text("Pictures older than {days} days removed: {count}", days=days, count=count)
    return None


def _public_words(public: Public) -> Text:
    more = (
        (public.names, text("Players' names")),
        (public.pictures, text("Picture of the last roll")),
        (public.draws, text("Draws and results")),
        (public.places, text("Who plays where")),
        (public.delay_min > 0, text("{count} min later", count=public.delay_min)),
    )
    shown = PUBLIC[public.shown]
    for is_set, words in more:
        if is_set and public.is_any:
            shown = text("{one}, {other}", one=shown, other=words)
    return text("Public: {what}", what=shown)
