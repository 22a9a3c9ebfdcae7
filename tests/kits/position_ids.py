"""Positions by their GNU Backgammon ID, as other programs write them."""

from kiosk.rules.board import BAR, BoardError, Position
from kiosk.rules.units import SIDES, Side

_LENGTH = 14
_ID_BITS = 80
_ID_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def position_id(board: Position, on_roll: Side) -> str:
    """The 14 characters GNU Backgammon prints for this position with `on_roll` to roll.

    Key: for each side and each own point 1 to 25, one 1 bit per checker, then a 0; first bit
    lowest. The side *not* on roll comes first. Layout: GNU Backgammon manual, "A technical
    description of the Position ID".
    """
    key, bit = 0, 0
    for side in (on_roll.other, on_roll):
        for point in range(1, BAR + 1):
            count = board.checkers_on(side, point)
            key |= ((1 << count) - 1) << bit
            bit += count + 1
    padded = int.from_bytes(key.to_bytes(_ID_BITS // 8, "little"), "big") << 4
    return "".join(_ID_DIGITS[padded >> shift & 63] for shift in range(_ID_BITS - 2, -1, -6))


def from_position_id(text: str, on_roll: Side) -> Position:
    """The position of a position ID (see `position_id`); checkers it does not mention are off.

    Raises BoardError if the text is no position ID or the position is impossible.
    """
    if len(text) != _LENGTH or any(digit not in _ID_DIGITS for digit in text):
        raise BoardError(f"{text!r} is no position ID: give {_LENGTH} base64 characters.")
    padded = 0
    for digit in text:
        padded = padded << 6 | _ID_DIGITS.index(digit)
    key = int.from_bytes((padded >> 4).to_bytes(_ID_BITS // 8, "big"), "little")
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
