"""Calls become matches at tables, results come back, and nothing is given or counted twice."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kits import commands as c
from kits.assignments_kit import DutifulTable, Hall
from kits.club_kit import dated
from kits.rules_kit import open_match
from kits.tournament_kit import PROGRESSIVE, drawn, key

from kiosk.director.event.custody import MatchDoubt
from kiosk.director.public import of_event as public_event
from kiosk.rules.fact import Refused
from kiosk.rules.match import Phase
from kiosk.rules.match.rulings import Wrong
from kiosk.rules.units import MINUTE_NS, SECOND_NS, BySide, Instant, Side
from kiosk.tournament.act import TournamentCommand
from kiosk.tournament.bracket import Cause
from kiosk.tournament.calls import Call, Move, PutOff, Uncall, proposals
from kiosk.tournament.club_claims import PlayAgain
from kiosk.tournament.entries import LeavingReason, TakeOut
from kiosk.tournament.knock_out import BracketShape, KnockOutShape
from kiosk.tournament.results import Award, Correct, MatchTaken, Reopen, TakeMatch
from kiosk.tournament.sheet import stand_of
from kiosk.tournament.tournament import DivisionFormat, Round
from kiosk.tournament.undoing import Undo

WHITE, BLACK = Side
FIRST, SECOND = key("main-1-1"), key("main-1-2")


def hall(entries: int = 4, tables: int = 2, form: DivisionFormat = PROGRESSIVE) -> Hall:
    return Hall(drawn(entries, tables, form=form), [DutifulTable(n) for n in range(1, tables + 1)])


def called(**how: int) -> Hall:
    there = hall(**how)
    there.does(Call, at_tables=((FIRST, 1),))
    return there


# --- down and up ----------------------------------------------------------------------------------


def test_a_call_opens_the_match_at_its_table() -> None:
    there = called()
    match = there.at(1).match
    assert match.opened is not None
    assert match.phase is Phase.BETWEEN_GAMES
    named = there.desk.tournament.matches[FIRST]
    assert (match.match_id, match.opened.table, match.length) == (named.match_id, 1, 7)
    sides = match.opened.sides
    assert (sides.white.side_id, sides.black.side_id) == named.sides
    assert (sides.white.name, sides.white.members[0].player_id) == ("Player 1", "p1")
    late = match.schedule.late.white
    assert late is not None
    assert late.awaited
    assert there.at(2).match.opened is None


def test_a_result_signed_by_both_counts_and_is_posted() -> None:
    there = called()
    winner = there.desk.tournament.matches[FIRST].sides[1]
    there.at(1).plays(BLACK, signed=False)
    there.settle()
    assert FIRST not in there.desk.tournament.results
    there.at(1).sign()
    there.settle()
    result = there.desk.tournament.results[FIRST]
    assert (result.winner, result.cause, result.score) == (winner, Cause.PLAYED, (0, 7))
    assert there.at(1).match.outcome.posted
    assert there.desk.kept[-1].by == "Kari"
    assert FIRST not in there.desk.tournament.called


def test_a_result_the_director_posts_counts_without_the_loser() -> None:
    there = called()
    there.at(1).plays(WHITE, signed=False)
    at = Instant(there.at(1).now)
    there.at(1).do(c.ResultPosted(at, there.at(1).match.match_id, "director:Ola", "left", WHITE))
    there.settle()
    assert there.desk.tournament.results[FIRST].winner == "e1"


def test_a_result_that_one_has_signed_waits() -> None:
    there = called()
    there.at(1).plays(WHITE, signed=False)
    there.at(1).do(c.ResultConfirmed(Instant(0), WHITE))
    there.settle()
    assert FIRST not in there.desk.tournament.results


def test_a_result_that_is_disputed_waits_though_both_signed() -> None:
    there = called()
    there.at(1).plays(WHITE)
    there.at(1).do(c.ResultDisputed(Instant(0), BLACK, Wrong.SCORE))
    assert there.at(1).match.hearing.wrong is Wrong.SCORE
    there.settle()
    assert FIRST not in there.desk.tournament.results


def test_the_next_match_comes_to_the_table_that_is_free() -> None:
    there = called()
    there.at(1).plays(WHITE)
    there.settle()
    there.does(Call, at_tables=((SECOND, 1),))
    assert there.at(1).match.match_id == there.desk.tournament.matches[SECOND].match_id
    assert there.refused == []


def test_the_matches_of_a_series_follow_each_other_at_one_table() -> None:
    series = DivisionFormat(
        "series", KnockOutShape((BracketShape("main"),)), (Round("main", 3, "norway", best_of=3),)
    )
    there = called(form=series)
    numbers = []
    for winner in (WHITE, BLACK, BLACK):
        opened = there.at(1).match.opened
        assert opened is not None
        assert opened.series is not None
        numbers.append(opened.series.number)
        there.at(1).plays(winner)
        there.settle()
    assert numbers == [1, 2, 3]
    assert there.desk.tournament.results[FIRST].winner == "e2"
    assert sum(isinstance(each, MatchTaken) for each in there.desk.kept) == 3


def test_nothing_is_given_twice_however_often_one_looks() -> None:
    there = called()
    for _time in range(3):
        there.settle()
    assert [type(each.order).__name__ for each in there.given.values()] == ["MatchAssigned"]


# --- taken away -----------------------------------------------------------------------------------


def test_a_match_that_was_not_begun_moves_to_another_table_anew() -> None:
    there = called()
    there.does(Move, key=FIRST, table=2, why="a wobbly table")
    assert there.at(1).match.opened is None
    assert there.at(2).match.match_id == there.desk.tournament.matches[FIRST].match_id
    assert "TableTakenOver" not in there.kinds(there.at(2))


def test_what_the_director_decides_is_not_played_on() -> None:
    there = called()
    there.at(1).begin()
    there.does(Award, key=FIRST, winner="e1", cause=Cause.WALK_OVER, why="nobody came")
    assert there.at(1).match.opened is None
    there.does(Call, at_tables=((SECOND, 1),))
    assert there.at(1).match.match_id == there.desk.tournament.matches[SECOND].match_id


def test_what_was_decided_by_mistake_goes_on_where_it_was() -> None:
    there = called()
    there.at(1).begin()
    game = there.at(1).match.game
    there.does(Award, key=FIRST, winner="e1", cause=Cause.WALK_OVER, why="nobody came")
    there.does(Reopen, key=FIRST, why="they were at the wrong table")
    there.does(Call, at_tables=((FIRST, 1),))
    assert there.at(1).match.game == game


@pytest.mark.parametrize(
    ("act", "asked"),
    [
        (Uncall, {"key": FIRST}),
        (PutOff, {"key": FIRST}),
        (Award, {"key": FIRST, "winner": "e1", "cause": Cause.WALK_OVER}),
        (TakeOut, {"entry_id": "e1", "leaving": LeavingReason.WITHDRAWN}),
    ],
)
def test_what_is_undone_brings_the_same_match_back_with_its_game_and_score(
    act: type[TournamentCommand], asked: dict[str, Any]
) -> None:
    """The service has put it away meanwhile, by the call that was gone."""
    there = called()
    there.at(1).begin()
    there.settle()
    match, game = there.at(1).match.match_id, there.at(1).match.game
    there.does(act, **asked, why="a slip")
    assert there.at(1).match.opened is None
    there.does(Undo, first=there.desk.tournament.undoable[-1].first)
    assert (there.at(1).match.match_id, there.at(1).match.game) == (match, game)
    assert game is not None


def test_a_result_that_is_void_is_played_anew() -> None:
    there = called()
    there.at(1).plays(WHITE)
    there.settle()
    there.does(Reopen, key=FIRST, why="wrong opponents")
    there.does(Call, at_tables=((FIRST, 2),))
    assert there.at(2).match.games_played == 0
    assert FIRST not in there.desk.tournament.results
    there.at(2).plays(BLACK)
    there.settle()
    assert there.desk.tournament.results[FIRST].winner == "e2"


def test_what_is_played_again_leaves_its_table_and_comes_back_as_a_match_to_fifteen() -> None:
    """001 TR15; the result of the match before does not come up a second time."""
    there = Hall(dated(4), [DutifulTable(1), DutifulTable(2)])
    there.does(Call, at_tables=((FIRST, 1),))
    there.at(1).begin()
    there.does(PlayAgain, key=FIRST, why="nobody saw the roll")
    assert there.at(1).match.opened is None
    there.does(Call, at_tables=((FIRST, 1),))
    assert (there.at(1).match.length, there.at(1).match.games_played) == (15, 0)
    there.at(1).plays(WHITE)
    there.settle()
    assert there.desk.tournament.results[FIRST].score == (15, 0)
    there.does(PlayAgain, key=FIRST, why="that was no better")
    there.settle()
    assert FIRST not in there.desk.tournament.results


def test_a_corrected_result_is_not_taken_again_from_the_table() -> None:
    there = called()
    there.at(1).plays(WHITE)
    there.settle()
    there.does(Correct, key=FIRST, winner="e2", score=None, why="the sheet says so")
    there.settle()
    assert there.desk.tournament.results[FIRST].winner == "e2"


# --- at another table -----------------------------------------------------------------------------


def test_a_match_goes_on_at_a_spare_when_its_table_dies() -> None:
    there = called()
    there.at(1).begin()
    there.settle()
    game = there.at(1).match.game
    there.at(1).alive = False
    there.does(Move, key=FIRST, table=2, why="it died")
    assert there.at(2).match.game == game
    there.at(2).plays(BLACK)
    there.settle()
    assert there.desk.tournament.results[FIRST].winner == "e2"


def test_a_dead_table_that_comes_back_refuses_to_go_on() -> None:
    there = called()
    there.at(1).begin()
    there.settle()
    there.at(1).alive = False
    there.does(Move, key=FIRST, table=2, why="it died")
    there.at(1).alive = True
    there.settle()
    assert there.at(1).match.taken_over_by == "journal-2"
    there.at(2).plays(WHITE)
    there.settle()
    there.does(Call, at_tables=((SECOND, 1),))
    assert there.at(1).match.match_id == there.desk.tournament.matches[SECOND].match_id


@pytest.mark.parametrize("played_on", [False, True])
def test_a_signed_result_that_died_with_its_table_waits_for_the_director(played_on: bool) -> None:
    """It was moved away: whether it comes back before or after the spare has played it again."""
    there = called()
    there.at(1).begin()
    there.settle()
    there.at(1).alive = False
    there.at(1).plays(WHITE)  # nobody hears of it
    there.does(Move, key=FIRST, table=2, why="it died")
    assert there.at(2).match.phase is Phase.BETWEEN_GAMES or there.at(2).match.game is not None
    if played_on:
        there.at(2).plays(WHITE)
        there.settle()
    there.at(1).alive = True
    late = [each for each in there.waiting if each.journal_id == "journal-1"]
    for each in late:  # of a match that is over there: nothing goes on elsewhere, or away
        (refused,) = there.at(1).obey(each)
        assert isinstance(refused, Refused)
        there.waiting.remove(each)
    there.settle()
    assert (FIRST in there.desk.tournament.results) is played_on
    if not played_on:
        there.takes_up(MatchDoubt.MOVED)
    assert there.desk.tournament.results[FIRST].winner == "e1"
    taken = [each for each in there.desk.kept if isinstance(each, MatchTaken)]
    assert [each.key for each in taken] == [FIRST]
    there.does(Call, at_tables=((SECOND, 2),))
    assert there.at(2).match.match_id == there.desk.tournament.matches[SECOND].match_id


def test_a_table_that_lives_hands_the_match_over_first() -> None:
    there = called()
    there.at(1).begin()
    there.does(Move, key=FIRST, table=2, why="a draught")
    assert there.at(1).match.taken_over_by == "journal-2"
    taken = [row for row in there.at(2).journal.rows if row.kind == "TableTakenOver"]
    (event,) = (row.event() for row in taken)
    last = [row for row in there.at(1).journal.rows if row.kind == "TableTakenOver"][-1]
    assert event.head_seq >= last.seq  # nothing it decided before is lost


@pytest.mark.parametrize("lives", [False, True])
def test_the_time_that_passed_goes_along_to_another_table(lives: bool) -> None:
    """Of ten minutes that the director let a side leave for, four are over; each has a clock that
    counts from elsewhere.
    """
    there = called()
    old, spare = there.at(1), there.at(2)
    old.begin()
    leave = (old.match.match_id, "director:Ola", "a telephone call", WHITE, 10)
    old.do(c.BreakOrdered(Instant(old.now), *leave))
    old.now += 4 * MINUTE_NS
    there.settle()
    old.alive, spare.now = lives, 7 * MINUTE_NS
    there.does(Move, key=FIRST, table=2, why="a draught")
    pause = spare.match.schedule.pause
    came = [row for row in spare.journal.rows if row.kind == "TableTakenOver"][-1]
    assert pause is not None
    assert pause.away.of_side(WHITE)
    assert abs(pause.until - came.at_ns - 6 * MINUTE_NS) <= 2 * SECOND_NS


def test_a_spare_at_the_same_number_goes_on_with_it() -> None:
    """Its device was swapped at the console: the number is the spare's now."""
    there = called()
    there.at(1).begin()
    there.settle()
    old = there.at(1)
    old.alive, old.number = False, None
    there.tables.append(DutifulTable(1, "spare"))
    there.settle()
    assert there.of("spare").match.game == old.match.game


