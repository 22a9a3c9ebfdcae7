"""Pairs a round of a Swiss: exactly, and in the order drawn by lot.

Criteria, the most important first: as few rematches as possible; the player who waits has waited
least often, then has the lowest score, then is last in the order; from the highest score down, as
few as possible are paired with a lower score (float), the last in the order first; the remaining
players of a score meet the next in the order, as in a Monrad. Whether the rest can still be paired
is a maximum matching of those who have not met (J. Edmonds, Paths, Trees, and Flowers, 1965).
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import groupby

Players = Sequence[str]
Met = Mapping[str, AbstractSet[str]]
"""The players each has met, both ways."""

MOST_TRIES = 1000
"""Most tries to find the floats of a score. Beyond, far from any real round, the rest is a Monrad:
without avoidable rematches, but perhaps with more floats than necessary.
"""


@dataclass(frozen=True, slots=True)
class RoundPairs:
    """The pairs of a round, from the highest score down; the player who `waits`, if the number is
    odd.
    """

    pairs: tuple[tuple[str, str], ...]
    waits: str | None = None


def pair_round(
    order: Players, score: Mapping[str, int], met: Met, waited: Mapping[str, int]
) -> RoundPairs:
    """Pair every player in `order` once. A higher `score` is better; `waited` counts byes."""
    field, waits = list(order), None
    if len(field) % 2:
        waits = _waits(field, score, met, waited)
        field.remove(waits)
    left = rematches(field, met)
    field.sort(key=lambda player_id: -score[player_id])  # keeps the order within a score
    pool: list[str] = []
    pairs: list[tuple[str, str]] = []
    for each, group in groupby(field, key=lambda player_id: score[player_id]):
        pool += group
        lower = [player_id for player_id in field if score[player_id] < each]
        floats = _floats(pool, lower, met, left)
        if floats is None:
            pairs += _neighbours([*pool, *lower], met, left)
            break
        stay = [player_id for player_id in pool if player_id not in floats]
        inside = rematches(stay, met)
        pairs += _neighbours(stay, met, inside)
        left -= inside
        pool = list(floats)
    return RoundPairs(tuple(pairs), waits)


def rematches(players: Players, met: Met) -> int:
    """The least possible number of rematches among these players, whose number is even."""
    return len(players) // 2 - len(_matched(players, met)) // 2


def _waits(field: Players, score: Mapping[str, int], met: Met, waited: Mapping[str, int]) -> str:
    fewest = len(field) // 2 - len(_matched(field, met)) // 2
    from_last = field[::-1]
    by_right = sorted(from_last, key=lambda player_id: (waited.get(player_id, 0), score[player_id]))
    return next(
        player_id
        for player_id in by_right
        if rematches([each for each in field if each != player_id], met) == fewest
    )


def _floats(pool: Players, lower: Players, met: Met, left: int) -> Players | None:
    """The players of the pool who float; `left` rematches in all. None: not found within
    the tries.
    """
    tries = iter(range(MOST_TRIES))
    for count in range(len(pool) % 2, len(pool) + 1, 2):
        stay = _stay(pool, len(pool), lower, met, left, count, tries)
        if stay is not None:
            return [player_id for player_id in pool if player_id not in stay]
    return None


def _stay(
    pool: Players, upto: int, lower: Players, met: Met, left: int, count: int, tries: Iterator[int]
) -> Players | None:
    """The players who stay if `count` of the first `upto` float, the last first. One player more or
    less leaves one more or less unpaired, so that hopeless choices are seen early.
    """
    alone = (len(part) - len(_matched(part, met)) for part in (pool, lower))
    if sum(max(0, each - count) // 2 for each in alone) > left:
        return None
    if count == 0:
        return pool
    for at in reversed(range(count - 1, upto)):
        if next(tries, None) is None:
            return None
        others = [*pool[:at], *pool[at + 1 :]]
        stay = _stay(others, at, [pool[at], *lower], met, left, count - 1, tries)
        if stay is not None:
            return stay
    return None


def _neighbours(stay: Players, met: Met, left: int) -> list[tuple[str, str]]:
    """Pair the first with the next in order such that the others can be paired; `left` rematches in
    all.
    """
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


def _can_be_paired(players: Players, met: Met, left: int) -> bool:
    if left < 0:
        return False
    if all(2 * len(met.get(player_id, ())) + 2 <= len(players) for player_id in players):
        return True  # each may meet at least half of the others (Dirac, 1952)
    return rematches(players, met) <= left


def _matched(players: Players, met: Met) -> dict[str, str]:
    """Each player with his partner: as many pairs as possible of players who have not met."""
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


def _augment(root: str, players: Players, met: Met, mate: dict[str, str]) -> None:
    """Add one pair to `mate`, if an alternating path leads from `root` to another free player."""
    base = {player_id: player_id for player_id in players}
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
    """Contract an odd cycle to one vertex (a blossom): all in it can be reached from both sides."""
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
    for player_id in [each for each, root in base.items() if root in blossom]:
        base[player_id] = top
        if player_id not in outer:
            outer.add(player_id)
            queue.append(player_id)


def _turn(end: str, before: Mapping[str, str], mate: dict[str, str]) -> None:
    """Flip the pairs along the path."""
    at: str | None = end
    while at is not None:
        one = before[at]
        after = mate.get(one)
        mate[at], mate[one] = one, at
        at = after
