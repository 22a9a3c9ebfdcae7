"""Mutated traces and noise through the tower's parser: nothing breaks, nothing wrong is believed.

The oracle is the standard library's CRC and a split at newlines. `-s` prints bytes a second.
"""

import binascii
import gc
import random
import re
import time
import tracemalloc
from collections.abc import Callable, Iterator

import pytest

from hardware.errors import TowerError
from hardware.tower.firmware.tower_beams import BaffleBox
from hardware.tower.firmware.tower_protocol import LONGEST_LINE, LineReader, Tower, crc16, encode
from hardware.tower.protocol import TowerLines
from hardware.tower.session import TowerSession

SEED = 33
GATE_BYTES = 300_000
NIGHT_BYTES = 10_000_000
LINE = re.compile(rb"(.*) \*([0-9A-F]{4})", re.DOTALL)


def trace() -> bytes:
    """What a tower says over some hours, with every kind of line, and what it is told."""
    draw = random.Random(SEED)
    heard = bytearray()
    tower = Tower(4711, 0, "E660583883724A32", ("jam", "lamp", "lid", "selftest"), "watchdog")
    box = BaffleBox(True, False, False)
    for event in box.start(0):
        tower.emit(event.kind, 0, 0, *event.fields)
    now_ms = 0
    for number in range(400):
        now_ms += draw.choice((1, 20, 300, 1_100, 100_000))
        kind, fields = draw.choice(
            [
                ("drop", (1,)),
                ("drop", (1,)),
                ("out", (1,)),
                ("out", (1,)),
                ("jam", (draw.randint(0, 2),)),
                ("lid", (draw.choice(("open", "closed")),)),
                ("stuck", (draw.choice(("drop", "out")), draw.randint(0, 3_000))),
                ("free", (draw.choice(("drop", "out")),)),
                ("lost", (draw.randint(1, 999),)),
            ]
        )
        tower.emit(kind, now_ms, now_ms, *fields)
        tower.set_troubles(draw.choice(((), ("jam",), ("lid", "stuck-out"))))
        if draw.random() < 0.1:
            tower.asked_self_test = draw.randint(1, 9)
            tower.answer_self_test(("drop=ok", "out=dark", "lamp=blinked"), now_ms)
        heard += tower.outgoing(now_ms)
        if draw.random() < 0.2:
            tower.receive(encode("hello?", 0, draw.choice((1, 2))), now_ms)
        if draw.random() < 0.7:
            tower.acknowledged(number - draw.randint(0, 3))
    for told in (b"hello? 0 2", b"ack 7 4711", b"lamp 0 on", b"selftest? 1 4711"):
        heard += told + b" *%04X\n" % crc16(told)
    return bytes(heard)


def noise(piece: bytearray, draw: random.Random) -> None:
    at = draw.randint(0, len(piece))
    piece[at:at] = draw.randbytes(draw.choice((1, 3, 40, 2 * LONGEST_LINE)))


def flip(piece: bytearray, draw: random.Random) -> None:
    piece[draw.randrange(len(piece))] ^= 1 << draw.randrange(8)


def cut(piece: bytearray, draw: random.Random) -> None:
    at = draw.randrange(len(piece))
    del piece[at : at + draw.choice((1, 2, 30))]


def double(piece: bytearray, draw: random.Random) -> None:
    at, length = draw.randrange(len(piece)), draw.choice((1, 10, 100))
    piece[at:at] = piece[at : at + length]


def lie(piece: bytearray, draw: random.Random) -> None:
    """One line says something else with a right checksum: other numbers, words, counts of them."""
    lines = piece.split(b"\n")
    at = draw.randrange(len(lines))
    words = bytes(lines[at]).split(b" ")[:-1]
    if not words:
        return
    odd = (
        b"0",
        b"99999999999999999999",
        b"-1",
        b"",
        b"drop",
        b"open",
        b"jam,lid",
        b"3",
        b"=",
        b"*",
    )
    words[draw.randrange(len(words))] = draw.choice(odd)
    if draw.random() < 0.2:
        words.append(draw.choice(odd))
    body = b" ".join(words)
    lines[at] = bytearray(body + b" *%04X" % binascii.crc_hqx(body, 0xFFFF))
    piece[:] = b"\n".join(lines)


