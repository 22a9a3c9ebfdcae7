"""The small words of the core."""

import pytest
from kits.rules_kit import BLACK, WHITE

from kiosk.rules.units import BySide, require


def test_the_other_side() -> None:
    assert (WHITE.other, BLACK.other) == (BLACK, WHITE)


def test_one_value_for_each_side() -> None:
    pair = BySide("w", "b")
    assert (pair.of_side(WHITE), pair.of_side(BLACK)) == ("w", "b")
    assert pair.with_(WHITE, "x") == BySide("x", "b")
    assert pair.with_(BLACK, "x") == BySide("w", "x")
    assert pair.map(str.upper) == BySide("W", "B")
    assert BySide.both(3) == BySide(3, 3)


def test_a_promise_of_the_phase_table_is_kept_or_loud() -> None:
    assert require(0) == 0
    with pytest.raises(AssertionError, match="phase"):
        require(None)
