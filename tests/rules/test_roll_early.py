"""Dice thrown before the other side's turn is over."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.early_kit import GOOD, moving, shared_pair
from kits.rules_kit import (
    BLACK,
    ITALIAN,
    LEFT,
    LONDON,
    NO_CLOCK,
    NORWAY,
    RIGHT,
    WHITE,
    Table,
    die,
    facts,
    open_match,
    setup,
)

from kiosk.rules.match import Phase
from kiosk.rules.match.dicing import Dicing, EarlyRoll
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import DieFact
from kiosk.rules.rulebook import DoubleGesture, PrematureRoll, RuleBook
from kiosk.rules.table import DicePairs, Half

MINE = (die(6, RIGHT), die(5, RIGHT))
"""White's opening roll, as it lies."""


def second_pair(table: Table, *dice: DieFact) -> Table:
    """Black throws its own pair beside White's."""
    table.ok(c.RollRead(table.at, facts(*MINE, *dice)))
    return table


# --- without a clock ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "cite"),
    [(NO_CLOCK, "norway §4.1(v)(a)"), (ITALIAN, "italian-international L101, L103")],
    ids=["norway", "italian"],
)
def test_an_early_roll_stands(book: RuleBook, cite: str) -> None:
    """S116, R128."""
    table = second_pair(moving(book), *GOOD)
    early = table.told(e.RolledEarly)
    assert (early.side, early.cites) == (BLACK, (cite,))
    assert early.facts.dice == GOOD
    assert table.phase is Phase.MOVING
    assert table.on_turn is WHITE
    table.ok(c.DiceLifted(table.at))
    accepted = table.told(e.RollAccepted)
    assert (accepted.side, accepted.values) == (BLACK, (4, 2))
    assert (table.on_turn, table.phase) == (BLACK, Phase.MOVING)


def test_its_roller_has_no_double_before_it() -> None:
    """Italian-international L103: it must be played, and the cube may not be used."""
    table = second_pair(moving(ITALIAN), *GOOD)
    table.ok(c.DiceLifted(table.at))
    assert table.refused(c.DoubleTapped(table.at, BLACK)) == (Reason.NOT_NOW,)


def test_in_london_it_is_thrown_again() -> None:
    """S115, TR11."""
    table = second_pair(moving(LONDON), *GOOD)
    refused = table.told(e.RollRefused)
    assert (refused.side, refused.reasons) == (BLACK, (Reason.PREMATURE,))
    assert (refused.facts.dice, refused.cites) == (GOOD, ("london-club TR11",))
    assert table.phase is Phase.MOVING
    table.ok(c.DiceLifted(table.at))
    assert table.match.game is not None
    assert table.match.game.refused_for == (Reason.PREMATURE,)
    table.throw(die(3, LEFT), die(1, LEFT))
    assert table.told(e.RollAccepted).values == (3, 1)
    assert table.match.game.refused_for == ()


def test_in_london_it_is_an_invalid_roll_and_its_roller_may_not_double_after_it() -> None:
    """TR10, TR11: in the turn that follows; in the one after he may again."""
    table = second_pair(moving(LONDON), *GOOD)
    early = c.BoardDoubleTapped(table.at, BLACK, BLACK, DoubleGesture.FULL_FORM, 2, None)
    assert table.refused(early) == (Reason.INVALID_ROLL_THIS_TURN,)
    table.ok(c.DiceLifted(table.at))
    assert table.refused(c.DoubleTapped(table.at, BLACK)) == (Reason.INVALID_ROLL_THIS_TURN,)
    assert table.told(e.Refused).cites == ("london-club TR10",)
    table.throw(die(3, LEFT), die(1, LEFT))
    table.lift()
    table.ok(c.DoubleTapped(table.at, WHITE))
    table.take().turn()
    assert table.match.dicing.threw_early is None
    table.ok(c.DoubleTapped(table.at, BLACK))


