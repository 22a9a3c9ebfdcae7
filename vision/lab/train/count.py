"""The count net: a strip of a point or of the bar to the number and colour of its checkers."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from vision.board.positions import SIGNED_COUNTS
from vision.board.strips import HIGH_PX, WALL_PX, WIDE_PX
from vision.lab.train import fitting
from vision.lab.train.counting import ROWS, STRIDE, StripRows
from vision.lab.train.disturb import chance
from vision.lab.train.export import export, of_any_number
from vision.lab.train.fitting import StepPlan, begun, layer, words

CLASSES = len(SIGNED_COUNTS) + 1
"""The signed counts, then: it cannot be seen."""
VIEW = 11
HIDDEN_FROM = 0.5
SEEN_TO = 0.25
"""What is covered by more of a checker is hidden, by less it is seen; between them nothing is
learned."""
ALONG_WEIGHT = 1.0


class CountNet(nn.Module):
    """In: image (N, 3, 160, 40) BGR 0..255; view (N, 11): the colours of colour 0's and colour 1's
    checkers, BGR, then `vision.board.strips.Strips.shape`. Out: (N, 32), before softmax; with
    `along`, too, (N, 4, 20) how many checkers have their middle in each eighth of a point."""

    across: Tensor
    down: Tensor
    counts: Tensor

    def __init__(self) -> None:
        super().__init__()
        across = (torch.arange(WIDE_PX) - (WIDE_PX - 1) / 2).abs().reshape(1, 1, 1, WIDE_PX)
        down = (torch.arange(HIGH_PX) - WALL_PX).reshape(1, 1, HIGH_PX, 1)
        self.register_buffer("across", across.float(), persistent=False)
        self.register_buffer("down", down.float(), persistent=False)
        self.look = nn.Sequential(
            layer(8, 16, 2),
            layer(16, 24, 2),
            layer(24, 32),
            layer(32, 48, 2),
            layer(48, 48),
        )
        self.rows = nn.Sequential(nn.Conv2d(48, 64, (1, WIDE_PX // STRIDE)), nn.ReLU())
        self.run = nn.Sequential(
            nn.Conv2d(64 + 5, 64, (5, 1), padding=(2, 0)),
            nn.ReLU(),
        )
        self.middles = nn.Conv2d(64, 4, 1)
        self.join = nn.Sequential(nn.Linear((64 + 4) * ROWS, 96), nn.ReLU(), nn.Dropout(0.2))
        self.say = nn.Linear(96, CLASSES)
        self.register_buffer("counts", torch.tensor([SIGNED_COUNTS]).float(), persistent=False)
        self.sharp = nn.Parameter(torch.ones(1))

    def seen(self, image: Tensor, view: Tensor) -> tuple[Tensor, Tensor]:
        colours = view[:, :6, None, None]
        one, other = colours[:, :3], colours[:, 3:]
        apart = other - one
        along = ((image - one) * apart).sum(1, keepdim=True)
        along = along / ((apart * apart).sum(1, keepdim=True) + 200.0)
        off_one = ((image - one).square().sum(1, keepdim=True) + 1.0).sqrt()
        off_other = ((image - other).square().sum(1, keepdim=True) + 1.0).sqrt()
        long, wide = view[:, 7:8, None, None], view[:, 8:9, None, None]
        inside = torch.sigmoid(long - self.down) * torch.sigmoid(0.5 * wide - self.across)
        inside = inside * (1.0 - 2.0 * view[:, 6:7, None, None])
        channels = [
            (image - 110.0) / 60.0,
            off_one / 60.0 - 1.0,
            off_other / 60.0 - 1.0,
            along.clamp(-1.0, 2.0) * 2.0 - 1.0,
            inside,
            inside * (self.down / 100.0),
        ]
        rows = self.rows(self.look(torch.cat(channels, dim=1)))
        given = torch.cat([view[:, 6:7], view[:, 7:9] / 100.0, 3.0 * view[:, 9:11]], dim=1)
        wide_view = given[:, :, None, None].expand(-1, -1, ROWS, -1)
        run = self.run(torch.cat([rows, wide_view], dim=1))
        middles = self.middles(run)
        joined = torch.cat([run, middles], dim=1).flatten(1)
        logits: Tensor = self.say(self.join(joined))
        # As many checkers as middles: the net starts from counting and learns where that misleads.
        there = torch.sigmoid(middles[..., 0]).sum(dim=2)
        total = there[:, :1] + there[:, 1:2] - there[:, 2:3] - there[:, 3:]
        likely = -self.sharp.abs() * (self.counts - total).square().clamp(max=25.0)
        logits = logits + F.pad(likely, (0, 1))
        return logits, middles[..., 0]

    def forward(self, image: Tensor, view: Tensor) -> Tensor:
        return self.seen(image, view)[0]


def samples(rows: StripRows, seed: int, count: int):  # type: ignore[no-untyped-def]
    """For ever: image, view, class, weight, along of `count` strips, full and bare ones."""
    rng = np.random.default_rng(seed)
    label, weight = labels(rows)
    kinds = [np.flatnonzero(label == one) for one in range(CLASSES)]
    size = np.array([len(kind) for kind in kinds], np.float64)
    odds = np.sqrt(size)
    odds[0] *= 1.6
    odds[-1] *= 1.5
    odds /= odds.sum()
    while True:
        drawn = rng.choice(CLASSES, count, p=odds)
        index = np.array([kinds[one][int(rng.integers(len(kinds[one])))] for one in drawn])
        image = torch.from_numpy(rows.image[index]).permute(0, 3, 1, 2).float()
        colours = rows.colours[index]
        view = np.concatenate([colours, rows.shape[index]], axis=1)
        yield (
            image,
            torch.from_numpy(view),
            torch.from_numpy(label[index]),
            torch.from_numpy(weight[index]),
            torch.from_numpy(rows.along[index]).float(),
        )


def labels(rows: StripRows) -> tuple[np.ndarray, np.ndarray]:
    """The class of each strip and whether it counts, 0 or 1."""
    label = np.where(rows.count >= 0, rows.count, len(SIGNED_COUNTS) + rows.count)
    label = np.where(rows.hidden > HIDDEN_FROM, CLASSES - 1, label).astype(np.int64)
    unsure = (rows.hidden > SEEN_TO) & (rows.hidden <= HIDDEN_FROM)
    return label, (~unsure).astype(np.float32)


def known(rows: StripRows, seed: int) -> StripRows:
    """The strips with both players' colours; where one has no checker, some other colour."""
    rng = np.random.default_rng(seed)
    colours = rows.colours.copy()
    for first in (0, 3):
        bare = np.isnan(colours[:, first])
        colours[bare, first : first + 3] = rng.uniform(10, 245, (int(bare.sum()), 3))
    return StripRows(rows.image, rows.count, rows.hidden, rows.shape, colours, rows.along)


