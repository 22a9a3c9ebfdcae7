"""Ratings by FIBS's formula, held against what others have published of it, and reckoned from the
matches of an event as they count now.
"""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kits.tournament_kit import Desk, drawn, entry, key, opened, won

from kiosk.tournament.bracket import Cause
from kiosk.tournament.draws import DrawDivision, PublishDraw
from kiosk.tournament.entries import Enter
from kiosk.tournament.history import read_history
from kiosk.tournament.knock_out import BracketShape, KnockOutShape
from kiosk.tournament.ratings import (
    FORMULAS,
    EloFormula,
    PlayerRating,
    after_match,
    chance_of,
    k_factor,
    ratings,
)
from kiosk.tournament.results import Award, Correct, Reopen, TakeMatch
from kiosk.tournament.sheet import ready_pairings, stand_of
from kiosk.tournament.tournament import DivisionFormat, Entry, Player, Round

FIBS = FORMULAS["fibs"]
SOMEBODY = Player("p", "Somebody")

LENGTHS = (1, 3, 5, 7, 9, 11)
FAVOURITE = {
    0: (0.500, 0.500, 0.500, 0.500, 0.500, 0.500),
    100: (0.529, 0.550, 0.564, 0.576, 0.585, 0.594),
    200: (0.557, 0.598, 0.626, 0.648, 0.666, 0.682),
    300: (0.585, 0.645, 0.684, 0.714, 0.738, 0.759),
    400: (0.613, 0.689, 0.737, 0.772, 0.799, 0.822),
    500: (0.640, 0.730, 0.784, 0.821, 0.849, 0.871),
    600: (0.666, 0.768, 0.824, 0.861, 0.888, 0.908),
    700: (0.691, 0.802, 0.858, 0.894, 0.918, 0.935),
}
"""How often the favourite must win to keep a FIBS rating, by the difference and the length:
rec.games.backgammon as kept at https://bkgm.com/rgb/rgb.cgi?view+45
"""


@pytest.mark.parametrize(
    ("apart", "length", "published"),
    [
        (apart, length, published)
        for apart, line in FAVOURITE.items()
        for length, published in zip(LENGTHS, line, strict=True)
    ],
)
def test_the_favourites_chance_is_as_published(apart: int, length: int, published: float) -> None:
    assert chance_of(FIBS, 1500 + apart, 1500, length) == pytest.approx(published, abs=0.00051)


def test_fifty_points_stronger_in_a_match_to_25() -> None:
    """Worked out to many digits in a Mathematica notebook on FIBS ratings (its `fp[50, 25]`)."""
    assert chance_of(FIBS, 1550, 1500, 25) == pytest.approx(0.571463117408381432, abs=1e-15)


@pytest.mark.parametrize(
    ("finished", "length", "expected"),
    [(0, 1, 4.99), (0, 5, 4.95), (95, 5, 4.0), (195, 5, 3.0), (395, 5, 1.0), (5000, 7, 1.0)],
)
def test_a_newcomers_changes_are_larger_until_400(
    finished: int, length: int, expected: float
) -> None:
    """K = max(1, 5 - (E + N) / 100): http://fibs.com/macfibs/help/glossary/pages/Ratings.html"""
    assert k_factor(FIBS, finished + length) == pytest.approx(expected)


def test_a_clubs_own_boost() -> None:
    """K = max(1, 2 - E / 400), else FIBS's: http://brasscitybackgammon.com/bcb-leader-board.html"""
    club = EloFormula(boost=2.0)
    assert [k_factor(club, experience) for experience in (0, 200, 400, 900)] == [2.0, 1.5, 1.0, 1.0]


