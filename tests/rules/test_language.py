"""Each side's language: chosen at any time, by the side or by the director for it; play goes on."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.match_corpus import evolved, plain_matches
from kits.rules_kit import BLACK, DIRECTOR, WHITE, Table

from kiosk.rules.decide import decide, evolve
from kiosk.rules.reasons import Reason
from kiosk.rules.units import SIDES, BySide, Instant


def test_a_side_chooses_for_itself_and_may_choose_again() -> None:
    table = Table().open().start()
    assert table.match.languages == BySide("", "")
    table.ok(c.LanguageTapped(table.at, BLACK, "nb"))
    assert table.match.languages == BySide("", "nb")
    table.ok(c.LanguageTapped(table.at, WHITE, "pt-BR"))
    table.ok(c.LanguageTapped(table.at, BLACK, "en"))
    assert table.match.languages == BySide("pt-BR", "en")


def test_the_director_chooses_for_a_side() -> None:
    table = Table().open().start()
    table.ok(table.order(c.LanguageOrdered, BLACK, "it"))
    assert table.match.languages == BySide("", "it")
    other = c.LanguageOrdered(table.at, "m2", DIRECTOR, "", WHITE, "it")
    assert table.refused(other) == (Reason.OTHER_MATCH,)


@pytest.mark.parametrize("tag", ["", "n", "no language", "nb_NO", "nb-", "ñ", "n" * 36, "en\n"])
def test_what_is_no_tag_is_refused(tag: str) -> None:
    table = Table().open().start()
    assert table.refused(c.LanguageTapped(table.at, WHITE, tag)) == (Reason.BAD_VALUE,)
    assert table.refused(table.order(c.LanguageOrdered, WHITE, tag)) == (Reason.BAD_VALUE,)


def test_without_a_match_there_is_nobody_who_reads() -> None:
    table = Table()
    assert table.refused(c.LanguageTapped(table.at, WHITE, "nb")) == (Reason.NO_MATCH,)


def test_a_new_match_has_new_readers() -> None:
    table = Table().open(points=1).start()
    table.ok(c.LanguageTapped(table.at, WHITE, "nb"))
    table.win(WHITE)
    assert table.match.languages.white == "nb"
    table.open(points=1)
    assert table.match.languages == BySide("", "")


def test_it_touches_nothing_else_in_any_match() -> None:
    """Whatever phase, stop or dispute: all but the language is as it was."""
    tried = 0
    for match in plain_matches():
        if match.opened is None or match.taken_over_by is not None:
            continue
        for side in SIDES:
            at = Instant(match.clock.since)
            events = decide(match, c.LanguageTapped(at, side, "nb")).events
            assert e.LanguageChosen(side, "nb") == events[-1]
            before = evolved(match, events[:-1])
            after = evolve(before, events[-1])
            assert replace(after, languages=before.languages, settled=before.settled) == before
            tried += 1
    assert tried > 100
