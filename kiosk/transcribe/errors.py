"""Errors of the transcriber's command."""


class TranscribeError(Exception):
    """Root of every error of the transcriber's command: nothing can be written, and why."""


class NoJournalThere(TranscribeError):
    """A folder holds no journal, or more than one."""


class PlaysUnknown(TranscribeError):
    """A match cannot be analysed before all its plays are known."""


class AnalyserMissing(TranscribeError):
    """GNU Backgammon is not installed."""


class AnalyserFailed(TranscribeError):
    """GNU Backgammon gave no analysis."""
