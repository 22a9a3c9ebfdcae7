"""Checks of the rule book in force: its values, its open settings, its sources."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

from kiosk.rules.rulebook import KEYS, RuleBook
from kiosk.scenario.given.opening import flat
from kiosk.scenario.play import Misfit, ScenarioRun
from kiosk.scenario.values import ValueForm, hint_at, one_of, several
from kiosk.scenario.word import Check, among, part, same

_WHERE = tuple(key.where for key in KEYS)


def _settings(value: Any) -> dict[str, Any]:
    settings = flat(value)
    for where in set(settings) - set(_WHERE):
        raise Misfit(f"unknown key {where}; {hint_at(where, _WHERE)}".removesuffix("; "))
    return {where: _plain(each) for where, each in settings.items()}


def _plain(value: Any) -> Any:
    """As TOML would write it; the members of a set in order."""
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, frozenset):
        return tuple(sorted(map(_plain, value)))
    if isinstance(value, list | tuple):
        return tuple(map(_plain, value))
    return value


def _show(settings: Mapping[str, Any]) -> str:
    return ", ".join(f"{where} = {value}" for where, value in settings.items())


def _book(play: ScenarioRun) -> RuleBook:
    if play.match.book is None:
        raise Misfit("no match is open")
    return play.match.book


def _rules(play: ScenarioRun) -> dict[str, Any]:
    book = _book(play)
    return {where: _plain(book.value(where)) for where in _WHERE}


def _unset(play: ScenarioRun) -> tuple[str, ...]:
    pair = play.match.opened is not None and len(play.match.opened.sides.white.members) > 1
    return _book(play).missing(consultation=pair)


def _unprinted(play: ScenarioRun) -> tuple[str, ...]:
    return tuple(source.key for source in _book(play).to_confirm())


_KEY = one_of(_WHERE, 'a key as `kiosk rulebook show` prints it, "clock.delay_s"')
_BOOK_VALUES = "a table of a rule book's keys, such as rules.clock.delay_s = 12"

CHECKS: tuple[Check, ...] = (
    Check(
        "rules",
        Annotated[dict[str, Any], ValueForm(_BOOK_VALUES, _settings, _show)],
        "what the rule book in force sets; a list that is a set is written in order of its words",
        _rules,
        part,
    ),
    Check("unset", several(_KEY), "what only the event can set and has not", _unset, same),
    Check(
        "to_confirm",
        several(_KEY),
        "values the book does not print, or not clearly, maybe among others",
        _unprinted,
        among,
    ),
)
