"""Who moves where on a ladder: worked out by hand from 001, Ladder Rules, before it was written.

Twenty members, a to t: a is at place 1. Where the text leaves it open, the case names the passage.
"""

from dataclasses import replace
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.books.ladder_loader import load_ladder
from kiosk.tournament.ladder import after_cannot_play, after_match
from kiosk.tournament.ladder_rules import DropCounting, MovementRules

RULES = load_ladder("london-club")
MOVES = RULES.movement
TWENTY = tuple(ascii_lowercase[:20])


def match(
    challenger: int, challenged: int, won: int, size: int = 20, moves: MovementRules = MOVES
) -> str:
    """The order after it, by places: challenger, challenged, winner."""
    order = TWENTY[:size]
    one, other, winner = (order[place - 1] for place in (challenger, challenged, won))
    return "".join(after_match(moves, order, one, other, winner))


# --- the challenger wins: at most 5 up, at most 2 above the loser, who drops 2 (LR L51, L52)


def test_the_next_one_above_is_beaten() -> None:
    # 9 (i) beats 8 (h): 8-2 = 6 for i, 10 for h; f, g are passed; j moves up to 9
    assert match(9, 8, 9) == "abcdeifgjhklmnopqrst"


def test_two_above_the_loser_is_the_ceiling() -> None:
    # 10 (j) beats 8 (h): 8-2 = 6 for j, 10 for h; f 7, g 8, i stays 9 (S260)
    assert match(10, 8, 10) == "abcdejfgihklmnopqrst"


def test_five_up_is_the_ceiling() -> None:
    # 15 (o) beats 3 (c): 15-5 = 10 for o; c drops to 5; d, e move up; j to n move down
    assert match(15, 3, 15) == "abdecfghiojklmnpqrst"


def test_five_up_and_two_above_the_loser_come_to_the_same() -> None:
    # 13 (m) beats 10 (j): 13-5 = 8 = 10-2; j drops to 12
    assert match(13, 10, 13) == "abcdefgmhikjlnopqrst"


def test_where_both_come_to_one_place_the_loser_has_it() -> None:
    # 12 (l) beats 5 (e): e drops to 7, 12-5 = 7: l comes next, 8 (D1-10, S262)
    assert match(12, 5, 12) == "abcdfgelhijkmnopqrst"


def test_the_top_is_beaten() -> None:
    # 3 (c) beats 1 (a): 1-2 is the top; a drops to 3; b stays 2 (S263)
    assert match(3, 1, 3) == "cbadefghijklmnopqrst"


def test_the_top_is_beaten_from_afar_and_the_second_comes_there() -> None:
    # 7 (g) beats 1 (a): 7-5 = 2 for g, 3 for a; nobody is given place 1: b has it (D1-11)
    assert match(7, 1, 7) == "bgacdefhijklmnopqrst"


def test_the_top_is_not_moved_by_a_match_of_others() -> None:
    # 4 (d) beats 2 (b): 2-2 would be above the top, which stays (LR L54, S265)
    assert match(4, 2, 4) == "adcbefghijklmnopqrst"
    # 3 (c) beats 2 (b): c 2, b 4
    assert match(3, 2, 3) == "acdbefghijklmnopqrst"


def test_a_challenger_who_beats_one_below_rises_only_as_far_as_two_above_him() -> None:
    # 6 (f) beats 7 (g): 7-2 = 5 for f; g drops to 9
    assert match(6, 7, 6) == "abcdfehigjklmnopqrst"
    # 6 (f) beats 8 (h): 8-2 = 6: f stays; h drops to 10 (S271)
    assert match(6, 8, 6) == "abcdefgijhklmnopqrst"
    # 6 (f) beats 15 (o): nobody goes down for a win; o drops to 17
    assert match(6, 15, 6) == "abcdefghijklmnpqorst"


# --- who was challenged wins: at most 2 up; the challenger drops 2 (LR L53)


def test_the_challenged_wins() -> None:
    # 8 (h) beats 10 (j): h 6, j 12 (S266)
    assert match(10, 8, 8) == "abcdehfgikljmnopqrst"


def test_the_top_wins_and_stays() -> None:
    # 1 (a) beats 3 (c): a stays, c drops to 5 (S268)
    assert match(3, 1, 1) == "abdecfghijklmnopqrst"


