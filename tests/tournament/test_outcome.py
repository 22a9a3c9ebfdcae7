"""What a match, a series and a single game can end with: held against an enumeration of its own."""

from itertools import product

import pytest

from kiosk.catalogue.text import format_text
from kiosk.catalogue.tournament import REASONS, score_words
from kiosk.tournament.act import TournamentReason
from kiosk.tournament.bracket import Cause
from kiosk.tournament.outcome import Contest, MatchEnding, can_reach, unfit_ending


def every_end(length: int) -> set[int]:
    """All points with which a match can be won, by playing every last game there is: it begins at
    each score below the length, and its cube is turned as long as it does not decide the match.
    """
    found = set()
    for before in range(length):
        cube, turned = 1, True
        while turned:
            for level in (1, 2, 3):
                after = before + level * cube
                if after >= length:
                    found.add(after)
            turned = cube == 1 or cube < length
            cube = cube * 2
    return found


@pytest.mark.parametrize("length", range(1, 26))
def test_a_winner_is_at_the_length_or_beyond_it_by_the_last_game_alone(length: int) -> None:
    ends = every_end(length)
    assert {points for points in range(1000) if can_reach(length, points)} == ends
    for won, lost in product(range(4 * length + 9), range(length + 3)):
        ending = MatchEnding((won, lost), 0)
        fits = won in ends and lost < length
        assert (unfit_ending(Contest(length), ending) == ()) is fits, (won, lost)
        turned = MatchEnding((lost, won), 1)
        assert (unfit_ending(Contest(length), turned) == ()) is fits, (won, lost)


def test_a_match_to_seven() -> None:
    """By hand, so that the enumeration is held against something, too."""
    ends = {points for points in range(1000) if can_reach(7, points)}
    assert ends == {*range(7, 23), *range(24, 31)}
    assert {points for points in range(1000) if can_reach(1, points)} == {1, 2, 3, 4, 6}


@pytest.mark.parametrize("length", [1, 2, 5, 7, 9])
def test_a_table_names_the_last_game_and_its_cube_may_be_any(length: int) -> None:
    for before, level, turns in product(range(length), (1, 2, 3), range(8)):
        won, cube = before + level * 2**turns, 2**turns
        ending = MatchEnding((won, 0), 0, Cause.PLAYED, level, cube)
        assert (unfit_ending(Contest(length), ending) == ()) is (won >= length)
    assert can_reach(7, 9, level=1, cube=2) is not can_reach(7, 9)
    assert unfit_ending(Contest(7), MatchEnding((9, 0), 0, Cause.PLAYED, 1, 2))


@pytest.mark.parametrize("best_of", [3, 5, 7, 99])
def test_a_series_ends_when_somebody_has_more_than_half(best_of: int) -> None:
    need = best_of // 2 + 1
    for won, lost in product(range(need + 3), repeat=2):
        contest = Contest(7, best_of)
        against = unfit_ending(contest, MatchEnding((won, lost), 0))
        assert (against == ()) is (won == need and lost < need)
        stopped = unfit_ending(contest, MatchEnding((won, lost), 0, Cause.FLAG))
        assert (stopped == ()) is (won <= need and lost < need)


def test_a_single_game_gives_its_level_times_the_cube_in_points_or_in_chips() -> None:
    for level, cube, won, lost in product((1, 2, 3), (1, 2, 4), range(40), range(3)):
        ending = MatchEnding((won, lost), 0, Cause.PLAYED, level, cube)
        fits = won in {level * cube, level * cube * 5} and lost == 0
        assert (unfit_ending(Contest(1, stake=5), ending) == ()) is fits
    stopped = MatchEnding((0, 0), 1, Cause.FLAG, 1, 1)
    assert unfit_ending(Contest(1, stake=5), stopped) == ()
    assert unfit_ending(Contest(1, stake=5), MatchEnding((1, 0), 0, Cause.FLAG, 1, 1)) != ()


@pytest.mark.parametrize("cause", [each for each in Cause if each is not Cause.PLAYED])
def test_what_was_not_played_out_leaves_both_below_the_length(cause: Cause) -> None:
    for won, lost in product(range(12), repeat=2):
        ruled = cause is Cause.RULING and won >= 7
        fits = lost < 7 and (won < 7 or ruled)
        assert (unfit_ending(Contest(7), MatchEnding((won, lost), 0, cause)) == ()) is fits


@pytest.mark.parametrize("cause", Cause)
def test_points_below_zero_or_beyond_any_match_are_never_a_score(cause: Cause) -> None:
    for score in ((-1, 3), (7, -1), (1000, 0), (0, 1000)):
        for overruled in (False, True):
            (against,) = unfit_ending(Contest(7), MatchEnding(score, 0, cause), overruled=overruled)
            assert against.reason is TournamentReason.BAD_VALUE
    assert unfit_ending(Contest(7), MatchEnding((3, 7), 0, cause), overruled=True) == ()
    assert unfit_ending(Contest(7), MatchEnding((7, 7), None, cause), overruled=True) == ()


@pytest.mark.parametrize(
    ("contest", "ending", "words"),
    [
        (
            Contest(7),
            MatchEnding((3, 7), 0),
            [
                "a match to 7 ends with the winner at 7 or more and the loser below 7: 3–7 has the"
                " winner at 3",
            ],
        ),
        (
            Contest(7),
            MatchEnding((7, 7), 1),
            [
                "a match to 7 ends with the winner at 7 or more and the loser below 7: 7–7 has the"
                " loser at 7"
            ],
        ),
        (
            Contest(5),
            MatchEnding((1, 0), 0),
            [
                "a match to 5 ends with the winner at 5 or more and the loser below 5: 1–0 has the"
                " winner at 1"
            ],
        ),
        (
            Contest(7),
            MatchEnding((99, 0), 0),
            [
                "a match to 7 can't end 99–0: no last game takes the winner from below 7 to 99",
            ],
        ),
        (
            Contest(7),
            MatchEnding((7, 3), 0, Cause.FLAG),
            [
                "a match to 7 that was not played out has both below 7: 7–3 has one at 7",
            ],
        ),
        (
            Contest(7, 3),
            MatchEnding((1, 1), 0),
            [
                "best of 3 ends with the winner at 2 matches and the loser below 2: 1–1 does not",
            ],
        ),
        (
            Contest(1, stake=100),
            MatchEnding((9, 0), 0, Cause.PLAYED, 3, 4),
            [
                "a game of level 3 with the cube at 4 gives the winner 12 points and the loser 0,"
                " not 9–0",
            ],
        ),
        (
            Contest(7),
            MatchEnding((7, 3), None),
            ["neither advances, so there is no score: leave 7–3 out"],
        ),
    ],
)
def test_each_reason_is_a_sentence_with_its_numbers(
    contest: Contest, ending: MatchEnding, words: list[str]
) -> None:
    found = [score_words(each) for each in unfit_ending(contest, ending)]
    assert [format_text(each) for each in found if each is not None] == words


def test_every_reason_about_a_score_is_shown_above() -> None:
    shown = {each for each in REASONS if "{" in REASONS[each].message}
    assert shown == {
        TournamentReason.WINNER_BELOW,
        TournamentReason.WINNER_BEYOND,
        TournamentReason.LOSER_NOT_BELOW,
        TournamentReason.STOPPED_AT_LENGTH,
        TournamentReason.SERIES_SCORE,
        TournamentReason.GAME_SCORE,
        TournamentReason.SCORE_OF_NEITHER,
    }
