"""Our own pictures with known truth: a rig drawn from a seed, a scene posed on it, its render."""

from vision.scene.board import Board, Half
from vision.scene.die import Chirality, nearest_top, showing
from vision.scene.pose import DiePath, DiePose
from vision.scene.posed import CheckerAt, CubeAt, Scene, lay_out, opening
from vision.scene.render import Renderer, render
from vision.scene.rig import Camera, Light, Rig, Sensor
from vision.scene.style import Style
from vision.scene.truth import truth

__all__ = [
    "Board",
    "Camera",
    "CheckerAt",
    "Chirality",
    "CubeAt",
    "DiePath",
    "DiePose",
    "Half",
    "Light",
    "Renderer",
    "Rig",
    "Scene",
    "Sensor",
    "Style",
    "lay_out",
    "nearest_top",
    "opening",
    "render",
    "showing",
    "truth",
]
