"""What each role may do: one literal table of acts, one of routes, one of orders. Pure."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class Role(StrEnum):
    """What an account is for, the mightiest first."""

    DIRECTOR = "director"
    ASSISTANT = "assistant"
    SCORER = "scorer"
    VIEWER = "viewer"


class Act(StrEnum):
    """What a browser may ask for."""

    ENTER = "enter"
    """Sign in or join: a stranger comes in."""

    LIVE = "live"
    """See what the event makes public."""

    OWN = "own"
    """Sign out, set another password of one's own."""

    WATCH = "watch"
    """See tables, their rows and pictures."""

    ORDER = "order"
    """Give orders to tables; which ones, ORDERS says."""

    RUN = "run"
    """Act in the event; which acts, EVENT_ACTS says."""

    ENTRIES = "entries"
    """Have a whole list of players enter."""

    REPORT = "report"
    """Print result sheets, see what the federation is told."""

    ENROL = "enrol"
    """Print an event card, enrol a table, move it."""

    REVOKE = "revoke"
    """Take a device's enrolment back, or give its table to a spare."""

    PEOPLE = "people"
    """Invite people, change their roles, sign them out."""

    AUDIT = "audit"
    """See who signed in, and who gave which order."""


_ALL = frozenset(Role)
_DIRECTOR = frozenset({Role.DIRECTOR})
_HELPERS = frozenset({Role.DIRECTOR, Role.ASSISTANT})
_DESK = frozenset({Role.DIRECTOR, Role.ASSISTANT, Role.SCORER})

MAY: Mapping[Act, frozenset[Role]] = MappingProxyType(
    {
        Act.ENTER: _ALL,
        Act.LIVE: _ALL,
        Act.OWN: _ALL,
        Act.WATCH: _ALL,
        Act.ORDER: _DESK,
        Act.RUN: _DESK,
        Act.ENTRIES: _HELPERS,
        Act.REPORT: _HELPERS,
        Act.ENROL: _HELPERS,
        Act.REVOKE: _DIRECTOR,
        Act.PEOPLE: _DIRECTOR,
        Act.AUDIT: _DIRECTOR,
    }
)
"""Which roles may do what."""

STRANGER: frozenset[Act] = frozenset({Act.ENTER, Act.LIVE})
"""What nobody needs an account for."""

ROUTES: Mapping[str, Act] = MappingProxyType(
    {
        "GET /": Act.WATCH,
        "GET /tables/{journal_id}": Act.WATCH,
        "GET /events": Act.WATCH,
        "GET /tables/{journal_id}/events": Act.WATCH,
        "GET /tables/{journal_id}/record.json": Act.WATCH,
        "GET /tables/{journal_id}/record.csv": Act.WATCH,
        "GET /forms": Act.WATCH,
        "GET /orders/{command_id}": Act.WATCH,
        "GET /pictures/{sha256}.jpg": Act.WATCH,
        "POST /orders": Act.ORDER,
        "POST /orders/look": Act.ORDER,
        "GET /openapi.json": Act.WATCH,
        "GET /event": Act.WATCH,
        "GET /event/alarms": Act.WATCH,
        "GET /event/set-up": Act.ENTRIES,
        "GET /event/run": Act.WATCH,
        "GET /event/formats": Act.WATCH,
        "GET /event/confirm": Act.WATCH,
        "GET /event/entries.json": Act.WATCH,
        "GET /event/entries.csv": Act.WATCH,
        "GET /event/results.json": Act.WATCH,
        "GET /event/results.csv": Act.WATCH,
        "GET /event/standings.json": Act.WATCH,
        "GET /event/standings.csv": Act.WATCH,
        "GET /event/ratings.json": Act.WATCH,
        "GET /event/ratings.csv": Act.WATCH,
        "GET /event/sheet/{division_id}": Act.REPORT,
        "GET /event/report": Act.REPORT,
        "GET /event/report.json": Act.REPORT,
        "POST /event/acts": Act.RUN,
        "POST /event/acts/look": Act.RUN,
        "GET /event/undo": Act.WATCH,
        "POST /event/entries.csv": Act.ENTRIES,
        "GET /club/ladder": Act.WATCH,
        "GET /ladders": Act.WATCH,
        "POST /ladders": Act.RUN,
        "GET /ladder/{ladder_id}": Act.WATCH,
        "POST /ladder/{ladder_id}/acts": Act.RUN,
        "POST /ladder/{ladder_id}/acts/look": Act.RUN,
        "POST /ladder/{ladder_id}/final": Act.ENTRIES,
        "GET /healthz": Act.ENTER,
        "GET /sign-in": Act.ENTER,
        "POST /sign-in": Act.ENTER,
        "GET /join": Act.ENTER,
        "POST /join": Act.ENTER,
        "POST /join/look": Act.ENTER,
        "GET /live": Act.LIVE,
        "GET /live/events": Act.LIVE,
        "GET /live/pictures/{sha256}.jpg": Act.LIVE,
        "GET /hall": Act.LIVE,
        "GET /hall/events": Act.LIVE,
        "GET /phone": Act.LIVE,
        "GET /phone/events": Act.LIVE,
        "GET /overlay/{table}": Act.LIVE,
        "POST /page-faults": Act.LIVE,
        "GET /own": Act.OWN,
        "POST /own/password": Act.OWN,
        "POST /own/sign-out": Act.OWN,
        "POST /own/sign-out-one": Act.OWN,
        "POST /own/sign-out-everywhere": Act.OWN,
        "GET /people": Act.PEOPLE,
        "POST /people/invite": Act.PEOPLE,
        "POST /people/withdraw": Act.PEOPLE,
        "POST /people/role": Act.PEOPLE,
        "POST /people/sign-out": Act.PEOPLE,
        "POST /people/public": Act.PEOPLE,
        "GET /audit": Act.AUDIT,
        "GET /enrol": Act.ENROL,
        "GET /enrol/state": Act.ENROL,
        "POST /enrol": Act.ENROL,
        "POST /enrol/look": Act.ENROL,
        "GET /enrol/cards/{name}": Act.ENROL,
    }
)
"""What each route that a browser asks is for."""

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
"""Who may give which order, by its form's kind. One that is not here only the director gives."""

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
"""Who may do what in the event, by the act's kind. One that is not here only the director does."""

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
"""The same on a ladder."""

_ACTS: Mapping[str, frozenset[Role]] = MappingProxyType({**EVENT_ACTS, **LADDER_ACTS})


def may(role: Role, act: Act) -> bool:
    """Whether it may."""
    return role in MAY[act]


def may_order(role: Role, kind: str) -> bool:
    """Whether it may give orders of this kind."""
    return role in ORDERS.get(kind, _DIRECTOR)


def may_act(role: Role, name: str) -> bool:
    """Whether it may do this in the event, or on a ladder."""
    return role in _ACTS.get(name, _DIRECTOR)
