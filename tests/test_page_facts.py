"""What pages tell of the code is so: imports, keys, threads, codes, figures, pins."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from kits.licences import ALLOWED, CARRIED, EXCEPTIONS
from kits.tracked_files import ROOT, tracked_files
from kits.wiring.table import LED_OHM, pins_of

from hardware.header import HEADER, format_pin
from hardware.tower import session as tower_session
from hardware.tower.firmware import tower_beams, tower_protocol
from hardware.tower.protocol import TowerLines
from hardware.tower.roll import TowerReport
from hardware.tower.session import TowerSession, TowerState
from hardware.tower.trouble import SelfTest, TowerTrouble, TroubleKind
from kiosk.director.settings import EnrolledTableSection, ServiceSection
from kiosk.health.codes import CODES
from kiosk.journal import read
from kiosk.record import form, record_document
from kiosk.screen.hands import ScreenHands
from kiosk.table import keys, settings
from kiosk.table.control import KillSwitch, SimulatedDevices
from vision.calibration.pose import usual_lens
from vision.lab.train.__main__ import Wish, plan

MS = 1_000_000


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


# --- who imports whom


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
    for file in tracked_files(f"kiosk/{room.name}/**/*.py"):
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


# --- settings, and what drivers of simulated parts may ask

TABLE_KEYS = {path: (words, needed) for path, words, needed in keys.keys(settings.TableSettings)}
TABLE_ROWS = {
    key: cells
    for line in page("kiosk/table/CONFIGURATION.md").splitlines()
    if (cells := [cell.strip() for cell in line.split("|")[1:-1]])
    for key in re.findall(r"`([a-z_]+\.[a-z_.]+)`", cells[0])
}


def test_every_key_of_a_table_is_told_and_no_other() -> None:
    assert set(TABLE_ROWS) == set(TABLE_KEYS)


@pytest.mark.parametrize("key", TABLE_KEYS)
def test_a_keys_range_and_whether_it_may_be_left_out_are_told(key: str) -> None:
    words, needed = TABLE_KEYS[key]
    _names, range_, left_out, meaning = TABLE_ROWS[key]
    assert range_ == words
    assert bool(left_out) is not needed
    assert meaning


def test_every_key_of_a_director_is_told_with_its_default() -> None:
    text = page("kiosk/director/CONFIGURATION.md")
    told = dict(re.findall(r"^\| `(\w+\.\w+)` \|[^|]+\| (\S*) ?\|", text, re.MULTILINE))
    keys = {
        f"{section}.{field.name}": ""
        if field.default is msgspec.NODEFAULT or field.default is None
        else f"`{field.default}`"
        for section, struct in (("director", ServiceSection), ("table", EnrolledTableSection))
        for field in msgspec.structs.fields(struct)
    }
    assert told == keys


def test_every_request_of_a_driver_is_told_and_no_other() -> None:
    nothing: Any = None
    devices = SimulatedDevices(nothing, None, None, nothing, KillSwitch())
    told = re.compile(r'\{"do": "(\w+)"')
    assert set(told.findall(page("kiosk/table/CONTROL.md"))) == set(devices.acts)
    assert set(told.findall(page("kiosk/screen/TOUCH.md"))) == set(ScreenHands(nothing).acts)


def test_every_book_is_told_and_no_other() -> None:
    told = re.findall(r"^\| `([\w-]+)\.toml` \|", page("config/rulebooks/README.md"), re.MULTILINE)
    assert sorted(told) == [file.stem for file in tracked_files("config/rulebooks/*.toml")]


# --- threads, and what draws


def sources(room: str) -> list[str]:
    files = (*tracked_files(f"{room}/*.py"), ROOT / "kiosk/wire/control.py")
    return [file.read_text(encoding="utf-8") for file in files]


def test_every_thread_of_the_screen_is_told() -> None:
    threads = re.compile(r'Thread\([^)]*name="(\w+)"')
    names = {name for text in sources("kiosk/screen") for name in threads.findall(text)}
    assert names
    assert [name for name in names if f"**{name}**" not in page("kiosk/screen/README.md")] == []


def test_every_thread_of_the_table_is_told() -> None:
    threads = re.compile(r'"(screens?[ a-z]*|sync[ a-z]*|orders|control)"')
    names = {name for text in sources("kiosk/table") for name in threads.findall(text)}
    assert {"screens", "screen reader", "screen writer", "control"} <= names
    assert {"sync", "sync line", "orders"} <= names
    told = page("kiosk/table/THREADS.md")
    assert [name for name in names | {"main", "tower", "camera"} if f"**{name}**" not in told] == []


def test_kivy_is_imported_only_where_it_is_told() -> None:
    """At import time, that is: not inside a function."""
    pure, _line, drawing = page("kiosk/screen/README.md").partition("*from here on Kivy*")
    assert drawing
    told = set(re.findall(r"`(\w+\.py)`", pure.partition("| file |")[2]))
    imports = re.compile(r"^(from|import) kivy", re.MULTILINE)
    files = tracked_files("kiosk/screen/*.py")
    drawn = {file.name for file in files if imports.search(file.read_text(encoding="utf-8"))}
    assert drawn
    assert told & drawn == set()


# --- codes of the doctor

CODES_PAGE = page("kiosk/doctor/CODES.md")
ENTRY = re.compile(r"^\*\*`([a-z.-]+)`\*\* \(([a-z ]+)(?:, nothing runs without it)?\) (.+)$")


def paragraphs() -> dict[str, tuple[str, str]]:
    """Code to its state and what is written of it."""
    found: dict[str, tuple[str, str]] = {}
    for line in CODES_PAGE.splitlines():
        entry = ENTRY.match(line)
        if entry is None:
            assert not line.startswith("**`"), line
            continue
        assert entry[1] not in found, f"{entry[1]} is listed twice"
        found[entry[1]] = entry[2], entry[3]
    return found


def test_every_code_has_its_paragraph_and_every_paragraph_its_code() -> None:
    assert set(paragraphs()) == set(CODES)


def test_paragraphs_say_the_state_and_something_to_do() -> None:
    for code, (state, words) in paragraphs().items():
        assert state == CODES[code].state.value, code
        assert words, code


def test_what_nothing_runs_without_is_marked() -> None:
    marked = re.findall(r"\*\*`([a-z.-]+)`\*\* \(fault, nothing runs without it\)", CODES_PAGE)
    assert set(marked) == {code for code, meant in CODES.items() if meant.lacks}


# --- figures


def test_the_units_reach_the_exposure_that_is_told() -> None:
    """To 0.3: versions of systemd differ a little."""
    lines = page("systemd/UNITS.md").splitlines()
    row = next(line for line in lines if line.startswith("| exposure"))
    for unit, told in zip(("table", "screen", "director"), row.split("|")[2:5], strict=True):
        path = ROOT / f"systemd/units/kiosk-{unit}.service"
        analysed = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(path)]
        done = subprocess.run(analysed, capture_output=True, text=True, check=False)
        found = re.search(r"exposure level for \S+: (\d+\.\d)", done.stdout)
        assert found is not None, done.stderr
        assert abs(float(told) - float(found[1])) <= 0.3


def test_the_model_card_tells_how_long_each_net_is_fitted() -> None:
    steps = {step.out: step.words for step in plan(Wish())}
    card = page("vision/learned/MODEL_CARD.md")
    for net in (
        "face",
        "find",
        "kind",
        "cover",
        "close",
        "lean",
        "smear",
        "lean_b",
        "lean_c",
        "count",
    ):
        words = steps[f"{net}.onnx"]
        count = int(words[words.index("--steps") + 1])
        assert re.search(rf"\b{count:,}\s+steps", card), net


def test_the_licences_that_may_enter_and_each_exception_are_told() -> None:
    told = page("CONTRIBUTING.md").partition("## What may come in from outside")[2]
    section = told.partition("\n## ")[0]
    (listed,) = re.findall(r"^Allowed: (.*)\.$", section, re.MULTILINE)
    assert set(listed.split(", ")) == ALLOWED
    rows = set(re.findall(r"^\| `([\w-]+)` \| ", section, re.MULTILINE))
    assert rows == {*EXCEPTIONS, *(name.lower() for name in CARRIED)}


# --- the match record

FORMAT = page("kiosk/record/FORMAT.md")
FORMS = [
    kind
    for kind in vars(form).values()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind is not msgspec.Struct
]


def documented_fields() -> dict[str, set[str]]:
    """The fields in the first column of each table, by the heading above it."""
    sections = re.split(r"^## ", FORMAT, flags=re.MULTILINE)[1:]
    return {
        section.split("\n")[0]: {
            name
            for line in section.splitlines()
            if line.startswith("|")
            for name in re.findall(r"`(\w+)`", line.split("|")[1])
        }
        for section in sections
    }


@pytest.mark.parametrize("kind", [kind for kind in FORMS if kind is not form.RecordedMoment])
def test_every_field_of_a_record_is_documented_and_no_other(kind: type[msgspec.Struct]) -> None:
    assert documented_fields()[kind.__name__] == {
        field.name for field in msgspec.structs.fields(kind)
    }


def test_every_key_of_a_record_stands_in_the_page(kept: Path) -> None:
    words = set(re.findall(r"`(\w+)`", FORMAT)) | {"white", "black"}
    text = json.dumps(record_document(read(kept), "match-1"))
    assert set(re.findall(r'"(\w+)": ', text)) <= words


# --- the protocol of the baffle box

PROTOCOL = page("hardware/PROTOCOL.md")
PROTOCOL_BLOCKS = [
    block.splitlines() for block in re.findall(r"```\n(.*?)```", PROTOCOL, re.DOTALL)
]
LINES = [line for block in PROTOCOL_BLOCKS for line in block]


@pytest.mark.parametrize("line", LINES)
def test_every_example_is_a_line_with_its_true_crc(line: str) -> None:
    said = line[2:].encode()
    assert tower_protocol.decode(said) is not None
    understood = TowerLines().feed(said + b"\n")
    assert len(understood) == (1 if line.startswith("T ") else 0)


def test_every_kind_is_explained_and_shown() -> None:
    kinds = set(tower_protocol._FIELDS)
    assert {line.split()[1] for line in LINES} == kinds
    rows = re.findall(r"^\| `([a-z?]+) [A-Z0]+` \|", PROTOCOL, re.MULTILINE)
    assert sorted(rows) == sorted(kinds)


def test_the_numbers_of_the_protocol_are_the_codes() -> None:
    numbers = dict(re.findall(r"^\| ([a-z ]+) \| (\d+)(?: \w+)? \|", PROTOCOL, re.MULTILINE))
    assert {name: int(value) for name, value in numbers.items()} == {
        "longest line": tower_protocol.LONGEST_LINE,
        "heartbeat": tower_protocol.ALIVE_MS,
        "resend": tower_protocol.RESEND_MS,
        "held events": tower_protocol.HELD_EVENTS,
        "silence": tower_session.SILENCE_NS // MS,
        "ask again": tower_session.ASK_AGAIN_NS // MS,
        "tick period": tower_protocol.TICKS_PERIOD,
        "same die": tower_beams.SAME_DIE_US,
        "shortest die": tower_beams.SHORTEST_DIE_US,
        "stuck": tower_beams.STUCK_US // 1000,
        "jam": tower_beams.JAM_US // 1000,
        "lid": tower_beams.LID_US // 1000,
    }
    assert f"Of `123456789` it is {tower_protocol.crc16(b'123456789'):04X}" in PROTOCOL
    assert f"{tower_protocol.LONGEST_CAUSE} characters at most" in PROTOCOL
    assert f"version {tower_protocol.VERSION}\n" in PROTOCOL.splitlines(keepends=True)[0]
    assert f"{tower_session.DRIFT_PPM} ppm" in PROTOCOL
    assert f"within {tower_session.TEST_NS // 1_000_000_000} s" in PROTOCOL


def test_the_signs_of_a_word_are_the_codes() -> None:
    (signs,) = re.findall(r"at least one of `(.*?)`", PROTOCOL)
    alone = signs.removeprefix("A-Z a-z 0-9 ").split(" ")
    assert set(tower_protocol._WORD) == set(alone) | {
        chr(code) for code in range(128) if chr(code).isalnum()
    }


def test_the_examples_are_one_conversation() -> None:
    """Our table, given the tower's lines, says the table's, in this order."""
    session, now_ns = TowerSession("/dev/tower"), 500_000 * MS
    session.opened(now_ns)
    said, heard = b"", []
    for line in LINES:
        if line.startswith("T "):
            session.receive(line[2:].encode() + b"\n", now_ns)
            heard += session.news()
        else:
            if "selftest?" in line:
                session.self_test(now_ns)
            said = (said + session.outgoing()).lstrip(b"\n")
            assert said.startswith(line[2:].encode() + b"\n"), line
            said = said[len(line) - 1 :]
    told = [
        (item.kind, item.over) if isinstance(item, TowerTrouble) else type(item) for item in heard
    ]
    assert told == [
        TowerState,
        TowerReport,
        (TroubleKind.JAM, False),
        (TroubleKind.LID_OPEN, False),
        (TroubleKind.JAM, True),
        (TroubleKind.LID_OPEN, True),
        (TroubleKind.DROP_BEAM_STUCK, False),
        (TroubleKind.DROP_BEAM_STUCK, True),
        (TroubleKind.EDGES_LOST, True),
        SelfTest,
        (TroubleKind.RESET, True),
    ]


# --- the build guide

GUIDE = {file.name: file.read_text("utf-8") for file in tracked_files("hardware/guide/*.md")}
WHOLE_GUIDE = "\n".join(GUIDE.values())
WIRING = GUIDE["wiring.md"]
TOWER = GUIDE["tower.md"]
WIRES = page("hardware/pictures/wiring.svg")
TABLE = page("config/table.toml")
PLACES = ("/etc/table-kiosk", "/opt/table-kiosk", "/var/lib/kiosk")
INSTALLER = ROOT / "systemd"


@pytest.mark.parametrize(
    "name", ["wiring.md", "camera-mount.md", "tower.md", "first-boot.md", "calibration.md"]
)
def test_what_no_pi_has_shown_says_so(name: str) -> None:
    assert re.search(r"\*not yet run on hardware", GUIDE[name], re.IGNORECASE)


def test_places_on_the_pi_are_the_installers() -> None:
    named = set(re.findall(r"(?<![\w~.])/(?:etc|opt|var|usr)/[\w./-]+", WHOLE_GUIDE))
    named -= {"/etc/os-release"}
    assert len(named) > 5
    assert sorted(name for name in named if not name.startswith(PLACES)) == []
    told = (INSTALLER / "kiosk_install/places.py").read_text(encoding="utf-8")
    assert [place for place in PLACES if f'"{place.removeprefix("/")}"' not in told] == []
    units = set(re.findall(r"`?kiosk-(?:table|screen|director)\b", WHOLE_GUIDE))
    there = {file.stem for file in tracked_files("systemd/units/*.service")}
    assert {unit.strip("`") for unit in units} == there
    line = [sys.executable, str(INSTALLER / "install"), "--help"]
    usage = subprocess.run(line, capture_output=True, text=True, check=True).stdout
    for role, more in re.findall(r"systemd/install ([a-z]+)(?: (--[a-z]+))?", WHOLE_GUIDE):
        assert role in usage
        assert more in usage


def test_each_key_named_may_be_set() -> None:
    text = WHOLE_GUIDE
    whole = set(
        re.findall(
            r"`((?:match|seats|director|devices)\.[a-z_.]+_[a-z_.]+|devices\.[a-z_]+(?:\.[a-z_]+)+)`",
            text,
        )
    )
    sections = set(re.findall(r"`\[([a-z_.]+)\]`", text))
    known = set(TABLE_KEYS)
    assert sorted(whole - known) == []
    assert sections
    assert [s for s in sections if not any(key.startswith(f"{s}.") for key in known)] == []
    short = set(re.findall(r"`([a-z]+(?:_[a-z]+)+)(?: = [^`]+)?`", text))
    assert "marker_inset_mm" in short
    assert sorted(short - {key.rpartition(".")[2] for key in known}) == []


PARTS = (
    "table|buttons|lights|status|buzzer|tower|camera|markers|light|calibration|display|touch|disk|power"
    "|temperature|clock|network|units|versions|director|journal"
)


def test_each_code_of_the_doctor_has_its_paragraph() -> None:
    text = re.sub(r"^```.*?^```$", "", WHOLE_GUIDE, flags=re.DOTALL | re.MULTILINE)
    named = set(re.findall(rf"`((?:{PARTS})\.[a-z-]+)`", text)) - set(TABLE_KEYS) - {"table.toml"}
    assert "tower.silent" in named
    assert sorted(code for code in named if f"`{code}`" not in CODES_PAGE) == []


def test_pins_and_positions_are_the_tables() -> None:
    rows = re.findall(r"\| `(devices\.[\w.]+pin)` \| (\d+) \| (\d+) \|", WIRING)
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
    for text in GUIDE.values():
        for name, position in re.findall(r"\b(3V3|ground|5 V) \(pin (\d+)\)", text):
            shown = {"ground": "GND", "5 V": "5V"}.get(name, name)
            assert HEADER[int(position) - 1].name == shown


def test_the_connections_told_in_words_are_those_drawn() -> None:
    told = WIRING.partition("## Connection by connection")[2].partition("\n## ")[0]
    drawn = set(re.findall(r">pin (\d+)<", WIRES))
    assert set(re.findall(r"header pin (\d+)", told)) == drawn
    for side, button in (("left", 1), ("right", 2)):
        cells = [line.split("|")[button] for line in told.splitlines() if " to " in line][:4]
        block = WIRES.partition(f">{side.capitalize()} clock button<")[2].partition(" lamp")[0]
        power, signal, ground = re.findall(r">pin (\d+)<", block)[:3]
        named = [re.findall(r"header pin (\d+)", cell) for cell in cells]
        assert named == [[power], [signal], [signal, ground], [ground]]


def test_the_cameras_heights_are_computed_from_its_lens() -> None:
    focal, rim, die = usual_lens(2304, 1296)[0, 0], 17.0, 14.0
    rows = re.findall(
        r"^\| (\d+) \| (\d+) \| (\d+) × (\d+) \| ([\d.]+) \| (\d+) \|$",
        GUIDE["camera-mount.md"],
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
    assert f"× {focal / 1296:.3f}" in GUIDE["camera-mount.md"]


@pytest.mark.parametrize(
    ("told", "words", "file"),
    [
        ("first-boot.md", "is up", "kiosk/table/run.py"),
        ("first-boot.md", "knows this device", "kiosk/table/director.py"),
        ("calibration.md", "Nothing is wrong with the light.", "kiosk/dice/calibrate.py"),
        ("calibration.md", "The markers miss the board's plan", "vision/calibration/pose.py"),
        ("calibration.md", "No markers", "vision/calibration/markers.py"),
        ("calibration.md", "Only markers", "vision/calibration/markers.py"),
    ],
)
def test_what_a_program_is_quoted_to_say_it_says(told: str, words: str, file: str) -> None:
    assert words in GUIDE[told]
    assert words in (ROOT / file).read_text(encoding="utf-8")


# --- what a builder measures before power: the makers' pinouts, written down apart from the product

_PI = """
3V3 5V GPIO2 5V GPIO3 GND GPIO4 GPIO14 GND GPIO15 GPIO17 GPIO18 GPIO27 GND GPIO22 GPIO23 3V3
GPIO24 GPIO10 GND GPIO9 GPIO25 GPIO11 GPIO8 GND GPIO7 GPIO0 GPIO1 GPIO5 GND GPIO6 GPIO12 GPIO13
GND GPIO19 GPIO16 GPIO26 GPIO20 GND GPIO21
"""
PI = dict(enumerate(_PI.split(), start=1))
"""The 40-pin header of a Raspberry Pi 4 and 5; 1 and 2 lie beside each other."""

_PICO = """
GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15 GP16 GP17
GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 VREF 3V3 EN GND VSYS VBUS
"""
PICO = dict(enumerate(_PICO.split(), start=1))
"""A Raspberry Pi Pico; 1 and 40 lie opposite each other."""

BURNS = {(1, 2), (3, 4), (13, 14)}
"""Pairs that stripboard joined when somebody built from an older guide."""


def measured(told: str) -> dict[tuple[int, int], tuple[str, str]]:
    """The rows of a page's table of opposite pins."""
    rows = re.findall(r"^\| (\d+) – (\d+) \| (\w+) \| (\w+) \|$", told, re.MULTILINE)
    return {(int(one), int(other)): (here, there) for one, other, here, there in rows}


