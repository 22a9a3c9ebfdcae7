"""A roll that counts though the dice show something else: said, agreed, contested, corrected."""

import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import (
    BLACK,
    ITALIAN,
    LEFT,
    NO_CLOCK,
    NORWAY,
    RIGHT,
    WHITE,
    Table,
    die,
    facts,
    ns,
)
from kits.words import sentence

from kiosk.rules.match import Phase
from kiosk.rules.match.rulings import Effect
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import RuleBook, StopFor
from kiosk.rules.units import SIDES, BySide, Side

BOOKS = (NORWAY, NO_CLOCK, ITALIAN)


def rolled(book: RuleBook = NORWAY, high: int = 6, low: int = 5) -> Table:
    """White began, and Black has rolled in its first turn."""
    return Table().open(book=book).start().turn().roll(high, low)


def disputed(book: RuleBook = NORWAY, values: tuple[int, ...] | None = (2, 6)) -> Table:
    """White says that Black's 6-5 is another roll."""
    table = rolled(book)
    table.ok(c.RollDisputeTapped(table.at, WHITE, values))
    return table


def agreed(table: Table, side: Side) -> c.Command:
    """Side says yes to what the other says."""
    assert table.match.game is not None
    assert table.match.game.question is not None
    said = table.match.game.question.said.of_side(side.other)
    assert said is not None
    return c.RollAgreed(table.at, side, said.values)


# --- agreed --------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("says", [WHITE, BLACK])
def test_what_both_say_counts_and_the_turn_goes_on(book: RuleBook, says: Side) -> None:
    table = rolled(book)
    before = table.match
    table.ok(c.RollDisputeTapped(table.at, says, (2, 6)))
    assert table.phase is Phase.CONFIRMING
    question = table.match.game.question  # type: ignore[union-attr]
    assert question is not None
    assert (question.picture, question.counted, question.side) == ("f" * 64, (6, 5), BLACK)
    table.ok(agreed(table, says.other))
    assert table.phase is Phase.MOVING
    assert table.match.game is not None
    assert table.match.game.roll == (6, 2)
    assert table.match.clock == before.clock
    told = table.told(e.RollCorrected)
    assert (told.side, told.was, told.values, told.by) == (BLACK, (6, 5), (6, 2), None)
    assert sentence(told) == "Both sides agree: the roll is 6-2, not 6-5."
    table.end_turn()
    assert table.on_turn is WHITE


def test_it_can_be_said_until_the_turn_ends_and_no_longer() -> None:
    table = rolled()
    table.ok(c.RollDisputeTapped(table.at, WHITE, (6, 2)))
    table.ok(agreed(table, BLACK))
    table.ok(c.RollDisputeTapped(table.at, BLACK, (6, 5)))
    table.ok(agreed(table, WHITE))
    table.end_turn()
    assert table.refused(c.RollDisputeTapped(table.at, WHITE, (6, 2))) == (Reason.NOT_NOW,)


def test_a_press_does_not_end_a_turn_whose_roll_is_disputed() -> None:
    table = disputed()
    assert table.refused(c.ClockPressed(table.at, BLACK)) == (Reason.NOT_NOW,)
    assert table.match.clock.running is BLACK


def test_lifted_dice_do_not_end_it_without_a_clock() -> None:
    table = disputed(NO_CLOCK)
    table.lift()
    assert table.phase is Phase.CONFIRMING
    again = c.RollRead(table.at, facts(die(3, LEFT), die(1, LEFT)))
    assert table.refused(again) == (Reason.NOT_NOW,)
    table.ok(agreed(table, BLACK))
    assert table.on_turn is BLACK
    table.press(BLACK)
    assert table.on_turn is WHITE


@pytest.mark.parametrize("values", [(6, 5), (5, 6)])
def test_the_same_roll_is_nothing_else(values: tuple[int, int]) -> None:
    table = rolled()
    assert table.refused(c.RollDisputeTapped(table.at, WHITE, values)) == (Reason.ALREADY_DONE,)


@pytest.mark.parametrize("values", [(), (3,), (0, 2), (7, 2), (1, 2, 3)])
def test_dice_that_can_not_be(values: tuple[int, ...]) -> None:
    table = rolled()
    assert table.refused(c.RollDisputeTapped(table.at, WHITE, values)) == (Reason.BAD_VALUE,)


