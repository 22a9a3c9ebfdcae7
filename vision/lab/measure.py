"""How the reader does on dice pictures with truth: `python -m vision.lab.measure`.

Scenes lie as picture and truth side by side (conventions: the README of the pictures). Pictures
with an even number are for tuning, those with an odd one for the report.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import cv2
import numpy as np

from vision.lab import rendered
from vision.lab.answered import enlarged, read_shot
from vision.lab.closeup import clear_lines
from vision.lab.corners import corner_lines
from vision.lab.cycles.drawn import Shown, drawn_shots, is_voided, worst_first
from vision.lab.figures import Shot, of_all, summary
from vision.lab.labelled import labelled_shots
from vision.lab.natural import rolls as natural_rolls
from vision.lab.photos import photo_lines

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
FOLDERS = ("hires", ".", "low_tilt", "on_die")
PARTS = ("tune", "report", "all")
SHOWN: dict[Shown, str] = {"alone": "", "before": ", with the board before", "film": ", as films"}


def of_part(number: int, part: str) -> bool:
    return part == "all" or (number % 2 == 0) == (part == "tune")


def truths(folder: Path, part: str, every: int = 1) -> list[Path]:
    some = [path for path in folder.glob("[0-9]*.json") if of_part(int(path.stem), part)]
    return sorted(some)[::every]


def shots(folder: Path, part: str, calibration: str, every: int = 1) -> Iterator[Shot]:
    for path in truths(folder, part, every):
        yield shot(path, calibration)


def shot(path: Path, calibration: str) -> Shot:
    """Read one scene; the calibration is not checked against its markers."""
    truth = json.loads(path.read_text())
    image = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
    file = str(path.relative_to(DATA / "scenes").with_suffix(""))
    return read_shot(file, image, truth, calibration)


def keep_crops(one: Shot, out: Path) -> None:
    """The true dice of a roll in a PNG named after what went wrong."""
    truth = json.loads((DATA / "scenes" / f"{one.file}.json").read_text())
    image = np.asarray(cv2.imread(str(DATA / "scenes" / f"{one.file}.jpg")), np.uint8)
    tiles = enlarged(image, truth)
    if tiles is not None:
        out.mkdir(parents=True, exist_ok=True)
        name = f"{one.truth}_answer_{one.answer}_{one.file.replace('/', '_')}.png"
        cv2.imwrite(str(out / name), tiles)


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--part", choices=PARTS, default="tune")
    parser.add_argument(
        "--calibration", choices=("whole", "table", "file", "none"), default="whole"
    )
    parser.add_argument("--photos", action="store_true", help="real photographs, and no scenes")
    parser.add_argument(
        "--natural", type=int, metavar="N", help="rolls thrown and drawn for this run, no scenes"
    )
    parser.add_argument(
        "--clear", type=int, metavar="N", help="clear dice close up drawn for this run, no scenes"
    )
    parser.add_argument(
        "--drawn", action="append", type=Path, metavar="DIR", help="pictures that Cycles drew"
    )
    parser.add_argument("--markers", action="store_true", help="of the scenes only the markers")
    parser.add_argument("--seed", type=int, default=1, help="of what is drawn")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--before", action="store_true", help="drawn rolls: show the board before")
    shown.add_argument("--film", action="store_true", help="drawn rolls: as the tracker sees them")
    parser.add_argument("--workers", type=int, default=1, help="processes for the rolls drawn")
    parser.add_argument("--out", type=Path, metavar="DIR", help="of the rolls drawn; goes on there")
    parser.add_argument(
        "--labels", action="append", type=Path, metavar="DIR", help="reviewed rolls, and no scenes"
    )
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth picture")
    parser.add_argument("--list", action="store_true", help="every valid roll not accepted, too")
    parser.add_argument("--crops", type=Path, metavar="DIR", help="the dice of every roll missed")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write every roll here")
    parser.add_argument("folders", nargs="*", default=FOLDERS, help="below scenes/, or photo sets")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    options = _options(arguments)
    cv2.setNumThreads(1)
    if options.natural is not None:
        _natural(options)
    elif options.labels is not None:
        for folder in options.labels:
            _labelled(folder, whole=options.calibration == "whole")
    elif options.drawn is not None:
        _drawn(options)
    elif options.photos or options.clear is not None or options.markers:
        for line in _lines(options):
            _print_line(line)
    else:
        _scenes(options)


def _lines(options: argparse.Namespace) -> Iterator[str]:
    """The figures of modes without rolls on a board."""
    if options.photos:
        names = None if options.folders is FOLDERS else options.folders
        yield from photo_lines(DATA / "photos", options.part, names, options.every)
    elif options.clear is not None:
        yield from clear_lines(options.clear, options.seed)
    else:
        for name in options.folders:
            yield f"== {name}, {options.part} part"
            yield from corner_lines(truths(DATA / "scenes" / name, options.part, options.every))


def _scenes(options: argparse.Namespace) -> None:
    everything: list[Shot] = []
    for name in options.folders:
        place = DATA / "scenes" / name
        some = list(shots(place, options.part, options.calibration, options.every))
        everything += some
        _print_line(
            f"== {name}: {len(some)} rolls, {options.part} part, calibration {options.calibration}"
        )
        for line in summary(some):
            _print_line(line)
        for one in some:
            if one.wrong or (options.list and one.truth == "valid" and one.answer != "valid"):
                _print_line(_format_failure(one))
            if options.crops is not None and (one.wrong or one.answer != one.truth):
                keep_crops(one, options.crops)
    if options.json is not None:
        options.json.write_text(json.dumps([asdict(one) for one in everything], indent=1))


def _natural(options: argparse.Namespace) -> None:
    """Rolls drawn now, from rigs that no net was fitted to."""
    out = options.out or Path("build") / f"natural-{options.seed}"
    asked = rendered.Run(
        rolls=options.natural,
        seed=options.seed,
        calibration=options.calibration,
        before=options.before,
        film=options.film,
        out=out,
    )
    everything: list[Shot] = []
    for number, some in rendered.run(asked, options.workers):
        everything += some
        wrong = [one for one in everything if one.wrong]
        slight = sum(one.slight for one in wrong)
        _print_line(
            f"rig {number}: {len(everything)} rolls, wrong {len(wrong) - slight}, slight {slight}"
        )
    _print_line(
        f"== {len(everything)} natural rolls of {len(asked.rigs)} rigs, "
        f"seed {options.seed}, calibration "
        f"{options.calibration}{', with the board before' if options.before else ''}"
        f"{', as films' if options.film else ''}; {out}"
    )
    for line in natural_rolls.lines(everything):
        _print_line(line)
    for sought in ("", "cocked", "leaning", "moving", "one_die"):
        some = [one for one in everything if one.sought == sought]
        _print_line(f"== {len(some)} {sought or 'as they came'}")
        for line in summary(some) if some else ():
            _print_line(line)
    for line in rendered.slices(everything):
        _print_line(line)
    _print_line(f"== all {len(everything)}")
    for line in of_all(everything):
        _print_line(line)
    for one in everything:
        if one.wrong or (options.list and one.truth == "valid" and one.answer != "valid"):
            _print_line(_format_failure(one))


def _drawn(options: argparse.Namespace) -> None:
    """Pictures of the second renderer, the worst of them first."""
    everything: list[Shot] = []
    for folder in options.drawn:
        shown: Shown = "film" if options.film else "before" if options.before else "alone"
        some = list(drawn_shots(folder, options.calibration, options.every, shown=shown))
        everything += some
        _print_line(
            f"== {folder}: {len(some)} rolls, calibration {options.calibration}{SHOWN[shown]}"
        )
        for one in worst_first(some):
            _print_line(_format_failure(one))
        for line in summary(some):
            _print_line(line)
        for line in rendered.slices(some):
            _print_line(line)
        for one in some:
            if options.list and one.truth == "valid" and one.answer in {"unsure", "error"}:
                _print_line(_format_failure(one))
    if options.json is not None:
        options.json.write_text(json.dumps([asdict(one) for one in everything], indent=1))


def _labelled(folder: Path, *, whole: bool) -> None:
    """Rolls of a real table by a person's labels; `whole`: as calibrated then."""
    shots, left_out = labelled_shots(folder, whole=whole)
    _print_line(f"== {folder}: {len(shots)} reviewed rolls, {left_out} left out")
    for line in summary(shots):
        _print_line(line)
    for one in shots:
        if one.wrong:
            _print_line(_format_failure(one))


def _format_failure(one: Shot) -> str:
    mark = "WRONG" if one.wrong else "VOID" if is_voided(one) else "asked"
    return (
        f"{mark} {one.file} {one.truth}/{one.kind} {one.true_values} {one.style} {one.colour} "
        f"{one.light} {one.die_px:.0f} px: {one.answer} {one.values or ''} {one.why} {one.found}"
    )


def _print_line(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