def test_put_off_here_and_gone_on_with_there() -> None:
    there = called()
    there.at(1).begin()
    game = there.at(1).match.game
    there.does(Uncall, key=FIRST, why="until tomorrow")
    assert there.at(1).match.opened is None
    there.does(Call, at_tables=((SECOND, 1),))
    there.does(Call, at_tables=((FIRST, 2),))
    assert there.at(2).match.game == game
    there.does(Uncall, key=FIRST, why="until Sunday")
    there.at(1).plays(WHITE)
    there.settle()
    there.does(Call, at_tables=((FIRST, 1),))
    assert there.at(1).match.game == game
    there.at(1).plays(WHITE)
    there.settle()
    assert there.desk.tournament.results[FIRST].winner == "e1"


def test_a_match_that_is_put_off_is_proposed_to_nobody_and_goes_on_where_it_is_called() -> None:
    there = called(tables=3)
    there.at(1).begin()
    there.settle()
    game = there.at(1).match.game
    clock = there.at(1).match.clock.reserve
    there.does(PutOff, key=FIRST, why="until tomorrow")
    assert there.at(1).match.opened is None
    assert FIRST not in {each.key for each in proposals(there.desk.tournament)}
    assert FIRST not in dict(public_event.ready_pairings(there.desk.tournament))
    there.does(Call, at_tables=((FIRST, 3),))
    there.settle()
    assert there.desk.tournament.put_off == frozenset()
    assert (there.at(3).match.game, there.at(3).match.clock.reserve) == (game, clock)
    there.at(3).plays(WHITE)
    there.settle()
    assert there.desk.tournament.results[FIRST].winner == "e1"


