"""Acts of the event that took something away, and whether each can be undone now. Pure."""

from kiosk.catalogue.consequences import Scores, consequence_words
from kiosk.catalogue.event_acts import fact_words
from kiosk.catalogue.text import Language, Text, format_text, text
from kiosk.catalogue.tournament import against_words
from kiosk.director.event.desk import ActPreview
from kiosk.director.http.answer_shapes import UndoableAct
from kiosk.director.people.roles import Role, may_act
from kiosk.tournament.consequences import CallEnds
from kiosk.tournament.results import TakeMatch
from kiosk.tournament.tournament import Tournament, UndoRecord
from kiosk.tournament.undoing import rests_on

TAKES = frozenset(
    {
        *("Correct", "Reopen", "Award", "TakeMatch", "PlayAgain", "RuleOnClaim", "ArrangeRound"),
        *("Uncall", "PutOff", "Move", "TakeOut", "TakeBackIn", "Scratch", "RemoveDivision"),
        *(
            "DrawDivision",
            "TakeDrawBack",
            "CloseLatePlaces",
            "GivePlace",
            "SwapPlaces",
            "SetTables",
            "SetRounds",
        ),
        *("SetRoundDates", "TakeSwissRoundBack", "VoidGame", "Undo", "TakeUp", "TurnAway"),
    }
)
"""Acts that may take a match, a table or a place away: the page previews them."""
ADDS = frozenset({"Enter", "TakeLate", "CorrectPlayer", "BeginNextEvent"})
"""Acts that may enter a person twice, or put an event away: the page previews them, too."""


def looked_words(kind: str, looked: ActPreview, scores: Scores) -> tuple[Text, ...]:
    """Sentences about what an act of this kind will take away, and whom it may enter twice.

    Leaving the table is no loss to players whose match has a result, unless the match is being
    played there.
    """
    found = [
        each
        for each in looked.found
        if kind != TakeMatch.__name__ or (isinstance(each, CallEnds) and each.match_id in scores)
    ]
    return (*looked.alike, *consequence_words(looked.event, found, scores))


def undoable_acts(
    event: Tournament, now_ms: int, role: Role, language: Language
) -> tuple[UndoableAct, ...]:
    """The newest first; `now_ms` since 1970, `role` of the user who would undo them."""
    return tuple(
        UndoableAct(
            each.first,
            each.at_ms,
            each.by,
            format_text(fact_words(each.before, each.fact), language),
            _against(event, each, now_ms, role, language),
        )
        for each in reversed(event.undoable)
    )


def _against(
    event: Tournament, act: UndoRecord, now_ms: int, role: Role, language: Language
) -> tuple[str, ...]:
    if not (may_act(role, "Undo") and may_act(role, act.act)):
        return (format_text(text("Your role does not allow this: ask the director"), language),)
    found = rests_on(event, act, now_ms)
    return tuple(format_text(against_words(each, event), language) for each in found)
