"""The running screen: Kivy's loop around a glass, a link to the table and perhaps a driver.

Import it only after `run` has set Kivy's environment; the import opens the window.
"""

import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from kivy.base import EventLoop, runTouchApp
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import glFinish

from kiosk.catalogue.languages import Languages
from kiosk.notify import Notifier
from kiosk.rules.units import SECOND_NS, Side
from kiosk.screen.controls import Give
from kiosk.screen.errors import ScreenError
from kiosk.screen.garbage import FrameGarbage
from kiosk.screen.glass import GlassWidget
from kiosk.screen.joining import next_language
from kiosk.screen.keeper import SetUpKeeper
from kiosk.screen.link import Answered, TableLink
from kiosk.screen.set_up import SetUpChange
from kiosk.screen.shapes import paint_plain_unfiltered
from kiosk.screen.speech import EspeakSpeaker, SpokenPrompts
from kiosk.screen.state import LinkStatus
from kiosk.screen.theme import THEMES
from kiosk.screen.view import BEAT_NS, ScreenView, languages_of, view

T = TypeVar("T")

LATER_NS = SECOND_NS // 20
"""Margin after which a timed change has surely happened."""

LAST_FRAMES = 500
ANSWER_S = 20.0
FIRST_FLIPS = 3
FLIP_AGAIN_S = 0.3
"""Delay of a second draw after each of the first FIRST_FLIPS flips: a bare display may stay black
until something is drawn after its first frame.
"""


class ScreenWindow:
    """Draws the link's view and sends taps."""

    def __init__(self, socket: Path, languages: Languages, keeper: SetUpKeeper) -> None:
        self._languages = languages
        self._keeper = keeper
        self._speaker = EspeakSpeaker()
        self._spoken = SpokenPrompts(self._speaker, languages)
        self._changed = Clock.create_trigger(self._draw, 0)
        self.link = TableLink(socket, self._changed)
        self.glass = GlassWidget(
            self._give,
            pin=keeper.pin,
            change=self._change,
            join=self.link.join,
            speak=self._speak,
        )
        self.frames: deque[tuple[int, int, bool]] = deque(maxlen=LAST_FRAMES)
        """(seq of a snapshot, monotonic ns when it was on the glass, whether a frame was drawn for
        it), newest last.
        """
        self.drawn = threading.Condition()
        self._notifier = Notifier()
        self._flips = 0
        self._garbage = FrameGarbage()
        self.answered: Answered = lambda _answer: None
        self._shown_seq: int | None = None
        self._again: Any = Clock.create_trigger(self._draw, 0)
        """Draws again when the view changes by itself."""

    @property
    def view(self) -> ScreenView | None:
        return self.glass.view

    def run(self) -> None:
        """Run until the window is closed or `stop` is called."""
        Window.clearcolor = (0, 0, 0, 1)
        paint_plain_unfiltered()
        Window.bind(on_flip=self.flip)
        self._stand()
        self._draw()
        if self._notifier.every_s is not None:
            Clock.schedule_interval(lambda _dt: self._notifier.beat(), self._notifier.every_s)
        self._garbage.start()
        self.link.start()
        try:
            runTouchApp(self.glass)
        finally:
            self._notifier.stopping()
            self._notifier.close()
            self.link.close()
            self._speaker.close()
            self._garbage.stop()

    def stop(self) -> None:
        """End `run`; safe in a signal handler."""
        EventLoop.quit = True

    def on_loop(self, work: Callable[[], T]) -> T:
        """Run `work` on Kivy's thread and return its result. Raises what it raises, and ScreenError
        after ANSWER_S.
        """
        results: queue.SimpleQueue[tuple[T | None, Exception | None]] = queue.SimpleQueue()

        def do(_dt: float) -> None:
            try:
                results.put((work(), None))
            except Exception as error:  # noqa: BLE001 - it is raised on the thread that asked
                results.put((None, error))

        Clock.schedule_once(do, 0)
        try:
            result, error = results.get(timeout=ANSWER_S)
        except queue.Empty:
            raise ScreenError(
                f"the screen did nothing for {ANSWER_S:g} s; it may be ending"
            ) from None
        if error is not None:
            raise error
        return result  # type: ignore[return-value]  # no error, so it is there

    def _give(self, side: Side, gift: Give, at_ns: int) -> None:
        self.link.ask(gift.action, side, gift.values, at_ns, self.answered)

    def _change(self, change: SetUpChange) -> None:
        self._keeper.change(change)
        self._stand()
        self._draw()

    def _speak(self) -> None:
        """Switch to the next language."""
        now = languages_of(None, self._languages, self._keeper.now.language).white
        self._keeper.speak(next_language(self._languages, now))
        self._draw()

    def _stand(self) -> None:
        now = self._keeper.now
        self.glass.stand(now.layout, THEMES[now.theme], self._keeper.shine())

    def _draw(self, _dt: float = 0.0) -> None:
        """Draw the current view; cancels other pending draws."""
        self._changed.cancel()
        self._again.cancel()
        seen = self.link.seen
        languages = languages_of(seen.snapshot, self._languages, self._keeper.now.language)
        now_ns = time.monotonic_ns()
        set_up = self._keeper.now if self._keeper.pin else None
        shown = view(seen.snapshot, now_ns, seen.link, languages, self._languages, set_up)
        self.glass.show(shown, seen.pictures)
        self._spoken.show(shown)
        self._shown_seq = shown.seq
        if self._flips and not Window.canvas.needs_redraw:
            self._note_drawn(frame=False)
        left_ns = changes_in_ns(shown, seen.link, time.monotonic_ns())
        if left_ns is not None:
            self._again = Clock.schedule_once(self._draw, left_ns / SECOND_NS)

    def flip(self, window: Any) -> bool:
        """Flip, then note what is shown and since when. Returns True: Kivy need not flip again.

        Waits for each frame; else a software driver queues up to 64 of them, 4 MB each.
        """
        window.flip()
        glFinish()
        self._flips += 1
        if self._flips == 1:
            self._notifier.ready("the screen is drawn")
        if self._flips <= FIRST_FLIPS:
            Clock.schedule_once(lambda _dt: window.canvas.ask_update(), FLIP_AGAIN_S)
        self._note_drawn(frame=True)
        self._garbage.count_flip()
        return True

    def _note_drawn(self, *, frame: bool) -> None:
        """Note that the current view is on the glass; `frame`: a frame was drawn for it."""
        seq = self._shown_seq
        if seq is not None and (not self.frames or self.frames[-1][0] != seq):
            with self.drawn:
                self.frames.append((seq, time.monotonic_ns(), frame))
                self.drawn.notify_all()


def changes_in_ns(shown: ScreenView, link: LinkStatus, now_ns: int) -> int | None:
    """Ns until the view changes by itself; None if it does not."""
    due = [each.until_ns - now_ns for each in link.refusals]
    if shown.changes_at > now_ns:
        due.append((shown.changes_at - now_ns) % SECOND_NS or SECOND_NS)
    if shown.bottom.beat is not None or shown.top.beat is not None:
        due.append(BEAT_NS - now_ns % BEAT_NS)
    return min((left_ns + LATER_NS for left_ns in due if left_ns > 0), default=None)
