"""Where a test keeps its journal; what goes into it is in journal_kit."""

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"
