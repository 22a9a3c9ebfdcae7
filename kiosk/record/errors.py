"""The errors of this package.

RecordError(Exception)
├── MatchMissing      these rows hold no such match
├── NothingRolled     a match without a roll has no games of turns
└── RowsMakeNoSense   the rows contradict each other
"""


class RecordError(Exception):
    """A record that can't be made."""


class MatchMissing(RecordError):
    """These rows hold no such match."""


class NothingRolled(RecordError):
    """A match without a roll has no games of turns."""


class RowsMakeNoSense(RecordError):
    """Each of these rows can be read, but together they are not a match."""
