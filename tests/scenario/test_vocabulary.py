"""The words of scenarios: one for all that the core can be told."""

from collections import Counter

import pytest
from kits import commands as c
from kits.rules_kit import KINDS

from kiosk.scenario.checks import CHECKS
from kiosk.scenario.given import GIVEN
from kiosk.scenario.word import ScenarioWord
from kiosk.scenario.words import WORDS


def test_every_command_of_the_core_has_a_word() -> None:
    """A command without one: see kiosk/scenario/words/__init__.py for how to add it."""
    told = {kind for word in WORDS for kind in word.sends}
    assert {kind.__name__ for kind in KINDS} - {kind.__name__ for kind in told} == set()


@pytest.mark.parametrize("word", WORDS, ids=lambda word: f"{word.by[0]} {word.does}")
def test_a_word_says_what_it_means_and_what_it_tells(word: ScenarioWord) -> None:
    assert word.means.endswith(".")
    assert word.sends
    assert all(issubclass(kind, c.Command) for kind in word.sends)


def test_no_word_means_two_things() -> None:
    said = [(by, word.does) for word in WORDS for by in word.by]
    assert [pair for pair, times in Counter(said).items() if times > 1] == []
    for table in (GIVEN, CHECKS):
        assert max(Counter(each.name for each in table).values()) == 1
