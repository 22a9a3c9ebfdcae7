"""The net: one crop to what its top face shows and whether the die lies tilted."""

from __future__ import annotations

import torch
from torch import Tensor, nn

INPUT_PX = 40
CLASSES = 7
"""0: no top face; 1-6: its value."""


class FaceNet(nn.Module):
    """In: image (N, 3, 40, 40), BGR 0..255; view (N, 3): x, y of how far the picture looks
    sideways, and 1 if that is known, else zeros. Out: (N, 8), seven values before softmax, and
    tilt before sigmoid."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            _layer(6, 24),
            _layer(24, 32, stride=2),
            _layer(32, 48),
            _layer(48, 64, stride=2),
            _layer(64, 96),
            _layer(96, 96, stride=2),
        )
        self.join = nn.Sequential(nn.Linear(96 * 25, 128), nn.ReLU(), nn.Dropout(0.3))
        self.say = nn.Linear(128, CLASSES + 1)

    def forward(self, image: Tensor, view: Tensor) -> Tensor:
        facing = (3.0 * view)[:, :, None, None].expand(-1, -1, INPUT_PX, INPUT_PX)
        seen = self.look(torch.cat([(image - 110.0) / 60.0, facing], dim=1))
        said: Tensor = self.say(self.join(seen.flatten(1)))
        return said


def _layer(into: int, out: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(into, out, 3, stride=stride, padding=1, bias=False),
        nn.BatchNorm2d(out),
        nn.ReLU(),
    )
