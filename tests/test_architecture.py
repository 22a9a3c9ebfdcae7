"""The house as planned: who may import whom, what lies where."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from kits.tracked_files import tracked_files

from kiosk.rules import decide

ROOT = Path(__file__).parents[1]

TOP_LEVEL = {
    # the owner's
    *("kiosk", "vision", "hardware", "config", "tests", "systemd", "README.md"),
    # where tools look for them
    *(".ci", ".editorconfig", ".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"),
    *("Makefile", "pyproject.toml", "requirements"),
}

# Modules that compute and hold values; none can read a clock, roll a die or reach outside.
PURE_STDLIB = {
    *("__future__", "abc", "bisect", "collections", "dataclasses", "enum", "fractions"),
    *("functools", "heapq", "itertools", "math", "operator", "re", "string", "types", "typing"),
}
IMPURE_NAMES = {"open", "print", "input", "exec", "eval", "compile", "__import__", "breakpoint"}

# Spelt so that this file does not match itself.
REGISTRY = re.compile(
    r"py[p]i\.org|python[h]osted|registry\.n[p]mjs|deb\.de[b]ian\.org|crates\.i[o]"
)
PRIVATE_PATH = re.compile(r"(?<![\w.<>{}~$)-])/(w[o]rk|t[m]p)\b")
SHAPELESS_NAME = re.compile(r"(^|_)(manager|handler|util|helper|misc|common|data|info)s?(_|$)")


CORES = ("kiosk.rules.", "kiosk.tournament.", "kiosk.transcript.")
PURE = [path for core in CORES for path in tracked_files(f"{core.replace('.', '/')}**/*.py")]


def tracked() -> list[Path]:
    """The files git knows, relative to the root."""
    return [file.relative_to(ROOT) for file in tracked_files()]


def impurities(source: str) -> Iterator[str]:
    """What a module of a core says that a pure module can't."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                imported = [alias.name for alias in names]
            case ast.ImportFrom(level=0, module=str(module)):
                imported = [module]
            case ast.Name(id=name) if name in IMPURE_NAMES:
                yield f"line {node.lineno}: {name}"
                continue
            case _:
                continue
        for module in imported:
            if module.split(".")[0] not in PURE_STDLIB and not f"{module}.".startswith(CORES):
                yield f"line {node.lineno}: import {module}"


TREES = [file for file in tracked_files("*/**/errors.py") if "├──" in file.read_text()]


@pytest.mark.parametrize("path", TREES, ids=lambda p: p.parent.name)
def test_the_tree_of_a_rooms_errors_has_each_of_them(path: Path) -> None:
    tree = ast.parse(path.read_text())
    names = [node.name for node in tree.body if isinstance(node, ast.ClassDef) and node.bases]
    told = re.findall(r"\w+", ast.get_docstring(tree) or "")
    assert names
    assert [name for name in names if name not in told] == []


@pytest.mark.parametrize("path", PURE, ids=lambda p: "-".join(p.parts[-2:]))
def test_a_core_is_pure(path: Path) -> None:
    assert not list(impurities(path.read_text()))


@pytest.mark.parametrize(
    "line",
    [
        "import time",
        "import os.path",
        "from random import choice",
        "from datetime import datetime",
        "import msgspec",
        "from kiosk import wire",
        "from kiosk.wire import codec",
        "text = open('x').read()",
        "import dataclasses, sqlite3",
        "def f():\n    import pathlib",
        "show = print",
    ],
)
def test_an_impure_line_is_seen(line: str) -> None:
    assert list(impurities(line))


def test_a_pure_line_passes() -> None:
    source = (
        "from collections.abc import Mapping\nfrom kiosk.rules.units import Nanos\nfrom . import x"
    )
    assert not list(impurities(source))


# pyproject.toml states the import contracts and `make check` runs them. Here each is seen to bite,
# on houses of empty rooms that have every package of the plan, the unbuilt ones too.

