"""Arguments and --help texts of the `kiosk` command line."""

import argparse
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from kiosk.dice.commands import Commands
from kiosk.logs import LEVELS

Run = Callable[[argparse.Namespace], int]
"""Runs a command with its options; returns the exit code."""

EXIT_CODES_HELP = """exit codes:
  0  done
  1  a promise broke, named in the line
  2  wrong use, configuration or file
  3  the machine lacks something"""


class WrongUse(Exception):
    """The command line is invalid."""


class _Help(argparse.RawDescriptionHelpFormatter):
    """Keeps the example's line unwrapped, and shows the options' defaults."""

    def _get_help_string(self, action: argparse.Action) -> str:
        help_text = action.help or ""
        usual = action.default
        if usual is None or usual is False or usual in ([], argparse.SUPPRESS):
            return help_text
        return f"{help_text} (default: %(default)s)".lstrip()


class Parser(argparse.ArgumentParser):
    """`example`: a complete command line."""

    def __init__(self, *, description: str, example: str = "", **options: Any) -> None:
        shown = f"example:\n  {example}\n\n" if example else ""
        super().__init__(
            formatter_class=_Help,
            description=textwrap.fill(description, 79),
            epilog=f"{shown}{EXIT_CODES_HELP}",
            **options,
        )

    def error(self, message: str) -> NoReturn:
        raise WrongUse(f"{message}; see {self.prog} --help")


def add_table(commands: Commands, run: Run) -> None:
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
    table.set_defaults(run=run)


def add_screen(commands: Commands, run: Run) -> None:
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
        "--inches", type=float, metavar="N", help="of the panel: a warning if it is too small"
    )
    screen.add_argument(
        "--memory", type=Path, metavar="FILE", help="where the set-up made at the table is kept"
    )
    screen.add_argument(
        "--pin", type=Path, metavar="FILE", help="4 to 8 digits from 1 to 8: who may set up there"
    )
    screen.add_argument("--control", type=Path, metavar="PATH", help="for a driver")
    _log_level(screen, "warning")
    screen.set_defaults(run=run)


def add_director(commands: Commands, run: Run) -> None:
    director = commands.add_parser(
        "director",
        help="the director's service and web console",
        description="Serve the director's console, and the tables that are enrolled, until "
        "SIGTERM or SIGINT. It needs no option. The console's address is printed once it listens, "
        "a link by which the director makes his account as long as there is none, "
        "and its public key, which each table's file names as director.key; the secret half is "
        "kept in FILE.key beside the database, made at the first start.",
        example="kiosk director --config director.toml --db director.db --port 8080",
    )
    director.add_argument(
        "--config", type=Path, metavar="FILE", help="the event, and its tables; none without one"
    )
    director.add_argument(
        "--db",
        type=Path,
        metavar="FILE",
        help="made if it is not there; else table-kiosk/director.db in the user's data folder, "
        "which is XDG_DATA_HOME or ~/.local/share",
    )
    director.add_argument(
        "--port", type=_port, default=8000, metavar="N", help="1 to 65535, or 0 for a free one"
    )
    director.add_argument(
        "--new-link", metavar="NAME", help="print a link by which this director sets a new password"
    )
    _log_level(director, "warning")
    director.set_defaults(run=run)


def add_replay(commands: Commands, run: Run) -> None:
    replay = commands.add_parser(
        "replay",
        help="print what a journal holds, and check it",
        description="Tell each row of a journal and the state that follows, checking the chain.",
        example="kiosk replay journal.db --match final",
    )
    replay.add_argument("file", type=Path, metavar="FILE", help="a journal")
    replay.add_argument("--match", metavar="ID", help="only this match")
    replay.add_argument("--json", action="store_true", help="one row a line, then the state")
    replay.set_defaults(run=run)


