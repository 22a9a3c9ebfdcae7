"""What to send the director next, and whether it answers. Pure: time is passed in, in seconds."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from kiosk.wire.sync import BEAT_S, MOST_UNDECIDED, Receipt, Rejected, Rejection, Undecided

LOST_S = 3.0
"""Without a receipt for this long the director counts as lost."""

FIRST_PAUSE_S = 0.2
LONGEST_PAUSE_S = 5.0
LONGEST_WORDS = 300
NO_NEWS_S = 3600.0
SILENCE = "silence"
STRANGER = "stranger"
DOUBT_S = 10.0
"""The director is trusted again this long after the last answer that was not its own."""

HOPELESS = frozenset(
    {Rejection.FORK, Rejection.SIGNATURE, Rejection.UNKNOWN_TABLE, Rejection.PROTOCOL}
)
"""Rejections that retrying cannot fix."""

_PICTURE = re.compile(r"[0-9a-f]{64}")


class RetryPauses:
    """Growing pauses with full jitter, so that a hundred tables do not come back in step."""

    def __init__(self, chance: Callable[[], float] = random.random) -> None:
        self._chance = chance
        self._failures = 0

    def next_pause_s(self) -> float:
        """Seconds to wait after one more failure."""
        longest = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2.0**self._failures)
        self._failures = min(self._failures + 1, 10)
        return longest * self._chance()

    def reset(self) -> None:
        self._failures = 0


@dataclass(frozen=True, slots=True)
class RowsToSend:
    """Send the rows after `after`, as many as fit, up to `upto`. Without rows it is a beat."""

    after: int
    upto: int
    undecided: tuple[Undecided, ...]


@dataclass(frozen=True, slots=True)
class PictureToSend:
    """Send the roll picture with this sha256."""

    name: str


@dataclass(frozen=True, slots=True)
class DirectorLost:
    """The director can't be reached, or takes nothing. `stranger`: another answers in its place."""

    why: str
    stranger: bool = False


@dataclass(frozen=True, slots=True)
class DirectorBack:
    """The director takes again what it is sent."""


