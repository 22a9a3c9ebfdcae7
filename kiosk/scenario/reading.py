"""Reading a scenario file, checked word by word."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from kiosk.rules.units import Nanos
from kiosk.scenario import times
from kiosk.scenario.checks import CHECKS
from kiosk.scenario.errors import ScenarioError
from kiosk.scenario.given import GIVEN
from kiosk.scenario.play import Misfit
from kiosk.scenario.sections import Source
from kiosk.scenario.values import BY_NAME, ValueForm, hint_at, one_of, read_as
from kiosk.scenario.word import ScenarioField, ScenarioKey, ScenarioWord, StepInput
from kiosk.scenario.words import WORDS
from kiosk.toml_file import read_toml


def _read_time(text: Any) -> tuple[Nanos, bool]:
    try:
        return times.parse(text.removeprefix("+")), text.startswith("+")
    except (AttributeError, ValueError) as error:
        raise Misfit from error


At = Annotated[
    tuple[Nanos, bool],
    ValueForm('"0:22" since the scenario began or "+0:22" since the step before', _read_time),
]
Steps = Annotated[list[dict[str, Any]], Meta(description="tables, each written as [[step]]")]
BY = one_of({by for word in WORDS for by in word.by}, "one of those beside the word")
NOTHING: Mapping[str, Any] = {}

TOP = (
    ScenarioField("id", str, "its name, such as S032"),
    ScenarioField("profile", str, "a rule book, or `base+overlay`"),
    ScenarioField("source", Source, "the sections it rests on"),
    ScenarioField("about", str, "one sentence", "nothing"),
    ScenarioField(
        "match", dict[str, Any], "the position it starts from", "a match to 7 under the book"
    ),
    ScenarioField("step", Steps, "what happens, one [[step]] after the other", "nothing"),
    ScenarioField("expect", dict[str, Any], "what is checked after the last step"),
)
DOES = ScenarioField(
    "does",
    one_of(
        (word.does for word in WORDS), "one of the words of [[step]] in tests/scenarios/README.md"
    ),
    "what",
)
STEP = (
    ScenarioField("at", At, "when", "now"),
    ScenarioField("by", BY, "who", "where only one can be meant, that one"),
    DOES,
    ScenarioField(
        "expect", dict[str, Any], "checks right after this step, with the keys of [expect]", ""
    ),
)


@dataclass(frozen=True, slots=True)
class ScenarioStep:
    """`at` is since the start, or since the step before if `after`. `number` counts from 1."""

    number: int
    at: Nanos
    after: bool
    word: ScenarioWord
    inputs: StepInput
    expect: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Scenario:
    file: str
    id: str
    profile: str
    source: str
    match: Mapping[str, Any]
    steps: tuple[ScenarioStep, ...]
    expect: Mapping[str, Any]


def read(path: Path) -> Scenario:
    """The scenario in a file. ScenarioError: it can't be read, or has an unknown word."""
    try:
        document = read_toml(path)
    except OSError as error:
        raise ScenarioError(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise ScenarioError(f"{path}: not TOML: {error}") from error
    return parse(document, str(path))


def parse(document: Mapping[str, Any], file: str) -> Scenario:
    top = _values(document, TOP, file, "")
    return Scenario(
        file=file,
        id=top["id"],
        profile=top["profile"],
        source=top["source"],
        match=_values(top.get("match", NOTHING), GIVEN, file, "match "),
        steps=tuple(
            _step(step, number, file) for number, step in enumerate(top.get("step", ()), 1)
        ),
        expect=_checks(top["expect"], file, "expect"),
    )


def _checks(table: Mapping[str, Any], file: str, where: str) -> Mapping[str, Any]:
    if not table:
        raise ScenarioError(f"{file}: {where} is empty; a scenario checks something")
    return _values(table, CHECKS, file, f"{where} ")


def _step(step: Mapping[str, Any], number: int, file: str) -> ScenarioStep:
    where = f"step {number} "
    does = _values(
        {key: each for key, each in step.items() if key == "does"}, (DOES,), file, where
    )["does"]
    by, word = _doer(step, does, file, where)
    where = f"{where}({does}) "
    values = _values(step, (*STEP, *word.fields), file, where)
    at, after = values.get("at", (Nanos(0), True))
    fields = {field.name: values[field.name] for field in word.fields if field.name in values}
    expect = (
        _checks(values["expect"], file, f"step {number} expect") if "expect" in values else NOTHING
    )
    return ScenarioStep(number, at, after, word, StepInput(by, BY_NAME.get(by), fields), expect)


def _doer(step: Mapping[str, Any], does: str, file: str, where: str) -> tuple[str, ScenarioWord]:
    """The doer, and the word meant: the same words may mean something else for the director."""
    words = {by: word for word in WORDS if word.does == does for by in word.by}
    by = step.get("by", next(iter(words)) if len(words) == 1 else None)
    if isinstance(by, str) and by in words:
        return by, words[by]
    allowed = ", ".join(f'"{name}"' for name in words)
    raise ScenarioError(f"{file}: {where}({does}) by is {by!r}; {allowed}")


def _values(
    table: Mapping[str, Any], keys: Iterable[ScenarioKey], file: str, where: str
) -> dict[str, Any]:
    """The values of a table of the file, each key by its type. ScenarioError names the error."""
    known = {key.name: key for key in keys}
    for name in sorted(set(table) - set(known)):
        values = f"unknown key {where}{name}; one of {', '.join(known)}"
        raise ScenarioError("; ".join(filter(None, (f"{file}: {values}", hint_at(name, known)))))
    for name, key in known.items():
        if key.left_out is None and name not in table:
            raise ScenarioError(f"{file}: {where}{name} is missing; {key.form.allowed}")
    try:
        return {name: read_as(name, known[name].form, each) for name, each in table.items()}
    except Misfit as error:
        raise ScenarioError(f"{file}: {where}{error}") from error
