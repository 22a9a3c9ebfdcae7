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


def test_every_room_has_a_readme_of_one_screen():
    rooms = [folder for folder in ROOT.glob("*/*") if (folder / "__init__.py").exists()]
    rooms += [ROOT / name for name in ("kiosk", "vision", "hardware", "config")]
    readmes = [room / "README.md" for room in rooms if room.parent.name in ("kiosk", ROOT.name)]

    assert [str(readme) for readme in readmes if not readme.exists()] == []
    assert [str(r) for r in readmes if len(r.read_text().splitlines()) > 80] == []


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
