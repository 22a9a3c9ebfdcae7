"""The window's first frames on a bare display."""

import threading
from types import SimpleNamespace
from typing import Any

import pytest


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
        _shown_seq=None,
        frames=[],
        drawn=threading.Condition(),
    )
    glass = SimpleNamespace(flip=lambda: done.append("flip"))
    for _ in range(window.FIRST_FLIPS + 2):
        window.ScreenWindow._flip(screen, glass)
    assert done == ["flip", "finish", "collect"] * (window.FIRST_FLIPS + 2)
    assert asked == [window.FLIP_AGAIN_S] * window.FIRST_FLIPS
    assert told == ["the screen is drawn"]
