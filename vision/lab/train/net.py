"""The net: one crop to what its top face shows and whether the die lies tilted."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.lab.train.fitting import layer

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
            layer(6, 24),
            layer(24, 32, 2),
            layer(32, 48),
            layer(48, 64, 2),
            layer(64, 96),
            layer(96, 96, 2),
        )
        self.join = nn.Sequential(nn.Linear(96 * 25, 128), nn.ReLU(), nn.Dropout(0.3))
        self.say = nn.Linear(128, CLASSES + 1)

    def forward(self, image: Tensor, view: Tensor) -> Tensor:
        facing = (3.0 * view)[:, :, None, None].expand(-1, -1, INPUT_PX, INPUT_PX)
        seen = self.look(torch.cat([(image - 110.0) / 60.0, facing], dim=1))
        logits: Tensor = self.say(self.join(seen.flatten(1)))
        return logits
