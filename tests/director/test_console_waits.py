"""What waits for the director, in the hall and at one table, and the form of every order."""

import json
import re
from typing import Any

from kits.console_kit import StandIn, card, card_side, show_table
from kits.words import STOPS
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from kiosk.catalogue.matter import Need, Wait
from kiosk.director.forms import FORMS
from kiosk.director.orders import read_order
from kiosk.rules.reasons import StopReason
from kiosk.rules.units import BySide, Side
from kiosk.wire.snapshot import CubeView

WHITE, BLACK = Side


# --- the queue -----------------------------------------------------------------------------------


def wait(key: str, need: Need, text: str, at: str = "14:00", **more: Any) -> Wait:
    return Wait(key, need, text, since_utc=f"2026-05-09T{at}:00.000Z", **more)


def test_what_waits_in_the_whole_hall_is_one_list_the_next_thing_first(
    page: Page, service: StandIn
) -> None:
    late = wait("proposal 1", Need.DECISION, "2 penalty points against White", "13:58")
    older = wait("proposal 1", Need.DECISION, "Black loses the match", "13:50")
    call = wait("call", Need.CALLED, "Black calls the director", "14:02")
    result = wait("result", Need.RESULT, "White won, the result is not posted", "12:00")
    service.show(
        card(1, waits=(result,), need=1),
        card(2, waits=(late,), need=256),
        card(3, waits=(call, older), need=2048 + 256, called=BLACK),
        card(4),
    )
    page.goto(service.url)
    lines = page.locator("#queue-list li")
    expect(lines.locator("b")).to_have_text(["3", "3", "2", "1"])
    expect(lines.locator(".text")).to_have_text([call.text, older.text, late.text, result.text])
    expect(page.locator("#queue-count")).to_have_text("3")  # a result can wait
    service.say("beat", {"utc": "2026-05-09T14:03:07.123Z"})
    expect(lines.locator(".since")).to_have_text(["67 s", "13 min", "5 min", "2 h"])
    expect(lines.first.get_by_role("link")).to_have_attribute("href", "/tables/journal-3")
    expect(page.locator("#count-wait b")).to_have_text("3")
    expect(page.locator("#calls-aloud p")).to_have_text(
        [f"Table 2: {late.text}", f"Table 3: {call.text}", f"Table 3: {older.text}"]
    )
    lines.nth(2).get_by_role("link").focus()
    grown = replace(late, text="3 penalty points against White")
    service.show(card(3, waits=(older,), need=256), card(2, waits=(grown,), need=256))
    expect(lines.locator(".text")).to_have_text([older.text, grown.text, result.text])
    expect(lines.nth(1).get_by_role("link")).to_be_focused()
    expect(page.locator("#calls-aloud p")).to_have_count(3)  # one matter, said once
    service.show(card(1), card(2), card(3))
    expect(page.locator("#queue")).to_contain_text("Nobody waits for you.")


def test_matters_stand_on_the_card_in_place_of_what_they_explain(
    page: Page, service: StandIn
) -> None:
    flagged = BySide(card_side("Ada", flagged=True), card_side("Bo"))
    dispute = wait("dispute", Need.CALLED, "Black disputes")
    flag = wait("flag white", Need.FLAG, "White's time is used up: you rule", side=WHITE)
    absent = wait("absent black", Need.ABSENT, "Black is not at the table")
    stop = STOPS[StopReason.DISPUTE]
    service.show(
        card(1, called=BLACK, stop=stop, sides=flagged, waits=(dispute, flag, absent)),
        card(2, stop=stop),
    )
    page.goto(service.url)
    expect(page.locator(".banners").nth(0).locator("li")).to_have_text(
        [dispute.text, flag.text, absent.text]
    )
    expect(page.locator(".banners").nth(1).locator("li")).to_have_text([f"Stopped: {stop}"])


# --- what waits, and every order -----------------------------------------------------------------

LATE = Wait(
    "proposal 4",
    Need.DECISION,
    "2 penalty points against White, because it is late",
    ("norway §2.2(iv)",),
    ("accept", "decline"),
    {"number": 4, "points": 2},
    WHITE,
    2,
    "2026-05-09T14:00:00.000Z",
)
DISPUTE = Wait("dispute", Need.CALLED, "Black disputes", orders=("dispute",))


def test_console_and_service_ask_for_the_same(page: Page, service: StandIn) -> None:
    service.show(card(1))
    show_table(page, service)
    asked = page.evaluate("async () => (await import('/static/order_forms.js')).FORMS")
    assert asked.keys() == FORMS.keys()
    for kind, form in asked.items():
        names = {name for _type, name, *_ in form["fields"]} - {"why"}
        assert names == set(FORMS[kind].fields.__struct_fields__), kind
    needs = page.evaluate("async () => (await import('/static/state.js')).NEED")
    assert needs == {str(need.name).lower(): need.value for need in Need}


FILL = """(form) => {
  for (const field of form.elements) {
    const radios = field.type === "radio" ? [...form.elements[field.name]] : [];
    if (radios.length && !radios.some((one) => one.checked)) field.checked = true;
    if (field.type === "number" && field.value === "") field.value = field.min;
    if (field.placeholder === "m:ss") field.value = "2:30";
    if (field.name === "rules") field.value = "clock.delay_s = 8\\n\\nlate.grace_min=2";
    const words = ["why", "text", "name", "section", "of_match"];
    if (words.includes(field.name) && field.value === "") field.value = "so";
  }
}"""


