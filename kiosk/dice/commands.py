"""The dice's part of the command line. A command imports what it needs when it is called."""

import argparse
import sys
from pathlib import Path
from typing import Any

from kiosk.dice.errors import DiceMisused

DONE, BROKEN = 0, 1

Commands = Any
"""What `ArgumentParser.add_subparsers` gives, which has no public name."""


def add(commands: Commands) -> None:
    """Add every command about dice, each with its `run`: options to exit code."""
    _add_read(commands)
    _add_track(commands)
    _add_evidence(commands)


def _add_read(commands: Commands) -> None:
    read = commands.add_parser("read", help="what dice lie in a picture, and whether they count")
    read.add_argument("images", nargs="+", metavar="IMAGE")
    _table_options(read)
    read.add_argument("--before", type=Path, metavar="IMAGE", help="the board before the roll")
    read.add_argument("--bare", action="store_true", help="there is no board in the picture")
    read.add_argument("--die-px", type=_pixels, metavar="N", help="with --bare: a die's side")
    read.add_argument("--explain", type=Path, metavar="OUT", help="draw what was seen and why")
    read.set_defaults(run=_read)


def _add_track(commands: Commands) -> None:
    track = commands.add_parser("track", help="what happens over the board in a film")
    track.add_argument("film", type=Path, metavar="DIR|VIDEO")
    _table_options(track)
    track.set_defaults(run=_track)


def _table_options(command: argparse.ArgumentParser) -> None:
    """Who rolls, and where; how it is told."""
    command.add_argument("--roller", choices=("top", "bottom"), default="bottom", help="who rolls")
    command.add_argument("--mixer", choices=("left", "right"), help="the baffle box's half")
    command.add_argument("--opening", action="store_true", help="one die from each player")
    command.add_argument("--calibration", type=Path, metavar="FILE", help="camera and board, JSON")
    command.add_argument("--json", action="store_true", help="one object a line")


def _add_evidence(commands: Commands) -> None:
    """What is made of the rolls a table has kept."""
    rejudge = commands.add_parser("rejudge", help="read a journal's roll pictures again")
    review = commands.add_parser("review", help="label a journal's roll pictures, a key each")
    for command in (rejudge, review):
        command.add_argument("journal", type=Path, metavar="JOURNAL")
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
    statistics = commands.add_parser("statistics", help="how often each value came up")
    statistics.add_argument("journals", type=Path, nargs="+", metavar="JOURNAL")
    statistics.add_argument("--json", action="store_true", help="one object a set of dice")
    statistics.set_defaults(run=_statistics)


def _pixels(text: str) -> float:
    try:
        pixels = float(text)
    except ValueError:
        pixels = 0.0
    if not 4 <= pixels <= 4000:
        raise argparse.ArgumentTypeError(f"{text!r} is no side of a die; 4 to 4000 pixels")
    return pixels


def _read(options: argparse.Namespace) -> int:
    if options.bare:
        for name in ("mixer", "opening", "calibration", "before"):
            if getattr(options, name):
                raise DiceMisused(
                    f"--{name} says something of a board, and --bare that there is none"
                )
    elif options.die_px is not None:
        raise DiceMisused("--die-px is for --bare; on a board the calibration tells a die's size")

    from kiosk.dice.judged import table_of
    from kiosk.dice.read import Asked, as_json, in_words, records

    asked = Asked(
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
