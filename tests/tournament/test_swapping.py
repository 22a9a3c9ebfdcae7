"""Two places of a draw swapped by hand, and who had better not meet at once."""

import random

from kits.divisions_kit import LIVES
from kits.tournament_kit import Desk, drawn, key, opened, won

from kiosk.director.event.draw_order import draw_apart
from kiosk.tournament.apart import first_meetings, in_common
from kiosk.tournament.bracket import entrant
from kiosk.tournament.calls import Call
from kiosk.tournament.draws import DrawDivision, TakeLate
from kiosk.tournament.giving_place import SwapPlaces
from kiosk.tournament.knock_out import draw_bracket
from kiosk.tournament.results import TakeMatch
from kiosk.tournament.sheet import stand_of
from kiosk.tournament.tournament import Entry, Player
from kiosk.tournament.undoing import Undo

SWAP = {"division_id": "main", "why": "they came together"}


def players(desk: Desk, name: str) -> tuple[str, ...]:
    here = stand_of(desk.tournament, key(name))
    assert here is not None
    return here.players or ()


def unpublished(entries: int) -> Desk:
    desk = opened(entries)
    desk.does(DrawDivision, division_id="main", order=desk.division().entries)
    return desk


def test_two_entries_change_places_and_it_can_be_undone() -> None:
    desk = drawn(8)
    before = desk.tournament
    assert (players(desk, "main-1-1"), players(desk, "main-1-3")) == (("e1", "e2"), ("e5", "e6"))
    desk.does(SwapPlaces, one="e2", two="e5", **SWAP)
    assert (players(desk, "main-1-1"), players(desk, "main-1-3")) == (("e1", "e5"), ("e2", "e6"))
    desk.does(Undo, first=desk.tournament.undoable[-1].first)
    assert desk.tournament == before


def test_a_bye_goes_with_its_place() -> None:
    desk = drawn(3)
    bye = next(each for each in desk.division().entries if entrant(each) in _second_round(desk))
    other = next(each for each in desk.division().entries if each != bye)
    desk.does(SwapPlaces, one=bye, two=other, **SWAP)
    assert entrant(other) in _second_round(desk)
    (first,) = _firsts(desk)
    assert bye in players(desk, first)


def _second_round(desk: Desk) -> list[object]:
    draw = desk.division().draw
    assert draw is not None
    pairings = [each for each in draw.bracket.pairings if each.bracket == "main"]
    return [place for each in pairings if each.round == 2 for place in each.places]


def test_who_came_late_is_swapped_as_anybody() -> None:
    desk = drawn(7, tables=8, late=1)
    late = Entry("late", "Late", (Player("late", "Late"),))
    desk.does(TakeLate, division_id="main", entry=late)
    assert players(desk, "main-1-4") == ("e7", "late")
    desk.does(SwapPlaces, one="late", two="e1", **SWAP)
    assert (players(desk, "main-1-1"), players(desk, "main-1-4")) == (("late", "e2"), ("e7", "e1"))


def _firsts(desk: Desk) -> list[str]:
    draw = desk.division().draw
    assert draw is not None
    return [
        each.pairing_id
        for each in draw.bracket.pairings
        if each.bracket == "main" and each.round == 1
    ]


def test_what_has_begun_stays() -> None:
    desk = drawn(8)
    desk.does(Call, at_tables=((key("main-1-1"), 1),))
    said = desk.refused(SwapPlaces, one="e1", two="e5", **SWAP)
    assert said == {("begun", "main main-1-1")}
    desk.does(TakeMatch, key=key("main-1-2"), winner="e3", score=won(desk, key("main-1-2"), "e3"))
    assert {code for code, _about in desk.refused(SwapPlaces, one="e3", two="e5", **SWAP)} == {
        "begun"
    }


def test_a_published_draw_needs_a_reason_and_one_that_is_not_does_not() -> None:
    without = {"division_id": "main", "one": "e1", "two": "e5"}
    assert drawn(8).refused(SwapPlaces, **without) == {("why_missing", "why")}
    desk = unpublished(8)
    desk.does(SwapPlaces, **without)
    assert players(desk, "main-1-1") == ("e5", "e2")


def test_senseless_swaps_are_refused() -> None:
    desk = drawn(8)
    assert desk.refused(SwapPlaces, one="e1", two="e2", **SWAP) == {("unchanged", "Player 1")}
    assert desk.refused(SwapPlaces, one="e1", two="x", **SWAP) == {("unknown", "x")}
    assert opened(8).refused(SwapPlaces, one="e1", two="e2", **SWAP) == {
        ("no_draw", "Championship")
    }
    swiss = drawn(4, form=LIVES)
    assert swiss.refused(SwapPlaces, one="e1", two="e3", **SWAP) == {
        ("not_in_format", "Championship")
    }


def of_club(number: int, club: str, name: str = "") -> Entry:
    named = name or f"Player {number}x"
    return Entry(f"e{number}", named, (Player(f"p{number}", named, team=club),))


def test_clubmates_and_families_are_known_by_what_is_written_of_them() -> None:
    one, same = of_club(1, "Roma"), of_club(2, "roma")
    assert in_common(one, same) in {"Roma", "roma"}
    assert in_common(one, of_club(3, "")) == ""
    berg, other = of_club(4, "", "Anna Berg"), of_club(5, "Lund", "Per berg")
    assert in_common(berg, other) == "Berg"
    assert in_common(of_club(6, "", "Anna B."), of_club(7, "", "Bo B.")) == ""
    assert in_common(of_club(8, "", "Player 1"), of_club(9, "", "Player 1")) == ""


def test_a_draw_keeps_clubmates_apart_where_it_can() -> None:
    desk = opened(0)
    entries = {f"e{n}": of_club(n, f"Club {n % 4}", f"P{n} N{n}") for n in range(1, 17)}
    division = desk.division()
    for seed in range(20):
        chance = random.Random(seed)
        order = draw_apart(division, entries, ("e1", "e2"), [*entries][2:], chance)
        assert order[:2] == ("e1", "e2")
        assert sorted(map(str, order)) == sorted(entries)
        bracket = draw_bracket(division.format.shape, [entrant(str(each)) for each in order], 2)
        assert list(first_meetings(bracket, entries)) == []


def test_where_all_are_of_one_club_it_is_drawn_all_the_same() -> None:
    desk = opened(0)
    entries = {f"e{n}": of_club(n, "Roma") for n in range(1, 5)}
    order = draw_apart(desk.division(), entries, (), [*entries, 1], random.Random(1))
    assert sorted(map(str, order)) == ["1", *sorted(entries)]
