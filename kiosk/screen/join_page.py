"""The join page while it is open: asks the table, and closes by itself. Without Kivy; time is
passed in.
"""

from collections.abc import Callable

from kiosk.rules.units import SECOND_NS
from kiosk.screen.joining import Does, Page, Typing, page, press_key, update_typing
from kiosk.screen.view import ScreenView
from kiosk.wire.joining import EventJoin, JoinLeft, JoinStep

IDLE_NS = 180 * SECOND_NS
"""It closes after this long without a touch."""

WAITS = frozenset({JoinStep.FREE, JoinStep.LOOKING})


class JoinPage:
    """`join` takes requests to the table; `speak` asks for the next language."""

    def __init__(
        self, join: Callable[[EventJoin | JoinLeft], None], speak: Callable[[], None]
    ) -> None:
        self.typing: Typing | None = None
        """What was typed; None while the page is closed."""
        self._join, self._speak = join, speak
        self._touched_ns = 0

    def open(self, now_ns: int, typing: Typing = Typing()) -> None:  # noqa: B008 (it is frozen)
        self.typing, self._touched_ns = typing, now_ns
        self._join(EventJoin())

    def press(self, key: str, view: ScreenView, now_ns: int) -> None:
        """Press one of its keys, by name."""
        if view.join is None:
            return
        self._touched_ns = now_ns
        self.typing, request = press_key(self.typing, key, view.join)
        if request is not None:
            self._join(request)
        if key == Does.LANGUAGE:
            self._speak()

    def current_page(self, view: ScreenView, now_ns: int) -> Page | None:
        """The page's content now; None if it is not shown."""
        waits = view.join is not None and view.join.step in WAITS
        if self.typing is not None and waits and now_ns - self._touched_ns > IDLE_NS:
            self.typing = None
            self._join(JoinLeft())
        self.typing = update_typing(self.typing, view.join)
        return page(view.join, self.typing, view.bottom.language, view.other_language)
