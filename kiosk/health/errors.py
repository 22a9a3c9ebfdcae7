"""All errors of this package.

HealthError
├── CommandMissing   a program of the system is missing
├── CommandHung      it did not end in time
└── Unlookable       this machine lacks it, or reports it in an unknown form
"""


class HealthError(Exception):
    """A part of the machine could not be examined."""


class CommandMissing(HealthError):
    """A program of the system is missing."""


class CommandHung(HealthError):
    """A program of the system did not end in time."""


class Unlookable(HealthError):
    """This machine lacks what was to be examined, or reports it in an unknown form."""