SUBJECTS = tuple(subject.__name__.rpartition(".")[2] for subject in decide.SUBJECTS)
"""From the lowest to the highest: each may use those before it."""

SPINE = (
    *("units", "reasons", "table", "device_names", "rulebook", "clock", "roll", "match", "fact"),
    *("command", "phases", "still", "decision", "tap", "act", "citing", "prompts", "decide"),
)

EVENT = (
    *("bracket", "knock_out", "tournament", "format_rules", "played", "played_swiss", "ways"),
    *("sheet", "setting_up", "entries", "draws", "calls", "results", "decide"),
)
"""Of an event's core, from the lowest to the highest."""

FORMATS = (
    "ladder_rules",
    "ladder",
    "ladder_season",
    "ladder_challenges",
    "ladder_undoing",
    "formats",
)
"""A ladder's, from the lowest to the highest; Swing, beside it, is one file."""

DATED = ("club_rounds", "tournament", "sheet", "round_dates", "draws", "club_claims", "decide")
"""Of rounds that a club plays by a date, from the lowest to the highest."""

GROUPS = ("act", "round_robin", "round_robin_acts", "formats")
"""Of a round robin in groups, from the lowest to the highest."""

AFTER = ("sheet", "standings", "entries", "results", "history", "ratings", "report", "decide")
"""What is read from an event once it is played, among what it is read from."""

ROUNDS = ("swiss_pairing", "swiss_rounds", "formats")
"""Of a Swiss, from the lowest to the highest; `swiss`, beside the pairing, is its state."""

PLAYED = ("formats", "tournament", "played", "played_groups", "ways", "sheet", "in_division")
"""Of divisions in other formats than the knock-out, from the lowest to the highest."""

ROOMS = {
    *("kiosk.cli", "kiosk.demo", "kiosk.table", "kiosk.record", "kiosk.screen", "kiosk.director"),
    *("kiosk.journal", "kiosk.wire", "kiosk.rules", "kiosk.rules.board", "kiosk.rules.plays"),
    *("kiosk.books", "kiosk.catalogue", "kiosk.scenario", "kiosk.dice"),
    *("kiosk.doctor", "kiosk.health", "kiosk.transcript", "kiosk.transcribe"),
    *(f"kiosk.rules.{name}" for name in (*SUBJECTS, *SPINE)),
    *("kiosk.tournament", "kiosk.tournament.act", "kiosk.tournament.core"),
    *(
        f"kiosk.tournament.{name}"
        for name in (
            *(*EVENT, *AFTER, *FORMATS, *DATED, *GROUPS, *ROUNDS, *PLAYED),
            *(
                "ladder_confirming",
                "ladder_consequences",
                "removing",
                "taking_up",
                "swing",
                "swiss",
                "format_row",
                "played_swing",
                "confirming",
                "removing",
                "lengths",
                "club_arranging",
                "correcting",
                "giving_place",
                *("apart", "next_event", "re_entry"),
                *(
                    "undoing",
                    "undone",
                    "restoring",
                    "settling",
                    "consequences",
                    "outcome",
                    "walk_overs",
                ),
                "removing",
            ),
        )
    ),
    *("kiosk.dice.read", "kiosk.dice.explain", "kiosk.dice.answer"),
    *(
        "vision",
        "vision.scene",
        "vision.scene.throw",
        "vision.lab",
        "vision.lab.train",
        "vision.lab.natural",
        "vision.lab.cycles",
        "vision.lab.cycles.blender",
    ),
    *("vision.reader", "vision.learned", "vision.view", "vision.tracker", "vision.board"),
    *("vision.calibration", "hardware"),
}

UPWARD = {
    f"kiosk.rules.{low}": f"kiosk.rules.{high} kiosk.rules.decide"
    for low, high in pairwise(SUBJECTS)
} | {
    f"kiosk.tournament.{low}": f"kiosk.tournament.{high}"
    for core in (EVENT, AFTER, FORMATS, DATED, GROUPS, ROUNDS, PLAYED)
    for low, high in pairwise(core)
}

