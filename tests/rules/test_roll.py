"""Whether a roll counts (norway §4.1(iv)), and how the two sides say what it was."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import BLACK, LEFT, NORWAY, RIGHT, WHITE, Table, die, facts

from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import DieFact, judge, lies_where
from kiosk.rules.table import Half
from kiosk.rules.units import Side


def to_roll(side: Side = WHITE, mixer: Half | None = None) -> Table:
    """The dice are off the board and `side` is to roll."""
    table = Table().open(mixer=mixer)
    table.start(*((5, 6) if side is WHITE else (6, 5))).turn()
    assert table.on_turn is side
    return table.lift()


def other(half: Half) -> Half:
    return LEFT if half is RIGHT else RIGHT


# --- where -------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [WHITE, BLACK])
def test_without_a_mixer_a_roll_lies_to_the_rollers_right(side: Side) -> None:
    """§4.1(iv)(a): to the right of the bar as the roller sees it."""
    right = RIGHT if side is WHITE else LEFT
    table = to_roll(side)
    table.throw(die(5, other(right)), die(3, other(right)))
    refused = table.told(e.RollRefused)
    assert (refused.side, refused.reasons) == (side, (Reason.WRONG_SIDE,))
    assert refused.facts.dice == (die(5, other(right)), die(3, other(right)))
    assert refused.cites == ("norway §4.1(iv)(a)",)
    table.lift().throw(die(3, right), die(5, right))
    accepted = table.told(e.RollAccepted)
    assert (accepted.side, accepted.values) == (side, (5, 3))
    assert accepted.facts.dice == (die(3, right), die(5, right))
    assert accepted.cites == ("norway §4.1(iv)(a)",)
    assert not accepted.by_touch


@pytest.mark.parametrize("side", [WHITE, BLACK])
@pytest.mark.parametrize("mixer", [LEFT, RIGHT])
def test_with_a_mixer_a_roll_lies_in_the_half_nearest_it(side: Side, mixer: Half) -> None:
    """S107, §4.1(iv)(b): the mixer's half counts for both sides, left or right."""
    table = to_roll(side, mixer)
    table.throw(die(5, mixer), die(3, other(mixer)))
    assert table.told(e.RollRefused).reasons == (Reason.WRONG_SIDE,)
    table.lift().throw(die(5, mixer), die(3, mixer))
    assert table.told(e.RollAccepted).cites == ("norway §4.1(iv)(b)",)


@pytest.mark.parametrize("half", [Half.BAR, Half.OFF])
def test_one_die_on_the_bar_or_off_the_board_spoils_the_roll(half: Half) -> None:
    table = to_roll()
    table.throw(die(5, RIGHT), die(3, half))
    reason = Reason.OFF_BOARD if half is Half.OFF else Reason.WRONG_SIDE
    refused = table.told(e.RollRefused)
    assert (refused.reasons, refused.cites) == ((reason,), ("norway §4.1(iv)(a)",))


# --- how ---------------------------------------------------------------------------------------


def test_one_cocked_die_spoils_the_roll() -> None:
    table = to_roll()
    table.throw(die(5, RIGHT), die(3, RIGHT, flat=False))
    refused = table.told(e.RollRefused)
    assert refused.reasons == (Reason.COCKED,)
    assert refused.cites == ("norway §4.1(iv)",)
    assert table.phase is Phase.TO_ROLL


def test_every_fault_is_named_the_gravest_first() -> None:
    table = to_roll()
    table.throw(die(None, LEFT, flat=False), die(3, Half.OFF))
    refused = table.told(e.RollRefused)
    assert refused.reasons == (Reason.OFF_BOARD, Reason.WRONG_SIDE, Reason.COCKED)
    assert refused.cites == ("norway §4.1(iv)(a)", "norway §4.1(iv)")


def test_a_certain_fault_needs_no_question_whatever_else_is_uncertain() -> None:
    table = to_roll()
    table.throw(die(None, RIGHT, flat=None), die(3, RIGHT, flat=False))
    assert table.told(e.RollRefused).reasons == (Reason.COCKED,)


def test_a_thing_without_a_face_voids_no_roll() -> None:
    """It may be a shadow: the players are asked."""
    table = to_roll()
    thing = replace(die(3, Half.OFF), value=None, guess=None, flat=None)
    table.throw(die(5, RIGHT), thing)
    asked = table.told(e.RollQuestioned)
    assert set(asked.reasons) == {Reason.VALUE_UNSURE, Reason.FLAT_UNSURE}
    leaning = replace(thing, flat=False)
    table = to_roll()
    table.throw(die(5, RIGHT), leaning)
    assert Reason.OFF_BOARD in table.told(e.RollRefused).reasons