def add_record(commands: Commands, run: Run) -> None:
    record = commands.add_parser(
        "record",
        help="a match's record, for people and programs to keep",
        description="Write down one match of a journal, or of a director's database, which "
        "may be in use: every roll, cube, clock and score, from verified rows. What each field of "
        "the JSON means stands in kiosk/record/FORMAT.md. For other backgammon programs: mat, sgf "
        "and ogxm, in which what was played is marked as unknown.",
        example="kiosk record journal.db --match final --format mat --out final.mat",
    )
    record.add_argument(
        "file", type=Path, metavar="FILE", help="a journal or a director's database"
    )
    record.add_argument("--match", metavar="ID", help="which; may be left out if there is one")
    record.add_argument(
        "--journal-id", metavar="ID", help="of which table, where two played on the same match"
    )
    record.add_argument(
        "--format",
        default="json",
        choices=("json", "csv", "text", "mat", "sgf", "ogxm"),
        help="of what is written",
    )
    _heading(record)
    record.set_defaults(run=run)


def add_transcribe(commands: Commands, run: Run) -> None:
    transcribe = commands.add_parser(
        "transcribe",
        help="a match's record with its plays, from the roll pictures",
        description="Write down one match with what was played, inferred from the roll pictures "
        "kept beside the journal, or beside the director's database, which may be in use. What is "
        "not sure is marked, what cannot be known is left open; a roll is never altered. For after "
        "the match: it is no aid to those who play.",
        example="kiosk transcribe demo-out/6 --format mat --out match.mat",
    )
    _match_with_pictures(transcribe)
    transcribe.add_argument(
        "--follow",
        action="store_true",
        help="of a director's database: write the transcript of each match as soon as it is over, "
        "until stopped; --out is then the folder for them",
    )
    transcribe.add_argument(
        "--with",
        dest="starter",
        type=int,
        metavar="PID",
        help="with --follow: stop, too, once the process that started this one, PID, has ended",
    )
    transcribe.add_argument(
        "--format",
        default="text",
        choices=("text", "json", "mat", "sgf", "ogxm"),
        help="of what is written",
    )
    _heading(transcribe)
    transcribe.set_defaults(run=run)


def add_bundle(commands: Commands, run: Run) -> None:
    bundle = commands.add_parser(
        "bundle",
        help="a match to send away: one zip with a page that opens anywhere",
        description="Write one match as a zip: a page for any browser, the match record, files for "
        "other programs with what was played as far as it is known, the roll pictures, the "
        "journal's rows, the device's signature if a director has one, and how to verify them with "
        "tools that every machine has.",
        example="kiosk bundle director.db --match final --out final.zip",
    )
    _match_with_pictures(bundle)
    bundle.add_argument("--event", metavar="NAME", help="stands above the match; else its id")
    bundle.add_argument("--round", metavar="NAME", help="stands there, too: 5, Final")
    bundle.add_argument("--out", type=Path, metavar="FILE", required=True, help="the zip")
    bundle.set_defaults(run=run)


def add_analyse(commands: Commands, run: Run) -> None:
    analyse = commands.add_parser(
        "analyse",
        help="error rate and luck of a match, by GNU Backgammon",
        description="Have GNU Backgammon, if it is installed, analyse a match all of whose plays "
        "are known, and print each side's error rate and luck with its version and settings.",
        example="kiosk analyse director.db --match final",
    )
    _match_with_pictures(analyse)
    analyse.add_argument(
        "--keep",
        action="store_true",
        help="of a director's database: beside its transcript, for the director's page",
    )
    analyse.set_defaults(run=run)


def _match_with_pictures(parser: argparse.ArgumentParser) -> None:
    """Which match, and where its pictures are."""
    parser.add_argument(
        "source",
        type=Path,
        metavar="JOURNAL|DB|FOLDER",
        help="a journal, a director's database, or a folder with one and its pictures",
    )
    parser.add_argument("--match", metavar="ID", help="which; may be left out if there is one")
    parser.add_argument(
        "--journal-id", metavar="ID", help="of which table, where two played on the same match"
    )
    parser.add_argument(
        "--pictures", type=Path, metavar="DIR", help="else the folder pictures beside the journal"
    )


def _heading(record: argparse.ArgumentParser) -> None:
    """What stands above a match in files for other programs, and where a file goes."""
    record.add_argument("--event", metavar="NAME", help="stands in a mat, sgf or ogxm; else its id")
    record.add_argument("--round", metavar="NAME", help="stands there, too: 5, Final")
    record.add_argument(
        "--sign", type=Path, metavar="KEY", help="of a device or director: signs an ogxm"
    )
    record.add_argument("--out", type=Path, metavar="FILE", help="else it is printed")


