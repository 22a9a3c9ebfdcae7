"""Dice only taken before the other side's turn is over, or a single one lifted."""

import pytest
from kits import commands as c
from kits import events as e
from kits.books import load
from kits.early_kit import GOOD, moving, shared_pair
from kits.rules_kit import (
    BLACK,
    ITALIAN,
    LONDON,
    NO_CLOCK,
    NORWAY,
    WHITE,
    Table,
    ns,
)

from kiosk.rules.match.dicing import DiceMatter
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import EVENT, OneDieLifted, StopFor
from kiosk.rules.units import Side

# --- dice taken too early (norway §4.1(v)(b)) --------------------------------------------------


def claimed() -> Table:
    """White, after 20 s of its turn, says that Black took the dice."""
    table = moving(NORWAY).wait(20)
    table.ok(c.EarlyPickupClaimed(table.at, WHITE))
    return table


def test_the_clock_stands_until_the_mover_has_finished() -> None:
    """S083."""
    table = claimed()
    said = table.told(e.DiceClaimed)
    assert (said.side, said.matter) == (WHITE, DiceMatter.EARLY_PICKUP)
    assert said.cites == ("norway §4.1(v)(b)",)
    assert table.match.clock.running is None
    left = table.reserve(WHITE)
    table.wait(30).press(WHITE)
    assert table.reserve(WHITE) == left
    assert table.match.clock.running is BLACK


def test_who_took_them_waits_out_the_delay_and_then_has_none() -> None:
    """S083: 12 s waited and 9 s thought cost 9 s."""
    table = claimed()
    table.ok(c.DiceClaimAgreed(table.at, BLACK))
    assert table.told(e.DelayForfeited) == e.DelayForfeited(
        BLACK, None, None, ("norway §4.1(v)(b)",)
    )
    table.press(WHITE)
    before = table.reserve(BLACK)
    table.wait(12).roll(4, 2)
    assert table.told(e.ClockStarted).delay == ns(12)
    table.wait(9).press(BLACK)
    assert before - table.reserve(BLACK) == ns(9)
    assert table.match.dicing.forfeits is None


def test_who_waits_a_nanosecond_too_little_loses_it() -> None:
    table = claimed()
    table.ok(c.DiceClaimAgreed(table.at, BLACK))
    table.press(WHITE)
    before = table.reserve(BLACK)
    table.now += ns(12) - 1
    table.roll(4, 2).wait(9).press(BLACK)
    assert before - table.reserve(BLACK) == ns(9)


def test_who_does_not_wait_has_no_delay_at_all() -> None:
    table = claimed()
    table.ok(c.DiceClaimAgreed(table.at, BLACK))
    table.press(WHITE)
    before = table.reserve(BLACK)
    table.wait(3).roll(4, 2).wait(9).press(BLACK)
    assert before - table.reserve(BLACK) == ns(9)


def test_by_touch_it_is_the_same() -> None:
    table = claimed()
    table.ok(c.DiceClaimAgreed(table.at, BLACK))
    table.press(WHITE)
    before = table.reserve(BLACK)
    table.wait(3).lift().enter(4, 2).wait(9).press(BLACK)
    assert before - table.reserve(BLACK) == ns(9)


def test_the_turn_after_it_has_its_delay_again() -> None:
    table = claimed()
    table.ok(c.DiceClaimAgreed(table.at, BLACK))
    table.press(WHITE).wait(12).turn().turn()
    before = table.reserve(BLACK)
    table.turn(12)
    assert table.reserve(BLACK) == before


def test_the_claim_may_be_answered_in_the_next_turn_but_not_after() -> None:
    table = claimed().press(WHITE)
    assert table.match.dicing.claim is not None
    table.ok(c.DiceClaimAgreed(table.at, BLACK))
    assert table.match.dicing.forfeits is BLACK
    table = claimed().press(WHITE).turn()
    assert table.refused(c.DiceClaimAgreed(table.at, BLACK)) == (Reason.NOT_NOW,)


def test_if_the_other_does_not_agree_the_director_rules() -> None:
    table = claimed()
    assert table.refused(c.DiceClaimAgreed(table.at, WHITE)) == (Reason.NOT_YOUR_TURN,)
    table.ok(c.DiceContested(table.at, BLACK))
    assert table.told(e.DiceDisputed).matter is DiceMatter.EARLY_PICKUP
    assert table.match.director_called is BLACK
    assert table.match.dicing.forfeits is None
    table.ok(table.order(c.DelayForfeitOrdered, BLACK))
    told = table.told(e.DelayForfeited)
    assert (told.by, told.why) == ("director:Kari", "a reason")
    assert table.refused(table.order(c.DelayForfeitOrdered, BLACK)) == (Reason.ALREADY_DONE,)


