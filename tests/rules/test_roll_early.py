"""Dice thrown, or only taken, before the other side's turn is over."""

from dataclasses import replace

import pytest
from rules_kit import (
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
    ns,
    open_match,
    setup,
)

from kiosk.books import load
from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import DieFact
from kiosk.rules.rulebook import EVENT, DoubleGesture, OneDieLifted, PrematureRoll, RuleBook
from kiosk.rules.table import DicePairs, Half
from kiosk.rules.throwing import DiceMatter, Dicing, EarlyRoll

MINE = (die(6, RIGHT), die(5, RIGHT))
"""White's opening roll, as it lies."""


def moving(book: RuleBook, mixer: Half | None = None, *, tower: bool = False) -> Table:
    """White moves with 6-5."""
    return Table().open(book=book, mixer=mixer, tower=tower).start()


def second_pair(table: Table, *dice: DieFact) -> Table:
    """Black throws its own pair beside White's."""
    table.ok(c.RollRead(table.at, facts(*MINE, *dice)))
    return table


def shared_pair(table: Table, *dice: DieFact) -> Table:
    """Black takes the dice of both and throws them."""
    table.lift().ok(c.RollRead(table.at, facts(*dice)))
    return table


GOOD = (die(4, LEFT), die(2, LEFT))


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
    assert table.match.game.refused_for == ()
    table.throw(die(3, LEFT), die(1, LEFT))
    assert table.told(e.RollAccepted).values == (3, 1)


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
