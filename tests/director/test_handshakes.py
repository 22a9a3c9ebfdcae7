"""How long a card, a code and whoever asks are good for, the clocks in the test's hand."""

import msgspec
import pytest
from kits.enrolment_kit import begin_of

from kiosk.director.enrolment.beginnings import MOST_BY_CARD, MOST_FROM_ADDRESS, WINDOW_S
from kiosk.director.enrolment.handshakes import (
    CODE_S,
    CODE_TRIES,
    CODE_TRIES_AT_ADDRESS,
    MOST_AT_ADDRESS,
    PROVE_S,
    WAIT_S,
    Handshakes,
)
from kiosk.director.enrolment.register import EnrolmentCard
from kiosk.wire import enrolment
from kiosk.wire.enrolment import (
    CODE_NAME,
    Begin,
    Begun,
    Prove,
    TableSide,
    message_bytes,
    to_director,
)
from kiosk.wire.errors import EnrolmentRefused
from kiosk.wire.joining import JoinRefusal
from kiosk.wire.signing import DeviceKey

KEY = DeviceKey(bytes([2]) * 32)
SALT = bytes(range(16))
SECRET = KEY.derived("table kiosk event card", SALT, 16)
CARD = EnrolmentCard("card", SALT, 1000, "Kari")
FAR = "10.0.0.7"


class Hall:
    """Handshakes, and what the clocks say."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.handshakes = Handshakes(
            KEY,
            "",
            card={"card": CARD}.get,
            clock_s=lambda: self.now_s,
            wall_s=lambda: self.now_s,
        )

    def begins(self, address: str = FAR, code: str | None = None) -> tuple[TableSide, Prove]:
        """A device asks, and has what proves that it knows the secret."""
        name, secret = ("card", SECRET) if code is None else (code[:CODE_NAME], code.encode())
        way = "card" if code is None else "code"
        side = TableSide(DeviceKey.generate(), "app", way, name, secret, "")
        begun = self.begun(begin_of(side), address)
        said = to_director(side.prove(message_bytes(begun)))
        assert isinstance(said, Prove)
        return side, said

    def begun(self, begin: Begin, address: str) -> Begun:
        """The three steps, as a director's process does them."""
        password = self.handshakes.admit(begin, address)
        try:
            return self.handshakes.take(self.handshakes.compute_side(begin, password), address)
        finally:
            self.handshakes.leave(address)


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    """Where work is soon done."""
    monkeypatch.setattr(enrolment, "WORK_BITS", 4)
    return Hall()


def test_an_expired_card_enrols_nobody(hall: Hall) -> None:
    hall.now_s = CARD.expires_s - 1
    hall.begins()
    hall.now_s = CARD.expires_s
    with pytest.raises(EnrolmentRefused, match="this card has expired"):
        hall.begins()


def test_a_code_expires(hall: Hall) -> None:
    code = hall.handshakes.new_code()
    hall.now_s += CODE_S
    with pytest.raises(EnrolmentRefused, match="no such code"):
        hall.begins(code=code)


def test_from_one_address_few_ask_at_once_but_from_this_machine_many(hall: Hall) -> None:
    for _one in range(MOST_AT_ADDRESS):
        hall.begins()
    with pytest.raises(EnrolmentRefused, match="5 devices at"):
        hall.begins()
    hall.begins("10.0.0.8")
    for _one in range(MOST_AT_ADDRESS + 1):
        hall.begins("127.0.0.1")
    hall.now_s += PROVE_S
    hall.begins()


def test_no_two_who_wait_show_the_same_digits(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes second begins again, whatever he came by; his own digits he may show again."""
    monkeypatch.setattr(enrolment._Proof, "digits", property(lambda _proof: "0000"))
    first, said = hall.begins()
    hall.handshakes.prove(said)
    code = hall.handshakes.new_code()
    _side, second = hall.begins(code=code)
    with pytest.raises(EnrolmentRefused, match="another device shows the same digits") as told:
        hall.handshakes.prove(second)
    assert told.value.refusal is JoinRefusal.CROWDED
    assert [one.session for one in hall.handshakes.waiting()] == [said.session]
    hall.now_s += WAIT_S
    _side, third = hall.begins(code=code)  # the code was not used
    hall.handshakes.prove(third)
    assert first.digits == ""


def test_a_card_is_begun_so_often_and_each_time_is_counted(hall: Hall) -> None:
    for number in range(MOST_BY_CARD):
        hall.begins(f"10.0.1.{number}")
        hall.now_s += PROVE_S / 5
    assert hall.handshakes.count_begun("card") == MOST_BY_CARD
    with pytest.raises(EnrolmentRefused, match="this card has begun 100 times in 10 minutes"):
        hall.begins("10.0.2.1")
    hall.begins("10.0.2.1", code=hall.handshakes.new_code())
    hall.now_s += WINDOW_S - 100 * PROVE_S / 5
    hall.begins("10.0.2.1")
    assert hall.handshakes.count_begun("card") == MOST_BY_CARD + 1


def test_an_address_begins_so_often_but_this_machine_without_end(hall: Hall) -> None:
    codes = iter([hall.handshakes.new_code() for _code in range(4)] * 20)
    for _one in range(MOST_FROM_ADDRESS):
        hall.begins(code=next(codes))
        hall.now_s += PROVE_S / 5
    with pytest.raises(EnrolmentRefused, match="this address has begun 50 times"):
        hall.begins(code=next(codes))
    hall.begins("127.0.0.1", code=next(codes))


def test_a_code_that_one_address_guessed_wrong_is_open_to_the_others(hall: Hall) -> None:
    """Until CODE_TRIES of all: a guess is right once in 64,000,000."""
    code = hall.handshakes.new_code()

    def fails(address: str) -> bool:
        _side, said = hall.begins(address, code)
        with pytest.raises(EnrolmentRefused) as told:
            hall.handshakes.prove(msgspec.structs.replace(said, mac="0" * 64))
        return told.value.refusal is JoinRefusal.SECRET_WRONG

    for number in range(CODE_TRIES // CODE_TRIES_AT_ADDRESS):
        hall.begins("10.0.3.1", code)
        assert all(fails(f"10.0.2.{number}") for _try in range(CODE_TRIES_AT_ADDRESS))
        with pytest.raises(EnrolmentRefused, match="no such code"):
            hall.begins(f"10.0.2.{number}", code)
    with pytest.raises(EnrolmentRefused, match="no such code"):
        hall.begins("10.0.3.1", code)


def test_who_proves_too_late_begins_again(hall: Hall) -> None:
    _side, said = hall.begins()
    hall.now_s += PROVE_S
    with pytest.raises(EnrolmentRefused, match="begin again"):
        hall.handshakes.prove(said)


def test_whoever_nobody_taps_is_forgotten(hall: Hall) -> None:
    _side, said = hall.begins()
    hall.handshakes.prove(said)
    hall.now_s += WAIT_S - 1
    assert [one.address for one in hall.handshakes.waiting()] == [FAR]
    hall.now_s += 1
    assert hall.handshakes.waiting() == ()
    assert hall.handshakes.key(said.session) is None


def test_who_is_being_enrolled_is_decided_on_once(hall: Hall) -> None:
    _side, said = hall.begins()
    hall.handshakes.prove(said)
    assert hall.handshakes.key(said.session) is not None
    hall.handshakes.reserve(said.session)
    assert hall.handshakes.key(said.session) is None
    assert hall.handshakes.waiting() == ()
