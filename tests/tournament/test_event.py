"""An event from its opening to its last result: what may be done when, and what it sets."""

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kits.tournament_kit import PROGRESSIVE, Desk, drawn, entry, key, opened, won

from kiosk.tournament.act import TournamentCommand, TournamentEvent
from kiosk.tournament.bracket import Cause, PairingResult, PairingState
from kiosk.tournament.calls import Call, Uncall, free_tables, proposals
from kiosk.tournament.confirming import Confirm, SetValues
from kiosk.tournament.decide import ACTS, FACTS, decide, replayed, why_not
from kiosk.tournament.draws import (
    CloseLatePlaces,
    DrawDivision,
    LateTaken,
    PublishDraw,
    TakeDrawBack,
    TakeLate,
)
from kiosk.tournament.entries import (
    Enter,
    LeavingReason,
    Scratch,
    TakeBackIn,
    TakeOut,
)
from kiosk.tournament.formats import LADDER, ROUND_ROBIN, SWING, SWISS
from kiosk.tournament.giving_place import GivePlace
from kiosk.tournament.knock_out import BracketFeed, BracketShape, KnockOutShape
from kiosk.tournament.lengths import SetRounds
from kiosk.tournament.removing import BringDivisionBack, RemoveDivision
from kiosk.tournament.report import NoteForReport, RateBy, StrikeNote
from kiosk.tournament.results import Award, Correct, Reopen, ResultCorrected, TakeMatch
from kiosk.tournament.setting_up import MakeDivision, OpenEvent, RenameEvent, SetTables
from kiosk.tournament.sheet import (
    ToPlay,
    division_stands,
    event_sheet,
    ready_pairings,
    round_of,
    stand_of,
    to_play,
)
from kiosk.tournament.tournament import (
    NONE,
    DivisionFormat,
    Entry,
    PairingKey,
    Player,
    ReportMatter,
    Round,
    RoundClockNotice,
)

# --- set up --------------------------------------------------------------------------------------


def test_nothing_is_done_before_an_event_is_open() -> None:
    desk = Desk()
    assert desk.refused(SetTables, tables=(1,)) == {("no_event", "")}
    assert desk.refused(OpenEvent, event_id=" ", name="") == {
        ("empty", "event_id"),
        ("empty", "name"),
    }
    desk.does(OpenEvent, event_id="a", name="A")
    assert desk.refused(OpenEvent, event_id="b", name="B") == {("event_is_open", "a")}


def test_tables_are_numbered_once_and_a_busy_one_stays() -> None:
    desk = drawn()
    assert desk.refused(SetTables, tables=(1, 1, 0)) == {
        ("taken", "1"),
        ("bad_value", "table 0 (1–500)"),
    }
    assert desk.refused(SetTables, tables=tuple(range(501))) == {
        ("bad_value", "tables 501 (0–500)")
    }
    desk.does(Call, at_tables=((key("main-1-1"), 3),))
    assert desk.refused(SetTables, tables=(1, 2)) == {("table_busy", "3")}
    desk.does(SetTables, tables=(7, 3))
    assert desk.tournament.tables == (3, 7)


@pytest.mark.parametrize(
    ("shape", "rounds", "says"),
    [
        (
            KnockOutShape((BracketShape("a", (BracketFeed("b"),)),)),
            (Round("a", 5, "x"),),
            "unknown",
        ),
        (KnockOutShape((BracketShape("a"),)), (), "empty"),
        (KnockOutShape((BracketShape("a"),)), (Round("a", 0, "x"),), "bad_value"),
        (KnockOutShape((BracketShape("a"),)), (Round("a", 5, "x", best_of=2),), "bad_value"),
        (KnockOutShape((BracketShape("a"),)), (Round("a", 5, "x", best_of=101),), "bad_value"),
        (KnockOutShape((BracketShape("a"),)), (Round("a", 5, "x"),) * 201, "bad_value"),
        (
            KnockOutShape((BracketShape("a"), BracketShape("b", (BracketFeed("a", 0),)))),
            (Round("a", 5, "x"), Round("b", 5, "x")),
            "bad_value",
        ),
        (KnockOutShape((BracketShape("a"),) * 17), (Round("a", 5, "x"),), "bad_value"),
        (
            KnockOutShape((BracketShape("a"), BracketShape("a", (BracketFeed("a"),)))),
            (Round("a", 5, "x"),),
            "taken",
        ),
        (KnockOutShape(()), (), "bad_value"),
    ],
)
def test_a_format_that_can_not_be_played_is_refused(
    shape: KnockOutShape, rounds: tuple[Round, ...], says: str
) -> None:
    desk = opened(0)
    form = replace(PROGRESSIVE, shape=shape, rounds=rounds)
    against = desk.refused(MakeDivision, division_id="b", name="B", format=form)
    assert says in {reason for reason, _about in against}


