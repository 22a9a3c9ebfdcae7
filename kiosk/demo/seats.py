"""Where everybody sits in a demo: the one arrangement of every demo table."""

from kiosk.rules.table import ClockButton, DicePairs, Half, PictureSeat, Seat, SetUp
from kiosk.rules.units import BySide

SETUP = SetUp(
    seats=BySide(
        white=Seat(PictureSeat.BOTTOM, Half.PICTURE_RIGHT, ClockButton.RIGHT, "white"),
        black=Seat(PictureSeat.TOP, Half.PICTURE_RIGHT, ClockButton.LEFT, "black"),
    ),
    mixer=Half.PICTURE_LEFT,
    tower=True,
    dice=DicePairs.SHARED_PAIR,
)
NAMES = BySide("Ada", "Bo")
