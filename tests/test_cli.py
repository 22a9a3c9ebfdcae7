"""The `kiosk` command: what it says, what it leaves alone, how it ends."""

import argparse
import ast
import importlib
import json
import os
import re
import shlex
import sqlite3
import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import pytest
from kits.hall_kit import rehashed
from kits.tracked_files import tracked_files

from kiosk import cli
from kiosk.catalogue.named_sides import NamedSides, distinct_names
from kiosk.catalogue.tables import sentence as in_words
from kiosk.catalogue.terms import person
from kiosk.catalogue.text import ENGLISH, format_text
from kiosk.command_line import EXIT_CODES_HELP
from kiosk.journal import JournalDamaged, fold_rows, read
from kiosk.rules.units import BySide
from kiosk.wire import codec

ROOT = Path(__file__).parents[1]


def files(folder: Path) -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in sorted(folder.iterdir())}


@pytest.fixture
def damaged(kept: Path) -> Path:
    visitor = sqlite3.connect(kept)
    visitor.execute("DROP TRIGGER event_stays")
    visitor.execute("UPDATE event SET wall_utc = '2026-05-09T15:03:07.123Z' WHERE seq = 40")
    visitor.commit()
    visitor.close()
    return kept


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The installed command's own way in, in a process of its own."""
    start = "import sys; from kiosk.cli import main; sys.exit(main())"
    line = [sys.executable, "-c", start, *map(str, arguments)]
    return subprocess.run(line, capture_output=True, text=True, check=False, cwd=ROOT)


# --- replay ------------------------------------------------------------------------------------


