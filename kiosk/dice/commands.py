"""The dice's part of the command line. A command imports what it needs when it is called."""

import argparse
import itertools
import math
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiosk.dice.errors import DiceMisused

DONE = 0
BROKEN = 1

if TYPE_CHECKING:
    from kiosk.dice.calibrate import CalibrationRequest
    from vision.calibration import BoardPlan
    from vision.calibration.pose import Known
    from vision.sources import FrameSource

Commands = Any
"""The return type of `ArgumentParser.add_subparsers`, which has no public name."""
CameraOf = Callable[[Path], "tuple[FrameSource, Known, Path | None]"]
"""The camera that a table's configuration names, its values of board and lens, and the file in
which the table looks for a calibration.
"""
POINT = re.compile(r"(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)", re.ASCII)
HIDDEN = "-"
COUNTS = (4, 8, 12)
"""Corners of the frame, of the field, and of both."""
PlanOf = Callable[[Path], "BoardPlan"]
"""The board's plan in a table's configuration."""


def add(commands: Commands, camera: CameraOf, plan: PlanOf) -> None:
    """Add every command about dice, each with its `run`: options to exit code."""
    _add_read(commands)
    _add_track(commands)
    _add_calibrate(commands, camera)
    _add_markers(commands, plan)
    _add_evidence(commands)


def _add_read(commands: Commands) -> None:
    read = commands.add_parser(
        "read",
        help="what dice lie in a picture, and whether they count",
        description="Tell for each picture which dice lie there, and whether the roll counts.",
        example="kiosk read --roller top board.jpg",
    )
    read.add_argument("images", nargs="+", metavar="IMAGE", help="JPEG or PNG")
    _table_options(read)
    read.add_argument("--before", type=Path, metavar="IMAGE", help="the board before the roll")
    read.add_argument("--bare", action="store_true", help="there is no board in the picture")
    read.add_argument("--die-px", type=parse_pixels, metavar="N", help="with --bare: a die's side")
    read.add_argument("--explain", type=Path, metavar="OUT", help="draw what was seen and why")
    read.set_defaults(run=_read)


def _add_track(commands: Commands) -> None:
    track = commands.add_parser(
        "track",
        help="what happens over the board in a film",
        description="Tell what happens over the board: dice that roll, rest, are lifted.",
        example="kiosk track evening.mp4",
    )
    track.add_argument("film", type=Path, metavar="DIR|VIDEO", help="pictures, or a video")
    _table_options(track)
    track.set_defaults(run=_track)


def _add_calibrate(commands: Commands, camera: CameraOf) -> None:
    calibrate = commands.add_parser(
        "calibrate",
        help="find the board before the camera, and what is wrong with the light",
        description="Find the board by its markers, and print what is wrong with light and lens.",
        example="kiosk calibrate --config table.toml --write",
    )
    calibrate.add_argument("images", nargs="*", metavar="IMAGE", help="of the empty board")
    calibrate.add_argument("--source", type=Path, metavar="DIR|VIDEO", help="a film of the board")
    calibrate.add_argument(
        "--config", type=Path, metavar="FILE", help="a table's, for its camera and board"
    )
    calibrate.add_argument(
        "--corners",
        nargs="+",
        metavar="X,Y",
        help="pixels: the frame's 4 outer corners, or the field's 8, the left half's and then the "
        "right's, or all 12; each four clockwise from the top left, marker 0's; - for one that is "
        "hidden; one left of the picture in quotes, after a space: ' -5,10'",
    )
    calibrate.add_argument(
        "--page",
        type=Path,
        metavar="HTML",
        help="write a page on which a browser clicks the corners, and nothing else",
    )
    calibrate.add_argument(
        "--calibration",
        type=Path,
        metavar="FILE",
        help="what is known: lens, sizes; with --config the lens alone; JSON",
    )
    calibrate.add_argument(
        "--mains", type=int, choices=(50, 60), metavar="HZ", help="of the lamps; else found out"
    )
    calibrate.add_argument("--out", type=Path, metavar="FILE", help="write the calibration here")
    calibrate.add_argument(
        "--write", action="store_true", help="with --config: where that table reads it"
    )
    calibrate.add_argument("--overlay", type=Path, metavar="PNG", help="draw what was found")
    calibrate.add_argument("--json", action="store_true", help="one object")
    calibrate.set_defaults(run=lambda options: _calibrate(options, camera))


