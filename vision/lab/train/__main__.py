"""`make train`: draw the crops and boards, fit the nets, put them where the reader finds them.

Each step is a module of this package run as a process of one thread, two at once. A step whose
file is there is not run again, so that a stopped run goes on; its words go to a log beside it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from vision.lab.train.boards import Pictures
from vision.lab.train.rendered import DICE_SETS, POSITIONS

SEED = 1
TOGETHER = 2
HELD_BOARD_RIGS = 10
NETS = ("face", "find", "kind", "cover", "close", "lean", "lean_b", "lean_c", "smear")
SMALLEST_STEPS = 20
LEANING = tuple(f"l{number}.npz" for number in range(32))
SOME_LEANING = LEANING[:8]
HALF = len(LEANING) // 2
"""Nets that never saw the same dice err about others."""
SLIDING = tuple(f"s{number}.npz" for number in range(4))
KEPT_BYTES = 1_000_000_000
"""Memory that a step keeps for itself: to ask for it anew takes a twentieth of a drawing's time."""


class StepFailed(Exception):
    """A step of the training ended with an error."""


@dataclass(frozen=True, slots=True)
class Step:
    """out: the file it makes, by name; module of this package and its arguments, in which a word
    with a known ending is a file in the working folder; needs: files it waits for."""

    out: str
    module: str
    words: tuple[str, ...]
    needs: tuple[str, ...] = ()


def plan(scale: float, photos: Path | None) -> tuple[Step, ...]:
    """Everything that is made, in an order that works. scale: of rigs and steps, 1 is the whole."""

    def rigs(first: int, count: int, least: int = 2) -> tuple[str, ...]:
        return ("--seeds", str(first), str(first + max(least, round(scale * count))))

    def fitted(steps: int, batch: int, seed: int = SEED) -> tuple[str, ...]:
        many = max(SMALLEST_STEPS, round(scale * steps))
        return ("--steps", str(many), "--batch", str(batch), "--seed", str(seed))

    with_photos = () if photos is None else ("--photos", str(photos))
    faces = ("r0.npz", "r1.npz")
    ones, others = LEANING[:HALF], LEANING[HALF:]

    def lean(out: str, crops: tuple[str, ...], *words: str) -> Step:
        given = ("--crops", *crops, "--held-out", "lh.npz", *words)
        return Step(out, "lean", given, (*crops, "lh.npz"))

    drawn = rigs(301_000, 110, HELD_BOARD_RIGS + 2)
    first, held = drawn[1], str(int(drawn[2]) - HELD_BOARD_RIGS)
    return (
        # The longest ways through come first, so that at last no core waits for one net.
        Step("lh.npz", "leaning", rigs(503_000, 25)),
        *(
            Step(out, "leaning", rigs(502_000 + 80 * number, 32))
            for number, out in enumerate(LEANING)
        ),
        lean("lean.onnx", ones, *fitted(6500, 96)),
        lean("lean_b.onnx", others, "--ends", "48", *fitted(4500, 96, SEED + 2)),
        lean("lean_c.onnx", LEANING, "--ends", "48", *fitted(4500, 96, SEED + 3)),
        *(
            Step(out, "sliding", rigs(602_000 + 50 * number, 50))
            for number, out in enumerate(SLIDING)
        ),
        Step("sh.npz", "sliding", rigs(603_000, 20)),
        Step(
            "smear.onnx",
            "smear",
            ("--faces", *SLIDING, "--crops", *ones) + ("--held-out", "sh.npz", *fitted(4500, 128)),
            (*SLIDING, *ones, "sh.npz"),
        ),
        Step("b0.npz", "boards", drawn),
        Step("r0.npz", "rendered", rigs(200_000, 160)),
        Step("r1.npz", "rendered", rigs(201_000, 135)),
        Step("rh.npz", "rendered", rigs(201_135, 15)),
        Step("m0.npz", "moving", rigs(402_000, 90)),
        Step("mh.npz", "moving", rigs(402_090, 10)),
        Step(
            "find.onnx",
            "finder",
            ("--boards", "bt.npz", "--held-out", "bh.npz", *with_photos, *fitted(2500, 12)),
            ("bt.npz", "bh.npz"),
        ),
        Step(
            "face.onnx",
            "fit",
            ("--rendered", *faces, "--held-out", "rh.npz", *with_photos, *fitted(3600, 96)),
            (*faces, "rh.npz"),
        ),
        Step("q0.npz", "closeup", rigs(10_000, 3400)),
        Step("qh.npz", "closeup", rigs(50_000, 150)),
        Step(
            "close.onnx",
            "close",
            ("--start", "face.onnx", "--clear", "q0.npz", "--rendered", *faces)
            + ("--held-out", "qh.npz", *with_photos, *fitted(3000, 80)),
            ("face.onnx", "q0.npz", *faces, "qh.npz"),
        ),
        Step(
            "d0.npz",
            "decoys",
            ("--boards", "bt.npz", "--first-rig", first, "--finder", "find.onnx"),
            ("bt.npz", "find.onnx"),
        ),
        Step(
            "dh.npz",
            "decoys",
            ("--boards", "bh.npz", "--first-rig", held, "--finder", "find.onnx"),
            ("bh.npz", "find.onnx"),
        ),
        Step(
            "cover.onnx",
            "cover",
            ("--boards", "b0.npz", "--first-rig", first, "--held-rigs", "8", *fitted(2200, 12)),
            ("b0.npz",),
        ),
        Step(
            "kind.onnx",
            "kind",
            ("--crops", *faces, "m0.npz", "d0.npz", "--leaning", *SOME_LEANING)
            + ("--held-out", "rh.npz", "mh.npz", "dh.npz", *with_photos, *fitted(5000, 128)),
            (*faces, "m0.npz", "d0.npz", *SOME_LEANING, "rh.npz", "mh.npz", "dh.npz"),
        ),
    )


