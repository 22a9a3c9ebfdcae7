"""Time used up by a book that ends the match: at once, when declared, in a second control."""

import pytest
from kits import commands as c
from kits import events as e
from kits.books import load
from kits.expiry_kit import at_score, left
from kits.rules_kit import (
    BLACK,
    BRONSTEIN,
    DIRECTOR,
    MICHIGAN,
    NORWAY,
    UNIFIED,
    WHITE,
    Table,
    ns,
    with_delay,
)

from kiosk.rules.decide import evolve
from kiosk.rules.match.proposal import ProposalKind
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.rulebook import BothFlags, ClockAsker, ClockSystem, RuleBook
from kiosk.rules.units import BySide, Instant, Nanos, Side

# --- lost at zero (000) ------------------------------------------------------------------------


def test_the_clock_itself_ends_the_match_at_zero() -> None:
    """S064, italian-international L128."""
    table = left(Table().open(7, BRONSTEIN).start(), 10, 60).wait(10)
    told = table.ok(c.DeadlineReached(table.at))
    assert [type(event) for event in told] == [
        e.FlagReached,
        e.ClockStopped,
        e.GameEnded,
        e.MatchEnded,
    ]
    ended = table.told(e.MatchEnded)
    assert (ended.winner, ended.cause) == (BLACK, EndCause.FLAG)
    assert ended.cites == ("italian-international L128",)
    assert table.told(e.GameEnded).points == 0


def test_a_press_a_nanosecond_before_zero_is_in_time() -> None:
    table = left(Table().open(7, BRONSTEIN).start(), 10, 60).wait(10)
    table.ok(c.ClockPressed(Instant(table.now - 1), WHITE))
    assert table.match.clock.reserve.white == ns(10)
    assert table.match.winner is None


def test_of_two_flags_the_one_that_fell_by_the_book_before_loses() -> None:
    """White's time by norway was over and nobody said so; then the clock itself tells (L128)."""
    table = left(Table().open(7).start(), 10, 60).wait(10).wait(12)
    table.ok(c.DeadlineReached(table.at))
    table.ok(table.order(c.ProfileOrdered, BRONSTEIN, "h" * 64))
    table.win(BLACK)
    assert table.match.clock.first_flag is WHITE
    table.start(5, 6).wait(600)
    table.do(c.DeadlineReached(table.at))
    assert table.told(e.FlagReached).side is BLACK
    assert table.told(e.MatchEnded).winner is BLACK


def test_whatever_is_told_after_zero_finds_the_match_over() -> None:
    table = left(Table().open(7, BRONSTEIN).start(), 10, 60).wait(11)
    events = table.do(c.ClockPressed(table.at, WHITE))
    assert isinstance(events[-2], e.MatchEnded)
    assert events[-1] == e.Refused("ClockPressed", WHITE, (Reason.MATCH_IS_OVER,), ())
    assert table.told(e.ClockStopped).at == table.now - ns(1)


# --- second time control (004) -----------------------------------------------------------------


def test_the_first_control_used_up_costs_nothing_and_the_second_starts() -> None:
    """S055."""
    table = left(Table().open(7, MICHIGAN).start(), 10, 435).wait(10)
    table.ok(c.DeadlineReached(table.at))
    proposal = table.told(e.Proposed).proposal
    assert (proposal.kind, proposal.side) == (ProposalKind.SECOND_CONTROL, WHITE)
    assert proposal.cites == (MICHIGAN.cite("expiry.consequence"),)
    table.ok(table.order(c.ProposalAccepted, 1))
    told = table.told(e.SecondControlStarted)
    assert told.reserve == BySide(Nanos(ns(180)), Nanos(ns(615)))
    assert told.cites == ("michigan-2002 §5.1",)
    assert (table.match.score, table.match.pace.system) == (BySide(0, 0), ClockSystem.USCF_DELAY)
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    table.wait(12).press(WHITE)
    assert table.match.clock.reserve.white == ns(180)
    table.turn(13)
    assert table.match.clock.reserve.black == ns(614)


def test_the_second_control_is_not_started_under_rules_that_have_none_by_now() -> None:
    """Rules that were changed while the proposal waited."""
    table = left(Table().open(7, MICHIGAN).start(), 10, 435).wait(10)
    table.ok(c.DeadlineReached(table.at))
    table.ok(table.order(c.ProfileOrdered, NORWAY, "h"))
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    table.win(WHITE).ready()
    assert table.refused(table.order(c.ProposalAccepted, 1)) == (Reason.PROPOSAL_CHANGED,)
    table.ok(table.order(c.ProposalDeclined, 1))


