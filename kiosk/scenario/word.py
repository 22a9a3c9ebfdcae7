"""The vocabulary's three tables: what may be given, done and expected."""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from inspect import getdoc
from typing import Any

from kiosk.rules.command import Command
from kiosk.rules.match import Match
from kiosk.rules.units import Side, require
from kiosk.scenario.play import ScenarioRun
from kiosk.scenario.values import ValueForm, form_of

PLAYERS = ("A", "B", "both")
DIRECTOR = ("director",)
NOBODY = ("nobody",)


@dataclass(frozen=True, slots=True)
class ScenarioKey:
    """A key of a table in the file; `hint` is the type of its value."""

    name: str
    hint: Any
    note: str

    @property
    def form(self) -> ValueForm:
        return form_of(self.hint)

    @property
    def left_out(self) -> str | None:
        """What it means not to say it; None: it is needed."""
        return ""


@dataclass(frozen=True, slots=True)
class ScenarioField(ScenarioKey):
    """A key of the file or of a step. `default` is for the README; None: needed."""

    default: str | None = None

    @property
    def left_out(self) -> str | None:
        return self.default


@dataclass(frozen=True, slots=True)
class StepInput:
    """One step as read: who, the side that is, and its fields."""

    by: str
    side: Side | None
    fields: dict[str, Any]

    @property
    def by_side(self) -> Side:
        """The side that does it; the word's `by` promises one."""
        return require(self.side)

    def get(self, name: str, default: Any = None) -> Any:
        return self.fields.get(name, default)


@dataclass(frozen=True, slots=True)
class ScenarioWord:
    """Something a step may say that somebody `does`. `tells` are the commands it may send.

    `note` is what the README says of it, or else `run`'s docstring.
    """

    does: str
    by: tuple[str, ...]
    run: Callable[[ScenarioRun, StepInput], None]
    fields: tuple[ScenarioField, ...] = ()
    sends: tuple[type[Command], ...] = ()
    note: str = ""

    @property
    def means(self) -> str:
        return self.note or " ".join((getdoc(self.run) or "").split())


@dataclass(frozen=True, slots=True)
class GivenKey(ScenarioKey):
    """A key of [match]. `set_` puts its value into the position; None: it opens the match."""

    default: str
    set_: Callable[[Match, Any], Match] | None = None

    @property
    def left_out(self) -> str:
        return self.default


@dataclass(frozen=True, slots=True)
class Check(ScenarioKey):
    """A key of `expect`. `agrees(expected, got)` is equality unless the note says otherwise."""

    got: Callable[[ScenarioRun], Any]
    agrees: Callable[[Any, Any], bool] = operator.eq
    show_got: Callable[[Any, Any], str] | None = None
    """What came, told with what was expected in mind; else as its type is shown."""

    def differs(self, expected: Any, got: Any) -> str | None:
        """The difference in words; None: there is none."""
        if self.agrees(expected, got):
            return None
        if isinstance(got, dict):
            got = {key: each for key, each in got.items() if key in expected}
        came = self.show_got(expected, got) if self.show_got else self.form.show(got)
        return f"{self.name}: expected {self.form.show(expected)}, got {came}"


def part(expected: dict[Any, Any], got: dict[Any, Any]) -> bool:
    """What is expected of a table agrees; the rest of it is not asked."""
    return all(got.get(key) == value for key, value in expected.items())


def among(expected: tuple[Any, ...], got: tuple[Any, ...]) -> bool:
    """Everything expected is there, and maybe more."""
    return set(expected) <= set(got)


def same(expected: tuple[Any, ...], got: tuple[Any, ...]) -> bool:
    """The same things, in any order."""
    return set(expected) == set(got)