TOP = {"kiosk.rules": "kiosk.rules.decide", "kiosk.tournament": "kiosk.tournament.decide"}
GROUND = {"kiosk.rules": "kiosk.rules.units", "kiosk.tournament": "kiosk.tournament.bracket"}
"""Every room of a core has its place: what imports for all on top, what is taken below."""

FORBIDDEN = {
    **UPWARD,
    "kiosk.tournament.swing": "kiosk.tournament.formats",
    "kiosk.tournament": "kiosk.wire kiosk.catalogue kiosk.books kiosk.director",
    "kiosk.rules.act": "kiosk.rules.play kiosk.rules.decide",
    "kiosk.rules.match": "kiosk.rules.fact kiosk.rules.disputes",
    "kiosk.catalogue": "kiosk.wire kiosk.books kiosk.screen kiosk.director kiosk.rules.board"
    " kiosk.rules.plays vision hardware cv2 kivy jinja2",
    "kiosk": "kiosk.rules kiosk.demo vision hardware",
    "kiosk.rules": "kiosk.tournament kiosk.wire kiosk.books kiosk.table kiosk.cli vision hardware"
    " numpy kivy",
    "kiosk.books": "kiosk.wire kiosk.journal kiosk.table kiosk.rules.board kiosk.rules.plays"
    " vision hardware cv2 kivy starlette",
    "kiosk.wire": "kiosk.books kiosk.journal kiosk.rules.board kiosk.rules.plays vision hardware"
    " serial kivy starlette",
    "kiosk.journal": "kiosk.table kiosk.rules.board kiosk.rules.plays vision hardware cv2 kivy",
    "kiosk.record": "kiosk.table kiosk.journal kiosk.director kiosk.demo vision hardware kivy",
    "kiosk.table": "kiosk.record kiosk.screen kiosk.director kiosk.demo kiosk.cli kiosk.doctor"
    " kiosk.rules.board kiosk.rules.plays kivy starlette",
    "kiosk.screen": "kiosk.table kiosk.journal kiosk.record kiosk.director kiosk.demo"
    " kiosk.rules.board kiosk.rules.plays vision hardware gpiozero cv2 uvicorn",
    "kiosk.director": "kiosk.table kiosk.journal kiosk.screen kiosk.demo"
    " kiosk.rules.board kiosk.rules.plays vision hardware kivy numpy",
    "kiosk.scenario": "kiosk.table kiosk.journal kiosk.demo kiosk.rules.board kiosk.rules.plays"
    " vision hardware serial cv2 kivy starlette",
    "kiosk.dice": "kiosk.table kiosk.screen kiosk.director kiosk.demo kiosk.rules.board vision.lab"
    " starlette",
    "kiosk.dice.explain": "kiosk.dice.read",
    "kiosk.dice.answer": "kiosk.dice.read kiosk.dice.explain",
    "kiosk.demo": "kiosk.cli vision.lab mujoco",
    "kiosk.doctor": "kiosk.demo kiosk.cli vision.lab kivy starlette",
    "kiosk.health": "kiosk.rules kiosk.wire kiosk.journal kiosk.table kiosk.doctor vision hardware"
    " cv2 gpiozero kivy starlette",
    "vision": "kiosk.rules kiosk.demo kiosk.cli hardware serial gpiozero kivy mujoco",
    "vision.reader": "vision.scene vision.lab",
    "vision.learned": "vision.reader",
    "vision.view": "vision.reader vision.learned",
    "vision.tracker": "vision.scene vision.lab",
    "vision.board": "vision.scene vision.lab",
    "vision.calibration": "vision.scene vision.lab",
    "vision.scene": "vision.lab kiosk.dice",
    "vision.lab": "kiosk.rules kiosk.table kiosk.demo mujoco vision.scene.throw",
    "vision.lab.train": "kiosk.dice",
    "vision.lab.natural": "kiosk.rules kiosk.demo",
    "vision.lab.cycles": "kiosk.demo bpy",
    "vision.lab.cycles.blender": "vision.scene vision.reader cv2 mujoco",
    "hardware": "kiosk.wire kiosk.demo kiosk.cli vision vision.board cv2 picamera2 kivy",
}