def add_restore(commands: Commands, run: Run) -> None:
    restore = commands.add_parser(
        "restore",
        help="bring a damaged journal back",
        description="Bring back a table's journal that lost rows or was damaged: from the rows "
        "that are sound in its own files and, with the table's configuration, from its director. "
        "The damaged files are kept beside it. A loss is accepted only by your order, and the "
        "table journals it when it starts. Stop the table first.",
        example="kiosk restore --config table.toml --journal journal.db",
    )
    restore.add_argument(
        "--journal", type=Path, required=True, metavar="FILE", help="the one that was damaged"
    )
    restore.add_argument(
        "--config", type=Path, metavar="FILE", help="the table's: asks its director, by its key"
    )
    restore.add_argument(
        "--director", metavar="URL", help="where the director is, if not where --config says"
    )
    restore.add_argument(
        "--journal-id", metavar="ID", help="which journal, where the files do not name it"
    )
    restore.add_argument(
        "--accept-loss", action="store_true", help="go on without the rows that are nowhere"
    )
    restore.set_defaults(run=run)


def add_enrol(commands: Commands, run: Run) -> None:
    enrol = commands.add_parser(
        "enrol",
        help="have a director enrol this table",
        description="Ask a director to enrol this table, by a code that his console shows, with "
        "--address, or by what an event card reads. Code and card are asked for, or read from "
        "standard input, unless they are arguments, which everybody on this machine can see. The "
        "four digits it prints stand on the console, too, where somebody taps the table's number. "
        "A table that runs reports to him at once.",
        example="kiosk enrol --config table.toml --journal journal.db --address 192.0.2.7:8000",
    )
    enrol.add_argument("--config", type=Path, required=True, metavar="FILE", help="the table's")
    enrol.add_argument(
        "--journal", type=Path, required=True, metavar="FILE", help="beside which it is kept"
    )
    enrol.add_argument("--address", metavar="HOST:PORT", help="where the director is")
    enrol.add_argument(
        "--code", metavar="LETTERS", help="as the console shows it; - or left out: it is asked for"
    )
    enrol.add_argument(
        "--card",
        metavar="TEXT",
        help="what the code of an event card reads; - or left out: it is asked for",
    )
    enrol.set_defaults(run=run)


def add_scenario(commands: Commands, run: Run) -> None:
    scenario = commands.add_parser(
        "scenario",
        help="play acceptance scenarios and judge them",
        description="Play each scenario on the rules alone, and print which came out as written.",
        example="kiosk scenario double-after-roll.toml",
    )
    scenario.add_argument("files", type=Path, nargs="+", metavar="FILE", help="TOML")
    scenario.set_defaults(run=run)


def add_rulebook(commands: Commands, run: Run) -> None:
    rulebook = commands.add_parser(
        "rulebook",
        help="what a rule book sets; check your own",
        description="Show rule books, hold two against each other, check one of your own.",
        example="kiosk rulebook diff norway italian-international",
    )
    _rulebook_actions(rulebook)
    rulebook.set_defaults(run=run)


def add_languages(commands: Commands, run: Run) -> None:
    languages = commands.add_parser(
        "languages",
        help="what is translated; check a language file",
        description="List the languages there are, or check files of translations.",
        example="kiosk languages check kiosk/catalogue/languages/nb.po",
    )
    _language_actions(languages)
    languages.set_defaults(run=run)


def add_demo(commands: Commands, run: Run) -> None:
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
    demo.set_defaults(run=run)


def add_rehearse(commands: Commands, run: Run) -> None:
    rehearse = commands.add_parser(
        "rehearse",
        help="play a whole event before it happens",
        description="Play a whole event by itself: a real director, tables without camera and "
        "screen, script players, and an assistant who does only what the console asks.",
        example="kiosk rehearse --players 64 --tables 16 --format last-chance --faults",
    )
    rehearse.add_argument("--players", type=int, default=64, metavar="N", help="2 to 512")
    rehearse.add_argument("--tables", type=int, default=16, metavar="N", help="1 to 200")
    rehearse.add_argument(
        "--format", default="last-chance", metavar="FILE", help="a format, or the file of one"
    )
    rehearse.add_argument(
        "--points", type=_points, default=1, metavar="N", help="no match is longer"
    )
    rehearse.add_argument("--rulebook", default="norway", metavar="PROFILE", help="played by")
    rehearse.add_argument("--seed", type=int, default=6, metavar="S", help="the same event again")
    rehearse.add_argument(
        "--speed", type=_speed, default="max", metavar="X|max", help="1 is real time"
    )
    rehearse.add_argument(
        "--faults", action="store_true", help="machines fail, results are wrong, players come late"
    )
    rehearse.add_argument("--pictures", action="store_true", help="of the pages, by Chromium")
    rehearse.add_argument("--out", type=Path, metavar="DIR", help="keep everything here")
    rehearse.add_argument("--json", action="store_true", help="figures for programs")
    rehearse.set_defaults(run=run)


