"""One name for a round, wherever it is written."""

from dataclasses import replace

from kits.divisions_kit import SWISS
from kits.tournament_kit import PROGRESSIVE, drawn, opened

from kiosk.catalogue.text import format_text
from kiosk.director.report.round_name import round_words
from kiosk.tournament.draws import DrawDivision
from kiosk.tournament.knock_out import BracketShape, KnockOutShape
from kiosk.tournament.sheet import pairings
from kiosk.tournament.tournament import Division


def names(division: Division, bracket: str) -> list[str]:
    here = [each for each in pairings(division) if each.bracket == bracket]
    return list(dict.fromkeys(format_text(round_words(division, each)) for each in here))


def test_the_last_rounds_of_a_draw_have_names() -> None:
    last = ["Quarter-finals", "Semi-finals", "Final"]
    assert names(drawn(16).division(), "main") == ["Round 1", *last]
    assert names(drawn(2).division(), "main") == ["Final"]


def test_where_losers_drop_in_only_the_final_has_a_name() -> None:
    assert names(drawn(8).division(), "consolation") == ["Round 1", "Round 2", "Final"]


def test_a_match_for_third_place_is_no_final() -> None:
    shape = KnockOutShape((BracketShape("main", third_place=True),))
    division = drawn(8, form=replace(PROGRESSIVE, shape=shape)).division()
    last = ["Quarter-finals", "Semi-finals", "Final", "Third place"]
    assert names(division, "main") == last


def test_rounds_that_end_in_no_final_have_numbers() -> None:
    desk = opened(6, form=SWISS)
    desk.does(DrawDivision, division_id="main", order=desk.division().entries)
    assert names(desk.division(), "swiss") == ["Round 1"]
