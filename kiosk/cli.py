"""The `kiosk` command. The only place that exits.

Exit codes: 0 done; 1 a promise broke, and the line says which; 2 wrong use, configuration or file;
3 the machine lacks something. An error is one line on stderr.
"""

import argparse
import io
import os
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from kiosk.dice import commands as dice
from kiosk.logs import LEVELS, to_stderr

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiosk.wire.row import Row
    from vision.calibration.pose import Known
    from vision.sources import FrameSource

DONE, BROKEN, WRONG, LACKING = 0, 1, 2, 3
TOLD_CODES = """exit codes:
  0  done
  1  a promise broke, and the line says which
  2  wrong use, configuration or file
  3  the machine lacks something"""
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


class _Help(argparse.RawDescriptionHelpFormatter):
    """Keeps the example's line as it is, and tells what is taken where an option is left out."""

    def _get_help_string(self, action: argparse.Action) -> str:
        told = action.help or ""
        usual = action.default
        if usual is None or usual is False or usual in ([], argparse.SUPPRESS):
            return told
        return f"{told} (default: %(default)s)".lstrip()


class _Parser(argparse.ArgumentParser):
    """`example` is a whole command line that does something."""

    def __init__(self, *, description: str, example: str = "", **options: Any) -> None:
        shown = f"example:\n  {example}\n\n" if example else ""
        super().__init__(
            formatter_class=_Help,
            description=textwrap.fill(description, 79),
            epilog=f"{shown}{TOLD_CODES}",
            **options,
        )

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
        if "log_level" in options:
            to_stderr(options.log_level)
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
    for add in (_add_table, _add_screen, _add_director, _add_replay, _add_books, _add_demo):
        add(commands)
    dice.add(commands, _camera)
    return parser


def _add_table(commands: dice.Commands) -> None:
    table = commands.add_parser(
        "table",
        help="run the table",
        description="Run one table: clock buttons, camera, baffle box, journal and its screens' "
        "socket, until SIGTERM or SIGINT. A journal that is there is taken up where it ends.",
        example="kiosk table --config table.toml --journal journal.db",
    )
    table.add_argument(
        "--config", type=Path, required=True, metavar="FILE", help="table, match, seats, devices"
    )
    table.add_argument(
        "--journal", type=Path, required=True, metavar="FILE", help="made if it is not there"
    )
    _log_level(table, "info")
    table.set_defaults(run=_table)


