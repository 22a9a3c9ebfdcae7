"""A club's ladder from its opening to the close of a season (001, Ladder Rules)."""

from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from kits.formats_kit import FormatDesk

from kiosk.books.ladder_loader import load_ladder, season_days
from kiosk.tournament.act import Refused
from kiosk.tournament.formats import LADDER
from kiosk.tournament.ladder import (
    NO_LADDER,
    ChallengeState,
    Ladder,
    below_expected,
    matches_played,
    open_challenges,
    order_after,
    overdue_challenges,
    progress,
)
from kiosk.tournament.ladder_challenges import (
    CorrectLadderResult,
    DisputeLadderResult,
    EndUnplayed,
    LadderResultCorrected,
    LadderResultTaken,
    MakeChallenge,
    TakeLadderResult,
)
from kiosk.tournament.ladder_confirming import ConfirmLadder
from kiosk.tournament.ladder_rules import LadderRules, OrderAtStart, Prize
from kiosk.tournament.ladder_season import (
    CloseSeason,
    JoinLadder,
    LeaveLadder,
    OnLadder,
    OpenLadder,
    OpenSeason,
    SeasonClosed,
)

RULES = load_ladder("london-club")
FIRST, LAST = season_days(RULES, 2021)
Desk = FormatDesk[Ladder]


def on(who: str) -> OnLadder:
    return OnLadder(who, f"Member {who}")


def opened(size: int = 10, rules: LadderRules = RULES) -> Desk:
    """A ladder of a, b, c … in its first season."""
    desk = FormatDesk(LADDER, NO_LADDER)
    members = tuple(on(chr(ord("a") + nth)) for nth in range(size))
    desk.did(OpenLadder, ladder_id="rac", name="The Ladder", rules=rules, members=members)
    desk.did(OpenSeason, first_day=FIRST, last_day=LAST)
    return desk


def challenge(pair: str, day: int = FIRST) -> dict[str, Any]:
    return {"challenger": pair[0], "challenged": pair[1], "day": day, "for_day": day}


def challenged(desk: Desk, pair: str, day: int = FIRST) -> int:
    """The number of a challenge that was made."""
    desk.did(MakeChallenge, **challenge(pair, day))
    return len(desk.state.challenges)


def result(number: int, winner: str, day: int = FIRST, *, first: bool = True) -> dict[str, Any]:
    """7-3 for the winner, who is the challenger if he is `first`."""
    score = (7, 3) if first else (3, 7)
    return {
        **{"number": number, "winner": winner, "score": score},
        **{"played_day": day, "day": day},
    }


def order(desk: Desk) -> str:
    return "".join(desk.state.order)


# --- the season


def test_nothing_is_done_before_a_ladder_is_open() -> None:
    desk = FormatDesk(LADDER, NO_LADDER)
    assert desk.refused(OpenSeason, first_day=1, last_day=2) == {("no_event", "")}
    twice = (on("a"), on("a"), OnLadder(" ", ""))
    what = {"ladder_id": "", "name": " ", "rules": RULES, "members": twice}
    assert desk.refused(OpenLadder, **what) == {
        ("empty", "ladder_id"),
        ("empty", "name"),
        ("empty", "member_id"),
        ("taken", "a"),
    }
    again = {"ladder_id": "x", "name": "X", "rules": RULES, "members": ()}
    assert opened().refused(OpenLadder, **again) == {("event_is_open", "rac")}


def test_the_season_is_of_the_rules_and_the_year() -> None:
    assert LAST - FIRST == 364  # 1 May 2021 to 30 April 2022
    assert season_days(RULES, 2023)[1] - season_days(RULES, 2023)[0] == 365


def test_a_season_closes_once_its_last_day_is_over_and_nothing_is_open() -> None:
    desk = opened(20)
    number = challenged(desk, "ba", LAST)
    assert desk.refused(CloseSeason, day=LAST) == {("season_open", "1"), ("challenge_open", "1")}
    what = {"number": number, "absent": None, "why": "the season is over"}
    assert desk.refused(EndUnplayed, **what, day=LAST) == {("too_early", "1")}
    desk.did(EndUnplayed, **what, day=LAST + 1)
    closed = desk.did(CloseSeason, day=LAST + 1)
    assert isinstance(closed, SeasonClosed)
    assert "".join(closed.final) == "abcdefghijklmnop"  # the top 16 (LR L40)
    assert dict(closed.prizes) == {Prize.TOP: ("a",), Prize.MOST_PROGRESS: ()}
    assert desk.refused(CloseSeason, day=LAST + 1) == {("out_of_season", "")}
    assert desk.refused(MakeChallenge, **challenge("ba", LAST + 1)) == {("out_of_season", "")}
    assert desk.refused(JoinLadder, member=on("z")) == {("out_of_season", "")}


