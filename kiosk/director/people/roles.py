"""Permissions of the roles: literal tables of permissions, routes, orders and acts. Pure."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class Role(StrEnum):
    """Role of an account, the most powerful first."""

    DIRECTOR = "director"
    ASSISTANT = "assistant"
    SCORER = "scorer"
    VIEWER = "viewer"


class Permission(StrEnum):
    """Permissions that a browser's requests need."""

    ENTER = "enter"
    """Sign in or join, without an account."""

    LIVE = "live"
    """See what the event makes public."""

    OWN = "own"
    """Sign out, set another password of one's own."""

    WATCH = "watch"
    """See tables, their rows and pictures."""

    ORDER = "order"
    """Give orders to tables, as listed in ORDERS."""

    RUN = "run"
    """Act in the event, as listed in EVENT_ACTS."""

    ENTRIES = "entries"
    """Enter a whole list of players."""

    REPORT = "report"
    """Print result sheets, see the report to the federation."""

    ENROL = "enrol"
    """Print an event card, enrol a table, move it."""

    REVOKE = "revoke"
    """Revoke a device's enrolment, or give its table to a spare."""

    PEOPLE = "people"
    """Invite people, change their roles, sign them out."""

    AUDIT = "audit"
    """See sign-ins, and all orders with their givers."""


_ALL = frozenset(Role)
_DIRECTOR = frozenset({Role.DIRECTOR})
_HELPERS = frozenset({Role.DIRECTOR, Role.ASSISTANT})
_DESK = frozenset({Role.DIRECTOR, Role.ASSISTANT, Role.SCORER})

MAY: Mapping[Permission, frozenset[Role]] = MappingProxyType(
    {
        Permission.ENTER: _ALL,
        Permission.LIVE: _ALL,
        Permission.OWN: _ALL,
        Permission.WATCH: _ALL,
        Permission.ORDER: _DESK,
        Permission.RUN: _DESK,
        Permission.ENTRIES: _HELPERS,
        Permission.REPORT: _HELPERS,
        Permission.ENROL: _HELPERS,
        Permission.REVOKE: _DIRECTOR,
        Permission.PEOPLE: _DIRECTOR,
        Permission.AUDIT: _DIRECTOR,
    }
)
"""Roles that have each permission."""

STRANGER: frozenset[Permission] = frozenset({Permission.ENTER, Permission.LIVE})
"""Permissions that need no account."""