def test_a_division_has_a_name_of_its_own_and_keeps_its_entries_when_it_is_changed() -> None:
    desk = opened(4)
    other = {"name": "Championship", "format": PROGRESSIVE}
    assert desk.refused(MakeDivision, division_id="b", **other) == {("taken", "Championship")}
    desk.does(MakeDivision, division_id="main", name="Main", format=PROGRESSIVE, precedence=2)
    assert (desk.division().name, len(desk.division().entries)) == ("Main", 4)


def feeds(of: str) -> st.SearchStrategy[tuple[BracketFeed, ...]]:
    some = st.builds(BracketFeed, st.sampled_from(of), st.integers(1, 4), st.integers(-3, 4))
    return st.lists(some, min_size=1, max_size=3).map(tuple)


SHAPES = st.tuples(
    st.builds(BracketShape, st.just("a"), st.just(()), st.booleans()),
    st.builds(BracketShape, st.just("b"), feeds("a"), st.booleans()),
    st.builds(BracketShape, st.just("c"), feeds("ab"), st.booleans()),
).map(KnockOutShape)


@given(SHAPES, st.integers(2, 20), st.randoms(use_true_random=False))
def test_any_format_that_is_taken_can_be_drawn_and_played(
    shape: KnockOutShape, entries: int, chance: random.Random
) -> None:
    desk = opened(entries, tables=9)
    rounds = tuple(Round(name, 5, "x") for name in "abc")
    form = replace(PROGRESSIVE, shape=shape, rounds=rounds)
    desk.does(MakeDivision, division_id="main", name="M", format=form)
    assert desk.division().format == form
    desk.does(DrawDivision, division_id="main", order=desk.division().entries)
    desk.does(PublishDraw, division_id="main")
    play(desk, chance)
    here = division_stands(desk.tournament, desk.division()).values()
    assert {each.state for each in here} <= {PairingState.OVER, PairingState.UNPLAYED}
    assert replayed(desk.kept) == desk.tournament


def test_a_series_that_is_begun_can_not_be_drawn_again() -> None:
    best_of_three = replace(
        PROGRESSIVE, rounds=(Round("main", 9, "norway", 3), *PROGRESSIVE.rounds)
    )
    desk = drawn(4, form=best_of_three)
    desk.does(TakeMatch, key=key("main-1-1"), winner="e1", score=(9, 1))
    again = {"division_id": "main", "order": desk.division().entries, "why": "again"}
    assert desk.refused(DrawDivision, **again) == {("begun", "Championship")}


# --- how rounds are played, and what books leave open ---------------------------------------------


def longer(form: DivisionFormat = PROGRESSIVE) -> tuple[Round, ...]:
    """Every round a point longer, with a clock."""
    return tuple(
        replace(each, length=each.length + 1, clock=RoundClockNotice.REQUIRED)
        for each in form.rounds
    )


def test_lengths_and_clock_notices_change_until_a_match_is_begun() -> None:
    desk = opened(4)
    desk.does(SetRounds, division_id="main", rounds=longer())
    assert desk.division().format.rounds == longer()
    desk.does(SetRounds, division_id="main", rounds=PROGRESSIVE.rounds)
    desk.does(DrawDivision, division_id="main", order=desk.division().entries)
    desk.does(PublishDraw, division_id="main")
    desk.does(Call, at_tables=((key("main-1-1"), 1),))
    assert desk.refused(SetRounds, division_id="main", rounds=longer()) == {
        ("why_missing", "why"),
        ("begun", "main main-1-1"),
    }
    final, *rest = PROGRESSIVE.rounds
    shorter = (replace(final, length=5, clock=RoundClockNotice.REQUIRED), *rest)
    desk.does(SetRounds, division_id="main", rounds=shorter, why="it is late")
    assert round_of(desk.division(), "main-2-1") == shorter[0]
    assert round_of(desk.division(), "main-1-1") == PROGRESSIVE.rounds[1]
    assert desk.refused(SetRounds, division_id="main", rounds=(), why="x") == {
        ("empty", "rounds of main"),
        ("empty", "rounds of consolation"),
        ("empty", "rounds of last-chance"),
    }
    only_final = (final, *(each for each in rest if each.bracket != "main"))
    assert desk.refused(SetRounds, division_id="main", rounds=only_final, why="x") == {
        ("not_said", "main main-1-1"),
        ("not_said", "main main-1-2"),
    }
    desk.does(TakeMatch, key=key("main-1-1"), winner="e1", score=(7, 1))
    desk.does(SetRounds, division_id="main", rounds=longer(), why="they want it")
    assert desk.refused(SetRounds, division_id="x", rounds=longer()) == {("unknown", "x")}


