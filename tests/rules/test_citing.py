"""A refusal names the section it rests on."""

import pytest
from kits import commands as c
from kits import events as e
from kits.cube_corpus import ITALIAN, LONDON, MICHIGAN, NORWAY, UNIFIED
from kits.rules_kit import WHITE, Table

from kiosk.rules.citing import KEYS_OF_REASONS, cited_sections
from kiosk.rules.match import EMPTY
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import KEYS, RuleBook
from kiosk.rules.units import Instant

TAP = c.DoubleTapped(Instant(0), WHITE)


def test_every_key_named_is_one_of_a_rule_book() -> None:
    assert set(KEYS_OF_REASONS.values()) <= {key.where for key in KEYS}


@pytest.mark.parametrize("book", [NORWAY, ITALIAN, LONDON, UNIFIED, MICHIGAN])
def test_each_stands_where_the_book_says_something_of_it(book: RuleBook) -> None:
    match = Table().open(7, book).match
    for reason, key in KEYS_OF_REASONS.items():
        source = book.source(key)
        assert cited_sections(match, TAP, (reason,)) == ((source.cite,) if source else ())
        assert source is not None or book.value(key) is None


def test_one_section_once_and_none_for_what_is_no_rule() -> None:
    match = Table().open(7).match
    twice = (Reason.WRONG_LEVEL, Reason.NOT_NOW, Reason.WRONG_LEVEL)
    assert cited_sections(match, TAP, twice) == ("norway §4.4(vi)",)
    assert cited_sections(match, TAP, (Reason.NOT_YOUR_TURN,)) == ()


def test_before_a_match_no_book_speaks() -> None:
    assert cited_sections(EMPTY, TAP, (Reason.CRAWFORD_GAME,)) == ()
    table = Table()
    table.do(c.DoubleTapped(table.at, WHITE))
    assert table.told(e.Refused).cites == ()
