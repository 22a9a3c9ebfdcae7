"""A match belongs to the journal it was called to: whatever any other table reports of it is an
alarm, and nothing that one table or pairing does stops another.
"""

import random
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kits import commands as c
from kits.assignments_kit import DutifulTable, Hall, RogueTable, rules
from kits.tournament_kit import drawn, key

from kiosk.catalogue.text import format_text
from kiosk.director.event.alarms import event_alarms
from kiosk.director.event.assignments import ResolvedProfile, custody_of, find_due
from kiosk.director.event.custody import MatchDoubt
from kiosk.rules.match import Match, Phase
from kiosk.rules.table import FormatKind, MatchFormat, Series
from kiosk.rules.units import BySide, Instant, Side
from kiosk.tournament.bracket import Cause
from kiosk.tournament.calls import Call, Move, PutOff, Uncall, proposals
from kiosk.tournament.results import Award, MatchTaken, Reopen
from kiosk.tournament.sheet import ToPlay, stand_of
from kiosk.tournament.taking_up import TurnAway
from kiosk.tournament.tournament import PairingKey

WHITE, BLACK = Side
FIRST, SECOND = key("main-1-1"), key("main-1-2")
SEVEN = MatchFormat(FormatKind.POINTS, 7)
NUMBER = 8
"""Of the rogue's table, to which nobody is called."""


def hall(*more: DutifulTable, entries: int = 4, tables: int = 2) -> Hall:
    honest = [DutifulTable(n) for n in range(1, tables + 1)]
    return Hall(drawn(entries, tables), [*honest, *more])


def called(*more: DutifulTable) -> Hall:
    there = hall(*more)
    there.does(Call, at_tables=((FIRST, 1),))
    return there


def named(there: Hall, of: PairingKey = FIRST) -> str:
    return there.desk.tournament.matches[of].match_id


def sides(there: Hall, of: PairingKey = FIRST) -> tuple[str, str]:
    return there.desk.tournament.matches[of].sides


def begun(there: Hall, number: int, white: int = 3, black: int = 1) -> None:
    """Its match is on, and stands so."""
    there.at(number).begin()
    there.at(number).scores(BySide(white, black))
    there.settle()


# --- who is believed ------------------------------------------------------------------------------


def test_a_signed_result_of_a_table_it_was_not_called_to_is_an_alarm_and_no_result() -> None:
    rogue = RogueTable(NUMBER)
    there = called(rogue)
    rogue.opens(named(there), sides(there), MatchFormat(FormatKind.POINTS, 1))
    rogue.ends(BLACK, BySide(0, 1))
    there.settle()
    assert there.desk.tournament.results == {}
    assert there.doubts() == {"journal-8": MatchDoubt.NOT_CALLED}
    there.at(1).plays(WHITE)
    there.settle()
    assert there.desk.tournament.results[FIRST].score == (7, 0)


def test_an_alarm_names_the_table_by_the_registers_number_and_the_players_by_the_events() -> None:
    rogue = RogueTable(NUMBER)
    there = called(rogue)
    rogue.opens(named(there), sides(there), SEVEN)
    there.settle()
    (alarm,) = there.alarms()
    assert str(alarm.table) == "8"
    places = dict(alarm.words.places)
    assert places["table"] == "8"
    assert places["match"] == "Player 1 – Player 2, 0–0"


def test_a_move_hands_over_what_the_honest_table_has() -> None:
    rogue = RogueTable(NUMBER)
    there = called(rogue)
    begun(there, 1)
    lie = replace(there.at(1).match, score=BySide(0, 6), moved=9)
    rogue.now += 10**15
    rogue.has(lie)
    there.settle()
    there.does(Move, key=FIRST, table=2, why="a draught")
    assert there.at(2).match.score == BySide(3, 1)


def test_a_table_it_was_moved_away_from_hands_over_nothing_any_more() -> None:
    """Its device plays on by itself after the move; the match moves once more."""
    first = RogueTable(1)
    there = Hall(drawn(4, 3), [first, DutifulTable(2), DutifulTable(3)])
    there.does(Call, at_tables=((FIRST, 1),))
    begun(there, 1)
    there.at(2).alive = False
    there.does(Move, key=FIRST, table=2, why="a draught")
    first.has(replace(first.match, score=BySide(0, 6), taken_over_by=None, moved=7))
    there.settle()
    there.does(Move, key=FIRST, table=3, why="table 2 died")
    assert there.at(3).match.score == BySide(3, 1)


