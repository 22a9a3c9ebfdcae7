"""A table joins an event from its own screen: fingers, the table's and the director's processes."""

import select
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from kits import commands as c
from kits.enrolment_hall import Hall, lay_card, step_of
from kits.enrolment_kit import Desk, letters
from kits.live_kit import ScreenProcess
from kits.process_kit import WITHIN_S, Screen
from kits.served_kit import Director, settings_of
from kits.table_kit import CONFIG

from kiosk.catalogue.text import format_text
from kiosk.rules.units import Side
from kiosk.screen.joining import REFUSALS
from kiosk.wire.joining import EventJoin, JoinLeft, JoinRefusal, JoinStep
from kiosk.wire.snapshot import Snapshot


class Glass:
    """A players' screen, and a hand that reads the keys."""

    def __init__(self, hall: Hall, size: str = "800x480") -> None:
        self.screen = ScreenProcess(hall.folder, hall.place / "table.sock", size)

    def taps(self, *labels: str) -> None:
        """One after the other, each as soon as it is there."""
        late = time.monotonic() + WITHIN_S
        for label in labels:
            while "error" in (said := self.screen.do("key", label=label)):
                assert time.monotonic() < late, said
                select.select([], [], [], 0.02)

    def says(self, prompt: str) -> str:
        """Wait until the page says so; its digits."""
        shown = self.screen.until(lambda now: now.get("page", {}).get("prompt") == prompt)
        return str(shown["page"]["digits"])


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.end()


@pytest.fixture
def glass(hall: Hall) -> Iterator[Glass]:
    hall.table.start().screen()
    made = Glass(hall)
    yield made
    made.screen.end(signal.SIGKILL)


COMPARE = "Are these the four digits on the director's console? They are confirmed there."


def fresh_code(hall: Hall) -> str:
    return letters(hall.desk.done("code")["code"])


def waits(screen: Screen, step: JoinStep) -> Snapshot:
    return screen.until(lambda shown: step_of(shown) is step)


def refused(screen: Screen, asked: EventJoin) -> JoinRefusal | None:
    screen.say(asked)
    shown = waits(screen, JoinStep.REFUSED)
    assert shown.join is not None
    screen.say(JoinLeft())
    waits(screen, JoinStep.FREE)
    return shown.join.why


def joins(hall: Hall, screen: Screen, number: int) -> None:
    """By a code, as the screen asks for it, tapped at the console."""
    screen.say(EventJoin(fresh_code(hall), f"127.0.0.1:{hall.director.port}"))
    shown = waits(screen, JoinStep.COMPARING)
    assert shown.join is not None
    hall.desk.accept(shown.join.digits, number)
    waits(screen, JoinStep.JOINED)
    screen.say(JoinLeft())


def card_of(hall: Hall, number: int) -> list[str]:
    """The alarms of the table with this number on the grid, once it is there."""
    with hall.director.stream("/events") as stream:
        while (card := stream.next("card"))["table"] != number:
            pass
    return list(card["alarms"])


# --- the whole way -------------------------------------------------------------------------------


def test_fingers_a_code_and_one_tap_enrol_a_running_table_that_then_reports(
    hall: Hall, glass: Glass
) -> None:
    glass.taps("Join an event", *fresh_code(hall), "Join")  # the address is not known yet
    glass.taps(*f"127.0.0.1:{hall.director.port}", "Join")
    digits = glass.says(COMPARE)
    [waiting] = hall.desk.state["waiting"]
    assert (waiting["digits"], waiting["way"]) == (digits, "code")
    hall.desk.accept(digits, 5)
    glass.says("This is table 5 now: the director sees it.")
    glass.taps("Done")
    glass.screen.until(lambda now: "page" not in now)
    assert card_of(hall, 5) == []
    assert hall.table.process.poll() is None


def test_what_is_refused_stands_on_the_glass_with_what_to_do(hall: Hall, glass: Glass) -> None:
    code = fresh_code(hall)
    wrong = code[:2] + ("BBBBBB" if code[2:] != "BBBBBB" else "CCCCCC")
    glass.taps("Join an event", *wrong, "Join", *f"127.0.0.1:{hall.director.port}", "Join")
    glass.says(format_text(REFUSALS[JoinRefusal.SECRET_WRONG]))
    glass.taps("Try again", *code, "Join")  # the address is known by now
    digits = glass.says(COMPARE)
    [waiting] = hall.desk.state["waiting"]
    assert waiting["digits"] == digits
    hall.desk.done("refuse", session=waiting["session"])
    glass.says(format_text(REFUSALS[JoinRefusal.OTHER_DIGITS]))
    glass.taps("Back")
    glass.screen.until(lambda now: "page" not in now)
    assert not (hall.place / "table.journal.director").exists()


