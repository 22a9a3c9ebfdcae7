"""Rule books, each read once a process: some forty tests and kits take one as they are imported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kiosk import books
from kiosk.rules.rulebook import RuleBook

_READ: dict[str, RuleBook] = {}


def load(profile: str, settings: Mapping[str, Any] | None = None) -> RuleBook:
    """As `kiosk.books.load` of the shipped books."""
    asked = f"{profile} {sorted((settings or {}).items())}"
    if asked not in _READ:
        _READ[asked] = books.load(profile, settings)
    return _READ[asked]
