"""Three pictures lead a first-time player through a turn: offered before the first game, left by a
tap, and by who is ready; play goes on as without them.
"""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.match_corpus import plain_matches
from kits.rules_kit import BLACK, LONDON, TEAMS, WHITE, Table, open_match

from kiosk.rules.decide import decide, evolve
from kiosk.rules.guide import has_seen
from kiosk.rules.match import Match
from kiosk.rules.reasons import Reason
from kiosk.rules.units import SIDES, BySide, Instant
from kiosk.wire.taps import actions, command_of, single_choices


def offered(*sides: object) -> Table:
    table = Table().open(points=1)
    for side in sides:
        table.ok(table.order(c.GuideOrdered, side))
    return table


def facts(table: Table) -> list[type[e.Event]]:
    return [type(event) for event in table.events]


def test_without_an_offer_no_side_is_led() -> None:
    table = Table().open()
    assert table.match.guide == BySide(False, False)
    assert table.refused(c.GuideTapped(table.at, WHITE, 1)) == (Reason.ALREADY_DONE,)
    assert not [each for each in actions(table.match, WHITE, table.at) if "Guide" in each.kind]
    table.ready()
    assert not {e.GuideOffered, e.GuideSeen} & set(facts(table))


@pytest.mark.parametrize("pictures", [1, 2, 3])
def test_a_side_leaves_the_pictures_after_any_of_them(pictures: int) -> None:
    table = offered(WHITE, BLACK)
    (action,) = (a for a in actions(table.match, BLACK, table.at) if a.kind == "GuideTapped")
    leaf = single_choices(action)[pictures - 1]
    table.ok(command_of(leaf, BLACK, None, table.at))
    assert table.told(e.GuideSeen) == e.GuideSeen(BLACK, pictures)
    assert table.match.guide == BySide(True, False)
    assert (has_seen(table.match, WHITE), has_seen(table.match, BLACK)) == (False, True)


@pytest.mark.parametrize("pictures", [0, 4, -1])
def test_there_are_three_pictures(pictures: int) -> None:
    table = offered(WHITE)
    assert table.refused(c.GuideTapped(table.at, WHITE, pictures)) == (Reason.BAD_VALUE,)


def test_who_is_ready_has_left_them_and_the_other_is_not_held_up() -> None:
    table = offered(WHITE, BLACK)
    table.ok(c.ReadyTapped(table.at, WHITE))
    assert table.match.guide == BySide(False, True)
    table.ok(c.ReadyTapped(table.at, BLACK))
    assert table.match.game is not None
    assert table.count(e.GuideSeen) == 2
    assert facts(table)[-1] is not e.GuideSeen


def test_they_are_offered_before_the_first_game_alone_and_once() -> None:
    table = offered(WHITE)
    assert table.refused(table.order(c.GuideOrdered, WHITE)) == (Reason.ALREADY_DONE,)
    table.ok(c.ReadyTapped(table.at, BLACK))
    assert table.refused(table.order(c.GuideOrdered, BLACK)) == (Reason.NOT_NOW,)
    later = Table().open(points=5).start().win(WHITE)
    assert later.refused(later.order(c.GuideOrdered, BLACK)) == (Reason.NOT_NOW,)
    assert Table().refused(Table().order(c.GuideOrdered, BLACK)) == (Reason.NO_MATCH,)


def test_a_table_knows_by_name_who_has_seen_them_in_a_match_before() -> None:
    table = offered(WHITE)
    table.ok(c.GuideTapped(table.at, WHITE, 3))
    table.ready().win(WHITE) if table.match.game else table.start().win(WHITE)
    again = replace(TEAMS, white=replace(TEAMS.white, name="Somebody else"))
    swapped = BySide(again.white, replace(again.black, name=f" {TEAMS.white.name.upper()} "))
    table.ok(replace(open_match(table.at, 1, LONDON), match_id="m2", sides=swapped))
    assert (has_seen(table.match, WHITE), has_seen(table.match, BLACK)) == (False, True)


def test_a_match_put_away_leaves_what_is_known_of_people() -> None:
    table = offered(WHITE)
    table.ok(c.GuideTapped(table.at, WHITE, 1))
    table.ok(table.order(c.MatchWithdrawn))
    table.ok(open_match(table.at, 1, LONDON))
    assert (has_seen(table.match, WHITE), has_seen(table.match, BLACK)) == (True, False)


def test_a_side_without_a_name_is_never_known() -> None:
    table = Table()
    nameless = replace(TEAMS, white=replace(TEAMS.white, name="  "))
    table.ok(replace(open_match(table.at, 1, LONDON), sides=nameless))
    table.ok(table.order(c.GuideOrdered, WHITE))
    table.ok(c.SetUpTable(table.at, _set_up()))
    table.ok(c.GuideTapped(table.at, WHITE, 1))
    assert not has_seen(table.match, WHITE)
    assert table.match.guide == BySide(False, False)


def _set_up() -> object:
    setup = Table().open().match.setup
    assert setup is not None
    return setup


def test_they_touch_nothing_else_in_any_match() -> None:
    tried = 0
    for match in plain_matches():
        if match.opened is None or match.games_played or match.taken_over_by is not None:
            continue
        for side in SIDES:
            at = Instant(match.clock.since)
            ordered = c.GuideOrdered(at, match.match_id, "director:Kari", "", side)
            for event in decide(match, ordered).events:
                if isinstance(event, e.GuideOffered):
                    led = evolve(match, event)
                    assert _bare(led) == match
                    left = evolve(led, e.GuideSeen(side, 2))
                    assert _bare(left) == match
                    tried += 1
    assert tried > 10


def _bare(match: Match) -> Match:
    return replace(match, guide=BySide(False, False), guided=frozenset())