def test_nobody_there_no_address_no_code_and_a_used_one_are_told_apart(hall: Hall) -> None:
    screen = hall.table.start().screen()
    at = f"127.0.0.1:{hall.director.port}"
    used = fresh_code(hall)
    screen.say(EventJoin(used, at))
    waits(screen, JoinStep.COMPARING)
    screen.say(JoinLeft())
    waits(screen, JoinStep.FREE)
    assert refused(screen, EventJoin(used, at)) is JoinRefusal.CODE_UNKNOWN
    assert refused(screen, EventJoin("BCDFGHJK", "127.0.0.1:1")) is JoinRefusal.NO_ANSWER
    assert refused(screen, EventJoin("BCDFGHJK", "127.0.0.1:99999")) is JoinRefusal.NO_ADDRESS
    assert refused(screen, EventJoin("BCDFGHJA", at)) is JoinRefusal.NOT_A_CODE
    assert hall.table.process.poll() is None


# --- again, and elsewhere ------------------------------------------------------------------------


def test_a_table_that_was_revoked_joins_again_without_a_keyboard(hall: Hall) -> None:
    screen = hall.table.start().screen()
    joins(hall, screen, 4)
    assert card_of(hall, 4) == []
    hall.desk.done("revoke", key=hall.desk.state["devices"][0]["key"])
    screen.until(lambda shown: "director" in shown.lost_devices)
    joins(hall, screen, 6)
    assert card_of(hall, 6) == []
    screen.until(lambda shown: "director" not in shown.lost_devices)


def test_a_table_of_one_event_looks_for_the_card_of_another_when_it_is_asked_to(
    hall: Hall,
) -> None:
    hall.joins(3)
    lay_card(hall, another_director(hall))
    screen = hall.table.start().screen()
    seen: list[JoinStep | None] = []

    def gone_through(shown: Snapshot) -> bool:
        seen.append(step_of(shown))
        return seen[-1] is JoinStep.COMPARING

    heard = f"127.0.0.1:{hall.directors[0].port}"
    screen.until(lambda shown: shown.join is not None and shown.join.address == heard)
    screen.say(EventJoin())
    shown = screen.until(gone_through)
    assert shown.join is not None
    before, _looking, after = "".join(f"{each} " for each in seen).partition("looking")
    assert set(before.split()) == {"free"}
    assert "comparing" in after
    hall.desk.accept(shown.join.digits, 8)
    waits(screen, JoinStep.JOINED)
    assert card_of(hall, 8) == []


def another_director(hall: Hall) -> Path:
    """Of another event; the hall's desk is his from here on. His folder."""
    other = hall.folder / "other"
    other.mkdir()
    settings_of(other, more="tls = true\n")
    hall.directors.append(Director(other))
    hall.desk = Desk(hall.director)
    return other


def test_whoever_enrols_it_during_a_match_is_reported_to_when_it_is_over(hall: Hall) -> None:
    """`kiosk enrol` beside the table: another director must not see half a match."""
    hall.joins(3)
    hall.table.config.write_text(CONFIG, encoding="utf-8")
    hall.table.start().screen()
    assert card_of(hall, 3) == []
    another_director(hall)
    hall.joins(8)
    with hall.director.stream("/events") as stream:
        for _second in range(3):  # his console's own; the table looks as often
            stream.next("beat")
    assert hall.desk.state["devices"][0]["heard_utc"] is None


def test_in_a_match_nobody_joins_anything(hall: Hall) -> None:
    hall.table.config.write_text(CONFIG, encoding="utf-8")
    screen = hall.table.start().screen()
    shown = screen.until(lambda shown: shown.sides is not None)
    assert shown.join is None
    screen.say(EventJoin(fresh_code(hall), f"127.0.0.1:{hall.director.port}"))
    screen.tap(c.ReadyTapped(shown.at_ns, Side.WHITE))  # decided after what was said before it
    assert hall.desk.state["waiting"] == []
    assert screen.newest is not None
    assert screen.newest.join is None
