"""What events call the devices a table can lose: the one list of them.

An event's `device` is any text, as a journal may name a device that this program does not know.
"""

from collections.abc import Mapping
from enum import StrEnum

from kiosk.rules.table import ClockButton


class DeviceName(StrEnum):
    CAMERA = "camera"
    TOWER = "tower"
    """The baffle box's electronics: they do not answer."""
    TOWER_JAM = "tower_jam"
    """They answer, and say that a die is jammed in the box."""
    TOWER_LID = "tower_lid"
    """They say that the box is open."""
    TOWER_BEAM = "tower_beam"
    """They say that a beam is blocked, so that dice can't be counted."""
    BUTTONS = "buttons"
    """Both clock buttons at once."""
    LEFT_BUTTON = "left_button"
    """It is stuck; the other one is not."""
    RIGHT_BUTTON = "right_button"
    DIRECTOR = "director"
    """The director's service, over the network."""
    DIRECTOR_STRANGER = "director_stranger"
    """Another machine answers in the director's place."""


BUTTON_NAMES: Mapping[ClockButton, DeviceName] = {
    ClockButton.LEFT: DeviceName.LEFT_BUTTON,
    ClockButton.RIGHT: DeviceName.RIGHT_BUTTON,
}