def test_replay_tells_every_row_in_words(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = files(kept.parent)
    assert cli.main(["replay", str(kept)]) == cli.DONE
    said = capsys.readouterr()
    *lines, last = said.out.splitlines()
    rows = list(read(kept))
    assert len(lines) == len(rows)
    named = NamedSides(ENGLISH, distinct_names(BySide("Anna", "Bo")))
    for line, row in zip(lines, rows, strict=True):
        assert line.split()[:2] == [str(row.seq), row.wall_utc]
        by, words = (format_text(each, named) for each in (person(row.by), in_words(row.event())))
        assert line.endswith(f"{by:<9} {words}")
    assert not re.search("White|Black", said.out)
    assert last.startswith("Match over: Anna 3, Bo 2. The chain is whole")
    assert rows[-1].hash in last
    assert said.err == ""
    assert files(kept.parent) == before


def test_replay_json_gives_rows_and_the_state(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["replay", str(kept), "--json"]) == cli.DONE
    *lines, last = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    rows = list(read(kept))
    for line, row in zip(lines, rows, strict=True):
        assert line == asdict(row) | {"body": json.loads(row.body)}
    state = json.loads(codec.encode(fold_rows(rows).match))
    assert last == {"state": state, "chain": "ok"}


def test_replay_of_one_match(
    tmp_path: Path, keep: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    from kiosk.journal import Journal  # noqa: PLC0415

    path = tmp_path / "j"
    with Journal.open(path, boot_id="b") as journal:
        keep(journal, "one", "two")
    assert cli.main(["replay", str(path), "--match", "one", "--json"]) == cli.DONE
    *lines, last = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["match_id"] for line in lines} == {"one"}
    assert last["state"]["opened"]["match_id"] == "one"
    assert cli.main(["replay", str(path), "--match", "three"]) == cli.WRONG
    said = capsys.readouterr()
    assert said.err == f"kiosk: {path} holds no match 'three'; it holds one, two\n"
    assert said.out == ""


def test_replay_names_the_first_bad_row_and_touches_nothing(damaged: Path) -> None:
    before = files(damaged.parent)
    for options in ((), ("--json",)):
        said = run("replay", damaged, *options)
        assert said.returncode == cli.BROKEN
        assert said.stderr.startswith(f"kiosk: {damaged} is damaged at row 40 (")
        assert said.stderr.count("\n") == 1
        assert len(said.stdout.splitlines()) == 39
        assert '"chain"' not in said.stdout
    assert files(damaged.parent) == before


def test_replay_names_a_row_nested_5000_deep_in_one_sentence(kept: Path) -> None:
    *_rows, last = read(kept)
    body = '{"a":' * 5000 + "1" + "}" * 5000
    odd = rehashed(last, seq=last.seq + 1, prev_hash=last.hash, body=body)
    visitor = sqlite3.connect(kept)
    columns = [getattr(odd, field.name) for field in fields(odd)]
    visitor.execute(f"INSERT INTO event VALUES ({', '.join('?' * 13)})", _as_kept(columns))
    visitor.commit()
    visitor.close()
    said = run("replay", kept)
    assert said.returncode == cli.WRONG
    assert said.stderr.startswith(f"kiosk: {odd.kind}: it nests 5000 deep, 32 at most: ")
    assert said.stderr.count("\n") == 1


def _as_kept(columns: list[Any]) -> list[Any]:
    """The journal's own order: the number first."""
    journal_id, seq, *rest = columns
    return [seq, journal_id, *rest]


@pytest.mark.parametrize("content", [None, b"", b"a shopping list\n", b"SQLite format 3\0" * 9])
def test_replay_of_something_else_is_wrong_use(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "list.txt"
    if content is not None:
        path.write_bytes(content)
    before = files(tmp_path)
    said = run("replay", path)
    assert (said.returncode, said.stdout) == (cli.WRONG, "")
    assert said.stderr.startswith(f"kiosk: {path} ")
    assert said.stderr.count("\n") == 1
    assert files(tmp_path) == before


def test_a_reader_who_had_enough_is_no_error(kept: Path) -> None:
    start = f"import sys; from kiosk.cli import main; sys.exit(main(['replay', {str(kept)!r}]))"
    child = subprocess.Popen(
        [sys.executable, "-c", start], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    said = child.stderr.read()
    child.stderr.close()
    assert (child.wait(), said) == (cli.DONE, b"")


# --- table and demo ----------------------------------------------------------------------------


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Any]]:
    """Put a `run` in the place of a module's, and see what it is called with."""

    def put(name: str, result: int | Exception) -> list[Any]:
        seen: list[Any] = []

        def run(*given: Any) -> int:
            seen.extend(given)
            if isinstance(result, Exception):
                raise result
            return result

        module = types.ModuleType(name)
        module.run = run  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, name, module)
        return seen

    return put


