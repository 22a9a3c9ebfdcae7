"""The front page shows the house and a match, every link and file named is there, and every page
is near it."""

import re
from pathlib import Path

import cv2
import pytest
from kits.tracked_files import ROOT, tracked_files

from kiosk.rules import decide

README = ROOT / "README.md"
CLICKS = 2
MOST_BYTES = 2_000_000
MOST_CHARACTERS, MAP_ROWS = 8_000, 12
ROOM_LINES, ROOM_CHARACTERS = 40, 4_000
GENERATED = {"config/rulebooks/README.md", "tests/scenarios/README.md"}
"""References written by programs, as long as what they list."""
PAGES = tracked_files("**/*.md")
ELSEWHERE = ("CHANGELOG.md", "CONTRIBUTING.md", "NEW_", "SURVIVORS.md")
"""Pages that name files of the past, files to come, or breaks of a function."""
NAMING = [page for page in PAGES if not page.name.startswith(ELSEWHERE)]
FILE_NAMED = re.compile(
    r"(?<![\w/.<>-])((?:kiosk|vision|hardware|config|tests|systemd)/[\w./*-]*\w)"
)
UNNAMED = {"__init__.py", "__main__.py", "errors.py"}
SUBJECTS = {subject.__name__.rpartition(".")[2] for subject in decide.SUBJECTS}
"""The rules' README names them; the catalogue's files are called like them."""


def links(page: Path) -> list[Path]:
    """The files and folders a page links to, code and other sites left out."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    named = re.findall(r"\]\(([^)\s#]+)(?:#[^)]*)?\)", text)
    return [(page.parent / name).resolve() for name in named if "://" not in name]


def page_of(place: Path) -> Path:
    """A link to a folder opens its README."""
    return place / "README.md" if place.is_dir() else place


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    assert [str(place) for place in links(page) if not place.exists()] == []


def test_every_page_is_two_clicks_from_the_front_page() -> None:
    near = {README}
    for _ in range(CLICKS):
        near |= {page_of(place) for page in near if page.suffix == ".md" for place in links(page)}
    assert sorted(str(page.relative_to(ROOT)) for page in set(PAGES) - near) == []


@pytest.mark.parametrize("page", NAMING, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_named_is_there(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    named = set(FILE_NAMED.findall(text))
    assert sorted(name for name in named if not is_there(name)) == []


def is_there(name: str) -> bool:
    """A module may be named without its suffix."""
    return any(list(ROOT.glob(each)) for each in (name, f"{name}.py"))


def test_the_map_shows_every_place() -> None:
    """Each folder of the root has its row, each room of the application one, or a link."""
    tops = {file.relative_to(ROOT).parts[0] for file in tracked_files() if file.parent != ROOT}
    the_map = README.read_text().partition("## The map")[2].partition("\n## ")[0]
    shown = set(re.findall(r"`([\w./]+)`", the_map))
    linked = set(re.findall(r"\((\w+)/README\.md\)", (ROOT / "kiosk/README.md").read_text()))
    rooms = {file.parts[-2] for file in tracked_files("kiosk/*/__init__.py")}

    assert {f"{top}/" for top in tops if not top.startswith(".")} - shown == set()
    assert {room for room in rooms if f"kiosk/{room}/" not in shown} - linked == set()


def test_the_front_page_is_read_at_a_glance() -> None:
    text = README.read_text()
    rows = text.partition("## The map")[2].partition("\n## ")[0].splitlines()
    assert len(text) <= MOST_CHARACTERS
    assert len([row for row in rows if row.startswith("| ")]) == 1 + MAP_ROWS


def test_the_page_of_a_room_is_one_screen() -> None:
    pages = [page for page in tracked_files("**/README.md") if page != README]
    long = [
        name
        for page in pages
        if (name := str(page.relative_to(ROOT))) not in GENERATED
        and (
            len(page.read_text("utf-8").splitlines()) > ROOM_LINES
            or len(page.read_text("utf-8")) > ROOM_CHARACTERS
        )
    ]
    assert len(pages) >= 22
    assert long == []


WAYS = {
    "kiosk/README.md": 10,
    "vision/tracker/README.md": 12,
    "kiosk/table/README.md": 12,
    "kiosk/director/README.md": 10,
}
"""A press, a frame to a roll, an order to a table, a CSV to a call: where each is drawn, and in how
many steps at most."""


@pytest.mark.parametrize("page", WAYS)
def test_a_way_through_the_product_is_drawn_on_a_page_that_the_front_page_names(page: str) -> None:
    steps = re.findall(r"(?m)^(\d+)\. (.+)$", (ROOT / page).read_text("utf-8"))
    assert [int(number) for number, _step in steps] == list(range(1, len(steps) + 1))
    assert 8 <= len(steps) <= WAYS[page]
    assert [step for _number, step in steps if "`" not in step] == []
    (developer,) = re.findall(r"(?m)^\| a developer \| .*$", README.read_text("utf-8"))
    assert f"({page}" in developer


def rooms() -> list[Path]:
    inits = [file for top in ("kiosk", "vision") for file in tracked_files(f"{top}/*/__init__.py")]
    more = ("kiosk", "vision", "vision/lab/train", "hardware")
    return [*(file.parent for file in inits), *(ROOT / name for name in more)]


@pytest.mark.parametrize("room", rooms(), ids=lambda room: str(room.relative_to(ROOT)))
def test_every_module_stands_in_the_readme_of_its_room(room: Path) -> None:
    text = (room / "README.md").read_text()
    below = tracked_files(f"{room.relative_to(ROOT)}/**/*.py")
    there = {file.name for file in below if file.parent == room} - UNNAMED
    named = set(re.findall(r"`(\w+\.py)`", text))
    if room.name == "catalogue":
        there -= {f"{name}.py" for name in SUBJECTS}

    unnamed = there - named - {f"{name}.py" for name in re.findall(r"`(\w+)`", text)}
    assert unnamed == set(), f"name each in a row of {room.relative_to(ROOT)}/README.md"
    assert {name for name in named if name[0].islower()} - {file.name for file in below} == set()


def test_the_front_page_shows_a_match_in_ten_seconds() -> None:
    (name,) = re.findall(r"!\[[^]]+\]\(([^)]+\.webp)\)", README.read_text())
    picture = ROOT / name
    _whole, moving = cv2.imreadanimation(str(picture))
    shades = {round(float(frame.mean()), 3) for frame in moving.frames}

    assert picture.stat().st_size < MOST_BYTES
    assert len(moving.frames) >= 10
    assert len(shades) == len(moving.frames), "a frame is shown twice"
    assert 8000 <= int(moving.durations.sum()) <= 12000
