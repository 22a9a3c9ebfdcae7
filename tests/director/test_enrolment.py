"""Enrolling devices at a director's real process, under TLS: who asks, who taps, who is refused."""

import json
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from kits.enrolment_kit import Desk, Device, letters, secret_of, words_of
from kits.hall_kit import PaperTable
from kits.served_kit import Director, settings_of, starts

from kiosk.director.enrolment.beginnings import MOST_BY_KEY
from kiosk.rules.rulebook import RuleBook
from kiosk.wire.enrolment import CODE_NAME, PROTOCOL
from kiosk.wire.errors import EnrolmentRefused, NotTheDirector
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import InReply, Receipt, Rejected, Rejection, read_signed

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
    assert (status, "the secret is wrong" in words_of(answer)) == (403, True)
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
    with pytest.raises(EnrolmentRefused, match="another machine is in between"):
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


def test_a_device_that_waits_by_a_card_that_is_voided_is_not_accepted(
    start: Callable[..., Director], tmp_path: Path, table: PaperTable
) -> None:
    """Nor one that has begun and not proved yet; both are told why."""
    director = start()
    desk = Desk(director)
    name = desk.card()
    waits = asks(director, tmp_path, table.key, name)
    digits = waits.shows()
    begins = asks(director, tmp_path, DeviceKey.generate(), name)
    begun = begins.said(begins.side.begin())[1]
    [session] = [one["session"] for one in desk.state["waiting"] if one["digits"] == digits]
    desk.done("void", name=name)
    assert desk.state["waiting"] == []
    status, told = desk.act("accept", session=session, number=7)
    assert (status, "is no longer waiting" in told["error"]) == (400, True)
    assert desk.state["devices"] == []
    assert "not of this event" in words_of(begins.said(begins.side.prove(begun))[1])
    with pytest.raises(EnrolmentRefused, match="not of this event"):
        waits.hears()


def test_what_a_voided_card_takes_is_named_before_and_done_only_as_it_was_named(
    start: Callable[..., Director], tmp_path: Path, table: PaperTable
) -> None:
    desk = Desk(director := start())
    name, other = desk.card(), desk.card()
    card = f"Card {name[:6]} no longer enrols devices."
    assert desk.look("void", name=name)["sentences"] == [card]
    first = asks(director, tmp_path, table.key, name)
    first.shows()
    asks(director, tmp_path, DeviceKey.generate(), other).shows()
    begins = asks(director, tmp_path, DeviceKey.generate(), name)
    begins.said(begins.side.begin())
    one = "1 device that waits by it can't be enrolled: it needs another card."
    assert desk.look("void", name=name)["sentences"] == [card, one]
    asks(director, tmp_path, DeviceKey.generate(), name).shows()
    two = "2 devices that wait by it can't be enrolled: they need another card."
    looked = desk.look("void", name=name)
    assert looked["sentences"] == [card, two]
    desk.done("code")
    status, answer = desk.act("void", name=name, seen=looked["seen"])
    assert (status, "The situation has changed" in answer["error"]) == (400, True)
    assert len(desk.state["waiting"]) == 3
    desk.done("void", name=name, seen=desk.look("void", name=name)["seen"])
    assert [each["name"] for each in desk.state["cards"]] == [other]
    status, answer = desk.act("void", name=name)
    assert (status, "no device enrols with this card" in answer["error"]) == (400, True)


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
        assert "the secret is wrong" in words_of(guess.said(guess.side.prove(begun))[1])
    right = Device(director, table.key, "code", name, code.encode())
    assert "no such code" in words_of(right.said(right.side.begin())[1])


def test_a_stranger_burns_no_code_by_what_he_only_begins(
    start: Callable[..., Director], table: PaperTable
) -> None:
    """Nor by what he begins and proves too late: only a proof that fails is a try."""
    director = start()
    code = letters(Desk(director).done("code")["code"])
    for _guess in range(30):
        guess = Device(director, DeviceKey.generate(), "code", code[:CODE_NAME], b"BBBBBBBB")
        assert guess.said(guess.side.begin())[0] == 200
    right = Device(director, table.key, "code", code[:CODE_NAME], code.encode())
    Desk(director).accept(right.shows(), 3)
    assert right.hears().number == 3


