"""What two players do in any match that is played by touch, and what is seen of it at the end."""

from collections.abc import Sequence
from pathlib import Path

from kiosk.rules.units import Side
from kits import events as e
from kits.touch_kit import Players

WHITE, BLACK = Side


def both(table: Players, kind: str) -> None:
    for side in Side:
        table.tap(side, kind)


def roll(table: Players, side: Side, *values: int) -> None:
    """One enters it, the other says yes."""
    table.tap(side, "RollEntered", *values)
    table.tap(side.other, "RollAgreed")


def opening(table: Players, white: int, black: int) -> None:
    """Each drops one die through the box, or both roll at once; the loser starts the clock."""
    both(table, "ReadyTapped")
    if table.shown.mixer is None:
        roll(table, WHITE, white, black)
    else:
        roll(table, WHITE, white)
        roll(table, BLACK, black)
    table.press(BLACK if white > black else WHITE)


def corrected(table: Players, by: Side, was: Sequence[int], *values: int) -> None:
    """The dice show something else than what was accepted, and the other agrees."""
    assert table.shown.game is not None
    assert table.shown.game.roll == tuple(was)
    table.tap(by, "RollDisputeTapped", *values, dice=2)
    table.tap(by.other, "RollAgreed")
    assert table.shown.game is not None
    assert table.shown.game.roll == values


def read_by_both(table: Players) -> None:
    """The director's ruling is on both halves until each has read it."""
    for side in (BLACK, WHITE):
        message = table.half(side).message
        assert message is not None
        assert "Dag" in message.title
        table.tap(side, "RulingTapped")
        assert table.half(side).message is None


def wins(table: Players, side: Side, level: int = 1) -> None:
    table.tap(side, "WinDeclared", level=level)
    table.tap(side.other, "WinAgreed")


def go_on(table: Players) -> None:
    """Each lets the clocks go on whose half asks for it."""
    for side in Side:
        if table.offers(side, "ResumeTapped"):
            table.tap(side, "ResumeTapped")


def press_if_asked(table: Players, side: Side) -> None:
    """Who took presses, where the book has it so."""
    if table.shown.running is side:
        table.press(side)


def happened(table: Players, *kinds: type[e.Event]) -> None:
    """These came to pass in this order, whatever came between."""
    told = iter(row.event() for row in table.rows())
    for kind in kinds:
        assert any(isinstance(event, kind) for event in told), f"{kind.__name__}, in its turn"


def signed(table: Players) -> None:
    """Both say that the result is right, and it goes to the director."""
    both(table, "ResultConfirmed")
    agreed = [(row.by, row.event()) for row in table.rows() if row.kind == "ResultAgreed"]
    assert [(by, event.side) for by, event in agreed] == [(side.value, side) for side in Side]
    assert table.shown.sides is not None
    assert all(table.shown.sides.of_side(side).confirmed for side in Side)
    reporter = next((side for side in Side if table.shows(side, "ResultReported")), None)
    if reporter is not None:
        table.tap(reporter, "ResultReported")


def kept(table: Players, folder: Path) -> None:
    """A picture of every step, none of them of an empty glass."""
    pictures = sorted((folder / "pictures").glob("*.png"))
    assert len(pictures) == len(table.steps)
    assert min(picture.stat().st_size for picture in pictures) > 4_000
