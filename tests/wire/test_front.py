"""Whose a long request is, by its front; nothing behind it is looked at."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.wire import front, sync
from kiosk.wire.errors import MessageInvalid
from kiosk.wire.front import (
    LONGEST_UNPROVEN,
    asked_in_front,
    front_of,
    key_in_front,
    reply_refused,
)
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import InReply, Poll, Rejected, Rejection, Signed, sign

KEY = DeviceKey(b"k" * 32)
OTHER = DeviceKey(b"o" * 32)
REFUSED = Rejected(Rejection.MESSAGE, "no", None)
BRACKETS = b"[" * 1_000_000


def poll(journal_id: str = "journal-1", app: str = "paper", key: DeviceKey = KEY) -> Poll:
    return Poll(PROTOCOL, app, journal_id, key.public, "nonce-1", "boot-1", 1, ("x" * 200,) * 100)


NAMES = st.text(st.characters(codec="utf-8"), max_size=200)


@given(NAMES, NAMES)
def test_any_request_of_ours_has_its_key_and_its_signed_text_in_front(
    app: str, journal_id: str
) -> None:
    asked = poll(
        journal_id.encode(errors="replace").decode(), app.encode(errors="replace").decode()
    )
    request = sign(asked, KEY)
    found = front_of(request)
    assert key_in_front(request) == KEY.public
    sync.check_signature(found, KEY.public)
    assert sync.poll_of(found) == asked


@pytest.mark.parametrize("said", [f'x\\"key\\":\\"{OTHER.public}\\"', f'"key":"{OTHER.public}"'])
def test_a_key_within_a_name_is_not_the_key(said: str) -> None:
    assert key_in_front(sign(poll(app=said), KEY)) == KEY.public


@pytest.mark.parametrize(
    "request_",
    [
        BRACKETS,
        b'{"type":"signed","signed":"' + BRACKETS,
        b'{"rows":[],' + sign(poll(), KEY)[1:],
        b'{"type":"signed","signed":"' + b"x" * 5000 + sign(poll(), KEY)[30:],
    ],
    ids=["brackets", "brackets as text", "rows first", "key too far behind"],
)
def test_what_does_not_begin_with_its_key_is_none_of_ours(request_: bytes) -> None:
    with pytest.raises(MessageInvalid, match="do not begin with the key of their sender"):
        key_in_front(request_)


@pytest.mark.parametrize(
    "change",
    [
        lambda request: request.replace(b'","signature":"', b'","x":"","signature":"'),
        lambda request: request.replace(b'"signature":"', b'"signature":"!'),
        lambda request: request.replace(b'{\\"type', b'{\\q"type'),
    ],
    ids=["not next to it", "no base64", "no text of JSON"],
)
def test_a_text_without_a_signature_behind_it_is_none_of_ours(
    change: Callable[[bytes], bytes],
) -> None:
    request = sign(poll(), KEY)
    assert change(request) != request
    with pytest.raises(MessageInvalid, match="no signature behind it"):
        front_of(change(request))


def test_who_asks_in_a_long_request_is_known_by_a_short_front_alone() -> None:
    long = poll(app="x" * 200)
    short = msgspec.structs.replace(long, have=())
    known = asked_in_front(sign(short, KEY) + BRACKETS)
    assert known is not None
    assert (known.journal_id, known.nonce) == ("journal-1", "nonce-1")
    assert len(sign(long, KEY)) > LONGEST_UNPROVEN
    assert asked_in_front(sign(long, KEY)) is None


def test_a_long_request_is_refused_by_name_and_what_is_behind_its_front_is_not_parsed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """This runs where tables, browsers and all else are answered."""
    short = sign(msgspec.structs.replace(poll(), have=()), KEY)
    parsed: list[int] = []

    def parse(body: bytes) -> Signed:
        parsed.append(len(body))
        return sync.read_signed(body)

    monkeypatch.setattr(front, "read_signed", parse)
    said: Any = reply_refused(short + BRACKETS, REFUSED)
    assert isinstance(said, InReply)
    assert (said.journal_id, said.message) == ("journal-1", REFUSED)
    assert reply_refused(BRACKETS, REFUSED) == REFUSED
    assert parsed == []
    assert isinstance(reply_refused(short, REFUSED), InReply)
    assert reply_refused(b"[", REFUSED) == REFUSED
    assert parsed == [len(short), 1]
