"""What each role may do: one literal table. Pure."""

from enum import StrEnum


class Role(StrEnum):
    """What an account is for, the mightiest first."""

    DIRECTOR = "director"
    ASSISTANT = "assistant"
    SCORER = "scorer"
    VIEWER = "viewer"


class Act(StrEnum):
    """What a browser may ask for, beside the orders."""

    WATCH = "watch"
    """See tables, their rows and pictures."""

    ENROL = "enrol"
    """Print an event card, enrol a table, move it, put a spare in its place."""

    REVOKE = "revoke"
    """Take a device's enrolment back."""


_ALL = frozenset(Role)
_DIRECTOR = frozenset({Role.DIRECTOR})
_HELPERS = frozenset({Role.DIRECTOR, Role.ASSISTANT})

MAY: dict[Act, frozenset[Role]] = {
    Act.WATCH: _ALL,
    Act.ENROL: _HELPERS,
    Act.REVOKE: _DIRECTOR,
}


def may(role: Role, act: Act) -> bool:
    """Whether it may."""
    return role in MAY[act]