def add_completion(commands: Commands, run: Run) -> None:
    completion = commands.add_parser(
        "completion",
        help="what a shell must know to complete this command",
        description="Print what a shell reads to complete kiosk's commands and options at the Tab "
        "key; bash looks in ~/.local/share/bash-completion/completions/kiosk.",
        example="kiosk completion bash",
    )
    completion.add_argument("shell", choices=("bash", "zsh", "fish"), help="whose Tab key")
    completion.set_defaults(run=run)


def add_doctor(commands: Commands, run: Run) -> None:
    doctor = commands.add_parser(
        "doctor",
        help="look at every part of a table",
        description="Look at every part of a table and the machine under it, and tell each in one "
        "line: its code, what is wrong, what to do. Nothing is changed. Parts that a running table "
        "owns are left to it. A fault ends with 1, warnings alone with 0.",
        example="kiosk doctor --config table.toml --journal journal.db",
    )
    doctor.add_argument("--config", type=Path, metavar="FILE", help="the table's")
    doctor.add_argument("--journal", type=Path, metavar="FILE", help="the table's, to be checked")
    doctor.add_argument(
        "--calibration", type=Path, metavar="FILE", help="from kiosk calibrate, to be checked"
    )
    doctor.add_argument("--press", action="store_true", help="ask for a press of each button")
    doctor.add_argument(
        "--seconds", type=_seconds, default=10.0, metavar="N", help="to wait for each press"
    )
    doctor.add_argument(
        "--try", dest="tried", action="store_true", help="switch lights, and sound the buzzer"
    )
    doctor.add_argument("--json", action="store_true", help="the same for programs, with figures")
    doctor.add_argument(
        "--explain", metavar="CODE", help="what a code means, and what to do; nothing is looked at"
    )
    doctor.set_defaults(run=run)


def _log_level(command: argparse.ArgumentParser, usual: str) -> None:
    command.add_argument(
        "--log-level", default=usual, choices=LEVELS, help="from which on it tells on stderr"
    )


def _rulebook_actions(rulebook: argparse.ArgumentParser) -> None:
    actions = rulebook.add_subparsers(dest="action", required=True, metavar="ACTION")
    show = actions.add_parser(
        "show",
        help="every value, its meaning and its section",
        description="Every value of a profile, what it means, and the section it stands in.",
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
        help="whether a book or format of your own can be used",
        description="Tell whether a file can be used as a book or format, and what it leaves open.",
        example="kiosk rulebook check my-club.toml",
    )
    check.add_argument("file", type=Path, metavar="FILE", help="TOML")


def _language_actions(languages: argparse.ArgumentParser) -> None:
    actions = languages.add_subparsers(dest="action", metavar="ACTION")
    check = actions.add_parser(
        "check",
        help="name every text that is shown in English",
        description="Name every text of a language that is missing, broken or not used.",
        example="kiosk languages check nb.po",
    )
    check.add_argument("files", type=Path, nargs="*", metavar="FILE", help="all without one")


def _points(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 99:
        raise argparse.ArgumentTypeError(f"{text!r} is no match length; 1 to 99")
    return int(text)


def _seconds(text: str) -> float:
    if not text.isdecimal() or not 1 <= int(text) <= 20:
        raise argparse.ArgumentTypeError(f"{text!r} is no time to wait; 1 to 20 seconds")
    return float(text)


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
    """Speed as a multiple of real time; infinite for max."""
    if text == "max":
        return float("inf")
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0 < speed < float("inf"):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no speed; 1 is real time, max as fast as possible"
        )
    return speed
