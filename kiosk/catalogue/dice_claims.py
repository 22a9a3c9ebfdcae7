"""Words and forms of claims about the dice, agreed or contested."""

from collections.abc import Mapping

from kiosk.catalogue.form import FormDrawer, OrderContext, OrderForm, Values, side, why
from kiosk.catalogue.key import Key, KeySheet, in_row, on_sheet
from kiosk.catalogue.sentence import (
    CLOCK,
    ROLLS,
    ROLLS_DIRECTOR,
    DirectorAsk,
    Sentence,
    either,
    event_text,
    other_side,
)
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import EACH, Verb, order_verb
from kiosk.rules.dice_claims import (
    ClosedOutDeclared,
    ClosedOutSaid,
    DelayForfeited,
    DelayForfeitOrdered,
    DiceClaimAgreed,
    DiceClaimed,
    DiceClaimGranted,
    DiceContested,
    DiceDisputed,
    EarlyPickupClaimed,
    EarlyPickupNoted,
    OneDieLiftedClaimed,
)
from kiosk.rules.match.dicing import DiceMatter

# --- keys ----------------------------------------------------------------------------------------

KEYS = (
    Key(ClosedOutDeclared, on_sheet(text("I am closed out"), KeySheet.DICE, 2)),
    Key(EarlyPickupClaimed, on_sheet(text("Dice taken too early"), KeySheet.DICE, 3)),
    Key(OneDieLiftedClaimed, on_sheet(text("Only one die was lifted"), KeySheet.DICE, 4)),
    Key(
        DiceClaimAgreed,
        in_row(text("Yes"), (3, 0)),
        answers=True,
        settles=text("the yes about the dice"),
    ),
    Key(DiceContested, in_row(text("I disagree"), (4, 1)), answers=True),
)

# --- facts ---------------------------------------------------------------------------------------

CLAIMS: Mapping[DiceMatter, Text] = {
    DiceMatter.EARLY_PICKUP: text("the dice were taken before the turn was over"),
    DiceMatter.ONE_DIE_LIFTED: text("one of the dice was lifted"),
    DiceMatter.CLOSED_OUT: text("no roll can be played"),
    DiceMatter.CROWDED: text("the home board is crowded"),
    DiceMatter.REROLL: text("the roll does not count"),
}


def dispute_orders(event: DiceDisputed) -> tuple[str, ...]:
    """The forms that rule on what is contested."""
    pickup = event.matter is DiceMatter.EARLY_PICKUP
    return ("dispute", "delay") if pickup else ("dispute",)


SENTENCES = (
    Sentence(ClosedOutSaid, event_text("{side} says that no roll can be played."), ROLLS),
    Sentence(DiceClaimed, event_text("{side} says that {matter}.", matter=CLAIMS), ROLLS),
    Sentence(DiceClaimGranted, event_text("{side} agrees that {matter}.", matter=CLAIMS), ROLLS),
    Sentence(
        DiceDisputed,
        either(
            lambda event: event.matter is DiceMatter.REROLL,
            event_text("{side} contests that {other}'s roll is rolled again.", other=other_side),
            event_text(
                "{side} contests what {other} says: {matter}.", other=other_side, matter=CLAIMS
            ),
        ),
        ROLLS_DIRECTOR,
        asks=DirectorAsk(dispute_orders),
    ),
    Sentence(
        EarlyPickupNoted,
        event_text("{side} took the dice before {other}'s turn was over.", other=other_side),
        ROLLS,
    ),
    Sentence(
        DelayForfeited,
        either(
            lambda event: event.by is None,
            event_text("{side} waits out the delay before the next turn starts."),
            event_text(
                "{side} waits out the delay before the next turn starts, as {by} rules, "
                "because {why}."
            ),
        ),
        CLOCK,
    ),
)

# --- the director's orders -----------------------------------------------------------------------


def _delay(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    name = seen.names.of_side(values["side"])
    return (text("{name} took the dice too early; what that costs, the book says.", name=name),)


FORMS = (
    OrderForm(
        "delay",
        DelayForfeitOrdered,
        text("Dice taken early"),
        text("Take the delay"),
        (side(text("Who took them too early")), why()),
        _delay,
        FormDrawer.CLOCK,
        place=1,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(
        ClosedOutDeclared,
        "says it is closed out",
        "Says that no roll can be played, and does not roll.",
        EACH,
    ),
    Verb(
        EarlyPickupClaimed,
        "claims early pickup",
        "Says that the other took the dice before the turn was over.",
        EACH,
    ),
    Verb(
        OneDieLiftedClaimed,
        "claims one die lifted",
        "Says that the side on turn has lifted one die a centimetre or more.",
        EACH,
    ),
    Verb(DiceContested, "contests about dice", "Contests it; the director rules."),
    order_verb(
        DelayForfeitOrdered,
        "forfeits delay",
        "Rules that a side took the dice too early.",
        side="which side",
    ),
)
