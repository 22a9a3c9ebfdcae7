"""Who meets in a round of a Swiss: exact, and in the order drawn by lot.

What counts, the first most: as few rematches as can be; who waits has waited least often, then has
the lowest score, then stands last in the order; from the highest score down, as few as can be are
paired with a lower score (float), the last in the order first; who is left of a score meets the
next in the order, as in a Monrad. Whether the rest can still be paired is a maximum matching of
those who have not met (J. Edmonds, Paths, Trees, and Flowers, 1965).
"""

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations, groupby

Met = Mapping[str, AbstractSet[str]]
"""Whom each has met, both ways."""


@dataclass(frozen=True, slots=True)
class RoundPairs:
    """The pairs of a round, from the highest score down; who `waits`, if their number is odd."""

    pairs: tuple[tuple[str, str], ...]
    waits: str | None = None


def pair_round(
    order: Sequence[str], score: Mapping[str, int], met: Met, waited: Mapping[str, int]
) -> RoundPairs:
    """Everybody in `order` once. The higher `score` is the better; `waited` counts byes."""
    field, waits = list(order), None
    if len(field) % 2:
        waits = _waits(field, score, met, waited)
        field.remove(waits)
    left = rematches(field, met)
    lower = sorted(field, key=lambda who: -score[who])  # keeps the order within a score
    pool: list[str] = []
    pairs: list[tuple[str, str]] = []
    for _score, group in groupby(lower.copy(), key=lambda who: score[who]):
        pool += group
        lower = lower[len(lower) - (len(field) - 2 * len(pairs) - len(pool)) :]
        floats, inside = _floats(pool, lower, met, left)
        stay = [who for who in pool if who not in floats]
        pairs += _neighbours(stay, met, inside)
        left -= inside
        pool = [who for who in pool if who in floats]
    return RoundPairs(tuple(pairs), waits)


def rematches(players: Sequence[str], met: Met) -> int:
    """How few pairs that have met there can be among these, whose number is even."""
    return len(players) // 2 - len(_matched(players, met)) // 2


def _waits(
    field: Sequence[str], score: Mapping[str, int], met: Met, waited: Mapping[str, int]
) -> str:
    fewest = len(field) // 2 - len(_matched(field, met)) // 2
    from_last = field[::-1]
    by_right = sorted(from_last, key=lambda who: (waited.get(who, 0), score[who]))
    return next(
        who for who in by_right if rematches([each for each in field if each != who], met) == fewest
    )


def _floats(
    pool: Sequence[str], lower: Sequence[str], met: Met, left: int
) -> tuple[AbstractSet[str], int]:
    """Who of the pool floats, and the rematches among those who stay; `left` among all of them."""
    least = max(len(pool) % 2, len(pool) - len(_matched(pool, met)) - 2 * left)
    for count in range(least, len(pool) + 1, 2):
        for floats in combinations(reversed(pool), count):
            down = set(floats)
            inside = rematches([who for who in pool if who not in down], met)
            if inside > left:
                continue
            if inside + rematches([*floats, *lower], met) == left:
                return down, inside
    raise AssertionError("they can be paired with fewer rematches than a maximum matching has")


def _neighbours(stay: Sequence[str], met: Met, left: int) -> list[tuple[str, str]]:
    """The first with the next in order who lets the others be paired; `left` rematches in all."""
    pairs = []
    rest = list(stay)
    while rest:
        one = rest.pop(0)
        known = met.get(one, ())
        at = next(
            at
            for at, two in enumerate(rest)
            if _can_be_paired(rest[:at] + rest[at + 1 :], met, left - (two in known))
        )
        two = rest.pop(at)
        pairs.append((one, two))
        left -= two in known
    return pairs


def _can_be_paired(players: Sequence[str], met: Met, left: int) -> bool:
    if left < 0:
        return False
    if all(2 * len(met.get(who, ())) + 2 <= len(players) for who in players):
        return True  # everybody may meet half of the others or more (Dirac, 1952)
    return rematches(players, met) <= left


def _matched(players: Collection[str], met: Met) -> dict[str, str]:
    """Each with his partner: as many pairs as can be of players who have not met."""
    mate: dict[str, str] = {}
    free = dict.fromkeys(players)
    while free:
        one = next(iter(free))
        del free[one]
        known = met.get(one, ())
        two = next((each for each in free if each not in known), None)
        if two is not None:
            del free[two]
            mate[one], mate[two] = two, one
    for one in players:
        if one not in mate:
            _augment(one, players, met, mate)
    return mate


def _augment(root: str, players: Collection[str], met: Met, mate: dict[str, str]) -> None:
    """One pair more in `mate`, if a path from `root` to another who is free alternates."""
    base = {who: who for who in players}
    before: dict[str, str] = {}
    outer = {root}
    queue = deque([root])
    while queue:
        one = queue.popleft()
        known = met.get(one, ())
        for two in players:
            if two in known or base[one] == base[two] or mate.get(one) == two:
                continue
            if two == root or (two in mate and mate[two] in before):
                _contract(one, two, base, before, mate, outer, queue)
            elif two not in before:
                before[two] = one
                if two not in mate:
                    _turn(two, before, mate)
                    return
                outer.add(mate[two])
                queue.append(mate[two])


def _contract(
    one: str,
    two: str,
    base: dict[str, str],
    before: dict[str, str],
    mate: Mapping[str, str],
    outer: set[str],
    queue: deque[str],
) -> None:
    """An odd cycle becomes one (a blossom): all in it can be reached from both sides."""
    on_way = set()
    at = base[one]
    while True:
        on_way.add(at)
        if at not in mate:
            break
        at = base[before[mate[at]]]
    top = base[two]
    while top not in on_way:
        top = base[before[mate[top]]]
    blossom = set()
    for start, other in ((one, two), (two, one)):
        at, child = start, other
        while base[at] != top:
            blossom |= {base[at], base[mate[at]]}
            before[at] = child
            child = mate[at]
            at = before[child]
    for who in [each for each, root in base.items() if root in blossom]:
        base[who] = top
        if who not in outer:
            outer.add(who)
            queue.append(who)


def _turn(end: str, before: Mapping[str, str], mate: dict[str, str]) -> None:
    """Along the path pairs and no pairs change."""
    at: str | None = end
    while at is not None:
        one = before[at]
        after = mate.get(one)
        mate[at], mate[one] = one, at
        at = after