def test_a_cocked_early_roll_is_rolled_again_in_its_own_turn() -> None:
    table = second_pair(moving(NO_CLOCK), die(4, LEFT, flat=False), die(2, LEFT))
    assert table.count(e.RollRefused) == 0
    table.ok(c.DiceLifted(table.at))
    assert table.told(e.RollRefused).reasons == (Reason.COCKED,)
    assert (table.on_turn, table.phase) == (BLACK, Phase.TO_ROLL)


def test_where_the_other_pair_hides_the_end_of_the_turn_the_button_tells_it() -> None:
    """The camera reports a lift only when no dice are left."""
    table = moving(NO_CLOCK)
    assert table.refused(c.ClockPressed(table.at, WHITE)) == (Reason.NO_CLOCK,)
    second_pair(table, *GOOD).press(WHITE)
    assert table.told(e.RollAccepted).side is BLACK


def test_dice_seen_after_it_end_the_turn_and_no_more() -> None:
    """Whose they are nobody can say: the early roll is the next one."""
    table = second_pair(moving(NO_CLOCK), *GOOD)
    table.ok(c.RollRead(table.at, facts(die(1, LEFT), die(2, LEFT))))
    accepted = table.told(e.RollAccepted)
    assert (accepted.side, accepted.values) == (BLACK, (4, 2))
    assert table.count(e.RollAccepted) == 1


@pytest.mark.parametrize(
    "look",
    [
        facts(*MINE, *GOOD, rolled=False),
        facts(*MINE, die(4, LEFT), die(2, Half.BAR)),
        facts(*GOOD),
        facts(*MINE, *GOOD, die(1, LEFT)),
    ],
    ids=["laid", "not in its half", "the first pair is gone", "five dice"],
)
def test_what_is_not_surely_a_second_pair_is_no_early_roll(look: object) -> None:
    table = moving(NO_CLOCK)
    table.do(c.RollRead(table.at, look))  # type: ignore[arg-type]
    assert table.count(e.RolledEarly) == 0


def test_with_a_box_one_pair_is_shared_and_a_roll_ends_the_turn() -> None:
    table = moving(NO_CLOCK, LEFT)
    table.throw(die(4, LEFT), die(2, LEFT), die(6, LEFT), die(5, LEFT))
    assert table.count(e.RolledEarly) == 0
    assert table.told(e.TurnEnded).side is WHITE


@pytest.mark.parametrize("mixer", [None, LEFT], ids=["a pair for both", "a box"])
def test_a_second_pair_needs_two_pairs_and_no_box(mixer: Half | None) -> None:
    pairs = DicePairs.PAIR_EACH if mixer else DicePairs.SHARED_PAIR
    table = Table()
    table.ok(open_match(table.now, book=NO_CLOCK))
    table.ok(c.SetUpTable(table.at, replace(setup(mixer), dice=pairs)))
    second_pair(table.start(), *GOOD)
    assert table.count(e.RolledEarly) == 0


def doubled_early(book: RuleBook) -> Table:
    """Black doubles while White still moves."""
    table = moving(book)
    told = c.BoardDoubleTapped(
        table.at, BLACK, BLACK, DoubleGesture.FULL_FORM, shown=None, answer=None
    )
    table.ok(told)
    return table


def test_who_doubled_early_rolls_when_the_double_is_answered() -> None:
    table = doubled_early(NO_CLOCK)
    table.ok(c.RollRead(table.at, facts(*GOOD)))
    assert table.told(e.Doubled).side is BLACK
    assert table.phase is Phase.DOUBLED
    assert table.count(e.RollAccepted) == 0
    assert table.count(e.RolledEarly) == 0


def test_who_rolled_early_can_no_longer_double_early() -> None:
    """Italian-international L103."""
    table = second_pair(moving(ITALIAN), *GOOD)
    told = c.BoardDoubleTapped(
        table.at, BLACK, BLACK, DoubleGesture.FULL_FORM, shown=None, answer=None
    )
    assert Reason.ROLLED_EARLY in table.refused(told)


# --- with a clock ------------------------------------------------------------------------------