def disturbed(image: Tensor, view: Tensor, label: Tensor, along: Tensor, rng: torch.Generator):  # type: ignore[no-untyped-def]
    """Mirrored, colours exchanged, relit, softer or sharper, noisy; the learned colours off."""
    n = len(image)
    mirrored = chance(rng, n, 0.5)
    image[mirrored] = image[mirrored].flip(-1)
    view[mirrored, 9] *= -1
    swapped = chance(rng, n, 0.5)
    view[swapped, :6] = view[swapped][:, [3, 4, 5, 0, 1, 2]]
    along[swapped] = along[swapped][:, [2, 3, 0, 1]]
    turned = torch.where((label > 0) & (label < CLASSES - 1), CLASSES - 1 - label, label)
    label[swapped] = turned[swapped]
    colours = view[:, :6].reshape(n, 2, 3)
    # One change of light for strip and colours; then a little more for the strip alone.
    order = torch.randperm(3, generator=rng)
    some = chance(rng, n, 0.3)
    image[some] = image[some][:, order]
    colours[some] = colours[some][:, :, order]
    gain = torch.exp(torch.randn(n, 3, generator=rng) * 0.15)
    gamma = torch.exp((torch.rand(n, 1, generator=rng) - 0.5) * 0.5)
    image = _toned(image, gain[:, :, None, None], gamma[:, :, None, None])
    colours = _toned(colours, gain[:, None], gamma[:, None])
    own = torch.exp(torch.randn(n, 1, 1, 1, generator=rng) * 0.12)
    slope = torch.randn(n, 1, 1, 1, generator=rng) * 0.1
    down = torch.linspace(-1, 1, HIGH_PX).reshape(1, 1, HIGH_PX, 1)
    image = image * own * torch.exp(slope * down)
    some = chance(rng, n, 0.5)
    part = image[some]
    sharper = torch.rand(len(some), 1, 1, 1, generator=rng) * 1.8 - 0.8
    image = image.index_copy(0, some, part + sharper * (part - F.avg_pool2d(part, 3, 1, 1)))
    noise = torch.randn(image.shape, generator=rng)
    image = image.addcmul_(noise, torch.rand(n, 1, 1, 1, generator=rng) * 5.0).clamp_(0, 255)
    colours = colours + torch.randn(n, 2, 3, generator=rng) * 7.0
    view = torch.cat([colours.reshape(n, 6).clamp(0, 255), view[:, 6:]], dim=1)
    return image, view, label, along


