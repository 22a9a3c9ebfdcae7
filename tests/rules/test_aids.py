"""Each side's aids: switched on and off at any time, by the side or by the director for it; play
goes on.
"""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.match_corpus import evolved, plain_matches
from kits.rules_kit import BLACK, DIRECTOR, WHITE, Table

from kiosk.rules.aids import CHANGES, Aid
from kiosk.rules.decide import decide, evolve
from kiosk.rules.reasons import Reason
from kiosk.rules.units import SIDES, BySide, Instant, Side
from kiosk.wire.snapshot import snapshot
from kiosk.wire.taps import actions, command_of, single_choices

NONE: BySide[frozenset[Aid]] = BySide(frozenset(), frozenset())
OWN = (Aid.BIG_TYPE, Aid.LEFT_HANDED, Aid.HOLD)
"""What a side switches on for itself."""


@pytest.mark.parametrize("aid", OWN)
def test_a_side_switches_each_on_and_off_for_itself(aid: Aid) -> None:
    table = Table().open().start()
    assert table.match.aids == NONE
    table.ok(c.AidTapped(table.at, BLACK, aid, True))
    assert table.match.aids == BySide(frozenset(), frozenset({aid}))
    table.ok(c.AidTapped(table.at, BLACK, aid, False))
    assert table.match.aids == NONE


def test_they_stand_beside_each_other() -> None:
    table = Table().open().start()
    for aid in OWN:
        table.ok(c.AidTapped(table.at, WHITE, aid, True))
    table.ok(c.AidTapped(table.at, WHITE, Aid.HOLD, False))
    assert table.match.aids.white == {Aid.BIG_TYPE, Aid.LEFT_HANDED}


@pytest.mark.parametrize("aid", Aid)
def test_the_director_switches_any_for_a_side(aid: Aid) -> None:
    table = Table().open().start()
    table.ok(table.order(c.AidOrdered, BLACK, aid, True))
    assert table.match.aids.black == {aid}
    table.ok(table.order(c.AidOrdered, BLACK, aid, False))
    assert table.match.aids == NONE
    other = c.AidOrdered(table.at, "m2", DIRECTOR, "", WHITE, aid, True)
    assert table.refused(other) == (Reason.OTHER_MATCH,)


def test_only_the_director_has_prompts_said_aloud_and_the_side_may_stop_it() -> None:
    table = Table().open().start()
    assert table.refused(c.AidTapped(table.at, WHITE, Aid.SPOKEN, True)) == (Reason.BAD_VALUE,)
    table.ok(table.order(c.AidOrdered, WHITE, Aid.SPOKEN, True))
    table.ok(c.AidTapped(table.at, WHITE, Aid.SPOKEN, False))
    assert table.match.aids == NONE


@pytest.mark.parametrize("aid", OWN)
def test_what_changes_nothing_is_refused(aid: Aid) -> None:
    table = Table().open().start()
    assert table.refused(c.AidTapped(table.at, WHITE, aid, False)) == (Reason.ALREADY_DONE,)
    table.ok(c.AidTapped(table.at, WHITE, aid, True))
    assert table.refused(c.AidTapped(table.at, WHITE, aid, True)) == (Reason.ALREADY_DONE,)
    assert table.refused(table.order(c.AidOrdered, WHITE, aid, True)) == (Reason.ALREADY_DONE,)


def test_without_a_match_there_is_nobody_to_aid() -> None:
    table = Table()
    assert table.refused(c.AidTapped(table.at, WHITE, Aid.HOLD, True)) == (Reason.NO_MATCH,)


def test_a_new_match_has_none() -> None:
    table = Table().open(points=1).start()
    table.ok(c.AidTapped(table.at, WHITE, Aid.HOLD, True))
    table.win(WHITE)
    assert table.match.aids.white == {Aid.HOLD}
    table.open(points=1)
    assert table.match.aids == NONE


def test_a_client_sees_them_and_is_told_what_there_is_to_change() -> None:
    table = Table().open().start()
    assert offered(table, WHITE) == {"big_type_on", "left_handed_on", "hold_on"}
    table.ok(table.order(c.AidOrdered, WHITE, Aid.SPOKEN, True))
    table.ok(c.AidTapped(table.at, WHITE, Aid.BIG_TYPE, True))
    assert offered(table, WHITE) == {"big_type_off", "left_handed_on", "hold_on", "spoken_off"}
    sides = snapshot(table.match, 1, table.at).sides
    assert sides is not None
    assert sides.map(lambda side: side.aids) == BySide((Aid.BIG_TYPE, Aid.SPOKEN), ())


def offered(table: Table, side: Side) -> set[str]:
    found = actions(table.match, side, table.at)
    return {choice for each in found if each.kind == "AidTapped" for choice in each.choices}


def test_each_choice_is_a_command() -> None:
    table = Table().open().start()
    (action,) = (each for each in actions(table.match, WHITE, table.at) if each.kind == "AidTapped")
    for leaf in single_choices(action):
        aid, on = CHANGES[leaf.choice]
        assert command_of(leaf, WHITE, None, table.at) == c.AidTapped(table.at, WHITE, aid, on)


def test_it_touches_nothing_else_in_any_match() -> None:
    """Whatever phase, stop or dispute: all but the aids is as it was."""
    tried = 0
    for match in plain_matches():
        if match.opened is None or match.taken_over_by is not None:
            continue
        for side in SIDES:
            at = Instant(match.clock.since)
            events = decide(match, c.AidTapped(at, side, Aid.HOLD, True)).events
            assert events[-1] == e.AidChosen(side, Aid.HOLD, True)
            before = evolved(match, events[:-1])
            after = evolve(before, events[-1])
            assert replace(after, aids=before.aids, settled=before.settled) == before
            tried += 1
    assert tried > 100