@pytest.mark.parametrize(
    ("who", "form", "series"),
    [
        (("e1", "nobody"), SEVEN, None),
        (("e1", "e3"), SEVEN, None),
        (("e1", "e1"), SEVEN, None),
        (("e1", "e2"), MatchFormat(FormatKind.POINTS, 1), None),
        (("e1", "e2"), MatchFormat(FormatKind.SINGLE_GAME, unit="chips", stake=1, cap=1), None),
        (("e1", "e2"), SEVEN, Series("main/main-1-1", 1, 3)),
    ],
)
def test_what_is_not_played_as_it_was_called_is_no_result(
    who: tuple[str, str], form: MatchFormat, series: Series | None
) -> None:
    own = RogueTable(1)
    there = Hall(drawn(4, 2), [own, DutifulTable(2)])
    there.does(Call, at_tables=((FIRST, 1), (SECOND, 2)))
    own.opens(named(there), who, form, series)
    own.ends(WHITE, BySide(form.points or 1, 0))
    there.settle()
    assert FIRST not in there.desk.tournament.results
    assert there.doubts() == {"journal-1": MatchDoubt.UNFIT}
    there.at(2).plays(BLACK)
    there.settle()
    assert there.desk.tournament.results[SECOND].winner == "e4"


def test_a_match_to_another_length_counts_only_if_this_director_ordered_it() -> None:
    there = called()
    there.at(1).do(c.LengthOrdered(Instant(0), named(there), "director:Ola", "too long", 5))
    there.at(1).begin()
    there.at(1).scores(BySide(5, 0))
    there.at(1).sign()
    there.settle()
    assert there.at(1).match.phase is Phase.MATCH_OVER
    assert FIRST not in there.desk.tournament.results
    assert there.doubts() == {"journal-1": MatchDoubt.UNFIT}
    there.at(1).relengthened = frozenset({named(there)})
    there.settle()
    assert there.desk.tournament.results[FIRST].score == (5, 0)


# --- devices that go ------------------------------------------------------------------------------


def revoked() -> Hall:
    there = called()
    begun(there, 1)
    there.at(1).alive, there.at(1).revoked, there.at(1).number = False, True, None
    there.tables.append(DutifulTable(1, "spare"))
    there.settle()
    return there


def test_of_a_revoked_device_nothing_goes_on_by_itself() -> None:
    there = revoked()
    assert there.of("spare").match.opened is None
    assert there.doubts() == {"journal-1": MatchDoubt.REVOKED}


def test_the_director_goes_on_from_a_revoked_device() -> None:
    there = revoked()
    there.takes_up(MatchDoubt.REVOKED)
    assert there.of("spare").match.score == BySide(3, 1)
    assert there.doubts() == {}


def test_or_begins_its_match_anew() -> None:
    there = revoked()
    there.answers(MatchDoubt.REVOKED, TurnAway, why="it was a stranger's")
    assert there.of("spare").match.score == BySide(0, 0)
    assert there.of("spare").match.opened is not None
    there.of("spare").plays(BLACK)
    there.settle()
    assert there.desk.tournament.results[FIRST].winner == "e2"


def test_a_result_of_a_revoked_device_waits_for_the_director() -> None:
    there = called()
    there.at(1).plays(WHITE, signed=False)
    there.settle()
    there.at(1).sign()
    there.at(1).tell()
    there.at(1).revoked, there.at(1).number = True, None
    there.settle()
    assert FIRST not in there.desk.tournament.results
    there.takes_up(MatchDoubt.REVOKED)
    assert there.desk.tournament.results[FIRST].winner == "e1"


def test_a_match_goes_on_from_a_table_that_can_not_be_read_any_more() -> None:
    there = called()
    begun(there, 1)
    there.at(1).unread = True
    there.does(Move, key=FIRST, table=2, why="it can't be read")
    there.at(1).alive = False
    there.settle()
    assert there.at(2).match.score == BySide(3, 1)


def test_a_device_that_was_given_another_number_keeps_its_match() -> None:
    there = called()
    begun(there, 1)
    there.at(1).number = 9
    there.settle()
    assert there.at(9).match.score == BySide(3, 1)
    assert there.at(9).match.opened is not None
    assert there.doubts() == {"journal-1": MatchDoubt.RENUMBERED}
    there.at(9).plays(WHITE)
    there.settle()
    assert there.desk.tournament.results[FIRST].winner == "e1"


