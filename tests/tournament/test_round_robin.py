"""Groups in which everybody meets everybody."""

import random
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kits.divisions_kit import NO_BRACKETS, made
from kits.one_division_kit import OneDivision
from kits.tournament_kit import entry

from kiosk.tournament.bracket import Cause
from kiosk.tournament.draws import DrawDivision
from kiosk.tournament.entries import Enter
from kiosk.tournament.format_row import FormatStanding
from kiosk.tournament.results import Award, Correct, Reopen, TakeMatch
from kiosk.tournament.round_robin import (
    GroupRules,
    GroupTie,
    RoundRobinGroup,
    Withdrawal,
    open_games,
    players_through,
    rounds_of,
    standings,
)
from kiosk.tournament.round_robin_acts import CloseRoundRobin, DrawGroupLot, RoundRobinClosed
from kiosk.tournament.setting_up import MakeDivision
from kiosk.tournament.tournament import DivisionFormat, Round

Desk = OneDivision


def rules(
    through: int,
    tie_breaks: tuple[GroupTie, ...] = tuple(GroupTie),
    withdrawal: Withdrawal = Withdrawal.COUNTS,
    size: int = 20,
) -> GroupRules:
    return GroupRules(size, through, tie_breaks, withdrawal)


def played_by(groups: GroupRules) -> DivisionFormat:
    return DivisionFormat("Groups", NO_BRACKETS, (Round("groups", 5, "norway"),), groups=groups)


def opened(told: GroupRules | None = None, *groups: str) -> Desk:
    """Groups A, B and so on of players of one letter, all of one size; "abcd" if none is told."""
    drawn = groups or ("abcd",)
    dealt = ["".join(each) for each in zip(*drawn, strict=True)]
    order = "".join(each[::-1] if nth % 2 else each for nth, each in enumerate(dealt))
    form = replace(told or rules(2), size=len(drawn[0]))
    desk = Desk(played_by(form), order)
    assert ["".join(each.players) for each in desk.state.groups.values()] == [*drawn]
    return desk


def played(desk: Desk, *results: str) -> None:
    """ "ab3": a beats b, who has 3 points."""
    for winner, loser, points in results:
        (game,) = (each for each in desk.state.games.values() if {*each.both} == {winner, loser})
        desk.takes(game.number, winner, 5, int(points))


def stood(desk: Desk, group: str = "A") -> list[tuple[int, str]]:
    return [(each.place, each.entry_id) for each in standings(desk.state, group)]


def difference(each: FormatStanding) -> int:
    return dict(each.measures)["points_difference"]


BY_HAND = ("ad3", "bc2", "ca4", "bd1", "ab0", "dc4")


# --- worked by hand


def test_four_players_meet_in_three_rounds() -> None:
    desk = opened()
    games = desk.state.games.values()
    assert [(game.round, "".join(game.both)) for game in games] == [
        *((1, "ad"), (1, "bc"), (2, "ac"), (2, "db"), (3, "ab"), (3, "cd")),
    ]
    played(desk, *BY_HAND[:-1])
    assert players_through(desk.state, "A") is None  # though nobody can overtake a and b
    played(desk, *BY_HAND[-1:])
    table = [
        (each.place, each.entry_id, each.wins, each.losses, difference(each))
        for each in standings(desk.state, "A")
    ]
    assert table == [  # a has beaten b, and d has beaten c
        (1, "a", 2, 1, 2 - 1 + 5),
        (2, "b", 2, 1, 3 + 4 - 5),
        (3, "d", 1, 2, -2 - 4 + 1),
        (4, "c", 1, 2, -3 + 1 - 1),
    ]
    event = desk.did(CloseRoundRobin)
    assert isinstance(event, RoundRobinClosed)
    assert event.through == (("A", ("a", "b")),)


@pytest.mark.parametrize(
    ("tie", "order"),
    [
        (GroupTie.HEAD_TO_HEAD, "abdc"),
        (GroupTie.SONNEBORN_BERGER, "abcd"),  # a 3, b 2; c beat a: 2, d beat c: 1
        (GroupTie.POINTS_DIFFERENCE, "abcd"),  # 6, 2; -3, -5
    ],
)
def test_equal_wins_are_parted_as_the_rules_say(tie: GroupTie, order: str) -> None:
    desk = opened(rules(2, (tie,)))
    played(desk, *BY_HAND)
    assert stood(desk) == list(enumerate(order, 1))