def test_a_roll_that_does_not_count_is_rolled_again() -> None:
    """The camera took a cocked die for flat, and both see it."""
    table = disputed(values=None)
    before = table.match.game
    assert before is not None
    table.ok(agreed(table, BLACK))
    assert table.phase is Phase.TO_ROLL
    assert table.on_turn is BLACK
    assert table.match.clock.running is BLACK
    assert table.match.game is not None
    assert table.match.game.refused_for == (Reason.PLAYERS_CALL_INVALID,)
    assert table.match.game.moves.rolls == before.moves.rolls - 1
    assert Reason.INVALID_ROLL_THIS_TURN in table.refused(c.DoubleTapped(table.at, BLACK))
    assert table.roll(4, 4).match.game.roll == (4, 4)  # type: ignore[union-attr]


def test_the_move_before_can_be_corrected_again_once_the_roll_does_not_count() -> None:
    """norway §4.2(iii)(a): it stands once the other has made a valid roll; this was none."""
    table = rolled()
    assert table.match.game is not None
    assert table.match.game.moves.last is not None
    assert table.match.game.moves.last.counted
    table.ok(c.RollDisputeTapped(table.at, WHITE, None))
    table.ok(agreed(table, BLACK))
    table.ok(c.IllegalMoveTapped(table.at, BLACK))


# --- taken back, contested -----------------------------------------------------------------------


def test_who_said_otherwise_takes_it_back() -> None:
    table = rolled()
    before = table.match
    table.ok(c.RollDisputeTapped(table.at, WHITE, (6, 2)))
    table.ok(c.RollDisputeDenied(table.at, WHITE))
    assert table.match == before
    assert table.told(e.RollUpheld).values == (6, 5)


def test_the_director_hears_both_and_nobody_else_stops_play() -> None:
    table = disputed().wait(3)
    table.ok(c.RollDisputeDenied(table.at, BLACK))
    assert table.match.stop is not None
    assert table.match.stop.reason is StopReason.DIRECTOR_CALLED
    assert table.match.stop.resumes is BLACK
    referred = table.told(e.Referred)
    assert (referred.matter, referred.side) == ("roll", WHITE)
    assert "what the dice show" in sentence(referred)
    for side in (WHITE, BLACK):
        assert table.refused(c.ResumeTapped(table.at, side)) == (Reason.ROLL_IN_DOUBT,)


def test_a_contested_roll_is_settled_without_the_director_too() -> None:
    """Whoever gives in; play goes on."""
    for gives_in, values in ((WHITE, (6, 5)), (BLACK, (6, 2))):
        table = disputed().wait(3)
        table.ok(c.RollDisputeDenied(table.at, BLACK))
        table.wait(60)
        if gives_in is WHITE:
            table.ok(c.RollDisputeDenied(table.at, WHITE))
        else:
            table.ok(agreed(table, BLACK))
        table.go_on()
        assert table.match.game is not None
        assert (table.match.game.roll, table.match.stop) == (values, None)
        assert table.match.director_called is None
        assert table.match.clock.running is BLACK
        assert table.match.clock.since == table.at


def test_another_roll_yet_may_be_entered_and_agreed_on() -> None:
    table = disputed()
    table.ok(c.RollEntered(table.at, BLACK, (1, 6)))
    table.ok(agreed(table, WHITE))
    table.go_on()
    assert table.told(e.RollCorrected).values == (6, 1)
    assert table.match.stop is None


def test_once_the_director_is_called_it_is_his() -> None:
    table = rolled()
    table.ok(c.DirectorCallTapped(table.at, WHITE))
    told = c.RollDisputeTapped(table.at, WHITE, (6, 2))
    assert table.refused(told) == (Reason.CLOCK_STOPPED,)


# --- the opening roll ----------------------------------------------------------------------------


def opened(white: int = 6, black: int = 5, book: RuleBook = NORWAY) -> Table:
    """Both opening dice lie there; nobody has pressed."""
    table = Table().open(book=book).ready()
    table.throw(die(white, RIGHT), die(black, LEFT))
    return table


