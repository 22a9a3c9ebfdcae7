"""Divisions in every format side by side in one event."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kits.divisions_kit import (
    DOUBLES,
    FORMS,
    GROUPS,
    SWISS,
    begun,
    by_itself,
    goes_on,
    made,
    nexts,
    played_out,
    plays,
)
from kits.tournament_kit import Desk, entry, key

from kiosk.rules.table import FormatKind, MatchFormat
from kiosk.tournament.act import TournamentCommand
from kiosk.tournament.bracket import Cause, PairingState
from kiosk.tournament.calls import Call, Uncall, proposals
from kiosk.tournament.decide import replayed, why_not
from kiosk.tournament.draws import (
    CloseLatePlaces,
    DrawDivision,
    PublishDraw,
    TakeDrawBack,
    TakeLate,
)
from kiosk.tournament.entries import Enter, LeavingReason, Scratch, TakeBackIn, TakeOut
from kiosk.tournament.format_row import FormatStanding
from kiosk.tournament.history import read_history
from kiosk.tournament.in_division import InDivision, in_format
from kiosk.tournament.ratings import ratings
from kiosk.tournament.results import Award, Correct, Reopen, TakeMatch
from kiosk.tournament.round_robin import CoupleScoring, GroupRules
from kiosk.tournament.round_robin_acts import CloseRoundRobin, DrawGroupLot
from kiosk.tournament.setting_up import MakeDivision
from kiosk.tournament.sheet import division_stands, players_of, round_of, stand_of, to_play
from kiosk.tournament.standings import division_places as placed
from kiosk.tournament.swing import PairFree, Swing, VoidGame, swing_winner
from kiosk.tournament.swiss_rounds import CloseSwiss, PairSwissRound, TakeSwissRoundBack
from kiosk.tournament.tournament import DivisionFormat, Entry, PairingKey, Player, Round

AT = (1, "Kari")


def standings(desk: Desk, name: str) -> tuple[FormatStanding, ...]:
    found = in_format(desk.division(name))
    assert found is not None
    way, play = found
    return way.standings(play)


def play_of(desk: Desk, name: str) -> Any:
    found = in_format(desk.division(name))
    assert found is not None
    return found[1]


def open_keys(desk: Desk, name: str) -> list[PairingKey]:
    here = division_stands(desk.tournament, desk.division(name))
    return [
        PairingKey(name, each) for each, stand in here.items() if stand.state is PairingState.READY
    ]


def sides(desk: Desk, key: PairingKey) -> tuple[str, str]:
    here = stand_of(desk.tournament, key)
    assert here is not None
    assert here.players is not None
    return here.players


# --- a whole event -------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.sampled_from(sorted(FORMS)), min_size=2, max_size=4, unique=True),
    st.integers(3, 9),
    st.integers(1, 6),
    st.integers(0, 2**32),
)
def test_divisions_of_all_formats_are_played_side_by_side_to_their_end(
    names: list[str], entries: int, tables: int, seed: int
) -> None:
    """`played_out` looks at each call: nobody is at two tables."""
    desk = begun(*names, entries=entries, tables=tables)
    done = Counter(played_out(desk, random.Random(seed)))
    for name in names:
        division = desk.division(name)
        here = division_stands(desk.tournament, division)
        assert {each.state for each in here.values()} <= {PairingState.OVER, PairingState.UNPLAYED}
        over = [each for each, stand in here.items() if stand.state is PairingState.OVER]
        for each in over:
            result = desk.tournament.results[PairingKey(name, each)]
            matches = sum(result.score or ()) if round_of(division, each).best_of > 1 else 1
            assert done[PairingKey(name, each)] == matches, "each match counts once"
            assert here[each].winner is not None
            assert here[each].winner.entry_id == result.winner  # type: ignore[union-attr]
        assert {each.pairing_id for each in done if each.division_id == name} == set(over)
    assert replayed(desk.kept) == desk.tournament
    assert not desk.tournament.called
    assert not proposals(desk.tournament)


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(["swiss", "lives", "groups"]), st.integers(3, 11), st.randoms())
def test_any_order_of_results_of_a_round_gives_the_same_standings(
    name: str, entries: int, chance: random.Random
) -> None:
    desks = [begun(name, entries=entries) for _each in range(2)]
    winners: dict[PairingKey, str] = {}
    for desk in desks:
        keys = open_keys(desk, name)
        chance.shuffle(keys)
        for each in keys:
            both = sides(desk, each)
            winner = winners.setdefault(each, chance.choice(both))
            for _match in range(2):
                if each in open_keys(desk, each.division_id):
                    score = (5, 2) if winner == both[0] else (2, 5)
                    desk.does(TakeMatch, key=each, winner=winner, score=score)
    first, second = (standings(desk, name) for desk in desks)
    assert first == second


def test_nobody_is_called_in_one_division_while_he_plays_in_another() -> None:
    desk = begun("swiss", "groups", entries=4, tables=4)
    (first, *_rest) = open_keys(desk, "swiss")
    here = stand_of(desk.tournament, first)
    assert here is not None
    desk.does(Call, at_tables=((first, 1),))
    busy = set(here.players or ())
    for each in proposals(desk.tournament):
        other = stand_of(desk.tournament, each.key)
        assert other is not None
        assert busy.isdisjoint(other.players or ())
    clash = next(each for each in open_keys(desk, "groups") if busy & set(sides(desk, each)))
    assert {reason for reason, _about in desk.refused(Call, at_tables=((clash, 2),))} == {"playing"}


def test_the_division_with_precedence_has_the_table_first() -> None:
    desk = begun("groups", "swiss", entries=4, tables=1)
    assert [each.key.division_id for each in proposals(desk.tournament)] == ["groups"]
    again = {"name": "swiss", "format": SWISS, "precedence": -1}
    assert desk.refused(MakeDivision, division_id="swiss", **again) == {("drawn", "swiss")}


# --- Swiss ---------------------------------------------------------------------------------------


def test_a_swiss_round_is_paired_looked_at_taken_back_and_published() -> None:
    desk = begun("swiss", entries=5)
    assert [each.pairing_id for each in open_keys(desk, "swiss")] == ["swiss-1-1", "swiss-1-2"]
    bye = division_stands(desk.tournament, desk.division("swiss"))["swiss-1-3"]
    assert (bye.state, bye.winner and bye.winner.entry_id) == (PairingState.UNPLAYED, "e5")
    for each in open_keys(desk, "swiss"):
        plays(desk, each, random.Random(1))
    assert set(nexts(desk, "swiss")) == {"PairSwissRound"}
    pair = PairSwissRound(*AT, ("e5", "e4", "e3", "e2"))
    desk.does(InDivision, division_id="swiss", act=pair)
    assert desk.division("swiss").draw.published is False  # type: ignore[union-attr]
    assert proposals(desk.tournament) == ()
    second = open_keys(desk, "swiss")[0]
    assert to_play(desk.tournament, second) is None
    assert desk.refused(Call, at_tables=((second, 1),)) == {("not_published", "swiss")}
    back = TakeSwissRoundBack(*AT, "e1 is here after all")
    desk.does(InDivision, division_id="swiss", act=back)
    assert play_of(desk, "swiss").missed == dict.fromkeys(("e1", "e2", "e3", "e4", "e5"), 0)
    desk.does(InDivision, division_id="swiss", act=PairSwissRound(*AT, ("e1", *pair.order)))
    desk.does(PublishDraw, division_id="swiss")
    (first, *_rest) = proposals(desk.tournament)
    desk.does(Call, at_tables=((first.key, first.table),))
    assert desk.refused(InDivision, division_id="swiss", act=back) == {("begun", "swiss")}
    desk.does(Uncall, key=first.key, why="one is missing")
    desk.does(InDivision, division_id="swiss", act=back)


def test_the_last_round_of_a_swiss_is_played_as_the_format_says() -> None:
    desk = begun("swiss", entries=4)
    chance = random.Random(3)
    lengths = []
    while not desk.division("swiss").draw.play.closed:  # type: ignore[union-attr]
        for each in open_keys(desk, "swiss"):
            told = to_play(desk.tournament, each)
            assert told is not None
            lengths.append((told.round.length, told.round.best_of, told.number))
            while each in open_keys(desk, each.division_id):
                plays(desk, each, chance)
        assert goes_on(desk, chance)
    assert lengths == [(7, 1, 1)] * 4 + [(9, 3, 1)] * 2


def test_who_comes_late_to_a_swiss_has_missed_a_round_and_another_is_too_late() -> None:
    desk = begun("lives", entries=4)
    desk.does(TakeLate, division_id="lives", entry=entry(9))
    assert desk.division("lives").entries[-1] == "e9"
    assert play_of(desk, "lives").missed["e9"] == 1
    assert desk.refused(TakeLate, division_id="lives", entry=entry(9)) >= {("taken", "e9")}
    desk.does(TakeOut, entry_id="e9", leaving=LeavingReason.WITHDRAWN, why="ill")
    assert play_of(desk, "lives").gone == {"e9"}
    desk = begun("swiss", entries=4)
    assert desk.refused(TakeLate, division_id="swiss", entry=entry(9)) == {("too_late", "round 1")}
    assert desk.refused(CloseLatePlaces, division_id="swiss") == {("no_late_place", "swiss")}


def test_who_withdraws_loses_what_he_plays_everywhere_and_can_come_back() -> None:
    desk = begun("swiss", "groups", "swing", entries=4, tables=6)
    by_itself(desk, random.Random(1))
    (first, *_rest) = open_keys(desk, "swiss")
    desk.does(Call, at_tables=((first, 1),))
    desk.does(TakeOut, entry_id="e1", leaving=LeavingReason.WITHDRAWN, why="ill")
    assert first not in desk.tournament.called
    for name in ("swiss", "groups", "swing"):
        here = division_stands(desk.tournament, desk.division(name)).values()
        assert not any(
            each.state is PairingState.READY and "e1" in (each.players or ()) for each in here
        )
        (stood,) = (each for each in standings(desk, name) if each.entry_id == "e1")
        assert stood.still_in is False
    desk.does(TakeBackIn, entry_id="e1", why="it was another")
    for name in ("swiss", "groups", "swing"):
        (stood,) = (each for each in standings(desk, name) if each.entry_id == "e1")
        assert stood.still_in is True
    desk.does(Reopen, key=first, why="it was another")
    assert first in open_keys(desk, "swiss")
    assert replayed(desk.kept) == desk.tournament


def test_a_result_corrected_after_the_next_round_began_counts_and_pairings_stand() -> None:
    """003 §4.6."""
    desk = begun("swiss", entries=4)
    chance = random.Random(5)
    first = open_keys(desk, "swiss")[0]
    for each in open_keys(desk, "swiss"):
        plays(desk, each, chance)
    goes_on(desk, chance)
    second = open_keys(desk, "swiss")
    pairs = [sides(desk, each) for each in second]
    desk.does(Call, at_tables=((second[0], 1),))
    before = desk.tournament.results[first]
    here = stand_of(desk.tournament, first)
    assert here is not None
    assert here.players is not None
    (other,) = {*here.players} - {before.winner}
    desk.does(Correct, key=first, winner=other, score=None, why="both wrote it wrong")
    assert desk.tournament.results[first].winner == other
    assert {each.entry_id: each.wins for each in standings(desk, "swiss")}[other] == 1
    assert [sides(desk, each) for each in second] == pairs
    assert second[0] in desk.tournament.called
    assert desk.refused(Correct, key=first, winner=None, score=None, why="x") == {
        ("not_in_format", "swiss")
    }


def test_a_series_in_the_newest_round_that_is_begun_is_not_taken_back() -> None:
    desk = begun("swiss", entries=4)
    chance = random.Random(5)
    for _round in range(2):
        for each in open_keys(desk, "swiss"):
            plays(desk, each, chance)
        goes_on(desk, chance)
    plays(desk, open_keys(desk, "swiss")[0], chance)
    back = TakeSwissRoundBack(*AT, "x")
    assert desk.refused(InDivision, division_id="swiss", act=back) == {("begun", "swiss")}


def test_a_correction_in_groups_counts_while_others_play_and_in_a_swing_before_the_next_game() -> (
    None
):
    """003 §4.6."""
    desk = begun("groups", "swing", entries=4, tables=4)
    chance = random.Random(8)
    first, *others = open_keys(desk, "groups")
    one, two = sides(desk, first)
    desk.does(TakeMatch, key=first, winner=one, score=(5, 0))
    desk.does(Call, at_tables=((others[1], 1),))
    desk.does(Correct, key=first, winner=two, score=(3, 5), why="wrong side")
    assert others[1] in desk.tournament.called
    stood = {each.entry_id: dict(each.measures) for each in standings(desk, "groups")}
    assert (stood[two]["points_difference"], stood[one]["points_difference"]) == (2, -2)
    again, last = open_keys(desk, "swing")
    plays(desk, again, chance)
    plays(desk, last, chance)
    by_itself(desk, chance)
    wrong = {"winner": sides(desk, again)[0], "score": None, "level": 1, "cube": 1, "why": "x"}
    said = desk.refused(Correct, key=again, **wrong)
    assert {reason for reason, _about in said} == {"later_game"}


# --- groups --------------------------------------------------------------------------------------


@given(st.integers(3, 64), st.integers(3, 20))
def test_groups_are_as_large_as_they_may_and_nearly_equal(entries: int, size: int) -> None:
    form = DivisionFormat("G", GROUPS.shape, GROUPS.rounds, groups=GroupRules(size, 2))
    desk = made(entries=entries)
    desk.does(MakeDivision, division_id="g", name="G", format=form)
    desk.does(Enter, division_id="g", entries=tuple(entry(n) for n in range(1, entries + 1)))
    desk.does(DrawDivision, division_id="g", order=desk.division("g").entries)
    groups = play_of(desk, "g").groups.values()
    sizes = [len(each.players) for each in groups]
    assert sum(sizes) == entries
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 3
    assert max(sizes) <= max(size, 5)
    met = {
        frozenset(stand.players or ())
        for stand in division_stands(desk.tournament, desk.division("g")).values()
    }
    assert met == {frozenset(two) for each in groups for two in combinations(each.players, 2)}


def test_seeds_are_dealt_to_groups_of_their_own() -> None:
    desk = made("groups", entries=8)
    order = desk.division("groups").entries
    desk.does(DrawDivision, division_id="groups", order=order, seeds=4)
    groups = play_of(desk, "groups").groups
    assert [each.players for each in groups.values()] == [
        ("e1", "e4", "e5", "e8"),
        ("e2", "e3", "e6", "e7"),
    ]


def test_what_parts_a_group_in_the_end_is_a_lot() -> None:
    desk = begun("groups", entries=3)
    wins = {("e1", "e2"): "e1", ("e2", "e3"): "e2", ("e1", "e3"): "e3"}
    for each in open_keys(desk, "groups"):
        one, two = sides(desk, each)
        winner = wins[tuple(sorted((one, two)))]  # type: ignore[index]
        score = (5, 3) if winner == one else (3, 5)
        desk.does(TakeMatch, key=each, winner=winner, score=score)
    told = nexts(desk, "groups")["DrawGroupLot"]
    assert (told.group, set(told.entries)) == ("A", {"e1", "e2", "e3"})
    assert "CloseRoundRobin" not in nexts(desk, "groups")
    lot = DrawGroupLot(*AT, "A", ("e3", "e1", "e2"))
    desk.does(InDivision, division_id="groups", act=lot)
    assert [each.entry_id for each in standings(desk, "groups")] == ["e3", "e1", "e2"]
    desk.does(InDivision, division_id="groups", act=CloseRoundRobin(*AT))
    assert nexts(desk, "groups") == {}


def test_a_loser_has_fewer_points_than_a_match_and_an_award_moves_none() -> None:
    desk = begun("groups", entries=3)
    first, second, _third = open_keys(desk, "groups")
    one, _two = sides(desk, first)
    assert desk.refused(TakeMatch, key=first, winner=one, score=(5, 5)) == {
        ("loser_not_below", "5–5")
    }
    desk.does(TakeMatch, key=first, winner=one, score=(5, 1))
    best = {
        each.entry_id: dict(each.measures)["points_difference"]
        for each in standings(desk, "groups")
    }
    assert best[one] == 4
    asked = {"winner": one, "cause": Cause.WALK_OVER, "why": "nobody came"}
    players = sides(desk, second)
    desk.does(Award, key=second, **(asked | {"winner": players[0]}))
    assert sum(each.wins for each in standings(desk, "groups")) == 2
    desk.does(Reopen, key=second, why="he came")
    assert second in open_keys(desk, "groups")
    assert second not in desk.tournament.results


# --- Swing ---------------------------------------------------------------------------------------


def test_a_swing_goes_on_by_itself_until_one_has_everything() -> None:
    desk = begun("swing", entries=7, tables=3)
    chance = random.Random(11)
    first = open_keys(desk, "swing")[0]
    told = to_play(desk.tournament, first)
    assert told is not None
    assert told.single_game == MatchFormat(FormatKind.SINGLE_GAME, unit="VP", stake=100, cap=600)
    played_out(desk, chance)
    play: Swing = play_of(desk, "swing")
    champion = swing_winner(play)
    assert play.vp[champion or ""] == 7 * 600 == sum(play.vp.values())
    assert standings(desk, "swing")[0].entry_id == champion
    assert dict(standings(desk, "swing")[0].measures) == {"vp": 4200}


def test_two_who_have_just_played_wait_for_a_third() -> None:
    desk = begun("swing", entries=4)
    first, second = open_keys(desk, "swing")
    chance = random.Random(2)
    plays(desk, first, chance)
    by_itself(desk, chance)
    assert open_keys(desk, "swing") == [second]
    plays(desk, second, chance)
    by_itself(desk, chance)
    assert len(open_keys(desk, "swing")) == 2


def test_a_game_of_a_swing_is_void_and_its_table_free() -> None:
    desk = begun("swing", entries=4)
    first, _second = open_keys(desk, "swing")
    desk.does(Call, at_tables=((first, 1),))
    desk.does(InDivision, division_id="swing", act=VoidGame(*AT, 1, "a pen fell on it"))
    assert first not in desk.tournament.called
    assert (
        division_stands(desk.tournament, desk.division("swing"))["swing-1-1"].state
        is PairingState.UNPLAYED
    )
    assert desk.refused(TakeMatch, key=first, winner="e1", score=(1, 0), level=1, cube=1) == {
        ("bye", "swing swing-1-1")
    }
    second = open_keys(desk, "swing")[0]
    assert desk.refused(TakeMatch, key=second, winner="e3", score=(1, 0)) == {
        ("bad_value", "level 0 (1–3)"),
        ("bad_value", "cube 0"),
    }
    desk.does(TakeMatch, key=second, winner="e3", score=(200, 0), level=2, cube=1)
    assert play_of(desk, "swing").vp == {"e1": 600, "e2": 600, "e3": 800, "e4": 400}
    fixed = {"winner": "e4", "score": (0, 100), "level": 1, "cube": 1, "why": "wrong side"}
    desk.does(Correct, key=second, **fixed)
    assert play_of(desk, "swing").vp == {"e1": 600, "e2": 600, "e3": 500, "e4": 700}
    assert desk.refused(Reopen, key=second, why="x") == {("not_in_format", "swing")}


# --- doubles -------------------------------------------------------------------------------------


def couple(number: int) -> Entry:
    """Players 1 and 2 of a couple, e.g. p11 and p12."""
    players = (Player(f"p{number}1", f"{number} One"), Player(f"p{number}2", f"{number} Two"))
    return Entry(f"c{number}", f"Couple {number}", players)


def couples(
    many: int = 3, tables: int = 4, counts: CoupleScoring = CoupleScoring.ENCOUNTERS
) -> Desk:
    """Drawn as they are numbered and published."""
    desk = made(tables=tables)
    form = replace(DOUBLES, groups=GroupRules(4, 1, doubles=counts))
    desk.does(MakeDivision, division_id="d", name="D", format=form)
    who = tuple(couple(number) for number in range(1, many + 1))
    desk.does(Enter, division_id="d", entries=who)
    desk.does(DrawDivision, division_id="d", order=desk.division("d").entries)
    desk.does(PublishDraw, division_id="d")
    return desk


def playing_now(desk: Desk, key: PairingKey) -> set[str]:
    here = stand_of(desk.tournament, key)
    assert here is not None
    return {each.player_id for each in players_of(desk.tournament, here)}


def test_couples_meet_crosswise_then_consulting_then_face_to_face() -> None:
    """000 L185 to L188; c2 and c3 meet first, c1 waits."""
    desk = couples()
    first = open_keys(desk, "d")[:2]
    assert [playing_now(desk, each) for each in first] == [{"p21", "p32"}, {"p22", "p31"}]
    told = to_play(desk.tournament, first[0])
    assert told is not None
    assert (told.sides, told.seats) == (("c2", "c3"), (1, 2))
    desk.does(Call, at_tables=((first[0], 1), (first[1], 2)))
    of_both = [each for each in open_keys(desk, "d") if set(sides(desk, each)) == {"c2", "c3"}]
    assert of_both == first, "the next phase waits for this one"
    desk.does(TakeMatch, key=first[0], winner="c2", score=(5, 1))
    assert len([each for each in open_keys(desk, "d") if sides(desk, each) == ("c2", "c3")]) == 1
    desk.does(TakeMatch, key=first[1], winner="c3", score=(1, 5))
    (second,) = (each for each in open_keys(desk, "d") if sides(desk, each) == ("c2", "c3"))
    assert playing_now(desk, second) == {"p21", "p22", "p31", "p32"}
    desk.does(TakeMatch, key=second, winner="c2", score=(5, 3))
    third = [each for each in open_keys(desk, "d") if sides(desk, each) == ("c2", "c3")]
    assert [playing_now(desk, each) for each in third] == [{"p21", "p31"}, {"p22", "p32"}]
    assert {each.entry_id: each.wins for each in standings(desk, "d")} == dict.fromkeys(
        ("c1", "c2", "c3"), 0
    )
    desk.does(TakeMatch, key=third[0], winner="c2", score=(5, 0))
    stood = {each.entry_id: each for each in standings(desk, "d")}
    assert (stood["c2"].wins, stood["c3"].losses) == (1, 1), "three of five decide it"
    assert dict(stood["c2"].measures) == {"points_difference": 4 - 4 + 2 + 5}
    desk.does(TakeMatch, key=third[1], winner="c3", score=(0, 5))
    assert {each.entry_id: each.wins for each in standings(desk, "d")}["c2"] == 1


def test_each_of_the_five_matches_may_count() -> None:
    desk = couples(counts=CoupleScoring.MATCHES)
    for _phase in range(2):
        for each in open_keys(desk, "d"):
            desk.does(TakeMatch, key=each, winner=sides(desk, each)[0], score=(5, 1))
    assert sum(each.wins for each in standings(desk, "d")) == 3 * 3


@settings(max_examples=15, deadline=None)
@given(st.integers(3, 6), st.integers(1, 6), st.integers(0, 2**32), st.sampled_from(CoupleScoring))
def test_encounters_are_played_to_their_end_and_nobody_is_at_two_tables(
    many: int, tables: int, seed: int, counts: CoupleScoring
) -> None:
    desk = couples(many, tables, counts)
    done = played_out(desk, random.Random(seed))
    matches = 1 if counts is CoupleScoring.NO else 5
    groups = play_of(desk, "d").groups.values()
    meetings = sum(len(each.players) * (len(each.players) - 1) // 2 for each in groups)
    assert len(done) == len(set(done)) == meetings * matches
    wins = sum(each.wins for each in standings(desk, "d"))
    assert wins == (meetings * 5 if counts is CoupleScoring.MATCHES else meetings)
    assert replayed(desk.kept) == desk.tournament


def test_only_couples_play_doubles() -> None:
    desk = made()
    desk.does(MakeDivision, division_id="d", name="D", format=DOUBLES)
    desk.does(Enter, division_id="d", entries=(couple(1), couple(2), entry(3)))
    assert desk.refused(DrawDivision, division_id="d", order=desk.division("d").entries) == {
        ("bad_value", "players of Player 3")
    }


# --- what is refused -----------------------------------------------------------------------------


def test_an_act_of_another_format_is_refused() -> None:
    desk = begun("main", "swiss", entries=4)
    pair = PairSwissRound(*AT, ("e1", "e2"))
    assert desk.refused(InDivision, division_id="x", act=pair) == {("unknown", "x")}
    assert desk.refused(InDivision, division_id="main", act=pair) == {("not_in_format", "main")}
    free = PairFree(*AT, ("e1", "e2"))
    assert desk.refused(InDivision, division_id="swiss", act=free) == {("not_in_format", "swiss")}
    desk = made("swiss")
    assert desk.refused(InDivision, division_id="swiss", act=pair) == {("no_draw", "swiss")}
    drawing = {"division_id": "swiss", "order": (*desk.division("swiss").entries, 1)}
    assert desk.refused(DrawDivision, **drawing) == {("not_in_format", "late places")}
    few = begun("groups", entries=2)
    assert in_format(few.division("groups")) is None


@pytest.mark.parametrize(
    ("form", "about"),
    [
        (
            DivisionFormat("x", SWISS.shape, SWISS.rounds, SWISS.swiss, GROUPS.groups),
            "swiss and groups",
        ),
        (DivisionFormat("x", FORMS["main"].shape, SWISS.rounds, SWISS.swiss), "brackets of swiss"),
        (DivisionFormat("x", SWISS.shape, (), SWISS.swiss), "rounds of swiss"),
        (DivisionFormat("x", SWISS.shape, (Round("main", 5, "x"),), SWISS.swiss), "main"),
        (
            DivisionFormat("x", SWISS.shape, (Round("swiss", 0, "x"),), SWISS.swiss),
            "swiss 0, best of 1 (1–99; 1, 3, 5…)",
        ),
        (
            DivisionFormat(
                "x",
                GROUPS.shape,
                (Round("groups", 5, "x", last=1), Round("groups", 7, "x")),
                groups=GROUPS.groups,
            ),
            "lengths [5, 7]",
        ),
    ],
)
def test_a_format_that_says_too_much_or_too_little_is_refused(
    form: DivisionFormat, about: str
) -> None:
    desk = made()
    against = desk.refused(MakeDivision, division_id="x", name="X", format=form)
    assert about in {said for _reason, said in against}


COMMANDS: list[tuple[type[TournamentCommand], dict[str, Any]]] = [
    (DrawDivision, {"division_id": "swiss", "order": ("e1", "e2", "e3", "e4"), "why": "again"}),
    (TakeDrawBack, {"division_id": "swiss", "why": "x"}),
    (PublishDraw, {"division_id": "swiss"}),
    (TakeLate, {"division_id": "lives", "entry": entry(9)}),
    (Scratch, {"division_id": "swiss", "entry_id": "e1"}),
    (TakeOut, {"entry_id": "e2", "leaving": LeavingReason.EXCLUDED, "why": "x"}),
    (TakeBackIn, {"entry_id": "e2", "why": "x"}),
    (Call, {"at_tables": ((key("swiss-1-1", "swiss"), 1),)}),
    (Call, {"at_tables": ((key("swing-1-2", "swing"), 2), (key("A-1-1", "groups"), 1))}),
    (Uncall, {"key": key("swiss-1-1", "swiss"), "why": "x"}),
    (TakeMatch, {"key": key("swiss-1-1", "swiss"), "winner": "e1", "score": (7, 1)}),
    (TakeMatch, {"key": key("swiss-1-2", "swiss"), "winner": "e4", "score": (1, 7)}),
    (TakeMatch, {"key": key("A-1-1", "groups"), "winner": "e1", "score": (5, 1)}),
    (TakeMatch, {"key": key("A-1-2", "groups"), "winner": "e3", "score": (1, 5)}),
    (
        TakeMatch,
        {"key": key("swing-1-1", "swing"), "winner": "e1", "score": (12, 0), "level": 3, "cube": 4},
    ),
    (Award, {"key": key("swing-1-2", "swing"), "winner": None, "cause": Cause.RULING, "why": "x"}),
    (Award, {"key": key("swiss-1-1", "swiss"), "winner": "e2", "cause": Cause.RULING, "why": "x"}),
    (Correct, {"key": key("swiss-1-1", "swiss"), "winner": "e2", "score": None, "why": "x"}),
    (Correct, {"key": key("A-1-1", "groups"), "winner": "e4", "score": (1, 5), "why": "x"}),
    (Reopen, {"key": key("swiss-1-1", "swiss"), "why": "x"}),
    (Reopen, {"key": key("A-1-1", "groups"), "why": "x"}),
    (InDivision, {"division_id": "swiss", "act": PairSwissRound(*AT, ("e1", "e2", "e3"))}),
    (InDivision, {"division_id": "swiss", "act": TakeSwissRoundBack(*AT, "x")}),
    (InDivision, {"division_id": "swiss", "act": CloseSwiss(*AT)}),
    (InDivision, {"division_id": "lives", "act": PairSwissRound(*AT, ("e1", "e2", "e9"))}),
    (InDivision, {"division_id": "groups", "act": CloseRoundRobin(*AT)}),
    (InDivision, {"division_id": "swing", "act": PairFree(*AT, ("e1", "e2"))}),
    (InDivision, {"division_id": "swing", "act": VoidGame(*AT, 1, "x")}),
]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(COMMANDS), max_size=40), st.booleans())
def test_any_acts_in_any_order_are_refused_or_replay_to_the_same(
    acts: list[tuple[type[TournamentCommand], dict[str, Any]]], drawn: bool
) -> None:
    names = ("swiss", "groups", "swing", "lives")
    desk = begun(*names, entries=4) if drawn else made(*names, entries=4)
    for act, what in acts:
        command = act(at_ms=desk.at_ms, by="Kari", **what)
        against = why_not(desk.tournament, command)
        before = desk.tournament
        events = desk.does(act, **what)
        refused = type(events[0]).__name__ == "Refused"
        assert bool(against) is refused
        assert not refused or desk.tournament is before
        play = in_format(desk.division("swing"))
        if play is not None:
            assert sum(play[1].vp.values()) == 600 * len(play[1].players)
    assert replayed(desk.kept) == desk.tournament


# --- afterwards ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["swiss", "groups", "swing"])
def test_places_are_as_the_format_ranks_them(name: str) -> None:
    desk = begun(name)
    played_out(desk, random.Random(3))
    told = standings(desk, name)
    places = placed(desk.tournament, desk.division(name))
    assert [each.entry_id for each in places] == [each.entry_id for each in told]
    for each, ranked in zip(places, told, strict=True):
        assert each.first <= ranked.place <= each.last
        assert each.bracket == (ranked.group or name)


def test_single_games_are_not_rated() -> None:
    for name, counts in (("swiss", True), ("swing", False)):
        desk = begun(name)
        played_out(desk, random.Random(3))
        rated = ratings(desk.tournament, read_history(desk.kept).matches, "fibs")
        assert any(each.matches for each in rated) is counts