def test_the_next_season_starts_upside_down() -> None:
    desk = opened(4)
    assert desk.refused(OpenSeason, first_day=LAST, last_day=LAST + 9) == {
        ("season_open", "1"),
        ("bad_value", f"{LAST} to {LAST + 9}"),
    }
    desk.did(CloseSeason, day=LAST + 1)
    first, last = season_days(RULES, 2022)
    desk.did(OpenSeason, first_day=first, last_day=last)
    assert (order(desk), desk.state.season) == ("dcba", 2)  # LR L41
    kept = replace(RULES, season=replace(RULES.season, order_at_start=OrderAtStart.KEPT))
    other = opened(4, kept)
    other.did(CloseSeason, day=LAST + 1)
    other.did(OpenSeason, first_day=first, last_day=last)
    assert order(other) == "abcd"


def test_who_rose_most_has_the_prize_for_progress_and_all_of_them_are_named() -> None:
    desk = opened(12)
    desk.did(TakeLadderResult, **result(challenged(desk, "la"), "l"))  # l to 7, a to 3
    assert order(desk) == "bcadeflghijk"
    desk.did(TakeLadderResult, **result(challenged(desk, "kb"), "k"))  # k to 7, b to 3
    assert order(desk) == "cabdefklghij"
    rises = progress(desk.state, desk.state.order)
    assert [rises[who] for who in "klcb"] == [4, 4, 2, -1]
    closed = desk.did(CloseSeason, day=LAST + 1)
    assert isinstance(closed, SeasonClosed)
    assert dict(closed.prizes) == {Prize.TOP: ("c",), Prize.MOST_PROGRESS: ("k", "l")}
    assert matches_played(desk.state, "l") == 1


def test_who_plays_less_than_expected_is_seen() -> None:
    few = replace(RULES, season=replace(RULES.season, matches_expected=1))
    desk = opened(4, few)
    desk.did(TakeLadderResult, **result(challenged(desk, "ba"), "b"))
    challenged(desk, "dc")
    assert below_expected(desk.state) == ("c", "d")  # LR L47


# --- what its file leaves open


def test_what_the_text_leaves_open_is_confirmed_once() -> None:
    desk = opened()
    left = tuple(source.key for source in RULES.to_confirm())
    assert desk.refused(ConfirmLadder, keys=()) == {("empty", "keys")}
    odd = ("movement.challenger_up", left[0], left[0])
    assert desk.refused(ConfirmLadder, keys=odd) == {
        ("unknown", "movement.challenger_up"),
        ("taken", left[0]),
    }
    desk.did(ConfirmLadder, keys=left[:2])
    assert desk.refused(ConfirmLadder, keys=left) == {("confirmed", key) for key in left[:2]}
    desk.did(ConfirmLadder, keys=left[2:])
    assert desk.state.confirmed == {*left}


def test_the_final_stays_as_the_season_closed() -> None:
    desk = opened(4)
    desk.did(CloseSeason, day=LAST + 1)
    desk.did(LeaveLadder, member_id="a")
    assert (order(desk), "".join(desk.state.final)) == ("bcd", "abcd")
    assert desk.state.prizes[Prize.TOP] == ("a",)
    first, last = season_days(RULES, 2022)
    desk.did(OpenSeason, first_day=first, last_day=last)
    assert (desk.state.final, desk.state.prizes) == ((), {})


# --- members


def test_who_joins_starts_at_the_bottom_and_who_leaves_lets_the_others_up() -> None:
    desk = opened(3)
    desk.did(JoinLadder, member=on("z"))
    assert order(desk) == "abcz"  # LR L42
    assert desk.refused(JoinLadder, member=OnLadder("a", "")) == {("taken", "a"), ("empty", "name")}
    challenged(desk, "za")
    assert desk.refused(LeaveLadder, member_id="a") == {("challenge_open", "1")}
    assert progress(desk.state, desk.state.order)["z"] == 0
    desk.did(LeaveLadder, member_id="b")
    assert order(desk) == "acz"
    assert desk.refused(LeaveLadder, member_id="b") == {("unknown", "b")}
    assert desk.state.members["b"] == "Member b"


