"""The names of the devices a table can lose, as events use them.

An event's `device` is any text, as a journal may name a device that this program does not know.
"""

from collections.abc import Mapping
from enum import StrEnum

from kiosk.rules.table import ClockButton


class DeviceName(StrEnum):
    CAMERA = "camera"
    TOWER = "tower"
    """The baffle box's electronics do not answer."""
    TOWER_JAM = "tower_jam"
    """The electronics report a die jammed in the box."""
    TOWER_LID = "tower_lid"
    """The electronics report that the box is open."""
    TOWER_BEAM = "tower_beam"
    """The electronics report a blocked beam, so that dice can't be counted."""
    BUTTONS = "buttons"
    """Both clock buttons at once."""
    LEFT_BUTTON = "left_button"
    """The left button is stuck; the other one is not."""
    RIGHT_BUTTON = "right_button"
    DIRECTOR = "director"
    """The director's service, over the network."""
    DIRECTOR_STRANGER = "director_stranger"
    """Another machine answers at the director's address."""


BUTTON_NAMES: Mapping[ClockButton, DeviceName] = {
    ClockButton.LEFT: DeviceName.LEFT_BUTTON,
    ClockButton.RIGHT: DeviceName.RIGHT_BUTTON,
}