def test_table_gets_its_files(
    stand_in: Callable[..., list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "end_with_a_dead_thread", lambda: None)  # this process is pytest's
    seen = stand_in("kiosk.table.run", 0)
    assert cli.main(["table", "--config", "t.toml", "--journal", "j"]) == cli.DONE
    assert seen == [Path("t.toml"), Path("j")]


def test_demo_gets_its_options_and_gives_its_code(stand_in: Callable[..., list[Any]]) -> None:
    seen = stand_in("kiosk.demo.run", 1)
    line = "demo --points 5 --rulebook norway --seed 4 --speed 2.5 --clock none --out d --json"
    assert cli.main(line.split()) == cli.BROKEN
    (options,) = seen
    assert (options.points, options.rulebook, options.seed, options.speed) == (5, "norway", 4, 2.5)
    assert (options.clock, options.out, options.json) == ("none", Path("d"), True)
    assert cli.main(["demo", "--speed", "max"]) == cli.BROKEN
    assert (seen[1].speed, seen[1].clock, seen[1].out) == (float("inf"), "book", None)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "dance",
        "replay",
        "replay a b",
        "table --config t.toml",
        "demo --points 0",
        "demo --points x",
        "demo --speed 0",
        "demo --speed nan",
        "demo --speed inf",
        "demo --speed fast",
        "demo --clock fischer",
        "demo --seed x",
    ],
)
def test_a_line_that_makes_no_sense_is_one_line_and_code_2(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(line.split()) == cli.WRONG
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("kiosk: ")
    assert said.err.endswith("--help\n")
    assert said.err.count("\n") == 1


def optional(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """What may be left out, of every command."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from optional(command)
        elif action.option_strings and not action.required:
            yield action


def test_what_may_be_left_out_says_what_it_is_for() -> None:
    options = list(optional(cli.build_parser()))
    assert len(options) > 40
    assert [action.option_strings for action in options if not action.help] == []


def commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Every command, and what it can do."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield command
                yield from commands(command)


def test_each_commands_help_says_what_it_does_shows_it_and_tells_the_exit_codes() -> None:
    every = list(commands(cli.build_parser()))
    assert len(every) > 15
    for command in every:
        assert command.description, command.prog
        example = (command.epilog or "").split("\n  ")[1].partition("\n")[0]
        line = shlex.split(example)
        assert " ".join(line).startswith(command.prog.removesuffix(" ACTION")), command.prog
        assert cli.build_parser().parse_args(line[1:]).run
        assert EXIT_CODES_HELP in command.format_help()
        unsaid = {each.metavar for each in command._actions if not each.help}
        assert unsaid <= {"ACTION"}, command.prog


def test_help_tells_what_is_taken_where_an_option_is_left_out() -> None:
    found = 0
    for command in commands(cli.build_parser()):
        told = " ".join(command.format_help().split())
        for action in command._actions:
            usual = action.default
            if usual is None or usual is False or usual in ([], argparse.SUPPRESS):
                continue
            assert f"(default: {usual})" in told, (command.prog, action.dest)
            found += 1
    assert found > 8


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert all(name in said for name in ("replay", "table", "screen", "director", "demo"))


# --- errors ------------------------------------------------------------------------------------


def test_every_error_of_ours_has_an_exit_code() -> None:
    """Each class of each package's errors.py, by itself or by the class it derives from."""
    found = 0
    packages = ("kiosk/**", "vision", "hardware")
    for file in [file for each in packages for file in tracked_files(f"{each}/errors.py")]:
        module = importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, Exception):
                code = cli.exit_code(kind.__new__(kind))
                assert code in {cli.BROKEN, cli.WRONG, cli.LACKING}, kind
                found += 1
    assert found > 20


@pytest.mark.parametrize("name", sorted(cli.EXIT_CODES))
def test_every_named_class_exists(name: str) -> None:
    module, _dot, kind = name.rpartition(".")
    assert issubclass(getattr(importlib.import_module(module), kind), Exception)


@pytest.mark.parametrize(
    "line",
    [
        ["director", "--config", "c", "--db", "d", "--port", "70000"],
        ["director", "--config", "c", "--db", "d", "--port", "http"],
        ["screen", "--socket", "s", "--size", "1280"],
        ["screen"],
    ],
)
def test_a_wrong_port_or_size_is_wrong_use(
    line: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(line) == cli.WRONG
    assert f"kiosk {line[0]} --help" in capsys.readouterr().err


def test_a_missing_package_names_its_extra() -> None:
    director = (("uvicorn", "director"), ("jinja2", "director"))
    for module, extra in (*director, ("kivy.app", "table"), ("cv2", "table")):
        assert f"[{extra}]" in cli.error_words(ModuleNotFoundError("no", name=module))


def test_the_nearest_class_decides() -> None:
    assert cli.exit_code(JournalDamaged("j", 1, "x")) == cli.BROKEN
    assert cli.exit_code(FileNotFoundError()) == cli.WRONG
    assert cli.exit_code(ZeroDivisionError()) is None


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (ModuleNotFoundError("no", name="cv2"), 3, "cv2 is not installed"),
        (ModuleNotFoundError("no", name="uvicorn.x"), 3, "uvicorn.x is not installed: pip in"),
        (PermissionError(13, "Permission denied", "/root/x"), 2, "/root/x: Permission denied"),
        (JournalDamaged("j", 4, "gone\nbad"), 1, "j is damaged at row 4 (gone bad)"),
    ],
)
def test_an_error_is_one_line(
    stand_in: Callable[..., list[Any]],
    capsys: pytest.CaptureFixture[str],
    error: Exception,
    code: int,
    says: str,
) -> None:
    stand_in("kiosk.demo.run", error)
    assert cli.main(["demo"]) == code
    said = capsys.readouterr().err
    assert said.startswith(f"kiosk: {says}")
    assert said.count("\n") == 1


