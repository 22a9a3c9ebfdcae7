"""The next event of a club: what is kept of the one before, and what begins."""

from kits.tournament_kit import Desk, drawn, entry, key, opened, won

from kiosk.tournament.calls import Call
from kiosk.tournament.confirming import SetValues
from kiosk.tournament.decide import replayed
from kiosk.tournament.draws import DrawDivision, PublishDraw
from kiosk.tournament.entries import Enter
from kiosk.tournament.history import History, read_history
from kiosk.tournament.next_event import BeginNextEvent
from kiosk.tournament.re_entry import SetReEntry
from kiosk.tournament.report import RateBy
from kiosk.tournament.results import TakeMatch
from kiosk.tournament.tournament import ReEntryTerms

NEXT = {"event_id": "malmo-2027", "name": "Malmö 2027"}


def played() -> Desk:
    """An event with results, a match off its table, and what a club sets."""
    desk = drawn(4)
    desk.does(RateBy, formula="fibs")
    desk.does(SetValues, book="norway", values=(("clock.delay_s", "12"),))
    terms = ReEntryTerms(2, desk.at_ms + 3_600_000, 500, "SEK")
    desk.does(SetReEntry, division_id="main", terms=terms)
    first = key("main-1-1")
    desk.does(TakeMatch, key=first, winner="e1", score=won(desk, first, "e1"))
    return desk


def test_tables_divisions_rules_and_people_are_kept() -> None:
    desk = played()
    before = desk.tournament
    desk.does(BeginNextEvent, **NEXT)
    now = desk.tournament
    assert (now.event_id, now.name) == ("malmo-2027", "Malmö 2027")
    assert now.tables == before.tables
    assert now.divisions["main"].format == before.divisions["main"].format
    assert now.divisions["main"].re_entry == ReEntryTerms(2, None, 500, "SEK")
    assert (now.own_values, now.formula) == (before.own_values, "fibs")
    assert sorted(each.name for each in now.people.values()) == [f"Player {n}" for n in range(1, 5)]


def test_entries_draws_and_results_are_those_of_the_event_before() -> None:
    desk = played()
    desk.does(BeginNextEvent, **NEXT)
    now = desk.tournament
    assert (now.entries, now.results, now.called, now.undoable) == ({}, {}, {}, ())
    assert now.divisions["main"].draw is None
    assert read_history(desk.kept) == History()
    assert replayed(desk.kept) == now


def test_it_is_played_as_if_it_were_the_first() -> None:
    desk = played()
    desk.does(BeginNextEvent, **NEXT)
    desk.does(Enter, division_id="main", entries=(entry(1), entry(9)))
    desk.does(DrawDivision, division_id="main", order=("e9", "e1"))
    desk.does(PublishDraw, division_id="main")
    final = key("main-1-1")
    desk.does(TakeMatch, key=final, winner="e9", score=won(desk, final, "e9"))
    assert [each.winner for each in read_history(desk.kept).matches] == ["e9"]


def test_it_begins_once_nothing_is_played_and_under_another_id() -> None:
    desk = played()
    desk.does(Call, at_tables=((key("main-1-2"), 1),))
    assert desk.refused(BeginNextEvent, **NEXT) == {("called", "Malmö Open")}
    same = {"event_id": "malmo-2026", "name": ""}
    assert opened(2).refused(BeginNextEvent, **same) == {("taken", "malmo-2026"), ("empty", "name")}