def test_what_a_book_leaves_open_is_confirmed_once_until_it_says_something_else() -> None:
    desk = opened(0)
    desk.does(Confirm, book="norway", values=(("clock.allotment", "average_away"), ("a.b", "5")))
    assert desk.refused(Confirm, book="norway", values=(("a.b", "5"), ("a.c", "1"))) == {
        ("confirmed", "a.b")
    }
    desk.does(Confirm, book="norway", values=(("a.b", "6"),))
    assert desk.tournament.confirmed == {"norway": {"clock.allotment": "average_away", "a.b": "6"}}
    assert desk.refused(Confirm, book=" ", values=()) == {("empty", "book"), ("empty", "values")}
    assert desk.refused(Confirm, book="x", values=(("a", "1"), ("a", "2"))) == {("taken", "a")}


def test_what_a_rule_book_leaves_to_the_event_is_set_and_may_be_set_anew() -> None:
    desk = opened(0)
    desk.does(SetValues, book="norway", values=(("clock.delay_s", "10"), ("a.b", "x")))
    assert desk.tournament.own_values == {"norway": {"clock.delay_s": "10", "a.b": "x"}}
    desk.does(SetValues, book="norway", values=(("clock.delay_s", "12"), ("a.b", "")))
    assert desk.tournament.own_values == {"norway": {"clock.delay_s": "12"}}
    same = (("clock.delay_s", "12"),)
    assert desk.refused(SetValues, book="norway", values=same) == {("confirmed", "norway")}
    assert desk.refused(SetValues, book=" ", values=()) == {("empty", "book"), ("empty", "values")}
    twice = (("a", "1"), ("a", "2"))
    assert desk.refused(SetValues, book="x", values=twice) == {("taken", "a")}


# --- what a table plays --------------------------------------------------------------------------


def test_what_is_to_be_played_names_both_how_and_which_match_of_the_series() -> None:
    best_of_three = replace(
        PROGRESSIVE, rounds=(Round("main", 9, "norway", 3), *PROGRESSIVE.rounds)
    )
    desk = opened(4, form=best_of_three)
    first = key("main-1-1")
    assert to_play(desk.tournament, first) is None
    desk.does(DrawDivision, division_id="main", order=desk.division().entries)
    assert to_play(desk.tournament, first) is None
    desk.does(PublishDraw, division_id="main")
    how = Round("main", 9, "norway", 3)
    assert to_play(desk.tournament, first) == ToPlay(("e1", "e2"), how, 1)
    assert to_play(desk.tournament, key("main-2-1")) is None
    assert to_play(desk.tournament, key("none")) is None
    desk.does(TakeMatch, key=first, winner="e2", score=(3, 9))
    assert to_play(desk.tournament, first) == ToPlay(("e1", "e2"), how, 2)
    desk.does(TakeMatch, key=first, winner="e1", score=(9, 3))
    assert to_play(desk.tournament, first) == ToPlay(("e1", "e2"), how, 3)
    desk.does(TakeMatch, key=first, winner="e1", score=(9, 3))
    assert to_play(desk.tournament, first) is None


# --- entries -------------------------------------------------------------------------------------


def test_all_enter_or_none_and_each_fault_is_named() -> None:
    desk = opened(2)
    wrong = (
        entry(3),
        entry(3, "Other"),
        entry(4, " player  1"),
        Entry("e5", "", (Player("p5", ""),)),
        entry(1),
    )
    assert desk.refused(Enter, division_id="main", entries=wrong) == {
        ("taken", "e3"),
        ("taken", " player  1"),
        ("taken", "Player 1"),
        ("taken", "e1"),
        *(("entered", name) for name in ("Player 1", "Player 3", "Other")),
        ("empty", "name"),
    }
    assert len(desk.division().entries) == 2
    assert desk.refused(Enter, division_id="x", entries=(entry(9),)) == {("unknown", "x")}
    assert desk.refused(Enter, division_id="main", entries=()) == {("empty", "entries")}


