"""`make train`: draw the crops and boards, fit the nets, put them where the reader finds them.

Each step is a module of this package run as a process of one thread, two at once. A step whose
file is there is not run again, so that a stopped run continues; its output goes to a log beside it.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from vision.lab.train.boards import Pictures
from vision.lab.train.cycles import NotForTraining, require_training
from vision.lab.train.held_out import tables
from vision.lab.train.rendered import DICE_SETS, POSITIONS

SEED = 1
TOGETHER = 2
HELD_BOARD_RIGS = 10
NETS = ("face", "find", "kind", "cover", "close", "lean", "lean_b", "lean_c", "smear", "count")
SMALLEST_STEPS = 20
LEANING = tuple(f"l{number}.npz" for number in range(32))
SOME_LEANING = LEANING[:8]
HALF = len(LEANING) // 2
"""Half of the crops for each net: nets fitted to different dice err on different ones."""
SLIDING = tuple(f"s{number}.npz" for number in range(4))
PAINTED = tuple(f"cp{number}.npz" for number in range(2))
RENDERED = tuple(f"cr{number}.npz" for number in range(2))
STRIPS = (*PAINTED, "ct.npz", "cm.npz", *RENDERED)
HELD_STRIPS = ("cph.npz", "crh.npz")
SPLIT = ("bt.npz", "bh.npz")
"""The boards of b0.npz, split by `_split_boards`."""
CUT = ("faces", "leaning", "sliding", "boards")
GOING_ON_RIGS = 1 / 8
GOING_ON_STEPS = 1 / 5
GENTLY = 4e-4
"""Of all rigs and steps, for a net that goes on from its weights, and its highest step size."""
KEPT_BYTES = 1_000_000_000
"""Memory that a step keeps for itself: allocating it again takes 5 % of a drawing's time."""


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


@dataclass(frozen=True, slots=True)
class Wish:
    """The options of a training. scale: of rigs and steps, 1 is the whole; photos, cycles:
    folders of photographs and of crops that Cycles drew, where they are at hand; start: the folder
    of the nets that it goes on from; nets: those that are fitted."""

    scale: float = 1.0
    photos: Path | None = None
    cycles: Path | None = None
    start: Path | None = None
    nets: tuple[str, ...] = NETS