def test_another_value_of_the_same_winner_changes_only_the_roll() -> None:
    table = opened()
    table.ok(c.RollDisputeTapped(table.at, BLACK, (6, 4)))
    table.ok(agreed(table, WHITE))
    assert table.phase is Phase.PRESS_TO_START
    assert table.match.game is not None
    assert (table.match.game.roll, table.match.game.on_turn) == ((6, 4), WHITE)
    assert table.match.game.opening.black is not None
    assert table.match.game.opening.black.value == 4


@pytest.mark.parametrize("moving", [False, True])
def test_another_winner_begins(moving: bool) -> None:
    """White's value stands first: 4 and 5."""
    table = opened()
    if moving:
        table.press(BLACK).wait(20)
    table.ok(c.RollDisputeTapped(table.at, BLACK, (4, 5)))
    table.ok(agreed(table, WHITE))
    assert table.match.game is not None
    assert (table.phase, table.on_turn) == (Phase.PRESS_TO_START, BLACK)
    assert table.match.game.roll == (5, 4)
    assert table.match.clock.running is None
    assert table.match.game.moves.rolls == 1
    table.press(WHITE)
    assert table.match.clock.running is BLACK
    assert table.match.clock.delay_left == ns(12)


def test_an_opening_that_was_a_tie_is_rolled_again() -> None:
    table = opened()
    table.ok(c.RollDisputeTapped(table.at, BLACK, (5, 5)))
    table.ok(agreed(table, WHITE))
    assert table.phase is Phase.OPENING
    assert table.told(e.OpeningTied).value == 5
    assert table.match.game is not None
    assert table.match.game.opening == BySide(None, None)
    assert table.opening(3, 1).on_turn is WHITE


def test_an_opening_that_does_not_count_begins_anew() -> None:
    table = opened()
    table.ok(c.RollDisputeTapped(table.at, BLACK, None))
    table.ok(agreed(table, WHITE))
    assert table.match.game is not None
    assert (table.phase, table.match.game.on_turn) == (Phase.OPENING, None)
    assert table.opening(1, 3).on_turn is BLACK


def test_the_first_of_two_opening_dice_with_a_baffle_box() -> None:
    table = Table().open(mixer=LEFT).ready()
    table.throw(die(3, LEFT, at=(10.0, 10.0)))
    table.ok(c.RollDisputeTapped(table.at, BLACK, (2,)))
    table.ok(agreed(table, WHITE))
    assert table.phase is Phase.OPENING
    assert table.match.game is not None
    assert table.match.game.opening.white is not None
    assert table.match.game.opening.white.value == 2
    table.lift().throw(die(3, LEFT, at=(50.0, 50.0)))
    assert table.on_turn is BLACK


@pytest.mark.parametrize("values", [None, (4, 5)])
@pytest.mark.parametrize("way", ["agreed", "contested", "ordered"])
def test_no_clock_goes_on_before_another_opening_is_started(
    way: str, values: tuple[int, int] | None
) -> None:
    """White's clock was stopped when its opening roll turned out not to count."""
    table = opened().press(BLACK).wait(20)
    if way == "agreed":
        table.ok(c.ClockStopTapped(table.at, WHITE, StopFor.FALLEN_DIE))
        table.ok(c.RollDisputeTapped(table.at, BLACK, values))
        table.ok(agreed(table, WHITE))
    elif way == "contested":
        table.ok(c.RollDisputeTapped(table.at, BLACK, values))
        table.ok(c.RollDisputeDenied(table.at, WHITE))
        table.ok(table.order(c.RollOrdered, values))
    else:
        table.ok(table.order(c.BreakOrdered, WHITE, 15))
        table.ok(table.order(c.RollOrdered, values))
    for side in SIDES if way != "contested" else ():
        table.ok(c.ResumeTapped(table.at, side))
    assert table.match.stop is None
    assert table.match.clock.running is None
    if values is None:
        table.opening(4, 5)
    else:
        table.press(WHITE)
    assert (table.phase, table.match.clock.running) == (Phase.MOVING, BLACK)


# --- the director --------------------------------------------------------------------------------


def test_the_director_says_what_counts() -> None:
    table = disputed().wait(3)
    table.ok(c.RollDisputeDenied(table.at, BLACK))
    table.wait(60).ok(table.order(c.RollOrdered, (6, 2)))
    table.go_on()
    assert table.told(e.RollCorrected).by == "director:Kari"
    assert table.phase is Phase.MOVING
    assert table.match.stop is None
    assert (table.match.clock.running, table.match.clock.since) == (BLACK, table.at)