def _add_markers(commands: Commands, plan: PlanOf) -> None:
    markers = commands.add_parser(
        "markers",
        help="the board's four markers as a sheet to print",
        description="Write a PDF of the four markers, true to scale, with cutting marks and a "
        "line to check the print by.",
        example="kiosk markers --config table.toml --out markers.pdf",
    )
    markers.add_argument(
        "--config", type=Path, metavar="FILE", help="a table's, for its marker_mm and inset"
    )
    markers.add_argument(
        "--size-mm",
        type=_millimetres,
        metavar="N",
        help="a black square's side; left out: as in --config, or 20",
    )
    markers.add_argument("--paper", default="a4", choices=("a4", "letter"), help="of the printer")
    markers.add_argument("--out", type=Path, required=True, metavar="PDF", help="is written over")
    markers.set_defaults(run=lambda options: _markers(options, plan))


def _table_options(command: argparse.ArgumentParser) -> None:
    """Options for the roller and the half to roll in, and for the output."""
    command.add_argument(
        "--roller", choices=("top", "bottom"), help="who rolls; left out: the player at the bottom"
    )
    command.add_argument("--mixer", choices=("left", "right"), help="the baffle box's half")
    command.add_argument("--opening", action="store_true", help="one die from each player")
    command.add_argument("--calibration", type=Path, metavar="FILE", help="camera and board, JSON")
    command.add_argument("--json", action="store_true", help="one object a line")


def _add_evidence(commands: Commands) -> None:
    """Commands on the rolls a table has stored."""
    rejudge = commands.add_parser(
        "rejudge",
        help="read a journal's roll pictures again",
        description="Read each kept roll picture again, and print where the answer differs.",
        example="kiosk rejudge journal.db",
    )
    review = commands.add_parser(
        "review",
        help="label a journal's roll pictures, a key each",
        description="Show kept roll pictures one by one, and keep what you type for them.",
        example="kiosk review journal.db --all",
    )
    for command in (rejudge, review):
        command.add_argument("journal", type=Path, metavar="JOURNAL", help="a table's")
        command.add_argument(
            "--pictures", type=Path, metavar="DIR", help="left out: pictures beside the journal"
        )
    rejudge.add_argument("--json", action="store_true", help="one object a roll, the sum at last")
    rejudge.set_defaults(run=_rejudge)
    review.add_argument(
        "--all", action="store_true", help="rolls too that the camera took by itself"
    )
    review.add_argument("--viewer", metavar="COMMAND", help="opens the picture of each roll")
    review.set_defaults(run=_review)
    statistics = commands.add_parser(
        "statistics",
        help="how often each value came up",
        description="Count how often each value came up in journals, for each set of dice.",
        example="kiosk statistics table-1.db table-2.db",
    )
    statistics.add_argument("journals", type=Path, nargs="+", metavar="JOURNAL", help="tables'")
    statistics.add_argument("--json", action="store_true", help="one object a set of dice")
    statistics.set_defaults(run=_statistics)


def parse_pixels(text: str) -> float:
    """The side of a die, px. Raises argparse.ArgumentTypeError."""
    try:
        pixels = float(text)
    except ValueError:
        pixels = 0.0
    if not 4 <= pixels <= 4000:
        raise argparse.ArgumentTypeError(f"{text!r} is no side of a die; 4 to 4000 pixels")
    return pixels


