"""Every command there is, by its name."""

from kiosk.rules.command import Command as Command  # noqa: PLC0414
from kiosk.rules.command import Order as Order  # noqa: PLC0414
from kiosk.rules.decide import COMMANDS
from kiosk.rules.times.acts import TimeMode as TimeMode  # noqa: PLC0414

globals().update({command.__name__: command for command in COMMANDS})