def test_a_book_that_does_not_ask_for_flat_dice_takes_them_as_they_lie() -> None:
    lax = replace(NORWAY, roll=replace(NORWAY.roll, must_lie_flat=False))
    table = Table().open(book=lax).start().turn().lift()
    table.throw(die(5, LEFT, flat=False), die(3, LEFT))
    assert table.told(e.RollAccepted).values == (5, 3)


@pytest.mark.parametrize(("asked", "support"), [(True, "checker"), (False, "rim")])
def test_a_book_may_let_dice_lie_on_checkers(asked: bool, support: str) -> None:
    """None of the five does: R120; the camera says what carries a die, not that it is level."""
    on_checker = replace(die(5, RIGHT, flat=False), support=support)
    table = to_roll()
    table.throw(on_checker, die(3, RIGHT))
    assert table.told(e.RollRefused).reasons == (Reason.COCKED,)
    table = Table().open(book=NORWAY.with_value("roll.on_checker_ok", True)).start(5, 6).turn()
    table.lift().throw(on_checker, die(3, RIGHT))
    if asked:
        assert table.told(e.RollQuestioned).reasons == (Reason.FLAT_UNSURE,)
        assert table.phase is Phase.CONFIRMING
    else:
        assert table.told(e.RollRefused).reasons == (Reason.COCKED,)


def test_a_book_may_keep_the_right_half_with_a_mixer_too() -> None:
    book = replace(NORWAY, roll=replace(NORWAY.roll, area_with_mixer=NORWAY.roll.area))
    table = Table().open(book=book, mixer=RIGHT).ready()
    table.throw(die(2, RIGHT, at=(1.0, 1.0)))
    table.lift().throw(die(5, LEFT))
    table.press(WHITE)
    assert table.on_turn is BLACK


@pytest.mark.parametrize(
    ("off_mm", "same"),
    [
        ((0.0, 0.0), True),
        ((4.0, 0.0), True),
        ((0.0, -4.0), True),
        ((-2.5, 3.0), True),
        ((-4.5, 0.0), False),
        ((0.0, -4.5), False),
        ((3.0, 3.0), False),
    ],
)
def test_a_die_lies_where_it_lay_within_the_readers_error(
    off_mm: tuple[float, float], same: bool
) -> None:
    x, y = off_mm
    seen = die(5, RIGHT, at=(100.0 + x, 200.0 + y))
    assert lies_where(seen, 5, (100.0, 200.0)) is same
    assert not lies_where(seen, 4, (100.0, 200.0))


# --- when the camera is not certain ------------------------------------------------------------

FINE = die(5, RIGHT)
UNSURE: dict[Reason, tuple[DieFact, ...]] = {
    Reason.VALUE_UNSURE: (FINE, replace(die(None, RIGHT), guess=3)),
    Reason.FLAT_UNSURE: (FINE, die(3, RIGHT, flat=None)),
    Reason.DICE_MISSING: (FINE,),
    Reason.DICE_TOO_MANY: (FINE, die(3, RIGHT), die(1, RIGHT)),
}


def test_of_too_many_dice_none_is_judged() -> None:
    """The other side's dice may still lie in its half: nobody knows which were thrown."""
    table = to_roll()
    table.throw(die(2, LEFT), die(6, LEFT, flat=False), die(5, RIGHT), die(3, RIGHT))
    assert table.told(e.RollQuestioned).reasons == (Reason.DICE_TOO_MANY,)
    assert table.count(e.RollRefused) == 0


@pytest.mark.parametrize("reason", UNSURE)
def test_doubt_is_put_to_both_sides(reason: Reason) -> None:
    table = to_roll()
    table.throw(*UNSURE[reason])
    asked = table.told(e.RollQuestioned)
    assert asked.reasons == (reason,)
    assert asked.thrown == 2
    assert asked.proposal == ((5, 3) if len(UNSURE[reason]) == 2 else None)
    assert table.phase is Phase.CONFIRMING
    assert table.count(e.RollAccepted) == 0


def test_a_die_that_lies_on_the_other_is_cocked_and_neither_is_missing() -> None:
    on_die = replace(die(5, RIGHT, flat=False), support="die")
    judgement = judge(NORWAY, ((RIGHT, ""), (RIGHT, "")), (on_die,))
    assert (judgement.invalid, judgement.unsure) == ((Reason.COCKED,), ())
    assert (judgement.values, judgement.guess) == (None, None)


@pytest.mark.parametrize("dice", [(FINE,), (FINE, die(None, RIGHT)), (FINE, FINE, FINE)])
def test_only_all_dice_and_every_face_make_a_roll(dice: tuple[DieFact, ...]) -> None:
    judgement = judge(NORWAY, ((RIGHT, ""), (RIGHT, "")), dice)
    assert (judgement.values, judgement.guess) == (None, None)


