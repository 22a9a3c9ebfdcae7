"""Every error of this package: what is wrong, the offending value, what to do.

DemoError(Exception)
├── DemoMisused   wrong use: a folder that holds a journal, an unknown profile
├── TableGone     the table's process or its socket went away
└── Stuck         the table did not come to what the players wait for
"""


class DemoError(Exception):
    """A demo that can't go on."""


class DemoMisused(DemoError):
    """Started with something that can't be used."""


class TableGone(DemoError):
    """The table's process or its socket went away."""


class Stuck(DemoError):
    """The players waited, tried once more, and waited in vain."""
