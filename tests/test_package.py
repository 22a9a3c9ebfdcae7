"""What an installation holds."""

from pathlib import Path

import pytest
from setuptools import Distribution

ROOT = Path(__file__).parents[1]


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Those that pyproject.toml has setuptools put into a wheel."""
    monkeypatch.chdir(ROOT)
    distribution = Distribution()
    distribution.parse_config_files(["pyproject.toml"])
    return set(distribution.packages)


def test_the_lab_is_not_installed(packages: set[str]) -> None:
    assert [name for name in packages if f"{name}.".startswith("vision.lab.")] == []


def test_everything_else_is(packages: set[str]) -> None:
    there = {
        ".".join(file.parent.relative_to(ROOT).parts)
        for top in ("kiosk", "vision", "hardware")
        for file in (ROOT / top).rglob("__init__.py")
    }
    assert {name for name in there - packages if not name.startswith("vision.lab")} == set()
