"""The director's, the devices' and the table's own facts, in words."""

from kiosk.rules.devices import (
    ClockRestored,
    DeviceBack,
    DeviceLost,
    Halted,
    Restarted,
    TableTakenOver,
)
from kiosk.rules.director_orders import MessagePosted, MessageSeen, ProfileChanged
from kiosk.rules.fact import Refused
from kiosk.rules.stops import DirectorCalled
from kiosk.wire.phrases import because, clause, quoted, side, times, who
from kiosk.wire.words.said import said


@said.register
def _(event: Refused) -> str:
    whose = f" by {side(event.side)}" if event.side else ""
    return f"Refused: {event.command}{whose}, because {because(event.reasons)}."


@said.register
def _(event: DirectorCalled) -> str:
    return f"{side(event.side)} calls the director."


@said.register
def _(event: MessagePosted) -> str:
    return f"{who(event.by)} writes to the table: “{quoted(event.text)}”."


@said.register
def _(event: MessageSeen) -> str:
    return f"{side(event.side)} has read the message."


@said.register
def _(event: ProfileChanged) -> str:
    return (
        f"{who(event.by)} ordered {event.profile.title} from the next game on, "
        f"because {clause(event.why)}."
    )


@said.register
def _(event: DeviceLost) -> str:
    return f"The {event.device} stopped answering: {clause(event.why)}."


@said.register
def _(event: DeviceBack) -> str:
    return f"The {event.device} answers again."


@said.register
def _(event: Halted) -> str:
    return f"The table had stopped itself: {clause(event.why)}."


@said.register
def _(_event: Restarted) -> str:
    return "The table started again."


@said.register
def _(event: ClockRestored) -> str:
    return (
        f"Clocks restored on {side(event.side)}'s turn: {times(event.reserve)}; "
        f"the journal had {times(event.journaled)}."
    )


@said.register
def _(event: TableTakenOver) -> str:
    return (
        f"Journal {event.by_journal_id} goes on with the match of journal "
        f"{event.old_journal_id} from row {event.head_seq}."
    )
