"""A rig: camera above a board, its light and its materials, all drawn from one seed."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.scene.board import Board, Half
from vision.scene.pose import Floats
from vision.scene.style import Style, draw_style


@dataclass(frozen=True, eq=False)
class Camera:
    """A pinhole with lens distortion, posed above the board: x_cam = R X_mm + t_mm.

    `K` is (3, 3) in pixels with (0, 0) the centre of the first pixel, `dist` the five OpenCV
    coefficients, `R` (3, 3), `t_mm` (3,).
    """

    width: int
    height: int
    K: Floats
    dist: Floats
    R: Floats
    t_mm: Floats

    @property
    def centre_mm(self) -> Floats:
        """Where the lens is in board millimetres, shape (3,)."""
        centre: Floats = -self.R.T @ self.t_mm
        return centre

    @property
    def tilt_deg(self) -> float:
        """Angle between the line of sight and the vertical."""
        return math.degrees(math.acos(min(1.0, float(self.R[2, 2]))))

    def project(self, points_mm: Floats) -> Floats:
        """Pixels of board points, shape (..., 3) -> (..., 2), lens distortion included.

        As `cv2.projectPoints`, which always reckons how each pixel changes with the camera, too:
        for the many points that dice mirror it takes several times as long.
        """
        x, y, z = (points_mm.reshape(-1, 3) @ self.R.T + self.t_mm).T
        x, y = x / z, y / z
        k1, k2, p1, p2, k3 = self.dist
        xx, yy, xy = x * x, y * y, 2 * x * y
        r2 = xx + yy
        out = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        bent = x * out + p1 * xy + p2 * (r2 + 2 * xx), y * out + p1 * (r2 + 2 * yy) + p2 * xy
        px = np.stack(bent, axis=-1) @ self.K[:2, :2].T + self.K[:2, 2]
        return np.asarray(px, np.float64).reshape(*points_mm.shape[:-1], 2)

    def scaled(self, width: int, height: int) -> Camera:
        """The same view on another number of pixels of the same shape."""
        k = width / self.width
        matrix = self.K.copy()
        matrix[:2, :2] *= k
        matrix[:2, 2] = (self.K[:2, 2] + 0.5) * k - 0.5
        return Camera(width, height, matrix, self.dist, self.R, self.t_mm)


@dataclass(frozen=True, slots=True)
class Light:
    """One lamp of some size plus light from everywhere. Colours are linear gains, blue first."""

    x_mm: float
    y_mm: float
    z_mm: float
    radius_mm: float
    lamp: tuple[float, float, float]
    ambient: tuple[float, float, float]
    between: float = 0.0
    """Part of what field and dice do to each other's light beyond the lamp's shadow: what dice keep
    off the field of the light from around, what the field throws back at their sides."""

    @property
    def position_mm(self) -> Floats:
        """The lamp's middle in board millimetres, shape (3,)."""
        return np.array([self.x_mm, self.y_mm, self.z_mm])

    def shared(self, share: float) -> Light:
        """The same light in sum, `share` of it from the lamp."""
        b, g, r = (lamp + around for lamp, around in zip(self.lamp, self.ambient, strict=True))
        rest = 1 - share
        return replace(
            self, lamp=(b * share, g * share, r * share), ambient=(b * rest, g * rest, r * rest)
        )

    def dimmed(self, part: float) -> Light:
        """The light times `share`."""
        (b, g, r), (blue, green, red) = self.lamp, self.ambient
        lamp, ambient = (b * part, g * part, r * part), (blue * part, green * part, red * part)
        return replace(self, lamp=lamp, ambient=ambient)


@dataclass(frozen=True, slots=True)
class Sensor:
    """What the sensor and its processing add to the light."""

    exposure_ms: float
    gain: tuple[float, float, float]
    noise: float
    """Standard deviation in grey levels of 255."""
    blur_px: float
    vignette: float
    """Part of the light lost in the picture's corners."""


@dataclass(frozen=True, eq=False)
class Rig:
    """Everything about a table that stays while dice and checkers move."""

    seed: int
    camera: Camera
    board: Board
    light: Light
    sensor: Sensor
    style: Style
    mixer: Half | None = field(default=None)
    """The half a baffle box stands beside, if any."""
    more: tuple[Light, ...] = ()
    """Further lamps, each with its part of the light from around."""

    @classmethod
    def draw(
        cls, seed: int, width: int = 1280, height: int = 720, mixer: Half | None = None
    ) -> Rig:
        """The rig of a seed: the same seed gives the same rig, at any picture size."""
        rng = np.random.default_rng(seed)
        style = draw_style(rng)
        board = _draw_board(rng, style.die_mm)
        camera = _draw_camera(rng, board).scaled(width, height)
        return cls(seed, camera, board, _draw_light(rng, board), _draw_sensor(rng), style, mixer)

    @property
    def mixer_boxes_mm(self) -> tuple[tuple[Floats, Floats], ...]:
        """The baffle box and its chute over the rim: centre and half extents, shapes (3,)."""
        if self.mixer is None:
            return ()
        board = self.board
        tower, chute = np.array([38.0, 62.0, 60.0]), np.array([board.rim_width_mm / 2, 34.0, 4.0])
        across = {"picture_left": (-tower[0] - 4, chute[0])}.get(
            self.mixer, (board.width_mm + tower[0] + 4, board.width_mm - chute[0])
        )
        middle = board.height_mm / 2
        return (
            (np.array([across[0], middle, board.table_depth_mm - tower[2]]), tower),
            (np.array([across[1], middle, -board.rim_height_mm - chute[2]]), chute),
        )


