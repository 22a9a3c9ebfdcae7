"""All errors of the screen's process.

ScreenError
├── ScreenUnavailable       nothing to draw on: no display, and no way to draw off screen
├── ScreenMisused(ValueError)  a size that can't be used
└── TapRefused              a driver's request that the current screen can't do
"""


class ScreenError(Exception):
    """The screen can't go on, or can't do what was asked."""


class ScreenUnavailable(ScreenError):
    """There is nothing to draw on."""


class ScreenMisused(ScreenError, ValueError):
    """A size that can't be used."""


class TapRefused(ScreenError):
    """A driver's request that is malformed, or for something the screen does not show."""
