"""What a running table does with cards and codes, and what it tells its screen when nothing comes
of them; the director is a real process, the clock stands in the test's hand.
"""

import json
import select
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from kits.enrolment_kit import Desk, secret_of
from kits.process_kit import WITHIN_S
from kits.served_kit import Director, settings_of
from kits.threads_kit import wait_until_ended

from kiosk.table import enroller
from kiosk.table.enroller import AGAIN_S, LOOK_S, SHOWN_S, Enroller
from kiosk.table.enrolment import EnrollingDirector, keep, stored_enrolment
from kiosk.wire.event_card import EventCard, name_of, qr_text
from kiosk.wire.joining import EventJoin, JoinLeft, JoinRefusal, JoinStep, JoinView
from kiosk.wire.signing import DeviceKey

NOBODYS = "sha256:" + "1" * 64
SOON_S = 2_000_000_000


class Table:
    """An Enroller, with a clock, and whether a match is open."""

    def __init__(self, folder: Path, *, camera: bool = True) -> None:
        folder.mkdir(exist_ok=True)
        self.now_s, self.may = 0.0, True
        self.journal = folder / "table.journal"
        self.key = DeviceKey.generate()
        self.enroller = Enroller(
            self.journal,
            lambda: self.key,
            "tests",
            may=lambda: self.may,
            camera=camera,
            clock_s=lambda: self.now_s,
        )

    @property
    def view(self) -> JoinView:
        shown = self.enroller.view()
        assert shown is not None
        return shown

    def comes(self, step: JoinStep) -> JoinView:
        """Wait until it is so far."""
        late = time.monotonic() + WITHIN_S
        while self.view.step is not step:
            assert time.monotonic() < late, self.view
            select.select([], [], [], 0.01)
        return self.view

    def refuses(self, text: str) -> JoinRefusal | None:
        self.enroller.handle(JoinLeft())
        self.enroller.handle(EventJoin())
        self.enroller.try_card(text)
        return self.comes(JoinStep.REFUSED).why


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "table")
    yield made
    made.enroller.close()


@pytest.fixture
def director(tmp_path: Path) -> Iterator[Director]:
    """One who printed a card yesterday, and nobody since."""
    settings_of(tmp_path, more="tls = true\n")
    first = Director(tmp_path)
    assert first.end(signal.SIGTERM)[0] == 0
    salt = bytes(16)
    key = DeviceKey.load(tmp_path / "director.db.key")
    name = name_of(key.derived("table kiosk event card", salt, 16))
    made = {"type": "card_made", "name": name, "expires_s": 1000, "salt": salt.hex()}
    with closing(sqlite3.connect(tmp_path / "director.db")) as database, database:
        database.execute("INSERT INTO enrolment VALUES (?, 'Kari', '')", (json.dumps(made),))
    second = Director(tmp_path)
    yield second
    second.process.kill()
    second.process.communicate()


def card(director: Director, secret: bytes, certificate: str | None = None) -> str:
    where = (f"127.0.0.1:{director.port}",)
    return qr_text(EventCard(where, certificate or director.certificate, secret, SOON_S))


def todays(director: Director, folder: Path) -> tuple[str, str]:
    """A card's name, and what its code says."""
    name = Desk(director).card()
    return name, card(director, secret_of(folder, name))


def test_each_card_that_leads_nowhere_is_refused_with_its_own_reason(
    table: Table, director: Director, tmp_path: Path
) -> None:
    name, good = todays(director, tmp_path)
    key = DeviceKey.load(tmp_path / "director.db.key")
    expired = card(director, key.derived("table kiosk event card", bytes(16), 16))
    assert table.refuses(expired) is JoinRefusal.CARD_EXPIRED
    assert table.refuses(card(director, bytes(16))) is JoinRefusal.CARD_UNKNOWN
    pinned = card(director, secret_of(tmp_path, name), NOBODYS)
    assert table.refuses(pinned) is JoinRefusal.NOT_THE_DIRECTOR
    assert table.refuses(good[:-4]) is JoinRefusal.CARD_UNREADABLE
    assert table.refuses("TK9:AAAA") is JoinRefusal.CARD_UNREADABLE
    Desk(director).done("void", name=name)
    assert table.refuses(good) is JoinRefusal.CARD_UNKNOWN
    nobody = EventCard(("127.0.0.1:1",), NOBODYS, bytes(16), SOON_S)
    assert table.refuses(qr_text(nobody)) is JoinRefusal.NO_ANSWER
    assert stored_enrolment(table.journal) is None


def test_where_another_answers_first_the_director_is_found_at_the_next_address(
    table: Table, director: Director, tmp_path: Path
) -> None:
    """His address belongs to another machine by now: the card names two."""
    other = tmp_path / "other"
    other.mkdir()
    settings_of(other, more="tls = true\n")
    stranger = Director(other)
    try:
        name = Desk(director).card()
        where = (f"127.0.0.1:{stranger.port}", f"127.0.0.1:{director.port}")
        made = EventCard(where, director.certificate, secret_of(tmp_path, name), SOON_S)
        table.enroller.try_card(qr_text(made))
        table.comes(JoinStep.COMPARING)
    finally:
        stranger.process.kill()
        stranger.process.communicate()