def test_a_pair_enters_as_one_and_nobody_is_in_two_pairs() -> None:
    desk = opened(0)
    kari, ola, per = (Player(name, name) for name in ("Kari", "Ola", "Per"))
    desk.does(Enter, division_id="main", entries=(Entry("a", "Kari and Ola", (kari, ola)),))
    second = Entry("b", "Ola and Per", (ola, per))
    assert desk.refused(Enter, division_id="main", entries=(second,)) == {("entered", "Ola")}


def test_who_is_not_drawn_is_scratched_and_who_is_drawn_is_taken_out() -> None:
    desk = opened(4)
    desk.does(Scratch, division_id="main", entry_id="e4")
    assert "e4" not in desk.tournament.entries
    desk.does(Enter, division_id="main", entries=(entry(4),))
    desk.does(DrawDivision, division_id="main", order=desk.division().entries)
    assert desk.refused(Scratch, division_id="main", entry_id="e4") == {("drawn", "Championship")}
    assert desk.refused(TakeOut, entry_id="e9", leaving=LeavingReason.NO_SHOW, why="") == {
        ("unknown", "e9"),
        ("why_missing", "why"),
    }
    desk.does(PublishDraw, division_id="main")
    desk.does(TakeOut, entry_id="e4", leaving=LeavingReason.NO_SHOW, why="nobody has seen him")
    found = stand_of(desk.tournament, key("main-1-2"))
    assert found is not None
    assert (found.state, found.winner and found.winner.entry_id) == (PairingState.OVER, "e3")
    desk.does(TakeBackIn, entry_id="e4", why="he was in the bar")
    found = stand_of(desk.tournament, key("main-1-2"))
    assert found is not None
    assert found.state is PairingState.READY


# --- the draw ------------------------------------------------------------------------------------


def test_a_draw_has_every_entry_once_and_is_drawn_again_only_with_a_reason() -> None:
    desk = opened(4)
    assert desk.refused(DrawDivision, division_id="main", order=("e1", "e2", "e3", "e3")) == {
        ("bad_value", "order")
    }
    order = desk.division().entries
    late = {"division_id": "main", "order": (2, *order)}
    assert desk.refused(DrawDivision, **late, seeds=1) == {
        ("bad_value", "late places"),
        ("bad_value", "a late place is seeded"),
    }
    desk.does(DrawDivision, division_id="main", order=order)
    assert desk.refused(DrawDivision, division_id="main", order=order) == {("why_missing", "why")}
    desk.does(DrawDivision, division_id="main", order=order[::-1], why="a name was wrong")
    draw = desk.division().draw
    assert draw is not None
    assert (draw.number, draw.published) == (2, False)


def test_what_was_called_is_not_drawn_again() -> None:
    desk = drawn(4)
    desk.does(Call, at_tables=((key("main-1-1"), 1),))
    again = {"division_id": "main", "order": desk.division().entries, "why": "sorry"}
    assert desk.refused(DrawDivision, **again) == {("begun", "Championship")}
    assert desk.refused(TakeDrawBack, division_id="main", why="x") == {("begun", "Championship")}
    desk.does(Uncall, key=key("main-1-1"), why="wrong table")
    desk.does(TakeDrawBack, division_id="main", why="three more came")
    assert desk.division().draw is None
    desk.does(Enter, division_id="main", entries=(entry(9),))


def test_a_draw_is_published_once_and_only_if_each_round_has_its_rules() -> None:
    desk = opened(4)
    assert desk.refused(PublishDraw, division_id="main") == {("no_draw", "Championship")}
    only_final = replace(
        PROGRESSIVE,
        shape=KnockOutShape((BracketShape("main"),)),
        rounds=(Round("main", 11, "norway", first=0),),
    )
    desk.does(MakeDivision, division_id="main", name="Championship", format=only_final)
    desk.does(DrawDivision, division_id="main", order=desk.division().entries)
    assert desk.refused(PublishDraw, division_id="main") == {("not_said", "main main-1-1")}
    desk = drawn(4)
    assert desk.refused(PublishDraw, division_id="main") == {("published", "Championship")}


