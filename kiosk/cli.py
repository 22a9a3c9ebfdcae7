"""The `kiosk` command. The only place that exits.

Exit codes: 0 done; 1 a promise broke, named in the line; 2 wrong use, configuration or file;
3 the machine lacks something. An error is one line on stderr.
"""

import argparse
import getpass
import io
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from kiosk import command_line
from kiosk.command_line import Parser, Run, WrongUse
from kiosk.dice import commands as dice
from kiosk.logs import to_stderr
from kiosk.threads import end_with_a_dead_thread

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kiosk.record.bundle import SignedHead
    from kiosk.record.ogxm import Sign
    from kiosk.rules.match import Match
    from kiosk.wire.row import Row
    from vision.calibration import BoardPlan
    from vision.calibration.pose import Known
    from vision.sources import FrameSource

DONE = 0
BROKEN = 1
WRONG = 2
LACKING = 3
LONGEST_TYPED = 4096
"""Longest line read from standard input, in characters."""

INTERRUPTED = 130
"""128 plus the number of SIGINT, the shells' convention."""

EXIT_CODES = {
    "kiosk.command_line.WrongUse": WRONG,
    "kiosk.rules.rulebook.errors.RuleBookError": WRONG,
    "kiosk.wire.errors.WireError": WRONG,
    "kiosk.journal.errors.JournalDamaged": BROKEN,
    "kiosk.journal.errors.JournalFailed": LACKING,
    "kiosk.journal.errors.JournalError": WRONG,
    "kiosk.record.errors.RecordError": WRONG,
    "kiosk.transcribe.errors.AnalyserMissing": LACKING,
    "kiosk.transcribe.errors.AnalyserFailed": BROKEN,
    "kiosk.transcribe.errors.TranscribeError": WRONG,
    "kiosk.table.errors.TableSettingsError": WRONG,
    "kiosk.table.errors.TableError": BROKEN,
    "kiosk.screen.errors.ScreenUnavailable": LACKING,
    "kiosk.screen.errors.ScreenMisused": WRONG,
    "kiosk.screen.errors.ScreenError": BROKEN,
    "kiosk.director.errors.StoreFailed": LACKING,
    "kiosk.director.errors.DirectorError": WRONG,
    "kiosk.scenario.errors.ScenarioError": WRONG,
    "kiosk.doctor.errors.DoctorMisused": WRONG,
    "kiosk.doctor.errors.DoctorError": BROKEN,
    "kiosk.health.errors.HealthError": LACKING,
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
"""Exit codes by class name, so that no package is imported; an error's nearest class counts."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a file name may not be valid text
            stream.reconfigure(errors="backslashreplace")
    try:
        parser = build_parser()
        if "_ARGCOMPLETE" in os.environ:  # a shell asks for completions
            import argcomplete

            argcomplete.autocomplete(parser)
        options = parser.parse_args(arguments)
        run: Run = options.run
        if "log_level" in options:
            to_stderr(options.log_level)
            end_with_a_dead_thread()
        code = run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # no error at exit
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        known = exit_code(error)
        if known is None:
            raise
        sys.stderr.write(f"kiosk: {error_words(error)}\n")
        return known
    return code


def exit_code(error: BaseException) -> int | None:
    """The exit code of an error of ours; None for a bug, which keeps its traceback."""
    for kind in type(error).__mro__:
        code = EXIT_CODES.get(f"{kind.__module__}.{kind.__qualname__}")
        if code is not None:
            return code
    return None


def error_words(error: Exception) -> str:
    """An error in one line, with its remedy if a package is missing."""
    if isinstance(error, ModuleNotFoundError):
        package = (error.name or "").partition(".")[0]
        web = {"jinja2", "starlette", "uvicorn"}
        extra = "director" if package in web else "table"
        return f"{error.name} is not installed: pip install 'table-kiosk[{extra}]'"
    if type(error).__module__ == "builtins" and isinstance(error, OSError):
        words = error.strerror or str(error)  # Python names no file for write errors
        return words if error.filename is None else f"{error.filename}: {words}"
    return " ".join(str(error).split())


def _table(options: argparse.Namespace) -> int:
    from kiosk.table.run import run

    return run(options.config, options.journal) or DONE


def _restore(options: argparse.Namespace) -> int:
    from kiosk.table.restore import run

    if options.director is not None and options.config is None:
        raise WrongUse(
            "--director needs --config, where the table's key is; see kiosk restore --help"
        )
    return run(
        options.journal,
        config=options.config,
        url=options.director,
        journal_id=options.journal_id,
        accept_loss=options.accept_loss,
    )


def _enrol(options: argparse.Namespace) -> int:
    from kiosk.table.enrolment import by_card, by_code, run

    by_address = options.address is not None
    if (options.card is not None) == by_address and (by_address or options.code is not None):
        raise WrongUse("--code goes with --address, --card with neither; see kiosk enrol --help")
    if by_address:
        means = by_code(options.address, _typed(options.code, "Code that the console shows"))
    else:
        means = by_card(_typed(options.card, "What the code of the event card reads"))
    app = f"table-kiosk {version('table-kiosk')}"
    run(options.config, options.journal, means, app, _write)
    return DONE


def _typed(argument: str | None, prompt: str) -> str:
    """An argument or, if it is missing or a dash, a line of standard input, which appears in no
    process list and no history. Raises WrongUse.
    """
    if argument not in {None, "-"}:
        return str(argument)
    if sys.stdin.isatty():
        line = getpass.getpass(f"{prompt}: ")
    else:
        line = sys.stdin.readline(LONGEST_TYPED)
    if not line.strip():
        raise WrongUse(f"nothing was typed; {prompt[0].lower()}{prompt[1:]} is needed")
    return line.strip()


def _write(words: str) -> None:
    sys.stdout.write(words)
    sys.stdout.flush()


def _screen(options: argparse.Namespace) -> int:
    from kiosk.screen.arrangement import Arrangement
    from kiosk.screen.run import Panel, run
    from kiosk.screen.set_up import ScreenSetUp

    set_up = ScreenSetUp(Arrangement(options.layout), options.theme)
    panel = Panel(options.size, options.rotate, set_up, options.memory, options.pin, options.inches)
    return run(options.socket, options.control, panel)


def _director(options: argparse.Namespace) -> int:
    from kiosk.director.places import default_database
    from kiosk.director.run import run

    return run(
        options.config, options.db or default_database(os.environ), options.port, options.new_link
    )


def _rulebook(options: argparse.Namespace) -> int:
    from kiosk.books.command import run

    return run(options)


def _doctor(options: argparse.Namespace) -> int:
    from kiosk.doctor.run import run

    return run(options)


def _languages(options: argparse.Namespace) -> int:
    from kiosk.catalogue.languages.command import run

    return run(options)


def _camera(config: Path) -> "tuple[FrameSource, Known, Path | None]":
    """The camera of a table's configuration, its plan of the board and its calibration file, if
    any. The camera starts without that calibration.
    """
    from msgspec import structs

    from kiosk.table.camera_source import board_plan, make_source
    from kiosk.table.settings import camera, load

    settings = load(config)
    section = camera(settings, config.parent)
    if section is None:
        raise WrongUse(f"{config} has no [devices.camera]; kiosk table plays without one")
    mixer = None if settings.seats is None else settings.seats.mixer
    kept = section.calibration and Path(section.calibration)
    fresh = structs.replace(section, calibration=None)
    return make_source(fresh, mixer), board_plan(section.board, section.lens), kept or None


def _plan(config: Path) -> "BoardPlan":
    """The plan of the board in a table's configuration."""
    from kiosk.table.camera_source import board_plan
    from kiosk.table.settings import load

    section = load(config).devices.camera
    if section is None:
        raise WrongUse(f"{config} has no [devices.camera] and no board; give --size-mm instead")
    return board_plan(section.board, section.lens).board


def _demo(options: argparse.Namespace) -> int:
    from kiosk.demo.run import run

    return run(options)


def _rehearse(options: argparse.Namespace) -> int:
    from kiosk.demo.rehearsal.rehearse import run

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
    from kiosk.catalogue.named_sides import names_of
    from kiosk.catalogue.text import format_text
    from kiosk.journal import Replay, read
    from kiosk.wire import codec
    from kiosk.wire.replay import follow

    replay = Replay()
    for row in read(options.file):
        replay = follow(replay, row)
        if options.match in {None, row.match_id}:
            line = _json_line(row) if options.json else _timeline(row, replay.matches)
            sys.stdout.write(line)
    if options.match is not None and options.match not in replay.matches:
        known = ", ".join(replay.matches) or "none"
        raise WrongUse(f"{options.file} holds no match {options.match!r}; it holds {known}")
    match = replay.matches[options.match] if options.match else replay.match
    if options.json:
        state = codec.encode(match).decode()
        sys.stdout.write(f'{{"state":{state},"chain":"ok"}}\n')
    else:
        names = names_of(match).map(format_text)
        score = f"{names.white} {match.score.white}, {names.black} {match.score.black}"
        sys.stdout.write(
            f"{match.phase.value.replace('_', ' ').capitalize()}: {score}. "
            f"The chain is whole up to row {replay.last_seq}, hash {replay.last_hash}.\n"
        )
    return DONE


def _record(options: argparse.Namespace) -> int:
    from kiosk.record import Supplement, fill_record, format_record, write_file
    from kiosk.record.matches import only_match
    from kiosk.record.transcription import Heading

    if options.sign is not None and options.format != "ogxm":
        raise WrongUse(f"--sign signs an ogxm, not a {options.format}: leave it out")
    rows = _read_rows(options.file, options.match, options.journal_id)
    found = fill_record(rows, options.match or only_match(rows, options.file))
    heading = Heading(options.event or found.event_id, options.round or "")
    sign = _signer(options.sign) if options.sign is not None else None
    content = format_record(found, options.format, Supplement(heading=heading, sign=sign))
    if options.out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
    else:
        write_file(content, options.out)
    return DONE


def _transcribe(options: argparse.Namespace) -> int:
    from kiosk.record import Supplement, fill_record, write_file
    from kiosk.record.matches import only_match
    from kiosk.record.transcription import Heading
    from kiosk.record.transcripts import transcripts_beside
    from kiosk.transcribe import command

    if options.sign is not None and options.format != "ogxm":
        raise WrongUse(f"--sign signs an ogxm, not a {options.format}: leave it out")
    journal = command.journal_at(options.source)
    if options.follow:
        from kiosk.transcribe.follow import follow

        folder = options.out or transcripts_beside(journal)
        pictures = options.pictures or journal.parent / command.PICTURES
        follow(journal, pictures, folder, options.starter)
        return DONE
    rows = _read_rows(journal, options.match, options.journal_id)
    record = fill_record(rows, options.match or only_match(rows, journal))
    match = command.transcribe_match(record, options.pictures or journal.parent / command.PICTURES)
    heading = Heading(options.event or record.event_id, options.round or "")
    sign = _signer(options.sign) if options.sign is not None else None
    content = command.format_match(match, options.format, Supplement(heading=heading, sign=sign))
    if options.out is not None:
        write_file(content, options.out)
        sys.stdout.writelines(f"{line}\n" for line in command.report_lines(match))
        return DONE
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    if options.format != "text":
        sys.stderr.writelines(f"{line}\n" for line in command.report_lines(match))
    return DONE


def _bundle(options: argparse.Namespace) -> int:
    from kiosk.record import Supplement, fill_record, write_file
    from kiosk.record.bundle import BundledMatch, bundle_bytes
    from kiosk.record.matches import only_match
    from kiosk.record.transcription import Heading
    from kiosk.transcribe import command

    journal = command.journal_at(options.source)
    rows = _read_rows(journal, options.match, options.journal_id)
    record = fill_record(rows, options.match or only_match(rows, journal))
    pictures = options.pictures or journal.parent / command.PICTURES
    plays = command.plays_of(record, journal, pictures)
    heading = Heading(options.event or record.event_id, options.round or "")
    head = _signed_head(journal, record.journal_id, record.last_seq)
    last = record.last_seq if head is None else head[0]
    match = BundledMatch(
        record,
        [row for row in rows if record.first_seq <= row.seq <= last],
        Supplement(plays, heading),
        None if head is None else head[1],
        lambda name: command.picture_bytes(pictures, name),
    )
    write_file(bundle_bytes(match), options.out)
    return DONE


def _analyse(options: argparse.Namespace) -> int:
    import msgspec

    from kiosk.record import fill_record, write_file
    from kiosk.record.analysis import analysis_file
    from kiosk.record.matches import only_match
    from kiosk.record.transcripts import read_transcript, transcripts_beside
    from kiosk.transcribe import command
    from kiosk.transcribe.analyse import analyse_match, analysis_text

    journal = command.journal_at(options.source)
    rows = _read_rows(journal, options.match, options.journal_id)
    record = fill_record(rows, options.match or only_match(rows, journal))
    folder, key = transcripts_beside(journal), (record.journal_id, record.match_id)
    kept = read_transcript(folder, *key)
    plays = command.plays_of(record, journal, options.pictures or journal.parent / command.PICTURES)
    analysis = analyse_match(record, plays, 0 if kept is None else kept.answers)
    if options.keep:
        write_file(msgspec.json.encode(analysis), analysis_file(folder, *key))
    names = record.sides.map(lambda team: team.name)
    sys.stdout.write(analysis_text(analysis, names))
    return DONE


def _signed_head(path: Path, journal_id: str, seq: int) -> "tuple[int, SignedHead] | None":
    """The row up to which a device signed, and what it signed; None: there is no director's
    database, or no such signature in it.
    """
    from kiosk.journal import NotAJournal, read
    from kiosk.record.bundle import SignedHead

    try:
        next(iter(read(path)), None)
    except NotAJournal:
        from kiosk.director.store.kept import head_after

        found = head_after(path, journal_id, seq)
        if found is not None:
            head, key = found
            return head.last_seq, SignedHead(head.signed, head.signature, key)
    return None


def _signer(path: Path) -> "Sign":
    """What signs with the key in this file. Raises KeyInvalid."""
    import base64

    from kiosk.record.ogxm import Signature
    from kiosk.wire.signing import DeviceKey

    key = DeviceKey.load(path)
    public = base64.b64decode(key.public.partition(":")[2])
    return lambda content: Signature(base64.b64decode(key.sign(content)), public)


def _read_rows(path: Path, match_id: str | None, journal_id: str | None) -> "tuple[Row, ...]":
    """Verified rows of a table's journal, or of one in a director's database."""
    from kiosk.journal import NotAJournal, read

    try:
        rows = tuple(read(path))
    except NotAJournal:
        from kiosk.director.store.kept import journal_of, rows_of

        return rows_of(path, journal_id or journal_of(path, match_id))
    if journal_id not in {None, *(row.journal_id for row in rows[:1])}:
        raise WrongUse(f"{path} is journal {rows[0].journal_id}, not {journal_id!r}")
    return rows


def _timeline(row: "Row", matches: "Mapping[str, Match]") -> str:
    from kiosk.catalogue.named_sides import by_name_in
    from kiosk.catalogue.tables import sentence
    from kiosk.catalogue.terms import person
    from kiosk.catalogue.text import ENGLISH, format_text

    event = row.event()
    named = by_name_in(ENGLISH, matches, event, row.match_id)
    by, words = (format_text(each, named) for each in (person(row.by), sentence(event)))
    return f"{row.seq:>6}  {row.wall_utc}  {by:<9} {words}\n"


def _json_line(row: "Row") -> str:
    import msgspec

    return (
        msgspec.json.encode(
            msgspec.to_builtins(row) | {"body": msgspec.Raw(row.body.encode())}
        ).decode()
        + "\n"
    )


def _completion(options: argparse.Namespace) -> int:
    from argcomplete.shell_integration import shellcode

    sys.stdout.write(shellcode(["kiosk"], shell=options.shell))
    return DONE


def build_parser() -> Parser:
    """Build the parser of the whole command line."""
    parser = Parser(prog="kiosk", description="A tournament table for backgammon.")
    parser.add_argument("--version", action="version", version=f"kiosk {version('table-kiosk')}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command_line.add_table(commands, _table)
    command_line.add_screen(commands, _screen)
    command_line.add_director(commands, _director)
    command_line.add_replay(commands, _replay)
    command_line.add_record(commands, _record)
    command_line.add_transcribe(commands, _transcribe)
    command_line.add_bundle(commands, _bundle)
    command_line.add_analyse(commands, _analyse)
    command_line.add_restore(commands, _restore)
    command_line.add_enrol(commands, _enrol)
    command_line.add_scenario(commands, _scenario)
    command_line.add_rulebook(commands, _rulebook)
    command_line.add_languages(commands, _languages)
    command_line.add_demo(commands, _demo)
    command_line.add_rehearse(commands, _rehearse)
    command_line.add_doctor(commands, _doctor)
    dice.add(commands, _camera, _plan)
    command_line.add_completion(commands, _completion)
    return parser
