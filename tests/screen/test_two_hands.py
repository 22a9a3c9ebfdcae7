"""No prompt ever leads to a fault: whoever does what its half said is charged with nothing, though
the other hand was a little quicker and the picture was old.
"""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import precondition, rule
from kits import commands as c
from kits import events as e
from kits.books import load
from kits.evening import Evening
from kits.match_corpus import corpus
from kits.match_profiles import PROFILES
from kits.obeying import tried, walked
from kits.rules_kit import BLACK, BRONSTEIN, LEFT, MICHIGAN, NORWAY, WHITE, Table, die
from kits.view_kit import half

from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import MixerUse


@pytest.mark.parametrize("profile", PROFILES)
def test_no_prompt_leads_to_a_fault_by_any_book(profile: str) -> None:
    book = PROFILES[profile]
    boxes = (None,) if book.roll.mixer is MixerUse.CUP_ONLY else (None, LEFT)
    for box in boxes:
        for match in walked(book, box):
            assert not tried(match), (box, tried(match)[0], match)


@pytest.mark.parametrize("part", range(8))
def test_no_prompt_leads_to_a_fault_from_any_phase(part: int) -> None:
    for match in corpus()[part::8]:
        assert not tried(match), (tried(match)[0], match)


class TwoHands(Evening):
    @precondition(lambda self: self.match.phase not in {Phase.VACANT, Phase.MATCH_OVER})
    @rule()
    def act_at_once(self) -> None:
        found = tried(self.match)
        assert not found, found[0]


TestTwoHands = TwoHands.TestCase
TestTwoHands.settings = settings(
    max_examples=30,
    stateful_step_count=40,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


# --- the cases that were faults -------------------------------------------------------------------


def turn(book: object = BRONSTEIN) -> Table:
    """Black is to roll."""
    return Table().open(book=book).start().wait(20).end_turn().lift()  # type: ignore[arg-type]


def test_a_doubler_whose_press_comes_after_the_take_has_ended_no_turn() -> None:
    table = turn().double().take()
    assert table.refused(c.ClockPressed(table.at, BLACK)) == (Reason.NOT_NOW,)
    assert (table.phase, table.on_turn, table.match.clock.running) == (Phase.TO_ROLL, BLACK, BLACK)


def test_a_taker_whose_press_comes_after_the_others_whole_turn_has_ended_no_turn() -> None:
    table = turn().double().press(BLACK).take().roll().press(BLACK)
    assert table.on_turn is WHITE
    assert table.refused(c.ClockPressed(table.at, WHITE)) == (Reason.NOT_NOW,)
    assert table.on_turn is WHITE


def test_who_was_rejected_and_presses_after_the_others_turn_has_ended_no_turn() -> None:
    """Unified-2001 §3.6: who offered starts the other's clock by a press."""
    table = turn(load("italian-international+unified-2001"))
    table.ok(c.OfferTapped(table.at, WHITE, BLACK, 1, True, True))
    table.ok(table.order(c.GinOrdered, False))
    assert half(table, WHITE).prompt == "Not accepted: press your clock"
    table.roll().press(BLACK)
    assert table.refused(c.ClockPressed(table.at, WHITE)) == (Reason.NOT_NOW,)


def test_a_press_that_no_prompt_asked_for_still_ends_a_turn_without_a_roll() -> None:
    """Italian-international L138: on time for its double, and then once too often."""
    table = turn().double().press(BLACK).take().press(WHITE)
    table.press(BLACK)
    assert table.count(e.PressedUnrolled) == 1
    unasked = turn().press(BLACK)
    assert unasked.count(e.PressedUnrolled) == 1


def test_after_a_late_press_the_next_turn_can_be_ended_unrolled_again() -> None:
    table = turn().double().take().roll().press(BLACK).turn().press(BLACK)
    assert table.told(e.PressedUnrolled).side is BLACK


def test_a_press_that_was_owed_for_a_take_takes_no_move_back() -> None:
    """Michigan-2002 §3.5: the claimant's press hands the turn back, not the other's."""
    table = turn(MICHIGAN).double().press(BLACK).take()
    assert table.match.clock.running is WHITE
    table.ok(c.IllegalMoveTapped(table.at, BLACK))
    assert table.refused(c.ClockPressed(table.at, WHITE)) == (Reason.NOT_NOW,)
    table.ok(c.IllegalMoveAgreed(table.at, WHITE))
    assert table.told(e.MoveTakenBack).side is WHITE


def test_dice_in_the_air_while_the_move_is_taken_back_are_not_thrown_early() -> None:
    table = turn(NORWAY)
    table.ok(c.IllegalMoveTapped(table.at, WHITE))
    assert (table.phase, table.on_turn) == (Phase.MOVING, WHITE)
    for waited_s, early in ((2, 0), (3, 1)):
        later = Table(table.match, table.now).wait(waited_s)
        later.ok(c.DiceLifted(later.at))
        later.throw(die(6, LEFT), die(4, LEFT))
        assert later.count(e.RolledEarly) == early