def test_late_arrivals_come_in_numerical_order_until_the_places_are_closed() -> None:
    """000, Draw."""
    desk = drawn(5, late=3)
    for number in (8, 9):
        (taken,) = desk.does(TakeLate, division_id="main", entry=entry(number))
        assert isinstance(taken, LateTaken)
        assert taken.number == number - 7
    assert desk.refused(TakeLate, division_id="main", entry=entry(8)) >= {("taken", "e8")}
    desk.does(CloseLatePlaces, division_id="main")
    assert desk.refused(TakeLate, division_id="main", entry=entry(10)) == {
        ("no_late_place", "Championship")
    }
    through = [
        each.winner.entry_id
        for each in division_stands(desk.tournament, desk.division()).values()
        if each.state is PairingState.UNPLAYED and each.winner and each.pairing.bracket == "main"
    ]
    assert through == ["e9"]


# --- playing -------------------------------------------------------------------------------------


def test_pairings_are_played_as_their_round_says() -> None:
    division = drawn(8).division()
    lengths = {name: round_of(division, name).length for name in ("main-1-1", "main-3-1")}
    assert lengths == {"main-1-1": 7, "main-3-1": 11}


def test_a_call_names_a_free_table_and_two_who_do_not_play() -> None:
    desk = drawn(8, tables=2)
    for number in (1, 2):
        desk.does(TakeMatch, key=key(f"main-1-{number}"), winner=f"e{number * 2}", score=(1, 7))
    desk.does(Call, at_tables=((key("main-2-1"), 1),))
    assert desk.refused(
        Call, at_tables=((key("main-2-1"), 1), (key("main-3-1"), 2), (key("main-1-3"), 9))
    ) == {
        ("called", "main main-2-1"),
        ("table_busy", "table 1"),
        ("playing", "Player 2"),
        ("playing", "Player 4"),
        ("not_ready", "main main-3-1"),
        ("unknown", "table 9"),
    }
    both = ((key("main-1-3"), 2), (key("main-1-4"), 2))
    assert desk.refused(Call, at_tables=both) == {("table_busy", "table 2")}
    unpublished = opened(4)
    unpublished.does(DrawDivision, division_id="main", order=unpublished.division().entries)
    assert unpublished.refused(Call, at_tables=((key("main-1-1"), 1),)) == {
        ("not_published", "Championship")
    }


def test_the_higher_division_has_tables_first_then_who_waited_longest() -> None:
    """000, Draw: precedence."""
    desk = drawn(4, tables=3)
    desk.does(MakeDivision, division_id="top", name="Masters", format=PROGRESSIVE, precedence=0)
    others = tuple(entry(number) for number in range(11, 15))
    desk.does(Enter, division_id="top", entries=others)
    desk.does(DrawDivision, division_id="top", order=tuple(each.entry_id for each in others))
    desk.does(PublishDraw, division_id="top")
    assert [
        (each.key.division_id, each.key.pairing_id, each.table)
        for each in (proposals(desk.tournament))
    ] == [("top", "main-1-1", 1), ("top", "main-1-2", 2), ("main", "main-1-1", 3)]
    desk.does(TakeMatch, key=key("main-1-1", "top"), winner="e11", score=(7, 0))
    desk.does(TakeMatch, key=key("main-1-2", "top"), winner="e13", score=(7, 0))
    first, second, third = proposals(desk.tournament)
    assert [first.key.pairing_id, second.key.pairing_id] == ["main-2-1", "consolation-1-1"]
    assert first.waits_ms == desk.at_ms
    assert third.waits_ms < first.waits_ms


def test_who_has_waited_half_an_hour_longer_goes_before_a_higher_division() -> None:
    for waits_min, first in ((29, "top"), (31, "main")):
        desk = drawn(4, tables=1)
        desk.at_ms += (waits_min - 4) * 60_000  # four acts of a minute follow
        desk.does(MakeDivision, division_id="top", name="Masters", format=PROGRESSIVE, precedence=0)
        others = tuple(entry(number) for number in range(11, 15))
        desk.does(Enter, division_id="top", entries=others)
        desk.does(DrawDivision, division_id="top", order=tuple(each.entry_id for each in others))
        desk.does(PublishDraw, division_id="top")
        ready = desk.tournament.ready_ms
        apart_ms = ready[key("main-1-1", "top")] - ready[key("main-1-1")]
        assert apart_ms == waits_min * 60_000
        assert [each.key.division_id for each in proposals(desk.tournament)] == [first]