def test_who_does_not_play_it_any_more_has_put_nothing_off() -> None:
    """A correction brings somebody else into a pairing that was put off: it is proposed."""
    there = hall()
    one, two = (there.desk.tournament.divisions["main"].entries[n : n + 2] for n in (0, 2))
    there.does(TakeMatch, key=FIRST, winner=one[0], score=(7, 0))
    there.does(TakeMatch, key=SECOND, winner=two[0], score=(7, 0))
    final = key("main-2-1")
    there.does(Call, at_tables=((final, 1),))
    there.does(PutOff, key=final, why="until tomorrow")
    assert there.desk.tournament.put_off == {final}
    there.does(Correct, key=FIRST, winner=one[1], score=(0, 7), why="misread")
    assert there.desk.tournament.put_off == frozenset()
    assert final in {each.key for each in proposals(there.desk.tournament)}


def test_it_goes_on_from_the_table_that_had_it_last_whoever_was_heard_last() -> None:
    there = called()
    there.at(1).begin()
    there.does(Uncall, key=FIRST, why="until tomorrow")
    there.does(Call, at_tables=((FIRST, 2),))
    there.at(2).begin()
    there.at(2).do(c.MessageOrdered(Instant(0), there.at(2).match.match_id, "director:O", "", "!"))
    there.does(Uncall, key=FIRST, why="until Sunday")
    there.at(1).now += 10**15
    there.does(Call, at_tables=((FIRST, 1),))
    assert there.at(1).match.message is not None
    assert there.at(1).match.moved == 2


