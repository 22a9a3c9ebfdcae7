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