def test_a_player_of_two_divisions_has_one_table_at_a_time() -> None:
    desk = drawn(4, tables=9)
    pair = Entry("pair", "Pair", (Player("p1", "Player 1"), Player("p20", "Player 20")))
    desk.does(MakeDivision, division_id="pairs", name="Doubles", format=PROGRESSIVE, precedence=2)
    desk.does(Enter, division_id="pairs", entries=(pair, entry(21)))
    desk.does(DrawDivision, division_id="pairs", order=("pair", "e21"))
    desk.does(PublishDraw, division_id="pairs")
    proposed = [each.key for each in proposals(desk.tournament)]
    assert proposed == [key("main-1-1"), key("main-1-2")]
    desk.does(Call, at_tables=((key("main-1-1"), 1),))
    assert desk.refused(Call, at_tables=((key("main-1-1", "pairs"), 2),)) == {
        ("playing", "Player 1")
    }
    desk.does(TakeMatch, key=key("main-1-1"), winner="e2", score=(0, 7))
    assert key("main-1-1", "pairs") in [each.key for each in proposals(desk.tournament)]


def test_a_series_is_over_when_somebody_has_won_more_than_half() -> None:
    form = replace(PROGRESSIVE, rounds=tuple(replace(r, best_of=3) for r in PROGRESSIVE.rounds))
    desk = drawn(4, form=form)
    desk.does(Call, at_tables=((key("main-1-1"), 1),))
    assert len(desk.does(TakeMatch, key=key("main-1-1"), winner="e1", score=(7, 3))) == 1
    assert key("main-1-1") in desk.tournament.called
    assert len(desk.does(TakeMatch, key=key("main-1-1"), winner="e2", score=(2, 7))) == 1
    assert len(desk.does(TakeMatch, key=key("main-1-1"), winner="e1", score=(7, 6))) == 2
    assert desk.tournament.results[key("main-1-1")] == PairingResult("e1", Cause.PLAYED, (2, 1))
    assert not desk.tournament.called


def test_the_director_awards_what_is_not_played_with_a_reason() -> None:
    desk = drawn(4)
    assert desk.refused(Award, key=key("main-1-1"), winner="e3", cause=Cause.PLAYED, why=" ") == {
        ("unknown", "e3"),
        ("why_missing", "why"),
        ("bad_value", "played"),
    }
    desk.does(Award, key=key("main-1-1"), winner="e1", cause=Cause.WALK_OVER, why="30 min late")
    loser = stand_of(desk.tournament, key("consolation-1-1"))
    assert loser is not None
    assert "e2" in {place.entry_id for place in loser.places if place}
    desk.does(Award, key=key("main-1-2"), winner="e3", cause=Cause.DISQUALIFIED, why="cheated")
    through = stand_of(desk.tournament, key("consolation-1-1"))
    assert through is not None
    assert (through.state, through.winner and through.winner.entry_id) == (
        PairingState.UNPLAYED,
        "e2",
    )


def test_a_corrected_result_voids_only_what_was_played_by_the_wrong_one() -> None:
    """003 §4.6: though somebody has begun the next match."""
    desk = drawn(8)
    for number in range(1, 5):
        desk.does(TakeMatch, key=key(f"main-1-{number}"), winner=f"e{2 * number}", score=(0, 7))
    desk.does(TakeMatch, key=key("main-2-1"), winner="e4", score=(5, 7))
    desk.does(Call, at_tables=((key("main-2-2"), 2), (key("main-3-1"), 1))[:1])
    assert desk.refused(Correct, key=key("main-3-1"), winner="e4", score=None, why="") == {
        ("not_over", "main main-3-1"),
        ("why_missing", "why"),
        ("unknown", "e4"),
    }
    (event,) = desk.does(
        Correct, key=key("main-1-1"), winner="e1", score=(7, 6), why="sheet was read wrong"
    )
    assert isinstance(event, ResultCorrected)
    assert event.dropped == (key("main-2-1"),)
    assert key("main-2-1") not in desk.tournament.results
    assert key("main-2-2") in desk.tournament.called
    again = stand_of(desk.tournament, key("main-2-1"))
    assert again is not None
    assert (again.state, again.players) == (PairingState.READY, ("e1", "e4"))
    (only_score,) = desk.does(
        Correct, key=key("main-1-3"), winner="e6", score=(2, 7), why="not 0 to 7"
    )
    assert isinstance(only_score, ResultCorrected)
    assert only_score.dropped == ()
    desk.does(Reopen, key=key("main-1-1"), why="they play on")
    waits = stand_of(desk.tournament, key("main-2-1"))
    assert waits is not None
    assert waits.state is PairingState.WAITING


