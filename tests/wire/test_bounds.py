"""How deep, long and large what another process says may be."""

import json
from dataclasses import replace
from itertools import accumulate
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kits import events as e

from kiosk.rules.assignment import TableTakenOver, TakeOverOrdered
from kiosk.rules.devices import DeviceLost
from kiosk.rules.director_orders import MessageOrdered
from kiosk.rules.match import EMPTY, PostedMessage
from kiosk.rules.units import Instant, Side
from kiosk.wire import bounds, codec, messages, sync
from kiosk.wire.bounds import DEEPEST, complaint, too_deep
from kiosk.wire.errors import BodyInvalid, MessageInvalid, RowInvalid, ValueUnfit
from kiosk.wire.row import NO_HASH, chain_row

PLAIN = st.recursive(
    st.none() | st.integers() | st.text('a"\\[]{}\u00e9', max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("x[", max_size=2), inner),
    max_leaves=60,
)


def depth(plain: Any) -> int:
    if isinstance(plain, dict):
        plain = list(plain.values())
    return 1 + max(map(depth, plain), default=0) if isinstance(plain, list) else 0


def lists(count: int) -> bytes:
    return b"[" * count + b"]" * count


@given(PLAIN, st.integers(DEEPEST - 4, DEEPEST + 4), st.booleans())
def test_a_text_is_too_deep_by_what_nests_in_it_and_not_by_what_its_words_hold(
    plain: Any, more: int, ascii_only: bool
) -> None:
    for _level in range(more):
        plain = [plain]
    text = json.dumps(plain, ensure_ascii=ascii_only).encode()
    assert (too_deep(text) is not None) is (depth(plain) > DEEPEST)


@pytest.mark.parametrize("start", [b"", b'{"a":', b'{"a":"\\\\"', b"]" * 9])
def test_a_text_that_never_ends_is_told_too(start: bytes) -> None:
    assert too_deep(start + b"[" * 100_000)


@pytest.mark.parametrize("start", [b'"', b'{"a":"', b'{"a":"\\"'])
def test_brackets_in_a_text_that_never_ends_are_words(start: bytes) -> None:
    assert too_deep(start + b"[" * 100_000) is None


def test_the_deepest_match_of_ours_is_far_from_the_bound(taken_over: list[bytes]) -> None:
    assert max(depth(json.loads(body)) for body in taken_over) < DEEPEST // 3
    assert max(map(len, taken_over)) < codec.LONGEST_BODY // 2


@pytest.fixture(scope="module")
def taken_over() -> list[bytes]:
    from kits.match_corpus import corpus  # noqa: PLC0415 (it plays for a while)

    return [
        codec.encode(TableTakenOver("j", 1, "h", "k", match, Instant(0)))
        for match in corpus()[::20]
    ]


# --- events and commands -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b'{"a":' + lists(5000) + b"}", "it nests 5001 deep, 32 at most"),
        (b'{"a":' + lists(32) + b"}", "it nests 33 deep, 32 at most"),
        (b'{"a":"' + b"x" * codec.LONGEST_BODY + b'"}', "the body has 262152 bytes, 262144 at"),
        (b'{"device":"d","why":"' + b"x" * 4001 + b'"}', r"\$.why has 4001 characters, 4000 at"),
    ],
)
def test_an_event_beyond_the_bounds_is_refused_with_the_field(body: bytes, says: str) -> None:
    with pytest.raises(BodyInvalid, match=f"^DeviceLost: {says}"):
        codec.decode_event("DeviceLost", 1, body)


def test_a_command_is_as_long_as_an_order_and_no_longer() -> None:
    body = b'{"device":"' + b"x" * codec.LONGEST_ORDER + b'"}'
    with pytest.raises(BodyInvalid, match="has 65549 bytes, 65536 at most"):
        codec.decode_command("DeviceRecovered", body)


@pytest.mark.parametrize("level", [2**63, 10**400, -(2**63) - 1])
def test_a_number_no_database_keeps_is_refused(level: int) -> None:
    body = b'{"cites":[],"level":%d,"side":"white"}' % level
    with pytest.raises(BodyInvalid, match=r"\$.level is a number of \d+ bits, 63 at most"):
        codec.decode_event("Passed", 1, body)
    with pytest.raises(ValueUnfit):
        codec.encode(e.Passed(Side.WHITE, level, ()))


def test_what_could_not_be_read_back_is_not_written() -> None:
    assert codec.encode(DeviceLost("camera", "x" * 4000))
    with pytest.raises(ValueUnfit, match=r"\$.why has 4001 characters, 4000 at most; shorten it"):
        codec.encode(DeviceLost("camera", "x" * 4001))