def command(step: Step, work: Path) -> list[str]:
    words = [str(work / word) if word.endswith((".npz", ".onnx")) else word for word in step.words]
    made = str(work / _unfinished(step.out))
    return [sys.executable, "-m", f"vision.lab.train.{step.module}", *words, "--out", made]


def make(steps: tuple[Step, ...], work: Path) -> None:
    """Run what is not made yet, TOGETHER at once. Raises StepFailed."""
    left = [step for step in steps if not (work / step.out).exists()]
    running: dict[Step, subprocess.Popen[bytes]] = {}
    began = time.monotonic()
    try:
        while left or running:
            _split_boards(work)
            ready = [s for s in left if all((work / need).exists() for need in s.needs)]
            for step in ready[: TOGETHER - len(running)]:
                left.remove(step)
                running[step] = _start(step, work)
            for step in [s for s, process in running.items() if process.poll() is not None]:
                if running.pop(step).returncode:
                    raise StepFailed(f"{step.out} was not made: {work / step.out}.log says why.")
                (work / _unfinished(step.out)).rename(work / step.out)
                weights = (work / _unfinished(step.out)).with_suffix(".pt")
                if weights.exists():
                    weights.rename((work / step.out).with_suffix(".pt"))
                sys.stdout.write(f"{time.monotonic() - began:6.0f} s  {step.out}\n")
                sys.stdout.flush()
            time.sleep(0.2)
    finally:
        for process in running.values():
            process.kill()
            process.wait()


def _start(step: Step, work: Path) -> subprocess.Popen[bytes]:
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    one |= dict.fromkeys(("MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_"), str(KEPT_BYTES))
    with (work / f"{step.out}.log").open("wb") as log:
        return subprocess.Popen(command(step, work), stdout=log, stderr=log, env=os.environ | one)


def _unfinished(name: str) -> str:
    """np.savez and torch.onnx.export both keep the ending."""
    return f"unfinished-{name}"


def _split_boards(work: Path) -> None:
    """The last rigs of the boards are held out."""
    if not (work / "b0.npz").exists() or (work / "bh.npz").exists():
        return
    boards = Pictures.load(str(work / "b0.npz"))
    kept = len(boards.image) - HELD_BOARD_RIGS * POSITIONS * DICE_SETS
    for name, part in (("bt", slice(kept)), ("bh", slice(kept, None))):
        path = work / _unfinished(f"{name}.npz")
        Pictures(boards.image[part], boards.dice[part]).save(str(path))
        path.rename(work / f"{name}.npz")


def main() -> int:
    options = argparse.ArgumentParser(description="Draw, fit and place the learned readers.")
    options.add_argument("--work", type=Path, required=True, help="for what is drawn, and logs")
    options.add_argument("--out", type=Path, required=True, help="where the nets go")
    options.add_argument("--scale", type=float, default=1.0, help="of rigs and steps; 1: all")
    options.add_argument("--photos", type=Path, help="left out where it is not there")
    given = options.parse_args()
    photos = given.photos if given.photos is not None and given.photos.is_dir() else None
    sys.stdout.write(f"photographs: {photos or 'none, rendered dice only'}\n")
    given.work.mkdir(parents=True, exist_ok=True)
    given.out.mkdir(parents=True, exist_ok=True)
    try:
        make(plan(given.scale, photos), given.work)
    except StepFailed as error:
        sys.stderr.write(f"{error}\n")
        return 1
    for net in NETS:
        shutil.copyfile(given.work / f"{net}.onnx", given.out / f"{net}.onnx")
    return 0


if __name__ == "__main__":
    sys.exit(main())
