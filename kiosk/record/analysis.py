"""What an analysis says of a match: error rate and luck of each side, beside its transcript."""

from pathlib import Path

import msgspec

from kiosk.record.transcripts import transcript_file
from kiosk.rules.units import Side


class SideAnalysis(msgspec.Struct, frozen=True):
    """In millipoints of equity a decision, and in all; None: the analyser gives none.

    `luck_rate` is of each roll, `luck` of all together, in points of equity.
    """

    error_rate: float | None
    checker_error_rate: float | None
    cube_error_rate: float | None
    luck_rate: float | None
    luck: float | None
    rating: str


class MatchAnalysis(msgspec.Struct, frozen=True):
    """Of a match with so many turns, as it was written at row `last_seq` with so many `answers`."""

    journal_id: str
    match_id: str
    last_seq: int
    answers: int
    analyser: str
    settings: str
    sides: dict[Side, SideAnalysis]


def analysis_file(folder: Path, journal_id: str, match_id: str) -> Path:
    """Where the analysis of a match lies, beside its transcript."""
    return transcript_file(folder, journal_id, match_id).with_suffix(".analysis")


def read_analysis(folder: Path, journal_id: str, match_id: str) -> MatchAnalysis | None:
    """The analysis of a match; None if there is none, or none that can be read."""
    try:
        content = analysis_file(folder, journal_id, match_id).read_bytes()
        return msgspec.json.decode(content, type=MatchAnalysis)
    except (OSError, msgspec.MsgspecError):
        return None
