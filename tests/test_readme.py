"""The README is true: its session runs, the files it names exist."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"


def test_the_session_runs_as_printed():
    failed, tried = doctest.testfile(str(README), module_relative=False)

    assert tried > 0
    assert failed == 0


def test_every_file_named_is_there():
    named = set(
        re.findall(r"`((?:kiosk|vision|hardware|config|tests)/[\w./]*)`", README.read_text())
    )

    assert len(named) > 10
    assert sorted(name for name in named if not (ROOT / name).exists()) == []


def rooms():
    rooms = [f for top in ("kiosk", "vision") for f in ROOT.glob(f"{top}/*/") if is_package(f)]
    return rooms + [
        ROOT / name for name in ("kiosk", "vision", "vision/lab/train", "hardware", "config")
    ]


def is_package(folder):
    return (folder / "__init__.py").exists()


def test_every_room_has_a_readme_of_one_screen():
    readmes = [room / "README.md" for room in rooms()]

    assert [str(readme) for readme in readmes if not readme.exists()] == []
    assert [str(r) for r in readmes if len(r.read_text().splitlines()) > 80] == []


def test_every_module_stands_in_the_readme_of_its_room():
    for room in rooms():
        text = (room / "README.md").read_text()
        there = {file.name for file in room.glob("*.py")} - {
            "__init__.py",
            "__main__.py",
            "errors.py",
        }
        named = set(re.findall(r"`(\w+\.py)`", text))
        named |= {f"{name}.py" for name in re.findall(r"`(\w+)`", text)}

        assert there - named == set(), room
        modules = re.findall(r"`([a-z]\w+\.py)`", text)
        assert [m for m in modules if m not in there and not list(room.rglob(m))] == [], room


def test_every_line_of_who_may_die_is_a_test():
    table = README.read_text().partition("## Who may die")[2].partition("\n## ")[0]
    survival = (ROOT / "tests/demo/test_survival.py").read_text()
    named = re.findall(r"`(test_\w+)`", table)

    assert len(named) >= 7
    assert set(named) == set(re.findall(r"^def (test_\w+)", survival, re.MULTILINE))


def test_every_picture_is_there():
    shown = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README.read_text())

    assert len(shown) == 2
    for name in shown:
        assert (ROOT / name).read_bytes().startswith(b"\x89PNG")
