"""A Swiss, by wins and by lives."""

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kits.divisions_kit import NO_BRACKETS, made
from kits.one_division_kit import OneDivision, lettered

from kiosk.tournament.bracket import Cause
from kiosk.tournament.draws import TakeLate
from kiosk.tournament.entries import LeavingReason, TakeOut
from kiosk.tournament.results import Award, Correct, Reopen, TakeMatch
from kiosk.tournament.setting_up import MakeDivision
from kiosk.tournament.swiss import (
    SwissGrouping,
    SwissRules,
    TieBreak,
    byes,
    group_scores,
    losses,
    opponents_met,
    played_out,
    running,
    standings,
    still_in,
    wins,
)
from kiosk.tournament.swiss_pairing import rematches
from kiosk.tournament.swiss_rounds import (
    CloseSwiss,
    PairSwissRound,
    SwissRoundPaired,
    TakeSwissRoundBack,
)
from kiosk.tournament.tournament import DivisionFormat, Round

Desk = OneDivision
THREE = SwissRules(SwissGrouping.WINS, 3, tie_breaks=tuple(TieBreak))
LIVES = SwissRules(SwissGrouping.LIVES, 0)


def played_by(rules: SwissRules) -> DivisionFormat:
    return DivisionFormat("Swiss", NO_BRACKETS, (Round("swiss", 5, "norway"),), swiss=rules)


def opened(rules: SwissRules, players: str) -> Desk:
    """Drawn, and the first round taken back."""
    desk = Desk(played_by(rules), players)
    desk.did(TakeSwissRoundBack, why="not yet")
    return desk


def paired(desk: Desk, order: str) -> str:
    """The round as "ab cd e": e waits."""
    event = desk.did(PairSwissRound, order=tuple(order))
    assert isinstance(event, SwissRoundPaired)
    desk.publishes()
    return " ".join("".join(game.both) for game in event.games)


def won(desk: Desk, winners: str) -> None:
    """They win the matches of this round, in the order of its numbers."""
    for game, winner in zip(running(desk.state), winners, strict=True):
        desk.takes(game.number, winner)


def stood(desk: Desk) -> str:
    return "".join(each.entry_id for each in standings(desk.state))


# --- worked by hand


def three_rounds() -> Desk:
    desk = opened(THREE, "abcde")
    assert paired(desk, "abcde") == "ab cd e"
    won(desk, "ac")
    assert paired(desk, "edcba") == "ec ad b"  # e has waited; a, the last who won, floats
    won(desk, "ed")
    assert paired(desk, "abcde") == "ea bc d"  # e has met c
    won(desk, "ec")
    return desk


def test_five_players_play_three_rounds() -> None:
    desk = three_rounds()
    assert [
        (each.place, each.entry_id, each.wins, each.losses) for each in standings(desk.state)
    ] == [
        (1, "e", 3, 0),
        (2, "c", 2, 1),
        (3, "d", 2, 1),
        (4, "a", 1, 2),
        (5, "b", 1, 2),
    ]
    ties = {each.entry_id: tuple(dict(each.measures).values()) for each in standings(desk.state)}
    assert ties == {  # Buchholz, median, Sonneborn-Berger, progressive
        "e": (2 + 1, 0, 2 + 1, 3 + 2 + 1),
        "c": (2 + 3 + 1, 2, 2 + 1, 3 + 1),
        "d": (2 + 1, 0, 1, 2 + 1),
        "a": (1 + 2 + 3, 2, 1, 3),
        "b": (1 + 2, 0, 0, 2),
    }
    assert played_out(desk.state)
    desk.did(CloseSwiss)
    assert desk.refused(PairSwissRound, order=("a", "b")) == {("over", "s"), ("over", "round 3")}


def test_a_correction_counts_and_the_pairings_stand() -> None:
    """It was c who won against e in the second round (003 §4.6)."""
    desk = three_rounds()
    games = {number: game.both for number, game in desk.state.games.items()}
    desk.corrects(4, "c")
    assert wins(desk.state) == {"a": 1, "b": 1, "c": 3, "d": 2, "e": 2}
    assert {number: game.both for number, game in desk.state.games.items()} == games
    assert stood(desk)[0] == "c"


def test_equal_players_share_a_place() -> None:
    desk = opened(SwissRules(SwissGrouping.WINS, 1, tie_breaks=()), "abcd")
    paired(desk, "abcd")
    won(desk, "bd")
    assert [(each.place, each.entry_id) for each in standings(desk.state)] == [
        *((1, "b"), (1, "d"), (3, "a"), (3, "c")),
    ]


