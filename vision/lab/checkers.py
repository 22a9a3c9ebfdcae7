"""How well checkers are read: `python -m vision.lab.checkers`, on rigs of our own that nothing was
fitted to, on the shared scenes and on frames of real boards."""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.board import (
    SIGNED_COUNTS,
    CheckerCell,
    CheckerColours,
    CheckerPositions,
    ColoursUnclear,
    learn_colours,
    read_positions,
)
from vision.calibration import Calibration, Floats
from vision.calibration.clicked import from_clicks
from vision.lab.real_boards import FOLDER, SHOWN_BEFORE, counted
from vision.lab.train.counting import other_board, strewn_scene
from vision.lab.train.covering import covered
from vision.lab.train.laying import lay, opened
from vision.lab.train.rendered import calibration_of as calibration_of_rig
from vision.lab.truth import calibration_of
from vision.scene import Scene
from vision.scene.render import Renderer
from vision.view import Picture

FIRST_RIG = 9_200_000
POSITIONS = 5
SCENES = FOLDER.parent / "scenes"
SHARES = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0)


@dataclass(frozen=True, slots=True)
class Read:
    """One picture: its name and style, the cells read and the true counts (26,), None unknown;
    ms: of a core, the time of the reading."""

    name: str
    style: str
    cells: tuple[CheckerCell, ...]
    true: tuple[int | None, ...]
    ms: float

    @property
    def wrong(self) -> list[int]:
        """The places that are read wrongly."""
        return [
            i
            for i, (cell, true) in enumerate(zip(self.cells, self.true, strict=True))
            if true is not None and cell.likeliest not in (None, true)
        ]

    @property
    def unseen(self) -> list[int]:
        return [i for i, cell in enumerate(self.cells) if cell.likeliest is None]


def cells_of(seen: CheckerPositions) -> tuple[CheckerCell, ...]:
    return (*seen.points, *seen.bar)


def read_timed(
    name: str,
    style: str,
    picture: Picture,
    world: Calibration,
    learned: CheckerColours,
    true: Sequence[int | None],
) -> Read:
    start = time.process_time()
    seen = read_positions(picture, world, learned)
    return Read(name, style, cells_of(seen), tuple(true), 1000 * (time.process_time() - start))