# --- challenges


def test_anybody_may_be_challenged_above_and_below() -> None:
    desk = opened()
    challenged(desk, "ja")  # LR L48
    challenged(desk, "bi")
    assert desk.refused(MakeChallenge, **challenge("xx")) == {("unknown", "x")}
    assert ("bad_value", "c") in desk.refused(MakeChallenge, **challenge("cc"))


def test_another_clubs_ladder_may_bound_how_far() -> None:
    near = replace(RULES, challenge=replace(RULES.challenge, places_up=2, downward=False))
    desk = opened(10, near)
    assert desk.refused(MakeChallenge, **challenge("da")) == {("too_far", "a")}
    assert desk.refused(MakeChallenge, **challenge("ad")) == {("too_far", "d")}
    challenged(desk, "db")


def test_one_challenge_at_a_time_given_or_accepted() -> None:
    desk = opened()
    challenged(desk, "ba")
    day = FIRST + 1
    assert desk.refused(MakeChallenge, **challenge("bc", day)) == {("challenge_open", "b")}
    assert desk.refused(MakeChallenge, **challenge("ca", day)) == {("challenge_open", "a")}


def test_one_challenge_a_day_made_or_received() -> None:
    desk = opened()
    desk.did(TakeLadderResult, **result(challenged(desk, "ba"), "b"))
    assert desk.refused(MakeChallenge, **challenge("cb")) == {("challenged_today", "b")}
    assert desk.refused(MakeChallenge, **challenge("ac")) == {("challenged_today", "a")}
    challenged(desk, "ca", FIRST + 1)


def test_the_same_two_meet_again_after_seven_days() -> None:
    desk = opened()
    desk.did(TakeLadderResult, **result(challenged(desk, "ba"), "b", FIRST + 1))
    assert desk.refused(MakeChallenge, **challenge("ab", FIRST + 7)) == {("too_soon", "b")}
    challenged(desk, "ab", FIRST + 8)


def test_nobody_books_ahead_and_nobody_plays_out_of_season() -> None:
    desk = opened()
    ahead = challenge("ba") | {"for_day": FIRST + 3}
    assert desk.refused(MakeChallenge, **ahead) == {("too_early", "for_day")}  # LR L50
    for day in (FIRST - 1, LAST + 1):
        about = f"day {day} ({FIRST}–{LAST})"
        assert desk.refused(MakeChallenge, **challenge("ba", day)) == {("out_of_season", about)}
    booked = opened(4, replace(RULES, challenge=replace(RULES.challenge, prebooked=True)))
    booked.did(MakeChallenge, **ahead)
    early = result(1, "b", FIRST + 2)
    assert booked.refused(TakeLadderResult, **early) == {
        ("bad_value", f"played_day {FIRST + 2} ({FIRST + 3}–{FIRST + 3})")
    }
    for for_day in (FIRST + 3, LAST + 1):
        asked = challenge("dc", FIRST + 4) | {"for_day": for_day}
        about = f"for_day {for_day} ({FIRST + 4}–{LAST})"
        assert booked.refused(MakeChallenge, **asked) == {("out_of_season", about)}


# --- results


def test_a_result_moves_both_and_is_taken_once() -> None:
    desk = opened()
    number = challenged(desk, "jh")
    wrong = result(number, "x") | {"day": FIRST, "played_day": FIRST + 1}
    assert desk.refused(TakeLadderResult, **wrong) == {
        ("bad_value", f"played_day {FIRST + 1} ({FIRST}–{FIRST})"),
        ("unknown", "x"),
    }
    for score, why in (
        ((6, 3), {"winner_below"}),
        ((7, 7), {"loser_not_below"}),
        ((3, 7), {"winner_below"}),
        ((99, 0), {"winner_beyond"}),
        ((7, -1), {"bad_value"}),
    ):
        what = result(number, "j") | {"score": score}
        assert {reason for reason, _about in desk.refused(TakeLadderResult, **what)} == why
    lost = result(number, "h") | {"score": (7, 6)}
    assert desk.refused(TakeLadderResult, **lost) == {("winner_below", "7–6")}
    taken = desk.did(TakeLadderResult, **result(number, "j"))
    assert isinstance(taken, LadderResultTaken)
    assert "".join(taken.order) == order(desk) == "abcdejfgih"  # j 6, h 10 (S260)
    assert desk.refused(TakeLadderResult, **result(number, "h")) == {("over", "1")}
    assert desk.refused(TakeLadderResult, **result(9, "h")) == {("unknown", "9")}


