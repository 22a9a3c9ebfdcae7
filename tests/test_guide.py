"""The build guide is true: its commands parse, its files exist, its keys may be set, its figures
are those of the code."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from kits.wiring.table import pins_of

from hardware.header import HEADER, format_pin
from kiosk import cli
from kiosk.table import settings
from kiosk.table.keys import keys
from vision.calibration.pose import usual_lens

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "hardware/guide"
PAGES = {page.name: page.read_text(encoding="utf-8") for page in sorted(GUIDE.glob("*.md"))}
TABLE = (ROOT / "config/table.toml").read_text(encoding="utf-8")
KEYS = {path: words for path, words, _needed in keys(settings.TableSettings)}
COMMANDS = next(action.choices for action in cli._parser()._actions if action.choices)


def files(name: str) -> list[Path]:
    return list(ROOT.glob(name))


def fenced(text: str, language: str) -> list[str]:
    every = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [block for named, block in every if named == language]


def lines() -> Iterator[tuple[str, str]]:
    """Each command of the guide, with its page: of fenced blocks, and whole ones within prose."""
    for page, text in PAGES.items():
        for block in fenced(text, ""):
            yield from ((page, line) for line in block.splitlines() if line.strip())
        yield from ((page, line) for line in re.findall(r"`((?:sudo )?kiosk [^`]+)`", text))


def of_kiosk() -> list[tuple[str, str]]:
    """What is said to the `kiosk` command, whoever says it."""
    every = [
        (page, re.fullmatch(r"(?:sudo )?(?:-u kiosk )?kiosk (.*)", line)) for page, line in lines()
    ]
    return [(page, re.split(r" [|>] ", found[1])[0]) for page, found in every if found]


def test_there_are_pages_and_commands_to_check() -> None:
    assert len(PAGES) >= 9
    assert len(of_kiosk()) >= 12


@pytest.mark.parametrize(("page", "line"), of_kiosk())
def test_each_kiosk_command_parses(page: str, line: str) -> None:
    """In a sentence a command may be named without all it needs; its options still are its own."""
    command, *rest = shlex.split(line)
    if command == "--version":
        return
    assert command in COMMANDS, page
    told = COMMANDS[command].format_help()
    options = {word for word in rest if word.startswith("--")}
    lacking = {option for option in options if option not in told}
    assert sorted(lacking) == [], page
    if f"`kiosk {line}`" in PAGES[page]:
        return
    assert cli._parser().parse_args([command, *rest]).run


def test_the_screens_options_in_its_file_parse() -> None:
    told = [
        line for text in PAGES.values() for line in re.findall("^KIOSK_SCREEN=(.*)$", text, re.M)
    ]
    assert told
    for options in told:
        assert cli._parser().parse_args(["screen", "--socket", "s", *shlex.split(options)]).run


def test_each_file_named_is_there() -> None:
    pattern = re.compile(
        r"(?<![\w/.-])((?:kiosk|vision|hardware|config|tests|systemd)/[\w./*-]*\w)"
    )
    named = {name for text in PAGES.values() for name in pattern.findall(text)}
    assert len(named) > 5
    assert sorted(name for name in named if not files(name)) == []


@pytest.mark.parametrize("page", PAGES)
def test_each_link_leads_somewhere(page: str) -> None:
    links = re.findall(r"\]\(([^)#]+)", PAGES[page])
    away = [link for link in links if not (GUIDE / link).exists()]
    assert away == []


def test_every_page_can_be_reached_from_the_first() -> None:
    seen, todo = set(), ["README.md"]
    while todo:
        page = todo.pop()
        if page not in seen:
            seen.add(page)
            todo += re.findall(r"\]\(([\w-]+\.md)", PAGES[page])
    assert seen == set(PAGES)
    assert "guide/README.md" in (ROOT / "hardware/README.md").read_text(encoding="utf-8")


PLACES = ("/etc/table-kiosk", "/opt/table-kiosk", "/var/lib/kiosk")
INSTALLER = ROOT / "systemd"


def test_places_on_the_pi_are_the_installers() -> None:
    named = set(re.findall(r"(?<![\w~.])/(?:etc|opt|var|usr)/[\w./-]+", "\n".join(PAGES.values())))
    named -= {"/etc/os-release"}
    assert len(named) > 5
    assert sorted(name for name in named if not name.startswith(PLACES)) == []
    told = (INSTALLER / "kiosk_install/places.py").read_text(encoding="utf-8")
    assert [place for place in PLACES if f'"{place.removeprefix("/")}"' not in told] == []
    units = set(re.findall(r"`?kiosk-(?:table|screen|director)\b", "\n".join(PAGES.values())))
    there = {file.stem for file in (INSTALLER / "units").glob("*.service")}
    assert {unit.strip("`") for unit in units} == there
    line = [sys.executable, str(INSTALLER / "install"), "--help"]
    usage = subprocess.run(line, capture_output=True, text=True, check=True).stdout
    for role, more in re.findall(r"systemd/install ([a-z]+)(?: (--[a-z]+))?", str(PAGES.values())):
        assert role in usage
        assert more in usage


SETTINGS = [(page, block) for page, text in PAGES.items() for block in fenced(text, "toml")]


@pytest.mark.parametrize(("page", "block"), SETTINGS)
def test_each_piece_of_a_tables_file_is_taken(page: str, block: str, tmp_path: Path) -> None:
    """Put in place of our own file's sections of that name, it makes a file the table reads."""
    parts = re.split(r"(?m)^(?=\[)", TABLE)
    for piece in re.split(r"(?m)^(?=\[)", block):
        head = piece.partition("\n")[0]
        if not head.startswith("["):
            continue
        parts = [part for part in parts if part.partition("\n")[0] != head] + [piece + "\n"]
    file = tmp_path / "table.toml"
    file.write_text("".join(parts), encoding="utf-8")
    assert settings.load(file).devices.kind == "real", page


