"""Who meets in a Swiss, beside every pairing there is."""

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, groupby
from typing import Any

import pairing_core
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from kiosk.tournament import swiss_pairing
from kiosk.tournament.swiss_pairing import Met, RoundPairs, pair_round, rematches

Pairs = tuple[tuple[str, str], ...]


def known(*pairs: str) -> dict[str, set[str]]:
    """Who has met whom: "ab" for a and b."""
    met: dict[str, set[str]] = {}
    for pair in pairs:
        for who in pair:
            met.setdefault(who, set()).update(set(pair) - {who})
    return met


def all_but(order: str, *pairs: str) -> list[str]:
    """Everybody has met everybody, these two and two excepted."""
    return [one + two for one, two in combinations(order, 2) if one + two not in pairs]


def paired(order: str, score: Mapping[str, int], *met: str, waited: str = "") -> tuple[str, str]:
    """The pairs as "ab cd", and who waits."""
    times = {who: waited.count(who) for who in order}
    pairs = pair_round(order, score, known(*met), times)
    return " ".join(one + two for one, two in pairs.pairs), pairs.waits or ""


# --- worked by hand


def test_the_first_round_is_the_order_and_the_last_waits() -> None:
    assert paired("dbace", dict.fromkeys("abcde", 0)) == ("db ac", "e")


def test_who_has_won_meets_who_has_won() -> None:
    score = {"d": 1, "b": 0, "a": 1, "c": 0, "e": 1}
    assert paired("abcde", score, "db", "ac", waited="e") == ("ad eb", "c")


def test_the_last_in_order_floats_unless_he_has_met_them() -> None:
    score = {"a": 2, "b": 2, "c": 2, "d": 1}
    assert paired("abcd", score) == ("ab cd", "")
    assert paired("abcd", score, "cd") == ("ac bd", "")
    assert paired("abcd", score, "cd", "ac") == ("bc ad", "")


def test_nobody_of_a_score_floats_who_needs_not() -> None:
    """A Monrad alone pairs a and b first, and c and d, who have met, would both float."""
    score = {"a": 1, "b": 1, "c": 1, "d": 1, "e": 0, "f": 0}
    assert paired("abcdef", score, "cd") == ("ac bd ef", "")


def test_two_who_have_met_both_float() -> None:
    score = {"a": 3, "b": 3, "c": 2, "d": 2, "e": 2, "f": 2}
    assert paired("abcdef", score, "ab") == ("ac bd ef", "")


def test_above_is_undone_for_those_below() -> None:
    """c and d could not be paired if a met b."""
    score = {"a": 1, "b": 1, "c": 0, "d": 0}
    assert paired("abcd", score, "cd") == ("ac bd", "")


def test_who_has_waited_waits_again_only_for_a_rematch_less() -> None:
    score = dict.fromkeys("abc", 0)
    assert paired("abc", score, waited="c")[1] == "b"
    assert paired("abc", score, "ac", "bc", waited="c") == ("ab", "c")


def test_a_rematch_that_can_not_be_avoided_is_one() -> None:
    score = dict.fromkeys("abcd", 0)
    met = known("ab", "ac", "ad")
    assert rematches("abcd", met) == 1
    assert paired("abcd", score, "ab", "ac", "ad") == ("ab cd", "")


def test_a_way_round_an_odd_circle_is_found() -> None:
    """a, c, e and b, c, e have not met; d can meet a only and f b only, so c meets e."""
    met = all_but("abcdef", "ac", "ad", "ae", "bc", "be", "bf", "ce")
    assert rematches("abcdef", known(*met)) == 0
    assert paired("abcdef", dict.fromkeys("abcdef", 0), *met) == ("ad bf ce", "")


def test_nobody_meets_whom_who_would_leave_two_odd_circles() -> None:
    """x may not meet y: a, b, c among themselves and d, e, f would leave one over each."""
    met = [one + two for one in "abc" for two in "def"]
    assert paired("xyabcdef", dict.fromkeys("xyabcdef", 0), *met) == ("xa yd bc ef", "")