@pytest.mark.parametrize("told", [WIRING, TOWER], ids=["wiring", "tower"])
def test_the_measurements_say_that_no_pi_has_shown_them(told: str) -> None:
    first = told.index(" – ")
    near = told[told.rindex("## ", 0, first) :]
    assert "not yet run on hardware" in near.casefold()


def steps() -> list[str]:
    """The numbered steps of the order of work."""
    return re.split(r"(?m)^\d+\. ", WIRING.partition("## Order of work")[2].partition("\n## ")[0])


def test_every_pair_of_the_header_whose_pins_differ_is_measured_before_power() -> None:
    pairs = {(n, n + 1): (PI[n], PI[n + 1]) for n in range(1, 41, 2)}
    assert all(one != other for one, other in pairs.values())
    assert measured(WIRING) == pairs
    assert pairs.keys() >= BURNS
    before = [n for n, step in enumerate(steps()) if "all twenty rows of the table" in step]
    on = [n for n, step in enumerate(steps()) if step.startswith("Switch on")]
    plugged = [n for n, step in enumerate(steps()) if step.startswith("Plug the board")]
    assert [*before, *plugged, *on] == [3, 4, 5]


def test_down_a_row_two_pins_alone_carry_the_same() -> None:
    rows = [range(1, 41, 2), range(2, 41, 2)]
    alike = [pair for row in rows for pair in pairwise(row) if PI[pair[0]] == PI[pair[1]]]
    assert alike == [(2, 4)]


