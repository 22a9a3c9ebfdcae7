"""The moments at which people are unsure what the table has heard, by touch alone: in three
matches, each by another book. Their pictures are in tmp_path/…/pictures.
"""

from pathlib import Path

import pytest
from kits.match_moments_kit import (
    between_games,
    call_out_of_reach,
    called_over_a_roll,
    called_over_an_offer,
    clock_brought_in,
    crawford_next,
    flag_falls,
    keys_keep_their_places,
    language_by_the_globe,
    last_minute,
    led_through_a_turn,
    no_clock_is_spoken_of,
    restart_on_a_break,
    restart_while_late,
    the_end,
    undo_shows_its_time,
)
from kits.moments_kit import (
    both_yes_after_the_lift,
    bronstein_offer,
    dice_while_put_off,
    illegal_move,
    illegal_move_after_the_delay,
    illegal_move_handed_back,
    lift_after_own_yes,
    press_before_the_roll_is_seen,
    press_given_back,
    press_in_vain,
    reroll_over_an_offer,
    thrown_over_a_question,
    win_over_a_dice_claim,
)
from kits.touch_kit import seated
from kits.touch_play_kit import both, go_on, kept, opening, press_if_asked, roll, signed, wins
from kits.touch_table_kit import Match
from kits.x_server_kit import Panel

from kiosk.rules.units import Side
from kiosk.screen.arrangement import Arrangement

pytestmark = pytest.mark.night
WHITE, BLACK = Side

NORWAY = Match("norway", 3, {"clock.delay_s": 6}, mixer="picture_left", camera=True, guide=True)
ITALY = Match(
    "italian-international",
    3,
    {"clock.reserve_s_per_point": 120, "clock.delay_s": 12},
    camera=True,
    guide=True,
)
LONDON = Match("london-club", 3, camera=True)
MICHIGAN = {"clock.timetable_min": [[8, 10, 12], [10, 14, 16], [12, 16, 20]]}


def test_norway_with_a_baffle_box(tmp_path: Path) -> None:
    with seated(tmp_path, NORWAY, Panel()) as table:
        for side in Side:
            led_through_a_turn(table, side)
        language_by_the_globe(table, BLACK)
        both(table, "ReadyTapped")
        table.throws(WHITE, 5)
        table.lifts()
        table.throws(BLACK, 2)
        press_in_vain(table, WHITE, "No press: it is not your turn")
        table.press(BLACK)
        table.press(WHITE)
        lift_after_own_yes(table, BLACK, 6, 6)
        table.press(WHITE)
        press_before_the_roll_is_seen(table, BLACK, 6, 5)
        both_yes_after_the_lift(table, WHITE, 4, 4)
        thrown_over_a_question(table, BLACK, 4, 3)
        last_minute(table, WHITE)
        flag_falls(table, WHITE)
        table.press(WHITE)
        press_given_back(table, WHITE)
        press_given_back(table, WHITE, by_director=True)
        illegal_move_after_the_delay(table, WHITE)
        dice_while_put_off(table, BLACK)
        win_over_a_dice_claim(
            table, BLACK, "EarlyPickupClaimed", "You took the dice too early.", BLACK
        )
        undo_shows_its_time(table, WHITE)
        table.press(BLACK)
        called_over_an_offer(table, BLACK)
        call_out_of_reach(table, WHITE)
        table.tap(WHITE, "DoubleTapped")
        table.press(WHITE)
        table.tap(BLACK, "PassTapped")
        between_games(table, WHITE, (1, 0), "1–0")
        restart_on_a_break(table, BLACK)
        both(table, "ReadyTapped")
        roll(table, WHITE, 3)
        roll(table, BLACK, 1)
        table.press(BLACK)
        wins(table, WHITE)
        between_games(table, WHITE, (2, 0), "1–0, 1–0")
        crawford_next(table)
        opening(table, 3, 1)
        wins(table, WHITE)
        signed(table)
        the_end(table, WHITE)
        keys_keep_their_places(table, fewest=14)
        kept(table, tmp_path)


