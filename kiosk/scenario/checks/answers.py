"""Checks of the core's answers: refusals, events, sections, and what could be done now."""

from collections.abc import Iterator

from kiosk.rules.proposals import Proposed
from kiosk.rules.reasons import Reason
from kiosk.scenario.checks.facts import EmittedFact, all_emitted, none_emitted, show_facts
from kiosk.scenario.play import Misfit, ScenarioRun
from kiosk.scenario.sections import Cited, holds
from kiosk.scenario.values import BY_NAME, one_of, several
from kiosk.scenario.word import Check, ScenarioWord, StepInput, among
from kiosk.scenario.words import WORDS


def _refused(play: ScenarioRun) -> tuple[Reason, ...]:
    return tuple(dict.fromkeys(play.refused))


def _cites(play: ScenarioRun) -> tuple[str, ...]:
    found = [cite for event in play.emitted for cite in getattr(event, "cites", ())]
    for event in play.emitted:
        found += event.proposal.cites if isinstance(event, Proposed) else ()
    return tuple(dict.fromkeys(found))


def _cited(expected: tuple[str, ...], got: tuple[str, ...]) -> bool:
    """Whether each is cited, with or without its book, or contains a cited section."""
    sections = [section for cite in got for section in _sections(cite)]
    return all(any(holds(stated, section) for section in sections) for stated in expected)


def _sections(cite: str) -> Iterator[str]:
    """`norway §4.5, §4.7`: itself, and each section with and without its book."""
    yield cite
    book, _, sections = cite.partition(" ")
    for section in sections.split(", "):
        yield section
        yield f"{book} {section}"


def _absent(expected: tuple[str, ...], got: tuple[str, ...]) -> bool:
    return not set(expected) & set(got)


def _possible(play: ScenarioRun) -> tuple[str, ...]:
    """The acts that would not be refused now, out of those that need no more fields."""
    return tuple(
        name for name, (word, by) in PLAIN_WORDS.items() if not _refuses(play.copy(), word, by)
    )


def _refuses(play: ScenarioRun, word: ScenarioWord, by: str) -> bool:
    try:
        word.run(play, StepInput(by, BY_NAME.get(by), {}))
    except Misfit:
        return True
    return bool(play.refused)


PLAIN_WORDS = {
    f"{by} {word.does}": (word, by)
    for word in WORDS
    for by in word.by
    if by not in {"both", "nobody"} and all(field.default for field in word.fields)
}

_PLAIN = one_of(PLAIN_WORDS, 'who and what, such as "A doubles"')


def _as_refused(expected: tuple[Reason, ...] | bool, got: tuple[Reason, ...]) -> bool:
    if isinstance(expected, bool) or not expected:
        return bool(got) is bool(expected)
    return among(expected, got)


CHECKS: tuple[Check, ...] = (
    Check(
        "refused",
        bool | tuple[Reason, ...],
        "why the step was refused, maybe for other reasons too; true: for whatever reason; false: "
        "not refused; in [expect], the last step. A step without it must not be refused",
        _refused,
        _as_refused,
    ),
    Check(
        "told",
        tuple[EmittedFact, ...],
        "facts emitted, maybe among others, in this step; in [expect], in any step. A table "
        'names the fact and some of its fields: {fact = "penalty_awarded", points = 2}',
        lambda play: tuple(play.emitted),
        all_emitted,
        show_facts,
    ),
    Check(
        "not_told",
        tuple[EmittedFact, ...],
        "facts that were not emitted in this step; in [expect], in no step",
        lambda play: tuple(play.emitted),
        none_emitted,
        show_facts,
    ),
    Check(
        "cites",
        tuple[Cited, ...],
        "sections the facts emitted rest on, maybe among others, with or without the book's name; "
        "§4.3 is also for §4.3(iii); in [expect], of all steps",
        _cites,
        _cited,
    ),
    Check(
        "may",
        several(_PLAIN),
        "what could be done now, maybe among others: who and a word without needed fields, such "
        'as "A doubles"',
        _possible,
        among,
    ),
    Check("may_not", several(_PLAIN), "what would be refused now, as in may", _possible, _absent),
)