def test_each_key_named_may_be_set() -> None:
    text = "\n".join(PAGES.values())
    whole = set(
        re.findall(
            r"`((?:match|seats|director|devices)\.[a-z_.]+_[a-z_.]+|devices\.[a-z_]+(?:\.[a-z_]+)+)`",
            text,
        )
    )
    sections = set(re.findall(r"`\[([a-z_.]+)\]`", text))
    known = set(KEYS)
    assert sorted(whole - known) == []
    assert sections
    assert [s for s in sections if not any(key.startswith(f"{s}.") for key in known)] == []
    short = set(re.findall(r"`([a-z]+(?:_[a-z]+)+)(?: = [^`]+)?`", text))
    assert "marker_inset_mm" in short
    assert sorted(short - {key.rpartition(".")[2] for key in known}) == []


CODES = ROOT / "kiosk/doctor/CODES.md"
PARTS = (
    "table|buttons|lights|status|buzzer|tower|camera|markers|light|calibration|display|touch|disk|power"
    "|temperature|clock|network|units|versions|director|journal"
)


def test_each_code_of_the_doctor_has_its_paragraph() -> None:
    text = re.sub(r"^```.*?^```$", "", "\n".join(PAGES.values()), flags=re.DOTALL | re.MULTILINE)
    named = set(re.findall(rf"`((?:{PARTS})\.[a-z-]+)`", text)) - set(KEYS) - {"table.toml"}
    assert "tower.silent" in named
    told = CODES.read_text(encoding="utf-8")
    assert sorted(code for code in named if f"`{code}`" not in told) == []


def test_pins_and_positions_are_the_tables() -> None:
    rows = re.findall(r"\| `(devices\.[\w.]+pin)` \| (\d+) \| (\d+) \|", PAGES["wiring.md"])
    pins = pins_of(TABLE)
    told = {key: (int(bcm), int(position)) for key, bcm, position in rows}
    wanted = {
        "devices.buttons.left_pin": pins.left_button,
        "devices.buttons.right_pin": pins.right_button,
        "devices.lights.left_pin": pins.left_light,
        "devices.lights.right_pin": pins.right_light,
        "devices.status_light.pin": pins.status_light,
        "devices.buzzer.pin": pins.buzzer,
    }
    assert {key: bcm for key, (bcm, _position) in told.items()} == wanted
    for bcm, position in told.values():
        assert format_pin(bcm) == f"BCM {bcm} (header pin {position})"
    for text in PAGES.values():
        for name, position in re.findall(r"\b(3V3|ground|5 V) \(pin (\d+)\)", text):
            shown = {"ground": "GND", "5 V": "5V"}.get(name, name)
            assert HEADER[int(position) - 1].name == shown