def test_a_bug_keeps_its_traceback(stand_in: Callable[..., list[Any]]) -> None:
    stand_in("kiosk.demo.run", ZeroDivisionError("a bug"))
    with pytest.raises(ZeroDivisionError):
        cli.main(["demo"])


def test_an_interrupt_ends_like_in_any_shell(stand_in: Callable[..., list[Any]]) -> None:
    stand_in("kiosk.demo.run", 0)

    def interrupt(*_given: Any) -> int:
        raise KeyboardInterrupt

    sys.modules["kiosk.demo.run"].run = interrupt  # type: ignore[attr-defined]
    assert cli.main(["demo"]) == cli.INTERRUPTED


def test_starting_imports_no_package_of_ours() -> None:
    """A replay needs no camera library, a table no demo; only options are known."""
    tell = (
        "import sys; from kiosk import cli; cli.build_parser(); "
        "print([m for m in sys.modules if m.split('.')[0] in "
        "{'vision', 'hardware', 'cv2', 'numpy', 'gpiozero', 'msgspec', 'sqlite3'} "
        "or m.startswith('kiosk.') and m not in "
        "{'kiosk.cli', 'kiosk.command_line', 'kiosk.logs', 'kiosk.threads', 'kiosk.dice', "
        "'kiosk.dice.commands', 'kiosk.dice.errors'}])"
    )
    said = subprocess.run([sys.executable, "-c", tell], capture_output=True, text=True, check=True)
    assert ast.literal_eval(said.stdout) == []


def test_nothing_else_exits() -> None:
    """Only this command ends the process; a file run as a script of its own may, too."""
    for file in [*tracked_files("kiosk/**/*.py"), *tracked_files("vision/**/*.py")]:
        module = ast.parse(file.read_text())
        module.body = [part for part in module.body if not isinstance(part, ast.If)]
        calls = [node.func for node in ast.walk(module) if isinstance(node, ast.Call)]
        assert not {"sys.exit", "exit", "quit"} & {ast.unparse(call) for call in calls}, file


# --- completion --------------------------------------------------------------------------------


def completed(line: str) -> set[str]:
    """What a shell is offered at the end of this line (argcomplete's protocol, file 8)."""
    start = "import sys; from kiosk.cli import main; sys.exit(main())"
    ends = os.pipe()
    asked = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
        "_ARGCOMPLETE_STDOUT_FILENAME": f"/dev/fd/{ends[1]}",
    }
    subprocess.run(
        [sys.executable, "-c", start], env=os.environ | asked, check=True, cwd=ROOT, pass_fds=ends
    )
    os.close(ends[1])
    with open(ends[0], encoding="utf-8") as told:
        return {each.strip() for each in told.read().split("\n")} - {""}


def test_a_shell_completes_commands_options_and_choices() -> None:
    assert completed("kiosk rul") == {"rulebook"}
    assert completed("kiosk rest") == {"restore"}
    assert completed("kiosk restore --acc") == {"--accept-loss"}
    assert completed("kiosk screen --lay") == {"--layout"}
    assert completed("kiosk screen --theme ") == {"dark", "light"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_a_shell_must_know_is_printed(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["completion", shell]) == cli.DONE
    assert "kiosk" in capsys.readouterr().out