def test_every_pair_of_the_pico_whose_pins_differ_is_measured() -> None:
    assert measured(TOWER) == {(n, 41 - n): (PICO[n], PICO[41 - n]) for n in range(1, 21)}
    alike = [pair for pair, (one, other) in measured(TOWER).items() if one[-3:] == other[-3:]]
    assert alike == [(3, 38), (8, 33), (13, 28), (18, 23)]
    for name, position in re.findall(r"(3V3|VBUS|5 V|ground) \(Pico pin (\d+)\)", TOWER):
        assert PICO[int(position)] == {"5 V": "VBUS", "ground": "GND"}.get(name, name)


def test_a_board_that_sits_askew_or_mirrored_is_found_before_power() -> None:
    """No ground the board uses lies opposite, beside or one row off another ground's place."""
    said = re.search(r"each ground of the board: pins ([\d, ]+) and, with lamps, (\d+)", WIRING)
    assert said
    grounds = {int(pin) for pin in said[1].split(", ")} | {int(said[2])}
    drawn = {int(pin) for pin in re.findall(r">pin (\d+)<", WIRES) if PI[int(pin)] == "GND"}
    assert grounds == drawn
    assert said.start() < WIRING.index("5. Switch on")

    def mirrored(pin: int) -> int:
        return pin + 1 if pin % 2 else pin - 1

    for moved in (mirrored, lambda pin: pin + 2, lambda pin: pin - 2):
        assert any(PI.get(moved(pin)) != "GND" for pin in grounds)


