"""A running table joins an event by the card on its board, or by an address and code typed at its
screen.

Requests come on any thread; the network is used on the thread `enrol`. The result is stored beside
the journal, where the table's loop finds it within a second.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from kiosk.table.enrolment import (
    TIMEOUT_S,
    EnrolmentMeans,
    by_card,
    by_code,
    enrol,
    keep,
    stored_enrolment,
)
from kiosk.table.errors import TableSettingsError
from kiosk.table.line import LineDown
from kiosk.wire.errors import CardInvalid, EnrolmentRefused, NotTheDirector, WireError
from kiosk.wire.joining import EventJoin, JoinLeft, JoinRefusal, JoinStep, JoinView
from kiosk.wire.signing import DeviceKey

LOOK_S = 180.0
"""How long the camera looks for a card after a request."""

SHOWN_S = 60.0
"""How long a screen shows the result, unless it is closed."""

AGAIN_S = 30.0
"""A card that was tried and still lies there is tried again after this time."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Attempt:
    """One attempt to enrol, by a card or a typed code. `card`: the card's text."""

    card: str = ""
    stopping: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None


class Enroller:
    """One attempt at a time. `may`: whether this table may join an event now; `camera`: whether
    there is one that reads cards. `clock_s` is for tests.
    """

    def __init__(
        self,
        journal: Path,
        key: Callable[[], DeviceKey],
        app: str,
        *,
        may: Callable[[], bool],
        camera: bool,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._journal, self._key, self._app = journal, key, app
        self._may, self._camera, self._clock_s = may, camera, clock_s
        self._lock = threading.Lock()
        """Guards everything below; held for moments only."""
        self._attempt: _Attempt | None = None
        self._shown = JoinView(JoinStep.FREE)
        self._since_s = self._looks_until_s = clock_s()
        self._address = _last_address(journal)
        self._tried_card = ""

    def view(self) -> JoinView | None:
        """Progress for the screen; None while the table may not join. Any thread."""
        if not self._may():
            return None
        with self._lock:
            self._tidy()
            return self._view()

    @property
    def wants_card(self) -> bool:
        """Whether a card is to be looked for. Any thread."""
        with self._lock:
            self._tidy()
            return self._shown.step is JoinStep.LOOKING

    def try_card(self, text: str) -> None:
        """Ask by the card that lies on the board, unless this table asks already. Any thread."""
        if not self._may():
            return
        with self._lock:
            self._tidy()
            busy = self._shown.step not in {JoinStep.FREE, JoinStep.LOOKING, JoinStep.REFUSED}
            again = self._clock_s() - self._since_s >= AGAIN_S
            if not busy and (text != self._tried_card or again):
                self._begin(_Attempt(text), lambda: by_card(text))

    def handle(self, request: EventJoin | JoinLeft) -> None:
        """Handle a request from the screen. Any thread."""
        if isinstance(request, JoinLeft):
            self.leave()
        elif self._may():
            with self._lock:
                self._ask(request)

    def leave(self) -> None:
        """Stop asking, or a match begins; the card may still lie there. Any thread."""
        with self._lock:
            if self._attempt is not None:
                self._tried_card = self._attempt.card
            self._stop()
            self._show(JoinView(JoinStep.FREE))

    def close(self) -> None:
        with self._lock:
            attempt = self._attempt
            self._stop()
        if attempt is not None and attempt.thread is not None:
            attempt.thread.join(TIMEOUT_S)

    # --- with the lock held ----------------------------------------------------------------------

    def _ask(self, request: EventJoin) -> None:
        self._stop()
        self._tried_card = ""
        if request.code:
            address = request.address or self._address
            self._begin(_Attempt(), lambda: by_code(address, request.code))
        else:
            self._looks_until_s = self._clock_s() + LOOK_S
            self._show(JoinView(JoinStep.LOOKING if self._camera else JoinStep.FREE))

    def _begin(self, attempt: _Attempt, means: Callable[[], EnrolmentMeans]) -> None:
        attempt.thread = threading.Thread(
            target=self._run, args=(attempt, means), name="enrol", daemon=True
        )
        self._attempt = attempt
        self._show(JoinView(JoinStep.ASKING))
        attempt.thread.start()

    def _stop(self) -> None:
        if self._attempt is not None:
            self._attempt.stopping.set()
        self._attempt = None

    def _show(self, view: JoinView) -> None:
        if view != self._shown:
            self._shown, self._since_s = view, self._clock_s()

    def _view(self) -> JoinView:
        shown = self._shown
        return JoinView(
            shown.step, self._address, self._camera, shown.digits, shown.number, shown.why
        )

    def _tidy(self) -> None:
        """End what was shown long enough."""
        now_s, step = self._clock_s(), self._shown.step
        ended = step in {JoinStep.JOINED, JoinStep.REFUSED} and now_s - self._since_s >= SHOWN_S
        if ended or (step is JoinStep.LOOKING and now_s >= self._looks_until_s):
            self._show(JoinView(JoinStep.FREE))

    # --- the thread ------------------------------------------------------------------------------

    def _run(self, attempt: _Attempt, means_of: Callable[[], EnrolmentMeans]) -> None:
        try:
            means = means_of()
            with self._lock:
                self._address = urlsplit(means.urls[0]).netloc
            joined = enrol(
                means,
                self._key(),
                self._app,
                lambda digits: self._step(attempt, JoinView(JoinStep.COMPARING, digits=digits)),
                attempt.stopping,
            )
            if attempt.stopping.is_set() or not self._may():
                raise EnrolmentRefused("a match begins at this table: join when it is over")
            keep(self._journal, joined)
        except (WireError, LineDown, TableSettingsError, OSError) as error:
            _log.warning("not enrolled: %s", error)
            refused = JoinView(JoinStep.REFUSED, why=refusal_of(error))
            self._step(attempt, refused, tried_card=attempt.card)
        else:
            with self._lock:
                self._address = urlsplit(joined.url).netloc
            joined_now = JoinView(JoinStep.JOINED, number=joined.number)
            self._step(attempt, joined_now, tried_card=attempt.card)

    def _step(self, attempt: _Attempt, view: JoinView, tried_card: str = "") -> None:
        """Show an attempt's progress, unless it was given up."""
        if view.digits:
            _log.info("asks to be enrolled: the console shows %s, too", view.digits)
        with self._lock:
            if attempt is self._attempt:
                self._tried_card = tried_card
                self._show(view)


def refusal_of(error: Exception) -> JoinRefusal:
    """Reason of a failed attempt, for a screen."""
    match error:
        case EnrolmentRefused():
            return error.refusal
        case CardInvalid():
            return JoinRefusal.CARD_UNREADABLE
        case NotTheDirector():
            return JoinRefusal.NOT_THE_DIRECTOR
        case LineDown():
            return JoinRefusal.NO_ANSWER
        case OSError() | TableSettingsError():
            return JoinRefusal.NOT_KEPT
    return JoinRefusal.OTHER


def _last_address(journal: Path) -> str:
    """Address of the director who enrolled this table last."""
    try:
        joined = stored_enrolment(journal)
    except TableSettingsError:
        return ""  # the loop reports it
    return "" if joined is None else urlsplit(joined.url).netloc
