"""One person with several entries of a division: on the director's terms, one match at a time."""

from typing import Any

import pytest
from kits.divisions_kit import LIVES
from kits.tournament_kit import Desk, drawn, entry, key, opened, won

from kiosk.tournament.calls import Call, proposals
from kiosk.tournament.correcting import CorrectPlayer
from kiosk.tournament.draws import DrawDivision, PublishDraw, TakeLate
from kiosk.tournament.entries import Enter
from kiosk.tournament.re_entry import SetReEntry
from kiosk.tournament.removing import BringDivisionBack, RemoveDivision
from kiosk.tournament.results import TakeMatch
from kiosk.tournament.setting_up import MakeDivision
from kiosk.tournament.sheet import players_of, ready_pairings, stand_of
from kiosk.tournament.tournament import Entry, Player, ReEntryTerms

TWICE = ReEntryTerms(2, None, 2050, "EUR")


def again(number: int, time: int = 2) -> Entry:
    """Another entry of a player."""
    first = entry(number)
    return Entry(f"e{number}-{time}", f"{first.name} ({time})", first.players)


def allowed(desk: Desk, terms: ReEntryTerms = TWICE) -> Desk:
    desk.does(SetReEntry, division_id="main", terms=terms)
    return desk


def test_a_person_has_one_entry_unless_the_director_allows_more() -> None:
    desk = opened(4)
    assert desk.refused(Enter, division_id="main", entries=(again(1),)) == {("entered", "Player 1")}
    allowed(desk).does(Enter, division_id="main", entries=(again(1),))
    third = (again(1, 3),)
    assert desk.refused(Enter, division_id="main", entries=third) == {("no_re_entry", "Player 1")}
    assert desk.division().entries[-1] == "e1-2"


def test_who_lost_takes_a_late_place_until_the_time_set() -> None:
    desk = drawn(6, tables=8, late=2)
    until_ms = desk.at_ms + 3 * 60_000
    allowed(desk, ReEntryTerms(3, until_ms, 0, ""))
    desk.does(TakeLate, division_id="main", entry=again(1))
    desk.at_ms = until_ms
    late = {"division_id": "main", "entry": again(2)}
    assert desk.refused(TakeLate, **late) == {("no_re_entry", "Player 2")}


def test_who_comes_again_into_a_swiss_is_paired_from_then_on() -> None:
    desk = allowed(drawn(4, form=LIVES))
    desk.does(TakeLate, division_id="main", entry=again(1))
    assert "e1-2" in desk.division().entries


def test_one_body_plays_at_one_table_at_a_time() -> None:
    desk = allowed(opened(1))
    desk.does(Enter, division_id="main", entries=(again(1), entry(7), entry(8)))
    desk = _drawn_as(desk, ("e1", "e7", "e1-2", "e8"))
    ready = [name for name in _ready(desk) if "p1" in _bodies(desk, name)]
    assert len(ready) == 2
    offered = [each.key.pairing_id for each in proposals(desk.tournament)]
    assert sum("p1" in _bodies(desk, name) for name in offered) == 1
    both = tuple((key(name), table) for table, name in enumerate(ready, 1))
    assert ("playing", "Player 1") in desk.refused(Call, at_tables=both)


def test_terms_never_go_below_what_somebody_has() -> None:
    desk = allowed(opened(2), ReEntryTerms(3))
    desk.does(Enter, division_id="main", entries=(again(1), again(1, 3)))
    fewer = {"division_id": "main", "terms": TWICE}
    assert desk.refused(SetReEntry, **fewer) == {("no_re_entry", "Player 1")}
    none = {"division_id": "main", "terms": None}
    assert desk.refused(SetReEntry, **none) == {("entered", "Player 1")}


def test_nobody_is_called_against_himself() -> None:
    desk = allowed(opened(3))
    desk.does(Enter, division_id="main", entries=(again(1),))
    desk = _drawn_as(desk, ("e1", "e1-2", "e2", "e3"))
    own = next(name for name in _ready(desk) if len(_bodies(desk, name)) == 1)
    assert all(each.key != key(own) for each in proposals(desk.tournament))
    said = desk.refused(Call, at_tables=((key(own), 1),))
    assert said == {("against_self", str(key(own)))}
    desk.does(TakeMatch, key=key(own), **_result(desk, own))
    assert key(own) in desk.tournament.results


def test_a_pair_of_one_person_is_none() -> None:
    desk = allowed(opened(2))
    (player,) = entry(9).players
    alone = Entry("e9", "Player 9 / Player 9", (player, player))
    said = desk.refused(Enter, division_id="main", entries=(alone,))
    assert ("against_self", alone.name) in said


def test_a_corrected_name_is_that_of_every_entry() -> None:
    desk = allowed(opened(2))
    desk.does(Enter, division_id="main", entries=(again(1),))
    desk.does(CorrectPlayer, player=Player("p1", "Anna Berg"))
    names = [desk.tournament.entries[each].name for each in ("e1", "e1-2")]
    assert names == ["Anna Berg", "Anna Berg (2)"]


def test_a_division_keeps_its_terms_when_it_is_changed_removed_and_brought_back() -> None:
    desk = allowed(opened(2))
    desk.does(Enter, division_id="main", entries=(again(1),))
    form = desk.division().format
    desk.does(MakeDivision, division_id="main", name="Open", format=form)
    assert desk.division().re_entry == TWICE
    desk.does(RemoveDivision, division_id="main")
    desk.does(BringDivisionBack, division_id="main")
    assert desk.division().re_entry == TWICE
    assert desk.division().entries == ("e1", "e2", "e1-2")


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        ({"most": 1}, "bad_value"),
        ({"most": 10}, "bad_value"),
        ({"most": 2, "price": -1, "currency": "EUR"}, "bad_value"),
        ({"most": 2, "price": 5, "currency": "Euro"}, "bad_value"),
        ({"most": 2, "price": 5}, "empty"),
    ],
)
def test_terms_that_make_no_sense_are_refused(terms: dict[str, Any], reason: str) -> None:
    said = opened(2).refused(SetReEntry, division_id="main", terms=ReEntryTerms(**terms))
    assert {code for code, _about in said} == {reason}


def _drawn_as(desk: Desk, order: tuple[str, ...]) -> Desk:
    desk.does(DrawDivision, division_id="main", order=order)
    desk.does(PublishDraw, division_id="main")
    return desk


def _ready(desk: Desk) -> list[str]:
    return [each.pairing_id for each, _here in ready_pairings(desk.tournament)]


def _bodies(desk: Desk, name: str) -> set[str]:
    here = stand_of(desk.tournament, key(name))
    assert here is not None
    return {each.player_id for each in players_of(desk.tournament, here)}


def _result(desk: Desk, name: str) -> dict[str, Any]:
    here = stand_of(desk.tournament, key(name))
    assert here is not None
    assert here.players is not None
    winner = here.players[0]
    return {"winner": winner, "score": won(desk, key(name), winner)}
