"""The table of mutants that live is about files that are there."""

import re
from pathlib import Path

RULES = Path(__file__).parents[2] / "kiosk" / "rules"
ROWS = re.findall(
    r"(?m)^\| ([a-z_/]+) \| (.+) \|$", Path(__file__).with_name("SURVIVORS.md").read_text("utf-8")
)


def test_the_table_names_files_and_functions_that_are_there() -> None:
    for module, rest in ROWS:
        if module in {"file", "all"}:
            continue
        text = (RULES / f"{module}.py").read_text("utf-8")
        named = re.match(r"`(?:\w+\.)?(\w+)` \| ", rest)
        assert not named or f"def {named[1]}(" in text, f"{module}: {rest}"


def test_every_survivor_has_a_reason() -> None:
    for module, rest in ROWS:
        if rest.startswith("`"):
            assert re.search(r" \| (equivalent|untested): \S", rest), f"{module}: {rest}"