def test_a_match_is_played_within_seven_days_or_the_director_says_why_it_counts() -> None:
    desk = opened()
    number = challenged(desk, "ba")
    late = result(number, "a", FIRST + 8, first=False)
    assert overdue_challenges(desk.state, FIRST + 7) == ()
    assert [each.number for each in overdue_challenges(desk.state, FIRST + 8)] == [1]
    assert desk.refused(TakeLadderResult, **late) == {("too_late", "1")}
    desk.did(TakeLadderResult, **late, why="both Clubhouses were shut")
    on_time = opened()
    challenged(on_time, "ba")
    on_time.did(TakeLadderResult, **result(1, "b", FIRST + 7))


def test_who_can_not_play_drops_one_and_the_challenger_may_challenge_another() -> None:
    desk = opened()
    number = challenged(desk, "je")
    what = {"number": number, "day": FIRST + 2}
    assert desk.refused(EndUnplayed, **what, absent="x", why=" ") == {
        ("unknown", "x"),
        ("why_missing", "why"),
    }
    desk.did(EndUnplayed, **what, absent="e", why="is abroad until June")
    assert order(desk) == "abcdfeghij"  # LR L57; j stays (LR L58, S272)
    challenged(desk, "jd", FIRST + 2)
    assert desk.refused(EndUnplayed, **what, absent="e", why="again") == {("over", "1")}


def test_nobody_moves_when_the_challenger_can_not_play_or_nobody_is_at_fault() -> None:
    desk = opened()
    desk.did(EndUnplayed, number=challenged(desk, "je"), absent="j", day=FIRST, why="is ill")
    number = challenged(desk, "ba")
    what = {"number": number, "absent": None, "why": "snow"}
    assert desk.refused(EndUnplayed, **what, day=FIRST + 7) == {("too_early", "2")}
    desk.did(EndUnplayed, **what, day=FIRST + 8)
    assert order(desk) == "abcdefghij"


# --- disputes and corrections


def test_a_disputed_match_moves_nobody_until_it_was_played_again() -> None:
    desk = opened()
    number = challenged(desk, "jh")
    assert desk.refused(DisputeLadderResult, number=number, why="") == {("why_missing", "why")}
    desk.did(DisputeLadderResult, number=number, why="the score at 6-6")
    assert order(desk) == "abcdefghij"  # LR L46
    assert desk.refused(DisputeLadderResult, number=number, why="again") == {("over", "1")}
    assert overdue_challenges(desk.state, FIRST + 30) == ()
    again = result(number, "j", FIRST + 20)
    assert desk.refused(TakeLadderResult, **again | {"score": (6, 3)}) == {("winner_below", "6–3")}
    desk.did(TakeLadderResult, **again)
    assert order(desk) == "abcdejfgih"


def test_a_correction_makes_the_order_what_it_would_have_been() -> None:
    right, wrong = opened(), opened()
    for desk, winner in ((right, "h"), (wrong, "j")):
        won = winner == "j"
        desk.did(TakeLadderResult, **result(challenged(desk, "jh"), winner, first=won))
        desk.did(JoinLadder, member=on("z"))
        desk.did(TakeLadderResult, **result(challenged(desk, "ca"), "c"))
        desk.did(LeaveLadder, member_id="b")
    assert order(right) != order(wrong)
    what = {"number": 1, "winner": "h", "score": (3, 7)}
    assert wrong.refused(CorrectLadderResult, **what, why="") == {("why_missing", "why")}
    wrong.did(CorrectLadderResult, **what, why="the sheet was misread")
    assert order(right) == order(wrong)


def test_a_result_that_is_disputed_after_it_was_taken_is_taken_back() -> None:
    desk = opened()
    desk.did(TakeLadderResult, **result(challenged(desk, "jh"), "j"))
    desk.did(TakeLadderResult, **result(challenged(desk, "ca"), "c"))
    back = {"number": 1, "winner": None, "score": None, "why": "not settled"}
    desk.did(CorrectLadderResult, **back)
    assert order(desk) == "cbadefghij"
    assert [each.state for each in open_challenges(desk.state)] == [ChallengeState.DISPUTED]
    assert desk.refused(CorrectLadderResult, **back) == {("not_over", "1")}
    odd = back | {"number": 2, "score": (7, 3)}
    assert desk.refused(CorrectLadderResult, **odd) == {("bad_value", "score")}
    desk.did(LeaveLadder, member_id="c")
    assert desk.refused(CorrectLadderResult, **back | {"number": 2}) == {("gone", "c")}
    desk.did(TakeLadderResult, **result(1, "h", FIRST + 9, first=False))
    desk.did(CloseSeason, day=LAST + 1)
    assert desk.refused(CorrectLadderResult, **back) == {("out_of_season", "1")}