# --- the whole -----------------------------------------------------------------------------------


def play(desk: Desk, chance: random.Random) -> list[PairingKey]:
    """As a director would: propose, call, take results in any order; what was played, in order."""
    done: list[PairingKey] = []
    while True:
        proposed = proposals(desk.tournament)
        if proposed:
            desk.does(Call, at_tables=tuple((each.key, each.table) for each in proposed))
        called, here = desk.tournament.called, event_sheet(desk.tournament)
        assert len({each.table for each in called.values()}) == len(called)
        seats = [player for each in called for player in here[each].players or ()]
        assert len(seats) == len(set(seats))
        waiting = {each for each, _stand in ready_pairings(desk.tournament)}
        assert not free_tables(desk.tournament) or waiting <= set(called)
        if not called:
            return done
        one = chance.choice(sorted(called))
        winner = chance.choice(here[one].players or ())
        desk.does(TakeMatch, key=one, winner=winner, score=won(desk, one, winner))
        done.append(one)


@given(st.integers(2, 24), st.integers(0, 3), st.integers(1, 9), st.integers())
def test_an_event_is_played_to_its_end_on_the_tables_there_are(
    entries: int, late: int, tables: int, seed: int
) -> None:
    chance = random.Random(seed)
    desk = drawn(entries, tables, late)
    for number in range(chance.randint(0, late)):
        desk.does(TakeLate, division_id="main", entry=entry(100 + number))
    if late:
        desk.does(CloseLatePlaces, division_id="main")
    done = play(desk, chance)
    assert len(done) == len(set(done)) == len(desk.tournament.results)
    over = division_stands(desk.tournament, desk.division()).values()
    assert {each.state for each in over} <= {PairingState.OVER, PairingState.UNPLAYED}
    assert replayed(desk.kept) == desk.tournament


COMMANDS: list[tuple[type[TournamentCommand], dict[str, Any]]] = [
    (SetTables, {"tables": (1, 2)}),
    (DrawDivision, {"division_id": "main", "order": ("e1", "e2", "e3", "e4"), "why": "again"}),
    (TakeDrawBack, {"division_id": "main", "why": "x"}),
    (PublishDraw, {"division_id": "main"}),
    (TakeLate, {"division_id": "main", "entry": entry(9)}),
    (CloseLatePlaces, {"division_id": "main"}),
    (GivePlace, {"division_id": "main", "of": "e2", "entry": entry(40), "why": "x"}),
    (GivePlace, {"division_id": "main", "of": None, "entry": entry(41), "why": "x"}),
    (Scratch, {"division_id": "main", "entry_id": "e1"}),
    (TakeOut, {"entry_id": "e2", "leaving": LeavingReason.EXCLUDED, "why": "x"}),
    (TakeBackIn, {"entry_id": "e2", "why": "x"}),
    (Call, {"at_tables": ((key("main-1-1"), 1),)}),
    (Call, {"at_tables": ((key("main-2-1"), 2), (key("consolation-1-1"), 1))}),
    (Uncall, {"key": key("main-1-1"), "why": "x"}),
    (TakeMatch, {"key": key("main-1-1"), "winner": "e1", "score": (7, 1)}),
    (TakeMatch, {"key": key("main-1-2"), "winner": "e4", "score": (1, 7)}),
    (TakeMatch, {"key": key("main-2-1"), "winner": "e4", "score": (1, 11)}),
    (Award, {"key": key("main-1-2"), "winner": None, "cause": Cause.RULING, "why": "x"}),
    (Correct, {"key": key("main-1-1"), "winner": "e2", "score": None, "why": "x"}),
    (Reopen, {"key": key("main-1-2"), "why": "x"}),
    (Enter, {"division_id": "main", "entries": (entry(30),)}),
    (MakeDivision, {"division_id": "main", "name": "M", "format": PROGRESSIVE}),
    (NoteForReport, {"matter": ReportMatter.OTHER, "about": "Ola", "words": "x"}),
    (StrikeNote, {"number": 1, "why": "x"}),
    (RateBy, {"formula": "fibs"}),
]