def _millimetres(text: str) -> float:
    try:
        side = float(text)
    except ValueError:
        side = 0.0
    if not 1 <= side <= 200:
        raise argparse.ArgumentTypeError(f"{text!r} is no side of a marker; 12 to 50 mm")
    return side


def _corners(words: Sequence[str]) -> tuple[list[tuple[float, float]], list[str]]:
    """The leading points, NaN where one is hidden, and the pictures named after them.

    Raises DiceMisused for other words, and for a number of points that no board has.
    """
    points = list(itertools.takewhile(lambda word: word == HIDDEN or _point(word), words))
    pictures = list(words[len(points) :])
    for word in pictures:
        if not Path(word).suffix or _point(word):
            raise DiceMisused(f"{word!r} is no point; write it as 120,85 or ' -5,10', or {HIDDEN}")
    if len(points) not in COUNTS:
        raise DiceMisused(
            f"--corners was given {len(points)} points; it takes the frame's 4, the field's 8, or "
            f"all 12, with {HIDDEN} for one that is hidden"
        )
    return [_point(word) or (math.nan, math.nan) for word in points], pictures


def _point(text: str) -> tuple[float, float] | None:
    found = POINT.fullmatch(text.strip())
    return None if found is None else (float(found[1]), float(found[2]))


def _read(options: argparse.Namespace) -> int:
    if options.bare:
        for name in ("roller", "mixer", "opening", "calibration", "before"):
            if getattr(options, name):
                raise DiceMisused(f"--{name} describes a board, and with --bare there is none")
    elif options.die_px is not None:
        raise DiceMisused("--die-px is for --bare; on a board the calibration has a die's size")

    from kiosk.dice.explain import drawing_paths
    from kiosk.dice.judged import table_of
    from kiosk.dice.read import ReadRequest, as_json, in_words, records

    if options.explain is not None:
        for out in drawing_paths(options.explain, [Path(name) for name in options.images]):
            _spare(out, [*options.images, options.before, options.calibration])
    asked = ReadRequest(
        images=tuple(options.images),
        table=table_of(options.roller, options.mixer, opening=options.opening),
        calibration=options.calibration,
        before=options.before,
        bare=options.bare,
        die_px=options.die_px,
        explain=options.explain,
    )
    for record in records(asked):
        sys.stdout.write((as_json if options.json else in_words)(record) + "\n")
        sys.stdout.flush()
    return DONE


def _track(options: argparse.Namespace) -> int:
    from kiosk.dice.judged import table_of
    from kiosk.dice.track import Filmed, track

    table = table_of(options.roller, options.mixer, opening=options.opening)
    track(Filmed(options.film, table, options.calibration), as_json=options.json)
    return DONE


def _calibrate(options: argparse.Namespace, camera: CameraOf) -> int:
    corners = None
    if options.corners is not None:
        corners, behind = _corners(options.corners)
        options.images = [*options.images, *behind]
    ways = {"IMAGE": options.images, "--source": options.source, "--config": options.config}
    named = [name for name, given in ways.items() if given]
    if len(named) != 1:
        raise DiceMisused(
            "kiosk calibrate looks at pictures, or at --source, or at --config; "
            f"it was given {' and '.join(named) or 'nothing'}"
        )

    if options.mains is not None and options.config is None:
        raise DiceMisused("--mains is for --config: only a camera's exposure can be set")

    if options.write and (options.config is None or options.out is not None):
        raise DiceMisused("--write is for --config, and without --out: the table names its file")

    read = [*options.images, options.calibration, options.config, options.source]
    _spare(options.out, read)
    _spare(options.overlay, [*read, options.out])
    _spare(options.page, [*read, options.out, options.overlay])
    if options.page is not None and corners is not None:
        raise DiceMisused("--page is where corners are clicked, and --corners has them already")

    import numpy as np

    from kiosk.dice import calibrate
    from kiosk.dice.explain import save
    from kiosk.dice.overlay import draw_overlay

    watched, out = None, options.out
    if options.config is not None:
        source, known, kept = camera(options.config)
        watched = source, known
        if options.write and kept is None:
            raise DiceMisused(
                f"{options.config} names no file for it; write one into devices.camera.calibration"
            )
        out = kept if options.write else out
    asked = calibrate.CalibrationRequest(
        images=tuple(options.images),
        source=options.source,
        camera=watched,
        corners=None if corners is None else np.array(corners, np.float64),
        given=options.calibration,
        mains=options.mains,
    )
    if options.page is not None:
        return _corner_page(options, asked)
    found = calibrate.calibrate_board(asked, _print_progress)
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(calibrate.calibration_file(found))
    if options.overlay is not None:
        save(draw_overlay(found), options.overlay)
    lines = [calibrate.as_json(found)] if options.json else calibrate.in_words(found)
    if not options.json and options.write:
        lines.append(f"Written to {out}; the table's camera goes by it from its next start.")
    elif not options.json and found.settled is not None:
        lines.append("Nothing was written for the table; kiosk calibrate --write does that.")
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return DONE