def test_a_book_may_drop_what_was_left_of_the_first() -> None:
    book = MICHIGAN.with_value("second_control.rest_is_kept", False)
    table = left(Table().open(7, book).start(), 10, 435).wait(10)
    table.ok(c.DeadlineReached(table.at))
    table.ok(table.order(c.ProposalAccepted, 1))
    assert table.match.clock.reserve == BySide.both(Nanos(ns(180)))


def test_both_may_use_up_the_first_before_the_second_is_set() -> None:
    """D4-4: the director let them play on; the second control starts once."""
    table = left(Table().open(7, MICHIGAN).start(), 10, 10).wait(10)
    table.ok(c.DeadlineReached(table.at))
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    table.press(WHITE).wait(10)
    table.ok(c.DeadlineReached(table.at))
    assert len(table.match.proposals.pending) == 1
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    table.ok(table.order(c.ProposalAccepted, 1))
    assert table.match.clock.reserve == BySide.both(Nanos(ns(180)))
    assert table.match.clock.running is BLACK
    assert table.told(e.ClockStarted).delay == ns(12)


def second_control() -> Table:
    """White has used up the second control."""
    table = left(Table().open(7, MICHIGAN).start(), 10, 435).wait(10)
    table.ok(c.DeadlineReached(table.at))
    table.ok(table.order(c.ProposalAccepted, 1))
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    table.wait(192)
    table.ok(c.DeadlineReached(table.at))
    return table


def test_the_second_control_used_up_puts_the_loss_to_the_director() -> None:
    table = second_control()
    assert table.match.winner is None
    proposal = table.told(e.Proposed).proposal
    assert (proposal.kind, proposal.side) == (ProposalKind.MATCH_LOST, WHITE)
    assert proposal.cites == ("michigan-2002 §4.2, §5.2", "michigan-2002 §5.2")
    table.ok(table.order(c.ProposalAccepted, 2))
    assert (table.match.winner, table.told(e.MatchEnded).cause) == (BLACK, EndCause.FLAG)


@pytest.mark.parametrize(("gin", "winner"), [(WHITE, WHITE), (BLACK, BLACK), (None, BLACK)])
def test_a_certain_win_of_the_match_counts_whoever_ran_out(gin: Side | None, winner: Side) -> None:
    """S058, S059, S061."""
    table = second_control()
    table.ok(table.order(c.ExpiryRuled, WHITE, gin))
    ended = table.told(e.MatchEnded)
    assert (ended.winner, ended.cause) == (winner, EndCause.FLAG)
    key = "expiry.gin" if gin else "expiry.consequence"
    assert MICHIGAN.cite(key) in ended.cites


def test_the_director_may_declare_it_too() -> None:
    table = second_control()
    assert table.refused(c.ExpiryDeclared(table.at, BLACK)) == (Reason.ONLY_DIRECTOR_DECLARES,)
    table.ok(c.ExpiryDeclared(table.at, None))
    assert table.match.winner is BLACK


def test_in_the_first_control_nothing_is_ruled_lost() -> None:
    table = left(Table().open(7, MICHIGAN).start(), 10, 435).wait(10)
    table.ok(c.DeadlineReached(table.at))
    order = table.order(c.ExpiryRuled, WHITE, BLACK)
    assert table.refused(order) == (Reason.NOT_LOST_BY_TIME,)
    table.ok(c.ExpiryDeclared(table.at, None))
    assert len(table.match.proposals.pending) == 1


def test_a_clock_brought_in_again_starts_with_the_first_control() -> None:
    table = second_control()
    table.match = evolve(table.match, e.ClockDropped(DIRECTOR, "it broke", ()))
    order = table.order(c.ClockOrdered, MICHIGAN, "h" * 64, ClockAsker.DIRECTOR, True, True)
    table.ok(order)
    assert (table.match.control.second, table.match.pace.system) == (False, ClockSystem.PLAIN)
    assert table.match.clock.reserve == BySide.both(Nanos(ns(42 * 60)))


# --- ruled by the director (003) ---------------------------------------------------------------


TEN_SECONDS = with_delay(NORWAY, 12, 10)


def both_flags(book: RuleBook = TEN_SECONDS) -> Table:
    """White's fell first, then Black's."""
    return Table().open(1, book).start().turn(30).turn(30)


