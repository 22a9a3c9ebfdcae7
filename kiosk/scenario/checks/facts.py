"""Facts the core told, by name and by what they say."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kiosk.rules import events as e
from kiosk.rules.events import Event
from kiosk.scenario.kinds import Kind, Misfit, meant
from kiosk.scenario.typed import fields_of, fits, told


def name_of(kind: type[Event]) -> str:
    """`flag_reached` of FlagReached."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


FACTS: Mapping[str, type[Event]] = {
    name_of(kind): kind
    for kind in vars(e).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
}
"""Every fact the core can tell, by its name in a scenario."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact looked for: its name, and what it must say."""

    name: str
    says: Mapping[str, Any]

    def is_(self, event: Event) -> bool:
        return name_of(type(event)) == self.name and fits(self.says, event)


def _read(value: Any) -> Fact:
    table = value if isinstance(value, dict) else {"fact": value}
    name = table.get("fact")
    if not isinstance(name, str) or name not in FACTS:
        raise Misfit(meant(name, FACTS))
    known = fields_of(FACTS[name])
    said = {key: each for key, each in table.items() if key != "fact"}
    for key in set(said) - set(known):
        raise Misfit(f"{name} says {', '.join(known)}, not {key}")
    return Fact(name, {key: known[key].read(each) for key, each in said.items()})


def _show(fact: Fact | Event) -> str:
    name = fact.name if isinstance(fact, Fact) else name_of(type(fact))
    says = fact.says if isinstance(fact, Fact) else fact
    said = told(says, fields_of(FACTS[name]))
    return name if said == "{}" else f"{name} {said}"


FACT = Kind('one of [Facts], or {fact = "…", with some of what it says}', _read, _show)


def show_told(expected: tuple[Fact, ...], got: tuple[Event, ...]) -> str:
    """The names of all that was told, and what those looked for say."""
    wanted = {fact.name for fact in expected if fact.says}
    names = [name_of(type(event)) for event in got]
    shown = [_show(e) if name in wanted else name for e, name in zip(got, names, strict=True)]
    return f"[{', '.join(shown)}]"


def all_told(expected: tuple[Fact, ...], got: tuple[Event, ...]) -> bool:
    return all(any(fact.is_(event) for event in got) for fact in expected)


def none_told(expected: tuple[Fact, ...], got: tuple[Event, ...]) -> bool:
    return not any(fact.is_(event) for fact in expected for event in got)
