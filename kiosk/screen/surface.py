"""What a half shows, kept from frame to frame as a texture: only what changed is painted anew.

A driver in software paints each pixel at the cost of everything else the machine does. Needs a
window.
"""

from collections.abc import Iterable

from kivy.graphics import Callback, Canvas, Color, Fbo, Rectangle, ScissorPop, ScissorPush
from kivy.graphics.instructions import InstructionGroup
from kivy.graphics.opengl import GL_BLEND, glDisable, glEnable

from kiosk.screen.items import Box

Patch = tuple[Box, tuple[Canvas, ...]]
"""A part of the half in whole pixels, and all that lies in it from back to front: it covers the
part.
"""


class Surface:
    """A half's texture, and the rectangle that shows it, on the canvas that is being filled."""

    def __init__(self) -> None:
        self.size = (0, 0)
        self._pending: list[Patch] = []
        self._fbo = Fbo(size=(1, 1), push_viewport=True)
        Color(1, 1, 1, 1)
        Callback(lambda _: glDisable(GL_BLEND))  # all of it is opaque, and blending takes long
        self._shown = Rectangle(size=self.size)
        Callback(lambda _: glEnable(GL_BLEND))

    def resize(self, size: tuple[int, int]) -> None:
        """Of so many pixels, and empty: all of it must be painted next."""
        self.size = size
        self._pending.clear()
        self._fbo.clear()
        self._fbo.size = tuple(max(side, 1) for side in size)
        texture = self._fbo.texture
        texture.mag_filter = texture.min_filter = "nearest"
        self._shown.texture, self._shown.size = texture, size

    def paint(self, patches: Iterable[Patch]) -> None:
        """Paint these with the next frame, after what has been asked for since the last one."""
        self._pending += patches
        self._fbo.clear()
        for box, marks in self._pending:
            self._fbo.add(_clipped(box, marks))
        self._fbo.add(Callback(lambda _: self._pending.clear()))


def _clipped(box: Box, marks: Iterable[Canvas]) -> InstructionGroup:
    group = InstructionGroup()
    group.add(ScissorPush(x=int(box.x), y=int(box.y), width=int(box.w), height=int(box.h)))
    for mark in marks:
        group.add(mark)
    group.add(ScissorPop())
    return group
