"""Rendered films of play at 30 frames a second, with what is true in each frame.

The renderer draws no hands: an arm, a cloth and a change of light are laid over its pictures.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.calibration import Calibration
from vision.frame import Frame, small_of
from vision.reading import DieSeen, Support
from vision.scene import CheckerAt, Rig, Scene
from vision.scene.die import nearest_top
from vision.scene.pose import MOVING_MM_S, DiePath, DiePose
from vision.scene.posed import CubeAt
from vision.scene.render import Renderer
from vision.scene.throw import plan_throw

PERIOD_NS = 33_333_333
SKIN = (108, 140, 196)
Picture = np.ndarray


@dataclass(frozen=True, slots=True)
class Arm:
    """A hand that comes in over an edge of the picture to (x, y) mm on the board and goes again.

    out_ms: how long in and how long out; stay_ms between. on_palm: dice shown on it.
    """

    x_mm: float
    y_mm: float
    out_ms: float = 400.0
    stay_ms: float = 200.0
    from_top: bool = False
    on_palm: int = 0

    @property
    def all_ms(self) -> float:
        return 2 * self.out_ms + self.stay_ms

    def reach(self, t_ms: float) -> float:
        """0: out of the picture, 1: there."""
        if self.out_ms <= t_ms <= self.out_ms + self.stay_ms:
            return 1.0
        left = t_ms if t_ms < self.out_ms else self.all_ms - t_ms
        return math.sin(max(0.0, left) / self.out_ms * math.pi / 2)


@dataclass(eq=False)
class Stage:
    """A rig with what lies on it; each method is a piece of film: frames and their truth."""

    rig: Rig
    seed: int
    scene: Scene = field(default_factory=Scene)
    seq: int = -1
    fps_ns: int = PERIOD_NS

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng([self.seed, 77])
        self.renderer = Renderer(self.rig)
        self.rest_at_ns: list[int] = []
        """First frames in which all dice of a throw are slower than 20 mm/s."""
        self.gone_at_ns: list[int] = []
        self.visible: tuple[DieSeen, ...] = ()
        self.gain = np.ones((1, 1), np.float32)

    # --- pieces ---------------------------------------------------------------------------------

    def still(self, ms: float) -> Iterator[Frame]:
        yield from self._play(ms)

    def throw(
        self, values: tuple[int, ...], outcome: str = "flat", half: str = "picture_right"
    ) -> Iterator[Frame]:
        lying = self.scene.dice
        paths = plan_throw(
            self.rig,
            self.scene,
            values=values,
            half=half,  # type: ignore[arg-type]
            outcome=outcome,  # type: ignore[arg-type]
            rng=self.rng,
            duration_ms=float(self.rng.uniform(700, 1100)),
        )
        self.scene = replace(self.scene, dice=lying + paths)
        yield from self._play(1700.0, throw=True)
        self._calm()

    def lift(self) -> Iterator[Frame]:
        """A hand takes all dice; they are gone once the field shows where the last lay."""
        lay = [die.center_px for die in self._lying()]
        first = self.scene.dice[0].rest
        known = False
        for frame in self.by_hand(first.x_mm, first.y_mm, replace(self.scene, dice=())):
            bare = not any(self.hidden[round(y), round(x)] for x, y in lay)
            if not self.scene.dice and bare and not known:
                self.gone_at_ns.append(frame.at_ns)
                known = True
            yield frame

    def by_hand(
        self, x_mm: float, y_mm: float, after: Scene, stay_ms: float = 200.0
    ) -> Iterator[Frame]:
        """Whatever changes changes under the hand, halfway through its stay."""
        arm = Arm(x_mm, y_mm, stay_ms=stay_ms, from_top=y_mm < self.rig.board.height_mm / 2)
        yield from self._play(arm.all_ms, arm=arm, after=after)

    def slide(self, index: int, dx_mm: float, dy_mm: float) -> Iterator[Frame]:
        """A checker pushed by a hand."""
        was = self.scene.checkers[index]
        arm = Arm(was.x_mm, was.y_mm, stay_ms=500.0)
        for t in self._times(arm.all_ms):
            part = min(1.0, max(0.0, (t - arm.out_ms) / arm.stay_ms))
            moved = replace(was, x_mm=was.x_mm + part * dx_mm, y_mm=was.y_mm + part * dy_mm)
            self.scene = replace(self.scene, checkers=self._with(index, moved))
            there = replace(arm, x_mm=moved.x_mm, y_mm=moved.y_mm)
            yield self._frame(0.0, there, t)

    def drop(self, x_mm: float, y_mm: float, player: int = 0) -> Iterator[Frame]:
        """A checker falls onto the board and bounces once; no hand in sight."""
        rest = -self.rig.board.checker_thickness_mm / 2
        others = self.scene.checkers
        for t in self._times(500.0):
            up = 120.0 * abs(math.cos(min(t, 300.0) / 100.0 * math.pi / 2)) * (1 - t / 500.0)
            z = rest - (up if t < 300.0 else 0.0)
            self.scene = replace(
                self.scene, checkers=(*others, CheckerAt(player, x_mm + t / 25, y_mm, z))
            )
            yield self._frame(0.0, None, t)
        yield from self._play(400.0)

    def show(
        self, x_mm: float, y_mm: float, dice: int = 2, stay_ms: float = 700.0
    ) -> Iterator[Frame]:
        """A hand holds dice over the board for all to see."""
        arm = Arm(x_mm, y_mm, stay_ms=stay_ms, on_palm=dice)
        yield from self._play(arm.all_ms, arm=arm)

    def cloth(self) -> Iterator[Frame]:
        """Drawn over the lens and off again."""
        rng = np.random.default_rng(self.seed)
        high, wide = self.rig.camera.height, self.rig.camera.width
        for t in self._times(1500.0):
            part = min(1.0, t / 300.0, max(0.0, (1500.0 - t) / 300.0))
            picture = self._picture(0.0)
            rows = round(part * high)
            weave = rng.normal(40, 2.0, (rows, wide, 3))
            picture[:rows] = np.clip(weave, 0, 255)
            self.visible = () if part > 0.2 else self.visible
            yield self._made(picture)

    def lamp(self, times: float) -> Iterator[Frame]:
        """The light changes within a frame, more on one side than the other."""
        across = np.linspace(times, 1 + (times - 1) * 0.5, self.rig.camera.width, dtype=np.float32)
        self.gain = self.gain * across[None, :]
        yield from self._play(600.0)

    def nudge(self, dx_mm: float, dy_mm: float, turn_deg: float) -> Iterator[Frame]:
        """The camera is pushed, trembles and stands elsewhere."""
        camera = self.rig.camera
        turn, _ = cv2.Rodrigues(np.array([0.0, 0.0, math.radians(turn_deg)]))
        for part in (0.6, 1.3, 0.8, 1.1, 1.0):
            moved = replace(
                camera,
                R=np.asarray(turn @ camera.R, np.float64),
                t_mm=np.asarray(turn @ camera.t_mm + part * np.array([dx_mm, dy_mm, 0.0])),
            )
            self.rig = replace(self.rig, camera=moved)
            self.renderer = Renderer(self.rig)
            yield from self._play(PERIOD_NS / 1e6)
        yield from self._play(800.0)

    # --- the frames -----------------------------------------------------------------------------

    def _play(
        self, ms: float, arm: Arm | None = None, after: Scene | None = None, throw: bool = False
    ) -> Iterator[Frame]:
        resting = False
        for t in self._times(ms):
            if after is not None and arm is not None and t > arm.out_ms + arm.stay_ms / 2:
                self.scene, after = after, None
            frame = self._frame(t, arm, t)
            fast = [p.speed_mm_s(t, self.rig.style.die_mm) > MOVING_MM_S for p in self.scene.dice]
            if throw and not any(fast) and not resting and t > 300:
                self.rest_at_ns.append(frame.at_ns)
            resting = not any(fast) and t > 300
            yield frame

    def _times(self, ms: float) -> Iterator[float]:
        yield from np.arange(0.0, ms, self.fps_ns / 1e6).tolist()

    def _frame(self, scene_ms: float, arm: Arm | None, t_ms: float) -> Frame:
        picture = self._picture(scene_ms)
        self.hidden = np.zeros(picture.shape[:2], np.uint8)
        if arm is not None and arm.reach(t_ms) > 0:
            self._draw_arm(picture, arm, arm.reach(t_ms))
        return self._made(picture)

    def _picture(self, t_ms: float) -> Picture:
        picture = self.renderer.frame(self.scene, t_ms, self.rng).copy()
        if self.gain.size > 1:
            lit = picture * self.gain[..., None]
            picture = np.clip(lit, 0, 255).astype(np.uint8)
        self.visible = tuple(
            sorted((self._seen(path, t_ms) for path in self.scene.dice), key=lambda d: d.center_px)
        )
        return picture

    def _made(self, picture: Picture) -> Frame:
        self.seq += 1
        return Frame(self.seq, self.seq * self.fps_ns, picture, small_of(picture))

    def _lying(self) -> list[DieSeen]:
        return [self._seen(path, math.inf) for path in self.scene.dice]

    def _calm(self) -> None:
        dice = tuple(DiePath.resting(path.rest) for path in self.scene.dice)
        self.scene = replace(self.scene, dice=dice)

    def _with(self, index: int, checker: CheckerAt) -> tuple[CheckerAt, ...]:
        checkers = list(self.scene.checkers)
        checkers[index] = checker
        return tuple(checkers)

    def _draw_arm(self, picture: Picture, arm: Arm, reach: float) -> None:
        """A sleeve and a round hand, from the near edge to where it reaches; hides dice."""
        camera = self.rig.camera
        high = picture.shape[0]
        x, y = camera.project(np.array([arm.x_mm, arm.y_mm, -40.0]))
        edge = -60.0 if arm.from_top else high + 60.0
        tip = edge + reach * (y - edge)
        scale = abs(camera.K[0, 0] / camera.centre_mm[2])
        palm, sleeve = round(45 * scale), round(70 * scale)
        mask = self.hidden
        lean = 0.25 * (x - picture.shape[1] / 2)
        cv2.line(mask, (round(x + lean), round(edge)), (round(x), round(tip)), 255, sleeve)
        cv2.circle(mask, (round(x), round(tip)), palm, 255, -1)
        soft = cv2.GaussianBlur(mask, (0, 0), 1.0)[..., None] / 255.0
        noise = self.rng.normal(0, self.rig.sensor.noise, picture.shape)
        skin = np.array(SKIN) * float(np.mean(self.gain)) + noise
        picture[:] = np.clip(picture * (1 - soft) + skin * soft, 0, 255).astype(np.uint8)
        self.visible = tuple(
            die
            for die in self.visible
            if not mask[round(die.center_px[1]), round(die.center_px[0])]
        )
        if arm.on_palm and reach > 0.3:
            self._draw_palm(picture, arm.on_palm, (round(x), round(tip)), scale)

    def _draw_palm(self, picture: Picture, count: int, at: tuple[int, int], scale: float) -> None:
        """Dice on a palm, which a reader that knows no hands takes for dice on the field."""
        side = round(self.rig.style.die_mm * scale)
        found = []
        for i in range(count):
            x, y = at[0] + round((i - 0.5) * 2.2 * side), at[1]
            corner = (x - side // 2, y - side // 2)
            cv2.rectangle(
                picture, corner, (corner[0] + side, corner[1] + side), (235, 235, 235), -1
            )
            for k in (-1, 1):
                cv2.circle(
                    picture, (x + k * side // 4, y + k * side // 4), max(1, side // 9), 20, -1
                )
            found.append(self._die(2, (float(x), float(y)), (float(x), float(y)), side))
        self.visible = tuple(sorted((*self.visible, *found), key=lambda d: d.center_px))

    def _seen(self, path: DiePath, t_ms: float) -> DieSeen:
        pose: DiePose = path.pose_at(t_ms)
        px = self.rig.camera.project(pose.corners_mm(self.rig.style.die_mm))
        low, high = px.min(axis=0), px.max(axis=0)
        value, tilt = nearest_top(pose, self.rig.style.chirality)
        zone = self.rig.board.zone(pose.x_mm, pose.y_mm)
        middle = (low + high) / 2
        return DieSeen(
            value=value if tilt < 3 else None,
            guess=value,
            half=zone,
            flat=tilt < 3,
            support=Support.SURFACE if tilt < 3 else None,
            confidence=1.0,
            center_px=(float(middle[0]), float(middle[1])),
            center_mm=(pose.x_mm, pose.y_mm),
            bbox_px=(int(low[0]), int(low[1]), *(int(v) for v in np.ceil(high - low))),
        )

    def _die(
        self, value: int, px: tuple[float, float], mm: tuple[float, float], side: int
    ) -> DieSeen:
        box = (round(px[0]) - side // 2, round(px[1]) - side // 2, side, side)
        half = "picture_right"
        return DieSeen(value, value, half, True, Support.SURFACE, 1.0, px, mm, box)

    def read(
        self, _image: Picture, _calibration: Calibration, _before: Picture | None
    ) -> tuple[DieSeen, ...]:
        """A reader that sees every die in view and calls it, even on a palm."""
        return self.visible

    def cube_at(self, value: int, turn_deg: float) -> Scene:
        board = self.rig.board
        bar = board.bar
        x, y = (bar[0] + bar[2]) / 2, board.height_mm / 2
        return replace(self.scene, cube=CubeAt(value, x, y, turn_deg))
