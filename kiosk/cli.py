"""The `kiosk` command. The only place that exits.

Exit codes: 0 done; 1 a promise broke, and the line says which; 2 wrong use, configuration or file;
3 the machine lacks something. An error is one line on stderr.
"""

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from kiosk.dice import commands as dice

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiosk.wire.row import Row
    from vision.calibration.pose import Known
    from vision.sources import FrameSource

DONE, BROKEN, WRONG, LACKING = 0, 1, 2, 3
INTERRUPTED = 130
"""128 and the number of SIGINT, as shells have it."""

EXIT_CODES = {
    "kiosk.cli.WrongUse": WRONG,
    "kiosk.rules.rulebook.errors.RuleBookError": WRONG,
    "kiosk.wire.errors.WireError": WRONG,
    "kiosk.journal.errors.JournalDamaged": BROKEN,
    "kiosk.journal.errors.JournalFailed": LACKING,
    "kiosk.journal.errors.JournalError": WRONG,
    "kiosk.record.errors.RecordError": WRONG,
    "kiosk.table.errors.SettingsError": WRONG,
    "kiosk.table.errors.TableError": BROKEN,
    "kiosk.screen.errors.ScreenUnavailable": LACKING,
    "kiosk.screen.errors.ScreenMisused": WRONG,
    "kiosk.screen.errors.ScreenError": BROKEN,
    "kiosk.director.errors.StoreFailed": LACKING,
    "kiosk.director.errors.DirectorError": WRONG,
    "kiosk.scenario.errors.ScenarioError": WRONG,
    "kiosk.demo.errors.DemoMisused": WRONG,
    "kiosk.demo.errors.DemoError": BROKEN,
    "vision.errors.SceneInvalid": WRONG,
    "vision.errors.RecordingInvalid": WRONG,
    "vision.calibration.partial_calibration.CalibrationFileInvalid": WRONG,
    "vision.picture_file.PictureUnreadable": WRONG,
    "kiosk.dice.explain.ExplainFailed": WRONG,
    "kiosk.dice.errors.DiceMisused": WRONG,
    "kiosk.dice.errors.EvidenceDamaged": BROKEN,
    "kiosk.dice.errors.EvidenceError": WRONG,
    "vision.errors.VisionError": LACKING,
    "hardware.errors.HardwareError": LACKING,
    "builtins.ModuleNotFoundError": LACKING,
    "builtins.OSError": WRONG,
}
"""By name, so that no package is imported to tell; the nearest class of an error counts."""


