"""Events, and the facts that apply them to a match."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from kiosk.rules.match import Match
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import RollFacts
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at this table, in the past tense, with its outcome resolved.

    An event that applies a rule names its section in `cites`.
    """

    is_ruling: ClassVar[bool] = False
    """True if the director decides something by it, provided its `by` names a director."""
    plays_on: ClassVar[bool] = False
    """True if play goes on with it: an earlier ruling is no longer fresh."""


@dataclass(frozen=True, slots=True)
class Refused(Event):
    """A command that changed nothing, with all the reasons."""

    command: str
    side: Side | None
    reasons: tuple[Reason, ...]
    cites: tuple[str, ...] = ()


def unchanged(match: Match, _event: Event) -> Match:
    return match


@dataclass(frozen=True, slots=True)
class Fact:
    """The state change for `event` and every event derived from it; nothing is decided here.

    A subject may add state changes for an event of a subject below it.
    """

    event: type[Event]
    apply: Callable[[Match, Any], Match] = unchanged


# --- matches with a part changed -----------------------------------------------------------------


def in_game(match: Match, **changes: Any) -> Match:
    return replace(match, game=replace(match.game, **changes)) if match.game else match


def press_owed(match: Match, side: Side) -> Match:
    """Make `side` owe a press, unless the other's clock already runs or there is none."""
    if match.game is None or not match.clocked or match.clock.running is side.other:
        return match
    return in_game(match, owes_press=match.game.owes_press.with_(side, True))


def press_owed_no_more(match: Match, side: Side) -> Match:
    if match.game is None:
        return match
    return in_game(match, owes_press=match.game.owes_press.with_(side, False))


def picture_of(facts: RollFacts | None) -> str | None:
    return facts.picture if facts else None


def in_hearing(match: Match, **changes: Any) -> Match:
    return replace(match, hearing=replace(match.hearing, **changes))


def in_dicing(match: Match, **changes: Any) -> Match:
    return replace(match, dicing=replace(match.dicing, **changes))


def in_control(match: Match, **changes: Any) -> Match:
    return replace(match, control=replace(match.control, **changes))