def test_a_rematch_above_is_none_below() -> None:
    """a has met everybody; c and d, who have met, float."""
    score = {"a": 2, "b": 2, "c": 1, "d": 1, "e": 0, "f": 0}
    assert paired("abcdef", score, "ab", "ac", "ad", "ae", "af", "cd") == ("ab ce df", "")


def test_two_float_and_not_four() -> None:
    """A Monrad pairs a and b first, and nobody who is left of their score can meet another."""
    score = dict.fromkeys("abcdef", 1) | dict.fromkeys("ghij", 0)
    met = all_but("abcdef", "ab", "ac", "bd")
    assert paired("abcdefghij", score, *met) == ("ac bd eg fh ij", "")


# --- beside all pairings


def every_pairing(players: Sequence[str]) -> Iterator[Pairs]:
    """Of an even number, each once; in a pair the first in `players` first."""
    if not players:
        yield ()
        return
    one, *rest = players
    for at, two in enumerate(rest):
        for others in every_pairing(rest[:at] + rest[at + 1 :]):
            yield ((one, two), *others)


def preference(
    pairs: Pairs,
    waits: str | None,
    order: Sequence[str],
    score: Mapping[str, int],
    met: Met,
    waited: Mapping[str, int],
) -> tuple[Any, ...]:
    """Less is better: what the head of the module says, read for a pairing that is there."""
    key: list[Any] = [sum(two in met.get(one, ()) for one, two in pairs)]
    if waits is not None:
        key += [waited[waits], score[waits], -order.index(waits)]
    partner = dict(pairs) | {two: one for one, two in pairs}
    pool: list[str] = []
    chosen = []
    standing = sorted((who for who in order if who != waits), key=lambda who: -score[who])
    for points, group in groupby(standing, key=lambda who: score[who]):
        pool += group
        floats = [who for who in pool if score[partner[who]] < points]
        key += [len(floats), sorted(len(pool) - pool.index(who) for who in floats)]
        rest = [who for who in pool if who not in floats]
        while rest:
            two = partner[rest.pop(0)]
            chosen.append(rest.index(two))
            rest.remove(two)
        pool = floats
    return (*key, *chosen)


def best(
    order: Sequence[str], score: Mapping[str, int], met: Met, waited: Mapping[str, int]
) -> RoundPairs:
    """The pairing nothing is better than, of all there are."""
    leftover = order if len(order) % 2 else [None]
    every = [
        (pairs, waits)
        for waits in leftover
        for pairs in every_pairing([who for who in order if who != waits])
    ]
    return RoundPairs(
        *min(every, key=lambda it: preference(it[0], it[1], order, score, met, waited))
    )


def as_sets(pairs: RoundPairs) -> tuple[set[frozenset[str]], str | None]:
    return {frozenset(pair) for pair in pairs.pairs}, pairs.waits


@given(st.integers(2, 9), st.integers(0, 4), st.integers(0, 100), st.randoms(use_true_random=False))
@example(10, 2, 70, random.Random(5))
@example(10, 3, 50, random.Random(8))
@settings(deadline=None, max_examples=120)
def test_no_pairing_is_better(count: int, scores: int, dense: int, dice: random.Random) -> None:
    order = list("abcdefghij"[:count])
    dice.shuffle(order)
    score = {who: dice.randint(0, scores) for who in order}
    pairs = [one + two for one, two in combinations(order, 2) if dice.randint(1, 100) <= dense]
    met, waited = known(*pairs), {who: dice.randint(0, 1) for who in order}
    found = pair_round(order, score, met, waited)
    assert as_sets(found) == as_sets(best(order, score, met, waited))