ROUTES: Mapping[str, Permission] = MappingProxyType(
    {
        "GET /": Permission.WATCH,
        "GET /tables/{journal_id}": Permission.WATCH,
        "GET /events": Permission.WATCH,
        "GET /tables/{journal_id}/events": Permission.WATCH,
        "GET /tables/{journal_id}/record.json": Permission.WATCH,
        "GET /tables/{journal_id}/record.csv": Permission.WATCH,
        "GET /forms": Permission.WATCH,
        "GET /orders/{command_id}": Permission.WATCH,
        "GET /pictures/{sha256}.jpg": Permission.WATCH,
        "POST /orders": Permission.ORDER,
        "POST /orders/look": Permission.ORDER,
        "GET /openapi.json": Permission.WATCH,
        "GET /event": Permission.WATCH,
        "GET /event/alarms": Permission.WATCH,
        "GET /event/set-up": Permission.ENTRIES,
        "GET /event/run": Permission.WATCH,
        "GET /event/formats": Permission.WATCH,
        "GET /event/confirm": Permission.WATCH,
        "GET /event/entries.json": Permission.WATCH,
        "GET /event/entries.csv": Permission.WATCH,
        "GET /event/results.json": Permission.WATCH,
        "GET /event/results.csv": Permission.WATCH,
        "GET /event/standings.json": Permission.WATCH,
        "GET /event/standings.csv": Permission.WATCH,
        "GET /event/ratings.json": Permission.WATCH,
        "GET /event/ratings.csv": Permission.WATCH,
        "GET /event/sheet/{division_id}": Permission.REPORT,
        "GET /event/report": Permission.REPORT,
        "GET /event/report.json": Permission.REPORT,
        "POST /event/acts": Permission.RUN,
        "POST /event/acts/look": Permission.RUN,
        "GET /event/undo": Permission.WATCH,
        "POST /event/entries.csv": Permission.ENTRIES,
        "GET /club/ladder": Permission.WATCH,
        "GET /ladders": Permission.WATCH,
        "POST /ladders": Permission.RUN,
        "GET /ladder/{ladder_id}": Permission.WATCH,
        "POST /ladder/{ladder_id}/acts": Permission.RUN,
        "POST /ladder/{ladder_id}/acts/look": Permission.RUN,
        "POST /ladder/{ladder_id}/final": Permission.ENTRIES,
        "GET /healthz": Permission.ENTER,
        "GET /sign-in": Permission.ENTER,
        "POST /sign-in": Permission.ENTER,
        "GET /join": Permission.ENTER,
        "POST /join": Permission.ENTER,
        "POST /join/look": Permission.ENTER,
        "GET /live": Permission.LIVE,
        "GET /live/events": Permission.LIVE,
        "GET /live/pictures/{sha256}.jpg": Permission.LIVE,
        "GET /hall": Permission.LIVE,
        "GET /hall/events": Permission.LIVE,
        "GET /phone": Permission.LIVE,
        "GET /phone/events": Permission.LIVE,
        "GET /overlay/{table}": Permission.LIVE,
        "POST /page-faults": Permission.LIVE,
        "GET /own": Permission.OWN,
        "POST /own/password": Permission.OWN,
        "POST /own/sign-out": Permission.OWN,
        "POST /own/sign-out-one": Permission.OWN,
        "POST /own/sign-out-everywhere": Permission.OWN,
        "GET /people": Permission.PEOPLE,
        "POST /people/invite": Permission.PEOPLE,
        "POST /people/withdraw": Permission.PEOPLE,
        "POST /people/role": Permission.PEOPLE,
        "POST /people/sign-out": Permission.PEOPLE,
        "POST /people/public": Permission.PEOPLE,
        "GET /audit": Permission.AUDIT,
        "GET /enrol": Permission.ENROL,
        "GET /enrol/state": Permission.ENROL,
        "POST /enrol": Permission.ENROL,
        "POST /enrol/look": Permission.ENROL,
        "GET /enrol/cards/{name}": Permission.ENROL,
    }
)
"""Permission that each route of the browser needs."""

ORDERS: Mapping[str, frozenset[Role]] = MappingProxyType(
    {
        "accept": _HELPERS,
        "accuse": _HELPERS,
        "adjourn": _HELPERS,
        "aid": _HELPERS,
        "guide": _HELPERS,
        "answered": _HELPERS,
        "appeal": _HELPERS,
        "break_back": _HELPERS,
        "camera": _HELPERS,
        "clock": _HELPERS,
        "coming": _DESK,
        "conduct": _HELPERS,
        "cube": _HELPERS,
        "decline": _HELPERS,
        "delay": _HELPERS,
        "dispute": _HELPERS,
        "earlier": _DESK,
        "expiry": _HELPERS,
        "final": _HELPERS,
        "forfeit": _HELPERS,
        "game": _HELPERS,
        "gin": _HELPERS,
        "language": _DESK,
        "late": _HELPERS,
        "leave": _HELPERS,
        "length": _DESK,
        "message": _DESK,
        "mixer": _HELPERS,
        "move": _HELPERS,
        "observer": _HELPERS,
        "panel": _HELPERS,
        "past_roll": _HELPERS,
        "penalty": _HELPERS,
        "press": _HELPERS,
        "profile": _HELPERS,
        "reopen": _HELPERS,
        "replaced": _HELPERS,
        "result": _DESK,
        "roll": _HELPERS,
        "score": _HELPERS,
        "start": _HELPERS,
        "stop": _HELPERS,
        "time": _HELPERS,
        "undo": _HELPERS,
    }
)
"""Roles that may give each order, by its form's kind; orders not listed only the director."""

