"""The front page is short and true, and so are the pages it leads to."""

import ast
import doctest
import re
import subprocess
import tomllib
from pathlib import Path

import cv2

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
CLAIMS = ROOT / "tests/CLAIMS.md"
FAULTS = ROOT / "kiosk/demo/FAULTS.md"
MOST_CHARACTERS = 8000
MAP_ROWS = 12
MOST_BYTES = 2_000_000
ROOM_LINES = 40
ROOM_CHARACTERS = 4000
LONGER = {
    "README.md": "the front page, with bounds of its own",
    "config/rulebooks/README.md": "the reference of every key, which `kiosk rulebook keys` prints",
    "tests/scenarios/README.md": "the reference of every word, written by `make regenerate`",
    "kiosk/tournament/README.md": "not yet split",
}
"""Those that are longer, each with its reason."""


def test_the_session_runs_as_printed():
    failed, tried = doctest.testfile(str(ROOT / "kiosk/rules/CORE.md"), module_relative=False)

    assert tried > 0
    assert failed == 0


def test_every_file_named_is_there():
    for page, least in {README: 10, CLAIMS: 50, FAULTS: 2, ROOT / "kiosk/README.md": 10}.items():
        text = page.read_text()
        named = set(re.findall(r"`((?:kiosk|vision|hardware|config|tests)/[\w./]*)`", text))

        assert len(named) >= least, page
        assert sorted(name for name in named if not (ROOT / name).exists()) == [], page


def test_the_front_page_is_a_front_page():
    text = README.read_text()
    rows = the_map(text).splitlines()

    assert len(text) <= MOST_CHARACTERS
    assert len([row for row in rows if row.startswith("| ")]) == 1 + MAP_ROWS


def the_map(text):
    return text.partition("## The map")[2].partition("\n## ")[0]


def test_the_map_shows_every_place():
    """Each folder of the root has its row, each room of the application one, or a link."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    tops = {file.partition("/")[0] for file in files.splitlines() if "/" in file}
    shown = set(re.findall(r"`([\w./]+)`", the_map(README.read_text())))
    linked = set(re.findall(r"\((\w+)/README\.md\)", (ROOT / "kiosk/README.md").read_text()))

    assert {f"{top}/" for top in tops if not top.startswith(".")} - shown == set()
    assert {room.name for room in layered() if f"kiosk/{room.name}/" not in shown} - linked == set()


def layered():
    """The rooms of the application, the lowest first, those of one layer in any order."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    house = next(each for each in contracts["contracts"] if each.get("containers") == ["kiosk"])
    names = [name for layer in reversed(house["layers"]) for name in re.findall(r"\w+", layer)]
    return [ROOT / "kiosk" / name for name in names if (ROOT / "kiosk" / name).is_dir()]


def ours():
    """What a room may import of ours: the other rooms, and the libraries beside the application."""
    return {room.name for room in layered()} | {"vision", "hardware"}


def imported(room):
    """Of ours, what a room's modules import."""
    names = set()
    for file in room.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom):
                names |= {f"{node.module}.{alias.name}" for alias in node.names}
            elif isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
    parts = {name.removeprefix("kiosk.").split(".")[0] for name in names}
    return (parts & ours()) - {room.name}


def told_imports(words):
    """Of ours, what is named before the sentence ends, or says what is never imported."""
    told = re.split(r";|, never|\. |\.$", words)[0]
    return set(re.findall(r"`(?:kiosk\.)?(\w+)", told)) & ours()


def test_who_imports_whom_is_told_as_it_is():
    text = (ROOT / "kiosk/README.md").read_text()
    rows = dict(re.findall(r"^\| (`.*`) \| (.*) \|$", text, re.MULTILINE))
    told = {name: words for names, words in rows.items() for name in re.findall(r"`(\w+)`", names)}

    assert set(told) == {room.name for room in layered()} | {"cli"}
    order = [room.name for room in layered()]
    for room in layered():
        if told[room.name].startswith("anything"):
            continue
        assert told_imports(told[room.name]) == imported(room), room.name
        above = order[order.index(room.name) + 1 :]
        assert set(above) & told_imports(told[room.name]) == set(), room.name
        said = re.search(r"May import:? (.+)", (room / "README.md").read_text())
        assert said is None or told_imports(said[1]) == imported(room), room.name


def rooms():
    rooms = [f for top in ("kiosk", "vision") for f in ROOT.glob(f"{top}/*/") if is_package(f)]
    return rooms + [
        ROOT / name for name in ("kiosk", "vision", "vision/lab/train", "hardware", "config")
    ]


