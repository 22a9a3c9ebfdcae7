"""Make pictures of the light that was drawn: `python -m vision.lab.cycles.develop DIR`.

What a camera and a file do to light: exposure, a lens's softness, noise, sharpening, moiré, JPEG.
Boards get the truth beside them, as the shared pictures have it, and in `before` the same board
without what the roll brought; crops a line each in labels.jsonl.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.pose import Floats
from vision.view import Picture

FEATHER_PX = 10
LABELS = "labels.jsonl"
BEFORE = "before"
POOR_FILES = 0.12
"""Share of pictures packed as JPEG of the poorest quality."""
POOREST = 40
MOIRE = 0.08
SHARPENED = 0.4


@dataclass(frozen=True, slots=True)
class Film:
    """How light becomes a picture. exposure: what white paper comes to, 1 as white; red, blue:
    gains against green; blur_px, noise (grey levels of 255), sharp (part of what blurring takes
    that is added), moire (grey levels), vignette (light lost in the corners), quality of JPEG."""

    exposure: float
    red: float
    blue: float
    blur_px: float
    noise: float
    sharp: float
    moire: float
    vignette: float
    quality: int

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Film:
        poor = rng.random() < POOR_FILES
        return cls(
            exposure=float(rng.uniform(0.75, 1.3)),
            red=float(rng.uniform(0.92, 1.09)),
            blue=float(rng.uniform(0.92, 1.09)),
            blur_px=float(rng.uniform(0.35, 0.8)),
            noise=float(rng.uniform(0.8, 4.0)),
            sharp=float(rng.uniform(0.4, 1.5)) if rng.random() < SHARPENED else 0.0,
            moire=float(rng.uniform(2.0, 6.0)) if rng.random() < MOIRE else 0.0,
            vignette=float(rng.uniform(0.0, 0.25)),
            quality=POOREST if poor else int(rng.integers(65, 96)),
        )


def developed(light: NDArray[np.float32], film: Film, rng: np.random.Generator) -> Picture:
    """A picture (h, w, 3) uint8, blue first, of linear light, red first."""
    height, width = light.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    far = ((x - width / 2) ** 2 + (y - height / 2) ** 2) / ((width**2 + height**2) / 4)
    gains = np.array([film.blue, 1.0, film.red]) * film.exposure
    seen = light[:, :, ::-1] * gains * (1 - film.vignette * far)[:, :, None]
    soft = cv2.GaussianBlur(seen.astype(np.float32), (0, 0), film.blur_px)
    grey = 255 * _curve(np.asarray(soft, np.float64))
    grain = rng.normal(0, film.noise, grey.shape) + rng.normal(
        0, film.noise / 2, (*grey.shape[:2], 1)
    )
    grey = grey + grain * (0.6 + 0.4 * np.sqrt(np.clip(1 - grey / 300, 0, 1)))
    if film.sharp:
        grey = grey + film.sharp * (grey - cv2.GaussianBlur(grey, (0, 0), 1.3))
    if film.moire:
        grey = grey + film.moire * _moire(x, y, rng)
    picture = np.clip(np.rint(grey), 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, film.quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _curve(light: Floats) -> Floats:
    """The curve of sRGB, except that light above 0.7 reaches white slowly, at 2."""
    bright = 0.7 + 0.3 * (1 - np.exp(-(light - 0.7) / 0.35))
    x = np.clip(np.where(light > 0.7, bright, light), 0, 1)
    out: Floats = np.where(x < 0.0031308, 12.92 * x, 1.055 * x ** (1 / 2.4) - 0.055)
    return out


def _moire(x: Floats, y: Floats, rng: np.random.Generator) -> Any:
    """Slow coloured waves, as two fine grids make them, (h, w, 3) from -1 to 1."""
    waves = []
    angle, long = rng.uniform(0, np.pi), rng.uniform(14, 60)
    for shift in (0.0, 2.1, 4.2):
        bend = 0.3 * np.sin((x + y) / 240.0)
        way = (x * np.cos(angle + 0.02 * shift) + y * np.sin(angle + 0.02 * shift)) / long
        waves.append(np.sin(2 * np.pi * way + shift + bend))
    return np.stack(waves, axis=-1)


def composed(
    whole: NDArray[Any], windows: list[list[int]], parts: list[NDArray[Any]]
) -> NDArray[np.float32]:
    """The board with each window laid in, its edges (except the picture's own) blended."""
    out = np.asarray(whole, np.float32).copy()
    height, width = out.shape[:2]
    for (x0, y0, x1, y1), part in zip(windows, parts, strict=True):
        across = _ramp(x1 - x0, x0 > 0, x1 < width)
        down = _ramp(y1 - y0, y0 > 0, y1 < height)
        share = np.minimum(across[None, :], down[:, None])[:, :, None]
        spot = out[y0:y1, x0:x1]
        out[y0:y1, x0:x1] = spot + share * (np.asarray(part, np.float32) - spot)
    return out


def _ramp(long: int, first: bool, last: bool) -> NDArray[np.float32]:
    steps = np.arange(long, dtype=np.float32) + 0.5
    ramp = np.ones(long, np.float32)
    if first:
        ramp = np.minimum(ramp, steps / FEATHER_PX)
    if last:
        ramp = np.minimum(ramp, steps[::-1] / FEATHER_PX)
    return ramp


def develop(folder: Path) -> Iterator[str]:
    """Every picture whose light is there and that is not there yet; gives their names."""
    lines = folder / LABELS
    labelled = {json.loads(row)["file"] for row in _rows(lines)}
    for path in sorted((folder / "described").glob("*.json")):
        spec = json.loads(path.read_text())
        still = folder / "raw" / f"{path.stem}-still.npz"
        if spec["whole"] and not still.exists():
            continue
        whole = None
        for look in spec["looks"]:
            file, raw = look["file"], folder / "raw" / f"{look['file']}.npz"
            done = file + ".png" in labelled or (folder / f"{file}.json").exists()
            if done or not raw.exists():
                continue
            with np.load(raw) as kept:
                parts = [kept[f"window{n}"] for n in range(len(look["windows"]))]
            if spec["whole"] and whole is None:
                with np.load(still) as kept:
                    whole = kept["whole"]
            light = parts[0] if whole is None else composed(whole, look["windows"], parts)
            rng = np.random.default_rng([spec["seed"], *file.encode()])
            film = Film.draw(rng)
            picture = developed(np.asarray(light, np.float32), film, rng)
            facts = json.loads((folder / "truth" / f"{file}.json").read_text())
            if whole is None:
                _keep_crop(folder, file, picture, facts | {"film": asdict(film)})
            else:
                before = developed(np.asarray(whole, np.float32), film, rng)
                _keep_board(folder, file, (picture, before), facts | {"film": asdict(film)})
            yield file


def _rows(lines: Path) -> list[str]:
    """The whole lines: a run may have been stopped within one."""
    text = lines.read_text() if lines.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        lines.write_text(whole)
    return whole.splitlines()


def _keep_board(
    folder: Path, file: str, pictures: tuple[Picture, Picture], facts: dict[str, Any]
) -> None:
    """Write the pictures of a roll and of the board before it. The truth comes last: with it they
    are complete."""
    packing = [cv2.IMWRITE_JPEG_QUALITY, max(facts["film"]["quality"], 90)]
    (folder / BEFORE).mkdir(exist_ok=True)
    for place, picture in zip((folder, folder / BEFORE), pictures, strict=True):
        cv2.imwrite(str(place / f"{file}.jpg"), picture, packing)
    (folder / f"{file}.json").write_text(json.dumps({"file": f"{file}.jpg"} | facts))


def _keep_crop(folder: Path, file: str, picture: Picture, label: dict[str, Any]) -> None:
    (folder / "crops").mkdir(exist_ok=True)
    cv2.imwrite(str(folder / "crops" / f"{file}.png"), picture)
    with (folder / LABELS).open("a") as lines:
        lines.write(json.dumps({"file": f"{file}.png"} | label) + "\n")


def main(arguments: list[str] | None = None) -> None:
    options = argparse.ArgumentParser(description="Make pictures of the light that was drawn.")
    options.add_argument("folder", type=Path)
    given = options.parse_args(arguments)
    cv2.setNumThreads(1)
    count = sum(1 for _ in develop(given.folder))
    sys.stdout.write(f"{count} pictures developed\n")


if __name__ == "__main__":
    main()
