"""Every error of this package.

HealthError
├── CommandMissing   a program of the system is not there
├── CommandHung      it did not end in time
└── Unlookable       what was to be looked at is not on this machine, or not told in our words
"""


class HealthError(Exception):
    """Something of the machine that could not be looked at."""


class CommandMissing(HealthError):
    """A program of the system is not there."""


class CommandHung(HealthError):
    """A program of the system did not end in time."""


class Unlookable(HealthError):
    """What was to be looked at is not on this machine, or not told in words known here."""
