"""Cycles of objects are freed on Kivy's thread alone, between two frames.

Kivy's widgets, canvases and what is on them hold each other in cycles. Where another thread
happens to collect them while Kivy draws, the half that is being drawn stays in memory for ever
(Kivy 2.3.1, CPython 3.11): on a busy machine 170 MB in 1,000 changes.
"""

import gc

EVERY_FLIPS = 8
"""A collection takes about a millisecond, since all that was there at the start is left out."""


class FrameGarbage:
    """Collects after every few flips, instead of Python on whichever thread."""

    def __init__(self) -> None:
        self._flips = 0

    def start(self) -> None:
        """Take collecting over from Python, and leave out what is there by now."""
        gc.collect()
        gc.freeze()
        gc.disable()

    def stop(self) -> None:
        """Give it back."""
        gc.enable()
        gc.unfreeze()

    def count_flip(self) -> None:
        """Collect if it is time. On Kivy's thread, while nothing is drawn."""
        self._flips += 1
        if self._flips % EVERY_FLIPS == 0:
            gc.collect()
