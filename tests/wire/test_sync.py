"""What tables and directors send each other, and who may have said it."""

import base64
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.rules.cube.acts import DoubleTapped
from kiosk.rules.devices import DeviceBack
from kiosk.rules.score import ScoreOrdered
from kiosk.rules.stops import StopOrdered
from kiosk.rules.units import BySide, Instant, Side
from kiosk.wire import sync
from kiosk.wire.errors import (
    KeyInvalid,
    MessageInvalid,
    NotTheDirector,
    ProtocolTooNew,
    ProtocolTooOld,
    SignatureInvalid,
    WireError,
)
from kiosk.wire.messages import PROTOCOL, ask
from kiosk.wire.row import NO_HASH, Row, chain_row
from kiosk.wire.signing import DeviceKey, check_public, verify

NOW = "2026-05-09T14:03:07.123Z"
KEY = DeviceKey(bytes(range(32)))
HEAD = sync.TableHead(
    protocol=PROTOCOL,
    app="table-kiosk 0.1",
    journal_id="j",
    key=KEY.public,
    nonce="nonce-1",
    boot_id="b",
    boot=3,
    beat=17,
    echo="challenge-1",
    at_ns=5,
    turned_ms=120,
    wall_utc=NOW,
    last_seq=1,
    last_hash="a" * 64,
    head_seq=7,
    halted=None,
    screens=1,
    undecided=(sync.Undecided("c-9", "no order of ours"),),
)
POLL = sync.Poll(PROTOCOL, "table-kiosk 0.1", "j", KEY.public, "nonce-2", "b", 5, ("c-1",))
DIRECTOR = DeviceKey(bytes(range(1, 33)))


def row() -> Row:
    return chain_row(
        DeviceBack("camera"),
        journal_id="j",
        seq=1,
        match_id=None,
        at_ns=1,
        boot_id="b",
        wall_utc=NOW,
        by="table",
        command_id="c",
        prev_hash=NO_HASH,
    )


def test_what_is_wrong_with_the_machine_rides_along_and_costs_nothing_where_all_is_well() -> None:
    ill = msgspec.structs.replace(HEAD, ailments=(sync.Ailment("disk.low", "9 MB", grave=False),))
    assert sync.head_of(sync.read_signed(sync.sign(ill, KEY))) == ill
    assert b"ailments" not in sync.sign(HEAD, KEY)
    assert sync.head_of(sync.read_signed(sync.sign(HEAD, KEY))).ailments == ()


# --- keys --------------------------------------------------------------------------------------


