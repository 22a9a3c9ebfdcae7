"""Errors of the transcriber's command."""


class TranscribeError(Exception):
    """Root of every error of the transcriber's command: nothing can be written, and why."""


class NoJournalThere(TranscribeError):
    """A folder holds no journal, or more than one."""
