"""Every error of the table's process.

TableError
├── TableSettingsError(ValueError) a configuration that can't be used: file, key, range
├── InboxFull                   more was reported than the table could decide
├── RestoreFailed               a journal that can't be put back whole
├── TableHalted                 a commit failed; the table stopped itself
└── ControlRefused              a request on the control socket that makes no sense
"""


class TableError(Exception):
    """The table can't go on, or can't do what was asked."""


class TableSettingsError(TableError, ValueError):
    """A configuration that can't be used. The message names file, key and range."""


class InboxFull(TableError):
    """More was reported than the table could decide; nothing is dropped in silence."""


class TableHalted(TableError):
    """A commit failed. What was decided since is not shown and not done."""


class ControlRefused(TableError):
    """A request on the control socket that makes no sense."""


class RestoreFailed(TableError):
    """A journal that can't be put back, or only with a loss that was not accepted."""
