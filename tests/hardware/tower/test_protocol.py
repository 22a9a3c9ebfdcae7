"""The tower's language: what is said is understood, what is damaged is never misunderstood."""

import binascii
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.tower.firmware.tower_protocol import (
    FIRMWARE,
    LONGEST_CAUSE,
    LONGEST_LINE,
    VERSION,
    LineReader,
    Tower,
    crc16,
    encode,
    word,
)
from hardware.tower.protocol import (
    Alive,
    BeamFree,
    BeamStuck,
    DicePassed,
    EdgesMissed,
    Event,
    Jammed,
    LidMoved,
    Message,
    SelfTested,
    TowerHello,
    TowerLines,
    acknowledge,
    ask_hello,
    switch_lamp,
)

COUNTER = st.integers(0, 999_999)
BOOT = st.integers(0, 65_535)
TICK = st.integers(0, (1 << 30) - 1)
BEAM = st.sampled_from(["drop", "out"])
WORD = st.from_regex(r"[A-Za-z0-9._:,=/+-]{1,20}", fullmatch=True)
WORDS = st.frozensets(st.sampled_from(["jam", "lid", "lamp", "stuck-drop"]))

MESSAGES = st.one_of(
    st.builds(TowerHello, BOOT, TICK, COUNTER, COUNTER, st.sampled_from([2, 3, 99])),
    st.builds(
        TowerHello,
        BOOT,
        TICK,
        COUNTER,
        COUNTER,
        st.just(VERSION),
        WORD,
        st.none() | WORD.filter(lambda word: word != "-"),
        WORDS,
        WORD,
    ),
    st.builds(Alive, BOOT, TICK, COUNTER, COUNTER, WORDS),
    st.builds(DicePassed, BOOT, TICK, COUNTER, BEAM, st.integers(1, 9)),
    st.builds(Jammed, BOOT, TICK, COUNTER, st.integers(0, 9)),
    st.builds(LidMoved, BOOT, TICK, COUNTER, st.booleans()),
    st.builds(BeamStuck, BOOT, TICK, COUNTER, BEAM, COUNTER),
    st.builds(BeamFree, BOOT, TICK, COUNTER, BEAM),
    st.builds(EdgesMissed, BOOT, TICK, COUNTER, COUNTER),
    st.builds(
        SelfTested,
        BOOT,
        TICK,
        COUNTER,
        st.lists(st.sampled_from([("drop", "ok"), ("lamp", "blinked")]), max_size=4).map(tuple),
    ),
)


def line_of(message: Message) -> bytes:
    match message:
        case TowerHello(boot, at_ms, first, next_number, version):
            about = [message.firmware, message.serial_number or "-", words(message.parts)]
            said = [*about, message.cause] if version == VERSION else []
            return encode("hello", first, boot, at_ms, next_number, version, *said)
        case Alive(boot, at_ms, first, next_number, standing):
            return encode("alive", first, boot, at_ms, next_number, words(standing))
        case SelfTested(boot, at_ms, request, results):
            parts = [f"{part}={result}" for part, result in results]
            return encode("selftest", request, boot, at_ms, *parts)
        case _:
            kind, fields = event_words(message)
            return encode(kind, message.number, message.boot, message.at_ms, *fields)


def event_words(event: Event) -> tuple[str, list[object]]:
    match event:
        case DicePassed(beam=beam, count=count):
            return beam, [count]
        case Jammed(inside=inside):
            return "jam", [inside]
        case LidMoved(is_open=is_open):
            return "lid", ["open" if is_open else "closed"]
        case BeamStuck(beam=beam, broken_ms=broken_ms):
            return "stuck", [beam, broken_ms]
        case BeamFree(beam=beam):
            return "free", [beam]
        case EdgesMissed(edges=edges):
            return "lost", [edges]


def words(text: frozenset[str]) -> str:
    return ",".join(sorted(text)) or "-"


def is_subsequence(part: list[Message], whole: list[Message]) -> bool:
    rest = iter(whole)
    return all(message in rest for message in part)


def test_the_checksum_is_ccitt_false() -> None:
    # The check value of CRC-16/CCITT-FALSE (also CRC-16/IBM-3740) in Koopman's and Williams' lists.
    assert crc16(b"123456789") == 0x29B1


@given(st.binary(max_size=80))
def test_the_checksum_agrees_with_the_standard_library(text: bytes) -> None:
    assert crc16(text) == binascii.crc_hqx(text, 0xFFFF)


@given(st.lists(MESSAGES, max_size=6), st.data())
def test_messages_survive_any_chopping(messages: list[Message], data: st.DataObject) -> None:
    stream = b"".join(line_of(message) for message in messages)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    lines = TowerLines()
    heard: list[Message] = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        heard += lines.feed(stream[start:end])
    assert heard == messages
    assert lines.rejected == 0


