"""When a roll on the left half counts: by permission, on a crowded board, or never."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import BLACK, ITALIAN, LEFT, LONDON, NO_CLOCK, NORWAY, RIGHT, WHITE, Table, die

from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import EVENT, LeftRoll, PermissionEnd, RuleBook
from kiosk.rules.units import BySide


def to_roll(book: RuleBook = NO_CLOCK) -> Table:
    """White, whose right half is the picture's right one, is to roll."""
    return Table().open(book=book).start(5, 6).turn().lift()


def left(table: Table) -> Table:
    table.lift().throw(die(5, LEFT), die(3, LEFT))
    return table


def right(table: Table) -> Table:
    table.lift().throw(die(5, RIGHT), die(3, RIGHT))
    return table


def permitted() -> Table:
    table = to_roll()
    table.ok(c.LeftGranted(table.at, BLACK))
    return table


# --- norway §4.1(iv)(a) ------------------------------------------------------------------------


def test_without_permission_a_left_roll_does_not_count() -> None:
    """S100."""
    table = left(to_roll())
    assert table.told(e.RollRefused).reasons == (Reason.WRONG_SIDE,)


def test_with_permission_it_counts() -> None:
    """S101; the tap is the one's who permits."""
    table = permitted()
    allowed = table.told(e.LeftAllowed)
    assert (allowed.side, allowed.by) == (WHITE, LeftRoll.WITH_PERMISSION)
    assert allowed.cites == ("norway §4.1(iv)(a)",)
    assert left(table).told(e.RollAccepted).values == (5, 3)


def test_who_permits_may_not_roll_left_itself() -> None:
    table = permitted()
    right(table).lift()
    table.throw(die(4, RIGHT), die(3, RIGHT))
    assert table.told(e.RollRefused).side is BLACK


@pytest.mark.parametrize("halves", [(LEFT, RIGHT), (RIGHT, LEFT)])
def test_dice_on_both_sides_of_the_bar_never_count(halves: tuple[str, str]) -> None:
    table = permitted()
    table.throw(die(5, halves[0]), die(3, halves[1]))
    assert table.told(e.RollRefused).reasons == (Reason.WRONG_SIDE,)
    assert table.count(e.LeftEnded) == 0
    assert left(table).phase is Phase.MOVING


def test_a_permission_taken_back_is_none() -> None:
    """S103."""
    table = permitted()
    table.ok(c.LeftWithdrawn(table.at, BLACK))
    assert table.told(e.LeftEnded).why is PermissionEnd.WITHDRAWN
    assert left(table).told(e.RollRefused).reasons == (Reason.WRONG_SIDE,)
    assert table.refused(c.LeftWithdrawn(table.at, BLACK)) == (Reason.ALREADY_DONE,)


def test_it_ends_when_the_roller_rolls_right_again() -> None:
    table = right(permitted())
    assert table.told(e.RollAccepted).side is WHITE
    ended = table.told(e.LeftEnded)
    assert (ended.side, ended.why) == (WHITE, PermissionEnd.RIGHT_ROLL)
    right_half = die(1, LEFT), die(2, LEFT)
    table.lift().throw(*right_half)
    assert left(table.lift()).told(e.RollRefused).side is WHITE


def test_it_stays_over_left_rolls_and_the_others_turns() -> None:
    table = left(permitted()).lift()
    table.throw(die(1, LEFT), die(2, LEFT))
    assert left(table).told(e.RollAccepted).side is WHITE
    assert table.count(e.LeftEnded) == 0


def test_it_ends_with_its_game() -> None:
    """S104."""
    table = left(permitted()).win(WHITE)
    table.lift().start(5, 6)
    assert table.told(e.LeftEnded).why is PermissionEnd.GAME_OVER
    table.turn().lift()
    assert left(table).told(e.RollRefused).reasons == (Reason.WRONG_SIDE,)


def test_a_book_may_let_it_outlast_rolls_and_games() -> None:
    kept = NO_CLOCK.with_value("roll.left_permission_ends", frozenset({PermissionEnd.WITHDRAWN}))
    table = to_roll(kept)
    table.ok(c.LeftGranted(table.at, BLACK))
    right(table).win(WHITE).start(5, 6).turn()
    assert left(table).told(e.RollAccepted).side is WHITE
    table.ok(c.LeftWithdrawn(table.at, BLACK))
    assert table.told(e.LeftEnded).cites == (EVENT,)
    stubborn = NO_CLOCK.with_value(
        "roll.left_permission_ends", frozenset({PermissionEnd.GAME_OVER})
    )
    table = to_roll(stubborn)
    table.ok(c.LeftGranted(table.at, BLACK))
    assert table.refused(c.LeftWithdrawn(table.at, BLACK)) == (Reason.LEFT_BARRED,)


def test_a_permission_is_nothing_to_contest() -> None:
    """It is the other's own; nor is a book that asks for none a claim."""
    table = permitted()
    assert table.refused(c.DiceContested(table.at, BLACK)) == (Reason.NOT_NOW,)
    table = to_roll(LONDON)
    assert table.refused(c.DiceContested(table.at, BLACK)) == (Reason.NOT_NOW,)


