"""The papers tell every route and every key, and no other."""

import re
from pathlib import Path

import msgspec
from kits.hall_kit import DIRECTORS_KEY, HandClocks, service
from kits.service_kit import routes_of

from kiosk.director.app import create_app
from kiosk.director.settings import EnrolledTableSection, ServiceSection

TESTS = Path(__file__).parents[1]
THREATS = (Path(__file__).parents[2] / "kiosk/director/THREATS.md").read_text()
ROUTES = (Path(__file__).parents[2] / "kiosk/director/ROUTES.md").read_text()
KEYS = (Path(__file__).parents[2] / "kiosk/director/CONFIGURATION.md").read_text()


def test_every_route_is_told(tmp_path: Path, hand: HandClocks) -> None:
    director = service(tmp_path, hand)
    app = create_app(director, DIRECTORS_KEY)
    director._store.close()
    served = routes_of(app)
    rows = re.findall(r"^\| (`(?:GET|POST|PUT) [^|]+) \|", ROUTES, re.MULTILINE)
    told = {route for row in rows for route in re.findall(r"`([^`]+)`", row)}
    assert told - {"GET /static/…"} == served


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