def test_a_value_nobody_can_guess_is_not_proposed() -> None:
    table = to_roll()
    table.throw(FINE, die(None, RIGHT))
    assert table.told(e.RollQuestioned).proposal is None
    assert table.refused(c.RollConfirmed(table.at, WHITE)) == (Reason.NOT_NOW,)


def test_dice_that_were_not_seen_rolling_are_asked_about() -> None:
    table = to_roll()
    table.throw(FINE, die(3, RIGHT), rolled=False)
    assert table.told(e.RollQuestioned).reasons == (Reason.ROLL_NOT_SEEN,)


def test_dice_seen_rolling_but_never_lifted_are_asked_about() -> None:
    table = Table().open().start(5, 6).turn()
    table.throw(FINE, die(3, RIGHT))
    assert table.told(e.RollQuestioned).reasons == (Reason.DICE_NOT_ROLLED,)


def test_a_die_that_lay_there_before_the_throw_is_asked_about() -> None:
    table = to_roll()
    table.throw(FINE, replace(die(1, RIGHT), lay_before=True))
    assert table.told(e.RollQuestioned).reasons == (Reason.DICE_NOT_ROLLED,)


def test_the_first_opening_die_may_lie_there_when_the_second_is_thrown() -> None:
    table = Table().open().ready()
    table.throw(replace(die(5, RIGHT), lay_before=True), die(3, LEFT))
    assert table.told(e.OpeningWon).side is WHITE


def test_dice_that_just_lie_there_are_still_the_last_roll() -> None:
    table = Table().open().start(5, 6).turn()
    assert table.match.dice_down
    still = c.RollRead(table.at, facts(FINE, die(3, RIGHT), rolled=False))
    assert table.refused(still) == (Reason.DICE_NOT_ROLLED,)


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5])
def test_dice_lifted_and_thrown_while_the_camera_was_away_are_asked_about(value: int) -> None:
    table = Table().open().start(5, 6).turn()
    table.ok(c.DeviceFailed(table.at, "camera", "no frame for 3 s"))
    table.ok(c.DeviceRecovered(table.at, "camera"))
    table.throw(FINE, die(value, RIGHT), rolled=False)
    asked = table.told(e.RollQuestioned)
    assert (asked.side, asked.reasons) == (table.on_turn, (Reason.ROLL_NOT_SEEN,))


def test_dice_that_show_the_last_roll_when_the_camera_is_back_lie_there_still() -> None:
    table = Table().open().start(5, 6).turn()
    table.ok(c.DeviceFailed(table.at, "camera", "no frame for 3 s"))
    table.ok(c.DeviceRecovered(table.at, "camera"))
    lying = c.RollRead(table.at, facts(die(6, RIGHT), die(5, LEFT), rolled=False))
    assert table.refused(lying) == (Reason.DICE_NOT_ROLLED,)


COCKED = die(3, RIGHT, flat=False), FINE
FIRST = die(4, LEFT, at=(10.0, 10.0))


def thrown_in_vain() -> Table:
    table = to_roll()
    table.throw(*COCKED)
    assert table.told(e.RollRefused).reasons == (Reason.COCKED,)
    return table


def opening_die() -> Table:
    table = Table().open(mixer=LEFT).ready()
    table.throw(FIRST)
    assert table.told(e.OpeningDieRolled).value == 4
    return table


@pytest.mark.parametrize(
    ("lies", "same", "others"),
    [
        (thrown_in_vain, COCKED, (die(2, RIGHT), FINE)),
        (opening_die, (FIRST,), (FIRST, die(6, LEFT, at=(60.0, 10.0)))),
    ],
)
def test_whatever_lies_there_lies_there_still_when_the_camera_is_back(
    lies: Callable[[], Table], same: tuple[DieFact, ...], others: tuple[DieFact, ...]
) -> None:
    for dice, still in ((same, True), (others, False)):
        table = lies()
        table.ok(c.DeviceFailed(table.at, "camera", "no frame for 3 s"))
        table.ok(c.DeviceRecovered(table.at, "camera"))
        if still:
            look = c.RollRead(table.at, facts(*dice, rolled=False))
            assert table.refused(look) == (Reason.DICE_NOT_ROLLED,)
        else:
            table.throw(*dice, rolled=False)
            assert table.told(e.RollQuestioned).reasons == (Reason.ROLL_NOT_SEEN,)


