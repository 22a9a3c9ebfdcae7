"""The one way into the table's thread: a bounded queue of commands and their senders."""

import queue
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field

from kiosk.rules.command import Command
from kiosk.table.errors import InboxFull
from kiosk.wire.messages import ClientAnswer

SIZE = 1000


@dataclass(frozen=True, slots=True)
class PostedCommand:
    """A command on its way to the table. `by` is the sender as the journal names it."""

    command: Command
    by: str
    command_id: str = field(default_factory=lambda: uuid.uuid4().hex)
    answer: Callable[[ClientAnswer], None] = lambda _answer: None


class Inbox:
    """Any thread may post; only the table's thread takes."""

    def __init__(self, size: int = SIZE) -> None:
        self._queue: queue.Queue[PostedCommand] = queue.Queue(size)
        self.overflowed = False

    def post(self, posted: PostedCommand) -> None:
        """Queue a command. Raises InboxFull: a full inbox ends the process; nothing is dropped
        silently.
        """
        try:
            self._queue.put_nowait(posted)
        except queue.Full:
            self.overflowed = True
            kind = type(posted.command).__name__
            raise InboxFull(
                f"the table has {self._queue.maxsize} undecided commands and can't take {kind}; "
                "restart it"
            ) from None

    def take(self, timeout_s: float) -> PostedCommand | None:
        """The next command, or None if none came within `timeout_s`."""
        try:
            return self._queue.get(timeout=max(0.0, timeout_s))
        except queue.Empty:
            return None