def plan(wish: Wish) -> tuple[Step, ...]:
    """All steps, in an order that works."""
    on = wish.start is not None
    of_rigs, of_steps = (GOING_ON_RIGS, GOING_ON_STEPS) if on else (1.0, 1.0)

    def rigs(first: int, count: float, least: int = 2) -> tuple[str, ...]:
        return ("--seeds", str(first), str(first + max(least, round(wish.scale * count))))

    def few(first: int, count: int) -> tuple[str, ...]:
        return rigs(first, of_rigs * count)

    def fitted(steps: int, batch: int, seed: int = SEED) -> tuple[str, ...]:
        many = max(SMALLEST_STEPS, round(wish.scale * of_steps * steps))
        return ("--steps", str(many), "--batch", str(batch), "--seed", str(seed))

    def begins(net: str) -> tuple[str, ...]:
        if wish.start is None:
            return ()
        return ("--start", str(kept_at(net, wish.start).resolve()), "--highest", str(GENTLY))

    def cycles(what: str) -> tuple[str, ...]:
        return () if wish.cycles is None else (f"c-{what}.npz",)

    def in_work_folder(files: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(file for file in files if not Path(file).is_absolute())

    with_photos = () if wish.photos is None else ("--photos", str(wish.photos))
    faces = ("r0.npz", "r1.npz")
    ones, others = LEANING[:HALF], LEANING[HALF:]

    def lean(net: str, crops: tuple[str, ...], *words: str) -> Step:
        crops += cycles("leaning")
        given = ("--crops", *crops, "--held-out", "lh.npz", *words, *begins(net))
        return Step(f"{net}.onnx", "lean", given, (*crops, "lh.npz"))

    finder: tuple[str, ...] = ("find.onnx",)
    if wish.start is not None and "find" not in wish.nets:
        finder = (str((wish.start / "find.onnx").resolve()),)
    boards = HELD_BOARD_RIGS + of_rigs * (110 - HELD_BOARD_RIGS)
    drawn = rigs(301_000, boards, HELD_BOARD_RIGS + 2)
    first, held = drawn[1], str(int(drawn[2]) - HELD_BOARD_RIGS)
    clear = ("q0.npz", *faces, *cycles("faces"))
    close_needs = (*clear, "qh.npz") if on else ("face.onnx", *clear, "qh.npz")
    kinds = (*faces, "m0.npz", "d0.npz", *cycles("faces"))
    kind_held = ("rh.npz", "mh.npz", "dh.npz")
    leaning = (*SOME_LEANING, *cycles("leaning"))
    steps = (
        *_cut_of_cycles(wish.cycles),
        # The longest ways through come first, so that at last no core waits for one net.
        Step("lh.npz", "leaning", rigs(503_000, 25)),
        *(
            Step(out, "leaning", few(502_000 + 80 * number, 32))
            for number, out in enumerate(LEANING)
        ),
        lean("lean", ones, *fitted(6500, 96)),
        lean("lean_b", others, "--ends", "48", *fitted(4500, 96, SEED + 2)),
        lean("lean_c", LEANING, "--ends", "48", *fitted(4500, 96, SEED + 3)),
        *(
            Step(out, "sliding", few(602_000 + 50 * number, 50))
            for number, out in enumerate(SLIDING)
        ),
        Step("sh.npz", "sliding", rigs(603_000, 20)),
        Step(
            "smear.onnx",
            "smear",
            ("--faces", *SLIDING, *cycles("sliding"), "--crops", *ones, "--held-out", "sh.npz")
            + (*fitted(4500, 128), *begins("smear")),
            (*SLIDING, *cycles("sliding"), *ones, "sh.npz"),
        ),
        Step("b0.npz", "boards", drawn),
        Step("r0.npz", "rendered", few(200_000, 160)),
        Step("r1.npz", "rendered", few(201_000, 135)),
        Step("rh.npz", "rendered", rigs(201_135, 15)),
        Step("m0.npz", "moving", few(402_000, 90)),
        Step("mh.npz", "moving", rigs(402_090, 10)),
        Step(
            "find.onnx",
            "finder",
            ("--boards", "bt.npz", "--held-out", "bh.npz", *with_photos)
            + (("--cycles", *cycles("boards")) if wish.cycles else ())
            + (*fitted(2500, 12), *begins("find")),
            ("bt.npz", *cycles("boards"), "bh.npz"),
        ),
        Step(
            "face.onnx",
            "fit",
            ("--rendered", *faces, *cycles("faces"), "--held-out", "rh.npz", *with_photos)
            + (*fitted(3600, 96), *begins("face")),
            (*faces, *cycles("faces"), "rh.npz"),
        ),
        Step("q0.npz", "closeup", few(10_000, 3400)),
        Step("qh.npz", "closeup", rigs(50_000, 150)),
        Step(
            "close.onnx",
            "close",
            (begins("close") or ("--start", "face.onnx"))
            + ("--clear", "q0.npz", "--rendered", *faces, *cycles("faces"))
            + ("--held-out", "qh.npz", *with_photos, *fitted(3000, 80)),
            close_needs,
        ),
        Step(
            "d0.npz",
            "decoys",
            ("--boards", "bt.npz", "--first-rig", first, "--finder", *finder),
            ("bt.npz", *in_work_folder(finder)),
        ),
        Step(
            "dh.npz",
            "decoys",
            ("--boards", "bh.npz", "--first-rig", held, "--finder", *finder),
            ("bh.npz", *in_work_folder(finder)),
        ),
        Step(
            "cover.onnx",
            "cover",
            ("--boards", "b0.npz", "--first-rig", first, "--held-rigs", "8")
            + (*fitted(2200, 12), *begins("cover")),
            ("b0.npz",),
        ),
        Step(
            "kind.onnx",
            "kind",
            ("--crops", *kinds, "--leaning", *leaning, "--held-out", *kind_held, *with_photos)
            + (*fitted(5000, 128), *begins("kind")),
            (*kinds, *leaning, *kind_held),
        ),
        *(
            Step(out, "counting", ("--how", "painted", *few(810_000 + 700 * number, 700)))
            for number, out in enumerate(PAINTED)
        ),
        *(
            Step(out, "counting", ("--how", "rendered", *few(820_000 + 70 * number, 70)))
            for number, out in enumerate(RENDERED)
        ),
        Step("ct.npz", "counting", ("--how", "under-things", *few(813_000, 160))),
        Step("cm.npz", "counting", ("--how", "high", *few(814_000, 400))),
        Step("cph.npz", "counting", ("--how", "painted", *rigs(819_000, 60))),
        Step("crh.npz", "counting", ("--how", "rendered", *rigs(829_000, 20))),
        Step(
            "count.onnx",
            "count",
            ("--strips", *STRIPS, "--held-out", *HELD_STRIPS, *fitted(6000, 96), *begins("count")),
            (*STRIPS, *HELD_STRIPS),
        ),
    )
    return _needed(steps, wish.nets)


def kept_at(net: str, folder: Path) -> Path:
    """Where a net lies if those of the dice lie in `folder`: the checkers' beside it."""
    return folder.parent / "board" / "count.onnx" if net == "count" else folder / f"{net}.onnx"


def _cut_of_cycles(folder: Path | None) -> tuple[Step, ...]:
    """What Cycles drew, to be learned from and held out."""
    return tuple(
        Step(
            f"c-{what}{'-held' if held else ''}.npz",
            "cycles",
            ("--folder", str(folder), "--what", what, *(("--held-out",) if held else ())),
        )
        for what in (CUT if folder is not None else ())
        for held in (False, True)
    )


def _needed(steps: tuple[Step, ...], nets: tuple[str, ...]) -> tuple[Step, ...]:
    """The steps that lead to these nets, and the held-out data that only has to be cut."""
    needs = {step.out: set(step.needs) for step in steps}
    needs |= {part: {"b0.npz"} for part in SPLIT}
    left = {f"{net}.onnx" for net in nets}
    left |= {step.out for step in steps if "--held-out" in step.words and step.module == "cycles"}
    found: set[str] = set()
    while left:
        found |= left
        left = set().union(*(needs[name] for name in left)) - found
    return tuple(step for step in steps if step.out in found)


def command(step: Step, work: Path) -> list[str]:
    words = [str(work / word) if word.endswith((".npz", ".onnx")) else word for word in step.words]
    made = str(work / _unfinished(step.out))
    return [sys.executable, "-m", f"vision.lab.train.{step.module}", *words, "--out", made]


def make(steps: tuple[Step, ...], work: Path, together: int = TOGETHER) -> None:
    """Run the steps that are missing, `together` at once. Raises StepFailed."""
    left = [step for step in steps if not (work / step.out).exists()]
    running: dict[Step, subprocess.Popen[bytes]] = {}
    started: dict[Step, float] = {}
    began, spent_before = time.monotonic(), _cores_s()
    try:
        while left or running:
            _split_boards(work)
            ready = [s for s in left if all((work / need).exists() for need in s.needs)]
            for step in ready[: together - len(running)]:
                left.remove(step)
                running[step], started[step] = _start(step, work), time.monotonic()
            for step in [s for s, process in running.items() if process.poll() is not None]:
                if running.pop(step).returncode:
                    raise StepFailed(
                        f"{step.out} was not made: the reason is in {work / step.out}.log."
                    )
                (work / _unfinished(step.out)).rename(work / step.out)
                weights = (work / _unfinished(step.out)).with_suffix(".pt")
                if weights.exists():
                    weights.rename((work / step.out).with_suffix(".pt"))
                now, spent = time.monotonic(), _cores_s()
                took, of_a_core = now - started[step], spent - spent_before
                spent_before = spent
                sys.stdout.write(
                    f"{now - began:6.0f} s  {step.out}: {took:.0f} s, {of_a_core:.0f} s of a core\n"
                )
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


def _cores_s() -> float:
    """Processor time of all ended steps, s; other processes do not count."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _unfinished(name: str) -> str:
    """The name of an unfinished file; np.savez and torch.onnx.export keep the ending."""
    return f"unfinished-{name}"


def _split_boards(work: Path) -> None:
    """Split the boards; the last rigs are held out."""
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
    options.add_argument("--cycles", type=Path, help="crops that Cycles drew, developed")
    options.add_argument(
        "--from", dest="start", type=Path, help="go on from the nets of this folder, gently"
    )
    options.add_argument("--nets", nargs="+", choices=NETS, default=NETS, help="only these")
    options.add_argument("--together", type=int, default=TOGETHER, help="steps at once")
    given = options.parse_args()
    photos = given.photos if given.photos is not None and given.photos.is_dir() else None
    sys.stdout.write(f"photographs: {photos or 'none, rendered dice only'}\n")
    given.work.mkdir(parents=True, exist_ok=True)
    given.out.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    try:
        if given.cycles is not None:
            require_training(given.cycles)
        wish = Wish(given.scale, photos, given.cycles, given.start, tuple(given.nets))
        make(plan(wish), given.work, given.together)
    except (NotForTraining, StepFailed) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    for net in given.nets:
        place = kept_at(net, given.out)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(given.work / f"{net}.onnx", place)
    sys.stdout.write(f"{time.monotonic() - began:6.0f} s  in all, {_cores_s():.0f} s of a core\n")
    if given.start is not None:
        sys.stdout.write("of what none was fitted to, before and after\n")
        for each in tables(given.nets, given.start, given.out, given.work, photos):
            sys.stdout.write(f"{each}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
