"""The frames of the window: the first ones on a bare display, and which are drawn."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from kits.screen_kit import STATES, UP, moving, seen

from kiosk.catalogue.languages import ENGLISH_ONLY
from kiosk.rules.reasons import Reason
from kiosk.rules.units import Side
from kiosk.screen.keeper import SetUpKeeper
from kiosk.screen.set_up import ScreenSetUp
from kiosk.screen.state import REFUSAL_SHOWN_NS, TapRefusal
from kiosk.screen.view import BEAT_NS, view
from kiosk.wire.snapshot import Snapshot

WHITE = Side.WHITE


@pytest.mark.usefixtures("bench")
def test_each_of_the_first_flips_is_drawn_over_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first scan-out may stay black, however late a slow machine comes to it."""
    from kiosk.screen import window  # noqa: PLC0415 - it opens the window

    asked: list[float] = []
    clock = SimpleNamespace(schedule_once=lambda _again, seconds: asked.append(seconds))
    monkeypatch.setattr(window, "Clock", clock)
    done: list[str] = []
    monkeypatch.setattr(window, "glFinish", lambda: done.append("finish"))
    told: list[str] = []
    screen: Any = SimpleNamespace(
        _flips=0,
        _garbage=SimpleNamespace(count_flip=lambda: done.append("collect")),
        _notifier=SimpleNamespace(ready=told.append),
        _note_drawn=lambda *, frame: done.append("noted") if frame else None,
    )
    glass = SimpleNamespace(flip=lambda: done.append("flip"))
    for _ in range(window.FIRST_FLIPS + 2):
        window.ScreenWindow.flip(screen, glass)
    assert done == ["flip", "finish", "noted", "collect"] * (window.FIRST_FLIPS + 2)
    assert asked == [window.FLIP_AGAIN_S] * window.FIRST_FLIPS
    assert told == ["the screen is drawn"]


@pytest.fixture
def screen(bench: Any, tmp_path: Path) -> Iterator[Any]:
    """A whole screen in the bench's window, shown by the test what its table would show it."""
    from kivy.core.window import Window  # noqa: PLC0415 - it opens the window

    from kiosk.screen.window import (  # noqa: PLC0415 - it opens the window
        FIRST_FLIPS,
        ScreenWindow,
    )

    bench.close()
    made = ScreenWindow(tmp_path / "nobody.sock", ENGLISH_ONLY, SetUpKeeper(ScreenSetUp()))
    made._flips = FIRST_FLIPS + 1  # none is drawn over once more
    Window.add_widget(made.glass)
    Window.bind(on_flip=made.flip)
    yield made
    Window.unbind(on_flip=made.flip)
    Window.remove_widget(made.glass)
    made.link.close()


def show(screen: Any, snapshot: Snapshot, seq: int) -> None:
    snapshot = msgspec.structs.replace(snapshot, seq=seq)
    screen.link.seen = replace(screen.link.seen, snapshot=snapshot, link=UP)
    screen._changed()


def test_a_row_that_changes_nothing_to_be_seen_needs_no_frame(screen: Any, bench: Any) -> None:
    show(screen, seen(STATES["between games"]()), 7)
    bench.frame()
    show(screen, seen(STATES["between games"]()), 8)
    bench.frame()
    show(screen, seen(moving()), 9)
    bench.frame()
    drawn = [(seq, frame) for seq, _ns, frame in screen.frames]
    assert drawn == [(7, True), (8, False), (9, True)]


def test_what_is_shown_is_drawn_once_for_all_that_ask_for_it_at_once(
    screen: Any, bench: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int | None] = []
    monkeypatch.setattr(screen.glass, "show", lambda shown, _pictures: drawn.append(shown.seq))
    for seq in (7, 8):
        if seq == 8:
            screen._again()
        show(screen, seen(STATES["between games"]()), seq)
        screen._again()
        bench.frame()
    assert drawn == [7, 8]


@pytest.mark.usefixtures("screen")
def test_a_picture_changes_by_itself_when_the_first_thing_in_it_does() -> None:
    from kiosk.screen.window import LATER_NS, changes_in_ns  # noqa: PLC0415 - it opens the window

    resting, runs = seen(STATES["between games"]()), seen(moving())
    at = runs.at_ns
    assert changes_in_ns(view(resting, at, UP), UP, at) is None
    assert changes_in_ns(view(runs, at, UP), UP, at) == BEAT_NS - at % BEAT_NS + LATER_NS
    refused = replace(
        UP, refusals=(TapRefusal(WHITE, (Reason.NOT_NOW,), at, at + REFUSAL_SHOWN_NS),)
    )
    until = REFUSAL_SHOWN_NS + LATER_NS
    assert changes_in_ns(view(resting, at, refused), refused, at) == until
    assert changes_in_ns(view(resting, at, refused), refused, at + REFUSAL_SHOWN_NS) is None
