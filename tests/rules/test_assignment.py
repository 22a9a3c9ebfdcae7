"""A match comes by the event's call, goes on at another table, is put away."""

from dataclasses import replace

from kits import commands as c
from kits import events as e
from kits.books import load
from kits.late_kit import ring
from kits.rules_kit import BLACK, DIRECTOR, NORWAY, TEAMS, WHITE, Table, setup

from kiosk.rules.decide import deadline
from kiosk.rules.match import EMPTY, Match, Phase
from kiosk.rules.prompts.desk import DeskPrompt
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import FormatKind, MatchFormat
from kiosk.rules.units import MINUTE_NS, SIDES, BySide, Nanos
from kiosk.wire.snapshot import snapshot

ITALIAN = load("italian-international", {"clock.reserve_s_per_point": 180, "clock.delay_s": 12})
HEAD = ("j1", 7, "0" * 64)


def assigned(table: Table, book: RuleBook = NORWAY, starts_min: int = 5) -> c.MatchAssigned:
    return c.MatchAssigned(
        *(table.at, table.match.match_id, DIRECTOR, "main, round 1", "m7", "e1", 3, None),
        *(MatchFormat(FormatKind.POINTS, 7), TEAMS, book, "h", Nanos(starts_min * MINUTE_NS)),
    )


def called(book: RuleBook = NORWAY, starts_min: int = 5) -> Table:
    table = Table()
    table.ok(assigned(table, book, starts_min))
    table.ok(c.SetUpTable(table.at, setup()))
    return table


def taken_over(state: Match, table: Table | None = None) -> Table:
    table = table or Table()
    named = table.match.match_id
    table.ok(c.TakeOverOrdered(table.at, named, DIRECTOR, "it died", *HEAD, "j2", state))
    return table


# --- called to a table ----------------------------------------------------------------------------


def test_a_call_opens_the_match_and_awaits_both() -> None:
    table = called()
    assert table.match.match_id == "m7"
    assert table.told(e.MatchOpened).sides == TEAMS
    for side in SIDES:
        assert table.match.schedule.missing(side)
    shown = snapshot(table.match, 1, table.at)
    assert [shown.sides.of_side(side).late.awaited for side in SIDES] == [True, True]
    assert shown.sides.white.late.since == table.at + 5 * MINUTE_NS
    assert DeskPrompt.WAIT_FOR_LATE_SIDE in shown.prompts


def test_who_is_there_in_time_is_not_late() -> None:
    table = ring(called(), 4)
    for side in SIDES:
        table.ok(c.PresentTapped(table.at, side))
        table.ok(c.ReadyTapped(table.at, side))
    assert table.match.phase is Phase.OPENING
    assert table.match.schedule.is_late_roll == BySide(False, False)
    assert table.match.proposals.pending == ()


def test_ready_says_that_one_is_there() -> None:
    table = called()
    table.ok(c.ReadyTapped(table.at, WHITE))
    assert not table.match.schedule.missing(WHITE)
    assert table.match.ready == BySide(True, False)


def test_lateness_counts_from_the_start_and_the_books_grace() -> None:
    """norway §2.2(iv): a point every five minutes; italian-international L24: 20 minutes first."""
    table = called(NORWAY)
    ring(table, 5 + 4)
    assert table.match.proposals.pending == ()
    ring(table, 1)
    assert {each.proposal.side for each in table.match.proposals.pending} == {WHITE, BLACK}
    table = called(ITALIAN.with_value("late.grace_min", 20))
    assert deadline(table.match) == table.at + 25 * MINUTE_NS


def test_the_director_may_grant_a_delay_to_who_is_awaited() -> None:
    table = called()
    table.ok(table.order(c.LatenessOrdered, BLACK, Nanos(0), 30))
    ring(table, 29)
    assert all(each.proposal.side is WHITE for each in table.match.proposals.pending)
    ring(table, 6)
    assert any(each.proposal.side is BLACK for each in table.match.proposals.pending)


def test_no_clock_runs_before_one_of_them_is_there() -> None:
    """italian-international L26: the late side's clock runs, for who waits at the table."""
    table = ring(called(ITALIAN), 30)
    assert table.match.clock.running is None
    table.ok(c.PresentTapped(table.at, WHITE))
    assert table.match.clock.running is BLACK
    before = table.reserve(BLACK)
    table.wait(60)
    table.ok(c.PresentTapped(table.at, BLACK))
    assert table.match.clock.running is None
    assert table.reserve(BLACK) < before


def test_a_table_with_an_open_match_takes_no_other() -> None:
    table = Table().open(7)
    assert table.refused(assigned(table)) == (Reason.MATCH_IS_OPEN,)
    other = replace(assigned(table), match_id=None)
    assert table.refused(other) == (Reason.OTHER_MATCH,)


