"""The finder: a whole board seen from above to where dice lie, whichever way up."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from vision.lab.train import fitting
from vision.lab.train.boards import Pictures, packed
from vision.lab.train.disturb import relit
from vision.lab.train.export import export
from vision.lab.train.fitting import StepPlan, begun, layer, words
from vision.lab.train.photos import SETS, boxes, names

STRIDE = 8
SIDE_PX = (11.0, 18.0)
"""The die's side in the pictures the finder is fitted to and used on."""
WINDOW_PX = 256


class Finder(nn.Module):
    """In: (N, 3, h, w) BGR 0..255, h and w multiples of 8. Out: (N, 3, h/8, w/8): how likely a
    die's top face has its middle in this cell, before sigmoid; its x and y there, -0.5..0.5."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            layer(3, 12, 2, 5),
            layer(12, 16, 2),
            layer(16, 32, 2),
            layer(32, 40),
            layer(40, 40),
            nn.Conv2d(40, 3, 1),
        )

    def forward(self, image: Tensor) -> Tensor:
        outputs: Tensor = self.look((image - 110.0) / 60.0)
        return outputs


def loss_of(outputs: Tensor, there: Tensor, offset: Tensor, counts: Tensor) -> Tensor:
    """there (N, h, w) 0 or 1, offset (N, 2, h, w), counts (N, h, w): 0 where either is right."""
    share = outputs[:, 0].sigmoid()
    hard = torch.where(there > 0, 1 - share, share).detach().square()
    value = F.binary_cross_entropy_with_logits(outputs[:, 0], there, reduction="none")
    weight = counts * hard * torch.where(there > 0, 4.0, 1.0)
    miss = (outputs[:, 1:] - offset).abs().sum(dim=1) * there
    count = there.sum().clamp(min=1)
    loss: Tensor = ((value * weight).sum() + miss.sum()) / count
    return loss


def targets(dice: list[np.ndarray], side: int) -> tuple[Tensor, Tensor, Tensor]:
    """dice: for each picture (n, 2) px."""
    cells = side // STRIDE
    there = np.zeros((len(dice), cells, cells), np.float32)
    offset = np.zeros((len(dice), 2, cells, cells), np.float32)
    counts = np.ones((len(dice), cells, cells), np.float32)
    for i, places in enumerate(dice):
        for x, y in places:
            column, row = int(x // STRIDE), int(y // STRIDE)
            if not (0 <= column < cells and 0 <= row < cells):
                continue
            near = (slice(max(0, row - 1), row + 2), slice(max(0, column - 1), column + 2))
            counts[i][near] *= 0.15
            there[i, row, column] = 1
            offset[i, :, row, column] = (x / STRIDE - column - 0.5, y / STRIDE - row - 0.5)
        counts[i][there[i] > 0] = 1
    return torch.from_numpy(there), torch.from_numpy(offset), torch.from_numpy(counts)


def windows(pools: list[Pictures], count: int, rng: np.random.Generator):  # type: ignore[no-untyped-def]
    """For ever: (count, 3, 256, 256) pieces of pictures, turned and scaled, and their dice."""
    while True:
        images, dice = [], []
        for k in range(count):
            pool = pools[k % len(pools)]
            i = int(rng.integers(len(pool.image)))
            raw = np.frombuffer(pool.image[i], np.uint8)
            picture = np.asarray(cv2.imdecode(raw, cv2.IMREAD_COLOR), np.uint8)
            image, places = _window(picture, pool.dice[i], rng)
            images.append(image)
            dice.append(places)
        yield torch.from_numpy(np.array(images, np.float32).transpose(0, 3, 1, 2)), dice


def _window(
    picture: np.ndarray, dice: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    side = float(np.median(dice[:, 2])) if len(dice) else 15.0
    zoom = float(rng.uniform(*SIDE_PX)) / side
    angle = float(rng.uniform(0, 2 * np.pi))
    if len(dice) and rng.random() < 0.75:
        middle = dice[int(rng.integers(len(dice))), :2] + rng.normal(0, 60 / zoom, 2)
    else:
        middle = rng.uniform((0, 0), picture.shape[1::-1])
    turn = zoom * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    shift = WINDOW_PX / 2 - turn @ middle
    warp = np.column_stack([turn, shift])
    if zoom < 0.7:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.45 / zoom)
    image = cv2.warpAffine(picture, warp, (WINDOW_PX, WINDOW_PX), flags=cv2.INTER_LINEAR)
    return image, dice[:, :2] @ turn.T + shift


def photos_of(root: Path, half: int) -> Pictures:
    """Photographs whose dice are all boxed."""
    images, dice = [], []
    for photos in SETS:
        for path in names(root, photos, half):
            picture = np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)
            found = boxes(path, picture.shape[1], picture.shape[0])
            if found:
                rows = [(x, y, box / photos.box_over_side) for _, x, y, box in found]
                images.append(packed(picture))
                dice.append(np.array(rows, np.float32))
    return Pictures(images, dice)


def measured(net: Finder, held: Pictures, least: float = 0.3) -> dict[str, float]:
    """Of the dice, part found within a third of a side; false places a picture."""
    net.eval()
    rng = np.random.default_rng(5)
    found = missed = false = 0
    draws = windows([held], 16, rng)
    for _ in range(12):
        image, dice = next(draws)
        with torch.no_grad():
            outputs = net(image)
        share = outputs[:, 0].sigmoid()
        top = (share == F.max_pool2d(share[:, None], 3, 1, 1)[:, 0]) & (share > least)
        for i, places in enumerate(dice):
            rows, columns = np.nonzero(top[i].numpy())
            x = (columns + 0.5 + outputs[i, 1].numpy()[rows, columns]) * STRIDE
            y = (rows + 0.5 + outputs[i, 2].numpy()[rows, columns]) * STRIDE
            inside = places[((places > 16) & (places < WINDOW_PX - 16)).all(axis=1)]
            at = np.column_stack([x, y])
            for place in inside:
                near = len(at) and np.hypot(*(at - place).T).min() < 5
                found, missed = found + bool(near), missed + (not near)
            for place in at:
                if not len(places) or np.hypot(*(places - place).T).min() > 10:
                    false += 1
    return {"found": round(found / max(found + missed, 1), 4), "false": round(false / 192, 3)}


def main() -> None:
    options = words("Fit the finder.")
    options.add_argument("--boards", nargs="+", required=True)
    options.add_argument("--held-out", required=True)
    options.add_argument("--cycles", nargs="*", default=[], help="boards of its crops")
    options.add_argument("--photos", type=Path)
    given = begun(options)
    loaded = [Pictures.load(path) for path in given.boards]
    boards = Pictures([i for p in loaded for i in p.image], [d for p in loaded for d in p.dice])
    pools, held = [boards, boards], {"boards": Pictures.load(given.held_out)}
    pools += [Pictures.load(path) for path in given.cycles]
    if given.photos:
        pools.append(photos_of(given.photos, 0))
        held["photos"] = photos_of(given.photos, 1)
    net = fit_finder(pools, held, given)
    free = {name: {0: "n", 2: "h", 3: "w"} for name in ("image", "said")}
    export(net, given.out, torch.zeros(1, 3, WINDOW_PX, WINDOW_PX), free=free)


def fit_finder(
    pools: list[Pictures],
    held: dict[str, Pictures],
    given: argparse.Namespace,
) -> Finder:
    net = Finder()
    rng = torch.Generator().manual_seed(given.seed)
    draws = windows(pools, given.batch, np.random.default_rng(given.seed))

    def loss_of_next() -> Tensor:
        image, dice = next(draws)
        return loss_of(fitting.outputs(net, relit(image, rng)), *targets(dice, WINDOW_PX))

    def all_measured() -> dict[str, dict[str, float]]:
        return {name: measured(net, pictures) for name, pictures in held.items()}

    pace = StepPlan(highest=4e-3, decay=1e-3, figures_every=500)
    fitting.fit_net(net, loss_of_next, all_measured, given, pace)
    return net


if __name__ == "__main__":
    main()
