"""Cameras: the Pi's, the simulated one, a folder of pictures."""

from vision.sources.folder import FolderSource
from vision.sources.pi import Picamera2Source, PiSettings
from vision.sources.simulated import SceneSource
from vision.sources.source import Clock, FrameSource

__all__ = ["Clock", "FolderSource", "FrameSource", "PiSettings", "Picamera2Source", "SceneSource"]