def test_of_two_devices_at_a_table_the_one_that_is_heard_has_the_match() -> None:
    there = hall()
    there.tables.append(DutifulTable(1, "the-journal-before"))
    there.tables[-1].alive = False
    there.tables[-1].now += 10**15
    there.does(Call, at_tables=((FIRST, 1),))
    assert there.of("journal-1").match.opened is not None
    assert there.of("the-journal-before").match.opened is None


def test_a_match_lost_between_two_tables_goes_on_at_a_third() -> None:
    """It was handed over, and the one that was to take it died."""
    there = called(tables=3)
    there.at(1).begin()
    there.settle()
    game = there.at(1).match.game
    there.at(2).alive = False
    there.does(Move, key=FIRST, table=2, why="a draught")
    assert there.at(1).match.taken_over_by == "journal-2"
    there.does(Move, key=FIRST, table=3, why="table 2 died")
    assert there.at(3).match.game == game


def test_a_match_of_the_tables_own_is_left_alone() -> None:
    there = hall()
    there.at(1).do(open_match(Instant(0), 5))
    there.does(Call, at_tables=((FIRST, 1),))
    assert there.at(1).match.match_id == "m1"


def test_who_stands_nowhere_is_called_once_he_does() -> None:
    there = hall(tables=2)
    there.tables = [there.at(2)]
    there.does(Call, at_tables=((FIRST, 1),))
    assert there.given == {}
    there.tables.append(DutifulTable(1))
    there.settle()
    assert there.at(1).match.opened is not None