def test_a_rogue_that_is_turned_away_leaves_the_match_as_it_is_where_it_belongs() -> None:
    rogue = RogueTable(NUMBER)
    there = called(rogue)
    begun(there, 1)
    rogue.opens(named(there), sides(there), SEVEN)
    there.settle()
    before = there.at(1).match
    there.answers(MatchDoubt.NOT_CALLED, TurnAway, why="a stranger's")
    assert there.at(1).match == before
    there.at(1).plays(WHITE)
    there.settle()
    assert there.desk.tournament.results[FIRST].winner == "e1"


# --- a copy that is older -------------------------------------------------------------------------


def older() -> tuple[Hall, Hall]:
    """The hall as it went on, and the director of a copy that does not know of the call."""
    there = called()
    begun(there, 1)
    return there, Hall(drawn(4, 2), there.tables)


def test_a_director_on_an_older_copy_withdraws_nothing() -> None:
    there, copy = older()
    game = there.at(1).match.game
    copy.settle()
    assert copy.given == {}
    assert there.at(1).match.game == game
    assert copy.doubts() == {"journal-1": MatchDoubt.UNKNOWN}


def test_what_he_takes_up_keeps_its_id_its_score_and_its_clocks() -> None:
    there, copy = older()
    before = there.at(1).match
    copy.takes_up(MatchDoubt.UNKNOWN)
    assert named(copy) == before.match_id
    assert there.at(1).match == before
    assert copy.doubts() == {}
    there.at(1).plays(WHITE)
    copy.settle()
    assert copy.desk.tournament.results[FIRST].score == (7, 0)
    assert there.at(1).match.outcome.posted
    assert copy.doubts() == {}


def test_what_he_took_up_moves_as_any_other() -> None:
    _there, copy = older()
    copy.takes_up(MatchDoubt.UNKNOWN)
    copy.does(Move, key=FIRST, table=2, why="a draught")
    assert copy.at(2).match.score == BySide(3, 1)
    copy.does(Move, key=FIRST, table=1, why="none here")
    assert copy.at(1).match.score == BySide(3, 1)


def test_what_he_turns_away_leaves_its_table() -> None:
    there, copy = older()
    copy.answers(MatchDoubt.UNKNOWN, TurnAway, why="it was a trial")
    assert there.at(1).match.opened is None
    assert copy.doubts() == {}
    copy.does(Call, at_tables=((FIRST, 1),))
    assert copy.at(1).match.score == BySide(0, 0)


def test_a_result_an_older_copy_does_not_know_can_be_taken_up() -> None:
    there, copy = older()
    there.at(1).plays(BLACK)
    copy.settle()
    assert copy.desk.tournament.results == {}
    copy.takes_up(MatchDoubt.UNKNOWN)
    assert copy.desk.tournament.results[FIRST].winner == "e2"


def test_a_call_whose_order_the_copy_lacks_is_taken_up_by_the_service() -> None:
    there = called()
    begun(there, 1)
    copy = Hall(there.desk, there.tables)
    copy.settle()
    assert there.at(1).match.score == BySide(3, 1)
    there.at(1).plays(WHITE)
    copy.settle()
    assert copy.desk.tournament.results[FIRST].winner == "e1"
    assert copy.doubts() == {}


def test_a_move_the_copy_lacks_is_not_undone() -> None:
    there = called()
    begun(there, 1)
    copy = Hall(replace(there.desk), there.tables, dict(there.given))
    there.does(Move, key=FIRST, table=2, why="a draught")
    there.at(2).scores(BySide(5, 1))
    copy.settle()
    assert there.at(2).match.score == BySide(5, 1)
    assert there.at(1).match.taken_over_by == "journal-2"
    assert copy.doubts() == {"journal-2": MatchDoubt.UNKNOWN}
    copy.takes_up(MatchDoubt.UNKNOWN)
    assert copy.desk.tournament.called[FIRST].table == 2
    there.at(2).plays(WHITE)
    copy.settle()
    assert copy.desk.tournament.results[FIRST].winner == "e1"


