"""Groups in which everybody meets everybody."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kits.formats_kit import FormatDesk

from kiosk.tournament.formats import ROUND_ROBIN
from kiosk.tournament.round_robin import (
    NO_ROUND_ROBIN,
    GroupTie,
    RoundRobin,
    RoundRobinGroup,
    RoundRobinRules,
    Withdrawal,
    open_games,
    players_through,
    rounds_of,
    standings,
)
from kiosk.tournament.round_robin_opening import OpenRoundRobin, RoundRobinPlayer
from kiosk.tournament.round_robin_results import (
    AwardGroupMatch,
    CloseRoundRobin,
    CorrectGroupResult,
    DrawGroupLot,
    RoundRobinClosed,
    TakeGroupResult,
    WithdrawFromGroup,
)

Desk = FormatDesk[RoundRobin]
RULES = RoundRobinRules(2, 5)


def opened(rules: RoundRobinRules = RULES, *groups: str) -> Desk:
    """Groups A, B and so on of players of one letter; "abcd" if none is told."""
    desk = FormatDesk(ROUND_ROBIN, NO_ROUND_ROBIN)
    drawn = groups or ("abcd",)
    desk.did(
        OpenRoundRobin,
        round_robin_id="r",
        name="Saturday",
        rules=rules,
        players=tuple(RoundRobinPlayer(who, f"Player {who}") for who in "".join(drawn)),
        groups=tuple(
            RoundRobinGroup(name, tuple(players))
            for name, players in zip("ABCDEF", drawn, strict=False)
        ),
    )
    return desk


def played(desk: Desk, *results: str) -> None:
    """ "ab3": a beats b, who has 3 points."""
    for winner, loser, points in results:
        (game,) = (each for each in desk.state.games.values() if {*each.both} == {winner, loser})
        desk.did(TakeGroupResult, number=game.number, winner=winner, loser_points=int(points))


def stood(desk: Desk, group: str = "A") -> list[tuple[int, str]]:
    return [(each.place, each.player_id) for each in standings(desk.state, group)]


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
        (each.place, each.player_id, each.wins, each.losses, each.points_difference)
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
    desk = opened(RoundRobinRules(2, 5, (tie,)))
    played(desk, *BY_HAND)
    assert stood(desk) == list(enumerate(order, 1))


def test_without_a_tie_break_they_share_a_place() -> None:
    desk = opened(RoundRobinRules(2, 5, ()))
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
    right = {"number": number, "winner": "c", "loser_points": 0}
    desk.did(CorrectGroupResult, **right, why="looked at again")
    assert players_through(desk.state, "A") is None  # the lot is void


def test_head_to_head_looks_at_the_equal_only() -> None:
    """b and c have two wins each, and so have d and e one; of each two the first beat the other."""
    desk = opened(RoundRobinRules(1, 5, (GroupTie.HEAD_TO_HEAD,)), "abcde")
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
    desk = opened(RoundRobinRules(2, 5, withdrawal=rule))
    played(desk, *before)
    desk.does(WithdrawFromGroup, player_id="d", why="ill")
    assert {each.player_id: each.wins for each in standings(desk.state, "A")} == wins
    assert standings(desk.state, "A")[-1].player_id == "d"
    assert {frozenset(game.both) for game in open_games(desk.state, "A")} == {
        *map(frozenset, ("ab", "bc", "ac"))
    }
    assert desk.refused(WithdrawFromGroup, player_id="d", why="") == {
        ("gone", "d"),
        ("why_missing", "why"),
    }
    played(desk, "ab0", "bc0", "ac0")
    assert players_through(desk.state, "A") == ("a", "b")


def test_an_award_moves_no_points() -> None:
    desk = opened()
    desk.did(AwardGroupMatch, number=1, winner="d", why="a did not come")
    first = standings(desk.state, "A")[0]
    assert (first.player_id, first.wins, first.points_difference) == ("d", 1, 0)
    desk.did(CorrectGroupResult, number=1, winner="a", loser_points=1, why="he did, they played")
    first = standings(desk.state, "A")[0]
    assert (first.player_id, first.wins, first.points_difference) == ("a", 1, 4)


# --- refusals


def test_a_round_robin_that_can_not_be_played_is_refused() -> None:
    desk = FormatDesk(ROUND_ROBIN, NO_ROUND_ROBIN)
    assert desk.refused(CloseRoundRobin) == {("no_event", "")}
    lot = GroupTie.LOT
    refused = desk.refused(
        OpenRoundRobin,
        round_robin_id="",
        name="",
        rules=RoundRobinRules(4, 0, (lot, lot)),
        players=(RoundRobinPlayer("a", " "), RoundRobinPlayer("", "B"), RoundRobinPlayer("e", "E")),
        groups=(
            RoundRobinGroup("A", tuple("aax"), (1, 2)),
            RoundRobinGroup("A", ("a",)),
            RoundRobinGroup("", ()),
        ),
    )
    assert refused == {
        *(("empty", about) for about in ("round_robin_id", "name", "player_id", "player", "group")),
        *(("taken", about) for about in ("a", "A", "lot")),
        ("unknown", "x"),
        *(("not_ready", about) for about in ("", "e")),
        *(("bad_value", about) for about in ("match_points 0 (1–99)", "through 4")),
        *(("bad_value", about) for about in ("A 1 (3–20)", " 0 (3–20)")),
        ("bad_value", "round_order A"),
    }
    assert desk.refused(
        OpenRoundRobin, round_robin_id="r", name="R", rules=RULES, players=(), groups=()
    ) == {("empty", "groups")}


def test_a_result_is_taken_once_and_only_as_it_can_have_ended() -> None:
    desk = opened()
    result = {"number": 1, "winner": "b", "loser_points": 5}
    assert desk.refused(TakeGroupResult, **result) == {
        ("unknown", "b"),
        ("bad_value", "loser_points 5"),
    }
    right = {"number": 1, "winner": "a", "loser_points": 4}
    assert desk.refused(CorrectGroupResult, **right, why="") == {("not_over", "1")}
    desk.did(TakeGroupResult, **right)
    assert desk.refused(TakeGroupResult, **right) == {("over", "1")}
    assert desk.refused(AwardGroupMatch, number=99, winner="a", why="") == {
        ("unknown", "99"),
        ("why_missing", "why"),
    }
    assert desk.refused(CorrectGroupResult, **result, why="") == {
        *(("unknown", "b"), ("why_missing", "why"), ("bad_value", "loser_points 5")),
    }
    assert desk.refused(DrawGroupLot, group="A", order=("b", "c")) >= {("not_over", "2")}
    assert desk.refused(DrawGroupLot, group="Z", order=()) == {("unknown", "Z")}


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
    rules = RoundRobinRules(2, 5, withdrawal=rule)
    one, two = opened(rules, *groups), opened(rules, *groups)
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
                    desk.did(TakeGroupResult, number=number, winner=winner, loser_points=points)
            if part is first and gone:
                desk.does(WithdrawFromGroup, player_id=gone, why="ill")
        for name in "AB":
            places = [place for place, _who in stood(desk, name)]
            for place in {each for each in places if places.count(each) > 1}:
                tied = [who for at, who in stood(desk, name) if at == place]
                desk.did(DrawGroupLot, group=name, order=tuple(sorted(tied)))
    assert [stood(one, name) for name in "AB"] == [stood(two, name) for name in "AB"]
    assert [place for place, _who in stood(one)] == list(range(1, size + 1))
    for name in "AB":
        table = standings(one.state, name)
        here = [each for each in table if not each.gone]
        assert [each.wins for each in here] == sorted((each.wins for each in here), reverse=True)
        assert players_through(one.state, name) == tuple(each.player_id for each in here[:2])
        assert sum(each.wins for each in table) == sum(each.losses for each in table)
    one.did(CloseRoundRobin)
    assert ROUND_ROBIN.replayed(one.kept, one.start) == one.state
