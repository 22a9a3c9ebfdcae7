"""The wheel alone, far from the checkout: with what each extra brings, and nothing else."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import cv2
import pytest
from kits.laid import flat, middle, shot, white
from kits.tracked_files import copy_tracked, tracked_files
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
SOURCES = ("kiosk", "vision", "hardware", "config")
NOT_INSTALLED = (
    *("vision/lab/", "kiosk/demo/bench/", "kiosk/demo/pictures/"),
    "hardware/pictures/",
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, as building leaves things behind."""
    copy, out = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("wheel")
    for name in SOURCES:
        copy_tracked(f"{name}/**", copy)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(out), str(copy))
    (built,) = out.glob("*.whl")
    return built


def pip(*arguments: str) -> None:
    quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
    subprocess.run([sys.executable, "-m", "pip", *arguments, *quiet], check=True)


def brought_by(extras: Iterable[str]) -> dict[str, metadata.Distribution]:
    """All that the project and its extras ask for, and what that asks for, as it is here."""
    found: dict[str, metadata.Distribution] = {}
    todo = [(Requirement("table-kiosk"), frozenset(extras))]
    while todo:
        wanted, extras_of = todo.pop()
        distribution = metadata.distribution(wanted.name)
        for line in distribution.requires or ():
            each = Requirement(line)
            where = [{"extra": extra} for extra in (*extras_of, "")]
            if each.marker is not None and not any(map(each.marker.evaluate, where)):
                continue
            name = canonicalize_name(each.name)
            if name not in found or each.extras:
                found[name] = metadata.distribution(each.name)
                todo.append((each, frozenset(each.extras)))
    return found


class Fresh:
    """An environment with the wheel and what its extras bring, and a folder to be in."""

    def __init__(self, folder: Path, wheel: Path, *extras: str) -> None:
        self.folder = folder
        self._bin = folder / "env/bin"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], check=True)
        (packages,) = (folder / "env/lib").glob("python3*/site-packages")
        for distribution in brought_by(extras).values():
            tops = {file.parts[0] for file in distribution.files or () if file.parts[0] != ".."}
            for top in tops - {"__pycache__"}:
                link = packages / top
                if not link.exists():
                    link.symlink_to(Path(str(distribution.locate_file(top))))
        pip("--python", str(self._bin / "python"), "install", "--no-deps", "--no-index", str(wheel))

    def command(self, *arguments: str) -> list[str]:
        return [str(self._bin / "kiosk"), *arguments]

    def environment(self) -> dict[str, str]:
        kept = {"PATH": os.environ["PATH"], "HOME": str(self.folder)}
        return kept | {"PYTHONDONTWRITEBYTECODE": "1"}

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments),
            cwd=self.folder,
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(scope="module")
def at_table(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    return Fresh(tmp_path_factory.mktemp("table"), wheel, "table")


@pytest.fixture(scope="module")
def at_director(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    return Fresh(tmp_path_factory.mktemp("director"), wheel, "director")


READ = "CODES.md"
"""What `kiosk doctor --explain` reads out; other Markdown is for people in a clone."""


def test_it_holds_all_that_is_there_but_what_trains_measures_and_draws(wheel: Path) -> None:
    listed = subprocess.run(
        [sys.executable, "-m", "zipfile", "-l", str(wheel)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    held = {line.split()[0] for line in listed.splitlines()[1:]}
    linked = {"kiosk/books/rulebooks", "kiosk/books/formats", "kiosk/books/ladders"}
    there = {
        str(file.relative_to(ROOT))
        for name in ("kiosk", "vision", "hardware")
        for file in tracked_files(f"{name}/**")
        if file.suffix != ".md" or file.name == READ
    } - linked
    there |= {
        f"{link}/{file.name}"
        for link in linked
        for file in tracked_files(f"config/{Path(link).name}/*.toml")
    }
    own = {file for file in there if not file.startswith(NOT_INSTALLED)}
    assert own - held == set()
    assert {file for file in held - own if ".dist-info/" not in file} == set()


@pytest.mark.parametrize("place", ["at_table", "at_director"])
def test_a_book_is_shown(place: str, request: pytest.FixtureRequest) -> None:
    shown = request.getfixturevalue(place).run("rulebook", "show", "norway")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "clock.delay_s" in shown.stdout


def test_a_picture_is_read(at_table: Fresh) -> None:
    rig = white()
    x, y = middle(rig)
    dice = (flat(rig, 5, x - 40, y), flat(rig, 3, x + 40, y))
    cv2.imwrite(str(at_table.folder / "board.png"), shot(rig, dice))
    read = at_table.run("read", "--json", "board.png")
    assert (read.returncode, read.stderr) == (0, "")
    assert sorted(json.loads(read.stdout)["values"]) == [3, 5]


def test_the_director_serves(at_director: Fresh) -> None:
    folder = at_director.folder
    shutil.copy(ROOT / "config/director.toml", folder)
    process = subprocess.Popen(
        at_director.command(
            "director", "--config", "director.toml", "--db", "director.db", "--port", "0"
        ),
        cwd=folder,
        env=at_director.environment(),
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        process.send_signal(signal.SIGTERM)
    assert process.returncode == 0


def test_what_an_extra_would_bring_is_named_where_it_lacks(
    at_table: Fresh, at_director: Fresh
) -> None:
    served = at_table.run("director", "--config", "c", "--db", "d", "--port", "0")
    assert served.returncode == 3
    assert served.stderr.endswith("is not installed: pip install 'table-kiosk[director]'\n")
    drawn = at_director.run("screen", "--socket", "table.sock")
    assert drawn.returncode == 3
    assert drawn.stderr.endswith("is not installed: pip install 'table-kiosk[table]'\n")


@pytest.mark.night
def test_a_match_is_played(wheel: Path, tmp_path: Path) -> None:
    both = Fresh(tmp_path, wheel, "table", "director")
    played = both.run("demo", "--points", "1", "--out", "played")
    assert (played.returncode, played.stderr) == (0, "")
    assert (tmp_path / "played/journal.db").exists()
