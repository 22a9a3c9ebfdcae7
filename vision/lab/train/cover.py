"""The cover net: a whole board seen from above, coarsely, to where something lies over it."""

from __future__ import annotations

import argparse

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from vision.lab.train import fitting
from vision.lab.train.boards import MARGIN_MM, PX_PER_MM, Pictures
from vision.lab.train.covering import covered
from vision.lab.train.disturb import relit
from vision.lab.train.export import export
from vision.lab.train.fitting import StepPlan, begun, layer, words
from vision.scene import Rig

DRAWN_PX_MM = 0.7
"""Things are drawn in twice the size the net looks at."""
DRAWN = (448, 544)
FRESH = 4
"""Drawn for each batch; the rest of it was drawn for earlier ones."""
STRIDE = 4
RIG_BOARDS = 6
"""Boards of one rig in a file of boards."""


class CoverNet(nn.Module):
    """In: (N, 3, h, w) BGR 0..255 at 0.35 px a mm, h and w multiples of 16. Out: (N, 1, h/4,
    w/4), how likely something lies over the board there, before sigmoid."""

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(layer(3, 16, 2, 5), layer(16, 24, 2), layer(24, 24))
        self.far = nn.Sequential(layer(24, 40, 2), layer(40, 40), layer(40, 64, 2), layer(64, 64))
        self.around = nn.Sequential(layer(64, 64, apart=2), layer(64, 64, apart=2))
        self.back = layer(64 + 24, 32)
        self.say = nn.Conv2d(32, 1, 1)

    def forward(self, image: Tensor) -> Tensor:
        near = self.near((image - 110.0) / 60.0)
        far = self.far(near)
        wide = F.interpolate(far + self.around(far), scale_factor=4.0, mode="bilinear")
        logits: Tensor = self.say(self.back(torch.cat([near, wide], dim=1)))
        return logits


