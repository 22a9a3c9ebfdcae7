"""The errors of `vision`. Messages are for people: what happened, the value, what to do."""


class VisionError(Exception):
    """Root of every error this package raises on purpose."""


class CameraMissing(VisionError):
    """The camera cannot be opened: a library, a cable or a permission is missing."""


class CameraStalled(VisionError):
    """No frame came within the time the caller allowed."""


class CameraEnded(CameraStalled):
    """A recording was played to its last frame."""


class CannotAdjust(VisionError):
    """This source has no focus or exposure that could be set from here."""


class RecordingInvalid(CameraMissing, CameraStalled):
    """A recording cannot be played, or not on: there is none, a picture is broken or of another
    size than the first, or the times beside it do not fit."""


class NetMissing(VisionError):
    """A net that belongs to the package is missing."""


class SceneInvalid(VisionError):
    """A posed scene cannot be read: a field is missing, of the wrong type or out of range."""


class ThrowImpossible(VisionError):
    """No rest of the wanted kind fits on this board: no room, or nothing to lean on."""