def test_an_open_question_comes_before_another_look_at_the_same_dice() -> None:
    table = to_roll()
    table.throw(FINE, die(3, RIGHT, flat=None))
    again = c.RollRead(table.at, facts(FINE, die(3, RIGHT)))
    assert table.refused(again) == (Reason.NOT_NOW,)


def test_dice_lifted_and_thrown_again_answer_an_open_question() -> None:
    table = to_roll()
    table.throw(FINE, die(3, RIGHT, flat=None))
    table.ok(c.RollConfirmed(table.at, BLACK))
    table.lift().throw(die(6, RIGHT), die(1, RIGHT))
    assert table.told(e.RollAccepted).values == (6, 1)
    assert table.phase is Phase.MOVING


# --- confirmed and entered by both sides -------------------------------------------------------


def questioned() -> Table:
    table = to_roll()
    table.throw(die(3, RIGHT, flat=None), FINE)
    return table


@pytest.mark.parametrize("first", [WHITE, BLACK])
def test_one_sides_word_is_not_enough(first: Side) -> None:
    table = questioned()
    table.ok(c.RollConfirmed(table.at, first))
    assert table.phase is Phase.CONFIRMING
    assert table.refused(c.RollConfirmed(table.at, first)) == (Reason.ALREADY_DONE,)
    table.ok(c.RollConfirmed(table.at, first.other))
    accepted = table.told(e.RollAccepted)
    assert (accepted.side, accepted.values, accepted.by_touch) == (WHITE, (5, 3), True)
    assert table.match.game is not None
    assert table.match.game.roll_picture == "f" * 64


def test_entering_what_is_proposed_is_confirming_it() -> None:
    table = questioned()
    table.ok(c.RollConfirmed(table.at, WHITE))
    assert table.refused(c.RollEntered(table.at, WHITE, (3, 5))) == (Reason.ALREADY_DONE,)
    table.ok(c.RollEntered(table.at, BLACK, (3, 5)))
    assert table.told(e.RollAccepted).values == (5, 3)


def test_sides_that_differ_go_on_asking_until_they_agree() -> None:
    table = questioned()
    table.ok(c.RollConfirmed(table.at, BLACK))
    table.ok(c.RollEntered(table.at, WHITE, (5, 4)))
    assert table.phase is Phase.CONFIRMING
    table.ok(c.RollEntered(table.at, BLACK, None))
    assert table.phase is Phase.CONFIRMING
    table.ok(c.RollEntered(table.at, BLACK, (4, 5)))
    assert table.told(e.RollAccepted).values == (5, 4)


def test_both_may_say_the_roll_does_not_count() -> None:
    table = questioned()
    for side in (WHITE, BLACK):
        table.ok(c.RollEntered(table.at, side, None))
    refused = table.told(e.RollRefused)
    assert (refused.side, refused.reasons) == (WHITE, (Reason.PLAYERS_CALL_INVALID,))
    assert table.phase is Phase.TO_ROLL
    assert table.on_turn is WHITE


@pytest.mark.parametrize("values", [(), (5,), (5, 3, 1), (0, 3), (7, 3)])
def test_what_two_dice_cannot_show_is_refused(values: tuple[int, ...]) -> None:
    for table in (to_roll(), questioned()):
        assert table.refused(c.RollEntered(table.at, WHITE, values)) == (Reason.BAD_VALUE,)


def test_a_roll_nobody_saw_is_entered_by_who_threw_and_agreed_by_the_other() -> None:
    table = to_roll()
    assert table.refused(c.RollEntered(table.at, WHITE, None)) == (Reason.BAD_VALUE,)
    assert table.refused(c.RollEntered(table.at, BLACK, (6, 6))) == (Reason.NOT_YOUR_TURN,)
    table.ok(c.RollEntered(table.at, WHITE, (6, 6)))
    assert table.told(e.RollQuestioned).reasons == (Reason.ENTERED_BY_TOUCH,)
    assert table.count(e.RollAccepted) == 0
    table.ok(c.RollEntered(table.at, BLACK, (6, 6)))
    accepted = table.told(e.RollAccepted)
    assert (accepted.values, accepted.by_touch, accepted.facts) == ((6, 6), True, None)


def test_a_roll_that_counts_forgets_the_one_that_did_not() -> None:
    table = to_roll()
    table.throw(die(5, LEFT), die(3, LEFT))
    assert table.match.game is not None
    assert table.match.game.refused_for == (Reason.WRONG_SIDE,)
    table.roll(4, 2)
    assert table.match.game.refused_for == ()
    assert table.match.game.roll == (4, 2)


def test_dice_are_lifted_once() -> None:
    table = Table().open().start()
    table.ok(c.DiceLifted(table.at))
    assert table.refused(c.DiceLifted(table.at)) == (Reason.ALREADY_DONE,)
