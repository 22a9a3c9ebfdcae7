"""Positions by their GNU Backgammon ID, as other programs write them."""

from kiosk.rules.board import BAR, ID_BITS, ID_DIGITS, BoardError, Position
from kiosk.rules.units import SIDES, Side

_LENGTH = 14


def from_position_id(text: str, on_roll: Side) -> Position:
    """The position of a position ID (see `position_id`); checkers it does not mention are off.

    Raises BoardError if the text is no position ID or the position is impossible.
    """
    if len(text) != _LENGTH or any(digit not in ID_DIGITS for digit in text):
        raise BoardError(f"{text!r} is no position ID: give {_LENGTH} base64 characters.")
    padded = 0
    for digit in text:
        padded = padded << 6 | ID_DIGITS.index(digit)
    key = int.from_bytes((padded >> 4).to_bytes(ID_BITS // 8, "big"), "little")
    sides: list[dict[int, int]] = []
    for _ in SIDES:
        counts: dict[int, int] = {}
        for point in range(1, BAR + 1):
            counts[point] = (~key & key + 1).bit_length() - 1  # the number of 1s below the lowest 0
            key >>= counts[point] + 1
        sides.append(counts)
    if key or padded & 15:
        raise BoardError(f"{text!r} is no position ID: bits follow the last checker.")
    waiting, rolling = sides
    return Position.from_points(
        *((rolling, waiting) if on_roll is Side.WHITE else (waiting, rolling))
    )
