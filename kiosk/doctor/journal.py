"""Checks that the journal is intact, and whether a match is open. Nothing is changed."""

from pathlib import Path

from kiosk.doctor.facts import JournalFacts, JournalTrouble
from kiosk.health.errors import Unlookable
from kiosk.journal.errors import (
    HeadMismatch,
    JournalDamaged,
    JournalError,
    JournalOdd,
    JournalTooNew,
    NotAJournal,
)
from kiosk.journal.reading import is_absent, read
from kiosk.rules.match import Phase
from kiosk.table.note import HaltNote
from kiosk.wire.errors import WireError
from kiosk.wire.replay import fold_rows


def read_journal(path: Path) -> JournalFacts:
    """Read the journal from end to end, and check it against its head files.

    Raises Unlookable if it can't be read now.
    """
    halted = HaltNote(path).read()
    try:
        if is_absent(path):
            return JournalFacts(str(path), halted=halted)
        replay = fold_rows(read(path))
    except (JournalDamaged, HeadMismatch) as error:
        return JournalFacts(str(path), trouble=JournalTrouble.DAMAGED, why=str(error))
    except (NotAJournal, JournalOdd) as error:
        return JournalFacts(str(path), trouble=JournalTrouble.NOT_OURS, why=str(error))
    except (JournalTooNew, WireError) as error:
        return JournalFacts(str(path), trouble=JournalTrouble.TOO_NEW, why=str(error))
    except (JournalError, OSError) as error:
        raise Unlookable(str(error)) from error
    phase = replay.match.phase
    return JournalFacts(
        str(path),
        rows=replay.last_seq,
        match_id=replay.match_id,
        open=replay.match.opened is not None and phase is not Phase.MATCH_OVER,
        halted=halted,
        matches=len(replay.matches),
    )