UNAIDED = (
    *("rules", "tournament", "books", "wire", "catalogue", "journal", "record", "table", "screen"),
    *("director", "scenario", "dice", "doctor"),
)
"""Rooms that must not learn what was played, as they are there while it is played."""

FORBIDDEN |= {
    f"kiosk.{room}": f"{FORBIDDEN[f'kiosk.{room}']} kiosk.transcript kiosk.transcribe vision.board"
    for room in UNAIDED
}
FORBIDDEN["kiosk.transcript"] = "kiosk.tournament kiosk.wire kiosk.record kiosk.table kiosk.demo"
FORBIDDEN["kiosk.transcribe"] = "kiosk.demo kiosk.cli kiosk.doctor vision.lab"

ALLOWED = {
    "kiosk.cli": "kiosk.demo kiosk.table kiosk.screen kiosk.director kiosk.scenario"
    " kiosk.transcript kiosk.transcribe",
    "kiosk.transcribe": "kiosk.transcript kiosk.record kiosk.dice kiosk.rules.board vision.board",
    "kiosk.demo": "kiosk.screen kiosk.table kiosk.record kiosk.rules.plays vision.scene"
    " vision.scene.throw hardware kiosk.transcript kiosk.transcribe",
    "kiosk.table": "kiosk.journal kiosk.wire kiosk.books kiosk.rules kiosk.dice vision.reader"
    " hardware",
    "kiosk.record": "kiosk.wire kiosk.catalogue kiosk.rules.board",
    "kiosk.doctor": "kiosk.table kiosk.journal kiosk.wire kiosk.rules kiosk.health vision.scene"
    " hardware gpiozero cv2",
    "kiosk.health": "sqlite3",
    "kiosk.transcript": "kiosk.rules.board kiosk.rules.plays",
    "kiosk.screen": "kiosk.wire kiosk.catalogue kiosk.rules kivy",
    "kiosk.director": "kiosk.record kiosk.wire kiosk.catalogue kiosk.books kiosk.rules sqlite3"
    " jinja2 starlette uvicorn",
    "kiosk.journal": "kiosk.wire sqlite3",
    "kiosk.wire": "kiosk.rules kiosk.tournament msgspec",
    "kiosk.books": "kiosk.rules kiosk.tournament",
    "kiosk.catalogue": "kiosk.rules kiosk.tournament",
    "kiosk.tournament": "kiosk.rules",
    **{
        f"kiosk.tournament.{high}": f"kiosk.tournament.{low}"
        for core in (EVENT, AFTER, FORMATS, DATED, GROUPS, ROUNDS, PLAYED)
        for low, high in pairwise(core)
    },
    **{
        f"kiosk.rules.{high}": f"kiosk.rules.{low} kiosk.rules.act"
        for low, high in pairwise(SUBJECTS)
    },
    "kiosk.scenario": "kiosk.rules kiosk.books kiosk.wire",
    "kiosk.dice": "kiosk.rules kiosk.wire kiosk.journal vision.reader cv2 numpy",
    "kiosk.dice.read": "kiosk.dice.explain kiosk.dice.answer",
    "kiosk.dice.explain": "kiosk.dice.answer",
    "kiosk.rules.plays": "kiosk.rules.board",
    "vision": "vision.scene numpy cv2 picamera2",
    "vision.reader": "vision.learned vision.view",
    "vision.board": "vision.learned vision.view",
    "vision.learned": "vision.view",
    "vision.lab": "kiosk.dice vision.scene vision.reader vision.tracker",
    "vision.lab.natural": "kiosk.dice vision.scene mujoco",
    "vision.lab.cycles": "vision.scene vision.lab.natural cv2",
    "vision.lab.cycles.blender": "numpy bpy",
    "hardware": "gpiozero serial lgpio",
}


