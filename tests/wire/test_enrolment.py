"""Whatever is changed on the way is found out, and somebody in the middle is seen by the digits."""

from collections.abc import Iterator

import msgspec
import pytest
from kits.enrolment_kit import begin_of

from kiosk.wire.enrolment import (
    Chance,
    DirectorSide,
    Prove,
    TableSide,
    check_begin,
    message_bytes,
    to_director,
)
from kiosk.wire.errors import EnrolmentRefused, NotTheDirector, WireError
from kiosk.wire.signing import DeviceKey

TABLE, DIRECTOR = DeviceKey(bytes([1]) * 32), DeviceKey(bytes([2]) * 32)
PIN = "sha256:" + "1" * 64
SECRET = b"BCDFGHJK"


def table(key: DeviceKey = TABLE, certificate: str = PIN) -> TableSide:
    return TableSide(key, "app", "code", "BC", SECRET, certificate)


def director(side: TableSide, key: DeviceKey = DIRECTOR, certificate: str = PIN) -> DirectorSide:
    return DirectorSide(key, begin_of(side), SECRET, certificate)


def proof(side: TableSide, other: DirectorSide) -> Prove:
    said = to_director(side.prove(message_bytes(other.begun)))
    assert isinstance(said, Prove)
    return said


def test_both_see_the_same_four_digits_and_the_table_learns_the_directors_key() -> None:
    side = table()
    other = director(side)
    proved = other.proved(proof(side, other))
    assert side.proved(message_bytes(proved)) == other.digits
    assert len(other.digits) == 4
    assert side.director == DIRECTOR.public


@pytest.mark.parametrize("field", ["nonce", "mac", "signature"])
def test_a_proof_with_one_thing_changed_is_none(field: str) -> None:
    side = table()
    other = director(side)
    said = proof(side, other)
    changed = {"nonce": "0" * 32, "mac": "0" * 64, "signature": TABLE.sign(b"else")}[field]
    with pytest.raises(EnrolmentRefused, match="the secret is wrong"):
        other.proved(msgspec.structs.replace(said, **{field: changed}))
    assert other.digits == ""


@pytest.mark.parametrize("field", ["mac", "signature"])
def test_a_directors_proof_with_one_thing_changed_is_none(field: str) -> None:
    side = table()
    other = director(side)
    proved = other.proved(proof(side, other))
    changed = {"mac": "0" * 64, "signature": DIRECTOR.sign(b"else")}[field]
    with pytest.raises(NotTheDirector):
        side.proved(message_bytes(msgspec.structs.replace(proved, **{field: changed})))
    assert side.digits == ""


def test_a_begin_that_names_another_key_is_found_out() -> None:
    side, thief = table(), DeviceKey(bytes([3]) * 32)
    begin = msgspec.structs.replace(begin_of(side), key=thief.public)
    other = DirectorSide(DIRECTOR, begin, SECRET, PIN)
    with pytest.raises(EnrolmentRefused):
        other.proved(proof(side, other))


def test_an_answer_can_be_changed_by_nobody_and_is_no_answer_to_another_question() -> None:
    side = table()
    other = director(side)
    side.proved(message_bytes(other.proved(proof(side, other))))
    asked = to_director(side.ask())
    said = other.decided(asked, None, None)  # type: ignore[arg-type]
    with pytest.raises(NotTheDirector):
        side.decided(message_bytes(msgspec.structs.replace(said, number=4)))
    assert side.decided(message_bytes(said)).number is None
    side.ask()
    with pytest.raises(NotTheDirector):
        side.decided(message_bytes(said))


def test_one_in_the_middle_who_knows_the_secret_shows_each_end_other_digits() -> None:
    """He is told by the digits alone, so some pairs of runs may agree by chance: 1 in 10,000."""
    thief = DeviceKey(bytes([3]) * 32)
    alike = 0
    for _run in range(3):
        victim = table(certificate="sha256:" + "6" * 64)
        posing = director(victim, thief, "sha256:" + "6" * 64)
        victim.proved(message_bytes(posing.proved(proof(victim, posing))))
        mine = table(thief)
        real = director(mine)
        real.proved(proof(mine, real))
        alike += victim.digits == real.digits
    assert alike < 3


def test_what_a_director_commits_to_he_can_change_no_more() -> None:
    """Else one who poses as him would try nonces until the table shows the digits he wants."""
    side = table()
    other = director(side)
    proof_of_table = proof(side, other)
    other._nonce = bytes(16).hex()
    with pytest.raises(NotTheDirector, match="changed its half of the digits"):
        side.proved(message_bytes(other.proved(proof_of_table)))
    assert side.digits == ""


def given(drawn: Iterator[int]) -> Chance:
    """Chance that is the same in each run."""
    return lambda count: bytes([next(drawn)]) * count


def test_a_table_can_not_reckon_the_digits_before_it_has_proved_the_secret() -> None:
    """Two runs that are alike up to its proof show other digits: they hang on what the director
    opens only then. So no table begins again unseen until it likes them.
    """
    shown = set()
    for nonce in (bytes([1]) * 16, bytes([2]) * 16):
        drawn = iter(range(3, 100))
        side = TableSide(TABLE, "app", "code", "BC", SECRET, PIN, given(drawn))
        begin = begin_of(side)
        other = DirectorSide(DIRECTOR, begin, SECRET, PIN, given(drawn))
        said = proof(side, other)
        assert other._nonce not in msgspec.to_builtins(other.begun).values()
        other._nonce = nonce.hex()
        other.proved(said)
        shown.add(other.digits)
    assert len(shown) == 2


@pytest.mark.parametrize("field", ["app", "way", "name", "key", "commit", "pake", "work"])
def test_work_counts_for_the_very_message_it_was_done_for(field: str) -> None:
    begin = begin_of(table())
    check_begin(begin)
    other = {"way": "card", "key": DIRECTOR.public, "app": "b", "name": "CD"}.get(field, "ab" * 32)
    with pytest.raises(EnrolmentRefused, match="without its work"):
        check_begin(msgspec.structs.replace(begin, **{field: other}))
    with pytest.raises(EnrolmentRefused, match="without its work"):
        check_begin(msgspec.structs.replace(begin, work=""))


def test_what_a_table_commits_to_it_can_change_no_more() -> None:
    """Else one in the middle would try nonces until the digits agree."""
    side = table()
    other = director(side)
    side._nonce = bytes(16)
    changed = to_director(side.prove(message_bytes(other.begun)))
    assert isinstance(changed, Prove)
    with pytest.raises(EnrolmentRefused):
        other.proved(changed)


@pytest.mark.parametrize("body", [b"", b"{}", b"[" * 9000, b'{"type":"proved"}', b"\xff"])
def test_what_is_no_message_is_refused(body: bytes) -> None:
    with pytest.raises(WireError):
        to_director(body)
    with pytest.raises(WireError):
        table().prove(body)