def test_with_a_clock_it_counts_after_the_press() -> None:
    table = shared_pair(moving(NORWAY), *GOOD).wait(3)
    assert table.told(e.RolledEarly).side is BLACK
    table.press(WHITE)
    accepted = table.told(e.RollAccepted)
    assert (accepted.side, accepted.values) == (BLACK, (4, 2))
    assert table.match.clock.running is BLACK


def test_through_a_box_that_has_failed_it_is_asked_about() -> None:
    """Nobody counted the dice: they might have been laid there."""
    for failed in (True, False):
        table = moving(NORWAY, LEFT, tower=True)
        if failed:
            table.ok(c.DeviceFailed(table.at, "tower", "no answer"))
        else:
            table.lift().ok(c.TowerReported(table.at, 2, 2))
        shared_pair(table, *GOOD).press(WHITE)
        if failed:
            assert table.told(e.RollQuestioned).reasons == (Reason.PREMATURE,)
        else:
            assert table.told(e.RollAccepted).side is BLACK


def test_a_turn_leaves_no_consent_and_no_early_roll_behind() -> None:
    early = EarlyRoll(BLACK, facts(*GOOD))
    left = Dicing(consents=BLACK, closed_out=True, early=early).after_turn(WHITE)
    assert left == Dicing()


def test_what_the_camera_doubts_is_asked_when_the_turn_is_over() -> None:
    table = shared_pair(moving(NORWAY), die(4, LEFT, flat=None), die(2, LEFT))
    assert table.count(e.RollQuestioned) == 0
    table.press(WHITE)
    assert table.told(e.RollQuestioned).reasons == (Reason.FLAT_UNSURE,)


@pytest.mark.parametrize(
    ("dice", "rolled"),
    [
        ((die(6, LEFT), die(5, LEFT)), True),
        (GOOD, False),
        ((die(4, RIGHT), die(2, RIGHT)), True),
        ((die(4, LEFT),), True),
    ],
    ids=["the mover's own roll", "laid", "the mover's half", "one die"],
)
def test_dice_that_may_be_the_movers_are_not_read(dice: tuple[DieFact, ...], rolled: bool) -> None:
    table = moving(NORWAY).lift()
    look = c.RollRead(table.at, facts(*dice, rolled=rolled))
    assert table.refused(look) == (Reason.NOT_NOW,)


def test_dice_never_lifted_were_not_rolled_by_the_other() -> None:
    table = moving(NORWAY)
    assert table.refused(c.RollRead(table.at, facts(*GOOD))) == (Reason.NOT_NOW,)


def test_one_early_roll_is_enough() -> None:
    table = shared_pair(moving(NORWAY), *GOOD).lift()
    again = c.RollRead(table.at, facts(die(1, LEFT), die(2, LEFT)))
    assert table.refused(again) == (Reason.NOT_NOW,)


def test_a_box_that_counted_makes_it_sure() -> None:
    table = moving(NORWAY, LEFT, tower=True).lift()
    table.ok(c.TowerReported(table.at, 2, 2))
    table.ok(c.RollRead(table.at, facts(*GOOD)))
    table.press(WHITE)
    assert table.told(e.RollAccepted).values == (4, 2)


def test_a_box_that_did_not_count_leaves_a_question() -> None:
    """Dice may have been laid there for the other."""
    table = shared_pair(moving(NORWAY, LEFT), *GOOD)
    table.press(WHITE)
    assert table.told(e.RollQuestioned).reasons == (Reason.PREMATURE,)
    silent = shared_pair(moving(NORWAY, LEFT, tower=True), *GOOD)
    silent.press(WHITE)
    assert silent.told(e.RollQuestioned).reasons == (Reason.TOWER_SILENT,)


def test_a_book_may_void_it_with_a_clock_too() -> None:
    book = NORWAY.with_value("roll.premature", PrematureRoll.THROWN_AGAIN)
    table = shared_pair(moving(book), *GOOD)
    assert table.told(e.RollRefused).reasons == (Reason.PREMATURE,)
    table.press(WHITE)
    assert (table.on_turn, table.phase) == (BLACK, Phase.TO_ROLL)
