"""Enrolling devices at a director's real process, under TLS: who asks, who taps, who is refused."""

import json
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from kits.enrolment_kit import Desk, Device, letters, secret_of, words_of
from kits.hall_kit import PaperTable
from kits.served_kit import Director, settings_of, starts

from kiosk.rules.rulebook import RuleBook
from kiosk.wire.enrolment import CODE_NAME
from kiosk.wire.errors import EnrolmentRefused, NotTheDirector
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import InReply, Receipt, Rejected, Rejection, signed

TLS = "tls = true\n"


@pytest.fixture
def start(tmp_path: Path, table: PaperTable) -> Iterator[Callable[..., Director]]:
    """A director of no tables."""
    settings_of(tmp_path, more=TLS)
    with starts(tmp_path, table) as starting:
        yield starting


def asks(director: Director, folder: Path, key: DeviceKey, name: str | None = None) -> Device:
    """A device on whose board a card lies, a new one unless it is named."""
    name = name or Desk(director).card()
    return Device(director, key, "card", name, secret_of(folder, name))


def enrols(director: Director, folder: Path, key: DeviceKey, number: int) -> None:
    device = asks(director, folder, key)
    Desk(director).accept(device.shows(), number)
    assert device.hears().number == number


def said(director: Director, table: PaperTable) -> Any:
    return director.batch(table.batch())


def test_a_card_digits_and_one_tap_enrol_a_device_that_is_heard_at_once(
    start: Callable[..., Director], tmp_path: Path, table: PaperTable
) -> None:
    director = start()
    desk = Desk(director)
    assert said(director, table).code is Rejection.UNKNOWN_TABLE
    device = asks(director, tmp_path, table.key)
    digits = device.shows()
    assert device.hears().number is None
    [waiting] = desk.state["waiting"]
    assert (waiting["digits"], waiting["key"]) == (digits, table.key.public)
    assert said(director, table).code is Rejection.UNKNOWN_TABLE  # who asks is not heard yet
    desk.accept(digits, 7)
    assert device.hears().number == 7
    assert desk.state["waiting"] == []
    assert isinstance(said(director, table), Receipt)
    director.end(signal.SIGKILL)
    director = start()
    assert isinstance(said(director, table), Receipt)
    enrolled = Desk(director).device(table.key)
    assert (enrolled["number"], enrolled["way"], enrolled["by"]) == (7, "card", "Kari")
    assert enrolled["heard_utc"] is not None


def test_a_wrong_secret_is_found_out_at_both_ends(
    start: Callable[..., Director], table: PaperTable
) -> None:
    director = start()
    name = Desk(director).card()
    device = Device(director, table.key, "card", name, bytes(16))
    begun = device.said(device.side.begin())[1]
    status, answer = device.said(device.side.prove(begun))
    assert (status, "not the secret" in words_of(answer)) == (403, True)
    assert Desk(director).state["waiting"] == []
    unknown = Device(director, table.key, "card", "0" * 16, bytes(16))
    assert "not of this event" in words_of(unknown.said(unknown.side.begin())[1])


def test_a_relay_that_shows_another_certificate_is_found_out(
    start: Callable[..., Director], table: PaperTable
) -> None:
    """It passes every word on: the table saw the relay's certificate, the director his own."""
    director = start()
    code = letters(Desk(director).done("code")["code"])
    password, relays = code.encode(), "sha256:" + "0" * 64
    device = Device(director, table.key, "code", code[:CODE_NAME], password, certificate=relays)
    with pytest.raises(EnrolmentRefused, match="somebody stands between"):
        device.shows()
    assert Desk(director).state["waiting"] == []


def test_a_card_that_was_voided_enrols_nobody(
    start: Callable[..., Director], tmp_path: Path, table: PaperTable
) -> None:
    director = start()
    name = Desk(director).card()
    device = asks(director, tmp_path, table.key, name)
    Desk(director).done("void", name=name)
    assert "not of this event" in words_of(device.said(device.side.begin())[1])
    assert Desk(director).act("card", hours=0)[0] == 400