def test_who_is_challenged_at_two_does_not_pass_the_top() -> None:
    # 2 (b) and 3 (c) beat 10 (j): both can come no higher than 2
    assert match(10, 2, 2) == "abcdefghikljmnopqrst"
    assert match(10, 3, 3) == "acbdefghikljmnopqrst"


def test_nobody_drops_from_the_ladder() -> None:
    # 15 (o) beats 20 (t): o 13; t stays (D1-11, S269)
    assert match(20, 15, 15) == "abcdefghijklomnpqrst"
    # 19 (s) beats the challenger at 20, and 18 (r) the one at 19: one place is left to drop
    assert match(20, 19, 19) == "abcdefghijklmnopsqrt"
    assert match(19, 18, 18) == "abcdefghijklmnorpqts"


def test_a_challenge_downward_is_lost() -> None:
    # 6 (f) loses to 8 (h): h 6, f 8: they change places, g stays
    assert match(6, 8, 8) == "abcdehgfijklmnopqrst"
    # 6 (f) loses to 7 (g): g 5, f 8; e 6, h 7
    assert match(6, 7, 7) == "abcdgehfijklmnopqrst"
    # 4 (d) loses to 8 (h): h and d both come to 6: the loser has it, h is next (D1-10)
    assert match(4, 8, 8) == "abcefdhgijklmnopqrst"


def test_the_top_challenges_and_loses() -> None:
    # 1 (a) loses to 5 (e): a 3, e 5-2 = 3 too: e next, 4; b comes to the top
    assert match(1, 5, 5) == "bcaedfghijklmnopqrst"
    # 1 (a) loses to 2 (b): b 1, a 3
    assert match(1, 2, 2) == "bcadefghijklmnopqrst"


# --- who was challenged can't play: one place down (LR L57, L58)


def test_who_can_not_play_drops_one_and_the_challenger_is_not_moved_by_it() -> None:
    # 5 (e) drops to 6, f moves up (S272)
    assert "".join(after_cannot_play(MOVES, TWENTY, "e")) == "abcdfeghijklmnopqrst"
    # the last has nowhere to drop
    assert after_cannot_play(MOVES, TWENTY, "t") == TWENTY
    # the top was challenged: b moves up (D1-12)
    assert "".join(after_cannot_play(MOVES, TWENTY, "a"))[:3] == "bac"
    kept = replace(MOVES, top_cannot_play=False)
    assert after_cannot_play(kept, TWENTY, "a") == TWENTY


# --- the small ladder, and other clubs' rules


@pytest.mark.parametrize(
    ("challenger", "challenged", "won", "order"),
    [(2, 1, 2, "ba"), (2, 1, 1, "ab"), (1, 2, 1, "ab"), (1, 2, 2, "ba")],
)
def test_two_members(challenger: int, challenged: int, won: int, order: str) -> None:
    assert match(challenger, challenged, won, 2) == order


def test_above_the_loser_may_be_counted_from_where_he_goes() -> None:
    # 10 (j) beats 8 (h), who drops to 10: two above is 8 for j (D1-9)
    after = replace(MOVES, above_loser_counted=DropCounting.AFTER_DROP)
    assert match(10, 8, 10, moves=after) == "abcdefgjihklmnopqrst"
    # 19 (s) beats 20 (t), who stays 20: two above is 18 for s
    assert match(19, 20, 19, moves=after) == "abcdefghijklmnopqsrt"


def test_a_ladder_may_let_the_top_be_passed() -> None:
    open_top = replace(MOVES, top_by_direct_challenge=False)
    assert match(4, 2, 4, moves=open_top)[0] == "d"


# --- properties


@given(st.data())
def test_nobody_moves_more_than_the_rules_allow(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 20))
    order = TWENTY[:size]
    challenger, challenged = data.draw(st.permutations(order).map(lambda them: them[:2]))
    winner = data.draw(st.sampled_from((challenger, challenged)))
    loser = challenged if winner == challenger else challenger
    after = after_match(MOVES, order, challenger, challenged, winner)
    assert sorted(after) == sorted(order)
    up = {who: order.index(who) - after.index(who) for who in order}
    most = 5 if winner == challenger else 2
    assert 0 <= up[winner] <= most
    if winner == challenger and up[winner]:
        assert order.index(loser) - after.index(winner) <= 2
    assert up[loser] == -min(2, size - 1 - order.index(loser))
    assert all(abs(up[who]) <= 1 for who in order if who not in (winner, loser))
    if order[0] not in (winner, loser):
        assert after[0] == order[0]
