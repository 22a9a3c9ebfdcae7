"""TOML is held to bounds before it is parsed, wherever it comes from."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kits.tracked_files import tracked_files

from kiosk import toml_file
from kiosk.books.format_loader import read_format
from kiosk.books.ladder_loader import read_ladder
from kiosk.books.profile_loader import read_file
from kiosk.director import settings as director_settings
from kiosk.director.event.books import event_book
from kiosk.rules.rulebook import RuleBookError
from kiosk.scenario.reading import read as read_scenario
from kiosk.table import settings as table_settings
from kiosk.toml_file import (
    DEEPEST,
    LONGEST_BYTES,
    LONGEST_PART,
    MOST_PARTS,
    TomlUnbounded,
    parse_toml,
    read_toml,
)

ROOT = Path(__file__).parents[1]
LONG_KEY = ".".join("a" * 20_000)
"""40 kB, for which tomllib takes 1.6 GB."""

BOMBS = {
    "a key": f"{LONG_KEY} = 1",
    "a table": f"[{LONG_KEY}]",
    "a list of tables": f"[[{LONG_KEY}]]",
    "a key within a table": f"b = {{ {LONG_KEY} = 1 }}",
    "a key after others": "b = 1.5\nc = 2\n" + LONG_KEY + "=1",
    "parts with spaces": " . ".join("a" * 17) + " = 1",
    "parts in quotes": ".".join(['"a"', "'b'"] * 9) + " = 1",
    "lists": "b = " + "[" * 5000 + "]" * 5000,
    "tables": "b = " + "{a=" * 5000 + "1" + "}" * 5000,
    "a number": "b = " + "1" * 5000,
    "a word": "a" * 40_000 + " = 1",
    "too much": "# " + "a" * LONGEST_BYTES,
}


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was given to tomllib."""
    texts: list[str] = []
    loads = tomllib.loads

    def counted(text: str) -> dict[str, Any]:
        texts.append(text)
        return loads(text)

    monkeypatch.setattr(toml_file.tomllib, "loads", counted)
    return texts


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_what_would_cost_much_is_refused_before_it_is_parsed(
    tmp_path: Path, parsed: list[str], bomb: str
) -> None:
    file = tmp_path / "a.toml"
    file.write_text(bomb)
    with pytest.raises(TomlUnbounded):
        parse_toml(bomb)
    with pytest.raises(TomlUnbounded):
        read_toml(file)
    assert parsed == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("b = 1\n" + ".".join("a" * 17) + " = 1", r"more than 16 parts \(at line 2\)"),
        ("\n\nb = " + "[" * 33, r"nest more than 32 deep \(at line 3\)"),
        ("1" * 201 + " = 1", r"'1{20}'… has 201 characters, 200 at most \(at line 1\)"),
        ("#" * (LONGEST_BYTES + 1), "it has 1048577 characters, 1048576 at most"),
    ],
)
def test_it_is_refused_by_its_line_and_its_bound(text: str, why: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError, match=why):
        parse_toml(text)


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * MOST_PARTS) + " = 1",
        "b = " + "[" * DEEPEST + "]" * DEEPEST,
        "a" * LONGEST_PART + " = 1",
        'b = "' + "a.[{" * 5000 + '"',
        "b = '" + "a.[{" * 5000 + "'",
        'b = """' + '"" a.[{\n\\"' * 5000 + '"""""',
        "b = '''" + "'' a.[{\n\\" * 5000 + "'''''",
        "# " + "a.[{\"'" * 5000 + "\nb = 1",
        'b = "\\"" # ' + "." * 40,
        "b = [" + "1.5, " * 5000 + "]",
    ],
)
def test_what_is_within_bounds_is_read_as_tomllib_reads_it(text: str) -> None:
    assert parse_toml(text) == tomllib.loads(text)


@given(st.text("ab.\"'#[]{}=,\n\\ 1", max_size=60))
def test_no_text_hides_a_long_key_from_the_bounds(text: str) -> None:
    """What tomllib reads of a text is what its bounds were looked at in."""
    try:
        plain = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert parse_toml(text) == plain
    key = ".".join("a" * (MOST_PARTS + 1))
    with pytest.raises(TomlUnbounded):
        parse_toml(f"{text}\n[{key}]")


def test_every_file_of_ours_is_far_within_the_bounds() -> None:
    files = [*tracked_files("config/**/*.toml"), *tracked_files("tests/scenarios/**/*.toml")]
    assert len(files) > 20
    for file in files:
        assert read_toml(file) == tomllib.loads(file.read_text("utf-8"))
        assert file.stat().st_size < LONGEST_BYTES // 10


READERS: dict[str, Callable[[Path], object]] = {
    "a rule book": read_file,
    "a format": read_format,
    "a ladder": read_ladder,
    "a table's settings": table_settings.load,
    "a director's settings": director_settings.load,
    "a scenario": read_scenario,
}


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_every_reader_of_a_file_refuses_it_in_words(
    tmp_path: Path, parsed: list[str], reader: Callable[[Path], object]
) -> None:
    file = tmp_path / "long-key.toml"
    file.write_text(BOMBS["a key"])
    with pytest.raises(Exception, match=r"long-key\.toml.*more than 16 parts") as refused:
        reader(file)
    assert type(refused.value).__module__.startswith("kiosk.")
    assert parsed == []


@pytest.mark.parametrize("bomb", ["a key within a table", "lists", "tables", "a number"])
def test_a_value_somebody_writes_in_the_console_is_held_to_them_too(bomb: str) -> None:
    words = BOMBS[bomb].removeprefix("b = ")
    with pytest.raises(RuleBookError):
        event_book("norway", {"clock.reserve": words})
