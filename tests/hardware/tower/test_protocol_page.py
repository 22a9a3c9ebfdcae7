"""hardware/PROTOCOL.md is true: its examples are lines of the language, its numbers the code's."""

import re
from pathlib import Path

import pytest

from hardware.tower import session as table
from hardware.tower.firmware import tower_beams, tower_protocol
from hardware.tower.firmware.tower_protocol import crc16, decode
from hardware.tower.protocol import TowerLines
from hardware.tower.roll import TowerReport
from hardware.tower.session import TowerSession, TowerState
from hardware.tower.trouble import SelfTest, TowerTrouble, TroubleKind

PAGE = (Path(__file__).parents[3] / "hardware/PROTOCOL.md").read_text(encoding="utf-8")
BLOCKS = [block.splitlines() for block in re.findall(r"```\n(.*?)```", PAGE, re.DOTALL)]
LINES = [line for block in BLOCKS for line in block]
MS = 1_000_000


@pytest.mark.parametrize("line", LINES)
def test_every_example_is_a_line_with_its_true_crc(line: str) -> None:
    said = line[2:].encode()
    assert decode(said) is not None
    understood = TowerLines().feed(said + b"\n")
    assert len(understood) == (1 if line.startswith("T ") else 0)


def test_every_kind_is_explained_and_shown() -> None:
    kinds = set(tower_protocol._FIELDS)
    assert {line.split()[1] for line in LINES} == kinds
    rows = re.findall(r"^\| `([a-z?]+) [A-Z0]+` \|", PAGE, re.MULTILINE)
    assert sorted(rows) == sorted(kinds)


def test_the_numbers_are_the_codes() -> None:
    numbers = dict(re.findall(r"^\| ([a-z ]+) \| (\d+)(?: \w+)? \|", PAGE, re.MULTILINE))
    assert {name: int(value) for name, value in numbers.items()} == {
        "longest line": tower_protocol.LONGEST_LINE,
        "heartbeat": tower_protocol.ALIVE_MS,
        "resend": tower_protocol.RESEND_MS,
        "held events": tower_protocol.HELD_EVENTS,
        "silence": table.SILENCE_NS // MS,
        "ask again": table.ASK_AGAIN_NS // MS,
        "tick period": tower_protocol.TICKS_PERIOD,
        "same die": tower_beams.SAME_DIE_US,
        "shortest die": tower_beams.SHORTEST_DIE_US,
        "stuck": tower_beams.STUCK_US // 1000,
        "jam": tower_beams.JAM_US // 1000,
        "lid": tower_beams.LID_US // 1000,
    }
    assert f"Of `123456789` it is {crc16(b'123456789'):04X}" in PAGE
    assert f"{tower_protocol.LONGEST_CAUSE} characters at most" in PAGE
    assert f"version {tower_protocol.VERSION}\n" in PAGE.splitlines(keepends=True)[0]
    assert f"{table.DRIFT_PPM} ppm" in PAGE
    assert f"within {table.TEST_NS // 1_000_000_000} s" in PAGE


def test_the_words_of_a_word_are_the_codes() -> None:
    (signs,) = re.findall(r"at least one of `(.*?)`", PAGE)
    alone = signs.removeprefix("A-Z a-z 0-9 ").split(" ")
    assert set(tower_protocol._WORD) == set(alone) | {
        chr(code) for code in range(128) if chr(code).isalnum()
    }


def test_the_examples_are_one_conversation() -> None:
    """Our table, given the tower's lines, says the table's, in this order."""
    session, now_ns = TowerSession("/dev/tower"), 500_000 * MS
    session.opened(now_ns)
    said, heard = b"", []
    for line in LINES:
        if line.startswith("T "):
            session.receive(line[2:].encode() + b"\n", now_ns)
            heard += session.news()
        else:
            if "selftest?" in line:
                session.self_test(now_ns)
            said = (said + session.outgoing()).lstrip(b"\n")
            assert said.startswith(line[2:].encode() + b"\n"), line
            said = said[len(line) - 1 :]
    told = [
        (item.kind, item.over) if isinstance(item, TowerTrouble) else type(item) for item in heard
    ]
    assert told == [
        TowerState,
        TowerReport,
        (TroubleKind.JAM, False),
        (TroubleKind.LID_OPEN, False),
        (TroubleKind.JAM, True),
        (TroubleKind.LID_OPEN, True),
        (TroubleKind.DROP_BEAM_STUCK, False),
        (TroubleKind.DROP_BEAM_STUCK, True),
        (TroubleKind.EDGES_LOST, True),
        SelfTest,
        (TroubleKind.RESET, True),
    ]