def _corner_page(options: argparse.Namespace, asked: "CalibrationRequest") -> int:
    """Write the page; the command that it builds calibrates."""
    from kiosk.dice import calibrate, corner_page

    picture = calibrate.first_picture(asked, _print_progress)
    command = ["kiosk", "calibrate", *options.images]
    for name in ("source", "config", "calibration", "mains", "out", "overlay"):
        value = getattr(options, name)
        command += [] if value is None else [f"--{name}", str(value)]
    command += [f"--{name}" for name in ("write", "json") if getattr(options, name)]
    options.page.write_text(corner_page.page_html(picture, command), encoding="utf-8")
    sys.stdout.write(
        f"{options.page}: open it in a browser, click the corners, and run the command it shows; "
        "until then move neither camera nor board.\n"
    )
    return DONE


def _markers(options: argparse.Namespace, plan: PlanOf) -> int:
    _spare(options.out, [options.config])

    from kiosk.dice import marker_sheet

    side = options.size_mm
    markers = marker_sheet.usual_markers() if side is None else marker_sheet.usual_markers(side)
    if options.config is not None:
        markers = marker_sheet.of_board(plan(options.config))
        if side not in (None, markers.marker_mm):
            raise DiceMisused(
                f"--size-mm {side:g} is not the marker_mm = {markers.marker_mm:g} of "
                f"{options.config}; leave it out, or change the file"
            )
    options.out.write_bytes(marker_sheet.sheet_pdf(markers, options.paper))
    sys.stdout.write(
        f"{options.out}: print it at 100 %, and measure its line. In [devices.camera.board] must "
        f"stand marker_mm = {markers.marker_mm:.1f} and marker_inset_mm = {markers.inset_mm:.1f}.\n"
    )
    return DONE


def _spare(out: Path | None, others: Sequence[Path | str | None]) -> None:
    """Raises DiceMisused if a file would be written over another of this command's."""
    named = [Path(one) for one in others if one]
    if out is not None and any(one.resolve() == out.resolve() or _same(one, out) for one in named):
        raise DiceMisused(f"{out} is named twice and would be written over; name another file")


def _same(one: Path, other: Path) -> bool:
    """Whether two names are of one file on the disk."""
    return one.exists() and other.exists() and one.samefile(other)


def _rejudge(options: argparse.Namespace) -> int:
    from kiosk.dice.command import rejudge

    whole = rejudge(options.journal, options.pictures, as_json=options.json)
    return DONE if whole else BROKEN


def _review(options: argparse.Namespace) -> int:
    from kiosk.dice.command import review

    review(options.journal, options.pictures, everything=options.all, viewer=options.viewer)
    return DONE


def _statistics(options: argparse.Namespace) -> int:
    from kiosk.dice.command import statistics

    statistics(options.journals, as_json=options.json)
    return DONE


def _print_progress(line: str) -> None:
    """Print progress to stderr, apart from the result."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
