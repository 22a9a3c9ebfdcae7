"""The errors of this package.

RecordError(Exception)
└── MatchMissing   these rows hold no such match
"""


class RecordError(Exception):
    """A record that can't be made."""


class MatchMissing(RecordError):
    """These rows hold no such match."""