class WrongUse(Exception):
    """The command line makes no sense."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise WrongUse(f"{message}; see {self.prog} --help")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a file's name may be no text
            stream.reconfigure(errors="backslashreplace")
    try:
        options = _parser().parse_args(arguments)
        run: Callable[[argparse.Namespace], int] = options.run
        code = run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing more to flush
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        known = exit_code(error)
        if known is None:
            raise
        sys.stderr.write(f"kiosk: {_words(error)}\n")
        return known
    return code


def exit_code(error: BaseException) -> int | None:
    """The exit code of an error of ours; None for a bug, which keeps its traceback."""
    for kind in type(error).__mro__:
        code = EXIT_CODES.get(f"{kind.__module__}.{kind.__qualname__}")
        if code is not None:
            return code
    return None


def _words(error: Exception) -> str:
    if isinstance(error, ModuleNotFoundError):
        package = (error.name or "").partition(".")[0]
        web = {"fastapi", "jinja2", "starlette", "uvicorn"}
        extra = "director" if package in web else "table"
        return f"{error.name} is not installed: pip install 'table-kiosk[{extra}]'"
    if type(error).__module__ == "builtins" and isinstance(error, OSError):
        words = error.strerror or str(error)  # of writing Python does not say which file
        return words if error.filename is None else f"{error.filename}: {words}"
    return " ".join(str(error).split())


def _parser() -> _Parser:
    parser = _Parser(prog="kiosk", description="A tournament table for backgammon.")
    parser.add_argument("--version", action="version", version=f"kiosk {version('table-kiosk')}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    replay = commands.add_parser("replay", help="tell what a journal holds, and check it")
    replay.add_argument("file", type=Path, metavar="FILE")
    replay.add_argument("--match", metavar="ID", help="only this match")
    replay.add_argument("--json", action="store_true", help="one row a line, then the state")
    replay.set_defaults(run=_replay)

    table = commands.add_parser("table", help="run the table")
    table.add_argument("--config", type=Path, required=True, metavar="FILE")
    table.add_argument("--journal", type=Path, required=True, metavar="FILE")
    table.set_defaults(run=_table)

    screen = commands.add_parser("screen", help="the players' touchscreen of a table")
    screen.add_argument("--socket", type=Path, required=True, metavar="PATH")
    screen.add_argument("--size", type=_size, metavar="WxH", help="pixels")
    screen.add_argument(
        "--layout",
        default="facing",
        choices=("facing", "beside-left", "beside-right"),
        help="the panel stands between the players, or at the picture's left or right edge",
    )
    screen.add_argument(
        "--rotate", type=int, default=0, choices=(0, 90, 180, 270), help="degrees, to the left"
    )
    screen.add_argument(
        "--theme", default="dark", choices=("dark", "light"), help="light for a bright room"
    )
    screen.add_argument(
        "--inches", type=float, metavar="N", help="of the panel: told if it is too small"
    )
    screen.add_argument(
        "--memory", type=Path, metavar="FILE", help="where the set-up made at the table is kept"
    )
    screen.add_argument(
        "--pin", type=Path, metavar="FILE", help="4 to 8 digits from 1 to 8: who may set up there"
    )
    screen.add_argument("--control", type=Path, metavar="PATH", help="for a driver")
    screen.set_defaults(run=_screen)

    director = commands.add_parser("director", help="the director's service and web console")
    director.add_argument("--config", type=Path, required=True, metavar="FILE")
    director.add_argument("--db", type=Path, required=True, metavar="FILE")
    director.add_argument("--port", type=_port, required=True, metavar="N")
    director.set_defaults(run=_director)

    scenario = commands.add_parser("scenario", help="play acceptance scenarios and judge them")
    scenario.add_argument("files", type=Path, nargs="+", metavar="FILE")
    scenario.set_defaults(run=_scenario)

    rulebook = commands.add_parser("rulebook", help="what a rule book says; check your own")
    _rulebook_actions(rulebook)
    rulebook.set_defaults(run=_rulebook)

    languages = commands.add_parser("languages", help="what is translated; check a language file")
    _language_actions(languages)
    languages.set_defaults(run=_languages)

    dice.add(commands, _camera)

    demo = commands.add_parser("demo", help="play a match on simulated hardware")
    demo.add_argument("--points", type=_points, default=3, metavar="N", help="match length")
    demo.add_argument("--rulebook", default="norway", metavar="PROFILE", help="played by")
    demo.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="a rule of the event's own"
    )
    demo.add_argument("--seed", type=int, default=6, metavar="S", help="the same dice again")
    demo.add_argument(
        "--speed", type=_speed, default=_speed("max"), metavar="X|max", help="1 is real time"
    )
    demo.add_argument(
        "--clock", choices=("book", "none"), default="book", help="the book's or none"
    )
    demo.add_argument("--out", type=Path, metavar="DIR", help="keep journal and record here")
    demo.add_argument("--watch", action="store_true", help="keep the director up at the end")
    demo.add_argument("--json", action="store_true", help="figures for programs")
    demo.set_defaults(run=_demo)
    return parser


def _rulebook_actions(rulebook: argparse.ArgumentParser) -> None:
    actions = rulebook.add_subparsers(dest="action", required=True, metavar="ACTION")
    show = actions.add_parser("show", help="every value, its meaning and its section")
    show.add_argument("profile", metavar="PROFILE", help="BASE or BASE+OVERLAY")
    show.add_argument("--as", dest="as_id", metavar="ID", help="as the file of a new book")
    diff = actions.add_parser("diff", help="where two profiles conflict")
    diff.add_argument("one", metavar="PROFILE")
    diff.add_argument("other", metavar="PROFILE")
    actions.add_parser("keys", help="every key a book may set, and what may stand there")
    check = actions.add_parser("check", help="whether a book of your own can be used")
    check.add_argument("file", type=Path, metavar="FILE")


def _language_actions(languages: argparse.ArgumentParser) -> None:
    actions = languages.add_subparsers(dest="action", metavar="ACTION")
    check = actions.add_parser("check", help="name every text that is said in English")
    check.add_argument("files", type=Path, nargs="*", metavar="FILE", help="all without one")


def _points(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 99:
        raise argparse.ArgumentTypeError(f"{text!r} is no match length; 1 to 99")
    return int(text)


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; 1 to 65535, or 0 for any free one")
    return int(text)


def _size(text: str) -> tuple[int, int]:
    width, _x, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is no size; write it as 1280x720")
    return int(width), int(height)


def _speed(text: str) -> float:
    """How many times faster than life; infinite for max."""
    if text == "max":
        return float("inf")
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0 < speed < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no speed; 1 is real time, or say max")
    return speed


def _table(options: argparse.Namespace) -> int:
    from kiosk.table.run import run

    return run(options.config, options.journal) or DONE


def _screen(options: argparse.Namespace) -> int:
    from kiosk.screen.arrangement import Arrangement
    from kiosk.screen.run import Panel, run
    from kiosk.screen.set_up import ScreenSetUp

    set_up = ScreenSetUp(Arrangement(options.layout), options.theme)
    panel = Panel(options.size, options.rotate, set_up, options.memory, options.pin, options.inches)
    return run(options.socket, options.control, panel)


def _director(options: argparse.Namespace) -> int:
    from kiosk.director.run import run

    return run(options.config, options.db, options.port)


def _rulebook(options: argparse.Namespace) -> int:
    from kiosk.books.command import run

    return run(options)


def _languages(options: argparse.Namespace) -> int:
    from kiosk.catalogue.languages.command import run

    return run(options)


def _camera(config: Path) -> "tuple[FrameSource, Known]":
    """The camera that a table's configuration names, with its plan of the board."""
    from kiosk.table.camera_child import known, source_of
    from kiosk.table.settings import camera, load

    settings = load(config)
    section = camera(settings, config.parent)
    if section is None:
        raise WrongUse(f"{config} has no [devices.camera]; kiosk table plays without one")
    mixer = None if settings.seats is None else settings.seats.mixer
    return source_of(section, mixer), known(section.board, section.lens)


