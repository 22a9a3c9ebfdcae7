"""Words and forms of a mistaken press given back."""

from kiosk.catalogue.form import FormDrawer, OrderContext, OrderForm, Values, why
from kiosk.catalogue.key import Key, KeyPlace, KeySheet, Situation, in_row, on_sheet
from kiosk.catalogue.sentence import CLOCK_DIRECTOR, Sentence, either, event_text
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import EACH, Verb, order_verb
from kiosk.rules.press_back import (
    PressBackAsked,
    PressBackDenied,
    PressBackOrdered,
    PressBackTapped,
    PressGivenBack,
    PressStands,
)
from kiosk.rules.tap import TapOption

# --- keys ----------------------------------------------------------------------------------------


def _given_back(_way: TapOption, at: Situation) -> KeyPlace:
    """Place the key: at hand for the side that pressed; on a sheet for the other, who has to roll;
    or as an answer.
    """
    if PressBackTapped.__name__ in at.idle:
        label = text("Undo press")
        return on_sheet(label, KeySheet.CLOCK, 9) if at.to_roll else in_row(label, (6, 3))
    return in_row(text("Yes, undo it"), (3, 0))


def _denied(_way: TapOption, at: Situation) -> KeyPlace:
    """Place the key by which the asking side withdraws, or the other refuses."""
    own = PressBackDenied.__name__ in at.own
    return in_row(text("Take it back") if own else text("No"), (4, 1))


KEYS = (
    Key(PressBackTapped, _given_back, answers=True),
    Key(PressBackDenied, _denied, answers=True),
)

# --- facts ---------------------------------------------------------------------------------------

SENTENCES = (
    Sentence(
        PressBackAsked,
        event_text("{side} says that the last press was made by mistake."),
        CLOCK_DIRECTOR,
        in_record=False,
    ),
    Sentence(
        PressStands, event_text("{side} lets the press stand."), CLOCK_DIRECTOR, in_record=False
    ),
    Sentence(
        PressGivenBack,
        either(
            lambda event: event.by is None,
            event_text("The press of {side} was a mistake, as both agree: the turn goes on."),
            event_text("{by} gives {side} its press back, because {why}: the turn goes on."),
        ),
        CLOCK_DIRECTOR,
    ),
)

# --- the director's orders -----------------------------------------------------------------------


def _goes_on(_values: Values, _seen: OrderContext) -> tuple[Text, ...]:
    return (
        text("The turn that was pressed away goes on, until the other side has rolled."),
        text("Both clocks stand as they did when it was pressed."),
    )


FORMS = (
    OrderForm(
        "press",
        PressBackOrdered,
        text("Give a press back"),
        text("Give it back"),
        (why(text("it was made by mistake")),),
        _goes_on,
        FormDrawer.CLOCK,
        place=9,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(
        PressBackTapped,
        "wants press back",
        "Says that the last press was a mistake, or agrees to that.",
        EACH,
    ),
    Verb(PressBackDenied, "lets press stand", "Does not agree, or takes its wish back.", EACH),
    order_verb(PressBackOrdered, "gives press back", "Gives the last press back."),
)