# --- a whole event, whatever happens --------------------------------------------------------------


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6), entries=st.integers(3, 12), tables=st.integers(1, 4))
def test_whatever_happens_every_match_counts_once(seed: int, entries: int, tables: int) -> None:
    chance = random.Random(seed)
    there = hall(entries, tables)
    spares = 0
    for _step in range(400):
        proposed = proposals(there.desk.tournament)
        playing = [each for each in there.tables if each.alive and _plays(each)]
        dead = [each for each in there.tables if not each.alive and each.number is not None]
        dice = chance.random()
        if dead and dice < 0.5:
            old = dead[0]
            spares += 1
            there.tables.append(DutifulTable(old.number, f"spare-{spares}"))
            old.number = None
            old.alive = chance.random() < 0.5
        elif playing and dice < 0.55:
            table = chance.choice(playing)
            table.begin()
            there.settle()
            table.alive = False
        elif playing and dice < 0.6:
            found = sorted(there.desk.tournament.called)
            if found:
                there.does(Uncall, key=chance.choice(found), why="put off")
        elif playing and dice < 0.9:
            chance.choice(playing).plays(chance.choice(list(Side)))
        elif proposed:
            each = chance.choice(proposed)
            there.does(Call, at_tables=((each.key, each.table),))
        there.settle()
        if not proposed and not there.desk.tournament.called and not playing:
            break
    tournament = there.desk.tournament
    assert not proposals(tournament)
    assert not tournament.called
    taken = [each for each in there.desk.kept if isinstance(each, MatchTaken)]
    assert len({each.key for each in taken}) == len(taken)
    assert {each.key for each in taken} == {
        each for each, result in tournament.results.items() if result.cause is Cause.PLAYED
    }
    for each in taken:
        here = stand_of(tournament, each.key)
        assert here is not None
        assert each.winner in (here.players or ())


def _plays(table: DutifulTable) -> bool:
    match = table.match
    return (
        match.opened is not None
        and match.phase is not Phase.MATCH_OVER
        and match.taken_over_by is None
    )


@pytest.mark.parametrize("winner", list(Side))
def test_the_score_is_in_the_order_of_the_places(winner: Side) -> None:
    there = called()
    there.at(1).plays(winner)
    there.settle()
    score = BySide(*(there.desk.tournament.results[FIRST].score or ()))
    assert (score.of_side(winner), score.of_side(winner.other)) == (7, 0)