def test_a_code_enrols_one_device(start: Callable[..., Director], table: PaperTable) -> None:
    director = start()
    desk = Desk(director)
    code = letters(desk.done("code")["code"])
    device = Device(director, table.key, "code", code[:CODE_NAME], code.encode())
    desk.accept(device.shows(), 3)
    assert device.hears().number == 3
    again = Device(director, DeviceKey.generate(), "code", code[:CODE_NAME], code.encode())
    assert "no such code" in words_of(again.said(again.side.begin())[1])


def test_a_code_guessed_wrong_five_times_is_void(
    start: Callable[..., Director], table: PaperTable
) -> None:
    director = start()
    code = letters(Desk(director).done("code")["code"])
    name = code[:CODE_NAME]
    for _guess in range(5):
        guess = Device(director, table.key, "code", name, b"BBBBBBBB")
        begun = guess.said(guess.side.begin())[1]
        assert "not the secret" in words_of(guess.said(guess.side.prove(begun))[1])
    right = Device(director, table.key, "code", name, code.encode())
    assert "no such code" in words_of(right.said(right.side.begin())[1])


def test_what_is_begun_and_never_proved_uses_up_a_code_too(
    start: Callable[..., Director], table: PaperTable
) -> None:
    director = start()
    code = letters(Desk(director).done("code")["code"])
    for _guess in range(5):
        guess = Device(director, table.key, "code", code[:CODE_NAME], b"BBBBBBBB")
        assert guess.said(guess.side.begin())[0] == 200
    right = Device(director, table.key, "code", code[:CODE_NAME], code.encode())
    assert right.said(right.side.begin())[0] == 403


def test_refused_at_the_console_is_refused_at_the_table(
    start: Callable[..., Director], tmp_path: Path, table: PaperTable
) -> None:
    director = start()
    device = asks(director, tmp_path, table.key)
    device.shows()
    [waiting] = Desk(director).state["waiting"]
    Desk(director).done("refuse", session=waiting["session"])
    assert "digits did not agree" in str(device.hears().why)
    assert Desk(director).act("accept", session=waiting["session"], number=1)[0] == 400


def test_a_revoked_device_is_refused_in_words_and_its_card_tells_that_it_still_sends(
    start: Callable[..., Director], tmp_path: Path, table: PaperTable
) -> None:
    director = start()
    desk = Desk(director)
    enrols(director, tmp_path, table.key, 4)
    assert isinstance(said(director, table), Receipt)
    desk.done("revoke", key=table.key.public)
    assert desk.device(table.key)["sends_utc"] is None
    refused = said(director, table)
    assert isinstance(refused, Rejected)
    assert refused.code is Rejection.UNKNOWN_TABLE
    assert "not enrolled any more: it was revoked by Kari" in refused.why
    assert desk.device(table.key)["sends_utc"] is not None
    with director.stream("/events") as stream:
        [card] = stream.next("cards")
    assert any("not enrolled any more" in alarm for alarm in card["alarms"])
    enrols(director, tmp_path, table.key, 5)  # again, by a fresh card: its journal goes on
    receipt = said(director, table)
    assert isinstance(receipt, Receipt)
    assert receipt.seq == len(table.rows)
    with director.stream("/events") as stream:
        [card] = stream.next("cards")
    assert card["alarms"] == []


def test_a_moved_device_hears_its_number_and_a_spare_takes_the_place_of_another(
    start: Callable[..., Director],
    tmp_path: Path,
    table: PaperTable,
    make_table: Callable[..., PaperTable],
    norway: RuleBook,
) -> None:
    director = start()
    desk = Desk(director)
    spare = make_table(2)
    spare.open(norway)
    enrols(director, tmp_path, table.key, 4)
    enrols(director, tmp_path, spare.key, 99)
    desk.done("move", key=table.key.public, number=6)
    assert told(director, table) == 6
    desk.done("swap", key=table.key.public, spare=spare.key.public)
    assert told(director, spare) == 6
    refused = said(director, table)
    assert isinstance(refused, Rejected)
    assert "a spare took its place" in refused.why
    assert desk.act("move", key=table.key.public, number=6)[0] == 400
    director.end(signal.SIGKILL)
    director = start()
    assert told(director, spare) == 6


