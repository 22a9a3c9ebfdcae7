"""Garbage collection on Kivy's thread only, between two frames.

Kivy's widgets and canvases hold each other in cycles. If another thread collects them while Kivy
draws, the half being drawn is never freed (Kivy 2.3.1, CPython 3.11): on a busy machine 170 MB in
1,000 changes.
"""

import gc

EVERY_FLIPS = 8
"""Flips between collections. One takes about 1 ms, as objects from the start are frozen."""


class FrameGarbage:
    """Collects after every few flips, in place of Python's automatic collection."""

    def __init__(self) -> None:
        self._flips = 0

    def start(self) -> None:
        """Disable Python's automatic collection, and exclude all objects that exist now."""
        gc.collect()
        gc.freeze()
        gc.disable()

    def stop(self) -> None:
        """Restore Python's automatic collection."""
        gc.enable()
        gc.unfreeze()

    def count_flip(self) -> None:
        """Collect if it is time. Call on Kivy's thread, while nothing is drawn."""
        self._flips += 1
        if self._flips % EVERY_FLIPS == 0:
            gc.collect()