def _draw_board(rng: np.random.Generator, die_mm: float) -> Board:
    rim, bar = float(rng.uniform(32.0, 35.0)), float(rng.uniform(44.0, 50.0))
    trays = rng.random() < 0.3
    width = float(rng.uniform(690.0, 720.0) if trays else rng.uniform(620.0, 700.0))
    height = float(rng.uniform(500.0, 545.0))
    tray, divider = (48.0, 16.0) if trays else (0.0, 0.0)
    pitch = ((width - bar) / 2 - rim - tray - divider) / 6
    inner = height - 2 * rim
    diameter = min(0.93 * pitch, (inner - 28.0) / 10)
    marker = float(rng.uniform(24.0, 26.0))
    return Board(
        width_mm=round(width, 1),
        height_mm=round(height, 1),
        rim_height_mm=round(float(rng.uniform(15.0, 20.0)), 1),
        rim_width_mm=round(rim, 2),
        bar_width_mm=round(bar, 2),
        tray_mm=tray,
        divider_mm=divider,
        checker_diameter_mm=round(diameter, 1),
        # A die must be able to lean on a checker: sin(tilt) = thickness / side.
        checker_thickness_mm=round(min(float(rng.uniform(7.5, 9.5)), 0.66 * die_mm), 1),
        cube_mm=round(float(rng.uniform(24.0, 30.0)), 1),
        point_length_mm=round(inner * float(rng.uniform(0.38, 0.43)), 1),
        marker_mm=round(marker, 2),
        marker_inset_mm=round((rim - marker) / 2, 2),
        table_depth_mm=round(float(rng.uniform(8.0, 22.0)), 1),
    )


_DRAWN = (1280, 720)


def _draw_camera(rng: np.random.Generator, board: Board) -> Camera:
    """A camera that just holds the whole board, tilted 2.2 to 7.8 degrees any way."""
    width, height = _DRAWN
    focal = width * float(rng.uniform(0.74, 0.94))
    middle = np.array([width, height]) / 2 - 0.5 + rng.normal(0, 4, 2)
    matrix = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    dist = np.array([rng.uniform(-0.03, 0.012), rng.uniform(-0.006, 0.006), 0.0, 0.0, 0.0])
    lean, toward = math.radians(rng.uniform(2.2, 7.8)), rng.uniform(0, 2 * math.pi)
    tip = cv2.Rodrigues(np.array([math.cos(toward), math.sin(toward), 0.0]) * lean)[0]
    spin = cv2.Rodrigues(np.array([0.0, 0.0, rng.normal(0, math.radians(1.2))]))[0]
    rotation = np.asarray(spin @ tip, dtype=np.float64)
    w, h, z = board.width_mm, board.height_mm, -board.rim_height_mm
    corners = np.array([[0, 0, z], [w, 0, z], [w, h, z], [0, h, z]])
    near, far = 300.0, 3000.0
    while far - near > 1.0:
        distance = (near + far) / 2
        camera = _aimed(matrix, dist, rotation, corners, distance)
        px = camera.project(corners)
        slack = min(px.min(), float((np.array([width, height]) - 1 - px).min()))
        near, far = (distance, far) if slack < 10 else (near, distance)
    return _aimed(matrix, dist, rotation, corners, far)


def _aimed(
    matrix: Floats, dist: Floats, rotation: Floats, corners: Floats, distance_mm: float
) -> Camera:
    """Centre the board's four corners in the picture at this distance."""
    width, height = _DRAWN
    shift = np.array([0.0, 0.0, distance_mm])
    middle = corners.mean(axis=0)
    camera = Camera(width, height, matrix, dist, rotation, shift - rotation @ middle)
    for _ in range(3):
        px = camera.project(corners)
        off = (px.min(axis=0) + px.max(axis=0)) / 2 - (np.array([width, height]) - 1) / 2
        shift = shift - np.array([*(off * distance_mm / matrix[0, 0]), 0.0])
        camera = Camera(width, height, matrix, dist, rotation, shift - rotation @ middle)
    return camera


def _draw_light(rng: np.random.Generator, board: Board) -> Light:
    angle, reach = rng.uniform(0, 2 * math.pi), rng.uniform(150, 1150)
    warm = float(rng.uniform(-1, 1))
    share = float(rng.uniform(0.35, 0.75))
    lamp = np.array([1 - 0.12 * warm, 1.0, 1 + 0.12 * warm]) * share
    ambient = np.array([1 + 0.05 * warm, 1.0, 1 - 0.05 * warm]) * (1 - share)
    return Light(
        x_mm=board.width_mm / 2 + reach * math.cos(angle),
        y_mm=board.height_mm / 2 + reach * math.sin(angle),
        z_mm=-float(rng.uniform(800, 1700)),
        radius_mm=float(rng.uniform(25, 160)),
        lamp=(float(lamp[0]), float(lamp[1]), float(lamp[2])),
        ambient=(float(ambient[0]), float(ambient[1]), float(ambient[2])),
    )


def _draw_sensor(rng: np.random.Generator) -> Sensor:
    exposure = float(rng.uniform(0.8, 1.35))
    blue, red = rng.uniform(0.9, 1.1, 2)
    return Sensor(
        exposure_ms=float(rng.uniform(4, 14)),
        gain=(exposure * float(blue), exposure, exposure * float(red)),
        noise=float(rng.uniform(1.0, 3.5)),
        blur_px=float(rng.uniform(0.35, 0.75)),
        vignette=float(rng.uniform(0.05, 0.3)),
    )