def test_a_match_played_again_moves_them_from_where_they_stand_then() -> None:
    desk = opened()
    desk.did(TakeLadderResult, **result(challenged(desk, "jh"), "j"))
    back = {"number": 1, "winner": None, "score": None, "why": "not settled"}
    desk.did(CorrectLadderResult, **back)
    desk.did(TakeLadderResult, **result(challenged(desk, "ig"), "i"))
    assert order(desk) == "abcdiefhgj"  # i 9 to 5, g 7 to 9
    desk.did(TakeLadderResult, **result(1, "h", FIRST + 9, first=False))
    assert order(desk) == "abcdihefgj"  # h 8 to 6; j stays the last


# --- properties


@st.composite
def acts(draw: st.DrawFn) -> list[tuple[Any, ...]]:
    who = st.sampled_from("abcdefgh")
    number, days, won = st.integers(0, 3), st.integers(0, 4), st.booleans()
    pair = st.permutations("abcdefgh").map(lambda them: (*them[:2],))
    made = st.tuples(st.just("challenge"), pair, st.none(), days)
    ended = st.tuples(st.just("result"), number, won, days)
    one = st.one_of(
        *(made, made, made, ended, ended, ended),
        st.tuples(st.just("unplayed"), number, won, days),
        st.tuples(st.just("dispute"), number),
        st.tuples(st.just("correct"), number, won),
        st.tuples(st.just("join"), st.sampled_from("gh")),
        st.tuples(st.just("leave"), who),
    )
    return draw(st.lists(one, min_size=12, max_size=40))


def act(desk: Desk, what: tuple[Any, ...], day: int) -> None:
    kind, *rest = what
    if isinstance(rest[0], int):  # so many before the last
        rest[0] = max(1, len(desk.state.challenges) - rest[0])
    here = desk.state.challenges.get(rest[0])
    pair = here.pair if here else ("a", "b")
    match kind:
        case "challenge":
            desk.does(MakeChallenge, **challenge("".join(rest[0]), day))
        case "result":
            winner = pair[0] if rest[1] else pair[1]
            desk.does(TakeLadderResult, **result(rest[0], winner, day, first=rest[1]), why="late")
        case "unplayed":
            absent = pair[0] if rest[1] else pair[1]
            desk.does(EndUnplayed, number=rest[0], absent=absent, day=day, why="away")
        case "dispute":
            desk.does(DisputeLadderResult, number=rest[0], why="the score")
        case "correct":
            winner, score = (pair[0], (7, 0)) if rest[1] else (None, None)
            desk.does(CorrectLadderResult, number=rest[0], winner=winner, score=score, why="so")
        case "join":
            desk.does(JoinLadder, member=on(rest[0]))
        case _:
            desk.does(LeaveLadder, member_id=rest[0])


@given(acts())
@settings(deadline=None)
def test_the_order_is_a_permutation_and_replay_is_live(story: list[tuple[Any, ...]]) -> None:
    desk = opened(6)
    members, day = set("abcdef"), FIRST
    for what in story:
        day += what[3] if len(what) > 3 else 0
        before = desk.state
        act(desk, what, day)
        event = desk.kept[-1]
        if not isinstance(event, Refused) and what[0] in {"join", "leave"}:
            members ^= {what[1]}
        assert set(desk.state.order) == members
        assert len(desk.state.order) == len(members)
        assert desk.state.order == order_after(desk.state, desk.state.changes)
        direct = isinstance(event, LadderResultTaken) or what[0] == "unplayed"
        if desk.state.order[:1] != before.order[:1] and direct:
            assert before.order[0] in event.challenge.pair
        elif desk.state.order[:1] != before.order[:1]:
            left = what[0] == "leave" and what[1] == before.order[0]
            assert left or isinstance(event, LadderResultCorrected) or not before.order
    assert LADDER.replayed(desk.kept, desk.start) == desk.state