def build(house: Path, imports: dict[str, str]) -> list[str]:
    """Give every import two modules of its own, so that no chain joins two; return the imports."""
    for room in ROOMS:
        directory = house / room.replace(".", "/")
        directory.mkdir(parents=True, exist_ok=True)
        (directory / "__init__.py").touch()
    (house / "kiosk/__init__.py").touch()
    # What a contract protects must be there, or none is checked.
    (house / "vision/lab/natural/engine.py").write_text("import mujoco\n")
    (house / "vision/lab/cycles/blender/stage.py").write_text("import bpy\n")
    pairs = [(importer, name) for importer, names in imports.items() for name in names.split()]
    edges = []
    for number, (importer, imported) in enumerate(pairs):
        source, target = importer, imported
        if importer in ROOMS:
            source = f"{TOP.get(importer, importer)}.giver{number}"
        if imported in ROOMS:
            target = f"{GROUND.get(imported, imported)}.taken{number}"
            (house / f"{target.replace('.', '/')}.py").touch()
        path = source.replace(".", "/") + (".py" if importer in ROOMS else "/__init__.py")
        with (house / path).open("a") as file:
            file.write(f"import {target}\n")
        edges.append(f"{source} -> {target}")
    return edges


def lint(house: Path) -> str:
    linted = subprocess.run(
        [
            Path(sys.executable).with_name("lint-imports"),
            *("--config", ROOT / "pyproject.toml", "--no-cache", "--no-logo"),
        ],
        cwd=house,
        env=os.environ | {"COLUMNS": "1000"},
        capture_output=True,
        text=True,
        check=False,
    )
    return linted.stdout + linted.stderr


def test_a_lawful_house_keeps_every_contract(tmp_path: Path) -> None:
    build(tmp_path, ALLOWED)
    assert " kept, 0 broken." in lint(tmp_path)


def test_every_forbidden_import_is_named(tmp_path: Path) -> None:
    edges = build(tmp_path, FORBIDDEN)
    said = lint(tmp_path)
    assert [edge for edge in edges if f"{edge} (l." not in said] == []


def test_every_contract_is_broken_by_a_forbidden_import(tmp_path: Path) -> None:
    build(tmp_path, FORBIDDEN)
    assert "Contracts: 0 kept, " in lint(tmp_path)


def test_a_room_outside_the_plan_is_refused(tmp_path: Path) -> None:
    build(tmp_path, ALLOWED)
    (tmp_path / "kiosk/attic.py").touch()
    assert "attic" in lint(tmp_path)


# --- what lies where


def test_nothing_new_at_the_top() -> None:
    assert {path.parts[0] for path in tracked()} - TOP_LEVEL == set()


def test_config_is_data() -> None:
    assert [
        path
        for path in tracked()
        if path.parts[0] == "config" and path.suffix not in {".toml", ".md"}
    ] == []


def top_level_names(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(targets=targets):
                yield from (each.id for each in targets if isinstance(each, ast.Name))


def test_the_product_uses_all_it_has() -> None:
    """What tests alone use belongs to their kits."""
    defined, used = set(), set[str]()
    for top in ("kiosk", "vision", "hardware", "systemd"):
        for file in tracked_files(f"{top}/**/*.py"):
            tree = ast.parse(file.read_text("utf-8"))
            defined |= {(name, str(file.relative_to(ROOT))) for name in top_level_names(tree)}
            for node in ast.walk(tree):
                match node:
                    case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name):
                        used.add(name)
                    case ast.alias(name=name) | ast.Constant(value=str(name)):
                        used.add(name)
    texts = "kiosk/catalogue/formats.py"  # of files in config, for translators
    unused = {(name, file) for name, file in defined if file != texts and name not in used}
    assert {each for each in unused if each[0] != "__all__"} == set()


