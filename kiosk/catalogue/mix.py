"""Words and forms of mixed dice and the baffle box."""

from collections.abc import Iterator, Mapping

from kiosk.catalogue.form import FormDrawer, OrderContext, OrderForm, Values, choice, tick, why
from kiosk.catalogue.key import Key, KeyPlace, KeySheet, Situation, in_row, on_sheet
from kiosk.catalogue.matter import DirectorNeed, OpenMatter, Wait
from kiosk.catalogue.sentence import ROLLS, EventText, Sentence, either, event_text
from kiosk.catalogue.terms import side
from kiosk.catalogue.text import Text, join_with_commas, text
from kiosk.catalogue.verb import EACH, Verb, order_verb
from kiosk.rules.match import Match
from kiosk.rules.mix import (
    DiceMixDemanded,
    FirstPickTapped,
    MixDemanded,
    MixerChanged,
    MixerOrdered,
    MixerWished,
    MixerWishTapped,
    PicksOrdered,
)
from kiosk.rules.rulebook import FirstPick
from kiosk.rules.table import Half
from kiosk.rules.tap import TapOption
from kiosk.rules.units import SIDES

# --- keys ----------------------------------------------------------------------------------------


def mixer_wish_place(way: TapOption, at: Situation) -> KeyPlace:
    left = way.choice == at.box_left
    label = text("Baffle box on my left") if left else text("Baffle box on my right")
    return on_sheet(label, KeySheet.DICE, 7 if way.choice == Half.PICTURE_LEFT else 8)


KEYS = (
    Key(MixDemanded, on_sheet(text("Mix the dice"), KeySheet.DICE, 6)),
    Key(FirstPickTapped, in_row(text("I pick first"), (4, 1))),
    Key(MixerWishTapped, mixer_wish_place),
)

# --- facts ---------------------------------------------------------------------------------------

HALVES: Mapping[Half, Text] = {
    Half.PICTURE_LEFT: text("the picture's left half"),
    Half.PICTURE_RIGHT: text("the picture's right half"),
    Half.BAR: text("the bar"),
    Half.OFF: text("the board"),
}

MIXED: Mapping[FirstPick, EventText] = {
    FirstPick.RANDOM_DRAW: event_text("{side} has the dice mixed: who picks first is drawn."),
    FirstPick.OPPONENT: event_text("{side} has the dice mixed: the other picks first."),
    FirstPick.ROLL_OR_AGREEMENT: event_text(
        "{side} has the dice mixed: who picks first is rolled for or agreed."
    ),
}


def _half(event: MixerChanged) -> Text | None:
    return HALVES[event.setup.mixer] if event.setup.mixer else None


CHANGED = either(
    lambda event: event.by is None,
    either(
        _half,
        event_text(
            "From the next roll on the dice are thrown through a baffle box beside {half}.",
            half=_half,
        ),
        event_text("From the next roll on the dice are thrown from cups."),
    ),
    either(
        _half,
        event_text(
            "From the next roll on the dice are thrown through a baffle box beside {half}, "
            "as {by} orders, because {why}.",
            half=_half,
        ),
        event_text(
            "From the next roll on the dice are thrown from cups, as {by} orders, because {why}."
        ),
    ),
)

SENTENCES = (
    Sentence(DiceMixDemanded, lambda event: MIXED[event.first_pick](event), ROLLS),
    Sentence(
        PicksOrdered,
        event_text(
            "Dice are picked in turn by {sides}.",
            sides=lambda event: join_with_commas(map(side, event.picks)),
        ),
        ROLLS,
    ),
    Sentence(
        MixerWished, event_text("{side} asks for a baffle box beside {mixer}.", mixer=HALVES), ROLLS
    ),
    Sentence(MixerChanged, CHANGED, ROLLS, in_record=False),
)

# --- what waits for the director -----------------------------------------------------------------


def mixer_waits(match: Match, _asked: tuple[OpenMatter, ...]) -> Iterator[Wait]:
    """A box that one side asks for and that is not in use."""
    for which in SIDES:
        wished = match.dicing.mixer_wished.of_side(which)
        if wished is not None and match.setup is not None and match.setup.mixer is not wished:
            words = text("{side} asks for a baffle box", side=side(which))
            fill: dict[str, str | int] = {"mixer": wished}
            yield Wait(f"mixer {which}", DirectorNeed.WISH, words, orders=("mixer",), fill=fill)


MATTERS = (mixer_waits,)

# --- the director's orders -----------------------------------------------------------------------


def _mixer(values: Values, _seen: OrderContext) -> tuple[Text, ...]:
    mixer = values["mixer"]
    if mixer is None:
        return (text("From the next roll on the dice are thrown from cups."),)
    return (
        text(
            "From the next roll on the dice are thrown through a box beside {half}.",
            half=HALVES[mixer],
        ),
    )


FORMS = (
    OrderForm(
        "mixer",
        MixerOrdered,
        text("Baffle box"),
        text("Order it"),
        (
            choice(
                "mixer",
                text("Dice are thrown"),
                (Half.PICTURE_LEFT, text("through a box beside the picture's left half")),
                (Half.PICTURE_RIGHT, text("through a box beside the picture's right half")),
                (None, text("from cups")),
            ),
            tick("tower", text("The box counts its dice")),
            why(),
        ),
        _mixer,
        FormDrawer.EQUIPMENT,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(MixDemanded, "demands mix", "Demands that the dice be mixed before the game.", EACH),
    Verb(FirstPickTapped, "picks first", "Picks the first die of a mix.", EACH),
    Verb(
        MixerWishTapped,
        "wants mixer",
        "Wants the dice thrown through a baffle box.",
        notes={"mixer": "the half nearest it, as A sees it"},
    ),
    order_verb(
        MixerOrdered,
        "orders mixer",
        "Orders a baffle box from the next roll on, or none.",
        mixer="the half nearest it, as A sees it",
        tower="?it counts its dice",
    ),
)
