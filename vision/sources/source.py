"""The protocol of every camera, real or simulated."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol, Self, runtime_checkable

from vision.errors import CameraStalled, CannotAdjust
from vision.frame import Frame
from vision.sources.setting import CameraSetting, Limits


class SourceClock(Protocol):
    """Monotonic time and waiting. The module `time` is one; tests bring their own."""

    def monotonic_ns(self) -> int:
        """Nanoseconds that never run back."""

    def sleep(self, seconds: float, /) -> None:
        """Let this much time pass."""


@runtime_checkable
class FrameSource(Protocol):
    """A camera: started once, asked for frames, stopped. `with source:` starts and stops it.

    Frames come with rising `seq` and rising `at_ns`; a caller who is late misses frames, never
    gets old ones. One thread asks for frames.
    """

    def start(self) -> None:
        """Open the device. Raises CameraMissing when it cannot be opened."""

    def next_frame(self, timeout_s: float) -> Frame:
        """The next frame not handed out yet.

        Raises CameraStalled when none came in time, CameraEnded after a recording's last.
        """

    def stop(self) -> None:
        """Close the device. Stopping a stopped source does nothing."""

    def limits(self) -> Limits:
        """The limits of a started source. Raises CannotAdjust where nothing can be set."""

    def adjust(self, setting: CameraSetting, timeout_s: float) -> None:
        """Fix focus and exposure; every frame asked for from now on is taken so.

        Raises CannotAdjust, or CameraStalled when no frame was taken so in time.
        """

    def __enter__(self) -> Self:
        """Start."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop."""


class Started:
    """`with` for sources: starts on entry, stops on exit. Refuses adjustments with a reason."""

    why_fixed = "this camera's focus and exposure cannot be set from here"

    def start(self) -> None:
        """Open the device."""
        raise NotImplementedError

    def stop(self) -> None:
        """Close the device."""
        raise NotImplementedError

    def limits(self) -> Limits:
        """See `FrameSource`."""
        raise CannotAdjust(f"Nothing was adjusted: {self.why_fixed}.")

    def adjust(self, _setting: CameraSetting, _timeout_s: float) -> None:
        """See `FrameSource`."""
        raise CannotAdjust(f"Nothing was adjusted: {self.why_fixed}.")

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


def stalled(timeout_s: float) -> CameraStalled:
    """No frame came within the time allowed."""
    return CameraStalled(
        f"No frame within {timeout_s:g} s: check the camera's cable, or restart it."
    )


def not_started() -> CameraStalled:
    """A frame was asked for before `start` or after `stop`."""
    return CameraStalled("No frame: the camera is not started; call start() first.")
