"""What guides teach works, done as they have it: the examples of CONTRIBUTING.md and of the guides
for developers in a copy of the product, a rule book of one's own, a Saturday, building a table.
"""

import doctest
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from kits import events as e
from kits.divisions_kit import played_out
from kits.rules_kit import Table, open_match
from kits.tournament_kit import drawn
from kits.tracked_files import ROOT, copy_tracked, tracked_files

from kiosk import cli
from kiosk.books import load
from kiosk.books.format_loader import load_format
from kiosk.catalogue.tables import FORMS
from kiosk.director.words import WORDS
from kiosk.rules.match import Phase
from kiosk.rules.rulebook import EVENT, RuleBook
from kiosk.scenario.reading import parse
from kiosk.scenario.run import play
from kiosk.table import settings
from kiosk.tournament.knock_out import BracketFeed

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
from kits.view_kit import half as view_half
from kiosk import books
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
from kiosk.rules.units import BySide, Side
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
turned = Table().open(book=books.load("norway", {"clock.system": "hourglass"})).start()
run = [[view_half(turned, side, later).clock.reserve for side in Side] for later in (0, 20, 50)]
turned.wait(50).end_turn()
run += [[view_half(turned, side, later).clock.reserve for side in Side] for later in (0, 20, 50)]

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
        "run": run,
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
    *("tests/wire/test_codec.py", "tests/wire/test_taps.py", "tests/director/test_roles.py"),
    *("tests/director/test_order_schema.py", "tests/test_architecture.py"),
    *("tests/test_front_page.py::test_every_module_stands_in_the_readme_of_its_room",),
    "tests/test_generated_pages.py",
)
"""Suites of the gate that an act is in without a line of its own."""


def write_examples(house: Path, *guides: Path) -> None:
    """Copy the product into `house`, with the examples of these guides in it."""
    for top in ("kiosk", "vision", "hardware", "config", "tests"):
        copy_tracked(f"{top}/**", house)
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


def test_one_clock_of_an_hourglass_runs_down_on_the_screen_and_the_other_up(
    shown: dict[str, Any],
) -> None:
    """A press changes nothing that is shown: the time went over while it ran."""
    assert shown["run"][:3] == [["14:00", "14:00"], ["13:40", "14:20"], ["13:10", "14:50"]]
    assert shown["run"][3:] == [["13:10", "14:50"], ["13:30", "14:30"], ["14:00", "14:00"]]


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
    form = load_format(Path(name).stem).format
    main, second = form.shape.brackets
    assert (main.name, main.feeds) == ("main", ())
    assert (second.name, second.feeds) == ("consolation", (BracketFeed("main", 1, -1),))
    played = played_out(drawn(form=form), random.Random(54))
    in_brackets = Counter(each.pairing_id.partition("-")[0] for each in played)
    assert in_brackets == {"main": 7, "consolation": 5}


def test_the_session_with_the_core_runs_as_printed() -> None:
    failed, tried = doctest.testfile(str(ROOT / "kiosk/rules/CORE.md"), module_relative=False)
    assert tried > 0
    assert failed == 0


def test_the_example_of_a_scenario_passes() -> None:
    text = (ROOT / "tests/scenarios/README.md").read_text("utf-8")
    example = text.partition("```toml\n")[2].partition("```")[0]
    assert play(parse(tomllib.loads(example), "README.md")) == ()


# --- a rule book of one's own

_RULEBOOKS = (ROOT / "config/rulebooks/README.md").read_text("utf-8")
_BOOK_BLOCKS = re.findall(r"(?:`([\w/.-]+)`\n\n)?```(\w+)\n(.*?)```", _RULEBOOKS, re.DOTALL)


