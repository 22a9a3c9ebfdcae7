"""Results as they are entered: in every format, by a table's word, by hand and by correction."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from kits.divisions_kit import begun
from kits.tournament_kit import BY_DATE, LAST_DAY, PROGRESSIVE, Desk, drawn, key, opened

from kiosk.tournament.bracket import Cause, PairingResult
from kiosk.tournament.club_rounds import RoundDate
from kiosk.tournament.draws import DrawDivision, PublishDraw
from kiosk.tournament.results import Award, Correct, MatchTaken, TakeMatch
from kiosk.tournament.round_dates import SetRoundDates
from kiosk.tournament.sheet import stand_of
from kiosk.tournament.tournament import PairingKey

BEST_OF_THREE = replace(
    PROGRESSIVE, rounds=tuple(replace(r, best_of=3) for r in PROGRESSIVE.rounds)
)


def by_date() -> Desk:
    desk = opened(4, form=BY_DATE)
    desk.does(DrawDivision, division_id="main", order=desk.division().entries)
    dates = (RoundDate("main", 1, LAST_DAY), RoundDate("main", 2, LAST_DAY + 30))
    desk.does(SetRoundDates, division_id="main", dates=dates)
    desk.does(PublishDraw, division_id="main")
    return desk


FORMS: dict[str, tuple[Callable[[], Desk], PairingKey, int]] = {
    "knock-out": (lambda: drawn(4), key("main-1-1"), 7),
    "series": (lambda: drawn(4, form=BEST_OF_THREE), key("main-1-1"), 7),
    "by a date": (by_date, key("main-1-1"), 11),
    "swiss": (lambda: begun("swiss", entries=4), key("swiss-1-1", "swiss"), 7),
    "lives": (lambda: begun("lives", entries=4), key("swiss-1-1", "lives"), 5),
    "groups": (lambda: begun("groups", entries=4), key("A-1-1", "groups"), 5),
}
"""An event of each format, a match that can be played in it, and to how many points."""


def sides(desk: Desk, key: PairingKey) -> tuple[str, str]:
    here = stand_of(desk.tournament, key)
    assert here is not None
    assert here.players is not None
    return here.players


def reasons(refused: set[tuple[str, str]]) -> set[str]:
    return {reason for reason, _about in refused}


@pytest.mark.parametrize("name", FORMS)
def test_a_match_of_any_format_ends_with_its_winner_at_the_length(name: str) -> None:
    make, match, length = FORMS[name]
    desk = make()
    one, two = sides(desk, match)
    for winner, score, why in (
        (one, (3, length), {"winner_below"}),
        (one, (length, length), {"loser_not_below"}),
        (two, (length, length), {"loser_not_below"}),
        (one, (0, 0), {"winner_below"}),
        (one, (1, 0), {"winner_below"}),
        (two, (0, length - 1), {"winner_below"}),
        (one, (99, 0), {"winner_beyond"}),
        (two, (length, length + 1), {"loser_not_below"}),
        (one, (length, -1), {"bad_value"}),
    ):
        asked = {"key": match, "winner": winner, "score": score}
        assert reasons(desk.refused(TakeMatch, **asked)) == why, (winner, score)
    desk.does(TakeMatch, key=match, winner=two, score=(length - 1, length + 1))
    assert desk.tournament.sets[match] == (two,)


@pytest.mark.parametrize("name", FORMS)
def test_a_correction_is_held_to_the_same(name: str) -> None:
    make, match, length = FORMS[name]
    desk = make()
    one, two = sides(desk, match)
    ends = 2 if name == "series" else length
    for _match in range(2 if name == "series" else 1):
        desk.does(TakeMatch, key=match, winner=one, score=(length, 2))
    for winner, score in ((two, (ends, 0)), (one, (ends, ends)), (one, (99, 0)), (one, (0, 0))):
        asked = {"key": match, "winner": winner, "score": score, "why": "misread"}
        odd = reasons(desk.refused(Correct, **asked))
        assert odd <= {"winner_below", "winner_beyond", "loser_not_below", "series_score"}
    desk.does(Correct, key=match, winner=two, score=(1, ends), why="misread")
    assert desk.tournament.results[match] == PairingResult(two, Cause.RULING, (1, ends))


def test_neither_is_through_with_no_score() -> None:
    desk = drawn(4)
    desk.does(TakeMatch, key=key("main-1-1"), winner="e1", score=(7, 3))
    asked: dict[str, Any] = {"key": key("main-1-1"), "winner": None, "why": "both left"}
    assert desk.refused(Correct, **asked, score=(7, 3)) == {("score_of_neither", "7–3")}
    desk.does(Correct, **asked, score=None)


def test_a_game_of_a_swing_gives_its_points() -> None:
    desk = begun("swing", entries=4)
    match = key("swing-1-1", "swing")
    one, two = sides(desk, match)
    game = {"level": 2, "cube": 4}
    for winner, score in (
        (one, (0, 8)),
        (one, (9, 0)),
        (two, (8, 0)),
        (one, (8, 1)),
        (one, (0, 0)),
    ):
        refused = desk.refused(TakeMatch, key=match, winner=winner, score=score, **game)
        assert reasons(refused) == {"game_score"}
    desk.does(TakeMatch, key=match, winner=one, score=(8, 0), **game)
    wrong: dict[str, Any] = {"key": match, "winner": two, "why": "misread", **game}
    assert reasons(desk.refused(Correct, **wrong, score=(8, 0))) == {"game_score"}
    desk.does(Correct, **wrong, score=(0, 8))


def test_what_was_not_played_out_has_its_own_cause() -> None:
    desk = drawn(4)
    match: dict[str, Any] = {"key": key("main-1-1"), "winner": "e1"}
    assert reasons(desk.refused(TakeMatch, **match, score=(3, 5))) == {"winner_below"}
    flag = {"score": (3, 5), "cause": Cause.FLAG}
    assert reasons(desk.refused(TakeMatch, **match, score=(7, 5), cause=Cause.FLAG)) == {
        "stopped_at_length"
    }
    for cause in (Cause.WALK_OVER, Cause.WITHDRAWN, Cause.DISQUALIFIED):
        asked = desk.refused(TakeMatch, **match, score=(0, 0), cause=cause)
        assert asked == {("bad_value", cause)}
    taken, _decided = desk.does(TakeMatch, **match, **flag)
    assert isinstance(taken, MatchTaken)
    assert desk.tournament.results[key("main-1-1")] == PairingResult("e1", Cause.FLAG, (3, 5))
    desk.does(Correct, **match, score=(4, 5), why="misread", cause=Cause.FLAG)
    assert desk.tournament.results[key("main-1-1")] == PairingResult("e1", Cause.FLAG, (4, 5))
    desk.does(Award, key=key("main-1-2"), winner="e3", cause=Cause.FLAG, why="a clock without a Pi")
    assert desk.tournament.results[key("main-1-2")] == PairingResult("e3", Cause.FLAG)


def test_a_length_that_was_put_right_at_the_table_counts() -> None:
    desk = drawn(4)
    match: dict[str, Any] = {"key": key("main-1-1"), "winner": "e1", "score": (9, 8)}
    assert reasons(desk.refused(TakeMatch, **match)) == {"loser_not_below"}
    assert reasons(desk.refused(TakeMatch, **match, length=11)) == {"winner_below"}
    desk.does(TakeMatch, **match, length=9)
    groups = begun("groups", entries=4)
    where = key("A-1-1", "groups")
    one, _two = sides(groups, where)
    groups.does(TakeMatch, key=where, winner=one, score=(9, 8), length=9)
    assert groups.tournament.results[where].score == (9, 8)


@pytest.mark.parametrize("name", FORMS)
def test_the_director_may_overrule_with_a_reason_that_is_kept(name: str) -> None:
    make, match, length = FORMS[name]
    desk = make()
    one, _two = sides(desk, match)
    odd: dict[str, Any] = {"key": match, "winner": one, "score": (3, length)}
    assert desk.refused(TakeMatch, **odd, overrules=" ") == desk.refused(TakeMatch, **odd)
    assert reasons(desk.refused(TakeMatch, **odd | {"score": (-3, 7)}, overrules="x")) == {
        "bad_value"
    }
    (taken, *_more) = desk.does(TakeMatch, **odd, overrules="they agreed on it")
    assert isinstance(taken, MatchTaken)
    assert taken.overrules == "they agreed on it"
    if name != "series":
        assert desk.tournament.results[match].overrules == "they agreed on it"
        why = {"why": "misread", "overrules": "so it stands"}
        desk.does(Correct, **odd | {"score": (length, length)}, **why)
        assert desk.tournament.results[match].overrules == "so it stands"


def test_only_what_is_ruled_is_the_directors() -> None:
    plain = TakeMatch(1, "K", key("main-1-1"), "e1", (7, 3))
    assert not plain.is_ruled
    assert replace(plain, cause=Cause.FLAG).is_ruled
    assert replace(plain, length=9).is_ruled
    assert replace(plain, overrules="x").is_ruled
    assert not replace(plain, overrules="  ").is_ruled