class Uplink:
    """One table's side of the link. Only the director's own reply moves the cursor.

    Call `next_task` for what to send; report the result before the next call. `lost`: according to
    the journal the director was lost when the table stopped.
    """

    def __init__(
        self, now_s: float, *, lost: bool, chance: Callable[[], float] = random.random
    ) -> None:
        self._heard_s = now_s
        self._due_s = now_s
        """When the next beat is due, or the next try after a failure."""
        self._pausing = False
        self._pauses = RetryPauses(chance)
        self._head: int | None = None
        self._cursor: int | None = None
        self._undecided: dict[str, Undecided] = {}
        self._wanted: list[str] = []
        self._never: set[str] = set()
        self._why = "it did not answer"
        self._lost = lost
        self._reported: set[str] = set()
        self._trusted_s = now_s
        self._again = False
        """The last beat was an extra one, sent because the one before was no sign of life."""
        self._news: list[DirectorLost | DirectorBack] = []

    # --- from the table ---------------------------------------------------------------------------

    def committed(self, seq: int) -> None:
        """The journal ends at row `seq`. Nothing is sent before the first call."""
        self._head = seq

    def undecided(self, one: Undecided) -> None:
        """Send it with the next batch, and again until a receipt comes."""
        if len(self._undecided) < MOST_UNDECIDED:
            self._undecided[one.command_id] = one

    # --- what to do ------------------------------------------------------------------------------

    def next_task(self, now_s: float) -> RowsToSend | PictureToSend | float:
        """What to send now, or the seconds to wait unless something happens."""
        head = self._head
        if head is None:
            return NO_NEWS_S
        waiting = self._cursor is not None and self._cursor < head
        news = waiting or bool(self._undecided)
        if now_s >= self._due_s or (news and not self._pausing):
            self._due_s = now_s + BEAT_S
            self._pausing = False
            after = head if self._cursor is None else min(self._cursor, head)
            return RowsToSend(after, head, tuple(self._undecided.values()))
        if self._wanted and not self._pausing:
            return PictureToSend(self._wanted[0])
        return self._due_s - now_s

    def lost_in(self, now_s: float) -> float:
        """Seconds until the director counts as lost unless it answers."""
        return NO_NEWS_S if self._lost else max(0.0, self._heard_s + LOST_S - now_s)

    def news(self, now_s: float) -> tuple[DirectorLost | DirectorBack, ...]:
        """Losses and returns of the director since the last call."""
        if not self._lost and now_s >= self._heard_s + LOST_S:
            self._lose(SILENCE, f"no receipt for {LOST_S:.0f} s: {self._why}")
        news, self._news = tuple(self._news), []
        return news

    # --- what became of it -----------------------------------------------------------------------

    def receipt(
        self, now_s: float, batch: RowsToSend, sent: int, receipt: Receipt, *, alive: bool = True
    ) -> None:
        """Take the director's receipt for a batch of which `sent` rows went out.

        `alive`: the beat was a sign of life. If not, the receipt brought a new challenge, which is
        echoed at once, once.
        """
        if not alive and not self._again:
            self._due_s = now_s
        self._again = not alive
        self._cursor = max(0, receipt.seq)
        for one in batch.undecided:
            self._undecided.pop(one.command_id, None)
        if receipt.seq > batch.upto:
            why = f"the director has rows up to {receipt.seq}, the journal ends at {batch.upto}"
            self._stuck(now_s, Rejection.FORK, f"{why}: it was put back from an older copy")
            return
        self._heard_s = now_s
        self._find(now_s)
        wanted = [name for name in receipt.pictures if _PICTURE.fullmatch(name)]
        self._wanted = [name for name in dict.fromkeys(wanted) if name not in self._never]
        if sent and receipt.seq <= batch.after:
            self._pause(now_s, "the director keeps none of the rows it is sent")
        else:
            self._pauses.reset()

    def rejected(self, now_s: float, batch: RowsToSend, rejected: Rejected) -> None:
        """The director kept nothing of the batch, for the reason in `rejected`."""
        if rejected.code is Rejection.GAP:
            self._cursor = min(max(0, rejected.seq or 0), batch.upto)
            if self._cursor != batch.after:
                self._pauses.reset()
        if rejected.code in HOPELESS:
            self._stuck(now_s, rejected.code, rejected.why)
        else:
            self._pause(now_s, rejected.why)

    def stuck(self, now_s: float, why: str) -> None:
        """The director speaks another protocol."""
        self._stuck(now_s, Rejection.PROTOCOL, why)

    def stranger(self, now_s: float, why: str) -> None:
        """Something other than the director answered in its place."""
        self._trusted_s = now_s + DOUBT_S
        self._lose(STRANGER, _words(why))

    def failed(self, now_s: float, why: str) -> None:
        """Nothing came back, or nothing that makes sense."""
        self._pause(now_s, why)

    def settled(self, picture: PictureToSend) -> None:
        """The director has the picture, or asks for it again."""
        self._wanted = [name for name in self._wanted if name != picture.name]

    def never(self, picture: PictureToSend) -> None:
        """The picture can't be sent, now or later."""
        self._never.add(picture.name)
        self.settled(picture)

    def _pause(self, now_s: float, why: str) -> None:
        self._why = _words(why)
        self._due_s, self._pausing = now_s + self._pauses.next_pause_s(), True

    def _stuck(self, now_s: float, code: Rejection, why: str) -> None:
        self._why = _words(why)
        self._due_s, self._pausing = now_s + LONGEST_PAUSE_S, True
        self._lose(code.value, self._why)

    def _lose(self, code: str, why: str) -> None:
        """Report each reason once. A table that lost the director for silence reports the reason
        later.
        """
        if self._lost and (code in self._reported or code == SILENCE):
            return
        if self._lost:
            self._news.append(DirectorBack())
        self._news.append(DirectorLost(why, code == STRANGER))
        self._lost = True
        self._reported.add(code)

    def _find(self, now_s: float) -> None:
        if self._lost and now_s >= self._trusted_s:
            self._lost = False
            self._reported.clear()
            self._news.append(DirectorBack())


def _words(why: str) -> str:
    return " ".join(why.split())[:LONGEST_WORDS]
