"""Who comes late has the place of one who did not come, until something follows from it."""

from dataclasses import replace

from kits.divisions_kit import SWISS
from kits.tournament_kit import Desk, drawn, entry, key, opened

from kiosk.tournament.bracket import PairingState
from kiosk.tournament.calls import Call, Uncall
from kiosk.tournament.decide import replayed
from kiosk.tournament.draws import CloseLatePlaces, DrawDivision, TakeLate
from kiosk.tournament.entries import Enter, LeavingReason, TakeOut
from kiosk.tournament.giving_place import GivePlace, PlaceGiven, free_places
from kiosk.tournament.results import TakeMatch
from kiosk.tournament.setting_up import MakeDivision
from kiosk.tournament.sheet import stand_of

GIVES = {"division_id": "main", "entry": entry(9), "why": "his train was late"}


def absent(desk: Desk, entry_id: str = "e2") -> Desk:
    desk.does(TakeOut, entry_id=entry_id, leaving=LeavingReason.NO_SHOW, why="not here")
    return desk


def players(desk: Desk, pairing: str) -> tuple[str, str] | None:
    here = stand_of(desk.tournament, key(pairing))
    assert here is not None
    return here.players


def test_who_comes_late_meets_whom_the_other_was_to_meet() -> None:
    desk = absent(drawn(8))
    before = desk.division()
    assert free_places(desk.tournament, before) == ("e2",)
    (given,) = desk.does(GivePlace, **GIVES, of="e2")
    assert isinstance(given, PlaceGiven)
    assert players(desk, "main-1-1") == ("e1", "e9")
    here = stand_of(desk.tournament, key("main-1-1"))
    assert here is not None
    assert here.state is PairingState.READY
    assert free_places(desk.tournament, desk.division()) == ()
    desk.does(TakeMatch, key=key("main-1-1"), winner="e9", score=(3, 7))
    desk.does(TakeMatch, key=key("main-1-2"), winner="e3", score=(7, 3))
    assert players(desk, "main-2-1") == ("e9", "e3")
    assert players(desk, "consolation-1-1") == ("e1", "e4")
    assert desk.tournament.entries["e9"] == entry(9)
    assert replayed(desk.kept) == desk.tournament


def test_a_place_is_given_until_what_follows_from_it_has_begun() -> None:
    desk = absent(drawn(8))
    desk.does(TakeMatch, key=key("main-1-2"), winner="e3", score=(7, 3))
    desk.does(Call, at_tables=((key("main-2-1"), 1),))
    assert desk.refused(GivePlace, **GIVES, of="e2") == {("begun", "main main-2-1")}
    assert free_places(desk.tournament, desk.division()) == ()


def test_nobody_drops_in_beside_who_has_gone_on_in_the_consolation() -> None:
    desk = absent(drawn(8))
    for pairing, winner in (("1-2", "e3"), ("1-3", "e5"), ("1-4", "e7"), ("2-2", "e5")):
        desk.does(TakeMatch, key=key(f"main-{pairing}"), winner=winner, score=(7, 3))
    assert players(desk, "consolation-2-1") == ("e4", "e7")  # e4 was alone in the round before
    assert free_places(desk.tournament, desk.division()) == ("e2",)
    desk.does(Call, at_tables=((key("consolation-2-1"), 1),))
    assert desk.refused(GivePlace, **GIVES, of="e2") == {("begun", "main consolation-2-1")}
    desk.does(Uncall, key=key("consolation-2-1"), why="x")
    desk.does(GivePlace, **GIVES, of="e2")
    assert players(desk, "consolation-2-1") is None


def test_a_late_place_that_was_closed_is_given_and_one_that_was_taken_in_vain() -> None:
    desk = drawn(6, late=2)
    desk.does(TakeLate, division_id="main", entry=entry(7))
    desk.does(CloseLatePlaces, division_id="main")
    assert free_places(desk.tournament, desk.division()) == (None,)
    absent(desk, "e7")
    assert set(free_places(desk.tournament, desk.division())) == {None, "e7"}
    desk.does(GivePlace, **GIVES, of=None)
    desk.does(GivePlace, **(GIVES | {"entry": entry(10)}), of="e7")
    assert desk.division().draw is not None
    assert desk.division().draw.late == {1: "e10", 2: "e9"}
    assert players(desk, "main-1-4") == ("e10", "e9")
    assert replayed(desk.kept) == desk.tournament


def test_who_still_plays_keeps_his_place_and_a_reason_is_kept() -> None:
    desk = absent(drawn(8))
    assert desk.refused(GivePlace, **GIVES, of="e1") == {("stays", "e1")}
    assert desk.refused(GivePlace, **(GIVES | {"why": " "}), of="e2") == {("why_missing", "why")}
    assert desk.refused(GivePlace, **GIVES, of=None) == {("no_late_place", "Championship")}
    assert desk.refused(GivePlace, **(GIVES | {"entry": entry(3)}), of="e2") >= {("taken", "e3")}
    desk.does(MakeDivision, division_id="d2", name="d2", format=SWISS)
    desk.does(Enter, division_id="d2", entries=(entry(20),))
    other = replace(entry(20), name="Somebody")
    assert desk.refused(GivePlace, **(GIVES | {"entry": other}), of="e2") == {("taken", "e20")}
    assert desk.refused(GivePlace, **(GIVES | {"division_id": "x"}), of="e2") == {("unknown", "x")}
    desk.does(GivePlace, **GIVES, of="e2")
    again = GIVES | {"entry": entry(10)}
    assert desk.refused(GivePlace, **again, of="e2") == {("no_late_place", "e2")}


def test_only_a_knock_out_that_is_drawn_has_places_to_give() -> None:
    desk = opened(4)
    absent(desk)
    assert desk.refused(GivePlace, **GIVES, of="e2") == {("no_draw", "Championship")}
    desk.does(MakeDivision, division_id="main", name="Championship", format=SWISS)
    desk.does(DrawDivision, division_id="main", order=desk.division().entries)
    assert desk.refused(GivePlace, **GIVES, of="e2") == {("not_in_format", "Championship")}
    assert free_places(desk.tournament, desk.division()) == ()