def test_without_a_tie_break_they_share_a_place() -> None:
    desk = opened(rules(2, ()))
    played(desk, *BY_HAND)
    assert stood(desk) == [(1, "a"), (1, "b"), (3, "c"), (3, "d")]


def test_of_three_each_has_beaten_one_and_the_lot_parts_them() -> None:
    desk = opened()
    played(desk, "ab4", "bc4", "ca4", "ad0", "bd0", "cd0")
    assert stood(desk) == [(1, "a"), (1, "b"), (1, "c"), (4, "d")]
    assert players_through(desk.state, "A") is None
    assert desk.refused(CloseRoundRobin) == {("not_over", "A")}
    assert desk.refused(DrawGroupLot, group="A", order=("c", "a")) == {("bad_value", "order")}
    desk.did(DrawGroupLot, group="A", order=tuple("cab"))
    assert stood(desk) == list(enumerate("cabd", 1))
    assert players_through(desk.state, "A") == ("c", "a")
    number = next(game.number for game in desk.state.games.values() if {*game.both} == {*"cd"})
    for points in (1, 0):
        desk.corrects(number, "c", 5, points)
    assert players_through(desk.state, "A") is None  # the lot is void


def test_head_to_head_looks_at_the_equal_only() -> None:
    """b and c have two wins each, and so have d and e one; of each two the first beat the other."""
    desk = opened(rules(1, (GroupTie.HEAD_TO_HEAD,)), "abcde")
    played(desk, "ab0", "ac0", "ad0", "ae0", "bc0", "bd0", "cd0", "eb0", "ce0", "de0")
    assert [each.wins for each in standings(desk.state, "A")] == [4, 2, 2, 1, 1]
    assert stood(desk) == list(enumerate("abcde", 1))


def test_the_rounds_are_played_in_the_order_given() -> None:
    plain, turned = (
        RoundRobinGroup("A", tuple("abcde")),
        RoundRobinGroup("A", tuple("abcde"), (5, 1, 2, 3, 4)),
    )
    assert rounds_of(turned) == (rounds_of(plain)[4], *rounds_of(plain)[:4])


# --- withdrawals


@pytest.mark.parametrize(
    ("rule", "before", "wins"),
    [
        (Withdrawal.COUNTS, ("da0",), {"a": 0, "b": 1, "c": 1, "d": 1}),
        (Withdrawal.STRUCK, ("da0", "bd0"), {"a": 0, "b": 0, "c": 0, "d": 0}),
        (Withdrawal.HALF, ("da0",), {"a": 0, "b": 0, "c": 0, "d": 0}),
        (Withdrawal.HALF, ("da0", "bd0"), {"a": 0, "b": 1, "c": 1, "d": 1}),
        (Withdrawal.STRUCK, ("da0", "bd0", "dc0"), {"a": 0, "b": 1, "c": 0, "d": 2}),
    ],
)
def test_what_who_withdraws_has_played_counts_as_the_rules_say(
    rule: Withdrawal, before: tuple[str, ...], wins: dict[str, int]
) -> None:
    desk = opened(rules(2, withdrawal=rule))
    played(desk, *before)
    desk.leaves("d")
    assert {each.entry_id: each.wins for each in standings(desk.state, "A")} == wins
    assert standings(desk.state, "A")[-1].entry_id == "d"
    assert {frozenset(game.both) for game in open_games(desk.state, "A")} == {
        *map(frozenset, ("ab", "bc", "ac"))
    }
    played(desk, "ab0", "bc0", "ac0")
    assert players_through(desk.state, "A") == ("a", "b")


def test_an_award_moves_no_points() -> None:
    desk = opened()
    desk.does(Award, key=desk.key(1), winner="d", cause=Cause.WALK_OVER, why="a did not come")
    first = standings(desk.state, "A")[0]
    assert (first.entry_id, first.wins, difference(first)) == ("d", 1, 0)
    desk.corrects(1, "a", 5, 1)
    first = standings(desk.state, "A")[0]
    assert (first.entry_id, first.wins, difference(first)) == ("a", 1, 4)


# --- refusals


def test_a_round_robin_that_can_not_be_played_is_refused() -> None:
    desk = made()
    lot, asked = GroupTie.LOT, {"division_id": "g", "name": "G"}
    assert desk.refused(MakeDivision, **asked, format=played_by(rules(4, (lot, lot), size=2))) == {
        *(("bad_value", "size 2 (3–20)"), ("bad_value", "through 4 (1–3)"), ("taken", "lot")),
    }
    desk.does(MakeDivision, **asked, format=played_by(rules(2)))
    desk.does(Enter, division_id="g", entries=(entry(1), entry(2)))
    assert desk.refused(DrawDivision, division_id="g", order=("e1", "e2")) == {
        ("bad_value", "A 2 (3–20)")
    }


