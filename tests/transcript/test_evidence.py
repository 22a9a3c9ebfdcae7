"""What a misread picture costs: by cell, by neighbours, by picture, again and again."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kits.transcript_kit import Flaws, cell, read, signed

from kiosk.rules.board import BAR, Position
from kiosk.rules.plays import legal_plays
from kiosk.rules.units import BySide, Side
from kiosk.transcript import HIDDEN, BoardCell, BoardReading
from kiosk.transcript.anchor import anchor
from kiosk.transcript.evidence import CELL_CAP, PICTURE_CAP, REPEATED, SeenCell, merge, weigh

START = Position.start()
CLEAN = read(START, Random(1), Flaws())


def with_points(reading: BoardReading, **counts: int | None) -> BoardReading:
    """The reading with points (p13=4, by White's numbers) read as this many; None: hidden."""
    points = list(reading.points)
    for name, count in counts.items():
        points[int(name[1:]) - 1] = HIDDEN if count is None else cell(count)
    return BoardReading(tuple(points), reading.bar, reading.trays)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position that random legal plays lead to."""
    rng, board, side = Random(draw(st.integers(0, 2**32))), START, Side.WHITE
    for _ in range(draw(st.integers(0, 60))):
        plays = legal_plays(board, side, (rng.randint(1, 6), rng.randint(1, 6)))
        if plays:
            board = rng.choice(plays).board
        if board.winner:
            return board
        side = side.other
    return board


@given(board=positions(), seed=st.integers(0, 99))
def test_what_is_seen_rightly_costs_nothing_and_is_what_a_picture_alone_gives(
    board: Position, seed: int
) -> None:
    evidence = weigh(read(board, Random(seed), Flaws(trays=1.0)))
    assert evidence.cost(board) == 0
    assert anchor(board, evidence) == board


@given(board=positions(), other=positions())
def test_another_position_costs_something_up_to_the_cap(board: Position, other: Position) -> None:
    cost = weigh(read(board, Random(0), Flaws(trays=1.0))).cost(other)
    assert (cost > 0) is (board != other)
    assert cost <= PICTURE_CAP


def test_one_misread_cell_costs_its_cap_however_sure_the_reader_is() -> None:
    sure = BoardCell(tuple(0.0 if count == 3 else -1000.0 for count in range(31)))
    points = (*CLEAN.points[:7], sure, *CLEAN.points[8:])
    assert weigh(BoardReading(points)).cost(START) == 0  # White's 8 point holds three
    points = (*CLEAN.points[:5], sure, *CLEAN.points[6:])
    assert weigh(BoardReading(points)).cost(START) == CELL_CAP


def test_a_checker_read_on_its_neighbours_point_is_one_mistake() -> None:
    assert weigh(with_points(CLEAN, p8=2, p9=1)).cost(START) == CELL_CAP
    assert weigh(with_points(CLEAN, p8=2, p10=1)).cost(START) == 2 * CELL_CAP
    # Over the bar no point is a neighbour, and a third beside two is a mistake of its own.
    assert weigh(with_points(CLEAN, p6=4, p7=1)).cost(START) == 2 * CELL_CAP
    assert weigh(with_points(CLEAN, p8=2, p9=1, p10=-1)).cost(START) == 2 * CELL_CAP


def test_a_mistake_made_again_counts_less_as_long_as_nothing_moves_there() -> None:
    wrong = weigh(with_points(CLEAN, p13=4))
    assert wrong.cost(START, SeenCell(START, wrong)) == REPEATED * CELL_CAP
    assert wrong.cost(START, SeenCell(START, weigh(CLEAN))) == CELL_CAP
    moved = next(p.board for p in legal_plays(START, Side.WHITE, (2, 1)) if (13, 11) in p.moves)
    again = weigh(with_points(read(moved, Random(1), Flaws()), p13=5))
    assert again.cost(moved, SeenCell(START, weigh(with_points(CLEAN, p13=5)))) == CELL_CAP


def test_hidden_cells_cost_nothing_and_a_later_picture_shows_them() -> None:
    hidden = weigh(with_points(CLEAN, p13=None, p8=None))
    other = Position.from_points(
        {24: 2, 13: 3, 11: 2, 8: 1, 7: 2, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}
    )
    assert hidden.cost(START) == 0
    assert hidden.raw_cost(other) < weigh(CLEAN).raw_cost(other)
    assert merge(hidden, weigh(CLEAN)).raw_cost(other) == weigh(CLEAN).raw_cost(other)
    assert merge(None, hidden) == hidden


@pytest.mark.parametrize("swapped", [False, True])
def test_hit_checkers_lie_on_either_half_of_the_bar(swapped: bool) -> None:
    counts = {6: 5, 8: 3, 13: 5, 24: 1}
    board = Position.from_points(counts | {BAR: 1}, counts | {BAR: 1})
    assert signed(board)[23] == 1
    reading = read(board, Random(1), Flaws())
    bar = (cell(1), cell(-1))[:: -1 if swapped else 1]
    assert weigh(BoardReading(reading.points, bar)).cost(board) == 0
    assert weigh(BoardReading(reading.points, (cell(0), cell(-1)))).cost(board) == CELL_CAP
    assert weigh(BoardReading(reading.points, (HIDDEN, HIDDEN))).cost(board) == 0


def test_a_tray_seen_speaks_for_its_side() -> None:
    board = Position.from_points({1: 2, 3: 2}, {1: 3})
    reading = read(board, Random(1), Flaws())
    for off, cost in (((11, -12), 0), ((10, -12), CELL_CAP), ((11, -11), CELL_CAP)):
        trays = BySide(cell(off[0]), cell(off[1]))
        assert weigh(BoardReading(reading.points, reading.bar, trays)).cost(board) == cost


@pytest.mark.parametrize("logs", [(0.0,) * 30, (float("-inf"),) * 31, (float("nan"),) * 31])
def test_a_cell_is_refused_that_is_none(logs: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="cell"):
        BoardCell(logs)


def test_a_reading_has_24_points() -> None:
    with pytest.raises(ValueError, match="24 points, not 23"):
        BoardReading((HIDDEN,) * 23)
