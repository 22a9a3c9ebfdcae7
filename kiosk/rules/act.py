"""Acts: what the rules do about a command."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from kiosk.rules.command import Command
from kiosk.rules.decision import Decision
from kiosk.rules.match import Match, Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.tap import Tap

Against = tuple[Reason, ...]
"""The reasons against a command; empty if there are none."""

NOTHING: Against = ()


def unopposed(_match: Match, _command: Command) -> Against:
    """No reasons against, in the phases where the act is allowed."""
    return NOTHING


MayTakeBack = Callable[[Match, Any], bool]
"""Whether a side may take back what it settles by this command; asked before it takes effect."""


def always(_match: Match, _command: Command) -> bool:
    """Allow it: no book says that it stands."""
    return True


@dataclass(frozen=True, slots=True)
class Act:
    """The rules for one command: refused for the reasons of `refuse`, else `follow` runs.

    `phases`: where it is allowed; `while_stopped`: also while play is stopped; `while_disputed`:
    also while everything is frozen until a ruling; `while_called`: also while the director is
    called, unless one side ends or changes something alone; `while_taken_over`: also at a table
    whose match another table continues. `tap`: how a side gives it, if a side does.
    `may_take_back`: set for acts that settle something, else None.
    """

    command: type[Command]
    phases: Iterable[Phase]
    refuse: Callable[[Match, Any], Against]
    follow: Callable[[Decision, Any], None]
    while_stopped: bool = True
    while_disputed: bool = False
    while_called: bool = True
    while_taken_over: bool = False
    tap: Tap | None = None
    may_take_back: MayTakeBack | None = None
