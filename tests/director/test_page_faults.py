"""What failed in a browser comes into the service's log, from who may see the page, and bounded."""

import json
import logging
import re

import pytest
from kits.hall_kit import Client
from kits.tracked_files import tracked_files

from kiosk.director.app import ROUTES, WEB
from kiosk.director.http.coalesced import MOST_AN_HOUR
from kiosk.director.http.page_faults import LONGEST_FAULT, MOST_LETTERS, PageFault, PageFaults
from kiosk.director.people.roles import Role
from kiosk.director.service import Service
from kiosk.rules.units import SECOND_NS

LOGGER = "kiosk.director.http.page_faults"
WRONG = "TypeError: places is undefined"


def reports(client: Client, page: str, what: str = WRONG, **more: str) -> int:
    """The status it is answered with."""
    body = json.dumps({"page": page, "what": what}).encode()
    return client.post("/page-faults", body, **more).status


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.name == LOGGER]


def test_what_failed_is_logged_with_its_page_and_who_saw_it(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    assert reports(client, "/event/run") == 200
    assert reports(client, "/tables/journal-7") == 200
    assert lines(caplog) == [
        f"the page /event/run of Kari failed: {WRONG}",
        f"the page /tables/journal-7 of Kari failed: {WRONG}",
    ]
    assert {each.levelno for each in caplog.records if each.name == LOGGER} == {logging.WARNING}


def test_a_page_is_reported_by_who_may_see_it(
    client: Client, director: Service, caplog: pytest.LogCaptureFixture
) -> None:
    client.join(director, Role.VIEWER, "Ola")
    assert reports(client, "/event/run") == 200
    assert reports(client, "/people") == 403
    assert reports(client, "/event/run", **{"x-csrf": "another"}) == 403
    client.session = {}
    assert reports(client, "/event/run") == 403
    assert reports(client, "/hall") == 200
    assert lines(caplog) == [
        f"the page /event/run of Ola failed: {WRONG}",
        f"the page /hall of a visitor failed: {WRONG}",
    ]


def test_what_opens_the_page_of_a_match_is_not_logged(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.session = {}
    assert reports(client, "/match/2Vx0cfKq7a53_4d0e-9d53Za") == 200
    assert lines(caplog) == [f"the page /match/{{token}} of a visitor failed: {WRONG}"]


def test_another_sites_page_reports_nothing(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.session = {}
    assert reports(client, "/hall", origin="http://elsewhere.example") == 403
    assert lines(caplog) == []


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b'{"page": "/event/run"}', 400),
        (b'{"page": "/event/run", "what": ""}', 400),
        (b'{"page": "/nowhere", "what": "x"}', 400),
        (b'{"page": "/event/acts", "what": "x"}', 400),
        (b'{"page": "/event/run", "what": "%s"}' % (b"x" * (MOST_LETTERS + 1)), 400),
        (b'{"page": "/tables/%s", "what": "x"}' % (b"x" * 200), 400),
        (b'{"page": "/event/run", "what": "x", "more": "%s"}' % (b"x" * LONGEST_FAULT), 413),
    ],
)
def test_what_is_no_fault_of_a_page_is_refused_in_words(
    client: Client, caplog: pytest.LogCaptureFixture, body: bytes, status: int
) -> None:
    answer = client.post("/page-faults", body)
    assert (answer.status, bool(answer.json()["error"])) == (status, True)
    assert lines(caplog) == []


def test_the_longest_fault_may_come_with_each_letter_escaped(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    escaped = b"\\ud83c\\udfb2" * MOST_LETTERS
    body = b'{"page": "/event/run", "what": "%s"}' % escaped
    assert client.post("/page-faults", body).status == 200
    assert len(lines(caplog)) == 1


def test_what_is_logged_is_one_line_of_letters(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    assert reports(client, "/tables/a\u202eb", "x\nWARNING forged\x1b[2J\u2028\u202e!") == 200
    (line,) = lines(caplog)
    assert line == "the page /tables/a b of Kari failed: x WARNING forged [2J  !"


def test_a_flood_of_faults_is_few_lines_and_hides_none_of_who_is_signed_in(
    caplog: pytest.LogCaptureFixture, client: Client
) -> None:
    for nth in range(100):
        reports(client, "/event/run", f"{WRONG} {nth}")
    session, client.session = client.session, {}
    for nth in range(1000):
        reports(client, "/hall", f"x{nth}")
    client.session = session
    reports(client, "/event/set-up")
    assert [each.partition(" failed")[0] for each in lines(caplog)] == [
        "the page /event/run of Kari",
        "the page /hall of a visitor",
        "the page /event/set-up of Kari",
    ]


def test_what_failed_again_is_counted_with_the_next_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now_ns = 0
    faults = PageFaults(lambda: now_ns)
    for _again in range(3):
        faults.note("/hall", PageFault("/hall", WRONG), None)
    now_ns = 60 * SECOND_NS
    faults.note("/hall", PageFault("/hall", WRONG), None)
    assert lines(caplog) == [
        f"the page /hall of a visitor failed: {WRONG}",
        f"the page /hall of a visitor failed, 3 times since the last such line: {WRONG}",
    ]


def test_visitors_have_so_many_lines_an_hour_on_whatever_pages(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now_ns = 0
    faults = PageFaults(lambda: now_ns)
    pages = [route.removeprefix("GET ") for route in ROUTES if route.startswith("GET ")]
    for minute in range(59):
        now_ns = minute * 60 * SECOND_NS
        for page in pages:
            faults.note(page, PageFault("/hall", WRONG), None)
    assert len(lines(caplog)) == MOST_AN_HOUR


# --- what every page has ------------------------------------------------------------------------


def test_every_page_loads_what_catches_its_faults_before_any_other_script() -> None:
    """A page is a template that begins a document."""
    documents = [
        each
        for each in tracked_files("kiosk/director/web/*.html")
        if "<!doctype" in each.read_text("utf-8")
    ]
    assert len(documents) > 2
    for document in documents:
        scripts = re.findall(r'<script type="module" src="([^"]+)"', document.read_text("utf-8"))
        assert scripts[0] == "/static/faults.js", document.name
    assert "import " not in (WEB / "faults.js").read_text("utf-8")


def test_every_list_is_made_where_one_item_may_fail_alone() -> None:
    users = {
        each.name
        for each in tracked_files("kiosk/director/web/*.js")
        if "repeat.js" in each.read_text("utf-8")
    }
    assert users == {"section.js"}