def _demo(options: argparse.Namespace) -> int:
    from kiosk.demo.run import run

    return run(options)


def _scenario(options: argparse.Namespace) -> int:
    from kiosk.scenario.run import run

    verdicts, unreadable = run(options.files)
    failed = sum(not passed for _line, passed in verdicts)
    sys.stdout.writelines(f"{line}\n" for line, _passed in verdicts)
    counted = f"{len(verdicts) - failed} passed, {failed} failed"
    unread = f", {len(unreadable)} can't be read" if unreadable else ""
    sys.stdout.write(f"{counted}{unread}\n")
    sys.stderr.writelines(f"kiosk: {sentence}\n" for sentence in unreadable)
    if unreadable:
        return WRONG
    return BROKEN if failed else DONE


def _replay(options: argparse.Namespace) -> int:
    from kiosk.journal import read, replayed
    from kiosk.wire import codec

    rows = read(options.file)
    replay = replayed(_shown(rows, options.match, options.json))
    if options.match is not None and options.match not in replay.matches:
        known = ", ".join(replay.matches) or "none"
        raise WrongUse(f"{options.file} holds no match {options.match!r}; it holds {known}")
    match = replay.matches[options.match] if options.match else replay.match
    if options.json:
        state = codec.encode(match).decode()
        sys.stdout.write(f'{{"state":{state},"chain":"ok"}}\n')
    else:
        score = f"White {match.score.white}, Black {match.score.black}"
        sys.stdout.write(
            f"{match.phase.value.replace('_', ' ').capitalize()}: {score}. "
            f"The chain is whole up to row {replay.last_seq}, hash {replay.last_hash}.\n"
        )
    return DONE


def _shown(rows: "Iterable[Row]", match_id: str | None, as_json: bool) -> "Iterator[Row]":
    """Print each row of the match as it passes by."""
    for row in rows:
        if match_id is None or row.match_id == match_id:
            sys.stdout.write(_json_line(row) if as_json else _timeline(row))
        yield row


def _timeline(row: "Row") -> str:
    from kiosk.catalogue.tables import sentence
    from kiosk.catalogue.text import say

    return f"{row.seq:>6}  {row.wall_utc}  {row.by:<9} {say(sentence(row.event()))}\n"


def _json_line(row: "Row") -> str:
    import msgspec

    return (
        msgspec.json.encode(
            msgspec.to_builtins(row) | {"body": msgspec.Raw(row.body.encode())}
        ).decode()
        + "\n"
    )
