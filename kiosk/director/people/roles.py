"""Permissions of the roles: literal tables of permissions, orders and acts. Pure."""

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
    """Permissions that requests need; each route names its own."""

    TABLE = "table"
    """Send what a table sends: its device's key signs it, or proves itself."""

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

    TRANSCRIBE = "transcribe"
    """See what was played in matches that are over, and say what is not sure."""

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
        Permission.TABLE: frozenset(),
        Permission.ENTER: _ALL,
        Permission.LIVE: _ALL,
        Permission.OWN: _ALL,
        Permission.WATCH: _ALL,
        Permission.ORDER: _DESK,
        Permission.RUN: _DESK,
        Permission.ENTRIES: _HELPERS,
        Permission.TRANSCRIBE: _DESK,
        Permission.REPORT: _HELPERS,
        Permission.ENROL: _HELPERS,
        Permission.REVOKE: _DIRECTOR,
        Permission.PEOPLE: _DIRECTOR,
        Permission.AUDIT: _DIRECTOR,
    }
)
"""Roles that have each permission."""

STRANGER: frozenset[Permission] = frozenset({Permission.TABLE, Permission.ENTER, Permission.LIVE})
"""Permissions that need no account."""

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
        "BeginNextEvent": _DIRECTOR,
        "SetReEntry": _HELPERS,
        "SwapPlaces": _HELPERS,
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
