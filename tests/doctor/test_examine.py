"""The looks in turn: one that hangs or breaks hides none of the others."""

import dataclasses
import json
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from kits.director_kit import DIRECTOR, Server
from kits.doctor_twin import Simulated
from msgspec.structs import replace

from kiosk.director.http.certificate import make_certificate
from kiosk.doctor import examine as examined_by
from kiosk.doctor.examine import Examined, ExaminedPart, _director, examine, pins_of
from kiosk.doctor.facts import RunningFacts
from kiosk.doctor.format import exit_code, format_finding, format_json, format_summary
from kiosk.doctor.time_limit import LookTimedOut, run_with_limit
from kiosk.health.codes import finding
from kiosk.health.errors import Unlookable
from kiosk.health.finding import Finding
from kiosk.table.settings import DirectorSection
from kiosk.wire.messages import PROTOCOL


@pytest.fixture
def endless() -> Iterator[threading.Event]:
    event = threading.Event()
    yield event
    event.set()


def test_what_ends_in_time_gives_what_it_gives() -> None:
    assert run_with_limit(30.0, lambda: 7) == 7


def test_what_breaks_breaks_where_it_is_waited_for() -> None:
    def broken() -> int:
        raise KeyError("no such key")

    with pytest.raises(KeyError, match="no such key"):
        run_with_limit(30.0, broken)


def test_what_hangs_is_left(endless: threading.Event) -> None:
    with pytest.raises(LookTimedOut, match=r"0\.02 s"):
        run_with_limit(0.02, endless.wait)


@pytest.fixture
def examined() -> Iterator[Examined]:
    with Simulated(["camera.absent"]) as table:
        yield table.examined()


@pytest.mark.parametrize(
    ("other", "code"), [(None, "director.ok"), (f"sha256:{'0' * 64}", "director.stranger")]
)
def test_the_director_is_asked_under_the_certificate_of_the_tables_file(
    examined: Examined, tmp_path: Path, other: str | None, code: str
) -> None:
    file = tmp_path / "director.pem"
    file.write_bytes(make_certificate(["127.0.0.1"], datetime.now(UTC)))
    event_id = examined.settings.table.event_id
    said = {"ok": True, "protocol": PROTOCOL, "event_id": event_id}
    with closing(Server(DIRECTOR.public, tls=file)) as server:
        server.said = lambda _path: (200, json.dumps(said).encode())
        section = DirectorSection(server.url, DIRECTOR.public, other or server.certificate)
        settings = replace(examined.settings, director=section)
        found = _director(dataclasses.replace(examined, settings=settings), RunningFacts())
    assert [each.code for each in found] == [code]


def good(_examined: Examined, _runs: RunningFacts) -> tuple[Finding, ...]:
    return (finding("touch.ok", "It is there."),)


def unlookable(_examined: Examined, _runs: RunningFacts) -> tuple[Finding, ...]:
    raise Unlookable("there is none here.")


def buggy(_examined: Examined, _runs: RunningFacts) -> tuple[Finding, ...]:
    raise ZeroDivisionError("a bug")


def test_one_that_hangs_hides_no_other(
    examined: Examined, monkeypatch: pytest.MonkeyPatch, endless: threading.Event
) -> None:
    def hangs(_examined: Examined, _runs: RunningFacts) -> tuple[Finding, ...]:
        endless.wait()
        return ()

    parts = (
        ExaminedPart(("camera", "light"), 0.02, hangs),
        ExaminedPart(("disk",), 0.02, hangs, late="disk.hung"),
        ExaminedPart(("power",), 30.0, unlookable),
        ExaminedPart(("touch",), 30.0, good),
    )
    monkeypatch.setattr(examined_by, "PARTS", parts)
    found = list(examine(examined))
    told = [each.code for each in found]
    assert told == [
        "table.stopped",
        "camera.unseen",
        "light.unseen",
        "disk.hung",
        "power.unseen",
        "touch.ok",
    ]
    assert found[3].words == "Looking at it did not end within 0.02 s."
    assert found[4].words == "Could not be looked at: there is none here."


def test_a_bug_is_raised_once_all_others_are_told(
    examined: Examined, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = (ExaminedPart(("power",), 30.0, buggy), ExaminedPart(("touch",), 30.0, good))
    monkeypatch.setattr(examined_by, "PARTS", parts)
    told: list[str] = []
    with pytest.raises(ZeroDivisionError):
        told.extend(each.code for each in examine(examined))
    assert told == ["table.stopped", "touch.ok"]


@pytest.mark.parametrize(
    ("section", "wired"),
    [
        ("buttons", {"left": 17, "right": 27}),
        ("status_light", {"status light": 24}),
        ("buzzer", {"buzzer": 25}),
        ("lights", {}),
    ],
)
def test_pins_are_found_by_their_section(section: str, wired: dict[str, int]) -> None:
    pins = {"buttons.left_pin": 17, "buttons.right_pin": 27, "status_light.pin": 24} | {
        "buzzer.pin": 25
    }
    settings = SimpleNamespace(devices=SimpleNamespace(pins=pins))
    assert pins_of(SimpleNamespace(settings=settings), section) == wired  # type: ignore[arg-type]


# --- how it is told ------------------------------------------------------------------------------

OK = finding("power.ok", "All is well.")
WARNING = finding("disk.low", "Little\nis free.")
FAULT = finding("camera.missing", "There is none.")
LACKS = finding("buttons.no-gpio", "No library.")
UNSEEN = finding("power.unseen", "Nothing tells.")


@pytest.mark.parametrize(
    ("findings", "code"),
    [
        ([OK], 0),
        ([OK, WARNING, UNSEEN], 0),
        ([OK, FAULT, WARNING], 1),
        ([OK, FAULT, LACKS], 3),
        ([LACKS], 3),
    ],
)
def test_exit_codes(findings: list[Finding], code: int) -> None:
    assert exit_code(findings) == code
    assert f'"exit": {code}' in format_json(findings)


def test_a_finding_is_one_line() -> None:
    told = format_finding(WARNING)
    assert told.split()[:2] == ["WARNING", "disk.low"]
    assert "Little is free. To do: move old journals" in told
    assert "\n" not in told
    assert "To do" not in format_finding(OK)


def test_the_last_line_counts() -> None:
    assert format_summary([OK, UNSEEN]) == "Nothing is wrong."
    assert format_summary([OK, WARNING, FAULT, LACKS]).startswith("2 faults, 1 warning. ")