def test_who_loses_the_third_is_out_and_the_last_is_left() -> None:
    desk = opened(LIVES, "abc")
    assert paired(desk, "abc") == "ab c"
    won(desk, "a")
    assert group_scores(desk.state) == {"a": 3, "b": 2, "c": 3}
    assert paired(desk, "abc") == "ac b"
    won(desk, "a")
    assert paired(desk, "abc") == "bc a"  # the others have waited
    won(desk, "b")
    assert paired(desk, "bca") == "ab c"  # all have waited once; c has one life left
    won(desk, "a")
    assert (losses(desk.state), still_in(desk.state)) == ({"a": 0, "b": 2, "c": 2}, tuple("abc"))
    assert paired(desk, "abc") == "ac b"  # c has waited twice
    won(desk, "a")
    assert desk.refused(PairSwissRound, order=tuple("abc")) == {("gone", "c")}
    assert paired(desk, "ab") == "ab"
    won(desk, "a")
    assert still_in(desk.state) == ("a",)
    assert stood(desk)[0] == "a"
    desk.did(CloseSwiss)


def test_as_many_are_left_as_the_rules_say() -> None:
    desk = opened(SwissRules(SwissGrouping.LIVES, 0, lives=1, left=2), "abcd")
    paired(desk, "abcd")
    assert desk.refused(CloseSwiss) == {("not_over", "round 1")}
    won(desk, "ac")
    assert (still_in(desk.state), played_out(desk.state)) == (("a", "c"), True)
    assert desk.refused(PairSwissRound, order=("a", "c")) == {("over", "round 1")}


@pytest.mark.parametrize(("loses", "left"), [(True, 2), (False, 3)])
def test_a_round_missed_costs_a_life_if_the_rules_say_so(loses: bool, left: int) -> None:
    desk = opened(SwissRules(SwissGrouping.LIVES, 0, absent_loses=loses), "abc")
    paired(desk, "ab")
    won(desk, "a")
    assert group_scores(desk.state)["c"] == left


def test_a_correction_brings_back_who_was_out() -> None:
    desk = opened(SwissRules(SwissGrouping.LIVES, 0, lives=1), "abcd")
    paired(desk, "abcd")
    won(desk, "ac")
    paired(desk, "ac")
    desk.corrects(1, "b")
    assert still_in(desk.state) == ("b", "c")
    assert [game.both for game in running(desk.state)] == [("a", "c")]
    won(desk, "c")
    assert desk.refused(PairSwissRound, order=tuple("abc")) == {("gone", "a")}
    assert paired(desk, "bc") == "bc"


def test_who_withdraws_loses_what_he_has_not_ended() -> None:
    desk = opened(THREE, "abcd")
    paired(desk, "abcd")
    events = desk.leaves("a")
    assert [type(each).__name__ for each in events] == ["TakenOut", "WalkedOver"]
    assert wins(desk.state)["b"] == 1
    gone = {"entry_id": "a", "leaving": LeavingReason.WITHDRAWN, "why": ""}
    assert desk.desk.refused(TakeOut, **gone) == {("gone", "a"), ("why_missing", "why")}
    desk.does(Award, key=desk.key(2), winner="d", cause=Cause.WALK_OVER, why="c is not there")
    assert desk.refused(PairSwissRound, order=tuple("abcd")) == {("gone", "a")}
    assert paired(desk, "bcd") == "bd c"


def test_who_comes_late_has_missed_a_round() -> None:
    desk = opened(SwissRules(SwissGrouping.LIVES, 0, late_rounds=1), "ab")
    paired(desk, "ab")
    desk.does(TakeLate, division_id="s", entry=lettered("c"))
    assert group_scores(desk.state)["c"] == 2
    won(desk, "a")
    paired(desk, "abc")
    assert desk.desk.refused(TakeLate, division_id="s", entry=lettered("c")) == {
        *(("taken", "c"), ("taken", "Player c"), ("entered", "Player c"), ("too_late", "round 2")),
    }


# --- refusals


def test_a_swiss_that_can_not_be_played_is_refused() -> None:
    desk = made()
    asked = {"division_id": "s", "name": "S"}
    tie = TieBreak.MEDIAN
    bad = SwissRules(SwissGrouping.WINS, 0, 0, 0, late_rounds=-1, tie_breaks=(tie, tie))
    assert desk.refused(MakeDivision, **asked, format=played_by(bad)) == {
        ("taken", "median"),
        *(("bad_value", about) for about in ("rounds 0 (1–99)", "lives 0 (1–99)", "left 0")),
        ("bad_value", "late_rounds -1 (0–99)"),
    }
    late = SwissRules(SwissGrouping.LIVES, 0, late_rounds=3)
    assert desk.refused(MakeDivision, **asked, format=played_by(late)) == {
        ("bad_value", "late_rounds 3 (0–2)")
    }


def test_a_round_is_paired_of_who_is_in_it_once_the_last_is_over() -> None:
    desk = opened(THREE, "abcd")
    assert desk.refused(PairSwissRound, order=("a", "a", "x")) == {("taken", "a"), ("unknown", "x")}
    assert desk.refused(PairSwissRound, order=("a",)) == {("empty", "order")}
    paired(desk, "abcd")
    assert desk.refused(PairSwissRound, order=tuple("abcd")) == {
        ("not_over", "1"),
        ("not_over", "2"),
    }


