"""`kiosk transcribe`: a match's record with its plays, from the pictures beside its journal."""

from collections.abc import Sequence
from pathlib import Path

from kiosk.record import Supplement, format_record
from kiosk.record.form import Record
from kiosk.record.transcription import Plays
from kiosk.record.transcripts import read_transcript, transcripts_beside
from kiosk.transcribe.board_reader import BoardReader, CheckerReader
from kiosk.transcribe.document import transcript_json
from kiosk.transcribe.errors import NoJournalThere
from kiosk.transcribe.inferred import InferredMatch, infer_match, pictures_named, summary
from kiosk.transcribe.pictures import read_pictures
from kiosk.transcribe.score_sheet import score_sheet
from vision.errors import NetMissing

PICTURES = "pictures"


def journal_at(source: Path) -> Path:
    """The journal that is meant: the file itself, or the only `.db` of a folder.

    Raises NoJournalThere.
    """
    if not source.is_dir():
        return source
    usual = source / "journal.db"
    found = [usual] if usual.is_file() else sorted(source.glob("*.db"))
    if len(found) == 1:
        return found[0]
    if not found:
        raise NoJournalThere(
            f"{source} holds no journal, so no roll and no score is known: name a table's journal "
            "or a director's database"
        )
    raise NoJournalThere(f"{source} holds {_listed(found)}: name one of them")


def _listed(files: Sequence[Path]) -> str:
    return ", ".join(file.name for file in files)


def transcribe_match(
    record: Record, pictures: Path, reader: BoardReader | None = None
) -> InferredMatch:
    """The plays of a recorded match from the pictures in this folder. Raises NetMissing."""
    names = pictures_named(record)
    read = read_pictures(names, pictures, reader or CheckerReader())
    return infer_match(record, read.seen, read.lacks(names))


def plays_of(record: Record, journal: Path, pictures: Path) -> Plays:
    """What is known to have been played: from the transcript beside a director's database, else
    from the pictures; nothing while the match goes on, or where the net is missing.
    """
    if record.result is None:
        return {}
    kept = read_transcript(transcripts_beside(journal), record.journal_id, record.match_id)
    if kept is not None:
        return kept.plays
    try:
        return transcribe_match(record, pictures).plays
    except NetMissing:
        return {}


def picture_bytes(pictures: Path, name: str) -> bytes | None:
    """The file of a picture; None: it is missing."""
    file = pictures / f"{name}.jpg"
    return file.read_bytes() if file.is_file() else None


def format_match(match: InferredMatch, form: str, supplement: Supplement) -> bytes:
    """A file of it: `text`, `json`, `mat`, `sgf` or `ogxm`. Raises as `format_record`."""
    if form == "text":
        return score_sheet(match).encode()
    if form == "json":
        return transcript_json(match)
    with_plays = Supplement(match.plays, supplement.heading, supplement.sign)
    return format_record(match.record, form, with_plays)


def report_lines(match: InferredMatch) -> tuple[str, ...]:
    """What a person reads beside a file: how much is known, and what is not."""
    return (summary(match), *match.lacks)