def test_nobody_is_proposed_where_an_unknown_match_is_played() -> None:
    _there, copy = older()
    held = [each for each in copy.alarms() if each.holds]
    assert [(each.table, each.key) for each in held] == [(1, FIRST)]
    tournament = copy.desk.tournament
    proposed = proposals(tournament, {1}, {FIRST})
    assert [(each.key, each.table) for each in proposed] == [(SECOND, 2)]


def test_a_match_of_last_week_is_no_alarm() -> None:
    old = RogueTable(1)
    there = Hall(drawn(4, 2), [old, DutifulTable(2)])
    old.opens("main/main-1-1/1600000000000", ("e1", "e2"), SEVEN, event_id="malmo-2025")
    old.ends(WHITE, BySide(7, 2))
    there.settle()
    assert there.doubts() == {}


# --- a fault stays at its door --------------------------------------------------------------------


def test_a_pairing_whose_book_fails_stands_still_alone() -> None:
    there = hall()

    def book(plays: ToPlay) -> ResolvedProfile | None:
        if "e1" in plays.sides:
            raise LookupError("no such page")
        return rules(plays)

    there.desk.does(Call, at_tables=((FIRST, 1), (SECOND, 2)))
    standing = [table.standing for table in there.tables]
    found = find_due(there.desk.tournament, standing, {}, book, 0)
    assert [each.journal_id for each in found.orders] == ["journal-2"]
    assert [(each.key, "no such page" in str(each.why)) for each in found.stopped] == [
        (FIRST, True)
    ]


def test_a_division_that_can_not_be_read_stands_still_alone() -> None:
    there = hall()
    there.desk.does(Call, at_tables=((FIRST, 1),))
    tournament = there.desk.tournament
    broken = replace(tournament.divisions["main"], division_id="broken", draw=5)
    both = replace(tournament, divisions={"broken": broken, **tournament.divisions})
    standing = [table.standing for table in there.tables]
    found = find_due(both, standing, {}, rules, 0)
    assert [each.journal_id for each in found.orders] == ["journal-1"]
    assert [each.key for each in found.stopped] == [PairingKey("broken", "")]
    words = [
        format_text(each.words) for each in event_alarms(custody_of(both, standing, {}), found, ())
    ]
    assert [each.partition(":")[0] for each in words] == ["Championship stands still"]


def test_a_table_whose_rows_nothing_follows_from_stands_still_alone() -> None:
    there = hall()
    there.desk.does(Call, at_tables=((FIRST, 1), (SECOND, 2)))
    broken = replace(there.at(1).standing, replay=None)
    found = find_due(there.desk.tournament, [broken, there.at(2).standing], {}, rules, 0)
    assert "journal-2" in {each.journal_id for each in found.orders}
    assert "journal-1" in {each.journal_id for each in found.stopped}


# --- any number of rogues, whatever they write ----------------------------------------------------


def plays_now(table: DutifulTable) -> bool:
    match = table.match
    over = match.phase is Phase.MATCH_OVER or match.taken_over_by is not None
    return match.opened is not None and not over


class Lies:
    """What rogues may write: of any match that there is or was, between anybody, in any state."""

    def __init__(self, there: Hall, chance: random.Random) -> None:
        self.there = there
        self.chance = chance
        self.seen: dict[str, Match] = {}

    def look(self) -> None:
        for table in self.there.tables:
            if table.match.match_id is not None:
                self.seen[table.match.match_id] = table.match

    def told_by(self, rogue: RogueTable) -> None:
        chance = self.chance
        everybody = (*self.there.desk.tournament.entries, "nobody")
        pairing = chance.choice(["main-1-1", "main-2-1", "consolation-1-1", "none"])
        ids = [*self.seen, f"main/{pairing}/{chance.randrange(10**12)}", "own"]
        match_id, deed = chance.choice(ids), chance.randrange(4)
        if deed == 0:
            who = chance.choice(list(combinations(everybody, 2)))
            rogue.opens(match_id, who, MatchFormat(FormatKind.POINTS, chance.choice([1, 3, 7, 11])))
        elif deed == 1 and match_id in self.seen:
            state, score = self.seen[match_id], BySide(chance.randrange(9), chance.randrange(9))
            rogue.has(replace(state, score=score, moved=chance.randrange(9), taken_over_by=None))
        elif deed == 2 and rogue.match.opened is not None:
            winner = chance.choice(list(Side))
            rogue.ends(winner, BySide(*((9, 0) if winner is WHITE else (0, 9))))
        else:
            rogue.now += chance.choice([-(10**11), 10**15])


