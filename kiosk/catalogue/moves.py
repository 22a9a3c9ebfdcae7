"""Words and forms of errors on the board and their correction."""

from collections.abc import Mapping

from kiosk.catalogue.form import FormDrawer, OrderContext, OrderForm, Values, choice, why, yes_no
from kiosk.catalogue.key import Key, KeyPlace, KeySheet, Situation, in_row, on_sheet
from kiosk.catalogue.sentence import DIRECTOR, ROLLS, Sentence, either, event_text, other_side
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import EACH, Verb, order_verb
from kiosk.rules.moves.acts import (
    DieLiftedTapped,
    IllegalMoveAgreed,
    IllegalMoveDenied,
    IllegalMovePointedOut,
    IllegalMoveRuled,
    IllegalMoveTapped,
    SetUpErrorTapped,
)
from kiosk.rules.moves.facts import (
    DieLiftNoted,
    MoveChallenged,
    MoveStands,
    MoveTakenBack,
    SetUpErrorFound,
)
from kiosk.rules.rulebook import MoveAccuser
from kiosk.rules.tap import TapOption

# --- keys ----------------------------------------------------------------------------------------


def _denied(_way: TapOption, at: Situation) -> KeyPlace:
    """Place the key that denies a claim, withdraws the own one, or contests what holds."""
    kind, place = IllegalMoveDenied.__name__, (4, 1)
    if kind in at.own:
        return in_row(text("Take it back"), place)
    if kind in at.idle:
        return in_row(text("I disagree"), place)
    return in_row(text("No"), place)


KEYS = (
    Key(IllegalMoveTapped, on_sheet(text("Illegal move"), KeySheet.OBJECT, 0)),
    Key(
        IllegalMoveAgreed,
        in_row(text("Yes"), (3, 0)),
        answers=True,
        settles=text("the yes to the illegal move"),
    ),
    Key(IllegalMoveDenied, _denied, answers=True),
    Key(DieLiftedTapped, on_sheet(text("Die picked up since the move"), KeySheet.OBJECT, 1)),
    Key(SetUpErrorTapped, on_sheet(text("Wrong set-up"), KeySheet.OBJECT, 2)),
)

# --- facts ---------------------------------------------------------------------------------------

SENTENCES = (
    Sentence(
        MoveChallenged, event_text("{by} says that the last move of {side} was illegal."), DIRECTOR
    ),
    Sentence(
        MoveTakenBack,
        either(
            lambda event: event.roll is None,
            event_text("{side} takes the turn back and rolls."),
            either(
                lambda event: event.after_delay,
                event_text("{side} moves again with {roll}, once the delay has run out."),
                event_text("{side} moves again with {roll}."),
            ),
        ),
        DIRECTOR,
    ),
    Sentence(
        MoveStands,
        either(
            lambda event: event.by,
            event_text("{by} rules, because {why}: The move of {side} stands."),
            event_text("The move of {side} stands."),
        ),
        DIRECTOR,
    ),
    Sentence(
        DieLiftNoted,
        event_text("{side} says that {other} has picked up a die.", other=other_side),
        ROLLS,
    ),
    Sentence(
        SetUpErrorFound,
        either(
            lambda event: event.must,
            event_text("{side} finds the checkers set up wrong; it must be put right."),
            event_text("{side} finds the checkers set up wrong; it is put right."),
        ),
        DIRECTOR,
    ),
)

# --- the director's orders -----------------------------------------------------------------------

ACCUSERS: Mapping[MoveAccuser, Text] = {
    MoveAccuser.DIRECTOR: text("the director"),
    MoveAccuser.OBSERVER: text("the observer"),
    MoveAccuser.INVITED_SPECTATORS: text("a spectator asked by both players"),
}
"""People beside the players who may point out an illegal move."""


def _move(values: Values, _seen: OrderContext) -> tuple[Text, ...]:
    if values["illegal"]:
        return (text("The move was illegal: it is made again."),)
    return (text("The move stands, and play goes on."),)


def _accuse(values: Values, _seen: OrderContext) -> tuple[Text, ...]:
    return (
        text(
            "{who} says that the last move is illegal; the mover agrees or not.",
            who=ACCUSERS[values["accuser"]],
        ),
    )


FORMS = (
    OrderForm(
        "move",
        IllegalMoveRuled,
        text("Rule on a move"),
        text("Rule on the move"),
        (yes_no("illegal", text("The last move"), text("was illegal"), text("stands")), why()),
        _move,
        FormDrawer.GAME,
        place=1,
    ),
    OrderForm(
        "accuse",
        IllegalMovePointedOut,
        text("Point out an illegal move"),
        text("Point it out"),
        (choice("accuser", text("Who saw it"), *ACCUSERS.items()), why()),
        _accuse,
        FormDrawer.GAME,
        place=1,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(
        IllegalMoveTapped,
        "says move was illegal",
        "Says that the last move was illegal and has it corrected.",
        EACH,
    ),
    order_verb(
        IllegalMovePointedOut,
        "points out illegal move",
        "Somebody else than the players points the last move out as illegal.",
        accuser="who",
    ),
    Verb(IllegalMoveAgreed, "agrees about move", "Agrees, and moves again.", EACH),
    Verb(
        IllegalMoveDenied,
        "denies illegal move",
        "Who moved: denies it, the director rules. Who said it: takes it back.",
        EACH,
    ),
    order_verb(
        IllegalMoveRuled,
        "rules on move",
        "Rules whether the move was illegal.",
        illegal="it was",
    ),
    Verb(
        DieLiftedTapped,
        "says die was lifted",
        "Says that the side on turn has picked up a die since the last move.",
        EACH,
    ),
    Verb(
        SetUpErrorTapped,
        "says set-up is wrong",
        "Says that the checkers were set up wrong; both resume once they are put right.",
        EACH,
    ),
)
