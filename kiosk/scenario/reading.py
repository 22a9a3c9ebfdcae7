"""A scenario file, read and checked word by word."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from kiosk.rules.units import Nanos
from kiosk.scenario import times
from kiosk.scenario.checks import CHECKS
from kiosk.scenario.errors import ScenarioError
from kiosk.scenario.given import GIVEN
from kiosk.scenario.kinds import SIDE, Kind, Misfit, meant
from kiosk.scenario.word import Field, Said, Word
from kiosk.scenario.words import WORDS

TOP: Mapping[str, str] = {
    "id": "its name, such as S032",
    "profile": "a rule book, or `base+overlay`",
    "source": "the sections it rests on",
    "about": "optional: one sentence",
    "match": "the position it starts from",
    "step": "what happens, one [[step]] after the other",
    "expect": "what is checked after the last step",
}
STEP: Mapping[str, str] = {
    "at": '"0:22" since the scenario began or "+0:22" since the step before; now, if left out',
    "by": "who: see the word; left out where only one can be meant",
    "does": "what: one of the words below",
    "expect": "checks right after this step, with the keys of [expect]",
}


@dataclass(frozen=True, slots=True)
class Step:
    """`at` is since the start, or since the step before if `after`. `number` counts from 1."""

    number: int
    at: Nanos
    after: bool
    word: Word
    said: Said
    expect: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Scenario:
    file: str
    id: str
    profile: str
    source: str
    match: Mapping[str, Any]
    steps: tuple[Step, ...]
    expect: Mapping[str, Any]


def read(path: Path) -> Scenario:
    """The scenario in a file. ScenarioError: it can't be read, or says what nobody knows."""
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ScenarioError(f"{path}: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ScenarioError(f"{path}: not TOML: {error}") from error
    return parse(document, str(path))


def parse(document: Mapping[str, Any], file: str) -> Scenario:
    _known(document, TOP, file, "")
    name, profile, source = (_text(document, key, file) for key in ("id", "profile", "source"))
    if "about" in document:
        _text(document, "about", file)
    steps = document.get("step", [])
    if not isinstance(steps, list):
        raise ScenarioError(f"{file}: step is {steps!r}; write each as [[step]]")
    given = {each.name: each.kind for each in GIVEN}
    if "expect" not in document:
        raise ScenarioError(f"{file}: expect is missing; a scenario checks something")
    return Scenario(
        file=file,
        id=name,
        profile=profile,
        source=source,
        match=_values(document.get("match", {}), given, file, "match"),
        steps=tuple(_step(step, number, file) for number, step in enumerate(steps, 1)),
        expect=_checks(document["expect"], file, "expect"),
    )


def _checks(table: Any, file: str, where: str) -> Mapping[str, Any]:
    checks = _values(table, {check.name: check.kind for check in CHECKS}, file, where)
    if not checks:
        raise ScenarioError(f"{file}: {where} is empty; a scenario checks something")
    return checks


def _step(step: Any, number: int, file: str) -> Step:
    where = f"step {number}"
    if not isinstance(step, dict):
        raise ScenarioError(f"{file}: {where} is {step!r}; write it as [[step]]")
    does = step.get("does")
    words = [word for word in WORDS if word.does == does]
    if not words:
        raise ScenarioError(f"{file}: {where} does is {does!r}; {_nearest(does)}")
    by, word = _who(step, words, file, where)
    _known(step, (*STEP, *(field.name for field in word.fields)), file, f"{where} ({does}) ")
    fields = {field.name: field for field in word.fields}
    spoken = {name: field.kind for name, field in fields.items()}
    said = _values({k: v for k, v in step.items() if k in fields}, spoken, file, where)
    _needed(word.fields, said, file, f"{where} ({does})")
    at, after = _at(step, file, where)
    side = SIDE.read(by) if by in {"A", "B"} else None
    expect = _checks(step["expect"], file, f"{where} expect") if "expect" in step else {}
    return Step(number, at, after, word, Said(by, side, dict(said)), expect)


def _who(step: Mapping[str, Any], words: list[Word], file: str, where: str) -> tuple[str, Word]:
    """Who does it, and the word meant: the same words may mean another thing by the director."""
    everyone = list(dict.fromkeys(by for word in words for by in word.by))
    by = step.get("by", everyone[0] if len(everyone) == 1 else None)
    for word in words:
        if by in word.by:
            return str(by), word
    allowed = ", ".join(f'"{name}"' for name in everyone)
    raise ScenarioError(f"{file}: {where} ({words[0].does}) by is {by!r}; {allowed}")


def _nearest(does: Any) -> str:
    known = list(dict.fromkeys(word.does for word in WORDS))
    said = str(does)
    near = [name for name in known if set(said.split()) & set(name.split())]
    near += [name for name in get_close_matches(said, known) if name not in near]
    return f"one of {', '.join(near or known)}"


def _needed(fields: Iterable[Field], said: Mapping[str, Any], file: str, where: str) -> None:
    for field in fields:
        if field.default is None and field.name not in said:
            raise ScenarioError(f"{file}: {where} {field.name} is missing; {field.kind.allowed}")


def _at(step: Mapping[str, Any], file: str, where: str) -> tuple[Nanos, bool]:
    text = step.get("at", "+0:00")
    try:
        return times.parse(text.removeprefix("+")), text.startswith("+")
    except (AttributeError, ValueError) as error:
        allowed = STEP["at"].replace("`", "")
        raise ScenarioError(f"{file}: {where} at is {text!r}; {allowed}") from error


def _values(table: Any, kinds: Mapping[str, Kind], file: str, where: str) -> dict[str, Any]:
    if not isinstance(table, dict):
        raise ScenarioError(f"{file}: {where} is {table!r}; write a table of key = value")
    _known(table, kinds, file, f"{where} ")
    return {
        key: _value(kinds[key].read, value, kinds[key], file, f"{where} {key}")
        for key, value in table.items()
    }


def _value(read: Callable[[Any], Any], value: Any, kind: Kind, file: str, where: str) -> Any:
    try:
        return read(value)
    except Misfit as error:
        hint = f"; {error}" if str(error) else ""
        raise ScenarioError(f"{file}: {where} is {value!r}; {kind.allowed}{hint}") from error


def _known(table: Mapping[str, Any], known: Iterable[str], file: str, where: str) -> None:
    unknown = sorted(set(table) - set(known))
    if unknown:
        hint = meant(unknown[0], known)
        said = f"unknown key {where}{unknown[0]}; one of {', '.join(known)}"
        raise ScenarioError(f"{file}: {said}{'; ' if hint else ''}{hint}")


def _text(document: Mapping[str, Any], key: str, file: str) -> str:
    text = document.get(key)
    if not isinstance(text, str) or not text:
        raise ScenarioError(f"{file}: {key} is {text!r}; write text in quotes")
    return text
