"""Words of a refusal: the key that was tapped, or the order by its title."""

from collections.abc import Iterable, Mapping

from kiosk.catalogue.form import OrderForm
from kiosk.catalogue.key import Key, KeyPlace
from kiosk.catalogue.sentence import DIRECTOR, Sentence, either, event_text
from kiosk.catalogue.text import Text, text
from kiosk.rules.command import Order
from kiosk.rules.decide import COMMANDS
from kiosk.rules.fact import Refused
from kiosk.rules.turn import ClockPressed

REPORTS = frozenset(each.__name__ for each in COMMANDS if not issubclass(each, Order))
"""Reports of a device or the table, which no side taps."""


def refusal_sentence(keys: Mapping[str, Key], forms: Iterable[OrderForm]) -> Sentence:
    """The sentence of a refusal. keys: by their act's name."""
    titles = {form.order.__name__: form.title for form in forms}

    def command(event: Refused) -> Text:
        """The words of the key; a key with varying words is "a tap", an unknown one nothing."""
        name = event.command
        if name == ClockPressed.__name__:
            return text("a press of the clock")
        if event.side is None and name in REPORTS:
            return text("a report")
        if name in titles:
            return text("“{words}”", words=titles[name])
        key = keys.get(name)
        if key is not None and key.settles is not None:
            return key.settles
        if key is not None and isinstance(key.place, KeyPlace):
            return text("“{words}”", words=key.place.label)
        return text("an order") if event.side is None else text("a tap")

    return Sentence(
        Refused,
        either(
            lambda event: event.side is None,
            event_text("Refused: {command}, because {reasons}.", command=command),
            event_text("Refused: {command} by {side}, because {reasons}.", command=command),
        ),
        DIRECTOR,
        in_record=False,
    )