def test_it_is_given_once_and_not_with_a_mixer() -> None:
    table = permitted()
    assert table.refused(c.LeftGranted(table.at, BLACK)) == (Reason.ALREADY_DONE,)
    boxed = Table().open(book=NO_CLOCK, mixer=RIGHT).ready()
    assert boxed.refused(c.LeftGranted(boxed.at, BLACK)) == (Reason.MIXER_IN_USE,)


def test_with_a_mixer_its_half_counts_whatever_was_permitted() -> None:
    table = permitted()
    table.ok(table.order(c.MixerOrdered, RIGHT, False))
    assert left(table).told(e.RollRefused).reasons == (Reason.WRONG_SIDE,)


def test_an_opening_die_always_lies_to_its_rollers_right() -> None:
    table = Table().open().ready()
    for side in (WHITE, BLACK):
        table.ok(c.LeftGranted(table.at, side))
    table.throw(die(5, RIGHT), die(3, LEFT))
    assert table.told(e.OpeningWon).side is WHITE
    assert table.match.dicing.left == BySide(True, True)


# --- london-club TR9.2 -------------------------------------------------------------------------


def crowded() -> Table:
    table = to_roll(LONDON)
    table.ok(c.HomeCrowded(table.at, WHITE))
    return table


def test_a_crowded_home_board_needs_nobodys_consent() -> None:
    table = crowded()
    assert table.told(e.LeftAllowed).by is LeftRoll.WHEN_CROWDED
    assert table.told(e.LeftAllowed).cites == ("london-club TR9.2",)
    assert left(table).told(e.RollAccepted).cites == ("london-club TR9.2",)


def test_cocked_is_not_flat_in_the_section_used() -> None:
    """TR9.3 read with TR9.2 (D1-4)."""
    table = crowded()
    table.throw(die(5, LEFT, flat=False), die(3, LEFT))
    assert table.told(e.RollRefused).reasons == (Reason.COCKED,)


def test_who_rolls_right_again_says_anew_that_its_board_is_crowded() -> None:
    table = right(crowded())
    assert table.told(e.LeftEnded).why is PermissionEnd.RIGHT_ROLL
    assert not table.match.dicing.left.white


def test_a_left_roll_without_a_word_is_put_to_both_sides() -> None:
    """No camera sees the checkers: the table can't know whether the roll counts."""
    table = left(to_roll(LONDON))
    asked = table.told(e.RollQuestioned)
    assert (asked.reasons, asked.proposal) == ((Reason.HOME_CROWDED_UNSURE,), (5, 3))
    table.ok(c.RollConfirmed(table.at, WHITE))
    table.ok(c.RollConfirmed(table.at, BLACK))
    assert table.told(e.RollAccepted).values == (5, 3)


def test_only_the_side_on_turn_says_it_and_only_under_such_a_book() -> None:
    table = to_roll(LONDON)
    assert table.refused(c.HomeCrowded(table.at, BLACK)) == (Reason.NOT_YOUR_TURN,)
    assert table.refused(c.LeftGranted(table.at, BLACK)) == (Reason.LEFT_BARRED,)
    assert table.refused(c.LeftWithdrawn(table.at, BLACK)) == (Reason.LEFT_BARRED,)
    norway = to_roll()
    assert norway.refused(c.HomeCrowded(norway.at, WHITE)) == (Reason.LEFT_BARRED,)


def test_the_other_side_may_contest_it() -> None:
    """TR15: the director rules, and the table stays as it is."""
    table = crowded()
    assert table.refused(c.DiceContested(table.at, WHITE)) == (Reason.NOT_YOUR_TURN,)
    table.ok(c.DiceContested(table.at, BLACK))
    assert table.told(e.DiceDisputed).cites == ("london-club TR15",)
    assert table.match.stop is not None
    assert table.match.director_called is BLACK
    assert table.refused(c.ResumeTapped(table.at, WHITE)) == (Reason.DIRECTOR_STOPPED,)
    assert not table.match.dicing.left.white


def test_it_ends_with_its_game_too() -> None:
    table = left(crowded()).win(WHITE)
    table.lift().start(5, 6)
    assert table.told(e.LeftEnded).cites == ("london-club TR9.2",)


# --- italian-international L95 -----------------------------------------------------------------


def test_where_left_is_never_allowed_nobody_can_allow_it() -> None:
    """S106."""
    table = to_roll(ITALIAN)
    assert table.refused(c.LeftGranted(table.at, BLACK)) == (Reason.LEFT_BARRED,)
    assert table.refused(c.HomeCrowded(table.at, WHITE)) == (Reason.LEFT_BARRED,)
    assert left(table).told(e.RollRefused).reasons == (Reason.WRONG_SIDE,)


def test_a_book_without_a_list_of_ends_still_ends_with_the_game() -> None:
    open_ended = replace(
        NORWAY, roll=replace(NORWAY.roll, left=LeftRoll.WHEN_CROWDED, left_permission_ends=None)
    )
    table = to_roll(open_ended)
    table.ok(c.HomeCrowded(table.at, WHITE))
    table.win(WHITE).lift().start()
    assert table.told(e.LeftEnded).why is PermissionEnd.GAME_OVER