EVENT_ACTS: Mapping[str, frozenset[Role]] = MappingProxyType(
    {
        "OpenEvent": _DIRECTOR,
        "RenameEvent": _DIRECTOR,
        "SetTables": _HELPERS,
        "MakeDivision": _HELPERS,
        "RemoveDivision": _HELPERS,
        "BringDivisionBack": _HELPERS,
        "SetRounds": _HELPERS,
        "Confirm": _DIRECTOR,
        "SetValues": _DIRECTOR,
        "Enter": _HELPERS,
        "Scratch": _HELPERS,
        "CorrectPlayer": _HELPERS,
        "RenameEntry": _HELPERS,
        "TakeOut withdrawn": _HELPERS,
        "TakeOut no_show": _HELPERS,
        "TakeOut disqualified": _DIRECTOR,
        "TakeOut excluded": _DIRECTOR,
        "TakeBackIn": _DIRECTOR,
        "DrawDivision": _HELPERS,
        "TakeDrawBack": _HELPERS,
        "PublishDraw": _HELPERS,
        "TakeLate": _HELPERS,
        "GivePlace": _DIRECTOR,
        "CloseLatePlaces": _HELPERS,
        "Call": _HELPERS,
        "Uncall": _HELPERS,
        "PutOff": _HELPERS,
        "Move": _HELPERS,
        "TakeUp": _DIRECTOR,
        "TurnAway": _DIRECTOR,
        "TakeMatch": _DESK,
        "TakeMatch overrules": _DIRECTOR,
        "Award": _DIRECTOR,
        "Correct": _DIRECTOR,
        "Reopen": _DIRECTOR,
        "PairSwissRound": _HELPERS,
        "TakeSwissRoundBack": _HELPERS,
        "CloseSwiss": _HELPERS,
        "DrawGroupLot": _HELPERS,
        "CloseRoundRobin": _HELPERS,
        "PairFree": _HELPERS,
        "VoidGame": _DIRECTOR,
        "NoteForReport": _HELPERS,
        "StrikeNote": _HELPERS,
        "RateBy": _DIRECTOR,
        "SetRoundDates": _HELPERS,
        "OfferDates": _HELPERS,
        "ArrangeRound": _HELPERS,
        "TellChairman": _HELPERS,
        "ClaimMatch": _HELPERS,
        "RuleOnClaim": _DIRECTOR,
        "PlayAgain": _DIRECTOR,
        "Undo": _HELPERS,
    }
)
"""Roles that may do each act in the event, by its kind; acts not listed only the director."""

LADDER_ACTS: Mapping[str, frozenset[Role]] = MappingProxyType(
    {
        "OpenLadder": _DIRECTOR,
        "ConfirmLadder": _DIRECTOR,
        "OpenSeason": _DIRECTOR,
        "CloseSeason": _DIRECTOR,
        "JoinLadder": _HELPERS,
        "LeaveLadder": _HELPERS,
        "MakeChallenge": _DESK,
        "TakeLadderResult": _DESK,
        "EndUnplayed": _HELPERS,
        "DisputeLadderResult": _HELPERS,
        "CorrectLadderResult": _DIRECTOR,
        "UndoOnLadder": _HELPERS,
    }
)
"""The same for ladders."""

_ACTS: Mapping[str, frozenset[Role]] = MappingProxyType({**EVENT_ACTS, **LADDER_ACTS})


def may(role: Role, act: Permission) -> bool:
    """Whether the role has this permission."""
    return role in MAY[act]


def may_order(role: Role, kind: str) -> bool:
    """Whether the role may give orders of this kind."""
    return role in ORDERS.get(kind, _DIRECTOR)


def may_act(role: Role, name: str) -> bool:
    """Whether the role may do this in the event, or on a ladder."""
    return role in _ACTS.get(name, _DIRECTOR)
