"""What the rules do about a command: an act."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from kiosk.rules.command import Command
from kiosk.rules.decision import Decision
from kiosk.rules.match import Match, Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.tap import Tap

Against = tuple[Reason, ...]
"""What speaks against a command; empty: nothing."""

NOTHING: Against = ()


def unopposed(_match: Match, _command: Command) -> Against:
    """Nothing speaks against it, in the phases where it may be done."""
    return NOTHING


MayTakeBack = Callable[[Match, Any], bool]
"""Whether what a side settles by this command may be taken back at once; asked before it counts."""


def always(_match: Match, _command: Command) -> bool:
    """No book says that it stands."""
    return True


@dataclass(frozen=True, slots=True)
class Act:
    """In these phases `command` is refused for what `refuse` gives, or else `follow` runs.

    `while_stopped`: whether it may be done while play is stopped; `while_disputed`: while all stays
    as it is until a ruling; `while_called`: while the director is called, not for what one side
    ends or changes alone; `while_taken_over`: at a table whose match another continues. `tap`: how
    a side gives it, if it is a side's. `may_take_back`: for what settles something, None for
    all else.
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