@given(st.integers(2, 9), st.integers(0, 100), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_a_monrad_has_no_rematch_more(count: int, dense: int, dice: random.Random) -> None:
    """What is done when who floats is not found."""
    order = list("abcdefghi"[:count])
    score = {who: dice.randint(0, 2) for who in order}
    pairs = [one + two for one, two in combinations(order, 2) if dice.randint(1, 100) <= dense]
    met, waited = known(*pairs), dict.fromkeys(order, 0)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(swiss_pairing, "MOST_TRIES", 0)
        found = pair_round(order, score, met, waited)
    wanted = best(order, score, met, waited)
    assert found.waits == wanted.waits
    both = [who for pair in found.pairs for who in pair] + [found.waits or ""] * (count % 2)
    assert sorted(both) == sorted(order)
    again, least = (
        sum(two in met.get(one, ()) for one, two in each.pairs) for each in (found, wanted)
    )
    assert again == least


def test_a_monrad_pairs_the_next_in_score_whom_one_has_not_met(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(swiss_pairing, "MOST_TRIES", 0)
    score = {"a": 3, "b": 2, "c": 2, "d": 1}
    assert paired("abcd", score, "ab") == ("ac bd", "")


@pytest.mark.parametrize("count", [64, 129, 512])
def test_a_great_field_is_paired_round_by_round(count: int) -> None:
    dice = random.Random(count)
    players = [f"p{number}" for number in range(count)]
    met: dict[str, set[str]] = {who: set() for who in players}
    score, waited = dict.fromkeys(players, 0), dict.fromkeys(players, 0)
    for _round in range(9):
        order = dice.sample(players, count)
        found = pair_round(order, score, met, waited)
        both = [who for pair in found.pairs for who in pair]
        assert sorted(both + [found.waits or ""] * (count % 2)) == sorted(players)
        for one, two in found.pairs:
            assert two not in met[one]
            met[one].add(two)
            met[two].add(one)
            score[dice.choice((one, two))] += 1
        if found.waits is not None:
            waited[found.waits] += 1
            score[found.waits] += 1
    assert max(waited.values()) <= 1


# --- beside pairing-core


@given(st.integers(4, 30), st.integers(1, 4), st.integers(0, 60), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_where_pairing_core_finds_a_round_ours_is_no_worse(
    count: int, scores: int, dense: int, dice: random.Random
) -> None:
    """It pairs by FIDE's Dutch system, which has no rematch at all."""
    order = [str(each) for each in range(1, count + 1)]
    score = {who: dice.randrange(scores) for who in order}
    waited = {who: int(dice.random() < 0.2) for who in order}
    met: dict[str, set[str]] = {who: set() for who in order}
    for one, two in combinations(order, 2):
        if dice.randrange(100) < dense:
            met[one].add(two)
            met[two].add(one)
    theirs = round_of_pairing_core(order, score, met, waited)
    assume(theirs is not None)
    assert theirs is not None
    ours = pair_round(order, score, met, waited)
    assert sorted(who for pair in ours.pairs for who in pair) == sorted(
        who for who in order if who != ours.waits
    )
    assert not [pair for pair in ours.pairs if pair[1] in met[pair[0]]]
    assert (ours.waits is None) is (theirs.waits is None)
    if ours.waits is not None and theirs.waits is not None:
        assert waited[ours.waits] <= waited[theirs.waits]
    else:
        top = max(score.values())
        assert floats(ours.pairs, score, top) <= floats(theirs.pairs, score, top)


def floats(pairs: Pairs, score: Mapping[str, int], top: int) -> int:
    """How many of the highest score meet a lower one."""
    return sum((score[one] == top) != (score[two] == top) for one, two in pairs)


def round_of_pairing_core(
    order: Sequence[str], score: Mapping[str, int], met: Met, waited: Mapping[str, int]
) -> RoundPairs | None:
    """None: it says that there is no such round."""
    players = [
        pairing_core.PlayerData(
            id=int(who),
            pairing_no=int(who),
            rating=0,
            points=float(score[who]),
            opponents=frozenset(int(each) for each in met[who]),
            received_bye=bool(waited[who]),
        )
        for who in order
    ]
    try:
        found = pairing_core.pair_round(players, 2)
    except ValueError:
        return None
    pairs = [(str(card.white_id), str(card.black_id)) for card in found.pairings if not card.is_bye]
    return RoundPairs(tuple(pairs), str(found.bye_player_id) if len(order) % 2 else None)