def test_file_names_say_what_is_inside() -> None:
    assert [path for path in tracked() if SHAPELESS_NAME.search(path.stem)] == []


def test_a_constant_has_a_line_of_its_own() -> None:
    assert [
        f"{path}: {ast.unparse(node)}"
        for path in tracked()
        if path.suffix == ".py" and path.parts[0] in {"kiosk", "vision", "hardware"}
        for node in ast.parse((ROOT / path).read_text()).body
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Tuple)
        and any(isinstance(name, ast.Tuple) for name in node.targets)
    ] == []


@pytest.mark.parametrize("pattern", [REGISTRY, PRIVATE_PATH], ids=["registry", "private path"])
def test_no_file_names_a_machine(pattern: re.Pattern[str]) -> None:
    hits = []
    for path in tracked():
        if (ROOT / path).is_symlink():
            continue  # what it points to stands here by itself
        try:
            lines = (ROOT / path).read_text().splitlines()
        except UnicodeDecodeError:
            continue  # a picture
        hits += [f"{path}:{n}" for n, line in enumerate(lines, 1) if pattern.search(line)]
    assert hits == []


# --- what tests share

PROGRAMS = {
    "tests/mutants.py",
    "tests/reword.py",
    "tests/voice.py",
    "tests/screens.py",
    "tests/record/thousand_matches.py",
    "tests/rules/gnubg_hints.py",
    "tests/hardware/tower/micropython/board.py",
    "tests/books/write_keys.py",
    "tests/catalogue/write_golden.py",
    "tests/hardware/write_wiring.py",
    "tests/scenario/write_readme.py",
    "tests/director/write_routes.py",
}
TEST_ROOMS = {file.relative_to(ROOT).parts[1] for file in tracked_files("tests/*/**")} - {
    *("kits", "vision", "hardware")
}


def borrowed(source: str) -> Iterator[str]:
    """What a test imports from another test, or from a folder of tests."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                imported = [alias.name for alias in names]
            case ast.ImportFrom(level=0, module=str(module), names=names):
                imported = [f"{module}.{alias.name}" for alias in names]
            case ast.ImportFrom():
                yield f"line {node.lineno}: a relative import"
                continue
            case (
                ast.Name(id="spec_from_file_location")
                | ast.Attribute(attr="spec_from_file_location")
            ):
                yield f"line {node.lineno}: a module loaded by its file"
                continue
            case _:
                continue
        for name in imported:
            parts = name.split(".")
            if parts[0] in TEST_ROOMS | {"tests"} or any(
                part == "conftest" or part.startswith("test_") for part in parts[:2]
            ):
                yield f"line {node.lineno}: {name}"


def test_tests_share_through_kits_alone() -> None:
    """One package on the path beside the product: kits. What else lies in tests is a test, what
    pytest calls, or a program of its own; one of them has a folder."""
    sources = [path for path in tracked() if path.parts[0] == "tests" and path.suffix == ".py"]
    sources = [path for path in sources if path.parts[1] != "machine"]
    taken = [f"{path}, {what}" for path in sources for what in borrowed((ROOT / path).read_text())]
    assert taken == []
    outside = {path for path in sources if path.parts[1] != "kits"}
    strange = {p for p in outside if not p.name.startswith("test_") and p.name != "conftest.py"}
    assert {str(path) for path in strange} == PROGRAMS
    assert not [path for path in sources if path.parts[1] == "kits" and "test_" in path.name]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["tool"]["pytest"]["ini_options"]["pythonpath"] == [".", "tests", "systemd"]


@pytest.mark.parametrize(
    "line",
    [
        "from test_late import ring",
        "from rules.test_late import ring",
        "import tests.rules.test_late",
        "from tests.kits import late_kit",
        "from screen import conftest",
        "from vision.test_throw import thrown",
        "from . import test_late",
        "spec = importlib.util.spec_from_file_location('x', 'y.py')",
    ],
)
def test_a_borrowed_line_is_seen(line: str) -> None:
    assert list(borrowed(line))