def of_rigs(
    count: int, first: int, width: int, jpeg: int, *, hands: bool, off_mm: float
) -> Iterator[Read]:
    """Positions on rigs of our own; the colours are learned from the opening on each."""
    for seed in range(first, first + count):
        rng = np.random.default_rng([seed, 93])
        rig = other_board(seed, rng)
        rig = replace(rig, camera=rig.camera.scaled(width, width * 9 // 16))
        world = calibration_of_rig(rig)
        world = replace(
            world, board=replace(world.board, checker_height_mm=rig.board.checker_thickness_mm)
        )
        if off_mm:
            world = replace(world, t_mm=world.t_mm + rng.normal(0, off_mm, 3))
        renderer = Renderer(rig)

        def drawn(scene: Scene, rng=rng, renderer=renderer) -> Picture:  # type: ignore[no-untyped-def]
            picture = renderer.frame(scene, 0.0, rng)
            return _packed(picture, jpeg) if jpeg else picture

        shown = opened(rig.board, rng).checkers
        first_picture = drawn(Scene(shown))
        try:
            learned = learn_colours([first_picture], world)
        except ColoursUnclear as error:
            sys.stdout.write(f"  rig {seed}: {error}\n")
            continue
        px = {
            player: world.project(
                np.array([(c.x_mm, c.y_mm, c.z_mm) for c in shown if c.player == player])
            )
            for player in (0, 1)
        }
        sign = sign_of(first_picture, px, learned)
        for number in range(POSITIONS):
            laid = lay(rig.board, rng)
            picture = drawn(strewn_scene(rig, laid, rng))
            if hands:
                field = np.zeros(picture.shape[:2], np.uint8)
                high, wide = picture.shape[:2]
                field[high // 10 : high * 9 // 10, wide // 6 : wide * 5 // 6] = 255
                picture, _ = covered(picture, field, world.px_per_mm, rng)
            true = [int(sign * n) for n in laid.counts]
            yield read_timed(f"{seed}-{number}", rig.style.board, picture, world, learned, true)


def _packed(picture: Picture, quality: int) -> Picture:
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def of_scenes(folder: Path, jpeg: int) -> Iterator[Read]:
    """The shared scenes; the colours are learned from each picture itself."""
    for file in sorted(folder.glob("*.json")):
        truth = json.loads(file.read_text())
        picture = np.asarray(cv2.imread(str(file.with_suffix(".jpg"))), np.uint8)
        if jpeg:
            picture = _packed(picture, jpeg)
        world = calibration_of(truth)
        try:
            learned = learn_colours([picture], world)
        except ColoursUnclear as error:
            sys.stdout.write(f"  {file.stem}: {error}\n")
            continue
        counts = _counts_of(truth, world)
        px = {
            player: np.array([c["px"] for c in truth["checkers"] if c["player"] == player]).reshape(
                -1, 2
            )
            for player in (0, 1)
        }
        sign = sign_of(picture, px, learned)
        true = [sign * n for n in counts]
        yield read_timed(file.stem, truth["board"]["style"], picture, world, learned, true)


def _counts_of(truth: dict[str, Any], world: Calibration) -> list[int]:
    """Signed counts (26), player 0's above zero."""
    board = world.board
    counts = [0] * 26
    middle = (board.bar.top + board.bar.bottom) / 2
    for one in truth["checkers"]:
        x, y = one["mm"]
        zone = board.half_of(x, y)
        if zone == "off":
            continue
        near = y > middle
        if zone == "bar":
            place = 24 + near
        else:
            half = board.picture_left if zone == "picture_left" else board.picture_right
            column = int((x - half.left) / (half.right - half.left) * 6)
            place = column + 6 * (zone == "picture_right") + 12 * near
        counts[place] += 1 if one["player"] == 0 else -1
    return counts


def sign_of(picture: Picture, tops_px: dict[int, Floats], learned: CheckerColours) -> int:
    """1 where player 0's checkers, whose tops' middles lie at (n, 2) px, have the colour learned
    as the lighter one, -1 where player 1's have it."""
    tones = {}
    for player, px in tops_px.items():
        x, y = np.rint(px).astype(int).T
        high, wide = picture.shape[:2]
        seen = picture[np.clip(y, 0, high - 1), np.clip(x, 0, wide - 1)]
        tones[player] = np.median(seen, axis=0) if len(seen) else np.zeros(3)
    off = [
        np.linalg.norm(tones[player] - learned.lighter)
        + np.linalg.norm(tones[1 - player] - learned.darker)
        for player in (0, 1)
    ]
    return 1 if off[0] <= off[1] else -1


def of_real(folder: Path) -> Iterator[Read]:
    """Frames of real boards, their field clicked; the colours from the same match."""
    frames = {one.name: one for one in counted(folder)}
    pictures = {
        name: np.asarray(cv2.imread(str(folder / f"{name}.jpg")), np.uint8) for name in frames
    }
    for name, one in frames.items():
        world = from_clicks(one.corners_px, pictures[name])
        names = dict.fromkeys([name, SHOWN_BEFORE.get(name, name)])
        try:
            learned = learn_colours([pictures[each] for each in names], world)
        except ColoursUnclear as error:
            sys.stdout.write(f"  {name}: {error}\n")
            continue
        yield read_timed(name, name, pictures[name], world, learned, one.counts)


def lines(reads: Sequence[Read]) -> Iterator[str]:
    """Styles with the wrong ones first, then all; expected beside seen errors."""
    styles = {style: [r for r in reads if r.style == style] for style in {r.style for r in reads}}
    order = sorted(styles, key=lambda style: (-_part(styles[style]), style))
    for style in order:
        yield f"  {style}: {_figures(styles[style])}"
    yield f"  all: {_figures(reads)}"
    yield f"  wrong by count: {_by_count(reads)}"
    yield from _calibrated(reads)
    if reads:
        yield f"  ms of a core, median: {np.median([r.ms for r in reads]):.1f}"


def _part(reads: Sequence[Read]) -> float:
    return sum(len(r.wrong) for r in reads) / max(1, len(reads))


def _figures(reads: Sequence[Read]) -> str:
    known = sum(t is not None for r in reads for t in r.true)
    unseen = sum(len(r.unseen) for r in reads)
    wrong = sum(len(r.wrong) for r in reads)
    whole = sum(not r.wrong for r in reads)
    full = [
        (r, i)
        for r in reads
        for i, t in enumerate(r.true)
        if t and r.cells[i].likeliest is not None
    ]
    full_wrong = sum(i in r.wrong for r, i in full)
    return (
        f"{wrong} of {known - unseen} places wrong ({100 * wrong / max(1, known - unseen):.2f} %), "
        f"{full_wrong} of {len(full)} that hold checkers; {unseen} unseen; "
        f"{whole} of {len(reads)} positions without a wrong place"
    )


def _by_count(reads: Sequence[Read]) -> str:
    """Of places with so many checkers that are seen, how many are read wrongly."""
    found: dict[int, list[bool]] = {}
    for r in reads:
        for cell, true in zip(r.cells, r.true, strict=True):
            if true is not None and cell.likeliest is not None:
                found.setdefault(abs(true), []).append(cell.likeliest != true)
    return ", ".join(f"{n}: {sum(found[n])} of {len(found[n])}" for n in sorted(found))


def _calibrated(reads: Sequence[Read]) -> Iterator[str]:
    sure = np.array(
        [
            (cell.share, i in r.wrong)
            for r in reads
            for i, cell in enumerate(r.cells)
            if r.true[i] is not None and cell.likeliest is not None
        ]
    ).reshape(-1, 2)
    yield f"  the loss is least at {_temperature(reads):.2f} times the temperature"
    yield f"  errors expected {np.sum(1 - sure[:, 0]):.1f}, seen {int(sure[:, 1].sum())}"
    for low, high in itertools.pairwise(SHARES):
        part = sure[(sure[:, 0] > low) & (sure[:, 0] <= high)]
        if len(part):
            expected = float((1 - part[:, 0]).sum())
            yield (
                f"    share {low:g}-{high:g}: {len(part)}, expected wrong {expected:.1f}, "
                f"seen {int(part[:, 1].sum())}"
            )


def _temperature(reads: Sequence[Read]) -> float:
    """By what logs must be divided to be likeliest for the truth."""
    logs, at = [], []
    for r in reads:
        for cell, true in zip(r.cells, r.true, strict=True):
            if true is not None and cell.logs is not None:
                logs.append(cell.logs)
                at.append(SIGNED_COUNTS.index(true))
    if not logs:
        return 1.0
    rows = np.array(logs)

    def loss(temperature: float) -> float:
        scaled = rows / temperature
        whole = np.log(np.exp(scaled - scaled.max(axis=1, keepdims=True)).sum(axis=1))
        own = scaled[np.arange(len(at)), at] - scaled.max(axis=1)
        return float((whole - own).mean())

    return min([0.02 * step for step in range(15, 150)], key=loss)


def describe_wrong(read: Read) -> Iterator[str]:
    for i in read.wrong:
        cell = read.cells[i]
        yield f"    {read.name} place {i}: {cell.likeliest} ({cell.share:.2f}), is {read.true[i]}"


def main(arguments: Sequence[str]) -> None:
    options = argparse.ArgumentParser(prog="python -m vision.lab.checkers", description=__doc__)
    options.add_argument("--rigs", type=int, default=0, help="so many of our own")
    options.add_argument("--seed", type=int, default=FIRST_RIG)
    options.add_argument("--width", type=int, default=2304, help="of our own pictures, px")
    options.add_argument("--jpeg", type=int, default=0, help="pack pictures at that quality")
    options.add_argument("--hands", action="store_true", help="lay things over our own")
    options.add_argument("--off", type=float, default=0.0, help="of the camera's place, mm")
    options.add_argument("--scenes", type=Path, nargs="?", const=SCENES)
    options.add_argument("--real", type=Path, nargs="?", const=FOLDER)
    options.add_argument("--wrong", action="store_true", help="name each wrong place")
    asked = options.parse_args(arguments)
    cv2.setNumThreads(1)
    sets: list[tuple[str, Iterator[Read]]] = []
    if asked.rigs:
        own = of_rigs(
            asked.rigs, asked.seed, asked.width, asked.jpeg, hands=asked.hands, off_mm=asked.off
        )
        sets.append((f"{asked.rigs} rigs from {asked.seed}, {asked.width} px wide", own))
    if asked.scenes:
        sets.append(("shared scenes", of_scenes(asked.scenes, asked.jpeg)))
        sets.append(("shared scenes, 2304x1296", of_scenes(asked.scenes / "hires", asked.jpeg)))
    if asked.real:
        sets.append(("real boards", of_real(asked.real)))
    for name, of in sets:
        reads = list(of)
        sys.stdout.write(f"{name}\n")
        sys.stdout.writelines(f"{line}\n" for line in lines(reads))
        if asked.wrong:
            for read in reads:
                sys.stdout.writelines(f"{line}\n" for line in describe_wrong(read))
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
