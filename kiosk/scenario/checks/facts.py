"""Checks of the events that the core emitted, by name and by fields."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from kiosk.rules.decide import EVENTS
from kiosk.rules.fact import Event
from kiosk.scenario.values import ValueForm, fits, form_of, one_of


def name_of(kind: type[Event]) -> str:
    """`flag_reached` of FlagReached."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


FACTS: Mapping[str, type[Event]] = {name_of(kind): kind for kind in EVENTS}
"""Every event the core can emit, by its name in a scenario."""


@dataclass(frozen=True, slots=True)
class ExpectedFact:
    """An expected event: its name, and the fields it must have."""

    name: str
    fields: Mapping[str, Any]

    def is_(self, event: Event) -> bool:
        return name_of(type(event)) == self.name and fits(self.fields, event)


def _read(value: Any) -> ExpectedFact:
    table = value if isinstance(value, dict) else {"fact": value}
    name = form_of(one_of(FACTS)).read(table.get("fact"))
    fields = {key: each for key, each in table.items() if key != "fact"}
    return ExpectedFact(name, form_of(FACTS[name]).read(fields) if fields else {})


def _show(fact: ExpectedFact | Event) -> str:
    name = fact.name if isinstance(fact, ExpectedFact) else name_of(type(fact))
    shown = form_of(FACTS[name]).show(fact.fields if isinstance(fact, ExpectedFact) else fact)
    return name if shown == "{}" else f"{name} {shown}"


EmittedFact = Annotated[
    ExpectedFact,
    ValueForm('one of [Facts], or {fact = "…", with some of its fields}', _read, _show),
]


def show_facts(expected: tuple[ExpectedFact, ...], got: tuple[Event, ...]) -> str:
    """The names of all events emitted, with the fields of the expected ones."""
    wanted = {fact.name for fact in expected if fact.fields}
    names = [name_of(type(event)) for event in got]
    shown = [_show(e) if name in wanted else name for e, name in zip(got, names, strict=True)]
    return f"[{', '.join(shown)}]"


def all_emitted(expected: tuple[ExpectedFact, ...], got: tuple[Event, ...]) -> bool:
    return all(any(fact.is_(event) for event in got) for fact in expected)


def none_emitted(expected: tuple[ExpectedFact, ...], got: tuple[Event, ...]) -> bool:
    return not any(fact.is_(event) for fact in expected for event in got)