def contested() -> Table:
    table = claimed()
    table.ok(c.DiceContested(table.at, BLACK))
    return table.wait(60)


@pytest.mark.parametrize("favours", [BLACK, None])
def test_found_not_taken_early_the_clock_stopped_for_it_runs_on(favours: Side | None) -> None:
    """norway §4.1(v)(b), §4.3(ii)(d): from where it stood, with what was left of the delay."""
    table = contested()
    left = table.reserve(WHITE)
    table.ok(table.order(c.DisputeRuled, favours))
    table.go_on()
    assert (table.match.clock.running, table.count(e.DelayForfeited)) == (WHITE, 0)
    table.wait(5).press(WHITE)
    assert left - table.reserve(WHITE) == ns(5)


def test_started_without_a_finding_the_clock_runs_on_too() -> None:
    table = contested()
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    assert table.match.clock.running is WHITE


@pytest.mark.parametrize("forfeits_first", [False, True])
def test_found_taken_early_the_turn_is_finished_without_the_clock(forfeits_first: bool) -> None:
    """norway §4.1(v)(b)."""
    table = contested()
    left = table.reserve(WHITE)
    if forfeits_first:
        table.ok(table.order(c.DelayForfeitOrdered, BLACK))
        table.ok(table.order(c.StartOrdered))
    else:
        table.ok(table.order(c.DisputeRuled, WHITE))
    told = table.told(e.DelayForfeited)
    assert (told.side, told.by) == (BLACK, "director:Kari")
    assert (table.match.clock.running, table.match.dicing.forfeits) == (None, BLACK)
    table.wait(30).press(WHITE)
    assert table.reserve(WHITE) == left


def test_contested_after_the_turn_was_finished_the_others_clock_goes_on() -> None:
    table = claimed().press(WHITE)
    table.ok(c.DiceContested(table.at, BLACK))
    assert table.told(e.DiceDisputed).resumes is None
    table.ok(table.order(c.DisputeRuled, WHITE))
    table.go_on()
    assert (table.match.clock.running, table.count(e.DelayForfeited)) == (BLACK, 0)


@pytest.mark.parametrize("presses", [False, True])
def test_what_was_contested_is_settled_once_play_goes_on(presses: bool) -> None:
    table = contested()
    table.ok(table.order(c.DisputeRuled, BLACK))
    table.go_on()
    if presses:
        table.press(WHITE)
    table.ok(c.DisputeTapped(table.at, BLACK))
    table.ok(table.order(c.DisputeRuled, WHITE))
    assert table.count(e.DelayForfeited) == 0


def test_both_at_once_the_roll_stands_and_the_delay_is_gone() -> None:
    """S085, D3-16."""
    table = shared_pair(moving(NORWAY), *GOOD)
    table.ok(c.EarlyPickupClaimed(table.at, WHITE))
    table.ok(c.DiceClaimAgreed(table.at, BLACK))
    table.press(WHITE)
    assert table.told(e.RollAccepted).values == (4, 2)
    before = table.reserve(BLACK)
    table.wait(21).press(BLACK)
    assert before - table.reserve(BLACK) == ns(9)


def test_it_is_claimed_once_by_the_side_on_turn() -> None:
    table = moving(NORWAY)
    assert table.refused(c.EarlyPickupClaimed(table.at, BLACK)) == (Reason.NOT_YOUR_TURN,)
    table = claimed()
    assert table.refused(c.EarlyPickupClaimed(table.at, WHITE)) == (Reason.ALREADY_DONE,)
    table.ok(c.DiceClaimAgreed(table.at, BLACK))
    assert table.refused(c.EarlyPickupClaimed(table.at, WHITE)) == (Reason.ALREADY_DONE,)


def stopped(purpose: StopFor) -> Table:
    table = moving(NORWAY).wait(20)
    table.ok(c.ClockStopTapped(table.at, WHITE, purpose, False))
    return table


def test_it_is_claimed_with_the_clock_already_stopped_for_it() -> None:
    """norway §4.3(ii)(d): the clock still stands until the mover has finished."""
    table = stopped(StopFor.EARLY_PICKUP)
    left = table.reserve(WHITE)
    table.wait(5).ok(c.EarlyPickupClaimed(table.at, WHITE))
    assert (table.match.stop, table.match.clock.running) == (None, None)
    table.ok(c.DiceClaimAgreed(table.at, BLACK))
    assert table.match.dicing.forfeits is BLACK
    table.wait(30).press(WHITE)
    assert table.reserve(WHITE) == left
    assert table.match.clock.running is BLACK