def run_shell(script: str, folder: Path) -> str:
    """A block of commands in a shell, where `kiosk` is this program."""
    bin_ = folder / "bin"
    bin_.mkdir(exist_ok=True)
    program = bin_ / "kiosk"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kiosk "$@"\n')
    program.chmod(0o755)
    path = os.pathsep.join([str(bin_), os.environ["PATH"]])
    done = subprocess.run(
        ["sh", "-e", "-c", script],
        cwd=folder,
        env=os.environ | {"PATH": path, "PYTHONPATH": str(ROOT), "KIOSK_RULEBOOKS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, Mapping[str, Any]]:
    """Everything the guide says, done in its order; the folder, what was said, the [match]."""
    folder = tmp_path_factory.mktemp("federation")
    said, match = "", {}
    exports = ""
    for name, language, text in _BOOK_BLOCKS:
        if language == "sh":
            said += run_shell(exports + text, folder)
            exports += "".join(re.findall(r"(?m)^export .*\n", text))
        elif name:
            (folder / name).write_text(text, encoding="utf-8")
        elif text.startswith("[match]"):
            match = tomllib.loads(text)["match"]
        else:
            change(folder / "my-books/oslo-open.toml", text)
    return folder, said, match


def change(file: Path, line: str) -> None:
    """Put a line of the guide in the place of the book's line for the same key."""
    key = line.partition(" = ")[0]
    text, count = re.subn(rf"(?m)^{key} = .*\n", line, file.read_text("utf-8"))
    assert count == 1
    file.write_text(text, encoding="utf-8")


def test_what_is_done_with_a_book_of_ones_own_works(
    followed: tuple[Path, str, Mapping[str, Any]],
) -> None:
    _folder, said, _match = followed
    assert "OK my-books/oslo-open.toml: base oslo-open, " in said
    assert "OK my-books/oslo-blitz.toml: overlay oslo-blitz, 5 values, 1 for the director" in said
    assert "norway: Norwegian federation tournament rules\n" in said
    assert "norway and london-club+unified-2001 differ in " in said
    assert "\noslo-open+oslo-blitz: " in said
    assert "The event must set (1), before a clock is armed:\n    clock.delay_s: " in said


@pytest.fixture
def own(followed: tuple[Path, str, Mapping[str, Any]], monkeypatch: pytest.MonkeyPatch) -> RuleBook:
    folder, _said, match = followed
    monkeypatch.setenv("KIOSK_RULEBOOKS", str(folder / "my-books"))
    return settings.load_book(match["rulebook"], "book", rules=match["rules"])


def test_the_book_is_what_was_written(own: RuleBook) -> None:
    assert own.profile == "oslo-open+oslo-blitz"
    assert (own.late.grace_min, own.cite("late.grace_min")) == (10, "oslo-open §7.2")
    assert (own.clock.system, own.clock.reserve_s_per_point) == ("fischer", 45)
    assert (own.clock.delay_s, own.cite("clock.delay_s")) == (4, EVENT)
    assert own.cite("clock.system") == "oslo-blitz §1"
    assert own.cite("cube.crawford") == "oslo-open norway §4.4(iv)"
    assert own.missing() == ()
    assert load("oslo-open+oslo-blitz").missing() == ("clock.delay_s",)


def test_a_match_is_opened_with_the_book(own: RuleBook) -> None:
    table = Table()
    opened, *_ = table.ok(open_match(table.now, book=own))
    assert isinstance(opened, e.MatchOpened)
    assert opened.profile == own
    assert table.match.book == own
    assert table.match.phase is Phase.VACANT


# --- a Saturday

DAY = (ROOT / "kiosk/director/SATURDAY.md").read_text("utf-8").partition("\n## ")[2]


def bare(words: str) -> str:
    """Words without their places, and without signs at either end."""
    return re.sub(r"\{\w+\}", "", words).strip(" :.…()▼◀")


def on_the_console() -> set[str]:
    pages = [page.read_text("utf-8") for page in tracked_files("kiosk/director/web/*.html")]
    said = [words for page in pages for words in re.findall(r'gettext\("([^"]+)"', page)]
    said += [words.message for words in WORDS.values()]
    said += [form.title.message for form in FORMS.values()]
    return {bare(words) for words in said} - {""}


def at_the_table() -> set[str]:
    subjects = [file.read_text("utf-8") for file in tracked_files("kiosk/catalogue/*.py")]
    return {words for source in subjects for words in re.findall(r'text\("([^"]+)"', source)}


def test_what_is_bold_stands_so_on_the_console() -> None:
    bold = re.findall(r"\*\*([^*]+)\*\*", DAY)
    assert bold
    there = on_the_console()
    assert [words for words in bold if bare(words) not in there] == []


def test_what_is_quoted_is_said_at_the_table() -> None:
    quoted = re.findall("“([^”]+)”", DAY)
    assert quoted
    there = at_the_table()
    assert [words for words in quoted if words not in there] == []


# --- building a table

BUILDING = {page.name: page.read_text("utf-8") for page in tracked_files("hardware/guide/*.md")}
TABLE = (ROOT / "config/table.toml").read_text("utf-8")
COMMANDS = next(each.choices for each in cli.build_parser()._actions if each.choices)


def fenced(text: str, language: str) -> list[str]:
    every = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [block for named, block in every if named == language]


def lines() -> Iterator[tuple[str, str]]:
    """Each command of the guide, with its page: of fenced blocks, and whole ones within prose."""
    for page, text in BUILDING.items():
        for block in fenced(text, ""):
            yield from ((page, line) for line in block.splitlines() if line.strip())
        yield from ((page, line) for line in re.findall(r"`((?:sudo )?kiosk [^`]+)`", text))


def of_kiosk() -> list[tuple[str, str]]:
    """What is said to the `kiosk` command, whoever says it."""
    every = [
        (page, re.fullmatch(r"(?:sudo )?(?:-u kiosk )?kiosk (.*)", line)) for page, line in lines()
    ]
    return [(page, re.split(r" [|>] ", found[1])[0]) for page, found in every if found]


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
    if f"`kiosk {line}`" in BUILDING[page]:
        return
    assert cli.build_parser().parse_args([command, *rest]).run


def test_the_screens_options_in_its_file_parse() -> None:
    told = [
        line for text in BUILDING.values() for line in re.findall("^KIOSK_SCREEN=(.*)$", text, re.M)
    ]
    assert told
    for options in told:
        assert cli.build_parser().parse_args(["screen", "--socket", "s", *shlex.split(options)]).run


SETTINGS = [(page, block) for page, text in BUILDING.items() for block in fenced(text, "toml")]


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


def test_the_cameras_sections_go_and_come_back_as_the_guide_has_it(tmp_path: Path) -> None:
    away, back = [
        line
        for block in fenced(BUILDING["first-boot.md"], "")
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
