"""Describe boards and dice for Cycles to draw: `python -m vision.lab.cycles.describe --out DIR`.

The same seed and number always give the same description; existing descriptions are kept.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.errors import ThrowImpossible
from vision.lab.cycles import field
from vision.lab.cycles.boards import LOOKS, SIZES, Described, bare_scene, board_scene
from vision.lab.cycles.crops import crops_scene
from vision.lab.cycles.styles import ALL, MEASURING, TRAINING, Styles
from vision.lab.resumed import OtherRun
from vision.view import Picture

SCENES_A_SEED = 100_000
POSITIONS = 5
"""Tries at drawing a position that leaves room for what is wanted."""
SCENES = {"boards": board_scene, "bare": bare_scene, "crops": crops_scene}
CARDS: dict[str, Callable[[np.random.Generator], Picture]] = {
    "clock": field.clock_face,
    "scores": field.score_card,
    "notes": field.written,
}


def main(arguments: list[str] | None = None) -> None:
    options = argparse.ArgumentParser(description="Describe boards and dice for Cycles to draw.")
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--what", choices=list(SCENES), default="boards")
    options.add_argument("--styles", choices=list(ALL), help="measuring for boards, training else")
    options.add_argument("--scenes", type=int, default=20, help=f"a board gives {LOOKS} pictures")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument(
        "--full-size", action="store_true", help=f"of them those of {SIZES[0][0]}x{SIZES[0][1]}"
    )
    given = options.parse_args(arguments)
    cv2.setNumThreads(1)
    styles = ALL[given.styles or (MEASURING if given.what == "boards" else TRAINING).name]
    made = describe(given.out, given.what, styles, range(given.scenes), given.seed, given.full_size)
    for name in made:
        sys.stdout.write(f"{name} described\n")


def describe(
    out: Path, what: str, styles: Styles, numbers: range, seed: int, full_size: bool = False
) -> Iterator[str]:
    """Describe the scenes of these numbers that a folder does not have yet, with full_size those
    of the largest pictures alone; give their names. Raises OtherRun where the folder holds scenes
    of another seed, of other styles or of the other kind."""
    asked = {"what": what, "styles": styles.name, "seed": seed}
    head = out / "run.json"
    if head.exists() and json.loads(head.read_text()) != asked:
        raise OtherRun(f"{out} holds what was described by {head.read_text()}; name another --out.")
    for folder in ("described", "truth", "pictures"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    head.write_text(json.dumps(asked))
    for number in numbers:
        name = f"{number:04}"
        path = out / "described" / f"{name}.json"
        if path.exists():
            continue
        scene = described(what, styles, seed, number)
        if full_size and scene.spec["camera"]["width"] != SIZES[0][0]:
            continue
        for file, picture in scene.pictures.items():
            cv2.imwrite(str(out / "pictures" / file), picture)
        for file, facts in scene.facts.items():
            (out / "truth" / f"{file}.json").write_text(json.dumps(facts))
        part = path.with_suffix(".part")
        part.write_text(json.dumps(scene.spec))
        part.rename(path)
        yield name


def described(what: str, styles: Styles, seed: int, number: int) -> Described:
    """One scene: everything about it comes from the styles, the seed and the number."""
    own = styles.first_seed + seed * SCENES_A_SEED + number
    make = SCENES[what]
    for position in range(POSITIONS):
        rng = np.random.default_rng([own, position])
        try:
            scene = make(styles, own, f"{number:04}", number, rng)
        except ThrowImpossible:
            if position == POSITIONS - 1:
                raise
            continue
        return _with_cards(scene, rng)
    raise AssertionError("unreachable")


def _with_cards(scene: Described, rng: np.random.Generator) -> Described:
    """Clocks and score cards that lie around, with what they show."""
    for stuff in scene.spec["stuffs"].values():
        kind = str(stuff.get("picture", "")).removeprefix("pictures/").split("-")[-1]
        kind = kind.removesuffix(".png")
        if kind in CARDS:
            scene.pictures[stuff["picture"].removeprefix("pictures/")] = CARDS[kind](rng)
    return scene


if __name__ == "__main__":
    main()
