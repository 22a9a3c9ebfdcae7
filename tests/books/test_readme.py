"""The books' README is true: its keys are the vocabulary's, and what it tells to do works."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from kits import events as e
from kits.rules_kit import Table, open_match

from kiosk.books import load
from kiosk.books.profile_loader import SHIPPED
from kiosk.books.writing import key_list
from kiosk.rules.match import Phase
from kiosk.rules.rulebook import EVENT, RuleBook
from kiosk.table.settings import load_book

ROOT = Path(__file__).parents[2]
README = (ROOT / "config/rulebooks/README.md").read_text("utf-8")
BLOCKS = re.findall(r"(?:`([\w/.-]+)`\n\n)?```(\w+)\n(.*?)```", README, re.DOTALL)


def test_the_list_of_keys_is_the_vocabulary() -> None:
    head, _, told = README.partition("`kiosk rulebook keys` prints this list too.\n\n")
    assert head
    assert told.splitlines() == list(key_list()), "put there what `kiosk rulebook keys` prints"


def test_every_book_is_told_and_no_other() -> None:
    told = re.findall(r"^\| `([\w-]+)\.toml` \|", README, re.MULTILINE)
    assert sorted(told) == sorted(file.stem for file in SHIPPED.glob("*.toml"))


def run(script: str, folder: Path) -> str:
    """A block of commands in a shell, where `kiosk` is this program."""
    bin_ = folder / "bin"
    bin_.mkdir(exist_ok=True)
    program = bin_ / "kiosk"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kiosk "$@"\n')
    program.chmod(0o755)
    path = os.pathsep.join([str(bin_), os.environ["PATH"]])
    done = subprocess.run(
        ["sh", "-e", "-c", script],
        cwd=folder,
        env=os.environ | {"PATH": path, "PYTHONPATH": str(ROOT), "KIOSK_RULEBOOKS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, Mapping[str, Any]]:
    """Everything the README says, done in its order; the folder, what was said, the [match]."""
    folder = tmp_path_factory.mktemp("federation")
    said, match = "", {}
    exports = ""
    for name, language, text in BLOCKS:
        if language == "sh":
            said += run(exports + text, folder)
            exports += "".join(re.findall(r"(?m)^export .*\n", text))
        elif name:
            (folder / name).write_text(text, encoding="utf-8")
        elif text.startswith("[match]"):
            match = tomllib.loads(text)["match"]
        else:
            change(folder / "my-books/oslo-open.toml", text)
    return folder, said, match


def change(file: Path, line: str) -> None:
    """Put a line of the README in the place of the book's line for the same key."""
    key = line.partition(" = ")[0]
    text, count = re.subn(rf"(?m)^{key} = .*\n", line, file.read_text("utf-8"))
    assert count == 1
    file.write_text(text, encoding="utf-8")


def test_what_the_readme_tells_to_do_works(
    followed: tuple[Path, str, Mapping[str, Any]],
) -> None:
    _folder, said, _match = followed
    assert "OK my-books/oslo-open.toml: base oslo-open, " in said
    assert "OK my-books/oslo-blitz.toml: overlay oslo-blitz, 5 values, 1 for the director" in said
    assert "norway: Norwegian federation tournament rules\n" in said
    assert "norway and london-club+unified-2001 differ in " in said
    assert "\noslo-open+oslo-blitz: " in said
    assert "The event must set (1), before a clock is armed:\n    clock.delay_s: " in said


@pytest.fixture
def own(followed: tuple[Path, str, Mapping[str, Any]], monkeypatch: pytest.MonkeyPatch) -> RuleBook:
    folder, _said, match = followed
    monkeypatch.setenv("KIOSK_RULEBOOKS", str(folder / "my-books"))
    return load_book(match["rulebook"], "book", rules=match["rules"])


def test_the_readmes_book_says_what_was_written(own: RuleBook) -> None:
    assert own.profile == "oslo-open+oslo-blitz"
    assert (own.late.grace_min, own.cite("late.grace_min")) == (10, "oslo-open §7.2")
    assert (own.clock.system, own.clock.reserve_s_per_point) == ("fischer", 45)
    assert (own.clock.delay_s, own.cite("clock.delay_s")) == (4, EVENT)
    assert own.cite("clock.system") == "oslo-blitz §1"
    assert own.cite("cube.crawford") == "oslo-open norway §4.4(iv)"
    assert own.missing() == ()
    assert load("oslo-open+oslo-blitz").missing() == ("clock.delay_s",)


def test_a_match_is_opened_with_it(own: RuleBook) -> None:
    table = Table()
    opened, *_ = table.ok(open_match(table.now, book=own))
    assert isinstance(opened, e.MatchOpened)
    assert opened.profile == own
    assert table.match.book == own
    assert table.match.phase is Phase.VACANT
