"""Seats of a demo's players, and the halves a rule book has the dice thrown into."""

from kiosk.rules.rulebook import ClockSystem, MixerUse, RollArea, RuleBook
from kiosk.rules.table import ClockButton, DicePairs, Half, PictureSeat, Seat, SetUp
from kiosk.rules.units import SIDES, BySide, Side

SEATS = BySide(
    white=Seat(PictureSeat.BOTTOM, Half.PICTURE_RIGHT, ClockButton.RIGHT, "white"),
    black=Seat(PictureSeat.TOP, Half.PICTURE_RIGHT, ClockButton.LEFT, "black"),
)
NAMES = BySide("Ada", "Bo")


def set_up(book: RuleBook) -> SetUp:
    """The table's set-up under a rule book, with a counting baffle box if the book allows it."""
    box = book.roll.mixer is MixerUse.ALLOWED and book.roll.area_with_mixer is RollArea.MIXER_HALF
    clocked = book.clock.system is not ClockSystem.NONE
    dice = book.dice.with_clock if clocked else book.dice.without_clock
    return SetUp(
        seats=SEATS,
        mixer=Half.PICTURE_LEFT if box else None,
        tower=box,
        dice=DicePairs(dice.value),
    )


def halves(setup: SetUp, by: Side | None) -> tuple[Half, Half]:
    """Halves where the dice of a throw belong; `by` None: each side throws one, White's first."""
    first, second = (by, by) if by is not None else SIDES
    return _half(setup, first), _half(setup, second)


def _half(setup: SetUp, side: Side) -> Half:
    return setup.mixer or setup.seats.of_side(side).right_half