def test_every_order_can_be_given_from_the_page(page: Page, service: StandIn) -> None:
    """What each form sends makes the order it stands for."""
    wait = replace(LATE, fill={"number": 4})
    service.show(card(1, waits=(wait,), winner=BLACK, cube=CubeView(4, WHITE, True, None)))
    show_table(page, service)
    for kind, form in FORMS.items():
        if kind in {"accept", "decline"}:
            page.locator("#waits").get_by_role("button", name=f"{kind.title()}…").click()
        else:
            if not page.locator(f"#often [value={kind}]").count():
                page.locator("#more").click()
            page.locator(f"#orders button[value={kind}]").click()
        shown = page.locator("#forms form:visible")
        expect(shown).to_have_attribute("data-kind", kind)
        shown.evaluate(FILL)
        shown.locator("button.go").click()
        if kind not in {"stop", "message"}:
            expect(page.locator("#confirm-words p").first).to_contain_text(re.compile(r"\.$"))
            expect(page.locator("#confirm-words")).not_to_contain_text("undefined")
            page.locator("#confirm-yes").click()
        expect(page.locator("#forms form:visible")).to_have_count(0)
        expect(page.locator("#confirm")).to_be_hidden()
        made = read_order(json.dumps(service.posted[-1]).encode()).order
        assert type(made) is form.command, kind
    assert len(service.posted) == len(FORMS)
    said = {posted["kind"]: posted for posted in service.posted}
    assert said["result"]["winner"] == "black"
    assert (said["cube"]["level"], said["cube"]["owner"]) == (4, "white")
    assert said["time"]["seconds"] == 150
    assert said["expiry"]["gin"] is None
    assert said["profile"]["rules"] == {"clock.delay_s": 8, "late.grace_min": 2}
    assert "grant_min" not in said["late"] or said["late"]["grant_min"] == 0


def test_what_waits_is_said_with_its_sections_and_answered_from_there(
    page: Page, service: StandIn
) -> None:
    service.show(card(1, waits=(DISPUTE, LATE), called=BLACK))
    show_table(page, service)
    service.say("beat", {"utc": "2026-05-09T14:03:07.123Z"})
    first, second = page.locator("#wait-list li").all()
    expect(first).to_contain_text("Black disputes.")
    expect(second).to_contain_text("because it is late. [norway §2.2(iv)] for 3 min")
    expect(second.get_by_role("button")).to_have_text(["Accept…", "Decline…"])
    second.get_by_role("button", name="Accept…").click()
    form = page.locator("form[data-kind=accept]")
    expect(form.locator(".about")).to_have_text(LATE.text)
    expect(form.locator("[name=why]")).to_have_value("the book says so")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-words p")).to_have_text(
        [f"{LATE.text}: Ada 0 – Bo 0 becomes Ada 0 – Bo 2."]
    )
    page.locator("#confirm-yes").click()
    expect(page.locator("#confirm")).to_be_hidden()
    (posted,) = service.posted
    assert (posted["kind"], posted["number"], posted["why"]) == ("accept", 4, "the book says so")
    assert posted["points"] == 2
    service.show(card(1))
    expect(page.locator("#waits")).to_be_hidden()


def test_a_proposal_that_grows_while_it_is_confirmed_is_looked_at_again(
    page: Page, service: StandIn
) -> None:
    service.show(card(1, waits=(LATE,)))
    show_table(page, service)
    page.get_by_role("button", name="Accept…").click()
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-yes")).to_be_focused()
    more = replace(LATE, text="3 penalty points against White, because it is late", points=3)
    service.show(card(1, waits=(more,)))
    expect(page.locator("#complaint")).to_contain_text("has just changed: look again")
    expect(page.locator("#confirm")).to_be_hidden()
    assert service.posted == []


def test_other_rules_start_from_those_of_the_event(page: Page, service: StandIn) -> None:
    """A clock that is brought in replaces the event's choice to play without one, and no more."""
    service.show(card(1, rules='clock.delay_s = 8\nclock.system = "none"\nlate.grace_min = 2'))
    show_table(page, service)
    for button, kind, own in (
        ("Rule book", "profile", 'clock.delay_s = 8\nclock.system = "none"\nlate.grace_min = 2'),
        ("Bring in a clock", "clock", "clock.delay_s = 8\nlate.grace_min = 2"),
    ):
        page.get_by_role("button", name="More orders").click()
        page.get_by_role("button", name=button, exact=True).click()
        form = page.locator(f"form[data-kind={kind}]")
        expect(form.locator("[name=profile]")).to_have_value("norway")
        expect(form.locator("[name=rules]")).to_have_value(own)


def test_rules_that_can_not_be_read_are_not_sent(page: Page, service: StandIn) -> None:
    service.show(card(1))
    show_table(page, service)
    page.get_by_role("button", name="More orders").click()
    page.get_by_role("button", name="Rule book", exact=True).click()
    form = page.locator("form[data-kind=profile]")
    expect(form.locator("[name=profile]")).to_have_value("norway")
    form.locator("[name=rules]").fill("clock.delay_s 8")
    form.locator("[name=why]").fill("so")
    page.get_by_role("button", name="Change the rules…").click()
    expect(page.locator("#complaint")).to_contain_text("“clock.delay_s 8” is no section.key")
    assert service.posted == []