def test_a_match_that_is_over_makes_room() -> None:
    table = Table().open(1).start().win(WHITE)
    table.ok(assigned(table))
    assert table.match.match_id == "m7"
    assert [each.winner for each in table.match.earlier] == [WHITE]


def test_a_match_is_not_opened_twice() -> None:
    table = called()
    assert table.refused(assigned(table)) == (Reason.ALREADY_DONE,)
    table = Table().open(1).start().win(WHITE)
    again = replace(assigned(table), opens=table.match.match_id)
    assert table.refused(again) == (Reason.ALREADY_DONE,)


def test_a_start_before_the_call_or_days_later_is_none() -> None:
    for minutes in (-1, 24 * 60 + 1):
        assert Table().refused(assigned(Table(), starts_min=minutes)) == (Reason.BAD_VALUE,)


# --- put away ------------------------------------------------------------------------------------


def test_a_match_put_away_leaves_a_free_table() -> None:
    table = called()
    table.ok(table.order(c.MatchWithdrawn))
    assert (table.match.phase, table.match.opened) == (Phase.VACANT, None)
    assert table.told(e.MatchPutAway).by == DIRECTOR
    assert deadline(table.match) is None
    assert table.refused(table.order(c.MatchWithdrawn)) == (Reason.NO_MATCH,)
    table.ok(assigned(table))


def test_a_match_that_is_over_stays() -> None:
    table = Table().open(1).start().win(WHITE)
    assert table.refused(table.order(c.MatchWithdrawn)) == (Reason.MATCH_IS_OVER,)


# --- at another table ----------------------------------------------------------------------------


def test_a_match_goes_on_at_a_spare_as_it_stood() -> None:
    old = Table().open(7).start()
    state = old.match
    spare = taken_over(state)
    told = spare.told(e.TableTakenOver)
    assert (told.old_journal_id, told.head_seq, told.head_hash) == HEAD
    assert (told.by_journal_id, told.state) == ("j2", state)
    assert (spare.match.phase, spare.match.score, spare.match.game) == (
        *(state.phase, state.score, state.game),
    )
    assert spare.match.stop is not None
    assert spare.match.stop.reason is StopReason.RESTARTED
    assert spare.match.clock.running is None
    for side in SIDES:
        spare.ok(c.ResumeTapped(spare.at, side))
    assert spare.match.clock.running is state.clock.running


def test_the_spare_is_set_up_as_it_stands() -> None:
    spare = taken_over(Table().open(7).start().match)
    seats = BySide(setup().seats.black, setup().seats.white)
    spare.ok(c.SetUpTable(spare.at, replace(setup(), seats=seats)))
    assert spare.match.setup is not None
    assert spare.match.setup.seats == seats
    for side in SIDES:
        spare.ok(c.ResumeTapped(spare.at, side))
    assert spare.refused(c.SetUpTable(spare.at, setup())) == (Reason.NOT_NOW,)


def test_its_devices_are_its_own() -> None:
    old = Table().open(7).start()
    old.ok(c.DeviceFailed(old.at, "camera", "unplugged"))
    spare = Table()
    spare.ok(c.DeviceFailed(spare.at, "tower", "unplugged"))
    assert taken_over(old.match, spare).match.lost_devices == {"tower"}


def test_the_old_table_refuses_to_go_on_until_another_match_comes() -> None:
    old = Table().open(7).start()
    old.ok(old.order(c.HandOverOrdered, *HEAD, "j2"))
    assert old.match.taken_over_by == "j2"
    assert old.told(e.TableTakenOver).state is None
    assert old.refused(c.ClockPressed(old.at, WHITE)) == (Reason.TAKEN_OVER,)
    assert old.refused(old.order(c.HandOverOrdered, *HEAD, "j3")) == (Reason.TAKEN_OVER,)
    old.ok(assigned(old))
    assert (old.match.match_id, old.match.taken_over_by) == ("m7", None)


def test_it_may_come_back_to_the_table_it_left() -> None:
    old = Table().open(7).start()
    state = old.match
    old.ok(old.order(c.HandOverOrdered, *HEAD, "j2"))
    taken_over(state, old)
    assert (old.match.game, old.match.taken_over_by) == (state.game, None)


def test_only_a_match_that_goes_on_is_taken_over_and_only_by_a_free_table() -> None:
    over = Table().open(1).start().win(WHITE).match
    for state in (EMPTY, over):
        order = c.TakeOverOrdered(Table().at, None, DIRECTOR, "it died", *HEAD, "j2", state)
        assert Table().refused(order) == (Reason.BAD_VALUE,)
    busy, going = Table().open(7), Table().open(7).start().match
    order = c.TakeOverOrdered(busy.at, busy.match.match_id, DIRECTOR, "why", *HEAD, "j2", going)
    assert busy.refused(order) == (Reason.MATCH_IS_OPEN,)
