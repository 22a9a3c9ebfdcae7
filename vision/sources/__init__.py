"""Cameras behind one protocol: the Pi's, USB, a video, a folder of pictures, the simulated one."""

from vision.sources.folder import FolderSource
from vision.sources.pace import Unhurried
from vision.sources.pi import Picamera2Source, PiSettings
from vision.sources.recording import PATIENCE_S, recording
from vision.sources.setting import CameraSetting, Limits
from vision.sources.simulated import SceneSource
from vision.sources.source import FrameSource, SourceClock
from vision.sources.usb import UsbSettings, UsbSource
from vision.sources.video import VideoSource

__all__ = [
    "PATIENCE_S",
    "CameraSetting",
    "FolderSource",
    "FrameSource",
    "Limits",
    "PiSettings",
    "Picamera2Source",
    "SceneSource",
    "SourceClock",
    "Unhurried",
    "UsbSettings",
    "UsbSource",
    "VideoSource",
    "recording",
]
