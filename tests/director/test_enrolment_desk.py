"""What the console's page of enrolment keeps of cards and codes, the time and chance in the test's
hand.
"""

from pathlib import Path

import pytest
from kits.enrolment_kit import begin_of
from kits.hall_kit import HandClocks
from kits.service_kit import play, running

from kiosk.director.enrolment.handshakes import CODE_S, Handshakes
from kiosk.director.enrolment.register import EnrolmentNote, from_text, register
from kiosk.director.enrolment.routes import EnrolmentDesk, MakeCard, MakeCode, VoidCard
from kiosk.director.people.auth import Person
from kiosk.director.people.roles import Role
from kiosk.director.service import Service
from kiosk.wire.enrolment import CODE_NAME, TableSide
from kiosk.wire.errors import EnrolmentRefused
from kiosk.wire.event_card import name_of
from kiosk.wire.signing import DeviceKey

KARI = Person("Kari", Role.DIRECTOR, "session", "127.0.0.1")
KEY = DeviceKey(bytes([2]) * 32)
SALT = bytes(range(16))
NOON_S = 1_800_000_000


class Hall:
    """A desk whose clock stands where the test puts it, and whose chance is always the same."""

    def __init__(self, service: Service) -> None:
        self.now_s = float(NOON_S)
        self.service = service
        self.handshakes = Handshakes(
            KEY,
            "",
            card=service.traffic.devices.card,
            clock_s=lambda: self.now_s,
            wall_s=lambda: self.now_s,
            letter=lambda letters: letters[0],
        )
        self.desk = EnrolmentDesk(
            service, self.handshakes, lambda: self.now_s, lambda count: SALT[:count]
        )

    def card(self, hours: int = 24) -> str:
        return str(play(lambda: self.desk.act(MakeCard(hours), KARI, ()))["name"])

    def void(self, name: str) -> None:
        play(lambda: self.desk.act(VoidCard(name), KARI, ()))

    def admits(self, way: str, name: str, secret: bytes) -> bytes:
        side = TableSide(DeviceKey.generate(), "app", way, name, secret, "")  # type: ignore[arg-type]
        return self.handshakes.admit(begin_of(side), "127.0.0.1")


def kept(folder: Path) -> bytes:
    """All that lies in the director's folder but his key."""
    files = [file for file in folder.rglob("*") if file.is_file() and file.suffix != ".key"]
    assert files
    return b"".join(file.read_bytes() for file in files)


def test_who_reads_the_database_learns_no_secret_of_a_card(tmp_path: Path) -> None:
    with running(tmp_path, HandClocks()) as service:
        hall = Hall(service)
        name = hall.card()
        secret = hall.handshakes.card_secret(SALT)
        assert name == name_of(secret)
        assert hall.admits("card", name, secret) == secret
        lies = kept(tmp_path)
        assert name.encode() in lies
        assert SALT.hex().encode() in lies
        assert secret not in lies
        assert secret.hex().encode() not in lies
        [note] = service.lifecycle.thread.store.enrolment()
        other = DeviceKey.generate().derived("table kiosk event card", SALT, 16)
        assert secret not in {other, SALT}  # only this director's key makes it
    assert note.by == "Kari"


def test_a_card_is_good_from_the_clock_it_is_given_until_it_expires_or_is_withdrawn(
    tmp_path: Path,
) -> None:
    with running(tmp_path, HandClocks()) as service:
        hall = Hall(service)
        name = hall.card(hours=2)
        secret = hall.handshakes.card_secret(SALT)
        [shown] = hall.desk.state()["cards"]  # type: ignore[misc]
        assert shown["until"] == "2027-01-15 10:00 UTC"
        hall.now_s = NOON_S + 2 * 3600 - 1
        assert hall.admits("card", name, secret) == secret
        hall.now_s += 1
        assert hall.desk.state()["cards"] == []
        with pytest.raises(EnrolmentRefused, match="this card has expired"):
            hall.admits("card", name, secret)
        hall.now_s = NOON_S
        hall.void(name)
        with pytest.raises(EnrolmentRefused, match="not of this event"):
            hall.admits("card", name, secret)


def test_a_code_is_kept_nowhere_but_in_memory_and_not_when_it_is_over(tmp_path: Path) -> None:
    with running(tmp_path, HandClocks()) as service:
        hall = Hall(service)
        made = play(lambda: hall.desk.act(MakeCode(), KARI, ("10.0.0.7:8000",)))
        assert made == {"code": "BBBB BBBB", "seconds": CODE_S, "address": "10.0.0.7:8000"}
        code = b"BBBBBBBB"
        assert hall.admits("code", "BB", code) == code
        assert code not in kept(tmp_path)
        hall.now_s += CODE_S
        assert hall.desk.state()["waiting"] == ()
        assert hall.handshakes._codes == {}
        with pytest.raises(EnrolmentRefused, match="no such code is open"):
            hall.admits("code", "B" * CODE_NAME, code)


def test_a_card_whose_secret_an_older_program_kept_enrols_nobody() -> None:
    body = '{"type":"card_made","name":"old","secret":"00","expires_s":2000000000}'
    note = EnrolmentNote(from_text(body), "Kari", "2026-01-01T00:00:00Z")
    assert register({}, [note]).cards == {}