def test_what_is_begun_at_once_gives_no_more_guesses_of_a_code(
    start: Callable[..., Director],
) -> None:
    """Nine ask before any proves: the sixth and later proofs are of no code any more."""
    director = start()
    code = letters(Desk(director).done("code")["code"])
    asking = [
        Device(director, DeviceKey.generate(), "code", code[:CODE_NAME], guess)
        for guess in [b"BBBBBBBB"] * 5 + [code.encode()] * 4
    ]
    begun = [each.said(each.side.begin())[1] for each in asking]
    told = [
        words_of(each.said(each.side.prove(answer))[1])
        for each, answer in zip(asking, begun, strict=True)
    ]
    assert ["the secret is wrong" in words for words in told] == [True] * 5 + [False] * 4
    assert all("no such code" in words for words in told[5:])
    assert Desk(director).state["waiting"] == []


@pytest.mark.parametrize("spoilt", ["missing", "another's", "sent before"])
def test_who_has_not_done_his_work_costs_nothing_and_learns_no_name(
    start: Callable[..., Director], tmp_path: Path, table: PaperTable, spoilt: str
) -> None:
    """The answer is the same for a name that is open and for one that is not."""
    director = start()
    name = Desk(director).card()
    told = []
    for way, asked in (("card", name), ("code", "BB"), ("card", "0" * 16)):
        device = Device(director, DeviceKey.generate(), way, asked, secret_of(tmp_path, name))
        begin = json.loads(device.side.begin())
        if spoilt == "missing":
            del begin["work"]
        elif spoilt == "another's":
            begin["key"] = table.key.public
        else:
            device.said(json.dumps(begin).encode())
        status, answer = device.said(json.dumps(begin).encode())
        assert status == 403
        told.append(words_of(answer))
    assert len(set(told)) == 1
    assert "begin again" in told[0]


def test_who_tries_to_grind_the_digits_of_a_table_that_waits_is_stopped(
    start: Callable[..., Director], tmp_path: Path, table: PaperTable
) -> None:
    """He has the card, and many keys. Each of his tries is proved before he knows its digits, seen,
    counted, and over in a hundred.
    """
    thieves = [DeviceKey.generate() for _key in range(10)]
    director = start()
    desk = Desk(director)
    name = desk.card()
    digits = asks(director, tmp_path, table.key, name).shows()
    tries, told = 0, ""
    while not told:
        device = asks(director, tmp_path, thieves[tries % 10], name)
        status, answer = device.said(device.side.begin())
        if status == 200:
            tries += 1
            device.said(device.side.prove(answer))
        else:
            told = words_of(answer)
    assert "this card has begun 100 times in 10 minutes: wait" in told
    assert tries == 99
    [card] = desk.state["cards"]
    assert card["begun"] == tries + 1
    shown = [one["digits"] for one in desk.state["waiting"]]
    assert len(set(shown)) == len(shown)
    assert digits in shown


def test_one_key_begins_so_often_and_no_more(
    start: Callable[..., Director], tmp_path: Path, table: PaperTable
) -> None:
    director = start()
    name = Desk(director).card()
    statuses = []
    for _time in range(MOST_BY_KEY + 1):
        device = asks(director, tmp_path, table.key, name)
        status, answer = device.said(device.side.begin())
        statuses.append(status)
        if status == 200:
            device.said(device.side.prove(answer))
    assert statuses == [200] * MOST_BY_KEY + [403]
    other = asks(director, tmp_path, DeviceKey.generate(), name)
    assert len(other.shows()) == 4


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
    assert any("no longer enrolled" in alarm for alarm in card["alarms"])
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


