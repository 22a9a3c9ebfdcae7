"""What CONTRIBUTING.md and the guides teach works: their examples, written into a copy of the
product, stand on the screen, in the console, on the timeline and in scenarios.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kiosk.books.format_loader import load_format
from kiosk.tournament.knock_out import BracketFeed

ROOT = Path(__file__).parents[1]
GUIDES = tuple(
    ROOT / name
    for name in (
        "CONTRIBUTING.md",
        "hardware/NEW_SENSOR.md",
        "kiosk/catalogue/NEW_LANGUAGE.md",
        "kiosk/director/NEW_ORDER.md",
        "kiosk/director/NEW_PAGE.md",
        "kiosk/rules/NEW_CLOCK.md",
        "kiosk/tournament/NEW_FORMAT.md",
    )
)
ACT = GUIDES[0]
KINDS = ("python", "toml", "diff")
_BLOCK = re.compile(r"`([\w/.-]+)`\n\n```(\w+)\n(.*?)```", re.DOTALL)


def examples(guide: Path) -> list[tuple[str, str, str]]:
    """Of each block of code behind a file's name: the name, its language, the code."""
    return _BLOCK.findall(guide.read_text("utf-8"))


def changed(text: str, diff: str) -> str:
    """A file's text after a guide's diff, in which `@@` stands between two places."""
    for hunk in diff.split("@@\n"):
        lines = [line or " " for line in hunk.splitlines()]
        old = "\n".join(line[1:] for line in lines if line[0] != "+")
        assert text.count(f"{old}\n") == 1, f"the guide changes what is not there once:\n{old}"
        text = text.replace(old, "\n".join(line[1:] for line in lines if line[0] != "-"))
    return text


SHOWN = """\
import json, random, sys
from dataclasses import replace
from pathlib import Path
from hardware.bell import SimulatedBell
from hardware.errors import HardwareError
from kits import hall_kit
from kits.rules_kit import WHITE, Table
from kits.controls_kit import half
from kits.screen_kit import seen
from kiosk.catalogue.tables import sentence, waits
from kiosk.catalogue.text import format_text
from kiosk.director.orders.forms import describe_forms
from kiosk.director.orders.orders import read_order
from kiosk.scenario.run import verdict
from kiosk.scenario.reading import read
from kiosk.catalogue.languages import load
from kiosk.director.app import create_app
from kiosk.director.people.roles import Role, may_order
from kiosk.rules.clock import ClockPace, new_clock, start, stop_by_press, with_reserve
from kiosk.rules.rulebook import ClockSystem
from kiosk.rules.units import BySide
from kiosk.table.workers import BellCommands
from kiosk.wire.codec import COMMANDS, EVENTS, decode_event, encode

table = Table().open().start()
keys = [control.label for control in half(seen(table), WHITE).controls]
asked = table.ok(COMMANDS["SheetTapped"](table.at, WHITE))
form = next(form for form in describe_forms()["forms"] if form["kind"] == "sheet")
order = {"journal_id": "j", "kind": "sheet", "why": "so", "side": "white"}
new = read_order(json.dumps(order).encode(), "Kari")

rung = []
bell = BellCommands(rung.append, WHITE)
SimulatedBell(bell.rung).ring(7)
bell.fault(HardwareError("unplugged"))
lost = table.ok(replace(rung[-1], at=table.at))

full = start(with_reserve(new_clock(), BySide(60, 60)), WHITE, 0, 0)
hourglass = stop_by_press(full, ClockPace(ClockSystem("hourglass"), 0), 20).reserve

noon = {"journal_id": "j", "match_id": table.match.opened.match_id, "kind": "lunch", "why": "noon"}
lunch = table.ok(read_order(json.dumps(noon).encode(), "Kari").order)

swedish = load()["sv"]

folder, hand = Path(sys.argv[1]).parent, hall_kit.HandClocks()
director = hall_kit.service(folder, hand, chance=random.Random(7))
client = hall_kit.Client(create_app(director, hall_kit.DIRECTORS_KEY), "hall:8000")
stranger = client.get("/house").status
client.join(director)
house = client.get("/house")

json.dump(
    {
        "keys": keys,
        "sentences": [format_text(sentence(event)) for event in asked],
        "kept": [decode_event(type(e).__name__, 1, encode(e)) == e for e in asked],
        "form": [form["title"], [field["name"] for field in form["fields"]]],
        "order": type(new.order).__name__,
        "verdict": verdict(read(Path(sys.argv[1]))),
        "bell": [type(command).__name__ for command in rung],
        "lost": [format_text(sentence(event)) for event in lost],
        "hourglass": [hourglass.white, hourglass.black],
        "lunch": [format_text(sentence(event)) for event in lunch],
        "may": [role for role in Role if may_order(role, "lunch")],
        "swedish": [swedish.name, *(swedish.gettext(word) for word in ("Double", "Pass"))],
        "page": [stranger, house.status, "No drinks on the tables." in house.body.decode()],
    },
    sys.stdout,
)
"""
TOUCHED = (
    *("tests/rules/test_refusals.py", "tests/catalogue", "tests/scenario"),
    *("tests/wire/test_codec.py", "tests/director/test_roles.py"),
    "tests/director/test_order_schema.py",
)
"""Suites of the gate that an act is in without a line of its own."""