class Afternoon:
    """An event of honest tables among rogues, and what was really played."""

    def __init__(self, seed: int, entries: int, tables: int, rogues: int) -> None:
        self.chance = random.Random(seed)
        self.rogues = [RogueTable(90 + n) for n in range(rogues)]
        self.there = hall(*self.rogues, entries=entries, tables=tables)
        self.lies = Lies(self.there, self.chance)
        self.won: dict[str, Side] = {}
        self.scores: dict[str, BySide[int]] = {}

    @property
    def honest(self) -> list[DutifulTable]:
        return [each for each in self.there.tables if each not in self.rogues and plays_now(each)]

    def step(self) -> bool:
        """Something is written, and something is done; whether anything is left to do."""
        self.lies.look()
        for each in self.rogues:
            if self.chance.random() < 0.7:
                self.lies.told_by(each)
        self.there.settle()
        for table in self.honest:  # what it has is its own, wherever it went
            name = table.match.match_id or ""
            assert table.match.score == self.scores.get(name, BySide(0, 0))
        dice, calls = self.chance.random(), sorted(self.there.desk.tournament.called)
        if calls and dice < 0.25:
            self.moves(self.chance.choice(calls))
        elif self.honest and dice < 0.9:
            self.plays(self.chance.choice(self.honest), over=dice > 0.45)
        self.there.settle()
        return self.calls()

    def moves(self, of: PairingKey) -> None:
        """To a table that is free, or away from all."""
        tournament = self.there.desk.tournament
        free = [each for each in tournament.tables if not plays_now(self.there.at(each))]
        if free and self.chance.random() < 0.6:
            self.there.does(Move, key=of, table=self.chance.choice(free), why="a draught")
        else:
            self.there.does(self.chance.choice([Uncall, PutOff]), key=of, why="later")

    def plays(self, table: DutifulTable, *, over: bool) -> None:
        name, winner = table.match.match_id or "", self.chance.choice(list(Side))
        if over:
            self.won[name] = winner
            table.plays(winner)
            return
        table.begin()
        table.scores(BySide(self.chance.randrange(3), self.chance.randrange(3)))
        self.scores[name] = table.match.score

    def calls(self) -> bool:
        tournament = self.there.desk.tournament
        proposed = proposals(tournament)
        waits = sorted(tournament.put_off)
        free = [each for each in tournament.tables if not plays_now(self.there.at(each))]
        if proposed and self.chance.random() < 0.7:
            self.there.does(Call, at_tables=((proposed[0].key, proposed[0].table),))
        elif waits and free and not proposed:
            self.there.does(Call, at_tables=((waits[0], free[0]),))
        return bool(proposed or waits or tournament.called)


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 10**6),
    entries=st.integers(3, 10),
    tables=st.integers(1, 3),
    rogues=st.integers(1, 3),
)
def test_whatever_rogues_write_every_honest_match_counts_once_and_as_it_was_played(
    seed: int, entries: int, tables: int, rogues: int
) -> None:
    day = Afternoon(seed, entries, tables, rogues)
    assert any(not day.step() for _step in range(400))
    tournament = day.there.desk.tournament
    taken = [each for each in day.there.desk.kept if isinstance(each, MatchTaken)]
    assert len({each.key for each in taken}) == len(taken) == len(day.won)
    for each in taken:
        here = stand_of(tournament, each.key)
        assert here is not None
        (winner,) = (won for name, won in day.won.items() if f"/{each.key.pairing_id}/" in name)
        assert each.winner == BySide(*(here.players or ())).of_side(winner)
    assert {each.cause for each in tournament.results.values()} == {Cause.PLAYED}


def test_a_match_that_was_decided_and_reopened_goes_on_as_it_was_where_it_belonged() -> None:
    rogue = RogueTable(NUMBER)
    there = called(rogue)
    begun(there, 1)
    lie = replace(there.at(1).match, score=BySide(0, 6))
    there.does(Award, key=FIRST, winner="e1", cause=Cause.WALK_OVER, why="he left")
    there.does(Reopen, key=FIRST, why="he is back")
    rogue.has(lie)
    there.settle()
    there.does(Call, at_tables=((FIRST, 2),))
    assert there.at(2).match.score == BySide(3, 1)