def told(director: Director, table: PaperTable) -> int | None:
    """The number that the director gives a table with his receipt."""
    reply = director.ask("POST", "/table/batch", table.batch())[1]
    return msgspec.json.decode(signed(reply).signed, type=InReply).table


def test_a_table_of_the_file_keeps_its_own_number_until_it_is_moved(
    start: Callable[..., Director], tmp_path: Path, table: PaperTable
) -> None:
    settings_of(tmp_path, table.key.public, more=TLS)
    director = start()
    assert told(director, table) is None
    assert Desk(director).device(table.key)["way"] == "file"
    Desk(director).done("move", key=table.key.public, number=8)
    assert told(director, table) == 8


def test_who_asks_without_end_is_bounded(start: Callable[..., Director], tmp_path: Path) -> None:
    director = start()
    name = Desk(director).card()
    secret = secret_of(tmp_path, name)
    statuses = []
    for _one in range(101):
        device = Device(director, DeviceKey.generate(), "card", name, secret)
        statuses.append(device.said(device.side.begin())[0])
    assert statuses == [200] * 100 + [403]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 403),
        (b"[" * 5000, 413),
        (b"[" * 3000 + b"]" * 3000, 413),
        (b'{"type":"begin"}', 403),
        (b'{"type":"ask","session":"x","nonce":"","mac":""}', 403),
        (b"x" * 5000, 413),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(
    start: Callable[..., Director], body: bytes, status: int
) -> None:
    director = start()
    found, answer = director.ask("POST", "/table/enrol", body)
    assert found == status
    assert json.loads(answer)
    assert director.ask("POST", "/enrol", b"[" * 5000)[0] == 400
    assert director.ask("GET", "/healthz")[0] == 200


def test_an_element_that_is_no_point_of_the_curve_is_refused(
    start: Callable[..., Director], tmp_path: Path, table: PaperTable
) -> None:
    director = start()
    name = Desk(director).card()
    device = Device(director, table.key, "card", name, secret_of(tmp_path, name))
    begin = json.loads(device.side.begin())
    for pake in ("", "ff", "42" + "00" * 32, "41" + "ab" * 32, "42" + "ff" * 32, "42" * 40):
        status, _answer = device.said(json.dumps(begin | {"pake": pake}).encode())
        assert status == 403, pake
    assert director.ask("GET", "/healthz")[0] == 200


def test_another_protocol_is_told_which_end_to_update(
    start: Callable[..., Director], tmp_path: Path, table: PaperTable
) -> None:
    director = start()
    name = Desk(director).card()
    device = Device(director, table.key, "card", name, secret_of(tmp_path, name))
    begin = json.loads(device.side.begin()) | {"protocol": 2, "new": 1}
    assert "update the director" in words_of(device.said(json.dumps(begin).encode())[1])


def test_who_answers_without_the_secret_is_no_director(
    start: Callable[..., Director], tmp_path: Path, table: PaperTable
) -> None:
    """He proves nothing by playing back what another table heard."""
    director = start()
    name = Desk(director).card()
    device = Device(director, table.key, "card", name, secret_of(tmp_path, name))
    other = Device(director, table.key, "card", name, secret_of(tmp_path, name))
    begun = device.said(device.side.begin())[1]
    proved = device.said(device.side.prove(begun))[1]
    other.side.prove(other.said(other.side.begin())[1])
    with pytest.raises(NotTheDirector, match="does not know the secret"):
        other.side.proved(proved)
