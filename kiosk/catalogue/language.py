"""Words and forms of the language of a half."""

from kiosk.catalogue.form import FormDrawer, OrderContext, OrderForm, Values, line, side, why
from kiosk.catalogue.key import Key, KeyPlace, KeySheet, Situation
from kiosk.catalogue.sentence import DIRECTOR, Sentence, event_text
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import EACH, Verb, order_verb
from kiosk.rules.language import LONGEST_TAG, LanguageChosen, LanguageOrdered, LanguageTapped
from kiosk.rules.tap import TapOption

# --- keys ----------------------------------------------------------------------------------------


GLOBE_PLACE = (9, 4)


def _language(way: TapOption, at: Situation) -> KeyPlace:
    """Each language under its own name, in the screen's order; before the first game the next one
    under a globe in the row, for a single tap.
    """
    names = dict(at.languages)
    order = list(names).index(way.choice) if way.choice in names else len(names)
    label = names.get(way.choice, way.choice)
    if way.choice == at.next_language:
        return KeyPlace(label, (), place=GLOBE_PLACE, globe=True)
    return KeyPlace(label, (KeySheet.MORE, KeySheet.LANGUAGE), place=(order, 0))


KEYS = (Key(LanguageTapped, _language),)

# --- facts ---------------------------------------------------------------------------------------

SENTENCES = (
    Sentence(
        LanguageChosen, event_text("{side} reads in the language {tag}."), DIRECTOR, in_record=False
    ),
)

# --- the director's orders -----------------------------------------------------------------------


def _will_be(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    name, tag = seen.names.of_side(values["side"]), values["tag"]
    return (text("The half of {name} is announced in the language {tag}.", name=name, tag=tag),)


FORMS = (
    OrderForm(
        "language",
        LanguageOrdered,
        text("Language"),
        text("Change the language"),
        (
            side(text("Whose half")),
            line("tag", text("Language: nb, it, en …"), longest=LONGEST_TAG),
            why(text("the player asks for it")),
        ),
        _will_be,
        FormDrawer.PLAYERS,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(
        LanguageTapped,
        "chooses language",
        "Wants its half in another language.",
        EACH,
        {"tag": "its tag"},
    ),
    order_verb(
        LanguageOrdered,
        "sets language",
        "Sets the language of a half.",
        side="whose half",
        tag="its tag",
    ),
)