def _add_screen(commands: dice.Commands) -> None:
    screen = commands.add_parser(
        "screen",
        help="the players' touchscreen of a table",
        description="Draw a table for its two players and take their touches, until SIGTERM or "
        "SIGINT. It draws on the desktop there is, else on the panel itself.",
        example="kiosk screen --socket table.sock --layout beside-left --inches 10.1",
    )
    screen.add_argument(
        "--socket", type=Path, required=True, metavar="PATH", help="the table's, from its file"
    )
    screen.add_argument("--size", type=_size, metavar="WxH", help="pixels; else the whole panel")
    screen.add_argument(
        "--layout",
        default="facing",
        choices=("facing", "beside-left", "beside-right"),
        help="the panel stands between the players, or at the picture's left or right edge",
    )
    screen.add_argument(
        "--rotate",
        type=int,
        default=0,
        choices=(0, 90, 180, 270),
        help="degrees, to the left",
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
    _log_level(screen, "warning")
    screen.set_defaults(run=_screen)


def _add_director(commands: dice.Commands) -> None:
    director = commands.add_parser(
        "director",
        help="the director's service and web console",
        description="Serve the director's console, and the tables that are enrolled, until "
        "SIGTERM or SIGINT. The console's address is printed once it listens.",
        example="kiosk director --config director.toml --db director.db --port 8080",
    )
    director.add_argument(
        "--config", type=Path, required=True, metavar="FILE", help="the event, and its tables"
    )
    director.add_argument(
        "--db", type=Path, required=True, metavar="FILE", help="made if it is not there"
    )
    director.add_argument(
        "--port", type=_port, required=True, metavar="N", help="1 to 65535, or 0 for a free one"
    )
    _log_level(director, "warning")
    director.set_defaults(run=_director)


def _add_replay(commands: dice.Commands) -> None:
    replay = commands.add_parser(
        "replay",
        help="tell what a journal holds, and check it",
        description="Tell each row of a journal and the state that follows, checking the chain.",
        example="kiosk replay journal.db --match final",
    )
    replay.add_argument("file", type=Path, metavar="FILE", help="a journal")
    replay.add_argument("--match", metavar="ID", help="only this match")
    replay.add_argument("--json", action="store_true", help="one row a line, then the state")
    replay.set_defaults(run=_replay)


def _add_books(commands: dice.Commands) -> None:
    scenario = commands.add_parser(
        "scenario",
        help="play acceptance scenarios and judge them",
        description="Play each scenario on the rules alone, and tell which came out as it says.",
        example="kiosk scenario double-after-roll.toml",
    )
    scenario.add_argument("files", type=Path, nargs="+", metavar="FILE", help="TOML")
    scenario.set_defaults(run=_scenario)

    rulebook = commands.add_parser(
        "rulebook",
        help="what a rule book says; check your own",
        description="Show rule books, hold two against each other, check one of your own.",
        example="kiosk rulebook diff norway italian-international",
    )
    _rulebook_actions(rulebook)
    rulebook.set_defaults(run=_rulebook)

    languages = commands.add_parser(
        "languages",
        help="what is translated; check a language file",
        description="List the languages there are, or check files of translations.",
        example="kiosk languages check kiosk/catalogue/languages/nb.po",
    )
    _language_actions(languages)
    languages.set_defaults(run=_languages)


def _add_demo(commands: dice.Commands) -> None:
    demo = commands.add_parser(
        "demo",
        help="play a match on simulated hardware",
        description="Play a whole match by itself: real table, screen and director, simulated "
        "buttons, camera, baffle box and fingers.",
        example="kiosk demo --points 5 --rulebook italian-international --out evening",
    )
    demo.add_argument("--points", type=_points, default=3, metavar="N", help="match length")
    demo.add_argument("--rulebook", default="norway", metavar="PROFILE", help="played by")
    demo.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="a rule of the event's own"
    )
    demo.add_argument("--seed", type=int, default=6, metavar="S", help="the same dice again")
    demo.add_argument("--speed", type=_speed, default="max", metavar="X|max", help="1 is real time")
    demo.add_argument(
        "--clock", choices=("book", "none"), default="book", help="the book's or none"
    )
    demo.add_argument("--out", type=Path, metavar="DIR", help="keep journal and record here")
    demo.add_argument("--watch", action="store_true", help="keep the director up at the end")
    demo.add_argument("--json", action="store_true", help="figures for programs")
    demo.set_defaults(run=_demo)


def _log_level(command: argparse.ArgumentParser, usual: str) -> None:
    command.add_argument(
        "--log-level", default=usual, choices=LEVELS, help="from which on it tells on stderr"
    )


def _rulebook_actions(rulebook: argparse.ArgumentParser) -> None:
    actions = rulebook.add_subparsers(dest="action", required=True, metavar="ACTION")
    show = actions.add_parser(
        "show",
        help="every value, its meaning and its section",
        description="Every value of a profile, what it means, and the section that says so.",
        example="kiosk rulebook show norway+unified-2001",
    )
    show.add_argument("profile", metavar="PROFILE", help="BASE or BASE+OVERLAY")
    show.add_argument("--as", dest="as_id", metavar="ID", help="as the file of a new book")
    diff = actions.add_parser(
        "diff",
        help="where two profiles conflict",
        description="The keys to which two profiles give different values.",
        example="kiosk rulebook diff norway italian-international",
    )
    diff.add_argument("one", metavar="PROFILE", help="BASE or BASE+OVERLAY")
    diff.add_argument("other", metavar="PROFILE", help="another")
    actions.add_parser(
        "keys",
        help="every key a book may set, and what may stand there",
        description="Every key a book may set, and what may stand there.",
        example="kiosk rulebook keys",
    )
    check = actions.add_parser(
        "check",
        help="whether a book of your own can be used",
        description="Tell whether a file can be used as a rule book, and what it leaves open.",
        example="kiosk rulebook check my-club.toml",
    )
    check.add_argument("file", type=Path, metavar="FILE", help="TOML")


def _language_actions(languages: argparse.ArgumentParser) -> None:
    actions = languages.add_subparsers(dest="action", metavar="ACTION")
    check = actions.add_parser(
        "check",
        help="name every text that is said in English",
        description="Name every text of a language that is missing, broken or not used.",
        example="kiosk languages check nb.po",
    )
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
