"""The words for a step, subject by subject. `WORDS` is the whole vocabulary.

A word for a single command comes from the catalogue's VERBS. A word that does more is a function
`(play, step)` with a docstring and a `ScenarioWord` naming the commands it sends, in the file of
its subject here. After adding one, rewrite the README's lists: `PYTHONPATH=. python
tests/scenario/write_readme.py`.
"""

from collections.abc import Mapping

from kiosk.catalogue.tables import SUBJECTS as CATALOGUE
from kiosk.scenario.word import ScenarioWord
from kiosk.scenario.words import (
    assignment,
    cube,
    devices,
    dice,
    dice_claims,
    director_orders,
    ending,
    offers,
    proposals,
    schedule,
    start,
    times,
    turn,
)
from kiosk.scenario.words.spoken import word_of

_MORE: Mapping[str, tuple[ScenarioWord, ...]] = {
    module.__name__.rpartition(".")[2]: module.WORDS
    for module in (
        assignment,
        cube,
        devices,
        dice,
        dice_claims,
        director_orders,
        ending,
        offers,
        proposals,
        schedule,
        start,
        times,
        turn,
    )
}


def _subject_words(
    name: str, verbs: tuple[ScenarioWord, ...]
) -> tuple[str, tuple[ScenarioWord, ...]]:
    return name.replace("_", " ").capitalize(), (*_MORE.get(name, ()), *verbs)


SUBJECTS: tuple[tuple[str, tuple[ScenarioWord, ...]], ...] = tuple(
    _subject_words(
        subject.__name__.rpartition(".")[2],
        tuple(word_of(verb) for verb in getattr(subject, "VERBS", ())),
    )
    for subject in CATALOGUE
    if hasattr(subject, "VERBS") or subject.__name__.rpartition(".")[2] in _MORE
)
"""Each subject's title and words."""

WORDS = tuple(word for _title, words in SUBJECTS for word in words)
