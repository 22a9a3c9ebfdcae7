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
        """The meaning of leaving it out; None: it is required."""
        return ""


@dataclass(frozen=True, slots=True)
class ScenarioField(ScenarioKey):
    """A key of the file or of a step. `default` is for the README; None: required."""

    default: str | None = None

    @property
    def left_out(self) -> str | None:
        return self.default


@dataclass(frozen=True, slots=True)
class StepInput:
    """One step as read: the doer, the side that is, and its fields."""

    by: str
    side: Side | None
    fields: dict[str, Any]

    @property
    def by_side(self) -> Side:
        """The side of the doer; the word's `by` guarantees one."""
        return require(self.side)

    def get(self, name: str, default: Any = None) -> Any:
        return self.fields.get(name, default)


@dataclass(frozen=True, slots=True)
class ScenarioWord:
    """A word for a step that someone `does`. `sends` are the commands it may send.

    `note` is its description in the README; without it, `run`'s docstring.
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
    """A key of `expect`. `agrees(expected, got)` is equality unless the note differs."""

    got: Callable[[ScenarioRun], Any]
    agrees: Callable[[Any, Any], bool] = operator.eq
    show_got: Callable[[Any, Any], str] | None = None
    """Formats the result for the given expectation; None: as its type is shown."""

    def differs(self, expected: Any, got: Any) -> str | None:
        """The difference in words; None if there is none."""
        if self.agrees(expected, got):
            return None
        if isinstance(got, dict):
            got = {key: each for key, each in got.items() if key in expected}
        came = self.show_got(expected, got) if self.show_got else self.form.show(got)
        return f"{self.name}: expected {self.form.show(expected)}, got {came}"


def part(expected: dict[Any, Any], got: dict[Any, Any]) -> bool:
    """The named parts of a table agree; the rest is not checked."""
    return all(got.get(key) == value for key, value in expected.items())


def among(expected: tuple[Any, ...], got: tuple[Any, ...]) -> bool:
    """Everything expected is there, and perhaps more."""
    return set(expected) <= set(got)


def same(expected: tuple[Any, ...], got: tuple[Any, ...]) -> bool:
    """The same values, in any order."""
    return set(expected) == set(got)
