"""Before the first turn: the match is opened, the table set up, the opening roll settled."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import (
    BLACK,
    LEFT,
    NO_CLOCK,
    NORWAY,
    RIGHT,
    SEATS,
    WHITE,
    Table,
    die,
    facts,
    open_match,
    setup,
    with_delay,
)

from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import ClockButton, FormatKind, Half, MatchFormat, PictureSeat, SetUp
from kiosk.rules.units import SIDES, BySide, Side


def throwing(mixer: Half | None = None, *, tower: bool = False) -> Table:
    return Table().open(mixer=mixer, tower=tower).ready()


# --- opening a match and setting the table up --------------------------------------------------


def test_a_match_waits_for_its_table_and_for_both_sides() -> None:
    table = Table()
    table.ok(open_match(table.now))
    assert table.phase is Phase.VACANT
    assert table.refused(c.ReadyTapped(table.at, WHITE)) == (Reason.NOT_NOW,)
    table.ok(c.SetUpTable(table.at, setup()))
    table.ok(c.ReadyTapped(table.at, WHITE))
    assert table.refused(c.ReadyTapped(table.at, WHITE)) == (Reason.ALREADY_DONE,)
    assert table.phase is Phase.BETWEEN_GAMES
    table.ok(c.ReadyTapped(table.at, BLACK))
    assert table.phase is Phase.OPENING
    assert table.told(e.GameStarted).number == 1


def test_only_one_match_at_a_time() -> None:
    table = Table().open(1)
    again = open_match(table.now, match_id="m2")
    assert table.refused(again) == (Reason.MATCH_IS_OPEN,)
    table.start().win(WHITE)
    table.ok(again)
    assert table.match.opened is not None
    assert table.match.opened.match_id == "m2"
    assert table.match.score == BySide(0, 0)
    assert table.match.winner is None


@pytest.mark.parametrize(
    "form",
    [
        MatchFormat(FormatKind.POINTS),
        MatchFormat(FormatKind.POINTS, 0),
        MatchFormat(FormatKind.SINGLE_GAME, 5),
    ],
)
def test_a_format_that_names_no_match_is_refused(form: MatchFormat) -> None:
    table = Table()
    command = replace(open_match(table.now), format=form)
    assert table.refused(command) == (Reason.BAD_VALUE,)


@pytest.mark.parametrize(
    "book",
    [
        replace(NORWAY, sources=NORWAY.sources[1:]),
        with_delay(NORWAY, -1, 120),
        with_delay(NORWAY, 12, 3601),
    ],
    ids=["a value without source", "below range", "above range"],
)
def test_a_profile_that_is_not_whole_is_refused(book: RuleBook) -> None:
    table = Table()
    assert table.refused(open_match(table.now, book=book)) == (Reason.BAD_VALUE,)
    table.open()
    order = table.order(c.ProfileOrdered, book, "n" * 64)
    assert table.refused(order) == (Reason.BAD_VALUE,)


def _same(name: str) -> SetUp:
    """Both sides sit at one edge, or share one button."""
    white = getattr(SEATS.white, name)
    return replace(setup(), seats=SEATS.with_(BLACK, replace(SEATS.black, **{name: white})))


@pytest.mark.parametrize(
    "wrong",
    [
        _same("picture"),
        _same("clock"),
        replace(setup(), mixer=Half.BAR),
        replace(setup(), mixer=Half.OFF),
        replace(setup(), tower=True),
        replace(setup(), seats=SEATS.with_(WHITE, replace(SEATS.white, home=Half.BAR))),
    ],
)
def test_a_table_that_cannot_be_is_refused(wrong: SetUp) -> None:
    table = Table()
    table.ok(open_match(table.now))
    assert table.refused(c.SetUpTable(table.at, wrong)) == (Reason.BAD_VALUE,)


def test_no_table_is_set_up_without_a_match() -> None:
    table = Table()
    assert table.refused(c.SetUpTable(table.at, setup())) == (Reason.NO_MATCH,)


def test_seats_change_between_games_only_and_whose_half_with_them() -> None:
    table = Table().open().start()
    swapped = BySide(
        replace(SEATS.white, picture=PictureSeat.TOP, clock=ClockButton.LEFT),
        replace(SEATS.black, picture=PictureSeat.BOTTOM, clock=ClockButton.RIGHT),
    )
    change = c.SetUpTable(table.at, replace(setup(), seats=swapped))
    assert table.refused(change) == (Reason.NOT_NOW,)
    table.win(WHITE)
    table.ok(change)
    assert table.match.setup is not None
    assert table.match.setup.side_at(ClockButton.LEFT) is WHITE
    assert table.match.setup.side_at(ClockButton.RIGHT) is BLACK
    table.ready().lift()
    table.throw(die(3, RIGHT), die(4, LEFT))
    won = table.told(e.OpeningWon)
    assert (won.side, won.values) == (WHITE, (4, 3))


# --- without a mixer: both throw at once -------------------------------------------------------


@pytest.mark.parametrize(("white", "black", "starter"), [(6, 5, WHITE), (1, 2, BLACK)])
def test_the_higher_die_starts_and_plays_both(white: int, black: int, starter: str) -> None:
    table = throwing()
    table.throw(die(white, RIGHT), die(black, LEFT))
    won = table.told(e.OpeningWon)
    assert won.side is starter
    assert won.values == tuple(sorted((white, black), reverse=True))
    assert won.presses is won.side.other
    assert won.cites == ("convention: norway silent on the opening roll",)
    assert table.phase is Phase.PRESS_TO_START


def test_whose_die_is_whose_follows_from_the_halves_not_from_their_order() -> None:
    table = throwing()
    table.throw(die(5, LEFT), die(2, RIGHT))
    assert table.told(e.OpeningWon).side is BLACK
    assert table.match.game is not None
    assert table.match.game.opening.white is not None
    assert table.match.game.opening.white.value == 2


def test_without_a_clock_nobody_presses_to_start() -> None:
    table = Table().open(book=NO_CLOCK).ready()
    table.throw(die(6, RIGHT), die(5, LEFT))
    won = table.told(e.OpeningWon)
    assert (won.presses, won.cites) == (None, ())


def test_a_third_die_makes_no_opening_roll() -> None:
    table = throwing()
    table.throw(die(5, LEFT), die(2, RIGHT), die(4, LEFT))
    assert table.told(e.RollQuestioned).reasons == (Reason.DICE_TOO_MANY,)
    assert (table.count(e.OpeningDieRolled), table.phase) == (0, Phase.CONFIRMING)


def test_one_die_alone_waits_for_the_other() -> None:
    table = throwing()
    read = c.RollRead(table.at, facts(die(5, RIGHT)))
    assert table.refused(read) == (Reason.ONE_DIE_SO_FAR,)
    table.throw(die(5, RIGHT), die(4, LEFT))
    assert table.phase is Phase.PRESS_TO_START


@pytest.mark.parametrize("half", [LEFT, RIGHT])
def test_two_opening_dice_in_one_half_are_rolled_again(half: Half) -> None:
    table = throwing()
    table.throw(die(5, half), die(4, half))
    refused = table.told(e.RollRefused)
    assert refused.reasons == (Reason.WRONG_SIDE,)
    assert refused.side is None
    assert table.phase is Phase.OPENING
    table.opening(5, 4)
    assert table.phase is Phase.MOVING


# --- equal dice --------------------------------------------------------------------------------


@pytest.mark.parametrize("mixer", [None, LEFT])
def test_equal_dice_are_rolled_again_and_turn_no_cube(mixer: Half | None) -> None:
    """S179: no automatic doubles (§4.4(viii)); the new roll is our convention, said to be one."""
    table = throwing(mixer)
    for value in (3, 6):
        table.opening(value, value)
        assert table.told(e.OpeningTied).value == value
        assert table.phase is Phase.OPENING
        assert table.match.game is not None
        assert table.match.game.opening == BySide(None, None)
        assert table.match.game.cube.level == 1
    assert any(cite.startswith("convention:") for cite in table.told(e.OpeningTied).cites)
    table.opening(2, 4)
    assert table.on_turn is BLACK
    assert table.match.game is not None
    assert table.match.game.cube.level == 1


# --- with a mixer: White's die, then Black's ---------------------------------------------------


def test_with_a_mixer_white_drops_the_first_die() -> None:
    table = throwing(LEFT)
    first = table.throw(die(2, LEFT, at=(10.0, 10.0)))
    assert [(type(x), x.side, x.value) for x in first] == [(e.OpeningDieRolled, WHITE, 2)]
    assert table.phase is Phase.OPENING
    table.throw(die(2, LEFT, at=(11.0, 10.5)), die(5, LEFT, at=(60.0, 10.0)))
    assert table.told(e.OpeningDieRolled).side is BLACK
    assert table.told(e.OpeningWon).side is BLACK


def test_the_mixer_half_is_the_same_for_both_sides() -> None:
    """§4.1(iv)(b): the half nearest the mixer, whoever rolls."""
    for mixer in (LEFT, RIGHT):
        table = throwing(mixer)
        table.throw(die(2, LEFT if mixer is RIGHT else RIGHT))
        assert table.told(e.RollRefused).reasons == (Reason.WRONG_SIDE,)
        table.opening(5, 3)
        assert table.phase is Phase.MOVING


def test_blacks_opening_die_alone_after_whites_was_taken_up() -> None:
    table = throwing(LEFT)
    table.throw(die(6, LEFT, at=(10.0, 10.0)))
    table.lift().throw(die(6, LEFT, at=(10.0, 10.0)))
    assert table.told(e.OpeningTied).value == 6


def test_a_first_die_that_was_moved_is_asked_about() -> None:
    table = throwing(LEFT)
    table.throw(die(2, LEFT, at=(10.0, 10.0)))
    table.throw(die(2, LEFT, at=(10.0, 15.0)), die(5, LEFT, at=(60.0, 10.0)))
    asked = table.told(e.RollQuestioned)
    assert asked.side is BLACK
    assert asked.thrown == 1
    assert Reason.DIE_WAS_MOVED in asked.reasons
    table.enter(5)
    assert table.told(e.OpeningWon).side is BLACK


def test_another_value_in_the_first_dies_place_is_not_the_first_die() -> None:
    table = throwing(LEFT)
    table.throw(die(2, LEFT, at=(10.0, 10.0)))
    table.throw(die(3, LEFT, at=(10.0, 10.0)), die(5, LEFT, at=(60.0, 10.0)))
    assert Reason.DIE_WAS_MOVED in table.told(e.RollQuestioned).reasons


def test_a_first_die_said_by_touch_has_no_known_place() -> None:
    table = throwing(LEFT).enter(4)
    assert table.told(e.OpeningDieRolled).side is WHITE
    table.throw(die(4, LEFT, at=(10.0, 10.0)), die(5, LEFT, at=(60.0, 10.0)))
    assert Reason.DIE_WAS_MOVED in table.told(e.RollQuestioned).reasons


def test_blacks_bad_die_leaves_whites_standing() -> None:
    table = throwing(LEFT)
    white = die(2, LEFT, at=(10.0, 10.0))
    table.throw(white)
    table.throw(white, die(5, LEFT, flat=False, at=(60.0, 10.0)))
    refused = table.told(e.RollRefused)
    assert (refused.side, refused.reasons) == (BLACK, (Reason.COCKED,))
    table.throw(white, die(1, LEFT, at=(70.0, 10.0)))
    assert table.told(e.OpeningWon).side is WHITE


# --- by touch ----------------------------------------------------------------------------------


def test_opening_dice_entered_by_touch_stand_white_black() -> None:
    table = throwing()
    table.ok(c.RollEntered(table.at, BLACK, (2, 5)))
    assert table.phase is Phase.CONFIRMING
    assert table.told(e.RollQuestioned).reasons == (Reason.ENTERED_BY_TOUCH,)
    table.ok(c.RollEntered(table.at, WHITE, (5, 2)))
    assert table.phase is Phase.CONFIRMING
    table.ok(c.RollEntered(table.at, WHITE, (2, 5)))
    assert table.told(e.OpeningWon).side is BLACK


def test_a_doubtful_opening_is_proposed_white_black() -> None:
    table = throwing()
    table.throw(die(5, LEFT, flat=None), die(2, RIGHT))
    assert table.told(e.RollQuestioned).proposal == (2, 5)
    for side in (BLACK, WHITE):
        table.ok(c.RollConfirmed(table.at, side))
    assert table.told(e.OpeningWon).side is BLACK


def test_with_a_mixer_each_die_is_entered_by_who_dropped_it() -> None:
    table = throwing(RIGHT)
    assert table.refused(c.RollEntered(table.at, BLACK, (2,))) == (Reason.NOT_YOUR_TURN,)
    table.enter(2)
    assert table.refused(c.RollEntered(table.at, WHITE, (5,))) == (Reason.NOT_YOUR_TURN,)
    assert table.refused(c.RollEntered(table.at, BLACK, (2, 5))) == (Reason.BAD_VALUE,)
    table.enter(5)
    assert table.told(e.OpeningWon).side is BLACK


@pytest.mark.parametrize("first", SIDES)
def test_with_a_mixer_either_side_enters_both_dice_whites_first(first: Side) -> None:
    table = throwing(RIGHT)
    table.ok(c.RollEntered(table.at, first, (2, 5)))
    assert (table.told(e.RollQuestioned).side, table.told(e.RollQuestioned).thrown) == (None, 2)
    table.ok(c.RollAgreed(table.at, first.other, (2, 5)))
    dice = [event for event in table.events if isinstance(event, e.OpeningDieRolled)]
    assert [(each.side, each.value) for each in dice] == [(WHITE, 2), (BLACK, 5)]
    assert table.told(e.OpeningWon).side is BLACK


def test_a_contradiction_is_settled_by_one_yes_or_entered_again() -> None:
    table = throwing(RIGHT)
    table.ok(c.RollEntered(table.at, WHITE, (2, 5)))
    table.ok(c.RollEntered(table.at, BLACK, (5, 2)))
    assert table.phase is Phase.CONFIRMING
    again = Table(table.match, table.now)
    table.ok(c.RollAgreed(table.at, WHITE, (5, 2)))
    assert table.told(e.OpeningWon).side is WHITE
    for side in SIDES:
        again.ok(c.RollEntered(again.at, side, (1, 4)))
    assert again.told(e.OpeningWon).side is BLACK


def test_a_yes_to_values_that_the_other_has_changed_meanwhile_says_nothing() -> None:
    table = throwing()
    table.ok(c.RollEntered(table.at, WHITE, (2, 5)))
    table.ok(c.RollEntered(table.at, WHITE, (2, 6)))
    assert table.refused(c.RollAgreed(table.at, BLACK, (2, 5))) == (Reason.NOT_NOW,)
    assert table.refused(c.RollAgreed(table.at, WHITE, (2, 6))) == (Reason.NOT_NOW,)
    table.ok(c.RollAgreed(table.at, BLACK, (2, 6)))
    assert table.told(e.OpeningWon).values == (6, 2)


def test_a_yes_to_a_roll_that_does_not_count_has_it_rolled_again() -> None:
    table = throwing()
    table.throw(die(5, LEFT, flat=None), die(2, RIGHT))
    table.ok(c.RollEntered(table.at, BLACK, None))
    table.ok(c.RollAgreed(table.at, WHITE, None))
    assert table.told(e.RollRefused).reasons == (Reason.PLAYERS_CALL_INVALID,)


# --- who starts the clock ----------------------------------------------------------------------


def test_the_lower_roller_starts_the_winners_clock() -> None:
    table = throwing()
    table.throw(die(2, RIGHT), die(4, LEFT))
    assert table.match.clock.running is None
    assert table.refused(c.ClockPressed(table.at, BLACK)) == (Reason.NOT_YOUR_TURN,)
    table.wait(30).press(WHITE)
    started = table.told(e.ClockStarted)
    assert (started.side, started.at, started.delay) == (BLACK, table.at, 12 * 10**9)
    assert table.phase is Phase.MOVING


def test_no_press_counts_before_a_side_is_on_turn() -> None:
    table = throwing()
    table.ok(c.RollEntered(table.at, WHITE, (2, 4)))
    assert table.phase is Phase.CONFIRMING
    for side in (WHITE, BLACK):
        assert table.refused(c.ClockPressed(table.at, side)) == (Reason.NOT_NOW,)


def test_without_a_clock_the_winner_moves_at_once() -> None:
    table = Table().open(book=NO_CLOCK).ready()
    table.throw(die(2, RIGHT), die(4, LEFT))
    assert table.told(e.OpeningWon).presses is None
    assert table.phase is Phase.MOVING
    assert table.on_turn is BLACK