@pytest.mark.parametrize("field", ["match_id", "by", "command_id", "journal_id", "boot_id"])
def test_a_row_that_a_director_would_refuse_is_not_made(field: str) -> None:
    stamp: dict[str, Any] = {"match_id": None, "by": "table", "command_id": "c"}
    stamp |= {"journal_id": "j", "boot_id": "b"}
    stamp[field] = "director:" + "x" * 192
    with pytest.raises(RowInvalid, match=f"{field} has 201 characters: write 200 at most"):
        chain_row(
            e.DeviceBack("camera"),
            seq=1,
            at_ns=1,
            wall_utc="2026-05-09T14:03:07.123Z",
            prev_hash=NO_HASH,
            **stamp,
        )


KEY = sync.DeviceKey(bytes(32))
POLL = sync.Poll(messages.PROTOCOL, "kiosk", "j", KEY.public, "nonce-1", "b", 5, ())
REQUEST = sync.sign(POLL, KEY)

# --- messages ------------------------------------------------------------------------------------


@pytest.mark.parametrize("read", [sync.read_signed, messages.from_client])
def test_a_message_nested_too_deep_is_none_of_ours(read: Any) -> None:
    for count in (40, 5000, 100_000):
        with pytest.raises(MessageInvalid, match=f"nests {count} deep, 32 at most"):
            read(lists(count))


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (sync.Rejected(sync.Rejection.GAP, "x" * 1001, 2), "why has 1001 characters"),
        (sync.Receipt(2**63, ()), "seq is 9223372036854775808"),
        (sync.Receipt(2, ("a" * 64,) * 21), "pictures has 21 entries"),
        (sync.Receipt(2, ("a" * 65,)), r"pictures\[0\] has 65 characters"),
    ],
)
def test_a_director_says_no_endless_things_to_a_table(answer: Any, says: str) -> None:
    with pytest.raises(MessageInvalid, match=says):
        sync.reply_to(
            REQUEST, POLL, sync.sign(sync.in_reply(POLL, REQUEST, answer), KEY), KEY.public
        )


def test_fields_of_a_later_protocol_are_passed_over_only_up_to_a_length() -> None:
    signed = sync.read_signed(REQUEST)
    longer = signed.signed[:-1] + ',"mood":"' + "x" * sync.LONGEST_SIGNED + '"}'
    with pytest.raises(MessageInvalid, match="signed has 262"):
        sync.poll_of(sync.Signed(longer, signed.signature))


def test_a_complaint_names_the_field_and_never_quotes_it_whole() -> None:
    body = b'{"seq":[{"by":"' + b"x" * 5000 + b'"}]}'
    bad = msgspec.ValidationError("Expected `str` of length <= 2 - at `$.seq[0].by`")
    assert complaint(body, bad).startswith("seq[0].by has 5000 characters: expected")
    unknown = msgspec.ValidationError(f"Object contains unknown field `{'x' * 5000}`")
    assert len(complaint(b"{}", unknown)) <= 300


def test_an_order_that_carries_a_match_may_be_as_long_as_the_event_that_follows() -> None:
    """What encodes at the director decodes at the table: a match of 100 kB moves, too."""
    message = PostedMessage("x" * 4000, "Kari")
    state = replace(EMPTY, message=message, lost_devices=frozenset(f"{n:04000}" for n in range(25)))
    head = "journal-1", 1, "0" * 64, "journal-2"
    order = TakeOverOrdered(Instant(1), None, "director:Kari", "it died", *head, state)
    body = codec.encode(order)
    assert codec.LONGEST_ORDER < len(body) < codec.LONGEST_BODY
    assert codec.decode_command("TakeOverOrdered", body) == order


def test_any_other_order_is_bounded_the_same_at_both_ends() -> None:
    order = MessageOrdered(Instant(1), None, "director:Kari", "", "x" * 4000)
    assert codec.decode_command("MessageOrdered", codec.encode(order)) == order
    assert codec.longest_command("MessageOrdered") == codec.LONGEST_ORDER
    with pytest.raises(ValueUnfit, match="bytes"):
        codec.encode(replace(order, why="y" * codec.LONGEST_ORDER))


def test_the_depth_of_a_text_is_counted_no_farther_than_to_where_it_is_too_deep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted: list[int] = []

    def steps(one: Any, **named: Any) -> Any:
        found = tuple(one)
        counted.append(len(found))
        return accumulate(found, **named)

    monkeypatch.setattr(bounds, "accumulate", steps)
    assert too_deep(b"[" * 1_000_000)
    assert too_deep(lists(500_000))
    assert too_deep(b"[[]" * 300_000)
    assert counted == [bounds._STRETCH] * 3