def clauses() -> list[str]:
    """What each circuit is joined by, in words, a line a clause."""
    told = WIRING.partition("## Connection by connection")[2].partition("\n## ")[0]
    cells = [cell for line in told.splitlines() for cell in line.split("|") if "pin" in cell]
    return [clause for cell in cells for clause in cell.split(";")]


def test_no_gpio_pin_is_joined_to_anything_but_through_a_part() -> None:
    found = 0
    for clause in clauses():
        nets = [PI[int(pin)] for pin in re.findall(r"header pin (\d+)", clause)]
        if any(net.startswith("GPIO") for net in nets):
            found += 1
            assert re.search(r"\d+ k?Ω|\d+ nF", clause), clause
            assert not {"5V", "3V3"} & set(nets), clause
    assert found == 2 * 2 + 3 + 1
    lit = [clause for clause in clauses() if "long leg" in clause]
    assert len(lit) == 3
    assert all(f"{LED_OHM} Ω" in clause for clause in lit)
    assert f"some {LED_OHM} Ω between its header pin and the LED's long leg" in steps()[3]


def test_a_displays_power_comes_in_the_order_it_is_marked() -> None:
    assert "header pins 2, 4 and 6" in steps()[2]
    assert [PI[pin] for pin in (2, 4, 6)] == ["5V", "5V", "GND"]