def test_the_signature_is_ed25519() -> None:
    """RFC 8032, 7.1, TEST 2: one byte, 72."""
    secret = bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
    public = bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
    signature = bytes.fromhex(
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    key = DeviceKey(secret)
    assert key.public == "ed25519:" + base64.b64encode(public).decode()
    assert key.sign(b"\x72") == base64.b64encode(signature).decode()


@given(st.binary(max_size=200), st.integers(0, 199), st.integers(1, 255))
def test_one_changed_byte_is_another_message(content: bytes, where: int, flip: int) -> None:
    signature = KEY.sign(content)
    verify(KEY.public, content, signature)
    changed = bytearray(content or b"\0")
    changed[where % len(changed)] ^= flip
    with pytest.raises(SignatureInvalid):
        verify(KEY.public, bytes(changed), signature)
    with pytest.raises(SignatureInvalid):
        verify(DeviceKey(bytes(32)).public, content, signature)


@pytest.mark.parametrize("signature", ["", "?", "AAAA", "é"])
def test_what_is_no_signature_is_refused_in_words(signature: str) -> None:
    with pytest.raises(SignatureInvalid, match=KEY.public.replace("+", r"\+")):
        verify(KEY.public, b"x", signature)


def test_a_key_is_kept_for_its_owner_alone_and_never_written_over(tmp_path: Path) -> None:
    key, file = DeviceKey.generate(), tmp_path / "device.key"
    key.save(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert DeviceKey.load(file).public == key.public
    with pytest.raises(KeyInvalid, match=r"device\.key"):
        DeviceKey.generate().save(file)
    assert DeviceKey.load(file).public == key.public


@pytest.mark.parametrize("text", ["", "ed25519:", "ed25519:AAAA", "rsa:" + "A" * 44, "ed25519:é"])
def test_no_key_is_an_error_in_words(text: str, tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text(text)
    wanted = "is no key; write ed25519: and 32 bytes in base64"
    with pytest.raises(KeyInvalid) as of_file:
        DeviceKey.load(file)
    assert str(of_file.value) == f"{file} {wanted}" or "can't be read as a key" in str(
        of_file.value
    )
    with pytest.raises(KeyInvalid) as of_text:
        check_public(text)
    assert str(of_text.value) == f"a public key {wanted}"
    with pytest.raises(KeyInvalid, match="missing"):
        DeviceKey.load(tmp_path / "missing")


# --- messages ----------------------------------------------------------------------------------


def test_a_batch_arrives_as_it_was_signed() -> None:
    message = sync.read_signed(sync.sign(HEAD, KEY, [row()]))
    sync.check_signature(message, KEY.public)
    assert sync.head_of(message) == HEAD
    assert message.rows == (row(),)


def test_a_poll_arrives_as_it_was_signed() -> None:
    message = sync.read_signed(sync.sign(POLL, KEY))
    sync.check_signature(message, KEY.public)
    assert sync.poll_of(message) == POLL


def test_a_wish_for_rows_arrives_as_it_was_signed() -> None:
    wanted = sync.RowsWanted(PROTOCOL, "kiosk 1", "j", KEY.public, "nonce-1", "b", 5, 41)
    message = sync.read_signed(sync.sign(wanted, KEY))
    sync.check_signature(message, KEY.public)
    assert sync.rows_wanted_of(message) == wanted
    with pytest.raises(MessageInvalid):
        sync.poll_of(message)
    with pytest.raises(MessageInvalid):
        sync.rows_wanted_of(sync.read_signed(sync.sign(POLL, KEY)))


def test_as_many_rows_go_into_a_message_as_fit() -> None:
    short, long = row(), replace(row(), body="x" * (sync.LONGEST_BATCH // 2 - 200))
    assert sync.fitting_rows([]) == ()
    assert sync.fitting_rows([short] * 600) == (short,) * sync.MOST_ROWS
    assert sync.fitting_rows([long, long, long]) == (long, long)
    named = replace(row(), command_id="x" * (sync.LONGEST_BATCH // 2 - 200))
    assert sync.fitting_rows([named, long, short, named]) == (named, long, short)
    longest = replace(long, body=long.body * 3)
    assert sync.fitting_rows([longest, short]) == (longest,)


def test_a_head_is_no_poll() -> None:
    with pytest.raises(MessageInvalid):
        sync.poll_of(sync.read_signed(sync.sign(HEAD, KEY)))
    with pytest.raises(MessageInvalid):
        sync.head_of(sync.read_signed(sync.sign(POLL, KEY)))


@given(st.data())
def test_a_tampered_message_is_not_believed(data: st.DataObject) -> None:
    """Whatever byte of the signed part changes: it can't be read, or nobody signed it."""
    body = sync.sign(HEAD, KEY)
    where = data.draw(st.integers(0, len(body) - 1))
    changed = (
        body[:where] + bytes([body[where] ^ data.draw(st.integers(1, 255))]) + body[where + 1 :]
    )
    try:
        message = sync.read_signed(changed)
        sync.check_signature(message, KEY.public)
    except (MessageInvalid, SignatureInvalid):
        return
    assert sync.head_of(message) == HEAD


def test_a_later_protocol_is_refused_in_words_whatever_it_adds() -> None:
    text = '{"type":"poll","protocol":9,"app":"kiosk 9","journal_id":"j","boot_id":"b","at_ns":1,'
    text += '"have":[],"mood":"bright"}'
    with pytest.raises(ProtocolTooNew, match="kiosk 9 speaks protocol 9"):
        sync.poll_of(sync.Signed(text, KEY.sign(text.encode())))


def test_an_earlier_protocol_is_refused_in_words_whatever_it_lacks() -> None:
    text = '{"type":"head","protocol":0,"app":"kiosk 0.1","journal_id":"j"}'
    old = sync.Signed(text, KEY.sign(text.encode()))
    with pytest.raises(ProtocolTooOld, match=r"kiosk 0\.1 speaks protocol 0, .*: update that one"):
        sync.head_of(old)
    assert sync.request_header(old).nonce == ""


@pytest.mark.parametrize(
    "changed",
    [{"nonce": ""}, {"nonce": "n" * 65}, {"boot": -1}, {"beat": 2**63}, {"turned_ms": -1}],
)
def test_a_head_out_of_bounds_is_none(changed: dict[str, Any]) -> None:
    with pytest.raises(MessageInvalid):
        sync.head_of(sync.read_signed(sync.sign(msgspec.structs.replace(HEAD, **changed), KEY)))


def test_the_newest_row_is_read_from_a_head_of_any_protocol() -> None:
    assert sync.head_seq(msgspec.json.encode(HEAD).decode()) == 7
    assert sync.head_seq('{"type":"head","protocol":0,"head_seq":12}') == 12


ANSWERS: list[sync.FromDirector] = [
    sync.Receipt(7, ("a" * 64,)),
    sync.Rejected(sync.Rejection.GAP, "rows 3 to 5 are missing", 2),
    sync.Rejected(sync.Rejection.UNKNOWN_TABLE, "enrol it", None),
    sync.Orders(()),
    sync.JournalRows((row(),), 9, "b" * 64),
]
REQUEST = sync.sign(HEAD, KEY)


def replied(**changed: Any) -> sync.InReply:
    reply = sync.in_reply(HEAD, REQUEST, ANSWERS[0], "challenge-2", alive=True)
    return msgspec.structs.replace(reply, **changed)


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_directors_answer_arrives(answer: sync.FromDirector) -> None:
    reply = sync.sign(replied(message=answer), DIRECTOR)
    said = sync.reply_to(REQUEST, HEAD, reply, DIRECTOR.public)
    assert (said.message, said.challenge, said.alive) == (answer, "challenge-2", True)


@pytest.mark.parametrize(
    "changed",
    [{"journal_id": "j2"}, {"nonce": "nonce-0"}, {"request": "0" * 64}],
    ids=["another table's", "an older one's", "another one's of that nonce"],
)
def test_an_answer_to_another_request_is_not_the_directors(changed: dict[str, str]) -> None:
    reply = sync.sign(replied(**changed), DIRECTOR)
    with pytest.raises(NotTheDirector, match="another request"):
        sync.reply_to(REQUEST, HEAD, reply, DIRECTOR.public)


def test_an_answer_under_another_key_is_not_the_directors() -> None:
    with pytest.raises(NotTheDirector, match="another key"):
        sync.reply_to(REQUEST, HEAD, sync.sign(replied(), KEY), DIRECTOR.public)


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_without_a_signature_is_not_the_directors(answer: sync.FromDirector) -> None:
    with pytest.raises(NotTheDirector, match="its answer is not signed"):
        sync.reply_to(REQUEST, HEAD, msgspec.json.encode(answer), DIRECTOR.public)


def test_a_directors_answer_of_another_protocol_is_refused_in_words() -> None:
    for protocol, wrong in ((PROTOCOL + 1, ProtocolTooNew), (PROTOCOL - 1, ProtocolTooOld)):
        reply = sync.sign(replied(protocol=protocol), DIRECTOR)
        with pytest.raises(wrong, match=f"the director speaks protocol {protocol}"):
            sync.reply_to(REQUEST, HEAD, reply, DIRECTOR.public)


@given(st.data())
def test_a_tampered_answer_is_not_believed(data: st.DataObject) -> None:
    reply = sync.sign(replied(), DIRECTOR)
    where = data.draw(st.integers(0, len(reply) - 1))
    flip = data.draw(st.integers(1, 255))
    changed = reply[:where] + bytes([reply[where] ^ flip]) + reply[where + 1 :]
    try:
        said = sync.reply_to(REQUEST, HEAD, changed, DIRECTOR.public)
    except NotTheDirector:
        return
    assert said == replied()


@pytest.mark.parametrize("body", [b"", b"{}", b"<html>", b"[" * 9000, b'{"type":"dance"}'])
def test_anything_else_is_no_message_of_ours(body: bytes) -> None:
    with pytest.raises(NotTheDirector):
        sync.reply_to(REQUEST, HEAD, body, DIRECTOR.public)
    with pytest.raises(MessageInvalid):
        sync.read_signed(body)


def test_no_two_nonces_are_alike() -> None:
    assert len({sync.fresh_nonce() for _ in range(100)}) == 100


def test_an_order_travels_and_the_table_stamps_it() -> None:
    order = ScoreOrdered(Instant(0), "m1", "director:Kari", "a slip", BySide(2, 1), "§4.6", 17)
    orders = sync.Orders((sync.order_message(order, command_id="c-1", wall_utc=NOW),))
    request = sync.sign(POLL, KEY)
    reply = sync.sign(sync.in_reply(POLL, request, orders), DIRECTOR)
    back = sync.reply_to(request, POLL, reply, DIRECTOR.public).message
    assert isinstance(back, sync.Orders)
    assert back.orders[0].order() == order
    assert (back.orders[0].command_id, back.orders[0].wall_utc) == ("c-1", NOW)


def test_a_directors_command_that_is_no_order_is_refused() -> None:
    tap = ask(DoubleTapped(Instant(1), Side.WHITE), command_id="c", wall_utc=NOW)
    forged = sync.SentOrder("c", tap.kind, tap.body, NOW)
    with pytest.raises(WireError, match="DoubleTapped is no order"):
        forged.order()
    stop = sync.order_message(
        StopOrdered(Instant(0), "m", "director:Kari", "x"), command_id="c", wall_utc=NOW
    )
    assert isinstance(stop.order(), StopOrdered)