@pytest.mark.parametrize(
    ("winner", "loser", "length", "gains"),
    [
        (1500, 1500, 1, 2.0),
        (1500, 1500, 9, 6.0),
        (1750, 1850, 9, 4 * 3 * 0.585),
        (1850, 1750, 9, 4 * 3 * (1 - 0.585)),
    ],
)
def test_who_wins_gains_by_how_unlikely_it_was(
    winner: float, loser: float, length: int, gains: float
) -> None:
    """4 √n P: `help formula` of FIBS, as told at http://www.bkgm.com/rgb/rgb.cgi?view+1093"""
    one = PlayerRating(SOMEBODY, winner, winner, experience=1000)
    two = PlayerRating(SOMEBODY, loser, loser, experience=1000)
    after_one, after_two = after_match(FIBS, one, two, length)
    assert after_one.rating - winner == pytest.approx(gains, abs=0.01)
    assert after_two.rating - loser == pytest.approx(-gains, abs=0.01)
    assert (after_one.experience, after_one.matches) == (1000 + length, 1)


@given(st.floats(1000, 2200), st.floats(1000, 2200), st.integers(1, 99), st.integers(400, 9999))
def test_between_the_experienced_no_point_is_made_or_lost(
    one: float, two: float, length: int, experience: int
) -> None:
    before = [PlayerRating(SOMEBODY, each, each, experience) for each in (one, two)]
    after = after_match(FIBS, before[0], before[1], length)
    assert sum(each.rating for each in after) == pytest.approx(one + two)
    assert after[0].rating > one


# --- of an event ----------------------------------------------------------------------------------


def rated(desk: Desk) -> dict[str, tuple[float, int, int]]:
    """By entry: the rating in tenths, experience, matches."""
    matches = read_history(desk.kept).matches
    found = ratings(desk.tournament, matches, "fibs")
    return {
        each.player.player_id.replace("p", "e"): (
            round(each.rating, 6),
            each.experience,
            each.matches,
        )
        for each in found
    }


def win(desk: Desk, pairing_id: str, winner: str) -> None:
    where = key(pairing_id)
    desk.does(TakeMatch, key=where, winner=winner, score=won(desk, where, winner))


def test_matches_are_rated_one_after_the_other_at_their_lengths() -> None:
    desk = drawn(4)
    win(desk, "main-1-1", "e1")  # to 7
    win(desk, "main-1-2", "e4")
    win(desk, "main-2-1", "e4")  # to 11
    told = rated(desk)
    gained = 4 * (5 - 0.07) * 7**0.5 * 0.5
    assert told["e2"] == (round(1500 - gained, 6), 7, 1)
    last = 4 * (5 - 0.18) * 11**0.5 * 0.5  # both had gained the same
    assert told["e4"] == (round(1500 + gained + last, 6), 18, 2)
    assert told["e1"] == (round(1500 + gained - last, 6), 18, 2)
    order = [
        each.player.name
        for each in ratings(desk.tournament, read_history(desk.kept).matches, "fibs")
    ]
    assert order == ["Player 4", "Player 1", "Player 2", "Player 3"]


@pytest.mark.parametrize("later", [False, True])
def test_a_correction_is_reckoned_as_if_it_had_been_so(later: bool) -> None:
    """In its place in the order, also when others have played since."""
    wrong, right = drawn(4), drawn(4)
    win(wrong, "main-1-1", "e1")
    win(right, "main-1-1", "e2")
    for desk in (wrong, right):
        if later:
            win(desk, "main-1-2", "e4")
    wrong.does(Correct, key=key("main-1-1"), winner="e2", score=(3, 7), why="misread")
    assert rated(wrong) == rated(right)


def test_what_a_correction_voids_is_not_rated_and_what_is_open_again_neither() -> None:
    desk = drawn(4)
    fresh = rated(desk)
    win(desk, "main-1-1", "e1")
    win(desk, "main-1-2", "e4")
    before = rated(desk)
    win(desk, "main-2-1", "e1")
    assert rated(desk) != before
    desk.does(Correct, key=key("main-1-1"), winner="e2", score=(3, 7), why="misread")
    assert rated(desk)["e4"] == before["e4"]
    desk.does(Reopen, key=key("main-1-1"), why="they play on")
    desk.does(Reopen, key=key("main-1-2"), why="they play on")
    assert rated(desk) == fresh


def test_what_was_not_played_is_not_rated() -> None:
    desk = drawn(4)
    fresh = rated(desk)
    desk.does(Award, key=key("main-1-1"), winner="e1", cause=Cause.WALK_OVER, why="late")
    assert rated(desk) == fresh