def test_a_card_is_shown_compared_and_kept_and_not_begun_again_while_it_lies_there(
    table: Table, director: Director, tmp_path: Path
) -> None:
    _name, text = todays(director, tmp_path)
    table.enroller.try_card(text)
    shown = table.comes(JoinStep.COMPARING)
    table.enroller.try_card(text)  # it lies there on and on
    assert table.view == shown
    [waiting] = Desk(director).state["waiting"]
    assert waiting["digits"] == shown.digits
    Desk(director).accept(shown.digits, 12)
    assert table.comes(JoinStep.JOINED).number == 12
    joined = stored_enrolment(table.journal)
    assert joined is not None
    assert (joined.number, joined.certificate) == (12, director.certificate)
    table.enroller.handle(JoinLeft())
    table.enroller.try_card(text)
    assert table.view.step is JoinStep.FREE
    table.now_s += SHOWN_S
    assert Table(tmp_path / "table").view.address == f"127.0.0.1:{director.port}"


def test_who_leaves_is_forgotten_whatever_the_console_says_then(
    table: Table, director: Director, tmp_path: Path
) -> None:
    text = todays(director, tmp_path)[1]
    table.enroller.try_card(text)
    digits = table.comes(JoinStep.COMPARING).digits
    table.enroller.handle(JoinLeft())
    assert table.view.step is JoinStep.FREE
    Desk(director).accept(digits, 12)
    wait_until_ended("enrol")
    assert stored_enrolment(table.journal) is None
    table.enroller.try_card(text)  # it lies there still
    assert table.view.step is JoinStep.FREE
    table.enroller.handle(EventJoin())
    table.enroller.try_card(text)
    table.comes(JoinStep.COMPARING)


def test_a_disk_that_takes_nothing_is_told(
    table: Table, director: Director, tmp_path: Path
) -> None:
    (tmp_path / "table/table.journal.director.new").mkdir()
    table.enroller.try_card(todays(director, tmp_path)[1])
    Desk(director).accept(table.comes(JoinStep.COMPARING).digits, 12)
    assert table.comes(JoinStep.REFUSED).why is JoinRefusal.NOT_KEPT


# --- without a director --------------------------------------------------------------------------


DAMAGED = "TK1:AAAA"


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each card by which the table has asked."""
    asked: list[str] = []
    by_card = enroller.by_card
    monkeypatch.setattr(enroller, "by_card", lambda text: (asked.append(text), by_card(text))[1])
    return asked


def test_a_card_that_was_refused_is_not_tried_again_at_once(table: Table, tried: list[str]) -> None:
    assert table.refuses(DAMAGED) is JoinRefusal.CARD_UNREADABLE
    for passed_s, tries in ((AGAIN_S - 1, 1), (1, 2)):
        table.now_s += passed_s
        table.enroller.try_card(DAMAGED)
        wait_until_ended("enrol")
        assert tried == [DAMAGED] * tries
    table.enroller.try_card("TK1:BBBB")  # another one is, at once
    assert table.comes(JoinStep.REFUSED).why is JoinRefusal.CARD_UNREADABLE


def test_a_card_is_looked_for_when_it_is_asked_for_and_not_for_ever(table: Table) -> None:
    assert not table.enroller.wants_card
    table.enroller.handle(EventJoin())
    assert table.enroller.wants_card
    table.now_s += LOOK_S
    assert not table.enroller.wants_card
    assert table.view.step is JoinStep.FREE


def test_a_table_without_a_camera_looks_for_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path / "table", camera=False)
    table.enroller.handle(EventJoin())
    assert not table.enroller.wants_card
    assert table.view == JoinView(JoinStep.FREE)


def test_in_a_match_nothing_is_begun_and_nothing_shown(table: Table, tried: list[str]) -> None:
    table.may = False
    table.enroller.handle(EventJoin())
    table.enroller.try_card(DAMAGED)
    table.enroller.handle(EventJoin("BCDFGHJK", "127.0.0.1:1"))
    wait_until_ended("enrol")
    assert tried == []
    assert table.enroller.view() is None
    table.may = True
    assert table.view.step is JoinStep.FREE


def test_what_came_of_it_is_shown_for_a_minute(table: Table) -> None:
    assert table.refuses(DAMAGED) is JoinRefusal.CARD_UNREADABLE
    table.now_s += SHOWN_S - 1
    assert table.view.step is JoinStep.REFUSED
    table.now_s += 1
    assert table.view.step is JoinStep.FREE


def test_the_last_directors_address_is_known(tmp_path: Path) -> None:
    (tmp_path / "table").mkdir()
    keep(tmp_path / "table/table.journal", EnrollingDirector("https://10.0.0.7:8000", "k", None, 4))
    assert Table(tmp_path / "table").view.address == "10.0.0.7:8000"
