"""Words and forms of a reopened game."""

from kiosk.catalogue.form import FormDrawer, OrderContext, OrderForm, Values, row, why
from kiosk.catalogue.key import Key, KeyPlace, KeySheet, Situation, in_row, on_sheet
from kiosk.catalogue.sentence import SCORE_DIRECTOR, LineStyle, Sentence, either, event_text
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import EACH, Verb, order_verb
from kiosk.rules.reopening import (
    GameReopened,
    ReopenAgreed,
    ReopenAsked,
    ReopenDeclined,
    ReopenDenied,
    ReopenOrdered,
    ReopenTapped,
)
from kiosk.rules.tap import TapOption

# --- keys ----------------------------------------------------------------------------------------


def _denied(_way: TapOption, at: Situation) -> KeyPlace:
    """Place the key by which the asking side withdraws, or the other refuses."""
    own = ReopenDenied.__name__ in at.own
    return in_row(text("Take it back") if own else text("No, it is over"), (2, 1))


KEYS = (
    Key(ReopenTapped, on_sheet(text("Play the last game on"), KeySheet.SCORE, 6)),
    Key(
        ReopenAgreed,
        in_row(text("Yes, play it on"), (1, 0)),
        answers=True,
        settles=text("the yes to playing the game on"),
    ),
    Key(ReopenDenied, _denied, answers=True),
)

# --- facts ---------------------------------------------------------------------------------------

SENTENCES = (
    Sentence(
        ReopenAsked, event_text("{side} says that the last game was not over."), SCORE_DIRECTOR
    ),
    Sentence(
        ReopenDeclined, event_text("{side} says that the last game stays over."), SCORE_DIRECTOR
    ),
    Sentence(
        GameReopened,
        either(
            lambda event: event.by is None,
            event_text("Game {number} is played on, as both sides agree: {score}."),
            either(
                lambda event: event.corrects_seq is None,
                event_text("{by} orders game {number} to be played on, because {why}: {score}."),
                event_text(
                    "{by} orders game {number} to be played on, because {why}: {score}, correcting "
                    "row {corrects_seq}."
                ),
            ),
        ),
        SCORE_DIRECTOR,
        look=LineStyle.BEGINS,
    ),
)

# --- the director's orders -----------------------------------------------------------------------


def _reopened(_values: Values, seen: OrderContext) -> tuple[Text, ...]:
    stands = text("The clocks stand until both players have put the position back.")
    waits = text("Play waits until both players have put the position back.")
    return (
        text("The last game goes on from where it was ended; its points are taken off."),
        stands if seen.match.clocked else waits,
    )


FORMS = (
    OrderForm(
        "reopen",
        ReopenOrdered,
        text("Play the last game on"),
        text("Play it on"),
        (why(text("it was ended by mistake")), row()),
        _reopened,
        FormDrawer.GAME,
        place=2,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(ReopenTapped, "wants game reopened", "Says that the last game was not over.", EACH),
    Verb(ReopenAgreed, "agrees to reopen", "Agrees that the last game is played on.", EACH),
    Verb(ReopenDenied, "denies reopening", "Does not agree, or takes its wish back.", EACH),
    order_verb(ReopenOrdered, "reopens game", "Has the last game played on."),
)