def fields(first_rig: int, count: int) -> list[np.ndarray]:
    """The halves (2, 4) of each board of a file, px of its pictures: left, top, right, bottom."""
    found = []
    for i in range(count):
        board = Rig.draw(first_rig + i // RIG_BOARDS).board
        rects = np.array(list(board.halves.values()))
        found.append((rects + MARGIN_MM) * PX_PER_MM)
    return found


def samples(boards: Pictures, halves: list[np.ndarray], count: int, rng: np.random.Generator):  # type: ignore[no-untyped-def]
    """For ever: images (count, 3, 224, 272), what is covered and what counts (count, 1, 56, 68)."""
    drawn: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    while True:
        fresh = count if len(drawn) < count else FRESH
        for _ in range(fresh):
            i = int(rng.integers(len(boards.image)))
            raw = np.frombuffer(boards.image[i], np.uint8)
            picture = np.asarray(cv2.imdecode(raw, cv2.IMREAD_COLOR), np.uint8)
            drawn.append(_small(*_sample(picture, halves[i], rng)))
        old = rng.integers(len(drawn), size=count - fresh)
        batch = drawn[len(drawn) - fresh :] + [drawn[k] for k in old]
        image, over, counts = (np.array(part, np.float32) for part in zip(*batch, strict=True))
        yield (
            torch.from_numpy(image.transpose(0, 3, 1, 2).copy()),
            torch.from_numpy(over[:, None] / 255),
            torch.from_numpy(counts[:, None] / 255),
        )


def _small(
    image: np.ndarray, thing: np.ndarray, field: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """In the net's size; what is covered and what counts by its cells."""
    high, wide = (side // 2 for side in image.shape[:2])
    cells = (wide // STRIDE, high // STRIDE)
    return (
        cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA),
        cv2.resize(thing, cells, interpolation=cv2.INTER_AREA),
        cv2.resize(field, cells, interpolation=cv2.INTER_AREA),
    )


def _sample(
    picture: np.ndarray, halves: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    high, wide = DRAWN
    zoom = DRAWN_PX_MM / PX_PER_MM * float(rng.uniform(0.93, 1.07))
    turn = float(np.radians(rng.choice([0, 180]) + rng.normal(0, 1.5)))
    flip = -1 if rng.random() < 0.5 else 1
    warp = zoom * np.array(
        [[flip * np.cos(turn), -np.sin(turn)], [flip * np.sin(turn), np.cos(turn)]]
    )
    middle = np.array(picture.shape[1::-1]) / 2
    shift = np.array([wide, high]) / 2 + rng.normal(0, 12, 2) - warp @ middle
    matrix = np.column_stack([warp, shift])
    soft = cv2.GaussianBlur(picture, (0, 0), 0.8)
    seen = cv2.warpAffine(
        soft, matrix, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    field = np.zeros((high, wide), np.uint8)
    for left, top, right, bottom in halves:
        corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
        cv2.fillConvexPoly(field, (corners @ warp.T + shift).round().astype(np.int32), 255)
    image, thing = covered(np.asarray(seen, np.uint8), field, DRAWN_PX_MM, rng)
    return image, thing, field


def loss_of(logits: Tensor, over: Tensor, counts: Tensor) -> Tensor:
    """Places half covered count little."""
    sure = (2 * over - 1).abs()
    each = F.binary_cross_entropy_with_logits(logits, (over > 0.5).float(), reduction="none")
    weight = counts * sure
    loss: Tensor = (each * weight).sum() / weight.sum()
    return loss


def measured(net: CoverNet, held: list[tuple[Tensor, Tensor, Tensor]]) -> dict[str, float]:
    """Of covered cells of the field, part found at 0.8; of bare ones, part called covered."""
    net.eval()
    found = covered_n = false = bare_n = 0.0
    with torch.no_grad():
        for image, over, counts in held:
            called = net(image).sigmoid() > 0.8
            on = counts > 0.9
            found += float((called & on & (over > 0.9)).sum())
            covered_n += float((on & (over > 0.9)).sum())
            false += float((called & on & (over < 0.1)).sum())
            bare_n += float((on & (over < 0.1)).sum())
    return {"told": round(found / covered_n, 4), "false": round(false / bare_n, 6)}


def main() -> None:
    options = words("Fit the cover net.")
    options.add_argument("--boards", nargs="+", required=True)
    options.add_argument("--first-rig", type=int, required=True, help="of every file of boards")
    options.add_argument("--held-rigs", type=int, default=8, help="the last ones of the first file")
    given = begun(options)
    images: list[bytes] = []
    halves: list[np.ndarray] = []
    rigs = len(Pictures.load(given.boards[0]).image) // RIG_BOARDS - given.held_rigs
    for path in given.boards:
        some = Pictures.load(path).image
        here = fields(given.first_rig, len(some))
        if path == given.boards[0]:
            last = Pictures(some[rigs * RIG_BOARDS :], [])
            held_draws = samples(last, here[rigs * RIG_BOARDS :], 16, np.random.default_rng(5))
        images += some[: rigs * RIG_BOARDS]
        halves += here[: rigs * RIG_BOARDS]
    held = [next(held_draws) for _ in range(6)]
    net = fit_cover(Pictures(images, []), halves, held, given)
    export(net, given.out, torch.zeros(1, 3, 224, 272))


def fit_cover(
    boards: Pictures,
    halves: list[np.ndarray],
    held: list[tuple[Tensor, Tensor, Tensor]],
    given: argparse.Namespace,
) -> CoverNet:
    net = CoverNet()
    rng = torch.Generator().manual_seed(given.seed)
    draws = samples(boards, halves, given.batch, np.random.default_rng(given.seed))

    def loss_of_next() -> Tensor:
        image, over, counts = next(draws)
        return loss_of(fitting.outputs(net, relit(image, rng)), over, counts)

    fitting.fit_net(
        net, loss_of_next, lambda: measured(net, held), given, StepPlan(highest=4e-3, decay=1e-3)
    )
    return net


if __name__ == "__main__":
    main()
