"""Real messages, broken in every way a line, a disk or a hand may break them. By a seed."""

import random
import re
from collections.abc import Callable, Iterator, Sequence

LONGEST = 1 << 20
"""Bytes; a longer one no port of ours reads."""

_NUMBER = re.compile(rb"\d+")
_ODD = (b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\xc3", b"\\ud800", b'"', b"\\", b"\n", b"\x1b[2J")
_HUGE = (b"9" * 30, b"9" * 5000, b"-1", b"1e999", b"0.1e-400", b"NaN", b"9223372036854775808")
_OTHERS = (b"null", b"true", b"[]", b"{}", b'""', b"0")


def mutated(samples: Sequence[bytes], seed: int, most: int) -> Iterator[bytes]:
    """One broken sample after the other, until they are `most` bytes in all."""
    chance, came = random.Random(seed), 0
    while came < most:
        broken = chance.choice(samples)
        for _time in range(chance.choice((1, 1, 1, 2, 5))):
            broken = chance.choice(_WAYS)(broken, samples, chance)[:LONGEST]
        came += len(broken) + 1
        yield broken


def _bits(sample: bytes, _samples: Sequence[bytes], chance: random.Random) -> bytes:
    if not sample:
        return b"\x01"
    broken = bytearray(sample)
    for _bit in range(chance.choice((1, 1, 1, 3, 20))):
        broken[chance.randrange(len(broken))] ^= 1 << chance.randrange(8)
    return bytes(broken)


def _cut(sample: bytes, _samples: Sequence[bytes], chance: random.Random) -> bytes:
    return sample[: chance.randint(0, len(sample))]


def _hole(sample: bytes, _samples: Sequence[bytes], chance: random.Random) -> bytes:
    first, last = _places(sample, chance)
    return sample[:first] + sample[last:]


def _splice(sample: bytes, samples: Sequence[bytes], chance: random.Random) -> bytes:
    other = chance.choice(samples)
    first, last = _places(other, chance)
    at, upto = _places(sample, chance)
    return sample[:at] + other[first:last] + sample[upto:]


def _again(sample: bytes, _samples: Sequence[bytes], chance: random.Random) -> bytes:
    first, last = _places(sample, chance)
    last = min(last, first + 64)
    return sample[:first] + sample[first:last] * chance.choice((2, 3, 40)) + sample[last:]


def _nested(sample: bytes, _samples: Sequence[bytes], chance: random.Random) -> bytes:
    first, last = _places(sample, chance)
    deep = chance.choice((10, 40, 1500, 20_000)) if chance.random() < 0.05 else 5
    begin, end = chance.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"{a=", b"}")))
    return sample[:first] + begin * deep + sample[first:last] + end * deep + sample[last:]


def _odd(sample: bytes, _samples: Sequence[bytes], chance: random.Random) -> bytes:
    at = chance.randint(0, len(sample))
    return sample[:at] + chance.choice(_ODD) + sample[at:]


def _number(sample: bytes, _samples: Sequence[bytes], chance: random.Random) -> bytes:
    found = list(_NUMBER.finditer(sample[:20_000]))
    if not found:
        return sample
    one = chance.choice(found)
    return sample[: one.start()] + chance.choice((*_HUGE, *_OTHERS)) + sample[one.end() :]


def _places(sample: bytes, chance: random.Random) -> tuple[int, int]:
    one, other = chance.randint(0, len(sample)), chance.randint(0, len(sample))
    return min(one, other), max(one, other)


_WAYS: tuple[Callable[[bytes, Sequence[bytes], random.Random], bytes], ...] = (
    *(_bits, _bits, _cut, _hole, _splice, _again, _nested, _odd, _number),
)