def write_examples(house: Path, *guides: Path) -> None:
    """Copy the product into `house`, with the examples of these guides in it."""
    for name in ("kiosk", "vision", "hardware", "config", "tests"):
        shutil.copytree(ROOT / name, house / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", house)
    for guide in guides:
        for name, kind, code in examples(guide):
            file = house / name
            if kind == "diff":
                file.write_text(changed(file.read_text("utf-8"), code), "utf-8")
            elif file.parent.is_dir():
                file.write_text(code, "utf-8")


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a copy of the product with every example in it shows."""
    house = tmp_path_factory.mktemp("house")
    write_examples(house, *GUIDES)
    done = subprocess.run(
        [sys.executable, "-c", SHOWN, str(house / "tests/scenarios/SHEET.toml")],
        cwd=house,
        env=os.environ | {"PYTHONPATH": f"{house}:{house / 'tests'}", "KIVY_NO_ARGS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_an_act_is_rules_catalogue_and_tests() -> None:
    files = {kind: {name for name, each, _ in examples(ACT) if each == kind} for kind in KINDS}
    assert files["python"] == {"kiosk/rules/sheets.py", "kiosk/catalogue/sheets.py"}
    assert files["toml"] == {"tests/scenarios/SHEET.toml"}
    assert len(files["diff"]) == 7


@pytest.mark.night
def test_the_act_is_added_to_the_end(tmp_path: Path) -> None:
    """As CONTRIBUTING.md has it: its files, `make regenerate`, and nothing of the gate is red."""
    write_examples(tmp_path, ACT)
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (texts,) = re.findall(r"^TEXTS := (.*)$", makefile, re.MULTILINE)
    keywords = (f"--keywords={each}" for each in texts.split())
    words = ("--no-location", "--omit-header", "--sort-output", "--no-default-keywords")
    pot = ("--mapping", "pyproject.toml", "--output", "kiosk/catalogue/words.pot", "kiosk")
    run(tmp_path, "pybabel", "--quiet", "extract", *keywords, *words, *pot)
    (recipe,) = re.findall(r"^regenerate:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    for line in re.findall(r"\$\(BIN\)/python (.*)", recipe):
        run(tmp_path, "python", *line.split())
    run(tmp_path, "ruff", "check", "kiosk", "tests")
    run(tmp_path, "ruff", "format", "--check", "kiosk")
    run(tmp_path, "lint-imports")
    run(tmp_path, "pytest", "-q", "-p", "no:cacheprovider", "-m", "not night", *TOUCHED)


def run(house: Path, program: str, *options: str) -> None:
    """Run a program of this environment in the copy; it must end well."""
    done = subprocess.run(
        [Path(sys.executable).with_name(program), *options],
        cwd=house,
        env=os.environ | {"PYTHONPATH": f"{house}:{house / 'tests'}", "KIVY_NO_ARGS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{program}: {done.stdout[-3000:]}{done.stderr[-3000:]}"


def test_the_act_stands_everywhere(shown: dict[str, Any]) -> None:
    assert "A score sheet, please" in shown["keys"]
    assert shown["sentences"] == ["White asks for a score sheet."]
    assert shown["kept"] == [True]
    assert shown["form"] == ["Score sheet", ["side", "why"]]
    assert shown["order"] == "SheetOrdered"
    assert shown["verdict"] == ["PASS SHEET", True]


def test_the_bell_calls_the_director_and_is_missed_in_words(shown: dict[str, Any]) -> None:
    assert shown["bell"] == ["DirectorCallTapped", "DeviceFailed"]
    assert shown["lost"] == ["The bell stopped answering: unplugged."]


def test_the_hourglass_gives_the_opponent_the_time_of_the_turn(shown: dict[str, Any]) -> None:
    assert shown["hourglass"] == [40, 80]


def test_the_order_is_given_by_who_may_and_is_on_the_timeline(shown: dict[str, Any]) -> None:
    assert shown["lunch"] == ["Director Kari announces lunch."]
    assert shown["may"] == ["director", "assistant"]


def test_the_language_is_there_and_falls_back_to_english(shown: dict[str, Any]) -> None:
    assert shown["swedish"] == ["Svenska", "Dubbling", "Pass"]


def test_the_page_is_shown_to_whoever_is_signed_in(shown: dict[str, Any]) -> None:
    assert shown["page"] == [401, 200, True]


def test_the_format_is_offered_with_its_brackets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ((name, _kind, code),) = examples(ROOT / "kiosk/tournament/NEW_FORMAT.md")
    (tmp_path / "formats").mkdir()
    (tmp_path / "formats" / name).write_text(code, "utf-8")
    monkeypatch.setenv("KIOSK_RULEBOOKS", str(tmp_path))
    main, second = load_format(Path(name).stem).format.shape.brackets
    assert (main.name, main.feeds) == ("main", ())
    assert (second.name, second.feeds) == ("consolation", (BracketFeed("main", 1, -1),))


@pytest.mark.parametrize("guide", GUIDES[1:], ids=lambda guide: guide.stem)
def test_a_guide_is_one_screen_beside_its_code(guide: Path) -> None:
    text = _BLOCK.sub("", guide.read_text("utf-8"))
    assert len([line for line in text.splitlines() if line]) <= 40
