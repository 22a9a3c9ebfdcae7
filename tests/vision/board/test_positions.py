"""The cells of a position, and what they say of themselves."""

import math

import pytest

from vision.board import SIGNED_COUNTS, CheckerCell, CheckerPositions


def cell(**shares: float) -> CheckerCell:
    """A cell with shares of counts: n3 is -3, p2 is 2; all others have next to none."""
    logs = dict.fromkeys(SIGNED_COUNTS, -50.0)
    for name, share in shares.items():
        logs[int(name[1:]) * (-1 if name[0] == "n" else 1)] = math.log(share)
    return CheckerCell(tuple(logs[count] for count in SIGNED_COUNTS))


def test_counts_run_from_none_over_colour_0s_to_colour_1s() -> None:
    assert (*range(16), *range(-15, 0)) == SIGNED_COUNTS


@pytest.mark.parametrize(
    ("shares", "count", "share"),
    [({"p0": 0.9, "p1": 0.1}, 0, 0.9), ({"n3": 0.8, "p3": 0.2}, -3, 0.8), ({"p15": 0.5}, 15, 1.0)],
)
def test_the_likeliest_count_and_its_share(
    shares: dict[str, float], count: int, share: float
) -> None:
    assert cell(**shares).likeliest == count
    assert cell(**shares).share == pytest.approx(share)


def test_a_constant_in_the_logs_changes_nothing() -> None:
    one = cell(p2=0.7, n2=0.3)
    assert one.logs is not None
    shifted = CheckerCell(tuple(log + 123.0 for log in one.logs))
    assert shifted.likeliest == 2
    assert shifted.share == pytest.approx(0.7)


def test_what_cannot_be_seen_has_no_count() -> None:
    hidden = CheckerCell(None)
    assert hidden.likeliest is None
    assert hidden.share == 0.0
    some = cell(p0=1.0)
    assert CheckerPositions((some,) * 24, (some, some)).trays == (hidden, hidden)
