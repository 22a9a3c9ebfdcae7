"""A half's picture, kept as a texture between frames, so that only changes are painted.

A software driver needs processor time for every pixel. Needs a window.
"""

from collections.abc import Iterable

from kivy.graphics import Callback, Canvas, Color, Fbo, Rectangle, ScissorPop, ScissorPush
from kivy.graphics.instructions import InstructionGroup
from kivy.graphics.opengl import GL_BLEND, glDisable, glEnable

from kiosk.screen.items import Box

PatchMarks = tuple[Box, tuple[Canvas, ...]]
"""A patch in whole pixels, and its marks from back to front, which together cover it."""


class Surface:
    """A half's texture and the rectangle that shows it, added to the current canvas.

    It has no stencil: no mark may use Kivy's smooth shapes in a translucent colour.
    """

    def __init__(self) -> None:
        self.size = (0, 0)
        self._groups: list[InstructionGroup] = []
        self._drawn = False
        self._fbo = Fbo(size=(1, 1), push_viewport=True)
        self._fbo.after.add(Callback(self._note_drawn))
        Color(1, 1, 1, 1)
        Callback(lambda _: glDisable(GL_BLEND))  # it is opaque, and blending is slow
        self._shown = Rectangle(size=self.size)
        Callback(lambda _: glEnable(GL_BLEND))

    def resize(self, size: tuple[int, int]) -> None:
        """Resize and clear it; all of it must be painted next."""
        self.size = size
        self._forget()
        self._fbo.size = tuple(max(side, 1) for side in size)
        texture = self._fbo.texture
        texture.mag_filter = texture.min_filter = "nearest"
        self._shown.texture, self._shown.size = texture, size

    def paint(self, patches: Iterable[PatchMarks]) -> None:
        """Paint these patches with the next frame, after those already queued."""
        for patch, marks in patches:
            if self._drawn or (patch.w, patch.h) == self.size:
                self._forget()
            self._groups.append(_clipped(patch, marks))
            self._fbo.add(self._groups[-1])

    def _note_drawn(self, _instruction: Callback) -> None:
        self._drawn = True

    def _forget(self) -> None:
        """Drop what is queued, and let go of all marks."""
        for group in self._groups:
            group.clear()
        self._groups, self._drawn = [], False
        self._fbo.clear()


def _clipped(patch: Box, marks: Iterable[Canvas]) -> InstructionGroup:
    group = InstructionGroup()
    group.add(ScissorPush(x=int(patch.x), y=int(patch.y), width=int(patch.w), height=int(patch.h)))
    for mark in marks:
        group.add(mark)
    group.add(ScissorPop())
    return group
