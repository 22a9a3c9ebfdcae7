"""How long a card, a code and whoever asks are good for, the clocks in the test's hand."""

import pytest
from kits.enrolment_kit import begin_of

from kiosk.director.enrolment.handshakes import CODE_S, MOST_AT_ADDRESS, PROVE_S, WAIT_S, Handshakes
from kiosk.director.enrolment.register import Card
from kiosk.wire.enrolment import (
    CODE_NAME,
    Begin,
    Begun,
    Prove,
    TableSide,
    encoded,
    to_director,
)
from kiosk.wire.errors import EnrolmentRefused
from kiosk.wire.signing import DeviceKey

KEY = DeviceKey(bytes([2]) * 32)
SALT = bytes(range(16))
SECRET = KEY.derived("table kiosk event card", SALT, 16)
CARD = Card("card", SALT, 1000, "Kari")
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
        said = to_director(side.prove(encoded(begun)))
        assert isinstance(said, Prove)
        return side, said

    def begun(self, begin: Begin, address: str) -> Begun:
        """The three steps, as a director's process does them."""
        password = self.handshakes.admit(begin, address)
        try:
            return self.handshakes.take(self.handshakes.reckoned(begin, password), address)
        finally:
            self.handshakes.leave(address)


@pytest.fixture
def hall() -> Hall:
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
    hall.handshakes.hold(said.session)
    assert hall.handshakes.key(said.session) is None
    assert hall.handshakes.waiting() == ()
