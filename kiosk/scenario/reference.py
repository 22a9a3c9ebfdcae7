"""The reference of all words a scenario may use, for the README of tests/scenarios."""

import ast
import inspect
from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise

from kiosk.catalogue.reasons import REASONS
from kiosk.catalogue.text import format_text
from kiosk.rules.fact import Event
from kiosk.rules.match.proposal import ProposalCause, ProposalKind
from kiosk.rules.match.rulings import Conduct
from kiosk.rules.prompts import PROMPTS
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import StopFor
from kiosk.scenario.checks import CHECKS
from kiosk.scenario.checks.facts import FACTS
from kiosk.scenario.given import GIVEN
from kiosk.scenario.reading import STEP, TOP
from kiosk.scenario.values import fields_of
from kiosk.scenario.word import ScenarioKey, ScenarioWord
from kiosk.scenario.words import SUBJECTS


def reference() -> str:
    """The lists, in Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "## The file\n"
    yield from map(_key, TOP)
    yield "\n## [match]: the position\n"
    yield from map(_key, GIVEN)
    yield "\n## [[step]]: what happens\n"
    yield from map(_key, STEP)
    for title, known in SUBJECTS:
        yield f"\n### {title}\n"
        for word in known:
            yield from _word(word)
    yield "\n## [expect]: what is checked\n"
    yield from map(_key, CHECKS)
    yield "\n## Reasons\n"
    yield from (f"- `{reason}`: {format_text(REASONS[reason])}." for reason in Reason)
    yield "\n## Purposes\n"
    yield from (f"- `{purpose}`: {purpose.doc}." for purpose in StopFor)
    yield "\n## Conduct\n"
    yield from (f"- `{member}`: {meaning}" for member, meaning in _members(Conduct))
    yield "\n## Proposals\n"
    for name, words in (("kind", ProposalKind), ("cause", ProposalCause)):
        yield from (f"- {name} `{member}`: {meaning}" for member, meaning in _members(words))
    yield "\n## Prompts\n"
    for asked in PROMPTS:
        yield from (f"- `{prompt}`: {meaning}" for prompt, meaning in _members(asked))
    yield "\n## Facts\n"
    for name, kind in FACTS.items():
        fields = ", ".join(fields_of(kind)) or "nothing more"
        yield f"- `{name}` ({fields}): {_describe_fact(kind)}"


def _members(kind: type[StrEnum]) -> Iterator[tuple[str, str]]:
    """Each member with the docstring below it, which Python keeps only in the source."""
    (defined,) = ast.parse(inspect.getsource(kind)).body
    for line, under in pairwise(getattr(defined, "body", ())):
        match line, under:
            case ast.Assign(value=ast.Constant(str(name))), ast.Expr(ast.Constant(str(meaning))):
                yield name, meaning


def _describe_fact(kind: type[Event]) -> str:
    """The first line of an event's docstring; without one its name is enough."""
    first_line = inspect.cleandoc(kind.__doc__ or "").partition("\n")[0]
    return "what its name says." if first_line.startswith(f"{kind.__name__}(") else first_line


def _word(word: ScenarioWord) -> Iterator[str]:
    by = ", ".join(word.by) if word.by != ("nobody",) else "no `by`"
    yield f"- **{word.does}** ({by}): {word.means}"
    yield from (f"  {_key(field)}" for field in word.fields)


def _key(key: ScenarioKey) -> str:
    usual = " Needed." if key.left_out is None else f" Left out: {key.left_out}."
    return f"- `{key.name}`: {key.note}.{usual if key.left_out != '' else ''} *{key.form.allowed}*"