def test_a_single_flag_has_no_exception_and_no_doubt() -> None:
    """S034."""
    table = Table().open(1, TEN_SECONDS).start().wait(23)
    for first, gin, reason in (
        (WHITE, WHITE, Reason.GIN_DOES_NOT_COUNT),
        (None, None, Reason.BAD_VALUE),
        (None, WHITE, Reason.BAD_VALUE),
        (BLACK, None, Reason.BAD_VALUE),
    ):
        assert table.refused(table.order(c.ExpiryRuled, first, gin)) == (reason,)
    table.ok(table.order(c.ExpiryRuled, WHITE, None))
    assert table.match.winner is BLACK
    assert table.told(e.MatchEnded).cites == ("norway §4.3(iii)",)


def test_without_a_flag_nothing_is_ruled() -> None:
    table = Table().open(1, TEN_SECONDS).start()
    assert table.refused(table.order(c.ExpiryRuled, WHITE, None)) == (Reason.NO_FLAG,)


@pytest.mark.parametrize("first", [WHITE, BLACK])
def test_of_both_the_one_ruled_first_loses(first: Side) -> None:
    table = both_flags()
    table.ok(table.order(c.ExpiryRuled, first, None))
    assert table.match.winner is first.other


def test_the_one_ruled_first_loses_by_both_sections() -> None:
    keys = ("expiry.consequence", "expiry.both_flags")
    book = TEN_SECONDS
    for key in keys:
        book = book.with_value(key, book.value(key), key)
    table = both_flags(book)
    table.ok(table.order(c.ExpiryRuled, WHITE, None))
    assert table.told(e.MatchEnded).cites == keys


def test_the_others_clock_has_run_until_the_flag_is_declared() -> None:
    """White's fell in its turn; Black says so 15 s into its own, 12 s of them delay."""
    table = Table().open(1, TEN_SECONDS).start().turn(30).wait(15)
    table.ok(c.ExpiryDeclared(table.at, BLACK))
    assert table.match.winner is BLACK
    assert table.match.clock.reserve == BySide(0, ns(10 - 3))


def test_nobody_can_tell_which_and_one_is_sure_to_win() -> None:
    """S037."""
    table = both_flags()
    assert table.refused(table.order(c.ExpiryRuled, WHITE, BLACK)) == (Reason.GIN_DOES_NOT_COUNT,)
    table.ok(table.order(c.ExpiryRuled, None, WHITE))
    assert table.match.winner is WHITE


def test_nobody_can_tell_which_the_rest_is_played_without_a_clock() -> None:
    table = both_flags()
    table.ok(table.order(c.ExpiryRuled, None, None))
    assert table.told(e.ClockDropped) == e.ClockDropped(DIRECTOR, "a reason", ("norway §4.3(iii)",))
    assert (table.match.clocked, table.match.clock.running) == (False, None)
    table.turn(3_000).turn(3_000)
    assert table.match.winner is None


def test_a_flag_that_fell_before_the_clock_was_taken_away_counts_no_more() -> None:
    """norway §4.3(iii): the rest is played without a clock."""
    table = both_flags()
    table.ok(table.order(c.ExpiryRuled, None, None))
    for by in (None, WHITE, BLACK):
        assert table.refused(c.ExpiryDeclared(table.at, by)) == (Reason.NO_CLOCK,)
    for first, gin in ((WHITE, None), (None, BLACK), (None, None)):
        assert table.refused(table.order(c.ExpiryRuled, first, gin)) == (Reason.NO_CLOCK,)
    assert table.match.winner is None
    assert (table.match.clock.flagged, table.match.clock.first_flag) == (BySide(None, None), None)


def test_where_the_first_loses_the_director_says_which() -> None:
    book = TEN_SECONDS.with_value("expiry.both_flags", BothFlags.FIRST_LOSES)
    table = both_flags(book)
    assert table.refused(table.order(c.ExpiryRuled, None, None)) == (Reason.BAD_VALUE,)
    table.ok(table.order(c.ExpiryRuled, None, BLACK))
    assert table.match.winner is BLACK


def test_no_exception_means_none() -> None:
    book = load("norway", {"expiry.gin": "no_exception"})
    book = with_delay(book, 12, 10)
    table = both_flags(book)
    assert table.refused(table.order(c.ExpiryRuled, None, WHITE)) == (Reason.GIN_DOES_NOT_COUNT,)
    assert table.told(e.Refused).cites == ("event setting",)


# --- a restart in between ----------------------------------------------------------------------


def test_a_mark_after_zero_has_the_flag_told_at_the_restart() -> None:
    table = left(at_score(UNIFIED, 9, 3, 4), 10, 60)
    mark = Instant(table.now + ns(11))
    told = table.ok(c.TableRestarted(Instant(5), mark, None))
    kinds = [type(event) for event in told]
    assert kinds[0] is e.FlagReached
    assert e.Proposed in kinds
    assert table.match.clock.running is None