def _toned(seen: Tensor, gain: Tensor, gamma: Tensor) -> Tensor:
    return ((seen / 255 * gain).clamp(0, 1) ** gamma) * 255


def loss_of(
    logits: Tensor, middles: Tensor, label: Tensor, weight: Tensor, along: Tensor
) -> Tensor:
    each = F.cross_entropy(logits, label, reduction="none")
    seen = weight * (label < CLASSES - 1)
    rows = F.binary_cross_entropy_with_logits(middles, along.clamp(max=1), reduction="none")
    counts: Tensor = (each * weight).sum() / weight.sum().clamp(min=1)
    where: Tensor = (rows.sum(dim=(1, 2)) * seen).sum() / seen.sum().clamp(min=1)
    return counts + ALONG_WEIGHT * where / 4


def measured(net: CountNet, held: dict[str, StripRows]) -> dict[str, float]:
    """Of strips that are seen: part counted wrongly, part called hidden; of hidden ones: part
    called so."""
    found: dict[str, float] = {}
    for name, rows in held.items():
        label, weight = labels(rows)
        logits = answers(net, rows)
        best = logits.argmax(1)
        seen = (label < CLASSES - 1) & (weight > 0)
        said = seen & (best < CLASSES - 1)
        found[f"{name} wrong"] = round(float((best != label)[said].mean()), 5)
        found[f"{name} full wrong"] = round(float((best != label)[said & (label > 0)].mean()), 5)
        found[f"{name} unseen"] = round(float((best == CLASSES - 1)[seen].mean()), 5)
        hidden = label == CLASSES - 1
        found[f"{name} told"] = round(float((best == CLASSES - 1)[hidden].mean()), 4)
    return found


def answers(net: CountNet, rows: StripRows) -> np.ndarray:
    """The logits (N, 32) of strips."""
    found = []
    with torch.no_grad():
        for start in range(0, len(rows), 256):
            part = slice(start, start + 256)
            image = torch.from_numpy(rows.image[part]).permute(0, 3, 1, 2).float()
            view = np.concatenate([rows.colours[part], rows.shape[part]], axis=1)
            found.append(net(image, torch.from_numpy(view)).numpy())
    return np.concatenate(found)


def main() -> None:
    options = words("Fit the count net.")
    options.add_argument("--strips", nargs="+", required=True)
    options.add_argument("--held-out", nargs="+", required=True)
    given = begun(options)
    rows = known(StripRows.together([StripRows.load(path) for path in given.strips]), 1)
    held = {Path(path).stem: known(StripRows.load(path), 2) for path in given.held_out}
    net = fit_count(rows, held, given)
    export(
        net,
        given.out,
        torch.zeros(2, 3, HIGH_PX, WIDE_PX),
        torch.zeros(2, VIEW),
        of_any_number("image", "view", "said"),
    )


def fit_count(rows: StripRows, held: dict[str, StripRows], given: argparse.Namespace) -> CountNet:
    net = CountNet()
    rng = torch.Generator().manual_seed(given.seed)
    draws = samples(rows, given.seed, given.batch)

    def loss_of_next() -> Tensor:
        image, view, label, weight, along = next(draws)
        image, view, label, along = disturbed(image, view, label, along, rng)
        logits, middles = net.seen(image, view)
        return loss_of(logits.float(), middles.float(), label, weight, along)

    pace = StepPlan(highest=3e-3, decay=1e-3, longest=5.0)
    fitting.fit_net(net, loss_of_next, lambda: measured(net, held), given, pace)
    return net


if __name__ == "__main__":
    main()
