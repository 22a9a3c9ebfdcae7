"""The page on which a table joins an event, while somebody has it open: it asks the table, and
shuts by itself. Without Kivy; told the time.
"""

from collections.abc import Callable

from kiosk.rules.units import SECOND_NS
from kiosk.screen.joining import Does, Page, Typing, page, pressed, standing
from kiosk.screen.view import ScreenView
from kiosk.wire.joining import EventJoin, JoinLeft, JoinStep

IDLE_NS = 180 * SECOND_NS
"""So long untouched, and it shuts."""

WAITS = frozenset({JoinStep.FREE, JoinStep.LOOKING})


class JoinPage:
    """`join` hears what is asked of the table, `speak` that the next language is wanted."""

    def __init__(
        self, join: Callable[[EventJoin | JoinLeft], None], speak: Callable[[], None]
    ) -> None:
        self.typing: Typing | None = None
        """What was typed, while somebody has opened it."""
        self._join, self._speak = join, speak
        self._touched_ns = 0

    def open(self, now_ns: int, typing: Typing = Typing()) -> None:  # noqa: B008 (it is frozen)
        self.typing, self._touched_ns = typing, now_ns
        self._join(EventJoin())

    def press(self, key: str, view: ScreenView, now_ns: int) -> None:
        """One of its keys, by name."""
        if view.join is None:
            return
        self._touched_ns = now_ns
        self.typing, said = pressed(self.typing, key, view.join)
        if said is not None:
            self._join(said)
        if key == Does.LANGUAGE:
            self._speak()

    def shown(self, view: ScreenView, now_ns: int) -> Page | None:
        """What stands on it now, if it is there."""
        waits = view.join is not None and view.join.step in WAITS
        if self.typing is not None and waits and now_ns - self._touched_ns > IDLE_NS:
            self.typing = None
            self._join(JoinLeft())
        self.typing = standing(self.typing, view.join)
        return page(view.join, self.typing, view.bottom.language, view.other_language)