@given(st.lists(MESSAGES, min_size=1, max_size=4), st.data())
def test_one_damaged_byte_never_makes_a_wrong_message(
    messages: list[Message], data: st.DataObject
) -> None:
    stream = bytearray(b"".join(line_of(message) for message in messages))
    where = data.draw(st.integers(0, len(stream) - 1))
    stream[where] = data.draw(st.integers(0, 255).filter(lambda byte: byte != stream[where]))
    heard = TowerLines().feed(bytes(stream))
    assert is_subsequence(heard, messages)
    assert len(heard) >= len(messages) - 2  # a damaged newline costs two lines, nothing more


def test_every_damage_to_one_line_is_noticed() -> None:
    message = DicePassed(boot=48_879, at_ms=53_211, number=17, beam="drop", count=2)
    line = line_of(message)
    for where in range(len(line) - 1):
        for byte in range(256):
            if byte != line[where]:
                damaged = line[:where] + bytes([byte]) + line[where + 1 :]
                assert TowerLines().feed(damaged) == []


@given(st.binary(max_size=300), MESSAGES)
def test_it_finds_its_feet_after_garbage(garbage: bytes, message: Message) -> None:
    assert TowerLines().feed(garbage + b"\n" + line_of(message))[-1:] == [message]


def test_a_line_that_never_ends_is_not_kept() -> None:
    lines = TowerLines()
    message = Alive(1, 2, 3, 4, frozenset())
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(1000):
            lines.feed(b"x" * 1000)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 10_000
    assert lines.feed(b"\n" + line_of(message)) == [message]
    assert lines.rejected == 1


@pytest.mark.parametrize("pieces", [1, 2, 3, 40])
def test_a_line_a_byte_too_long_is_none_however_it_arrives(pieces: int) -> None:
    longest = encode("drop", 1, 2, 3, 10 ** (LONGEST_LINE - len("drop 1 2 3  *ABCD") - 1))
    too_long = encode("drop", 1, 2, 3, 10 ** (LONGEST_LINE - len("drop 1 2 3  *ABCD")))
    for line, count in ((longest, 1), (too_long, 0)):
        assert len(line) == LONGEST_LINE + 2 - count
        reader = LineReader()
        step = -(-len(line) // pieces)
        parts = [line[start : start + step] for start in range(0, len(line), step)]
        assert sum(len(reader.feed(part)) for part in parts) == count
        assert reader.rejected == 1 - count


def test_the_longest_sensible_line_fits() -> None:
    tower = Tower(65_535, (1 << 30) - 1, "F" * 16, ("jam", "selftest", "lamp", "lid"), "x" * 999)
    line, _ = tower.outgoing((1 << 30) - 1).split(b"\n")
    room = 2 * len("999999999")  # FIRST and NEXT after a year of rolls
    assert len(line) + room <= LONGEST_LINE
    (hello,) = TowerLines().feed(line + b"\n")
    assert isinstance(hello, TowerHello)
    assert (hello.firmware, hello.cause) == (FIRMWARE, "x" * LONGEST_CAUSE)


@pytest.mark.parametrize(
    "body",
    [
        "drop 1 2 3",  # a field short
        "drop 1 2 3 4 5",
        "drop 1 2 3 -4",
        "drop 1 2  4",
        "drop one 2 3 4",
        "dropp 1 2 3 4",
        "lamp 0 maybe",
        "hello 1 2 3 4",
        "hello 1 2 3 4 1 1.0.0 E66  power",
        "hello 1 2 3 4 1 1.0.0 E66 jam power*",
        "lid 1 2 3 ajar",
        "stuck 1 2 3 middle 4",
        "stuck 1 2 3 drop",
        "free 1 2 3 left",
        "alive 1 2 3 4 *",
        "",
    ],
)
def test_a_right_checksum_does_not_excuse_a_wrong_line(body: str) -> None:
    text = body.encode()
    reader = LineReader()
    assert reader.feed(text + b" *%04X\n" % crc16(text)) == []
    assert reader.rejected == 1


def test_our_own_echo_is_not_the_tower() -> None:
    lines = TowerLines()
    assert lines.feed(ask_hello() + acknowledge(7, 1) + switch_lamp(on=True)) == []


@pytest.mark.parametrize(
    "body",
    [
        "hello 1 2 3 4 1",  # our version, that does not say who it is
        "hello 1 2 3 4 1 1.0.0 E66 jam",
        "alive 1 2 3 4 jam lid",
        "alive 1 2 3 4",
    ],
)
def test_a_line_that_fits_no_version_is_no_message(body: str) -> None:
    text = body.encode()
    assert TowerLines().feed(text + b" *%04X\n" % crc16(text)) == []


def test_of_a_version_to_come_the_number_is_understood() -> None:
    line = encode("hello", 1, 2, 3, 4, 3, "3.0.0", "E66", "jam", "power", "and", "more")
    assert TowerLines().feed(line) == [TowerHello(2, 3, first=1, next_number=4, version=3)]


def test_what_may_not_stand_in_a_word_becomes_a_hyphen() -> None:
    assert word("OSError: [Errno 5] EIO *\n\xf8") == "OSError:--Errno-5--EIO----"
    assert word("") == "-"
    assert word("x" * 100, 7) == "x" * 7