def series() -> Desk:
    shape = KnockOutShape((BracketShape("main"),))
    form = DivisionFormat("Best of three", shape, (Round("main", 5, "norway", best_of=3),))
    desk = opened(2, form=form)
    desk.does(DrawDivision, division_id="main", order=desk.division().entries)
    desk.does(PublishDraw, division_id="main")
    return desk


def test_each_match_of_a_series_is_rated_unless_nobody_knows_which_was_wrong() -> None:
    desk = series()
    fresh = rated(desk)
    for winner in ("e1", "e2", "e1"):
        win(desk, "main-1-1", winner)
    played = rated(desk)
    assert played["e1"][1:] == (15, 3)
    desk.does(Correct, key=key("main-1-1"), winner="e1", score=(2, 0), why="a score misread")
    assert rated(desk) == played
    desk.does(Correct, key=key("main-1-1"), winner="e2", score=(1, 2), why="the winner misread")
    assert rated(desk) == fresh


def test_who_brings_a_rating_keeps_it_and_a_pair_has_none() -> None:
    desk = opened(1)
    strong = Player("px", "Åse", rating=1812.5)
    pair = Entry("pair", "Two", (Player("pa", "A"), Player("pb", "B")))
    desk.does(Enter, division_id="main", entries=(Entry("ex", "Åse", (strong,)), pair))
    desk.does(DrawDivision, division_id="main", order=("ex", "pair", "e1", 1))
    desk.does(PublishDraw, division_id="main")
    win(desk, "main-1-1", "pair")
    assert rated(desk) == {"ex": (1812.5, 0, 0), "e1": (1500.0, 0, 0)}


def test_who_brings_experience_gains_and_loses_as_fibs_says_of_it() -> None:
    """By hand: 5 points, equal ratings: half is unlikely, so 2 K √5 each. K of a newcomer after it
    is 5 - 4·5/400 = 4.95, after 200 points 2.95, from 400 on 1.
    """
    for experience, k in ((0, 4.95), (200, 2.95), (395, 1.0), (4000, 1.0)):
        shape = KnockOutShape((BracketShape("main"),))
        desk = opened(0, form=DivisionFormat("Knock-out", shape, (Round("main", 5, "norway"),)))
        old = Entry("e1", "Åse", (Player("p1", "Åse", experience=experience),))
        desk.does(Enter, division_id="main", entries=(old, entry(2)))
        desk.does(DrawDivision, division_id="main", order=("e1", "e2"))
        desk.does(PublishDraw, division_id="main")
        win(desk, "main-1-1", "e1")
        rating, after, matches = rated(desk)["e1"]
        assert rating == pytest.approx(1500 + 2 * k * 5**0.5)
        assert (after, matches) == (experience + 5, 1)
        assert rated(desk)["e2"][0] == pytest.approx(1500 - 2 * 4.95 * 5**0.5)


@given(st.integers(2, 16), st.randoms(use_true_random=False))
def test_a_corrected_event_has_the_ratings_of_one_that_was_never_wrong(
    entries: int, chance: random.Random
) -> None:
    """The last result of each is taken wrong at first, and corrected at once or at the end."""
    wrong, right = drawn(entries), drawn(entries)
    while can := [each for each, _stand in ready_pairings(right.tournament)]:
        one = chance.choice(can)
        here = stand_of(right.tournament, one)
        players = (here and here.players) or ("", "")
        winner, loser = chance.sample(players, 2)
        score = won(right, one, winner)
        asked: dict[str, Any] = {"key": one, "winner": winner, "score": score}
        right.does(TakeMatch, **asked)
        mistaken = chance.random() < 0.5
        first = {"winner": loser, "score": score[::-1]} if mistaken else {}
        wrong.does(TakeMatch, **asked | first)
        if mistaken:
            wrong.does(Correct, why="misread", **asked)
    assert rated(wrong) == rated(right)
    decided = read_history(right.kept).decided_ms
    assert decided.keys() == right.tournament.results.keys()


def test_an_unknown_formula_is_told() -> None:
    with pytest.raises(LookupError):
        ratings(drawn(2).tournament, (), "glicko")
