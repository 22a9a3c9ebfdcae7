"""Rows and their chain."""

import hashlib
import json
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kits.strategies import of_kind

from kiosk.rules.devices import DeviceBack
from kiosk.rules.start import MatchOpened
from kiosk.rules.units import Side
from kiosk.wire.errors import RowInvalid
from kiosk.wire.row import NO_HASH, Row, chain_row, row_fault, row_hash, utc_text

EVENT = DeviceBack("camera")
STAMP: dict[str, Any] = {
    "journal_id": "j-1",
    "seq": 1,
    "match_id": "m-1",
    "at_ns": 5,
    "boot_id": "b-1",
    "wall_utc": "2026-05-09T14:03:07.123Z",
    "by": "camera",
    "command_id": "c-1",
    "prev_hash": NO_HASH,
}


def test_the_hash_covers_every_other_field_in_order() -> None:
    """Worked out by the standard library alone."""
    fields = [
        "j-1",
        1,
        None,
        "DeviceBack",
        1,
        5,
        "b-1",
        "2026-05-09T14:03:07.123Z",
        "camera",
        "c-1",
        '{"device":"camera"}',
        "0" * 64,
    ]
    row = chain_row(EVENT, **(STAMP | {"match_id": None}))
    written = json.dumps(fields, separators=(",", ":"), ensure_ascii=False)
    assert row.hash == hashlib.sha256(written.encode()).hexdigest()
    assert row.event() == EVENT


OTHER = {
    "journal_id": "j-2",
    "seq": 2,
    "match_id": None,
    "kind": "DeviceLost",
    "v": 2,
    "at_ns": 6,
    "boot_id": "b-2",
    "wall_utc": "2026-05-09T14:03:07.124Z",
    "by": "table",
    "command_id": "c-2",
    "body": '{"device":"tower"}',
    "prev_hash": "1" * 64,
}


def test_every_field_is_listed() -> None:
    assert set(OTHER) | {"hash"} == set(Row.__dataclass_fields__)


@pytest.mark.parametrize("field", OTHER)
def test_no_field_can_change_unnoticed(field: str) -> None:
    row = chain_row(EVENT, **STAMP)
    changed = replace(row, **{field: OTHER[field]})
    assert row_fault(row, journal_id="j-1", seq=1, prev_hash=NO_HASH) is None
    assert row_hash(changed) != row.hash
    assert row_fault(changed, journal_id="j-1", seq=1, prev_hash=NO_HASH) is not None


def test_a_row_that_was_hashed_again_does_not_fit_elsewhere() -> None:
    first = chain_row(EVENT, **STAMP)
    second = chain_row(EVENT, **(STAMP | {"seq": 2, "prev_hash": first.hash}))
    assert row_fault(second, journal_id="j-1", seq=2, prev_hash=first.hash) is None
    assert row_fault(second, journal_id="j-1", seq=3, prev_hash=first.hash) is not None
    assert row_fault(second, journal_id="j-2", seq=2, prev_hash=first.hash) is not None
    assert row_fault(second, journal_id="j-1", seq=2, prev_hash=second.hash) is not None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("match_id", ""),
        ("at_ns", -1),
        ("at_ns", 2**63),
        ("at_ns", 1.5),
        ("at_ns", True),
        ("wall_utc", "2026-05-09 14:03:07"),
        ("wall_utc", "2026-05-09T14:03:07.123+02:00"),
        ("wall_utc", "2026-13-09T14:03:07.123Z"),
        ("by", "grey"),
        ("by", "director:"),
        ("by", "director: "),
        ("by", "White"),
        ("command_id", ""),
    ],
)
def test_a_stamp_that_makes_no_sense_is_refused_by_name(field: str, value: object) -> None:
    with pytest.raises(RowInvalid, match=field):
        chain_row(EVENT, **(STAMP | {field: value}))


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("match_id", "", "match_id is empty: name the match, or None for the device itself"),
        ("at_ns", -1, "at_ns is -1: an instant is 0 to 9223372036854775807 nanoseconds"),
        ("wall_utc", "now", "wall_utc is 'now': write it as 2026-05-09T14:03:07.123Z"),
        ("by", "me", "by is 'me': white, black, camera, …, director:NAME, observer:NAME"),
        ("command_id", "", "command_id is empty: each command carries its own"),
    ],
)
def test_a_refused_stamp_says_what_is_wanted(field: str, value: object, told: str) -> None:
    with pytest.raises(RowInvalid) as refused:
        chain_row(EVENT, **(STAMP | {field: value}))
    assert str(refused.value) == told


@pytest.mark.parametrize(
    "by",
    [*Side, "camera", "tower", "buttons", "table", "director:Kari Nordmann", "observer:Åse"],
)
def test_everybody_who_may_cause_an_event_may(by: str) -> None:
    assert chain_row(EVENT, **(STAMP | {"by": by})).by == by


def test_an_opening_stands_under_its_own_match() -> None:
    @settings(max_examples=1, suppress_health_check=list(HealthCheck), deadline=None)
    @given(of_kind(MatchOpened))
    def check(event: MatchOpened) -> None:
        opened = replace(event, match_id="m-2")
        with pytest.raises(RowInvalid, match="'m-1'"):
            chain_row(opened, **STAMP)
        assert chain_row(opened, **(STAMP | {"match_id": "m-2"})).match_id == "m-2"

    check()


@given(st.integers(0, 4_000_000_000_000_000_000))
def test_wall_time_is_cut_to_the_millisecond(unix_ns: int) -> None:
    text = utc_text(unix_ns)
    assert chain_row(EVENT, **(STAMP | {"wall_utc": text})).wall_utc == text
    seconds = datetime.fromisoformat(text).timestamp()
    assert round(seconds * 1000) == unix_ns // 1_000_000