MUTATIONS: tuple[Callable[[bytearray, random.Random], None], ...] = (noise, flip, cut, double, lie)


def chunks(count: int, seed: int) -> Iterator[bytes]:
    """`count` bytes and a few, in pieces of any size."""
    draw = random.Random(seed)
    whole, given = trace(), 0
    while given < count:
        at = draw.randrange(len(whole))
        piece = bytearray(whole[at : at + draw.choice((1, 30, 300, 3_000))])
        for _ in range(draw.randint(0, 3)):
            if piece:
                draw.choice(MUTATIONS)(piece, draw)
        given += len(piece)
        yield bytes(piece)


def true_lines(stream: bytes) -> Iterator[tuple[str, int, list[str]]]:
    """Lines of `stream` whose checksum is right, as the standard library has it."""
    for line in stream.split(b"\n"):
        match = LINE.fullmatch(line)
        if match and len(line) <= LONGEST_LINE and b"%04X" % binascii.crc_hqx(match[1], 0xFFFF):
            if int(match[2], 16) != binascii.crc_hqx(match[1], 0xFFFF):
                continue
            kind, *words = match[1].decode("latin-1").split(" ")
            if words and words[0].isdecimal():
                yield kind, int(words[0]), words[1:]


def fuzz(count: int) -> float:
    """Bytes a second of the reader alone; all else is asserted."""
    pieces = list(chunks(count, SEED))
    reader, lines = LineReader(), TowerLines()
    tower = Tower(4711, 0, "E66")
    session = TowerSession("/dev/tower")
    session.opened(0)
    took_s, now_ns, pending, believed, kept = 0.0, 0, b"", 0, 0
    for turn, piece in enumerate(pieces):
        began_s = time.perf_counter()
        heard = reader.feed(piece)
        took_s += time.perf_counter() - began_s
        # Each message stands in what came since the last newline, in this order, with its CRC.
        pending += piece
        rest = iter(list(true_lines(pending)))
        assert all(message in rest for message in heard)
        pending = pending[pending.rfind(b"\n") + 1 :][-LONGEST_LINE - 1 :]
        believed += len(heard)
        assert len(lines.feed(piece)) <= len(heard)
        now_ns += 20_000_000
        try:
            session.receive(piece, now_ns)
            session.poll(now_ns)
        except TowerError:  # another version, or silence: the link would open the port again
            session.closed()
            session.opened(now_ns)
        kept += len(session.news())
        tower.receive(session.outgoing() + piece, turn)
        tower.outgoing(turn)
        tower.asked_self_test = None
        assert len(reader._line) <= LONGEST_LINE
        assert len(session._standing) <= 5
    assert believed > count // 200  # the noise did not drown the language
    assert kept > 0
    assert reader.rejected > 0
    return sum(map(len, pieces)) / took_s


def test_mutated_traces_and_noise_are_never_believed_wrongly() -> None:
    fuzz(GATE_BYTES)


def _kept_bytes() -> int:
    """What our own code keeps; other threads of the run keep things, too."""
    ours = tracemalloc.Filter(True, "*/hardware/tower/*")
    shown = tracemalloc.take_snapshot().filter_traces([ours, tracemalloc.Filter(False, __file__)])
    return sum(trace.size for trace in shown.traces)


def test_nothing_piles_up() -> None:
    pieces = list(chunks(60_000, SEED + 1))
    lines, session = TowerLines(), TowerSession("/dev/tower")
    session.opened(0)
    sizes = []
    tracemalloc.start()
    try:
        for _ in range(3):
            for piece in pieces:
                lines.feed(piece)
                try:
                    session.receive(piece, 0)
                except TowerError:
                    session.opened(0)
                session.news()
                session.outgoing()
            gc.collect()
            sizes.append(_kept_bytes())
    finally:
        tracemalloc.stop()
    assert sizes[0] > 0
    assert sizes[2] - sizes[0] < 3_000


@pytest.mark.night
def test_ten_million_bytes() -> None:
    bytes_a_second = fuzz(NIGHT_BYTES)
    print(f"\n{bytes_a_second / 1e6:.2f} MB/s")  # noqa: T201
