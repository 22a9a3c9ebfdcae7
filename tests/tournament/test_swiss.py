"""A Swiss, by wins and by lives."""

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kits.formats_kit import FormatDesk

from kiosk.tournament.formats import SWISS
from kiosk.tournament.swiss import (
    NO_SWISS,
    Swiss,
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
from kiosk.tournament.swiss_results import AwardSwissMatch, CorrectSwissResult, TakeSwissResult
from kiosk.tournament.swiss_rounds import (
    CloseSwiss,
    EnterSwiss,
    OpenSwiss,
    PairSwissRound,
    SwissRoundPaired,
    WithdrawFromSwiss,
)

Desk = FormatDesk[Swiss]
THREE = SwissRules(SwissGrouping.WINS, 3, tie_breaks=tuple(TieBreak))
LIVES = SwissRules(SwissGrouping.LIVES, 0)


def opened(rules: SwissRules, players: str = "") -> Desk:
    desk = FormatDesk(SWISS, NO_SWISS)
    desk.did(OpenSwiss, swiss_id="s", name="Saturday", rules=rules)
    for who in players:
        desk.did(EnterSwiss, player_id=who, name=f"Player {who}")
    return desk


def paired(desk: Desk, order: str) -> str:
    """The round as "ab cd e": e waits."""
    event = desk.did(PairSwissRound, order=tuple(order))
    assert isinstance(event, SwissRoundPaired)
    return " ".join("".join(game.both) for game in event.games)


def won(desk: Desk, winners: str) -> None:
    """They win the matches of this round, in the order of its numbers."""
    for game, winner in zip(running(desk.state), winners, strict=True):
        desk.did(TakeSwissResult, number=game.number, winner=winner)


def stood(desk: Desk) -> str:
    return "".join(each.player_id for each in standings(desk.state))


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
        (each.place, each.player_id, each.wins, each.losses) for each in standings(desk.state)
    ] == [
        (1, "e", 3, 0),
        (2, "c", 2, 1),
        (3, "d", 2, 1),
        (4, "a", 1, 2),
        (5, "b", 1, 2),
    ]
    ties = {each.player_id: each.ties for each in standings(desk.state)}
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
    desk.did(CorrectSwissResult, number=4, winner="c", why="the sheet was read wrongly")
    assert wins(desk.state) == {"a": 1, "b": 1, "c": 3, "d": 2, "e": 2}
    assert {number: game.both for number, game in desk.state.games.items()} == games
    assert stood(desk)[0] == "c"


def test_equal_players_share_a_place() -> None:
    desk = opened(SwissRules(SwissGrouping.WINS, 1, tie_breaks=()), "abcd")
    paired(desk, "abcd")
    won(desk, "bd")
    assert [(each.place, each.player_id) for each in standings(desk.state)] == [
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
    desk.did(CorrectSwissResult, number=1, winner="b", why="they said it the wrong way round")
    assert still_in(desk.state) == ("b", "c")
    assert [game.both for game in running(desk.state)] == [("a", "c")]
    won(desk, "c")
    assert desk.refused(PairSwissRound, order=tuple("abc")) == {("gone", "a")}
    assert paired(desk, "bc") == "bc"


def test_who_withdraws_loses_what_he_has_not_ended() -> None:
    desk = opened(THREE, "abcd")
    paired(desk, "abcd")
    events = desk.does(WithdrawFromSwiss, player_id="a", why="ill")
    assert [type(each).__name__ for each in events] == ["SwissWithdrawn", "SwissMatchAwarded"]
    assert (wins(desk.state)["b"], desk.state.games[1].awarded) == (1, True)
    assert desk.refused(WithdrawFromSwiss, player_id="a", why="") == {
        ("gone", "a"),
        ("why_missing", "why"),
    }
    desk.did(AwardSwissMatch, number=2, winner="d", why="c is not there")
    assert desk.refused(PairSwissRound, order=tuple("abcd")) == {("gone", "a")}
    assert paired(desk, "bcd") == "bd c"


def test_who_comes_late_has_missed_a_round() -> None:
    desk = opened(SwissRules(SwissGrouping.LIVES, 0, late_rounds=1), "ab")
    paired(desk, "ab")
    desk.did(EnterSwiss, player_id="c", name="C")
    assert group_scores(desk.state)["c"] == 2
    won(desk, "a")
    paired(desk, "abc")
    assert desk.refused(EnterSwiss, player_id="c", name=" ") == {
        *(("empty", "name"), ("taken", "c"), ("too_late", "round 2")),
    }


# --- refusals


def test_a_swiss_that_can_not_be_played_is_refused() -> None:
    desk = FormatDesk(SWISS, NO_SWISS)
    assert desk.refused(CloseSwiss) == {("no_event", "")}
    tie = TieBreak.MEDIAN
    bad = SwissRules(SwissGrouping.WINS, 0, 0, 0, late_rounds=-1, tie_breaks=(tie, tie))
    assert desk.refused(OpenSwiss, swiss_id="", name="", rules=bad) == {
        *(("empty", "swiss_id"), ("empty", "name"), ("taken", "median")),
        *(("bad_value", about) for about in ("rounds 0 (1–99)", "lives 0 (1–99)", "left 0")),
        ("bad_value", "late_rounds -1 (0–99)"),
    }
    late = SwissRules(SwissGrouping.LIVES, 0, late_rounds=3)
    assert desk.refused(OpenSwiss, swiss_id="s", name="S", rules=late) == {
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
    assert desk.refused(TakeSwissResult, number=1, winner="c") == {("unknown", "c")}
    assert desk.refused(TakeSwissResult, number=2, winner="c") == {("over", "2")}
    assert desk.refused(CorrectSwissResult, number=1, winner="a", why="") == {("not_over", "1")}
    won(desk, "a")
    assert desk.refused(TakeSwissResult, number=1, winner="a") == {("over", "1")}
    assert desk.refused(AwardSwissMatch, number=9, winner="a", why="") == {
        ("unknown", "9"),
        ("why_missing", "why"),
    }
    assert desk.refused(CorrectSwissResult, number=2, winner="a", why="") == {
        ("unknown", "a"),
        ("why_missing", "why"),
    }


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
            desk.did(TakeSwissResult, number=game.number, winner=dice.choice(game.both))
    number = dice.randint(1, len(desk.state.games))
    if dice.random() < 0.3:
        winner = dice.choice(desk.state.games[number].both)
        desk.did(CorrectSwissResult, number=number, winner=winner, why="so it was")
    if dice.random() < 0.1 and len(still_in(desk.state)) > 2:
        desk.does(WithdrawFromSwiss, player_id=dice.choice(still_in(desk.state)), why="ill")


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
    assert SWISS.replayed(desk.kept, desk.start) == desk.state


@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
def test_results_in_any_order_give_the_same_standings(order: tuple[int, ...]) -> None:
    desks = [opened(THREE, "abcdef"), opened(THREE, "abcdef")]
    for desk, numbers in zip(desks, ((1, 2, 3), order), strict=True):
        paired(desk, "abcdef")
        for number in numbers:
            desk.did(TakeSwissResult, number=number, winner="bdf"[number - 1])
        assert paired(desk, "fedcba") == "fd be ca"
    assert standings(desks[0].state) == standings(desks[1].state)
