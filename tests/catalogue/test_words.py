"""The list of every text for people, which translators work from."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from kits.tracked_files import tracked_files
from kits.words import KEYS

ROOT = Path(__file__).parents[2]
MAKERS = "kiosk/catalogue/sentence.py"
"""`event_text` and `event_plural` are made of `text` and `plural` there."""


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Every call in the product of a function that makes a text: its file, its name, the call."""
    for file in tracked_files("kiosk/**/*.py"):
        nodes = [*ast.walk(ast.parse(file.read_text("utf-8")))]
        ours = {
            alias.name
            for node in nodes
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("kiosk.catalogue")
            for alias in node.names
            if alias.asname is None
        }
        for node in nodes:
            match node:
                case ast.Call(func=ast.Name(id=name)) if name in ours & {*KEYS}:
                    yield str(file.relative_to(ROOT)), name, node


def test_every_key_is_written_out_where_it_is_used() -> None:
    """A key put together at run time would never be found, and never be translated."""
    counted = 0
    for file, name, call in calls():
        for place in KEYS[name] if file != MAKERS else ():
            key = call.args[place - 1]
            assert isinstance(key, ast.Constant), f"{file}:{call.lineno}"
            assert isinstance(key.value, str), f"{file}:{call.lineno}"
            counted += 1
    assert counted > 500


def test_the_list_is_what_make_words_writes() -> None:
    found = Catalog()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    mappings = project["tool"]["babel"]["mappings"]
    methods = [(each["pattern"], each["method"]) for each in mappings]
    texts = extract_from_dir(ROOT / "kiosk", methods, {"**.html": {"silent": "false"}}, KEYS)
    for _, _, message, _, context in texts:
        found.add(message, context=context)
    with (ROOT / "kiosk/catalogue/words.pot").open("rb") as file:
        kept = read_po(file)
    assert {entry.id for entry in kept if entry.id} == {entry.id for entry in found if entry.id}


def test_every_key_of_a_page_is_written_out_where_it_is_used() -> None:
    """And no word of a page of the director's is left outside; a command line speaks English."""
    pages = tracked_files("kiosk/director/**/*.html")
    assert len(pages) > 20
    for page in pages:
        source = page.read_text("utf-8")
        calls = re.findall(r"gettext\((.)", source)
        assert set(calls) <= {'"'}, page
        rest = re.sub(r"\{[{%].*?[}%]\}", "", source)
        words = re.findall(r">([^<]*[A-Za-z][^<]*)<", rest)
        words += re.findall(r'(?:aria-label|alt|title|placeholder)="([^"]+)"', rest)
        assert words == [], page