def test_italian_with_a_bronstein_clock(tmp_path: Path) -> None:
    with seated(tmp_path, ITALY, Panel(1024, 600, Arrangement.BESIDE_RIGHT)) as table:
        led_through_a_turn(table, WHITE, skips=1)
        led_through_a_turn(table, BLACK, skips=2)
        language_by_the_globe(table, WHITE)
        opening(table, 5, 2)
        table.press(WHITE)
        lift_after_own_yes(table, BLACK, 6, 6)
        table.press(WHITE)
        press_given_back(table, WHITE)
        press_given_back(table, WHITE, by_director=True)
        press_before_the_roll_is_seen(table, BLACK, 6, 1)
        press_in_vain(table, BLACK, "No press: it is not your turn")
        both_yes_after_the_lift(table, WHITE, 4, 1)
        illegal_move(table, WHITE)
        dice_while_put_off(table, BLACK)
        called_over_a_roll(table, WHITE, 3, 2)
        table.press(BLACK)
        thrown_over_a_question(table, WHITE, 6, 3)
        bronstein_offer(table, BLACK, 360)
        last_minute(table, WHITE)
        table.clears()
        table.throws(WHITE, 3, 2)
        table.press(WHITE)
        reroll_over_an_offer(table, BLACK)
        call_out_of_reach(table, BLACK)
        table.tap(WHITE, "DoubleTapped")
        press_if_asked(table, WHITE)
        table.tap(BLACK, "PassTapped")
        undo_shows_its_time(table, BLACK)
        between_games(table, WHITE, (1, 0), "1–0")
        restart_while_late(table, BLACK)
        restart_on_a_break(table, WHITE)
        opening(table, 3, 1)
        wins(table, WHITE, 2)
        signed(table)
        the_end(table, WHITE)
        keys_keep_their_places(table, fewest=14)
        kept(table, tmp_path)


def test_london_club_that_is_given_a_clock_by_michigan_2002(tmp_path: Path) -> None:
    """The first turns without a clock; then the director brings it in."""
    with seated(tmp_path, LONDON, Panel(800, 480, rotate=180, theme="light")) as table:
        language_by_the_globe(table, WHITE)
        both(table, "ReadyTapped")
        roll(table, WHITE, 5, 2)
        table.press(WHITE)
        lift_after_own_yes(table, BLACK, 6, 6)
        win_over_a_dice_claim(
            table, BLACK, "OneDieLiftedClaimed", "Only one die was lifted.", WHITE
        )
        undo_shows_its_time(table, WHITE)
        no_clock_is_spoken_of(table)
        clock_brought_in(table, WHITE, "london-club+michigan-2002", MICHIGAN)
        lift_after_own_yes(table, BLACK, 6, 6)
        table.press(WHITE)
        press_given_back(table, WHITE)
        illegal_move_handed_back(table, WHITE)
        press_before_the_roll_is_seen(table, BLACK, 6, 5)
        both_yes_after_the_lift(table, WHITE, 4, 4)
        thrown_over_a_question(table, BLACK, 4, 3)
        last_minute(table, WHITE)
        table.press(WHITE)
        press_in_vain(table, WHITE, "No press: it is not your turn")
        dice_while_put_off(table, BLACK)
        called_over_a_roll(table, WHITE, 4, 2)
        table.press(BLACK)
        call_out_of_reach(table, BLACK)
        table.tap(WHITE, "BreakTapped", level=1)
        table.tap(WHITE, "PresentTapped")
        go_on(table)
        table.tap(WHITE, "DoubleTapped")
        press_if_asked(table, WHITE)
        table.tap(BLACK, "PassTapped")
        between_games(table, WHITE, (1, 0), "1–0")
        opening(table, 3, 1)
        wins(table, WHITE, 2)
        signed(table)
        the_end(table, WHITE)
        keys_keep_their_places(table, fewest=14)
        kept(table, tmp_path)
