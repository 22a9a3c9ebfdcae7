"""All errors of this package: what is wrong, the offending value, what to do.

DemoError(Exception)
├── DemoMisused    wrong use: a folder that holds a journal, an unknown profile
├── ProcessGone
│   ├── TableProcessGone     the table's process or its socket went away
│   ├── ScreenProcessGone    the screen's
│   └── DirectorProcessGone  the director's
├── NotShown       the screen does not show what a player wants to tap
├── BrowserFailed  no picture of the console
├── OrderFailed    the director's order was refused or not answered
│   └── OutOfDate     the event has changed since the client read it
└── Stuck          the table did not come to what the players wait for
"""


class DemoError(Exception):
    """A demo that can't go on."""


class DemoMisused(DemoError):
    """The demo was started with unusable options."""


class ProcessGone(DemoError):
    """A process of the demo, or its socket, went away."""


class TableProcessGone(ProcessGone):
    """The table's process or its socket went away."""


class ScreenProcessGone(ProcessGone):
    """The screen's process or its socket went away."""


class DirectorProcessGone(ProcessGone):
    """The director's process went away, or it does not answer."""


class NotShown(DemoError):
    """No control shown by the screen does what a player wants."""


class BrowserFailed(DemoError):
    """The browser made no picture; the demo goes on without."""


class OrderFailed(DemoError):
    """An order of the script director's was refused, or not answered."""


class OutOfDate(OrderFailed):
    """The event has changed since the client read it; read it again."""


class Stuck(DemoError):
    """The players waited, retried, and waited again without effect."""
