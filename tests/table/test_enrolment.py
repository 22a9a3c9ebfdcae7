"""A table's own process comes to a director's own process: by code, by card, and to another."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from kits.enrolment_hall import Hall, lay_card, step_of
from kits.enrolment_kit import letters, made_of, secret_of

from kiosk.table.enrolment import EnrollingDirector, by_card, by_code, keep, stored_enrolment
from kiosk.table.errors import TableSettingsError
from kiosk.wire.errors import CardInvalid, EnrolmentRefused
from kiosk.wire.event_card import EventCard, qr_text
from kiosk.wire.joining import JoinStep

PROMPT = "Code that the console shows: "


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.end()


def test_a_table_that_runs_reports_as_soon_as_it_is_enrolled_and_takes_its_number(
    hall: Hall,
) -> None:
    hall.table.start().screen()
    hall.joins(12)
    with hall.director.stream("/events") as stream:
        while stream.next("card")["table"] != 12:
            pass
    assert hall.table.stop(signal.SIGTERM) == 0
    assigned = [row.event() for row in hall.table.rows() if row.kind == "TableAssigned"]
    assert [event.table for event in assigned] == [12]
    hall.table.start().screen()
    hall.desk.done("move", key=hall.desk.state["devices"][0]["key"], number=13)
    with hall.director.stream("/events") as stream:
        while stream.next("card")["table"] != 13:
            pass
    assert "Traceback" not in hall.table.errors


def test_a_wrong_code_enrols_nobody_and_says_so(hall: Hall) -> None:
    code = letters(hall.desk.done("code")["code"])
    wrong = code[:2] + "".join("B" if letter != "B" else "C" for letter in code[2:])
    asking = hall.enrol("--address", f"127.0.0.1:{hall.director.port}", "--code", wrong)
    out, err = asking.communicate(timeout=30)
    assert (asking.returncode, out) == (2, "")
    assert "the secret is wrong" in err
    assert not (hall.place / "table.journal.director").exists()


@pytest.mark.parametrize("how", ["code", "code -", "card", "card -"])
def test_code_and_card_come_from_standard_input_and_stand_in_no_argument(
    hall: Hall, how: str
) -> None:
    """A line of a pipe; neither is seen in a list of processes."""
    if how.startswith("code"):
        secret = hall.desk.done("code")["code"]
        arguments = ["--address", f"127.0.0.1:{hall.director.port}"]
    else:
        secret = todays_card(hall)
        arguments = []
    arguments += how.replace("code", "--code").replace("card", "--card").split() * ("-" in how)
    asking = hall.enrol(*arguments)
    assert asking.stdin is not None
    assert asking.stdout is not None
    asking.stdin.write(f"{secret}\n")
    asking.stdin.flush()
    digits = asking.stdout.readline().split()[3].rstrip(",")
    line = Path(f"/proc/{asking.pid}/cmdline").read_text()
    assert secret not in line
    assert letters(secret) not in line
    hall.desk.accept(digits, 7)
    out, err = asking.communicate(timeout=30)
    assert (asking.returncode, err, "Enrolled as table 7" in out) == (0, "", True)


def test_at_a_terminal_the_code_is_asked_for_and_not_shown(hall: Hall) -> None:
    secret = hall.desk.done("code")["code"]
    here, there = os.openpty()
    asking = hall.enrol("--address", f"127.0.0.1:{hall.director.port}", terminal=there)
    assert asking.stdout is not None
    assert asking.stderr is not None
    assert asking.stderr.read(len(PROMPT)) == PROMPT
    os.write(here, f"{secret}\n".encode())
    hall.desk.accept(asking.stdout.readline().split()[3].rstrip(","), 8)
    out, err = asking.communicate(timeout=30)
    assert (asking.returncode, err.strip(), "Enrolled as table 8" in out) == (0, "", True)
    os.set_blocking(here, False)
    with pytest.raises(BlockingIOError):  # nothing was shown of what was typed
        os.read(here, 1)
    os.close(there)
    os.close(here)


@pytest.mark.parametrize(
    ("arguments", "typed", "why"),
    [
        (["--address", "127.0.0.1:1"], "\n", "nothing was typed; code that the console shows"),
        ([], "", "nothing was typed; what the code of the event card reads"),
        (["--code", "BCDFGHJK"], "x\n", "--code goes with --address"),
        (["--address", "127.0.0.1:1", "--card", "TK1:"], "x\n", "--card with neither"),
        ([], "x" * 10_000, "this is no event card"),
    ],
)
def test_what_is_missing_or_too_much_is_a_line_on_stderr(
    hall: Hall, arguments: list[str], typed: str, why: str
) -> None:
    asking = hall.enrol(*arguments)
    out, err = asking.communicate(typed, timeout=30)
    assert (asking.returncode, out, why in err) == (2, "", True), err


def todays_card(hall: Hall) -> str:
    """What the code of a new event card reads."""
    name = hall.desk.card()
    desk, where = hall.folder / "desk", (f"127.0.0.1:{hall.director.port}",)
    expires_s = made_of(desk, name)["expires_s"]
    return qr_text(EventCard(where, hall.director.certificate, secret_of(desk, name), expires_s))


def test_an_address_where_nobody_is_is_named(hall: Hall) -> None:
    card = EventCard(("127.0.0.1:1",), "sha256:" + "1" * 64, bytes(16), 2_000_000_000)
    asking = hall.enrol("--card", qr_text(card))
    _out, err = asking.communicate(timeout=30)
    assert asking.returncode == 2
    assert "no director answers (https://127.0.0.1:1: Connection refused)" in err


def test_a_card_under_the_camera_enrols_a_table_that_shows_the_digits(hall: Hall) -> None:
    lay_card(hall)
    screen = hall.table.start().screen()
    shown = screen.until(lambda snapshot: step_of(snapshot) is JoinStep.COMPARING)
    assert shown.join is not None
    hall.desk.accept(shown.join.digits, 7)
    screen.until(lambda snapshot: step_of(snapshot) is JoinStep.JOINED)
    with hall.director.stream("/events") as stream:
        while stream.next("card")["table"] != 7:
            pass
    assert hall.desk.state["devices"][0]["way"] == "card"


# --- what is kept ------------------------------------------------------------------------------


def test_the_director_is_kept_beside_the_journal(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    assert stored_enrolment(journal) is None
    joined = EnrollingDirector("https://10.0.0.7:8000", "ed25519:x", "sha256:y", 4)
    keep(journal, joined)
    assert stored_enrolment(journal) == joined
    (tmp_path / "journal.db.director").write_text("{")
    with pytest.raises(TableSettingsError, match=r"journal\.db\.director can't be read"):
        stored_enrolment(journal)


# --- cards and codes ---------------------------------------------------------------------------


CARD = EventCard(
    ("192.168.178.21:8000", "hall.example:80", "10.0.0.7:65535"),
    "sha256:" + "ab" * 32,
    bytes(range(16)),
    1_800_000_000,
)


def test_a_card_says_where_the_director_is_and_by_what_he_is_known() -> None:
    means = by_card(qr_text(CARD))
    assert means.urls == tuple(f"https://{address}" for address in CARD.addresses)
    assert (means.certificate, means.password) == (CARD.certificate, CARD.secret)
    assert CARD.secret.hex() not in means.name


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("TK2:AAAA", "is of version 2, this table reads 1"),
        ("WIFI:S:hall;;", "this is no event card"),
        ("TK1:AAAA", "the card is damaged"),
        (qr_text(CARD)[:-4], "the card is damaged"),
        ("TK1:", "the card is damaged"),
        ("", "this is no event card"),
    ],
)
def test_what_is_no_card_of_ours_is_refused_in_words(text: str, why: str) -> None:
    with pytest.raises(CardInvalid, match=why):
        by_card(text)


@pytest.mark.parametrize("typed", ["", "BCDF", "BCDFGHJA", "BCDFGHJKL", "ßCDFGHJK"])
def test_what_is_no_code_is_refused_in_words(typed: str) -> None:
    with pytest.raises(EnrolmentRefused, match="8 letters that the console shows"):
        by_code("10.0.0.7:8000", typed)


def test_a_code_may_be_typed_small_and_in_groups() -> None:
    assert by_code("10.0.0.7:8000", "bcdf ghjk").password == b"BCDFGHJK"
    assert by_code("10.0.0.7:8000", "BCDF-GHJK").urls == ("https://10.0.0.7:8000",)