def test_the_connections_told_in_words_are_those_drawn() -> None:
    told = PAGES["wiring.md"].partition("## Connection by connection")[2].partition("\n## ")[0]
    picture = (ROOT / "hardware/pictures/wiring.svg").read_text(encoding="utf-8")
    drawn = set(re.findall(r">pin (\d+)<", picture))
    assert set(re.findall(r"header pin (\d+)", told)) == drawn
    for side, button in (("left", 1), ("right", 2)):
        cells = [line.split("|")[button] for line in told.splitlines() if " to " in line][:4]
        block = picture.partition(f">{side.capitalize()} clock button<")[2].partition(" lamp")[0]
        power, signal, ground = re.findall(r">pin (\d+)<", block)[:3]
        named = [re.findall(r"header pin (\d+)", cell) for cell in cells]
        assert named == [[power], [signal], [signal, ground], [ground]]


def test_the_cameras_sections_go_and_come_back_as_the_guide_has_it(tmp_path: Path) -> None:
    away, back = [
        line
        for block in fenced(PAGES["first-boot.md"], "")
        for line in block.splitlines()
        if "sed" in line
    ]
    file = tmp_path / "table.toml"
    file.write_text(TABLE, encoding="utf-8")

    def run(line: str) -> None:
        sudo, *words, _file = shlex.split(line)
        assert sudo == "sudo"
        subprocess.run([*words, str(file)], check=True)

    run(away)
    assert settings.load(file).devices.camera is None
    run(back)
    assert file.read_text(encoding="utf-8") == TABLE


def test_the_cameras_heights_are_computed_from_its_lens() -> None:
    focal, rim, die = usual_lens(2304, 1296)[0, 0], 17.0, 14.0
    rows = re.findall(
        r"^\| (\d+) \| (\d+) \| (\d+) × (\d+) \| ([\d.]+) \| (\d+) \|$",
        PAGES["camera-mount.md"],
        re.MULTILINE,
    )
    assert len(rows) >= 5
    for deep, high, wide, tall, px_per_mm, die_px in rows:
        above_rim = (float(deep) + 40) * focal / 1296
        assert float(high) == pytest.approx(above_rim, abs=1)
        assert float(wide) == pytest.approx(above_rim * 2304 / focal, abs=1)
        assert float(tall) == pytest.approx(float(deep) + 40, abs=1)
        assert float(px_per_mm) == pytest.approx(focal / (above_rim + rim), abs=0.01)
        assert float(die_px) == pytest.approx(die * focal / (above_rim + rim), abs=0.6)
    assert f"× {focal / 1296:.3f}" in PAGES["camera-mount.md"]


@pytest.mark.parametrize(
    "page", ["wiring.md", "camera-mount.md", "tower.md", "first-boot.md", "calibration.md"]
)
def test_what_no_pi_has_shown_says_so(page: str) -> None:
    assert re.search(r"\*not yet run on hardware", PAGES[page], re.IGNORECASE)


@pytest.mark.parametrize(
    ("page", "words", "file"),
    [
        ("first-boot.md", "is up", "kiosk/table/run.py"),
        ("first-boot.md", "knows this device", "kiosk/table/director.py"),
        ("calibration.md", "Nothing is wrong with the light.", "kiosk/dice/calibrate.py"),
        ("calibration.md", "The markers miss the board's plan", "vision/calibration/pose.py"),
        ("calibration.md", "No markers", "vision/calibration/markers.py"),
        ("calibration.md", "Only markers", "vision/calibration/markers.py"),
    ],
)
def test_what_a_program_is_quoted_to_say_it_says(page: str, words: str, file: str) -> None:
    assert words in PAGES[page]
    assert words in (ROOT / file).read_text(encoding="utf-8")


def test_the_markers_are_told_where_their_keys_are() -> None:
    told = (ROOT / "kiosk/table/CONFIGURATION.md").read_text(encoding="utf-8")
    row = next(line for line in told.splitlines() if "board.marker_mm`" in line)
    assert "DICT_4X4_50" in row
    assert "kiosk markers" in row