def test_a_result_is_taken_once_and_a_lot_is_drawn_when_all_are() -> None:
    desk = opened()
    refused, first = desk.desk.refused, desk.key(1)
    assert refused(TakeMatch, key=first, winner="b", score=(5, 0)) == {("unknown", "b")}
    nobody = {"key": first, "winner": None}
    assert refused(Award, **nobody, cause=Cause.RULING, why="x") == {("not_in_format", "groups")}
    assert refused(Correct, **nobody, score=None, why="x") == {("not_over", "s A-1-1")}
    desk.takes(1, "a")
    assert refused(TakeMatch, key=first, winner="a", score=(5, 0)) == {("over", "s A-1-1")}
    assert refused(Correct, **nobody, score=None, why="x") == {("not_in_format", "groups")}
    assert desk.refused(DrawGroupLot, group="A", order=("b", "c")) >= {("not_over", "2")}
    assert desk.refused(DrawGroupLot, group="Z", order=()) == {("unknown", "Z")}


def test_a_result_of_groups_that_are_closed_stands() -> None:
    desk = opened()
    played(desk, *BY_HAND)
    desk.did(CloseRoundRobin)
    changed = {"key": desk.key(1), "why": "x"}
    assert desk.desk.refused(Correct, **changed, winner="d", score=None) == {("over", "s")}
    assert desk.desk.refused(Reopen, **changed) == {("over", "s")}
    before = stood(desk)
    desk.leaves("a")
    assert stood(desk) == before


# --- properties


@pytest.mark.parametrize("size", range(3, 21))
def test_everybody_meets_everybody_once_and_never_plays_twice_in_a_round(size: int) -> None:
    players = tuple(f"p{number}" for number in range(size))
    rounds = rounds_of(RoundRobinGroup("A", players))
    pairs = [frozenset(pair) for each in rounds for pair in each.pairs]
    assert sorted(map(sorted, pairs)) == sorted(map(sorted, combinations(players, 2)))
    for each in rounds:
        here = [who for pair in each.pairs for who in pair] + [each.waits] * (size % 2)
        assert sorted(here) == sorted(players)
    waits = [each.waits for each in rounds]
    assert sorted(waits) == sorted(players) if size % 2 else set(waits) == {None}


@given(st.integers(3, 6), st.sampled_from(Withdrawal), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=40)
def test_results_in_any_order_give_the_same_standings(
    size: int, rule: Withdrawal, dice: random.Random
) -> None:
    groups = ("abcdef"[:size], "uvwxyz"[:size])
    told = rules(2, withdrawal=rule)
    one, two = opened(told, *groups), opened(told, *groups)
    results = {
        number: (dice.choice(game.both), dice.randint(0, 4))
        for number, game in one.state.games.items()
    }
    gone = dice.choice((*"abc", ""))
    early = dice.randint(0, len(results))
    for desk in (one, two):
        order = list(results)
        first, later = order[:early], order[early:]
        for part in (first, later):
            dice.shuffle(part)
            for number in part:
                game = desk.state.games[number]
                if game in open_games(desk.state, game.group):
                    winner, points = results[number]
                    desk.takes(number, winner, 5, points)
            if part is first and gone:
                desk.leaves(gone)
        for name in "AB":
            places = [place for place, _who in stood(desk, name)]
            for place in {each for each in places if places.count(each) > 1}:
                tied = [who for at, who in stood(desk, name) if at == place]
                desk.did(DrawGroupLot, group=name, order=tuple(sorted(tied)))
    assert [stood(one, name) for name in "AB"] == [stood(two, name) for name in "AB"]
    assert [place for place, _who in stood(one)] == list(range(1, size + 1))
    for name in "AB":
        table = standings(one.state, name)
        here = [each for each in table if each.still_in]
        assert [each.wins for each in here] == sorted((each.wins for each in here), reverse=True)
        assert players_through(one.state, name) == tuple(each.entry_id for each in here[:2])
        assert sum(each.wins for each in table) == sum(each.losses for each in table)
    one.did(CloseRoundRobin)
    assert one.as_replayed()
