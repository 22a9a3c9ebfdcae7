"""What the tests of the eyes share: calibrations out of truths, and the dice pictures' place."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

HERE = Path(__file__).resolve().parent


@pytest.fixture(scope="session")
def figures() -> ModuleType:
    """The module measure_reader.py, which is also a script."""
    spec = importlib.util.spec_from_file_location("measure_reader", HERE / "measure_reader.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import sys  # noqa: PLC0415 - dataclasses look their module up there

    sys.modules["measure_reader"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def scenes(figures: ModuleType) -> Path:
    """Where the dice pictures lie; skips when they are absent."""
    place: Path = figures.SCENES
    if not place.is_dir():
        pytest.skip(f"no dice pictures at {place}")
    return place
