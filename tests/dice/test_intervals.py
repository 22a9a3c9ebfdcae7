"""Bounds against known values."""

from __future__ import annotations

import pytest

from kiosk.dice.intervals import failures, upper_bound


@pytest.mark.parametrize(
    ("wrong", "of", "bound"),
    [(0, 162, 0.0183), (0, 300, 0.00994), (0, 3000, 0.000998), (1, 100, 0.0466), (5, 50, 0.1998)],
)
def test_bounds_are_those_of_the_tables(wrong: int, of: int, bound: float) -> None:
    assert upper_bound(wrong, of) == pytest.approx(bound, rel=0.01)


@pytest.mark.parametrize(
    ("wrong", "of", "bound"), [(250, 2000, 0.1378229), (1200, 3000, 0.4149464)]
)
def test_many_failures_have_a_bound_too(wrong: int, of: int, bound: float) -> None:
    """Worked out with 60 decimal digits."""
    assert upper_bound(wrong, of) == pytest.approx(bound, abs=1e-7)


def test_all_wrong_is_bounded_by_one_only() -> None:
    assert upper_bound(3, 3) == 1.0


def test_a_zero_never_stands_without_its_bound() -> None:
    assert failures(0, 300) == "0/300 (95 % bound 0.99 %)"