def test_two_devices_are_never_accepted_at_one_table(
    start: Callable[..., Director], tmp_path: Path, table: PaperTable
) -> None:
    """Whichever way the second comes: tapped, moved, and by a file before; another's own number
    stays open to itself, and a revoked one's to all.
    """
    settings_of(tmp_path, DeviceKey(bytes([9]) * 32).public, more=TLS)  # at table 1
    director = start()
    desk = Desk(director)
    enrols(director, tmp_path, table.key, 9)
    other = DeviceKey.generate()
    for number in (9, 1):
        digits = asks(director, tmp_path, other).shows()
        [session] = [one["session"] for one in desk.state["waiting"] if one["digits"] == digits]
        status, told = desk.act("accept", session=session, number=number)
        assert (status, f"Table {number} has a device already" in told["error"]) == (400, True)
    desk.accept(digits, 10)  # it waits still
    assert desk.act("move", key=other.public, number=9)[0] == 400
    assert desk.device(other)["number"] == 10
    enrols(director, tmp_path, table.key, 9)
    desk.done("move", key=table.key.public, number=9)
    desk.done("revoke", key=table.key.public)
    desk.done("move", key=other.public, number=9)


def test_two_who_are_tapped_at_once_do_not_stand_at_one_table(
    start: Callable[..., Director], tmp_path: Path
) -> None:
    director = start()
    desk = Desk(director)
    name = desk.card()
    for _each in range(8):
        asks(director, tmp_path, DeviceKey.generate(), name).shows()
    sessions = [one["session"] for one in desk.state["waiting"]]
    with ThreadPoolExecutor(8) as pool:
        taps = [pool.submit(desk.act, "accept", session=each, number=9) for each in sessions]
        statuses = sorted(each.result()[0] for each in taps)
    assert statuses == [200] + [400] * 7
    assert [one["number"] for one in desk.state["devices"]] == [9]


def test_a_spare_takes_a_place_only_where_the_director_says_so(
    start: Callable[..., Director], tmp_path: Path, table: PaperTable
) -> None:
    director = start()
    desk = Desk(director)
    spare = DeviceKey.generate()
    enrols(director, tmp_path, table.key, 4)
    enrols(director, tmp_path, spare, 99)
    kari = director.session
    made = director.ask("POST", "/people/invite", b'{"role": "assistant"}')[1]
    assert json.loads(made)["alone"]
    director.session = director.enter("Ola", json.loads(made)["link"].partition("#")[2])
    for asked in ({"type": "swap", "spare": spare.public}, {"type": "revoke"}):
        status, told = desk.act(**asked, key=table.key.public)
        assert (status, "Your role" in told["error"]) == (403, True)
    desk.done("move", key=spare.public, number=98)  # this an assistant may
    director.session = kari
    desk.done("swap", key=table.key.public, spare=spare.public)
    assert desk.device(spare)["number"] == 4


def told(director: Director, table: PaperTable) -> int | None:
    """The number that the director gives a table with his receipt."""
    reply = director.ask("POST", "/table/batch", table.batch())[1]
    return msgspec.json.decode(read_signed(reply).signed, type=InReply).table


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
    begin = json.loads(device.side.begin()) | {"protocol": PROTOCOL + 1, "new": 1}
    assert "update the director" in words_of(device.said(json.dumps(begin).encode())[1])


def test_a_table_of_an_older_protocol_is_told_which_end_to_update(
    start: Callable[..., Director], tmp_path: Path, table: PaperTable
) -> None:
    """Whatever its Begin lacks: it reads a Denied as every table does."""
    director = start()
    name = Desk(director).card()
    device = Device(director, table.key, "card", name, secret_of(tmp_path, name))
    old = json.loads(device.side.begin()) | {"protocol": PROTOCOL - 1}
    del old["work"]
    status, answer = device.said(json.dumps(old).encode())
    assert (status, json.loads(answer)["refusal"]) == (403, "outdated")
    assert f"protocol {PROTOCOL - 1}" in words_of(answer)
    assert "update the table" in words_of(answer)


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
