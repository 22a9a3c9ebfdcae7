"""The director's, the devices' and the table's own facts, in words."""

from kiosk.rules import events as e
from kiosk.wire.phrases import because, clause, quoted, side, times, who
from kiosk.wire.words.said import said


@said.register
def _(event: e.Refused) -> str:
    whose = f" by {side(event.side)}" if event.side else ""
    return f"Refused: {event.command}{whose}, because {because(event.reasons)}."


@said.register
def _(event: e.DirectorCalled) -> str:
    return f"{side(event.side)} calls the director."


@said.register
def _(event: e.MessagePosted) -> str:
    return f"{who(event.by)} writes to the table: “{quoted(event.text)}”."


@said.register
def _(event: e.MessageSeen) -> str:
    return f"{side(event.side)} has read the message."


@said.register
def _(event: e.ProfileChanged) -> str:
    return (
        f"{who(event.by)} ordered {event.profile.title} from the next game on, "
        f"because {clause(event.why)}."
    )


@said.register
def _(event: e.DeviceLost) -> str:
    return f"The {event.device} stopped answering: {clause(event.why)}."


@said.register
def _(event: e.DeviceBack) -> str:
    return f"The {event.device} answers again."


@said.register
def _(event: e.Halted) -> str:
    return f"The table had stopped itself: {clause(event.why)}."


@said.register
def _(_event: e.Restarted) -> str:
    return "The table started again."


@said.register
def _(event: e.ClockRestored) -> str:
    return (
        f"Clocks restored on {side(event.side)}'s turn: {times(event.reserve)}; "
        f"the journal had {times(event.journaled)}."
    )


@said.register
def _(event: e.TableTakenOver) -> str:
    return (
        f"Journal {event.by_journal_id} goes on with the match of journal "
        f"{event.old_journal_id} from row {event.head_seq}."
    )
