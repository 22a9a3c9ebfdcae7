"""Words of matches assigned to a table, taken over from another one, or put away."""

from kiosk.catalogue.sentence import DIRECTOR, Sentence, event_text
from kiosk.rules.assignment import MatchPutAway, TableTakenOver

SENTENCES = (
    Sentence(MatchPutAway, event_text("{by} takes the match from this table: {why}."), DIRECTOR),
    Sentence(
        TableTakenOver,
        event_text(
            "Journal {by_journal_id} goes on with the match of journal {old_journal_id} from row "
            "{head_seq}."
        ),
        DIRECTOR,
        begins=True,
    ),
)
