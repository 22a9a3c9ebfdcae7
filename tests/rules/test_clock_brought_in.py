"""A clock brought into a match that is played without one, and one that goes."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import (
    BLACK,
    BRONSTEIN,
    DIRECTOR,
    LEFT,
    MICHIGAN,
    NO_CLOCK,
    NORWAY,
    RIGHT,
    UNIFIED,
    WHITE,
    Table,
    die,
    ns,
)
from kits.times_kit import PLAIN_MICHIGAN, reads, unclocked
from kits.words import sentence

from kiosk.rules.clock import ClockWish
from kiosk.rules.decide import evolve
from kiosk.rules.match import Match, Phase
from kiosk.rules.prompts.desk import DeskPrompt, desk_prompts
from kiosk.rules.prompts.dice import DicePrompt, dice_prompts
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import ClockAsker, ClockPosting, LeftRoll, RuleBook, SlowSanction
from kiosk.rules.units import SIDES, BySide

WARNED_ONLY = NORWAY.with_value(
    "slow_play.sanctions", frozenset({SlowSanction.WARNING_THEN_POINTS})
)


def both_go_on(table: Table) -> None:
    """Both have seen the clock that was brought in."""
    for side in SIDES:
        table.ok(c.ResumeTapped(table.at, side))


def clock_order(
    table: Table,
    book: RuleBook,
    asked_by: ClockAsker = ClockAsker.DIRECTOR,
    *,
    at_once: bool = False,
    extreme: bool = False,
) -> c.ClockOrdered:
    return table.order(c.ClockOrdered, book, "h" * 64, asked_by, at_once, extreme)


# --- brought in --------------------------------------------------------------------------------


def test_a_clock_ordered_waits_for_the_next_game() -> None:
    """C04, S008."""
    table = unclocked(UNIFIED, 9).start()
    order = clock_order(table, UNIFIED, ClockAsker.PARTICIPANT)
    assert table.ok(order) == (
        e.ClockIntroduced(UNIFIED, "h" * 64, False, DIRECTOR, "a reason", ("unified-2001 §1.1",)),
    )
    assert not table.match.clocked
    table.win(WHITE).ready()
    assert table.match.clocked
    assert table.match.clock.reserve == BySide.both(ns(51 * 60))


@pytest.mark.parametrize(
    ("book", "extreme", "reasons"),
    [
        (BRONSTEIN, False, ()),
        (NORWAY, False, ()),
        (UNIFIED, False, (Reason.NEXT_GAME_ONLY,)),
        (UNIFIED, True, (Reason.NEXT_GAME_ONLY,)),
        (MICHIGAN, False, (Reason.ONLY_IF_EXTREME,)),
        (MICHIGAN, True, ()),
    ],
)
def test_in_the_middle_of_a_game_by_book(
    book: RuleBook, extreme: bool, reasons: tuple[Reason, ...]
) -> None:
    """C04, R072."""
    table = unclocked(book).start().turn().wait(30)
    order = clock_order(table, book, at_once=True, extreme=extreme)
    if reasons:
        assert table.refused(order) == reasons
        assert table.told(e.Refused).cites == (book.cite("clock.introduced"),)
        return
    table.ok(order)
    both_go_on(table)
    assert table.match.clock.running is BLACK
    full = table.told(e.TimeAllotted).reserve
    assert table.match.clock.reserve == full
    assert table.told(e.ClockStarted).delay == table.match.pace.first
    table.roll().wait(13).press(BLACK)
    charged = {"plain": 13, "bronstein": 1, "simple_delay": 1}[table.match.pace.system]
    assert table.match.clock.reserve.black == full.black - ns(charged)


@pytest.mark.parametrize(("then", "waits"), [(NORWAY, False), (BRONSTEIN, True)])
def test_a_consent_that_the_new_book_does_not_know_is_not_waited_for(
    then: RuleBook, waits: bool
) -> None:
    """italian-international L96; norway §4.1(iv) rolls cocked dice again without asking."""
    table = unclocked(BRONSTEIN).start(5, 6).turn().lift()
    table.throw(die(5, RIGHT), die(3, RIGHT, flat=False))
    assert table.match.dicing.consents is BLACK
    table.ok(clock_order(table, then, at_once=True))
    assert (table.match.dicing.consents is BLACK) is waits
    assert (DicePrompt.CONSENT_TO_REROLL in dice_prompts(table.match)) is waits


@pytest.mark.parametrize(("left", "stays"), [(LeftRoll.NEVER, False), (None, True)])
def test_a_permission_that_the_new_book_does_not_know_ends(
    left: LeftRoll | None, stays: bool
) -> None:
    """norway §4.1(iv)(a)."""
    table = unclocked(NORWAY).start(5, 6).turn().lift()
    table.ok(c.LeftGranted(table.at, BLACK))
    book = NORWAY if left is None else replace(NORWAY, roll=replace(NORWAY.roll, left=left))
    table.ok(clock_order(table, book, at_once=True))
    assert table.match.dicing.left.white is stays


def test_bringing_it_in_cites_when_and_who() -> None:
    table = unclocked(NORWAY)
    table.ok(clock_order(table, NORWAY))
    told = table.told(e.ClockIntroduced)
    assert told.cites == ("norway §3.5(i)(e)", "norway §3.5(i), §2.3(ii)")


@pytest.mark.parametrize(
    ("book", "asker", "section"),
    [
        (NORWAY, ClockAsker.DIRECTOR, "norway §2.3(i)"),
        (NORWAY, ClockAsker.PLAYER, "norway §2.3(i)"),
        (NORWAY, ClockAsker.AGREEMENT, "norway §3.5(i)(e)"),
        (WARNED_ONLY, ClockAsker.DIRECTOR, "norway §3.5(i)(e)"),
    ],
)
def test_brought_in_for_slow_play_it_cites_that(
    book: RuleBook, asker: ClockAsker, section: str
) -> None:
    """norway §2.3(i)(b), §3.5(i)(d)."""
    table = unclocked(NORWAY)
    table.ok(c.SlowPlayTapped(table.at, WHITE))
    table.ok(clock_order(table, book, asker))
    assert table.told(e.ClockIntroduced).cites == (section, "norway §3.5(i), §2.3(ii)")
    assert not table.match.hearing.slow_play


def test_brought_in_between_games_it_starts_with_the_next() -> None:
    table = unclocked(UNIFIED)
    table.ok(clock_order(table, UNIFIED, at_once=True))
    assert not table.match.clocked
    table.start()
    assert table.match.clock.running is WHITE


def test_brought_in_before_anybody_is_on_turn_no_clock_runs_yet() -> None:
    table = unclocked(NORWAY).ready()
    table.ok(clock_order(table, NORWAY, at_once=True))
    assert (table.match.clocked, table.match.clock.running) == (True, None)
    both_go_on(table)
    table.opening(6, 5)
    assert table.match.clock.running is WHITE


def test_brought_in_while_a_double_is_answered_the_answering_side_runs() -> None:
    table = unclocked(NORWAY).start().turn().double()
    table.ok(clock_order(table, NORWAY, at_once=True))
    both_go_on(table)
    assert table.match.clock.running is WHITE


def test_brought_in_while_play_is_stopped_it_runs_when_play_goes_on() -> None:
    table = unclocked(NORWAY).start().turn()
    table.ok(c.DirectorCallTapped(table.at, WHITE))
    table.ok(clock_order(table, NORWAY, at_once=True))
    assert table.match.clock.running is None
    assert table.match.stop is not None
    assert table.match.stop.reason is StopReason.DIRECTOR_CALLED
    table.wait(60)
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    table.wait(13)
    assert reads(table, BLACK) == ns(14 * 60 - 1)


def test_brought_in_while_the_director_holds_play_it_stays_the_directors_stop() -> None:
    table = unclocked(NORWAY).start().turn()
    table.ok(table.order(c.StopOrdered))
    table.ok(clock_order(table, NORWAY, at_once=True))
    told = table.told(e.PlayStopped)
    assert (told.reason, told.resumes) == (StopReason.DIRECTOR_ORDERED, BLACK)
    assert (told.by, told.why) == (DIRECTOR, "a reason")


def test_not_while_a_claim_waits_for_its_answer() -> None:
    table = unclocked(NORWAY).start()
    table.ok(c.WinDeclared(table.at, WHITE, 1))
    assert table.refused(clock_order(table, NORWAY, at_once=True)) == (Reason.NOT_NOW,)


def test_only_a_whole_book_with_a_clock_and_its_times() -> None:
    table = unclocked(NORWAY)
    assert table.refused(clock_order(table, NO_CLOCK)) == (Reason.BAD_VALUE,)
    broken = replace(NORWAY, sources=())
    assert table.refused(clock_order(table, broken)) == (Reason.BAD_VALUE,)
    assert table.refused(clock_order(table, PLAIN_MICHIGAN)) == (Reason.TIME_NOT_SET,)
    assert table.told(e.Refused).cites[0] == "clock.timetable_min"
    clocked = Table().open(7, NORWAY)
    assert clocked.refused(clock_order(clocked, NORWAY)) == (Reason.ALREADY_DONE,)


@pytest.mark.parametrize(
    ("book", "asker", "may"),
    [
        (BRONSTEIN, ClockAsker.PARTICIPANT, True),
        (BRONSTEIN, ClockAsker.PLAYER, True),
        (BRONSTEIN, ClockAsker.AGREEMENT, False),
        (UNIFIED, ClockAsker.PARTICIPANT, True),
        (NORWAY, ClockAsker.AGREEMENT, True),
        (NORWAY, ClockAsker.PARTICIPANT, False),
        (MICHIGAN, ClockAsker.PLAYER, False),
        (MICHIGAN, ClockAsker.DIRECTOR, True),
    ],
)
def test_who_may_ask(book: RuleBook, asker: ClockAsker, may: bool) -> None:
    """C05; a player takes part in the tournament too."""
    table = unclocked(book)
    order = clock_order(table, book, asker)
    table.do(order)
    assert table.match.next_book == (book if may else None)
    if not may:
        assert table.told(e.Refused).reasons == (Reason.ASKER_MAY_NOT,)


def test_where_clocks_are_announced_as_allowed_a_player_asks() -> None:
    """S017: unified-2001 §1.1."""
    posted = MICHIGAN.with_value("clock.notice", ClockPosting.ALLOWED)
    table = unclocked(posted)
    table.ok(clock_order(table, posted, ClockAsker.PLAYER))


# --- without a clock from now on ---------------------------------------------------------------


def dropped(match: Match) -> Match:
    return evolve(match, e.ClockDropped(DIRECTOR, "both flags", ()))


def test_the_rest_without_a_clock_goes_on_from_anywhere() -> None:
    stopped = Table().open().start()
    stopped.ok(c.DirectorCallTapped(stopped.at, WHITE))
    claimed = Table().open().start()
    claimed.ok(c.WinDeclared(claimed.at, WHITE, 1))
    offered = Table().open().start()
    offered.ok(c.OfferTapped(offered.at, WHITE, BLACK, 1, True, True))
    challenged = Table().open().start().turn()
    challenged.ok(c.IllegalMoveTapped(challenged.at, BLACK))
    every = (stopped, claimed, offered, challenged)
    for table in every:
        table.match = dropped(table.match)
        assert not table.match.clocked
    stopped.ok(stopped.order(c.StartOrdered))
    claimed.ok(c.WinDisputed(claimed.at, BLACK))
    offered.ok(c.OfferRejected(offered.at, BLACK))
    challenged.ok(challenged.order(c.IllegalMoveRuled, False))
    for table in every:
        assert table.match.clock.running is None
        table.turn().turn()
    assert dropped(Table().match).control.dropped


def test_a_clock_may_be_brought_in_again() -> None:
    table = Table().open().start()
    table.ok(c.DirectorCallTapped(table.at, WHITE))
    table.match = dropped(table.match)
    table.ok(clock_order(table, NORWAY, at_once=True))
    assert table.match.clocked
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    assert table.match.clock.running is WHITE
    assert reads(table, WHITE) == ns(840)


def test_the_dice_stay_where_they_must_when_the_clock_comes() -> None:
    """A turn that began without a clock ends by the press."""
    table = unclocked(NORWAY).start(6, 5).turn()
    table.lift().throw(die(5, LEFT), die(3, LEFT))
    table.ok(clock_order(table, NORWAY, at_once=True))
    assert table.phase is Phase.MOVING
    both_go_on(table)
    table.press(BLACK).lift().throw(die(5, RIGHT), die(3, RIGHT))
    assert table.told(e.RollAccepted).side is WHITE


# --- wished for by a player -----------------------------------------------------------------------


def answered(answer: type[c.ClockWishAgreed | c.ClockWishDenied]) -> Table:
    table = unclocked(NORWAY)
    table.ok(c.ClockWishTapped(table.at, WHITE))
    table.ok(answer(table.at, BLACK))
    return table


def test_a_wish_for_a_clock_and_the_answer_are_recorded() -> None:
    """norway §2.3(ii), §3.5(i)(a), (b); the director brings it in."""
    cites = ("norway §3.5(i), §2.3(ii)",)
    table = answered(c.ClockWishAgreed)
    assert table.told(e.ClockWished) == e.ClockWished(WHITE, cites)
    assert table.told(e.ClockWishAnswered) == e.ClockWishAnswered(BLACK, True, cites)
    assert table.match.control.wish == ClockWish(WHITE, agreed=True)
    assert not table.match.clocked
    for side in SIDES:
        assert table.refused(c.ClockWishTapped(table.at, side)) == (Reason.ALREADY_DONE,)
    table.ok(clock_order(table, NORWAY, ClockAsker.AGREEMENT))
    assert table.match.control.wish is None
    assert table.refused(c.ClockWishTapped(table.at, WHITE)) == (Reason.ALREADY_DONE,)


def test_the_other_side_answers_it_and_once() -> None:
    table = unclocked(NORWAY)
    for kind in (c.ClockWishAgreed, c.ClockWishDenied):
        assert table.refused(kind(table.at, BLACK)) == (Reason.NOT_NOW,)
    table.ok(c.ClockWishTapped(table.at, WHITE))
    assert DeskPrompt.ANSWER_CLOCK_WISH in desk_prompts(table.match)
    assert table.refused(c.ClockWishAgreed(table.at, WHITE)) == (Reason.NOT_YOUR_TURN,)
    assert table.refused(c.ClockWishTapped(table.at, BLACK)) == (Reason.ALREADY_DONE,)
    table.ok(c.ClockWishDenied(table.at, BLACK))
    assert DeskPrompt.ANSWER_CLOCK_WISH not in desk_prompts(table.match)
    assert table.refused(c.ClockWishAgreed(table.at, BLACK)) == (Reason.NOT_NOW,)


def test_one_not_agreed_to_may_be_repeated() -> None:
    table = answered(c.ClockWishDenied)
    assert table.match.control.wish == ClockWish(WHITE, agreed=False)
    table.ok(c.ClockWishTapped(table.at, BLACK))
    assert table.match.control.wish == ClockWish(BLACK)


def test_a_book_may_let_no_player_ask() -> None:
    """michigan-2002 §1.1."""
    book = NO_CLOCK.with_value("clock.asked_by", frozenset({ClockAsker.DIRECTOR}))
    table = Table().open(book=book)
    assert table.refused(c.ClockWishTapped(table.at, WHITE)) == (Reason.ASKER_MAY_NOT,)
    agreed = NO_CLOCK.with_value("clock.asked_by", frozenset({ClockAsker.AGREEMENT}))
    table = Table().open(book=agreed)
    table.ok(c.ClockWishTapped(table.at, WHITE))


def test_where_a_clock_is_used_nobody_wishes_for_one() -> None:
    table = Table().open()
    assert table.refused(c.ClockWishTapped(table.at, WHITE)) == (Reason.ALREADY_DONE,)


def test_a_wish_in_words() -> None:
    assert sentence(e.ClockWished(WHITE, ())) == "White wishes for a clock."
    words = "Black {} to the clock that White wishes for."
    assert sentence(e.ClockWishAnswered(BLACK, True, ())) == words.format("agrees")
    assert sentence(e.ClockWishAnswered(BLACK, False, ())) == words.format("does not agree")