@given(st.lists(st.sampled_from(COMMANDS), max_size=40), st.booleans())
def test_any_acts_in_any_order_are_refused_or_replay_to_the_same(
    acts: list[tuple[type[TournamentCommand], dict[str, Any]]], published: bool
) -> None:
    desk = drawn(4, late=1) if published else opened(4)
    for act, what in acts:
        command = act(at_ms=desk.at_ms, by="Kari", **what)
        against = why_not(desk.tournament, command)
        events = desk.does(act, **what)
        assert bool(against) is (type(events[0]).__name__ == "Refused")
    assert replayed(desk.kept) == desk.tournament


FORMATS = (LADDER, SWING, SWISS, ROUND_ROBIN)


def test_a_division_is_removed_and_brought_back_whole_with_everybody_in_it() -> None:
    desk = opened(4)
    desk.does(MakeDivision, division_id="side", name="Side", format=PROGRESSIVE, precedence=2)
    desk.does(Enter, division_id="side", entries=(desk.tournament.entries["e1"], entry(9)))
    before = desk.tournament
    desk.does(RemoveDivision, division_id="side")
    assert list(desk.tournament.divisions) == ["main"]
    assert list(desk.tournament.entries) == ["e1", "e2", "e3", "e4"], "who plays elsewhere stays"
    assert desk.refused(RemoveDivision, division_id="side") == {("unknown", "side")}
    desk.does(BringDivisionBack, division_id="side")
    assert desk.tournament == before
    assert desk.refused(BringDivisionBack, division_id="side") == {("unknown", "side")}
    assert replayed(desk.kept) == before


def test_what_is_drawn_is_not_removed_until_its_draw_is_taken_back() -> None:
    desk = drawn(4)
    assert desk.refused(RemoveDivision, division_id="main") == {("drawn", "Championship")}
    desk.does(TakeDrawBack, division_id="main", why="the wrong list")
    desk.does(RemoveDivision, division_id="main")
    assert not desk.tournament.divisions
    assert not desk.tournament.entries
    assert not proposals(desk.tournament)


def test_a_division_comes_back_beside_no_other_of_its_name_nor_with_somebody_twice() -> None:
    desk = opened(2)
    desk.does(RemoveDivision, division_id="main")
    for name in ("Championship", "Other"):
        desk.does(MakeDivision, division_id="anew", name=name, format=PROGRESSIVE, precedence=1)
        anew = Entry("x", "player  1", (Player("y", "player  1"),))
        if name == "Championship":
            desk.does(Enter, division_id="anew", entries=(anew,))
            expected = {("taken", "Championship"), ("taken", "Player 1")}
        else:
            expected = {("taken", "Player 1")}
        assert desk.refused(BringDivisionBack, division_id="main") == expected
    desk.does(Scratch, division_id="anew", entry_id="x")
    desk.does(BringDivisionBack, division_id="main")
    assert list(desk.tournament.divisions) == ["anew", "main"]
    assert desk.refused(MakeDivision, division_id="new", name="Other", format=PROGRESSIVE) == {
        ("taken", "Other")
    }


def test_an_event_is_renamed_and_stays_itself() -> None:
    desk = drawn(4)
    before = desk.tournament
    desk.does(RenameEvent, name="Lund Open")
    assert desk.tournament == replace(before, name="Lund Open")
    assert desk.refused(RenameEvent, name=" ") == {("empty", "name")}
    assert len(desk.refused(RenameEvent, name="x" * 101)) == 1
    assert Desk().refused(RenameEvent, name="x") == {("no_event", "")}


def test_every_act_and_fact_stands_in_the_tables() -> None:
    def names(kinds: Iterable[type]) -> set[str]:
        return {kind.__name__ for kind in kinds}

    acts = (*ACTS, *(act for each in FORMATS for act in each.acts))
    facts = {*FACTS, *(fact for each in FORMATS for fact in each.facts)}
    assert names(TournamentCommand.__subclasses__()) == names(acts)
    assert names(TournamentEvent.__subclasses__()) == names(facts)
    assert (len(names(acts)), len(names(facts))) == (len(acts), len(facts)), "a name stands twice"


def test_a_refusal_is_kept_and_changes_nothing() -> None:
    (event,) = decide(NONE, SetTables(1, "Kari", (1,)))
    assert replayed([event]) == NONE


def test_a_round_of_512_is_drawn_and_read_in_one_go() -> None:
    desk = drawn(512, tables=256)
    assert len(proposals(desk.tournament)) == 256
