"""The papers tell every key and no other, and name tests that there are."""

import re
from pathlib import Path

import msgspec

from kiosk.director.settings import EnrolledTableSection, ServiceSection

TESTS = Path(__file__).parents[1]
THREATS = (Path(__file__).parents[2] / "kiosk/director/THREATS.md").read_text()
KEYS = (Path(__file__).parents[2] / "kiosk/director/CONFIGURATION.md").read_text()


def test_every_key_is_told_with_its_default() -> None:
    told = dict(re.findall(r"^\| `(\w+\.\w+)` \|[^|]+\| (\S*) ?\|", KEYS, re.MULTILINE))
    keys = {
        f"{section}.{field.name}": ""
        if field.default is msgspec.NODEFAULT or field.default is None
        else f"`{field.default}`"
        for section, struct in (("director", ServiceSection), ("table", EnrolledTableSection))
        for field in msgspec.structs.fields(struct)
    }
    assert told == keys


def test_every_threat_names_tests_that_are_in_their_files() -> None:
    """A name without a file is in the one named before it; a line that shows none owns up to it."""
    tests: dict[str, set[str]] = {}
    for file in TESTS.rglob("test_*.py"):
        named = re.findall(r"^def (test_\w+)\(", file.read_text(encoding="utf-8"), re.MULTILINE)
        tests.setdefault(file.name, set()).update(named)
    rows = [row for row in re.findall(r"^\| .* \| (.*) \|$", THREATS, re.MULTILINE) if row != "---"]
    shown = [row for row in rows if row != "shown by"]
    assert len(shown) > 30
    for row in shown:
        found = re.findall(r"`(?:[\w/]*?(test_\w+\.py))?(?:::)?(test_\w+)?`", row)
        assert found or row.startswith("not shown"), row
        where = ""
        for file, test in found:
            where = file or where
            assert where in tests, row
            assert not test or test in tests[where], (where, test)
