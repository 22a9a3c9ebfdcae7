"""The uncertainty of a count: bounds and intervals of a rate."""

import math


def upper_bound(wrong: int, of: int, level: float = 0.95) -> float:
    """The one-sided upper bound on a rate after `wrong` failures in `of` trials.

    Clopper and Pearson, Biometrika 26 (1934): the rate at which at most this many failures have
    probability 1 - level. Without failures it is near 3/n, the rule of three.
    """
    if wrong >= of:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(60):
        rate = (low + high) / 2
        few = math.fsum(_chance(k, of, rate) for k in range(wrong + 1))
        low, high = (rate, high) if few > 1 - level else (low, rate)
    return high


def _chance(failures: int, of: int, rate: float) -> float:
    """The probability of exactly so many failures; by logarithms, as binomials outgrow floats."""
    ways = math.lgamma(of + 1) - math.lgamma(failures + 1) - math.lgamma(of - failures + 1)
    return math.exp(ways + failures * math.log(rate) + (of - failures) * math.log1p(-rate))


def wilson(part: int, of: int, z: float = 1.959964) -> tuple[float, float]:
    """The two-sided interval of a rate, 95 % by default. Wilson, J. Am. Stat. Assoc. 22 (1927)."""
    if of == 0:
        return 0.0, 1.0
    rate, wide = part / of, z * z / of
    middle = (rate + wide / 2) / (1 + wide)
    reach = math.sqrt(rate * (1 - rate) * wide + wide * wide / 4) / (1 + wide)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def failures(wrong: int, of: int) -> str:
    """A count that should be zero, with its bound."""
    return f"{wrong}/{of} (95 % bound {100 * upper_bound(wrong, of):.2f} %)" if of else "0/0"