def is_package(folder):
    return (folder / "__init__.py").exists()


def test_every_room_has_a_readme():
    assert [str(room) for room in rooms() if not (room / "README.md").exists()] == []


def test_every_readme_is_one_screen():
    """Of 40 lines, and lines that a screen shows; what is longer is a page of its subject."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*README.md"]
    files = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    texts = {file: (ROOT / file).read_text() for file in files.splitlines() if file not in LONGER}
    long = [
        file
        for file, text in texts.items()
        if len(text.splitlines()) > ROOM_LINES or len(text) > ROOM_CHARACTERS
    ]

    assert len(texts) > 30
    assert long == []


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


def test_every_line_of_killed_processes_is_a_test():
    table = FAULTS.read_text().partition("## When a process is killed")[2].partition("\n## ")[0]
    survival = (ROOT / "tests/demo/test_survival.py").read_text()
    named = re.findall(r"`(test_\w+)`", table)

    assert len(named) >= 7
    assert set(named) == set(re.findall(r"^def (test_\w+)", survival, re.MULTILINE))


def test_every_picture_is_there():
    for page, count in {README: 3, ROOT / "kiosk/demo/REHEARSAL.md": 4}.items():
        shown = re.findall(r"!\[[^]]+\]\(([^)]+)\)", page.read_text())

        assert len(shown) == count
        for name in shown:
            begins = b"RIFF" if name.endswith(".webp") else b"\x89PNG"
            assert (page.parent / name).read_bytes().startswith(begins)


def test_the_front_page_shows_a_match_in_ten_seconds():
    (name,) = re.findall(r"!\[[^]]+\]\(([^)]+\.webp)\)", README.read_text())
    picture = ROOT / name
    _whole, moving = cv2.imreadanimation(str(picture))
    shades = {round(float(frame.mean()), 3) for frame in moving.frames}

    assert picture.stat().st_size < MOST_BYTES
    assert len(moving.frames) >= 10
    assert len(shades) == len(moving.frames), "a frame is shown twice"
    assert 8000 <= int(moving.durations.sum()) <= 12000


# --- claims


def claims():
    """Each row of the claims table: what is claimed, what holds to it, which of the two runs it."""
    table = CLAIMS.read_text().partition("## Claims")[2].partition("\n\nHow well")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("|")]
    return [tuple(row) for row in rows[2:]]


def runs(source):
    """In which of the two a file's tests run, of "test" and "night"."""
    tree = ast.parse(source)
    marks = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    tests = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name.startswith("test_")]
    day = [
        test for test in tests if "pytest.mark.night" not in map(ast.unparse, test.decorator_list)
    ]
    whole = any(ast.unparse(node) == "pytestmark = pytest.mark.night" for node in tree.body)
    where = {"night"} if "pytest.mark.night" in marks else set()
    return where | ({"test"} if day and not whole else set())


def test_every_claim_has_its_tests_and_says_where_they_run():
    rows = claims()

    assert len(rows) > 25
    for what, held, where in rows:
        files = re.findall(r"`(tests/[\w/]+\.py)`", held)
        if not files:
            assert where in {"by hand", "nobody yet"}, what
            assert where == "by hand" or "not yet run on hardware" in held, what
            continue
        there = [runs((ROOT / name).read_text()) for name in files]
        assert set(where.split(", ")) == set().union(*there), what
        assert "test" in where.split(", "), f"no sample of it in `make test`: {what}"


def test_the_night_is_told_whole():
    """Every file with tests of the night stands in the list of them, and no other."""
    night = CLAIMS.read_text().partition("## The night")[2].partition("\n## ")[0]
    listed = set(re.findall(r"`(tests/[\w/]+\.py)`", night))
    files = (ROOT / "tests").rglob("test_*.py")

    assert listed == {str(f.relative_to(ROOT)) for f in files if "night" in runs(f.read_text())}


def test_where_tests_run_is_seen():
    mark = "@pytest.mark.night\ndef test_a(): pass\n"

    assert runs("def test_a(): pass") == {"test"}
    assert runs(mark) == {"night"}
    assert runs(mark + "def test_b(): pass") == {"test", "night"}
    assert runs("pytestmark = pytest.mark.night\ndef test_a(): pass") == {"night"}
    each = "@pytest.mark.parametrize('n', [1, pytest.param(2, marks=pytest.mark.night)])\n"
    assert runs(each + "def test_a(n): pass") == {"test", "night"}