def test_a_ruling_on_the_dispute_can_say_too_what_a_contested_roll_counts() -> None:
    table = disputed().wait(3)
    counts = table.order(c.DisputeRuled, WHITE, Effect.ROLL_COUNTS, (6, 2))
    assert table.refused(counts) == (Reason.NO_DISPUTE,)
    table.ok(c.RollDisputeDenied(table.at, BLACK))
    other = table.order(c.DisputeRuled, WHITE, Effect.MOVE_STANDS, None)
    assert Reason.NO_DISPUTE in table.refused(other)
    table.wait(60).ok(table.order(c.DisputeRuled, WHITE, Effect.ROLL_COUNTS, (6, 2)))
    table.go_on()
    assert table.told(e.RollCorrected).values == (6, 2)
    assert (table.phase, table.match.stop, table.match.clock.running) == (Phase.MOVING, None, BLACK)


def test_a_stop_for_something_else_stays_where_he_rules_on_a_roll() -> None:
    table = rolled()
    table.ok(c.DirectorCallTapped(table.at, WHITE))
    table.ok(table.order(c.RollOrdered, (6, 2)))
    assert table.match.stop is not None


def test_he_says_so_too_where_nobody_disputes() -> None:
    table = rolled()
    table.ok(table.order(c.RollOrdered, None))
    assert table.phase is Phase.TO_ROLL
    assert table.told(e.RollVoided).by == "director:Kari"
    again = table.order(c.RollOrdered, None)
    table.ok(again)
    assert sentence(table.told(e.RollVoided)) == (
        "Director Kari rules that Black rolls again, because a reason."
    )


def test_a_refused_roll_counts_as_he_says() -> None:
    """The camera found a die cocked, and the director sees it lie flat."""
    table = Table().open(book=ITALIAN).start(5, 6).turn().lift()
    table.throw(die(5, RIGHT), die(2, RIGHT, flat=False))
    assert table.match.dicing.consents is BLACK
    table.ok(table.order(c.RollOrdered, (2, 5)))
    assert (table.phase, table.match.dicing.consents) == (Phase.MOVING, None)
    assert table.match.game is not None
    assert table.match.game.roll == (5, 2)
    words = "Director Kari rules that White rolled 5-2, because a reason."
    assert sentence(table.told(e.RollRuled)) == words


def test_he_rules_on_an_opening_that_was_asked_about() -> None:
    table = Table().open().ready()
    table.throw(die(6, RIGHT, flat=None), die(5, LEFT))
    assert table.phase is Phase.CONFIRMING
    assert table.refused(table.order(c.RollOrdered, (6,))) == (Reason.BAD_VALUE,)
    table.ok(table.order(c.RollOrdered, (2, 5)))
    assert (table.phase, table.on_turn) == (Phase.PRESS_TO_START, BLACK)


@pytest.mark.parametrize("phase", [Phase.DOUBLED, Phase.CLAIMED])
def test_no_roll_is_ruled_on_where_none_is_due(phase: Phase) -> None:
    table = Table().open().start().turn()
    if phase is Phase.DOUBLED:
        table.double()
    else:
        table.roll().ok(c.WinDeclared(table.at, BLACK, 1))
    assert table.refused(table.order(c.RollOrdered, (6, 2))) == (Reason.NOT_NOW,)


def test_again_what_was_not_thrown_is_nothing() -> None:
    table = Table().open().start().turn()
    assert table.refused(table.order(c.RollOrdered, None)) == (Reason.ALREADY_DONE,)


def test_an_earlier_roll_is_corrected_in_the_record_alone() -> None:
    table = rolled().end_turn()
    before = table.match
    table.ok(table.order(c.PastRollOrdered, (2, 6), 41))
    told = table.told(e.PastRollCorrected)
    assert (told.corrects_seq, told.values) == (41, (6, 2))
    assert table.match.game == before.game
    assert sentence(told) == "Director Kari corrects row 41: the roll was 6-2, because a reason."
    for values, row in (((6,) * 3, 41), ((7, 1), 41), ((6, 2), 0)):
        refused = table.refused(table.order(c.PastRollOrdered, values, row))
        assert refused == (Reason.BAD_VALUE,)