def test_a_result_is_taken_once_and_by_one_of_them() -> None:
    desk = opened(THREE, "abc")
    paired(desk, "abc")
    refused, first, bye = desk.desk.refused, desk.key(1), desk.key(2)
    assert refused(TakeMatch, key=first, winner="c", score=(5, 0)) == {("unknown", "c")}
    assert refused(TakeMatch, key=bye, winner="c", score=(5, 0)) == {
        *(("bye", "s swiss-1-2"), ("unknown", "c")),
    }
    right = {"key": first, "winner": "a", "score": None}
    assert refused(Correct, **right, why="x") == {("not_over", "s swiss-1-1")}
    nobody = {"key": first, "winner": None, "cause": Cause.RULING}
    assert refused(Award, **nobody, why="x") == {("not_in_format", "swiss")}
    won(desk, "a")
    assert refused(TakeMatch, key=first, winner="a", score=(5, 0)) == {("over", "s swiss-1-1")}
    assert refused(Correct, key=bye, winner="c", score=None, why="") == {
        *(("not_over", "s swiss-1-2"), ("why_missing", "why"), ("unknown", "c")),
    }
    assert refused(Correct, **{**right, "winner": None}, why="x") == {("not_in_format", "swiss")}


def test_a_result_of_a_swiss_that_is_closed_stands() -> None:
    desk = opened(SwissRules(SwissGrouping.WINS, 1), "ab")
    paired(desk, "ab")
    won(desk, "a")
    desk.did(CloseSwiss)
    changed = {"key": desk.key(1), "why": "x"}
    assert desk.desk.refused(Correct, **changed, winner="b", score=None) == {("over", "s")}
    assert desk.desk.refused(Reopen, **changed) == {("over", "s")}
    desk.leaves("a")
    assert (desk.state.gone, still_in(desk.state)) == (frozenset(), ("a", "b"))


# --- properties


def fewest(present: tuple[str, ...], known: dict[str, set[str]]) -> int:
    """Of all pairings, one with as few rematches as can be; an odd one waits."""
    if len(present) < 2:
        return 0
    one, *rest = present
    counts = [
        (two in known[one]) + fewest(tuple(who for who in rest if who != two), known)
        for two in rest
    ]
    if len(present) % 2:
        counts.append(fewest(tuple(rest), known))
    return min(counts)


def one_round(desk: Desk, dice: random.Random) -> None:
    """Paired, looked at, played, and somebody sometimes corrected, or gone."""
    may = list(still_in(desk.state))
    dice.shuffle(may)
    present = tuple(may[: max(2, len(may) - dice.choice((0, 0, 0, 1)))])
    known, waited = opponents_met(desk.state), byes(desk.state)
    event = desk.did(PairSwissRound, order=present)
    assert isinstance(event, SwissRoundPaired)
    desk.publishes()
    both = [who for game in event.games for who in game.both]
    assert sorted(both) == sorted(present)
    again = sum(game.two in known[game.one] for game in event.games if game.two is not None)
    assert again == fewest(present, known)
    for game in event.games:
        if game.two is None:
            fresh = [who for who in present if waited[who] < waited[game.one]]
            rest = {who: [each for each in present if each != who] for who in fresh}
            assert all(rematches(rest[who], known) > again for who in fresh)
        else:
            desk.takes(game.number, dice.choice(game.both))
    number = dice.randint(1, len(desk.state.games))
    both = desk.state.games[number].both
    if dice.random() < 0.3 and len(both) > 1:
        desk.corrects(number, dice.choice(both))
    if dice.random() < 0.1 and len(still_in(desk.state)) > 2:
        desk.leaves(dice.choice(still_in(desk.state)))


@given(
    st.integers(2, 8),
    st.sampled_from(SwissGrouping),
    st.integers(1, 9),
    st.randoms(use_true_random=False),
)
@settings(deadline=None, max_examples=60)
def test_a_swiss_is_played_as_its_rules_say(
    count: int, by: SwissGrouping, rounds: int, dice: random.Random
) -> None:
    desk = opened(SwissRules(by, rounds, tie_breaks=tuple(TieBreak)), "abcdefgh"[:count])
    while not played_out(desk.state):
        one_round(desk, dice)
    swiss = desk.state
    assert swiss.rounds <= rounds
    assert sum(wins(swiss).values()) == len(swiss.games)
    for who in swiss.players:
        mine = [game for game in swiss.games.values() if who in game.both]
        assert len({game.round for game in mine}) == len(mine)
        if who not in swiss.gone and by is SwissGrouping.WINS:
            assert len(mine) + swiss.missed[who] == swiss.rounds
    desk.did(CloseSwiss)
    assert desk.as_replayed()


@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
def test_results_in_any_order_give_the_same_standings(order: tuple[int, ...]) -> None:
    desks = [opened(THREE, "abcdef"), opened(THREE, "abcdef")]
    for desk, numbers in zip(desks, ((1, 2, 3), order), strict=True):
        paired(desk, "abcdef")
        for number in numbers:
            desk.takes(number, "bdf"[number - 1])
        assert paired(desk, "fedcba") == "fd be ca"
    assert standings(desks[0].state) == standings(desks[1].state)
