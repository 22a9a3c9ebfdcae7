"""The building blocks of an OGXM v2 file: numbers, records, sections, the clock's series.

After OGXM_FORMAT_SPEC.md 2.2 of the HedgeHog project (CC BY 4.0); its section numbers stand below.
"""

import hashlib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

_MAJOR = 2
_HEADER_BYTES = 16
_END = b"END!"
CLOCK_STEP_MS = 10
"""The clock's readings are rounded to this."""


def varint(number: int) -> bytes:
    """An unsigned number, seven bits a byte, the lowest first (3.1)."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes((*out, number))


def text_field(text: str) -> bytes:
    """A string with its length in bytes before it."""
    content = text.encode()
    return varint(len(content)) + content


def record(mandatory: bytes, fields: Mapping[int, bytes]) -> bytes:
    """A record: its length, which optional fields are there by bit, then all of them (3.2)."""
    mask = sum(1 << bit for bit in fields)
    body = varint(mask) + mandatory + b"".join(fields[bit] for bit in sorted(fields))
    return varint(len(body)) + body


def section(name: bytes, payload: bytes, *, critical: bool = False) -> bytes:
    """A section: its name, length and whether a reader must understand it (2.2)."""
    return name + len(payload).to_bytes(4, "little") + bytes([critical]) + payload


def file_bytes(sections: Iterable[bytes], *, ends_on_a_double: bool) -> bytes:
    """The whole file around its sections, with its length and CRC-32 (2.1, 2.5).

    A game that `ends_on_a_double` not answered needs a reader of 2.2.
    """
    body = b"".join(sections)
    checksum_bytes = len(_checksum(0))
    total = _HEADER_BYTES + len(body) + checksum_bytes + len(_END)
    numbers = (_MAJOR, 2, _MAJOR, 2) if ends_on_a_double else (_MAJOR, 1, _MAJOR, 0)
    header = b"OGXM" + b"".join(number.to_bytes(2, "little") for number in numbers)
    start = header + total.to_bytes(4, "little") + body
    return start + _checksum(zlib.crc32(start)) + _END


def _checksum(crc: int) -> bytes:
    payload = record(varint(0) + varint(4) + crc.to_bytes(4, "little"), {})
    return section(b"CSUM", payload, critical=True)


def match_digest(match: bytes, games: Iterable[bytes]) -> bytes:
    """What a signature says of the match: its payload's and its games' SHA-256 (6.1)."""
    digest = hashlib.sha256()
    for payload in (match, *games):
        digest.update(len(payload).to_bytes(4, "little") + payload)
    return digest.digest()


def clock_payload(reserve_ms: int, delay_ms: int, start_s: int, readings: Sequence[int]) -> bytes:
    """The clock section (8.2): `readings` in ms since the first ply's, none before another's.

    The steps between them are Golomb-Rice coded with the number of low bits that takes least.
    """
    steps = [round(reading / CLOCK_STEP_MS) for reading in readings]
    gaps = [after - before for before, after in pairwise(steps)]
    low_bits = min(range(1, 32), key=lambda bits: _coded_bytes(gaps, bits)) if gaps else 1
    numbers = (reserve_ms, delay_ms, 0, start_s)
    head = b"".join(number.to_bytes(4, "little") for number in numbers) + bytes(4)
    head += len(gaps).to_bytes(4, "little") + bytes([low_bits])
    return head + CLOCK_STEP_MS.to_bytes(4, "little") + _coded(gaps, low_bits)


def _coded_bytes(gaps: Sequence[int], bits: int) -> int:
    words = -(-len(gaps) // (64 // bits))
    return 8 * words + (sum((gap >> bits) + 1 for gap in gaps) + 7) // 8


def _coded(gaps: Sequence[int], bits: int) -> bytes:
    a_word = 64 // bits
    low = b"".join(
        sum((gap & (1 << bits) - 1) << place * bits for place, gap in enumerate(some)).to_bytes(
            8, "little"
        )
        for some in (gaps[at : at + a_word] for at in range(0, len(gaps), a_word))
    )
    high, size = 0, 0
    for gap in gaps:
        ones = gap >> bits
        high |= ((1 << ones) - 1) << size
        size += ones + 1
    return low + high.to_bytes((size + 7) // 8, "little")
