"""What a director adds to the report by hand, and by which formula players are rated."""

import pytest
from kits.tournament_kit import drawn

from kiosk.tournament.decide import replayed
from kiosk.tournament.report import LONGEST_NOTE, NoteForReport, RateBy, StrikeNote
from kiosk.tournament.tournament import ReportMatter, ReportNote

REMOVED = {"matter": ReportMatter.SPECTATOR_REMOVED, "about": "Ola", "words": "He told the score"}


def test_notes_are_numbered_and_one_that_was_struck_is_kept_as_such() -> None:
    desk = drawn(4)
    desk.does(NoteForReport, **REMOVED)
    at_ms = desk.at_ms
    desk.does(NoteForReport, matter=ReportMatter.HIGHER_CLASS, about="Per", words="Too strong")
    desk.does(StrikeNote, number=1, why="it was another")
    assert {number: note.struck for number, note in desk.tournament.notes.items()} == {
        1: True,
        2: False,
    }
    first = ReportNote(
        ReportMatter.SPECTATOR_REMOVED, "Ola", "He told the score", "Kari", at_ms, struck=True
    )
    assert desk.tournament.notes[1] == first
    assert replayed(desk.kept) == desk.tournament
    assert desk.refused(StrikeNote, number=1, why="again") == {("unknown", "note 1")}
    assert desk.refused(StrikeNote, number=2, why=" ") == {("why_missing", "why")}


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"words": " "}, ("empty", "words")),
        ({"words": "x" * (LONGEST_NOTE + 1)}, ("bad_value", "letters 2001 (0–2000)")),
        ({"about": "x" * (LONGEST_NOTE + 1)}, ("bad_value", "letters 2001 (0–2000)")),
    ],
)
def test_a_note_has_words_and_not_too_many(
    changed: dict[str, str], reason: tuple[str, str]
) -> None:
    assert drawn(4).refused(NoteForReport, **{**REMOVED, **changed}) == {reason}


def test_the_formula_is_one_there_is_and_can_be_taken_back() -> None:
    desk = drawn(4)
    assert desk.tournament.formula == ""
    desk.does(RateBy, formula="fibs")
    assert desk.tournament.formula == "fibs"
    assert desk.refused(RateBy, formula="glicko") == {("unknown", "glicko")}
    desk.does(RateBy, formula="")
    assert desk.tournament.formula == ""