def test_once_the_director_is_called_only_he_lets_the_turn_go_on() -> None:
    """norway §4.1(v)(b), §4.3(ii)(c): still without the mover's clock."""
    table = stopped(StopFor.EARLY_PICKUP)
    table.ok(c.DirectorCallTapped(table.at, WHITE))
    table.ok(c.EarlyPickupClaimed(table.at, WHITE))
    assert table.match.director_called is WHITE
    assert table.refused(c.ClockPressed(table.at, WHITE)) == (Reason.CLOCK_STOPPED,)
    table.ok(table.order(c.DelayForfeitOrdered, BLACK))
    table.ok(table.order(c.StartOrdered))
    assert (table.match.stop, table.match.clock.running) == (None, None)
    table.press(WHITE)
    assert table.match.clock.running is BLACK


def test_play_stopped_for_anything_else_goes_on_first() -> None:
    table = stopped(StopFor.CLAIM)
    assert table.refused(c.EarlyPickupClaimed(table.at, WHITE)) == (Reason.CLOCK_STOPPED,)


def test_without_a_clock_there_is_no_delay_to_lose() -> None:
    table = moving(NO_CLOCK)
    assert table.refused(c.EarlyPickupClaimed(table.at, WHITE)) == (Reason.NO_CLOCK,)
    assert table.refused(table.order(c.DelayForfeitOrdered, BLACK)) == (Reason.NO_CLOCK,)


@pytest.mark.parametrize("profile", ["london-club+unified-2001", "norway+unified-2001"])
def test_elsewhere_it_is_forbidden_and_the_rest_is_the_directors(profile: str) -> None:
    """S086, C18: unified-2001 §3.4, as italian-international L139 and michigan-2002 §3.3."""
    table = moving(load(profile))
    table.ok(c.EarlyPickupClaimed(table.at, WHITE))
    noted = table.told(e.EarlyPickupNoted)
    assert (noted.side, noted.cites) == (BLACK, ("unified-2001 §3.4",))
    assert table.match.clock.running is WHITE
    assert table.match.dicing.claim is None
    assert table.refused(table.order(c.DelayForfeitOrdered, BLACK)) == (Reason.DELAY_STAYS,)


# --- one die lifted ----------------------------------------------------------------------------


def test_one_die_lifted_ends_no_turn() -> None:
    """S118: italian-international L70, and norway by convention."""
    for book in (ITALIAN, NO_CLOCK):
        table = moving(book)
        assert table.refused(c.OneDieLiftedClaimed(table.at, BLACK)) == (Reason.BOTH_DICE,)
        assert table.on_turn is WHITE


def test_in_london_it_ends_the_turn_if_both_say_so() -> None:
    """S113, TR9.5."""
    table = moving(LONDON)
    table.ok(c.OneDieLiftedClaimed(table.at, BLACK))
    assert table.on_turn is WHITE
    assert table.refused(c.OneDieLiftedClaimed(table.at, WHITE)) == (Reason.ALREADY_DONE,)
    table.ok(c.DiceClaimAgreed(table.at, WHITE))
    ended = table.told(e.TurnEnded)
    assert (ended.side, ended.cites) == (WHITE, ("london-club TR9.5",))
    assert table.on_turn is BLACK


def test_the_turn_ended_by_one_die_cites_the_rule_on_one_die() -> None:
    table = moving(LONDON.with_value("turn.one_die_lifted", OneDieLifted.ENDS_IN_DISPUTE))
    table.ok(c.OneDieLiftedClaimed(table.at, BLACK))
    table.ok(c.DiceClaimAgreed(table.at, WHITE))
    assert table.told(e.TurnEnded).cites == (EVENT,)


def test_if_they_differ_the_director_rules() -> None:
    table = moving(LONDON)
    table.ok(c.OneDieLiftedClaimed(table.at, BLACK))
    table.ok(c.DiceContested(table.at, WHITE))
    assert table.told(e.DiceDisputed).matter is DiceMatter.ONE_DIE_LIFTED
    assert table.match.director_called is WHITE
    assert table.on_turn is WHITE


def test_a_claim_falls_with_the_turn_it_was_about() -> None:
    table = moving(LONDON)
    table.ok(c.OneDieLiftedClaimed(table.at, BLACK))
    table.lift()
    assert table.refused(c.DiceClaimAgreed(table.at, WHITE)) == (Reason.NOT_NOW,)


def test_with_a_clock_the_press_ends_the_turn_and_no_die() -> None:
    table = moving(load("london-club+unified-2001"))
    assert table.refused(c.OneDieLiftedClaimed(table.at, BLACK)) == (Reason.PRESS_ENDS_TURN,)
